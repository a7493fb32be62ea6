/* SPDX-License-Identifier: MIT */
/* The protected file: reads the last number, pauses, appends the next one. */

#include "tests/chaos/resource.h"

#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/chaos/journal.h"

/*
 * All lines have the same length, so that the last one can be found by seeking.
 */
#define RECORD "%20" PRId64 " %20" PRId64 " %-22.22s\n"
#define RECORD_BYTES 65
#define THINKING_NS 500000

int resource_open(const char *dir, const char *lock)
{
    char path[4096];
    int resource;

    snprintf(path, sizeof(path), "%s/%s.resource", dir, lock);
    resource = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (resource == -1)
        err(1, "%s", path);
    return resource;
}

static int64_t last_number(int resource)
{
    char record[RECORD_BYTES + 1] = "0";
    struct stat found;

    if (fstat(resource, &found) == -1)
        err(1, "the resource");
    if (found.st_size >= RECORD_BYTES &&
        pread(resource, record, RECORD_BYTES, found.st_size - RECORD_BYTES) !=
            RECORD_BYTES)
        err(1, "the resource");
    return strtoll(record, NULL, 10);
}

int64_t resource_write(int resource, const char *tenure, int64_t fence,
                       int64_t *at)
{
    int64_t number = last_number(resource) + 1;
    char record[RECORD_BYTES + 1];

    nanosleep(&(struct timespec){.tv_nsec = THINKING_NS}, NULL);
    snprintf(record, sizeof(record), RECORD, number, fence, tenure);
    *at = boot_ns();
    if (write(resource, record, RECORD_BYTES) != RECORD_BYTES)
        err(1, "the resource");
    return number;
}

int64_t resource_read(int resource, int64_t *at)
{
    *at = boot_ns();
    return last_number(resource);
}
