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

/* Words, and an owner's name. */
#define KIND_MAX (REDLOCK_OWNER_MAX + 16)

/* Which lock it is: a token of one kind is none of another. */
struct keep_name {
    char token[REDLOCK_TOKEN_MAX]; /* empty: not set yet */
    char kind[KIND_MAX];
    char resource[REDLOCK_RESOURCE_MAX + 1];
};

struct keep_page {
    atomic_bool given_up;
    struct keep_name name;
};

/*
 * Two have the same kind where a release of the one takes the other: of a slot
 * its number decides and not how many there are, of a reader no owner.
 */
static struct keep_name name_of(const struct options *options,
                                const struct redlock_lock *lock)
{
    struct keep_name name = {.kind = "exclusive"};

    if (options->slots > 0)
        (void)snprintf(name.kind, sizeof(name.kind), "slot %d",
                       redlock_slot(lock));
    else if (options->mode == REDLOCK_SHARED)
        (void)snprintf(name.kind, sizeof(name.kind), "shared");
    else if (options->owner != NULL)
        (void)snprintf(name.kind, sizeof(name.kind), "owner %s",
                       options->owner);
    (void)redlock_token(lock, name.token);
    (void)snprintf(name.resource, sizeof(name.resource), "%s",
                   redlock_resource_of(lock, 0));
    return name;
}

static bool is_same(const struct keep_name *one, const struct keep_name *other)
{
    return strcmp(one->token, other->token) == 0 &&
           strcmp(one->kind, other->kind) == 0 &&
           strcmp(one->resource, other->resource) == 0;
}

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

void keep_record_set(struct keep_record *record, const struct options *options,
                     const struct redlock_lock *lock)
{
    record->page->name = name_of(options, lock);
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
    struct keep_name name;
    pid_t keeper; /* 0: not found */
};

/* Whoever it is of may cut it meanwhile: it is read, and not mapped. */
static bool give_up(const struct search *search, int fd)
{
    static const bool yes = true;
    struct keep_page page;

    if (pread(fd, &page, sizeof(page), 0) != (ssize_t)sizeof(page))
        return false;
    page.name.token[sizeof(page.name.token) - 1] = '\0';
    page.name.kind[sizeof(page.name.kind) - 1] = '\0';
    page.name.resource[sizeof(page.name.resource) - 1] = '\0';
    return is_same(&page.name, &search->name) &&
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

pid_t keep_record_give_up(const struct options *options,
                          const struct redlock_lock *lock)
{
    struct search search = {.name = name_of(options, lock)};

    (void)proc_stat_each(look_at_process, &search);
    return search.keeper;
}
