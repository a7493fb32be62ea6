/* SPDX-License-Identifier: MIT */
/* Judges the deployment as a whole. */

#include "cli/doctor/diagnosis.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/duration.h"
#include "cli/text/report_text.h"
#include "cli/text/words.h"

/* --- findings ------------------------------------------------------------- */

/* The input of a check, and the list of its findings. */
struct judge {
    const struct redlock_examination *examination;
    int node;                               /* from 0; -1: the deployment */
    const struct redlock_node_facts *facts; /* of that node */
    struct findings *findings;
};

/* Adds a finding. format: its text and its advice, separated by a newline. */
__attribute__((format(printf, 4, 5))) static void add(const struct judge *judge,
                                                      enum finding_grade grade,
                                                      const char *code,
                                                      const char *format, ...)
{
    struct findings *findings = judge->findings;
    struct finding *finding = &findings->finding[findings->count];
    char both[FINDING_TEXT_MAX + FINDING_ADVICE_MAX];
    const char *advice;
    va_list arguments;

    assert(findings->count < FINDINGS_MAX);
    va_start(arguments, format);
    (void)vsnprintf(both, sizeof(both), format, arguments);
    va_end(arguments);
    advice = both + strcspn(both, "\n");
    *finding =
        (struct finding){.grade = grade, .node = judge->node + 1, .code = code};
    (void)snprintf(finding->text, sizeof(finding->text), "%.*s",
                   (int)(advice - both), both);
    if (*advice != '\0')
        (void)snprintf(finding->advice, sizeof(finding->advice), "%s",
                       advice + 1);
    findings->count++;
    findings->unsafe += grade == FINDING_UNSAFE ? 1 : 0;
}

static bool is_examined(const struct redlock_node_facts *facts)
{
    return facts->reason == REDLOCK_REASON_NONE;
}

/* The advice for a node that fails for this reason. */
static const char *advice_for(enum redlock_reason reason)
{
    const char *advice = advice_of(reason);

    return advice == NULL ? "check its log" : advice;
}

/* --- clocks --------------------------------------------------------------- */

static bool is_known(const struct redlock_node_facts *facts)
{
    return is_examined(facts) && facts->clock_error_us >= 0;
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

/* --- times ---------------------------------------------------------------- */

/*
 * With a node timeout of fewer round trips, a busy node looks like a dead one.
 */
#define TRIPS_LEAST 5
#define TRIPS_ADVISED 20

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
        if (is_examined(&examination->node[i]))
            trips[count++] = examination->node[i].round_trip_us;
    }
    if (count == 0)
        return;
    qsort(trips, (size_t)count, sizeof(trips[0]), by_size);
    times->slowest_us = trips[count - 1];
    if (count < examination->quorum)
        return;
    times->trips_us = 0;
    for (int i = count - examination->quorum; i < count; i++)
        times->trips_us += trips[i];
    if (examination->strategy == REDLOCK_PARALLEL)
        times->trips_us = times->slowest_us;
    times->left_us = (ttl_ms - times->drift_ms) * 1000 - times->trips_us;
}

/* The shortest TTL that leaves at least half of itself after acquiring. */
static int64_t ttl_advised_ms(const struct redlock_examination *examination,
                              const struct diagnosis_times *times)
{
    double share = 0.5 - examination->drift_factor;
    double fixed_ms = REDLOCK_DRIFT_FIXED_MS + (double)times->trips_us / 1000;

    return share <= 0 ? -1 : (int64_t)(fixed_ms / share) + 1;
}

static void judge_ttl(const struct judge *judge,
                      const struct diagnosis_times *times)
{
    char ttl[DURATION_TEXT_MAX];
    char left[DURATION_TEXT_MAX];
    char advice[64] = "a smaller --drift";
    int64_t left_ms = times->left_us / 1000;
    int64_t advised_ms = ttl_advised_ms(judge->examination, times);

    if (times->trips_us < 0 || times->left_us >= times->ttl_ms * 1000 / 2)
        return;
    if (advised_ms > 0)
        (void)snprintf(advice, sizeof(advice), "--ttl %" PRId64 "ms or longer",
                       advised_ms);
    add(judge, FINDING_WARNING, "ttl_short",
        "a TTL of %s is short: %" PRId64 " ms drift and %.1f ms for the round "
        "trips to a quorum leave %s of it\n%s",
        duration_text(times->ttl_ms, ttl), times->drift_ms,
        (double)times->trips_us / 1000,
        left_ms <= 0 ? "nothing" : duration_text(left_ms, left), advice);
}

