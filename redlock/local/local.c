/* SPDX-License-Identifier: MIT */
/* Private masters: starts, finds and ends the sets local:N. */

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock/clock.h"
#include "redlock/admin.h"

/* --- folders and files --------------------------------------------------- */

/*
 * The files of a user's private masters: base/local-N/I.sock, I.pid and I.log.
 * base is $XDG_RUNTIME_DIR/redlock, or /tmp/redlock-UID if the former is not a
 * folder of this user.
 */

/* The size of sockaddr_un.sun_path, with its NUL. */
#define PATH_MOST 108

struct local_set {
    int nodes; /* N */
    char base[PATH_MOST];
    char dir[PATH_MOST]; /* base/local-N */
};

/* Fills *problem, unless it is NULL, and returns the status. */
__attribute__((format(printf, 3, 4))) static enum redlock_status
refuse(struct redlock_problem *problem, enum redlock_status status,
       const char *format, ...)
{
    va_list values;

    if (problem == NULL)
        return status;
    problem->position = 0;
    va_start(values, format);
    (void)vsnprintf(problem->text, sizeof(problem->text), format, values);
    va_end(values);
    return status;
}

/*
 * Does the folder belong to this user, as the XDG specification demands? After
 * su or sudo the variable may still name another user's folder.
 */
static bool is_own_folder(const char *path)
{
    struct stat found;

    return path[0] == '/' && stat(path, &found) == 0 &&
           S_ISDIR(found.st_mode) && found.st_uid == geteuid();
}

/* Names the base folder. base: at least PATH_MOST bytes. */
static enum redlock_status find_base(char *base,
                                     struct redlock_problem *problem)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    int length;

    if (runtime != NULL && is_own_folder(runtime))
        length = snprintf(base, PATH_MOST, "%s/redlock", runtime);
    else
        length =
            snprintf(base, PATH_MOST, "/tmp/redlock-%u", (unsigned)geteuid());
    if (length >= PATH_MOST)
        return refuse(problem, REDLOCK_SYSTEM,
                      "the path in XDG_RUNTIME_DIR is too long "
                      "for a unix socket");
    return REDLOCK_OK;
}

/*
 * Names the folder of local:N, without creating it.
 *
 * OK; BAD_NODES: not 1 .. REDLOCK_NODES_MAX; SYSTEM: a socket's path would be
 * too long. problem may be NULL.
 */
static enum redlock_status set_init(struct local_set *set, int nodes,
                                    struct redlock_problem *problem)
{
    enum redlock_status status;
    int length;

    if (nodes < 1 || nodes > REDLOCK_NODES_MAX)
        return refuse(problem, REDLOCK_BAD_NODES,
                      "local:%d: the number of nodes is 1 .. %d", nodes,
                      REDLOCK_NODES_MAX);
    set->nodes = nodes;
    status = find_base(set->base, problem);
    if (status != REDLOCK_OK)
        return status;
    length =
        snprintf(set->dir, sizeof(set->dir), "%s/local-%d", set->base, nodes);
    /* The longest path below the folder must fit, so that none is cut later. */
    if (length + (int)strlen("/00.sock") >= PATH_MOST)
        return refuse(problem, REDLOCK_SYSTEM,
                      "%s: the path is too long for a unix socket", set->base);
    return REDLOCK_OK;
}

/*
 * Is this a folder in which only this user and root can create files?
 *
 * exists  set to false if there is nothing of that name, which is no error
 *
 * SYSTEM: it is a link or no folder, it belongs to another user, or others may
 * write to it.
 */
static enum redlock_status dir_check(const char *path, bool *exists,
                                     struct redlock_problem *problem)
{
    struct stat found;

