/* SPDX-License-Identifier: MIT */
/* The doctor's findings, and the verdict. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/doctor/diagnosis.h"

#define TTL_MS 30000
#define S 1000000

static struct redlock_examination found;
static struct diagnosis diagnosis;
static bool keeps = true;

/* A deployment with nothing wrong, guarded. */
static void deploy(int nodes)
{
    memset(&found, 0, sizeof(found));
    found.nodes = nodes;
    found.quorum = nodes / 2 + 1;
    found.node_timeout_ms = 100;
    found.ttl_max_ms = 300000;
    found.drift_factor = 0.01;
    for (int i = 0; i < nodes; i++) {
        struct redlock_node_facts *facts = &found.node[i];

        snprintf(facts->name, sizeof(facts->name), "redis://h%d", i + 1);
        snprintf(facts->host, sizeof(facts->host), "h%d", i + 1);
        snprintf(facts->run_id, sizeof(facts->run_id), "run%d", i + 1);
        strcpy(facts->user, "default");
        strcpy(facts->server, "redis");
        strcpy(facts->version, "7.0.15");
        strcpy(facts->memory_policy, "noeviction");
        strcpy(facts->append_fsync, "everysec");
        facts->port = 6379;
        facts->round_trip_us = 1000;
        facts->round_trip_max_us = 2000;
        facts->clock_us = INT64_C(1795287824471064);
        facts->clock_error_us = 500;
        facts->clock_gain_error_us = 1000;
        facts->clock_span_us = 700000;
        facts->memory = REDLOCK_MEMORY_KEPT;
        facts->longest_ttl_ms = 300000;
    }
}

static enum diagnosis_verdict judge_as(enum redlock_status status)
{
    diagnose(&found, status, TTL_MS, keeps, &diagnosis);
    return diagnosis.verdict;
}

static enum diagnosis_verdict judge(void)
{
    return judge_as(REDLOCK_OK);
}

/* The only finding. */
static const struct finding *only(const char *code, int node)
{
    const struct finding *finding = &diagnosis.findings.finding[0];

    cr_assert_eq(diagnosis.findings.count, 1, "%d findings, the first is %s",
                 diagnosis.findings.count, finding->code);
    cr_assert_str_eq(finding->code, code);
    cr_assert_eq(finding->node, node);
    cr_assert_str_not_empty(finding->advice);
    return finding;
}

static void says(const char *text, const char *part)
{
    cr_assert_not_null(strstr(text, part), "\"%s\" does not say \"%s\"", text,
                       part);
}

static void three(void)
{
    deploy(3);
}

TestSuite(diagnosis, .init = three);

Test(diagnosis, of_a_sound_deployment_is_fine)
{
    deploy(5);
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
    cr_assert_eq(diagnosis.findings.count, 0);
    cr_assert_eq(diagnosis.voting, 5);
    cr_assert(diagnosis.guarded);
}

Test(diagnosis, of_one_server_under_two_names_is_unsafe)
{
    strcpy(found.node[2].run_id, "run1");
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("same_server", 3)->text, "node 1");
    cr_assert_eq(diagnosis.voting, 2);
}

Test(diagnosis, of_servers_without_a_run_id_does_not_take_them_for_one)
{
    found.node[0].run_id[0] = '\0';
    found.node[1].run_id[0] = '\0';
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
}

Test(diagnosis, of_a_certificate_warns_in_its_last_two_weeks)
{
    for (int i = 0; i < 3; i++) {
        strcpy(found.node[i].tls_version, "TLSv1.3");
        found.node[i].certificate_days = 14;
    }
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
    found.node[1].certificate_days = 13;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("certificate_expires", 2)->text, "in 13 days");
    found.node[1].certificate_days = 0;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("certificate_expires", 2)->text, "within a day, or has expired");
    found.node[1].certificate_days = -1;
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
}

