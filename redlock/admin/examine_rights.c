/* SPDX-License-Identifier: MIT */
/* Errors, and the rights that they show to be lacking. */

#include "redlock/admin/examine_rights.h"

#include <stdio.h>
#include <string.h>

#include "redlock/resp/answer.h"

/* What only those need who wait in queues. */
#define FOR_QUEUES                                                             \
    (REDLOCK_RIGHT_ZADD | REDLOCK_RIGHT_ZREM | REDLOCK_RIGHT_ZCARD |           \
     REDLOCK_RIGHT_ZRANGE | REDLOCK_RIGHT_ZRANK | REDLOCK_RIGHT_ZSCORE |       \
     REDLOCK_RIGHT_HSET | REDLOCK_RIGHT_HGET | REDLOCK_RIGHT_HDEL)

/*
 * Servers say in many ways that a user has no right to a key or a channel. Only
 * where it is the command that is denied do they speak of a command.
 */
static unsigned denied_by(unsigned right, const struct rlk_reply *error)
{
    if (strstr(error->text, "command") != NULL)
        return right;
    if (strstr(error->text, "channel") != NULL)
        return REDLOCK_RIGHT_CHANNELS;
    if (strstr(error->text, "key") == NULL)
        return right;
    return (right & FOR_QUEUES) != 0 ? REDLOCK_RIGHT_QUEUES
                                     : REDLOCK_RIGHT_KEYS;
}

void rlk_examine_refusal(struct rlk_examine_notes *notes, unsigned right,
                         const struct rlk_reply *error)
{
    if (right == 0)
        return;
    if (rlk_answer_reason(error) == REDLOCK_REASON_NOPERM)
        notes->facts->denied |= denied_by(right, error);
    else if (strncmp(error->text, "ERR unknown command", 19) == 0)
        notes->facts->missing |= right;
}

bool rlk_examine_lacks(const struct rlk_examine_notes *notes, unsigned rights)
{
    return ((notes->facts->denied | notes->facts->missing) & rights) != 0;
}

void rlk_examine_write_error(struct rlk_examine_notes *notes,
                             const struct rlk_reply *error)
{
    struct redlock_node_facts *facts = notes->facts;
    enum redlock_reason reason = rlk_answer_reason(error);

    /* It gets as far as the syntax where it takes writes. */
    if (reason == REDLOCK_REASON_NOPERM ||
        (facts->missing & REDLOCK_RIGHT_SET) != 0 ||
        strncmp(error->text, "ERR syntax error", 16) == 0)
        return;
    facts->writes = reason;
    (void)snprintf(facts->writes_message, sizeof(facts->writes_message),
                   "%.95s", error->text);
}
