/* SPDX-License-Identifier: MIT */
/* redlock_list(): settings in, each resource that nodes have something of out.
 */

#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "quorum/tally.h"
#include "redlock/admin/list_node.h"
#include "redlock/admin/talk_nodes.h"
#include "redlock/api/client.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* The function behind the macro: redlock.h, sizes. */
#undef redlock_list

struct lister {
    struct rlk_talk_nodes nodes;
    struct rlk_list_table table;
    struct redlock_list_report report;
    struct rlk_list_node node[REDLOCK_NODES_MAX];
};

static void prepare(struct lister *lister, int64_t timeout_ms)
{
    struct rlk_talk_nodes *nodes = &lister->nodes;
    int64_t now = rlk_now();

    lister->report.nodes = nodes->core.nodes;
    lister->report.quorum = nodes->core.quorum;
    for (int i = 0; i < nodes->core.nodes; i++) {
        struct rlk_list_node *node = &lister->node[i];

        nodes->talk[i].ops = &rlk_list_node_talk;
        nodes->talk[i].node = node;
        node->patience = nodes->patience;
        node->end = rlk_clock_add(now, rlk_clock_from_ms(timeout_ms));
        node->table = &lister->table;
        node->report = &lister->report.node[i];
        (void)snprintf(node->report->name, sizeof(node->report->name), "%s",
                       nodes->uris.uri[i].name);
        rlk_list_node_start(node, now);
    }
}

/* --- what the nodes have told of one resource ------------------------------
 */

static const struct rlk_list_stand *stand_at(const struct lister *lister,
                                             int node, int number)
{
    return &lister->node[node].stands[number];
}

/* How many nodes have this very key. */
static int count_named(const struct lister *lister, int number,
                       const char *token)
{
    int count = 0;

    for (int i = 0; i < lister->report.nodes; i++) {
        const struct rlk_list_stand *stand = stand_at(lister, i, number);

        if (stand->has_key && strcmp(stand->token, token) == 0)
            count++;
    }
    return count;
}

static void raise(int64_t *most, int64_t number)
{
    if (number > *most)
        *most = number;
}

/* Of the nodes that have the key that is told. */
static void add_key(struct redlock_listed *listed,
                    const struct rlk_list_stand *stand)
{
    raise(&listed->remaining_ms, stand->remaining_ms);
    raise(&listed->members, stand->members);
}

/* How many nodes could have a holder that is not told, beside others. */
static enum redlock_holding holding_of(const struct redlock_listed *listed)
{
    int silent = listed->nodes - listed->answered;

    if (listed->named >= listed->quorum)
        return REDLOCK_HOLDING_SOMEBODY;
    return listed->answered < listed->quorum ||
                   listed->named + silent >= listed->quorum
               ? REDLOCK_HOLDING_UNSURE
               : REDLOCK_HOLDING_NOBODY;
}

static void sum_up(const struct lister *lister, int number,
                   struct redlock_listed *listed)
{
    int keys = 0;

    for (int i = 0; i < lister->report.nodes; i++) {
        const struct rlk_list_stand *stand = stand_at(lister, i, number);
        int named =
            stand->has_key ? count_named(lister, number, stand->token) : 0;

        listed->answered += stand->told ? 1 : 0;
        keys += stand->has_key ? 1 : 0;
        raise(&listed->waiting, stand->waiting);
        raise(&listed->slots_taken, stand->slots_taken);
        raise(&listed->slots, stand->slots);
        if (named > listed->named) {
            listed->named = named;
            memcpy(listed->token, stand->token, sizeof(listed->token));
        }
    }
    for (int i = 0; i < lister->report.nodes; i++) {
        const struct rlk_list_stand *stand = stand_at(lister, i, number);

        if (stand->has_key && strcmp(stand->token, listed->token) == 0)
            add_key(listed, stand);
    }
    listed->others = keys - listed->named;
    listed->holding = holding_of(listed);
}

/* Since it was seen first, all nodes have come to have nothing of it. */
static bool has_gone(const struct redlock_listed *listed)
{
    return listed->answered == listed->nodes && listed->named == 0 &&
           listed->waiting == 0 && listed->slots_taken == 0;
}

