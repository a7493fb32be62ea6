/* SPDX-License-Identifier: MIT */
#ifndef REDLOCK_H
#define REDLOCK_H

/*
 * libredlock: locks held by a quorum of independent Redis masters.
 *
 *     client  the nodes, and the connections to them
 *     lock    a handle of a lock that is held; it knows its validity
 *     report  the result of each node
 *
 * A client has one of two APIs. Any number of threads may use the blocking API
 * (redlock_open()). The event API is for one thread that runs a loop: libev's
 * (redlock_open_on_loop()) or any other (redlock_open_on_fd()). Each section
 * below names the API of its calls. A call that belongs to the other API
 * returns REDLOCK_BAD_REQUEST. A lack of memory, descriptors or threads is a
 * status and ends no process, with one exception: redlock_open_on_loop().
 *
 * Each of these terms has one meaning in this header:
 *
 * request     A struct redlock_request. A node gets commands, not requests.
 * key         A node stores a lock as a key, which expires by itself.
 * token       The lock's token is a text that identifies a lock at the nodes.
 *             It is the value of the key, except for readers and owners. The
 *             fencing token is a number for the protected resource, for example
 *             a database: redlock_fence(). A fenced lock has a fencing token.
 * vote        A node votes for a lock when it sets or extends the lock's key.
 *             The vote is valid for the TTL less the drift, from the instant at
 *             which the client sent the command. The drift is drift_factor
 *             (redlock_settings) times the TTL, plus REDLOCK_DRIFT_FIXED_MS. A
 *             vote by hand-off can expire sooner (docs/waiting.md). The key
 *             expires later than the vote, at least by slack_ms.
 * quorum      The number of votes that a lock needs (redlock_settings).
 * validity    The validity of a lock ends when fewer votes than a quorum are
 *             left. Before this end no other client can hold the lock, provided
 *             that a quorum keeps the key (docs/safety.md, "Assumptions").
 *             Several clients hold the same lock only if they ask for this:
 *             enum redlock_mode, redlock_adopt().
 * extension   Renews the votes, and so moves the end of the validity and the
 *             warning later. A renewal is an extension by the library.
 * warning     The deadline for an extension. It comes warning_ms
 *             (redlock_request) before the validity ends.
 * loss        A lock is lost as soon as the client notices that the warning has
 *             passed, or that fewer nodes than a quorum have kept the key. A
 *             loss is final: redlock_held() is false, and no extension helps.
 *             No other client can hold a lost lock before the instant that
 *             redlock_shielded_until_ms() returns. If it returns 0, another
 *             client may hold the lock now. See docs/safety.md, "A loss".
 * waiter      A request that waits for its lock. Nodes have queues of waiters.
 * hand-off    A release can give the lock to the first waiter. Instead of
 *             deleting the key, nodes set it to the token of the waiter's lock.
 * quarantine  enum redlock_guard.
 * reader      A holder of a shared lock: enum redlock_mode.
 * owner       redlock_request.owner.
 * keeper      A thread of a client of the blocking API. The client starts the
 *             keeper for redlock_observe(), and for a request that sets keep,
 *             lost or renewed.
 *
 * Without a keeper, a client of the blocking API works only during calls that
 * ask the nodes. Between these calls the client notices no loss, and
 * redlock_held() is true until the validity ends. The descriptor of
 * redlock_lost_fd() polls readable from the warning on, even between calls.
 *
 * Instants are milliseconds on the boot clock (CLOCK_BOOTTIME). The library
 * never prints, exits, or changes signal dispositions. In both APIs it starts
 * short-lived threads that look up names, at most eight in a process. After
 * dlclose() the library stays loaded, because these threads may still run.
 *
 * After fork(), _Fork(), or clone() without CLONE_VM, the child holds no locks,
 * and calls in it return REDLOCK_FORKED. In the child, redlock_close() sends
 * nothing. It frees the memory unless a thread of the parent was in a call.
 *
 * redlock/admin.h has the calls for an operator.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define REDLOCK_API __attribute__((visibility("default")))
#define REDLOCK_CHECK __attribute__((warn_unused_result))

/* Always inlined, without an external definition; inline functions of the
 * caller may call it. */
#define REDLOCK_INLINE extern inline __attribute__((gnu_inline, always_inline))

/* The version of this header. redlock_version() is the library's. */
#define REDLOCK_VERSION_MAJOR 0
#define REDLOCK_VERSION_MINOR 2
#define REDLOCK_VERSION_PATCH 0
#define REDLOCK_VERSION "0.2.0"

#define REDLOCK_NODES_MAX 32
#define REDLOCK_RESOURCE_MAX 1024 /* bytes in a resource's name */
#define REDLOCK_TOKEN_MAX 128     /* bytes in a lock's token, including NUL */
#define REDLOCK_LABEL_MAX 64      /* bytes in a label, including NUL */
#define REDLOCK_SET_MAX 64        /* resources in a request */
#define REDLOCK_OWNER_MAX 64      /* bytes in an owner's name, including NUL */
#define REDLOCK_SLOTS_MAX 1024    /* slots of a resource */

#define REDLOCK_FOREVER INT64_MAX
#define REDLOCK_QUORUM_ALL (-1)

/* The defaults of settings, for members that are 0. */
#define REDLOCK_NODE_TIMEOUT_DEFAULT_MS 100
#define REDLOCK_TTL_MAX_DEFAULT_MS (5 * 60 * 1000)
#define REDLOCK_DRIFT_DEFAULT 0.01         /* of the TTL */
#define REDLOCK_SLACK_DEFAULT_PART 10      /* the TTL divided by this, but */
#define REDLOCK_SLACK_DEFAULT_LEAST_MS 250 /* at least this */
#define REDLOCK_PAUSE_MAX_DEFAULT_MS 1000

/* What redlock_observe() uses if every_ms is 0. */
#define REDLOCK_EVERY_DEFAULT_MS 1000

/* The defaults of a request, for members that are 0. */
#define REDLOCK_TTL_DEFAULT_MS (30 * 1000)
#define REDLOCK_WARNING_DEFAULT_PART 10      /* the TTL divided by this, but */
#define REDLOCK_WARNING_DEFAULT_LEAST_MS 1   /* at least this, */
#define REDLOCK_WARNING_DEFAULT_MOST_MS 1000 /* at most this */

/* The part of the drift that is the same for each TTL: ticks and rounding. */
#define REDLOCK_DRIFT_FIXED_MS 2

/*
 * Structs that may grow begin with their size in bytes:
 * - New members are added at the end. The library neither reads nor fills
 *   members beyond the size. Zero a struct before the library fills it, because
 *   an older library leaves newer members as they are.
 * - In C and C++, a size of 0 in settings and requests means the size in this
 *   header: macros at its end set it. In other structs, and in other languages,
 *   0 means the size in the first release.
 * - The library refuses a size that is neither 0 nor at least that of the first
 *   release. In settings and requests, it refuses unknown members that are not
 *   0. The status is BAD_SETTING for settings, else BAD_REQUEST.
 *
 * New statuses, votes and reasons may be added. Nothing is released yet, so
 * compatibility is not promised, and "the first release" means this header.
 */

struct ev_loop;
struct redlock_cancel;
struct redlock_client;
struct redlock_lock;
struct redlock_observer;
struct redlock_pending;

