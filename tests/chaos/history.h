/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_HISTORY_H
#define TESTS_CHAOS_HISTORY_H

/*
 * The files of one scenario's run: a folder with
 *
 *     scenario      KEY=VALUE lines: what was promised, and what was not
 *     *.history     events, from the workers and from the fault injector
 *     *.resource    the protected files, one for each lock
 *
 * This module reads the first two.
 */

#include <stddef.h>
#include <stdint.h>

#define NAME_BYTES 48
#define TEXT_BYTES 256

enum what {
    WHAT_TRY,
    WHAT_ACQUIRED,
    WHAT_WITH, /* a further lock of the same acquisition */
    WHAT_REFUSED,
    WHAT_WROTE,
    WHAT_READ,
    WHAT_EXTENDED,
    WHAT_LOST,
    WHAT_EXPIRED, /* as intended: the worker did not renew it */
    WHAT_RELEASING,
    WHAT_RELEASED,
    WHAT_ENDED, /* the worker's own count of what it did */
    WHAT_START, /* the workers run from this instant */
    WHAT_STOP,
    WHAT_BEGIN, /* a fault begins */
    WHAT_END,
    WHAT_LEFT, /* a key was found after all workers had ended */
};

struct event {
    int64_t at; /* nanoseconds on the boot clock */
    enum what what;
    char who[NAME_BYTES];
    const char *keys; /* the rest of the line, in the history's memory */
};

struct history {
    struct event *events; /* ordered by instant */
    size_t count;
    char *scenario; /* the text of that file; "": there is none */
    char **texts;   /* the texts of the histories, to which the events point */
    size_t text_count;
    size_t bad;        /* lines that could not be parsed */
    char bad_line[96]; /* the first of these lines */
};

/* 0, or -1 with errno: the folder or a file cannot be read. */
int history_load(struct history *history, const char *dir);
void history_free(struct history *history);

/*
 * The value of a key in a list of KEY=VALUE; "": there is none. Returns text.
 */
const char *value_text(const char *keys, const char *key, char *text,
                       size_t room);
int64_t value_number(const char *keys, const char *key);

/*
 * Reads a whole file and appends a NUL; the caller calls free(). NULL with
 * errno.
 */
char *file_read(const char *dir, const char *name, size_t *length);

#endif
