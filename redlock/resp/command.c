/* SPDX-License-Identifier: MIT */
/* Requests encoded for the wire, without printf or a copy. */

#include "redlock/resp/command.h"

#include <assert.h>
#include <string.h>

#include "redlock/runtime/memory.h"
#include "redlock/scripts_text.h"

#define ROOM_FIRST 1024

/* "$", a length, two line ends: around each word. */
#define WORD_FRAME ((size_t)32)

/* All that a request has beside its resource, its tokens, its marker and a
 * whole script. */
#define REQUEST_FRAME (24 * WORD_FRAME)

/* A request's resource, and three side keys. */
#define RESOURCE_WORDS 4

/* Four numbers, and a token or a run_id. */
#define JOINED_MOST ((size_t)4 * 20 + REDLOCK_TOKEN_MAX)

_Static_assert(RLK_SCRIPT_SHA_LENGTH == 40, "as put_script() says it");

#define PUT(out, literal) put(out, literal, sizeof(literal) - 1)

static char *put(char *out, const char *bytes, size_t length)
{
    memcpy(out, bytes, length);
    return out + length;
}

static const char two_digits[100][3] = {
    "00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11",
    "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23",
    "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35",
    "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47",
    "48", "49", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59",
    "60", "61", "62", "63", "64", "65", "66", "67", "68", "69", "70", "71",
    "72", "73", "74", "75", "76", "77", "78", "79", "80", "81", "82", "83",
    "84", "85", "86", "87", "88", "89", "90", "91", "92", "93", "94", "95",
    "96", "97", "98", "99",
};

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

/* Two digits at a time, the last ones first. */
static char *put_number(char *out, uint64_t number, size_t digits)
{
    char *at = out + digits;

    for (; number >= 100; number /= 100) {
        at -= 2;
        memcpy(at, two_digits[number % 100], 2);
    }
    if (number >= 10)
        memcpy(at - 2, two_digits[number], 2);
    else
        at[-1] = (char)('0' + number);
    return out + digits;
}

