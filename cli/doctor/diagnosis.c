/* SPDX-License-Identifier: MIT */
/* The deployment as a whole. */

#include "cli/doctor/diagnosis.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/doctor/diagnosis_node.h"
#include "cli/doctor/diagnosis_times.h"
#include "cli/text/duration.h"
#include "cli/text/json_words.h"

#define NODES_TEXT_MAX 128

const char *diagnosis_verdict_name(enum diagnosis_verdict verdict)
{
    switch (verdict) {
    case DIAGNOSIS_FINE:
        return "fine";
    case DIAGNOSIS_REMARKS:
        return "remarks";
    case DIAGNOSIS_UNSAFE:
        return "unsafe";
    case DIAGNOSIS_NO_QUORUM:
        return json_words_status(REDLOCK_NO_QUORUM);
    case DIAGNOSIS_NO_RIGHTS:
        break;
    }
    return json_words_status(REDLOCK_NO_RIGHTS);
}

static bool is_examined(const struct redlock_node_facts *facts)
{
    return facts->reason == REDLOCK_REASON_NONE;
}

/* Adds a node's number to "1, 3"; text: NODES_TEXT_MAX bytes. */
static void append_node(char *text, int node)
{
    size_t length = strlen(text);

    (void)snprintf(text + length, NODES_TEXT_MAX - length, "%s%d",
                   length == 0 ? "" : ", ", node + 1);
}

/* --- the guard -------------------------------------------------------------
 */

static bool is_marked(const struct redlock_node_facts *facts)
{
    return facts->memory == REDLOCK_MEMORY_SOUND ||
           facts->memory == REDLOCK_MEMORY_QUARANTINE ||
           facts->memory == REDLOCK_MEMORY_STALE;
}

static bool any_marked(const struct redlock_examination *examination)
{
    for (int i = 0; i < examination->nodes; i++) {
        if (is_marked(&examination->node[i]))
            return true;
    }
    return false;
}

static bool is_guarded(const struct redlock_examination *examination)
{
    if (examination->guard != REDLOCK_GUARD_AUTO)
        return examination->guard == REDLOCK_GUARD_ON;
    return any_marked(examination);
}

/* Was nobody told by any node? */
static bool is_unread(const struct redlock_examination *examination)
{
    for (int i = 0; i < examination->nodes; i++) {
        if (examination->node[i].memory != REDLOCK_MEMORY_UNKNOWN)
            return false;
    }
    return true;
}

/* If it is killed, it loses nothing that it has acknowledged. */
static bool is_durable(const struct redlock_node_facts *facts)
{
    return facts->append_only == 1 &&
           strcmp(facts->append_fsync, "always") == 0;
}

static void judge_unguarded(const struct redlock_examination *examination,
                            struct findings *findings)
{
    char nodes[NODES_TEXT_MAX] = "";
    struct finding *finding;

    for (int i = 0; i < examination->nodes; i++) {
        if (is_examined(&examination->node[i]) &&
            !is_durable(&examination->node[i]))
            append_node(nodes, i);
    }
    if (nodes[0] != '\0')
        finding = findings_add(
            findings, FINDING_REMARK, 0, "unguarded",
            "nothing guards against a node's amnesia: a restart can give a "
            "lock away (without appendfsync always: node %s)",
            nodes);
    else
        finding = findings_add(
            findings, FINDING_REMARK, 0, "unguarded",
            "nothing guards against a node's amnesia: FLUSHALL or a lost disk "
            "can give a lock away");
    finding_advise(finding, "redlock init, while nobody holds a lock");
}

static void judge_unmarked(struct findings *findings)
{
    finding_advise(findings_add(findings, FINDING_UNSAFE, 0, "unmarked",
                                "no node has a marker, so that with --guard "
                                "on none may vote"),
                   "redlock init, while nobody holds a lock");
}

static void judge_forgetful(struct findings *findings)
{
    finding_advise(
        findings_add(findings, FINDING_REMARK, 0, "no_state_folder",
                     "no folder keeps what short commands see of a quarantine: "
                     "where all are shorter than the longest ttl, none ends"),
        "set REDLOCK_STATE_DIR to a folder of this user's alone (0700)");
}

/*
 * The longest TTL by the first node's mark, and another that some node has; -1:
 * none.
 */
struct longest {
    int64_t ms;
    int64_t other_ms;
    char nodes[NODES_TEXT_MAX];
    char others[NODES_TEXT_MAX];
};

static struct longest
find_longest(const struct redlock_examination *examination)
{
    struct longest longest = {.ms = -1, .other_ms = -1};

    for (int i = 0; i < examination->nodes; i++) {
        int64_t ms = examination->node[i].longest_ttl_ms;

        if (!is_examined(&examination->node[i]) || ms < 0)
            continue;
        if (longest.ms < 0)
            longest.ms = ms;
        if (ms == longest.ms) {
            append_node(longest.nodes, i);
            continue;
        }
        longest.other_ms = ms;
        append_node(longest.others, i);
    }
    return longest;
}

static void judge_longest(const struct redlock_examination *examination,
                          struct findings *findings)
{
    struct longest longest = find_longest(examination);
    char one[DURATION_TEXT_MAX];
    char other[DURATION_TEXT_MAX];
    int64_t larger_ms =
        longest.ms > longest.other_ms ? longest.ms : longest.other_ms;

