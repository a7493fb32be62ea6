/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_ANSWER_H
#define RLK_REDLOCK_RESP_ANSWER_H

/*
 * What a reply means to what was asked. Pure.
 *
 * Scripts answer in one shape, an array of five integers and a text:
 *
 *     status         that of the verb, and 0 missing, 1 done, 2 created,
 *                    3 another's, 4 in quarantine, 5 superseded, 6 another
 *                    longest TTL, 7 queued, 8 of slots, 9 shared by its own
 *                    owner
 *     time           the node's, in microseconds; 0: not told
 *     flags          1 in quarantine, 2 the counter was begun anew, 4 it was
 *                    counted up for this token; 7: 8 for each place before it;
 *                    else 8 for each member, and 8 times 2^24 for each who
 *                    waits
 *     counter        as it now is; 0: not told; 7: the ticket
 *     milliseconds   3, 7, 9: that are left; 6: the node's longest TTL; else -1
 *     text           3, 7, 9: the token there; in quarantine: the marker; else
 *                    what the script says
 *
 * Numbers are exact up to 2^53. A status of 0, 1 or 2 with nothing to add
 * stands alone, as an integer; CLIENT KILL happens to answer so. SET answers as
 * Redis does, and by nothing else: OK is done, nil is another's.
 *
 * To the status each verb that gives a vote, or changes a marker, adds a number
 * of its own. So a server or a proxy that mixes replies up gives no vote.
 */

#include "redlock/redlock.h"
#include "redlock/resp/reader.h"
#include "redlock/runtime/transport.h"

/* What the verb adds to the status, as its scripts have it. */
int rlk_answer_first(enum rlk_verb verb);

/*
 * The answer to a request of that verb; its text is the reply's, borrowed, and
 * never NULL.
 */
struct rlk_answer rlk_answer_to(enum rlk_verb verb,
                                const struct rlk_reply *reply);

/*
 * Why an error reply was sent: by its first word or, where a script failed
 * and the server wrapped the error of its command, by that one's.
 */
enum redlock_reason rlk_answer_reason(const struct rlk_reply *error);

#endif
