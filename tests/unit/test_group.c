/* SPDX-License-Identifier: MIT */
/* The processes that are left of a group. */

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/warden/process.h"

static void *stay(void *nothing)
{
    for (;;)
        pause();
    return nothing;
}

/* A process in its own group whose first thread has ended. */
static pid_t start_headless(void)
{
    pid_t pid = fork();
    pthread_t thread;

    if (pid == 0) {
        (void)setpgid(0, 0);
        if (pthread_create(&thread, NULL, stay, NULL) != 0)
            _exit(1);
        pthread_exit(NULL);
    }
    cr_assert_gt(pid, 0);
    (void)setpgid(pid, pid);
    return pid;
}

/* Waits until ps would show it, at most half a minute. */
static void await_zombie(pid_t pid)
{
    struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    char path[32];
    char state = '?';

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    for (int i = 0; i < 3000 && state != 'Z'; i++) {
        FILE *file = fopen(path, "re");
        cr_assert_not_null(file);
        cr_assert_eq(fscanf(file, "%*d (%*[^)]) %c", &state), 1);
        (void)fclose(file);
        (void)nanosleep(&pause, NULL);
    }
    cr_assert_eq(state, 'Z');
}

/* A process ended by KILL may have a thread that waits in the kernel. */
Test(group, lives_while_one_of_its_threads_lives)
{
    pid_t pid = start_headless();

    await_zombie(pid);
    cr_assert(group_lives(pid));
    cr_assert_eq(kill(pid, SIGKILL), 0);
    cr_assert_eq(waitpid(pid, NULL, 0), pid);
    cr_assert(group_gone(pid));
    cr_assert_not(group_lives(pid));
}

Test(group, of_an_uncollected_process_is_dead)
{
    pid_t pid = fork();

    if (pid == 0) {
        (void)setpgid(0, 0);
        _exit(0);
    }
    cr_assert_gt(pid, 0);
    (void)setpgid(pid, pid);
    await_zombie(pid);
    cr_assert_not(group_lives(pid));
    cr_assert_eq(waitpid(pid, NULL, 0), pid);
}