static void judge_timeout(const struct judge *judge,
                          const struct diagnosis_times *times)
{
    int nodes = judge->examination->nodes;
    int64_t timeout_ms = judge->examination->node_timeout_ms;
    int64_t all_ms = timeout_ms * nodes;
    char timeout[DURATION_TEXT_MAX];
    char all[DURATION_TEXT_MAX];
    char ttl[DURATION_TEXT_MAX];

    (void)duration_text(timeout_ms, timeout);
    if (timeout_ms * 1000 < TRIPS_LEAST * times->slowest_us)
        add(judge, FINDING_WARNING, "node_timeout_short",
            "a node timeout of %s is short: the slowest round trip takes "
            "%.1f ms\n"
            "--node-timeout %" PRId64 "ms",
            timeout, (double)times->slowest_us / 1000,
            times->slowest_us * TRIPS_ADVISED / 1000 + 1);
    if (all_ms > times->ttl_ms / 2)
        add(judge, FINDING_WARNING, "node_timeout_long",
            "a node timeout of %s is long: %d silent nodes take %s of a TTL "
            "of %s\n"
            "a longer --ttl, or --node-timeout %" PRId64 "ms",
            timeout, nodes, duration_text(all_ms, all),
            duration_text(times->ttl_ms, ttl), times->ttl_ms / (4 * nodes) + 1);
}

/* --- one node ------------------------------------------------------------- */

/* A greater difference means a wrong clock, not an imprecise measurement. */
#define CLOCK_OFF_US 1000000

/* Two readings of one clock may differ by this in addition to their errors. */
#define CLOCK_GAIN_US 1000

/* A certificate that expires sooner should be renewed. */
#define CERTIFICATE_DAYS 14

/* Without these rights no lock can be acquired. */
#define RIGHTS_TO_GRANT                                                        \
    (REDLOCK_RIGHT_SET | REDLOCK_RIGHT_GET | REDLOCK_RIGHT_EVAL |              \
     REDLOCK_RIGHT_EVALSHA | REDLOCK_RIGHT_KEYS)

/* Without these rights waiters cannot queue. */
#define RIGHTS_TO_QUEUE                                                        \
    (REDLOCK_RIGHT_ZADD | REDLOCK_RIGHT_ZREM | REDLOCK_RIGHT_ZCARD |           \
     REDLOCK_RIGHT_ZRANGE | REDLOCK_RIGHT_ZRANK | REDLOCK_RIGHT_ZSCORE |       \
     REDLOCK_RIGHT_HSET | REDLOCK_RIGHT_HGET | REDLOCK_RIGHT_HDEL |            \
     REDLOCK_RIGHT_PUBLISH | REDLOCK_RIGHT_SUBSCRIBE | REDLOCK_RIGHT_QUEUES |  \
     REDLOCK_RIGHT_CHANNELS)

/* Without these rights a client cannot kill its own broken connection. */
#define RIGHTS_TO_END (REDLOCK_RIGHT_CLIENT_ID | REDLOCK_RIGHT_CLIENT_KILL)

/* The earlier node that is the same server; -1: none. */
static int twin(const struct redlock_examination *examination, int node)
{
    const char *run_id = examination->node[node].run_id;

    for (int i = 0; run_id[0] != '\0' && i < node; i++) {
        if (strcmp(examination->node[i].run_id, run_id) == 0)
            return i;
    }
    return -1;
}

/* Could the node grant a lock to this user now? */
static bool can_vote(const struct redlock_examination *examination, int node,
                     bool guarded)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    bool remembers = facts->memory == REDLOCK_MEMORY_KEPT ||
                     facts->memory == REDLOCK_MEMORY_UNKNOWN;

    return is_examined(facts) && !facts->replica &&
           facts->writes == REDLOCK_REASON_NONE &&
           ((facts->denied | facts->missing) & RIGHTS_TO_GRANT) == 0 &&
           (remembers || !guarded) && twin(examination, node) < 0;
}

