/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_TRANSPORT_H
#define RLK_REDLOCK_RUNTIME_TRANSPORT_H

/*
 * The interface between the core and a transport. In production the transport
 * is sockets behind epoll (net/sockets.c), in the simulator a virtual network:
 * the same core runs on both.
 *
 * One transport serves one core, from one thread at a time.
 *
 * Requests on one connection are delivered and answered in the order in which
 * they were sent. The transport never calls the core from within one of the
 * calls below.
 */

#include "redlock/redlock.h"
#include "redlock/runtime/constants.h"
#include "redlock/runtime/handoff.h"
#include "redlock/runtime/lock_type.h"
#include "redlock/runtime/marker.h"
#include "redlock/runtime/resource.h"

/*
 * The largest fence: in scripts, numbers are doubles, which are exact up to the
 * next one.
 */
#define RLK_FENCE_MAX ((INT64_C(1) << 53) - 1)

/* Further arguments of a checked script. */
struct rlk_rules {
    char run_id[41];  /* of this connection's server */
    bool fenced;      /* the script issues fences */
    bool timed;       /* fenced grant: the reply has the node's time; that of a
                         guarded grant has it always */
    int64_t guard_ms; /* the deployment's longest TTL; 0: not guarded */
    uint64_t serial;  /* never used before with this token */
    int64_t fence;    /* extend, repair, confirm, pass: the lock's; grant: its
                         owner's; 0: none */
    int64_t issued;   /* release, pass: the number that the node takes back,
                         unless it hands the key over; 0: none. Only a number
                         that the node reported as issued to this attempt, and
                         only while no node was asked to confirm and no quorum
                         had one number */
    int64_t floor_us; /* the largest known node clock; a new counter begins from
                         it */
};

/* A waiter's request for a queue entry. */
struct rlk_ask {
    int64_t ticket;     /* the wait's earlier ticket; 0: none. The node uses the
                           smaller of this and the ticket that it would issue,
                           its time or its last ticket plus one. Otherwise a
                           ticket from a clock that was ahead would stay behind
                           all others for as long */
    int64_t generation; /* 0: the token's first request; each renewal has the
                           next one, whatever node it goes to */
    unsigned flags; /* RLK_ENTRY_NONE, RLK_ENTRY_WOKEN; flags that follow from
                       the rules are added */
    bool claiming;  /* it has a vote or a hand-off, and overtakes waiters */
};

/*
 * The bytes of a request, which its sender keeps for the next node. All zeroes:
 * none.
 */
struct rlk_encoded {
    uint16_t length;
    char bytes[254]; /* a longer request is not kept */
};

/* Borrowed for the call of send(). */
struct rlk_request {
    const struct rlk_lock_type *kind; /* static; not read for some verbs */
    enum rlk_verb verb;
    bool by_text; /* EVAL with the script's text instead of EVALSHA */
    bool checked; /* with rules, not the plain command */
    /*
     * The bytes of an equal request, for send() to use or to fill in; not used
     * by_text. NULL: none are kept.
     */
    struct rlk_encoded *encoded;
    const char *resource;
    size_t resource_length;
    const char *token;
    size_t token_length;
    const char *owner; /* of a kind that is owned */
    size_t owner_length;
    struct rlk_slot slot; /* of a semaphore */
    int64_t ttl_ms;    /* grant, extend, repair, ask: the key's TTL; init node:
                          the deployment's longest TTL */
    int64_t client_id; /* kill client */
    const char *mark;  /* mark: the new marker */
    int64_t until_us; /* mark: refused if the node's clock is past this; >= 0 */
    struct rlk_rules rules;    /* checked */
    const struct rlk_ask *ask; /* ask */
    /*
     * Checked pass: the next waiter that is known to this holder: the smallest
     * ticket in the messages and answers of its tenure. NULL: none is named,
     * and the node takes the first valid entry of its queue. The rules'
     * guard_ms is the longest TTL if the successor is guarded, even if the
     * releaser is not.
     */
    const struct rlk_successor *successor;
};

