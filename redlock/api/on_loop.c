/* SPDX-License-Identifier: MIT */
/*
 * The event API on a libev loop. In a file of its own, so that a program that
 * links the static library for another API does not need libev.
 */

#include "redlock/api/client.h"
#include "redlock/net/loop_ev.h"

/* The function behind the macro of redlock.h (sizes). */
#undef redlock_open_on_loop

enum redlock_status redlock_open_on_loop(
    struct ev_loop *loop, const struct redlock_settings *settings,
    struct redlock_client **client, struct redlock_problem *problem)
{
    struct redlock_client *made = NULL;
    enum redlock_status status = rlk_client_open(settings, &made, problem);

    if (status != REDLOCK_OK)
        return status;
    made->ev = rlk_ev_open(loop, made->sockets);
    if (made->ev == NULL) {
        rlk_client_free(made);
        return REDLOCK_NO_MEMORY;
    }
    made->close_ev = rlk_ev_close;
    rlk_async_begin(made);
    *client = made;
    return REDLOCK_OK;
}