static void judge_reach(const struct judge *judge)
{
    const struct redlock_node_facts *facts = judge->facts;
    char text[REPORT_LINE_MAX];

    add(judge, FINDING_WARNING, "not_examined", "cannot be examined: %s\n%s",
        report_failure_text(facts->reason, "", facts->message, NULL, text),
        advice_for(facts->reason));
}

static void judge_identity(const struct judge *judge)
{
    const struct redlock_node_facts *facts = judge->facts;
    int same = twin(judge->examination, judge->node);

    if (same >= 0)
        add(judge, FINDING_UNSAFE,
            json_words_reason(REDLOCK_REASON_SAME_SERVER),
            "is the same server as node %d (%s): it would have two votes\n"
            "name every server once in --nodes",
            same + 1, judge->examination->node[same].name);
    if (facts->replica && facts->master[0] != '\0')
        add(judge, FINDING_UNSAFE, json_words_reason(REDLOCK_REASON_REPLICA),
            "is a replica of %s, not an independent master\n"
            "name its master redis://%s in --nodes instead",
            facts->master, facts->master);
    else if (facts->replica)
        add(judge, FINDING_UNSAFE, json_words_reason(REDLOCK_REASON_REPLICA),
            "is a replica, not an independent master\n"
            "name its master in --nodes instead");
}

/*
 * Sentinels may promote a replica while the old master still runs, on command
 * or during a network partition. Until the old master steps down, both grant
 * locks.
 */
static void judge_failover(const struct judge *judge)
{
    static const char scheme[] = "sentinel://";
    const struct redlock_node_facts *facts = judge->facts;
    char cli[SHELL_TEXT_MAX];

    if (facts->needs_replicas == 0 && !facts->replica &&
        strncmp(facts->name, scheme, sizeof(scheme) - 1) == 0)
        add(judge, FINDING_UNSAFE, "outlives_failover",
            "may continue beside a promoted replica, so that the group votes "
            "twice: min-replicas-to-write is 0\n"
            "%s CONFIG SET min-replicas-to-write 1",
            shell_redis_cli(facts, cli));
}

static void judge_eviction(const struct judge *judge)
{
    const struct redlock_node_facts *facts = judge->facts;
    char cli[SHELL_TEXT_MAX];

    if (facts->memory_max > 0 && facts->memory_policy[0] != '\0' &&
        strcmp(facts->memory_policy, "noeviction") != 0)
        add(judge, FINDING_UNSAFE, "eviction",
            "can evict lock keys: maxmemory-policy %s\n"
            "%s CONFIG SET maxmemory-policy noeviction",
            facts->memory_policy, shell_redis_cli(facts, cli));
}

/* Rights with one purpose, and the effect of lacking one. */
struct right_group {
    unsigned rights;
    enum finding_grade grade;
    const char *denied;  /* finding code if the user lacks rights */
    const char *missing; /* finding code if the server lacks commands */
    const char *effect;  /* the second half of the sentence */
};

static const struct right_group right_groups[] = {
    {~(unsigned)(RIGHTS_TO_QUEUE | RIGHTS_TO_END), FINDING_UNSAFE,
     "rights_denied", "commands_missing", ""},
    {RIGHTS_TO_END, FINDING_WARNING, "end_denied", "end_missing",
     ": a client cannot end its broken connection, and a request on it may be "
     "executed late and leave a key of no client for one TTL"},
    {RIGHTS_TO_QUEUE, FINDING_WARNING, "queue_denied", "queue_missing",
     ": the node keeps no queue, and waiters poll"},
};

static void judge_rights(const struct judge *judge)
{
    const struct redlock_node_facts *facts = judge->facts;
    char names[SHELL_TEXT_MAX];
    char rules[SHELL_TEXT_MAX];
    char cli[SHELL_TEXT_MAX];

    for (size_t i = 0; i < sizeof(right_groups) / sizeof(right_groups[0]);
         i++) {
        const struct right_group *group = &right_groups[i];
        unsigned denied = facts->denied & group->rights;
        unsigned missing = facts->missing & group->rights;

        if (denied != 0)
            add(judge, group->grade, group->denied,
                "does not let user %s use %s%s\n%s %s", facts->user,
                shell_right_names(denied, names), group->effect,
                shell_redis_cli(facts, cli),
                shell_acl(facts->user, denied, rules));
        if (missing != 0)
            add(judge, group->grade, group->missing,
                "does not know %s%s\n"
                "remove rename-command from its configuration and restart it",
                shell_right_names(missing, names), group->effect);
    }
}

