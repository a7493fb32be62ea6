/* SPDX-License-Identifier: MIT */
/* redlock_examine: settings in, the facts of every node out. */

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "quorum/tally.h"
#include "redlock/admin/examine_node.h"
#include "redlock/admin/examine_talk.h"
#include "redlock/admin/talk_nodes.h"
#include "redlock/api/client.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* The function behind the macro: redlock.h, sizes. */
#undef redlock_examine

struct examiner {
    struct rlk_talk_nodes nodes;
    struct rlk_examine_node node[REDLOCK_NODES_MAX];
};

static bool name_absent_key(char key[RLK_EXAMINE_KEY_MAX])
{
    unsigned char random[8];
    int length;

    if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
        return false;
    length = snprintf(key, RLK_EXAMINE_KEY_MAX, "redlock:doctor:");
    for (size_t i = 0; i < sizeof(random); i++)
        length += snprintf(key + length, RLK_EXAMINE_KEY_MAX - (size_t)length,
                           "%02x", random[i]);
    return true;
}

/* The node's name and address, and the user's name there. */
static void introduce(const struct rlk_conn *conn,
                      struct redlock_node_facts *facts)
{
    const struct rlk_uri *uri = conn->uri;
    const char *user = conn->credentials.username;

    facts->port = uri->port;
    (void)snprintf(facts->name, sizeof(facts->name), "%s", uri->name);
    if (uri->host != NULL)
        (void)snprintf(facts->host, sizeof(facts->host), "%s", uri->host);
    else
        (void)snprintf(facts->path, sizeof(facts->path), "%s", uri->path);
    (void)snprintf(
        facts->user, sizeof(facts->user), "%s",
        user != NULL && conn->credentials.password != NULL ? user : "default");
}

/* Each node has the same time: a patience, and five of them for everything. */
static bool prepare(struct examiner *examiner,
                    struct redlock_examination *examination)
{
    struct rlk_talk_nodes *nodes = &examiner->nodes;
    int64_t now = rlk_now();

    for (int i = 0; i < nodes->core.nodes; i++) {
        struct rlk_examine_node *node = &examiner->node[i];

        if (!name_absent_key(node->key))
            return false;
        node->patience = nodes->patience;
        node->end = rlk_clock_add(now, 5 * nodes->patience);
        nodes->talk[i].ops = &rlk_examine_talk;
        nodes->talk[i].node = node;
        rlk_examine_node_start(node, &examination->node[i], now);
        introduce(&nodes->talk[i].conn, &examination->node[i]);
    }
    return true;
}

static void describe(const struct rlk_runtime_settings *core,
                     struct redlock_examination *examination)
{
    examination->nodes = core->nodes;
    examination->quorum = core->quorum;
    examination->strategy =
        core->parallel ? REDLOCK_PARALLEL : REDLOCK_SEQUENTIAL;
    examination->guard = core->guard;
    examination->node_timeout_ms = rlk_clock_to_ms(core->node_timeout_ns);
    examination->ttl_max_ms = rlk_clock_to_ms(core->ttl_max_ns);
    examination->drift_factor = (double)core->drift_ppm / 1e6;
}

static enum redlock_status
status_of(const struct redlock_examination *examination)
{
    int examined = 0;
    int refusing = 0;

    for (int i = 0; i < examination->nodes; i++) {
        enum redlock_reason reason = examination->node[i].reason;

        examined += reason == REDLOCK_REASON_NONE ? 1 : 0;
        refusing += rlk_talk_nodes_refuses(reason) ? 1 : 0;
    }
    if (refusing >= rlk_tally_majority(examination->nodes))
        return REDLOCK_NO_RIGHTS;
    return examined < examination->quorum ? REDLOCK_NO_QUORUM : REDLOCK_OK;
}

enum redlock_status redlock_examine(const struct redlock_settings *given,
                                    struct redlock_examination *examination,
                                    struct redlock_problem *problem)
{
    struct redlock_settings room;
    const struct redlock_settings *settings =
        rlk_client_settings(given, &room, problem);
    struct examiner *examiner;
    enum redlock_status status;

    if (rlk_size_common(examination->size, RLK_SIZE_EXAMINATION,
                        sizeof(*examination)) == 0)
        return REDLOCK_BAD_REQUEST;
    rlk_size_clear(examination, RLK_SIZE_EXAMINATION, sizeof(*examination));
    if (settings == NULL)
        return REDLOCK_BAD_SETTING;
    examiner = rlk_alloc(sizeof(*examiner));
    if (examiner == NULL)
        return REDLOCK_NO_MEMORY;
    status = rlk_talk_nodes_open(&examiner->nodes, settings, problem);
    if (status == REDLOCK_OK) {
        status = REDLOCK_SYSTEM;
        if (prepare(examiner, examination) &&
            rlk_talk_loop(examiner->nodes.talk, examiner->nodes.core.nodes)) {
            describe(&examiner->nodes.core, examination);
            status = status_of(examination);
        }
    }
    rlk_talk_nodes_close(&examiner->nodes);
    rlk_free(examiner);
    return status;
}
