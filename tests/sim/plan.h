/* SPDX-License-Identifier: MIT */
#ifndef SIM_PLAN_H
#define SIM_PLAN_H

/*
 * One schedule before it runs: the setup, the actions of the users, and the
 * faults. Plans are drawn from a seed (deal.h) or read from text. A failing
 * plan is reduced by removing parts of it. What the network does to each
 * message is not in the plan: it follows from the seed and the message's number
 * on its path, so that it stays the same when other parts are removed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tests/sim/chance.h"

#define SIM_NODES_MAX 9
#define SIM_CLIENTS_MAX 5
#define SIM_USER_SLOTS 2
#define SIM_SLOTS 5 /* ... and the slots for the members of a set */
#define SIM_FIRST_MAX 8
#define SIM_OWNERS 2
#define SIM_ALL (-1)
#define SIM_SLACK_DEFAULT (-1)

/* Do nodes have markers of their memory, and which clients know of it? */
enum sim_guard {
    SIM_GUARD_NONE,
    SIM_GUARD_AUTO, /* nodes have markers; clients detect it */
    SIM_GUARD_ON, /* clients are configured for it: any node may lose its memory
                   */
};

/* Assumptions of docs/safety.md that a world may violate. */
enum sim_broken {
    SIM_BROKEN_MEMORY = 1,  /* nodes lose their memory beyond the margin */
    SIM_BROKEN_STEPS = 2,   /* node clocks are stepped */
    SIM_BROKEN_RATES = 4,   /* clocks diverge by more than the drift */
    SIM_BROKEN_SUSPEND = 8, /* a client's clock stops while it is paused */
};

enum sim_deed {
    /* Actions of a client's user; each uses one of the client's slots. */
    SIM_DEED_ACQUIRE, /* resource, ttl, wait, hold, keep */
    SIM_DEED_EXTEND,  /* ttl */
    SIM_DEED_RELEASE,
    SIM_DEED_CANCEL,
    SIM_DEED_BURST,   /* resource, ttl: acquires and releases for a span */
    SIM_DEED_EXPORT,  /* detaches the lock, and leaves the token for adoption */
    SIM_DEED_ADOPT,   /* resource, ttl, hold: adopts the last exported lock */
    SIM_DEED_OBSERVE, /* resource: begins or ends observing */
    SIM_DEED_TAKE, /* nth: acquires several resources together, all or none */
    SIM_DEED_DOWNGRADE, /* shares an exclusive lock from now on */
    SIM_DEED_INSPECT,   /* resource */
    /* Faults of a client's machine. */
    SIM_DEED_STOP,      /* for a span: the process receives no event */
    SIM_DEED_CRASH,     /* restarts without memory after a span */
    SIM_DEED_CLOSE,     /* the same, after every lock was released */
    SIM_DEED_JOIN,      /* its process starts now, without observations */
    SIM_DEED_NO_MEMORY, /* the nth allocation from now on fails, in any process
                         */
    SIM_DEED_NOT_SENT,  /* the nth request from now on is not sent */
    /* Faults of a node. */
    SIM_DEED_PAUSE,    /* for a span: requests wait */
    SIM_DEED_RESTART,  /* down for a span; its memory is kept */
    SIM_DEED_FORGET,   /* the same; its memory is lost */
    SIM_DEED_REVERT,   /* the same; it has the memory of the last snapshot */
    SIM_DEED_SNAPSHOT, /* takes a snapshot */
    SIM_DEED_FLUSH,    /* FLUSHALL */
    SIM_DEED_UNLEARN,  /* SCRIPT FLUSH */
    SIM_DEED_LOSE_KEY, /* resource: loses this key only */
    SIM_DEED_KEY,  /* resource, ttl: the nth client of another library sets its
                      key on this node only; slots: the keys of all slots */
    SIM_DEED_BUSY, /* for a span it replies with an error of this kind: */
    SIM_DEED_LOADING,
    SIM_DEED_READONLY,
    SIM_DEED_OOM,
    SIM_DEED_MISCONF,
    SIM_DEED_NOPERM,
    SIM_DEED_NO_KILL,  /* for a span it refuses CLIENT KILL only */
    SIM_DEED_STEP,     /* its clock is stepped by a span */
    SIM_DEED_FAILBACK, /* the memory of the last snapshot, in the same process
                        */
    SIM_DEED_SWITCH,   /* another server with that memory, behind unbroken
                          connections */
    SIM_DEED_FAILOVER, /* down for a span; then its replica is the master, with
                          the memory of the last snapshot and another clock */
    SIM_DEED_SWITCHOVER, /* the same immediately, and it becomes a replica
                            itself, which it reports to connected clients */
    /* Faults of the paths between clients and nodes. */
    SIM_DEED_SLOW_THERE,    /* requests of the next span arrive after it */
    SIM_DEED_SLOW_BACK,     /* replies of the next span arrive after it */
    SIM_DEED_LOSE_THERE,    /* this connection delivers no further request */
    SIM_DEED_LOSE_BACK,     /* this connection delivers no further reply */
    SIM_DEED_CUT,           /* this connection is reset */
    SIM_DEED_REFUSE,        /* connections are refused for a span */
    SIM_DEED_LOSE_HANDOFFS, /* the second connection delivers no further
                               hand-off message */
    SIM_DEED_CUT_HANDOFFS,  /* the second connection is reset */
    SIM_DEEDS
};

