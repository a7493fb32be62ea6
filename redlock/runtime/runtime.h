/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_RUNTIME_H
#define RLK_REDLOCK_RUNTIME_RUNTIME_H

/*
 * The ground on which the parts of the core stand: the settings, the transport,
 * the timers, the completions, and lists of what exists. It calls nobody.
 * core.h makes it. It alone walks the lists of ops, acquisitions and locks; of
 * the others each has one file that does.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/marking.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"
#include "redlock/runtime/transport.h"

/*
 * What a client counts, for redlock_stats(): an increment where it happens.
 * What is counted of a node is a struct redlock_node_stats.
 */

/* Of all nodes together; as the members of redlock_client_stats of these names.
 */
struct rlk_counts {
    int64_t acquired;
    int64_t refused;
    int64_t failed;
    int64_t cancelled;
    int64_t waits;
    int64_t waited_ns;
    int64_t renewals;
    int64_t lost;
};

/* An acquisition has ended. waited_ns: 0, where it did not wait. */
void rlk_counts_ended(struct rlk_counts *counts, enum redlock_status status,
                      int64_t waited_ns);

/* A node has answered a request for a vote after so long. */
void rlk_counts_latency(struct redlock_node_stats *stats, int64_t took_ns);

/*
 * What has happened and may be told, as values; words are made of it above the
 * core, where somebody listens. None of it is anything that the core needs.
 */

enum rlk_log_kind {
    RLK_LOG_CONNECTED,    /* a node's connection stands */
    RLK_LOG_DISCONNECTED, /* one that stood is gone: reason, text */
    RLK_LOG_UNCONNECTED,  /* none came about, for another reason than before:
                             reason, text */
    RLK_LOG_SILENT,       /* no answer within the node time-out */
    RLK_LOG_LATE,         /* it answers after all: span_ns */
    RLK_LOG_CLOCK,        /* its clock was stepped: what it granted is barred */
    RLK_LOG_QUARANTINE,   /* its memory was lost, or may have been: span_ns
                             more, 0: nobody knows */
    RLK_LOG_SOUND,        /* its quarantine is over */
    RLK_LOG_LOST, /* a lock; text: the resource; span_ns: how much longer
                     its keys keep others out */
};

struct rlk_log_event {
    enum rlk_log_kind kind;
    int node; /* -1: it is of none */
    enum redlock_reason reason;
    const char *text; /* borrowed for the call; may be NULL */
    int64_t span_ns;
    int64_t now;
};

struct rlk_node;

struct rlk_runtime_settings {
    const struct rlk_kind *kind;       /* of exclusive locks; static */
    const struct rlk_kind *shared;     /* of shared ones; static */
    const struct rlk_kind *owned;      /* of an owner's holds; static */
    const struct rlk_kind *downgraded; /* of what was exclusive; static */
    const struct rlk_kind *semaphore;  /* of those with slots; static */
    int nodes;                         /* 1 .. REDLOCK_NODES_MAX */
    int quorum;                        /* majority .. nodes */
    bool parallel;                     /* an attempt asks all nodes at once */
    int64_t node_timeout_ns;  /* how long a node may be silent in a round */
    int64_t ttl_max_ns;       /* the longest TTL that anybody here may use */
    int64_t drift_ppm;        /* what two clocks may gain on each other */
    unsigned generation;      /* counts forks: the one of this process */
    int64_t slack_ns;         /* keys live so much longer than their lock; -1: a
                                 part of its TTL */
    int64_t pause_max_ns;     /* the longest pause between two attempts; 0: the
                                 default */
    enum redlock_guard guard; /* are markers judged? */
    bool read_only;           /* nothing is written to a node */
    const struct redlock_sighting *sightings; /* borrowed by the init only */
    int sightings_count;
    const char *label; /* of the tokens; borrowed by the init only */
    const char *names[REDLOCK_NODES_MAX]; /* borrowed; without passwords */
};

struct rlk_runtime {
    struct rlk_transport *transport; /* borrowed */
    struct rlk_runtime_settings settings;
    struct rlk_token_base token_base; /* of all tokens */
    uint64_t attempts; /* the last attempt's number; no token is used twice */
    uint64_t serials;  /* the last serial; no request with rules repeats one */
    bool guarded;      /* markers are judged: by the settings, or as one was
                          seen */
    struct rlk_sightings sightings; /* of other processes */
    struct rlk_timers timers;
    struct rlk_completions completions;
    struct rlk_node *nodes;    /* settings.nodes of them */
    struct rlk_list ops;       /* all rounds in flight */
    struct rlk_list spare_ops; /* to be used again; the last one is kept for a
                                  release that finds no memory */
    int spare_ops_count;
    struct rlk_list acquires; /* all acquisitions under way */
    struct rlk_list locks;    /* all locks */
    struct rlk_list sets;     /* locks that are held together: struct rlk_set */
    struct rlk_list places;   /* in the queues of nodes: struct rlk_place */
    struct rlk_list lines;    /* of our own waiters: struct rlk_line */
    struct rlk_crowd crowd;   /* what others want, too */
    struct rlk_ended *ended;  /* places that are given up: see place.h; NULL:
                                 there were none */
    bool gave_up; /* a wait ended without the lock: somebody may still hand it
                     over to that. Whoever acts on it sets it back */

    struct rlk_counts counts;

    /* Set to the keeper's functions, which stand above the lock's. */
    void (*lock_moved)(struct redlock_lock *lock, int64_t now);
    void (*lock_fire)(struct rlk_timer *timer, int64_t now);

    /* The face's. It sets face before rlk_runtime_init(), the rest after. */
    void *face; /* whatever it wants to find again */
    /* A lock's completion: it was renewed, or it is lost. */
    void (*tell)(struct redlock_lock *lock);
    /* What a lock publishes has changed; called at once. May be NULL. */
    void (*published)(struct redlock_lock *lock);
    /* The lock is about to be freed. May be NULL. */
    void (*freed)(struct redlock_lock *lock);
    /* Something that may be told; calls nothing of the core. May be NULL. */
    void (*log)(struct rlk_runtime *runtime, const struct rlk_log_event *event);
};

/*
 * nodes      settings->nodes of them, the caller's memory.
 * transport  borrowed, with ops.
 */
void rlk_runtime_init(struct rlk_runtime *runtime,
                      const struct rlk_runtime_settings *settings,
                      struct rlk_transport *transport, struct rlk_node *nodes);

/* Frees what it holds; nothing of the core is left by then. */
void rlk_runtime_clear(struct rlk_runtime *runtime);

/* How much longer than a lock with this TTL its keys live. */
int64_t rlk_runtime_slack(const struct rlk_runtime *runtime, int64_t ttl_ns);

/* For how long the keys of a lock with this TTL live: slack included. */
int64_t rlk_runtime_key_lives(const struct rlk_runtime *runtime,
                              int64_t ttl_ns);

/* Tells it, where somebody listens. */
void rlk_runtime_log(struct rlk_runtime *runtime,
                     const struct rlk_log_event *event);

/* 64 random bits. */
uint64_t rlk_runtime_random(const struct rlk_runtime *runtime);

#endif
