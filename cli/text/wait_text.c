/* SPDX-License-Identifier: MIT */
/* Describes a wait. */

#include "cli/text/wait_text.h"

#include <stdio.h>
#include <string.h>

#include "cli/text/duration.h"
#include "cli/text/layout.h"

/* The maximum length of a printed name, including its NUL. */
#define NAME_MAX 160

#define TAIL_MAX 128

static const char cut_mark[] = "...";

static int columns_of(uint32_t character)
{
    return character < 0x80 ? 1 : 2;
}

/* How many bytes of a clean text fit into the columns. */
static size_t fitting(const char *text, int columns)
{
    size_t bytes = 0;

    for (;;) {
        uint32_t character;
        size_t length =
            text[bytes] == '\0' ? 0 : utf8_next(text + bytes, &character);
        if (length == 0 || columns_of(character) > columns)
            return bytes;
        columns -= columns_of(character);
        bytes += length;
    }
}

static int width_of(const char *text)
{
    int columns = 0;

    for (size_t length = 0; *text != '\0'; text += length) {
        uint32_t character;
        length = utf8_next(text, &character);
        if (length == 0)
            break;
        columns += columns_of(character);
    }
    return columns;
}

/* Cuts a clean text to the columns, and marks the cut. */
static void cut(char *text, int columns)
{
    int mark = (int)strlen(cut_mark);

    if (width_of(text) <= columns)
        return;
    if (columns <= mark)
        text[fitting(text, columns < 0 ? 0 : columns)] = '\0';
    else
        memcpy(text + fitting(text, columns - mark), cut_mark,
               sizeof(cut_mark));
}

/* Copies a name, cleaned and cut to NAME_MAX. */
static void copy_name(char *to, const char *name)
{
    size_t length = strlen(name);

    if (length > NAME_MAX - 1)
        length = NAME_MAX - 1;
    memcpy(to, name, length);
    to[length] = '\0';
    plain_clean(to);
}

static const char *ordinal_end(int number)
{
    if (number / 10 % 10 == 1)
        return "th";
    switch (number % 10) {
    case 1:
        return "st";
    case 2:
        return "nd";
    case 3:
        return "rd";
    default:
        return "th";
    }
}

/* Writes the part after the holder, never cut. text: TAIL_MAX bytes. */
static void write_wait(const struct wait_text *wait, char *text)
{
    char span[DURATION_TEXT_MAX];
    char waited[DURATION_TEXT_MAX + 8] = "";
    char position[64] = "";

    if (wait->waited_ms >= 1000)
        (void)snprintf(waited, sizeof(waited), " for %s",
                       duration_text(wait->waited_ms / 1000 * 1000, span));
    if (wait->reachable < wait->quorum)
        (void)snprintf(position, sizeof(position), ", %d of %d nodes reachable",
                       wait->reachable, wait->nodes);
    else if (wait->position == 0)
        (void)snprintf(position, sizeof(position), ", next in the queue");
    else if (wait->position > 0)
        (void)snprintf(position, sizeof(position), ", %d%s in the queue",
                       wait->position + 1, ordinal_end(wait->position + 1));
    (void)snprintf(text, TAIL_MAX, "waiting%s%s", waited, position);
}

void wait_text_holder(struct wait_text *wait, const char *token)
{
    if (token == NULL)
        return;
    (void)snprintf(wait->label, sizeof(wait->label), "%s",
                   redlock_token_label(token));
}

const char *wait_text_words(const struct wait_text *wait, char *text)
{
    bool held = wait->label[0] != '\0';
    char tail[TAIL_MAX];

    write_wait(wait, tail);
    (void)snprintf(text, WAIT_TEXT_MAX, "%s%s%s%s", held ? "held by " : "",
                   wait->label, held ? "; " : "", tail);
    return text;
}

/* Divides the remaining columns between two names. */
static void cut_both(char *one, char *other, int columns)
{
    int half = columns / 2;
    int one_width = width_of(one);
    int other_width = width_of(other);

    if (one_width + other_width <= columns)
        return;
    if (one_width < half) {
        cut(other, columns - one_width);
    } else if (other_width < half) {
        cut(one, columns - other_width);
    } else {
        cut(one, half);
        cut(other, columns - half);
    }
}

const char *wait_text_line(const struct wait_text *wait, int columns,
                           char *text)
{
    static const char before[] = "redlock: ";
    bool held = wait->label[0] != '\0';
    const char *between = held ? ": held by " : ": ";
    const char *after = held ? "; " : "";
    char name[NAME_MAX + sizeof(cut_mark)];
    char label[NAME_MAX + sizeof(cut_mark)];
    char tail[TAIL_MAX];

    copy_name(name, wait->resource);
    copy_name(label, wait->label);
    write_wait(wait, tail);
    cut_both(name, label,
             columns - (int)(strlen(before) + strlen(between) + strlen(after) +
                             strlen(tail)));
    (void)snprintf(text, WAIT_TEXT_MAX, "%s%s%s%s%s%s", before, name, between,
                   label, after, tail);
    text[fitting(text, columns)] = '\0';
    return text;
}
