/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESOLVE_H
#define RLK_REDLOCK_RESOLVE_H

/*
 * Where a node is: the addresses of its URI. A name is looked up in a
 * short-lived thread, because getaddrinfo() blocks for as long as it likes.
 */

#include <stdbool.h>
#include <sys/socket.h>

#include "redlock/uri.h"

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

/* A look-up under way. */
struct rlk_resolve;

/*
 * Looks a name up in a thread that takes no signals. uri need not outlive the
 * call. NULL: no memory, no descriptor or no thread; errno says which.
 */
struct rlk_resolve *rlk_resolve_start(const struct rlk_uri *uri);

/* Polls readable once the look-up has ended; lives until the drop. */
int rlk_resolve_fd(const struct rlk_resolve *resolve);

bool rlk_resolve_ended(const struct rlk_resolve *resolve);

/*
 * After its end: what was found. NULL, or why nothing was; static.
 */
const char *rlk_resolve_result(const struct rlk_resolve *resolve,
                               struct rlk_addresses *addresses);

/*
 * Lets go of a look-up, ended or not; NULL is fine. What the thread still
 * needs it frees itself. (In a child after fork() there is no such thread:
 * what a look-up under way holds stays until the child ends.)
 */
void rlk_resolve_drop(struct rlk_resolve *resolve);

#endif
