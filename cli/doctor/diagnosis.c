/* SPDX-License-Identifier: MIT */
/* The deployment as a whole. */

#include "cli/doctor/diagnosis.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/text/duration.h"
#include "cli/text/words.h"
#include "redlock/admin.h"
#include "redlock/redlock.h"

/* --- findings -------------------------------------------------------------
 */

/* The list of findings. */

/* Adds one, with its text; its advice is still to be written. */
__attribute__((format(printf, 5, 6))) static struct finding *
findings_add(struct findings *findings, enum finding_grade grade, int node,
             const char *code, const char *format, ...)
{
    struct finding *finding = &findings->finding[findings->count];
    va_list arguments;

    assert(findings->count < FINDINGS_MAX);
    findings->count++;
    findings->unsafe += grade == FINDING_UNSAFE ? 1 : 0;
    finding->grade = grade;
    finding->node = node;
    finding->code = code;
    finding->advice[0] = '\0';
    va_start(arguments, format);
    (void)vsnprintf(finding->text, sizeof(finding->text), format, arguments);
    va_end(arguments);
    return finding;
}

/* Writes a finding's advice. */
__attribute__((format(printf, 2, 3))) static void
finding_advise(struct finding *finding, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(finding->advice, sizeof(finding->advice), format,
                    arguments);
    va_end(arguments);
}

/* --- diagnosis clock ------------------------------------------------------
 */

/* Clocks, compared. */

static bool is_known(const struct redlock_node_facts *facts)
{
    return facts->reason == REDLOCK_REASON_NONE && facts->clock_error_us >= 0;
}

static int by_size(const void *left, const void *right)
{
    const int64_t *a = left;
    const int64_t *b = right;

    return (*a > *b) - (*a < *b);
}

bool diagnosis_clock_ahead(const struct redlock_examination *examination,
                           int node, int64_t *ahead_us)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    int64_t others[REDLOCK_NODES_MAX];
    int64_t low, high;
    size_t count = 0;

    for (int i = 0; i < examination->nodes; i++) {
        if (i != node && is_known(&examination->node[i]))
            others[count++] = examination->node[i].clock_us;
    }
    if (count == 0 || !is_known(facts))
        return false;
    qsort(others, count, sizeof(others[0]), by_size);
    low = others[(count - 1) / 2];
    high = others[count / 2];
    *ahead_us = facts->clock_us < low    ? facts->clock_us - low
                : facts->clock_us > high ? facts->clock_us - high
                                         : 0;
    return true;
}

const char *diagnosis_clock_text(int64_t us, char *text)
{
    double ms = (double)us / 1000;

    if (ms > -1000 && ms < 1000)
        (void)snprintf(text, DIAGNOSIS_CLOCK_MAX, "%+.2f ms", ms);
    else
        (void)snprintf(text, DIAGNOSIS_CLOCK_MAX, "%+.2f s", ms / 1000);
    return text;
}

/* --- diagnosis times ------------------------------------------------------
 */

/* Round trips, the TTL and the node time-out. */

/* A node timeout below this number of round trips takes a busy node for a dead
 * one.
 */
#define TRIPS_LEAST 5
#define TRIPS_ADVISED 20

static int longest_first(const void *left, const void *right)
{
    const int64_t *a = left;
    const int64_t *b = right;

    return (*a < *b) - (*a > *b);
}

void diagnosis_times(const struct redlock_examination *examination,
                     int64_t ttl_ms, struct diagnosis_times *times)
{
    int64_t trips[REDLOCK_NODES_MAX];
    int count = 0;

    *times = (struct diagnosis_times){
        .ttl_ms = ttl_ms,
        .drift_ms = (int64_t)((double)ttl_ms * examination->drift_factor) +
                    REDLOCK_DRIFT_FIXED_MS,
        .trips_us = -1,
        .left_us = -1,
        .slowest_us = -1,
    };
    for (int i = 0; i < examination->nodes; i++) {
        if (examination->node[i].reason == REDLOCK_REASON_NONE)
            trips[count++] = examination->node[i].round_trip_us;
    }
    if (count == 0)
        return;
    qsort(trips, (size_t)count, sizeof(trips[0]), longest_first);
    times->slowest_us = trips[0];
    if (count < examination->quorum)
        return;
    times->trips_us = 0;
    for (int i = 0; i < examination->quorum; i++)
        times->trips_us += trips[i];
    if (examination->strategy == REDLOCK_PARALLEL)
        times->trips_us = trips[0];
    times->left_us = (ttl_ms - times->drift_ms) * 1000 - times->trips_us;
}

