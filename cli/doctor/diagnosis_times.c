/* SPDX-License-Identifier: MIT */
/* Round trips, the TTL and the node time-out. */

#include "cli/doctor/diagnosis_times.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/text/duration.h"

/* A node time-out below so many round trips takes a busy node for a dead one.
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
        finding_advise(
            findings_add(findings, FINDING_REMARK, 0, "node_timeout_short",
                         "a node time-out of %s is short: the slowest round "
                         "trip takes %.1f ms",
                         duration_text(timeout_ms, timeout),
                         (double)times->slowest_us / 1000),
            "--node-timeout %" PRId64 "ms", advised_ms);
    if (all_ms > times->ttl_ms / 2)
        finding_advise(
            findings_add(findings, FINDING_REMARK, 0, "node_timeout_long",
                         "a node time-out of %s is long: %d silent nodes take "
                         "%s, of a TTL of %s",
                         duration_text(timeout_ms, timeout), examination->nodes,
                         duration_text(all_ms, all),
                         duration_text(times->ttl_ms, ttl)),
            "a longer --ttl, or --node-timeout %" PRId64 "ms",
            times->ttl_ms / (4 * examination->nodes) + 1);
}

void diagnosis_times_judge(const struct redlock_examination *examination,
                           const struct diagnosis_times *times,
                           struct findings *findings)
{
    judge_ttl(examination, times, findings);
    judge_timeout(examination, times, findings);
}
