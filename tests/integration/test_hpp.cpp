/* SPDX-License-Identifier: MIT */
/*
 * redlock/redlock.hpp, on real servers: what it holds is released where its
 * scope is left, and each call is the C call of its name. A plain program that
 * speaks TAP, built twice: once without exceptions.
 */

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "redlock/redlock.hpp"

#define _Noreturn [[noreturn]]
extern "C" {
#include "tests/support/fleet.h"
#include "tests/support/tap.h"
}

static fleet masters;

static redlock::settings unhurried()
{
    redlock::settings settings(masters.nodes);

    settings.node_timeout_ms = UNHURRIED_MS;
    return settings;
}

static redlock::client open_here()
{
    redlock::client client;

    if (client.open(unhurried()) != REDLOCK_OK)
        die("cannot open a client");
    return client;
}

static void held_for_a_scope(redlock::client &client)
{
    redlock::request request("cup");

    request.fencing = true;
    {
        redlock::lock lock;
        redlock::lock other;

        tap_check(lock.acquire(client, request) == REDLOCK_OK && lock.held(),
                  "a_lock_is_held");
        tap_check(lock.remaining_ms() > 0 && lock.valid_until_ms() > boot_ms(),
                  "whose_validity_ends_in_the_future");
        tap_check(lock.fence() > 0 && lock.fence_of(0) == lock.fence(),
                  "and_which_has_a_fence");
        tap_check(lock.count() == 1 &&
                      std::strcmp(lock.resource_of(0), "cup") == 0,
                  "and_is_of_its_resource");
        tap_check(lock.lost_fd() >= 0, "and_has_a_descriptor");
        tap_check(other.acquire(client, request) == REDLOCK_BUSY,
                  "another_is_refused_by_status");
        tap_check(!other.held() && other.get() == nullptr, "and_holds_nothing");
        tap_check(lock.acquire(client, "saucer") == REDLOCK_ALREADY &&
                      lock.held(),
                  "what_holds_one_does_not_acquire_another");
    }
    fleet_await(&masters, client.get(), "cup", 0);
    tap_check(true, "it_is_released_where_its_scope_ends");
}

static void moved(redlock::client &client)
{
    redlock::lock first;
    redlock::lock second;

    tap_check(first.acquire(client, "cup") == REDLOCK_OK &&
                  second.acquire(client, "saucer") == REDLOCK_OK,
              "two_are_held");
    second = std::move(first);
    fleet_await(&masters, client.get(), "saucer", 0);
    tap_check(second.held() && std::strcmp(second.resource_of(0), "cup") == 0,
              "one_that_is_moved_into_has_the_others");
    tap_check(first.get() == nullptr && !first.held(),
              "and_what_is_moved_from_has_none");
    redlock::lock third(std::move(second));
    tap_check(third.held() && !second.held(),
              "a_new_one_is_moved_into_as_well");

    redlock::client elsewhere(std::move(client));
    tap_check(client.get() == nullptr && third.held(),
              "a_client_that_moves_keeps_its_locks");
    tap_check(first.acquire(client, "cup") == REDLOCK_BAD_REQUEST,
              "and_nothing_is_acquired_from_where_it_was");
    client = std::move(elsewhere);
    tap_check(client.open(unhurried()) == REDLOCK_ALREADY,
              "it_is_open_already");
    tap_check(third.release() == REDLOCK_OK, "it_is_moved_back_and_releases");
}

static void extended_and_released(redlock::client &client)
{
    redlock_report report = redlock_report();
    redlock::request request("cup");
    redlock::lock lock;

    request.ttl_ms = 60000;
    tap_check(lock.acquire(client, request) == REDLOCK_OK, "a_minute_is_held");
    std::int64_t until = lock.valid_until_ms();
    tap_check(lock.extend(120000) == REDLOCK_OK &&
                  lock.valid_until_ms() > until,
              "an_extension_moves_its_end");
    report.size = sizeof(report);
    tap_check(lock.release(&report) == REDLOCK_OK &&
                  report.nodes == masters.count,
              "a_release_reports");
    tap_check(!lock.held() && lock.release() == REDLOCK_GONE,
              "then_there_is_none_to_release");
    tap_check(lock.extend(60000) == REDLOCK_LOST, "nor_to_extend");
    tap_check(lock.fence() == 0 && lock.fence_of(0) == 0 && lock.count() == 0 &&
                  lock.resource_of(0) == nullptr && lock.lost_fd() == -1 &&
                  lock.remaining_ms() == 0 && lock.valid_until_ms() == 0,
              "and_none_to_ask");
}