/* The shortest TTL of which at least half is left. */
static int64_t ttl_advised_ms(const struct redlock_examination *examination,
                              const struct diagnosis_times *times)
{
    double share = 0.5 - examination->drift_factor;
    double fixed_ms = REDLOCK_DRIFT_FIXED_MS + (double)times->trips_us / 1000;

    return share <= 0 ? -1 : (int64_t)(fixed_ms / share) + 1;
}

static void judge_ttl(const struct redlock_examination *examination,
                      const struct diagnosis_times *times,
                      struct findings *findings)
{
    char ttl[DURATION_TEXT_MAX];
    char left[DURATION_TEXT_MAX];
    int64_t left_ms = times->left_us / 1000;
    int64_t advised_ms = ttl_advised_ms(examination, times);
    struct finding *finding;

    if (times->trips_us < 0 || times->left_us >= times->ttl_ms * 1000 / 2)
        return;
    finding = findings_add(
        findings, FINDING_REMARK, 0, "ttl_short",
        "a TTL of %s is short: %" PRId64 " ms drift and %.1f ms for the round "
        "trips to a quorum leave %s of it",
        duration_text(times->ttl_ms, ttl), times->drift_ms,
        (double)times->trips_us / 1000,
        left_ms <= 0 ? "nothing" : duration_text(left_ms, left));
    if (advised_ms > 0)
        finding_advise(finding, "--ttl %" PRId64 "ms or longer", advised_ms);
    else
        finding_advise(finding, "a smaller --drift");
}

static void judge_timeout(const struct redlock_examination *examination,
                          const struct diagnosis_times *times,
                          struct findings *findings)
{
    int64_t timeout_ms = examination->node_timeout_ms;
    int64_t all_ms = timeout_ms * examination->nodes;
    int64_t advised_ms = times->slowest_us * TRIPS_ADVISED / 1000 + 1;
    char timeout[DURATION_TEXT_MAX];
    char all[DURATION_TEXT_MAX];
    char ttl[DURATION_TEXT_MAX];

    if (timeout_ms * 1000 < TRIPS_LEAST * times->slowest_us)
        finding_advise(findings_add(findings, FINDING_REMARK, 0,
                                    "node_timeout_short",
                                    "a node timeout of %s is short: the "
                                    "slowest round trip takes %.1f ms",
                                    duration_text(timeout_ms, timeout),
                                    (double)times->slowest_us / 1000),
                       "--node-timeout %" PRId64 "ms", advised_ms);
    if (all_ms > times->ttl_ms / 2)
        finding_advise(
            findings_add(findings, FINDING_REMARK, 0, "node_timeout_long",
                         "a node timeout of %s is long: %d silent nodes take "
                         "%s of a TTL of %s",
                         duration_text(timeout_ms, timeout), examination->nodes,
                         duration_text(all_ms, all),
                         duration_text(times->ttl_ms, ttl)),
            "a longer --ttl, or --node-timeout %" PRId64 "ms",
            times->ttl_ms / (4 * examination->nodes) + 1);
}

/* Adds what does not fit. */
static void diagnosis_times_judge(const struct redlock_examination *examination,
                                  const struct diagnosis_times *times,
                                  struct findings *findings)
{
    judge_ttl(examination, times, findings);
    judge_timeout(examination, times, findings);
}

/* --- diagnosis node -------------------------------------------------------
 */

/* What the facts say of one node. Pure. */

/* Beyond this a clock is wrong, and not only imprecise. */
#define CLOCK_OFF_US 1000000

