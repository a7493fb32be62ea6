/* SPDX-License-Identifier: MIT */
/* Processes that the kernel ends when this process ends. */

#include <criterion/criterion.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/warden/watchdog.h"

static pid_t start_process(void)
{
    pid_t pid = fork();

    if (pid == 0) {
        for (;;)
            pause();
    }
    cr_assert_gt(pid, 0);
    return pid;
}

/* The kernel closes both ends of a process that dies, in any order. */
static void end_by(int first)
{
    struct death_signal death_signal;
    pid_t pid = start_process();
    int status = 0;

    cr_assert(death_signal_open(&death_signal));
    cr_assert(death_signal_arm(&death_signal, pid));
    (void)close(death_signal.ends[first]);
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFSIGNALED(status));
    cr_assert_eq(WTERMSIG(status), SIGKILL);
    (void)close(death_signal.ends[1 - first]);
}

TestSuite(death_signal, .timeout = 60);

Test(death_signal, kills_whichever_end_goes_first)
{
    end_by(0);
    end_by(1);
}

Test(death_signal, kills_nothing_when_disarmed)
{
    struct death_signal death_signal;
    pid_t pid = start_process();
    int status = 0;

    cr_assert(death_signal_open(&death_signal));
    cr_assert(death_signal_arm(&death_signal, pid));
    death_signal_disarm(&death_signal);
    death_signal_close(&death_signal);
    cr_assert_eq(kill(pid, SIGTERM), 0);
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFSIGNALED(status));
    cr_assert_eq(WTERMSIG(status), SIGTERM);
}
