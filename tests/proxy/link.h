/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROXY_LINK_H
#define TESTS_PROXY_LINK_H

/*
 * A client's connection and the one to the server for it. What one side sends
 * is queued for the other, and goes out when it is due.
 *
 * It writes as if every peer read: one that never does holds the caller up,
 * once its socket's buffer is full.
 */

#include "tests/proxy/faults.h"

#define LINK_NEVER INT64_MAX

enum link_peer {
    LINK_CLIENT,
    LINK_SERVER,
    LINK_PEERS
};

struct link_piece;

/* One end, and what is to be written to it. */
struct link_side {
    int fd;
    bool ended; /* nothing more is read here */
    struct link_piece *first;
    struct link_piece **last;
};

struct link {
    const struct proxy_faults *faults; /* borrowed; NULL: not in use */
    int64_t cut_left;
    struct link_side side[LINK_PEERS];
};

/* Instants of links: the monotonic clock, in nanoseconds. */
int64_t link_now(void);

/* Both sockets are the link's from now on. */
void link_begin(struct link *link, const struct proxy_faults *faults,
                int client, int server);

/* Closes both, and forgets what is under way: it is not in use then. */
void link_end(struct link *link);

/*
 * The faults have changed. What is under way goes out at once, unless it is
 * lost now. May end the link.
 */
void link_obey(struct link *link);

/* Another server's socket takes the place of the present one. */
void link_lead(struct link *link, int server);

/* Reads what there is from that side. May end the link. */
void link_take_in(struct link *link, enum link_peer from);

/* Writes what is due. May end the link. */
void link_let_out(struct link *link);

/* When it has something to write; LINK_NEVER: nothing is under way. */
int64_t link_due(const struct link *link);

#endif
