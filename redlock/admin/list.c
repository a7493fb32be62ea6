/* SPDX-License-Identifier: MIT */
/* redlock_list(): asks all nodes for their locks. */

#include "redlock/admin/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/node_set.h"
#include "redlock/admin.h"
#include "redlock/admin/talk_loop.h"
#include "redlock/resp/answer.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"
#include "redlock/runtime/token.h"
#include "redlock/scripts_text.h"

/* --- numbers, and texts with their lengths before them ------------------- */

/* The number of resources in one request. */
#define RLK_LIST_BATCH 20

/* A number with more digits is not the script's. */
#define DIGITS_MOST 18

/* Reads this character; false: it is another. */
static bool take(struct rlk_list_text *text, char character)
{
    if (text->left == 0 || *text->at != character)
        return false;
    text->at++;
    text->left--;
    return true;
}

/* Reads a number, which may be negative, and the character that ends it. */
static bool take_number(struct rlk_list_text *text, char end, int64_t *number)
{
    bool negative = take(text, '-');
    int digits = 0;

    *number = 0;
    while (text->left > 0 && *text->at >= '0' && *text->at <= '9') {
        if (digits++ == DIGITS_MOST)
            return false;
        *number = *number * 10 + (*text->at - '0');
        text->at++;
        text->left--;
    }
    if (negative)
        *number = -*number;
    return digits > 0 && take(text, end);
}

/* Reads a count. */
static bool take_count(struct rlk_list_text *text, char end, int64_t *count)
{
    return take_number(text, end, count) && *count >= 0;
}

/* Reads a length, a colon, and that many bytes. */
static bool take_bytes(struct rlk_list_text *text, size_t most,
                       const char **bytes, size_t *length)
{
    int64_t said;

    if (!take_count(text, ':', &said) || (uint64_t)said > most ||
        (size_t)said > text->left)
        return false;
    *bytes = text->at;
    *length = (size_t)said;
    text->at += *length;
    text->left -= *length;
    return true;
}

/* The cursor is kept as text, because it has up to 64 bits. */
static bool take_cursor(struct rlk_list_text *text, char *cursor)
{
    size_t length = 0;

    while (length < text->left && text->at[length] >= '0' &&
           text->at[length] <= '9')
        length++;
    if (length == 0 || length >= RLK_LIST_CURSOR_MAX)
        return false;
    memcpy(cursor, text->at, length);
    cursor[length] = '\0';
    text->at += length;
    text->left -= length;
    return take(text, ' ');
}

/* Reads the number of keys of one answer; a sum of them cannot overflow. */
static bool take_keys(struct rlk_list_text *text, int64_t *count)
{
    return take_count(text, ' ', count) && *count <= INT32_MAX;
}

bool rlk_list_text_head(struct rlk_list_text *text,
                        struct rlk_list_names *names)
{
    return take_cursor(text, names->cursor) &&
           take_keys(text, &names->refused) &&
           take_keys(text, &names->left_out);
}

bool rlk_list_text_name(struct rlk_list_text *text, const char **name,
                        size_t *length)
{
    return text->left > 0 &&
           take_bytes(text, REDLOCK_RESOURCE_MAX, name, length) &&
           *length > 0 && memchr(*name, '\0', *length) == NULL;
}

bool rlk_list_text_stand(struct rlk_list_text *text,
                         struct rlk_list_stand *stand)
{
    const char *bytes;
    size_t length;

    *stand = (struct rlk_list_stand){.remaining_ms = -1};
    stand->has_key = take(text, 'k');
    stand->reported = stand->has_key || take(text, 'n');
    if ((!stand->reported && !take(text, 'd')) || !take(text, ' ') ||
        !take_number(text, ' ', &stand->remaining_ms) ||
        !take_count(text, ' ', &stand->members) ||
        !take_count(text, ' ', &stand->waiting) ||
        !take_count(text, ' ', &stand->slots_taken) ||
        !take_count(text, ' ', &stand->slots) ||
        !take_bytes(text, REDLOCK_TOKEN_MAX - 1, &bytes, &length))
        return false;
    if (stand->remaining_ms < 0)
        stand->remaining_ms = -1;
    rlk_text_show(stand->token, sizeof(stand->token), bytes, length);
    return true;
}

/* --- a set of names ------------------------------------------------------ */

#define ROOM_FIRST 64

