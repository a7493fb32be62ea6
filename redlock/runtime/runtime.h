/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_RUNTIME_H
#define RLK_REDLOCK_RUNTIME_RUNTIME_H

/*
 * The common state of the core: the settings, the transport, the timers, the
 * completions, and lists of all objects. It calls no other part. Only core.c
 * walks the lists of ops, acquisitions and locks; each other list is walked by
 * one file.
 */

#include "quorum/tenure.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/marking.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"
#include "redlock/runtime/transport.h"

/*
 * Completions: events that are queued until their callers are notified. They
 * are run from one place, rlk_core_run_completions(), when no function of the
 * core is active, so a callback may call anything.
 */

struct rlk_completion {
    struct rlk_list queued; /* among the completions that wait to be run; then,
                               of a handle, in the blocking API's list */
    /* Notifies the caller; called once for each time that it was queued. */
    void (*run)(struct rlk_completion *completion);
};

struct rlk_completions {
    struct rlk_list queue; /* first in, first out */
};

/* Appends a completion; one that is queued already stays where it is. */
void rlk_completions_push(struct rlk_completions *completions,
                          struct rlk_completion *completion);

bool rlk_completions_empty(const struct rlk_completions *completions);

/* Takes the first one out; NULL when there is none. */
struct rlk_completion *rlk_completions_pop(struct rlk_completions *completions);

/*
 * A client's counts for redlock_stats(). The counts of a node are in struct
 * redlock_node_stats.
 */

/* As the members of the same names in redlock_client_stats. */
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

/* An acquisition has ended. waited_ns: 0 if it did not wait. */
void rlk_counts_ended(struct rlk_counts *counts, enum redlock_status status,
                      int64_t waited_ns);

/* A node has answered a request for a vote after took_ns. */
void rlk_counts_latency(struct redlock_node_stats *stats, int64_t took_ns);

/*
 * Events for the log, as values. The API turns them into text if there is a
 * listener. The core does not depend on them.
 */

enum rlk_log_kind {
    RLK_LOG_CONNECTED,    /* a node is connected */
    RLK_LOG_DISCONNECTED, /* a connection broke: reason, text */
    RLK_LOG_UNCONNECTED,  /* connecting failed for a new reason: reason, text */
    RLK_LOG_SILENT,       /* no answer within the node timeout */
    RLK_LOG_LATE,         /* an answer after a timeout: span_ns */
    RLK_LOG_CLOCK,        /* its clock was stepped: its grants are excluded */
    RLK_LOG_QUARANTINE,   /* its memory was or may have been lost: span_ns is
                             left; 0: unknown */
    RLK_LOG_KEPT,         /* its quarantine is over */
    RLK_LOG_LOST, /* a lock is lost; text: the resource; span_ns: the time for
                     which its keys still exclude others */
};

struct rlk_log_event {
    enum rlk_log_kind kind;
    int node; /* -1: none */
    enum redlock_reason reason;
    const char *text; /* borrowed for the call; may be NULL */
    int64_t span_ns;
    int64_t now;
};

struct rlk_node;

struct rlk_runtime_settings {
    const struct rlk_lock_type *kind;       /* of exclusive locks; static */
    const struct rlk_lock_type *shared;     /* of shared locks; static */
    const struct rlk_lock_type *owned;      /* of reentrant locks; static */
    const struct rlk_lock_type *downgraded; /* of downgraded locks; static */
    const struct rlk_lock_type *semaphore;  /* of semaphores; static */
    int nodes;                              /* 1 .. REDLOCK_NODES_MAX */
    int quorum;                             /* majority .. nodes */
    bool parallel;            /* an attempt asks all nodes in parallel */
    int64_t node_timeout_ns;  /* the timeout of a node in a round */
    int64_t ttl_max_ns;       /* the longest TTL of any client */
    int64_t drift_ppm;        /* the largest difference of two clocks' rates */
    unsigned generation;      /* of this process: the number of forks */
    int64_t slack_ns;         /* added to the TTL of keys; -1: a part of the
                                 lock's TTL */
    int64_t pause_max_ns;     /* the longest pause between two attempts; 0: the
                                 default */
    enum redlock_guard guard; /* are markers judged? */
    bool read_only;           /* nothing is written to a node */
    /* Borrowed by the init only. */
    const struct redlock_quarantine_observation *observations;
    int observations_count;
    const char *label; /* of the tokens; borrowed by the init only */
    const char *names[REDLOCK_NODES_MAX]; /* borrowed; without passwords */
};

