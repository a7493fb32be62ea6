/* SPDX-License-Identifier: MIT */
#include "cli/text/layout.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* --- utf8 ----------------------------------------------------------------- */

static size_t length_of(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

size_t utf8_next(const char *text, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    size_t length = length_of(at[0]);

    *character = at[0];
    if (length < 2)
        return length;
    *character &= 0x7fU >> length;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *character = *character << 6 | (at[i] & 0x3f);
    }
    if (*character < least[length] || *character > 0x10ffff ||
        (*character >= 0xd800 && *character <= 0xdfff))
        return 0;
    return length;
}

/* --- plain ---------------------------------------------------------------- */

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

char *plain_format(char spare[static PLAIN_SPARE], const char *format,
                   va_list arguments)
{
    char *text = NULL;
    va_list again;
    int length;

    va_copy(again, arguments);
    length = vsnprintf(spare, PLAIN_SPARE, format, arguments);
    if (length >= PLAIN_SPARE)
        text = malloc((size_t)length + 1);
    if (text != NULL)
        (void)vsnprintf(text, (size_t)length + 1, format, again);
    else
        text = spare;
    va_end(again);
    plain_clean(text);
    return text;
}

void plain_free(char *text, const char *spare)
{
    if (text != spare)
        free(text);
}

void plain_print(FILE *out, const char *format, ...)
{
    char spare[PLAIN_SPARE];
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = plain_format(spare, format, arguments);
    va_end(arguments);
    (void)fputs(text, out);
    plain_free(text, spare);
}

/* --- wrap ----------------------------------------------------------------- */

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

struct wrap wrap_messages(int indent)
{
    return (struct wrap){
        .width = isatty(STDERR_FILENO) ? wrap_width(stderr) : INT_MAX,
        .indent = indent,
    };
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
 * The end of the word that begins here. If quotes count, a word contains the
 * blanks inside quotes.
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

/* Writes a blank, or starts a new line if the next word does not fit. */
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
    char spare[PLAIN_SPARE];
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = plain_format(spare, format, arguments);
    va_end(arguments);
    fill(out, wrap, text);
    plain_free(text, spare);
}

/* --- table ---------------------------------------------------------------- */

enum {
    GAP = 2,
    INDENT = 6
};

static void measure(struct table *table, int *widths)
{
    for (int column = 0; column < TABLE_COLUMNS; column++) {
        widths[column] = 0;
        for (int row = 0; row < table->rows; row++) {
            int columns;
            plain_clean(table->cell[row][column]);
            columns = wrap_columns(table->cell[row][column]);
            if (columns > widths[column])
                widths[column] = columns;
        }
    }
}

static void print_row(FILE *out, const struct table *table, int row,
                      const int *widths, int width)
{
    int at = 0;
    int pending = 0; /* blanks to be written if more follows in this line */

    for (int column = 0; column < TABLE_COLUMNS; column++) {
        const char *cell = table->cell[row][column];
        int blanks = widths[column] - wrap_columns(cell);
        bool right = (table->right >> column & 1) != 0;
        if (at > 0 && at + GAP + widths[column] > width) {
            (void)fputc('\n', out);
            pending = INDENT;
            at = INDENT;
        } else if (at > 0) {
            pending += GAP;
            at += GAP;
        }
        (void)fprintf(out, "%*s%s", pending + (right ? blanks : 0), "", cell);
        at += widths[column];
        pending = right ? 0 : blanks;
    }
    (void)fputc('\n', out);
}

void table_add(struct table *table, const char *const *cells)
{
    for (int column = 0; column < TABLE_COLUMNS; column++)
        (void)snprintf(table->cell[table->rows][column], TABLE_CELL_MAX, "%s",
                       cells[column]);
    table->rows++;
}

void table_print(FILE *out, struct table *table, int width)
{
    int widths[TABLE_COLUMNS];

    measure(table, widths);
    for (int row = 0; row < table->rows; row++)
        print_row(out, table, row, widths, width);
}