/* Numbers are never reused. The comment of a call explains only a status that
 * means more for this call than is said here. */
enum redlock_status {
    REDLOCK_OK = 0,
    REDLOCK_BUSY = 1,      /* another client holds the lock; with wait_ms: until
                              wait_ms had passed */
    REDLOCK_NO_QUORUM = 2, /* too many nodes failed: see the report */
    REDLOCK_NO_RIGHTS = 3, /* a majority of the nodes refuses the user or a
                              right */
    REDLOCK_TOO_SLOW = 4,  /* a quorum granted the lock, but too late */
    REDLOCK_CANCELLED = 5, /* by redlock_request.cancel or
                              redlock_async_cancel() */
    REDLOCK_DEADLINE = 6,  /* wait_ms passed before enough answers */
    REDLOCK_LOST = 7,      /* the lock is lost */
    REDLOCK_GONE = 8,      /* release: the lock was gone already */
    REDLOCK_UNREACHABLE = 9,    /* no quorum got the release; keys expire */
    REDLOCK_ALREADY = 10,       /* the pointer has a lock: release it first */
    REDLOCK_FORKED = 11,        /* the parent process opened the client */
    REDLOCK_NO_MEMORY = 12,     /* this process lacked memory */
    REDLOCK_BAD_NODES = 13,     /* a wrong list of nodes: see redlock_problem */
    REDLOCK_BAD_SETTING = 14,   /* a wrong setting: see redlock_problem */
    REDLOCK_BAD_REQUEST = 15,   /* a wrong name (redlock_resource_problem(),
                                   redlock_owner_problem()), a number out of
                                   range, or a call of the other API */
    REDLOCK_TTL_TOO_SHORT = 16, /* nothing is left of the TTL after subtracting
                                   the drift and warning_ms */
    REDLOCK_TTL_TOO_LONG = 17,  /* longer than redlock_settings.ttl_max_ms */
    REDLOCK_SYSTEM = 18, /* the system refused a descriptor, a thread or random
                            bytes */
    REDLOCK_DISAGREES = 19, /* held with another number of slots */
    REDLOCK_UPGRADE = 20,   /* this owner has a shared lock of the resource:
                               release that lock first */
    REDLOCK_UNSAFE = 21,    /* sentinel:// without REDLOCK_GUARD_ON: a failover
                               could forget locks */
    REDLOCK_TTL_MAX_DIFFERS = 22, /* redlock_settings.ttl_max_ms is not the
                                     one with which the nodes were marked */
    REDLOCK_NO_DOWNGRADE = 23,    /* redlock_downgrade(): it needs an exclusive
                                     lock of one resource */
};

/* The result of a call at one node. Only GRANTED is a vote for the lock. */
enum redlock_vote {
    REDLOCK_VOTE_NONE = 0,      /* not asked: the call was decided earlier */
    REDLOCK_VOTE_GRANTED = 1,   /* the lock or its extension */
    REDLOCK_VOTE_DENIED = 2,    /* another client has the key, a waiter is
                                   first, or (extension, release) there is no
                                   key */
    REDLOCK_VOTE_FAILED = 3,    /* an error: see the reason */
    REDLOCK_VOTE_TIMED_OUT = 4, /* no answer within the node timeout */
    REDLOCK_VOTE_UNREACHED = 5, /* not connected: nothing was sent */
    REDLOCK_VOTE_EXCLUDED = 6,  /* granted, but it does not count as a vote */
    REDLOCK_VOTE_OPEN = 7, /* asked; the call was decided before the answer */
    REDLOCK_VOTE_RELEASED = 8, /* the key is deleted, or handed to a waiter */
    REDLOCK_VOTE_ANSWERED = 9, /* inspected: the reason describes its key */
    REDLOCK_VOTE_MARKED = 10,  /* it has the marker of redlock_init_nodes() */
};

/* The reason of a node's result. */
enum redlock_reason {
    REDLOCK_REASON_NONE = 0,
    REDLOCK_REASON_HELD = 1,       /* another lock has the key */
    REDLOCK_REASON_MISSING = 2,    /* no key */
    REDLOCK_REASON_REFUSED = 3,    /* connection refused */
    REDLOCK_REASON_NO_ROUTE = 4,   /* network or host unreachable */
    REDLOCK_REASON_UNRESOLVED = 5, /* the name has no address */
    REDLOCK_REASON_CONNECT = 6,    /* no connection, for another reason */
    REDLOCK_REASON_BROKEN = 7,     /* the connection broke before the answer */
    REDLOCK_REASON_SILENT = 8,     /* no answer within the node timeout */
    REDLOCK_REASON_NOAUTH = 9,     /* requires a password */
    REDLOCK_REASON_WRONGPASS = 10, /* refuses the password */
    REDLOCK_REASON_NOPERM = 11,    /* the user lacks a right */
    REDLOCK_REASON_READONLY = 12,  /* refuses writes: a replica */
    REDLOCK_REASON_REPLICA = 13,   /* a replica, found when connecting */
    REDLOCK_REASON_SAME_SERVER = 14, /* the same server as another node */
    REDLOCK_REASON_LOADING = 15,     /* still loading its data */
    REDLOCK_REASON_IN_SCRIPT = 16,   /* busy with another script */
    REDLOCK_REASON_OOM = 17,         /* out of memory */
    REDLOCK_REASON_MISCONF = 18,     /* cannot persist, refuses writes */
    REDLOCK_REASON_NOREPLICAS = 19,  /* too few replicas, refuses writes */
    REDLOCK_REASON_WRONGTYPE = 20,   /* the key is not a string */
    REDLOCK_REASON_CLUSTER = 21,     /* a node of a Redis Cluster */
    REDLOCK_REASON_NOSCRIPT = 22,    /* does not keep the library's script */
    REDLOCK_REASON_NOT_REDIS = 23,   /* does not speak the protocol */
    REDLOCK_REASON_ERROR = 24,       /* another error: see the message */
    REDLOCK_REASON_PROBATION = 25,   /* it had lost the lock's key, or its vote
                                        had expired. Its vote for this lock does
                                        not count yet: docs/protocol.md,
                                        section 3 */
    REDLOCK_REASON_QUARANTINE = 26,  /* in quarantine: enum redlock_guard */
    REDLOCK_REASON_SUPERSEDED =
        27,                    /* its fencing counter shows a newer holder */
    REDLOCK_REASON_CLOCK = 29, /* its clock was stepped forward */
    REDLOCK_REASON_LONGEST_TTL = 28, /* its marker has another ttl_max_ms */
    REDLOCK_REASON_SENTINEL = 30,    /* a Sentinel: it keeps no keys */
    REDLOCK_REASON_TLS = 31,         /* no TLS connection: see the message */
    REDLOCK_REASON_CERTIFICATE = 32, /* its certificate is not valid */
    REDLOCK_REASON_CLIENT_CERTIFICATE =
        33, /* requires a client certificate, or refuses it */
    REDLOCK_REASON_SHARED = 34, /* readers share the lock */
    REDLOCK_REASON_QUEUED = 35, /* earlier waiters are first; only for shared
                                   locks, and locks with an owner or slots */
    REDLOCK_REASON_SLOTS = 36,  /* all slots are taken; redlock_inspect(): slots
                                   exist (redlock_node_report.slots) */
    REDLOCK_REASON_SLOTS_DIFFER = 37,   /* another number of slots */
    REDLOCK_REASON_UPGRADE = 38,        /* the same owner shares the lock */
    REDLOCK_REASON_COUNTER_AHEAD = 39,  /* its fencing counter is too far ahead:
                                           docs/fences.md, A damaged counter */
    REDLOCK_REASON_COUNTER_END = 40,    /* its fencing counter is at the end of
                                           the range */
    REDLOCK_REASON_FOREIGN_MARKER = 41, /* its marker is of another version,
                                           too long, or not a string */
    REDLOCK_REASON_NO_MEMORY = 42,      /* this process lacked the memory to ask
                                           it, or to read its answer */
};

