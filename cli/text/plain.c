/* SPDX-License-Identifier: MIT */
/* Text for a terminal. */

#include "cli/text/plain.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/utf8.h"

bool plain_is_unsafe(uint32_t character)
{
    static const struct {
        uint32_t first;
        uint32_t last;
    } unsafe[] = {
        {0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},   {0x200e, 0x200f},
        {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff},
    };

    for (size_t i = 0; i < sizeof(unsafe) / sizeof(unsafe[0]); i++) {
        if (character >= unsafe[i].first && character <= unsafe[i].last)
            return true;
    }
    return false;
}

void plain_clean(char *text)
{
    char *to = text;

    while (*text != '\0') {
        uint32_t character;
        size_t length = utf8_next(text, &character);

        if (length == 0 || plain_is_unsafe(character)) {
            *to++ = '?';
        } else {
            memmove(to, text, length);
            to += length;
        }
        text += length == 0 ? 1 : length;
    }
    *to = '\0';
}

char *plain_format(const char *format, va_list arguments)
{
    char *text;

    if (vasprintf(&text, format, arguments) < 0)
        return NULL;
    plain_clean(text);
    return text;
}

void plain_print(FILE *out, const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = plain_format(format, arguments);
    va_end(arguments);
    if (text == NULL)
        return;
    (void)fputs(text, out);
    free(text);
}
