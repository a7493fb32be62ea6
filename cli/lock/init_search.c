/* SPDX-License-Identifier: MIT */
/* Marks are written when nobody holds a lock: looks whether that is so. */

#include "cli/lock/init_search.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/secrets.h"
#include "cli/text/json.h"
#include "redlock/admin.h"

/* So many locks are named; the others are only counted. */
#define NAMES 5

/* Whatever is asked about: a node's mark is known with its answer. */
static const char any_resource[] = "init";

struct found {
    int count;
    char names[NAMES][REDLOCK_RESOURCE_MAX + 1];
};

static bool has_mark(const struct redlock_report *report, int64_t ttl_max_ms)
{
    for (int i = 0; i < report->nodes; i++) {
        if (report->node[i].vote != REDLOCK_VOTE_ANSWERED ||
            report->node[i].marked_ttl_max_ms != ttl_max_ms)
            return false;
    }
    return report->nodes > 0;
}

/* Returns an exit status, or -1, and whether all nodes have this mark. */
static int look_at_marks(const struct options *options, int64_t ttl_max_ms,
                         bool *marked)
{
    struct redlock_report report = {.size = sizeof(report)};
    struct options reading = *options;
    struct redlock_client *client = NULL;
    int status;

    reading.settings.read_only = true;
    status = nodes_open(&reading, "init", &client);
    if (status >= 0)
        return status;
    *marked = redlock_inspect(client, any_resource, &report) == REDLOCK_OK &&
              has_mark(&report, ttl_max_ms);
    redlock_close(client);
    return -1;
}

/* One node's key may be all that is left of a lock that the others forgot. */
static void note(void *user, const struct redlock_listed *listed)
{
    struct found *found = user;

    if (listed->named + listed->others == 0 && listed->slots_taken == 0)
        return;
    if (found->count < NAMES)
        (void)snprintf(found->names[found->count], sizeof(found->names[0]),
                       "%s", listed->resource);
    found->count++;
}

/* Returns how many nodes were not searched, or not completely. */
static int report_unsearched(const struct redlock_list_report *report)
{
    int unsearched = 0;

    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_list_node *node = &report->node[i];

        if (node->reason == REDLOCK_REASON_NONE && node->refused <= 0 &&
            node->complete)
            continue;
        unsearched++;
        if (node->reason != REDLOCK_REASON_NONE)
            message("init", "%s was not searched for held locks: %s%s",
                    node->name, redlock_reason_text(node->reason),
                    node->reason == REDLOCK_REASON_NOPERM
                        ? ": a search needs +eval, +scan and +getrange"
                        : "");
        else if (node->refused > 0)
            message("init",
                    "%s was not searched completely for held locks: this user "
                    "may not read %" PRId64 " keys",
                    node->name, node->refused);
        else
            message("init",
                    "%s was not searched completely for held locks: it has too "
                    "many keys",
                    node->name);
    }
    return unsearched;
}

static void print_found(const struct found *found, bool more)
{
    int named = found->count < NAMES ? found->count : NAMES;

    message("init", "%s%d lock%s held, and nothing was marked:",
            more ? "at least " : "", found->count,
            found->count == 1 ? " is" : "s are");
    for (int i = 0; i < named; i++)
        message(NULL, "  %s", found->names[i]);
    if (found->count > named)
        message(NULL, "  and %d more", found->count - named);
    message("init", "wait until they are released, or mark the nodes even so: "
                    "redlock init --yes");
}

static void found_json(const struct found *found, int64_t ttl_max_ms,
                       int unsearched)
{
    struct json json;

    json_start(&json, stdout);
    json_object(&json, NULL);
    json_text(&json, "status", "held");
    json_number(&json, "ttl_max_ms", ttl_max_ms);
    json_number(&json, "held", found->count);
    json_array(&json, "locks");
    for (int i = 0; i < found->count && i < NAMES; i++)
        json_text(&json, NULL, found->names[i]);
    json_close(&json, ']');
    if (unsearched > 0)
        json_number(&json, "unsearched", unsearched);
    json_close(&json, '}');
    json_finish(&json);
}

int init_search(const struct options *options, int64_t ttl_max_ms,
                int *unsearched)
{
    struct redlock_problem problem = {.position = 0};
    struct redlock_list_report report = {.size = sizeof(report)};
    struct found found = {.count = 0};
    const struct redlock_list_request request = {
        .size = sizeof(request), .each = note, .user = &found};
    struct redlock_settings settings;
    char password[SECRETS_PASSWORD_MAX];
    enum redlock_status outcome;
    bool marked = false;
    int status = look_at_marks(options, ttl_max_ms, &marked);

    if (status >= 0 || marked)
        return status;
    status = nodes_settings(options, "init", &settings, password);
    if (status >= 0)
        return status;
    outcome = redlock_list(&settings, &request, &report, &problem);
    secrets_forget(password);
    if (report.nodes == 0)
        return nodes_refused(options, "init", outcome, &problem);
    *unsearched = report_unsearched(&report);
    if (found.count == 0)
        return -1;
    print_found(&found, report.more);
    if (options->json)
        found_json(&found, ttl_max_ms, *unsearched);
    return EXITS_BUSY;
}
