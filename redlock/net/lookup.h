/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_LOOKUP_H
#define RLK_REDLOCK_NET_LOOKUP_H

/*
 * Names are looked up in threads of the process, because getaddrinfo() may
 * block for a long time and cannot be cancelled. There are at most
 * RLK_LOOKUPS_MOST such threads: further names wait. A name that several
 * callers request is looked up once. A thread ends when there is nothing more
 * to look up.
 */

#include <sys/socket.h>

#include "redlock/net/uri.h"

/* The addresses of a node's URI. For names lookup.c finds them. */

#define RLK_ADDRESSES_MAX 8

struct rlk_address {
    socklen_t length;
    struct sockaddr_storage storage;
};

struct rlk_addresses {
    int count;
    struct rlk_address address[RLK_ADDRESSES_MAX];
};

/* The one address of a URI without a name: a unix socket, or numeric. */
void rlk_resolve_at_once(const struct rlk_uri *uri,
                         struct rlk_addresses *addresses);

/* The most look-ups, and threads for them, at the same time in a process. */
#define RLK_LOOKUPS_MOST 8

/*
 * At most this many may be for groups of Sentinels, each of which may take a
 * second or more; names do not wait for those.
 */
#define RLK_LOOKUPS_OF_SENTINELS 4

/* A request for the addresses of a name. Belongs to one thread. */
struct rlk_lookup;

/*
 * Looks a name up in a thread that takes no signals. uri need not outlive the
 * call. NULL: no memory, no descriptor or no thread; errno says which.
 */
struct rlk_lookup *rlk_lookup_start(const struct rlk_uri *uri);

/* Polls readable when the look-up has ended; valid until rlk_lookup_drop(). */
int rlk_lookup_fd(const struct rlk_lookup *lookup);

bool rlk_lookup_ended(const struct rlk_lookup *lookup);

/*
 * After the end: copies the addresses and returns NULL; or returns why there
 * are none, a static text.
 */
const char *rlk_lookup_result(const struct rlk_lookup *lookup,
                              struct rlk_addresses *addresses);

/*
 * Drops a look-up, ended or not, without waiting for it; NULL is allowed. (In a
 * child after fork() the thread does not exist: what a look-up under way holds
 * stays allocated until the child ends.)
 */
void rlk_lookup_drop(struct rlk_lookup *lookup);

/* --- Sentinels ----------------------------------------------------------- */

/* The time for one Sentinel, in milliseconds; then the next one is asked. */
#define RLK_SENTINEL_PATIENCE_MS 1000

struct rlk_sentinel_group {
    const char *hosts;    /* "host[:port]+.../name", IPv6 in brackets */
    const char *username; /* for Sentinels; NULL: the default user */
    const char *password; /* NULL: none is sent */
};

/*
 * Asks one Sentinel after the other, until one knows the master. Blocks, so it
 * needs a thread of its own. NULL: there are addresses, each with its port;
 * else a static sentence.
 */
const char *rlk_sentinel_ask(const struct rlk_sentinel_group *group,
                             struct rlk_addresses *found);

#endif
