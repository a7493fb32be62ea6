/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_ANSWER_H
#define RLK_REDLOCK_RESP_ANSWER_H

/* What a reply means to the one who asked. Pure. */

#include <stddef.h>

#include "redlock/core/transport.h"
#include "redlock/redlock.h"
#include "redlock/resp/reader.h"

/* The answer to a request; its text is the reply's, borrowed. */
struct rlk_answer rlk_answer_to(enum rlk_verb verb, bool checked,
                                const struct rlk_reply *reply);

/*
 * Why an error reply was sent: by its first word or, where a script failed
 * and the server wrapped the error of its command, by that one's.
 */
enum redlock_reason rlk_answer_reason(const struct rlk_reply *error);

#endif
