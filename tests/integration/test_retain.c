/* SPDX-License-Identifier: MIT */
/* A lock that is held more than once in its handle. */

#include <criterion/criterion.h>
#include <ev.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"
#include "tests/support/loop.h"

static struct redlock_lock *lock;

TestSuite(retain, .init = open_three, .fini = close_all, .timeout = 120);

static void acquire(int64_t ttl_ms, int64_t min_validity_ms)
{
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){
                                     .resource = "cup",
                                     .ttl_ms = ttl_ms,
                                     .min_validity_ms = min_validity_ms,
                                     .report = &report,
                                 },
                                 &lock),
                 REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 3);
}

/* The commands that the first node has executed, including this one. */
static long long commands(void)
{
    static char text[16384];
    const char *at;

    cr_assert(server_text(&fleet.server[0], text, sizeof(text), "INFO stats"));
    at = strstr(text, "total_commands_processed:");
    cr_assert_not_null(at);
    return strtoll(at + strlen("total_commands_processed:"), NULL, 10);
}

Test(retain, each_retain_needs_a_release)
{
    struct redlock_lock *inner;
    struct redlock_lock *innermost;
    long long before;

    acquire(30000, 0);
    before = commands();
    inner = lock;
    cr_assert_eq(redlock_retain(lock), REDLOCK_OK);
    innermost = lock;
    cr_assert_eq(redlock_retain(inner), REDLOCK_OK);
    cr_assert_eq(redlock_release(&innermost, &report), REDLOCK_OK);
    cr_assert_null(innermost);
    cr_assert_eq(report.granted, 0);
    cr_assert(redlock_held(lock));
    cr_assert_eq(redlock_release(&inner, NULL), REDLOCK_OK);
    cr_assert(redlock_held(lock));
    cr_assert_eq(commands(), before + 1, "nothing was sent");
    fleet_await(&fleet, client, "cup", 3);
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_OK);
    cr_assert_geq(report.granted, 2);
    fleet_await(&fleet, client, "cup", 0);
}

Test(retain, a_lock_with_too_little_validity_is_extended)
{
    struct redlock_lock *inner;

    acquire(30000, 29000);
    sleep_ms(800);
    cr_assert_lt(redlock_remaining_ms(lock), 29000);
    cr_assert_eq(redlock_retain(lock), REDLOCK_OK);
    inner = lock;
    cr_assert_eq(redlock_release(&inner, NULL), REDLOCK_OK);
    cr_assert(redlock_held(lock));
    cr_assert_geq(redlock_remaining_ms(lock), 29000);
}

Test(retain, a_lost_lock_cannot_be_retained)
{
    struct redlock_lock *inner;

    acquire(30000, 0);
    inner = lock;
    cr_assert_eq(redlock_retain(lock), REDLOCK_OK);
    fleet_run(&fleet, 0, 2, "DEL cup");
    cr_assert_eq(redlock_extend(lock, 30000, NULL), REDLOCK_LOST);
    cr_assert_eq(redlock_retain(lock), REDLOCK_LOST);
    cr_assert_eq(redlock_release(&inner, NULL), REDLOCK_GONE);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_GONE);
}

Test(retain, an_adopted_lock_is_extended_first)
{
    char token[REDLOCK_TOKEN_MAX];
    struct redlock_lock *adopted = NULL;

    acquire(30000, 0);
    (void)redlock_token(lock, token);
    cr_assert_eq(redlock_adopt(client, "cup", token, &adopted), REDLOCK_OK);
    cr_assert_eq(redlock_retain(adopted), REDLOCK_BAD_REQUEST);
    cr_assert_eq(redlock_extend(adopted, 30000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_retain(adopted), REDLOCK_OK);
}

Test(retain, a_set_is_retained_as_one_handle)
{
    static const char *const more[] = {"jug"};
    struct redlock_lock *inner;

    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){
                                     .size = sizeof(struct redlock_request),
                                     .resource = "cup",
                                     .more = more,
                                     .more_count = 1,
                                 },
                                 &lock),
                 REDLOCK_OK);
    inner = lock;
    cr_assert_eq(redlock_retain(lock), REDLOCK_OK);
    cr_assert_eq(redlock_release(&inner, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "jug", 3);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "jug", 0);
}

/* --- the event API --------------------------------------------------------
 */

static struct ending ending;

Test(retain, the_event_API_can_retain)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct redlock_client *events = fleet_open_on_loop(&fleet, loop);
    struct redlock_lock *won, *inner;

    cr_assert_eq(
        redlock_async_acquire(events,
                              &(struct redlock_request){
                                  .resource = "cup", .min_validity_ms = 29000},
                              note_acquired, &ending, NULL),
        REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    won = inner = ending.lock;
    cr_assert_eq(redlock_async_retain(won, note_done, &ending), REDLOCK_OK);
    cr_assert_eq(ending.count, 0);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    cr_assert_eq(redlock_async_release(&inner, &report, note_done, &ending),
                 REDLOCK_OK);
    cr_assert_null(inner);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    cr_assert(redlock_held(won));

    /* Too little validity is left. */
    cr_assert_eq(redlock_async_extend(won, 28000, NULL, note_done, &ending),
                 REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    sleep_ms(800);
    cr_assert_lt(redlock_remaining_ms(won), 29000);
    cr_assert_eq(redlock_async_retain(won, note_done, &ending), REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    inner = won;
    cr_assert_eq(redlock_async_release(&inner, NULL, note_done, &ending),
                 REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    cr_assert(redlock_held(won));
    cr_assert_eq(redlock_async_release(&won, NULL, note_done, &ending),
                 REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    fleet_await(&fleet, NULL, "cup", 0);
    redlock_close(events);
    ev_loop_destroy(loop);
}

static struct redlock_lock *won;
static int released;
static enum redlock_status retained;

/* The client reads the answers to both extensions in one turn of the loop. This
 * callback is called first. */
static void extended_then_give_back(void *user, enum redlock_status status)
{
    (void)user;
    cr_assert_eq(status, REDLOCK_OK);
    if (released++ == 0)
        cr_assert_eq(redlock_async_release(&won, NULL, NULL, NULL), REDLOCK_OK);
    else
        redlock_detach(&won);
    ending.count++;
}

static void on_retained(void *user, enum redlock_status status)
{
    (void)user;
    retained = status;
    ending.count++;
}

Test(retain, a_lock_that_is_freed_meanwhile_is_LOST)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct redlock_client *events = fleet_open_on_loop(&fleet, loop);

    for (int i = 0; i < 2; i++) {
        cr_assert_eq(
            redlock_async_acquire(
                events,
                &(struct redlock_request){.resource = i == 0 ? "cup" : "jug",
                                          .min_validity_ms = 29000},
                note_acquired, &ending, NULL),
            REDLOCK_OK);
        cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
        won = ending.lock;
        sleep_ms(800);
        cr_assert_lt(redlock_remaining_ms(won), 29000);
        retained = REDLOCK_OK;
        cr_assert_eq(redlock_async_extend(won, 30000, NULL,
                                          extended_then_give_back, NULL),
                     REDLOCK_OK);
        cr_assert_eq(redlock_async_retain(won, on_retained, NULL), REDLOCK_OK);
        sleep_ms(300);
        loop_run_until(loop, &ending.count, 2);
        ending.count = 0;
        cr_assert_eq(retained, REDLOCK_LOST);
    }
    redlock_close(events);
    ev_loop_destroy(loop);
}
