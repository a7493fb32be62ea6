/* SPDX-License-Identifier: MIT */
/* Numbers, and texts with their lengths before them. */

#include "redlock/admin/list_text.h"

#include <string.h>

/* Of a number: more is none of ours. */
#define DIGITS_MOST 18

/* One character; false: it is another. */
static bool take(struct rlk_list_text *text, char character)
{
    if (text->left == 0 || *text->at != character)
        return false;
    text->at++;
    text->left--;
    return true;
}

/* A number, which may be negative, and the character that ends it. */
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

/* How many of something there are. */
static bool take_count(struct rlk_list_text *text, char end, int64_t *count)
{
    return take_number(text, end, count) && *count >= 0;
}

/* A length, a colon, and so many bytes. */
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

/* The cursor is kept as it is said: it has up to 64 bits. */
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

bool rlk_list_text_head(struct rlk_list_text *text,
                        struct rlk_list_names *names)
{
    return take_cursor(text, names->cursor) &&
           take_count(text, ' ', &names->refused) &&
           take_count(text, ' ', &names->left_out);
}

bool rlk_list_text_name(struct rlk_list_text *text, const char **name,
                        size_t *length)
{
    return text->left > 0 &&
           take_bytes(text, REDLOCK_RESOURCE_MAX, name, length) &&
           *length > 0 && memchr(*name, '\0', *length) == NULL;
}

static void keep_token(struct rlk_list_stand *stand, const char *bytes,
                       size_t length)
{
    for (size_t i = 0; i < length; i++)
        stand->token[i] = bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '?';
    stand->token[length] = '\0';
}

bool rlk_list_text_stand(struct rlk_list_text *text,
                         struct rlk_list_stand *stand)
{
    const char *bytes;
    size_t length;

    *stand = (struct rlk_list_stand){.remaining_ms = -1};
    stand->has_key = take(text, 'k');
    stand->told = stand->has_key || take(text, 'n');
    if ((!stand->told && !take(text, 'd')) || !take(text, ' ') ||
        !take_number(text, ' ', &stand->remaining_ms) ||
        !take_count(text, ' ', &stand->members) ||
        !take_count(text, ' ', &stand->waiting) ||
        !take_count(text, ' ', &stand->slots_taken) ||
        !take_count(text, ' ', &stand->slots) ||
        !take_bytes(text, REDLOCK_TOKEN_MAX - 1, &bytes, &length))
        return false;
    if (stand->remaining_ms < 0)
        stand->remaining_ms = -1;
    keep_token(stand, bytes, length);
    return true;
}