struct sim_action {
    int64_t at;
    enum sim_deed deed;
    int8_t client; /* SIM_ALL: every client, for faults of paths */
    int8_t node;   /* SIM_ALL: every node */
    int8_t slot;
    int8_t resource;
    bool keep;
    bool no_repair;
    bool shared;
    bool bare;    /* without a fence although others have one */
    int8_t owner; /* from 1, even if it has the lock already; 0: no owner */
    bool stale; /* its owner no longer has the lock, and it carries the owner's
                   last fence */
    int8_t slots;  /* 0: no semaphore */
    uint8_t modes; /* take: the shared resources, one bit each */
    int nth;
    int64_t span;
    int64_t ttl;
    int64_t wait;  /* 0: one attempt */
    int64_t hold;  /* the time between acquisition and release; 0: an action
                      releases it */
    int64_t least; /* the minimum validity when the lock is acquired */
    /* How long before the end a loss is reported; 0: at the end. */
    int64_t notice;
};

/* Faults of single messages, per million messages. */
struct sim_noise {
    int64_t delay;    /* the mean of an exponential distribution */
    int64_t tail;     /* the minimum of a heavy tail */
    int64_t tail_ppm; /* how many are in the tail */
    int64_t lose_ppm; /* the connection loses this message and all later ones */
    int64_t cut_ppm;  /* this message breaks the connection */
    int64_t late;     /* the largest delay of a timer */
};

/* The next event in a plan of choices: choice.h. */
enum sim_choice_kind {
    SIM_CHOICE_DELIVER, /* the first message of a connection and direction */
    SIM_CHOICE_DUE,     /* a client's timer, or another due event of it */
    SIM_CHOICE_WISH,    /* the next action of a client */
    SIM_CHOICE_RETURN,  /* a stopped process or server continues */
    SIM_CHOICE_ADVANCE, /* time advances to the next instant at which anything
                           ends */
    SIM_CHOICE_LATE,    /* a message stays undelivered while time advances */
    SIM_CHOICE_FAULT,   /* a fault of the plan, now */
    SIM_CHOICES
};

struct sim_choice {
    uint8_t kind;   /* enum sim_choice_kind */
    uint8_t way;    /* deliver, late: enum sim_way */
    int8_t client;  /* SIM_ALL: no client */
    int8_t node;    /* SIM_ALL: no node */
    bool listening; /* the second connection of this client and node */
    uint8_t older;  /* 0: their present connection; else the nth before it,
                       broken ones included */
    int16_t action; /* fault: the number of the plan's action */
    struct sim_coins coins;
};

