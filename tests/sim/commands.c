/* SPDX-License-Identifier: MIT */
/* The Redis commands that the shipped scripts call. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/sim/keyspace_parts.h"

/* A command that is being executed. */
struct call {
    struct sim_server *server;
    struct sim_keyspace *keyspace;
    int64_t now_ms;
    size_t count;
    const struct sim_text *words;
    struct sim_result *result;
};

/* --- replies
 * ------------------------------------------------------------------------ */

static struct sim_text text_of(const char *text)
{
    return (struct sim_text){text, strlen(text)};
}

static void reply_integer(const struct call *call, int64_t integer)
{
    call->result->kind = SIM_RESULT_INTEGER;
    call->result->integer = integer;
}

static void reply_error(const struct call *call, const char *text)
{
    call->result->kind = SIM_RESULT_ERROR;
    call->result->text = text_of(text);
}

static void reply_status(const struct call *call, const char *text)
{
    call->result->kind = SIM_RESULT_STATUS;
    call->result->text = text_of(text);
}

static void reply_text(const struct call *call, struct sim_text text)
{
    call->result->kind = SIM_RESULT_TEXT;
    call->result->text = text;
}

static void append(struct sim_result *result, struct sim_text text)
{
    if (result->count == SIM_ROW_MAX)
        abort();
    result->row[result->count++] = text;
}

/* Room for the digits of the row's next text. */
static char *room_for_number(struct sim_result *result)
{
    return result->written[result->count / 2];
}

/* --- words
 * -------------------------------------------------------------------------- */

static bool is_word(struct sim_text word, const char *text)
{
    return word.length == strlen(text) &&
           strncasecmp(word.bytes, text, word.length) == 0;
}

/* Accepts only the canonical digits of an integer, as Redis does. */
static bool integer_of(const struct call *call, struct sim_text word,
                       int64_t *integer)
{
    char digits[SIM_NUMBER_MAX] = "";
    char again[SIM_NUMBER_MAX];

    if (word.length < sizeof(digits)) {
        memcpy(digits, word.bytes, word.length);
        *integer = strtoll(digits, NULL, 10);
        if (sim_text_equals(sim_integer_text(again, *integer), word))
            return true;
    }
    reply_error(call, "ERR value is not an integer or out of range");
    return false;
}

/*
 * Finds a key of that type. false: the key has another type, and the reply is
 * an error. *found: does it exist?
 */
static bool look(const struct call *call, enum sim_key_type type,
                 struct sim_item *item, bool *found)
{
    *found =
        sim_keyspace_look(call->keyspace, call->words[1], call->now_ms, item);
    if (!*found || item->type == type)
        return true;
    reply_error(call, "WRONGTYPE Operation against a key holding the wrong "
                      "kind of value");
    return false;
}

/* --- keys
 * ---------------------------------------------------------------------------
 */

static void run_get(const struct call *call)
{
    struct sim_item item;
    bool found;

    if (look(call, SIM_KEY_STRING, &item, &found) && found)
        reply_text(call, item.text);
}

/* The time to live; INT64_MAX: it has none; 0: it keeps the one that it has. */
static bool read_set_options(const struct call *call, int64_t *px_ms,
                             bool *only_new)
{
    *px_ms = INT64_MAX;
    *only_new = false;
    for (size_t i = 3; i < call->count; i++) {
        if (is_word(call->words[i], "NX")) {
            *only_new = true;
        } else if (is_word(call->words[i], "KEEPTTL")) {
            *px_ms = 0;
        } else if (is_word(call->words[i], "PX") && i + 1 < call->count) {
            if (!integer_of(call, call->words[++i], px_ms))
                return false;
            if (*px_ms <= 0) {
                reply_error(call, "ERR invalid expire time in 'set' command");
                return false;
            }
        } else {
            reply_error(call, "ERR syntax error");
            return false;
        }
    }
    return true;
}

static void run_set(const struct call *call)
{
    struct sim_item item = {.until_ms = INT64_MAX};
    int64_t until_ms = INT64_MAX;
    int64_t px_ms;
    bool only_new;

    if (!read_set_options(call, &px_ms, &only_new))
        return;
    if ((only_new || px_ms == 0) &&
        sim_keyspace_look(call->keyspace, call->words[1], call->now_ms,
                          &item) &&
        only_new)
        return;
    if (px_ms == 0)
        until_ms = item.until_ms;
    else if (px_ms != INT64_MAX)
        until_ms = call->now_ms + px_ms;
    sim_keyspace_put(call->keyspace, call->words[1], SIM_KEY_STRING, until_ms,
                     call->words[2]);
    reply_status(call, "OK");
}

