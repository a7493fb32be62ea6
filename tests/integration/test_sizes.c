/* SPDX-License-Identifier: MIT */
/*
 * Structs of callers without the macros, as a binding of another language has
 * them, or with another header than the library's.
 */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/admin.h"
#include "tests/support/fixture.h"

static struct redlock_lock *lock;

TestSuite(sizes, .init = open_three, .fini = close_all, .timeout = 120);

/* A name in parentheses is the function, and not the macro. */
static enum redlock_status acquire(const struct redlock_request *request)
{
    return (redlock_acquire)(client, request, &lock);
}

/* --- a size of 0 -----------------------------------------------------------
 */

Test(sizes, zero_keeps_further_resources)
{
    static const char *const more[] = {"saucer"};

    cr_assert_eq(acquire(&(struct redlock_request){
                     .resource = "cup", .more = more, .more_count = 1}),
                 REDLOCK_OK);
    cr_assert_eq(redlock_count(lock), 2);
    fleet_await(&fleet, client, "saucer", 3);
    redlock_release(&lock, NULL);
}

Test(sizes, zero_keeps_slots)
{
    cr_assert_eq(
        acquire(&(struct redlock_request){.resource = "cup", .slots = 3}),
        REDLOCK_OK);
    cr_assert_geq(redlock_slot(lock), 0);
    redlock_release(&lock, NULL);
}

static void expect_two(const struct redlock_request *request)
{
    struct redlock_lock *first;

    cr_assert_eq(acquire(request), REDLOCK_OK);
    first = lock;
    lock = NULL;
    cr_assert_eq(acquire(request), REDLOCK_OK);
    redlock_release(&lock, NULL);
    redlock_release(&first, NULL);
}

Test(sizes, zero_keeps_the_mode)
{
    expect_two(
        &(struct redlock_request){.resource = "cup", .mode = REDLOCK_SHARED});
}

Test(sizes, zero_keeps_the_owner)
{
    expect_two(&(struct redlock_request){.resource = "cup", .owner = "me"});
}

static void count_up(const struct redlock_waiting *waiting, void *user)
{
    (void)waiting;
    ++*(int *)user;
}

Test(sizes, zero_keeps_the_callbacks)
{
    struct redlock_lock *held;
    int notified = 0;

    cr_assert_eq(acquire(&(struct redlock_request){.resource = "cup"}),
                 REDLOCK_OK);
    held = lock;
    lock = NULL;
    cr_assert_neq(acquire(&(struct redlock_request){.resource = "cup",
                                                    .wait_ms = 1000,
                                                    .waiting = count_up,
                                                    .user = &notified}),
                  REDLOCK_OK);
    cr_assert_gt(notified, 0);
    redlock_release(&held, NULL);
}

Test(sizes, zero_in_settings_keeps_the_last_member)
{
    struct redlock_settings settings = {.nodes = fleet.nodes,
                                        .read_only = true};
    struct redlock_client *reader = NULL;

    cr_assert_eq((redlock_open)(&settings, &reader, NULL), REDLOCK_OK);
    cr_assert_eq((redlock_acquire)(reader,
                                   &(struct redlock_request){.resource = "cup"},
                                   &lock),
                 REDLOCK_BAD_REQUEST);
    redlock_close(reader);
}

/* --- another size ----------------------------------------------------------
 */

Test(sizes, unknown_members_are_refused)
{
    struct {
        struct redlock_request known;
        int64_t unknown;
    } request = {.known = {.size = sizeof(request), .resource = "cup"},
                 .unknown = 1};
    struct {
        struct redlock_settings known;
        int64_t unknown;
    } settings = {.known = {.size = sizeof(settings), .nodes = fleet.nodes},
                  .unknown = 1};
    struct redlock_problem problem = {0};

    cr_assert_eq(acquire(&request.known), REDLOCK_BAD_REQUEST);
    request.unknown = 0;
    cr_assert_eq(acquire(&request.known), REDLOCK_OK);
    redlock_release(&lock, NULL);
    cr_assert_eq(redlock_open(&settings.known, &other, &problem),
                 REDLOCK_BAD_SETTING);
    cr_assert_not_null(strstr(problem.text, "later version"));
    settings.unknown = 0;
    cr_assert_eq(redlock_open(&settings.known, &other, NULL), REDLOCK_OK);
}

Test(sizes, below_the_first_release_is_refused)
{
    static struct redlock_report small = {.size = 8};
    static struct redlock_examination examination = {.size = 8};
    struct redlock_settings settings = {.size = 8, .nodes = fleet.nodes};

    cr_assert_eq(
        acquire(&(struct redlock_request){.size = 8, .resource = "cup"}),
        REDLOCK_BAD_REQUEST);
    cr_assert_eq(
        acquire(&(struct redlock_request){.resource = "cup", .report = &small}),
        REDLOCK_BAD_REQUEST);
    cr_assert_eq(redlock_open(&settings, &other, NULL), REDLOCK_BAD_SETTING);
    settings.size = 0;
    cr_assert_eq(redlock_examine(&settings, &examination, NULL),
                 REDLOCK_BAD_REQUEST);
    cr_assert_eq(redlock_inspect(client, "cup", &small), REDLOCK_BAD_REQUEST);
    cr_assert_eq(acquire(&(struct redlock_request){.resource = "cup"}),
                 REDLOCK_OK);
    cr_assert_eq(redlock_extend(lock, 20000, &small), REDLOCK_BAD_REQUEST);
    cr_assert_eq(redlock_release(&lock, &small), REDLOCK_BAD_REQUEST);
    cr_assert(redlock_held(lock));
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

Test(sizes, unknown_members_are_not_filled)
{
    static struct {
        struct redlock_report known;
        int64_t unknown;
    } later = {.known = {.size = sizeof(later)}, .unknown = 77};

    cr_assert_eq(redlock_inspect(client, "cup", &later.known), REDLOCK_OK);
    cr_assert_eq(later.known.nodes, 3);
    cr_assert_eq(later.known.size, sizeof(later));
    cr_assert_eq(later.unknown, 77);
}
