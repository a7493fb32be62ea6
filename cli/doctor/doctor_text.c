/* SPDX-License-Identifier: MIT */
/* The output of redlock doctor. */

#include "cli/doctor/diagnosis.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/text/duration.h"
#include "cli/text/json.h"
#include "cli/text/layout.h"
#include "redlock/admin.h"

/* --- TLS ------------------------------------------------------------------ */

static bool same(const struct redlock_node_facts *one,
                 const struct redlock_node_facts *other)
{
    return strcmp(one->tls_version, other->tls_version) == 0 &&
           strcmp(one->tls_cipher, other->tls_cipher) == 0 &&
           one->certificate_days == other->certificate_days;
}

/* Prints a line for nodes with the same TLS; none for nodes without TLS. */
static void print_tls(FILE *out, const struct wrap *wrap,
                      const struct redlock_examination *examination)
{
    for (int i = 0; i < examination->nodes; i++) {
        const struct redlock_node_facts *facts = &examination->node[i];
        char nodes[4 * REDLOCK_NODES_MAX + 1] = "";
        bool printed = facts->tls_version[0] == '\0';
        for (int k = 0; k < examination->nodes && !printed; k++) {
            size_t length = strlen(nodes);
            if (!same(&examination->node[k], facts))
                continue;
            printed = k < i;
            (void)snprintf(nodes + length, sizeof(nodes) - length, "%s%d",
                           length == 0 ? "" : ", ", k + 1);
        }
        if (!printed)
            wrap_line(out, wrap,
                      "tls:      node %s: %s, %s; the certificate expires in "
                      "%" PRId64 " day%s.",
                      nodes, facts->tls_version, facts->tls_cipher,
                      facts->certificate_days,
                      facts->certificate_days == 1 ? "" : "s");
    }
}

/* --- the table ------------------------------------------------------------ */

static const char *persistence(const struct redlock_node_facts *facts,
                               char text[static TABLE_CELL_MAX])
{
    if (facts->append_only == 1)
        (void)snprintf(text, TABLE_CELL_MAX, "aof %s", facts->append_fsync);
    else if (facts->append_only < 0 || facts->snapshots < 0)
        return "unknown";
    else
        return facts->snapshots == 1 ? "snapshots" : "none";
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

static const char *clock_of(const struct redlock_examination *examination,
                            int node, char text[static DIAGNOSIS_CLOCK_MAX])
{
    int64_t ahead_us;

    return diagnosis_clock_ahead(examination, node, &ahead_us)
               ? diagnosis_clock_text(ahead_us, text)
               : "unknown";
}

static void add_node(struct table *table,
                     const struct redlock_examination *examination, int node)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    char number[16];
    char trip[32];
    char server[TABLE_CELL_MAX] = "unknown";
    char kept[TABLE_CELL_MAX];
    char clock[DIAGNOSIS_CLOCK_MAX];

    (void)snprintf(number, sizeof(number), "%d", node + 1);
    (void)snprintf(trip, sizeof(trip), "%.2f ms",
                   (double)facts->round_trip_us / 1000);
    if (facts->version[0] != '\0')
        (void)snprintf(server, sizeof(server), "%s %s", facts->server,
                       facts->version);
    if (facts->reason == REDLOCK_REASON_NONE)
        table_add(table,
                  (const char *[]){number, trip, server, role(facts),
                                   persistence(facts, kept), eviction(facts),
                                   clock_of(examination, node, clock),
                                   memory(facts), facts->name});
    else
        table_add(table, (const char *[]){number, "-", "not examined", "-", "-",
                                          "-", "-", "-", facts->name});
}

static void
print_nodes(FILE *out, const struct redlock_examination *examination, int width)
{
    static struct table table;

    table.rows = 0;
    table.right = 1U << 0 | 1U << 1;
    table_add(&table, (const char *[]){"node", "trip", "server", "role", "disk",
                                       "eviction", "clock", "memory", "uri"});
    for (int i = 0; i < examination->nodes; i++)
        add_node(&table, examination, i);
    table_print(out, &table, width);
}

/* --- the findings --------------------------------------------------------- */

/* Commands are not wrapped, so that they can be copied. */
static bool is_command(const char *advice)
{
    static const char start[] = "redis-cli ";

    return strncmp(advice, start, sizeof(start) - 1) == 0;
}

static void print_finding(FILE *out,
                          const struct redlock_examination *examination,
                          const struct finding *finding, int width)
{
    const struct wrap wrap = {.width = width, .indent = 8};
    const struct wrap advice = {
        .width = width, .indent = 12, .command = is_command(finding->advice)};
    const char *grade = finding->grade == FINDING_UNSAFE ? "unsafe" : "warning";

    if (finding->node > 0)
        wrap_line(out, &wrap, "%s: node %d (%s) %s", grade, finding->node,
                  examination->node[finding->node - 1].name, finding->text);
    else
        wrap_line(out, &wrap, "%s: %s", grade, finding->text);
    wrap_line(out, &advice, "        advice: %s", finding->advice);
}

