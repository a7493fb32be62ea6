/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_LOCAL_SERVER_H
#define RLK_REDLOCK_LOCAL_SERVER_H

/* One private master: whether it runs, in which process, and how it is ended.
 */

#include <stdint.h>

#include "redlock/local/paths.h"

enum rlk_local_state {
    RLK_LOCAL_ABSENT, /* no server listens on the socket */
    RLK_LOCAL_SILENT, /* one does, but does not answer: stopped, loading */
    RLK_LOCAL_READY,  /* answers PING */
};

/* Asks the server. Blocks for patience_ms at most. */
enum rlk_local_state rlk_local_probe(const struct rlk_local_set *set, int node,
                                     int patience_ms);

/*
 * The process named in the pid file, if it is alive and its command line names
 * this very socket: another process may have the number by now. 0 if not.
 */
int rlk_local_pid(const struct rlk_local_set *set, int node);

/* Is this process the server of that socket (still)? */
bool rlk_local_is_server(const struct rlk_local_set *set, int node, int pid);

/* Asks the process to end, and continues it if it is stopped. Does not wait. */
void rlk_local_terminate(int pid);

/*
 * Waits for the end of a process that was asked to; kills it when its
 * patience is over. False if it is still there.
 */
bool rlk_local_await_end(const struct rlk_local_set *set, int node, int pid);

/* Removes the server's files: socket, pid and log. */
void rlk_local_remove_files(const struct rlk_local_set *set, int node);

/* The log's last line, or that there is none; cut to fit. */
void rlk_local_last_words(const struct rlk_local_set *set, int node, char *text,
                          size_t size);

/* Sleeps between two looks at a server. */
void rlk_local_pause_ms(int span_ms);

#endif
