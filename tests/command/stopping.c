/* SPDX-License-Identifier: MIT */
/*
 * LD_PRELOAD: the command's process stops itself at the call that $STOPS_AT
 * names, once, and leaves its process id in the file $STOPPED before: "prctl",
 * before redlock looks at the clock; "fork", before the child is made, and once
 * more when it is; "child", in the child; "setsid", before a keeper reports
 * that it keeps the lock. "refuse": all forks but the first fail; "threads": no
 * thread can be made; "thread": no second one; "open": a password file cannot
 * be opened, and only a signal that ends the process ends the wait, as on a
 * dead mount; "ancestor": it gets TERM where it first looks at a process. The
 * first child's process id is left in $STOPPED.fork.
 */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* false: mode "wx", and the file exists. */
static bool note(const char *suffix, const char *mode, pid_t pid)
{
    const char *path = getenv("STOPPED");
    char name[4096];
    FILE *file;

    if (path == NULL)
        return false;
    (void)snprintf(name, sizeof(name), "%s%s", path, suffix);
    file = fopen(name, mode);
    if (file == NULL)
        return false;
    (void)fprintf(file, "%d\n", (int)pid);
    return fclose(file) == 0;
}

static bool is_at(const char *call)
{
    const char *where = getenv("STOPS_AT");

    return where != NULL && strcmp(where, call) == 0;
}

static void stop_at(const char *call)
{
    if (is_at(call) && note("", "wx", getpid()))
        (void)raise(SIGSTOP);
}

__attribute__((visibility("default"))) int prctl(int option, ...)
{
    unsigned long words[4];
    va_list list;

    va_start(list, option);
    for (int i = 0; i < 4; i++)
        words[i] = va_arg(list, unsigned long);
    va_end(list);
    if (option == PR_SET_CHILD_SUBREAPER)
        stop_at("prctl");
    return (int)syscall(SYS_prctl, option, words[0], words[1], words[2],
                        words[3]);
}

__attribute__((visibility("default"))) pid_t setsid(void)
{
    stop_at("setsid");
    return (pid_t)syscall(SYS_setsid);
}

static pid_t make_child(void)
{
    pid_t child;

    if (is_at("refuse") && !note(".refuse", "wx", getpid())) {
        errno = EAGAIN;
        return -1;
    }
    stop_at("fork");
    child = _Fork();
    if (child == 0)
        stop_at("child");
    else if (note(".fork", "wx", child) && is_at("fork"))
        (void)raise(SIGSTOP);
    return child;
}

__attribute__((visibility("default"))) pid_t fork(void)
{
    return make_child();
}

/* A function around vfork() would return twice. POSIX permits a fork(). */
__attribute__((visibility("default"))) pid_t vfork(void)
{
    return make_child();
}

__attribute__((visibility("default"))) int open(const char *path, int flags,
                                                ...)
{
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    while (is_at("open") && strstr(path, "/never") != NULL) {
        (void)note("", "wx", getpid());
        (void)pause();
    }
    return openat(AT_FDCWD, path, flags, mode);
}

/* With 64-bit file offsets the sources use another name. */
__attribute__((visibility("default"))) int
openat64(int folder, const char *path, int flags, ...)
{
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    if (is_at("ancestor") && strstr(path, "/stat") != NULL &&
        note("", "wx", getpid()))
        (void)raise(SIGTERM);
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

typedef int create_fn(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                      void *);

__attribute__((visibility("default"))) int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
               void *(*body)(void *), void *argument)
{
    void *found = dlsym(RTLD_NEXT, "pthread_create");
    create_fn *next;

    memcpy(&next, &found, sizeof(next));
    if (is_at("threads") ||
        (is_at("thread") && !note(".thread", "wx", getpid())))
        return EAGAIN;
    return next(thread, attributes, body, argument);
}
