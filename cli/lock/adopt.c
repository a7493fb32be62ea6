/* SPDX-License-Identifier: MIT */
/* Taking a lock over by its token. */

#include "cli/lock/adopt.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/owner.h"

static const char *token_of(const struct options *options)
{
    return options->token != NULL ? options->token : getenv("REDLOCK_TOKEN");
}

void adopt_hint(const struct options *options, enum redlock_status status,
                const struct redlock_report *report)
{
    static const char owned[] = "redlock:owner:";
    const char *hint = NULL;

    if (status != REDLOCK_LOST && status != REDLOCK_GONE)
        return;
    for (int i = 0; i < report->nodes && hint == NULL; i++) {
        const struct redlock_node_report *node = &report->node[i];

        if (options->mode == REDLOCK_EXCLUSIVE &&
            node->reason == REDLOCK_REASON_SHARED)
            hint = "readers share it: if the token is of one, say --shared";
        else if (!options->reentrant && node->reason == REDLOCK_REASON_HELD &&
                 strncmp(node->holder, owned, sizeof(owned) - 1) == 0)
            hint = "an owner has it: if the token is of one of its locks, say "
                   "--reentrant";
        else if ((options->mode == REDLOCK_SHARED || options->reentrant) &&
                 node->reason == REDLOCK_REASON_HELD &&
                 strcmp(node->holder, token_of(options)) == 0)
            hint = options->reentrant
                       ? "the token's lock is no owner's: leave out --reentrant"
                       : "the token's lock is exclusive: leave out --shared";
    }
    if (hint != NULL)
        message(options->resource, "%s", hint);
}

int adopt_lock(struct options *options, const char *command,
               struct redlock_client **client, struct redlock_lock **lock)
{
    const char *token = token_of(options);
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = options->resource,
        .mode = options->mode,
    };
    enum redlock_status outcome;
    int status;

    status = owner_settle(options, command, false);
    if (status >= 0)
        return status;
    if (token == NULL || *token == '\0') {
        message_always(command, "which lock? Give --token, as redlock acquire "
                                "printed it, or set REDLOCK_TOKEN");
        return EXITS_USAGE;
    }
    status = nodes_open(options, command, client);
    if (status >= 0)
        return status;
    request.owner = options->owner;
    outcome = redlock_adopt_as(*client, &request, token, lock);
    if (outcome == REDLOCK_OK)
        return -1;
    message_always(command, "%s", redlock_strerror(outcome));
    redlock_close(*client);
    return exits_of(outcome, EXITS_BUSY);
}
