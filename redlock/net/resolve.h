/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_RESOLVE_H
#define RLK_REDLOCK_NET_RESOLVE_H

/*
 * Where a node is: the addresses of its URI. Those of a name are found by
 * lookup.c.
 */

#include <stdbool.h>
#include <sys/socket.h>

#include "redlock/net/uri.h"

#define RLK_ADDRESSES_MAX 8

struct rlk_address {
    socklen_t length;
    struct sockaddr_storage storage;
};

struct rlk_addresses {
    int count;
    struct rlk_address address[RLK_ADDRESSES_MAX];
};

/* Needs a name to be looked up? Else rlk_resolve_at_once() knows the answer. */
bool rlk_resolve_blocks(const struct rlk_uri *uri);

/* The one address of a URI without a name: a unix socket, or numeric. */
void rlk_resolve_at_once(const struct rlk_uri *uri,
                         struct rlk_addresses *addresses);

/*
 * Looks a name up, and adds what is found, as much as there is room for. Blocks
 * for as long as getaddrinfo() likes. port may be NULL: none is set. NULL:
 * there are some; else why there are none, a static text.
 */
const char *rlk_resolve_blocking(const char *host, const char *port,
                                 struct rlk_addresses *found);

void rlk_address_set_port(struct rlk_address *address, int port);

#endif
