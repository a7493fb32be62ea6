/* SPDX-License-Identifier: MIT */
/* Outcomes as exit statuses. */

#include "cli/base/exits.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/base/terminal.h"

int exits_of(enum redlock_status status, int held)
{
    switch (status) {
    case REDLOCK_OK:
        return EXITS_OK;
    case REDLOCK_BUSY:
        return held;
    case REDLOCK_NO_QUORUM:
    case REDLOCK_TOO_SLOW:
    case REDLOCK_DEADLINE:
    case REDLOCK_UNREACHABLE:
        return EXITS_NO_QUORUM;
    case REDLOCK_NO_RIGHTS:
        return EXITS_NO_RIGHTS;
    case REDLOCK_DISAGREES:
        return EXITS_DISAGREES;
    case REDLOCK_UNSAFE:
    case REDLOCK_TTL_MAX_DIFFERS:
        return EXITS_UNSAFE;
    case REDLOCK_LOST:
        return EXITS_LOST;
    case REDLOCK_GONE:
        return EXITS_GONE;
    case REDLOCK_BAD_NODES:
    case REDLOCK_BAD_SETTING:
    case REDLOCK_BAD_REQUEST:
    case REDLOCK_TTL_TOO_SHORT:
    case REDLOCK_TTL_TOO_LONG:
    case REDLOCK_UPGRADE:
    case REDLOCK_NO_DOWNGRADE:
        return EXITS_USAGE;
    case REDLOCK_CANCELLED:
    case REDLOCK_ALREADY:
    case REDLOCK_FORKED:
    case REDLOCK_NO_MEMORY:
    case REDLOCK_SYSTEM:
        break;
    }
    return EXITS_SYSTEM;
}

const char *exits_advice(enum redlock_status status)
{
    switch (status) {
    case REDLOCK_NO_QUORUM:
        return "mend the nodes named below, or wait longer with --wait";
    case REDLOCK_NO_RIGHTS:
        return "check --username, the password, --cert and the nodes' ACL";
    case REDLOCK_TOO_SLOW:
        return "the nodes answer too slowly for this TTL: raise --ttl";
    case REDLOCK_DEADLINE:
        return "raise --wait";
    case REDLOCK_LOST:
        return "acquire it again before going on";
    case REDLOCK_GONE:
        return "nothing was deleted";
    case REDLOCK_UNREACHABLE:
        return "its keys expire by themselves";
    case REDLOCK_BAD_REQUEST:
        return "the resource has 1 .. 1024 bytes, the token at most 127";
    case REDLOCK_TTL_TOO_SHORT:
        return "raise --ttl, or lower --kill-after and --drift";
    case REDLOCK_TTL_TOO_LONG:
        return "lower --ttl, or raise --ttl-max for every client";
    case REDLOCK_UPGRADE:
        return "end what this owner shares it by first, or have that ask for "
               "it "
               "without --shared";
    case REDLOCK_DISAGREES:
        return "give the same --slots to all who use it, or wait until nobody "
               "holds it";
    case REDLOCK_TTL_MAX_DIFFERS:
        return "give the same --ttl-max to all, or mark the nodes anew with "
               "redlock init while nobody holds a lock";
    case REDLOCK_SYSTEM:
        return "look at ulimit -n and ulimit -u";
    case REDLOCK_OK:
    case REDLOCK_BUSY:
    case REDLOCK_CANCELLED:
    case REDLOCK_ALREADY:
    case REDLOCK_FORKED:
    case REDLOCK_NO_MEMORY:
    case REDLOCK_BAD_NODES:
    case REDLOCK_BAD_SETTING:
    case REDLOCK_UNSAFE:
    case REDLOCK_NO_DOWNGRADE:
        break;
    }
    return NULL;
}

int exits_by_signal(int number, bool group)
{
    const struct rlimit no_core = {0, 0};
    struct sigaction action;
    sigset_t only;

    if (sigaction(number, NULL, &action) < 0 || action.sa_handler == SIG_IGN)
        return EXITS_SIGNAL + number;
    (void)fflush(NULL);
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)signal(number, SIG_DFL);
    (void)sigemptyset(&only);
    (void)sigaddset(&only, number);
    (void)sigprocmask(SIG_UNBLOCK, &only, NULL);
    if (group && getpgrp() != getpid())
        (void)kill(0, number);
    (void)raise(number);
    return EXITS_SIGNAL + number;
}

int exits_after_signal(int number)
{
    if (number == SIGPIPE || (number == SIGINT && terminal_is_there()))
        return exits_by_signal(number, false);
    return EXITS_SIGNAL + number;
}
