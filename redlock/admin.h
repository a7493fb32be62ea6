/* SPDX-License-Identifier: MIT */
#ifndef REDLOCK_ADMIN_H
#define REDLOCK_ADMIN_H

/*
 * Calls for an operator: mark, examine and list nodes, take a lock away, and
 * start private servers. A program that only locks needs redlock/redlock.h
 * alone. All of these calls block.
 */

#include "redlock/redlock.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- marking nodes: with a client of the blocking API -------------------- */

/*
 * Writes a marker on every node (enum redlock_guard). The marker states that
 * the node remembers all locks that it has granted. Use the call for a new
 * deployment, or to end quarantines early. The caller must make sure that no
 * client holds a lock that a node has forgotten.
 *
 * report  may be NULL.
 *
 * Any thread; blocks at most one node timeout.
 *
 * OK         a quorum was marked; these nodes have the result MARKED.
 * NO_QUORUM  fewer nodes were marked.
 * NO_RIGHTS, NO_MEMORY, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_init_nodes(struct redlock_client *client,
                   struct redlock_report *report);

/* --- examining nodes: without a client ------------------------------------
 *
 * The library reports facts about each node, as far as this user may see them;
 * the caller judges them. Texts are truncated to fit. An unknown text is "",
 * and an unknown number is -1, unless stated otherwise.
 */

/* The rights that the user needs, as bits. */
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
    /* Needed for the node's queues: */
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

/* The state of a node's memory: see enum redlock_guard. */
enum redlock_memory {
    REDLOCK_MEMORY_UNKNOWN = 0,    /* the user may not read it */
    REDLOCK_MEMORY_UNMARKED = 1,   /* no marker */
    REDLOCK_MEMORY_KEPT = 2,       /* it remembers all locks that it granted */
    REDLOCK_MEMORY_QUARANTINE = 3, /* lost: it may have forgotten locks */
    REDLOCK_MEMORY_STALE = 4,      /* the marker belongs to another memory, as
                                      after a restart: in quarantine once a
                                      client that may write has found it */
    REDLOCK_MEMORY_FOREIGN = 5,    /* an unreadable marker: no vote until the
                                      node is marked again */
};

struct redlock_node_facts {
    enum redlock_reason reason; /* NONE: examined; otherwise the reason why it
                                   was not */
    char message[96];           /* the server's own message, if any */
    char name[96];              /* the node's URI, without its password */
    char host[256];             /* "": a unix socket; for sentinel:// the
                                   master's host, once it is connected */
    int port;
    char path[108];        /* of the unix socket */
    char user[64];         /* the user of this client */
    char server[16];       /* redis, valkey */
    char version[32];      /* the server's version */
    char run_id[48];       /* the same for two nodes: they are one server */
    bool replica;          /* else a master */
    char master[128];      /* of a replica, host:port */
    unsigned denied;       /* the rights that the user lacks */
    unsigned missing;      /* commands that the server does not know, for
                              example because they were renamed */
    int64_t round_trip_us; /* the median of several */
    int64_t round_trip_max_us;

    enum redlock_reason
        writes; /* NONE: it accepts writes, or this is unknown */
    char writes_message[96];
    int append_only;       /* 1 or 0 */
    char append_fsync[16]; /* always, everysec, no */
    int snapshots;         /* 1 or 0: it saves snapshots */
    int64_t memory_max;    /* bytes; 0: no limit */
    char memory_policy[32];

    /* The node's clock against this machine's boot clock. */
    int64_t clock_us;       /* microseconds by which it is ahead */
    int64_t clock_error_us; /* plus or minus; -1: no samples */
    int64_t clock_gain_us;  /* growth of clock_us in clock_span_us */
    int64_t clock_gain_error_us;
    int64_t clock_span_us; /* 0: too few samples */

    enum redlock_memory memory;
    int64_t longest_ttl_ms; /* in its marker */
    int64_t quarantined_ms; /* the time since its quarantine began, by its
                               clock */

    char tls_version[16];     /* TLSv1.3; "": without TLS */
    char tls_cipher[40];      /* its name in OpenSSL */
    int64_t certificate_days; /* until the server's certificate expires; 0:
                                 within a day, or expired */
    int64_t needs_replicas;   /* 1 or 0: it refuses writes without replicas
                                 (min-replicas-to-write) */
};

