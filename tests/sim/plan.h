/* SPDX-License-Identifier: MIT */
#ifndef SIM_PLAN_H
#define SIM_PLAN_H

/*
 * One schedule before it runs: the set-up, what the users want and when, and
 * which faults befall whom. Plans are dealt from a seed (deal.h) or read from
 * text; a plan that fails is made shorter by taking things out of it. What
 * the network does to each message is not in the plan: it follows from the
 * seed and the message's place, so that it stays when other things go.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tests/sim/chance.h"

#define SIM_NODES_MAX 9
#define SIM_CLIENTS_MAX 5
#define SIM_USER_SLOTS 2
#define SIM_SLOTS 5 /* ... and those that stand for the members of a set */
#define SIM_FIRST_MAX 8
#define SIM_OWNERS 2
#define SIM_ALL (-1)
#define SIM_SLACK_DEFAULT (-1)

/* Do nodes carry markers of their memory, and who knows of it? */
enum sim_guard {
    SIM_GUARD_NONE,
    SIM_GUARD_AUTO, /* nodes do; clients find out */
    SIM_GUARD_ON,   /* clients are told: nodes may forget whatever they like */
};

/* What a world may do to the assumptions of docs/safety.md. */
enum sim_broken {
    SIM_BROKEN_MEMORY = 1,  /* nodes forget beyond the margin */
    SIM_BROKEN_STEPS = 2,   /* node clocks are stepped */
    SIM_BROKEN_RATES = 4,   /* clocks run apart by more than the drift */
    SIM_BROKEN_SUSPEND = 8, /* a client's clock stands still while it is
                               paused */
};

enum sim_deed {
    /* A client's user; each acts in one of the client's slots. */
    SIM_DEED_ACQUIRE, /* resource, ttl, wait, hold, keep */
    SIM_DEED_EXTEND,  /* ttl */
    SIM_DEED_RELEASE,
    SIM_DEED_CANCEL,
    SIM_DEED_BURST,     /* resource, ttl: acquires and releases for a span */
    SIM_DEED_EXPORT,    /* detaches; the token is there for whoever adopts */
    SIM_DEED_ADOPT,     /* resource, ttl, hold: the last that was exported */
    SIM_DEED_OBSERVE,   /* resource: begins, or ends */
    SIM_DEED_TAKE,      /* nth: some of the resources at once, all or none */
    SIM_DEED_DOWNGRADE, /* shares what it has alone */
    SIM_DEED_INSPECT,   /* resource */
    /* A client's machine. */
    SIM_DEED_STOP,      /* for a span: no event reaches the process */
    SIM_DEED_CRASH,     /* back, with nothing in memory, after a span */
    SIM_DEED_CLOSE,     /* the same, with every lock released before */
    SIM_DEED_JOIN,      /* its process starts only now, and knows nothing */
    SIM_DEED_NO_MEMORY, /* the nth allocation from now fails, of anybody's */
    SIM_DEED_NOT_SENT,  /* the nth request from now is not sent */
    /* A node. */
    SIM_DEED_PAUSE,    /* for a span: requests wait */
    SIM_DEED_RESTART,  /* down for a span, back with its memory */
    SIM_DEED_FORGET,   /* the same, back with none */
    SIM_DEED_REVERT,   /* the same, back with the last snapshot's */
    SIM_DEED_SNAPSHOT, /* takes one */
    SIM_DEED_FLUSH,    /* FLUSHALL */
    SIM_DEED_UNLEARN,  /* SCRIPT FLUSH */
    SIM_DEED_LOSE_KEY, /* resource: its key alone is gone */
    SIM_DEED_KEY,      /* resource, ttl: the nth client of another library sets
                          its key there, and nowhere else; slots: the keys of
                          all slots */
    SIM_DEED_BUSY,     /* answers errors for a span, of these kinds: */
    SIM_DEED_LOADING,
    SIM_DEED_READONLY,
    SIM_DEED_OOM,
    SIM_DEED_MISCONF,
    SIM_DEED_NOPERM,
    SIM_DEED_NO_KILL,    /* CLIENT KILL alone is refused for a span */
    SIM_DEED_STEP,       /* its clock is stepped by a span */
    SIM_DEED_FAILBACK,   /* the last snapshot's memory, in the same process */
    SIM_DEED_SWITCH,     /* another server with it, behind kept connections */
    SIM_DEED_FAILOVER,   /* down, and after a span its replica is the master,
                            with the last snapshot's memory and another clock */
    SIM_DEED_SWITCHOVER, /* the same at once, and it is a replica itself: who
                            is connected to it is told so */
    /* The path between clients and nodes. */
    SIM_DEED_SLOW_THERE,    /* requests of that span arrive after it */
    SIM_DEED_SLOW_BACK,     /* replies likewise */
    SIM_DEED_LOSE_THERE,    /* this connection delivers no request any more */
    SIM_DEED_LOSE_BACK,     /* nor a reply */
    SIM_DEED_CUT,           /* this connection is reset */
    SIM_DEED_REFUSE,        /* connections are refused for a span */
    SIM_DEED_LOSE_HANDOFFS, /* the listening connection delivers no push more */
    SIM_DEED_CUT_HANDOFFS,  /* it is reset */
    SIM_DEEDS
};

