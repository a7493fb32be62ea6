/* SPDX-License-Identifier: MIT */
/* Plays the doctor against nodes whose answers are drawn from bytes. */

#include "tests/support/patient.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/doctor/diagnosis.h"
#include "clock/clock.h"
#include "redlock/admin/examine.h"
#include "redlock/net/uri.h"
#include "tests/support/lies.h"

#define NODES 3

static void put_info(struct lies *lies)
{
    char text[1024];

    lies->reply.kind = RLK_REPLY_STRING;
    (void)snprintf(text, sizeof(text),
                   "redis_version:7\r\nrun_id:%s\r\nmaster_replid:%s\r\nrole:"
                   "slave\r\nmaster_host:\033x\r\n"
                   "master_port:%lld\r\naof_enabled:%lld\r\nmaxmemory:%lld\r\n"
                   "maxmemory_policy:allkeys-lru\r\n",
                   lies_run_id(lies), lies_run_id(lies),
                   (long long)lies_number(lies), (long long)lies_number(lies),
                   (long long)lies_number(lies));
    lies_put(&lies->reply, text);
}

static const struct rlk_reply *next_reply(struct lies *lies)
{
    uint8_t how = lies_next(lies);

    (void)lies_reply(lies);
    if (how < 64)
        put_info(lies);
    else if (how < 128)
        lies->reply.kind = RLK_REPLY_INTEGER;
    else if (how < 192) {
        lies->reply.kind = RLK_REPLY_STRING;
        lies_put_marker(lies);
    }
    return &lies->reply;
}

/* A node that answers half a millisecond after each question, or never. */
static int64_t answer(struct lies *lies, struct rlk_examine_node *node,
                      int64_t now)
{
    bool pauses = node->answered == node->asked;

    if (pauses || lies_next(lies) == UINT8_MAX)
        return rlk_talk_wakeup(&node->talk);
    now += RLK_NS_PER_MS / 2;
    node->talk.ops->answer(&node->talk, next_reply(lies), now);
    return now;
}

static void examine(struct lies *lies, const struct rlk_uri *uri,
                    struct redlock_node_facts *facts)
{
    struct rlk_wire wire = {0};
    struct rlk_examine_node node = {
        .key = "redlock:doctor:0",
        .talk.patience = RLK_NS_PER_S,
        .talk.end = 5 * RLK_NS_PER_S,
    };
    int64_t now = 0;

    rlk_examine_node_start(&node, facts, now);
    (void)snprintf(facts->name, sizeof(facts->name), "%s", uri->name);
    node.talk.state = RLK_TALK_ASKING;
    rlk_talk_step(&node.talk, &wire, now);
    while (node.talk.state != RLK_TALK_ENDED) {
        now = answer(lies, &node, now);
        rlk_talk_step(&node.talk, &wire, now);
        assert(now <= node.talk.end);
    }
    rlk_wire_clear(&wire);
}

static void judge_text(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        assert(c == '\n' || (c >= ' ' && c != 127));
    }
}

static void print(const struct redlock_examination *examination)
{
    static struct diagnosis diagnosis;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (out == NULL)
        abort();
    diagnose(examination, REDLOCK_OK, 30000, false, &diagnosis);
    doctor_print(out, examination, &diagnosis);
    doctor_json(out, examination, &diagnosis);
    (void)fclose(out);
    judge_text(text, length);
    free(text);
}

void patient_play(const uint8_t *script, size_t length)
{
    static struct redlock_examination examination;
    static struct rlk_uris uris;
    struct lies lies = {.script = script, .left = length};
    struct redlock_problem problem = {0};

    if (rlk_uris_parse("redis://a,redis://b,unix:///c", &uris, &problem) !=
        REDLOCK_OK)
        abort();
    examination = (struct redlock_examination){
        .nodes = NODES,
        .quorum = 2,
        .node_timeout_ms = 100,
        .ttl_max_ms = 300000,
        .drift_factor = 0.01,
    };
    for (lies.node = 0; lies.node < NODES; lies.node++)
        examine(&lies, &uris.uri[lies.node], &examination.node[lies.node]);
    print(&examination);
    rlk_uris_clear(&uris);
}