/* Prints unsafe findings first. */
static void print_findings(FILE *out,
                           const struct redlock_examination *examination,
                           const struct findings *findings, int width)
{
    static const enum finding_grade grades[] = {FINDING_UNSAFE,
                                                FINDING_WARNING};

    for (size_t g = 0; g < sizeof(grades) / sizeof(grades[0]); g++) {
        for (int i = 0; i < findings->count; i++) {
            if (findings->finding[i].grade == grades[g])
                print_finding(out, examination, &findings->finding[i], width);
        }
    }
}

/* --- the whole ------------------------------------------------------------ */

static void print_count(FILE *out, const struct wrap *wrap,
                        const struct redlock_examination *examination,
                        const struct diagnosis *diagnosis)
{
    int spare = diagnosis->voting - examination->quorum;
    char left[64] = "no lock can be acquired";

    if (spare >= 0)
        (void)snprintf(left, sizeof(left), "%d more may fail", spare);
    wrap_line(
        out, wrap, "nodes:    %d, quorum %d: %d may fail. %d can vote now: %s.",
        examination->nodes, examination->quorum,
        examination->nodes - examination->quorum, diagnosis->voting, left);
}

static void print_times(FILE *out, const struct wrap *wrap,
                        const struct redlock_examination *examination,
                        const struct diagnosis_times *times)
{
    char all[DURATION_TEXT_MAX];
    int64_t all_ms = examination->node_timeout_ms * examination->nodes;

    if (times->trips_us < 0)
        return;
    wrap_line(out, wrap,
              "ttl:      %" PRId64 " ms - %" PRId64
              " ms drift - %.2f ms for the round trips to %d nodes%s = "
              "%.2f ms.",
              times->ttl_ms, times->drift_ms, (double)times->trips_us / 1000,
              examination->quorum,
              examination->strategy == REDLOCK_PARALLEL
                  ? ", at the same time"
                  : ", one after the other",
              (double)times->left_us / 1000);
    wrap_line(out, wrap,
              "timeout:  %" PRId64 " ms, %.0f times the slowest round trip; "
              "%d of them take %s, %.1f %% of the TTL.",
              examination->node_timeout_ms,
              (double)examination->node_timeout_ms * 1000 /
                  (double)(times->slowest_us > 0 ? times->slowest_us : 1),
              examination->nodes, duration_text(all_ms, all),
              (double)all_ms * 100 / (double)times->ttl_ms);
}

static void print_guard(FILE *out, const struct wrap *wrap,
                        const struct redlock_examination *examination,
                        const struct diagnosis *diagnosis)
{
    if (diagnosis->guarded)
        wrap_line(
            out, wrap,
            "guard:    on: a node that has lost its memory has no vote during "
            "its quarantine; it needs no persistence.");
    else if (diagnosis->times.slowest_us < 0)
        return;
    else if (examination->guard == REDLOCK_GUARD_OFF)
        wrap_line(out, wrap, "guard:    off: by request.");
    else if (diagnosis->unread)
        wrap_line(out, wrap,
                  "guard:    unknown: the user may not read whether redlock "
                  "init has marked the nodes.");
    else
        wrap_line(out, wrap,
                  "guard:    off: no node has been marked by redlock init.");
}

static void print_verdict(FILE *out,
                          const struct redlock_examination *examination,
                          const struct diagnosis *diagnosis)
{
    int unsafe = diagnosis->findings.unsafe;
    int warnings = diagnosis->findings.count - unsafe;

    (void)fputs("verdict:  ", out);
    switch (diagnosis->verdict) {
    case DIAGNOSIS_FINE:
        (void)fputs("fine.\n", out);
        break;
    case DIAGNOSIS_WARNINGS:
        (void)fprintf(out, "nothing unsafe, %d warning%s.\n", warnings,
                      warnings == 1 ? "" : "s");
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
        (void)fputs("a majority of the nodes refuses the credentials.\n", out);
        break;
    }
}

void doctor_print(FILE *out, const struct redlock_examination *examination,
                  const struct diagnosis *diagnosis)
{
    const struct wrap wrap = {.width = wrap_width(out), .indent = 10};

    print_nodes(out, examination, wrap.width);
    (void)fputc('\n', out);
    print_findings(out, examination, &diagnosis->findings, wrap.width);
    if (diagnosis->findings.count > 0)
        (void)fputc('\n', out);
    print_count(out, &wrap, examination, diagnosis);
    print_times(out, &wrap, examination, &diagnosis->times);
    print_guard(out, &wrap, examination, diagnosis);
    print_tls(out, &wrap, examination);
    print_verdict(out, examination, diagnosis);
}

/* --- doctor json ---------------------------------------------------------- */

/* value: 1 or 0; negative: unknown, and left out. */
static void flag(struct json *json, const char *name, int value)
{
    if (value >= 0)
        json_bool(json, name, value != 0);
}

