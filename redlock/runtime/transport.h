/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_TRANSPORT_H
#define RLK_REDLOCK_RUNTIME_TRANSPORT_H

/*
 * What a core may ask of a transport, and what comes back. Production's
 * transport is sockets behind epoll (net/sockets.c), the simulator's a virtual
 * network: the same core runs on both.
 *
 * One transport serves one core, from one thread at a time.
 *
 * Requests to a node are delivered in the order they were sent, as long as its
 * connection stands, and answered in that order. The transport never answers
 * from within one of the calls below.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "redlock/redlock.h"
#include "redlock/runtime/kind.h"
#include "redlock/runtime/marker.h"
#include "redlock/runtime/push.h"
#include "redlock/runtime/resource.h"

/*
 * The last number that is a fence: scripts tell each number up to the next one
 * from all others, and that one stands for those beyond it, too.
 */
#define RLK_FENCE_MAX ((INT64_C(1) << 53) - 1)

/* What a checked script is told beside the request's other members. */
struct rlk_rules {
    char run_id[41];  /* of this connection's server, as it said */
    bool fenced;      /* the script counts fences */
    int64_t guard_ms; /* the deployment's longest TTL; 0: not guarded */
    uint64_t serial;  /* never used before with this token */
    int64_t fence;    /* extend, repair, confirm, pass: the lock's; release:
                         what was minted there; grant: its owner's; 0: none */
    int64_t minted;   /* pass: the number that is taken back where nobody is
                         handed the key; 0: none. Only one that this attempt was
                         told was minted there, and only while nobody was asked
                         to confirm, nor a quorum was at one number */
    int64_t floor_us; /* the largest node clock that is known of, from which a
                         new counter begins */
};

/* Who asks for a place. */
struct rlk_ask {
    int64_t ticket; /* that the wait was given before; 0: none yet. A node files
                       it as the smaller of this and what it would give itself,
                       which is its own time or one more than its last ticket:
                       a ticket from a clock that is ahead would stand behind
                       everybody for as long */
    int64_t generation; /* 0: the token's first request; each renewal has the
                           next one, whatever node it goes to */
    unsigned flags;  /* RLK_PLACE_NONE, RLK_PLACE_WOKEN; what the rules say is
                        added */
    bool claiming;   /* it has a vote, or a push: it passes those who wait */
    const char *old; /* the wait's token before this one, whose place is taken
                        away; may be NULL */
    size_t old_length;
};

/* Borrowed for the call of send(). */
struct rlk_request {
    const struct rlk_kind *kind; /* static; not read for a verb of no kind */
    enum rlk_verb verb;          /* what the node is asked to do */
    bool by_text; /* EVAL with the script's text instead of EVALSHA */
    bool checked; /* the kind's checked row, not its plain one */
    const char *resource;
    size_t resource_length;
    const char *token;
    size_t token_length;
    const char *owner; /* of a kind that is owned */
    size_t owner_length;
    struct rlk_slot slot; /* of a semaphore */
    int64_t ttl_ms;    /* grant, extend, repair, ask: what the key lives; init
                          node: the deployment's longest TTL */
    int64_t client_id; /* kill client */
    const char *mark;  /* mark: what the marker becomes */
    int64_t until_us;  /* mark: not if the node's clock is past this; >= 0 */
    struct rlk_rules rules;    /* checked */
    const struct rlk_ask *ask; /* ask */
    /*
     * Checked pass: who is next, as this holder was told in its tenure: the
     * smallest ticket of all heads that pushes and answers told. NULL: nobody,
     * and the first living place of the node is. The rules' guard_ms is the
     * longest TTL where the successor is guarded, though the releaser may not
     * be.
     */
    const struct rlk_successor *successor;
};

enum rlk_answer_kind {
    RLK_ANSWER_YES,         /* set, extended, deleted, killed */
    RLK_ANSWER_CREATED,     /* repair: the key was missing and is back */
    RLK_ANSWER_HELD,        /* another's token (inspect: somebody's) */
    RLK_ANSWER_MISSING,     /* no key; kill client: no such client */
    RLK_ANSWER_QUARANTINED, /* grant: refused, text is the node's marker */
    RLK_ANSWER_SUPERSEDED,  /* repair, and grant with an owner's fence:
                               refused, a newer holder was there */
    RLK_ANSWER_DISAGREES, /* grant: refused, remaining_ms is the longest TTL */
    RLK_ANSWER_QUEUED,    /* ask: another's, or free and an earlier place is
                             there; the token has a place, see ticket and rank.
                             Grant of a party: refused, the text is of who
                             waits there to have it alone */
    RLK_ANSWER_SLOTS,     /* grant, extend, repair: refused, the resource has
                             another number of slots there; inspect: it has so
                             many, and nobody has it as a whole. See slots */
    RLK_ANSWER_SHARING,   /* grant of an owner: refused, as readers have it, of
                             whom one is that owner */
    RLK_ANSWER_ERROR,     /* see reason and message */
};

