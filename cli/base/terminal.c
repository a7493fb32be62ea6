/* SPDX-License-Identifier: MIT */
/* Gives the controlling terminal to the command, and takes it back. */

#include "cli/base/terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

bool terminal_is_there(void)
{
    struct terminal terminal;

    terminal_open(&terminal);
    if (terminal.fd < 0)
        return false;
    terminal_close(&terminal);
    return true;
}

void terminal_open(struct terminal *terminal)
{
    terminal->fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
}

void terminal_close(struct terminal *terminal)
{
    if (terminal->fd >= 0)
        (void)close(terminal->fd);
    terminal->fd = -1;
}

bool terminal_has(const struct terminal *terminal, pid_t group)
{
    return terminal->fd >= 0 && tcgetpgrp(terminal->fd) == group;
}

bool terminal_wanted(const struct terminal *terminal)
{
    struct stat output;

    if (!terminal_has(terminal, getpgrp()))
        return false;
    if (tcgetpgrp(STDIN_FILENO) != getpgrp())
        return false;
    return fstat(STDOUT_FILENO, &output) < 0 ||
           (!S_ISFIFO(output.st_mode) && !S_ISSOCK(output.st_mode));
}

void terminal_give(const struct terminal *terminal, pid_t group)
{
    sigset_t stop;
    sigset_t before;

    /*
     * Without the block, this call would stop us if we are in the background.
     */
    (void)sigemptyset(&stop);
    (void)sigaddset(&stop, SIGTTOU);
    (void)pthread_sigmask(SIG_BLOCK, &stop, &before);
    (void)tcsetpgrp(terminal->fd, group);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}