/* Two readings of one clock may differ by this beside their errors. */
#define CLOCK_GAIN_US 1000

/* A certificate that expires before is to be renewed. */
#define CERTIFICATE_DAYS 14

/* Without these no lock can be had. */
#define RIGHTS_TO_GRANT                                                        \
    (REDLOCK_RIGHT_SET | REDLOCK_RIGHT_GET | REDLOCK_RIGHT_EVAL |              \
     REDLOCK_RIGHT_EVALSHA | REDLOCK_RIGHT_KEYS)

/* Without these locks can be had, but nobody queues for them. */
#define RIGHTS_TO_QUEUE                                                        \
    (REDLOCK_RIGHT_ZADD | REDLOCK_RIGHT_ZREM | REDLOCK_RIGHT_ZCARD |           \
     REDLOCK_RIGHT_ZRANGE | REDLOCK_RIGHT_ZRANK | REDLOCK_RIGHT_ZSCORE |       \
     REDLOCK_RIGHT_HSET | REDLOCK_RIGHT_HGET | REDLOCK_RIGHT_HDEL |            \
     REDLOCK_RIGHT_PUBLISH | REDLOCK_RIGHT_SUBSCRIBE | REDLOCK_RIGHT_QUEUES |  \
     REDLOCK_RIGHT_CHANNELS)

/* Without these a client cannot end a connection of its own that is broken. */
#define RIGHTS_TO_END (REDLOCK_RIGHT_CLIENT_ID | REDLOCK_RIGHT_CLIENT_KILL)

/* The node before this one that is the same server; -1: none. */
static int twin(const struct redlock_examination *examination, int node)
{
    const char *run_id = examination->node[node].run_id;

    for (int i = 0; run_id[0] != '\0' && i < node; i++) {
        if (strcmp(examination->node[i].run_id, run_id) == 0)
            return i;
    }
    return -1;
}

/* Could it grant a lock now, to this user? */
static bool diagnosis_votes(const struct redlock_examination *examination,
                            int node, bool guarded)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    bool remembers = facts->memory == REDLOCK_MEMORY_SOUND ||
                     facts->memory == REDLOCK_MEMORY_UNKNOWN;

    return facts->reason == REDLOCK_REASON_NONE && !facts->replica &&
           facts->writes == REDLOCK_REASON_NONE &&
           ((facts->denied | facts->missing) & RIGHTS_TO_GRANT) == 0 &&
           (remembers || !guarded) && twin(examination, node) < 0;
}

static void judge_reach(const struct redlock_node_facts *facts, int number,
                        struct findings *findings)
{
    const char *advice = advice_of(facts->reason);
    const char *words = facts->message;
    const char *reason = redlock_reason_text(facts->reason);
    struct finding *finding;

    if (strcasecmp(words, reason) == 0)
        words = "";
    finding = findings_add(findings, FINDING_REMARK, number, "not_examined",
                           "cannot be examined: %s%s%s%s", reason,
                           *words == '\0' ? "" : " (", words,
                           *words == '\0' ? "" : ")");
    finding_advise(finding, "%s", advice == NULL ? "check its log" : advice);
}

static void judge_identity(const struct redlock_examination *examination,
                           int node, struct findings *findings)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    int same = twin(examination, node);
    struct finding *finding;

    if (same >= 0) {
        finding = findings_add(findings, FINDING_UNSAFE, node + 1,
                               json_words_reason(REDLOCK_REASON_SAME_SERVER),
                               "is the same server as node %d (%s): it would "
                               "have two votes",
                               same + 1, examination->node[same].name);
        finding_advise(finding, "name every server once in --nodes");
    }
    if (facts->replica) {
        finding =
            findings_add(findings, FINDING_UNSAFE, node + 1,
                         json_words_reason(REDLOCK_REASON_REPLICA),
                         "is a replica%s%s, not an independent master",
                         facts->master[0] == '\0' ? "" : " of ", facts->master);
        if (facts->master[0] != '\0')
            finding_advise(finding,
                           "name its master redis://%s in --nodes instead",
                           facts->master);
        else
            finding_advise(finding, "name its master in --nodes instead");
    }
}

