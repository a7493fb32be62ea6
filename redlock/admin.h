/* SPDX-License-Identifier: MIT */
#ifndef REDLOCK_ADMIN_H
#define REDLOCK_ADMIN_H

/*
 * An operator's calls: marking nodes, examining them, starting some for trying
 * it out. Whoever only locks needs redlock/redlock.h alone. All of them block.
 */

#include "redlock/redlock.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- marking nodes: a client of the blocking face ------------------------- */

/*
 * Writes the marker of a sound memory on every node: for a new deployment, or
 * to end quarantines early. The caller vouches that nobody holds a lock that
 * a node has forgotten. Any thread; at most one node time-out.
 *
 * OK         a quorum took it: MARKED in the report are those that did.
 * NO_QUORUM  fewer did.
 * NO_RIGHTS, NO_MEMORY, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_init_nodes(struct redlock_client *client,
                   struct redlock_report *report);

/* --- examining nodes: without a client ------------------------------------
 *
 * Facts about each node, as far as it tells them to this user. What they mean
 * is the reader's to judge. Texts are cut to fit; "" is one that is not known.
 * Numbers are -1 where they are not known, unless something else is said.
 */

/* What the user must be allowed to do. Bits. */
enum redlock_right {
    REDLOCK_RIGHT_SET = 1 << 0,
    REDLOCK_RIGHT_GET = 1 << 1,
    REDLOCK_RIGHT_DEL = 1 << 2,
    REDLOCK_RIGHT_PTTL = 1 << 3,
    REDLOCK_RIGHT_PEXPIRE = 1 << 4,
    REDLOCK_RIGHT_TIME = 1 << 5, /* in scripts */
    REDLOCK_RIGHT_EVAL = 1 << 6,
    REDLOCK_RIGHT_EVALSHA = 1 << 7,
    REDLOCK_RIGHT_INFO = 1 << 8,
    REDLOCK_RIGHT_CLIENT_ID = 1 << 9,
    REDLOCK_RIGHT_CLIENT_KILL = 1 << 10,
    REDLOCK_RIGHT_KEYS = 1 << 11, /* to touch keys named redlock:* */
    /* Without these nobody waits in a queue of the node's: */
    REDLOCK_RIGHT_ZADD = 1 << 12,
    REDLOCK_RIGHT_ZREM = 1 << 13,
    REDLOCK_RIGHT_ZCARD = 1 << 14,
    REDLOCK_RIGHT_ZRANGE = 1 << 15,
    REDLOCK_RIGHT_ZRANK = 1 << 16,
    REDLOCK_RIGHT_ZSCORE = 1 << 17,
    REDLOCK_RIGHT_HSET = 1 << 18,
    REDLOCK_RIGHT_HGET = 1 << 19,
    REDLOCK_RIGHT_HDEL = 1 << 20,
    REDLOCK_RIGHT_PUBLISH = 1 << 21,
    REDLOCK_RIGHT_SUBSCRIBE = 1 << 22,
    REDLOCK_RIGHT_QUEUES = 1 << 23,   /* to touch keys named {*}:* */
    REDLOCK_RIGHT_CHANNELS = 1 << 24, /* those named redlock:wake:* */
};
#define REDLOCK_RIGHTS 25

/* What a node knows of its own memory: see enum redlock_guard. */
enum redlock_memory {
    REDLOCK_MEMORY_UNKNOWN = 0,    /* it was not allowed to tell */
    REDLOCK_MEMORY_UNMARKED = 1,   /* no marker */
    REDLOCK_MEMORY_SOUND = 2,      /* all it ever granted */
    REDLOCK_MEMORY_QUARANTINE = 3, /* lost; locks may have been forgotten */
    REDLOCK_MEMORY_STALE = 4,      /* the marker is of another memory, as after
                                      a restart: in quarantine from the next
                                      request on */
};

struct redlock_node_facts {
    enum redlock_reason reason; /* NONE: examined; else why it was not */
    char message[96];           /* the node's own words, where it has any */
    char name[96];              /* the node's URI, without its password */
    char host[256];             /* "": a unix socket; of sentinel:// the
                                   master's, once it is connected */
    int port;
    char path[108];        /* of the unix socket */
    char user[64];         /* who we are there */
    char server[16];       /* redis, valkey */
    char version[32];      /* its own number */
    char run_id[48];       /* the same twice: one server */
    bool replica;          /* else a master */
    char master[128];      /* a replica's: host:port */
    unsigned denied;       /* the rights that the user lacks */
    unsigned missing;      /* the commands that are not there: renamed */
    int64_t round_trip_us; /* the median of several */
    int64_t round_trip_max_us;

    enum redlock_reason writes; /* NONE: it takes them, or may not be asked */
    char writes_message[96];
    int append_only;       /* 1 or 0 */
    char append_fsync[16]; /* always, everysec, no */
    int snapshots;         /* 1 or 0: it saves by itself */
    int64_t memory_max;    /* bytes; 0: no limit */
    char memory_policy[32];

