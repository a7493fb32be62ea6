/* SPDX-License-Identifier: MIT */
#ifndef SIM_WORLD_H
#define SIM_WORLD_H

/*
 * Everything there is while a plan runs: nodes, clients, the connections and
 * messages between them, on one true time that none of them knows.
 *
 *     node.h     servers: executing, pausing, crashing
 *     net.h      connections: delay, loss, order
 *     chance.h   what neither the plan nor its choices say
 *     client.h   the transport that production's core runs on
 *     user.h     what the people behind the clients do
 *     faults.h   the plan's deeds
 *     witness.h  the rules, checked; what beliefs are
 *     witness_votes.h, witness_node.h  what votes are, and nodes do
 *     story.h    what happened, in words
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

/* Servers know the wall clock; where it begins does not matter. */
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
 * A request on its way, or its answer; a handshake is both, and a push nobody
 * has asked for.
 */
struct sim_message {
    int connection;
    bool handshake;
    bool is_handoff;
    struct rlk_handoff handoff;
    struct sim_request request;
    struct sim_answer answer;
    struct rlk_identity identity;
    int64_t sent_at;     /* true time, as the next */
    int64_t executed_at; /* by the node */
    uint32_t steps;      /* of its clock by then, of those below */
    int next;            /* in the list of free ones */
};

struct sim_connection {
    int client;
    int node;
    uint32_t run;      /* of the server that accepted it */
    int64_t client_id; /* at that server */
    int64_t last[2];   /* when the last message of each way arrives */
    bool listens;      /* a second connection, for pushes: */
    char channel[RLK_CHANNEL_MAX];
    bool deaf[2];  /* what is sent that way is lost */
    bool open;     /* its client still has it */
    bool accepted; /* by the server */
    bool spared;   /* the server was asked to kill it, and refused */
    bool dead;     /* the server has closed it: nothing is read any more */
    enum redlock_reason reason; /* of its end, where its client hears it */
};

/* The path between one client and one node, whatever the connection. */
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
    char notified[SIM_TOKEN_MAX]; /* whom the request under way pushed to last,
                                 and who was heard; "": nobody */
    int64_t notified_generation;  /* what that push said */
    bool notified_alone;
    uint32_t run;    /* counts its starts */
    uint32_t former; /* that run's server is a replica of this one; 0: none */
    int64_t ahead;   /* of SIM_WALL_CLOCK_NS its machine's clock was set */
    char run_id[41];
    uint32_t servers;  /* counts those that were behind it */
    uint32_t memories; /* likewise */
    bool up;
    bool paused;
    uint32_t pauses;
    enum sim_deed down_by;
    int64_t down_since;
    int64_t forgot_at;       /* INT64_MIN: it never lost its memory */
    enum redlock_reason ail; /* what it answers until then: */
    int64_t ails_until;
    int64_t no_kill_until;  /* CLIENT KILL is refused */
    int64_t stepped_by;     /* the sum of its clock's steps forward */
    int64_t gained;         /* ... and back, within a ttl_max */
    int64_t gained_at;      /* the last one */
    int64_t stepped_at;     /* INT64_MIN: its clock never was, forward */
    uint32_t steps;         /* counts those of stepped_at */
    int64_t step;           /* the last one's length */
    int64_t quarantined_at; /* its last marker of one; INT64_MIN: never */
    int64_t repaired_at[SIM_KEYS]; /* its key, which was put back */
    int64_t next_client_id;
    int *inbox; /* messages that came while it was paused */
    int inbox_count;
    int inbox_room;
    int set_by[SIM_KEYS]; /* the connection that the last key came by */
};

enum sim_slot_state {
    SIM_SLOT_IDLE,
    SIM_SLOT_ACQUIRING,
    SIM_SLOT_HOLDING, /* or lost, and not given back yet */
    SIM_SLOT_RELEASING,
};

/* What the witness knows of the lock in a slot. */
struct sim_belief {
    char token[SIM_TOKEN_MAX];
    uint64_t attempt;
    int64_t valid_until; /* as published, on the client's clock; 0: not */
    int64_t until;       /* the same, in true time */
    int64_t believed_to; /* the last that was published, not counting 0 */
    bool held_once;
    bool notified;
    int64_t stands_until; /* told: but it has until then, true time */
    uint32_t timed_out;   /* nodes whose time-out this attempt has seen */
    int64_t fence_floor;  /* the largest fence before the attempt began */
    uint32_t forgotten;   /* nodes that lost the key without a word */
    int64_t ends[SIM_NODES_MAX];      /* counted votes, the client's clock */
    int64_t true_ends[SIM_NODES_MAX]; /* the same, in true time */
    int64_t former_end; /* of the vote that an answer is about to move */
    int64_t entitled[SIM_NODES_MAX]; /* what answers allow, client's clock */
    int64_t counters[SIM_NODES_MAX]; /* what each node's last stood at */
    struct sim_head head; /* the first of those that it was told are next */
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
    int key;      /* where a node's keys have its own: the resource's; of a
                     semaphore, once it is known, the slot's */
    char name[4]; /* of the resource, in stories */
    int64_t hold;
    int64_t least; /* of validity, when it is won */
    bool no_repair;
    bool fenced;
    bool shared;
    bool multi_holder; /* shared, or an owner's: others may hold it, too */
    int8_t owner;      /* from 1; 0: it has none */
    int8_t sharer;     /* the owner that shares it, likewise */
    /* The last attempt that a node told of its own share. */
    uint64_t notified_attempt;
    uint32_t notified_by;      /* these did */
    uint32_t notified_in_time; /* and these while it was not decided */
    int64_t carried;     /* the owner's fence, as it was asked for; 0: none */
    int slots;           /* 0: none */
    int64_t again_until; /* true time; acquires again as soon as released */
    int64_t again_ttl;
    uint32_t uses;      /* counts acquisitions */
    int64_t due;        /* the client's clock: the call has ended by then */
    int64_t open_since; /* true time: it alone waits, and a quorum is free; 0:
                           not yet; RLK_NEVER: others were in its way */
    struct rlk_acquire acquire;
    const struct rlk_acquire *of_set; /* instead, of a set's member; NULL */
    struct rlk_release release;
    struct sim_extension extensions[SIM_EXTENSIONS];
    struct redlock_lock *lock;
    struct sim_belief belief;
};

