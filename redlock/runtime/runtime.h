/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_RUNTIME_H
#define RLK_REDLOCK_RUNTIME_RUNTIME_H

/*
 * The ground on which the core's parts stand: the settings, the transport, the
 * timers, the completions, and what exists. It calls nobody. core.h makes it,
 * and alone walks the lists.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/sightings.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"
#include "redlock/runtime/transport.h"

struct redlock_lock;
struct rlk_node;

struct rlk_runtime_settings {
    const struct rlk_kind *kind; /* of its locks; static */
    int nodes;
    int quorum;
    bool parallel;
    int64_t node_timeout_ns;
    int64_t ttl_max_ns;
    int64_t drift_ppm;
    unsigned generation;  /* of the process: see redlock_lock */
    int64_t slack_ns;     /* keys live so much longer; -1: by the TTL */
    int64_t pause_max_ns; /* of one that waits; 0: the acquire's own */
    enum redlock_guard guard;
    const struct redlock_sighting *sightings; /* borrowed for the making */
    int sightings_count;
    const char *label;                    /* borrowed likewise */
    const char *names[REDLOCK_NODES_MAX]; /* borrowed; without passwords */
};

struct rlk_runtime {
    struct rlk_transport *transport; /* borrowed */
    struct rlk_runtime_settings settings;
    struct rlk_token_base token_base;
    uint64_t attempts; /* counts tokens; none is used twice */
    uint64_t serials;  /* counts requests with rules, likewise */
    bool guarded;      /* markers are judged: told so, or one was seen */
    struct rlk_sightings sightings; /* of other processes */
    struct rlk_timers timers;
    struct rlk_completions completions;
    struct rlk_node *nodes;    /* settings.nodes of them */
    struct rlk_list ops;       /* rounds in flight */
    struct rlk_list spare_ops; /* the last: for a release without memory */
    int spare_ops_count;
    struct rlk_list acquires; /* acquisitions under way */
    struct rlk_list locks;    /* whose handles exist */

    /* The keeper's: whenever a lock has moved, and when its timer fires. */
    void (*lock_moved)(struct redlock_lock *lock, int64_t now);
    void (*lock_fire)(struct rlk_timer *timer, int64_t now);

    /* The face's: face as it will be, the rest set after the making. */
    void *face;
    void (*tell)(struct redlock_lock *lock); /* of its loss, a completion */
    void (*published)(struct redlock_lock *lock); /* at once; may be NULL */
    void (*freed)(struct redlock_lock *lock);     /* likewise, before it is */
};

/* nodes: the caller's memory. transport: borrowed, with ops. */
void rlk_runtime_init(struct rlk_runtime *runtime,
                      const struct rlk_runtime_settings *settings,
                      struct rlk_transport *transport, struct rlk_node *nodes);

void rlk_runtime_clear(struct rlk_runtime *runtime);

/* How much longer than the lock is believed in its keys live. */
int64_t rlk_runtime_slack(const struct rlk_runtime *runtime, int64_t ttl_ns);

/* For how long a key that is set with this TTL lives. */
int64_t rlk_runtime_key_lives(const struct rlk_runtime *runtime,
                              int64_t ttl_ns);

/* 64 random bits. */
uint64_t rlk_runtime_random(const struct rlk_runtime *runtime);

#endif