void rlk_list_table_init(struct rlk_list_table *table, size_t limit)
{
    *table = (struct rlk_list_table){.limit = limit};
}

void rlk_list_table_clear(struct rlk_list_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        rlk_free(table->names[i].name);
    rlk_free(table->names);
    rlk_free(table->slots);
    rlk_list_table_init(table, table->limit);
}

static uint32_t hash_of(const char *name, size_t length)
{
    uint32_t hash = 2166136261U; /* FNV-1a */

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619U;
    return hash;
}

/* The name's slot, or the free slot that it would get. */
static uint32_t *slot_of(const struct rlk_list_table *table, const char *name,
                         size_t length)
{
    size_t at = hash_of(name, length) & (table->slot_count - 1);

    for (;;) {
        uint32_t *slot = &table->slots[at];
        const char *there;
        if (*slot == 0)
            return slot;
        there = table->names[*slot - 1].name;
        if (strncmp(there, name, length) == 0 && there[length] == '\0')
            return slot;
        at = (at + 1) & (table->slot_count - 1);
    }
}

/* There are twice as many slots as names. */
static bool grow(struct rlk_list_table *table)
{
    size_t room = table->room == 0 ? ROOM_FIRST : 2 * table->room;
    struct rlk_list_named *names =
        rlk_resize(table->names, room * sizeof(*names));
    uint32_t *slots;

    if (names == NULL)
        return false;
    table->names = names;
    slots = rlk_alloc(2 * room * sizeof(*slots));
    if (slots == NULL)
        return false;
    rlk_free(table->slots);
    table->slots = slots;
    table->slot_count = 2 * room;
    table->room = room;
    for (size_t i = 0; i < table->count; i++)
        *slot_of(table, names[i].name, strlen(names[i].name)) = (uint32_t)i + 1;
    return true;
}

bool rlk_list_table_add(struct rlk_list_table *table, int node,
                        const char *name, size_t length)
{
    struct rlk_list_named *named;
    uint32_t *slot;

    if (table->count == table->room && !grow(table))
        return false;
    slot = slot_of(table, name, length);
    if (*slot != 0 && rlk_node_set_has(table->names[*slot - 1].nodes, node))
        return true;
    if (table->reported[node] >= table->limit) {
        table->reported[node] = table->limit + 1;
        table->more = true;
        return true;
    }
    if (*slot == 0) {
        char *copy = rlk_alloc(length + 1);
        if (copy == NULL)
            return false;
        memcpy(copy, name, length);
        table->names[table->count++] = (struct rlk_list_named){.name = copy};
        *slot = (uint32_t)table->count;
    }
    named = &table->names[*slot - 1];
    named->nodes |= rlk_node_set_of(node);
    table->reported[node]++;
    return true;
}

static int by_bytes(const void *one, const void *other)
{
    return strcmp(((const struct rlk_list_named *)one)->name,
                  ((const struct rlk_list_named *)other)->name);
}

static int by_nodes(const void *one, const void *other)
{
    int difference =
        rlk_node_set_count(((const struct rlk_list_named *)other)->nodes) -
        rlk_node_set_count(((const struct rlk_list_named *)one)->nodes);

    return difference != 0 ? difference : by_bytes(one, other);
}

void rlk_list_table_finish(struct rlk_list_table *table)
{
    if (table->count > table->limit) {
        qsort(table->names, table->count, sizeof(*table->names), by_nodes);
        while (table->count > table->limit)
            rlk_free(table->names[--table->count].name);
        table->more = true;
    }
    if (table->count > 0)
        qsort(table->names, table->count, sizeof(*table->names), by_bytes);
}

/* --- one node ------------------------------------------------------------ */

/*
 * A node is searched for names, and then asked for the states of some of them,
 * as often as there are names. It rests after each request.
 */
struct rlk_list_node {
    struct rlk_talk talk;             /* first */
    bool asked;                       /* and not answered */
    int64_t until;                    /* time limit of the search */
    char cursor[RLK_LIST_CURSOR_MAX]; /* where the search continues */
    struct rlk_list_table *table;     /* borrowed */
    int number;                       /* index of the node in the table */
    struct redlock_list_node *report; /* borrowed */

    /* The names whose states are requested; NULL: searching for names. */
    const struct rlk_list_named *names;
    int count;
    struct rlk_list_stand stands[RLK_LIST_BATCH];
};