    *exists = lstat(path, &found) == 0;
    if (!*exists && errno == ENOENT)
        return REDLOCK_OK;
    if (!*exists)
        return refuse(problem, REDLOCK_SYSTEM, "%s: %s", path, strerror(errno));
    if (!S_ISDIR(found.st_mode))
        return refuse(problem, REDLOCK_SYSTEM, "%s is not a folder: remove it",
                      path);
    if (found.st_uid != geteuid())
        return refuse(problem, REDLOCK_SYSTEM, "%s belongs to another user",
                      path);
    if ((found.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return refuse(problem, REDLOCK_SYSTEM,
                      "%s can be written by others: chmod 700 it", path);
    return REDLOCK_OK;
}

/* Creates the folder for this user only, or checks an existing one. */
static enum redlock_status dir_make(const char *path,
                                    struct redlock_problem *problem)
{
    bool exists;

    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return refuse(problem, REDLOCK_SYSTEM, "cannot make the folder %s: %s",
                      path, strerror(errno));
    return dir_check(path, &exists, problem);
}

/*
 * The path of one server's file. suffix: sock, pid or log. path: at least
 * PATH_MOST bytes. Returns path.
 */
static const char *file_of(const struct local_set *set, int node,
                           const char *suffix, char *path)
{
    int length = snprintf(path, PATH_MOST, "%s/%d.%s", set->dir, node, suffix);

    assert(length < PATH_MOST); /* checked by set_init() */
    return path;
}

/* --- a server ------------------------------------------------------------ */

struct program {
    char path[PATH_MAX];
    const char *name; /* argv[0], which makes the program act as a server */
};

enum state {
    STATE_ABSENT, /* no server listens on the socket */
    STATE_SILENT, /* a server listens but does not answer: stopped, loading */
    STATE_READY,  /* answers PING */
};

/* --- spawn --------------------------------------------------------------- */

/*
 * Starts one private master. Between fork and exec only async-signal-safe
 * functions are called, because other threads may hold any lock.
 */

/* Without close_range(), descriptors from here on stay open. */
#define DESCRIPTORS_MAX 65536U

/* How long fork and exec may take, each, in milliseconds. */
#define BIRTH_MS 5000

/* The new process's message; error is 0 if exec succeeded. */
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

/* Finds a program in PATH as a shell does. path: PATH_MAX bytes. */
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

/*
 * Finds $REDLOCK_SERVER, or the first of redis-server, valkey-server,
 * redis-check-rdb and valkey-check-rdb in PATH. The last two are the same
 * binaries, in packages that install no service.
 *
 * OK, or SYSTEM with what to install. problem may be NULL.
 */
static enum redlock_status find_program(struct program *program,
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
        return refuse(problem, REDLOCK_SYSTEM,
                      "REDLOCK_SERVER names no program that can "
                      "be run: %s",
                      chosen);
    }
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        program->name = known[i].name;
        if (look_up(known[i].program, program->path))
            return REDLOCK_OK;
    }
    return refuse(problem, REDLOCK_SYSTEM,
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
    sigset_t none;

    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_DFL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* open() returns the lowest free descriptor: 0, 1 and 2 in turn. */
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
 * The process between caller and server leads the new session and ends
 * immediately. So the server is not the caller's child, and it leads no
 * session, which could give it a terminal.
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
 * Reads the pipe until its end, which shows that exec succeeded. The last
 * message counts: the server's pid, or an error. A fork by another thread may
 * keep the pipe open, so the wait is bounded. Returns 0 or an errno.
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
    /* No handler of the caller may run in the children or interrupt a wait. */
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    child = fork();
    if (child == 0)
        step_between(plan);
    error = errno;
    (void)close(report[1]);
    if (child > 0) {
        error = read_birth(report[0], pid);
        /*
         * Fails if the caller ignores SIGCHLD, or reaps children in a thread.
         */
        (void)waitpid(child, NULL, 0);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)close(report[0]);
    return error;
}

/*
 * Starts one server, in its own session, not as the caller's child, without the
 * caller's descriptors, and with its output in the log. The caller gets one
 * SIGCHLD, no other signal, and no zombie. Does not wait for an answer of the
 * server.
 *
 * pid  set to the server's process id
 *
 * OK, or SYSTEM. problem may be NULL.
 */
static enum redlock_status spawn(const struct program *program,
                                 const struct local_set *set, int node,
                                 int *pid, struct redlock_problem *problem)
{
    char socket_path[PATH_MOST], pid_path[PATH_MOST];
    char log_path[PATH_MOST];
    const char *words[] = {
        program->name,
        "--port",
        "0",
        "--unixsocket",
        file_of(set, node, "sock", socket_path),
        "--unixsocketperm",
        "600",
        "--pidfile",
        file_of(set, node, "pid", pid_path),
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

    /* execv() takes char *const for historical reasons, but changes nothing. */
    memcpy(argv, words, sizeof(words));
    argv[sizeof(words) / sizeof(words[0])] = NULL;
    plan.log = file_of(set, node, "log", log_path);
    error = fork_server(&plan, pid);
    if (error != 0)
        return refuse(problem, REDLOCK_SYSTEM, "cannot start %.128s: %s",
                      program->path, strerror(error));
    return REDLOCK_OK;
}

#define END_MS 5000
#define POLL_MS 5

/* Pauses between two checks of a server. */
static void pause_ms(int span_ms)
{
    struct timespec span = {.tv_sec = span_ms / 1000,
                            .tv_nsec = span_ms % 1000 * RLK_NS_PER_MS};

    (void)nanosleep(&span, NULL);
}

/* Reads the last size - 1 bytes of a file, and adds a NUL. 0: none. */
static size_t read_end(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat found;
    ssize_t length = -1;

    if (fd >= 0 && fstat(fd, &found) == 0) {
        off_t spare = found.st_size - (off_t)(size - 1);
        length = pread(fd, text, size - 1, spare > 0 ? spare : 0);
    }
    if (fd >= 0)
        (void)close(fd);
    if (length < 0)
        length = 0;
    text[length] = '\0';
    return (size_t)length;
}

/* Sends PING, and reads the beginning of the answer. */
static enum state ask(int fd, int patience_ms)
{
    struct pollfd readable = {.fd = fd, .events = POLLIN};
    char answer[5];

    if (send(fd, "PING\r\n", 6, MSG_NOSIGNAL) != 6)
        return STATE_ABSENT;
    if (poll(&readable, 1, patience_ms) <= 0)
        return STATE_SILENT;
    if (recv(fd, answer, sizeof(answer), 0) != sizeof(answer))
        return STATE_SILENT;
    return memcmp(answer, "+PONG", 5) == 0 ? STATE_READY : STATE_SILENT;
}

/* Asks the server. Blocks for patience_ms at most. */
static enum state probe(const struct local_set *set, int node, int patience_ms)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    enum state state;
    int fd;

    (void)file_of(set, node, "sock", address.sun_path);
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return STATE_ABSENT;
    if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
        state = ask(fd, patience_ms);
    else if (errno == EAGAIN) /* its queue is full: it exists, but is stopped */
        state = STATE_SILENT;
    else
        state = STATE_ABSENT;
    (void)close(fd);
    return state;
}

/* Is this process the server of that socket? */
static bool is_server(const struct local_set *set, int node, int pid)
{
    char path[PATH_MOST], words[4096];
    size_t length;

    (void)snprintf(path, sizeof(path), "/proc/%d/cmdline", pid);
    length = read_end(path, words, sizeof(words));
    (void)file_of(set, node, "sock", path);
    /* Words end in NUL, but the server replaces these by blanks. */
    return memmem(words, length, path, strlen(path)) != NULL;
}

/*
 * The process of the pid file, if it runs and its command line has this socket;
 * otherwise 0. Another process may have the number by now.
 */
static int pid_of(const struct local_set *set, int node)
{
    char path[PATH_MOST], text[16];
    long pid;

    (void)file_of(set, node, "pid", path);
    if (read_end(path, text, sizeof(text)) == 0)
        return 0;
    pid = strtol(text, NULL, 10);
    if (pid <= 1 || pid > INT32_MAX || !is_server(set, node, (int)pid))
        return 0;
    return (int)pid;
}

/* Asks the process to end, continues it if it is stopped, and does not wait. */
static void terminate(int pid)
{
    (void)kill(pid, SIGTERM);
    (void)kill(pid, SIGCONT);
}

static bool await_gone(const struct local_set *set, int node, int pid)
{
    int64_t until = rlk_now() + END_MS * RLK_NS_PER_MS;

    while (is_server(set, node, pid)) {
        if (rlk_now() >= until)
            return false;
        pause_ms(POLL_MS);
    }
    return true;
}

/*
 * Waits until a terminated process has ended, and kills it after a while.
 * false: it still exists.
 */
static bool await_end(const struct local_set *set, int node, int pid)
{
    if (await_gone(set, node, pid))
        return true;
    (void)kill(pid, SIGKILL);
    return await_gone(set, node, pid);
}

/* Removes the server's files: socket, pid and log. */
static void remove_files(const struct local_set *set, int node)
{
    static const char *const suffixes[] = {"sock", "pid", "log"};
    char path[PATH_MOST];

    for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
        (void)unlink(file_of(set, node, suffixes[i], path));
}

/* The last line of the log, cut to fit, or a text that there is none. */
static void last_words(const struct local_set *set, int node, char *text,
                       size_t size)
{
    char path[PATH_MOST], tail[1024];
    char *line;
    size_t length;

    (void)file_of(set, node, "log", path);
    length = read_end(path, tail, sizeof(tail));
    while (length > 0 && strchr("\r\n ", tail[length - 1]) != NULL)
        tail[--length] = '\0';
    if (length == 0)
        (void)snprintf(tail, sizeof(tail), "its log %s is empty", path);
    line = strrchr(tail, '\n');
    (void)snprintf(text, size, "%.*s", (int)size - 1,
                   line == NULL ? tail : line + 1);
}

#define LOCK_MS 10000  /* time limit for another process's start or stop */
#define START_MS 10000 /* time limit for a new server's first answer */
#define PROBE_MS 500   /* time limit for a running server's answer */

/*
 * Locks the base folder, so that processes that start or stop servers exclude
 * each other. The lock leaves nothing behind; closing releases it.
 */
static enum redlock_status lock_base(const char *base, int *fd,
                                     struct redlock_problem *problem)
{
    int64_t until = rlk_now() + LOCK_MS * RLK_NS_PER_MS;

