/* SPDX-License-Identifier: MIT */
/* Encodes requests for the wire, without printf() and without a second copy. */

#include "redlock/resp/command.h"

#include <assert.h>
#include <string.h>

#include "redlock/runtime/memory.h"
#include "redlock/scripts_text.h"

#define ROOM_FIRST 1024

/* The bytes around each word: "$", its length and two line ends. */
#define WORD_FRAME ((size_t)32)

/* All of a request but its resource, tokens, marker and script text. */
#define REQUEST_FRAME (24 * WORD_FRAME)

/* Four numbers, and a token or a run_id. */
#define JOINED_MOST ((size_t)4 * 21 + REDLOCK_TOKEN_MAX)

/* The longest constant beginning of a plain command, copied whole. */
#define PLAIN_MOST 40

/* The most words of a row. */
#define WORDS_MOST 7

/* A word that comes from the request; the scripts describe those that join
 * several values. */
enum word {
    WORD_RESOURCE, /* its key; for slots "{resource}:slots", so that a user
                      needs no right to the key */
    WORD_TOKEN,
    WORD_TTL,       /* milliseconds */
    WORD_FENCES,    /* lock.lua; empty: not fenced */
    WORD_GUARDS,    /* lock.lua; empty: not guarded */
    WORD_MODE,      /* lock.lua; empty: exclusive */
    WORD_ASK,       /* ask.lua */
    WORD_SUCCESSOR, /* as handoff.h has it; empty: no waiter is named */
    WORD_NX,        /* the word NX itself */
    WORD_PX,        /* the word PX itself */
    WORD_MARK,      /* the new marker */
    WORD_UNTIL,     /* microseconds of the node's clock */
    WORD_CLIENT_ID, /* of the connection that is killed */
};

/* A command: a script or a plain one, and the words that follow it. Empty words
 * at the end are left out: each costs a server a third of a command. */
struct row {
    struct rlk_script script; /* text NULL: a plain command, or none */
    struct plain {
        char bytes[PLAIN_MOST]; /* its first words, as they go over the wire */
        uint8_t length;         /* of these bytes */
        uint8_t words;          /* how many words they are */
    } plain;
    uint8_t count;             /* of the words that follow */
    uint8_t words[WORDS_MOST]; /* enum word */
};

#define SCRIPT(name)                                                           \
    .script = {.text = text_of_##name,                                         \
               .length = sizeof(text_of_##name) - 1,                           \
               .sha = sha_of_##name}
#define PLAIN(first, literal)                                                  \
    .plain = {                                                                 \
        .bytes = "" literal, .length = sizeof(literal) - 1, .words = (first)}
#define WORDS(...)                                                             \
    .words = {__VA_ARGS__}, .count = sizeof((const uint8_t[]){__VA_ARGS__})

/* For exclusive locks without a guard and without a fence. */
static const struct row plain_rows[RLK_VERBS] = {
    [RLK_VERB_GRANT] = {PLAIN(1, "$3\r\nSET\r\n"),
                        WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_NX, WORD_PX,
                              WORD_TTL)},
    [RLK_VERB_EXTEND] = {SCRIPT(plain_extend),
                         WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_TTL)},
    [RLK_VERB_REPAIR] = {SCRIPT(plain_repair),
                         WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_TTL)},
    [RLK_VERB_RELEASE] = {SCRIPT(plain_release),
                          WORDS(WORD_RESOURCE, WORD_TOKEN)},
};