static struct rlk_list_node *node_of(struct rlk_talk *talk)
{
    return (struct rlk_list_node *)talk;
}

static void failed(struct rlk_talk *talk, enum redlock_reason reason,
                   const char *message)
{
    struct redlock_list_node *report = node_of(talk)->report;

    report->reason = reason;
    /* Cut to fit. */
    (void)snprintf(report->message, sizeof(report->message), "%.*s",
                   (int)sizeof(report->message) - 1, message);
}

/* Is this node's search over, for now or for good? */
static bool is_over(const struct rlk_list_node *node, int64_t now)
{
    return strcmp(node->cursor, "0") == 0 || now >= node->until ||
           node->table->reported[node->number] > node->table->limit;
}

static void take_names(struct rlk_list_node *node, struct rlk_list_text *text,
                       int64_t now)
{
    struct rlk_list_names names;
    const char *name;
    size_t length;

    if (!rlk_list_text_head(text, &names)) {
        rlk_talk_fail(&node->talk, REDLOCK_REASON_NOT_REDIS,
                      "unexpected reply");
        return;
    }
    while (rlk_list_text_name(text, &name, &length)) {
        if (!rlk_list_table_add(node->table, node->number, name, length)) {
            rlk_talk_fail(&node->talk, REDLOCK_REASON_NO_MEMORY, "");
            return;
        }
        node->report->reported++;
    }
    node->report->refused += names.refused;
    node->report->left_out += names.left_out;
    memcpy(node->cursor, names.cursor, sizeof(node->cursor));
    if (!is_over(node, now))
        return;
    node->talk.state = RLK_TALK_RESTING;
    node->report->complete =
        strcmp(node->cursor, "0") == 0 && node->report->left_out == 0;
}

static void take_stands(struct rlk_list_node *node, struct rlk_list_text *text)
{
    for (int i = 0; i < node->count; i++) {
        if (rlk_list_text_stand(text, &node->stands[i]))
            continue;
        node->stands[i].reported = false;
        rlk_talk_fail(&node->talk, REDLOCK_REASON_NOT_REDIS,
                      "unexpected reply");
        return;
    }
    node->talk.state = RLK_TALK_RESTING;
}

static void answer(struct rlk_talk *talk, const struct rlk_reply *reply,
                   int64_t now)
{
    struct rlk_list_node *node = node_of(talk);
    struct rlk_list_text text = {reply->text, reply->text_length};

    if (!node->asked ||
        (reply->kind != RLK_REPLY_STRING && reply->kind != RLK_REPLY_ERROR)) {
        rlk_talk_fail(talk, REDLOCK_REASON_NOT_REDIS, "unexpected reply");
        return;
    }
    node->asked = false;
    talk->progress = now;
    if (reply->kind == RLK_REPLY_ERROR)
        rlk_talk_fail(talk, rlk_answer_reason(reply), reply->text);
    else if (node->names == NULL)
        take_names(node, &text, now);
    else
        take_stands(node, &text);
}

static bool ask(struct rlk_talk *talk, struct rlk_wire *wire, int64_t now)
{
    struct rlk_list_node *node = node_of(talk);
    const char *words[3 + RLK_LIST_BATCH] = {"EVAL", text_of_list_look, "0"};

    if (node->asked)
        return true;
    node->asked = true;
    talk->progress = now;
    if (node->names == NULL) {
        words[1] = text_of_list_names;
        words[3] = node->cursor;
        return rlk_wire_command(wire, 4, words);
    }
    for (int i = 0; i < node->count; i++)
        words[3 + i] = node->names[i].name;
    return rlk_wire_command(wire, 3 + (size_t)node->count, words);
}

static const struct rlk_talk_ops list_talk = {
    .answer = answer,
    .ask = ask,
    .failed = failed,
};

/*
 * It rests: requests the states of at most RLK_LIST_BATCH names; borrowed.
 * Others stay unknown.
 */
static void list_node_look(struct rlk_list_node *node,
                           const struct rlk_list_named *names, int count,
                           int64_t now)
{
    memset(node->stands, 0, sizeof(node->stands));
    node->names = names;
    node->count = count;
    node->talk.progress = now;
    if (node->talk.state == RLK_TALK_RESTING)
        node->talk.state = RLK_TALK_ASKING;
}