/* Several resources that a client has, or wants, at once: sets.h. */
struct sim_set {
    struct sim_client *client;
    enum sim_slot_state state;
    int count;
    int resources[SIM_RESOURCES]; /* in the order in which they were named */
    uint8_t modes;                /* the shared resources, one bit each */
    char name[12];                /* of all, in stories */
    int64_t hold;
    uint32_t uses; /* counts acquisitions */
    int64_t due;   /* the client's clock: the call has ended by then */
    bool notified; /* of the loss */
    struct rlk_set_acquire acquire;
    struct rlk_set_release release;
    struct redlock_lock *lock;
};

/* What a process can know of a node's clock, by its best answer. */
struct sim_hearing {
    int64_t at;             /* executed then, true time; INT64_MIN: never */
    int64_t width;          /* of the interval that it leaves */
    uint32_t steps;         /* of the node's clock before that answer */
    int64_t excluded_until; /* its clock was seen to go ahead; or 0 */
};

/* What came for a client while its process was stopped. */
struct sim_arrival {
    enum sim_event_kind kind;
    int subject;
    int connection;
};

struct sim_observer;

struct sim_client {
    struct rlk_transport transport; /* first: the core's view of it */
    struct sim_world *world;
    int index;
    uint32_t generation; /* counts its processes */
    bool alive;
    bool stopped;
    int64_t resumes_at;
    int64_t stopped_at;
    int64_t last_resumed; /* true time; INT64_MIN: never stopped */
    struct sim_clock clock;
    struct dice dice;
    bool named; /* its process has its name */
    struct rlk_core core;
    int connections[SIM_NODES_MAX]; /* the present ones */
    int listening[SIM_NODES_MAX];   /* the present second ones */
    uint32_t armed;                 /* counts arm() */
    int not_sent;                   /* the nth request from now; 0: none */
    bool timer_due;                 /* it came while stopped */
    bool woken;
    struct sim_slot slots[SIM_SLOTS];
    struct sim_set set;
    struct rlk_inspect inspect;
    bool inspecting;
    int64_t inspection_due;
    struct sim_observer *observer;     /* NULL: it does not observe */
    uint64_t given_back[SIM_ATTEMPTS]; /* attempts whose release was sent */
    int given_down[SIM_ATTEMPTS];      /* ... when these connections were new */
    struct sim_shared_by {
        uint64_t attempt;
        int8_t owner; /* that it was to share as */
    } shared_by[SIM_ATTEMPTS];
    struct sim_hearing hearings[SIM_NODES_MAX];
    struct sim_arrival *inbox;
    int inbox_count;
    int inbox_room;
};

struct sim_world {
    const struct sim_plan *plan;
    int64_t now;
    bool choosing; /* what happens next is chosen (choice.h), and not due */
    struct sim_coins_thrown coins;  /* by the choice that is being taken */
    int8_t wished[SIM_CLIENTS_MAX]; /* choosing: how many wishes of each client
                                       have had their turn */
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
    struct dice dice;          /* for what no plan needs to keep in place */
    int requests;              /* on their way to nodes */
    bool calm;                 /* no faults any more */
    bool prospering;           /* ... and whoever asks must acquire, */
    int64_t served_by;         /* by then */
    int64_t free_since;        /* prompt: it was given back; INT64_MIN: never */
    char named[SIM_TOKEN_MAX]; /* ... and who is next; "": nobody was named */
    uint64_t blind;            /* rules that are not looked at, a bit each */
    struct sim_tally tally;
    FILE *story;     /* NULL: nobody reads */
    uint64_t *noisy; /* messages that met a fault, where a shrinker asks */
    int noisy_count;
    int noisy_room;
    bool note_noisy;
    void (*acts)(int client); /* told whose process runs; NULL: nobody asks */
    int64_t fences[SIM_KEYS]; /* the largest told */
    int64_t owned[SIM_OWNERS + 1][SIM_RESOURCES]; /* the last one of each */
    int64_t last_fences[SIM_KEYS][SIM_FENCES];    /* the last ones */
    uint32_t fences_count[SIM_KEYS];
    int fails_at;       /* that allocation, from when it was said; 0: none */
    bool memory_failed; /* ... and did */
    char exported[SIM_RESOURCES][SIM_TOKEN_MAX];  /* to be adopted; "": none */
    struct rlk_slot exported_slot[SIM_RESOURCES]; /* of a semaphore */
    char left[SIM_EXPORTS][SIM_TOKEN_MAX];        /* all that ever were */
    int left_count;
    uint64_t judged; /* rules whose case was there, a bit each */
    int broken_rule; /* 0: none yet */
    char complaint[256];
};

#endif