/* For all lock types, and for requests that concern a node itself. */
static const struct row rows[RLK_VERBS] = {
    [RLK_VERB_GRANT] = {SCRIPT(grant),
                        WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_TTL, WORD_FENCES,
                              WORD_GUARDS, WORD_MODE)},
    [RLK_VERB_CONFIRM] = {SCRIPT(confirm),
                          WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_FENCES,
                                WORD_GUARDS, WORD_MODE)},
    [RLK_VERB_EXTEND] = {SCRIPT(extend),
                         WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_TTL, WORD_FENCES,
                               WORD_GUARDS, WORD_MODE)},
    [RLK_VERB_REPAIR] = {SCRIPT(repair),
                         WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_TTL, WORD_FENCES,
                               WORD_GUARDS, WORD_MODE)},
    [RLK_VERB_RELEASE] = {SCRIPT(release),
                          WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_MODE,
                                WORD_FENCES, WORD_GUARDS)},
    [RLK_VERB_INSPECT] = {SCRIPT(inspect), WORDS(WORD_RESOURCE)},
    [RLK_VERB_OBSERVE] = {SCRIPT(observe), WORDS(WORD_RESOURCE)},
    [RLK_VERB_ASK] = {SCRIPT(ask),
                      WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_TTL, WORD_FENCES,
                            WORD_GUARDS, WORD_MODE, WORD_ASK)},
    [RLK_VERB_PASS] = {SCRIPT(pass),
                       WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_FENCES,
                             WORD_GUARDS, WORD_SUCCESSOR)},
    [RLK_VERB_INIT_NODE] = {SCRIPT(init_node), WORDS(WORD_RESOURCE, WORD_TTL)},
    [RLK_VERB_MARK] = {SCRIPT(mark),
                       WORDS(WORD_RESOURCE, WORD_TOKEN, WORD_MARK, WORD_UNTIL)},
    [RLK_VERB_KILL_CLIENT] = {PLAIN(3, "$6\r\nCLIENT\r\n$4\r\nKILL\r\n"
                                       "$2\r\nID\r\n"),
                              WORDS(WORD_CLIENT_ID)},
};

static const struct row *row_of(const struct rlk_request *request)
{
    const struct row *plain = &plain_rows[request->verb];
    bool of_any =
        request->checked || plain->count == 0 || request->kind->scripted;

    return of_any ? &rows[request->verb] : plain;
}

const struct rlk_script *rlk_wire_script(const struct rlk_request *request)
{
    const struct rlk_script *script = &row_of(request)->script;

    return script->text == NULL ? NULL : script;
}

/* --- words ---------------------------------------------------------------- */

#define PUT(out, literal) put(out, literal, sizeof(literal) - 1)

