/* SPDX-License-Identifier: MIT */
/* Which processes of a group are left, from /proc and without memory. */

#include "cli/run/group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of /proc/PID/stat, as far as it is read: numbers after the state. */
#define GROUP_FIELD 2
#define THREADS_FIELD 17
#define STAT_MAX 512

/* As the kernel fills them in; readdir() would need memory. */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

bool group_gone(pid_t group)
{
    return kill(-group, 0) < 0 && errno == ESRCH;
}

/* The nth of these numbers; 0: there are not so many. */
static long number(const char *numbers, int nth)
{
    long value = 0;

    for (int i = 0; i < nth; i++) {
        char *next;
        value = strtol(numbers, &next, 10);
        if (next == numbers)
            return 0;
        numbers = next;
    }
    return value;
}

/*
 * "PID (NAME) STATE PARENT GROUP ... THREADS ...", with anything in NAME. Its
 * first thread may have ended, and others not: one that waits in the kernel
 * outlives KILL.
 */
static bool is_living_member(const char *stat, pid_t group)
{
    const char *name_end = strrchr(stat, ')');
    bool ended;

    if (name_end == NULL || strlen(name_end) < sizeof(") S 1"))
        return false;
    ended = name_end[2] == 'Z' || name_end[2] == 'X';
    return number(name_end + 3, GROUP_FIELD) == group &&
           (!ended || number(name_end + 3, THREADS_FIELD) > 1);
}

static bool is_living(int proc, const char *name, pid_t group)
{
    char path[32];
    char stat[STAT_MAX];
    ssize_t length;
    int fd;

    if (name[0] < '0' || name[0] > '9' ||
        snprintf(path, sizeof(path), "%s/stat", name) >= (int)sizeof(path))
        return false;
    fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    length = read(fd, stat, sizeof(stat) - 1);
    (void)close(fd);
    if (length <= 0)
        return false;
    stat[length] = '\0';
    return is_living_member(stat, group);
}

bool group_lives(pid_t group)
{
    _Alignas(struct entry) char buffer[4096];
    bool found = false;
    long length = -1;
    int proc;

    if (group_gone(group))
        return false;
    proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return true;
    while (!found && (length = syscall(SYS_getdents64, proc, buffer,
                                       sizeof(buffer))) > 0) {
        for (long at = 0; at < length && !found;) {
            const struct entry *entry = (const void *)(buffer + at);

            found = is_living(proc, entry->name, group);
            at += entry->length;
        }
    }
    (void)close(proc);
    return found || length < 0;
}
