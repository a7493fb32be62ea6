/* SPDX-License-Identifier: MIT */
/* Reads hand-off messages and successors. Any client may have sent the text. */

#include "redlock/runtime/handoff.h"

#include <string.h>

/* The largest number that scripts represent exactly. */
#define NUMBER_MOST (INT64_C(1) << 53)

#define MEMORY_DIGITS 8
#define PREFIX_DIGITS ((size_t)2 * RLK_TOKEN_RANDOM_BYTES)

/* What is left of a text. */
struct words {
    const char *at;
    const char *end;
};

/* Reads the next word and the space after it. false: there is no word. */
static bool next_word(struct words *words, const char **word, size_t *length)
{
    const char *space;

    if (words->at == words->end)
        return false;
    space = memchr(words->at, ' ', (size_t)(words->end - words->at));
    *word = words->at;
    *length = (size_t)((space == NULL ? words->end : space) - words->at);
    words->at = space == NULL ? words->end : space + 1;
    return *length > 0;
}

/* Reads a number that scripts write: digits only. */
static bool next_number(struct words *words, int64_t least, int64_t most,
                        int64_t *number)
{
    const char *word;
    size_t length;

    if (!next_word(words, &word, &length) || length > 16)
        return false;
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9')
            return false;
        *number = *number * 10 + (word[i] - '0');
    }
    return *number >= least && *number <= most;
}

static bool is_hex(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if ((c < '0' || c > '9') && (c < 'a' || c > 'f'))
            return false;
    }
    return true;
}

/*
 * Reads a token that rlk_token_make() may have made: it names a channel, and is
 * shown to people.
 */
static bool next_token(struct words *words, struct rlk_token *token)
{
    const char *word;
    size_t length;

    if (!next_word(words, &word, &length) || length >= sizeof(token->text) ||
        length <= PREFIX_DIGITS || !is_hex(word, PREFIX_DIGITS) ||
        word[PREFIX_DIGITS] != '-')
        return false;
    for (size_t i = 0; i < length; i++) {
        if (word[i] <= ' ' || word[i] > '~')
            return false;
    }
    memcpy(token->text, word, length);
    token->text[length] = '\0';
    token->length = length;
    return true;
}

static bool next_memory(struct words *words, char memory[MEMORY_DIGITS + 1])
{
    const char *word;
    size_t length;

    if (!next_word(words, &word, &length) || length != MEMORY_DIGITS ||
        !is_hex(word, length))
        return false;
    memcpy(memory, word, length);
    memory[length] = '\0';
    return true;
}

static bool next_successor(struct words *words, struct rlk_successor *successor)
{
    int64_t flags;

    if (!next_number(words, 1, NUMBER_MOST, &successor->ticket) ||
        !next_number(words, 1, RLK_SUCCESSOR_PX_MOST, &successor->px_ms) ||
        !next_number(words, 0, RLK_ENTRY_FLAGS_ALL, &flags) ||
        !next_number(words, 0, NUMBER_MOST, &successor->generation))
        return false;
    successor->flags = (unsigned)flags;
    return next_token(words, &successor->token) && words->at == words->end;
}

bool rlk_successor_read(struct rlk_successor *successor, const char *text,
                        size_t length)
{
    struct words words = {text, text + length};

    if (next_successor(&words, successor))
        return true;
    successor->token.length = 0;
    return false;
}

bool rlk_handoff_read(struct rlk_handoff *handoff, const char *text,
                      size_t length)
{
    struct words words = {text, text + length};
    int64_t bits;

    handoff->head = (struct rlk_successor){0};
    if (!next_memory(&words, handoff->memory) ||
        !next_number(&words, 0, NUMBER_MOST, &handoff->us) ||
        !next_number(&words, 0, NUMBER_MOST, &handoff->generation) ||
        !next_number(&words, 0, RLK_HANDOFF_BITS_ALL, &bits) ||
        !next_number(&words, 0, NUMBER_MOST, &handoff->c) ||
        !next_token(&words, &handoff->token) ||
        (words.at != words.end && !next_successor(&words, &handoff->head)))
        return false;
    handoff->set = (bits & RLK_HANDOFF_SET) != 0;
    handoff->issued = (bits & RLK_HANDOFF_ISSUED) != 0;
    handoff->judged = (bits & RLK_HANDOFF_JUDGED) != 0;
    handoff->alone = (bits & RLK_HANDOFF_ALONE) != 0;
    /* A fence that was issued has a number, and the key was set. */
    return handoff->issued ? handoff->set && handoff->c > 0 : handoff->c == 0;
}

bool rlk_handoff_is_of(const struct rlk_handoff *handoff, const char *replid)
{
    return strncmp(handoff->memory, replid, MEMORY_DIGITS) == 0;
}
