/* SPDX-License-Identifier: MIT */
#ifndef SIM_WORLD_H
#define SIM_WORLD_H

/*
 * Everything that exists while a plan runs: nodes, clients, and the connections
 * and messages between them, in a true time that none of them knows.
 *
 *     node.h     servers: execute, pause, crash
 *     net.h      connections: delay, loss, order
 *     chance.h   decisions of neither the plan nor its choices
 *     client.h   the transport of the library's core
 *     user.h     the applications that use the clients
 *     faults.h   the faults of the plan
 *     witness.h  the rules, and the beliefs of clients
 *     witness_votes.h, witness_node.h  votes, and what nodes do
 *     story.h    the events as text
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "redlock/core/acquire.h"
#include "redlock/core/core.h"
#include "redlock/core/extend.h"
#include "redlock/core/observe.h"
#include "redlock/core/release.h"
#include "redlock/sets/set.h"
#include "tests/sim/chance.h"
#include "tests/sim/clockwork.h"
#include "tests/sim/events.h"
#include "tests/sim/node_memory.h"
#include "tests/sim/plan.h"
#include "tests/sim/tally_sheet.h"
#include "tests/support/dice.h"

#define SIM_NONE (-1)

/* The servers' wall clock at the start. Any value would do. */
#define SIM_WALL_CLOCK_NS INT64_C(1600000000000000000)

#define SIM_EXTENSIONS 2
#define SIM_ATTEMPTS 64
#define SIM_FENCES 64
#define SIM_EXPORTS 32

enum sim_way {
    SIM_THERE,
    SIM_BACK
};

/*
 * A request on its way, or its answer. A handshake is both; a hand-off message
 * is an answer without a request.
 */
struct sim_message {
    int connection;
    bool handshake;
    bool is_handoff;
    struct rlk_handoff handoff;
    struct sim_request request;
    struct sim_answer answer;
    struct rlk_identity identity;
    int64_t sent_at;     /* true time, like executed_at */
    int64_t executed_at; /* by the node */
    uint32_t steps;      /* of the node's clock by then (sim_node.steps) */
    int next;            /* in the list of free messages */
};

struct sim_connection {
    int client;
    int node;
    uint32_t run;      /* of the server that accepted it */
    int64_t client_id; /* at that server */
    int64_t last[2];   /* when the last message of each direction arrives */
    bool listens;      /* a second connection, for hand-off messages: */
    char channel[RLK_CHANNEL_MAX];
    bool deaf[2];  /* messages of that direction are lost */
    bool open;     /* its client still uses it */
    bool accepted; /* by the server */
    bool spared;   /* the server refused to kill it */
    bool dead;     /* the server has closed it, and reads nothing more */
    enum redlock_reason reason; /* of the closing, if its client receives it */
};

/* The path between one client and one node, over all connections. */
struct sim_path {
    uint64_t messages[2];
    uint64_t handoffs[2]; /* messages of second connections */
    uint64_t connections;
    int64_t slow_until[2];
    int64_t refused_until;
};

struct sim_node {
    int index;
    struct sim_world *world;
    struct sim_clock clock;
    struct sim_model model;
    struct sim_memory snapshot;
    char notified[SIM_TOKEN_MAX]; /* the receiver of the last hand-off message
                                     of the running request; "": none */
    int64_t notified_generation;  /* in that message */
    bool notified_alone;
    uint32_t run; /* the number of its starts */
    /* The server of that run is a replica of this one; 0: none. */
    uint32_t former;
    int64_t ahead; /* of its machine's clock, compared with SIM_WALL_CLOCK_NS */
    char run_id[41];
    uint32_t servers;  /* the number of servers behind its address so far */
    uint32_t memories; /* the number of its memories so far */
    bool up;
    bool paused;
    uint32_t pauses;
    enum sim_deed down_by;
    int64_t down_since;
    int64_t forgot_at;       /* INT64_MIN: it never lost its memory */
    enum redlock_reason ail; /* the error with which it replies until then: */
    int64_t ails_until;
    int64_t no_kill_until; /* until then CLIENT KILL is refused */
    int64_t stepped_by;    /* the sum of all forward steps of its clock */
    /* The sum of steps in both directions within the longest TTL. */
    int64_t gained;
    int64_t gained_at;      /* the last of these steps */
    int64_t stepped_at;     /* the last forward step; INT64_MIN: none */
    uint32_t steps;         /* the number of forward steps */
    int64_t step;           /* the length of the last one */
    int64_t quarantined_at; /* when a marker of a quarantine was last written;
                               INT64_MIN: never */
    int64_t repaired_at[SIM_KEYS]; /* when the key was restored */
    int64_t next_client_id;
    int *inbox; /* messages that arrived while it was paused */
    int inbox_count;
    int inbox_room;
    int set_by[SIM_KEYS]; /* the connection on which the last key was set */
};