    if (longest.other_ms >= 0)
        finding_advise(
            findings_add(findings, FINDING_UNSAFE, 0, "longest_ttl_differs",
                         "the nodes disagree on the longest TTL: %s on node "
                         "%s, %s on node %s",
                         duration_text(longest.ms, one), longest.nodes,
                         duration_text(longest.other_ms, other),
                         longest.others),
            "redlock init --ttl-max %" PRId64 "ms, while nobody holds a lock",
            larger_ms);
    else if (longest.ms >= 0 && longest.ms != examination->ttl_max_ms)
        finding_advise(
            findings_add(findings, FINDING_REMARK, 0,
                         json_words_status(REDLOCK_TTL_MAX_DIFFERS),
                         "the nodes' longest TTL is %s, not %s: they refuse a "
                         "client that says so",
                         duration_text(longest.ms, one),
                         duration_text(examination->ttl_max_ms, other)),
            "--ttl-max %" PRId64 "ms for every client", longest.ms);
}

/* --- numbers and versions --------------------------------------------------
 */

static void judge_count(const struct redlock_examination *examination,
                        struct findings *findings)
{
    int nodes = examination->nodes;
    struct finding *finding;

    if (nodes == 1)
        finding = findings_add(findings, FINDING_REMARK, 0, "single_node",
                               "there is one node: without it there is no "
                               "lock");
    else if (nodes % 2 == 0)
        finding = findings_add(findings, FINDING_REMARK, 0, "even_nodes",
                               "%d nodes bear no more failures than %d", nodes,
                               nodes - 1);
    else
        return;
    finding_advise(finding, "make it %d", nodes + 1 + nodes % 2);
}

static void judge_versions(const struct redlock_examination *examination,
                           struct findings *findings)
{
    const struct redlock_node_facts *first = NULL;

    for (int i = 0; i < examination->nodes; i++) {
        const struct redlock_node_facts *facts = &examination->node[i];

        if (!is_examined(facts) || facts->version[0] == '\0')
            continue;
        if (first == NULL)
            first = facts;
        if (strcmp(first->version, facts->version) == 0 &&
            strcmp(first->server, facts->server) == 0)
            continue;
        finding_advise(
            findings_add(findings, FINDING_REMARK, 0, "versions_differ",
                         "the servers differ: %s %s and %s %s", first->server,
                         first->version, facts->server, facts->version),
            "run the same version everywhere");
        return;
    }
}

/* What is known of the nodes' memories. */
static void judge_memories(const struct redlock_examination *examination,
                           bool keeps, const struct diagnosis *diagnosis,
                           struct findings *findings)
{
    judge_longest(examination, findings);
    if (diagnosis->unread)
        return;
    if (!diagnosis->guarded)
        judge_unguarded(examination, findings);
    else if (!any_marked(examination))
        judge_unmarked(findings);
    else if (!keeps)
        judge_forgetful(findings);
}

/* --- all of it -------------------------------------------------------------
 */

static enum diagnosis_verdict
verdict_of(const struct redlock_examination *examination,
           enum redlock_status status, const struct diagnosis *diagnosis)
{
    if (status == REDLOCK_NO_RIGHTS)
        return DIAGNOSIS_NO_RIGHTS;
    if (status == REDLOCK_NO_QUORUM)
        return DIAGNOSIS_NO_QUORUM;
    if (diagnosis->findings.unsafe > 0)
        return DIAGNOSIS_UNSAFE;
    if (diagnosis->voting < examination->quorum)
        return DIAGNOSIS_NO_QUORUM;
    return diagnosis->findings.count > 0 ? DIAGNOSIS_REMARKS : DIAGNOSIS_FINE;
}

void diagnose(const struct redlock_examination *examination,
              enum redlock_status status, int64_t ttl_ms, bool keeps,
              struct diagnosis *diagnosis)
{
    struct findings *findings = &diagnosis->findings;
    bool marked = any_marked(examination);
    bool reached = false;

    diagnosis->guarded = is_guarded(examination);
    diagnosis->unread = is_unread(examination);
    diagnosis->voting = 0;
    findings->count = 0;
    findings->unsafe = 0;
    for (int i = 0; i < examination->nodes; i++) {
        diagnosis_node(examination, i, diagnosis->guarded && marked, findings);
        diagnosis->voting +=
            diagnosis_votes(examination, i, diagnosis->guarded) ? 1 : 0;
        reached = reached || is_examined(&examination->node[i]);
    }
    diagnosis_times(examination, ttl_ms, &diagnosis->times);
    judge_count(examination, findings);
    if (reached) {
        judge_versions(examination, findings);
        diagnosis_times_judge(examination, &diagnosis->times, findings);
        judge_memories(examination, keeps, diagnosis, findings);
    }
    diagnosis->verdict = verdict_of(examination, status, diagnosis);
}

const char *diagnosis_memory_name(enum redlock_memory memory)
{
    switch (memory) {
    case REDLOCK_MEMORY_UNKNOWN:
        return "";
    case REDLOCK_MEMORY_UNMARKED:
        return "unmarked";
    case REDLOCK_MEMORY_SOUND:
        return "ok";
    case REDLOCK_MEMORY_QUARANTINE:
        return "quarantine";
    case REDLOCK_MEMORY_STALE:
        break;
    }
    return "restarted";
}