struct redlock_examination {
    size_t size; /* sizeof the struct, or 0 */
    int nodes;
    int quorum;
    /* The effective settings. */
    enum redlock_strategy strategy;
    enum redlock_guard guard;
    int64_t node_timeout_ms;
    int64_t ttl_max_ms;
    double drift_factor;
    struct redlock_node_facts node[REDLOCK_NODES_MAX];
};

/*
 * Examines all nodes at the same time: the server, the rights of this user, and
 * the clock. The call writes nothing, and tries rights by commands that change
 * nothing.
 *
 * settings     borrowed for the call.
 * examination  filled by the call, up to its size.
 * problem      may be NULL; filled on BAD_NODES, UNSAFE, BAD_SETTING.
 *
 * Any thread; blocks for about a second, and with silent nodes at most five
 * times the longer of a second and three node timeouts.
 *
 * OK         a quorum was examined.
 * NO_QUORUM  too few nodes were examined; their facts have the reasons.
 * NO_RIGHTS  a majority refuses the user or a right.
 * BAD_NODES, UNSAFE, BAD_SETTING, BAD_REQUEST, NO_MEMORY, SYSTEM: no facts.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_examine(const struct redlock_settings *settings,
                struct redlock_examination *examination,
                struct redlock_problem *problem);

/* --- listing locks: without a client ------------------------------------- */

/* Defaults of a request for a list. */
#define REDLOCK_LIST_LIMIT_DEFAULT 1000
#define REDLOCK_LIST_TIMEOUT_DEFAULT_MS (10 * 1000)

#define REDLOCK_LIST_LIMIT_MAX 100000

/* The state of one resource. members, waiting, slots_taken and slots are the
 * largest of any node. */
struct redlock_listed {
    size_t size;
    const char *resource;
    enum redlock_holding holding;
    int nodes;
    int quorum;
    int answered;         /* nodes that answered */
    int named;            /* nodes with the most frequent value of the key */
    int others;           /* nodes with another value */
    int64_t remaining_ms; /* until the last of these keys expires; -1: no key,
                             or never */
    int64_t members;      /* holders that share it; 0: none, or unknown */
    int64_t waiting;      /* waiters in a queue */
    int64_t slots_taken;  /* of a semaphore: taken slots; 0: none, or unknown */
    int64_t slots;        /* all slots; 0: no semaphore, or unknown */
    char token[REDLOCK_TOKEN_MAX]; /* the most frequent value; "": no key. See
                                      redlock_token_label() */
};

/* listed: borrowed for the call, with its strings. The callback may not call
 * the library. */
typedef void redlock_listed_fn(void *user, const struct redlock_listed *listed);

struct redlock_list_request {
    size_t size;             /* sizeof the struct; 0: see redlock.h */
    int limit;               /* the largest number of resources, 1 ..
                                REDLOCK_LIST_LIMIT_MAX; 0: the default */
    int64_t timeout_ms;      /* the time to search the nodes; 0: the default */
    redlock_listed_fn *each; /* called for each resource, in byte order */
    void *user;
};

/* One node of a listing. */
struct redlock_list_node {
    enum redlock_reason reason; /* NONE: it answered every request */
    bool complete;              /* it was searched to its end */
    int64_t reported; /* names that it reported; some may be counted twice */
    int64_t refused;  /* keys that this user may not read */
    int64_t left_out; /* names left out, too long for one answer */
    char name[96];    /* the node's URI, without its password */
    char message[96]; /* the server's own message, if any */
};

struct redlock_list_report {
    size_t size; /* sizeof the struct, or 0 */
    int nodes;
    int quorum;
    int listed; /* resources that were reported */
    bool more;  /* there are more than the limit; those that most nodes named
                   were reported first */
    struct redlock_list_node node[REDLOCK_NODES_MAX];
};

/*
 * Lists the resources of which any node has a lock, a queue or a slot of this
 * library. Locks of other Redlock libraries are not listed. The call searches
 * all nodes at the same time by SCAN, a few hundred keys in a command, and then
 * asks each node for the state of these resources. A lock that is acquired or
 * released meanwhile may be listed or not.
 *
 * The call writes nothing. The user needs the rights to SCAN and GETRANGE in
 * addition to those for queues (docs/access.md). The report counts the keys
 * that the user may not read.
 *
 * settings, request  borrowed for the call.
 * report             may be NULL.
 * problem            may be NULL; filled on BAD_NODES, UNSAFE, BAD_SETTING.
 *
 * Any thread; blocks for at most timeout_ms and a round trip for each twenty
 * resources. A node that is silent for the longer of a second and three node
 * timeouts is given up.
 *
 * OK         a quorum was searched.
 * NO_QUORUM  too few nodes were searched; the report has the reasons, and the
 *            list is partial.
 * NO_RIGHTS  a majority of the nodes refuses the credentials, or the user lacks
 *            the rights.
 * BAD_REQUEST, BAD_NODES, UNSAFE, BAD_SETTING, NO_MEMORY, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_list(const struct redlock_settings *settings,
             const struct redlock_list_request *request,
             struct redlock_list_report *report,
             struct redlock_problem *problem);

/* --- taking a lock away: without a client -------------------------------- */

