/* SPDX-License-Identifier: MIT */
/*
 * Guards: masters whose clock is stepped, and masters that lost
 * their memory, make nobody else a holder.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/admin.h"
#include "tests/support/fixture.h"

#define SHIFT_BYTES 24

static struct redlock_lock *lock;

TestSuite(guard, .init = start_five, .fini = close_all, .timeout = 120);

/* A client of the masters whose bits are set. */
static struct redlock_client *
open_some(unsigned reached, enum redlock_guard guard, int64_t ttl_max_ms)
{
    char nodes[sizeof(fleet.nodes)] = "";
    size_t length = 0;

    for (int i = 0; i < 5; i++) {
        const char *comma = i == 0 ? "" : ",";
        if ((reached & 1U << i) != 0)
            length += (size_t)snprintf(nodes + length, sizeof(nodes) - length,
                                       "%s%s", comma, fleet.server[i].uri);
        else
            length += (size_t)snprintf(nodes + length, sizeof(nodes) - length,
                                       "%sunix://%s/away%d", comma,
                                       fleet.server[i].dir, i);
    }
    return open_client(&(struct redlock_settings){
        .nodes = nodes,
        .node_timeout_ms = UNHURRIED_MS,
        .ttl_max_ms = ttl_max_ms,
        .guard = guard,
    });
}

static void init_nodes(void)
{
    struct redlock_client *operator= fleet_open(&fleet, UNHURRIED_MS);

    cr_assert_eq(redlock_init_nodes(operator, & report), REDLOCK_OK);
    cr_assert_eq(report.granted, 5);
    redlock_close(operator);
}

static enum redlock_status acquire(struct redlock_client *by,
                                   struct redlock_lock **handle,
                                   int64_t wait_ms)
{
    memset(&report, 0, sizeof(report));
    return redlock_acquire(by,
                           &(struct redlock_request){
                               .resource = "cup",
                               .ttl_ms = 20000,
                               .wait_ms = wait_ms,
                               .report = &report,
                           },
                           handle);
}

static void read_marker(struct server *server, char *text, size_t size)
{
    cr_assert(server_text(server, text, size, "GET redlock:inst"));
}

/* No node votes, and each keeps its marker. */
static void expect_marker_left(const char *marker)
{
    char text[REDLOCK_MARKER_MAX];

    cr_assert_eq(acquire(client, &lock, 0), REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_FOREIGN_MARKER);
    for (int i = 0; i < 5; i++) {
        read_marker(&fleet.server[i], text, sizeof(text));
        cr_assert_str_eq(text, marker);
    }
}

/* The script sees the marker first, then a client that connects. */
Test(guard, a_marker_of_another_version_excludes_the_node_and_stays)
{
    const char *const marker = "2|what is not known to this version";

    init_nodes();
    client = fleet_open(&fleet, UNHURRIED_MS);
    cr_assert_eq(redlock_inspect(client, "cup", NULL), REDLOCK_OK);
    for (int i = 0; i < 5; i++)
        server_run(&fleet.server[i], "SET redlock:inst %b", marker,
                   strlen(marker));
    expect_marker_left(marker);
    redlock_close(client);
    client = fleet_open(&fleet, UNHURRIED_MS);
    expect_marker_left(marker);
}

static void read_replid(struct server *server, char *replid)
{
    char text[8192];
    const char *found;

    cr_assert(server_text(server, text, sizeof(text), "INFO replication"));
    found = strstr(text, "master_replid:");
    cr_assert_not_null(found);
    memcpy(replid, found + strlen("master_replid:"), 40);
    replid[40] = '\0';
}

/* docs/protocol.md, 9 */
Test(guard, a_marker_has_the_documented_format)
{
    char text[REDLOCK_MARKER_MAX];
    char expected[REDLOCK_MARKER_MAX];
    char replid[41];

    init_nodes();
    read_replid(&fleet.server[0], replid);
    read_marker(&fleet.server[0], text, sizeof(text));
    snprintf(expected, sizeof(expected), "1|||%s|ok|300000", replid);
    cr_assert_str_eq(text, expected);
    client = fleet_open(&fleet, UNHURRIED_MS);
    cr_assert_eq(redlock_inspect(client, "cup", NULL), REDLOCK_OK);
    server_run(&fleet.server[0], "DEL redlock:inst");
    cr_assert_eq(acquire(client, &lock, 0), REDLOCK_OK);
    for (int i = 0; i < 2000 && report.node[0].reason == REDLOCK_REASON_NONE;
         i++) {
        redlock_release(&lock, NULL);
        cr_assert_eq(acquire(client, &lock, 0), REDLOCK_OK);
    }
    redlock_release(&lock, NULL);
    read_marker(&fleet.server[0], text, sizeof(text));
    snprintf(expected, sizeof(expected), "1|||%s|q|", replid);
    cr_assert_eq(strncmp(text, expected, strlen(expected)), 0, "%s", text);
}

