/* SPDX-License-Identifier: MIT */
/* Requests encoded for the wire, without printf or a copy. */

#include "redlock/resp/command.h"

#include <assert.h>
#include <string.h>

#include "redlock/resp/node_commands.h"
#include "redlock/runtime/memory.h"

#define ROOM_FIRST 1024

/* "$", a length, two line ends: around each word. */
#define WORD_FRAME ((size_t)32)

/* All that a request has beside its resource, its words and a whole script. */
#define REQUEST_FRAME (20 * WORD_FRAME)

_Static_assert(RLK_SCRIPT_SHA_LENGTH == 40, "as put_script() says it");

#define PUT(out, literal) put(out, literal, sizeof(literal) - 1)

static char *put(char *out, const char *bytes, size_t length)
{
    memcpy(out, bytes, length);
    return out + length;
}

/* By its length in bits: 1233 / 4096 is the logarithm of 2, rounded down. */
static size_t digits_of(uint64_t number)
{
    static const uint64_t powers[] = {
        0,
        10,
        100,
        1000,
        10000,
        100000,
        1000000,
        10000000,
        100000000,
        1000000000,
        10000000000,
        100000000000,
        1000000000000,
        10000000000000,
        100000000000000,
        1000000000000000,
        10000000000000000,
        100000000000000000,
        1000000000000000000,
        10000000000000000000U,
    };
    unsigned bits = 64 - (unsigned)__builtin_clzll(number | 1);
    unsigned digits = bits * 1233 >> 12;

    return digits + (number >= powers[digits]);
}

static char *put_number(char *out, uint64_t number, size_t digits)
{
    for (char *at = out + digits; at > out; number /= 10)
        *--at = (char)('0' + number % 10);
    return out + digits;
}

static char *put_count(char *out, char sign, size_t count)
{
    *out++ = sign;
    if (count < 10)
        *out++ = (char)('0' + count);
    else
        out = put_number(out, count, digits_of(count));
    return PUT(out, "\r\n");
}

static char *put_word(char *out, const char *word, size_t length)
{
    out = put_count(out, '$', length);
    out = put(out, word, length);
    return PUT(out, "\r\n");
}

static char *put_number_word(char *out, int64_t number)
{
    size_t digits = digits_of((uint64_t)number);

    assert(number >= 0);
    out = put_count(out, '$', digits);
    out = put_number(out, (uint64_t)number, digits);
    return PUT(out, "\r\n");
}

/* "{resource}:fence": in the resource's hash slot, where keys are sharded. */
static char *put_counter_key(char *out, const struct rlk_request *request)
{
    out = put_count(out, '$', request->resource_length + strlen("{}:fence"));
    out = PUT(out, "{");
    out = put(out, request->resource, request->resource_length);
    return PUT(out, "}:fence\r\n");
}

static bool judges_marker(const struct rlk_request *request)
{
    return request->rules.guard_ms > 0;
}

static char *put_text(char *out, const char *text)
{
    return put_word(out, text, strlen(text));
}

/* One of the words that a request brings. */
static char *put_own(char *out, enum rlk_word word,
                     const struct rlk_request *request)
{
    const struct rlk_rules *rules = &request->rules;

    switch (word) {
    case RLK_WORD_RESOURCE:
        return put_word(out, request->resource, request->resource_length);
    case RLK_WORD_COUNTER:
        return put_counter_key(out, request);
    case RLK_WORD_MARKER:
        return judges_marker(request) ? put_text(out, RLK_MARKER_KEY) : out;
    case RLK_WORD_TOKEN:
        return put_word(out, request->token, request->token_length);
    case RLK_WORD_TTL:
        return put_number_word(out, request->ttl_ms);
    case RLK_WORD_MARK:
        return put_text(out, request->mark);
    case RLK_WORD_UNTIL:
        return put_number_word(out, request->until_us);
    case RLK_WORD_CLIENT_ID:
        return put_number_word(out, request->client_id);
    case RLK_WORD_NX:
        return PUT(out, "$2\r\nNX\r\n");
    case RLK_WORD_PX:
        return PUT(out, "$2\r\nPX\r\n");
    case RLK_WORD_RUN_ID:
        return put_text(out, rules->run_id);
    case RLK_WORD_GUARD:
        return put_number_word(out, rules->guard_ms);
    case RLK_WORD_SERIAL:
        return put_number_word(out, (int64_t)(rules->serial & INT64_MAX));
    case RLK_WORD_FENCED:
        return put_number_word(out, rules->fenced);
    case RLK_WORD_FENCE:
        return put_number_word(out, rules->fence);
    case RLK_WORD_FLOOR:
        return put_number_word(out, rules->floor_us);
    }
    return out;
}