    /* The node's clock against this machine's boot clock. */
    int64_t clock_us;       /* how far it is ahead */
    int64_t clock_error_us; /* more or less; -1: there are no samples */
    int64_t clock_gain_us;  /* how much that has grown in clock_span_us */
    int64_t clock_gain_error_us;
    int64_t clock_span_us; /* 0: too few samples */

    enum redlock_memory memory;
    int64_t longest_ttl_ms; /* the deployment's, by its marker */
    int64_t quarantined_ms; /* for how long, by its own clock */

    char tls_version[16];     /* TLSv1.3; "": without TLS */
    char tls_cipher[40];      /* by OpenSSL's name */
    int64_t certificate_days; /* until the server's certificate expires; 0:
                                 within a day, or it has */
    int64_t needs_replicas;   /* 1 or 0: it refuses writes when it has lost its
                                 replicas (min-replicas-to-write) */
};

struct redlock_examination {
    size_t size; /* sizeof it, or 0 */
    int nodes;
    int quorum;
    enum redlock_strategy strategy; /* these as the settings came to */
    enum redlock_guard guard;
    int64_t node_timeout_ms;
    int64_t ttl_max_ms;
    double drift_factor;
    struct redlock_node_facts node[REDLOCK_NODES_MAX];
};

/*
 * Examines every node, all at once: what it is, what this user may do there -
 * tried by commands that change nothing - and its clock. Needs no client, and
 * writes nothing.
 *
 * problem  may be NULL; filled on BAD_NODES, UNSAFE, BAD_SETTING.
 *
 * Any thread. Takes about a second; where nodes are silent, at most five times
 * a second or three node time-outs, whichever is longer.
 *
 * OK         a quorum was examined.
 * NO_QUORUM  too few nodes were; the facts tell why.
 * NO_RIGHTS  a majority refuses the credentials.
 * BAD_NODES, UNSAFE, BAD_SETTING, BAD_REQUEST, NO_MEMORY, SYSTEM: there are no
 *            facts.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_examine(const struct redlock_settings *settings,
                struct redlock_examination *examination,
                struct redlock_problem *problem);

/* --- what there is: without a client ---------------------------------------
 */

/* What zero means in a request for a list. */
#define REDLOCK_LIST_LIMIT_DEFAULT 1000
#define REDLOCK_LIST_TIMEOUT_DEFAULT_MS (10 * 1000)

#define REDLOCK_LIST_LIMIT_MAX 100000

/*
 * How a resource stands. Filled by the library; what lies beyond its size is
 * not there. Counts are those of the node that tells most.
 */
struct redlock_listed {
    size_t size;
    const char *resource;
    enum redlock_holding holding; /* SOMEBODY: a quorum has the same key */
    int nodes;
    int quorum;
    int answered;         /* nodes that could tell */
    int named;            /* nodes that have the key that most have */
    int others;           /* nodes that have another */
    int64_t remaining_ms; /* of these keys, the one that lives longest; -1:
                             there is none, or for ever */
    int64_t members;      /* so many share it; 0: nobody does, or not known */
    int64_t waiting;      /* so many wait for it in a queue */
    int64_t slots_taken;  /* of a semaphore; 0: none, or not known */
    int64_t slots;        /* of so many; 0: it is none, or not known */
    char token[REDLOCK_TOKEN_MAX]; /* what that key has; "": there is none. See
                                      redlock_token_label() */
};

/* listed: borrowed for the call, with all in it. It may not call the library.
 */
typedef void redlock_listed_fn(void *user, const struct redlock_listed *listed);

struct redlock_list_request {
    size_t size;             /* sizeof it; 0: see redlock.h */
    int limit;               /* so many resources at most; ..
                                REDLOCK_LIST_LIMIT_MAX; 0: the default */
    int64_t timeout_ms;      /* nodes are gone through for so long; 0: the
                                default */
    redlock_listed_fn *each; /* once for each, in the order of their bytes */
    void *user;
};

/* One node of a listing. */
struct redlock_list_node {
    enum redlock_reason reason; /* NONE: it told all that it was asked */
    bool complete;              /* it was gone through to its end */
    int64_t told;               /* names that it told, some perhaps twice */
    int64_t refused; /* keys that this user may not read: whose, is not known */
    int64_t left_out; /* names that were too long for one answer together */
    char name[96];    /* the node's URI, without its password */
    char message[96]; /* the node's own words, where it has any */
};

struct redlock_list_report {
    size_t size; /* sizeof it, or 0 */
    int nodes;
    int quorum;
    int listed; /* so many resources were told */
    bool more; /* there are more than the limit: which were told, and which were
                  not, is chance */
    struct redlock_list_node node[REDLOCK_NODES_MAX];
};