static void run_del(const struct call *call)
{
    struct sim_item item;
    int64_t deleted = 0;

    for (size_t i = 1; i < call->count; i++) {
        if (sim_keyspace_look(call->keyspace, call->words[i], call->now_ms,
                              &item)) {
            sim_keyspace_delete(call->keyspace, &item);
            deleted++;
        }
    }
    reply_integer(call, deleted);
}

static void run_pttl(const struct call *call)
{
    struct sim_item item;

    if (!sim_keyspace_look(call->keyspace, call->words[1], call->now_ms, &item))
        reply_integer(call, -2);
    else if (item.until_ms == INT64_MAX)
        reply_integer(call, -1);
    else
        reply_integer(call, item.until_ms - call->now_ms);
}

static void run_pexpire(const struct call *call)
{
    struct sim_item item;
    int64_t px_ms;

    if (!integer_of(call, call->words[2], &px_ms))
        return;
    reply_integer(call, 0);
    if (!sim_keyspace_look(call->keyspace, call->words[1], call->now_ms, &item))
        return;
    if (px_ms <= 0)
        sim_keyspace_delete(call->keyspace, &item);
    else
        sim_keyspace_until(call->keyspace, &item, call->now_ms + px_ms);
    reply_integer(call, 1);
}

/* --- zsets and hashes
 * --------------------------------------------------------------- */

static int64_t elements(const struct sim_item *item)
{
    struct sim_element element;
    int64_t count = 0;

    for (size_t at = 0; sim_item_next(item, &at, &element);)
        count++;
    return count;
}

static void run_zadd(const struct call *call)
{
    struct sim_element element = {.member = call->words[3]};
    struct sim_item item;
    char number[64] = "";
    char *end = number;
    bool found;

    if (call->words[2].length < sizeof(number)) {
        memcpy(number, call->words[2].bytes, call->words[2].length);
        element.score = strtod(number, &end);
    }
    if (end == number || *end != '\0')
        reply_error(call, "ERR value is not a valid float");
    else if (look(call, SIM_KEY_ZSET, &item, &found))
        reply_integer(call, sim_keyspace_add(call->keyspace, call->words[1],
                                             SIM_KEY_ZSET, &element));
}

static void run_zcard(const struct call *call)
{
    struct sim_item item;
    bool found;

    if (look(call, SIM_KEY_ZSET, &item, &found))
        reply_integer(call, found ? elements(&item) : 0);
}

/* A negative rank counts from the end. */
static bool read_range(const struct call *call, int64_t count, int64_t *first,
                       int64_t *last)
{
    if (!integer_of(call, call->words[2], first) ||
        !integer_of(call, call->words[3], last))
        return false;
    if (*first < 0)
        *first = *first + count < 0 ? 0 : *first + count;
    if (*last < 0)
        *last += count;
    return true;
}

static void run_zrange(const struct call *call)
{
    bool scores = call->count == 5 && is_word(call->words[4], "WITHSCORES");
    struct sim_element element;
    struct sim_item item;
    int64_t first;
    int64_t last;
    int64_t rank = 0;
    bool found;

    if (call->count > 4 && !scores) {
        reply_error(call, "ERR syntax error");
        return;
    }
    if (!read_range(call, 0, &first, &last) ||
        !look(call, SIM_KEY_ZSET, &item, &found))
        return;
    call->result->kind = SIM_RESULT_ROW;
    if (!found)
        return;
    (void)read_range(call, elements(&item), &first, &last);
    for (size_t at = 0; sim_item_next(&item, &at, &element); rank++) {
        if (rank < first || rank > last)
            continue;
        append(call->result, element.member);
        if (scores)
            append(call->result, sim_number_text(room_for_number(call->result),
                                                 element.score));
    }
}

static void run_zrank(const struct call *call)
{
    struct sim_element element;
    struct sim_item item;
    int64_t rank = 0;
    bool found;

    if (!look(call, SIM_KEY_ZSET, &item, &found) || !found)
        return;
    for (size_t at = 0; sim_item_next(&item, &at, &element); rank++) {
        if (sim_text_equals(element.member, call->words[2]))
            reply_integer(call, rank);
    }
}

static void run_zscore(const struct call *call)
{
    struct sim_element element;
    struct sim_item item;
    size_t at;
    bool found;

    if (look(call, SIM_KEY_ZSET, &item, &found) && found &&
        sim_item_element(&item, call->words[2], &element, &at))
        reply_text(call, sim_number_text(room_for_number(call->result),
                                         element.score));
}

static void remove_all(const struct call *call, enum sim_key_type type)
{
    struct sim_item item;
    int64_t removed = 0;
    bool found;

    if (!look(call, type, &item, &found))
        return;
    for (size_t i = 2; i < call->count && found; i++) {
        removed += sim_keyspace_remove(call->keyspace, &item, call->words[i]);
        (void)look(call, type, &item, &found);
        if (found && item.text.length == 0) {
            sim_keyspace_delete(call->keyspace, &item);
            found = false;
        }
    }
    reply_integer(call, removed);
}

