/* SPDX-License-Identifier: MIT */
/* What does not outlive us: by the kernel. */

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

/* A process that dies loses both, in an order that nobody promises. */
static void end_by(int first)
{
    struct tether tether;
    pid_t pid = start_process();
    int status = 0;

    cr_assert(tether_open(&tether));
    cr_assert(tether_tie(&tether, pid));
    (void)close(tether.ends[first]);
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFSIGNALED(status));
    cr_assert_eq(WTERMSIG(status), SIGKILL);
    (void)close(tether.ends[1 - first]);
}

TestSuite(tether, .timeout = 60);

Test(tether, ends_whom_it_ties_whichever_end_goes_first)
{
    end_by(0);
    end_by(1);
}

Test(tether, that_was_untied_ends_nobody)
{
    struct tether tether;
    pid_t pid = start_process();
    int status = 0;

    cr_assert(tether_open(&tether));
    cr_assert(tether_tie(&tether, pid));
    tether_untie(&tether);
    tether_close(&tether);
    cr_assert_eq(kill(pid, SIGTERM), 0);
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFSIGNALED(status));
    cr_assert_eq(WTERMSIG(status), SIGTERM);
}
