/* SPDX-License-Identifier: MIT */
/* Who of a process group is left, from /proc and without memory. */

#include "cli/group.h"

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

/* "PID (NAME) STATE PARENT GROUP ...", with anything in NAME. */
static bool is_living_member(const char *stat, pid_t group)
{
    const char *name_end = strrchr(stat, ')');
    char *next;

    if (name_end == NULL || strlen(name_end) < sizeof(") S 1"))
        return false;
    (void)strtol(name_end + 4, &next, 10);
    return strtol(next, NULL, 10) == group && name_end[2] != 'Z' &&
           name_end[2] != 'X';
}

static bool lives(int proc, const char *name, pid_t group)
{
    char path[32];
    char stat[256];
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

            found = lives(proc, entry->name, group);
            at += entry->length;
        }
    }
    (void)close(proc);
    return found || length < 0;
}