/*
 * Takes a lock away from any holder: deletes the resource's key at every node,
 * and the members of a shared lock. The first waiter is notified and asks for
 * the lock. Slots have other keys and are not released.
 *
 * The holder is not notified: it believes that it holds the lock until its next
 * extension fails or its validity ends. Meanwhile another client may hold the
 * lock, too. Only a resource that checks fencing tokens can then refuse the old
 * holder. The counters stay, so the next fencing token is greater.
 *
 * settings, resource  borrowed for the call.
 * seen     a report of redlock_inspect(): the call deletes only keys that a
 *          node had then, and leaves a later holder alone. NULL: it deletes any
 *          key.
 * report   may be NULL. RELEASED: holder is the former holder. DENIED with
 *          HELD: another client holds it now; with MISSING: there is no key.
 * problem  may be NULL; filled on BAD_NODES, UNSAFE, BAD_SETTING.
 *
 * Any thread; blocks at most the longer of a second and three node timeouts.
 *
 * OK           there was a key, and a quorum has deleted it.
 * GONE         a quorum had no key.
 * BUSY         another client holds it now; its keys were not deleted.
 * UNREACHABLE  too few nodes could be reached; they may have deleted their
 *              keys.
 * NO_RIGHTS, BAD_REQUEST, BAD_NODES, UNSAFE, BAD_SETTING, NO_MEMORY, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_force_release(const struct redlock_settings *settings,
                      const char *resource, const struct redlock_report *seen,
                      struct redlock_report *report,
                      struct redlock_problem *problem);

/* --- private servers, to try redlock: without a client ------------------- */

/*
 * Starts a set of private servers (redis-server or valkey-server) on unix
 * sockets, except those that already run, and waits until they answer. All
 * processes of this user share them, and they stay until redlock_local_stop().
 * Forks.
 *
 * nodes    the number of servers: N of local:N.
 * started  may be NULL; out: the number of servers that this call started.
 * problem  may be NULL; out: the fault, if the status is not OK.
 *
 * Any thread; blocks until the servers answer.
 *
 * OK, BAD_NODES (nodes is out of range), SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_local_start(int nodes, int *started, struct redlock_problem *problem);

/*
 * Ends private servers and waits until they have ended.
 *
 * nodes    N of the set, or 0 for all sets.
 * stopped  may be NULL; out: the number of servers that were ended.
 * problem  may be NULL; out: the fault, if the status is not OK.
 *
 * Any thread. OK, BAD_NODES, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_local_stop(int nodes, int *stopped, struct redlock_problem *problem);

/*
 * Finds the socket path and the process id of one private server.
 *
 * nodes, node  N of local:N, and the server, 1 .. N.
 * path         room for at least 108 bytes.
 * pid          may be NULL; out: 0 if the server does not run.
 *
 * Any thread. OK, BAD_NODES, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_local_server(int nodes, int node, char *path, int *pid);

/* --- sizes: see the end of redlock.h ------------------------------------- */

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_examine_sized(const struct redlock_settings *settings,
                      struct redlock_examination *examination,
                      struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_examine(REDLOCK_SIZED(settings, &room), examination,
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

    return redlock_list(REDLOCK_SIZED(settings, &room),
                        REDLOCK_SIZED(request, &request_room), report, problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status redlock_force_release_sized(
    const struct redlock_settings *settings, const char *resource,
    const struct redlock_report *seen, struct redlock_report *report,
    struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_force_release(REDLOCK_SIZED(settings, &room), resource, seen,
                                 report, problem);
}

#define redlock_examine(...) redlock_examine_sized(__VA_ARGS__)
#define redlock_list(...) redlock_list_sized(__VA_ARGS__)
#define redlock_force_release(...) redlock_force_release_sized(__VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
