/* SPDX-License-Identifier: MIT */
/* Makes a client from settings. */

#include "redlock/api/client.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "quorum/node_set.h"
#include "redlock/net/fork.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"
#include "redlock/sets/set.h"
#include "redlock/types/types.h"

#define PPM 1000000
#define PAUSE_MAX_MOST_MS (3600 * 1000)

/* A longer TTL is a mistake, and sums of such TTLs would saturate. */
#define TTL_MAX_MOST_MS (INT64_C(400) * 24 * 3600 * 1000)

_Static_assert(REDLOCK_DRIFT_FIXED_MS *RLK_NS_PER_MS == RLK_DRIFT_FIXED_NS,
               "the pure layers have it without the public header");

static void default_label(char label[REDLOCK_LABEL_MAX])
{
    char host[REDLOCK_LABEL_MAX - 16] = "unknown";

    (void)gethostname(host, sizeof(host) - 1);
    snprintf(label, REDLOCK_LABEL_MAX, "%s:%ld", host, (long)getpid());
}

static enum redlock_status check_times(const struct redlock_settings *settings,
                                       struct rlk_runtime_settings *checked,
                                       struct redlock_problem *problem)
{
    int64_t timeout_ms = settings->node_timeout_ms == 0
                             ? REDLOCK_NODE_TIMEOUT_DEFAULT_MS
                             : settings->node_timeout_ms;
    int64_t ttl_max_ms = settings->ttl_max_ms == 0 ? REDLOCK_TTL_MAX_DEFAULT_MS
                                                   : settings->ttl_max_ms;
    double drift = settings->drift_factor == 0.0 ? REDLOCK_DRIFT_DEFAULT
                                                 : settings->drift_factor;
    const char *wrong = NULL;

    if (timeout_ms < 1 || timeout_ms > 3600 * 1000)
        wrong = "the node time-out is out of its range, 1 ms .. 1 h";
    else if (ttl_max_ms < 1 || ttl_max_ms > TTL_MAX_MOST_MS)
        wrong = "the longest ttl is out of its range, 1 ms .. 400 days";
    else if (!(drift > 0.0 && drift < 1.0))
        wrong = "the drift factor is out of its range, above 0, below 1";
    else if (settings->slack_ms < REDLOCK_NO_SLACK ||
             settings->slack_ms > TTL_MAX_MOST_MS)
        wrong = "the slack is out of its range, none .. 400 days";
    else if (settings->pause_max_ms < 0 ||
             settings->pause_max_ms > PAUSE_MAX_MOST_MS)
        wrong = "the longest pause is out of its range, 1 ms .. 1 h";
    else if (settings->guard > REDLOCK_GUARD_OFF)
        wrong = "unknown guard";
    else if (settings->log_level > REDLOCK_LOG_DEBUG)
        wrong = "unknown level of the log";
    if (wrong != NULL)
        return rlk_problem_refuse(problem, "%s", wrong);
    checked->node_timeout_ns = rlk_clock_from_ms(timeout_ms);
    checked->ttl_max_ns = rlk_clock_from_ms(ttl_max_ms);
    checked->drift_ppm = (int64_t)(drift * PPM + 0.5);
    checked->slack_ns = -1;
    if (settings->slack_ms != 0)
        checked->slack_ns = settings->slack_ms == REDLOCK_NO_SLACK
                                ? 0
                                : rlk_clock_from_ms(settings->slack_ms);
    checked->pause_max_ns = rlk_clock_from_ms(settings->pause_max_ms);
    checked->guard = settings->guard;
    checked->read_only = settings->read_only;
    checked->observations = settings->observations;
    checked->observations_count = settings->observations_count;
    return REDLOCK_OK;
}

static enum redlock_status check_quorum(const struct redlock_settings *settings,
                                        struct rlk_runtime_settings *checked,
                                        struct redlock_problem *problem)
{
    int majority = rlk_tally_majority(checked->nodes);