    *fd = open(base, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (*fd < 0)
        return refuse(problem, REDLOCK_SYSTEM, "%s: %s", base, strerror(errno));
    while (flock(*fd, LOCK_EX | LOCK_NB) != 0) {
        if (rlk_now() < until) {
            pause_ms(POLL_MS);
            continue;
        }
        (void)close(*fd);
        return refuse(problem, REDLOCK_SYSTEM,
                      "another process is starting or stopping "
                      "servers in %s",
                      base);
    }
    return REDLOCK_OK;
}

/*
 * Ends one server and removes its files. pid: 0 if unknown; then it checks that
 * no server listens on the socket.
 */
static enum redlock_status end_server(const struct local_set *set, int node,
                                      int pid, struct redlock_problem *problem)
{
    if (pid > 0) {
        terminate(pid);
        if (!await_end(set, node, pid))
            return refuse(problem, REDLOCK_SYSTEM,
                          "%s/%d.sock: process %d does not end", set->dir, node,
                          pid);
    } else if (probe(set, node, 0) != STATE_ABSENT) {
        return refuse(problem, REDLOCK_SYSTEM,
                      "%s/%d.sock: a server listens, but its pid "
                      "file does not tell which",
                      set->dir, node);
    }
    remove_files(set, node);
    return REDLOCK_OK;
}

/* Waits for a new server's first answer, or for its failure. */
static enum redlock_status await_answer(const struct local_set *set, int node,
                                        int pid,
                                        struct redlock_problem *problem)
{
    int64_t until = rlk_now() + START_MS * RLK_NS_PER_MS;
    char words[128];

