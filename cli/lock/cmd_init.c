/* SPDX-License-Identifier: MIT */
/* redlock init: marks all nodes, so that they may vote. */

#include <inttypes.h>
#include <stdio.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/commands.h"
#include "cli/text/duration.h"
#include "cli/text/json.h"
#include "cli/text/report_text.h"
#include "cli/text/words.h"
#include "redlock/admin.h"

/* --- init search ---------------------------------------------------------- */

/* Prints at most this many names; further locks are only counted. */
#define NAMES 5

/* Any resource: every answer of a node also contains its mark. */
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

/*
 * Prints the whole object.
 *
 * found   the locks because of which nothing was marked; or NULL
 * report  of the nodes that were marked; or NULL
 */
static void print_json(const char *status, const struct options *options,
                       const struct found *found, int unsearched,
                       const struct redlock_report *report)
{
    struct json json;

    json_open(&json, stdout);
    json_text(&json, "status", status);
    json_number(&json, "ttl_max_ms", options->settings.ttl_max_ms);
    if (found != NULL) {
        json_number(&json, "held", found->count);
        json_array(&json, "locks");
        for (int i = 0; i < found->count && i < NAMES; i++)
            json_text(&json, NULL, found->names[i]);
        json_close(&json, ']');
    }
    json_number_from(&json, "unsearched", 1, unsearched);
    if (report != NULL)
        report_json(&json, report, REPORT_INIT);
    json_end(&json);
}

/* Reports markers of another version. Returns whether there are any. */
static bool report_foreign(const struct redlock_report *report)
{
    bool foreign = false;

    for (int i = 0; i < report->nodes; i++) {
        if (report->node[i].marked_ttl_max_ms >= 0)
            continue;
        foreign = true;
        message("init",
                "%s has a marker that this version cannot read, and nothing "
                "was marked",
                report->node[i].name);
    }
    if (foreign)
        message(
            "init",
            "use the version of redlock that marked the nodes, or, if "
            "no client holds a lock, replace its markers: redlock init --yes");
    return foreign;
}

/* Returns an exit status; or -1, and *marked: do all nodes have this mark? */
static int look_at_marks(struct options *options, bool *marked)
{
    struct redlock_report report = {.size = sizeof(report)};
    struct redlock_client *client = NULL;
    int status;

    options->settings.read_only = true;
    status = nodes_open(options, &client);
    options->settings.read_only = false;
    if (status >= 0)
        return status;
    *marked = redlock_inspect(client, any_resource, &report) == REDLOCK_OK &&
              has_mark(&report, options->settings.ttl_max_ms);
    redlock_close(client);
    if (!report_foreign(&report))
        return -1;
    if (options->json)
        print_json(json_words_reason(REDLOCK_REASON_FOREIGN_MARKER), options,
                   NULL, 0, NULL);
    return EXITS_UNSAFE;
}

/* A single key counts as a lock: the other nodes may have forgotten it. */
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

/* Nodes that a search has missed. */
struct missed {
    int nodes;   /* not or not completely searched */
    int unknown; /* of these, for a reason other than missing rights */
    int refused; /* of these, refused the credentials */
};

static bool lacks_rights(enum redlock_reason reason)
{
    return reason == REDLOCK_REASON_NOAUTH ||
           reason == REDLOCK_REASON_WRONGPASS ||
           reason == REDLOCK_REASON_CLIENT_CERTIFICATE ||
           reason == REDLOCK_REASON_NOPERM;
}

static void report_missed(const struct redlock_list_node *node)
{
    const char *advice = node->reason == REDLOCK_REASON_NOPERM
                             ? "a search needs +eval, +scan and +getrange"
                             : advice_of(node->reason);
    char text[REPORT_LINE_MAX];

    if (node->reason != REDLOCK_REASON_NONE)
        message("init", "%s was not searched for held locks: %s", node->name,
                report_failure_text(node->reason, "", "", advice, text));
    else if (!node->complete)
        message("init",
                "%s was not searched completely for held locks: it has too "
                "many keys",
                node->name);
    else
        message("init",
                "%s was not searched completely for held locks: this user "
                "may not read %" PRId64 " keys",
                node->name, node->refused);
}

static struct missed report_unsearched(const struct redlock_list_report *report)
{
    struct missed missed = {.nodes = 0};

    for (int i = 0; i < report->nodes; i++) {
        const struct redlock_list_node *node = &report->node[i];
        if (node->reason == REDLOCK_REASON_NONE && node->refused <= 0 &&
            node->complete)
            continue;
        report_missed(node);
        missed.nodes++;
        if (node->reason == REDLOCK_REASON_NOPERM ||
            (node->reason == REDLOCK_REASON_NONE && node->complete))
            continue;
        missed.unknown++;
        missed.refused += lacks_rights(node->reason);
    }
    return missed;
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
    message("init", "wait until they are released, or mark the nodes anyway: "
                    "redlock init --yes");
}

/* Reports that nothing was marked. Returns an exit status. */
static int end_unsearched(const struct options *options,
                          const struct missed *missed,
                          enum redlock_status outcome)
{
    message("init",
            "nothing was marked, because a node that was not searched "
            "may have a held lock: repair the nodes named above, and "
            "run it again; or, if no client holds a lock, mark the nodes "
            "without a search: redlock init --yes");
    if (options->json)
        print_json("unsearched", options, NULL, missed->nodes, NULL);
    return outcome == REDLOCK_NO_RIGHTS || missed->refused == missed->unknown
               ? EXITS_NO_RIGHTS
               : EXITS_NO_QUORUM;
}

