/* SPDX-License-Identifier: MIT */
/*
 * tickets FILE [lock]: eight tellers sell twenty tickets. The file has the
 * number of tickets left. A teller reads it, talks to a customer, and writes
 * one less. Without a lock they sell more tickets than there are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "redlock/redlock.h"

static int number(const char *path, int written)
{
    FILE *file = fopen(path, written < 0 ? "r" : "w");
    int left = written;

    if (file == NULL || (written < 0 ? fscanf(file, "%d", &left)
                                     : fprintf(file, "%d\n", written)) < 1)
        exit(2);
    (void)fclose(file);
    return left;
}

static int sell(const char *path, bool locked)
{
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .node_timeout_ms = 5000};
    struct redlock_client *client = NULL;
    int sold = 0;

    if (redlock_open(&settings, &client, NULL) != REDLOCK_OK)
        exit(2);
    for (int left = 1; left > 0;) {
        struct redlock_request request = {.resource = "tickets",
                                          .wait_ms = REDLOCK_FOREVER};
        struct redlock_lock *lock = NULL;
        if (locked && redlock_acquire(client, &request, &lock) != REDLOCK_OK)
            exit(2);
        left = number(path, -1);
        usleep(10000); /* "Window or aisle?" */
        if (left > 0 && ++sold)
            (void)number(path, left - 1);
        if (locked)
            (void)redlock_release(&lock, NULL);
    }
    redlock_close(client);
    return sold;
}

int main(int argc, char **argv)
{
    int sold = 0;
    int status;

    if (argc < 2)
        return 2;
    (void)number(argv[1], 20);
    for (int i = 0; i < 8; i++) {
        if (fork() == 0)
            _exit(sell(argv[1], argc > 2));
    }
    while (wait(&status) > 0)
        sold += WEXITSTATUS(status);
    printf("20 tickets, %d sold\n", sold);
    return sold == 20 ? 0 : 1;
}