static void judge_writes(const struct judge *judge)
{
    const struct redlock_node_facts *facts = judge->facts;

    if (facts->writes != REDLOCK_REASON_NONE && !facts->replica)
        add(judge, FINDING_WARNING, "writes_refused",
            "refuses writes: %s (%s)\n%s", redlock_reason_text(facts->writes),
            facts->writes_message, advice_for(facts->writes));
}

static int64_t absolute(int64_t value)
{
    return value < 0 ? -value : value;
}

static void judge_clock(const struct judge *judge)
{
    const struct redlock_node_facts *facts = judge->facts;
    double drift_factor = judge->examination->drift_factor;
    char text[DIAGNOSIS_CLOCK_MAX];
    char error[DIAGNOSIS_CLOCK_MAX];
    int64_t sure_us =
        absolute(facts->clock_gain_us) - facts->clock_gain_error_us;
    int64_t ahead_us;

    if (diagnosis_clock_ahead(judge->examination, judge->node, &ahead_us) &&
        absolute(ahead_us) - facts->clock_error_us > CLOCK_OFF_US)
        add(judge, FINDING_UNSAFE, "clock_wrong",
            "has a wrong clock: %s against the others' median (error %s)\n"
            "set it by NTP on that host: chronyc makestep",
            diagnosis_clock_text(ahead_us, text),
            diagnosis_clock_text(facts->clock_error_us, error));
    if (facts->clock_span_us > 0 &&
        (double)(sure_us - CLOCK_GAIN_US) >
            (double)facts->clock_span_us * drift_factor)
        add(judge, FINDING_WARNING, "clock_rate",
            "has a clock that moved %s in %.2f s against this machine's, more "
            "than --drift %g allows\n"
            "wait until the clocks are set and steady; check chronyc tracking "
            "on both hosts",
            diagnosis_clock_text(facts->clock_gain_us, text),
            (double)facts->clock_span_us / 1e6, drift_factor);
}

static void judge_certificate(const struct judge *judge)
{
    int64_t days = judge->facts->certificate_days;
    char when[64] = "within a day, or has expired";

    if (judge->facts->tls_version[0] == '\0' || days < 0 ||
        days >= CERTIFICATE_DAYS)
        return;
    if (days > 0)
        (void)snprintf(when, sizeof(when), "in %" PRId64 " day%s", days,
                       days == 1 ? "" : "s");
    add(judge, FINDING_WARNING, "certificate_expires",
        "has a certificate that expires %s: no client connects then\n"
        "renew it; the server reads it when its tls-cert-file is set again",
        when);
}

/* Checks a node of a deployment that uses markers. */
static void judge_memory(const struct judge *judge)
{
    static const char advice[] =
        "wait; or, if no client holds a lock, redlock init";
    const struct redlock_node_facts *facts = judge->facts;
    char since[DURATION_TEXT_MAX];
    char longest[DURATION_TEXT_MAX];

    switch (facts->memory) {
    case REDLOCK_MEMORY_UNMARKED:
        add(judge, FINDING_UNSAFE, "unmarked",
            "has no marker, and others have: it was flushed, replaced, or "
            "never marked\n"
            "redlock init, if no client holds a lock");
        break;
    case REDLOCK_MEMORY_STALE:
        add(judge, FINDING_WARNING, "restarted",
            "was restarted, or was a replica: its quarantine begins with its "
            "next request\n%s",
            advice);
        break;
    case REDLOCK_MEMORY_QUARANTINE:
        add(judge, FINDING_WARNING,
            json_words_reason(REDLOCK_REASON_QUARANTINE),
            "has been in quarantine for %s: it does not vote until clients "
            "have observed it for %s and a second\n%s",
            facts->quarantined_ms < 0
                ? "an unknown time"
                : duration_text(facts->quarantined_ms, since),
            duration_text(facts->longest_ttl_ms, longest), advice);
        break;
    case REDLOCK_MEMORY_FOREIGN:
        add(judge, FINDING_WARNING,
            json_words_reason(REDLOCK_REASON_FOREIGN_MARKER),
            "has a marker that this version cannot read, and its vote does "
            "not count: the key redlock:inst was written by another version, "
            "or is damaged\n"
            "use the version of redlock that marked the nodes; or, if no "
            "client holds a lock, redlock init --yes");
        break;
    case REDLOCK_MEMORY_KEPT:
    case REDLOCK_MEMORY_UNKNOWN:
        break;
    }
}