static void run_zrem(const struct call *call)
{
    remove_all(call, SIM_KEY_ZSET);
}

static void run_hdel(const struct call *call)
{
    remove_all(call, SIM_KEY_HASH);
}

static void run_hset(const struct call *call)
{
    struct sim_element element = {.member = call->words[2],
                                  .value = call->words[3]};
    struct sim_item item;
    bool found;

    if (look(call, SIM_KEY_HASH, &item, &found))
        reply_integer(call, sim_keyspace_add(call->keyspace, call->words[1],
                                             SIM_KEY_HASH, &element));
}

static void run_hget(const struct call *call)
{
    struct sim_element element;
    struct sim_item item;
    size_t at;
    bool found;

    if (look(call, SIM_KEY_HASH, &item, &found) && found &&
        sim_item_element(&item, call->words[2], &element, &at))
        reply_text(call, element.value);
}

/* --- the server
 * --------------------------------------------------------------------- */

static void run_info(const struct call *call)
{
    char *info = call->result->info;

    (void)stpcpy(stpcpy(stpcpy(info, "# Replication\r\nrole:master\r\n"
                                     "connected_slaves:0\r\nmaster_replid:"),
                        call->server->replid),
                 "\r\n");
    reply_text(call, text_of(info));
}

static void run_time(const struct call *call)
{
    struct sim_result *result = call->result;

    result->kind = SIM_RESULT_ROW;
    for (int i = 0; i < 2; i++) {
        int64_t number = i == 0 ? call->server->now_us / 1000000
                                : call->server->now_us % 1000000;
        append(result, sim_integer_text(result->written[i], number));
    }
}

static void run_publish(const struct call *call)
{
    const struct sim_server *server = call->server;
    int receivers =
        server->publish == NULL
            ? 0
            : server->publish(server->owner, call->words[1], call->words[2]);

    if (receivers < 0)
        reply_error(call, "NOPERM this user has no permissions to run the "
                          "'publish' command");
    else
        reply_integer(call, receivers);
}

/* --- the table of commands ------------------------------------------------ */

static const struct command {
    const char *name;
    void (*run)(const struct call *call);
    size_t least; /* the fewest words, its name included */
    size_t most;
    bool writes;
    bool grows; /* refused if memory is full */
} commands[] = {
    {"DEL", run_del, 2, SIZE_MAX, true, false},
    {"GET", run_get, 2, 2, false, false},
    {"HDEL", run_hdel, 3, SIZE_MAX, true, false},
    {"HGET", run_hget, 3, 3, false, false},
    {"HSET", run_hset, 4, 4, true, true},
    {"INFO", run_info, 2, 2, false, false},
    {"PEXPIRE", run_pexpire, 3, 3, true, false},
    {"PTTL", run_pttl, 2, 2, false, false},
    {"PUBLISH", run_publish, 3, 3, false, false},
    {"SET", run_set, 3, SIZE_MAX, true, true},
    {"TIME", run_time, 1, 1, false, false},
    {"ZADD", run_zadd, 4, 4, true, true},
    {"ZCARD", run_zcard, 2, 2, false, false},
    {"ZRANGE", run_zrange, 4, 5, false, false},
    {"ZRANK", run_zrank, 3, 3, false, false},
    {"ZREM", run_zrem, 3, SIZE_MAX, true, false},
    {"ZSCORE", run_zscore, 3, 3, false, false},
};

static const struct command *command_of(struct sim_text name)
{
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (toupper((unsigned char)name.bytes[0]) == commands[i].name[0] &&
            is_word(name, commands[i].name))
            return &commands[i];
    }
    return NULL;
}

void sim_command(struct sim_server *server, size_t count,
                 const struct sim_text *words, struct sim_result *result)
{
    const struct command *command = command_of(words[0]);
    struct call call = {
        server, &server->keyspace, server->now_us / 1000, count, words, result};

    result->kind = SIM_RESULT_NIL;
    result->count = 0;
    if (command == NULL) {
        reply_error(&call, "ERR Unknown Redis command called from script");
    } else if (count < command->least || count > command->most) {
        reply_error(&call, "ERR Wrong number of args calling Redis command");
    } else if (command->grows && server->full && !server->wrote) {
        reply_error(&call, "OOM command not allowed when used memory > "
                           "'maxmemory'.");
    } else {
        server->wrote = server->wrote || command->writes;
        if (command->writes)
            sim_keyspace_drop_expired(&server->keyspace, call.now_ms);
        command->run(&call);
    }
}
