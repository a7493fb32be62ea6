/* SPDX-License-Identifier: MIT */
/* JSON, written. */

#include "cli/json.h"

#include <inttypes.h>
#include <string.h>

/*
 * How many bytes the well-formed UTF-8 sequence at text has; 0: it is none.
 * Overlong forms, surrogates and what is beyond U+10FFFF are none.
 */
static size_t sequence(const unsigned char *text)
{
    unsigned char low = 0x80; /* bounds of the second byte */
    unsigned char high = 0xbf;
    size_t length;

    if (text[0] < 0x80)
        return 1;
    if (text[0] < 0xc2 || text[0] > 0xf4)
        return 0;
    length = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    if (text[0] == 0xe0)
        low = 0xa0;
    if (text[0] == 0xed)
        high = 0x9f;
    if (text[0] == 0xf0)
        low = 0x90;
    if (text[0] == 0xf4)
        high = 0x8f;
    if (text[1] < low || text[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++) {
        if (text[i] < 0x80 || text[i] > 0xbf)
            return 0;
    }
    return length;
}

static void write_escaped(FILE *out, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    (void)fputc('"', out);
    while (*at != '\0') {
        size_t length = sequence(at);

        if (length == 0)
            (void)fputs("\\ufffd", out);
        else if (*at == '"' || *at == '\\')
            (void)fprintf(out, "\\%c", *at);
        else if (*at < 0x20 || *at == 0x7f)
            (void)fprintf(out, "\\u%04x", *at);
        else
            (void)fwrite(at, 1, length, out);
        at += length == 0 ? 1 : length;
    }
    (void)fputc('"', out);
}

/* What stands before a value. */
static void lead(struct json *json, const char *name)
{
    if (json->comma)
        (void)fputc(',', json->out);
    json->comma = true;
    if (name == NULL)
        return;
    write_escaped(json->out, name);
    (void)fputc(':', json->out);
}

void json_start(struct json *json, FILE *out)
{
    *json = (struct json){.out = out};
}

void json_finish(struct json *json)
{
    (void)fputc('\n', json->out);
    json->comma = false;
}

void json_object(struct json *json, const char *name)
{
    lead(json, name);
    (void)fputc('{', json->out);
    json->comma = false;
}

void json_array(struct json *json, const char *name)
{
    lead(json, name);
    (void)fputc('[', json->out);
    json->comma = false;
}

void json_close(struct json *json, char bracket)
{
    (void)fputc(bracket, json->out);
    json->comma = true;
}

void json_text(struct json *json, const char *name, const char *text)
{
    lead(json, name);
    if (text == NULL)
        (void)fputs("null", json->out);
    else
        write_escaped(json->out, text);
}

void json_number(struct json *json, const char *name, int64_t number)
{
    lead(json, name);
    (void)fprintf(json->out, "%" PRId64, number);
}

void json_bool(struct json *json, const char *name, bool value)
{
    lead(json, name);
    (void)fputs(value ? "true" : "false", json->out);
}
