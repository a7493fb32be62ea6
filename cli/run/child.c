/* SPDX-License-Identifier: MIT */
/* The command's process group. */

#include "cli/run/child.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/secrets.h"
#include "cli/base/signals.h"
#include "cli/run/nesting.h"
#include "cli/warden/process.h"

static void report_failure(int exec_fd, int error)
{
    ssize_t ignored = write(exec_fd, &error, sizeof(error));

    (void)ignored;
}

/* Our process group, in the room that nesting_word() left for it. */
static void note_group(char *const *environment)
{
    static const char name[] = "REDLOCK_RUN=";
    pid_t group = getpid();

    while (strncmp(*environment, name, sizeof(name) - 1) != 0)
        environment++;
    for (int i = NESTING_GROUP_DIGITS; i > 0; i--) {
        (*environment)[sizeof(name) - 2 + (size_t)i] = (char)('0' + group % 10);
        group /= 10;
    }
}

/* In the child, with signals blocked and maybe other threads left behind. */
static void become_command(const struct child_start *start, int exec_fd,
                           pid_t parent, const sigset_t *mask)
{
    int error;

    (void)setpgid(0, 0);
    if (start->foreground)
        terminal_give(start->terminal, getpid());
    (void)tether_tie(start->tether, -getpid());
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) /* the parent died before that call */
        _exit(EXITS_SIGNAL + SIGTERM);
    (void)fcntl(start->status_fd, F_SETFD, 0);
    note_group(start->environment);
    signals_reset();
    signals_restore(mask);
    if (clock_now_ms() >= start->latest_ms) {
        report_failure(exec_fd, CHILD_TOO_LATE);
        _exit(EXITS_LOST);
    }
    (void)execvpe(start->command[0], start->command, start->environment);
    error = errno;
    report_failure(exec_fd, error);
    _exit(error == ENOENT || error == ENOTDIR ? EXITS_NOT_FOUND
                                              : EXITS_NOT_EXECUTABLE);
}

bool child_start(struct child *child, const struct child_start *start)
{
    pid_t parent = getpid();
    sigset_t before;
    int ends[2];
    int error;

    *child = (struct child){.exec_fd = -1, .lent = start->foreground};
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
        return false;
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    signals_block(&before);
    errno = ETIME;
    child->group = clock_now_ms() < start->latest_ms ? fork() : -1;
    error = errno;
    if (child->group == 0)
        become_command(start, ends[1], parent, &before);
    if (child->group > 0) {
        /* Both sides do it, so that neither has to wait for the other. */
        (void)setpgid(child->group, child->group);
        if (start->foreground)
            terminal_give(start->terminal, child->group);
    }
    signals_restore(&before);
    (void)close(ends[1]);
    if (child->group < 0) {
        (void)close(ends[0]);
        errno = error;
        return false;
    }
    child->exec_fd = ends[0];
    return true;
}

void child_signal(const struct child *child, int number)
{
    (void)kill(-child->group, number);
}

