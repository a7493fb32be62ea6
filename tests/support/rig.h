/* SPDX-License-Identifier: MIT */
#ifndef SUPPORT_RIG_H
#define SUPPORT_RIG_H

/*
 * The core on a transport that a test plays, in virtual time: what it sends is
 * written down, each answer is the test's, and timers fire when the test lets
 * time pass. Draws give what the test has set, always the same unless it has
 * given dice.
 *
 * By hand, one event a call; or, for many of them, by itself: with accepts
 * and answers set, nodes connect and answer at once while time passes.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/resp/command.h"
#include "tests/support/dice.h"

#define RIG_NODES REDLOCK_NODES_MAX
#define RIG_SENT_MAX 4096

/* When a rig opens: a boot clock is rarely at zero. */
#define RIG_BEGINNING (INT64_C(1000000000) * 1000)

/* A request, as the core sent it. */
struct rig_request {
    int node;
    const struct rlk_lock_type *kind;
    enum rlk_verb verb;
    bool by_text;
    bool checked;
    struct rlk_rules rules;
    int64_t ttl_ms;
    int64_t client_id;
    struct rlk_slot slot; /* of a semaphore */
    char resource[64];
    char token[192];
    size_t owner_length;
    char mark[192];
    int64_t until_us;
    struct rlk_successor successor; /* pass; token.length 0: nobody */
    struct rlk_ask ask;             /* ask */
    int64_t at;
};

struct rig_node {
    bool connecting; /* the core has asked for it, and was told nothing */
    bool up;
    bool nameless; /* it does not say who it is, once it accepts */
    int run;       /* of its server, likewise; from 0 */
    int connects;
    int disconnects;
    bool listening; /* the core has asked for its second connection */
    int listens;
    int unlistens;
    uint64_t asked[RLK_VERBS]; /* ever */
    struct rig_request *open;  /* not answered, oldest first */
    size_t open_first;
    size_t open_count;
    size_t open_room;
};

struct rig;

/*
 * What a node says to its oldest request. false: nothing yet. The answer's
 * text is borrowed until the next call.
 */
typedef bool rig_fn(struct rig *rig, int node,
                    const struct rig_request *request,
                    struct rlk_answer *answer);

struct rig {
    struct rlk_transport transport; /* first: the core has its address */
    struct rlk_core core;
    struct rig_node node[RIG_NODES];
    bool open;
    int64_t now;
    int64_t armed;
    uint64_t random;       /* every draw */
    struct dice *dice;     /* not NULL: draws come from there */
    bool accepts;          /* nodes connect by themselves */
    rig_fn *answers;       /* they answer by themselves; NULL: they do not */
    bool out_of_memory;    /* every send fails */
    struct rlk_wire *wire; /* not NULL: requests are written there as well */
    bool woken;
    int losses;  /* reported */
    int renewed; /* moves of a validity */
    /* Sent so far; the last RIG_SENT_MAX of them, request i at i modulo it. */
    int count;
    struct rig_request *sent;
};

/*
 * Three nodes, majority, sequential; node time-out 100 ms, longest TTL 5 min,
 * drift 1 %, no slack, no guard. A test changes what it is about.
 */
struct rlk_runtime_settings rig_settings(void);

/*
 * Opens the core at an instant that is not zero; no node is connected. One that
 * was open in this rig is closed before.
 */
void rig_open(struct rig *rig, const struct rlk_runtime_settings *settings);

/* The same where memory may fail: false, and nothing is open. */
bool rig_try_open(struct rig *rig, const struct rlk_runtime_settings *settings);

/* Frees the core. Nothing where none is open: a test's .fini may call it. */
void rig_close(struct rig *rig);

/* The node's connection stands. Its server is "a00...", connection 100 + n. */
struct rlk_identity rig_identity(int node);
void rig_connect_as(struct rig *rig, int node,
                    const struct rlk_identity *identity);

/* It is gone. message may be NULL. */
void rig_break(struct rig *rig, int node, enum redlock_reason reason,
               const char *message);

/* Its second connection stands; or is gone, or was refused. */
void rig_listening_as(struct rig *rig, int node,
                      const struct rlk_identity *identity);
void rig_deaf(struct rig *rig, int node, enum redlock_reason reason);

/*
 * The oldest request that the node has not answered; NULL: none. Borrowed until
 * something is sent.
 */
const struct rig_request *rig_asked(const struct rig *rig, int node);

/* Answers it. */
void rig_answer(struct rig *rig, int node, const struct rlk_answer *answer);

/*
 * Lets time pass; what is due meanwhile is done at its instant, and what the
 * nodes do by themselves at every instant at which something is due.
 */
void rig_pass(struct rig *rig, int64_t ns);

/*
 * What is done is handed over. settle: after a call of an operation, whose
 * caller arms the transport; deliver: after an event, for which the core does.
 */
void rig_finish(struct rig *rig);
void rig_deliver(struct rig *rig);

#endif
