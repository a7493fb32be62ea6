/* SPDX-License-Identifier: MIT */
/*
 * This library: the blocking API with its defaults. Each session is a client of
 * its own, as in a process of its own. See bench/ours_settings.h for style.
 */

#include <stdlib.h>

#include "bench/others/contender.h"
#include "bench/ours_settings.h"

struct session {
    struct redlock_client *client;
    struct redlock_lock *lock;
    struct redlock_request request;
};

struct session *session_open(const struct driver_plan *plan,
                             const char *resource)
{
    char nodes[OURS_NODES_TEXT_MAX];
    struct redlock_settings settings = ours_settings(plan, nodes);
    struct session *session = calloc(1, sizeof(*session));

    if (!session)
        return NULL;
    settings.ttl_max_ms = contender_ttl_ms();
    if (redlock_open(&settings, &session->client, NULL) != REDLOCK_OK) {
        free(session);
        return NULL;
    }
    session->request =
        (struct redlock_request){.size = sizeof(session->request),
                                 .resource = resource,
                                 .ttl_ms = contender_ttl_ms(),
                                 .wait_ms = REDLOCK_FOREVER,
                                 .keep = true,
                                 .fencing = ours_fenced(plan)};
    return session;
}

/* Without a quorum the client can still be used, and must release its keys. */
bool session_acquire(struct session *session)
{
    enum redlock_status status;

    do
        status =
            redlock_acquire(session->client, &session->request, &session->lock);
    while (status == REDLOCK_NO_QUORUM);
    return status == REDLOCK_OK;
}

bool session_release(struct session *session)
{
    (void)redlock_release(&session->lock, NULL);
    return true;
}

bool session_holds(struct session *session)
{
    return redlock_held(session->lock);
}

void session_close(struct session *session)
{
    if (session->lock)
        (void)redlock_release(&session->lock, NULL);
    redlock_close(session->client);
    free(session);
}