static void judge_node(const struct judge *judge, bool marked)
{
    if (!is_examined(judge->facts)) {
        judge_reach(judge);
        return;
    }
    judge_identity(judge);
    judge_rights(judge);
    judge_eviction(judge);
    judge_failover(judge);
    judge_writes(judge);
    judge_clock(judge);
    judge_certificate(judge);
    if (marked)
        judge_memory(judge);
}

/* --- the guard ------------------------------------------------------------ */

#define NODES_TEXT_MAX 128

/* Appends a node's number: "1, 3". text: NODES_TEXT_MAX bytes. */
static void append_node(char *text, int node)
{
    size_t length = strlen(text);

    (void)snprintf(text + length, NODES_TEXT_MAX - length, "%s%d",
                   length == 0 ? "" : ", ", node + 1);
}

static bool is_marked(const struct redlock_node_facts *facts)
{
    return facts->memory != REDLOCK_MEMORY_UNKNOWN &&
           facts->memory != REDLOCK_MEMORY_UNMARKED;
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

/* Can the user read the marker of no node? */
static bool is_unread(const struct redlock_examination *examination)
{
    for (int i = 0; i < examination->nodes; i++) {
        if (examination->node[i].memory != REDLOCK_MEMORY_UNKNOWN)
            return false;
    }
    return true;
}

/* Does the server keep every acknowledged write if it is killed? */
static bool is_durable(const struct redlock_node_facts *facts)
{
    return facts->append_only == 1 &&
           strcmp(facts->append_fsync, "always") == 0;
}

static void judge_unguarded(const struct judge *judge)
{
    char nodes[NODES_TEXT_MAX] = "";

    for (int i = 0; i < judge->examination->nodes; i++) {
        const struct redlock_node_facts *facts = &judge->examination->node[i];
        if (is_examined(facts) && !is_durable(facts))
            append_node(nodes, i);
    }
    if (nodes[0] != '\0')
        add(judge, FINDING_WARNING, "unguarded",
            "the nodes are not guarded: a restart can give a held lock to a "
            "second client (without appendfsync always: node %s)\n"
            "redlock init, while no client holds a lock",
            nodes);
    else
        add(judge, FINDING_WARNING, "unguarded",
            "the nodes are not guarded: FLUSHALL or a lost disk can give a "
            "held lock to a second client\n"
            "redlock init, while no client holds a lock");
}

/*
 * The longest TTL that the first mark states, and a different one that another
 * node states; -1: none.
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

static void judge_longest(const struct judge *judge)
{
    struct longest longest = find_longest(judge->examination);
    int64_t ttl_max_ms = judge->examination->ttl_max_ms;
    char one[DURATION_TEXT_MAX];
    char other[DURATION_TEXT_MAX];

    if (longest.other_ms >= 0)
        add(judge, FINDING_UNSAFE, "longest_ttl_differs",
            "the nodes disagree on the longest TTL: %s on node %s, %s on node "
            "%s\n"
            "redlock init --ttl-max %" PRId64
            "ms, while no client holds a lock",
            duration_text(longest.ms, one), longest.nodes,
            duration_text(longest.other_ms, other), longest.others,
            longest.ms > longest.other_ms ? longest.ms : longest.other_ms);
    else if (longest.ms >= 0 && longest.ms != ttl_max_ms)
        add(judge, FINDING_WARNING, json_words_status(REDLOCK_TTL_MAX_DIFFERS),
            "the nodes' longest TTL is %s, not %s: they refuse this "
            "--ttl-max\n"
            "--ttl-max %" PRId64 "ms for every client",
            duration_text(longest.ms, one), duration_text(ttl_max_ms, other),
            longest.ms);
}

/* keeps: see diagnose(). */
static void judge_memories(const struct judge *judge, bool keeps,
                           const struct diagnosis *diagnosis)
{
    judge_longest(judge);
    if (diagnosis->unread)
        return;
    if (!diagnosis->guarded)
        judge_unguarded(judge);
    else if (!any_marked(judge->examination))
        add(judge, FINDING_UNSAFE, "unmarked",
            "no node has a marker: with --guard on, no vote counts\n"
            "redlock init, while no client holds a lock");
    else if (!keeps)
        add(judge, FINDING_WARNING, "no_state_folder",
            "no folder keeps quarantine observations: if every command is "
            "shorter than --ttl-max, a quarantine never ends\n"
            "set REDLOCK_STATE_DIR to a folder that belongs to this user alone "
            "(0700)");
}

/* --- numbers and versions ------------------------------------------------- */

static void judge_count(const struct judge *judge)
{
    int nodes = judge->examination->nodes;

    if (nodes == 1)
        add(judge, FINDING_WARNING, "single_node",
            "there is only one node: if it fails, no lock can be acquired\n"
            "use 3 nodes");
    else if (nodes % 2 == 0)
        add(judge, FINDING_WARNING, "even_nodes",
            "%d nodes tolerate no more failures than %d\n"
            "use %d nodes",
            nodes, nodes - 1, nodes + 1);
}

static void judge_versions(const struct judge *judge)
{
    const struct redlock_node_facts *first = NULL;

    for (int i = 0; i < judge->examination->nodes; i++) {
        const struct redlock_node_facts *facts = &judge->examination->node[i];
        if (!is_examined(facts) || facts->version[0] == '\0')
            continue;
        if (first == NULL)
            first = facts;
        if (strcmp(first->version, facts->version) == 0 &&
            strcmp(first->server, facts->server) == 0)
            continue;
        add(judge, FINDING_WARNING, "versions_differ",
            "the servers differ: %s %s and %s %s\n"
            "run the same version everywhere",
            first->server, first->version, facts->server, facts->version);
        return;
    }
}

/* --- all of it ------------------------------------------------------------ */

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
    return diagnosis->findings.count > 0 ? DIAGNOSIS_WARNINGS : DIAGNOSIS_FINE;
}