/* Without the guard two clients hold the lock, and with it one. */
static enum redlock_status forgotten_vote(enum redlock_guard guard,
                                          bool *still_held)
{
    struct redlock_client *holder = open_some(0x07, guard, 0);
    struct redlock_lock *held = NULL;
    enum redlock_status status;

    cr_assert_eq(acquire(holder, &held, 0), REDLOCK_OK);
    server_restart(&fleet.server[2]);
    client = open_some(0x1c, guard, 0);
    status = acquire(client, &lock, 0);
    *still_held = redlock_held(held);
    redlock_close(holder);
    return status;
}

Test(guard, a_restarted_master_gives_no_other_client_the_lock)
{
    bool still_held = false;

    init_nodes();
    cr_assert_eq(forgotten_vote(REDLOCK_GUARD_AUTO, &still_held),
                 REDLOCK_NO_QUORUM);
    cr_assert(still_held);
    cr_assert_null(lock);
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_EXCLUDED, "%s",
                 votes_of(&report));
    cr_assert_eq(report.node[2].reason, REDLOCK_REASON_QUARANTINE);
    cr_assert_gt(report.node[2].quarantine_ms, 200000);
}

Test(guard, a_flushed_master_is_in_quarantine_for_all_clients)
{
    init_nodes();
    client = fleet_open(&fleet, UNHURRIED_MS);
    server_run(&fleet.server[0], "FLUSHALL");
    cr_assert_eq(acquire(client, &lock, 0), REDLOCK_OK);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_QUARANTINE);
    redlock_release(&lock, NULL);

    other = open_some(0x0b, REDLOCK_GUARD_AUTO, 0);
    cr_assert_eq(acquire(other, &lock, 0), REDLOCK_NO_QUORUM);
    cr_assert_eq(redlock_inspect(other, "cup", &report), REDLOCK_OK);
    cr_assert_gt(report.node[0].quarantine_ms, 0);
    cr_assert_eq(report.node[1].quarantine_ms, 0);
}

/* --- clocks -----------------------------------------------------------------
 */

static char shift_path[128];

static void shift_clock(long ms)
{
    FILE *file = fopen(shift_path, "r+");

    cr_assert_not_null(file);
    cr_assert_eq(fprintf(file, "%-*ld", SHIFT_BYTES - 1, ms), SHIFT_BYTES - 1);
    cr_assert_eq(fclose(file), 0);
}

static void restart_shifted(void)
{
    setenv("LD_PRELOAD", getenv("CLOCK_SHIM"), 1);
    server_restart(&fleet.server[2]);
    unsetenv("LD_PRELOAD");
}

/* The third master's wall clock shows what shift_clock() adds to it. */
static void start_shifted(void)
{
    FILE *file;

    cr_assert_not_null(getenv("CLOCK_SHIM"), "run this by meson test");
    snprintf(shift_path, sizeof(shift_path), "%s/shift", test_dir());
    file = fopen(shift_path, "w");
    cr_assert_not_null(file);
    cr_assert_eq(fprintf(file, "%-*d\n", SHIFT_BYTES - 1, 0), SHIFT_BYTES);
    cr_assert_eq(fclose(file), 0);
    setenv("CLOCK_SHIFT", shift_path, 1);
    restart_shifted();
}

Test(guard, a_stepped_clock_gives_no_other_client_the_lock)
{
    struct redlock_client *holder;
    struct redlock_lock *held = NULL;

    start_shifted();
    init_nodes();
    holder = open_some(0x07, REDLOCK_GUARD_AUTO, 0);
    client = open_some(0x1c, REDLOCK_GUARD_AUTO, 0);
    cr_assert_eq(acquire(client, &lock, 0), REDLOCK_OK);
    redlock_release(&lock, NULL);
    cr_assert_eq(acquire(holder, &held, 0), REDLOCK_OK);

    shift_clock(120000);
    cr_assert_eq(acquire(client, &lock, 0), REDLOCK_NO_QUORUM, "%s",
                 votes_of(&report));
    cr_assert_eq(report.node[2].reason, REDLOCK_REASON_CLOCK);
    cr_assert(redlock_held(held));

    /* The node is now in quarantine, also for a new client. */
    redlock_close(client);
    client = open_some(0x1c, REDLOCK_GUARD_AUTO, 0);
    cr_assert_eq(acquire(client, &lock, 0), REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[2].reason, REDLOCK_REASON_QUARANTINE);
    redlock_close(holder);
}