Test(diagnosis, of_a_master_that_outlives_its_failover_is_unsafe)
{
    strcpy(found.node[2].name, "sentinel://s1+s2/pair");
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("outlives_failover", 3)->advice, "min-replicas-to-write 1");
    found.node[2].needs_replicas = 1;
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
    found.node[2].needs_replicas = -1;
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
}

Test(diagnosis, of_a_replica_is_unsafe_and_names_its_master)
{
    found.node[1].replica = true;
    found.node[1].writes = REDLOCK_REASON_READONLY;
    strcpy(found.node[1].master, "10.0.0.9:6379");
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("replica", 2)->advice, "redis://10.0.0.9:6379");
}

Test(diagnosis, of_eviction_is_unsafe_with_a_memory_limit)
{
    static const char *const policies[] = {"allkeys-lru", "allkeys-lfu",
                                           "volatile-lru", "volatile-ttl",
                                           "allkeys-random"};

    for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++) {
        deploy(3);
        found.node[1].memory_max = 1000;
        strcpy(found.node[1].memory_policy, policies[i]);
        cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
        says(only("eviction", 2)->text, policies[i]);
        cr_assert_str_eq(
            diagnosis.findings.finding[0].advice,
            "redis-cli -h h2 -p 6379 CONFIG SET maxmemory-policy noeviction");
        found.node[1].memory_max = 0;
        cr_assert_eq(judge(), DIAGNOSIS_FINE);
        found.node[1].memory_max = -1;
        cr_assert_eq(judge(), DIAGNOSIS_FINE);
    }
}

Test(diagnosis, of_a_missing_right_is_unsafe_and_advises_the_rule)
{
    strcpy(found.node[0].user, "bob");
    found.node[0].denied = REDLOCK_RIGHT_PEXPIRE | REDLOCK_RIGHT_KEYS;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("rights_denied", 1)->text, "PEXPIRE, the keys redlock:*");
    says(diagnosis.findings.finding[0].advice,
         "ACL SETUSER bob +pexpire '~redlock:*'");
    cr_assert_eq(diagnosis.voting, 2);
}

/* Without them locks can be acquired, but out of order. */
Test(diagnosis, of_a_missing_right_for_queues_is_a_warning)
{
    strcpy(found.node[0].user, "bob");
    found.node[0].denied =
        REDLOCK_RIGHT_ZADD | REDLOCK_RIGHT_QUEUES | REDLOCK_RIGHT_CHANNELS;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("queue_denied", 1)->text,
         "use ZADD, the keys {*}:*, the channels redlock:wake:*");
    says(only("queue_denied", 1)->advice,
         "ACL SETUSER bob +zadd '~{*}:*' '&redlock:wake:*'");
    cr_assert_eq(diagnosis.voting, 3);
}

Test(diagnosis, of_a_missing_command_for_queues_is_a_warning)
{
    found.node[1].missing = REDLOCK_RIGHT_PUBLISH;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("queue_missing", 2)->text, "does not know PUBLISH");
}

/* docs/access.md has a rule that leaves it out. */
Test(diagnosis, of_a_user_who_cannot_kill_connections_is_a_warning)
{
    strcpy(found.node[0].user, "bob");
    found.node[0].denied = REDLOCK_RIGHT_CLIENT_KILL;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("end_denied", 1)->text, "use CLIENT KILL: a client cannot end");
    says(only("end_denied", 1)->advice, "ACL SETUSER bob '+client|kill'");
    cr_assert_eq(diagnosis.voting, 3);
    found.node[0].denied = 0;
    found.node[1].missing = REDLOCK_RIGHT_CLIENT_KILL;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("end_missing", 2)->text, "does not know CLIENT KILL");
}

Test(diagnosis, of_a_renamed_command_is_unsafe)
{
    found.node[0].missing = REDLOCK_RIGHT_EVAL;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("commands_missing", 1)->text, "EVAL");
}

