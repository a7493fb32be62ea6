/* SPDX-License-Identifier: MIT */
/*
 * LD_PRELOAD: in a process named redlock, allocation $FAILS_AT fails, and with
 * $FAILS_ON all later ones; the file $FAILED is there afterwards.
 */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void *malloc_fn(size_t);
typedef void *calloc_fn(size_t, size_t);
typedef void *realloc_fn(void *, size_t);

static malloc_fn *next_malloc;
static calloc_fn *next_calloc;
static realloc_fn *next_realloc;
static atomic_long count;
static long fails_at; /* 0: none fails */
static bool fails_on;

static void find(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);

    memcpy(function, &found, sizeof(found));
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAILS_AT");

    find("malloc", &next_malloc);
    find("calloc", &next_calloc);
    find("realloc", &next_realloc);
    fails_on = getenv("FAILS_ON") != NULL;
    if (at != NULL && strcmp(program_invocation_short_name, "redlock") == 0)
        fails_at = strtol(at, NULL, 10);
}

static bool fails(void)
{
    long now = atomic_fetch_add(&count, fails_at > 0 ? 1 : 0) + 1;
    int fd;

    if (fails_at == 0 || now < fails_at || (now > fails_at && !fails_on))
        return false;
    if (now == fails_at) {
        fd = open(getenv("FAILED"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (fd >= 0)
            (void)close(fd);
    }
    errno = ENOMEM;
    return true;
}

__attribute__((visibility("default"))) void *malloc(size_t size)
{
    if (next_malloc == NULL)
        begin();
    return fails() ? NULL : next_malloc(size);
}

__attribute__((visibility("default"))) void *calloc(size_t each, size_t size)
{
    if (next_calloc == NULL)
        begin();
    return fails() ? NULL : next_calloc(each, size);
}

__attribute__((visibility("default"))) void *realloc(void *old, size_t size)
{
    if (next_realloc == NULL)
        begin();
    return fails() ? NULL : next_realloc(old, size);
}
