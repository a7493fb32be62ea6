/* SPDX-License-Identifier: MIT */
/*
 * forked [old]: a child's locks are not held, however it came to be: fork(),
 * _Fork(), or the system call. old: on a kernel that wipes no page for a
 * child, as a filter of system calls makes it. A plain program that speaks
 * TAP, since the library looks for the page when it is loaded.
 */

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/fleet.h"
#include "tests/support/sandbox.h"
#include "tests/support/tap.h"

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_lock *lock;

static pid_t by_system_call(void)
{
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

/* In a child; allocates nothing, which is not safe there. */
static int faults(void)
{
    struct redlock_lock *none = NULL;

    return redlock_held(lock) + (redlock_remaining_ms(lock) != 0) +
           (redlock_extend(lock, 30000, NULL) != REDLOCK_FORKED) +
           (fleet_acquire(client, "other", &none) != REDLOCK_FORKED) +
           (redlock_inspect(client, "cup", NULL) != REDLOCK_FORKED);
}

/* A grandchild does not inherit the lock either. */
static int faults_of_two(pid_t (*make)(void))
{
    int found = faults();
    int status = 0;
    pid_t child = make();

    if (child == 0)
        _exit(faults());
    waitpid(child, &status, 0);
    return found + status;
}

static void in_a_child(pid_t (*make)(void), const char *sentence)
{
    int status = -1;
    pid_t child = make();

    if (child == 0)
        _exit(faults_of_two(make));
    waitpid(child, &status, 0);
    tap_check(status == 0, "%s", sentence);
}

static sem_t waits;

static void report_waiting(const struct redlock_waiting *waiting, void *user)
{
    (void)waiting;
    (void)user;
    sem_post(&waits);
}

static void *wait_for_the_lock(void *status)
{
    struct redlock_lock *next = NULL;

    *(enum redlock_status *)status = redlock_acquire(
        client,
        &(struct redlock_request){
            .resource = "cup", .wait_ms = 60000, .waiting = report_waiting},
        &next);
    (void)redlock_release(&next, NULL);
    return NULL;
}

/* A thread of a child gets the stack of a thread that only the parent has. */
static void *overwrite_stack(void *nothing)
{
    volatile char all[65536];

    for (size_t i = 0; i < sizeof(all); i++)
        all[i] = (char)0xaa;
    return nothing;
}

static void close_while_a_thread_waits(void)
{
    enum redlock_status waited = REDLOCK_SYSTEM;
    int status = -1;
    pthread_t thread;
    pid_t child;

    sem_init(&waits, 0, 0);
    pthread_create(&thread, NULL, wait_for_the_lock, &waited);
    while (sem_wait(&waits) != 0)
        ;
    usleep(50000); /* until it sleeps, without the mutex */
    child = fork();
    if (child == 0) {
        pthread_t other;
        alarm(20);
        pthread_create(&other, NULL, overwrite_stack, NULL);
        pthread_join(other, NULL);
        redlock_close(client);
        _exit(0);
    }
    waitpid(child, &status, 0);
    tap_check(status == 0, "a_child_closes_while_a_thread_of_the_parent_waits");
    tap_check(redlock_release(&lock, NULL) == REDLOCK_OK,
              "the_parent_releases");
    pthread_join(thread, NULL);
    tap_check(waited == REDLOCK_OK, "and_its_thread_gets_the_lock");
    sem_destroy(&waits);
}

/* A kernel before 4.14 returns this error. */
static void refuse_wiping(void)
{
    if (sandbox_refuse(SYS_madvise, 2, MADV_WIPEONFORK, EINVAL))
        return;
    tap_skip("old", "no filters of system calls here");
    exit(tap_end());
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "old") == 0) {
        refuse_wiping();
        execl("/proc/self/exe", argv[0], "filtered", NULL);
        die("cannot begin again");
    }
    fleet_start(&fleet, 1);
    client = fleet_open(&fleet, UNHURRIED_MS);
    tap_check(fleet_acquire(client, "cup", &lock) == REDLOCK_OK,
              "the_parent_holds");
    in_a_child(fork, "a_child_of_fork_holds_nothing");
    in_a_child(_Fork, "a_child_without_handlers_holds_nothing");
    in_a_child(by_system_call, "a_child_of_the_system_call_holds_nothing");
    tap_check(redlock_held(lock), "the_parent_holds_still");
    close_while_a_thread_waits();
    redlock_close(client);
    fleet_stop(&fleet);
    return tap_end();
}
