/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_INFO_H
#define RLK_REDLOCK_RESP_INFO_H

/* What INFO answers: lines of "name:value". Pure. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "redlock/redlock.h"

/* A field's value, up to the end of its line, in text; NULL: not there. */
const char *rlk_info_field(const char *text, const char *name, size_t *length);

/* Copies a field's value, cut to fit, as a string. false: not there. */
bool rlk_info_text(const char *text, const char *name, char *value,
                   size_t room);

/* A field's value as a number; -1: not there, or none. */
int64_t rlk_info_number(const char *text, const char *name);

/*
 * SENTINEL, CLUSTER, or NONE where the server says nothing of being one: a
 * Sentinel has no keys, and the keys of one lock need one slot of a cluster,
 * where those beside the resource have another.
 */
enum redlock_reason rlk_info_mode(const char *text);

#endif
