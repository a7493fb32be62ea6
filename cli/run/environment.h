/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_ENVIRONMENT_H
#define RLK_CLI_RUN_ENVIRONMENT_H

/* What the command finds in its environment. */

#include <stdint.h>

struct environment_lock {
    const char *resource;
    const char *token; /* NULL: the command does not get it */
    int64_t valid_until_ms;
    int64_t fence; /* 0: there is none */
    int slot;      /* -1: it has none */
    int status_fd;
    const char *resources; /* of all of its resources, as lock_words.h has */
    const char *fences;    /* them; "": there are none */
    const char *held;      /* REDLOCK_HELD, as nesting_list() has it */
    const char *run;       /* REDLOCK_RUN, as nesting_word() has it */
    const char *owner;     /* NULL: an outer lock's is handed on */
    const char *owned;     /* REDLOCK_OWNED, as owner_list() has it */
};

/*
 * The inherited environment without passwords and without an outer lock's
 * variables, and then this lock's. Free with environment_free().
 * NULL: no memory.
 */
char **environment_new(const struct environment_lock *lock);

void environment_free(char **environment);

#endif
