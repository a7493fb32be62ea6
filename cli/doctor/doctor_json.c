/* SPDX-License-Identifier: MIT */
/* The doctor's JSON. */

#include "cli/doctor/doctor_json.h"

#include "cli/doctor/diagnosis_clock.h"
#include "cli/doctor/shell.h"
#include "cli/text/json.h"
#include "cli/text/json_words.h"

static void text(struct json *json, const char *name, const char *value)
{
    if (value[0] != '\0')
        json_text(json, name, value);
}

static void number(struct json *json, const char *name, int64_t value)
{
    if (value >= 0)
        json_number(json, name, value);
}

/* value: 1, 0, or negative where it is not known. */
static void flag(struct json *json, const char *name, int value)
{
    if (value >= 0)
        json_bool(json, name, value != 0);
}

static void write_reason(struct json *json, const char *name,
                         enum redlock_reason reason)
{
    if (reason != REDLOCK_REASON_NONE)
        json_text(json, name, json_words_reason(reason));
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
    text(json, "server", facts->server);
    text(json, "version", facts->version);
    text(json, "run_id", facts->run_id);
    if (facts->run_id[0] != '\0')
        json_text(json, "role", facts->replica ? "replica" : "master");
    text(json, "master", facts->master);
    text(json, "user", facts->user);
    write_rights(json, "rights_denied", facts->denied);
    write_rights(json, "commands_missing", facts->missing);
    write_reason(json, "writes_refused", facts->writes);
    text(json, "writes_message", facts->writes_message);
    flag(json, "append_only", facts->append_only);
    text(json, "append_fsync", facts->append_fsync);
    flag(json, "snapshots", facts->snapshots);
    flag(json, "needs_replicas", (int)facts->needs_replicas);
    number(json, "maxmemory_bytes", facts->memory_max);
    text(json, "maxmemory_policy", facts->memory_policy);
    write_clock(json, examination, node);
    text(json, "memory", diagnosis_memory_name(facts->memory));
    number(json, "longest_ttl_ms", facts->longest_ttl_ms);
    number(json, "quarantine_age_ms", facts->quarantined_ms);
    if (facts->tls_version[0] != '\0') {
        json_text(json, "tls_version", facts->tls_version);
        json_text(json, "tls_cipher", facts->tls_cipher);
        number(json, "certificate_days", facts->certificate_days);
    }
}

static void write_node(struct json *json,
                       const struct redlock_examination *examination, int node)
{
    const struct redlock_node_facts *facts = &examination->node[node];

    json_object(json, NULL);
    json_text(json, "node", facts->name);
    if (facts->reason != REDLOCK_REASON_NONE) {
        write_reason(json, "reason", facts->reason);
        text(json, "message", facts->message);
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
              finding->grade == FINDING_UNSAFE ? "unsafe" : "remark");
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

    json_start(&json, out);
    json_object(&json, NULL);
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
    json_close(&json, '}');
    json_finish(&json);
}