enum redlock_strategy {
    REDLOCK_SEQUENTIAL = 0, /* one node after the other: contenders ask the
                               same node first and do not split the votes */
    REDLOCK_PARALLEL = 1,   /* all nodes at the same time: one round trip */
};

/*
 * Whether a node that may have forgotten locks can vote for new ones.
 *
 * redlock_init_nodes() in redlock/admin.h guards the nodes: it gives each a
 * marker, the value of the key redlock:inst. A guarded node that was restarted
 * (even with its data), flushed, or replaced by a replica is in quarantine: its
 * vote for a new lock does not count.
 *
 * A client observes a quarantine while it is connected to the node. In general,
 * a client that has observed the quarantine for the longest TTL plus 1 s ends
 * it for all clients, unless it is read_only: redlock(1), GUARDED NODES.
 */
enum redlock_guard {
    REDLOCK_GUARD_AUTO =
        0, /* once the client has connected to a node with a marker, it treats
              all nodes as guarded. Until then it counts every vote, except
              that of a node whose marker the user has no right to read */
    REDLOCK_GUARD_ON = 1,  /* all nodes are guarded from the beginning */
    REDLOCK_GUARD_OFF = 2, /* no node is guarded: every vote counts */
};

#define REDLOCK_NO_SLACK (-1)

#define REDLOCK_MARKER_MAX 256 /* bytes in a marker, including NUL */
#define REDLOCK_QUARANTINE_OBSERVATIONS_MAX                                    \
    64 /* the most in redlock_settings.observations; more are ignored */

/*
 * An observation of a quarantine, for a later process:
 * redlock_quarantine_observations(). Its marker is the value of the node's key
 * redlock:inst, which is different in each quarantine. Of several observations
 * with one marker, keep the one with the earliest since_ms. If these are equal,
 * keep the one with the latest answered_ms. Never combine members of two
 * observations (docs/protocol.md, section 9).
 */
struct redlock_quarantine_observation {
    char marker[REDLOCK_MARKER_MAX]; /* printable characters without a space */
    int64_t since_ms;       /* first observed, an instant of the boot clock */
    int64_t answered_ms;    /* last answer, an instant of the boot clock */
    int64_t ahead_least_us; /* at answered_ms the node's clock was ahead of the
                               boot clock by at least this */
    int64_t ahead_most_us;  /* and by at most this */
};

/*
 * TLS 1.2 or later, for nodes whose URI begins with rediss://. Options in a
 * node's URI replace these settings for that node (docs/tls.md).
 *
 * Files are PEM. The call that opens the client reads them, and keeps no
 * string. If a file cannot be used or OpenSSL is missing, the status is
 * BAD_SETTING; for a node whose URI has TLS options, it is BAD_NODES. TLS
 * settings without a rediss:// node are BAD_SETTING.
 */
struct redlock_tls {
    const char *ca_file;   /* trusted authorities; NULL, and no ca_folder: those
                              that this system trusts */
    const char *ca_folder; /* trusted authorities, one file each, named by
                              their hashes (openssl rehash) */
    const char *cert_file; /* the client's certificate with its chain; NULL:
                              none */
    const char *key_file;  /* the client's private key, without a passphrase */
    const char *server_name; /* the name that is sent to the nodes (SNI) and
                                that their certificates must have; NULL: the
                                host in each node's URI */
    bool insecure; /* do not verify certificates: anybody on the network path
                      can read the traffic and answer as a node */
};

/* The severity of a log message. */
enum redlock_log_level {
    REDLOCK_LOG_ERROR = 1,   /* a lock is lost */
    REDLOCK_LOG_WARNING = 2, /* a node's vote no longer counts: no connection,
                                lost memory, or a stepped clock */
    REDLOCK_LOG_INFO = 3,    /* a node's vote counts again: connected, or its
                                quarantine is over */
    REDLOCK_LOG_DEBUG = 4,   /* a command timed out, or was answered after its
                                timeout */
};

/* A log message. */
struct redlock_log {
    size_t size;
    enum redlock_log_level level;
    int node;         /* -1: the message concerns no single node */
    const char *name; /* redlock_node_name() of the node, or NULL */
    const char *text; /* printable, without a full stop; never contains a
                         password or a lock's token */
    int64_t at_ms;    /* when it happened, an instant of the boot clock */
    int64_t dropped;  /* messages lost before this one: the queue has 64 */
};

/*
 * Receives log messages, for people.
 *
 * log  borrowed for the call, with its strings.
 *
 * The rules of redlock_lost_fn (below) hold for this callback, too. In the
 * blocking API, it comes after the callbacks of losses and renewals that are
 * due. redlock_close() drops messages that were not delivered.
 */
typedef void redlock_log_fn(const struct redlock_log *log, void *user);

/*
 * The settings of a client. A member that is 0 or NULL has its default
 * (REDLOCK_..._DEFAULT...). Strings are borrowed for the call.
 */
struct redlock_settings {
    size_t size; /* sizeof the struct; 0: see above */
    /*
     * The nodes, comma-separated, the same list in the same order for every
     * client:
     * - redis://[user:pass@]host[:port]; also host:port and valkey://
     * - rediss://[user:pass@]host[:port][?OPTION=VALUE[&...]], also valkeys://,
     *   with TLS; the options cacert, cacertdir, cert, key, sni: redlock_tls
     * - unix:///path
     * - local:N alone: the sockets of redlock_local_start(N)
     * - sentinel://[user:pass@]host[:port][+host[:port]...]/name: the master
     *   that these Sentinels report for that name at each connection
     *   (docs/sentinel.md). It requires REDLOCK_GUARD_ON, else UNSAFE.
     */
    const char *nodes;
    const char *username; /* for nodes whose URI has none */
    const char *password; /* for nodes whose URI has none */
    const char *label; /* the client's name in the tokens of its locks; default:
                          host:pid */
    int64_t node_timeout_ms; /* timeout of each command to each node */
    int64_t ttl_max_ms;      /* the longest TTL; the same in all clients */
    double drift_factor;     /* the most that a node's clock gains on a client's
                                during one TTL, as a part of the TTL: 0 .. 1 */
    int64_t slack_ms; /* added to the TTL of keys, so that a step of a node's
                         clock by up to this does no harm; REDLOCK_NO_SLACK: 0
                         ms */
    int64_t pause_max_ms; /* the longest pause between two attempts of a waiter
                             without a queue entry: redlock(1), --pause-max.
                             Default: 1 s, or 128 round trips if longer. A
                             smaller value sends more commands */
    int quorum;           /* majority .. nodes, or REDLOCK_QUORUM_ALL */
    enum redlock_strategy strategy;
    enum redlock_guard guard;
    bool read_only; /* the client can inspect and observe. It writes nothing to
                       a node, not even the marker of a quarantine;
                       calls that would write return BAD_REQUEST */