static char *put_script(char *out, const struct rlk_script *script,
                        bool by_text, size_t keys)
{
    if (by_text) {
        out = PUT(out, "$4\r\nEVAL\r\n");
        out = put_word(out, script->text, script->length);
    } else {
        out = PUT(out, "$7\r\nEVALSHA\r\n$40\r\n");
        out = put(out, script->sha, RLK_SCRIPT_SHA_LENGTH);
        out = PUT(out, "\r\n");
    }
    return put_number_word(out, (int64_t)keys);
}

static char *put_command(char *out, const struct rlk_command *row,
                         const struct rlk_request *request)
{
    /* A marker that is not judged, the last of three keys, is left out. */
    size_t less = row->keys == 3 && !judges_marker(request);

    if (row->script.text != NULL) {
        out = put_count(out, '*', 3 + row->count - less);
        out = put_script(out, &row->script, request->by_text, row->keys - less);
    } else {
        out = put_count(out, '*', (size_t)row->plain.words + row->count);
        memcpy(out, row->plain.bytes, sizeof(row->plain.bytes));
        out += row->plain.length;
    }
    for (int i = 0; i < row->count; i++)
        out = put_own(out, (enum rlk_word)row->words[i], request);
    return out;
}

/* Makes room for more bytes at the end. */
static bool reserve(struct rlk_wire *wire, size_t more)
{
    size_t left = wire->end - wire->start;
    size_t room = wire->room > 0 ? wire->room : ROOM_FIRST;
    char *bytes;

    if (wire->room - wire->end >= more)
        return true;
    if (wire->start > 0) {
        memmove(wire->bytes, wire->bytes + wire->start, left);
        wire->start = 0;
        wire->end = left;
    }
    while (room - left < more)
        room *= 2;
    if (room == wire->room)
        return true;
    bytes = rlk_resize(wire->bytes, room);
    if (bytes == NULL)
        return false;
    wire->bytes = bytes;
    wire->room = room;
    return true;
}

static const struct rlk_command *row_of(const struct rlk_request *request)
{
    if (request->verb >= RLK_VERBS_OF_KIND)
        return rlk_node_command(request->verb);
    return request->checked ? &request->kind->command[request->verb].checked
                            : &request->kind->command[request->verb].plain;
}

bool rlk_wire_request(struct rlk_wire *wire, const struct rlk_request *request)
{
    const struct rlk_command *row = row_of(request);
    size_t most = REQUEST_FRAME + 2 * request->resource_length +
                  request->token_length + RLK_MARKER_MAX;
    char *out;

    if (request->by_text)
        most += row->script.length;
    if (!reserve(wire, most))
        return false;
    out = put_command(wire->bytes + wire->end, row, request);
    wire->end = (size_t)(out - wire->bytes);
    return true;
}

bool rlk_wire_command(struct rlk_wire *wire, size_t count,
                      const char *const *words)
{
    size_t most = WORD_FRAME;
    char *out;

    for (size_t i = 0; i < count; i++)
        most += WORD_FRAME + strlen(words[i]);
    if (!reserve(wire, most))
        return false;
    out = put_count(wire->bytes + wire->end, '*', count);
    for (size_t i = 0; i < count; i++)
        out = put_word(out, words[i], strlen(words[i]));
    wire->end = (size_t)(out - wire->bytes);
    return true;
}

size_t rlk_wire_left(const struct rlk_wire *wire)
{
    return wire->end - wire->start;
}

void rlk_wire_sent(struct rlk_wire *wire, size_t count)
{
    assert(count <= rlk_wire_left(wire));
    wire->start += count;
    if (wire->start == wire->end)
        wire->start = wire->end = 0;
}

void rlk_wire_clear(struct rlk_wire *wire)
{
    if (wire->bytes != NULL)
        explicit_bzero(wire->bytes, wire->room);
    rlk_free(wire->bytes);
    *wire = (struct rlk_wire){0};
}