/*
 * Searches the nodes for held locks, and writes nothing to them. Skips the
 * search if all nodes have this ttl_max_ms as their mark already. Reports the
 * locks that it finds, and the nodes that it cannot search.
 *
 * unsearched  if nodes were searched: how many were not searched completely
 *
 * Returns an exit status; or -1: no lock was found, and every node was searched
 * as far as the user has the right to.
 */
static int init_search(struct options *options, int *unsearched)
{
    struct redlock_problem problem = {.position = 0};
    struct redlock_list_report report = {.size = sizeof(report)};
    struct found found = {.count = 0};
    const struct redlock_list_request request = {
        .size = sizeof(request), .each = note, .user = &found};
    struct redlock_settings settings;
    struct missed missed;
    enum redlock_status outcome;
    bool marked = false;
    int status = look_at_marks(options, &marked);

    if (status >= 0 || marked)
        return status;
    status = nodes_settings(options, &settings);
    if (status >= 0)
        return status;
    outcome = redlock_list(&settings, &request, &report, &problem);
    if (report.nodes == 0)
        return nodes_refused(options, outcome, &problem);
    missed = report_unsearched(&report);
    *unsearched = missed.nodes;
    if (found.count > 0) {
        print_found(&found, report.more);
        if (options->json)
            print_json("held", options, &found, missed.nodes, NULL);
        return EXITS_BUSY;
    }
    return missed.unknown > 0 ? end_unsearched(options, &missed, outcome) : -1;
}

static const char help[] =
    "Usage: redlock init [OPTION...]\n"
    "\n"
    "Marks every node as one that remembers all locks that it has granted.\n"
    "MAKE SURE THAT NO CLIENT HOLDS A LOCK on these nodes while it runs:\n"
    "otherwise two clients may hold the same lock.\n"
    "\n"
    "The command searches the nodes for held locks. It marks nothing if it\n"
    "finds one, or if a node does not answer, refuses the credentials or has\n"
    "too many keys. If the user only lacks the rights to search a node, the\n"
    "command prints that and marks the node nevertheless. --yes marks the\n"
    "nodes without a search. The search does not find locks that a node has\n"
    "forgotten. It skips the search if all nodes have this marker already.\n"
    "\n"
    "From then on the nodes are guarded. A node that loses its memory\n"
    "(restarted empty or from an old snapshot, FLUSHALL, a promoted replica)\n"
    "loses its marker too. Its vote does not count until every lock that it\n"
    "may have forgotten has expired: until clients have observed the node\n"
    "for --ttl-max and one second.\n"
    "\n"
    "Use it for a new deployment, to end such quarantines early, and to "
    "change\n"
    "--ttl-max, which is part of the marker and the same for all clients.\n"
    "\n"
    "Exit status: 0 every node is marked; 64 wrong usage; 69 some nodes did\n"
    "not answer, had too many keys or could not be marked, each is named; 75\n"
    "locks are held, and nothing was marked; 77 a majority, or every node\n"
    "not searched or marked, refuses the credentials; 78 a node has a marker\n"
    "of another version, and nothing was marked.\n";

/*
 * A node that cannot be reached decides the status before one that refuses the
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
        if (!lacks_rights(node->reason))
            return EXITS_NO_QUORUM;
        status = EXITS_NO_RIGHTS;
    }
    return status;
}

static const char *status_name(int status)
{
    if (status == EXITS_OK)
        return json_words_status(REDLOCK_OK);
    if (status == EXITS_NO_RIGHTS)
        return json_words_status(REDLOCK_NO_RIGHTS);
    return "incomplete";
}

static void print_node(const struct redlock_node_report *node)
{
    char text[REPORT_LINE_MAX];

    if (node->vote == REDLOCK_VOTE_MARKED)
        (void)printf("  %-32s marked: it may vote\n", node->name);
    else
        (void)printf(
            "  %-32s not marked: %s\n", node->name,
            report_failure_text(node->reason, redlock_vote_text(node->vote),
                                node->message, advice_of(node->reason), text));
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
        (void)puts("Repair the other nodes, and run redlock init again while "
                   "no client holds a lock.");
}

static int mark(struct options *options, int unsearched)
{
    struct redlock_client *client = NULL;
    struct redlock_report report = {.nodes = 0};
    enum redlock_status outcome;
    int status = nodes_open(options, &client);

    if (status >= 0)
        return status;
    outcome = redlock_init_nodes(client, &report);
    redlock_close(client);
    if (report.nodes == 0)
        return message_fail(exits_of(outcome, EXITS_BUSY), "init", "%s",
                            redlock_strerror(outcome));
    status = exit_status_of(outcome, &report);
    if (options->json)
        print_json(status_name(status), options, NULL, unsearched, &report);
    else if (!options->quiet)
        print_text(&report, options->settings.ttl_max_ms, status);
    return status;
}

static int run(struct options *options)
{
    int unsearched = 0;
    int status = nodes_read_password(options);

    if (status < 0 && !options->yes)
        status = init_search(options, &unsearched);
    return status < 0 ? mark(options, unsearched) : status;
}

const struct subcommand cmd_init = {
    .name = "init",
    .what = "mark the nodes while no lock is held",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_YES | OPTIONS_JSON | OPTIONS_MESSAGES,
    .run = run,
};