/*
 * Sentinels promote a replica, by order or where the network is split, without
 * ending the master: for some seconds, or as long as the split lasts, both
 * grant.
 */
static void judge_failover(const struct redlock_node_facts *facts, int number,
                           struct findings *findings)
{
    static const char scheme[] = "sentinel://";
    char cli[SHELL_TEXT_MAX];
    struct finding *finding;

    if (facts->needs_replicas != 0 || facts->replica ||
        strncmp(facts->name, scheme, sizeof(scheme) - 1) != 0)
        return;
    finding =
        findings_add(findings, FINDING_UNSAFE, number, "outlives_failover",
                     "may continue beside a promoted replica, so that the "
                     "group votes twice: min-replicas-to-write is 0");
    finding_advise(finding, "%s CONFIG SET min-replicas-to-write 1",
                   shell_redis_cli(facts, cli));
}

static void judge_eviction(const struct redlock_node_facts *facts, int number,
                           struct findings *findings)
{
    char cli[SHELL_TEXT_MAX];
    struct finding *finding;

    if (facts->memory_max <= 0 || facts->memory_policy[0] == '\0' ||
        strcmp(facts->memory_policy, "noeviction") == 0)
        return;
    finding = findings_add(findings, FINDING_UNSAFE, number, "eviction",
                           "can evict lock keys: maxmemory-policy %s",
                           facts->memory_policy);
    finding_advise(finding, "%s CONFIG SET maxmemory-policy noeviction",
                   shell_redis_cli(facts, cli));
}

static const char unrename[] =
    "remove rename-command from its configuration and restart it";

/* What gives the user these rights. */
static void advise_rights(struct finding *finding,
                          const struct redlock_node_facts *facts,
                          unsigned rights)
{
    char rules[SHELL_TEXT_MAX];
    char cli[SHELL_TEXT_MAX];

    finding_advise(finding, "%s %s", shell_redis_cli(facts, cli),
                   shell_acl(facts->user, rights, rules));
}

/* Rights that serve one purpose, and what a node without one of them cannot do.
 */
struct right_group {
    unsigned rights;
    enum finding_grade grade;
    const char *denied;  /* the finding's code: the user lacks rights */
    const char *missing; /* the server lacks commands */
    const char *effect;  /* the rest of the sentence */
};

static const struct right_group right_groups[] = {
    {~(unsigned)(RIGHTS_TO_QUEUE | RIGHTS_TO_END), FINDING_UNSAFE,
     "rights_denied", "commands_missing", ""},
    {RIGHTS_TO_END, FINDING_REMARK, "end_denied", "end_missing",
     ": a client cannot end its broken connection, and a request on it may be "
     "executed late and leave a key that nobody holds for one TTL"},
    {RIGHTS_TO_QUEUE, FINDING_REMARK, "queue_denied", "queue_missing",
     ": the node keeps no queue, and waiters poll"},
};

static void judge_group(const struct redlock_node_facts *facts, int number,
                        const struct right_group *group,
                        struct findings *findings)
{
    unsigned denied = facts->denied & group->rights;
    unsigned missing = facts->missing & group->rights;
    char names[SHELL_TEXT_MAX];

    if (denied != 0)
        advise_rights(
            findings_add(findings, group->grade, number, group->denied,
                         "does not let user %s use %s%s", facts->user,
                         shell_right_names(denied, names), group->effect),
            facts, denied);
    if (missing != 0)
        finding_advise(findings_add(findings, group->grade, number,
                                    group->missing, "does not know %s%s",
                                    shell_right_names(missing, names),
                                    group->effect),
                       "%s", unrename);
}

static void judge_rights(const struct redlock_node_facts *facts, int number,
                         struct findings *findings)
{
    for (size_t i = 0; i < sizeof(right_groups) / sizeof(right_groups[0]); i++)
        judge_group(facts, number, &right_groups[i], findings);
}

