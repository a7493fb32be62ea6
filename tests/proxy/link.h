/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROXY_LINK_H
#define TESTS_PROXY_LINK_H

/*
 * A client's connection, and the one to the server for it. What one side sends
 * is queued for the other side, and written when it is due.
 *
 * Writing assumes that every peer reads: a peer that does not blocks the caller
 * when its socket's buffer is full.
 */

#include "tests/proxy/faults.h"

#define LINK_NEVER INT64_MAX

enum link_peer {
    LINK_CLIENT,
    LINK_SERVER,
    LINK_PEERS
};

struct link_piece;

/* One side, and the bytes to be written to it. */
struct link_side {
    int fd;
    bool ended; /* nothing more is read from it */
    struct link_piece *first;
    struct link_piece **last;
};

struct link {
    /* Borrowed; NULL: the link is not in use. */
    const struct proxy_faults *faults;
    int64_t cut_left;
    struct link_side side[LINK_PEERS];
};

/* Instants of links: nanoseconds of the monotonic clock. */
int64_t link_now(void);

/* The link owns both sockets from now on. */
void link_begin(struct link *link, const struct proxy_faults *faults,
                int client, int server);

/*
 * Closes both sockets and discards queued bytes. The link is then not in use.
 */
void link_end(struct link *link);

/*
 * Called when the faults have changed. Queued bytes are written immediately,
 * unless the new faults discard them. May end the link.
 */
void link_obey(struct link *link);

/* Replaces the server's socket by another server's. */
void link_lead(struct link *link, int server);

/* Reads the available bytes from that side. May end the link. */
void link_take_in(struct link *link, enum link_peer from);

/* Writes the bytes that are due. May end the link. */
void link_let_out(struct link *link);

/* When the next bytes are due; LINK_NEVER: none are queued. */
int64_t link_due(const struct link *link);

#endif
