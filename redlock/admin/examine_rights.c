/* SPDX-License-Identifier: MIT */
/* Errors, and the rights that they show to be lacking. */

#include "redlock/admin/examine_rights.h"

#include <stdio.h>
#include <string.h>

#include "redlock/resp/answer.h"

/*
 * Servers say in many ways that a user has no right to a key. Only where it is
 * the command that is denied do they speak of a command.
 */
static bool is_about_key(const struct rlk_reply *error)
{
    return strstr(error->text, "command") == NULL &&
           strstr(error->text, "key") != NULL;
}

void rlk_examine_refusal(struct rlk_examine_notes *notes, unsigned right,
                         const struct rlk_reply *error)
{
    if (right == 0)
        return;
    if (rlk_answer_reason(error) == REDLOCK_REASON_NOPERM)
        notes->facts->denied |=
            is_about_key(error) ? REDLOCK_RIGHT_KEYS : right;
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

    if (reason == REDLOCK_REASON_NOPERM ||
        (facts->missing & REDLOCK_RIGHT_SET) != 0)
        return;
    facts->writes = reason;
    (void)snprintf(facts->writes_message, sizeof(facts->writes_message),
                   "%.95s", error->text);
}
