/* SPDX-License-Identifier: MIT */
/* JSON, written. */

#include "cli/text/json.h"

#include <inttypes.h>

#include "cli/text/layout.h"

static void write_escaped(FILE *out, const char *text)
{
    (void)fputc('"', out);
    while (*text != '\0') {
        uint32_t character;
        size_t length = utf8_next(text, &character);

        if (length == 0)
            (void)fputs("\\ufffd", out);
        else if (character == '"' || character == '\\')
            (void)fprintf(out, "\\%c", *text);
        else if (plain_is_unsafe(character))
            (void)fprintf(out, "\\u%04" PRIx32, character);
        else
            (void)fwrite(text, 1, length, out);
        text += length == 0 ? 1 : length;
    }
    (void)fputc('"', out);
}

/* What stands before a value. */
static void write_name(struct json *json, const char *name)
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
    write_name(json, name);
    (void)fputc('{', json->out);
    json->comma = false;
}

void json_array(struct json *json, const char *name)
{
    write_name(json, name);
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
    write_name(json, name);
    if (text == NULL)
        (void)fputs("null", json->out);
    else
        write_escaped(json->out, text);
}

void json_number(struct json *json, const char *name, int64_t number)
{
    write_name(json, name);
    (void)fprintf(json->out, "%" PRId64, number);
}

void json_bool(struct json *json, const char *name, bool value)
{
    write_name(json, name);
    (void)fputs(value ? "true" : "false", json->out);
}