pid_t child_collect(struct child *child)
{
    pid_t pid;
    int status;

    while ((pid = waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0) {
        if (pid != child->group) {
            if (!WIFSTOPPED(status))
                return pid;
        } else if (WIFSTOPPED(status)) {
            child->stopped_by = WSTOPSIG(status);
        } else {
            child->leader_gone = true;
            child->wait_status = status;
            child->stopped_by = 0;
        }
    }
    return 0;
}

bool child_ended(const struct child *child)
{
    return child->leader_gone && group_gone(child->group);
}

int child_exit_status(const struct child *child)
{
    if (WIFSIGNALED(child->wait_status))
        return EXITS_SIGNAL + WTERMSIG(child->wait_status);
    return WEXITSTATUS(child->wait_status);
}

int child_signal_of_end(const struct child *child)
{
    return WIFSIGNALED(child->wait_status) ? WTERMSIG(child->wait_status) : 0;
}

int child_exec_error(struct child *child)
{
    int error = 0;

    if (child->exec_fd < 0)
        return 0;
    if (read(child->exec_fd, &error, sizeof(error)) != (ssize_t)sizeof(error))
        error = 0;
    (void)close(child->exec_fd);
    child->exec_fd = -1;
    return error;
}

/* --- its environment --------------------------------------------------------
 */

/* The command's environment. */

static const char nodes[] = "REDLOCK_NODES=";

/* Not handed on: passwords, and what an outer lock has set. */
static const char *const left_out[] = {
    "REDLOCK_PASSWORD=",       "REDLOCK_RESOURCE=",  "REDLOCK_TOKEN=",
    "REDLOCK_VALID_UNTIL_MS=", "REDLOCK_STATUS_FD=", "REDLOCK_FENCE=",
    "REDLOCK_HELD=",           "REDLOCK_RESOURCES=", "REDLOCK_FENCES=",
    "REDLOCK_SLOT=",           "REDLOCK_RUN=",
};

/* Not handed on either where this lock has an owner. */
static const char *const owners[] = {"REDLOCK_OWNER=", "REDLOCK_OWNED="};

/* This lock's own, at most. */
#define OWN_MAX 12

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool is_left_out(const char *variable,
                        const struct environment_lock *lock)
{
    for (size_t i = 0; i < sizeof(owners) / sizeof(owners[0]); i++) {
        if (lock->owner != NULL && starts_with(variable, owners[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++) {
        if (starts_with(variable, left_out[i]))
            return true;
    }
    return false;
}

/* Copies the inherited variables. Returns how many variables it could copy. */
static size_t inherit(char **environment, const struct environment_lock *lock)
{
    size_t count = 0;

    for (char **from = environ; *from != NULL; from++) {
        if (is_left_out(*from, lock))
            continue;
        environment[count] = strdup(*from);
        if (environment[count] == NULL)
            return count;
        if (starts_with(*from, nodes))
            secrets_strip(environment[count] + sizeof(nodes) - 1);
        count++;
    }
    return count;
}

__attribute__((format(printf, 2, 3))) static bool add(char **slot,
                                                      const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vasprintf(slot, format, arguments);
    va_end(arguments);
    if (length < 0)
        *slot = NULL;
    return length >= 0;
}

static bool add_own(char **slot, const struct environment_lock *lock)
{
    return add(slot++, "REDLOCK_RESOURCE=%s", lock->resource) &&
           add(slot++, "REDLOCK_RESOURCES=%s", lock->resources) &&
           (lock->fences[0] == '\0' ||
            add(slot++, "REDLOCK_FENCES=%s", lock->fences)) &&
           add(slot++, "REDLOCK_VALID_UNTIL_MS=%" PRId64,
               lock->valid_until_ms) &&
           add(slot++, "REDLOCK_STATUS_FD=%d", lock->status_fd) &&
           add(slot++, "REDLOCK_HELD=%s", lock->held) &&
           add(slot++, "REDLOCK_RUN=%s", lock->run) &&
           (lock->owner == NULL ||
            (add(slot++, "REDLOCK_OWNER=%s", lock->owner) &&
             add(slot++, "REDLOCK_OWNED=%s", lock->owned))) &&
           (lock->fence == 0 ||
            add(slot++, "REDLOCK_FENCE=%" PRId64, lock->fence)) &&
           (lock->slot < 0 || add(slot++, "REDLOCK_SLOT=%d", lock->slot)) &&
           (lock->token == NULL || add(slot, "REDLOCK_TOKEN=%s", lock->token));
}

char **environment_new(const struct environment_lock *lock)
{
    char **environment;
    size_t inherited = 0;
    size_t wanted = 0;

    for (char **from = environ; *from != NULL; from++) {
        inherited++;
        wanted += is_left_out(*from, lock) ? 0 : 1;
    }
    environment = calloc(inherited + OWN_MAX + 1, sizeof(*environment));
    if (environment == NULL)
        return NULL;
    if (inherit(environment, lock) == wanted &&
        add_own(environment + wanted, lock))
        return environment;
    environment_free(environment);
    return NULL;
}

void environment_free(char **environment)
{
    if (environment == NULL)
        return;
    for (char **variable = environment; *variable != NULL; variable++)
        free(*variable);
    free(environment);
}
