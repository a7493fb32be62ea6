/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_SIZE_H
#define RLK_REDLOCK_RUNTIME_SIZE_H

/*
 * Public structs that begin with their size. The caller's header may have a
 * shorter or a longer struct than this library. Pure.
 *
 * said   the size that the caller has set; 0 stands for first
 * first  bytes of the struct in the first release, constant from then on
 * known  bytes of the struct in this version
 */

#include "redlock/admin.h"
#include "redlock/redlock.h"

#define RLK_SIZE_UNTIL(type, member)                                           \
    (offsetof(struct type, member) + sizeof(((struct type *)NULL)->member))

/*
 * Each struct up to its last member in the first release. Until that release
 * these are whole structs, which test_size.c checks. A member that is added at
 * an end is named here.
 */
#define RLK_SIZE_SETTINGS RLK_SIZE_UNTIL(redlock_settings, log_user)
#define RLK_SIZE_REQUEST RLK_SIZE_UNTIL(redlock_request, modes)
#define RLK_SIZE_REPORT RLK_SIZE_UNTIL(redlock_report, node)
#define RLK_SIZE_STATS RLK_SIZE_UNTIL(redlock_client_stats, node)
#define RLK_SIZE_EXAMINATION RLK_SIZE_UNTIL(redlock_examination, node)
#define RLK_SIZE_LIST_REQUEST RLK_SIZE_UNTIL(redlock_list_request, user)
#define RLK_SIZE_LIST_REPORT RLK_SIZE_UNTIL(redlock_list_report, node)

/* The bytes that caller and library know. 0: refused, as it is below first. */
size_t rlk_size_common(size_t said, size_t first, size_t known);

/*
 * The caller's struct in this version's layout: the caller's own if its size is
 * known, else a copy in room, with zeroes for unknown members. NULL: the size
 * is refused, or a member that this version does not know is set.
 */
const void *rlk_size_read(const void *given, void *room, size_t first,
                          size_t known);

/* rlk_size_read() of a request. */
const struct redlock_request *
rlk_size_request(const struct redlock_request *request,
                 struct redlock_request *room);

/* Can a report of this size be filled? NULL can: nothing is filled. */
bool rlk_size_fits(const struct redlock_report *report);

/* Fills the caller's part, except its size, which must not be refused. */
void rlk_size_give(void *to, const void *from, size_t first, size_t known);

/* Zeroes what the caller has of a struct, but its size, in the same way. */
void rlk_size_clear(void *given, size_t first, size_t known);

#endif
