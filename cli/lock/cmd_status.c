/* SPDX-License-Identifier: MIT */
/* redlock status: prints the holder, and the answer of every node. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_table.h"
#include "cli/base/outcome.h"
#include "cli/commands.h"
#include "cli/text/duration.h"
#include "cli/text/json.h"
#include "cli/text/layout.h"
#include "cli/text/report_text.h"
#include "cli/text/words.h"
#include "redlock/admin.h"

/* --- status list ---------------------------------------------------------- */

static const char *standing_name(const struct redlock_listed *listed)
{
    int keyless = listed->answered - listed->named - listed->others;

    if (listed->holding == REDLOCK_HOLDING_SOMEBODY)
        return "held";
    if (listed->holding == REDLOCK_HOLDING_UNSURE)
        return "unknown";
    return keyless >= listed->quorum ? "free" : "contested";
}

/* --- for people ----------------------------------------------------------- */

static void print_expiry(int64_t remaining_ms)
{
    char span[DURATION_TEXT_MAX];

    if (remaining_ms >= 0)
        (void)printf(", keys expire in %s unless renewed",
                     duration_text(remaining_ms, span));
}

static void print_holder(const struct redlock_listed *listed)
{
    const struct report_holder holder = {
        .label = redlock_token_label(listed->token),
        .shared = strcmp(listed->token, "redlock:shared") == 0,
        .members = listed->members,
    };
    char text[REPORT_LINE_MAX];

    plain_print(stdout, " by %s", report_holder_text(&holder, text));
    (void)printf(" (%d of %d nodes%s)", listed->named, listed->nodes,
                 listed->others > 0 ? ", other nodes name others" : "");
    print_expiry(listed->remaining_ms);
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
    if (listed->named > 0 && listed->holding != REDLOCK_HOLDING_SOMEBODY)
        (void)printf(", a key");
    if (listed->named > 0)
        print_holder(listed);
    (void)puts(report_waiting_text(listed->waiting, text));
}

/* Prints a node's failure, and the keys that it did not list. */
static void list_print_node(const struct redlock_list_node *node)
{
    const char *advice =
        node->reason == REDLOCK_REASON_NOPERM
            ? "to list locks, the user needs +eval, +scan and +getrange"
            : advice_of(node->reason);
    char text[REPORT_LINE_MAX];

    if (node->reason != REDLOCK_REASON_NONE)
        message(
            NULL, "  %s: %s", node->name,
            report_failure_text(node->reason, "", node->message, advice, text));
    if (node->refused > 0)
        message(NULL,
                "  %s: %" PRId64
                " keys are not listed: this user may not read them",
                node->name, node->refused);
    if (node->left_out > 0)
        message(NULL,
                "  %s: %" PRId64
                " names are not listed: they are too long for an answer",
                node->name, node->left_out);
}

/* Did the time run out before a node was searched completely? */
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
        list_print_node(&report->node[i]);
    if (report->more)
        message("status",
                "only %d names are listed, and there are more: raise --limit",
                report->listed);
    else if (is_cut(report))
        message("status",
                "the time was too short to search all nodes: raise --within");
    if (status == REDLOCK_OK && (options->verbose || report->listed == 0))
        message("status",
                "%d locks found. Locks of other Redlock libraries are not "
                "listed; query one with: redlock status RESOURCE",
                report->listed);
}

/* --- for programs --------------------------------------------------------- */

static void one_json(void *user, const struct redlock_listed *listed)
{
    struct json json;

    (void)user;
    json_open(&json, stdout);
    json_text(&json, "resource", listed->resource);
    json_text(&json, "status", standing_name(listed));
    if (listed->named > 0) {
        json_text(&json, "holder", redlock_token_label(listed->token));
        json_number(&json, "holder_nodes", listed->named);
    }
    json_number_from(&json, "members", 1, listed->members);
    json_number_from(&json, "remaining_ms", 0, listed->remaining_ms);
    json_number(&json, "waiting", listed->waiting);
    if (listed->slots > 0) {
        json_number(&json, "slots_taken", listed->slots_taken);
        json_number(&json, "slots", listed->slots);
    }
    json_number(&json, "quorum", listed->quorum);
    json_number(&json, "answered", listed->answered);
    json_number(&json, "node_count", listed->nodes);
    json_end(&json);
}

static void node_json(struct json *json, const struct redlock_list_node *node)
{
    json_object(json, NULL);
    json_text(json, "node", node->name);
    json_bool(json, "complete", node->complete);
    json_reason(json, "reason", node->reason);
    json_some_text(json, "message", node->message);
    json_number_from(json, "refused", 1, node->refused);
    json_number_from(json, "left_out", 1, node->left_out);
    json_close(json, '}');
}

static void end_json(const struct redlock_list_report *report)
{
    struct json json;

    json_open(&json, stdout);
    json_number(&json, "listed", report->listed);
    json_bool(&json, "more", report->more);
    json_number(&json, "quorum", report->quorum);
    json_array(&json, "nodes");
    for (int i = 0; i < report->nodes; i++)
        node_json(&json, &report->node[i]);
    json_close(&json, ']');
    json_end(&json);
}