    checked->quorum = settings->quorum;
    if (settings->quorum == 0)
        checked->quorum = majority;
    else if (settings->quorum == REDLOCK_QUORUM_ALL)
        checked->quorum = checked->nodes;
    if (checked->quorum < majority || checked->quorum > checked->nodes)
        return rlk_problem_refuse(
            problem,
            "a quorum of %d is out of its range: %d (a majority) "
            ".. %d (all) of %d nodes",
            settings->quorum, majority, checked->nodes, checked->nodes);
    if (settings->strategy != REDLOCK_SEQUENTIAL &&
        settings->strategy != REDLOCK_PARALLEL)
        return rlk_problem_refuse(problem, "unknown strategy");
    checked->parallel = settings->strategy == REDLOCK_PARALLEL;
    return REDLOCK_OK;
}

/*
 * A failover may forget locks. Only the guard reduces that to a lost vote, so
 * Sentinels require the guard.
 */
static enum redlock_status check_sentinels(const struct redlock_settings *from,
                                           const struct rlk_uris *uris,
                                           struct redlock_problem *problem)
{
    for (int i = 0; i < uris->count; i++) {
        if (!uris->uri[i].sentinel || from->guard == REDLOCK_GUARD_ON)
            continue;
        (void)rlk_problem_refuse(problem,
                                 "a failover forgets locks: sentinel:// needs "
                                 "the guard, --guard on, and redlock init");
        if (problem != NULL)
            problem->position = i + 1;
        return REDLOCK_UNSAFE;
    }
    return REDLOCK_OK;
}

const struct redlock_settings *
rlk_client_settings(const struct redlock_settings *given,
                    struct redlock_settings *room,
                    struct redlock_problem *problem)
{
    const struct redlock_settings *settings =
        rlk_size_read(given, room, RLK_SIZE_SETTINGS, sizeof(*given));

    if (settings == NULL)
        (void)rlk_problem_refuse(problem,
                                 "the size of the settings is too small, or a "
                                 "setting is of a later version than %s",
                                 redlock_version());
    return settings;
}

enum redlock_status rlk_client_check(const struct redlock_settings *settings,
                                     const struct rlk_uris *uris,
                                     struct rlk_runtime_settings *checked,
                                     struct redlock_problem *problem)
{
    enum redlock_status status;

    checked->nodes = uris->count;
    for (int node = 0; node < uris->count; node++)
        checked->names[node] = uris->uri[node].name;
    status = check_times(settings, checked, problem);
    if (status == REDLOCK_OK)
        status = check_quorum(settings, checked, problem);
    if (status == REDLOCK_OK)
        status = check_sentinels(settings, uris, problem);
    if (status == REDLOCK_OK && settings->label != NULL &&
        strlen(settings->label) >= REDLOCK_LABEL_MAX)
        status =
            rlk_problem_refuse(problem, "the label is longer than %d bytes",
                               REDLOCK_LABEL_MAX - 1);
    return status;
}

/* The reason why opening failed, from errno. */
static enum redlock_status lack(struct redlock_problem *problem,
                                const char *what)
{
    if (errno == ENOMEM)
        return REDLOCK_NO_MEMORY;
    (void)rlk_problem_refuse(problem, "%s: %s", what, strerror(errno));
    return REDLOCK_SYSTEM;
}

static enum redlock_status open_sockets(struct redlock_client *client,
                                        const struct redlock_settings *settings,
                                        struct redlock_problem *problem)
{
    struct rlk_sockets_settings sockets = {
        .uris = &client->uris,
        .tls = &client->tls,
        .username = settings->username,
        .password = settings->password,
    };

    if (!rlk_random_init(&sockets.random))
        return lack(problem, "the kernel gives no random bits");
    client->sockets = rlk_sockets_open(&sockets, &client->core);
    if (client->sockets == NULL)
        return lack(problem, "the system refuses a descriptor");
    return REDLOCK_OK;
}

