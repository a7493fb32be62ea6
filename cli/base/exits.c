/* SPDX-License-Identifier: MIT */
/* Outcomes as exit statuses. */

#include "cli/base/exits.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/base/terminal.h"

int exits_of(enum redlock_status status, int held)
{
    if (status == REDLOCK_BUSY)
        return held;
    switch (status) {
#define WORDS_STATUS(name, number, json, sentence, advice, exit)               \
    case REDLOCK_##name:                                                       \
        return exit;
#include "redlock/words.def"
    }
    return EXITS_SYSTEM;
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
