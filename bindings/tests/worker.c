/* SPDX-License-Identifier: MIT */
/* worker NODES RESOURCE COUNTER SECONDS: a contender in C, as worker.py. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "redlock/redlock.h"

static double now(clockid_t clock)
{
    struct timespec at;

    clock_gettime(clock, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static void note(int journal, const char *what, struct redlock_lock *lock)
{
    char token[REDLOCK_TOKEN_MAX];
    char line[256];
    int length = snprintf(line, sizeof(line), "%s c %lld %s %.3f\n", what,
                          (long long)redlock_fence(lock),
                          redlock_token(lock, token), now(CLOCK_REALTIME));

    if (write(journal, line, (size_t)length) != length)
        exit(2);
}

static void count(const char *path)
{
    FILE *file = fopen(path, "r");
    long number = 0;

    if (file == NULL || fscanf(file, "%ld", &number) != 1)
        exit(2);
    (void)fclose(file);
    file = fopen(path, "w");
    if (file == NULL || fprintf(file, "%ld", number + 1) < 1)
        exit(2);
    (void)fclose(file);
}

int main(int argc, char **argv)
{
    struct redlock_settings settings = {.node_timeout_ms = 5000};
    struct redlock_client *client = NULL;
    char path[4096];
    int turns = 0;
    int journal;
    double end;

    if (argc != 5)
        return 64;
    settings.nodes = argv[1];
    snprintf(path, sizeof(path), "%s.journal", argv[3]);
    journal = open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
    if (journal < 0 || redlock_open(&settings, &client, NULL) != REDLOCK_OK)
        return 2;
    end = now(CLOCK_MONOTONIC) + atof(argv[4]);
    while (now(CLOCK_MONOTONIC) < end) {
        struct redlock_request request = {.resource = argv[2],
                                          .ttl_ms = 10000,
                                          .wait_ms = 1000,
                                          .keep = true,
                                          .fencing = true};
        struct redlock_lock *lock = NULL;

        if (redlock_acquire(client, &request, &lock) != REDLOCK_OK)
            continue;
        note(journal, "enter", lock);
        count(argv[3]);
        note(journal, "leave", lock);
        turns++;
        redlock_release(&lock, NULL);
        usleep(20000);
    }
    redlock_close(client);
    printf("%d\n", turns);
}
