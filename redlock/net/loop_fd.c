/* SPDX-License-Identifier: MIT */
/* A turn of a loop that is not ours, when it finds the descriptor readable. */

#include "redlock/net/loop_fd.h"

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/net/sockets_internal.h"

void rlk_loop_fd_open(struct rlk_sockets *sockets)
{
    sockets->waited_for = true;
    sockets->rung = RLK_NEVER;
}

/* Is there something that nothing from outside would end a wait for? */
static bool is_unsettled(const struct rlk_sockets *sockets)
{
    return sockets->unsent != 0 || sockets->failed != 0 ||
           rlk_completions_waiting(&sockets->core->runtime.completions);
}

void rlk_loop_fd_stir(struct rlk_sockets *sockets)
{
    if (sockets->rung != RLK_NEVER || !is_unsettled(sockets))
        return;
    sockets->rung = rlk_now();
    rlk_sockets_wake(sockets);
}

bool rlk_loop_fd_dispatch(struct rlk_sockets *sockets)
{
    (void)rlk_sockets_catch_up(sockets);
    sockets->rung = RLK_NEVER;
    rlk_sockets_wait(sockets, 0);
    rlk_sockets_take(sockets);
    if (rlk_sockets_settle(sockets) == RLK_SOCKETS_GONE)
        return false;
    /* The callbacks may have taken long: nobody looked meanwhile. */
    (void)rlk_sockets_catch_up(sockets);
    rlk_loop_fd_stir(sockets);
    return true;
}
