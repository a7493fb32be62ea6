/* SPDX-License-Identifier: MIT */
/* The queue of releases that a node has not acknowledged. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "redlock/runtime/pending_releases.h"

#define MS RLK_NS_PER_MS

static struct rlk_pending_releases releases;
static struct rlk_resource *job;

static void init(void)
{
    rlk_pending_releases_init(&releases);
    job = rlk_resource_new("cup", NULL);
    cr_assert_not_null(job);
}

static void clear(void)
{
    rlk_pending_releases_clear(&releases);
    cr_assert_eq(job->holders, 1);
    rlk_resource_drop(job);
}

TestSuite(releases, .init = init, .fini = clear);

static void add(const char *token,
                const struct rlk_pending_releases_terms *terms, int64_t now)
{
    struct rlk_token text;

    cr_assert(rlk_token_copy(&text, token));
    rlk_pending_releases_add(&releases, job, &text, terms, now);
}

/* The key expires after that time. */
static void add_aging(const char *token, int64_t lives_ns, int64_t now)
{
    add(token, &(struct rlk_pending_releases_terms){.lives_ns = lives_ns}, now);
}

/* The node may still set the key, so its end is unknown. */
static void add_unread(const char *token, uint64_t connection)
{
    add(token,
        &(struct rlk_pending_releases_terms){.lives_ns = 100 * MS,
                                             .maybe_unread = true,
                                             .connection = connection},
        0);
}

/* The token of the next release; "": there is none. */
static const char *next(void)
{
    const struct rlk_pending_release *entry =
        rlk_pending_releases_next(&releases);

    return entry == NULL ? "" : entry->token.text;
}

static struct rlk_pending_release *send_next(void)
{
    struct rlk_pending_release *entry = rlk_pending_releases_next(&releases);

    cr_assert_not_null(entry);
    rlk_pending_releases_sent(entry);
    return entry;
}

/* --- order ---------------------------------------------------------------- */

Test(releases, goes_out_oldest_first)
{
    add_aging("one", 100 * MS, 0);
    add_aging("two", 100 * MS, 1 * MS);
    cr_assert_str_eq(next(), "one");
    (void)send_next();
    cr_assert_str_eq(next(), "two");
}

Test(releases, sends_those_that_expire_first)
{
    add_unread("waits", 1);
    add_aging("ages", 100 * MS, 1 * MS);
    cr_assert_str_eq(next(), "ages");
    (void)send_next();
    cr_assert_str_eq(next(), "waits");
}

/* --- bounded in age ------------------------------------------------------- */

Test(releases, begins_to_age_when_its_connection_is_gone)
{
    add_unread("one", 1);
    rlk_pending_releases_begin_to_age(&releases, 2, 500 * MS);
    rlk_pending_releases_expire(&releases, 600 * MS - 1);
    cr_assert_eq(releases.count, 1);
    rlk_pending_releases_expire(&releases, 600 * MS);
    cr_assert_eq(releases.count, 0);
}

Test(releases, ages_in_flight_but_is_not_dropped)
{
    struct rlk_pending_release *entry;

    add_unread("one", 1);
    entry = send_next();
    rlk_pending_releases_begin_to_age(&releases, 2, 500 * MS);
    rlk_pending_releases_expire(&releases, 600 * MS);
    cr_assert_eq(releases.count, 1);
    rlk_pending_releases_refused(entry, false, 601 * MS);
    rlk_pending_releases_expire(&releases, 601 * MS);
    cr_assert_eq(releases.count, 0);
}

Test(releases, does_not_age_in_flight_on_the_current_connection)
{
    struct rlk_pending_release *entry;

    add_unread("one", 2);
    entry = send_next();
    rlk_pending_releases_begin_to_age(&releases, 2, 500 * MS);
    rlk_pending_releases_refused(entry, false, 501 * MS);
    rlk_pending_releases_expire(&releases, 10000 * MS);
    cr_assert_eq(releases.count, 1);
}

/* --- bounded in number ---------------------------------------------------- */

Test(releases, that_is_full_drops_the_oldest_that_ages)
{
    add_unread("unread", 1);
    add_aging("oldest", 100 * MS, 0);
    add_aging("second", 100 * MS, 0);
    for (int i = 0; i < RLK_PENDING_RELEASES_MOST - 2; i++)
        add_aging("filler", 100 * MS, 0);
    cr_assert_eq(releases.count, RLK_PENDING_RELEASES_MOST);
    cr_assert_str_eq(next(), "second");
    cr_assert_not(rlk_list_empty(&releases.maybe_unread));
}

Test(releases, that_is_full_of_unread_ones_drops_the_oldest)
{
    add_unread("oldest", 1);
    add_unread("second", 1);
    for (int i = 0; i < RLK_PENDING_RELEASES_MOST - 1; i++)
        add_unread("filler", 1);
    cr_assert_eq(releases.count, RLK_PENDING_RELEASES_MOST);
    cr_assert_str_eq(next(), "second");
}

/* --- refused -------------------------------------------------------------- */

Test(releases, that_was_refused_ages_from_when_it_was_added)
{
    add_aging("one", 100 * MS, 0);
    rlk_pending_releases_refused(send_next(), true, 50 * MS);
    rlk_pending_releases_expire(&releases, 100 * MS);
    cr_assert_eq(releases.count, 0);
}

Test(releases, that_was_refused_begins_to_age_if_nothing_is_unread)
{
    add_unread("one", 1);
    rlk_pending_releases_refused(send_next(), true, 50 * MS);
    rlk_pending_releases_expire(&releases, 150 * MS);
    cr_assert_eq(releases.count, 0);
}
