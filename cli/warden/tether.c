/* SPDX-License-Identifier: MIT */
/* What does not outlive us. */

#include "cli/warden/tether.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

bool tether_open(struct tether *tether)
{
    if (pipe2(tether->ends, O_CLOEXEC | O_NONBLOCK) == 0)
        return true;
    tether->ends[0] = -1;
    tether->ends[1] = -1;
    return false;
}

/*
 * Both ends: in which order a dying process loses its descriptors is not
 * specified, and the first to go has to find the other one watched.
 */
bool tether_tie(const struct tether *tether, pid_t whom)
{
    for (int i = 0; i < 2; i++) {
        if (fcntl(tether->ends[i], F_SETOWN, whom) < 0 ||
            fcntl(tether->ends[i], F_SETSIG, SIGKILL) < 0 ||
            fcntl(tether->ends[i], F_SETFL, O_ASYNC | O_NONBLOCK) < 0)
            return false;
    }
    return true;
}

void tether_untie(const struct tether *tether)
{
    for (int i = 0; i < 2; i++) {
        if (tether->ends[i] >= 0)
            (void)fcntl(tether->ends[i], F_SETFL, O_NONBLOCK);
    }
}

void tether_close(struct tether *tether)
{
    for (int i = 0; i < 2; i++) {
        if (tether->ends[i] >= 0)
            (void)close(tether->ends[i]);
        tether->ends[i] = -1;
    }
}
