/* SPDX-License-Identifier: MIT */
/* Words, filled into lines. */

#include "cli/text/wrap.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "cli/text/plain.h"
#include "cli/text/utf8.h"

enum {
    WIDTH = 80,
    WIDTH_LEAST = 40
};

int wrap_width(FILE *out)
{
    struct winsize size;

    if (ioctl(fileno(out), TIOCGWINSZ, &size) < 0 || size.ws_col == 0)
        return WIDTH;
    return size.ws_col < WIDTH_LEAST ? WIDTH_LEAST : size.ws_col;
}

int wrap_columns(const char *text)
{
    uint32_t character;
    int columns = 0;

    for (; *text != '\0'; columns++) {
        size_t length = utf8_next(text, &character);

        text += length == 0 ? 1 : length;
    }
    return columns;
}

/*
 * The end of the word that begins here; blanks in quotes belong to it, where
 * quotes count.
 */
static char *end_of_word(char *text, bool quotes)
{
    bool quoted = false;

    for (; *text != '\0' && (*text != ' ' || quoted); text++) {
        if (quotes && *text == '\'')
            quoted = !quoted;
    }
    return text;
}

/* Writes a blank, or ends the line where the next word does not fit. */
static int gap(FILE *out, const struct wrap *wrap, int at, int next)
{
    int width = wrap->command ? wrap->width - 2 : wrap->width;

    if (at + 1 + next <= width) {
        (void)fputc(' ', out);
        return at + 1;
    }
    (void)fprintf(out, "%s\n%*s", wrap->command ? " \\" : "", wrap->indent, "");
    return wrap->indent;
}

static void fill(FILE *out, const struct wrap *wrap, char *text)
{
    bool first = true;
    int at = 0;

    while (*text != '\0') {
        char *after = end_of_word(text, wrap->command);
        char stop = *after;

        *after = '\0';
        if (!first)
            at = gap(out, wrap, at, wrap_columns(text));
        (void)fputs(text, out);
        first = false;
        at += wrap_columns(text);
        text = stop == '\0' ? after : after + 1;
    }
    (void)fputc('\n', out);
}

void wrap_line(FILE *out, const struct wrap *wrap, const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = plain_format(format, arguments);
    va_end(arguments);
    if (text == NULL)
        return;
    fill(out, wrap, text);
    free(text);
}