/* Returns the exit status. */
static int status_list(struct options *options)
{
    struct redlock_problem problem = {.position = 0};
    struct redlock_list_report report = {.size = sizeof(report)};
    struct redlock_list_request request = {
        .size = sizeof(request),
        .limit = options->limit,
        .timeout_ms = options->within_ms,
        .each = options->json ? one_json : print_one,
        .user = options,
    };
    struct redlock_settings settings;
    enum redlock_status outcome;
    int status = nodes_settings(options, &settings);

    if (status >= 0)
        return status;
    outcome = redlock_list(&settings, &request, &report, &problem);
    if (report.nodes == 0)
        return nodes_refused(options, outcome, &problem);
    if (options->json)
        end_json(&report);
    else
        print_end(options, &report, outcome);
    return exits_of(outcome, EXITS_BUSY);
}

static const char help[] =
    "Usage: redlock status [OPTION...] [RESOURCE...]\n"
    "\n"
    "Asks every node which client holds the lock, and prints the result.\n"
    "Without a resource it searches the nodes and prints a line for each\n"
    "resource that has a lock or a queue. Locks of other Redlock libraries\n"
    "are not listed; query one with: redlock status RESOURCE\n"
    "\n"
    "The time printed is when the keys expire on the nodes. The holder's lock\n"
    "is valid for a shorter time, which redlock acquire prints.\n"
    "\n"
    "A node in quarantine has lost its memory: a client may hold a lock of\n"
    "which this node has no key.\n"
    "\n"
    "Exit status: 0 the nodes answered, whatever the state is; 64 wrong "
    "usage;\n"
    "69 too few nodes answered; 77 a majority of the nodes refuses the\n"
    "credentials.\n";

#define RESOURCES_MAX 1000

enum verdict {
    VERDICT_HELD,
    VERDICT_FREE,
    VERDICT_SLOTS,     /* some slots are taken */
    VERDICT_CONTESTED, /* no holder has a quorum, and none can get one now */
    VERDICT_UNKNOWN,   /* the silent nodes could decide either way */
};

static const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_HELD] = "held",       [VERDICT_FREE] = "free",
        [VERDICT_SLOTS] = "slots",     [VERDICT_CONTESTED] = "contested",
        [VERDICT_UNKNOWN] = "unknown",
    };

    return names[verdict];
}

/*
 * A node in quarantine without a key may have forgotten it, so its answer does
 * not count.
 */
static bool forgets(const struct redlock_node_report *node)
{
    return node->quarantine_ms > 0 && node->reason == REDLOCK_REASON_MISSING;
}

static int count_answers(const struct redlock_report *report,
                         enum redlock_reason reason)
{
    int count = 0;

    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_node_report *node = &report->node[i];
        if (node->vote == REDLOCK_VOTE_ANSWERED && node->reason == reason &&
            !forgets(node))
            count++;
    }
    return count;
}

/* The slots, and the largest number of taken ones that a quorum reports. */
struct slots {
    int64_t count;
    int64_t taken;
};

static struct slots slots_of(const struct redlock_report *report)
{
    struct slots slots = {0};

    for (int i = 0; i < report->nodes; i++) {
        int64_t taken = report->node[i].slots_taken;
        int as_many = 0;
        for (int k = 0; k < report->nodes; k++)
            as_many += report->node[k].slots_taken >= taken;
        if (as_many < report->quorum || taken <= slots.taken)
            continue;
        slots.taken = taken;
        slots.count = report->node[i].slots;
    }
    return slots;
}

static enum verdict verdict_of(const struct redlock_report *report)
{
    /* The holder of a slot does not hold the whole resource. */
    int missing = count_answers(report, REDLOCK_REASON_MISSING) +
                  count_answers(report, REDLOCK_REASON_SLOTS);
    int answered = missing + count_answers(report, REDLOCK_REASON_HELD) +
                   count_answers(report, REDLOCK_REASON_SHARED);
    int agreed = report_holder(report).nodes;

    if (agreed >= report->quorum)
        return VERDICT_HELD;
    if (slots_of(report).taken > 0)
        return VERDICT_SLOTS;
    if (answered < report->quorum ||
        agreed + report->nodes - answered >= report->quorum)
        return VERDICT_UNKNOWN;
    return missing >= report->quorum ? VERDICT_FREE : VERDICT_CONTESTED;
}

static void print_verdict(const struct redlock_report *report,
                          enum verdict verdict)
{
    struct report_holder holder = report_holder(report);
    struct slots slots = slots_of(report);
    char text[REPORT_LINE_MAX];

