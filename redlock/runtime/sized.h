/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_SIZED_H
#define RLK_REDLOCK_RUNTIME_SIZED_H

/*
 * Public structs of callers that were compiled with another version's header,
 * where they may be shorter or longer. Pure.
 */

#include <stdbool.h>
#include <stddef.h>

#include "redlock/redlock.h"

/* A struct's bytes up to its last member in version 0.2.0. */
#define RLK_SIZED_UNTIL(type, member)                                          \
    (offsetof(struct type, member) + sizeof(((struct type *)NULL)->member))
#define RLK_SIZED_SETTINGS RLK_SIZED_UNTIL(redlock_settings, sightings)
#define RLK_SIZED_REQUEST RLK_SIZED_UNTIL(redlock_request, report)
#define RLK_SIZED_REPORT RLK_SIZED_UNTIL(redlock_report, node)

/*
 * How many bytes of a struct the caller has and we know. said: its size member;
 * first: in version 0.2.0; known: in this one.
 */
size_t rlk_sized_common(size_t said, size_t first, size_t known);

/*
 * The caller's struct as this version has it: the very same, or, of another
 * size, copied to room, with zeroes for what the caller does not know. NULL: it
 * asks for what this version does not know.
 */
const struct redlock_settings *
rlk_sized_settings(const struct redlock_settings *settings,
                   struct redlock_settings *room);
const struct redlock_request *
rlk_sized_request(const struct redlock_request *request,
                  struct redlock_request *room);

/* Zeroes what the caller has of a struct that begins with its size, but that.
 * first and known as above. */
void rlk_sized_clear(void *given, size_t first, size_t known);

#endif
