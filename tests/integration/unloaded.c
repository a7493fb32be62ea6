/* SPDX-License-Identifier: MIT */
/*
 * unloaded LIBRARY: a program that has the library by dlopen() and closes it
 * while a lock is kept. The keeper's thread runs on, and so its code must stay.
 * A plain program that speaks TAP, and is not linked with the library.
 */

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "redlock/redlock.h"
#include "tests/support/server.h"

#undef redlock_open
#undef redlock_acquire

#define TTL_MS 6000
#define PATIENCE_MS 60000

typedef enum redlock_status open_fn(const struct redlock_settings *settings,
                                    struct redlock_client **client,
                                    struct redlock_problem *problem);
typedef enum redlock_status acquire_fn(struct redlock_client *client,
                                       const struct redlock_request *request,
                                       struct redlock_lock **lock);

/* room: a pointer to a function. */
static void find(void *library, const char *name, void *room)
{
    void *found = dlsym(library, name);

    if (found == NULL)
        die("%s: %s", name, dlerror());
    memcpy(room, &found, sizeof(found));
}

static void keep_a_lock(void *library, const char *nodes)
{
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    open_fn *open_client;
    acquire_fn *acquire;

    find(library, "redlock_open", &open_client);
    find(library, "redlock_acquire", &acquire);
    if (open_client(
            &(struct redlock_settings){.size = sizeof(struct redlock_settings),
                                       .node_timeout_ms = PATIENCE_MS,
                                       .nodes = nodes},
            &client, NULL) != REDLOCK_OK ||
        acquire(
            client,
            &(struct redlock_request){.size = sizeof(struct redlock_request),
                                      .resource = "kept",
                                      .ttl_ms = TTL_MS,
                                      .wait_ms = PATIENCE_MS,
                                      .keep = true},
            &lock) != REDLOCK_OK)
        die("no lock to keep");
}

/* Only a renewal moves the key's end. */
static bool is_renewed(struct server *server)
{
    long long end = boot_ms() + PATIENCE_MS;
    long long before = TTL_MS + PATIENCE_MS;

    while (boot_ms() < end) {
        long long left = server_integer(server, "PTTL kept");
        if (left > before)
            return true;
        before = left;
        sleep_ms(10);
    }
    return false;
}

int main(int argc, char **argv)
{
    static struct server server;
    void *library;
    bool renewed;

    if (argc != 2)
        die("usage: unloaded LIBRARY");
    server_start(&server, NULL);
    library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL)
        die("%s", dlerror());
    keep_a_lock(library, server.uri);
    (void)dlclose(library);
    renewed = is_renewed(&server);
    printf("%sok 1 - unloaded::a_kept_lock_is_renewed_after_dlclose\n1..1\n",
           renewed ? "" : "not ");
    server_kill(&server);
    return !renewed;
}