enum sim_slot_state {
    SIM_SLOT_IDLE,
    SIM_SLOT_ACQUIRING,
    SIM_SLOT_HOLDING, /* or lost, and not released yet */
    SIM_SLOT_RELEASING,
};

/* What the witness knows of the lock in a slot. */
struct sim_belief {
    char token[SIM_TOKEN_MAX];
    uint64_t attempt;
    int64_t valid_until; /* as published, on the client's clock; 0: none */
    int64_t until;       /* the same, in true time */
    int64_t believed_to; /* the last published one, except 0 */
    bool held_once;
    bool notified;
    int64_t stands_until; /* loss reported: the true time until which the lock
                             is still valid */
    uint32_t timed_out;   /* nodes whose timeout this attempt has seen */
    int64_t fence_floor;  /* the largest fence before the attempt began */
    /* Nodes that lost the key without the client's knowledge. */
    uint32_t forgotten;
    int64_t ends[SIM_NODES_MAX]; /* of counted votes, on the client's clock */
    int64_t true_ends[SIM_NODES_MAX]; /* the same, in true time */
    /* The end of the vote that an answer is about to change. */
    int64_t former_end;
    int64_t entitled[SIM_NODES_MAX]; /* the ends that answers allow, on the
                                        client's clock */
    int64_t counters[SIM_NODES_MAX]; /* the last known number of each node's
                                        counter */
    /* The first of those that were reported to it as next. */
    struct sim_head head;
};

struct sim_extension {
    struct rlk_extend core; /* first */
    struct sim_slot *slot;
    bool under_way;
};

struct sim_slot {
    struct sim_client *client;
    enum sim_slot_state state;
    int index;
    int resource;
    int key; /* the index of its key at a node: the resource's; of a semaphore
                the slot's, once it is known */
    char name[4]; /* of the resource, in stories */
    int64_t hold;
    int64_t least; /* the minimum validity at acquisition */
    bool no_repair;
    bool fenced;
    bool shared;
    bool multi_holder; /* shared, or an owner's: others may hold it, too */
    int8_t owner;      /* from 1; 0: none */
    int8_t sharer;     /* the owner as which it shares the lock; 0: none */
    /* The last attempt whose own share a node has reported. */
    uint64_t notified_attempt;
    uint32_t notified_by;      /* nodes that reported it */
    uint32_t notified_in_time; /* nodes that reported it before the outcome was
                                  decided */
    int64_t carried;           /* the owner's fence in the request; 0: none */
    int slots;                 /* 0: no semaphore */
    int64_t again_until; /* true time; until then it acquires again immediately
                            after a release */
    int64_t again_ttl;
    uint32_t uses; /* the number of acquisitions */
    int64_t due;   /* on the client's clock: the call must have ended by then */
    int64_t open_since; /* true time since which it alone waits and a quorum is
                           free; 0: not yet; RLK_NEVER: other clients were in
                           its way */
    struct rlk_acquire acquire;
    /* For a member of a set, its acquisition; or NULL. */
    const struct rlk_acquire *of_set;
    struct rlk_release release;
    struct sim_extension extensions[SIM_EXTENSIONS];
    struct redlock_lock *lock;
    struct sim_belief belief;
};

/* Several resources that a client holds, or wants, together: sets.h. */
struct sim_set {
    struct sim_client *client;
    enum sim_slot_state state;
    int count;
    int resources[SIM_RESOURCES]; /* in the order of the request */
    uint8_t modes;                /* the shared resources, one bit each */
    char name[12];                /* for stories */
    int64_t hold;
    uint32_t uses; /* the number of acquisitions */
    int64_t due;   /* on the client's clock: the call must have ended by then */
    bool notified; /* of the loss */
    struct rlk_set_acquire acquire;
    struct rlk_set_release release;
    struct redlock_lock *lock;
};

/* What a process can know of a node's clock, from its best answer. */
struct sim_hearing {
    int64_t at;     /* true time of its execution; INT64_MIN: no answer */
    int64_t width;  /* of the remaining interval */
    uint32_t steps; /* of the node's clock before that answer */
    int64_t excluded_until; /* until then the node is excluded because its clock
                               has advanced; or 0 */
};

