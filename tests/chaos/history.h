/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_HISTORY_H
#define TESTS_CHAOS_HISTORY_H

/*
 * What is left of one scenario's run: a folder with
 *
 *     scenario      KEY=VALUE lines: what was promised, and what was not
 *     *.history     events, by the workers and by the one who broke things
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
    WHAT_WITH, /* a further lock of what was acquired */
    WHAT_REFUSED,
    WHAT_WROTE,
    WHAT_READ,
    WHAT_EXTENDED,
    WHAT_LOST,
    WHAT_EXPIRED, /* as it was meant to: nobody renewed it */
    WHAT_RELEASING,
    WHAT_RELEASED,
    WHAT_ENDED, /* a worker's own count of what it did */
    WHAT_START, /* from here on the workers run */
    WHAT_STOP,
    WHAT_BEGIN, /* of a fault */
    WHAT_END,
    WHAT_LEFT, /* a key that was found when everybody had gone */
};

struct event {
    int64_t at; /* nanoseconds on the boot clock */
    enum what what;
    char who[NAME_BYTES];
    const char *keys; /* the line's rest, of the history's memory */
};

struct history {
    struct event *events; /* by instant */
    size_t count;
    char *scenario; /* the text of that file, "" if there is none */
    char **texts;   /* of the histories, which the events point into */
    size_t text_count;
    size_t bad;        /* lines that say nothing we know */
    char bad_line[96]; /* the first of them */
};

/* 0, or -1 with errno: the folder or a file cannot be read. */
int history_load(struct history *history, const char *dir);
void history_free(struct history *history);

/* A key's value in a list of KEY=VALUE, "" if missing. Returns text. */
const char *value_text(const char *keys, const char *key, char *text,
                       size_t room);
int64_t value_number(const char *keys, const char *key);

/* The whole of a file, with a NUL; free() it. NULL with errno. */
char *file_read(const char *dir, const char *name, size_t *length);

#endif