    /* The quarantine observations of earlier processes of this boot:
     * redlock_quarantine_observations(). Borrowed for the call. */
    int observations_count;
    const struct redlock_quarantine_observation *observations;

    struct redlock_tls tls;
    enum redlock_log_level log_level; /* less severe messages are dropped;
                                         default: REDLOCK_LOG_INFO */
    redlock_log_fn *log;              /* NULL: no messages */
    void *log_user;                   /* passed to log */
};

/* Describes a fault of the settings. */
struct redlock_problem {
    size_t size;    /* sizeof the struct, or 0 */
    int position;   /* the wrong node in the list, from 1; 0: another fault */
    char text[252]; /* a sentence; never contains a password */
};

/* One node's result in the last round of a call. */
struct redlock_node_report {
    enum redlock_vote vote;
    enum redlock_reason reason;
    int64_t latency_us;    /* until the node answered; -1: no answer */
    int64_t remaining_ms;  /* until the key expires; -1: unknown, or never */
    int64_t quarantine_ms; /* until the quarantine ends, if a client observes it
                              until then; 0: no quarantine is known */
    char name[96];         /* the node's URI, without its password */
    char holder[REDLOCK_TOKEN_MAX]; /* the token of the holder's lock, truncated
                                       to fit: redlock_token_label() */
    char message[96];               /* the server's own message, if any */
    int64_t members; /* redlock_inspect(): holders that share the lock at this
                        node; 0: none, or the user may not read their number */
    int64_t waiting; /* redlock_inspect(): waiters in this node's queue; 0:
                        none, or the user may not read the queue */
    int64_t slots;   /* the number of slots, if the reason is SLOTS or
                        SLOTS_DIFFER; else 0 */
    int64_t slots_taken; /* the number of taken slots, if the reason is SLOTS */
    int64_t marked_ttl_max_ms; /* redlock_inspect(): the longest TTL in the
                                  marker. 0: no marker is known, or the node is
                                  in quarantine. -1: this version of the library
                                  cannot read the marker */
};

/* The results of the nodes in the last round of a call. */
struct redlock_report {
    size_t size; /* sizeof the struct, or 0 */
    int nodes;
    int quorum;
    int granted;  /* nodes with the result GRANTED, RELEASED, ANSWERED or
                     MARKED */
    int attempts; /* rounds of the call */
    int64_t elapsed_us;
    int64_t free_in_ms; /* BUSY: until the keys of a quorum expire, as far as
                           the results show; -1: unknown, for example because
                           too few nodes were asked */
    struct redlock_node_report node[REDLOCK_NODES_MAX];
};

/*
 * Called once when the lock is lost. docs/safety.md, "A loss", lists the cases
 * in which the client notices a loss late, for example in a stopped process.
 *
 * Blocking API: called from a thread of the library, or from any thread that is
 * in a call for this client, one callback at a time. The callback may make any
 * call but redlock_close(). While a callback runs, the next callback waits. The
 * renewals of all locks of the client also wait, so locks can be lost, unless
 * another thread waits in a call: that thread then does the renewals.
 *
 * Event API: called from the loop.
 */
typedef void redlock_lost_fn(struct redlock_lock *lock, void *user);

/*
 * Called when the end of the validity has changed. An extension or a late grant
 * can move this end later. A vote that no longer counts, or a step of a node's
 * clock, can move it earlier. One change may cause several calls, and one call
 * may report several changes. Never called after the loss.
 *
 * The rules of redlock_lost_fn hold for this callback, too. In the blocking
 * API, it can come before redlock_acquire() has returned.
 */
typedef void redlock_renewed_fn(struct redlock_lock *lock, void *user);

/* The state of a wait. */
struct redlock_waiting {
    size_t size;
    const char *resource;
    const char *holder; /* the token of the holder's lock, truncated and
                           printable: redlock_token_label(). NULL: unknown */
    int64_t waited_ms;  /* since the call began */
    int position;       /* the number of waiters ahead, as far as known; -1: the
                           request is not queued */
    int nodes;
    int quorum;
    int reachable; /* nodes that this client can ask now */
};

/*
 * Called during a wait when the position or the holder has changed, and when
 * the client can reach fewer nodes than a quorum, or a quorum again. Not called
 * with wait_ms = 0, nor after the wait has ended. docs/waiting.md, "Progress of
 * a wait", has the details.
 *
 * waiting  borrowed for the call, with its strings.
 *
 * Blocking API: called on the waiting thread, without the client's mutex. Keep
 * the callback short: while it runs, the wait continues only if the client has
 * a keeper or another waiting thread. Several changes during the callback are
 * reported as one.
 *
 * Event API: called from the loop. The callback may cancel the wait.
 */
typedef void redlock_waiting_fn(const struct redlock_waiting *waiting,
                                void *user);

/* Which other holders a lock without slots excludes. A lock with slots excludes
 * only the holders of its own slot. */
enum redlock_mode {
    REDLOCK_EXCLUSIVE = 0, /* excludes all other holders, except holders of
                              slots and exclusive holders with the same owner */
    REDLOCK_SHARED = 1,    /* excludes only exclusive holders without slots, of
                              this or another library */
};

/* A request for a lock. A member that is 0 or NULL has its default. */
struct redlock_request {
    size_t size;             /* sizeof the struct; 0: see above */
    const char *resource;    /* the name of the lock's key; see
                                redlock_resource_problem() */
    int64_t ttl_ms;          /* the lock's time to live */
    int64_t wait_ms;         /* 0: one attempt; REDLOCK_FOREVER: no limit */
    int64_t min_validity_ms; /* the least validity of an acquired lock */
    int64_t warning_ms;      /* from the warning to the end of the validity */
    bool keep;    /* renew the lock whenever a third of its TTL has passed, the
                     first time possibly earlier, until the lock is released */
    bool fencing; /* issue a fencing token: redlock_fence() */
    bool no_repair;        /* do not restore the key on a node that lost it. Set
                              no_repair if another process may adopt the lock;
                              otherwise two clients could hold the lock
                              (docs/protocol.md, section 6) */
    redlock_lost_fn *lost; /* may be NULL */
    redlock_renewed_fn *renewed;   /* may be NULL */
    void *user;                    /* passed to lost, renewed and waiting */
    struct redlock_report *report; /* may be NULL; filled when the call ends */
    redlock_waiting_fn *waiting;   /* may be NULL */
    bool fair;                     /* queue behind existing waiters even if the
                                      lock is free */
    enum redlock_mode mode;        /* of all resources, unless modes is set */
    /*
     * Further resources: the call acquires all of them or none. Each resource
     * has a lock of its own with its own fencing token (redlock_fence_of()).
     * The handle stands for all locks, and the loss of one is the loss of all.
     * The report describes the resource that was refused last, or the first
     * resource if none was refused. A name given twice is BAD_REQUEST.
     *
     * Name all resources in one call: clients that acquire them in several
     * calls can deadlock. See docs/sets.md.
     */
    const char *const *more; /* more_count names, borrowed for the call */
    int more_count;          /* 0 .. REDLOCK_SET_MAX - 1; 0: resource alone */
    /*
     * A reentrant lock: requests of the same owner, from any client and
     * process, can hold the resource at the same time. Each request gets a lock
     * of its own, which is extended and released separately. more_count must be
     * 0. See docs/reentrant.md and, with REDLOCK_SHARED, docs/shared.md.
     */
    const char *owner;   /* borrowed for the call; NULL: none. See
                            redlock_owner_problem() */
    int64_t owner_fence; /* the fencing token of the owner's first lock of this
                            resource: the new lock gets the same token. 0: none.
                            While the owner has an exclusive lock, a request
                            with fencing and without owner_fence is BUSY.
                            Must be 0 with SHARED */
    /*
     * A semaphore: at most this many holders at a time. Each holder has one
     * slot (redlock_slot()), which is a lock of its own with its own fencing
     * token. All clients of the resource use the same number: while a slot is
     * held, a client with another number gets DISAGREES. See docs/semaphore.md.
     */
    int slots; /* 0: no slots; 1 .. REDLOCK_SLOTS_MAX. Must be 0 with SHARED,
                  more or owner */
    int slot;  /* redlock_adopt_as() with slots: the slot; else not read */
    struct redlock_cancel *cancel; /* ends the acquisition when triggered, and
                                      must outlive it; may be NULL */
    /*
     * A mode for each resource, used instead of mode, in the order resource,
     * more[0], more[1] and so on. NULL: mode is used for all. Borrowed for the
     * call. Must be NULL without more.
     */
    const enum redlock_mode *modes;
};

