/* SPDX-License-Identifier: MIT */
/* Structs of callers that know less, as much, or more. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/runtime/sized.h"

/* A request with room behind it, as a later version's has. */
static struct {
    struct redlock_request request;
    char later[64];
} given;
static struct redlock_request room;

static const struct redlock_request *request_of(size_t size)
{
    given.request.size = size;
    given.request.resource = "cup";
    return rlk_sized_request(&given.request, &room);
}

Test(sized, what_both_know_is_the_smaller_and_never_less_than_the_first)
{
    cr_assert_eq(rlk_sized_common(0, 40, 100), 40);
    cr_assert_eq(rlk_sized_common(39, 40, 100), 40);
    cr_assert_eq(rlk_sized_common(41, 40, 100), 41);
    cr_assert_eq(rlk_sized_common(100, 40, 100), 100);
    cr_assert_eq(rlk_sized_common(101, 40, 100), 100);
}

Test(sized, a_request_of_this_version_is_read_where_it_is)
{
    cr_assert_eq(request_of(sizeof(struct redlock_request)), &given.request);
}

Test(sized, of_one_without_a_size_later_members_are_not_read)
{
    given.request.keep = true;
    given.request.fair = true;
    cr_assert_eq(request_of(0), &room);
    cr_assert(room.keep);
    cr_assert_not(room.fair);
}

Test(sized, the_header_says_the_size_for_who_says_none)
{
    struct redlock_request request = {.resource = "cup", .slots = 3};
    struct redlock_settings settings = {.nodes = "local:5"};
    struct redlock_settings of_settings;
    const struct redlock_request *said = redlock_request_sized(&request, &room);

    cr_assert_eq(rlk_sized_request(said, &given.request), said);
    cr_assert_eq(said->slots, 3);
    cr_assert_eq(redlock_settings_sized(&settings, &of_settings)->size,
                 sizeof(settings));
    request.size = RLK_SIZED_REQUEST;
    cr_assert_eq(redlock_request_sized(&request, &room), &request);
}

Test(sized, a_longer_one_is_taken_if_what_is_not_known_is_zero)
{
    cr_assert_eq(request_of(sizeof(given)), &room);
    cr_assert_str_eq(room.resource, "cup");
    given.later[63] = 1;
    cr_assert_null(request_of(sizeof(given)));
    cr_assert_not_null(request_of(sizeof(given) - 1));
}

/* Who is handed the copy may look at its size again. */
Test(sized, a_copy_is_of_this_version)
{
    const struct redlock_request *copy = request_of(sizeof(given));
    struct redlock_request again;

    cr_assert_eq(copy->size, sizeof(*copy));
    cr_assert_eq(rlk_sized_request(copy, &again), copy);
    copy = request_of(0);
    cr_assert_eq(rlk_sized_request(copy, &again), copy);
}

Test(sized, so_it_is_with_settings)
{
    static struct {
        struct redlock_settings settings;
        char later[64];
    } longer;
    struct redlock_settings copy;

    longer.settings.size = sizeof(longer.settings);
    cr_assert_eq(rlk_sized_settings(&longer.settings, &copy), &longer.settings);
    longer.settings.size = 0;
    cr_assert_eq(rlk_sized_settings(&longer.settings, &copy), &copy);
    longer.settings.size = sizeof(longer);
    longer.settings.quorum = 3;
    cr_assert_eq(rlk_sized_settings(&longer.settings, &copy), &copy);
    cr_assert_eq(copy.quorum, 3);
    longer.later[0] = 1;
    cr_assert_null(rlk_sized_settings(&longer.settings, &copy));
}

Test(sized, what_the_caller_does_not_have_is_not_cleared)
{
    size_t words[5] = {2 * sizeof(size_t), 1, 1, 1, 1};

    rlk_sized_clear(words, 2 * sizeof(size_t), 4 * sizeof(size_t));
    cr_assert_eq(words[0], 2 * sizeof(size_t));
    cr_assert_eq(words[1], 0);
    cr_assert_eq(words[2], 1);
    words[0] = sizeof(words);
    rlk_sized_clear(words, 2 * sizeof(size_t), 4 * sizeof(size_t));
    cr_assert_eq(words[3], 0);
    cr_assert_eq(words[4], 1);
}
