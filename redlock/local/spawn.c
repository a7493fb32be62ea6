/* SPDX-License-Identifier: MIT */
/*
 * Starting one private master. Between fork and exec there are only calls that
 * are safe in a signal handler: other threads may have held any lock.
 */

#include "redlock/local/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the kernel has no close_range(), those from here on stay open. */
#define DESCRIPTORS_MAX 65536U

/* How long fork and exec may take, each, in milliseconds. */
#define BIRTH_MS 5000

/* What the new process tells us; error stays 0 where exec succeeded. */
struct birth {
    pid_t pid;
    int error;
};

struct plan {
    const char *program;
    char *const *argv;
    const char *log;
    int report; /* the pipe's writing end */
};

static bool runnable(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 && S_ISREG(found.st_mode) &&
           access(path, X_OK) == 0;
}

/* Looks a program up as a shell would. path: PATH_MAX bytes. */
static bool look_up(const char *program, char *path)
{
    const char *folder = getenv("PATH");

    if (strchr(program, '/') != NULL) {
        (void)snprintf(path, PATH_MAX, "%s", program);
        return runnable(path);
    }
    while (folder != NULL) {
        int span = (int)strcspn(folder, ":");
        int length = snprintf(path, PATH_MAX, "%.*s/%s", span, folder, program);

        if (span > 0 && length < PATH_MAX && runnable(path))
            return true;
        folder = folder[span] == ':' ? folder + span + 1 : NULL;
    }
    return false;
}

enum redlock_status rlk_local_program_find(struct rlk_local_program *program,
                                           struct redlock_problem *problem)
{
    static const struct {
        const char *program;
        const char *name;
    } known[] = {
        {"redis-server", "redis-server"},
        {"valkey-server", "valkey-server"},
        {"redis-check-rdb", "redis-server"},
        {"valkey-check-rdb", "valkey-server"},
    };
    const char *chosen = getenv("REDLOCK_SERVER");

    if (chosen != NULL && chosen[0] != '\0') {
        program->name = "redis-server";
        if (look_up(chosen, program->path))
            return REDLOCK_OK;
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "REDLOCK_SERVER names no program that can "
                                 "be run: %s",
                                 chosen);
    }
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        program->name = known[i].name;
        if (look_up(known[i].program, program->path))
            return REDLOCK_OK;
    }
    return rlk_local_problem(problem, REDLOCK_SYSTEM,
                             "no redis-server or valkey-server in PATH: "
                             "install the package redis-tools, redis-server "
                             "or valkey-server, or set REDLOCK_SERVER");
}

static void close_from(unsigned first, unsigned last)
{
    if (first > last || syscall(SYS_close_range, first, last, 0U) == 0)
        return;
    for (unsigned fd = first; fd <= last && fd < DESCRIPTORS_MAX; fd++)
        (void)close((int)fd);
}

static void signals_to_default(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;

    for (int number = 1; number < NSIG; number++)
        (void)sigaction(number, &action, NULL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The lowest free descriptor is taken: in turn 0, 1 and 2. */
static bool open_stdio(const char *log)
{
    for (int fd = 0; fd <= 2; fd++)
        (void)close(fd);
    return open("/dev/null", O_RDONLY) == 0 &&
           open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600) == 1 &&
           dup(1) == 2;
}

static _Noreturn void become_server(const struct plan *plan)
{
    int report = fcntl(plan->report, F_DUPFD_CLOEXEC, 3);
    struct birth birth = {.pid = getpid()};

    signals_to_default();
    (void)umask(077);
    if (report >= 0 && open_stdio(plan->log)) {
        close_from(3, (unsigned)report - 1);
        close_from((unsigned)report + 1, ~0U);
        if (write(report, &birth, sizeof(birth)) == sizeof(birth))
            (void)execv(plan->program, plan->argv);
    }
    birth.error = errno;
    if (write(report, &birth, sizeof(birth)) < 0)
        _exit(126);
    _exit(127);
}

/*
 * The process between the caller and the server leads the new session and ends
 * at once. So the server is not the caller's child, nor does it lead a session,
 * which could give it a terminal.
 */
static _Noreturn void step_between(const struct plan *plan)
{
    pid_t child;

    (void)setsid();
    child = fork();
    if (child == 0)
        become_server(plan);
    if (child < 0) {
        struct birth birth = {.error = errno};

        if (write(plan->report, &birth, sizeof(birth)) < 0)
            _exit(126);
    }
    _exit(0);
}

/*
 * Reads the pipe to its end, which says that exec succeeded: the last message
 * counts, which is the server's pid, or the error after it. A fork by another
 * thread may keep the pipe open, so the wait for its end is bounded. Returns 0
 * or an errno.
 */
static int read_birth(int report, int *pid)
{
    struct birth birth = {.error = EPIPE};
    struct pollfd readable = {.fd = report, .events = POLLIN};
    ssize_t length = 1;

    *pid = 0;
    while (length > 0 && poll(&readable, 1, BIRTH_MS) > 0) {
        length = read(report, &birth, sizeof(birth));
        if (length > 0 && birth.error == 0)
            *pid = (int)birth.pid;
    }
    return birth.error;
}

static int fork_server(struct plan *plan, int *pid)
{
    int report[2];
    sigset_t all, before;
    pid_t child;
    int error;

    if (pipe2(report, O_CLOEXEC) != 0)
        return errno;
    plan->report = report[1];
    /* No handler of the caller's may run in the children, or cut a wait. */
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    child = fork();
    if (child == 0)
        step_between(plan);
    error = errno;
    (void)close(report[1]);
    if (child > 0) {
        error = read_birth(report[0], pid);
        /* May fail: the caller ignores SIGCHLD, or reaps in a thread. */
        (void)waitpid(child, NULL, 0);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)close(report[0]);
    return error;
}

enum redlock_status rlk_local_spawn(const struct rlk_local_program *program,
                                    const struct rlk_local_set *set, int node,
                                    int *pid, struct redlock_problem *problem)
{
    char socket_path[RLK_LOCAL_PATH_MAX], pid_path[RLK_LOCAL_PATH_MAX];
    char log_path[RLK_LOCAL_PATH_MAX];
    const char *words[] = {
        program->name,
        "--port",
        "0",
        "--unixsocket",
        rlk_local_file(set, node, "sock", socket_path),
        "--unixsocketperm",
        "600",
        "--pidfile",
        rlk_local_file(set, node, "pid", pid_path),
        "--dir",
        set->dir,
        "--save",
        "",
        "--appendonly",
        "no",
        "--daemonize",
        "no",
        "--maxmemory-policy",
        "noeviction",
    };
    char *argv[sizeof(words) / sizeof(words[0]) + 1];
    struct plan plan = {.program = program->path, .argv = argv};
    int error;

    /* execv() takes char *const for history's sake, and changes nothing. */
    memcpy(argv, words, sizeof(words));
    argv[sizeof(words) / sizeof(words[0])] = NULL;
    plan.log = rlk_local_file(set, node, "log", log_path);
    error = fork_server(&plan, pid);
    if (error != 0)
        return rlk_local_problem(problem, REDLOCK_SYSTEM,
                                 "cannot start %.128s: %s", program->path,
                                 strerror(error));
    return REDLOCK_OK;
}