/* All but its core, and its log. */
static void free_client(struct redlock_client *client)
{
    if (client->sockets != NULL)
        rlk_sockets_close(client->sockets);
    rlk_tls_nodes_close(&client->tls);
    rlk_uris_clear(&client->uris);
    rlk_free(client);
}

enum redlock_status rlk_client_open(const struct redlock_settings *given,
                                    struct redlock_client **handle,
                                    struct redlock_problem *problem)
{
    struct redlock_settings room;
    const struct redlock_settings *settings =
        rlk_client_settings(given, &room, problem);
    struct rlk_runtime_settings checked = {0};
    struct redlock_client *client;
    char label[REDLOCK_LABEL_MAX];
    enum redlock_status status;

    if (settings == NULL)
        return REDLOCK_BAD_SETTING;
    client = rlk_resize(NULL, sizeof(*client));
    if (client == NULL)
        return REDLOCK_NO_MEMORY;
    /* Not the core, which rlk_core_init() fills. */
    rlk_zero(client, offsetof(struct redlock_client, core));
    client->fork_generation = rlk_fork_generation();
    rlk_list_init(&client->pending);
    rlk_list_init(&client->retains);
    rlk_list_init(&client->observers);
    rlk_list_init(&client->cancellable);
    status = rlk_uris_parse(settings->nodes == NULL ? "" : settings->nodes,
                            &client->uris, problem);
    if (status == REDLOCK_OK)
        status = rlk_client_check(settings, &client->uris, &checked, problem);
    if (status == REDLOCK_OK)
        status = rlk_tls_nodes_open(&client->tls, &client->uris, &settings->tls,
                                    problem);
    if (status == REDLOCK_OK)
        status = open_sockets(client, settings, problem);
    if (status == REDLOCK_OK && !rlk_log_open(client, settings))
        status = REDLOCK_NO_MEMORY;
    if (status != REDLOCK_OK)
        goto out;

    default_label(label);
    checked.kind = &rlk_mutex;
    checked.shared = &rlk_shared;
    checked.owned = &rlk_owned;
    checked.downgraded = &rlk_downgraded;
    checked.semaphore = &rlk_semaphore;
    checked.label = settings->label == NULL ? label : settings->label;
    checked.generation = client->fork_generation;
    client->core.runtime.api = client;

    status = rlk_core_init(&client->core, &checked,
                           rlk_sockets_transport(client->sockets), rlk_now());
    if (status != REDLOCK_OK)
        goto out;
    client->core.runtime.published = rlk_lost_fd_published;
    client->core.runtime.freed = rlk_lost_fd_freed;
    rlk_log_begin(client);
    *handle = client;
    return REDLOCK_OK;

out:
    rlk_free(client->log);
    free_client(client);
    return status;
}

void rlk_client_free(struct redlock_client *client)
{
    /* A set under way writes to its call, so it is freed first. */
    rlk_sets_clear(&client->core.runtime);
    rlk_async_clear(client);
    rlk_observe_clear(client);
    rlk_log_clear(client);
    rlk_core_clear(&client->core, rlk_now());
    free_client(client);
}

void rlk_client_wake_loop(struct redlock_client *client)
{
    /* Calls made by a callback belong to the turn that runs the callback. */
    if (client->on_fd && !client->delivering)
        rlk_sockets_wake_if_work(client->sockets);
}

bool rlk_client_is_ours(const struct redlock_client *client)
{
    return client->fork_generation == rlk_fork_generation();
}

const char *redlock_warning(const struct redlock_client *client)
{
    if (client->uris.count % 2 == 0)
        return "an even number of nodes bears no more failures than one node "
               "fewer";
    return NULL;
}

int redlock_nodes(const struct redlock_client *client)
{
    return client->core.runtime.settings.nodes;
}

int redlock_quorum(const struct redlock_client *client)
{
    return client->core.runtime.settings.quorum;
}

const char *redlock_node_name(const struct redlock_client *client, int node)
{
    return node < 0 || node >= client->uris.count ? NULL
                                                  : client->uris.uri[node].name;
}