/* The state of a resource, as far as the nodes' answers show it. */
enum redlock_holding {
    REDLOCK_HOLDING_UNSURE = 0,   /* too few nodes answered to decide it */
    REDLOCK_HOLDING_NOBODY = 1,   /* no client has a quorum, whatever the
                                     missing answers are */
    REDLOCK_HOLDING_SOMEBODY = 2, /* held: a quorum names the same holder */
};

/* The state that an observer has seen: redlock_observe(). */
struct redlock_view {
    size_t size;
    enum redlock_holding holding;
    enum redlock_status status; /* OK: a quorum answered; NO_QUORUM, NO_RIGHTS,
                                   NO_MEMORY: why no quorum answered */
    int nodes;
    int quorum;
    int answered;     /* nodes that answered */
    int named;        /* held: nodes that name the holder */
    int64_t asked_ms; /* when the client asked; the answers came later */
    int64_t since_ms; /* when this state was first seen. An UNSURE between two
                         views of the same holder is ignored */
    int64_t until_ms; /* an instant, if no key is extended. Held: when the
                         holder will have fewer keys than a quorum. Not held:
                         when the first key expires. 0: unknown */
    /* Held: the value of the fencing counter at a quorum of nodes that all name
     * the holder. If all holders are fenced, this is the holder's fencing
     * token. During an acquisition it may be too small at first. 0: unknown. */
    int64_t fence;
    /* Held: how many numbers are between this fence and the largest fence that
     * this observer has reported before. The observer missed at most this many
     * holders with fences of their own. 0: none, or unknown. */
    int64_t passed_over;
    char token[REDLOCK_TOKEN_MAX]; /* held: the token of the holder's lock,
                                      truncated and printable; see
                                      redlock_token_label() */
};

/* The number of latency classes. */
#define REDLOCK_LATENCY_BUCKETS 16

/* Counters of one node. They count the commands that acquire or extend a lock,
 * not releases and inspections. */
struct redlock_node_stats {
    /* Results, indexed by enum redlock_vote; OPEN is not used. NONE counts
     * queue entries and other answers that neither grant nor deny. An answer
     * after its timeout counts twice: as TIMED_OUT and as its result. */
    int64_t votes[8];
    int64_t connections;    /* connections established */
    int64_t disconnections; /* connections that broke or were given up */
    int64_t unconnected;    /* attempts to connect that failed */
    int64_t silences; /* times the node became silent: it had answered, and then
                         a command timed out */
    int64_t latency_us; /* sum over all answers, from the command to the answer,
                           in microseconds */
    int64_t latency_most_us; /* the largest latency of an answer */
    /* latency[i]: answers that took less than 128 << i us and are not counted
     * in latency[i - 1]. The last element counts all slower answers. */
    int64_t latency[REDLOCK_LATENCY_BUCKETS];
};

/*
 * Counters of a client since it was opened. A request for several resources
 * counts once for each resource and attempt.
 */
struct redlock_client_stats {
    size_t size; /* sizeof the struct, or 0 */
    int nodes;
    int64_t acquired;  /* acquisitions that ended with OK */
    int64_t refused;   /* BUSY */
    int64_t failed;    /* NO_QUORUM, TOO_SLOW, DEADLINE and other statuses */
    int64_t cancelled; /* CANCELLED */
    int64_t waits;     /* calls counted above that queued or tried again */
    int64_t waited_us; /* the sum of the durations of waits */
    int64_t renewals;  /* renewals, and also successful extensions by call */
    int64_t lost;      /* losses of locks that were held */
    struct redlock_node_stats node[REDLOCK_NODES_MAX];
};

/*
 * Called when the holder of the resource has changed or its fencing token
 * becomes known. The first call reports the state at the beginning. Changes
 * during a slow callback are reported as one, and not at all if they end in the
 * state that was reported last.
 *
 * view: borrowed for the call. The callback may end the observer.
 *
 * Blocking API: the rules of redlock_lost_fn hold. The callback comes after
 * those of losses and renewals. Event API: called from the loop.
 */
typedef void redlock_view_fn(void *user, const struct redlock_view *view);

/* --- opening a client ---------------------------------------------------- */

/*
 * Opens a client of the blocking API. Waits for no node: the first call that
 * asks the nodes reports an unreachable one.
 *
 * settings  borrowed for the call, with its strings.
 * client    set on success; owned by the caller until redlock_close().
 * problem   may be NULL; filled on BAD_NODES, UNSAFE, BAD_SETTING, SYSTEM.
 *
 * Any thread.
 *
 * OK, BAD_NODES, BAD_SETTING, UNSAFE, SYSTEM, NO_MEMORY.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_open(const struct redlock_settings *settings,
             struct redlock_client **client, struct redlock_problem *problem);

/*
 * Opens a client of the event API on the caller's libev loop.
 *
 * loop  must outlive the client.
 *
 * The other parameters and the statuses are those of redlock_open(). The
 * program need not ignore SIGPIPE.
 *
 * The loop's thread; does not block. In this call, a lack of memory in libev
 * ends the process, unless the program has set an allocator that does not fail
 * (ev_set_allocator()).
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status redlock_open_on_loop(
    struct ev_loop *loop, const struct redlock_settings *settings,
    struct redlock_client **client, struct redlock_problem *problem);

/*
 * Opens a client of the event API for any other loop: poll(2), epoll, libuv,
 * GLib, asio, asyncio. The loop waits until redlock_fd() is readable and then
 * calls redlock_dispatch(). Parameters and statuses are those of
 * redlock_open(). See docs/loops.md.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_open_on_fd(const struct redlock_settings *settings,
                   struct redlock_client **client,
                   struct redlock_problem *problem);

/*
 * The descriptor of a client of redlock_open_on_fd(). It polls readable
 * whenever redlock_dispatch() has something to do.
 *
 * The descriptor belongs to the library and is close-on-exec. Poll it for
 * reading, level-triggered. Do not read from it and do not close it. Remove it
 * from the loop before redlock_close(), and in a child after fork().
 *
 * Returns -1 for a client that was opened by another call, and in a child after
 * fork().
 */