Test(diagnosis, of_a_node_that_is_down_is_a_warning)
{
    found.node[2] = (struct redlock_node_facts){
        .reason = REDLOCK_REASON_REFUSED, .name = "redis://h3"};
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("not_examined", 3)->text, "connection refused");
    cr_assert_eq(diagnosis.voting, 2);
}

Test(diagnosis, of_too_few_nodes_is_no_quorum_whatever_else_is_wrong)
{
    found.node[0].replica = true;
    cr_assert_eq(judge_as(REDLOCK_NO_QUORUM), DIAGNOSIS_NO_QUORUM);
    cr_assert_eq(judge_as(REDLOCK_NO_RIGHTS), DIAGNOSIS_NO_RIGHTS);
}

Test(diagnosis, of_too_few_votes_is_no_quorum)
{
    found.node[0].writes = REDLOCK_REASON_OOM;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    found.node[1].writes = REDLOCK_REASON_MISCONF;
    cr_assert_eq(judge(), DIAGNOSIS_NO_QUORUM);
    cr_assert_eq(diagnosis.voting, 1);
}

/* --- clocks ----------------------------------------------------------------
 */

Test(diagnosis, of_refused_writes_is_a_warning_with_the_servers_message)
{
    found.node[1].writes = REDLOCK_REASON_OOM;
    strcpy(found.node[1].writes_message, "OOM command not allowed");
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("writes_refused", 2)->text,
         "refuses writes: the server is out of memory (OOM command not "
         "allowed)");
    cr_assert_eq(diagnosis.voting, 2);
    found.node[1].writes = REDLOCK_REASON_ERROR;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("writes_refused", 2)->advice, "check the server's log");
}

/* The finding of the replica is enough. */
Test(diagnosis, of_a_replica_does_not_report_refused_writes)
{
    found.node[1].replica = true;
    found.node[1].writes = REDLOCK_REASON_READONLY;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    cr_assert_eq(diagnosis.findings.count, 1);
}

Test(diagnosis, of_a_clock_off_by_more_than_a_second_is_unsafe)
{
    deploy(5);
    found.node[3].clock_us += 3 * S;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("clock_wrong", 4)->text, "+3.00 s");
    found.node[3].clock_us -= 6 * S;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("clock_wrong", 4)->text, "-3.00 s");
}

Test(diagnosis, of_three_clocks_blames_the_one_that_is_wrong)
{
    found.node[0].clock_us += 3 * S;
    found.node[1].clock_us += 20;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    only("clock_wrong", 1);
    found.node[0].clock_us -= 6 * S;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    only("clock_wrong", 1);
}

Test(diagnosis, of_two_clocks_cannot_tell_which_is_wrong)
{
    deploy(2);
    found.node[0].clock_us += 3 * S;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    cr_assert_eq(diagnosis.findings.unsafe, 2);
}

Test(diagnosis, of_a_clock_allows_for_its_error)
{
    found.node[0].clock_us += S + S / 10;
    found.node[0].clock_error_us = S / 5;
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
    found.node[0].clock_error_us = S / 20;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
}

Test(diagnosis, of_clocks_ignores_nodes_without_a_time)
{
    int64_t ahead_us = 7;

    found.node[1].clock_error_us = -1;
    found.node[2].reason = REDLOCK_REASON_SILENT;
    cr_assert_not(diagnosis_clock_ahead(&found, 0, &ahead_us));
    cr_assert_not(diagnosis_clock_ahead(&found, 1, &ahead_us));
}

Test(diagnosis, of_a_clock_that_gains_more_than_the_drift_is_a_warning)
{
    found.node[1].clock_gain_us = 7000 + 1000 + 1000;
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
    found.node[1].clock_gain_us++;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    only("clock_rate", 2);
    found.node[1].clock_gain_us = -50000;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    only("clock_rate", 2);
}

/* --- markers ---------------------------------------------------------------
 */

Test(diagnosis, of_a_node_without_a_marker_among_marked_ones_is_unsafe)
{
    found.node[2].memory = REDLOCK_MEMORY_UNMARKED;
    found.node[2].longest_ttl_ms = -1;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("unmarked", 3)->advice, "redlock init");
    cr_assert_eq(diagnosis.voting, 2);
}

