/* SPDX-License-Identifier: MIT */
/*
 * spawn TIMES COMMAND...: runs COMMAND that many times, one after the other and
 * without output. Writes the duration of each run, from before its start until
 * its end was noticed, as a driver's samples.
 */

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/driver.h"

static posix_spawn_file_actions_t silence;

static int64_t run_once(char **command)
{
    int64_t start = driver_now();
    int status;
    pid_t pid;
    int failed =
        posix_spawnp(&pid, command[0], &silence, NULL, command, environ);

    if (failed)
        driver_fail("%s: %s", command[0], strerror(failed));
    if (waitpid(pid, &status, 0) != pid || status != 0)
        driver_fail("%s did not succeed", command[0]);
    return driver_now() - start;
}

int main(int argc, char **argv)
{
    int64_t times;

    if (argc < 3)
        driver_fail("usage: spawn TIMES COMMAND...");
    times = driver_number("spawn", argv[1], 1000000);
    (void)posix_spawn_file_actions_init(&silence);
    (void)posix_spawn_file_actions_addopen(&silence, STDOUT_FILENO, "/dev/null",
                                           O_WRONLY, 0);
    for (int64_t i = 0; i < times; i++)
        (void)printf("0 %" PRId64 " 0\n", run_once(argv + 2));
    return 0;
}