REDLOCK_API int redlock_fd(const struct redlock_client *client);

/*
 * Runs one turn: reads answers, executes due timers, calls callbacks, and
 * writes. The turn is bounded: if something is left, the descriptor stays
 * readable. Only this call renews locks and reports losses. If the loop makes
 * this call late, renewals and reports are late (docs/loops.md).
 *
 * The loop's thread only. Does not block. A callback of the client must not
 * make this call, but it may call redlock_close().
 *
 * OK, FORKED.
 * BAD_REQUEST  the client was opened by another call than redlock_open_on_fd(),
 *              or this is called from a callback.
 */
REDLOCK_API enum redlock_status redlock_dispatch(struct redlock_client *client);

/* --- a client, both APIs ---------------------------------------------------
 *
 * In the event API these calls are for the loop's thread; "any thread" below
 * refers to the blocking API.
 */

/*
 * Releases all locks that are still held, and frees the client and its locks.
 * Use no handle of the client afterwards. NULL is allowed.
 *
 * Blocking API: any thread, while no other thread uses the client. The call
 * blocks until the nodes have received the releases, at most one node timeout.
 * It does not wait for the lookup of a node's name. Event API: does not block;
 * may be called from a callback.
 */
REDLOCK_API void redlock_close(struct redlock_client *client);

/* Advice about the settings, such as an even number of nodes; NULL: none.
 * Static. */
REDLOCK_API const char *redlock_warning(const struct redlock_client *client);

/* The number of nodes, and of nodes that make a quorum. */
REDLOCK_API int redlock_nodes(const struct redlock_client *client);
REDLOCK_API int redlock_quorum(const struct redlock_client *client);

/* A node's URI without its password; valid as long as the client. */
REDLOCK_API const char *redlock_node_name(const struct redlock_client *client,
                                          int node);

/*
 * The quarantines that this client has observed (enum redlock_guard). A process
 * that may end before a quarantine ends should pass its observations on. The
 * next process sets redlock_settings.observations.
 *
 * Observations contain instants of the boot clock. Keep them with the id of the
 * boot (/proc/sys/kernel/random/boot_id), and do not give them to a process of
 * another boot, machine or time namespace.
 *
 * observations  room for REDLOCK_NODES_MAX.
 *
 * Any thread. Returns their number.
 */
REDLOCK_API int redlock_quarantine_observations(
    struct redlock_client *client,
    struct redlock_quarantine_observation *observations);

/*
 * Reads the counters of the client, all at one instant.
 *
 * stats  the caller sets size.
 *
 * Any thread; waits only for the client's mutex.
 * OK, BAD_REQUEST, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_stats(struct redlock_client *client,
              struct redlock_client_stats *stats);

/*
 * Describes the fault of a resource's name; NULL: none. A name has 1 ..
 * REDLOCK_RESOURCE_MAX bytes other than NUL. Refused are names that begin
 * with redlock:, and the names {NAME}:... of the library's own keys, which
 * docs/access.md lists ("Keys"). Static.
 */
REDLOCK_API const char *redlock_resource_problem(const char *resource);

/*
 * Describes the fault of an owner's name; NULL: none. A name has 1 ..
 * REDLOCK_OWNER_MAX - 1 printable ASCII characters without spaces. Static.
 */
REDLOCK_API const char *redlock_owner_problem(const char *owner);

/*
 * Observes the holder of a resource. A view shows a past state and is no lock:
 * when the callback sees it, another client may hold the resource. An observer
 * can miss a holder (redlock_view.passed_over). Without the right to read
 * {RESOURCE}:fence, the view has no fencing token.
 *
 * every_ms  milliseconds after which the client asks again. If keys expire
 *           sooner, it asks earlier, but not before a tenth of every_ms. 0:
 *           REDLOCK_EVERY_DEFAULT_MS.
 * changed   called at each change until redlock_unobserve(), and first within
 *           one node timeout, or two if the fencing token cannot be read.
 * observer  in: points to NULL, else ALREADY; out: owned by the caller until
 *           redlock_unobserve() or redlock_close().
 *
 * Blocking API: any thread; starts the keeper. Does not block.
 *
 * OK, ALREADY, BAD_REQUEST, NO_MEMORY, SYSTEM, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_observe(struct redlock_client *client, const char *resource,
                int64_t every_ms, redlock_view_fn *changed, void *user,
                struct redlock_observer **observer);

/*
 * Ends an observer, and sets *observer to NULL. Its callback is not called
 * again, and when this call returns, the callback runs on no other thread. The
 * callback itself may make this call. NULL and a pointer to NULL are allowed.
 *
 * Blocking API: any thread; waits for a callback that runs on another thread.
 */
REDLOCK_API void redlock_unobserve(struct redlock_observer **observer);

/* --- cancelling, both APIs -------------------------------------------------
 *
 * A cancel handle ends the acquisitions that have it as redlock_request.cancel.
 * It belongs to no client: any number of requests of any clients may share a
 * handle. docs/waiting.md, "Cancelling a wait", has an example.
 *
 * After fork() a handle is the parent's. In the child, a request with it
 * returns REDLOCK_FORKED, and a trigger does nothing.
 */

/*
 * Makes a handle, which uses a descriptor until redlock_cancel_free().
 *
 * OK, NO_MEMORY, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_cancel_new(struct redlock_cancel **cancel);

/*
 * Ends every call in progress that has the handle, unless the call's result was
 * decided already. Until redlock_cancel_reset(), it also ends each later call.
 * These calls end with REDLOCK_CANCELLED. In the event API, a later
 * redlock_async_acquire() itself returns REDLOCK_CANCELLED, and its callback is
 * not called.
 *
 * Any thread; safe in a signal handler; does not block.
 */
REDLOCK_API void redlock_cancel_trigger(struct redlock_cancel *cancel);

/*
 * Makes a triggered handle usable for further calls. Any thread, while no call
 * has the handle: a call in progress could otherwise miss the trigger.
 */
REDLOCK_API void redlock_cancel_reset(struct redlock_cancel *cancel);

/* Frees the handle; NULL is allowed. No call may have the handle, and no thread
 * may trigger it meanwhile. */
REDLOCK_API void redlock_cancel_free(struct redlock_cancel *cancel);

/* --- the blocking API ---------------------------------------------------- */

