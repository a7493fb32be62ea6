/* SPDX-License-Identifier: MIT */
/* What the doctor prints. */

#include "cli/doctor_text.h"

#include <inttypes.h>
#include <string.h>

#include "cli/diagnosis_clock.h"
#include "cli/duration.h"

#define CELL_MAX 64

/* --- the table -------------------------------------------------------------
 */

static const char row[] = "%4s  %10s  %-16s %-8s %-13s %-16s %-11s %-10s %s\n";

static const char *persistence(const struct redlock_node_facts *facts,
                               char *text)
{
    if (facts->append_only == 1)
        (void)snprintf(text, CELL_MAX, "aof %s", facts->append_fsync);
    else if (facts->append_only < 0 || facts->snapshots < 0)
        (void)snprintf(text, CELL_MAX, "unknown");
    else
        (void)snprintf(text, CELL_MAX, "%s",
                       facts->snapshots == 1 ? "snapshots" : "none");
    return text;
}

static const char *eviction(const struct redlock_node_facts *facts)
{
    if (facts->memory_max < 0 || facts->memory_policy[0] == '\0')
        return "unknown";
    return facts->memory_max == 0 ? "no maxmemory" : facts->memory_policy;
}

static const char *memory(const struct redlock_node_facts *facts)
{
    const char *name = diagnosis_memory_name(facts->memory);

    return name[0] == '\0' ? "unknown" : name;
}

static const char *role(const struct redlock_node_facts *facts)
{
    if (facts->replica)
        return "replica";
    return facts->run_id[0] == '\0' ? "unknown" : "master";
}

static void print_node(FILE *out, const struct redlock_examination *examination,
                       int node)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    char number[CELL_MAX];
    char trip[CELL_MAX];
    char server[CELL_MAX];
    char kept[CELL_MAX];
    char clock[DIAGNOSIS_CLOCK_MAX] = "unknown";
    int64_t ahead_us;

    (void)snprintf(number, sizeof(number), "%d", node + 1);
    if (facts->reason != REDLOCK_REASON_NONE) {
        (void)fprintf(out, row, number, "-", "not examined", "-", "-", "-", "-",
                      "-", facts->name);
        return;
    }
    (void)snprintf(trip, sizeof(trip), "%.2f ms",
                   (double)facts->round_trip_us / 1000);
    (void)snprintf(server, sizeof(server), "%s %s", facts->server,
                   facts->version);
    if (diagnosis_clock_ahead(examination, node, &ahead_us))
        (void)diagnosis_clock_text(ahead_us, clock);
    (void)fprintf(out, row, number, trip,
                  facts->version[0] == '\0' ? "unknown" : server, role(facts),
                  persistence(facts, kept), eviction(facts), clock,
                  memory(facts), facts->name);
}

/* --- the findings ----------------------------------------------------------
 */

static void print_finding(FILE *out,
                          const struct redlock_examination *examination,
                          const struct finding *finding)
{
    (void)fprintf(
        out, "%s: ", finding->grade == FINDING_UNSAFE ? "unsafe" : "remark");
    if (finding->node > 0)
        (void)fprintf(out, "node %d (%s) ", finding->node,
                      examination->node[finding->node - 1].name);
    (void)fprintf(out, "%s; mend: %s\n", finding->text, finding->mend);
}

/* The unsafe ones first. */
static void print_findings(FILE *out,
                           const struct redlock_examination *examination,
                           const struct findings *findings)
{
    static const enum finding_grade grades[] = {FINDING_UNSAFE, FINDING_REMARK};

    for (size_t g = 0; g < sizeof(grades) / sizeof(grades[0]); g++) {
        for (int i = 0; i < findings->count; i++) {
            if (findings->finding[i].grade == grades[g])
                print_finding(out, examination, &findings->finding[i]);
        }
    }
}

/* --- the whole -------------------------------------------------------------
 */

