/* SPDX-License-Identifier: MIT */
/* One node, judged. */

#include "cli/doctor/diagnosis_node.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "cli/doctor/diagnosis_clock.h"
#include "cli/doctor/shell.h"
#include "cli/text/advice.h"
#include "cli/text/duration.h"
#include "cli/text/json_words.h"

/* Beyond this a clock is wrong, and not only imprecise. */
#define CLOCK_OFF_US 1000000

/* Two readings of one clock may differ by so much beside their errors. */
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

bool diagnosis_votes(const struct redlock_examination *examination, int node,
                     bool guarded)
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
    finding_advise(finding, "%s", advice == NULL ? "look at it" : advice);
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
                         "is a replica%s%s: its vote is not its own",
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
                     "may go on beside a replica that is promoted, and "
                     "vote twice: min-replicas-to-write is 0");
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
    "take rename-command out of its configuration and restart it";

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

static void judge_rights(const struct redlock_node_facts *facts, int number,
                         struct findings *findings)
{
    unsigned denied = facts->denied & ~(unsigned)RIGHTS_TO_QUEUE;
    unsigned missing = facts->missing & ~(unsigned)RIGHTS_TO_QUEUE;
    char names[SHELL_TEXT_MAX];

    if (denied != 0)
        advise_rights(findings_add(findings, FINDING_UNSAFE, number,
                                   "rights_denied",
                                   "does not let user %s use %s", facts->user,
                                   shell_right_names(denied, names)),
                      facts, denied);
    if (missing != 0)
        finding_advise(findings_add(findings, FINDING_UNSAFE, number,
                                    "commands_missing", "does not know %s",
                                    shell_right_names(missing, names)),
                       "%s", unrename);
}

/* Who waits asks again and again then, and gets it by luck. */
static void judge_queue(const struct redlock_node_facts *facts, int number,
                        struct findings *findings)
{
    unsigned denied = facts->denied & RIGHTS_TO_QUEUE;
    unsigned missing = facts->missing & RIGHTS_TO_QUEUE;
    char names[SHELL_TEXT_MAX];

    if (denied != 0)
        advise_rights(
            findings_add(findings, FINDING_REMARK, number, "queue_denied",
                         "keeps no queue for user %s, who has to ask again and "
                         "again for a lock that is held: it denies %s",
                         facts->user, shell_right_names(denied, names)),
            facts, denied);
    if (missing != 0)
        finding_advise(
            findings_add(findings, FINDING_REMARK, number, "queue_missing",
                         "keeps no queue, so that who waits has to ask again "
                         "and again: it does not know %s",
                         shell_right_names(missing, names)),
            "%s", unrename);
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
                     "takes no writes: %s (%s)",
                     redlock_reason_text(facts->writes), facts->writes_message);
    finding_advise(finding, "%s", advice == NULL ? "look at it" : advice);
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
                           "has a clock that moved %s in %.2f s against ours, "
                           "which is beyond --drift %g",
                           diagnosis_clock_text(facts->clock_gain_us, text),
                           (double)facts->clock_span_us / 1e6,
                           examination->drift_factor);
    finding_advise(finding, "wait until it is set and steady, and see chronyc "
                            "tracking on both hosts");
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
        "wait; or, if nobody holds a lock, redlock init";
    char since[DURATION_TEXT_MAX];
    char longest[DURATION_TEXT_MAX];

    switch (facts->memory) {
    case REDLOCK_MEMORY_UNMARKED:
        finding_advise(findings_add(findings, FINDING_UNSAFE, number,
                                    "unmarked",
                                    "has no marker, and others have: it was "
                                    "flushed, replaced, or never initialised"),
                       "redlock init, if nobody holds a lock");
        break;
    case REDLOCK_MEMORY_STALE:
        finding_advise(
            findings_add(findings, FINDING_REMARK, number, "restarted",
                         "has been restarted, or was a replica: it is "
                         "in quarantine from its next request on"),
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
    case REDLOCK_MEMORY_SOUND:
    case REDLOCK_MEMORY_UNKNOWN:
        break;
    }
}

void diagnosis_node(const struct redlock_examination *examination, int node,
                    bool marked, struct findings *findings)
{
    const struct redlock_node_facts *facts = &examination->node[node];

    if (facts->reason != REDLOCK_REASON_NONE) {
        judge_reach(facts, node + 1, findings);
        return;
    }
    judge_identity(examination, node, findings);
    judge_rights(facts, node + 1, findings);
    judge_queue(facts, node + 1, findings);
    judge_eviction(facts, node + 1, findings);
    judge_failover(facts, node + 1, findings);
    judge_writes(facts, node + 1, findings);
    judge_clock(examination, node, findings);
    judge_certificate(facts, node + 1, findings);
    if (marked)
        judge_memory(facts, node + 1, findings);
}