/*
 * Borrowed for the call of rlk_core_answer(). Every member is set for every
 * request.
 */
struct rlk_answer {
    enum rlk_answer_kind kind;
    enum redlock_reason reason; /* error: of the refusal */
    int64_t remaining_ms; /* held, queued: the TTL left of that key; -1: no
                             TTL, unknown, or it is free */
    const char *text;     /* held, queued: the token there; error: the
                             message; quarantined, mark, init node: the
                             marker; ask, yes: the next waiter, or "" */
    size_t text_length;   /* in bytes */
    int64_t time_us;      /* the node's clock; 0: unknown */
    int64_t counter;      /* the resource's, after the request; 0: unknown */
    bool quarantined;     /* by its marker, the node lost its memory */
    bool begun_anew; /* extend: the counter was another memory's and has begun
                        anew */
    bool issued;     /* ask, and grant of a shared lock, yes: the node issued a
                        fence to this token; false: the token or its owner had
                        the lock already */
    int rank;        /* queued: the number of waiters before it */
    int64_t ticket;  /* queued: the ticket of its queue entry */
    int64_t members; /* held, inspect: the number of holders that share it; 0:
                        none, or unknown. Slots, inspect: the number taken */
    int64_t waiting; /* inspect: the number of waiters; 0: none, or unknown.
                        Ask, held: 1 if there are any but the token */
    int64_t slot;    /* grant of a semaphore, yes: the slot; else -1 */
    int64_t slots;   /* slots: the number of slots */
};

/* What a server reports in the handshake. */
struct rlk_identity {
    char run_id[41];   /* of its process; "": not reported */
    char replid[41];   /* of its memory, its master_replid; "": not reported */
    int64_t client_id; /* of this connection; 0: not reported */
    bool replica;      /* false: a master */
    int64_t time_us;   /* the node's clock; 0: not reported */
    char marker[RLK_MARKER_MAX];       /* of its memory; "": none */
    enum redlock_reason marker_hidden; /* NONE: the marker is known; else why it
                                          is not */
};

struct rlk_transport;

struct rlk_transport_ops {
    /*
     * Connects to a node in the background, with the handshake. Then calls
     * rlk_core_connected() or rlk_core_disconnected(), once.
     */
    void (*connect)(struct rlk_transport *transport, int node);

    /* Closes the connection, or ends the attempt, without a further call. */
    void (*disconnect)(struct rlk_transport *transport, int node);

    /*
     * Sends a request on the node's connection; while that is being made, as
     * soon as it is up. false: out of memory, nothing was sent.
     */
    bool (*send)(struct rlk_transport *transport, int node,
                 const struct rlk_request *request);

    /*
     * Opens a second connection to the node in the background, and subscribes
     * to the channel; copied. Calls rlk_core_listening() once the server has
     * confirmed it, then rlk_core_handed() for each hand-off message; other
     * messages are ignored. If the connection could not be made or has broken,
     * calls rlk_core_deaf() and nothing more.
     *
     * unlisten: closes it, or ends the attempt, without a further call.
     */
    void (*listen)(struct rlk_transport *transport, int node,
                   const char *channel);
    void (*unlisten)(struct rlk_transport *transport, int node);

    /*
     * Sets the timer: calls rlk_core_tick() at that instant or soon after;
     * RLK_NEVER: never. Each call replaces the one before.
     */
    void (*arm)(struct rlk_transport *transport, int64_t instant);

    /* Random bits; in production from the kernel. */
    void (*random)(struct rlk_transport *transport, void *bytes, size_t count);

    /*
     * Completions are queued: calls rlk_core_run_completions() soon, but not
     * from within this call.
     */
    void (*wake)(struct rlk_transport *transport);
};

/* The first member of every transport. */
struct rlk_transport {
    const struct rlk_transport_ops *ops; /* static */
};

#endif
