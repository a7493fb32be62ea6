/* SPDX-License-Identifier: MIT */
/* Reading INFO and CONFIG GET of a server. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/admin/examine.h"

static struct redlock_node_facts facts;
static struct rlk_examine_notes notes = {.facts = &facts};

static const struct rlk_reply *reply(enum rlk_reply_kind kind, const char *text)
{
    static struct rlk_reply reply;

    reply.kind = kind;
    snprintf(reply.text, sizeof(reply.text), "%s", text);
    reply.text_length = strlen(reply.text);
    return &reply;
}

static const struct rlk_reply *string(const char *text)
{
    return reply(RLK_REPLY_STRING, text);
}

Test(examine_server, of_valkey_has_its_own_version)
{
    rlk_examine_server(&notes, string("redis_version:7.2.4\r\n"
                                      "valkey_version:8.0.1\r\n"
                                      "server_mode:standalone\r\n"));
    cr_assert_str_eq(facts.server, "valkey");
    cr_assert_str_eq(facts.version, "8.0.1");
    cr_assert_eq(facts.reason, REDLOCK_REASON_NONE);
}

Test(examine_server, of_redis_has_its_version_in_the_other_field)
{
    rlk_examine_server(&notes, string("redis_version:7.0.1\r\nrun_id:ab\r\n"));
    cr_assert_str_eq(facts.server, "redis");
    cr_assert_str_eq(facts.version, "7.0.1");
    cr_assert_str_eq(facts.run_id, "ab");
    cr_assert_eq(facts.reason, REDLOCK_REASON_NONE);
}

Test(examine_server, of_neither_name_is_unknown)
{
    rlk_examine_server(&notes, string("dragonfly_version:1\r\n"));
    cr_assert_str_eq(facts.server, "");
    cr_assert_str_eq(facts.version, "");
}

Test(examine_server, that_is_a_sentinel_or_in_a_cluster_is_named)
{
    rlk_examine_server(&notes, string("redis_mode:sentinel\r\n"));
    cr_assert_eq(facts.reason, REDLOCK_REASON_SENTINEL);
    rlk_examine_server(&notes, string("redis_mode:cluster\r\n"));
    cr_assert_eq(facts.reason, REDLOCK_REASON_CLUSTER);
    rlk_examine_server(&notes, string("server_mode:sentinel\r\n"));
    cr_assert_eq(facts.reason, REDLOCK_REASON_SENTINEL);
}

Test(examine_server, that_is_a_master_has_no_master)
{
    rlk_examine_replication(&notes, string("role:master\r\nmaster_replid:cd\r\n"
                                           "master_host:old\r\n"));
    cr_assert_not(facts.replica);
    cr_assert_str_eq(facts.master, "");
    cr_assert_str_eq(notes.replid, "cd");
}

Test(examine_server, counts_replicas_if_writes_require_them)
{
    rlk_examine_replication(&notes, string("role:master\r\n"
                                           "connected_slaves:1\r\n"));
    cr_assert_eq(facts.needs_replicas, 0);
    rlk_examine_replication(&notes, string("role:master\r\n"
                                           "connected_slaves:0\r\n"
                                           "min_slaves_good_slaves:0\r\n"));
    cr_assert_eq(facts.needs_replicas, 1);
}

Test(examine_server, that_is_a_replica_names_its_master)
{
    rlk_examine_replication(&notes,
                            string("role:slave\r\nmaster_host:10.0.0.1\r\n"
                                   "master_port:6379\r\n"));
    cr_assert(facts.replica);
    cr_assert_str_eq(facts.master, "10.0.0.1:6379");
}

Test(examine_server, that_is_a_replica_may_not_name_its_master)
{
    rlk_examine_replication(&notes, string("role:slave\r\n"));
    cr_assert(facts.replica);
    cr_assert_str_eq(facts.master, "");
}

Test(examine_server, has_a_limit_of_memory_and_a_policy)
{
    rlk_examine_memory_limit(&notes,
                             string("maxmemory:1048576\r\n"
                                    "maxmemory_policy:allkeys-lru\r\n"));
    cr_assert_eq(facts.memory_max, 1048576);
    cr_assert_str_eq(facts.memory_policy, "allkeys-lru");
}

Test(examine_server, with_an_empty_INFO_has_unknown_numbers)
{
    rlk_examine_memory_limit(&notes, string(""));
    rlk_examine_persistence(&notes, string(""));
    cr_assert_eq(facts.memory_max, -1);
    cr_assert_eq(facts.append_only, -1);
}

Test(examine_server, saves_by_itself_if_a_save_rule_exists)
{
    rlk_examine_save(&notes, reply(RLK_REPLY_NAMED, "3600 1"));
    cr_assert_eq(facts.snapshots, 1);
    rlk_examine_save(&notes, reply(RLK_REPLY_NAMED, ""));
    cr_assert_eq(facts.snapshots, 0);
}

/* An empty array: the parameter does not exist. */
Test(examine_server, without_a_parameter_leaves_it_unknown)
{
    facts.snapshots = -1;
    rlk_examine_save(&notes, reply(RLK_REPLY_OTHER, "x"));
    rlk_examine_fsync(&notes, reply(RLK_REPLY_OTHER, "always"));
    cr_assert_eq(facts.snapshots, -1);
    cr_assert_str_eq(facts.append_fsync, "");
}

Test(examine_server, has_unsafe_bytes_replaced)
{
    rlk_examine_fsync(&notes, reply(RLK_REPLY_NAMED, "\033[2J"));
    cr_assert_str_eq(facts.append_fsync, "");
    rlk_examine_fsync(&notes, reply(RLK_REPLY_NAMED, "everysec"));
    cr_assert_str_eq(facts.append_fsync, "everysec");
}