static void write_rights(struct json *json, const char *name, unsigned mask)
{
    json_array(json, name);
    for (unsigned i = 0; i < REDLOCK_RIGHTS; i++) {
        if ((mask & 1U << i) != 0)
            json_text(json, NULL, shell_right_word(1U << i));
    }
    json_close(json, ']');
}

static void write_clock(struct json *json,
                        const struct redlock_examination *examination, int node)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    int64_t ahead_us;

    if (diagnosis_clock_ahead(examination, node, &ahead_us)) {
        json_number(json, "clock_ahead_us", ahead_us);
        json_number(json, "clock_error_us", facts->clock_error_us);
    }
    if (facts->clock_span_us > 0) {
        json_number(json, "clock_gain_us", facts->clock_gain_us);
        json_number(json, "clock_gain_error_us", facts->clock_gain_error_us);
        json_number(json, "clock_span_us", facts->clock_span_us);
    }
}

static void write_facts(struct json *json,
                        const struct redlock_examination *examination, int node)
{
    const struct redlock_node_facts *facts = &examination->node[node];

    json_number(json, "round_trip_us", facts->round_trip_us);
    json_number(json, "round_trip_max_us", facts->round_trip_max_us);
    json_some_text(json, "server", facts->server);
    json_some_text(json, "version", facts->version);
    json_some_text(json, "run_id", facts->run_id);
    if (facts->run_id[0] != '\0')
        json_text(json, "role", facts->replica ? "replica" : "master");
    json_some_text(json, "master", facts->master);
    json_some_text(json, "user", facts->user);
    write_rights(json, "rights_denied", facts->denied);
    write_rights(json, "commands_missing", facts->missing);
    json_reason(json, "writes_refused", facts->writes);
    json_some_text(json, "writes_message", facts->writes_message);
    flag(json, "append_only", facts->append_only);
    json_some_text(json, "append_fsync", facts->append_fsync);
    flag(json, "snapshots", facts->snapshots);
    flag(json, "needs_replicas", (int)facts->needs_replicas);
    json_number_from(json, "maxmemory_bytes", 0, facts->memory_max);
    json_some_text(json, "maxmemory_policy", facts->memory_policy);
    write_clock(json, examination, node);
    json_some_text(json, "memory", diagnosis_memory_name(facts->memory));
    json_number_from(json, "longest_ttl_ms", 0, facts->longest_ttl_ms);
    json_number_from(json, "quarantine_age_ms", 0, facts->quarantined_ms);
    if (facts->tls_version[0] != '\0') {
        json_text(json, "tls_version", facts->tls_version);
        json_text(json, "tls_cipher", facts->tls_cipher);
        json_number_from(json, "certificate_days", 0, facts->certificate_days);
    }
}

static void write_node(struct json *json,
                       const struct redlock_examination *examination, int node)
{
    const struct redlock_node_facts *facts = &examination->node[node];

    json_object(json, NULL);
    json_text(json, "node", facts->name);
    if (facts->reason != REDLOCK_REASON_NONE) {
        json_reason(json, "reason", facts->reason);
        json_some_text(json, "message", facts->message);
    } else {
        write_facts(json, examination, node);
    }
    json_close(json, '}');
}

static void write_finding(struct json *json,
                          const struct redlock_examination *examination,
                          const struct finding *finding)
{
    json_object(json, NULL);
    json_text(json, "grade",
              finding->grade == FINDING_UNSAFE ? "unsafe" : "warning");
    json_text(json, "code", finding->code);
    if (finding->node > 0) {
        json_number(json, "node_number", finding->node);
        json_text(json, "node", examination->node[finding->node - 1].name);
    }
    json_text(json, "text", finding->text);
    json_text(json, "advice", finding->advice);
    json_close(json, '}');
}

void doctor_json(FILE *out, const struct redlock_examination *examination,
                 const struct diagnosis *diagnosis)
{
    const struct diagnosis_times *times = &diagnosis->times;
    struct json json;

    json_open(&json, out);
    json_text(&json, "verdict", diagnosis_verdict_name(diagnosis->verdict));
    json_number(&json, "quorum", examination->quorum);
    json_number(&json, "voting", diagnosis->voting);
    json_bool(&json, "guarded", diagnosis->guarded);
    json_number(&json, "ttl_ms", times->ttl_ms);
    json_number(&json, "drift_ms", times->drift_ms);
    json_number(&json, "node_timeout_ms", examination->node_timeout_ms);
    if (times->trips_us >= 0) {
        json_number(&json, "trips_us", times->trips_us);
        json_number(&json, "left_us", times->left_us);
    }
    json_array(&json, "nodes");
    for (int i = 0; i < examination->nodes; i++)
        write_node(&json, examination, i);
    json_close(&json, ']');
    json_array(&json, "findings");
    for (int i = 0; i < diagnosis->findings.count; i++)
        write_finding(&json, examination, &diagnosis->findings.finding[i]);
    json_close(&json, ']');
    json_end(&json);
}
