/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_LOOKUP_H
#define RLK_REDLOCK_NET_LOOKUP_H

/*
 * Names are looked up in threads of the process, because getaddrinfo() blocks
 * for as long as it likes and cannot be ended. There are RLK_LOOKUPS_MOST such
 * threads at most: further names wait for their turn. A name that is asked for
 * several times at once is looked up once. A thread ends when there is nothing
 * more to look up.
 */

#include <stdbool.h>

#include "redlock/net/resolve.h"

/* The most look-ups, and threads for them, at the same time in a process. */
#define RLK_LOOKUPS_MOST 8

/* So many of them may be of groups of Sentinels, each of which may take a
 * second and more: names do not wait for those. */
#define RLK_LOOKUPS_OF_SENTINELS 4

/* One question for the addresses of a name. Belongs to one thread. */
struct rlk_lookup;

/*
 * Looks a name up in a thread that takes no signals. uri need not outlive the
 * call. NULL: no memory, no descriptor or no thread; errno says which.
 */
struct rlk_lookup *rlk_lookup_start(const struct rlk_uri *uri);

/* Polls readable once the look-up has ended; lives until the drop. */
int rlk_lookup_fd(const struct rlk_lookup *lookup);

bool rlk_lookup_ended(const struct rlk_lookup *lookup);

/*
 * After its end: copies the addresses that were found, and returns NULL; or
 * says why there are none, in a static text.
 */
const char *rlk_lookup_result(const struct rlk_lookup *lookup,
                              struct rlk_addresses *addresses);

/*
 * Lets go of a look-up, ended or not, without waiting for it; NULL is fine.
 * (In a child after fork() there is no such thread: what a look-up under way
 * holds stays until the child ends.)
 */
void rlk_lookup_drop(struct rlk_lookup *lookup);

#endif
