/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_TERMINAL_H
#define RLK_CLI_BASE_TERMINAL_H

/*
 * The controlling terminal, if there is one: gives it to a process group and
 * takes it back.
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

/* Is this process group in the foreground? */
bool terminal_has(const struct terminal *terminal, pid_t group);

/*
 * Should the command have the terminal from its start? Yes if we are in the
 * foreground and our standard input is the terminal. No if our output goes into
 * a pipe: its reader may use the terminal, and the command gets the terminal
 * when it asks for it.
 */
bool terminal_wanted(const struct terminal *terminal);

/* Puts a group into the foreground, from the background too. */
void terminal_give(const struct terminal *terminal, pid_t group);

#endif