    while (probe(set, node, PROBE_MS) != STATE_READY) {
        if (!is_server(set, node, pid)) {
            last_words(set, node, words, sizeof(words));
            return refuse(problem, REDLOCK_SYSTEM,
                          "the server %d ended at once: %s", node, words);
        }
        if (rlk_now() >= until) {
            last_words(set, node, words, sizeof(words));
            terminate(pid);
            (void)await_end(set, node, pid);
            return refuse(problem, REDLOCK_SYSTEM,
                          "the server %d did not answer for %d s: "
                          "%s",
                          node, START_MS / 1000, words);
        }
        pause_ms(POLL_MS);
    }
    return REDLOCK_OK;
}

/* Starts all missing servers, and then waits for each. */
static enum redlock_status start_missing(const struct local_set *set,
                                         int *started,
                                         struct redlock_problem *problem)
{
    struct program program = {.name = NULL};
    enum redlock_status status = REDLOCK_OK;
    int pids[REDLOCK_NODES_MAX + 1] = {0};

    for (int node = 1; node <= set->nodes && status == REDLOCK_OK; node++) {
        if (probe(set, node, PROBE_MS) != STATE_ABSENT)
            continue;
        if (program.name == NULL)
            status = find_program(&program, problem);
        /* Its socket was removed, so no client can reach it: ends it. */
        if (status == REDLOCK_OK)
            status = end_server(set, node, pid_of(set, node), problem);
        if (status == REDLOCK_OK)
            status = spawn(&program, set, node, &pids[node], problem);
    }
    for (int node = 1; node <= set->nodes; node++) {
        if (pids[node] == 0 || status != REDLOCK_OK)
            continue;
        status = await_answer(set, node, pids[node], problem);
        *started += status == REDLOCK_OK ? 1 : 0;
    }
    return status;
}

enum redlock_status redlock_local_start(int nodes, int *started,
                                        struct redlock_problem *problem)
{
    struct local_set set;
    enum redlock_status status;
    int count = 0;
    int lock;