/*
 * Acquires the lock on a resource.
 *
 * request  borrowed for the call, with its strings.
 * lock     in: points to NULL, else ALREADY and the lock there stays; out: the
 *          lock, owned by the caller until redlock_release(), or NULL.
 *
 * Any thread. One attempt blocks for at most the sum of these node timeouts:
 * - one for each node;
 * - one in all, to release a failed attempt at the nodes;
 * - with fencing, one more for each node that must raise its counter and does
 *   not answer.
 * The sum doubles if the attempt discovers that the nodes are guarded. With
 * wait_ms there are more attempts, and none continues beyond wait_ms. A delay
 * of this process itself is added.
 *
 * OK    the lock is held.
 * LOST  with owner_fence: another client may have held the resource after the
 *       owner's first lock (docs/reentrant.md).
 * ALREADY, BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG, FORKED: nothing was sent.
 * BUSY, DEADLINE, CANCELLED, NO_QUORUM, NO_RIGHTS, TOO_SLOW, DISAGREES,
 * UPGRADE, TTL_MAX_DIFFERS, NO_MEMORY, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_acquire(struct redlock_client *client,
                const struct redlock_request *request,
                struct redlock_lock **lock);

/*
 * Extends the lock on a quorum. The validity then ends at now + ttl_ms less the
 * drift, or later. Never shortens the lock.
 *
 * lock    borrowed; from redlock_acquire() or redlock_adopt(), not released.
 * ttl_ms  milliseconds, 1 .. ttl_max_ms; also used for renewals from now on.
 * report  may be NULL.
 *
 * Any thread; blocks at most until the warning.
 *
 * OK    a quorum has extended the lock, or has it for longer already.
 * LOST  no quorum before the warning, or the lock was lost already.
 * BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG, FORKED: nothing was sent.
 * NO_MEMORY: some nodes may have extended the lock. The call may be repeated.
 *
 * The first extension of an adopted lock blocks at most one node timeout. LOST
 * then means that too many nodes do not have the key. NO_QUORUM, NO_RIGHTS and
 * NO_MEMORY mean that the lock is not held yet. Some nodes may have extended
 * it: the call may be repeated.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_extend(struct redlock_lock *lock, int64_t ttl_ms,
               struct redlock_report *report);

/*
 * Turns an exclusive lock into a shared one without a gap: no other client can
 * hold the resource exclusively meanwhile. Treat the lock as shared from the
 * beginning of the call. See docs/shared.md.
 *
 * The call does not notify other users of the lock: first notify threads with a
 * reference (redlock_retain()) and processes with the lock's token.
 *
 * report  may be NULL.
 *
 * Any thread; blocks at most until the warning.
 *
 * OK            the lock is shared on a quorum, and extended to now + its TTL.
 * LOST          no quorum before the warning, or the lock was lost already.
 * NO_RIGHTS     a majority of the nodes denies the user a right that sharing
 *               needs; the lock is lost.
 * NO_DOWNGRADE  the lock is shared already, has an owner, a slot or several
 *               resources, or was adopted and not extended yet.
 * NO_DOWNGRADE, NO_MEMORY, BAD_REQUEST, FORKED: nothing was sent, and the call
 * has changed nothing.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_downgrade(struct redlock_lock *lock, struct redlock_report *report);

/*
 * Releases the lock on every node, frees the handle, and sets *lock to NULL,
 * except with BAD_REQUEST. NULL and a pointer to NULL are allowed: GONE. For a
 * lock with further references see redlock_retain().
 *
 * In general, a node that cannot be reached receives the release when it comes
 * back, if this client is still open. Otherwise its key expires.
 *
 * report  may be NULL.
 *
 * Any thread; blocks at most one node timeout.
 *
 * OK           a quorum deleted the key, or handed it over to a waiter.
 * GONE         a quorum did not have the key any more: the key had expired, or
 *              another client holds the lock.
 * UNREACHABLE  no quorum answered; the keys expire.
 * NO_RIGHTS    a majority refuses the user or a right; the keys expire.
 * BAD_REQUEST  the report's size is refused, or the client has the event API:
 *              nothing was done, *lock stays.
 * FORKED       the parent's lock: nothing was sent.
 */
REDLOCK_API enum redlock_status redlock_release(struct redlock_lock **lock,
                                                struct redlock_report *report);

/*
 * Adds a reference to the lock. Call redlock_release() once for each reference,
 * each time with a copy of the pointer, which it sets to NULL. Only the last
 * call releases the lock. Each earlier call sends nothing, and returns OK with
 * a report without nodes, or GONE if the lock is not held. redlock_detach() and
 * redlock_close() free the handle for all references: use no copy afterwards.
 *
 * redlock_retain() first extends the lock if less than min_validity_ms
 * (redlock_request) is left. Otherwise it sends nothing.
 *
 * Any thread; blocks as redlock_extend().
 *
 * OK  the reference was added. Any other status is one of redlock_extend(): no
 *     reference was added.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_retain(struct redlock_lock *lock);

/*
 * Asks every node for the resource's holder.
 *
 * report  a node that answered has the result ANSWERED and the reason HELD or
 *         SHARED (see holder, remaining_ms, members), SLOTS, or MISSING. With
 *         any other result the node did not answer.
 *
 * Any thread; blocks at most one node timeout.
 *
 * OK  a quorum answered.
 * NO_QUORUM, NO_RIGHTS, BAD_REQUEST, NO_MEMORY, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_inspect(struct redlock_client *client, const char *resource,
                struct redlock_report *report);

/* --- the event API ---------------------------------------------------------
 *
 * For the loop's thread only; no call blocks. A call returns OK if it was
 * started. Later, the loop or redlock_dispatch(), and no other call, calls the
 * callback exactly once. redlock_close() drops callbacks that were not called
 * before. With any other status than OK the callback is not called. The
 * statuses of a callback are those of the call of the blocking API. A report
 * must stay valid until the callback.
 */

/* lock: NULL unless status is REDLOCK_OK; owned by the receiver until it is
 * released. */
typedef void redlock_acquired_fn(void *user, enum redlock_status status,
                                 struct redlock_lock *lock);
typedef void redlock_done_fn(void *user, enum redlock_status status);

/*
 * Starts an acquisition, as redlock_acquire().
 *
 * pending  may be NULL; otherwise valid for redlock_async_cancel() until the
 *          callback.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_acquire(struct redlock_client *client,
                      const struct redlock_request *request,
                      redlock_acquired_fn *acquired, void *user,
                      struct redlock_pending **pending);

/* Cancels an acquisition: its callback gets REDLOCK_CANCELLED, unless the
 * result was decided already. */
REDLOCK_API void redlock_async_cancel(struct redlock_pending *pending);

/* As redlock_extend(). */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_extend(struct redlock_lock *lock, int64_t ttl_ms,
                     struct redlock_report *report, redlock_done_fn *done,
                     void *user);

/* As redlock_downgrade(). */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_downgrade(struct redlock_lock *lock,
                        struct redlock_report *report, redlock_done_fn *done,
                        void *user);

/* As redlock_retain(). done may be NULL. If the handle was freed before the
 * callback, done gets LOST. */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_retain(struct redlock_lock *lock, redlock_done_fn *done,
                     void *user);

/* As redlock_release(). The handle is freed immediately, unless it is retained.
 * With any other status than OK, nothing was done and *lock stays. A pointer to
 * NULL is BAD_REQUEST. done may be NULL. */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_release(struct redlock_lock **lock, struct redlock_report *report,
                      redlock_done_fn *done, void *user);

/* As redlock_inspect(). */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_inspect(struct redlock_client *client, const char *resource,
                      struct redlock_report *report, redlock_done_fn *done,
                      void *user);

/* --- a lock, both APIs -----------------------------------------------------
 *
 * Any thread, while no thread releases the lock; no call blocks, except
 * redlock_detach(). In the event API, redlock_lost_fd(), redlock_adopt(),
 * redlock_adopt_as() and redlock_detach() are for the loop's thread.
 */

/* Whether the lock is held now: it is not lost, and by the clock its validity
 * has not ended. */
REDLOCK_API bool redlock_held(const struct redlock_lock *lock);

