/* SPDX-License-Identifier: MIT */
/* A page of a keeper's memory. */

#include "cli/lock/keep_record.h"

#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/warden/proc_stat.h"
#include "redlock/redlock.h"

struct keep_page {
    atomic_bool given_up;
    char token[REDLOCK_TOKEN_MAX]; /* empty: not set yet */
    char resource[REDLOCK_RESOURCE_MAX + 1];
};

/* --- the keeper's side -----------------------------------------------------
 */

bool keep_record_open(struct keep_record *record)
{
    void *page = MAP_FAILED;

    record->page = NULL;
    record->fd = memfd_create(KEEP_RECORD_NAME, MFD_CLOEXEC);
    if (record->fd < 0)
        return false;
    if (ftruncate(record->fd, sizeof(struct keep_page)) == 0)
        page = mmap(NULL, sizeof(struct keep_page), PROT_READ | PROT_WRITE,
                    MAP_SHARED, record->fd, 0);
    if (page != MAP_FAILED) {
        record->page = page;
        return true;
    }
    (void)close(record->fd);
    record->fd = -1;
    return false;
}

void keep_record_set(struct keep_record *record, const char *resource,
                     const char *token)
{
    struct keep_page *page = record->page;

    (void)snprintf(page->resource, sizeof(page->resource), "%s", resource);
    (void)snprintf(page->token, sizeof(page->token), "%s", token);
}

const atomic_bool *keep_record_given_up(const struct keep_record *record)
{
    return &record->page->given_up;
}

void keep_record_close(struct keep_record *record)
{
    if (record->fd < 0)
        return;
    (void)munmap(record->page, sizeof(*record->page));
    (void)close(record->fd);
    record->fd = -1;
}

/* --- the other side --------------------------------------------------------
 */

struct search {
    const char *resource;
    const char *token;
    pid_t keeper; /* 0: not found */
};

/* Whoever it is of may cut it meanwhile: it is read, and not mapped. */
static bool give_up(const struct search *search, int fd)
{
    static const bool yes = true;
    struct keep_page page;

    if (pread(fd, &page, sizeof(page), 0) != (ssize_t)sizeof(page))
        return false;
    page.token[sizeof(page.token) - 1] = '\0';
    page.resource[sizeof(page.resource) - 1] = '\0';
    return strcmp(page.token, search->token) == 0 &&
           strcmp(page.resource, search->resource) == 0 &&
           pwrite(fd, &yes, sizeof(yes),
                  offsetof(struct keep_page, given_up)) == (ssize_t)sizeof(yes);
}

/* One descriptor of a keeper: is it the page of this lock? */
static bool look_at_link(const struct search *search, int folder,
                         const char *name)
{
    static const char kind[] = "/memfd:" KEEP_RECORD_NAME;
    char link[64];
    ssize_t length = readlinkat(folder, name, link, sizeof(link) - 1);
    bool found;
    int fd;

    if (length < (ssize_t)sizeof(kind) - 1 ||
        strncmp(link, kind, sizeof(kind) - 1) != 0)
        return false;
    fd = openat(folder, name, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return false;
    found = give_up(search, fd);
    (void)close(fd);
    return found;
}

static bool look_at_process(const struct proc_stat *stat, void *user)
{
    struct search *search = user;
    const struct dirent *entry;
    char path[40];
    DIR *folder;

    if (stat->ended || strcmp(stat->name, KEEP_RECORD_NAME) != 0)
        return true;
    (void)snprintf(path, sizeof(path), "/proc/%ld/fd", (long)stat->pid);
    folder = opendir(path);
    if (folder == NULL)
        return true;
    while (search->keeper == 0 && (entry = readdir(folder)) != NULL) {
        if (look_at_link(search, dirfd(folder), entry->d_name))
            search->keeper = stat->pid;
    }
    (void)closedir(folder);
    return search->keeper == 0;
}

pid_t keep_record_give_up(const char *resource, const char *token)
{
    struct search search = {.resource = resource, .token = token};

    (void)proc_stat_each(look_at_process, &search);
    return search.keeper;
}