static void print_count(FILE *out,
                        const struct redlock_examination *examination,
                        const struct diagnosis *diagnosis)
{
    int spare = diagnosis->voting - examination->quorum;

    (void)fprintf(
        out,
        "nodes:    %d, of which %d make a quorum: %d may fail. %d can "
        "vote now: ",
        examination->nodes, examination->quorum,
        examination->nodes - examination->quorum, diagnosis->voting);
    if (spare >= 0)
        (void)fprintf(out, "%d more may fail.\n", spare);
    else
        (void)fprintf(out, "no lock can be had.\n");
}

static void print_times(FILE *out,
                        const struct redlock_examination *examination,
                        const struct diagnosis_times *times)
{
    char all[DURATION_TEXT_MAX];
    int64_t all_ms = examination->node_timeout_ms * examination->nodes;

    if (times->trips_us < 0)
        return;
    (void)fprintf(out,
                  "ttl:      %" PRId64 " ms - %" PRId64
                  " ms drift - %.2f ms for the round trips to %d nodes%s = "
                  "%.2f ms.\n",
                  times->ttl_ms, times->drift_ms,
                  (double)times->trips_us / 1000, examination->quorum,
                  examination->strategy == REDLOCK_PARALLEL
                      ? " at once"
                      : ", one after the other",
                  (double)times->left_us / 1000);
    (void)fprintf(out,
                  "time-out: %" PRId64
                  " ms, %.0f times the slowest round trip; "
                  "%d of them take %s, %.1f %% of the TTL.\n",
                  examination->node_timeout_ms,
                  (double)examination->node_timeout_ms * 1000 /
                      (double)(times->slowest_us > 0 ? times->slowest_us : 1),
                  examination->nodes, duration_text(all_ms, all),
                  (double)all_ms * 100 / (double)times->ttl_ms);
}

static void print_guard(FILE *out,
                        const struct redlock_examination *examination,
                        const struct diagnosis *diagnosis)
{
    if (diagnosis->guarded)
        (void)fprintf(out, "guard:    on: a restart costs a node a quarantine "
                           "and gives no lock away, whatever it keeps on "
                           "disk.\n");
    else if (diagnosis->times.slowest_us >= 0)
        (void)fprintf(out, "guard:    off: %s\n",
                      examination->guard == REDLOCK_GUARD_OFF
                          ? "by request."
                          : "no node has been marked by redlock init.");
}

static void print_verdict(FILE *out,
                          const struct redlock_examination *examination,
                          const struct diagnosis *diagnosis)
{
    int unsafe = diagnosis->findings.unsafe;
    int remarks = diagnosis->findings.count - unsafe;

    (void)fputs("verdict:  ", out);
    switch (diagnosis->verdict) {
    case DIAGNOSIS_FINE:
        (void)fputs("fine.\n", out);
        break;
    case DIAGNOSIS_REMARKS:
        (void)fprintf(out, "nothing unsafe, %d remark%s.\n", remarks,
                      remarks == 1 ? "" : "s");
        break;
    case DIAGNOSIS_UNSAFE:
        (void)fprintf(out, "unsafe, for %d reason%s.\n", unsafe,
                      unsafe == 1 ? "" : "s");
        break;
    case DIAGNOSIS_NO_QUORUM:
        (void)fprintf(out, "no quorum: %d of %d nodes can vote, %d needed.\n",
                      diagnosis->voting, examination->nodes,
                      examination->quorum);
        break;
    case DIAGNOSIS_NO_RIGHTS:
        (void)fputs("a majority refuses our credentials.\n", out);
        break;
    }
}

void doctor_print(FILE *out, const struct redlock_examination *examination,
                  const struct diagnosis *diagnosis)
{
    (void)fprintf(out, row, "node", "round trip", "server", "role",
                  "persistence", "eviction", "clock", "memory", "uri");
    for (int i = 0; i < examination->nodes; i++)
        print_node(out, examination, i);
    (void)fputc('\n', out);
    print_findings(out, examination, &diagnosis->findings);
    if (diagnosis->findings.count > 0)
        (void)fputc('\n', out);
    print_count(out, examination, diagnosis);
    print_times(out, examination, &diagnosis->times);
    print_guard(out, examination, diagnosis);
    print_verdict(out, examination, diagnosis);
}