struct sim_action {
    int64_t at;
    enum sim_deed deed;
    int8_t client; /* SIM_ALL: every one, where the deed is the path's */
    int8_t node;   /* likewise */
    int8_t slot;
    int8_t resource;
    bool keep;
    bool no_repair;
    bool shared;
    bool bare;     /* without a fence, where others have one */
    int8_t owner;  /* from 1, whoever may have it already; 0: nobody's */
    bool stale;    /* its owner has nothing left, and it carries the number that
                      the owner had last */
    int8_t slots;  /* 0: none */
    uint8_t modes; /* take: the resources that are shared, one bit each */
    int nth;
    int64_t span;
    int64_t ttl;
    int64_t wait;   /* 0: one attempt */
    int64_t hold;   /* released so long after it was acquired; 0: by a deed */
    int64_t least;  /* what has to be left of it when it is won */
    int64_t notice; /* a loss is told so long before the end; 0: as it is */
};

/* What befalls single messages, in parts per million of them. */
struct sim_noise {
    int64_t delay;    /* the mean of an exponential */
    int64_t tail;     /* the least of a heavy tail */
    int64_t tail_ppm; /* how many have that instead */
    int64_t lose_ppm; /* the connection goes deaf with this message */
    int64_t cut_ppm;  /* the connection breaks with this message */
    int64_t late;     /* the most that a timer is late */
};

/* What happens next, in a plan whose instants are choices: choice.h. */
enum sim_choice_kind {
    SIM_CHOICE_DELIVER, /* what is first on a connection's way */
    SIM_CHOICE_DUE,     /* a client's timer, or what else of it is due */
    SIM_CHOICE_WISH,    /* the next one of a client's program */
    SIM_CHOICE_RETURN,  /* whoever was stopped, or is down, goes on */
    SIM_CHOICE_ADVANCE, /* time, to the next instant at which anything ends */
    SIM_CHOICE_LATE,    /* what is on its way stays there over an advance */
    SIM_CHOICE_FAULT,   /* one of the plan's, here and now */
    SIM_CHOICES
};

struct sim_choice {
    uint8_t kind;   /* enum sim_choice_kind */
    uint8_t way;    /* deliver, late: enum sim_way */
    int8_t client;  /* SIM_ALL: none */
    int8_t node;    /* likewise */
    bool listening; /* the second connection between these two */
    uint8_t older;  /* 0: the present connection between these two; else the
                       nth before it, those that are gone counted */
    int16_t action; /* fault: the plan's, by number */
    struct sim_coins coins;
};

