/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_SHORT_REPLY_H
#define RLK_REDLOCK_RESP_SHORT_REPLY_H

/*
 * The short way past hiredis for the replies that come most: a status OK, nil,
 * an integer, and the row that scripts answer with. Pure.
 */

#include <stddef.h>

#include "redlock/resp/reply.h"

/*
 * Reads the reply that begins at the first byte, if it is one of these, in the
 * very form that a server writes, and complete.
 *
 * Returns how many bytes it has; reply is then what hiredis makes of the same
 * bytes, and it has no opinion on those that follow. 0: the reply is for
 * hiredis, whatever it is; the record is as it was.
 *
 * bytes  borrowed for the call; no more than count are looked at.
 *
 * tests/fuzz/fuzz_short_reply.c holds both against each other.
 */
size_t rlk_short_reply(const char *bytes, size_t count,
                       struct rlk_reply *reply);

#endif