static char *put_count(char *out, char sign, size_t count)
{
    *out++ = sign;
    if (count < 10) {
        *out++ = (char)('0' + count);
    } else if (count < 100) {
        out = put(out, two_digits[count], 2);
    } else {
        out = put_number(out, count, digits_of(count));
    }
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

/* "{resource}:end": in the resource's hash slot, where keys are sharded. All
 * ends of ours have five letters. */
static char *put_side_key(char *out, const struct rlk_request *request,
                          const char end[6])
{
    out = put_count(out, '$', request->resource_length + strlen("{}:") + 5);
    out = PUT(out, "{");
    out = put(out, request->resource, request->resource_length);
    out = PUT(out, "}:");
    out = put(out, end, 5);
    return PUT(out, "\r\n");
}

static bool judges_marker(const struct rlk_request *request)
{
    return request->rules.guard_ms > 0;
}

static char *put_text(char *out, const char *text)
{
    return put_word(out, text, strlen(text));
}

/* --- words of those who wait --------------------------------------------- */

static char *put_field(char *out, int64_t number)
{
    assert(number >= 0);
    out = put_number(out, (uint64_t)number, digits_of((uint64_t)number));
    return PUT(out, " ");
}

static char *put_carried(char *out, const struct rlk_rules *rules)
{
    char word[JOINED_MOST];
    char *end = word;

    end = put_field(end, rules->minted);
    end = put_field(end, rules->guard_ms);
    end = put_field(end, (int64_t)(rules->serial & INT64_MAX));
    end = put_field(end, rules->fence);
    end = put(end, rules->run_id, strlen(rules->run_id));
    return put_word(out, word, (size_t)(end - word));
}

static char *put_successor(char *out, const struct rlk_successor *successor)
{
    char word[JOINED_MOST];
    char *end = word;

    if (successor == NULL)
        return out;
    end = put_field(end, successor->ticket);
    end = put_field(end, successor->px_ms);
    end = put_field(end, successor->flags);
    end = put_field(end, successor->generation);
    end = put(end, successor->token.text, successor->token.length);
    return put_word(out, word, (size_t)(end - word));
}

static unsigned flags_of(const struct rlk_request *request)
{
    return request->ask->flags |
           (request->rules.fenced ? RLK_PLACE_FENCED : 0U) |
           (judges_marker(request) ? RLK_PLACE_GUARDED : 0U);
}

static char *put_slot(char *out, const struct rlk_slot *slot)
{
    char word[JOINED_MOST];
    char *end = word;

    end = put_field(end, slot->many);
    end = put_field(end, slot->from);
    end = put_number(end, slot->among, digits_of(slot->among));
    return put_word(out, word, (size_t)(end - word));
}

static char *put_old(char *out, const struct rlk_ask *ask)
{
    return put_word(out, ask->old == NULL ? "" : ask->old, ask->old_length);
}

static char *put_owner(char *out, const struct rlk_request *request)
{
    out = put_count(out, '$',
                    sizeof(RLK_TOKEN_OWNER) - 1 + request->owner_length);
    out = PUT(out, RLK_TOKEN_OWNER);
    out = put(out, request->owner, request->owner_length);
    return PUT(out, "\r\n");
}

/* The badge; of one who shares it as an owner, its name behind that. */
static char *put_readers(char *out, const struct rlk_request *request)
{
    if (request->owner_length == 0)
        return put_text(out, RLK_TOKEN_READERS);
    out = put_count(out, '$',
                    sizeof(RLK_TOKEN_READERS) - 1 + 1 + request->owner_length);
    out = PUT(out, RLK_TOKEN_READERS " ");
    out = put(out, request->owner, request->owner_length);
    return PUT(out, "\r\n");
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
        return put_side_key(out, request, "fence");
    case RLK_WORD_QUEUE:
        return put_side_key(out, request, "queue");
    case RLK_WORD_PLACE:
        return put_side_key(out, request, "place");
    case RLK_WORD_READERS:
        return put_readers(out, request);
    case RLK_WORD_OWNER:
        return put_owner(out, request);
    case RLK_WORD_SLOTS:
        return put_side_key(out, request, "slots");
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
    case RLK_WORD_FORMER:
        return PUT(out, "$6\r\nformer\r\n");
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
    case RLK_WORD_TICKET:
        return put_number_word(out, request->ask->ticket);
    case RLK_WORD_GENERATION:
        return put_number_word(out, request->ask->generation);
    case RLK_WORD_FLAGS:
        return put_number_word(out, flags_of(request));
    case RLK_WORD_CLAIMING:
        return put_number_word(out, request->ask->claiming);
    case RLK_WORD_OLD:
        return put_old(out, request->ask);
    case RLK_WORD_CARRIED:
        return put_carried(out, rules);
    case RLK_WORD_SUCCESSOR:
        return put_successor(out, request->successor);
    case RLK_WORD_SLOT:
        return put_slot(out, &request->slot);
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

/*
 * A marker that is not judged, the second key or the third, is left out, and so
 * is a successor where nobody is named, the last word. Rows of one key have
 * neither.
 */
static bool lacks_marker(const struct rlk_command *row,
                         const struct rlk_request *request)
{
    return row->keys >= 2 &&
           (row->words[row->keys == 2 ? 1 : 2] == RLK_WORD_MARKER) &&
           !judges_marker(request);
}

static bool lacks_successor(const struct rlk_command *row,
                            const struct rlk_request *request)
{
    return row->keys >= 2 && request->successor == NULL &&
           row->words[row->count - 1] == RLK_WORD_SUCCESSOR;
}

static char *put_command(char *out, const struct rlk_command *row,
                         const struct rlk_request *request)
{
    size_t less = lacks_marker(row, request);
    size_t count = row->count - less - lacks_successor(row, request);

    if (row->script.text != NULL) {
        out = put_count(out, '*', 3 + count);
        out = put_script(out, &row->script, request->by_text, row->keys - less);
    } else {
        out = put_count(out, '*', (size_t)row->plain.words + count);
        memcpy(out, row->plain.bytes, sizeof(row->plain.bytes));
        out += row->plain.length;
    }
    for (int i = 0; i < row->count; i++)
        out = put_own(out, (enum rlk_word)row->words[i], request);
    return out;
}

static bool make_room(struct rlk_wire *wire, size_t more)
{
    size_t left = wire->end - wire->start;
    size_t room = wire->room > 0 ? wire->room : ROOM_FIRST;
    char *bytes;

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

/* Room for so many more bytes at the end; mostly it is there. */
static bool reserve(struct rlk_wire *wire, size_t more)
{
    return wire->room - wire->end >= more || make_room(wire, more);
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
    size_t most = REQUEST_FRAME + RESOURCE_WORDS * request->resource_length +
                  request->token_length + request->owner_length +
                  REDLOCK_TOKEN_MAX + RLK_MARKER_MAX;
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

/* --- what is asked of nodes themselves ----------------------------------- */

#define ROW(verb) [(verb)-RLK_VERBS_OF_KIND]

static const struct rlk_command rows[RLK_VERBS - RLK_VERBS_OF_KIND] = {
    ROW(RLK_VERB_INIT_NODE) =
        {
            RLK_SCRIPT(init_node),
            .keys = 1,
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_TTL),
        },
    ROW(RLK_VERB_MARK) =
        {
            RLK_SCRIPT(mark),
            .keys = 1,
            RLK_WORDS(RLK_WORD_RESOURCE, RLK_WORD_TOKEN, RLK_WORD_MARK,
                      RLK_WORD_UNTIL),
        },
    ROW(RLK_VERB_KILL_CLIENT) =
        {
            RLK_PLAIN(3, "$6\r\nCLIENT\r\n$4\r\nKILL\r\n$2\r\nID\r\n"),
            RLK_WORDS(RLK_WORD_CLIENT_ID),
        },
};

const struct rlk_command *rlk_node_command(enum rlk_verb verb)
{
    assert(verb >= RLK_VERBS_OF_KIND && verb < RLK_VERBS);
    return &rows[verb - RLK_VERBS_OF_KIND];
}