/*
 * Borrowed for the call of rlk_core_answer(). Every field is set, whatever was
 * asked.
 */
struct rlk_answer {
    enum rlk_answer_kind kind;
    enum redlock_reason reason; /* error: why it was refused */
    int64_t remaining_ms;       /* held, queued: of that key; -1: for ever,
                                   unknown, or it is free */
    const char *text;           /* held, queued: the token there; error: the
                                   message; quarantined, mark, init node: the
                                   marker; ask, yes: the next place, or "" */
    size_t text_length;         /* in bytes */
    int64_t time_us;            /* what the node's clock showed; 0: not told */
    int64_t counter;  /* the resource's, after the request; 0: not told */
    bool quarantined; /* the node's marker says that it lost its memory */
    bool begun_anew;  /* extend: the counter was another memory's, and has
                         begun anew */
    bool minted;      /* ask, and grant of a party, yes: the counter was
                         counted up for this token; false: the key was the
                         token's already, or the party's */
    int rank;         /* queued: so many places are before it */
    int64_t ticket;   /* queued: under which the place is filed there */
    int64_t members;  /* held, inspect: so many share it; 0: nobody does, or it
                         is not known. Slots, inspect: so many are taken */
    int64_t waiting;  /* inspect: so many wait there; 0: nobody, or not known */
    int64_t slot;     /* grant of a semaphore, yes: which one; else -1 */
    int64_t slots;    /* slots: how many there are */
};

/* What a server said of itself when connecting. */
struct rlk_identity {
    char run_id[41];   /* of its process; "": it would not tell */
    char replid[41];   /* of its memory, its master_replid; "": likewise */
    int64_t client_id; /* of this connection; 0: it would not tell */
    bool replica;      /* else a master */
    int64_t time_us;   /* what the node's clock showed; 0: not told */
    char marker[RLK_MARKER_MAX];       /* of its memory; "": none */
    enum redlock_reason marker_hidden; /* NONE: the marker was told, or none is
                                   there; else why it was not */
};

struct rlk_transport;

struct rlk_transport_ops {
    /*
     * Connects to a node, in the background, and says hello there:
     * rlk_core_connected() or rlk_core_disconnected() follows, once.
     */
    void (*connect)(struct rlk_transport *transport, int node);

    /* Drops the connection, or the attempt. Nothing follows from it. */
    void (*disconnect)(struct rlk_transport *transport, int node);

    /*
     * Sends a request down the node's connection; while that is being made,
     * as soon as it stands. false: no memory, nothing was sent.
     */
    bool (*send)(struct rlk_transport *transport, int node,
                 const struct rlk_request *request);

    /*
     * Opens a second connection to the node, in the background, says hello
     * there, and subscribes to the channel; copied. rlk_core_listening()
     * follows once the server has confirmed it, then rlk_core_pushed() for each
     * message that is a push; and rlk_core_deaf() where it could not be opened
     * or has broken, after which nothing follows. Messages that are no pushes
     * are read over.
     *
     * unlisten: closes it, or gives the attempt up. Nothing follows from it.
     */
    void (*listen)(struct rlk_transport *transport, int node,
                   const char *channel);
    void (*unlisten)(struct rlk_transport *transport, int node);

    /*
     * Calls rlk_core_tick() at that instant or soon after; RLK_NEVER: not.
     * Each call takes the place of the one before.
     */
    void (*arm)(struct rlk_transport *transport, int64_t instant);

    /* Random bits; in production from the kernel. */
    void (*random)(struct rlk_transport *transport, void *bytes, size_t count);

    /*
     * Completions are waiting: call rlk_core_run_completions() at the end of
     * this turn, or soon, but not from within this call.
     */
    void (*wake)(struct rlk_transport *transport);
};

/* Every transport begins with this. */
struct rlk_transport {
    const struct rlk_transport_ops *ops; /* static */
};

#endif