struct sim_plan {
    uint64_t seed; /* of what is not written here */
    int nodes;
    int quorum;
    int clients;
    bool parallel;
    int64_t node_timeout;
    int64_t ttl_max;
    int64_t other_ttl_max; /* of every second client; 0: the same */
    bool fenced;           /* every acquire mints but the bare ones */
    enum sim_guard guard;
    int64_t slack;  /* SIM_SLACK_DEFAULT: as the library has it */
    bool careful;   /* clocks are stepped within the slack, or where no lock
                       needs the node */
    bool informed;  /* the same, or where every client knows the clock */
    bool agreeing;  /* node clocks show the same to begin with */
    int64_t length; /* faults and wishes end then */
    bool prompt;    /* nothing fails but one node, and messages take the delay:
                       who waits for r1 has it soon after it is free */
    bool chosen;    /* a client's wishes are its program, faults an alphabet;
                       when they happen is in the choices */
    struct sim_wishers {
        int count;
        int8_t clients[SIM_FIRST_MAX];
    } first, begun; /* chosen: these clients' next wishes are done before
                       anything is chosen; of the first ones all has come that
                       comes of each, of those that are begun nothing yet */
    int64_t counters[SIM_NODES_MAX]; /* of r1, left by former locks: so much
                                        above what the node's clock shows */
    int64_t node_ppm[SIM_NODES_MAX];
    int64_t client_ppm[SIM_CLIENTS_MAX];
    bool shares;        /* some share what others want alone */
    bool owns;          /* some have what their owner has already */
    int slots;          /* that those have who ask in the end; 0: none */
    unsigned older;     /* clients, a bit each, that know of no queue: they ask
                           again and again, and their releases hand nothing on */
    unsigned unguarded; /* likewise, that judge no marker, where others do */
    bool lasting;       /* while it is dealt: locks are kept; not in the text */
    unsigned broken;
    struct sim_noise noise;
    int actions_count;
    struct sim_action *actions; /* the plan's; in any order */
    int actions_room;
    int choices_count;
    struct sim_choice *choices; /* chosen */
    int choices_room;
    int muted_count;
    uint64_t *muted; /* messages that are spared all faults; sorted */
};

/* Adds an action; the plan grows. */
void sim_plan_add(struct sim_plan *plan, const struct sim_action *action);

/* Adds a choice, as the last one. */
void sim_plan_choose(struct sim_plan *plan, const struct sim_choice *choice);

/* Frees what the plan holds, and makes it empty. */
void sim_plan_clear(struct sim_plan *plan);

/* A copy with memory of its own. */
void sim_plan_copy(struct sim_plan *to, const struct sim_plan *from);

/* Do some stand in no queue, and ask again and again? */
bool sim_plan_polls(const struct sim_plan *plan);

/* Is that client one that knows of no queue; or one that judges no marker? */
bool sim_plan_is_older(const struct sim_plan *plan, int client);
bool sim_plan_is_unguarded(const struct sim_plan *plan, int client);

/* What a clock may be stepped by without harm to any lock. */
int64_t sim_plan_slack(const struct sim_plan *plan);

/* --- as text ---------------------------------------------------------------
 */

const char *sim_deed_name(enum sim_deed deed);

/* One line, with no end of line. */
void sim_plan_print_action(FILE *out, const struct sim_action *action);

/* The whole plan, in the order of time; what sim_plan_read() reads. */
void sim_plan_print(FILE *out, const struct sim_plan *plan);

/*
 * Reads a plan up to the end or to a line of dashes; lines that begin with #
 * are for people, those with @ for whoever keeps stories. false: complaint says
 * what is wrong where.
 *
 * What is left out: seed 1, a majority as the quorum, node-timeout 50ms, delay
 * 0.1ms; after the line chosen: agreeing, node-timeout 20ms, ttl-max 100ms,
 * node-ppm 4900 and client-ppm -4900 for all.
 */
bool sim_plan_read(struct sim_plan *plan, FILE *in, char *complaint,
                   size_t size);

#endif