struct sim_plan {
    uint64_t seed; /* of everything that is not stored here */
    int nodes;
    int quorum;
    int clients;
    bool parallel;
    int64_t node_timeout;
    int64_t ttl_max;
    int64_t other_ttl_max; /* of every second client; 0: the same for all */
    bool fenced; /* every acquisition issues a fence, except bare ones */
    enum sim_guard guard;
    int64_t slack;  /* SIM_SLACK_DEFAULT: the library's default */
    bool careful;   /* clocks are stepped within the slack, or if no lock needs
                       the node */
    bool informed;  /* the same, or if every client has sampled the clock */
    bool agreeing;  /* all node clocks show the same time at the start */
    int64_t length; /* faults and actions end at this time */
    /*
     * Nothing fails but one node, and messages take the mean delay: the next
     * waiter of r1 acquires it soon after the release.
     */
    bool prompt;
    bool chosen; /* each client's actions form a program, faults are a set; the
                    choices say when they happen */
    struct sim_wishers {
        int count;
        int8_t clients[SIM_FIRST_MAX];
    } first, begun; /* chosen: the next actions of these clients are done before
                       the choices begin. The first ones are then completed, the
                       begun ones have only begun */
    int64_t counters[SIM_NODES_MAX]; /* of r1, left by former locks: the amount
                                        above the node's clock */
    int64_t node_ppm[SIM_NODES_MAX];
    int64_t client_ppm[SIM_CLIENTS_MAX];
    bool shares; /* some acquisitions share what others want exclusively */
    bool owns; /* some acquisitions have an owner that holds the lock already */
    int slots; /* of the acquisitions at the end; 0: no semaphores */
    unsigned older; /* clients, one bit each, that know no queues: they poll,
                       and their releases hand nothing over */
    unsigned unguarded; /* clients, one bit each, that judge no marker while
                           others do */
    bool lasting; /* while the plan is drawn: locks are kept; not in the text */
    unsigned broken;
    struct sim_noise noise;
    int actions_count;
    struct sim_action *actions; /* of the plan; in any order */
    int actions_room;
    int choices_count;
    struct sim_choice *choices; /* chosen */
    int choices_room;
    int muted_count;
    uint64_t *muted; /* messages exempt from all faults; sorted */
};

/* Adds an action; the plan grows. */
void sim_plan_add(struct sim_plan *plan, const struct sim_action *action);

/* Adds a choice, as the last one. */
void sim_plan_choose(struct sim_plan *plan, const struct sim_choice *choice);

/* Frees the contents of the plan, which is then empty. */
void sim_plan_clear(struct sim_plan *plan);

/* Makes a copy with its own memory. */
void sim_plan_copy(struct sim_plan *to, const struct sim_plan *from);

/* Are there clients that do not queue, and poll instead? */
bool sim_plan_polls(const struct sim_plan *plan);

/* Is the client one without queues; or one that judges no marker? */
bool sim_plan_is_older(const struct sim_plan *plan, int client);
bool sim_plan_is_unguarded(const struct sim_plan *plan, int client);

/* The largest step of a clock that endangers no lock. */
int64_t sim_plan_slack(const struct sim_plan *plan);

/* --- as text ---------------------------------------------------------------
 */

const char *sim_deed_name(enum sim_deed deed);

/* One line, without its end. */
void sim_plan_print_action(FILE *out, const struct sim_action *action);

/* Prints the whole plan in order of time, as sim_plan_read() reads it. */
void sim_plan_print(FILE *out, const struct sim_plan *plan);

/*
 * Reads a plan up to the end or to a line of dashes. Lines that begin with #
 * are comments, lines with @ are for story_file.h. false: complaint says what
 * is wrong, and where.
 *
 * Defaults: seed 1, a majority as the quorum, node-timeout 50ms, delay 0.1ms;
 * after the line chosen: agreeing, node-timeout 20ms, ttl-max 100ms, node-ppm
 * 4900 and client-ppm -4900 for all.
 */
bool sim_plan_read(struct sim_plan *plan, FILE *in, char *complaint,
                   size_t size);

#endif