/*
 * Lists the resources that any node has something of ours about: a key with a
 * token in it or a badge, a queue, a slot. What other Redlocks hold is not
 * seen. Nodes are gone through by SCAN, for some hundred keys in one request,
 * all nodes at once; then each node is asked how those stand, some at a time.
 * What is acquired and released meanwhile may be told or not.
 *
 * Needs no client, and writes nothing. The user needs the rights to SCAN and
 * GETRANGE beside those to wait (docs/access.md); what keys he may not read is
 * counted.
 *
 * report   may be NULL.
 * problem  may be NULL; filled on BAD_NODES, UNSAFE, BAD_SETTING.
 *
 * Any thread. Takes timeout_ms at most to go through the nodes, and after that
 * a round trip for twenty resources; a node that is silent for a second or
 * three node time-outs, whichever is longer, is given up.
 *
 * OK         a quorum has told what it has.
 * NO_QUORUM  it has not: the report tells why, and what was told is part of it.
 * NO_RIGHTS  a majority refuses the credentials, or the user lacks the rights.
 * BAD_REQUEST, BAD_NODES, UNSAFE, BAD_SETTING, NO_MEMORY, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_list(const struct redlock_settings *settings,
             const struct redlock_list_request *request,
             struct redlock_list_report *report,
             struct redlock_problem *problem);

/* --- taking a lock away: without a client ----------------------------------
 */

/*
 * Deletes a resource's key at every node, whoever holds it, and of a shared
 * lock its members. For an operator's hand: who held it is not asked, and goes
 * on to believe that he holds it until he renews it next, or his validity ends;
 * then it is lost to him. Until then another may hold it, too: only a resource
 * that checks fences is safe from both, for the counter stays and the next
 * one's is greater. Who waits first is woken, and claims it. Where fewer than a
 * quorum can be reached, he keeps it.
 *
 * A semaphore has no such key: its slots are not touched.
 *
 * seen     what redlock_inspect() told: only keys that a node had then are
 *          deleted, and who has come to hold it since is left alone. NULL:
 *          whatever is there.
 * report   may be NULL. RELEASED: holder is whose it was. DENIED: HELD, it is
 *          another's by now; MISSING, there is no key.
 * problem  may be NULL; filled on BAD_NODES, UNSAFE, BAD_SETTING.
 *
 * Any thread. Takes at most a second, or three node time-outs if that is
 * longer.
 *
 * OK           a quorum has no such key any more, and there was one.
 * GONE         a quorum had none already.
 * BUSY         another has come to hold it: nothing of his was deleted.
 * UNREACHABLE  too few nodes could be reached: who holds it keeps it.
 * NO_RIGHTS, BAD_REQUEST, BAD_NODES, UNSAFE, BAD_SETTING, NO_MEMORY, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_force_release(const struct redlock_settings *settings,
                      const char *resource, const struct redlock_report *seen,
                      struct redlock_report *report,
                      struct redlock_problem *problem);

/* --- masters of one's own, for trying it out: without a client ------------ */

/*
 * Starts what is missing of N private servers (redis-server or valkey-server)
 * of this user on unix sockets, and waits until they answer. They are shared
 * by all processes of this user and stay until redlock_local_stop(). Forks.
 *
 * started  may be NULL; how many were started by this call.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_local_start(int nodes, int *started, struct redlock_problem *problem);

/* Ends them, and waits. nodes: which set, or 0 for all of this user's. */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_local_stop(int nodes, int *stopped, struct redlock_problem *problem);

/*
 * One server's socket path and process id, for node 1 .. nodes of local:N.
 * path: at least 108 bytes. pid: may be NULL; 0 if it does not run.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_local_server(int nodes, int node, char *path, int *pid);

/* --- sizes: see the end of redlock.h -------------------------------------- */

REDLOCK_INLINE const struct redlock_list_request *
redlock_list_request_sized(const struct redlock_list_request *request,
                           struct redlock_list_request *room)
{
    if (request->size != 0)
        return request;
    *room = *request;
    room->size = sizeof(*room);
    return room;
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_examine_sized(const struct redlock_settings *settings,
                      struct redlock_examination *examination,
                      struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_examine(redlock_settings_sized(settings, &room), examination,
                           problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_list_sized(const struct redlock_settings *settings,
                   const struct redlock_list_request *request,
                   struct redlock_list_report *report,
                   struct redlock_problem *problem)
{
    struct redlock_settings room;
    struct redlock_list_request request_room;

    return redlock_list(redlock_settings_sized(settings, &room),
                        redlock_list_request_sized(request, &request_room),
                        report, problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status redlock_force_release_sized(
    const struct redlock_settings *settings, const char *resource,
    const struct redlock_report *seen, struct redlock_report *report,
    struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_force_release(redlock_settings_sized(settings, &room),
                                 resource, seen, report, problem);
}

#define redlock_examine(...) redlock_examine_sized(__VA_ARGS__)
#define redlock_list(...) redlock_list_sized(__VA_ARGS__)
#define redlock_force_release(...) redlock_force_release_sized(__VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