static void tell(struct lister *lister, char *const *names, int count,
                 const struct redlock_list_request *request)
{
    for (int i = 0; i < count; i++) {
        struct redlock_listed listed = {
            .size = sizeof(listed),
            .resource = names[i],
            .nodes = lister->report.nodes,
            .quorum = lister->report.quorum,
            .remaining_ms = -1,
        };

        sum_up(lister, i, &listed);
        if (has_gone(&listed))
            continue;
        lister->report.listed++;
        request->each(request->user, &listed);
    }
}

/* --- all of it -------------------------------------------------------------
 */

/* false: the system does not let us wait. */
static bool look(struct lister *lister,
                 const struct redlock_list_request *request)
{
    const struct rlk_list_table *table = &lister->table;
    int count;

    for (size_t at = 0; at < table->count; at += (size_t)count) {
        int64_t now = rlk_now();
        size_t left = table->count - at;

        count = left < RLK_LIST_BATCH ? (int)left : RLK_LIST_BATCH;
        for (int i = 0; i < lister->report.nodes; i++)
            rlk_list_node_look(&lister->node[i], table->names + at, count, now);
        if (!rlk_talk_loop(lister->nodes.talk, lister->report.nodes))
            return false;
        tell(lister, table->names + at, count, request);
    }
    return true;
}

static enum redlock_status status_of(const struct redlock_list_report *report)
{
    int answered = 0;
    int refusing = 0;

    for (int i = 0; i < report->nodes; i++) {
        enum redlock_reason reason = report->node[i].reason;

        answered += reason == REDLOCK_REASON_NONE ? 1 : 0;
        refusing +=
            rlk_talk_nodes_refuses(reason) || reason == REDLOCK_REASON_NOPERM
                ? 1
                : 0;
    }
    if (refusing >= rlk_tally_majority(report->nodes))
        return REDLOCK_NO_RIGHTS;
    return answered < report->quorum ? REDLOCK_NO_QUORUM : REDLOCK_OK;
}

static enum redlock_status run(struct lister *lister,
                               const struct redlock_list_request *request)
{
    prepare(lister, request->timeout_ms == 0 ? REDLOCK_LIST_TIMEOUT_DEFAULT_MS
                                             : request->timeout_ms);
    if (!rlk_talk_loop(lister->nodes.talk, lister->report.nodes))
        return REDLOCK_SYSTEM;
    rlk_list_table_sort(&lister->table);
    lister->report.more = lister->table.more;
    return look(lister, request) ? status_of(&lister->report) : REDLOCK_SYSTEM;
}

static bool may_be(const struct redlock_list_request *request,
                   const struct redlock_list_report *report)
{
    return request != NULL &&
           (report == NULL ||
            rlk_size_common(report->size, RLK_SIZE_LIST_REPORT,
                            sizeof(*report)) != 0) &&
           request->limit >= 0 && request->limit <= REDLOCK_LIST_LIMIT_MAX &&
           request->timeout_ms >= 0 && request->each != NULL;
}

enum redlock_status redlock_list(const struct redlock_settings *given,
                                 const struct redlock_list_request *wanted,
                                 struct redlock_list_report *report,
                                 struct redlock_problem *problem)
{
    struct redlock_settings room;
    const struct redlock_settings *settings =
        rlk_client_settings(given, &room, problem);
    struct redlock_list_request request_room;
    const struct redlock_list_request *request = rlk_size_read(
        wanted, &request_room, RLK_SIZE_LIST_REQUEST, sizeof(*wanted));
    struct lister *lister;
    enum redlock_status status;

    if (settings == NULL)
        return REDLOCK_BAD_SETTING;
    if (!may_be(request, report))
        return REDLOCK_BAD_REQUEST;
    lister = rlk_alloc(sizeof(*lister));
    if (lister == NULL)
        return REDLOCK_NO_MEMORY;
    rlk_list_table_init(&lister->table, request->limit == 0
                                            ? REDLOCK_LIST_LIMIT_DEFAULT
                                            : (size_t)request->limit);
    status = rlk_talk_nodes_open(&lister->nodes, settings, problem);
    if (status == REDLOCK_OK)
        status = run(lister, request);
    if (report != NULL)
        rlk_size_give(report, &lister->report, RLK_SIZE_LIST_REPORT,
                      sizeof(*report));
    rlk_talk_nodes_close(&lister->nodes);
    rlk_list_table_clear(&lister->table);
    rlk_free(lister);
    return status;
}