/* The function behind the macro of redlock.h (sizes). */
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
        rlk_talk_start(&node->talk, &list_talk, now);
        node->talk.end = RLK_NEVER;
        node->until = rlk_clock_add(now, rlk_clock_from_ms(timeout_ms));
        (void)snprintf(node->cursor, sizeof(node->cursor), "0");
        node->table = &lister->table;
        node->number = i;
        node->report = &lister->report.node[i];
        (void)snprintf(node->report->name, sizeof(node->report->name), "%s",
                       nodes->uris.uri[i].name);
    }
}

/* --- the nodes' states of one resource ------------------------------------ */

static const struct rlk_list_stand *stand_at(const struct lister *lister,
                                             int node, int number)
{
    return &lister->node[node].stands[number];
}

/* The number of nodes with this very token. */
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

/* Could unreported nodes give a holder a quorum, with the reported ones? */
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
        listed->answered += stand->reported ? 1 : 0;
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
        if (!stand->has_key || strcmp(stand->token, listed->token) != 0)
            continue;
        raise(&listed->remaining_ms, stand->remaining_ms);
        raise(&listed->members, stand->members);
    }
    listed->others = keys - listed->named;
    listed->holding = holding_of(listed);
}

static void tell(struct lister *lister, const struct rlk_list_named *names,
                 int count, const struct redlock_list_request *request)
{
    for (int i = 0; i < count; i++) {
        struct redlock_listed listed = {
            .size = sizeof(listed),
            .resource = names[i].name,
            .nodes = lister->report.nodes,
            .quorum = lister->report.quorum,
            .remaining_ms = -1,
        };
        sum_up(lister, i, &listed);
        /* Gone: all nodes have reported since that they have nothing of it. */
        if (listed.answered == listed.nodes && listed.named == 0 &&
            listed.waiting == 0 && listed.slots_taken == 0)
            continue;
        lister->report.listed++;
        request->each(request->user, &listed);
    }
}

/* --- all of it ----------------------------------------------------------- */

/* false: the system refused to wait. */
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
            list_node_look(&lister->node[i], table->names + at, count, now);
        if (!rlk_talk_loop(&lister->nodes))
            return false;
        tell(lister, table->names + at, count, request);
    }
    return true;
}

static enum redlock_status status_of(const struct redlock_list_report *report)
{
    int answered = 0;
    int refusing = 0;
    int lacking = 0;

    for (int i = 0; i < report->nodes; i++) {
        enum redlock_reason reason = report->node[i].reason;
        answered += reason == REDLOCK_REASON_NONE ? 1 : 0;
        refusing +=
            rlk_talk_nodes_refuses(reason) || reason == REDLOCK_REASON_NOPERM
                ? 1
                : 0;
        lacking += reason == REDLOCK_REASON_NO_MEMORY ? 1 : 0;
    }
    if (refusing >= rlk_tally_majority(report->nodes))
        return REDLOCK_NO_RIGHTS;
    if (answered >= report->quorum)
        return REDLOCK_OK;
    return answered + lacking < report->quorum ? REDLOCK_NO_QUORUM
                                               : REDLOCK_NO_MEMORY;
}

static enum redlock_status run(struct lister *lister,
                               const struct redlock_list_request *request)
{
    prepare(lister, request->timeout_ms == 0 ? REDLOCK_LIST_TIMEOUT_DEFAULT_MS
                                             : request->timeout_ms);
    if (!rlk_talk_loop(&lister->nodes))
        return REDLOCK_SYSTEM;
    rlk_list_table_finish(&lister->table);
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

enum redlock_status redlock_list(const struct redlock_settings *settings,
                                 const struct redlock_list_request *given,
                                 struct redlock_list_report *report,
                                 struct redlock_problem *problem)
{
    struct redlock_list_request room;
    const struct redlock_list_request *request =
        rlk_size_read(given, &room, RLK_SIZE_LIST_REQUEST, sizeof(*given));
    struct lister *lister;
    enum redlock_status status;

    if (!may_be(request, report))
        return REDLOCK_BAD_REQUEST;
    lister = rlk_alloc(sizeof(*lister));
    if (lister == NULL)
        return REDLOCK_NO_MEMORY;
    rlk_list_table_init(&lister->table, request->limit == 0
                                            ? REDLOCK_LIST_LIMIT_DEFAULT
                                            : (size_t)request->limit);
    for (int i = 0; i < REDLOCK_NODES_MAX; i++)
        lister->nodes.talk[i] = &lister->node[i].talk;
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