/* Milliseconds until the validity ends, rounded down; 0 if not held. */
REDLOCK_API int64_t redlock_remaining_ms(const struct redlock_lock *lock);

/* When the validity ends, an instant of the boot clock; 0: lost. */
REDLOCK_API int64_t redlock_valid_until_ms(const struct redlock_lock *lock);

/*
 * For a lost lock whose keys a quorum still keeps: the end of its validity, an
 * instant of the boot clock. No other client can hold the lock before this
 * instant. Otherwise 0: if redlock_held() is true, the lock is not lost; if
 * redlock_held() is false, another client may hold the lock now.
 */
REDLOCK_API int64_t redlock_shielded_until_ms(const struct redlock_lock *lock);

/*
 * A descriptor that polls readable from the warning or an earlier loss on. Do
 * not read from it. It is close-on-exec, and closed when the lock is released.
 * Returns -1 if the system refused a descriptor.
 */
REDLOCK_API int redlock_lost_fd(struct redlock_lock *lock);

/*
 * The fencing token: greater than that of every earlier fenced holder of this
 * resource or slot. The exceptions:
 * - A reader's fencing token is not smaller than that of any earlier holder,
 *   and smaller than that of every later exclusive holder (docs/shared.md).
 * - An owner's later locks have the fencing token of its first lock.
 * - The limits in docs/fences.md, for example for nodes that lost counters.
 *
 * Within these limits, a database is safe from paused holders if it refuses
 * each fencing token smaller than the largest it has seen, and if all holders
 * are fenced and exclusive. docs/shared.md has the rule for readers.
 *
 * 0: fencing was not requested, or the lock was adopted, or it has several
 * resources, each with its own fencing token (redlock_fence_of()).
 */
REDLOCK_API int64_t redlock_fence(const struct redlock_lock *lock);

/*
 * The number of resources of the lock: redlock_request.more_count + 1. The
 * functions below take a resource's number, from 0, in the order of the
 * request; another number returns 0 or NULL.
 */
REDLOCK_API int redlock_count(const struct redlock_lock *lock);
REDLOCK_API int64_t redlock_fence_of(const struct redlock_lock *lock,
                                     int number);
REDLOCK_API const char *redlock_resource_of(const struct redlock_lock *lock,
                                            int number);
REDLOCK_API const char *redlock_token_of(const struct redlock_lock *lock,
                                         int number, char *text);

/* The lock's slot, from 0; -1: no slot. */
REDLOCK_API int redlock_slot(const struct redlock_lock *lock);

/* The first resource; valid as long as the lock. */
REDLOCK_API const char *redlock_resource(const struct redlock_lock *lock);

/*
 * Writes the lock's token (of the first resource), for redlock_adopt().
 * text: at least REDLOCK_TOKEN_MAX bytes. Returns text.
 */
REDLOCK_API const char *redlock_token(const struct redlock_lock *lock,
                                      char *text);

/*
 * The label inside a lock's token of this library, or the whole token of
 * another library. For readers and owners, a node reports another text instead
 * of a token; this call then returns "readers" or the owner's name. Valid as
 * long as token.
 */
REDLOCK_API const char *redlock_token_label(const char *token);

/*
 * Makes a handle for an exclusive lock by the lock's token, for example for the
 * lock of another process. Nothing is sent. The lock is held once
 * redlock_extend() has found its key on a quorum. redlock_release() needs no
 * such extension. If the lock has another handle already, the call does not
 * change it: unless it is detached (redlock_detach()), both hold the lock.
 *
 * resource, token  borrowed for the call.
 * lock             as in redlock_acquire().
 *
 * OK, ALREADY, BAD_REQUEST, NO_MEMORY, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_adopt(struct redlock_client *client, const char *resource,
              const char *token, struct redlock_lock **lock);

/*
 * As redlock_adopt(), for a lock of any mode, owner or slot. The lock's token
 * does not contain these three, so the request states them. If one of them is
 * wrong, redlock_extend() and redlock_release() do not find the lock. The call
 * reads only resource, mode, owner, slots and slot of the request.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_adopt_as(struct redlock_client *client,
                 const struct redlock_request *request, const char *token,
                 struct redlock_lock **lock);

/*
 * Frees the handle and sets *lock to NULL. The keys stay on the nodes until the
 * TTL and the slack have passed. A process that adopts the lock can extend
 * or release it: redlock_adopt(). NULL and a pointer to NULL are allowed.
 *
 * Blocking API: blocks until every node has received the pending commands, at
 * most one node timeout. Event API: does not block.
 */
REDLOCK_API void redlock_detach(struct redlock_lock **lock);

/* --- texts --------------------------------------------------------------- */

/* The library's version: REDLOCK_VERSION when it was built. Static. */
REDLOCK_API const char *redlock_version(void);

/* Texts in lower case, without a full stop. Static. */
REDLOCK_API const char *redlock_strerror(enum redlock_status status);
REDLOCK_API const char *redlock_vote_text(enum redlock_vote vote);
REDLOCK_API const char *redlock_reason_text(enum redlock_reason reason);

/* --- sizes -----------------------------------------------------------------
 *
 * Settings and requests whose size is 0 get the size in this header.
 */

/* A pointer to a struct with its size set: to given, or to a copy in room. */
#define REDLOCK_SIZED(given, room)                                             \
    ((given)->size != 0                                                        \
         ? (given)                                                             \
         : (*(room) = *(given), (room)->size = sizeof(*(room)), (room)))

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_open_sized(const struct redlock_settings *settings,
                   struct redlock_client **client,
                   struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_open(REDLOCK_SIZED(settings, &room), client, problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status redlock_open_on_loop_sized(
    struct ev_loop *loop, const struct redlock_settings *settings,
    struct redlock_client **client, struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_open_on_loop(loop, REDLOCK_SIZED(settings, &room), client,
                                problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_open_on_fd_sized(const struct redlock_settings *settings,
                         struct redlock_client **client,
                         struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_open_on_fd(REDLOCK_SIZED(settings, &room), client, problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_acquire_sized(struct redlock_client *client,
                      const struct redlock_request *request,
                      struct redlock_lock **lock)
{
    struct redlock_request room;

    return redlock_acquire(client, REDLOCK_SIZED(request, &room), lock);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status redlock_async_acquire_sized(
    struct redlock_client *client, const struct redlock_request *request,
    redlock_acquired_fn *done, void *user, struct redlock_pending **pending)
{
    struct redlock_request room;

    return redlock_async_acquire(client, REDLOCK_SIZED(request, &room), done,
                                 user, pending);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_adopt_as_sized(struct redlock_client *client,
                       const struct redlock_request *request, const char *token,
                       struct redlock_lock **lock)
{
    struct redlock_request room;

    return redlock_adopt_as(client, REDLOCK_SIZED(request, &room), token, lock);
}

#define redlock_open(...) redlock_open_sized(__VA_ARGS__)
#define redlock_open_on_loop(...) redlock_open_on_loop_sized(__VA_ARGS__)
#define redlock_open_on_fd(...) redlock_open_on_fd_sized(__VA_ARGS__)
#define redlock_acquire(...) redlock_acquire_sized(__VA_ARGS__)
#define redlock_async_acquire(...) redlock_async_acquire_sized(__VA_ARGS__)
#define redlock_adopt_as(...) redlock_adopt_as_sized(__VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
