/* SPDX-License-Identifier: MIT */
/*
 * cycles COUNT: after so many acquire and release cycles in one process
 * its memory, descriptors and threads are what they were after the first
 * thousand. A plain program that speaks TAP.
 */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/fleet.h"
#include "tests/support/tap.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

/* Sanitizers keep freed memory, and look for leaks themselves. */
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define SANITIZED true
#else
#define SANITIZED false
#endif

enum {
    WARM_UP = 1000
};

struct footprint {
    long resident_kb;
    long threads;
    int descriptors;
    int timers;
};

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_report report;

static long status_line(const char *field)
{
    char line[256];
    long value = -1;
    FILE *file = fopen("/proc/self/status", "r");

    if (file == NULL)
        die("no /proc");
    while (fgets(line, sizeof(line), file) != NULL)
        if (strncmp(line, field, strlen(field)) == 0)
            value = strtol(line + strlen(field), NULL, 10);
    fclose(file);
    return value;
}

static struct footprint measure(void)
{
    struct footprint footprint = {.resident_kb = status_line("VmRSS:"),
                                  .threads = status_line("Threads:")};
    DIR *dir = opendir("/proc/self/fd");
    struct dirent *entry;

    if (dir == NULL)
        die("no /proc");
    while ((entry = readdir(dir)) != NULL) {
        char path[512], target[64];
        ssize_t length;

        footprint.descriptors++;
        snprintf(path, sizeof(path), "/proc/self/fd/%s", entry->d_name);
        length = readlink(path, target, sizeof(target) - 1);
        target[length > 0 ? length : 0] = '\0';
        footprint.timers += strstr(target, "timerfd") != NULL;
    }
    closedir(dir);
    printf("# %ld KB, %ld threads, %d descriptors, %d timers\n",
           footprint.resident_kb, footprint.threads, footprint.descriptors,
           footprint.timers);
    return footprint;
}

/*
 * One lock in sixteen is kept, extended, watched by its descriptor, or refused.
 * One in 64 waits for every node, because requests queued for a node that is
 * slower than the quorum are no leak.
 */
static bool cycle(long i)
{
    struct redlock_lock *lock = NULL, *second = NULL;
    bool fine = redlock_acquire(client,
                                &(struct redlock_request){.resource = "cup",
                                                          .keep = i % 16 == 0},
                                &lock) == REDLOCK_OK;

    if (fine && i % 16 == 1)
        fine = redlock_extend(lock, 30000, NULL) == REDLOCK_OK;
    if (fine && i % 16 == 2)
        fine = redlock_lost_fd(lock) >= 0;
    if (fine && i % 16 == 3)
        fine = fleet_acquire(client, "cup", &second) == REDLOCK_BUSY;
    fine = redlock_release(&lock, NULL) == REDLOCK_OK && fine;
    if (i % 64 == 0)
        fine = redlock_inspect(client, "cup", &report) == REDLOCK_OK && fine;
    return fine;
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 100000;
    struct footprint first, last;
    bool fine = true;

    fleet_start(&fleet, 3);
    client = fleet_open(&fleet, UNHURRIED_MS);
    for (long i = 0; i < WARM_UP; i++)
        fine = cycle(i) && fine;
    first = measure();
    for (long i = WARM_UP; i < count; i++)
        fine = cycle(i) && fine;
    last = measure();

    tap_check(fine, "every_cycle_succeeds");
    /*
     * Buffers and arenas reach their final size late. A leak of 32 bytes a
     * cycle, the smallest that malloc can lose, would be three megabytes.
     */
    tap_check(SANITIZED || last.resident_kb <= first.resident_kb + 512,
              "the_memory_is_the_same");
    tap_check(last.descriptors == first.descriptors,
              "the_descriptors_are_the_same");
    tap_check(last.timers == first.timers, "the_timers_are_the_same");
    tap_check(last.threads <= first.threads, "the_threads_are_the_same");
    redlock_close(client);
    fleet_await(&fleet, NULL, "cup", 0);
    fleet_stop(&fleet);
    return tap_end();
}
