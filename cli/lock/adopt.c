/* SPDX-License-Identifier: MIT */
/* Takes over a lock by its token. */

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

/* Sets *slot from --slot. Returns an exit status, or -1 to continue. */
static int read_slot(const struct options *options, int *slot)
{
    const char *named = getenv("REDLOCK_SLOT");
    char *end;
    long number = options->slot;

    *slot = 0;
    if (options->slots == 0 && options->slot < 0)
        return -1;
    if (options->slots == 0)
        return message_fail(
            EXITS_USAGE, options->name,
            "--slot needs --slots: give the number of slots, too");
    if (number < 0 && named != NULL && *named >= '0' && *named <= '9') {
        number = strtol(named, &end, 10);
        number = *end == '\0' ? number : -1;
    }
    if (number < 0)
        return message_fail(EXITS_USAGE, options->name,
                            "no slot: give --slot as redlock acquire printed "
                            "it, or set REDLOCK_SLOT");
    if (number >= options->slots)
        return message_fail(EXITS_USAGE, options->name,
                            "--slot %ld: must be a number from 0 to %d", number,
                            options->slots - 1);
    *slot = (int)number;
    return -1;
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
        if (node->reason == REDLOCK_REASON_SLOTS_DIFFER)
            hint = "the resource has another number of slots: give the --slots "
                   "of redlock acquire";
        else if (options->mode == REDLOCK_EXCLUSIVE &&
                 node->reason == REDLOCK_REASON_SHARED)
            hint = "readers share the lock: if the token is one of theirs, add "
                   "--shared";
        else if (!options->reentrant && node->reason == REDLOCK_REASON_HELD &&
                 strncmp(node->holder, owned, sizeof(owned) - 1) == 0)
            hint =
                "an owner holds the lock: if the token is of one of its locks, "
                "add --reentrant";
        else if ((options->mode == REDLOCK_SHARED || options->reentrant) &&
                 node->reason == REDLOCK_REASON_HELD &&
                 strcmp(node->holder, token_of(options)) == 0)
            hint = options->reentrant
                       ? "the token's lock has no owner: leave out --reentrant"
                       : "the token's lock is exclusive: leave out --shared";
    }
    if (hint != NULL)
        message(options->resource, "%s", hint);
}

int adopt_lock(struct options *options, struct redlock_client **client,
               struct redlock_lock **lock)
{
    const char *token = token_of(options);
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = options->resource,
        .mode = options->mode,
        .slots = options->slots,
    };
    enum redlock_status outcome;
    int status = owner_complete_options(options, false);

    if (status < 0 && (token == NULL || *token == '\0'))
        status = message_fail(EXITS_USAGE, options->name,
                              "no token: give --token as redlock acquire "
                              "printed it, or set REDLOCK_TOKEN");
    if (status < 0)
        status = read_slot(options, &request.slot);
    if (status < 0)
        status = nodes_open(options, client);
    if (status >= 0)
        return status;
    request.owner = options->owner;
    outcome = redlock_adopt_as(*client, &request, token, lock);
    if (outcome == REDLOCK_OK)
        return -1;
    redlock_close(*client);
    return message_fail(exits_of(outcome, EXITS_BUSY), options->name, "%s",
                        redlock_strerror(outcome));
}
