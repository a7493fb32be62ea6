/* SPDX-License-Identifier: MIT */
/* Requests encoded for the wire, without printf or a copy. */

#include "redlock/resp/command.h"

#include <assert.h>
#include <string.h>

#include "redlock/core/memory.h"
#include "redlock/resp/script.h"

#define ROOM_FIRST 1024

/* "$", a length, two line ends: around each word. */
#define WORD_FRAME ((size_t)32)

/* All that a request has beside its resource, its words and a whole script. */
#define REQUEST_FRAME (20 * WORD_FRAME)

#define FULL_ARGUMENTS 8

_Static_assert(RLK_SCRIPT_SHA_LENGTH == 40, "as put_call() says it");

#define PUT(out, literal) put(out, literal, sizeof(literal) - 1)

static char *put(char *out, const char *bytes, size_t length)
{
    memcpy(out, bytes, length);
    return out + length;
}

static size_t digits_of(uint64_t number)
{
    size_t digits = 1;

    for (; number >= 10; number /= 10)
        digits++;
    return digits;
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

static char *put_grant(char *out, const struct rlk_request *request)
{
    out = PUT(out, "*6\r\n$3\r\nSET\r\n");
    out = put_word(out, request->resource, request->resource_length);
    out = put_word(out, request->token, request->token_length);
    out = PUT(out, "$2\r\nNX\r\n$2\r\nPX\r\n");
    return put_number_word(out, request->ttl_ms);
}

static char *put_kill_client(char *out, const struct rlk_request *request)
{
    out = PUT(out, "*4\r\n$6\r\nCLIENT\r\n$4\r\nKILL\r\n$2\r\nID\r\n");
    return put_number_word(out, request->client_id);
}

static char *put_call(char *out, const struct rlk_request *request,
                      const struct rlk_script *script, int words)
{
    assert(script != NULL);
    out = put_count(out, '*', 2 + (size_t)words);
    if (request->by_text) {
        out = PUT(out, "$4\r\nEVAL\r\n");
        return put_word(out, script->text, script->length);
    }
    out = PUT(out, "$7\r\nEVALSHA\r\n$40\r\n");
    out = put(out, script->sha, RLK_SCRIPT_SHA_LENGTH);
    return PUT(out, "\r\n");
}

static char *put_script(char *out, const struct rlk_request *request,
                        const struct rlk_script *script)
{
    out = put_call(out, request, script, 2 + script->arguments);
    out = PUT(out, "$1\r\n1\r\n");
    out = put_word(out, request->resource, request->resource_length);
    if (script->arguments > 0)
        out = put_word(out, request->token, request->token_length);
    if (script->arguments > 1 && request->verb == RLK_VERB_MARK)
        out = put_word(out, request->mark, strlen(request->mark));
    else if (script->arguments > 1)
        out = put_number_word(out, request->ttl_ms);
    if (script->arguments > 2)
        out = put_number_word(out, request->until_us);
    return out;
}

/* "{resource}:fence": beside the resource, also for who shards by hash tag. */
static char *put_counter_key(char *out, const struct rlk_request *request)
{
    out = put_count(out, '$', request->resource_length + strlen("{}:fence"));
    out = PUT(out, "{");
    out = put(out, request->resource, request->resource_length);
    return PUT(out, "}:fence\r\n");
}

static char *put_checked_script(char *out, const struct rlk_request *request,
                                const struct rlk_script *script)
{
    const struct rlk_rules *rules = &request->rules;
    /* The resource, its counter, and the marker where it is judged: users
     * need no right to what is not. */
    int keys = rules->guard_ms > 0 ? 3 : 2;

    out = put_call(out, request, script, 1 + keys + FULL_ARGUMENTS);
    out = put_number_word(out, keys);
    out = put_word(out, request->resource, request->resource_length);
    out = put_counter_key(out, request);
    if (keys == 3)
        out = put_word(out, RLK_MARKER_KEY, strlen(RLK_MARKER_KEY));
    out = put_word(out, request->token, request->token_length);
    out = put_number_word(out, request->ttl_ms);
    out = put_word(out, rules->run_id, strlen(rules->run_id));
    out = put_number_word(out, rules->guard_ms);
    out = put_number_word(out, (int64_t)(rules->serial & INT64_MAX));
    out = put_number_word(out, rules->fenced);
    out = put_number_word(out, rules->fence);
    return put_number_word(out, rules->floor_us);
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

bool rlk_wire_request(struct rlk_wire *wire, const struct rlk_request *request)
{
    const struct rlk_script *script =
        rlk_script_of(request->verb, request->checked);
    size_t most = REQUEST_FRAME + 2 * request->resource_length +
                  request->token_length + RLK_MARKER_MAX;
    char *out;

    if (script != NULL && request->by_text)
        most += script->length;
    if (!reserve(wire, most))
        return false;
    out = wire->bytes + wire->end;
    if (request->checked)
        out = put_checked_script(out, request, script);
    else if (script != NULL)
        out = put_script(out, request, script);
    else if (request->verb == RLK_VERB_GRANT)
        out = put_grant(out, request);
    else
        out = put_kill_client(out, request);
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