    switch (verdict) {
    case VERDICT_HELD:
        plain_print(stdout, "held by %s (%d of %d nodes agree)",
                    report_holder_text(&holder, text), holder.nodes,
                    report->nodes);
        print_expiry(holder.remaining_ms);
        break;
    case VERDICT_FREE:
        (void)printf("free");
        if (holder.label != NULL)
            (void)printf(", with keys of %s left on %d of %d nodes",
                         holder.label, holder.nodes, report->nodes);
        break;
    case VERDICT_SLOTS:
        (void)printf("%lld of %lld slots are taken", (long long)slots.taken,
                     (long long)slots.count);
        break;
    case VERDICT_CONTESTED:
        (void)printf(
            "contested: no client has a quorum; free when the keys expire");
        break;
    case VERDICT_UNKNOWN:
        (void)printf("unknown: too few nodes answered");
        if (holder.label != NULL)
            (void)printf("; held by %s on %d of %d nodes", holder.label,
                         holder.nodes, report->nodes);
        break;
    }
    (void)puts(report_waiting_text(report_waiting(report), text));
}

static void print_node(const struct redlock_node_report *node, bool verbose)
{
    const struct report_holder holder = {
        .label = redlock_token_label(node->holder),
        .shared = node->reason == REDLOCK_REASON_SHARED,
        .members = node->members,
    };
    char span[DURATION_TEXT_MAX];
    char text[REPORT_LINE_MAX];

    plain_print(stdout, "  %-32s ", node->name);
    if (node->vote != REDLOCK_VOTE_ANSWERED)
        (void)printf("%s", node->reason == REDLOCK_REASON_NONE
                               ? redlock_vote_text(node->vote)
                               : redlock_reason_text(node->reason));
    else if (node->reason == REDLOCK_REASON_MISSING)
        (void)printf("%s", forgets(node) ? redlock_reason_text(node->reason)
                                         : "free");
    else if (node->reason == REDLOCK_REASON_SLOTS)
        (void)printf("%lld of %lld slots are taken",
                     (long long)node->slots_taken, (long long)node->slots);
    else
        (void)printf("held by %s", report_holder_text(&holder, text));
    if (report_names_holder(node) && node->remaining_ms >= 0)
        (void)printf(", key expires in %s",
                     duration_text(node->remaining_ms, span));
    if (report_message(node->reason, node->message) != NULL)
        (void)printf(" (%s)", node->message);
    if (node->quarantine_ms > 0)
        (void)printf("; %s", report_quarantine_text(node, text));
    (void)printf("%s", report_waiting_text(node->waiting, text));
    if (verbose && node->latency_us >= 0)
        (void)printf(", %lld us", (long long)node->latency_us);
    (void)putchar('\n');
}

static void print_json(const struct options *options,
                       const struct redlock_report *report,
                       enum verdict verdict)
{
    struct report_holder holder = report_holder(report);
    struct slots slots = slots_of(report);
    struct json json;

    json_open(&json, stdout);
    json_text(&json, "resource", options->resource);
    json_text(&json, "status", verdict_name(verdict));
    if (holder.label != NULL) {
        json_text(&json, "holder", holder.label);
        json_number(&json, "holder_nodes", holder.nodes);
        json_number_from(&json, "members", 1, holder.members);
    }
    if (verdict == VERDICT_SLOTS) {
        json_number(&json, "slots", slots.count);
        json_number(&json, "slots_taken", slots.taken);
    }
    json_number(&json, "waiting", report_waiting(report));
    report_json(&json, report, REPORT_INSPECT);
    json_end(&json);
}

/* Prints the status of options->resource. */
static int inspect_one(struct redlock_client *client,
                       const struct options *options)
{
    struct redlock_report report = {.nodes = 0};
    enum redlock_status status =
        redlock_inspect(client, options->resource, &report);
    enum verdict verdict;

    if (report.nodes == 0) {
        outcome_print(options, status, NULL);
        return exits_of(status, EXITS_BUSY);
    }
    verdict = verdict_of(&report);
    if (options->json) {
        print_json(options, &report, verdict);
    } else if (!options->quiet) {
        plain_print(stdout, "%s: ", options->resource);
        print_verdict(&report, verdict);
        for (int i = 0; i < report.nodes; i++)
            print_node(&report.node[i], options->verbose);
    }
    if (status == REDLOCK_NO_RIGHTS || status == REDLOCK_NO_MEMORY)
        return exits_of(status, EXITS_BUSY);
    return verdict == VERDICT_UNKNOWN ? EXITS_NO_QUORUM : EXITS_OK;
}

static int inspect_all(struct options *options)
{
    struct redlock_client *client = NULL;
    int status;

    if (option_given(options, "limit") || option_given(options, "within"))
        return message_fail(EXITS_USAGE, "status",
                            "--limit and --within are for the list of all "
                            "locks; leave out the resource");
    options->settings.read_only = true;
    status = nodes_open(options, &client);
    if (status >= 0)
        return status;
    status = EXITS_OK;
    for (int i = 0; i < options->operand_count; i++) {
        int one;
        options->resource = options->operands[i];
        options->title = options->resource;
        one = inspect_one(client, options);
        status = status == EXITS_OK ? one : status;
    }
    nodes_close(client);
    return status;
}

static int run(struct options *options)
{
    return options->operand_count > 0 ? inspect_all(options)
                                      : status_list(options);
}

const struct subcommand cmd_status = {
    .name = "status",
    .what = "show the holder, and what each node has",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_LIST | OPTIONS_JSON | OPTIONS_MESSAGES,
    .resources_most = RESOURCES_MAX,
    .run = run,
};
