/* SPDX-License-Identifier: MIT */
/* redlock init: every node may vote, on the operator's word. */

#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/outcome.h"
#include "cli/commands.h"
#include "cli/lock/init_search.h"
#include "cli/text/advice.h"
#include "cli/text/duration.h"
#include "cli/text/json_words.h"
#include "cli/text/report_text.h"
#include "redlock/admin.h"

static const char help[] =
    "Usage: redlock init [OPTION...]\n"
    "\n"
    "Run it when NOBODY HOLDS A LOCK on these nodes. If somebody does, two "
    "may\n"
    "hold the same lock. It searches the nodes for held locks where its user\n"
    "may do so, and marks nothing if it finds one. --yes marks the nodes even\n"
    "then, without a search. You vouch for nodes that cannot be searched.\n"
    "Nodes that have this mark already are not searched.\n"
    "\n"
    "It writes a mark on every node: this node remembers all that it granted.\n"
    "From then on the nodes are guarded: one that loses its memory (restarted\n"
    "empty or from an old snapshot, FLUSHALL, a replica promoted) loses the\n"
    "mark too, and may not vote until every lock that it may have forgotten\n"
    "has run out: for --ttl-max and a second, while a client stays connected.\n"
    "\n"
    "For a new deployment; to end such quarantines early; and to change\n"
    "--ttl-max, which is part of the mark and has to be the same for every\n"
    "client.\n"
    "\n"
    "Exit status: 0 every node took it; 64 wrong usage; 69 some could not be\n"
    "reached, each is named; 75 locks are held, and nothing was marked; 77 "
    "some\n"
    "refuse the credentials.\n";

const struct options_taker cmd_init_taker = {
    .name = "init",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_YES | OPTIONS_JSON | OPTIONS_MESSAGES,
};

static bool lacks_rights(const struct redlock_node_report *node)
{
    return node->reason == REDLOCK_REASON_NOAUTH ||
           node->reason == REDLOCK_REASON_WRONGPASS ||
           node->reason == REDLOCK_REASON_CLIENT_CERTIFICATE ||
           node->reason == REDLOCK_REASON_NOPERM;
}

/*
 * A node that cannot be reached counts for more than one that refuses the
 * credentials, unless a majority refuses them.
 */
static int exit_status_of(enum redlock_status outcome,
                          const struct redlock_report *report)
{
    int status = EXITS_OK;

    if (outcome == REDLOCK_NO_RIGHTS)
        return EXITS_NO_RIGHTS;

    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_node_report *node = &report->node[i];

        if (node->vote == REDLOCK_VOTE_MARKED)
            continue;
        if (!lacks_rights(node))
            return EXITS_NO_QUORUM;
        status = EXITS_NO_RIGHTS;
    }
    return status;
}

static const char *status_name(int status)
{
    switch (status) {
    case EXITS_OK:
        return json_words_status(REDLOCK_OK);
    case EXITS_NO_RIGHTS:
        return json_words_status(REDLOCK_NO_RIGHTS);
    default:
        return "incomplete";
    }
}

static void print_json(const struct redlock_report *report, int64_t ttl_max_ms,
                       int unsearched, int status)
{
    struct json json;

    json_start(&json, stdout);
    json_object(&json, NULL);
    json_text(&json, "status", status_name(status));
    json_number(&json, "ttl_max_ms", ttl_max_ms);
    if (unsearched > 0)
        json_number(&json, "unsearched", unsearched);
    outcome_json_close(&json, report, REPORT_INIT);
}

static void print_node(const struct redlock_node_report *node)
{
    const char *advice = advice_of(node->reason);

    (void)printf("  %-32s ", node->name);
    if (node->vote == REDLOCK_VOTE_MARKED) {
        (void)puts("marked: it may vote");
        return;
    }
    (void)printf("not marked: %s", node->reason == REDLOCK_REASON_NONE
                                       ? redlock_vote_text(node->vote)
                                       : redlock_reason_text(node->reason));
    if (report_message(node) != NULL)
        (void)printf(" (%s)", node->message);
    if (advice != NULL)
        (void)printf(": %s", advice);
    (void)putchar('\n');
}

static void print_text(const struct redlock_report *report, int64_t ttl_max_ms,
                       int status)
{
    char span[DURATION_TEXT_MAX];

    (void)printf("%d of %d nodes marked, longest TTL %s\n", report->granted,
                 report->nodes, duration_text(ttl_max_ms, span));
    for (int i = 0; i < report->nodes; i++)
        print_node(&report->node[i]);
    if (status != EXITS_OK)
        (void)puts("Mend the others, and run it again: while nobody holds a "
                   "lock.");
}

static int mark(const struct options *options, int64_t ttl_max_ms,
                int unsearched)
{
    struct redlock_client *client = NULL;
    struct redlock_report report = {.nodes = 0};
    enum redlock_status outcome;
    int status = nodes_open(options, "init", &client);

    if (status >= 0)
        return status;
    outcome = redlock_init_nodes(client, &report);
    if (report.nodes == 0) {
        message_always("init", "%s", redlock_strerror(outcome));
        status = exits_of(outcome, EXITS_BUSY);
    } else {
        status = exit_status_of(outcome, &report);
        if (options->json)
            print_json(&report, ttl_max_ms, unsearched, status);
        else if (!options->quiet)
            print_text(&report, ttl_max_ms, status);
    }
    redlock_close(client);
    return status;
}

int cmd_init(int argc, char **argv)
{
    struct options options;
    int64_t ttl_max_ms;
    int unsearched = 0;
    int status = option_parser_read(&cmd_init_taker, argc, argv, &options);

    ttl_max_ms = options.settings.ttl_max_ms;
    if (ttl_max_ms == 0)
        ttl_max_ms = REDLOCK_TTL_MAX_DEFAULT_MS;
    if (status < 0)
        status = nodes_read_password(&options, "init");
    if (status < 0 && !options.yes)
        status = init_search(&options, ttl_max_ms, &unsearched);
    if (status < 0)
        status = mark(&options, ttl_max_ms, unsearched);
    nodes_forget_password(&options);
    option_parser_clear(&options);
    return status;
}