struct rlk_runtime {
    struct rlk_transport *transport; /* borrowed */
    struct rlk_runtime_settings settings;
    struct rlk_tenure_settings tenures; /* of all locks */
    struct rlk_token_base token_base;   /* of all tokens */
    uint64_t attempts; /* the last attempt's number; no token is reused */
    uint64_t serials;  /* the last serial; no request reuses one */
    bool guarded;      /* markers are judged: by the settings, or because one
                          was seen */
    struct rlk_timers timers;
    struct rlk_completions completions;
    struct rlk_node *nodes;    /* settings.nodes of them */
    struct rlk_list ops;       /* all rounds in flight */
    struct rlk_list spare_ops; /* to be reused; the last one is kept for a
                                  release that finds no memory */
    int spare_ops_count;
    struct rlk_request request;      /* the last one that the core has sent */
    struct rlk_encoded encoded;      /* its bytes, if request_of is set */
    const struct rlk_op *request_of; /* it is the same for all nodes of this op;
                                        NULL: it is not */
    struct rlk_list acquires;        /* all acquisitions under way */
    struct rlk_list locks;           /* all locks */
    struct rlk_list sets;            /* all sets of locks: struct rlk_set */
    struct rlk_list waiters; /* in the queues of nodes: struct rlk_waiter */
    struct rlk_list lines;   /* of its waiters: struct rlk_local_queue */
    struct rlk_contention contention; /* resources that others want, too */
    struct rlk_ended *ended; /* waiters that were given up: see waiter.h; NULL:
                                none so far */
    bool gave_up; /* a wait ended without the lock: a node may still hand the
                     lock over to it. Reset by the code that handles this */

    struct rlk_counts counts;

    /* Set to the keeper's functions, which the lock may not call directly. */
    void (*lock_moved)(struct redlock_lock *lock, int64_t now);
    void (*lock_fire)(struct rlk_timer *timer, int64_t now);

    /* For the API: api is set before rlk_runtime_init(), the others after. */
    void *api; /* the API's own pointer */
    /* A lock's completion: it was renewed, or it is lost. */
    void (*tell)(struct redlock_lock *lock);
    /* A lock's published state has changed; called immediately. May be NULL. */
    void (*published)(struct redlock_lock *lock);
    /* The lock is about to be freed. May be NULL. */
    void (*freed)(struct redlock_lock *lock);
    /* An event for the log; it may not call the core. May be NULL. */
    void (*log)(struct rlk_runtime *runtime, const struct rlk_log_event *event);

    /* Of other processes. Last: it is large, and only its first are set. */
    struct rlk_quarantine_observations observations;
};

/*
 * nodes      settings->nodes of them, the caller's memory.
 * transport  borrowed, with ops.
 */
void rlk_runtime_init(struct rlk_runtime *runtime,
                      const struct rlk_runtime_settings *settings,
                      struct rlk_transport *transport, struct rlk_node *nodes);

/* The slack of a lock with this TTL: its keys' TTL is longer by this. */
int64_t rlk_runtime_slack(const struct rlk_runtime *runtime, int64_t ttl_ns);

/* The TTL of the keys of a lock with this TTL: slack included. */
int64_t rlk_runtime_key_lives(const struct rlk_runtime *runtime,
                              int64_t ttl_ns);

/* Calls the log, if it is set. */
void rlk_runtime_log(struct rlk_runtime *runtime,
                     const struct rlk_log_event *event);

/* 64 random bits. */
uint64_t rlk_runtime_random(const struct rlk_runtime *runtime);

#endif
