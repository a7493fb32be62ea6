/* SPDX-License-Identifier: MIT */
/* Handles that end calls, and which calls have one. */

#include "redlock/api/cancel.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "redlock/api/client.h"
#include "redlock/net/fork.h"
#include "redlock/net/sockets.h"
#include "redlock/runtime/memory.h"

struct redlock_cancel {
    int descriptor;
    unsigned fork_generation; /* rlk_fork_generation() when it was made */
};

/* --- the handle ------------------------------------------------------------
 */

enum redlock_status redlock_cancel_new(struct redlock_cancel **place)
{
    struct redlock_cancel *cancel = rlk_alloc(sizeof(*cancel));

    if (cancel == NULL)
        return REDLOCK_NO_MEMORY;
    cancel->descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (cancel->descriptor < 0) {
        rlk_free(cancel);
        return REDLOCK_SYSTEM;
    }
    cancel->fork_generation = rlk_fork_generation();
    *place = cancel;
    return REDLOCK_OK;
}

/* A child after fork() shares the descriptor with its parent. */
static bool is_ours(const struct redlock_cancel *cancel)
{
    return cancel->fork_generation == rlk_fork_generation();
}

void redlock_cancel_trigger(struct redlock_cancel *cancel)
{
    uint64_t one = 1;
    int error = errno;

    /* One that cannot be triggered once more is triggered. */
    if (is_ours(cancel))
        (void)!write(cancel->descriptor, &one, sizeof(one));
    errno = error;
}

void redlock_cancel_reset(struct redlock_cancel *cancel)
{
    uint64_t triggers;

    if (is_ours(cancel))
        (void)!read(cancel->descriptor, &triggers, sizeof(triggers));
}

void redlock_cancel_free(struct redlock_cancel *cancel)
{
    if (cancel == NULL)
        return;
    close(cancel->descriptor);
    rlk_free(cancel);
}

static bool is_triggered(const struct redlock_cancel *cancel)
{
    struct pollfd look = {.fd = cancel->descriptor, .events = POLLIN};

    return poll(&look, 1, 0) > 0;
}

/* --- the calls that have it ------------------------------------------------
 */

static struct rlk_cancellable *of_list(struct rlk_list *of_client)
{
    return RLK_OWNER_OF(of_client, struct rlk_cancellable, of_client);
}

/* One of the client's calls with that descriptor; NULL: there is none. */
static struct rlk_cancellable *find(struct redlock_client *client,
                                    int descriptor)
{
    struct rlk_list *all = &client->cancellable;

    for (struct rlk_list *at = all->next; at != all; at = at->next) {
        if (of_list(at)->cancel->descriptor == descriptor)
            return of_list(at);
    }
    return NULL;
}

/* Ends the calls of the handle that polls readable. */
static void obey(struct rlk_core *core, int descriptor, int64_t now)
{
    struct redlock_client *client = core->runtime.face;
    struct rlk_cancellable *cancellable = find(client, descriptor);

    /* The number may have become another handle's meanwhile. */
    if (cancellable == NULL || !is_triggered(cancellable->cancel))
        return;
    while ((cancellable = find(client, descriptor)) != NULL) {
        rlk_cancel_end(cancellable);
        rlk_any_call_cancel(cancellable->call, cancellable->several, now);
    }
    rlk_core_arm(core);
}

enum redlock_status rlk_cancel_begin(struct rlk_cancellable *cancellable,
                                     struct redlock_client *client,
                                     const struct redlock_request *request,
                                     union rlk_any_call *call)
{
    const struct redlock_cancel *cancel = request->cancel;

    if (cancel == NULL)
        return REDLOCK_OK;
    if (!is_ours(cancel))
        return REDLOCK_FORKED;
    if (is_triggered(cancel))
        return REDLOCK_CANCELLED;
    if (find(client, cancel->descriptor) == NULL &&
        !rlk_sockets_watch(client->sockets, cancel->descriptor, obey))
        return REDLOCK_SYSTEM;
    *cancellable = (struct rlk_cancellable){
        .client = client,
        .cancel = cancel,
        .call = call,
        .several = request->more_count != 0,
    };
    rlk_list_push_front(&client->cancellable, &cancellable->of_client);
    return REDLOCK_OK;
}

void rlk_cancel_end(struct rlk_cancellable *cancellable)
{
    struct redlock_client *client = cancellable->client;
    int descriptor;

    if (!rlk_list_linked(&cancellable->of_client))
        return;
    rlk_list_remove(&cancellable->of_client);
    /* A child after fork() may have freed the handle, and the descriptor is in
     * its parent's loop. */
    if (!rlk_client_is_ours(client))
        return;
    descriptor = cancellable->cancel->descriptor;
    if (find(client, descriptor) == NULL)
        rlk_sockets_unwatch(client->sockets, descriptor);
}

void rlk_cancel_clear(struct redlock_client *client)
{
    while (!rlk_list_empty(&client->cancellable))
        rlk_cancel_end(of_list(client->cancellable.next));
}
