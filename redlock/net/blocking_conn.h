/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_BLOCKING_CONN_H
#define RLK_REDLOCK_NET_BLOCKING_CONN_H

/*
 * A conversation with one node for a thread that may block: a connection as
 * everybody makes it, then any commands and their replies. Every wait ends.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "redlock/net/conn.h"

struct rlk_blocking_conn {
    struct rlk_conn conn;
    int64_t patience;           /* for each wait */
    int64_t end;                /* of all waits, an instant */
    enum redlock_reason reason; /* why there is no answer any more */
    char message[96];
};

/*
 * Connects and says who we are. false: reason and message tell why not; close
 * it all the same.
 *
 * uri, credentials  borrowed, until the close.
 * patience, whole   nanoseconds, for each wait and for all of them.
 *
 * talk must stay where it is in memory.
 */
bool rlk_blocking_conn_open(struct rlk_blocking_conn *talk,
                            const struct rlk_uri *uri,
                            const struct rlk_credentials *credentials,
                            int64_t patience, int64_t whole);

/* Puts a command into what is sent next. false: reason tells why not. */
bool rlk_blocking_conn_send(struct rlk_blocking_conn *talk, size_t count,
                            const char *const *words);

/*
 * Sends what was asked, and waits for the next reply; it lives until the next
 * call. NULL: reason and message tell why there is none, nor ever will be.
 */
const struct rlk_reply *
rlk_blocking_conn_receive(struct rlk_blocking_conn *talk);

void rlk_blocking_conn_close(struct rlk_blocking_conn *talk);

#endif
