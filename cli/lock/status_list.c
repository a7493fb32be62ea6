/* SPDX-License-Identifier: MIT */
/* What the nodes have, resource by resource. */

#include "cli/lock/status_list.h"

#include <inttypes.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/secrets.h"
#include "cli/text/advice.h"
#include "cli/text/duration.h"
#include "cli/text/json.h"
#include "cli/text/json_words.h"
#include "cli/text/plain.h"
#include "cli/text/report_text.h"
#include "redlock/admin.h"

/* Nodes that have no key of it. */
static int count_free(const struct redlock_listed *listed)
{
    return listed->answered - listed->named - listed->others;
}

static const char *standing_name(const struct redlock_listed *listed)
{
    switch (listed->holding) {
    case REDLOCK_HOLDING_SOMEBODY:
        return "held";
    case REDLOCK_HOLDING_NOBODY:
        return count_free(listed) >= listed->quorum ? "free" : "contested";
    case REDLOCK_HOLDING_UNSURE:
        break;
    }
    return "unknown";
}

/* --- for people ------------------------------------------------------------
 */

static void print_holder(const struct redlock_listed *listed)
{
    const struct report_holder holder = {
        .label = redlock_token_label(listed->token),
        .shared = strcmp(listed->token, "redlock:shared") == 0,
        .members = listed->members,
    };
    char text[REPORT_LINE_MAX];
    char span[DURATION_TEXT_MAX];

    plain_print(stdout, " by %s", report_holder_text(&holder, text));
    (void)printf(" (%d of %d nodes%s)", listed->named, listed->nodes,
                 listed->others > 0 ? ", others have another" : "");
    if (listed->remaining_ms >= 0)
        (void)printf(", for %s unless renewed",
                     duration_text(listed->remaining_ms, span));
}

static void print_one(void *user, const struct redlock_listed *listed)
{
    const struct options *options = user;
    char text[REPORT_LINE_MAX];

    if (options->quiet)
        return;
    plain_print(stdout, "%s:", listed->resource);
    if (listed->slots > 0)
        (void)printf(" %" PRId64 " of %" PRId64 " slots taken",
                     listed->slots_taken, listed->slots);
    if (listed->slots > 0 && listed->holding != REDLOCK_HOLDING_NOBODY)
        (void)putchar(',');
    if (listed->slots == 0 || listed->holding != REDLOCK_HOLDING_NOBODY)
        (void)printf(" %s", standing_name(listed));
    if (listed->named > 0 && listed->holding == REDLOCK_HOLDING_SOMEBODY)
        print_holder(listed);
    else if (listed->named > 0) {
        (void)printf(", a key");
        print_holder(listed);
    }
    (void)puts(report_waiting_text(listed->waiting, text));
}

/* What is worth saying of one node. */
static void print_node(const struct redlock_list_node *node)
{
    const char *advice = node->reason == REDLOCK_REASON_NOPERM
                             ? "a list needs +eval, +scan and +getrange"
                             : advice_of(node->reason);

    if (node->reason != REDLOCK_REASON_NONE)
        message(NULL, "  %s: %s%s%s%s%s%s", node->name,
                redlock_reason_text(node->reason),
                node->message[0] == '\0' ? "" : " (", node->message,
                node->message[0] == '\0' ? "" : ")", advice == NULL ? "" : ": ",
                advice == NULL ? "" : advice);
    if (node->refused > 0)
        message(NULL, "  %s: %" PRId64 " keys may not be read by this user",
                node->name, node->refused);
    if (node->left_out > 0)
        message(NULL, "  %s: %" PRId64 " names found no room in an answer",
                node->name, node->left_out);
}

/* Was there a node for which the time was too short? */
static bool is_cut(const struct redlock_list_report *report)
{
    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_list_node *node = &report->node[i];

        if (node->reason == REDLOCK_REASON_NONE && !node->complete &&
            node->left_out == 0)
            return true;
    }
    return false;
}

static void print_end(const struct options *options,
                      const struct redlock_list_report *report,
                      enum redlock_status status)
{
    if (status != REDLOCK_OK)
        message("status", "%s", redlock_strerror(status));
    for (int i = 0; i < report->nodes; i++)
        print_node(&report->node[i]);
    if (report->more)
        message("status", "there are more than these %d: raise --limit",
                report->listed);
    else if (is_cut(report))
        message("status", "not all nodes were gone through to their end: raise "
                          "--within");
    if (status == REDLOCK_OK && (options->verbose || report->listed == 0))
        message("status",
                "%d seen; keys of other Redlocks are not, but each can be "
                "named: redlock status RESOURCE",
                report->listed);
}

/* --- for programs ----------------------------------------------------------
 */

static void one_json(void *user, const struct redlock_listed *listed)
{
    struct json json;

    (void)user;
    json_start(&json, stdout);
    json_object(&json, NULL);
    json_text(&json, "resource", listed->resource);
    json_text(&json, "status", standing_name(listed));
    if (listed->named > 0) {
        json_text(&json, "holder", redlock_token_label(listed->token));
        json_number(&json, "holder_nodes", listed->named);
    }
    if (listed->members > 0)
        json_number(&json, "members", listed->members);
    if (listed->remaining_ms >= 0)
        json_number(&json, "remaining_ms", listed->remaining_ms);
    json_number(&json, "waiting", listed->waiting);
    if (listed->slots > 0) {
        json_number(&json, "slots_taken", listed->slots_taken);
        json_number(&json, "slots", listed->slots);
    }
    json_number(&json, "quorum", listed->quorum);
    json_number(&json, "answered", listed->answered);
    json_number(&json, "node_count", listed->nodes);
    json_close(&json, '}');
    json_finish(&json);
}

static void node_json(struct json *json, const struct redlock_list_node *node)
{
    json_object(json, NULL);
    json_text(json, "node", node->name);
    json_bool(json, "complete", node->complete);
    if (node->reason != REDLOCK_REASON_NONE)
        json_text(json, "reason", json_words_reason(node->reason));
    if (node->message[0] != '\0')
        json_text(json, "message", node->message);
    if (node->refused > 0)
        json_number(json, "refused", node->refused);
    if (node->left_out > 0)
        json_number(json, "left_out", node->left_out);
    json_close(json, '}');
}

static void end_json(const struct redlock_list_report *report)
{
    struct json json;

    json_start(&json, stdout);
    json_object(&json, NULL);
    json_number(&json, "listed", report->listed);
    json_bool(&json, "more", report->more);
    json_number(&json, "quorum", report->quorum);
    json_array(&json, "nodes");
    for (int i = 0; i < report->nodes; i++)
        node_json(&json, &report->node[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    json_finish(&json);
}

int status_list(const struct options *options)
{
    struct redlock_problem problem = {.position = 0};
    struct redlock_list_report report = {.size = sizeof(report)};
    struct redlock_list_request request = {
        .size = sizeof(request),
        .limit = options->limit,
        .timeout_ms = options->within_ms,
        .each = options->json ? one_json : print_one,
        .user = (void *)(uintptr_t)options,
    };
    struct redlock_settings settings;
    char password[SECRETS_PASSWORD_MAX];
    enum redlock_status outcome;
    int status = nodes_settings(options, "status", &settings, password);

    if (status >= 0)
        return status;
    outcome = redlock_list(&settings, &request, &report, &problem);
    secrets_forget(password);
    if (report.nodes == 0)
        return nodes_refused(options, "status", outcome, &problem);
    if (options->json)
        end_json(&report);
    else
        print_end(options, &report, outcome);
    return exits_of(outcome, EXITS_BUSY);
}