/* The set-up of the deployment has reached the last step. */
Test(diagnosis, of_missing_markers_with_the_guard_on_is_one_finding)
{
    found.guard = REDLOCK_GUARD_ON;
    for (int i = 0; i < 3; i++) {
        found.node[i].memory = REDLOCK_MEMORY_UNMARKED;
        found.node[i].longest_ttl_ms = -1;
    }
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("unmarked", 0)->advice, "redlock init");
    cr_assert_eq(diagnosis.voting, 0);
}

/* The doctor does not guess that these nodes are unguarded. */
Test(diagnosis, of_unreadable_markers_reports_only_the_missing_right)
{
    for (int i = 0; i < 3; i++) {
        found.node[i].memory = REDLOCK_MEMORY_UNKNOWN;
        found.node[i].longest_ttl_ms = -1;
    }
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
    cr_assert(diagnosis.unread);
}

Test(diagnosis, of_a_quarantine_is_a_warning)
{
    found.node[2].memory = REDLOCK_MEMORY_QUARANTINE;
    found.node[2].quarantined_ms = 12000;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("quarantine", 3)->text, "12 s");
    cr_assert_eq(diagnosis.voting, 2);
}

Test(diagnosis, of_a_restarted_node_is_a_warning)
{
    found.node[2].memory = REDLOCK_MEMORY_STALE;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    only("restarted", 3);
}

Test(diagnosis, of_a_marker_of_another_version_is_a_warning)
{
    for (int i = 0; i < 3; i++)
        found.node[i].memory = REDLOCK_MEMORY_KEPT;
    found.node[2].memory = REDLOCK_MEMORY_FOREIGN;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("foreign_marker", 3)->advice, "init --yes");
    cr_assert_eq(diagnosis.voting, 2);
}

/* A quarantine is never ended if all clients are short-lived. */
Test(diagnosis, of_a_machine_without_a_state_folder_is_a_warning)
{
    keeps = false;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("no_state_folder", 0)->advice, "REDLOCK_STATE_DIR");
}

static void unguard(void)
{
    for (int i = 0; i < found.nodes; i++) {
        found.node[i].memory = REDLOCK_MEMORY_UNMARKED;
        found.node[i].longest_ttl_ms = -1;
    }
}

Test(diagnosis, of_no_markers_at_all_is_one_warning)
{
    unguard();
    found.node[1].append_only = 1;
    strcpy(found.node[1].append_fsync, "always");
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("unguarded", 0)->text, "node 1, 3");
    cr_assert_eq(diagnosis.voting, 3);
}

Test(diagnosis, of_durable_nodes_still_advises_markers)
{
    unguard();
    for (int i = 0; i < 3; i++) {
        found.node[i].append_only = 1;
        strcpy(found.node[i].append_fsync, "always");
    }
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("unguarded", 0)->text, "FLUSHALL");
    keeps = false;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    only("unguarded", 0);
}

Test(diagnosis, of_nodes_that_disagree_on_the_longest_ttl_is_unsafe)
{
    found.node[1].longest_ttl_ms = 600000;
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    says(only("longest_ttl_differs", 0)->text,
         "5 min on node 1, 3, 10 min on node 2");
    says(diagnosis.findings.finding[0].advice, "600000ms");
}

Test(diagnosis, of_a_longest_ttl_other_than_ours_is_a_warning)
{
    found.ttl_max_ms = 60000;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("ttl_max_differs", 0)->advice, "--ttl-max 300000ms");
}

/* --- numbers and times -----------------------------------------------------
 */

Test(diagnosis, of_an_even_number_of_nodes_is_a_warning)
{
    deploy(4);
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("even_nodes", 0)->advice, "5");
    deploy(1);
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("single_node", 0)->advice, "3");
}