static void judge_writes(const struct redlock_node_facts *facts, int number,
                         struct findings *findings)
{
    const char *advice = advice_of(facts->writes);
    struct finding *finding;

    if (facts->writes == REDLOCK_REASON_NONE || facts->replica)
        return;
    finding =
        findings_add(findings, FINDING_REMARK, number, "writes_refused",
                     "refuses writes: %s (%s)",
                     redlock_reason_text(facts->writes), facts->writes_message);
    finding_advise(finding, "%s", advice == NULL ? "check its log" : advice);
}

static void judge_clock(const struct redlock_examination *examination, int node,
                        struct findings *findings)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    char text[DIAGNOSIS_CLOCK_MAX];
    char error[DIAGNOSIS_CLOCK_MAX];
    struct finding *finding;
    int64_t ahead_us;
    int64_t gain_us;

    if (diagnosis_clock_ahead(examination, node, &ahead_us) &&
        (ahead_us < 0 ? -ahead_us : ahead_us) - facts->clock_error_us >
            CLOCK_OFF_US) {
        finding = findings_add(
            findings, FINDING_UNSAFE, node + 1, "clock_wrong",
            "has a wrong clock: %s against the others' median (error %s)",
            diagnosis_clock_text(ahead_us, text),
            diagnosis_clock_text(facts->clock_error_us, error));
        finding_advise(finding, "set it by NTP on that host: chronyc makestep");
    }
    gain_us =
        facts->clock_gain_us < 0 ? -facts->clock_gain_us : facts->clock_gain_us;
    if (facts->clock_span_us <= 0 ||
        (double)(gain_us - facts->clock_gain_error_us - CLOCK_GAIN_US) <=
            (double)facts->clock_span_us * examination->drift_factor)
        return;
    finding = findings_add(findings, FINDING_REMARK, node + 1, "clock_rate",
                           "has a clock that moved %s in %.2f s against this "
                           "machine's, more than --drift %g allows",
                           diagnosis_clock_text(facts->clock_gain_us, text),
                           (double)facts->clock_span_us / 1e6,
                           examination->drift_factor);
    finding_advise(finding, "wait until the clocks are set and steady; check "
                            "chronyc tracking on both hosts");
}

static void judge_certificate(const struct redlock_node_facts *facts,
                              int number, struct findings *findings)
{
    int64_t days = facts->certificate_days;
    struct finding *finding;

    if (facts->tls_version[0] == '\0' || days < 0 || days >= CERTIFICATE_DAYS)
        return;
    if (days == 0)
        finding = findings_add(findings, FINDING_REMARK, number,
                               "certificate_expires",
                               "has a certificate that expires within a day, "
                               "or has expired: no client connects then");
    else
        finding = findings_add(findings, FINDING_REMARK, number,
                               "certificate_expires",
                               "has a certificate that expires in %" PRId64
                               " day%s: no client connects then",
                               days, days == 1 ? "" : "s");
    finding_advise(finding, "renew it; the server reads it when its "
                            "tls-cert-file is set again");
}

static void judge_memory(const struct redlock_node_facts *facts, int number,
                         struct findings *findings)
{
    static const char advice[] =
        "wait; or, if no client holds a lock, redlock init";
    char since[DURATION_TEXT_MAX];
    char longest[DURATION_TEXT_MAX];

