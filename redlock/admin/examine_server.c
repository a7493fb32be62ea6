/* SPDX-License-Identifier: MIT */
/* INFO and CONFIG GET. */

#include "redlock/admin/examine_server.h"

#include <stdio.h>
#include <string.h>

#include "redlock/resp/info.h"

void rlk_examine_server(struct rlk_examine_notes *notes,
                        const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;
    const char *text = reply->text;

    /* Valkey has both fields: redis_version is for older clients. */
    if (rlk_info_text(text, "valkey_version", facts->version,
                      sizeof(facts->version)))
        (void)snprintf(facts->server, sizeof(facts->server), "valkey");
    else if (rlk_info_text(text, "redis_version", facts->version,
                           sizeof(facts->version)))
        (void)snprintf(facts->server, sizeof(facts->server), "redis");
    (void)rlk_info_text(text, "run_id", facts->run_id, sizeof(facts->run_id));
    if (rlk_info_mode(text) != REDLOCK_REASON_NONE)
        facts->reason = rlk_info_mode(text);
}

void rlk_examine_replication(struct rlk_examine_notes *notes,
                             const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;
    char role[16] = "";
    char host[96];

    (void)rlk_info_text(reply->text, "role", role, sizeof(role));
    (void)rlk_info_text(reply->text, "master_replid", notes->replid,
                        sizeof(notes->replid));
    facts->replica = strcmp(role, "slave") == 0;
    /* Only where writes depend on them are they counted. */
    facts->needs_replicas =
        rlk_info_number(reply->text, "min_slaves_good_slaves") >= 0;
    if (facts->replica &&
        rlk_info_text(reply->text, "master_host", host, sizeof(host)))
        (void)snprintf(facts->master, sizeof(facts->master), "%s:%lld", host,
                       (long long)rlk_info_number(reply->text, "master_port"));
}

void rlk_examine_persistence(struct rlk_examine_notes *notes,
                             const struct rlk_reply *reply)
{
    notes->facts->append_only =
        (int)rlk_info_number(reply->text, "aof_enabled");
}

void rlk_examine_memory_limit(struct rlk_examine_notes *notes,
                              const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;

    facts->memory_max = rlk_info_number(reply->text, "maxmemory");
    (void)rlk_info_text(reply->text, "maxmemory_policy", facts->memory_policy,
                        sizeof(facts->memory_policy));
}

void rlk_examine_save(struct rlk_examine_notes *notes,
                      const struct rlk_reply *reply)
{
    if (reply->kind == RLK_REPLY_NAMED)
        notes->facts->snapshots = reply->text[0] != '\0';
}

void rlk_examine_fsync(struct rlk_examine_notes *notes,
                       const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;

    /* It is printed on terminals: lower-case letters only. */
    if (reply->kind == RLK_REPLY_NAMED &&
        strspn(reply->text, "abcdefghijklmnopqrstuvwxyz") == reply->text_length)
        (void)snprintf(facts->append_fsync, sizeof(facts->append_fsync),
                       "%.15s", reply->text);
}
