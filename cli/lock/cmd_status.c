/* SPDX-License-Identifier: MIT */
/* redlock status: who holds it, as every node sees it. */

#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/outcome.h"
#include "cli/commands.h"
#include "cli/lock/status_list.h"
#include "cli/text/duration.h"
#include "cli/text/plain.h"
#include "cli/text/report_json.h"
#include "cli/text/report_text.h"

static const char help[] =
    "Usage: redlock status [OPTION...] [RESOURCE...]\n"
    "\n"
    "Asks every node who holds the lock, and says what that amounts to.\n"
    "Without a resource: goes through the nodes and prints a line for each\n"
    "that has a lock or a queue of ours; those of other Redlocks are not "
    "seen.\n"
    "\n"
    "A node in quarantine has lost its memory: that it has no key says "
    "nothing.\n"
    "\n"
    "Exit status: 0 the nodes can tell, whatever it is; 64 wrong usage; 69 "
    "too\n"
    "few of them can; 77 a majority refuses the credentials.\n";

#define RESOURCES_MAX 1000

const struct options_taker cmd_status_taker = {
    .name = "status",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_LIST | OPTIONS_JSON | OPTIONS_MESSAGES,
    .resources_most = RESOURCES_MAX,
};

enum verdict {
    VERDICT_HELD,
    VERDICT_FREE,
    VERDICT_SLOTS,     /* some of its slots are taken */
    VERDICT_CONTESTED, /* no holder has a quorum, and none can get one now */
    VERDICT_UNKNOWN,   /* the nodes that cannot tell could decide either way */
};

static const char *verdict_name(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_HELD:
        return "held";
    case VERDICT_FREE:
        return "free";
    case VERDICT_SLOTS:
        return "slots";
    case VERDICT_CONTESTED:
        return "contested";
    case VERDICT_UNKNOWN:
        break;
    }
    return "unknown";
}

/*
 * A node in quarantine that has no key may have lost it: its answer says
 * nothing.
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

/* How many slots there are, and taken: so many that a quorum says as many. */
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
    /* Who has a slot has not got it as a whole. */
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
    char span[DURATION_TEXT_MAX];
    char text[REPORT_LINE_MAX];

    switch (verdict) {
    case VERDICT_HELD:
        plain_print(stdout, "held by %s (%d of %d nodes agree)",
                    report_holder_text(&holder, text), holder.nodes,
                    report->nodes);
        if (holder.remaining_ms >= 0)
            (void)printf(", for %s unless renewed",
                         duration_text(holder.remaining_ms, span));
        break;
    case VERDICT_FREE:
        (void)printf("free");
        if (holder.label != NULL)
            (void)printf(", with remains of %s on %d of %d nodes", holder.label,
                         holder.nodes, report->nodes);
        break;
    case VERDICT_SLOTS:
        (void)printf("%lld of %lld slots are taken", (long long)slots.taken,
                     (long long)slots.count);
        break;
    case VERDICT_CONTESTED:
        (void)printf("contested: nobody has a majority; it clears up when the "
                     "keys run out");
        break;
    case VERDICT_UNKNOWN:
        (void)printf("unknown: too few nodes can tell");
        if (holder.label != NULL)
            (void)printf("; %s has it on %d of %d", holder.label, holder.nodes,
                         report->nodes);
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
        (void)printf(", %s left", duration_text(node->remaining_ms, span));
    if (report_message(node) != NULL)
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

    json_start(&json, stdout);
    json_object(&json, NULL);
    json_text(&json, "resource", options->resource);
    json_text(&json, "status", verdict_name(verdict));
    if (holder.label != NULL) {
        json_text(&json, "holder", holder.label);
        json_number(&json, "holder_nodes", holder.nodes);
        if (holder.members > 0)
            json_number(&json, "members", holder.members);
    }
    if (verdict == VERDICT_SLOTS) {
        json_number(&json, "slots", slots.count);
        json_number(&json, "slots_taken", slots.taken);
    }
    json_number(&json, "waiting", report_waiting(report));
    report_json(&json, report, REPORT_INSPECT);
    json_close(&json, '}');
    json_finish(&json);
}

/* Asks for options->resource. */
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
    if (status == REDLOCK_NO_RIGHTS)
        return EXITS_NO_RIGHTS;
    return verdict == VERDICT_UNKNOWN ? EXITS_NO_QUORUM : EXITS_OK;
}

static int inspect_all(struct options *options)
{
    struct redlock_client *client = NULL;
    int status;

    if (options->limit != 0 || options->within_ms != 0) {
        message_always("status", "--limit and --within are for a list: "
                                 "without a resource");
        return EXITS_USAGE;
    }
    options->settings.read_only = true;
    status = nodes_open(options, "status", &client);
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

int cmd_status(int argc, char **argv)
{
    struct options options;
    int status = option_parser_read(&cmd_status_taker, argc, argv, &options);

    if (status < 0)
        status = options.operand_count > 0 ? inspect_all(&options)
                                           : status_list(&options);
    option_parser_clear(&options);
    return status;
}