static void lost(redlock::client &client)
{
    redlock::lock lock;

    tap_check(lock.acquire(client, "cup") == REDLOCK_OK,
              "a_lock_is_held_again");
    fleet_await(&masters, client.get(), "cup", masters.count);
    fleet_run(&masters, 0, masters.count - 1, "SET cup another PX 600000");
    tap_check(lock.extend(60000) == REDLOCK_LOST && !lock.held(),
              "it_is_lost_where_another_has_its_keys");
    tap_check(lock.release() == REDLOCK_GONE, "and_its_release_says_so");
    fleet_run(&masters, 0, masters.count - 1, "DEL cup");
}

static void shared(redlock::client &client)
{
    redlock::request request("catalogue");
    redlock::lock reader;
    redlock::lock another;
    redlock::lock writer;

    request.mode = REDLOCK_SHARED;
    tap_check(reader.acquire(client, request) == REDLOCK_OK &&
                  another.acquire(client, request) == REDLOCK_OK &&
                  reader.held() && another.held(),
              "two_share_a_lock");
    tap_check(writer.acquire(client, "catalogue") == REDLOCK_BUSY,
              "which_nobody_has_alone");
}

static void cancelled(redlock::client &client)
{
    redlock::request request("cup");
    redlock::cancel none;
    redlock::cancel stop;
    redlock::lock lock;

    none.trigger();
    none.reset();
    tap_check(none.get() == nullptr, "there_may_be_no_handle");
    tap_check(stop.create() == REDLOCK_OK && stop.get() != nullptr,
              "a_handle_is_made");
    tap_check(stop.create() == REDLOCK_ALREADY, "and_is_there_already");
    none = std::move(stop);
    redlock::cancel moved(std::move(none));
    tap_check(stop.get() == nullptr && none.get() == nullptr &&
                  moved.get() != nullptr,
              "a_handle_is_moved");
    request.cancel = moved.get();
    request.wait_ms = REDLOCK_FOREVER;
    moved.trigger();
    tap_check(lock.acquire(client, request) == REDLOCK_CANCELLED,
              "a_call_that_has_it_is_cancelled");
    moved.reset();
    tap_check(lock.acquire(client, request) == REDLOCK_OK,
              "and_is_not_after_a_reset");
    tap_check(lock.release() == REDLOCK_OK, "it_is_held_and_released");
}

/* A copy of a copy, whose names are its own: those before it have others. */
static redlock::request of_three()
{
    redlock::request request("north");

    request.also("east").also("south");
    redlock::request copied(request);
    redlock::request assigned("nowhere");

    assigned = copied;
    request = redlock::request("gone");
    copied = redlock::request("gone");
    return assigned;
}

static void several(redlock::client &client)
{
    redlock::request request = of_three();
    redlock::lock lock;
    redlock::lock other;

    request.fencing = true;
    tap_check(lock.acquire(client, request) == REDLOCK_OK && lock.count() == 3,
              "several_are_held_together");
    tap_check(std::strcmp(lock.resource_of(0), "north") == 0 &&
                  std::strcmp(lock.resource_of(1), "east") == 0 &&
                  std::strcmp(lock.resource_of(2), "south") == 0 &&
                  lock.resource_of(3) == nullptr,
              "in_the_order_of_the_request");
    tap_check(lock.fence() == 0 && lock.fence_of(0) > 0 && lock.fence_of(2) > 0,
              "each_with_its_own_fence");
    tap_check(other.acquire(client, "south") == REDLOCK_BUSY,
              "and_each_keeps_others_out");
    tap_check(lock.release() == REDLOCK_OK, "they_are_released_together");
}

