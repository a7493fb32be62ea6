/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_TERMINAL_H
#define RLK_CLI_BASE_TERMINAL_H

/*
 * The controlling terminal, where there is one: which process group it is
 * lent to, and how it comes back.
 */

#include <stdbool.h>
#include <sys/types.h>

struct terminal {
    int fd; /* -1: there is none */
};

/* Is there a controlling terminal? */
bool terminal_is_there(void);

void terminal_open(struct terminal *terminal);
void terminal_close(struct terminal *terminal);

/* This process group is in the foreground. */
bool terminal_has(const struct terminal *terminal, pid_t group);

/*
 * The command should have the terminal from its start: we are in the
 * foreground and our standard input is the terminal. Not so where our output
 * goes into a pipe: then the terminal may be its reader's, and is lent when
 * the command asks for it.
 */
bool terminal_wanted(const struct terminal *terminal);

/* Puts a group into the foreground. Also from the background. */
void terminal_give(const struct terminal *terminal, pid_t group);

#endif