Test(diagnosis, of_mixed_versions_is_one_warning)
{
    deploy(5);
    strcpy(found.node[3].version, "7.2.4");
    strcpy(found.node[4].server, "valkey");
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("versions_differ", 0)->text, "7.2.4");
}

Test(diagnosis, of_times_sums_the_slowest_quorum)
{
    found.node[0].round_trip_us = 4000;
    found.node[2].round_trip_us = 8000;
    judge();
    cr_assert_eq(diagnosis.times.drift_ms, 302);
    cr_assert_eq(diagnosis.times.trips_us, 12000);
    cr_assert_eq(diagnosis.times.left_us, INT64_C(30000000) - 302000 - 12000);
    found.strategy = REDLOCK_PARALLEL;
    judge();
    cr_assert_eq(diagnosis.times.trips_us, 8000);
}

static enum diagnosis_verdict judge_ttl(int64_t ttl_ms)
{
    diagnose(&found, REDLOCK_OK, ttl_ms, true, &diagnosis);
    return diagnosis.verdict;
}

Test(diagnosis, of_a_ttl_shorter_than_the_round_trips_is_a_warning)
{
    found.node_timeout_ms = 10;
    cr_assert_eq(judge_ttl(60), DIAGNOSIS_FINE);
    cr_assert_eq(judge_ttl(5), DIAGNOSIS_WARNINGS);
    says(diagnosis.findings.finding[0].advice, "--ttl 9ms");
    found.node_timeout_ms = 1;
    cr_assert_eq(judge_ttl(3), DIAGNOSIS_WARNINGS);
    says(diagnosis.findings.finding[0].text, "leave nothing");
}

Test(diagnosis, of_a_ttl_advises_one_that_is_long_enough)
{
    found.node_timeout_ms = 5;
    judge_ttl(5);
    says(diagnosis.findings.finding[0].advice, "--ttl 9ms");
    judge_ttl(9);
    for (int i = 0; i < diagnosis.findings.count; i++)
        cr_assert_str_neq(diagnosis.findings.finding[i].code, "ttl_short");
}

Test(diagnosis, of_a_node_timeout_below_several_round_trips_is_a_warning)
{
    found.node[1].round_trip_us = 30000;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    says(only("node_timeout_short", 0)->advice, "--node-timeout 601ms");
    found.node[1].round_trip_us = 20000;
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
}

Test(diagnosis, of_a_node_timeout_that_is_long_for_the_ttl_is_a_warning)
{
    found.node_timeout_ms = 5001;
    cr_assert_eq(judge(), DIAGNOSIS_WARNINGS);
    only("node_timeout_long", 0);
    found.node_timeout_ms = 5000;
    cr_assert_eq(judge(), DIAGNOSIS_FINE);
}

Test(diagnosis, has_room_for_all_findings)
{
    deploy(REDLOCK_NODES_MAX);
    for (int i = 0; i < found.nodes; i++) {
        struct redlock_node_facts *facts = &found.node[i];

        strcpy(facts->run_id, "one");
        facts->replica = true;
        facts->denied = (1U << REDLOCK_RIGHTS) - 1;
        facts->missing = facts->denied;
        facts->memory_max = 1;
        strcpy(facts->memory_policy, "allkeys-lru");
        facts->writes = REDLOCK_REASON_OOM;
        facts->clock_us += i * INT64_C(10) * S;
        facts->clock_gain_us = 10 * S;
        facts->memory = i == 0 ? REDLOCK_MEMORY_KEPT : REDLOCK_MEMORY_UNMARKED;
        facts->longest_ttl_ms = i;
        memset(facts->user, 'u', sizeof(facts->user) - 1);
        memset(facts->path, '\'', sizeof(facts->path) - 1);
        facts->host[0] = '\0';
    }
    cr_assert_eq(judge(), DIAGNOSIS_UNSAFE);
    cr_assert_gt(diagnosis.findings.count, 6 * REDLOCK_NODES_MAX);
}