    status = set_init(&set, nodes, problem);
    if (status == REDLOCK_OK)
        status = dir_make(set.base, problem);
    if (status == REDLOCK_OK)
        status = lock_base(set.base, &lock, problem);
    if (status == REDLOCK_OK) {
        status = dir_make(set.dir, problem);
        if (status == REDLOCK_OK)
            status = start_missing(&set, &count, problem);
        (void)close(lock);
    }
    if (started != NULL)
        *started = count;
    return status;
}

/*
 * Asks all servers to end before it waits for the first, so that they end in
 * parallel. If one cannot be ended, it continues with the others, and reports
 * the first problem.
 */
static enum redlock_status stop_set(const struct local_set *set, int *stopped,
                                    struct redlock_problem *problem)
{
    enum redlock_status status = REDLOCK_OK;
    int pids[REDLOCK_NODES_MAX + 1] = {0};

    for (int node = 1; node <= set->nodes; node++) {
        pids[node] = pid_of(set, node);
        if (pids[node] > 0)
            terminate(pids[node]);
    }
    for (int node = 1; node <= set->nodes; node++) {
        enum redlock_status ended = end_server(
            set, node, pids[node], status == REDLOCK_OK ? problem : NULL);
        *stopped += ended == REDLOCK_OK && pids[node] > 0 ? 1 : 0;
        status = status == REDLOCK_OK ? ended : status;
    }
    (void)rmdir(set->dir);
    return status;
}

enum redlock_status redlock_local_stop(int nodes, int *stopped,
                                       struct redlock_problem *problem)
{
    int first = nodes == 0 ? 1 : nodes;
    int last = nodes == 0 ? REDLOCK_NODES_MAX : nodes;
    struct local_set set;
    enum redlock_status status;
    bool exists = false;
    int count = 0;
    int lock;

    status = set_init(&set, first, problem);
    if (status == REDLOCK_OK)
        status = dir_check(set.base, &exists, problem);
    if (status == REDLOCK_OK && exists)
        status = lock_base(set.base, &lock, problem);
    if (status == REDLOCK_OK && exists) {
        for (int n = first; n <= last && status == REDLOCK_OK; n++) {
            status = set_init(&set, n, problem);
            if (status == REDLOCK_OK && access(set.dir, F_OK) == 0)
                status = stop_set(&set, &count, problem);
        }
        (void)close(lock);
    }
    if (stopped != NULL)
        *stopped = count;
    return status;
}

enum redlock_status redlock_local_server(int nodes, int node, char *path,
                                         int *pid)
{
    struct local_set set;
    enum redlock_status status;
    bool exists;

    status = set_init(&set, nodes, NULL);
    if (status != REDLOCK_OK)
        return status;
    if (node < 1 || node > nodes)
        return REDLOCK_BAD_NODES;
    status = dir_check(set.base, &exists, NULL);
    if (status != REDLOCK_OK)
        return status;
    (void)file_of(&set, node, "sock", path);
    if (pid != NULL)
        *pid = pid_of(&set, node);
    return REDLOCK_OK;
}
