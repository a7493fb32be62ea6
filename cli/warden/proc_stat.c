/* SPDX-License-Identifier: MIT */
/* Processes, from /proc and without memory. */

#include "cli/warden/proc_stat.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of /proc/PID/stat, as far as it is read: numbers after the state. */
#define PARENT_FIELD 1
#define GROUP_FIELD 2
#define THREADS_FIELD 17
#define START_FIELD 19
#define STAT_MAX 512

/* As the kernel fills them in; readdir() would need memory. */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* The nth of these numbers; 0: there are not so many. */
static int64_t number(const char *numbers, int nth)
{
    long long value = 0;

    for (int i = 0; i < nth; i++) {
        char *next;
        value = strtoll(numbers, &next, 10);
        if (next == numbers)
            return 0;
        numbers = next;
    }
    return value;
}

static void copy_name(char name[static PROC_STAT_NAME_MAX], const char *from,
                      const char *end)
{
    size_t length = (size_t)(end - from);

    if (length >= PROC_STAT_NAME_MAX)
        length = PROC_STAT_NAME_MAX - 1;
    memcpy(name, from, length);
    name[length] = '\0';
}

/*
 * "PID (NAME) STATE PARENT GROUP ... THREADS ... START ...", with anything in
 * NAME. Its first thread may have ended, and others not: one that waits in the
 * kernel outlives KILL.
 */
static bool parse(const char *text, struct proc_stat *stat)
{
    const char *name = strchr(text, '(');
    const char *name_end = strrchr(text, ')');
    const char *numbers;

    if (name == NULL || name_end == NULL || name_end < name ||
        strlen(name_end) < sizeof(") S 1"))
        return false;
    numbers = name_end + 3;
    *stat = (struct proc_stat){
        .pid = (pid_t)number(text, 1),
        .parent = (pid_t)number(numbers, PARENT_FIELD),
        .group = (pid_t)number(numbers, GROUP_FIELD),
        .ended = (name_end[2] == 'Z' || name_end[2] == 'X') &&
                 number(numbers, THREADS_FIELD) <= 1,
        .start = (uint64_t)number(numbers, START_FIELD),
    };
    copy_name(stat->name, name + 1, name_end);
    return true;
}

/* folder: of /proc, or any where the path is absolute. */
static bool read_file(int folder, const char *path, struct proc_stat *stat)
{
    char text[STAT_MAX];
    ssize_t length;
    int fd = openat(folder, path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    length = read(fd, text, sizeof(text) - 1);
    (void)close(fd);
    if (length <= 0)
        return false;
    text[length] = '\0';
    return parse(text, stat);
}

bool proc_stat_read(pid_t pid, struct proc_stat *stat)
{
    char path[40];

    (void)snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    return read_file(AT_FDCWD, path, stat);
}

bool proc_stat_is_ours(void)
{
    struct proc_stat own;

    return read_file(AT_FDCWD, "/proc/self/stat", &own) && own.pid == getpid();
}

static bool read_entry(int proc, const char *name, struct proc_stat *stat)
{
    char path[40];

    return name[0] >= '0' && name[0] <= '9' &&
           snprintf(path, sizeof(path), "%s/stat", name) < (int)sizeof(path) &&
           read_file(proc, path, stat);
}

bool proc_stat_each(proc_stat_visit *visit, void *user)
{
    _Alignas(struct entry) char buffer[4096];
    struct proc_stat stat;
    bool wanted = true;
    long length = -1;
    int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (proc < 0)
        return false;
    while (wanted && (length = syscall(SYS_getdents64, proc, buffer,
                                       sizeof(buffer))) > 0) {
        for (long at = 0; at < length && wanted;) {
            const struct entry *entry = (const void *)(buffer + at);

            if (read_entry(proc, entry->name, &stat))
                wanted = visit(&stat, user);
            at += entry->length;
        }
    }
    (void)close(proc);
    return length >= 0;
}