/* bytes may be NULL if length is 0. */
static char *put(char *out, const char *bytes, size_t length)
{
    if (length > 0)
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

/* Computed from the length in bits: 1233 / 4096 is log10(2), rounded down. */
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

/* Two digits at a time, from the last digit to the first. */
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

static char *put_text(char *out, const char *text)
{
    return put_word(out, text, strlen(text));
}

static char *put_resource(char *out, const struct rlk_request *request)
{
    bool slots = request->kind != NULL && request->kind->slots;

    if (!slots)
        return put_word(out, request->resource, request->resource_length);
    out = put_count(out, '$', request->resource_length + strlen("{}:slots"));
    out = PUT(out, "{");
    out = put(out, request->resource, request->resource_length);
    return PUT(out, "}:slots\r\n");
}

/* --- joined words: several values with a space between them --------------- */

static char *put_field(char *out, int64_t number)
{
    assert(number >= 0);
    out = put_number(out, (uint64_t)number, digits_of((uint64_t)number));
    return PUT(out, " ");
}

static char *put_fences(char *out, const struct rlk_rules *rules)
{
    char word[JOINED_MOST];
    char *end = word;

    if (!rules->fenced)
        return put_text(out, "");
    end = put_field(end, rules->issued);
    end = put_field(end, rules->fence);
    end = put_number(end, (uint64_t)rules->floor_us,
                     digits_of((uint64_t)rules->floor_us));
    return put_word(out, word, (size_t)(end - word));
}

static char *put_guards(char *out, const struct rlk_rules *rules)
{
    char word[JOINED_MOST];
    char *end = word;

    if (rules->guard_ms == 0)
        return put_text(out, rules->timed ? "t" : "");
    end = put_field(end, rules->guard_ms);
    end = put_field(end, (int64_t)(rules->serial & INT64_MAX));
    end = put(end, rules->run_id, strlen(rules->run_id));
    return put_word(out, word, (size_t)(end - word));
}

/* The mode of a shared lock: placeholder, and the reader's owner, if any. */
static char *put_placeholder(char *out, const struct rlk_request *request)
{
    char word[sizeof("+" RLK_PLACEHOLDER_READERS " ") + REDLOCK_OWNER_MAX];
    char *end = word;

    if (request->kind->former)
        end = PUT(end, "+");
    if (request->kind->owned)
        end = PUT(end, RLK_PLACEHOLDER_OWNER);
    else
        end = PUT(end, RLK_PLACEHOLDER_READERS);
    if (!request->kind->owned && request->owner_length > 0)
        end = PUT(end, " ");
    end = put(end, request->owner, request->owner_length);
    return put_word(out, word, (size_t)(end - word));
}

static char *put_mode(char *out, const struct rlk_request *request)
{
    char word[JOINED_MOST];
    char *end = word;

    if (request->kind->holders)
        return put_placeholder(out, request);
    if (!request->kind->slots)
        return put_text(out, "");
    end = put_field(end, request->slot.many);
    end = put_field(end, request->slot.from);
    end = put_number(end, request->slot.among, digits_of(request->slot.among));
    return put_word(out, word, (size_t)(end - word));
}

static unsigned flags_of(const struct rlk_request *request)
{
    return request->ask->flags |
           (request->rules.fenced ? RLK_ENTRY_FENCED : 0U) |
           (request->rules.guard_ms > 0 ? RLK_ENTRY_GUARDED : 0U);
}

static char *put_ask(char *out, const struct rlk_request *request)
{
    const struct rlk_ask *ask = request->ask;
    char word[JOINED_MOST];
    char *end = word;

    end = put_field(end, ask->ticket);
    end = put_field(end, ask->generation);
    end = put_field(end, flags_of(request));
    *end++ = ask->claiming ? '1' : '0';
    return put_word(out, word, (size_t)(end - word));
}

static char *put_successor(char *out, const struct rlk_successor *successor)
{
    char word[JOINED_MOST];
    char *end = word;

    if (successor == NULL)
        return put_text(out, "");
    end = put_field(end, successor->ticket);
    end = put_field(end, successor->px_ms);
    end = put_field(end, successor->flags);
    end = put_field(end, successor->generation);
    end = put(end, successor->token.text, successor->token.length);
    return put_word(out, word, (size_t)(end - word));
}

/* --- a request ------------------------------------------------------------ */

static char *put_own(char *out, enum word word,
                     const struct rlk_request *request)
{
    switch (word) {
    case WORD_RESOURCE:
        return put_resource(out, request);
    case WORD_TOKEN:
        return put_word(out, request->token, request->token_length);
    case WORD_TTL:
        return put_number_word(out, request->ttl_ms);
    case WORD_FENCES:
        return put_fences(out, &request->rules);
    case WORD_GUARDS:
        return put_guards(out, &request->rules);
    case WORD_MODE:
        return put_mode(out, request);
    case WORD_ASK:
        return put_ask(out, request);
    case WORD_SUCCESSOR:
        return put_successor(out, request->successor);
    case WORD_NX:
        return PUT(out, "$2\r\nNX\r\n");
    case WORD_PX:
        return PUT(out, "$2\r\nPX\r\n");
    case WORD_MARK:
        return put_text(out, request->mark);
    case WORD_UNTIL:
        return put_number_word(out, request->until_us);
    case WORD_CLIENT_ID:
        return put_number_word(out, request->client_id);
    }
    return out;
}

/* The resource is each script's only key. */
static char *put_script(char *out, const struct rlk_script *script,
                        bool by_text)
{
    if (by_text) {
        out = PUT(out, "$4\r\nEVAL\r\n");
        out = put_word(out, script->text, script->length);
    } else {
        out = PUT(out, "$7\r\nEVALSHA\r\n$40\r\n");
        out = put(out, script->sha, RLK_SCRIPT_SHA_LENGTH);
        out = PUT(out, "\r\n");
    }
    return PUT(out, "$1\r\n1\r\n");
}

static bool is_empty(enum word word, const struct rlk_request *request)
{
    return (word == WORD_FENCES && !request->rules.fenced) ||
           (word == WORD_GUARDS && request->rules.guard_ms == 0 &&
            !request->rules.timed) ||
           (word == WORD_MODE && !request->kind->scripted) ||
           (word == WORD_SUCCESSOR && request->successor == NULL);
}

/* The number of words up to the last one that is not empty. */
static uint8_t words_of(const struct row *row,
                        const struct rlk_request *request)
{
    uint8_t count = row->count;

    while (is_empty((enum word)row->words[count - 1], request))
        count--;
    return count;
}

static char *put_command(char *out, const struct row *row,
                         const struct rlk_request *request)
{
    uint8_t count = words_of(row, request);

    if (row->script.text != NULL) {
        out = put_count(out, '*', (size_t)3 + count);
        out = put_script(out, &row->script, request->by_text);
    } else {
        out = put_count(out, '*', (size_t)row->plain.words + count);
        memcpy(out, row->plain.bytes, sizeof(row->plain.bytes));
        out += row->plain.length;
    }
    for (int i = 0; i < count; i++)
        out = put_own(out, (enum word)row->words[i], request);
    return out;
}

/* Before the end goes back. */
static void note_used(struct rlk_wire *wire)
{
    if (wire->used < wire->end)
        wire->used = wire->end;
}

/* Not inlined, because there is mostly room. */
__attribute__((noinline)) static bool make_room(struct rlk_wire *wire,
                                                size_t more)
{
    size_t left = wire->end - wire->start;
    size_t room = wire->room > 0 ? wire->room : ROOM_FIRST;
    char *bytes;

    if (wire->start > 0) {
        note_used(wire);
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

/* Makes room for more bytes at the end; usually there is room already. */
static bool reserve(struct rlk_wire *wire, size_t more)
{
    return wire->room - wire->end >= more || make_room(wire, more);
}

/* Appends what was encoded for another node. false: no memory. */
static bool append_encoded(struct rlk_wire *wire,
                           const struct rlk_encoded *encoded)
{
    if (!reserve(wire, sizeof(encoded->bytes)))
        return false;
    memcpy(wire->bytes + wire->end, encoded->bytes, sizeof(encoded->bytes));
    wire->end += encoded->length;
    return true;
}

static void keep_encoded(struct rlk_encoded *encoded, const char *bytes,
                         size_t length)
{
    if (length > sizeof(encoded->bytes))
        return;
    memcpy(encoded->bytes, bytes, length);
    encoded->length = (uint16_t)length;
}

/*
 * Encodes a request, and keeps the bytes if there is room for them. Not
 * inlined, because most requests were encoded for another node before.
 */
__attribute__((noinline)) static bool
append_request(struct rlk_wire *wire, const struct rlk_request *request,
               struct rlk_encoded *encoded)
{
    const struct row *row = row_of(request);
    size_t most = REQUEST_FRAME + request->resource_length +
                  request->token_length + request->owner_length +
                  REDLOCK_TOKEN_MAX + RLK_MARKER_MAX;
    char *out;

    if (request->by_text)
        most += row->script.length;
    if (!reserve(wire, most))
        return false;
    out = put_command(wire->bytes + wire->end, row, request);
    if (encoded != NULL)
        keep_encoded(encoded, wire->bytes + wire->end,
                     (size_t)(out - wire->bytes) - wire->end);
    wire->end = (size_t)(out - wire->bytes);
    return true;
}

bool rlk_wire_request(struct rlk_wire *wire, const struct rlk_request *request)
{
    struct rlk_encoded *encoded = request->by_text ? NULL : request->encoded;

    return encoded != NULL && encoded->length > 0
               ? append_encoded(wire, encoded)
               : append_request(wire, request, encoded);
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
    if (wire->start == wire->end) {
        note_used(wire);
        wire->start = wire->end = 0;
    }
}

void rlk_wire_clear(struct rlk_wire *wire)
{
    note_used(wire);
    if (wire->bytes != NULL)
        explicit_bzero(wire->bytes, wire->used);
    rlk_free(wire->bytes);
    *wire = (struct rlk_wire){0};
}
