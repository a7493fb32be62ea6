/* SPDX-License-Identifier: MIT */
/* Tokens: made, copied, and read by people. */

#include "redlock/runtime/token.h"

#include <string.h>

static const char hex[] = "0123456789abcdef";

void rlk_token_base_init(struct rlk_token_base *base,
                         const unsigned char random[RLK_TOKEN_RANDOM_BYTES],
                         const char *label)
{
    size_t length = strnlen(label, sizeof(base->label) - 1);

    for (size_t i = 0; i < RLK_TOKEN_RANDOM_BYTES; i++) {
        base->digits[2 * i] = hex[random[i] >> 4];
        base->digits[2 * i + 1] = hex[random[i] & 15];
    }
    for (size_t i = 0; i < length; i++) {
        char c = label[i];
        base->label[i] = c > ' ' && c <= '~' ? c : '.';
    }
    base->label[length] = '\0';
    base->label_length = length;
}

void rlk_token_make(const struct rlk_token_base *base, uint64_t attempt,
                    struct rlk_token *token)
{
    char counter[16];
    size_t digits = 0;
    char *out = token->text;

    do {
        counter[digits++] = hex[attempt & 15];
        attempt >>= 4;
    } while (attempt != 0);

    memcpy(out, base->digits, sizeof(base->digits));
    out += sizeof(base->digits);
    *out++ = '-';
    while (digits > 0)
        *out++ = counter[--digits];
    *out++ = ':';
    memcpy(out, base->label, base->label_length);
    out += base->label_length;
    *out = '\0';
    token->length = (size_t)(out - token->text);
}

bool rlk_token_is_of(const struct rlk_token_base *base, const char *text,
                     size_t length)
{
    return length > sizeof(base->digits) &&
           memcmp(text, base->digits, sizeof(base->digits)) == 0;
}

void rlk_token_channel(const struct rlk_token_base *base, char *channel)
{
    memcpy(channel, RLK_CHANNEL_PREFIX, sizeof(RLK_CHANNEL_PREFIX) - 1);
    channel += sizeof(RLK_CHANNEL_PREFIX) - 1;
    memcpy(channel, base->digits, sizeof(base->digits));
    channel[sizeof(base->digits)] = '\0';
}

bool rlk_token_copy(struct rlk_token *token, const char *text)
{
    static const char own[] = "redlock:";
    size_t length = strnlen(text, sizeof(token->text));

    if (length == 0 || length == sizeof(token->text) ||
        strncmp(text, own, sizeof(own) - 1) == 0)
        return false;
    memcpy(token->text, text, length + 1);
    token->length = length;
    return true;
}

bool rlk_token_is_shared(const char *text, size_t length)
{
    return length == sizeof(RLK_PLACEHOLDER_READERS) - 1 &&
           memcmp(text, RLK_PLACEHOLDER_READERS, length) == 0;
}

const char *redlock_token_label(const char *token)
{
    static const char owner[] = RLK_PLACEHOLDER_OWNER;
    size_t random = strspn(token, hex);
    size_t counter;

    if (strcmp(token, RLK_PLACEHOLDER_READERS) == 0)
        return "readers";
    if (strncmp(token, owner, sizeof(owner) - 1) == 0)
        return token + sizeof(owner) - 1;
    if (random != 2 * (size_t)RLK_TOKEN_RANDOM_BYTES || token[random] != '-')
        return token;
    counter = strspn(token + random + 1, hex);
    if (counter == 0 || token[random + 1 + counter] != ':')
        return token;
    return token + random + counter + 2;
}

void rlk_text_show(char *to, size_t size, const char *text, size_t length)
{
    if (length >= size)
        length = size - 1;
    for (size_t i = 0; i < length; i++)
        to[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    to[length] = '\0';
}
