/* SPDX-License-Identifier: MIT */
/*
 * sandboxed: a kernel that refuses random bits is a named answer at the
 * opening, and stops nobody who has opened before. A plain program that speaks
 * TAP; each part is a child's, since a refusal is for good.
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/fleet.h"
#include "tests/support/sandbox.h"
#include "tests/support/tap.h"

enum {
    SKIPPED = 77
};

static struct fleet fleet;

static void in_a_child(int (*part)(void), const char *sentence)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0)
        _exit(part());
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED)
        tap_skip(sentence, "no filters here");
    else
        tap_check(status == 0, "%s", sentence);
}

static bool refuse_random(void)
{
    return sandbox_refuse(SYS_getrandom, SANDBOX_ANY, 0, EPERM);
}

static int refused_before(void)
{
    struct redlock_client *client = NULL;
    struct redlock_problem problem = {.text = ""};
    enum redlock_status status;

    if (!refuse_random())
        return SKIPPED;
    status = redlock_open(&(struct redlock_settings){.nodes = fleet.nodes},
                          &client, &problem);
    fprintf(stderr, "%s: %s\n", redlock_strerror(status), problem.text);
    return status != REDLOCK_SYSTEM || client != NULL ||
           strstr(problem.text, "random") == NULL;
}

/* The client waits for another holder's lock, with random pauses. */
static int refused_after(void)
{
    struct redlock_client *client = fleet_open(&fleet, UNHURRIED_MS);
    struct redlock_lock *lock = NULL;
    enum redlock_status status;

    if (!refuse_random())
        return SKIPPED;
    fleet_run(&fleet, 0, 2, "SET cup theirs PX 300");
    status = redlock_acquire(
        client,
        &(struct redlock_request){.resource = "cup", .wait_ms = UNHURRIED_MS},
        &lock);
    if (status == REDLOCK_OK)
        status = redlock_release(&lock, NULL);
    redlock_close(client);
    return status != REDLOCK_OK;
}

int main(void)
{
    fleet_start(&fleet, 3);
    in_a_child(refused_before, "without_random_bits_nothing_is_opened");
    in_a_child(refused_after, "who_has_opened_needs_no_more_of_them");
    fleet_stop(&fleet);
    return tap_end();
}
