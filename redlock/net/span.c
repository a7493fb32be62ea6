/* SPDX-License-Identifier: MIT */
/* Pieces of a text: cut, compared, decoded. */

#include "redlock/net/span.h"

#include <string.h>
#include <strings.h>

#include "redlock/runtime/memory.h"

const char rlk_span_out_of_memory[] = "no memory";

bool rlk_span_is_empty(struct rlk_span span)
{
    return span.length == 0;
}

bool rlk_span_take(struct rlk_span *span, const char *prefix)
{
    size_t length = strlen(prefix);

    if (span->length < length || strncasecmp(span->text, prefix, length) != 0)
        return false;
    span->text += length;
    span->length -= length;
    return true;
}

bool rlk_span_cut(struct rlk_span *span, char c, bool last,
                  struct rlk_span *before)
{
    const char *at = last ? memrchr(span->text, c, span->length)
                          : memchr(span->text, c, span->length);

    if (at == NULL)
        return false;
    before->text = span->text;
    before->length = (size_t)(at - span->text);
    span->text += before->length + 1;
    span->length -= before->length + 1;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

const char *rlk_span_decode(struct rlk_span from, char **copy)
{
    char *out;

    if (rlk_span_is_empty(from))
        return NULL;
    *copy = out = rlk_alloc(from.length + 1);
    if (out == NULL)
        return rlk_span_out_of_memory;
    for (size_t i = 0; i < from.length; i++) {
        int high, low;
        if (from.text[i] != '%') {
            *out++ = from.text[i];
            continue;
        }
        high = i + 2 < from.length ? hex_digit(from.text[i + 1]) : -1;
        low = i + 2 < from.length ? hex_digit(from.text[i + 2]) : -1;
        if (high < 0 || low < 0 || high + low == 0)
            return "a percent sign is not followed by two hex digits";
        *out++ = (char)(high * 16 + low);
        i += 2;
    }
    return NULL;
}