void diagnose(const struct redlock_examination *examination,
              enum redlock_status status, int64_t ttl_ms, bool keeps,
              struct diagnosis *diagnosis)
{
    struct judge judge = {.examination = examination,
                          .findings = &diagnosis->findings};
    bool guarded = is_guarded(examination);
    bool marked = guarded && any_marked(examination);
    bool reached = false;

    diagnosis->guarded = guarded;
    diagnosis->unread = is_unread(examination);
    diagnosis->voting = 0;
    diagnosis->findings.count = 0;
    diagnosis->findings.unsafe = 0;
    for (; judge.node < examination->nodes; judge.node++) {
        judge.facts = &examination->node[judge.node];
        judge_node(&judge, marked);
        diagnosis->voting += can_vote(examination, judge.node, guarded) ? 1 : 0;
        reached = reached || is_examined(judge.facts);
    }
    judge.node = -1;
    diagnosis_times(examination, ttl_ms, &diagnosis->times);
    judge_count(&judge);
    if (reached) {
        judge_versions(&judge);
        judge_ttl(&judge, &diagnosis->times);
        judge_timeout(&judge, &diagnosis->times);
        judge_memories(&judge, keeps, diagnosis);
    }
    diagnosis->verdict = verdict_of(examination, status, diagnosis);
}

/* --- words for programs --------------------------------------------------- */

const char *diagnosis_verdict_name(enum diagnosis_verdict verdict)
{
    switch (verdict) {
    case DIAGNOSIS_FINE:
        return "fine";
    case DIAGNOSIS_WARNINGS:
        return "warnings";
    case DIAGNOSIS_UNSAFE:
        return "unsafe";
    case DIAGNOSIS_NO_QUORUM:
        return json_words_status(REDLOCK_NO_QUORUM);
    case DIAGNOSIS_NO_RIGHTS:
        break;
    }
    return json_words_status(REDLOCK_NO_RIGHTS);
}

const char *diagnosis_memory_name(enum redlock_memory memory)
{
    static const char *const names[] = {
        [REDLOCK_MEMORY_UNKNOWN] = "",
        [REDLOCK_MEMORY_UNMARKED] = "unmarked",
        [REDLOCK_MEMORY_KEPT] = "ok",
        [REDLOCK_MEMORY_QUARANTINE] = "quarantine",
        [REDLOCK_MEMORY_FOREIGN] = "foreign",
        [REDLOCK_MEMORY_STALE] = "restarted",
    };

    return names[memory];
}
