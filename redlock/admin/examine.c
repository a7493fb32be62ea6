/* SPDX-License-Identifier: MIT */
/* redlock_examine: a thread for each node. */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "clock/clock.h"
#include "quorum/tally.h"
#include "redlock/admin/examine_node.h"
#include "redlock/api/client.h"
#include "redlock/core/memory.h"

#define PATIENCE_LEAST_NS RLK_NS_PER_S

struct examiner {
    struct rlk_uris uris;
    struct rlk_core_settings core;
    pthread_t thread[REDLOCK_NODES_MAX];
    struct rlk_examine_node node[REDLOCK_NODES_MAX];
};

/* As the connections of a client have them. */
static struct rlk_credentials
credentials_of(const struct redlock_settings *settings,
               const struct rlk_uri *uri)
{
    return (struct rlk_credentials){
        .username = uri->username != NULL ? uri->username : settings->username,
        .password = uri->password != NULL ? uri->password : settings->password,
    };
}

static bool name_scratch(char key[RLK_EXAMINE_KEY_MAX])
{
    unsigned char random[8];
    int length;

    if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
        return false;
    length = snprintf(key, RLK_EXAMINE_KEY_MAX, "redlock:doctor:");
    for (size_t i = 0; i < sizeof(random); i++)
        length += snprintf(key + length, RLK_EXAMINE_KEY_MAX - (size_t)length,
                           "%02x", random[i]);
    return true;
}

static bool prepare(struct examiner *examiner,
                    const struct redlock_settings *settings,
                    struct redlock_examination *examination)
{
    int64_t patience = 3 * examiner->core.node_timeout_ns;

    if (patience < PATIENCE_LEAST_NS)
        patience = PATIENCE_LEAST_NS;
    for (int i = 0; i < examiner->uris.count; i++) {
        struct rlk_examine_node *node = &examiner->node[i];

        node->uri = &examiner->uris.uri[i];
        node->credentials = credentials_of(settings, node->uri);
        node->patience = patience;
        node->facts = &examination->node[i];
        if (!name_scratch(node->key))
            return false;
    }
    return true;
}

static void *run(void *argument)
{
    rlk_examine_node(argument);
    return NULL;
}

/* The caller's signals are none of the threads' business. */
static bool examine_all(struct examiner *examiner)
{
    sigset_t all, before;
    int started = 0;
    int error = 0;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (error == 0 && started < examiner->uris.count) {
        error = pthread_create(&examiner->thread[started], NULL, run,
                               &examiner->node[started]);
        started += error == 0 ? 1 : 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (int i = 0; i < started; i++)
        pthread_join(examiner->thread[i], NULL);
    return error == 0;
}

static void describe(const struct rlk_core_settings *core,
                     struct redlock_examination *examination)
{
    examination->nodes = core->nodes;
    examination->quorum = core->quorum;
    examination->strategy =
        core->parallel ? REDLOCK_PARALLEL : REDLOCK_SEQUENTIAL;
    examination->guard = core->guard;
    examination->node_timeout_ms = rlk_clock_to_ms(core->node_timeout_ns);
    examination->ttl_max_ms = rlk_clock_to_ms(core->ttl_max_ns);
    examination->drift_factor = (double)core->drift_ppm / 1e6;
}

static enum redlock_status
status_of(const struct redlock_examination *examination)
{
    int examined = 0;
    int refusing = 0;

    for (int i = 0; i < examination->nodes; i++) {
        enum redlock_reason reason = examination->node[i].reason;

        examined += reason == REDLOCK_REASON_NONE ? 1 : 0;
        refusing += reason == REDLOCK_REASON_NOAUTH ||
                            reason == REDLOCK_REASON_WRONGPASS
                        ? 1
                        : 0;
    }
    if (refusing >= rlk_tally_majority(examination->nodes))
        return REDLOCK_NO_RIGHTS;
    return examined < examination->quorum ? REDLOCK_NO_QUORUM : REDLOCK_OK;
}

enum redlock_status redlock_examine(const struct redlock_settings *settings,
                                    struct redlock_examination *examination,
                                    struct redlock_problem *problem)
{
    struct examiner *examiner = rlk_alloc(sizeof(*examiner));
    enum redlock_status status;

    memset(examination, 0, sizeof(*examination));
    if (examiner == NULL)
        return REDLOCK_NO_MEMORY;
    status = rlk_uris_parse(settings->nodes == NULL ? "" : settings->nodes,
                            &examiner->uris, problem);
    if (status == REDLOCK_OK)
        status = rlk_client_check(settings, &examiner->uris, &examiner->core,
                                  problem);
    if (status == REDLOCK_OK) {
        status = REDLOCK_SYSTEM;
        if (prepare(examiner, settings, examination) && examine_all(examiner)) {
            describe(&examiner->core, examination);
            status = status_of(examination);
        }
    }
    rlk_uris_clear(&examiner->uris);
    rlk_free(examiner);
    return status;
}