    switch (facts->memory) {
    case REDLOCK_MEMORY_UNMARKED:
        finding_advise(findings_add(findings, FINDING_UNSAFE, number,
                                    "unmarked",
                                    "has no marker, and others have: it was "
                                    "flushed, replaced, or never marked"),
                       "redlock init, if no client holds a lock");
        break;
    case REDLOCK_MEMORY_STALE:
        finding_advise(findings_add(findings, FINDING_REMARK, number,
                                    "restarted",
                                    "was restarted, or was a replica: its "
                                    "quarantine begins with its next request"),
                       "%s", advice);
        break;
    case REDLOCK_MEMORY_QUARANTINE:
        finding_advise(
            findings_add(
                findings, FINDING_REMARK, number,
                json_words_reason(REDLOCK_REASON_QUARANTINE),
                "has been in quarantine for %s: it does not vote until clients "
                "have watched it for %s and a second",
                facts->quarantined_ms < 0
                    ? "an unknown time"
                    : duration_text(facts->quarantined_ms, since),
                duration_text(facts->longest_ttl_ms, longest)),
            "%s", advice);
        break;
    case REDLOCK_MEMORY_FOREIGN:
        finding_advise(
            findings_add(findings, FINDING_REMARK, number,
                         json_words_reason(REDLOCK_REASON_FOREIGN_MARKER),
                         "has a marker that this version cannot read, and its "
                         "vote does not count: the key redlock:inst was "
                         "written by another version, or is damaged"),
            "use the version of redlock that marked the nodes; or, if nobody "
            "holds a lock, redlock init --yes");
        break;
    case REDLOCK_MEMORY_SOUND:
    case REDLOCK_MEMORY_UNKNOWN:
        break;
    }
}

/* Adds the node's findings. node: from 0; marked: some node is, so that all
 * have to be. */
static void diagnosis_node(const struct redlock_examination *examination,
                           int node, bool marked, struct findings *findings)
{
    const struct redlock_node_facts *facts = &examination->node[node];

    if (facts->reason != REDLOCK_REASON_NONE) {
        judge_reach(facts, node + 1, findings);
        return;
    }
    judge_identity(examination, node, findings);
    judge_rights(facts, node + 1, findings);
    judge_eviction(facts, node + 1, findings);
    judge_failover(facts, node + 1, findings);
    judge_writes(facts, node + 1, findings);
    judge_clock(examination, node, findings);
    judge_certificate(facts, node + 1, findings);
    if (marked)
        judge_memory(facts, node + 1, findings);
}

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
           facts->memory == REDLOCK_MEMORY_STALE ||
           facts->memory == REDLOCK_MEMORY_FOREIGN;
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
            "the nodes are not guarded: a restart can give a held lock to a "
            "second client (without appendfsync always: node %s)",
            nodes);
    else
        finding = findings_add(findings, FINDING_REMARK, 0, "unguarded",
                               "the nodes are not guarded: FLUSHALL or a lost "
                               "disk can give a held lock to a second client");
    finding_advise(finding, "redlock init, while no client holds a lock");
}

static void judge_unmarked(struct findings *findings)
{
    finding_advise(
        findings_add(findings, FINDING_UNSAFE, 0, "unmarked",
                     "no node has a marker: with --guard on, no vote counts"),
        "redlock init, while no client holds a lock");
}

static void judge_forgetful(struct findings *findings)
{
    finding_advise(
        findings_add(
            findings, FINDING_REMARK, 0, "no_state_folder",
            "no folder keeps quarantine observations: if every command is "
            "shorter than --ttl-max, a quarantine never ends"),
        "set REDLOCK_STATE_DIR to a folder that belongs to this user alone "
        "(0700)");
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
            "redlock init --ttl-max %" PRId64
            "ms, while no client holds a lock",
            larger_ms);
    else if (longest.ms >= 0 && longest.ms != examination->ttl_max_ms)
        finding_advise(
            findings_add(findings, FINDING_REMARK, 0,
                         json_words_status(REDLOCK_TTL_MAX_DIFFERS),
                         "the nodes' longest TTL is %s, not %s: they refuse "
                         "this --ttl-max",
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
                               "there is only one node: if it fails, no lock "
                               "can be acquired");
    else if (nodes % 2 == 0)
        finding = findings_add(findings, FINDING_REMARK, 0, "even_nodes",
                               "%d nodes tolerate no more failures than %d",
                               nodes, nodes - 1);
    else
        return;
    finding_advise(finding, "use %d nodes", nodes + 1 + nodes % 2);
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

/* The facts about the nodes' memories. */
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
    case REDLOCK_MEMORY_FOREIGN:
        return "foreign";
    case REDLOCK_MEMORY_STALE:
        break;
    }
    return "restarted";
}