/* An event for a client that arrived while its process was stopped. */
struct sim_arrival {
    enum sim_event_kind kind;
    int subject;
    int connection;
};

struct sim_observer;

struct sim_client {
    struct rlk_transport transport; /* first: the address that the core has */
    struct sim_world *world;
    int index;
    uint32_t generation; /* the number of its processes so far */
    bool alive;
    bool stopped;
    int64_t resumes_at;
    int64_t stopped_at;
    int64_t last_resumed; /* true time; INT64_MIN: never stopped */
    struct sim_clock clock;
    struct dice dice;
    bool named; /* its process has drawn its name */
    struct rlk_core core;
    int connections[SIM_NODES_MAX]; /* its present connections */
    int listening[SIM_NODES_MAX];   /* its present second connections */
    uint32_t armed;                 /* the number of calls of arm() */
    int not_sent;   /* the nth request from now on is not sent; 0: none */
    bool timer_due; /* the timer was due while the process was stopped */
    bool woken;
    struct sim_slot slots[SIM_SLOTS];
    struct sim_set set;
    struct rlk_inspect inspect;
    bool inspecting;
    int64_t inspection_due;
    struct sim_observer *observer;     /* NULL: it is not observing */
    uint64_t given_back[SIM_ATTEMPTS]; /* attempts whose release was sent */
    int given_down[SIM_ATTEMPTS]; /* ... and the number of connections at that
                                     time */
    struct sim_shared_by {
        uint64_t attempt;
        int8_t owner; /* of the request: the owner as which it would share */
    } shared_by[SIM_ATTEMPTS];
    struct sim_hearing hearings[SIM_NODES_MAX];
    struct sim_arrival *inbox;
    int inbox_count;
    int inbox_room;
};

struct sim_world {
    const struct sim_plan *plan;
    int64_t now;
    /* Events are chosen (choice.h), and do not happen when due. */
    bool choosing;
    struct sim_coins_thrown coins;  /* of the choice that is being executed */
    int8_t wished[SIM_CLIENTS_MAX]; /* choosing: how many actions of each client
                                       were begun */
    struct sim_events events;
    struct sim_node nodes[SIM_NODES_MAX];
    struct sim_client clients[SIM_CLIENTS_MAX];
    struct sim_path paths[SIM_CLIENTS_MAX][SIM_NODES_MAX];
    struct sim_connection *connections;
    int connections_count;
    int connections_room;
    struct sim_message *messages;
    int messages_count;
    int messages_room;
    int messages_free;
    struct dice
        dice;     /* for decisions that may change when the plan is reduced */
    int requests; /* the number on their way to nodes */
    bool calm;    /* the faults have ended */
    bool prospering;   /* ... and every client that asks must acquire */
    int64_t served_by; /* ... by then */
    /* Prompt: when the lock was released; INT64_MIN: never. */
    int64_t free_since;
    char named[SIM_TOKEN_MAX]; /* ... and its named successor; "": none */
    uint64_t blind;            /* rules that are not checked, one bit each */
    struct sim_tally tally;
    FILE *story;     /* NULL: no story is written */
    uint64_t *noisy; /* messages with a fault, for reducing a plan */
    int noisy_count;
    int noisy_room;
    bool note_noisy;
    void (*acts)(
        int client); /* called with the client whose process runs; or NULL */
    int64_t fences[SIM_KEYS]; /* the largest one reported */
    int64_t owned[SIM_OWNERS + 1]
                 [SIM_RESOURCES]; /* the last fence of each owner */
    int64_t last_fences[SIM_KEYS][SIM_FENCES]; /* the last fences of each key */
    uint32_t fences_count[SIM_KEYS];
    int fails_at;       /* the number of the allocation that fails; 0: none */
    bool memory_failed; /* ... and it has failed */
    char exported[SIM_RESOURCES]
                 [SIM_TOKEN_MAX]; /* the token to be adopted; "": none */
    struct rlk_slot exported_slot[SIM_RESOURCES]; /* of a semaphore */
    char left[SIM_EXPORTS]
             [SIM_TOKEN_MAX]; /* all tokens that were ever exported */
    int left_count;
    uint64_t judged; /* rules that had something to judge, one bit each */
    int broken_rule; /* 0: none */
    char complaint[256];
};

#endif
