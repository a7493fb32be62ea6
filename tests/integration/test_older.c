/* SPDX-License-Identifier: MIT */
/*
 * Clients of version 0.1.0 on nodes that are marked by this one: their scripts,
 * which older/ keeps as they were, each sent after beginning.lua, refuse such a
 * node for good, and leave its marker as it is.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/admin.h"
#include "tests/support/fleet.h"

#define MISSING 0
#define YES 1
#define QUARANTINED 4

static struct fleet fleet;
static struct server *node;
static struct redlock_client *client;
static struct redlock_lock *lock;
static struct redlock_report report;
static char marker[256];
static char run_id[64];

static void read_field(char *value, size_t size, const char *field)
{
    char text[8192];
    const char *found;

    server_text(node, text, sizeof(text), "INFO server");
    found = strstr(text, field);
    cr_assert_not_null(found);
    found += strlen(field);
    snprintf(value, size, "%.*s", (int)strcspn(found, "\r"), found);
}

static void start_marked(void)
{
    fleet_start(&fleet, 1);
    node = &fleet.server[0];
    client = fleet_open(&fleet, UNHURRIED_MS);
    cr_assert_eq(redlock_init_nodes(client, NULL), REDLOCK_OK);
    cr_assert(server_text(node, marker, sizeof(marker), "GET redlock:inst"));
    read_field(run_id, sizeof(run_id), "run_id:");
}

static void stop_all(void)
{
    redlock_close(client);
    fleet_stop(&fleet);
}

TestSuite(older, .init = start_marked, .fini = stop_all, .timeout = 60);

/* Appends a file of older/ to the text. */
static void slurp(char *text, size_t size, const char *name)
{
    size_t begun = strlen(text);
    char path[512];
    FILE *file;
    size_t length;

    cr_assert_not_null(getenv("OLDER_SCRIPTS"), "run this by meson test");
    snprintf(path, sizeof(path), "%s/%s.lua", getenv("OLDER_SCRIPTS"), name);
    file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    length = fread(text + begun, 1, size - begun - 1, file);
    text[begun + length] = '\0';
    fclose(file);
}

/* The status that the old script answers with. */
static long long run_old(const char *name, const char *token)
{
    char script[8192] = "";
    char whole[8300];

    slurp(script, sizeof(script), "beginning");
    slurp(script, sizeof(script), name);
    snprintf(whole, sizeof(whole), "local function old()\n%s\nend\n%s", script,
             "return old()[1]");
    return server_integer(node,
                          "EVAL %s 3 cup {cup}:fence redlock:inst %s 60000 %s "
                          "300000 7 1 0 0",
                          whole, token, run_id);
}

static void assert_marker(const char *expected)
{
    char text[256];

    cr_assert(server_text(node, text, sizeof(text), "GET redlock:inst"));
    cr_assert_str_eq(text, expected);
}

Test(older, clients_get_no_vote_and_change_no_marker)
{
    static const char *const others[] = {"extend", "confirm", "release",
                                         "repair"};

    cr_assert_eq(run_old("grant", "token.1.x"), QUARANTINED);
    cr_assert_eq(server_integer(node, "EXISTS cup"), 0);
    assert_marker(marker);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        (void)run_old(others[i], "token.1.x");
        assert_marker(marker);
    }
}

Test(older, clients_get_none_of_a_node_in_quarantine)
{
    server_run(node, "FLUSHALL");
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup"},
                                 &lock),
                 REDLOCK_NO_QUORUM);
    cr_assert(server_text(node, marker, sizeof(marker), "GET redlock:inst"));
    cr_assert_eq(run_old("grant", "token.1.x"), QUARANTINED);
    assert_marker(marker);
}

/* Its reader took 191 bytes for a marker, and more for none. */
Test(older, clients_read_the_whole_marker)
{
    cr_assert_lt(strlen(marker), 192);
}

/* They wait for the end that such a quarantine names: 126 years. */
Test(older, clients_see_a_quarantine_of_this_run_without_end)
{
    int64_t since = -1;
    int64_t longest = 0;

    cr_assert_eq(strncmp(marker, run_id, strlen(run_id)), 0);
    cr_assert_eq(sscanf(marker + strlen(run_id), "|q|%" SCNd64 "|%" SCNd64 "|",
                        &since, &longest),
                 2);
    cr_assert_eq(since, 0);
    cr_assert_eq(longest, INT64_C(4000000000000));
}

Test(older, markers_are_none)
{
    server_run(node, "SET redlock:inst %s|ok|300000", run_id);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .report = &report},
                                 &lock),
                 REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_QUARANTINE);
    cr_assert_eq(run_old("grant", "token.1.x"), QUARANTINED);
}

/* What we do not know is not ours to change either. */
Test(older, than_the_marker_we_get_no_vote_and_change_nothing)
{
    char later[256];

    snprintf(later, sizeof(later), "%s|q|0|4000000000000|3|something", run_id);
    server_run(node, "SET redlock:inst %s", later);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .report = &report},
                                 &lock),
                 REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_QUARANTINE);
    cr_assert_not_null(strstr(report.node[0].message, "later version"), "%s",
                       report.node[0].message);
    redlock_close(client);
    client = fleet_open(&fleet, UNHURRIED_MS);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .report = &report},
                                 &lock),
                 REDLOCK_NO_QUORUM);
    assert_marker(later);
}
