/* SPDX-License-Identifier: MIT */
/* The command and its process group. */

#include "cli/run/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/secrets.h"
#include "cli/base/signals.h"

static void report_failure(int exec_fd, int error)
{
    (void)!write(exec_fd, &error, sizeof(error));
}

/* Writes our process group into the digits that REDLOCK_RUN reserves for it. */
static void note_group(char *const *environment)
{
    static const char name[] = "REDLOCK_RUN=";
    pid_t group = getpid();

    while (strncmp(*environment, name, sizeof(name) - 1) != 0)
        environment++;
    for (int i = CHILD_GROUP_DIGITS; i > 0; i--) {
        (*environment)[sizeof(name) - 2 + (size_t)i] = (char)('0' + group % 10);
        group /= 10;
    }
}

/*
 * Has the kernel kill this process at that instant of the boot clock, unless it
 * has executed a program by then, which deletes the timer. false: errno is set.
 */
static bool limit_exec(int64_t latest_ms)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGKILL};
    struct itimerspec at = {
        .it_value = {.tv_sec = latest_ms / 1000,
                     .tv_nsec = latest_ms % 1000 * 1000000}};
    timer_t timer;

    return timer_create(CLOCK_BOOTTIME, &event, &timer) == 0 &&
           timer_settime(timer, TIMER_ABSTIME, &at, NULL) == 0;
}

/*
 * In the child, with signals blocked. It has the parent's memory, and its
 * calling thread waits until this executes the command or exits. So only
 * limit_exec() ends an exec that hangs, as on a file server that is silent, and
 * a child that is stopped: it comes first.
 */
_Noreturn static void become_command(const struct child_start *start,
                                     int exec_fd, pid_t parent,
                                     const sigset_t *mask)
{
    int error;

    if (!limit_exec(start->latest_ms)) {
        report_failure(exec_fd, CHILD_UNTIMED | errno);
        _exit(EXITS_SYSTEM);
    }
    (void)setpgid(0, 0);
    if (start->foreground)
        terminal_give(start->terminal, getpid());
    (void)death_signal_arm(start->death_signal, -getpid());
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

/* Not fork(), which would copy the tables of our memory. */
static pid_t make_child(const struct child_start *start, int exec_fd,
                        const sigset_t *mask)
{
    pid_t parent = getpid();
    /* NOLINTNEXTLINE(clang-analyzer-security.insecureAPI.vfork) */
    pid_t pid = vfork();

    if (pid == 0)
        /* NOLINTNEXTLINE(clang-analyzer-unix.Vfork) */
        become_command(start, exec_fd, parent, mask);
    return pid;
}

bool child_start(struct child *child, const struct child_start *start)
{
    sigset_t before;
    int ends[2];
    int error;

    *child = (struct child){.exec_fd = -1, .lent = start->foreground};
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
        return false;
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    signals_block(&before);
    errno = ETIME;
    child->group = clock_now_ms() < start->latest_ms
                       ? make_child(start, ends[1], &before)
                       : -1;
    error = errno;
    if (child->group > 0) {
        /*
         * Parent and child both call it, so that neither waits for the other.
         */
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
    if (!child->group_gone)
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

bool child_ended(struct child *child)
{
    child->group_gone =
        child->group_gone || (child->leader_gone && group_gone(child->group));
    return child->group_gone;
}

bool child_left_any(void)
{
    siginfo_t info;

    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
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

/* --- its environment ------------------------------------------------------ */

static const char *const nodes = "REDLOCK_NODES=";

static const char *const password = "REDLOCK_PASSWORD=";

static const char *const of_lock[] = {
    "REDLOCK_RESOURCE=",  "REDLOCK_TOKEN=",  "REDLOCK_VALID_UNTIL_MS=",
    "REDLOCK_STATUS_FD=", "REDLOCK_FENCE=",  "REDLOCK_HELD=",
    "REDLOCK_RESOURCES=", "REDLOCK_FENCES=", "REDLOCK_SLOT=",
    "REDLOCK_RUN=",
};

static const char *const of_owner[] = {"REDLOCK_OWNER=", "REDLOCK_OWNED="};

static bool is_one_of(const char *variable, const char *const *names,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strncmp(variable, names[i], strlen(names[i])) == 0)
            return true;
    }
    return false;
}

static bool is_left_out(const char *variable, enum environment_for purpose)
{
    if (strncmp(variable, "REDLOCK_", sizeof("REDLOCK_") - 1) != 0)
        return false;
    return is_one_of(variable, &password, 1) ||
           (purpose >= ENVIRONMENT_FOR_LOCK &&
            is_one_of(variable, of_lock,
                      sizeof(of_lock) / sizeof(of_lock[0]))) ||
           (purpose >= ENVIRONMENT_FOR_OWNER &&
            is_one_of(variable, of_owner,
                      sizeof(of_owner) / sizeof(of_owner[0])));
}

bool environment_open(struct environment *environment,
                      enum environment_for purpose)
{
    size_t count = 0;

    while (environ[count] != NULL)
        count++;
    *environment = (struct environment){
        .variables = calloc(count + ENVIRONMENT_OWN_MAX + 1, sizeof(char *)),
    };
    if (environment->variables == NULL)
        return false;
    for (char **from = environ; *from != NULL; from++) {
        char *variable = *from;
        if (is_left_out(variable, purpose))
            continue;
        if (is_one_of(variable, &nodes, 1)) {
            if (environment->nodes != NULL) /* first: getenv() finds it */
                continue;
            variable = environment->nodes = strdup(variable);
            if (variable == NULL)
                return false;
            secrets_strip(variable + strlen(nodes));
        }
        environment->variables[environment->count++] = variable;
    }
    return draft_open(&environment->own);
}

bool environment_close(struct environment *environment)
{
    struct draft *own = &environment->own;

    if (!draft_finish(own))
        return false;
    for (char *at = own->text; at < own->text + own->length;
         at += strlen(at) + 1)
        environment->variables[environment->count++] = at;
    return true;
}

void environment_free(struct environment *environment)
{
    free(environment->variables);
    free(environment->nodes);
    draft_close(&environment->own);
}
