/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_ANSWER_H
#define RLK_REDLOCK_RESP_ANSWER_H

/*
 * What a reply means to the request. Pure.
 *
 * Scripts reply in one shape, an array of five integers and a text. The names
 * are those of redlock/runtime/constants.h.
 *
 *     status         ANSWER_MISSING to ANSWER_SHARING, and the STATUS_ of the
 *                    verb
 *     time           the node's, in microseconds; 0: not reported
 *     flags          REPLY_QUARANTINED, REPLY_ANEW and REPLY_ISSUED, and above
 *                    them, in units of REPLY_COUNT: the queue entries before
 *                    this one (queued), the members or the slots that are taken
 *                    (inspect); and in units of REPLY_WAITER the waiters
 *                    (inspect; ask, held: one if there are others)
 *     counter        after the request; 0: not reported. Queued: the ticket.
 *                    Slots: how many there are
 *     milliseconds   held, queued, sharing: for how long the key exists.
 *                    Disagrees: the node's longest TTL. Yes: the slot. Else -1
 *     text           held, queued, sharing: the token there. Ask, yes: the next
 *                    waiter. Else the marker of a node in quarantine
 *
 * Numbers are exact up to 2^53. A status of missing, yes or created with
 * nothing to add is an integer alone, as CLIENT KILL replies. A grant that was
 * asked for no time replies the fence that it issued, as a negative integer.
 * SET replies as Redis does: OK is yes, nil is held.
 *
 * Each verb that gives a vote, or changes a marker, adds a number of its own to
 * the status. So a server or a proxy that mixes replies up gives no vote.
 */

#include "redlock/redlock.h"
#include "redlock/resp/reader.h"
#include "redlock/runtime/transport.h"

/* What the verb adds to the status. */
int rlk_answer_first(enum rlk_verb verb);

/* text is the reply's: borrowed, and never NULL. */
struct rlk_answer rlk_answer_to(enum rlk_verb verb,
                                const struct rlk_reply *reply);

/*
 * The reason for an error reply: its first word. If a script failed and the
 * server wrapped the error of a command, the first word of that command's
 * error.
 */
enum redlock_reason rlk_answer_reason(const struct rlk_reply *error);

#endif
