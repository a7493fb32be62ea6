/* SPDX-License-Identifier: MIT */
/* Taking a lock over by its token. */

#include "cli/lock/adopt.h"

#include <stdlib.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"

int adopt_lock(const struct options *options, const char *command,
               struct redlock_client **client, struct redlock_lock **lock)
{
    const char *token =
        options->token != NULL ? options->token : getenv("REDLOCK_TOKEN");
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = options->resource,
        .mode = options->mode,
    };
    enum redlock_status outcome;
    int status;

    if (token == NULL || *token == '\0') {
        message_always(command, "which lock? Give --token, as redlock acquire "
                                "printed it, or set REDLOCK_TOKEN");
        return EXITS_USAGE;
    }
    status = nodes_open(options, command, client);
    if (status >= 0)
        return status;
    outcome = redlock_adopt_as(*client, &request, token, lock);
    if (outcome == REDLOCK_OK)
        return -1;
    message_always(command, "%s", redlock_strerror(outcome));
    redlock_close(*client);
    return exits_of(outcome, EXITS_BUSY);
}
