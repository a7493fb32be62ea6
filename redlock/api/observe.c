/* SPDX-License-Identifier: MIT */
/* Observers in both APIs: their views and their lifetime. */

#include <pthread.h>

#include "clock/clock.h"
#include "redlock/api/client.h"
#include "redlock/api/sync.h"
#include "redlock/core/observe.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/token.h"

struct redlock_observer {
    struct rlk_observe core;
    struct redlock_client *client;
    struct rlk_list of_client;
    struct rlk_listener listener; /* the blocking API */
    redlock_view_fn *changed;
    void *user;
};

/* --- reports -------------------------------------------------------------- */

_Static_assert((int)RLK_VIEW_UNSURE == (int)REDLOCK_HOLDING_UNSURE &&
                   (int)RLK_VIEW_NOBODY == (int)REDLOCK_HOLDING_NOBODY &&
                   (int)RLK_VIEW_HELD == (int)REDLOCK_HOLDING_SOMEBODY,
               "the public header has the same states");

static void fill(struct redlock_view *view, const struct rlk_observe *core,
                 const struct rlk_observation_change *change)
{
    const struct rlk_runtime_settings *settings = &core->call.runtime->settings;

    *view = (struct redlock_view){
        .size = sizeof(*view),
        .holding = (enum redlock_holding)change->view->state,
        .status = core->call.status,
        .nodes = settings->nodes,
        .quorum = settings->quorum,
        .answered = change->view->answered,
        .named = change->view->named,
        .asked_ms = rlk_clock_to_ms(change->asked),
        .since_ms = rlk_clock_to_ms(change->since),
        .until_ms = change->view->ends == RLK_NEVER
                        ? 0
                        : rlk_clock_to_ms(change->view->ends),
        .fence = change->view->fence,
        .passed_over = change->passed_over,
    };
    rlk_text_show(view->token, sizeof(view->token), change->view->token.bytes,
                  (size_t)change->view->token.length);
}

/* false: there is no change to report any more. */
static bool take(struct redlock_observer *observer, struct redlock_view *view)
{
    struct rlk_observation_change change;

    if (!rlk_observation_changed(&observer->core.observation))
        return false;
    rlk_observation_tell(&observer->core.observation, &change);
    fill(view, &observer->core, &change);
    return true;
}

/* The blocking API's rlk_listener.call. */
static void call(struct rlk_listener *listener, pthread_mutex_t *mutex)
{
    struct redlock_observer *observer =
        RLK_OWNER_OF(listener, struct redlock_observer, listener);
    redlock_view_fn *changed = observer->changed;
    void *user = observer->user;
    struct redlock_view view;

    if (!take(observer, &view))
        return;
    pthread_mutex_unlock(mutex);
    changed(user, &view);
    pthread_mutex_lock(mutex);
}

/* The completion's function. The callback may free the observer. */
static void changed(struct rlk_completion *completion)
{
    struct redlock_observer *observer =
        RLK_OWNER_OF(completion, struct redlock_observer, core.call.completion);
    struct redlock_client *client = observer->client;
    struct redlock_view view;

    if (client->sync != NULL) {
        rlk_tell_listener(&client->sync->tell, &observer->listener);
    } else if (take(observer, &view)) {
        client->delivering = true;
        observer->changed(observer->user, &view);
        client->delivering = false;
    }
}

/* --- its life ------------------------------------------------------------ */

static void observer_free(struct redlock_observer *observer)
{
    rlk_observe_stop(&observer->core);
    rlk_list_remove(&observer->of_client);
    rlk_list_remove(&observer->listener.waiting);
    rlk_free(observer);
}

static enum redlock_status start(struct redlock_client *client,
                                 struct redlock_observer *observer,
                                 const char *resource, int64_t every_ms)
{
    if (client->sync != NULL && !rlk_sync_start_keeper(client->sync))
        return REDLOCK_SYSTEM;
    return rlk_observe_start(&observer->core, &client->core.runtime, resource,
                             rlk_clock_from_ms(every_ms), rlk_now());
}

enum redlock_status redlock_observe(struct redlock_client *client,
                                    const char *resource, int64_t every_ms,
                                    redlock_view_fn *on_change, void *user,
                                    struct redlock_observer **handle)
{
    struct redlock_observer *observer;
    enum redlock_status status;

    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    if (*handle != NULL)
        return REDLOCK_ALREADY;
    if (redlock_resource_problem(resource) != NULL || on_change == NULL ||
        every_ms < 0)
        return REDLOCK_BAD_REQUEST;
    observer = rlk_alloc(sizeof(*observer));
    if (observer == NULL)
        return REDLOCK_NO_MEMORY;
    observer->client = client;
    observer->core.call.completion.run = changed;
    observer->listener.call = call;
    observer->changed = on_change;
    observer->user = user;
    rlk_sync_enter(client);
    status = start(client, observer, resource,
                   every_ms == 0 ? REDLOCK_EVERY_DEFAULT_MS : every_ms);
    if (status == REDLOCK_OK) {
        rlk_list_push_front(&client->observers, &observer->of_client);
        *handle = observer;
    }
    rlk_sync_leave(client);
    if (status != REDLOCK_OK)
        rlk_free(observer);
    return status;
}

void redlock_unobserve(struct redlock_observer **handle)
{
    struct redlock_observer *observer = handle == NULL ? NULL : *handle;
    struct redlock_client *client;

    if (observer == NULL)
        return;
    client = observer->client;
    *handle = NULL;
    if (!rlk_client_is_ours(client))
        return;
    rlk_sync_lock(client);
    if (client->sync != NULL)
        rlk_tell_stop(&client->sync->tell, &observer->listener,
                      &client->sync->mutex);
    observer_free(observer);
    rlk_sync_leave(client);
}

void rlk_observe_clear(struct redlock_client *client)
{
    while (!rlk_list_empty(&client->observers))
        observer_free(RLK_OWNER_OF(client->observers.next,
                                   struct redlock_observer, of_client));
}
