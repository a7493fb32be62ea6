/* SPDX-License-Identifier: MIT */
/* Public structs of callers with older, equal or newer headers. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "redlock/runtime/size.h"

/*
 * Until the first release these are the sizes of this version's structs. From
 * then on they are numbers.
 */
Test(size, of_the_first_release_is_that_of_whole_structs)
{
    cr_assert_eq(RLK_SIZE_SETTINGS, sizeof(struct redlock_settings));
    cr_assert_eq(RLK_SIZE_REQUEST, sizeof(struct redlock_request));
    cr_assert_eq(RLK_SIZE_REPORT, sizeof(struct redlock_report));
    cr_assert_eq(RLK_SIZE_STATS, sizeof(struct redlock_client_stats));
    cr_assert_eq(RLK_SIZE_EXAMINATION, sizeof(struct redlock_examination));
    cr_assert_eq(RLK_SIZE_LIST_REQUEST, sizeof(struct redlock_list_request));
    cr_assert_eq(RLK_SIZE_LIST_REPORT, sizeof(struct redlock_list_report));
}

Test(size, in_common_is_the_smaller_and_at_least_that_of_the_first_release)
{
    cr_assert_eq(rlk_size_common(0, 40, 100), 40);
    cr_assert_eq(rlk_size_common(1, 40, 100), 0);
    cr_assert_eq(rlk_size_common(39, 40, 100), 0);
    cr_assert_eq(rlk_size_common(41, 40, 100), 41);
    cr_assert_eq(rlk_size_common(100, 40, 100), 100);
    cr_assert_eq(rlk_size_common(101, 40, 100), 100);
}

/* --- structs that are read ------------------------------------------------ */

/* A struct of this version, which began with one member. */
struct grown {
    size_t size;
    size_t first;
    size_t second;
};

#define FIRST (2 * sizeof(size_t))
#define KNOWN sizeof(struct grown)

/* The same struct in a later version. */
struct later {
    struct grown known;
    size_t third;
};
static struct later given;
static struct grown room;

static const struct grown *read_with(size_t size)
{
    given.known.size = size;
    given.known.first = 1;
    given.known.second = 2;
    return rlk_size_read(&given, &room, FIRST, KNOWN);
}

Test(size, of_this_version_is_read_in_place)
{
    cr_assert_eq(read_with(KNOWN), &given.known);
}

Test(size, zero_is_that_of_the_first_release)
{
    const struct grown *copy = read_with(0);

    cr_assert_eq(copy, &room);
    cr_assert_eq(copy->first, 1);
    cr_assert_eq(copy->second, 0);
}

Test(size, zero_is_read_in_place_if_nothing_was_added)
{
    given.known.size = 0;
    cr_assert_eq(rlk_size_read(&given, &room, KNOWN, KNOWN), &given.known);
}

Test(size, below_the_first_release_is_refused)
{
    cr_assert_null(read_with(1));
    cr_assert_null(read_with(FIRST - 1));
}

Test(size, beyond_this_version_is_accepted_if_the_unknown_part_is_zero)
{
    const struct grown *copy = read_with(sizeof(given));

    cr_assert_eq(copy, &room);
    cr_assert_eq(copy->second, 2);
    given.third = 1;
    cr_assert_null(read_with(sizeof(given)));
}

/* The size of the copy may be read again. */
Test(size, of_a_copy_is_that_of_this_version)
{
    cr_assert_eq(read_with(sizeof(given))->size, KNOWN);
    cr_assert_eq(read_with(0)->size, KNOWN);
}

Test(size, zero_in_a_request_keeps_every_member)
{
    static const char *const more[] = {"saucer"};
    struct redlock_cancel *cancel = (struct redlock_cancel *)&given;
    struct redlock_request copy;
    const struct redlock_request *request = rlk_size_request(
        &(struct redlock_request){.resource = "cup",
                                  .waiting = (redlock_waiting_fn *)abort,
                                  .fair = true,
                                  .mode = REDLOCK_SHARED,
                                  .more = more,
                                  .more_count = 1,
                                  .owner = "me",
                                  .owner_fence = 7,
                                  .slots = 3,
                                  .slot = 2,
                                  .cancel = cancel},
        &copy);

    cr_assert_not_null(request->waiting);
    cr_assert(request->fair);
    cr_assert_eq(request->mode, REDLOCK_SHARED);
    cr_assert_eq(request->more, more);
    cr_assert_eq(request->more_count, 1);
    cr_assert_str_eq(request->owner, "me");
    cr_assert_eq(request->owner_fence, 7);
    cr_assert_eq(request->slots, 3);
    cr_assert_eq(request->slot, 2);
    cr_assert_eq(request->cancel, cancel);
}

Test(size, is_that_of_the_header_if_the_caller_sets_none)
{
    struct redlock_request request = {.resource = "cup"};
    struct redlock_request request_room;
    struct redlock_settings settings = {.nodes = "local:5"};
    struct redlock_settings settings_room;
    struct redlock_list_request list = {.limit = 1};
    struct redlock_list_request list_room;

    cr_assert_eq(REDLOCK_SIZED(&request, &request_room)->size, sizeof(request));
    cr_assert_eq(REDLOCK_SIZED(&settings, &settings_room)->size,
                 sizeof(settings));
    cr_assert_eq(REDLOCK_SIZED(&list, &list_room)->size, sizeof(list));
    request.size = 1;
    cr_assert_eq(REDLOCK_SIZED(&request, &request_room), &request);
}

/* --- structs that are filled ---------------------------------------------- */

Test(size, is_kept_with_everything_beyond_it)
{
    const struct grown counted = {.first = 5, .second = 6};
    struct grown to = {.size = FIRST, .first = 1, .second = 2};

    rlk_size_give(&to, &counted, FIRST, KNOWN);
    cr_assert_eq(to.size, FIRST);
    cr_assert_eq(to.first, 5);
    cr_assert_eq(to.second, 2);
    rlk_size_clear(&to, FIRST, KNOWN);
    cr_assert_eq(to.size, FIRST);
    cr_assert_eq(to.first, 0);
    cr_assert_eq(to.second, 2);
}

Test(size, beyond_this_version_fills_the_known_part)
{
    const struct later later = {.known.second = 7, .third = 8};

    given.known.size = sizeof(given);
    given.known.second = 2;
    given.third = 3;
    rlk_size_give(&given, &later, FIRST, KNOWN);
    cr_assert_eq(given.known.size, sizeof(given));
    cr_assert_eq(given.known.second, 7);
    cr_assert_eq(given.third, 3);
    rlk_size_clear(&given, FIRST, KNOWN);
    cr_assert_eq(given.known.size, sizeof(given));
    cr_assert_eq(given.known.second, 0);
    cr_assert_eq(given.third, 3);
}

Test(size, of_a_report_that_can_be_filled)
{
    static struct redlock_report report;

    cr_assert(rlk_size_fits(NULL));
    cr_assert(rlk_size_fits(&report));
    report.size = sizeof(report) + 8;
    cr_assert(rlk_size_fits(&report));
    report.size = RLK_SIZE_REPORT - 1;
    cr_assert_not(rlk_size_fits(&report));
}
