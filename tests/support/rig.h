/* SPDX-License-Identifier: MIT */
#ifndef SUPPORT_RIG_H
#define SUPPORT_RIG_H

/*
 * The core on a transport that a test plays, in virtual time: requests are
 * recorded, the test gives the answers, and timers fire when the test lets time
 * pass. Random draws return the value that the test has set, or come from its
 * dice.
 *
 * Either one event for each call; or automatically: if accepts and answers are
 * set, nodes connect and answer while time passes.
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

/* The time at which a rig opens, because a boot clock is rarely at zero. */
#define RIG_BEGINNING (INT64_C(1000000000) * 1000)

/* A request as the core has sent it. */
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
    struct rlk_successor successor; /* pass; token.length 0: none is named */
    struct rlk_ask ask;             /* ask */
    int64_t at;
};

struct rig_node {
    bool connecting; /* the core has requested a connection and waits for the
                        result */
    bool up;
    bool nameless; /* it does not identify itself after it has accepted */
    int run;       /* the number of the server's run in its identity; from 0 */
    int connects;
    int disconnects;
    bool listening; /* the core has requested its second connection */
    int listens;
    int unlistens;
    uint64_t asked[RLK_VERBS]; /* in total */
    struct rig_request *open;  /* not answered yet, oldest first */
    size_t open_first;
    size_t open_count;
    size_t open_room;
};

struct rig;

/*
 * A node's answer to its oldest request. false: none yet. The text of the
 * answer is borrowed until the next call.
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
    uint64_t random;   /* returned by every draw */
    struct dice *dice; /* not NULL: draws come from it */
    bool accepts;      /* nodes connect by themselves */
    /* They answer by themselves; NULL: only rig_answer() does. */
    rig_fn *answers;
    bool out_of_memory;    /* every send fails */
    struct rlk_wire *wire; /* not NULL: requests are also encoded there */
    bool woken;
    int losses;  /* reported to the caller */
    int renewed; /* changes of a validity */
    /*
     * The number of requests so far. The last RIG_SENT_MAX of them are kept:
     * request i at index i modulo RIG_SENT_MAX.
     */
    int count;
    struct rig_request *sent;
};

/*
 * Three nodes, majority, sequential; node timeout 100 ms, longest TTL 5 min,
 * drift 1 %, no slack, no guard. A test changes the settings that it tests.
 */
struct rlk_runtime_settings rig_settings(void);

/*
 * Opens the core at RIG_BEGINNING, without connected nodes. A core that is
 * still open in this rig is closed first.
 */
void rig_open(struct rig *rig, const struct rlk_runtime_settings *settings);

/* The same if memory may run out. false: no core is open. */
bool rig_try_open(struct rig *rig, const struct rlk_runtime_settings *settings);

/*
 * Frees the core. Does nothing if none is open, so a test's .fini may call it.
 */
void rig_close(struct rig *rig);

/*
 * Connects the node. Its server's run_id begins with "a", its connection has
 * number 100 + n.
 */
struct rlk_identity rig_identity(int node);
void rig_connect_as(struct rig *rig, int node,
                    const struct rlk_identity *identity);

/* Breaks the node's connection. message may be NULL. */
void rig_break(struct rig *rig, int node, enum redlock_reason reason,
               const char *message);

/* Opens, breaks or refuses the node's second connection. */
void rig_listening_as(struct rig *rig, int node,
                      const struct rlk_identity *identity);
void rig_deaf(struct rig *rig, int node, enum redlock_reason reason);

/*
 * The oldest request that the node has not answered; NULL: none. Borrowed until
 * the next request is sent.
 */
const struct rig_request *rig_asked(const struct rig *rig, int node);

/* Answers the oldest request. */
void rig_answer(struct rig *rig, int node, const struct rlk_answer *answer);

/*
 * Lets time pass. Each timer fires at its instant, and at each of these
 * instants the nodes do what they do by themselves.
 */
void rig_pass(struct rig *rig, int64_t ns);

/*
 * Runs the completions. rig_finish: after a call of an operation, whose caller
 * arms the transport. rig_deliver: after an event, after which the core does
 * so.
 */
void rig_finish(struct rig *rig);
void rig_deliver(struct rig *rig);

#endif