/* One name each: one that is there twice is refused whatever their number. */
static void as_many_as_there_may_be(redlock::client &client)
{
    static char names[2 * REDLOCK_SET_MAX][16];
    redlock::request request("first");
    redlock::lock lock;

    for (int i = 1; i < REDLOCK_SET_MAX; i++) {
        std::snprintf(names[i], sizeof(names[i]), "name %d", i);
        request.also(names[i]);
    }
    tap_check(lock.acquire(client, request) == REDLOCK_OK &&
                  lock.count() == REDLOCK_SET_MAX,
              "as_many_as_there_may_be_are_held");
    tap_check(lock.release() == REDLOCK_OK, "and_released");
    for (int i = REDLOCK_SET_MAX; i < 2 * REDLOCK_SET_MAX; i++) {
        std::snprintf(names[i], sizeof(names[i]), "name %d", i);
        request.also(names[i]);
        if (i == REDLOCK_SET_MAX)
            tap_check(lock.acquire(client, request) == REDLOCK_BAD_REQUEST,
                      "one_more_is_refused");
    }
    tap_check(lock.acquire(client, request) == REDLOCK_BAD_REQUEST,
              "and_so_are_many_more");
}

static void as_in_c(redlock::client &client)
{
    redlock_request request = redlock_request();
    redlock::lock lock;
    redlock::lock other;

    request.resource = "cup";
    request.mode = REDLOCK_SHARED;
    tap_check(lock.acquire(client, request) == REDLOCK_OK &&
                  other.acquire(client, request) == REDLOCK_OK,
              "of_a_request_without_a_size_all_is_read");
    tap_check(other.release() == REDLOCK_OK, "each_is_released");
    redlock_lock *taken = lock.take();
    tap_check(lock.get() == nullptr && redlock_held(taken),
              "what_is_taken_out_is_held_still");
    redlock::lock owner(taken);
    tap_check(redlock_retain(owner.get()) == REDLOCK_OK,
              "it_is_held_once_more");
    {
        redlock::lock guest(owner.get());
    }
    tap_check(owner.held(), "and_stands_when_one_of_two_has_ended");
}

static void wrong_nodes()
{
    redlock_problem problem = redlock_problem();
    redlock::client client;

    problem.size = sizeof(problem);
    tap_check(client.open("http://nowhere", &problem) == REDLOCK_BAD_NODES &&
                  problem.text[0] != '\0' && client.get() == nullptr,
              "nodes_that_cannot_be_are_refused_by_status");
}

#ifdef __cpp_exceptions

static void thrown_at_opening()
{
    bool thrown = false;

    try {
        redlock::client client = redlock::open("http://nowhere");
    } catch (const redlock::error &error) {
        thrown =
            error.status() == REDLOCK_BAD_NODES &&
            std::strcmp(error.what(), redlock_strerror(REDLOCK_BAD_NODES)) != 0;
    }
    tap_check(thrown, "an_exception_says_what_is_wrong_with_nodes");
}

static void thrown_at_acquiring(redlock::client &client)
{
    redlock::lock lock = redlock::acquire(client, "cup");
    bool thrown = false;

    tap_check(lock.held(), "what_does_not_throw_is_held");
    try {
        redlock::lock other = redlock::acquire(client, "cup");
    } catch (const std::exception &error) {
        thrown = std::strcmp(error.what(), redlock_strerror(REDLOCK_BUSY)) == 0;
    }
    tap_check(thrown, "who_is_refused_gets_an_exception");
    redlock::check(lock.extend(60000));
    try {
        redlock::check(lock.extend(-1));
        thrown = false;
    } catch (const redlock::error &error) {
        thrown = error.status() == REDLOCK_BAD_REQUEST;
    }
    tap_check(thrown, "a_status_becomes_an_exception");
}

static void thrown_through(redlock::client &client)
{
    try {
        redlock::lock lock = redlock::acquire(client, "cup");
        throw std::runtime_error("the work fails");
    } catch (const std::runtime_error &) {
    }
    fleet_await(&masters, client.get(), "cup", 0);
    tap_check(true, "an_exception_on_its_way_out_releases");
}

static void exceptions(redlock::client &client)
{
    redlock::client second = redlock::open(unhurried());

    tap_check(second.get() != nullptr, "what_does_not_throw_is_open");
    thrown_at_opening();
    thrown_at_acquiring(client);
    thrown_through(client);
}

#else

static void exceptions(redlock::client &)
{
}

#endif

int main()
{
    fleet_start(&masters, 3);
    redlock::client client = open_here();
    held_for_a_scope(client);
    moved(client);
    extended_and_released(client);
    lost(client);
    shared(client);
    cancelled(client);
    several(client);
    as_many_as_there_may_be(client);
    as_in_c(client);
    wrong_nodes();
    exceptions(client);
    client.close();
    fleet_stop(&masters);
    return tap_end();
}
