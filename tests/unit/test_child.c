/* SPDX-License-Identifier: MIT */
/* When a command begins. */

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/run/child.h"

#define LATEST_MS 200

/* The kernel breaks a lease by itself after 45 s, unless that was changed. */
#define HANGS_LEAST_MS 10000

/* A program that no process can open while this one has the lease. */
static void take_lease(char *path)
{
    static const char script[] = "#!/bin/sh\n";
    int written = mkostemp(path, O_CLOEXEC);
    int lease;

    cr_assert_geq(written, 0);
    cr_assert_eq(write(written, script, sizeof(script) - 1),
                 (ssize_t)sizeof(script) - 1);
    cr_assert_eq(fchmod(written, 0700), 0);
    cr_assert_eq(close(written), 0);
    lease = open(path, O_RDONLY | O_CLOEXEC);
    cr_assert_geq(lease, 0);
    (void)signal(SIGIO, SIG_IGN);
    if (fcntl(lease, F_SETLEASE, F_WRLCK) == 0)
        return;
    (void)unlink(path);
    cr_skip_test("no leases in the folder of temporary files");
}

/* The start of this command, with the environment that a start needs. */
static struct child_start start_of(char **command, int64_t latest_ms)
{
    static char run[] = "REDLOCK_RUN=0000000000";
    static char *environment[] = {run, NULL};
    static struct death_signal death_signal = DEATH_SIGNAL_NONE;
    static struct terminal terminal = {.fd = -1};

    return (struct child_start){
        .command = command,
        .environment = environment,
        .status_fd = -1,
        .death_signal = &death_signal,
        .terminal = &terminal,
        .latest_ms = latest_ms,
    };
}

TestSuite(child, .timeout = 60);

Test(child, is_killed_if_its_exec_hangs_until_it_is_too_late)
{
    char path[] = "/tmp/redlock-leased-XXXXXX";
    char *command[] = {path, NULL};
    struct child child;
    int64_t began = clock_now_ms();
    struct child_start start = start_of(command, began + LATEST_MS);
    int status;

    take_lease(path);
    cr_assert(child_start(&child, &start));
    cr_assert_eq(waitpid(child.group, &status, 0), child.group);
    (void)unlink(path);
    cr_assert(WIFSIGNALED(status));
    cr_assert_eq(WTERMSIG(status), SIGKILL);
    cr_assert_geq(clock_now_ms(), began + LATEST_MS);
    cr_assert_lt(clock_now_ms(), began + HANGS_LEAST_MS);
}

Test(child, does_not_execute_its_command_without_a_timer)
{
    const struct rlimit none = {0, 0};
    char name[] = "true";
    char *command[] = {name, NULL};
    struct child child;
    struct child_start start =
        start_of(command, clock_now_ms() + HANGS_LEAST_MS);
    int status;

    cr_assert_eq(setrlimit(RLIMIT_SIGPENDING, &none), 0);
    cr_assert(child_start(&child, &start));
    cr_assert_eq(waitpid(child.group, &status, 0), child.group);
    cr_assert_eq(child_exec_error(&child), CHILD_UNTIMED | EAGAIN);
    cr_assert(WIFEXITED(status));
    cr_assert_eq(WEXITSTATUS(status), EXITS_SYSTEM);
}
