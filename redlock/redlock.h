/* SPDX-License-Identifier: MIT */
#ifndef REDLOCK_H
#define REDLOCK_H

/*
 * libredlock: locks held by a quorum of independent Redis masters.
 *
 *     client  the nodes, and the connections to them
 *     lock    one resource held; answers from the clock, never from a flag
 *     report  what each node said
 *
 * Two faces over one core, and a client has one of them: the blocking one of
 * redlock_open(), for any thread, or the event face, for the thread of a loop
 * alone: the caller's libev loop by redlock_open_on_loop(), one of any other
 * kind by redlock_open_on_fd(). Each section says whose calls it has; one that
 * the client's face has not got answers REDLOCK_BAD_REQUEST. Want of memory, of
 * descriptors or of threads is an answer in both, and ends no process; but see
 * redlock_open_on_loop().
 *
 * What an operator does to the nodes is in redlock/admin.h.
 *
 * Instants are milliseconds on the boot clock (CLOCK_BOOTTIME). The library
 * never prints, exits, or changes signal dispositions. It starts a thread
 * where a lock is to be kept or its holder called back (redlock_request), or a
 * resource is observed (redlock_observe), in the blocking face, and short-lived
 * ones for names that have to be looked up: eight at most in a process, however
 * many clients it has. Names beyond wait until one is done, as their nodes'
 * connections do; nobody else waits for a name. After dlclose() the library
 * stays loaded, because these threads may still run.
 *
 * A client of the blocking face without a keeper's thread hears nothing
 * between its calls: no answer, no broken connection, no loss. Each call looks
 * at what came in first, and a node is not held to have been silent while
 * nobody looked. redlock_held() and redlock_lost_fd() need no call: they go by
 * the clock.
 *
 * After fork(), or _Fork(), or clone() without CLONE_VM, the child's calls
 * answer REDLOCK_FORKED and its locks are not held; redlock_close() there
 * gives the memory back and sends nothing.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define REDLOCK_API __attribute__((visibility("default")))
#define REDLOCK_CHECK __attribute__((warn_unused_result))

/* For an inline function that has no body of its own anywhere: so it is the
 * same in every unit, and inline functions of the caller's may call it. */
#define REDLOCK_INLINE extern inline __attribute__((gnu_inline, always_inline))

/* Of this header; what the library is: redlock_version(). */
#define REDLOCK_VERSION_MAJOR 0
#define REDLOCK_VERSION_MINOR 2
#define REDLOCK_VERSION_PATCH 0
#define REDLOCK_VERSION "0.2.0"

#define REDLOCK_NODES_MAX 32
#define REDLOCK_RESOURCE_MAX 1024 /* bytes in a resource's name */
#define REDLOCK_TOKEN_MAX 128     /* bytes in a token, its NUL included */
#define REDLOCK_LABEL_MAX 64      /* bytes in a label, its NUL included */
#define REDLOCK_SET_MAX 64        /* resources in a request */
#define REDLOCK_OWNER_MAX 64   /* bytes in an owner's name, its NUL included */
#define REDLOCK_SLOTS_MAX 1024 /* slots of a resource */

#define REDLOCK_FOREVER INT64_MAX
#define REDLOCK_QUORUM_ALL (-1)

/* What zero means in the settings. */
#define REDLOCK_NODE_TIMEOUT_DEFAULT_MS 100
#define REDLOCK_TTL_MAX_DEFAULT_MS (5 * 60 * 1000)
#define REDLOCK_DRIFT_DEFAULT 0.01         /* of the TTL */
#define REDLOCK_SLACK_DEFAULT_PART 10      /* the TTL divided by this, but */
#define REDLOCK_SLACK_DEFAULT_LEAST_MS 250 /* at least this */
#define REDLOCK_PAUSE_MAX_DEFAULT_MS 1000

/* What zero means to redlock_observe(). */
#define REDLOCK_EVERY_DEFAULT_MS 1000

/* What zero means in a request. */
#define REDLOCK_TTL_DEFAULT_MS (30 * 1000)
#define REDLOCK_NOTICE_DEFAULT_PART 10      /* the TTL divided by this, but */
#define REDLOCK_NOTICE_DEFAULT_LEAST_MS 1   /* at least this, */
#define REDLOCK_NOTICE_DEFAULT_MOST_MS 1000 /* at most this */

/* What is taken off a TTL beside the drift: ticks, rounding. */
#define REDLOCK_DRIFT_FIXED_MS 2

/*
 * The first release is the first version that later versions are compatible
 * with. From then on a program works with every later library of the same
 * soname.
 *
 * A struct that begins with its size grows at its end. The library neither
 * reads nor fills what lies beyond the size. A size of 0 stands for the struct
 * as it is in the first release, whatever the version of the library.
 *
 * In C and C++ the calls that take settings or requests are macros, and a size
 * of 0 in these is sizeof the struct in the header that the caller is compiled
 * with. The functions behind the macros, which other languages call, and
 * (redlock_acquire)(...) with its name in parentheses take 0 as it is.
 *
 * Refused are a size that is smaller than the struct of the first release, and
 * settings and requests that set a member which the library does not know:
 * BAD_SETTING for settings, else BAD_REQUEST. In a struct that the library
 * fills, members that it does not know stay as they were.
 *
 * Structs without a size do not grow. What is added about each node is an array
 * of its own at the end of the struct that has the array of nodes.
 * Statuses, votes and reasons may be added: bear unknown ones.
 */

struct ev_loop;
struct redlock_cancel;
struct redlock_client;
struct redlock_lock;
struct redlock_observer;
struct redlock_pending;

/* Numbers are never reused. */
enum redlock_status {
    REDLOCK_OK = 0,
    REDLOCK_BUSY = 1,         /* somebody else holds it */
    REDLOCK_NO_QUORUM = 2,    /* too many nodes failed: see the report */
    REDLOCK_NO_RIGHTS = 3,    /* a majority refuses our credentials */
    REDLOCK_TOO_SLOW = 4,     /* the votes were there, the time was not */
    REDLOCK_CANCELLED = 5,    /* redlock_request.cancel was triggered, or
                                 redlock_async_cancel() */
    REDLOCK_DEADLINE = 6,     /* the wait ran out before the votes were in */
    REDLOCK_LOST = 7,         /* the lock is no longer yours */
    REDLOCK_GONE = 8,         /* it was gone already: expired, or another's */
    REDLOCK_UNREACHABLE = 9,  /* no quorum heard the release; it will expire */
    REDLOCK_ALREADY = 10,     /* this handle holds a lock: release it first */
    REDLOCK_FORKED = 11,      /* opened by the parent process */
    REDLOCK_NO_MEMORY = 12,   /* nothing was sent, nothing has changed */
    REDLOCK_BAD_NODES = 13,   /* the list of nodes: see the problem's text */
    REDLOCK_BAD_SETTING = 14, /* a setting: see the problem's text */
    REDLOCK_BAD_REQUEST = 15, /* a resource that cannot be: see
                                 redlock_resource_problem(); an owner:
                                 redlock_owner_problem(); or a number out of
                                 its range */
    REDLOCK_TTL_TOO_SHORT = 16, /* drift and notice leave nothing of it */
    REDLOCK_TTL_TOO_LONG = 17,  /* beyond redlock_settings.ttl_max_ms */
    REDLOCK_SYSTEM = 18, /* the system refused a descriptor, a thread or random
                            bits */
    REDLOCK_DISAGREES = 19, /* it is held with another number of slots: all who
                               use it are to say the same one */
    REDLOCK_UPGRADE = 20,   /* this owner shares it: give that up first */
    REDLOCK_UNSAFE = 21,    /* sentinel:// without REDLOCK_GUARD_ON: a failover
                               would forget locks */
    REDLOCK_TTL_MAX_DIFFERS = 22, /* redlock_settings.ttl_max_ms is another one
                                     than the nodes were marked with */
    REDLOCK_NO_DOWNGRADE = 23,    /* redlock_downgrade(): only an exclusive lock
                                     of one resource becomes a shared one */
};

/* One node's vote. */
enum redlock_vote {
    REDLOCK_VOTE_NONE = 0,      /* not asked: decided before */
    REDLOCK_VOTE_GRANTED = 1,   /* the lock, or that it goes on */
    REDLOCK_VOTE_DENIED = 2,    /* somebody else's, or gone */
    REDLOCK_VOTE_FAILED = 3,    /* an error: see the reason */
    REDLOCK_VOTE_TIMED_OUT = 4, /* silent for the node time-out */
    REDLOCK_VOTE_UNREACHED = 5, /* known to be dead: nothing was sent */
    REDLOCK_VOTE_BARRED = 6,    /* said yes, but is not counted */
    REDLOCK_VOTE_OPEN = 7,      /* asked; decided before it answered */
    REDLOCK_VOTE_RELEASED = 8,  /* our key is deleted */
    REDLOCK_VOTE_ANSWERED = 9,  /* inspected: what it has, in the reason */
    REDLOCK_VOTE_MARKED = 10,   /* it has the marker: redlock_init_nodes() */
};

/* Why a node voted so. */
enum redlock_reason {
    REDLOCK_REASON_NONE = 0,
    REDLOCK_REASON_HELD = 1,         /* the key has another's token */
    REDLOCK_REASON_MISSING = 2,      /* no key */
    REDLOCK_REASON_REFUSED = 3,      /* connection refused */
    REDLOCK_REASON_NO_ROUTE = 4,     /* network or host unreachable */
    REDLOCK_REASON_UNRESOLVED = 5,   /* the name has no address */
    REDLOCK_REASON_CONNECT = 6,      /* no connection, for another cause */
    REDLOCK_REASON_BROKEN = 7,       /* the connection broke under way */
    REDLOCK_REASON_SILENT = 8,       /* no answer within the node time-out */
    REDLOCK_REASON_NOAUTH = 9,       /* wants a password */
    REDLOCK_REASON_WRONGPASS = 10,   /* refuses the password */
    REDLOCK_REASON_NOPERM = 11,      /* the user lacks a right */
    REDLOCK_REASON_READONLY = 12,    /* refuses writes: a replica */
    REDLOCK_REASON_REPLICA = 13,     /* a replica, seen at connecting */
    REDLOCK_REASON_SAME_SERVER = 14, /* the same server as another node */
    REDLOCK_REASON_LOADING = 15,     /* still loading its data */
    REDLOCK_REASON_IN_SCRIPT = 16,   /* a script runs for too long */
    REDLOCK_REASON_OOM = 17,         /* out of memory */
    REDLOCK_REASON_MISCONF = 18,     /* cannot persist, refuses writes */
    REDLOCK_REASON_NOREPLICAS = 19,  /* too few replicas, refuses writes */
    REDLOCK_REASON_WRONGTYPE = 20,   /* the key is not a string */
    REDLOCK_REASON_CLUSTER = 21,     /* a node of a Redis Cluster */
    REDLOCK_REASON_NOSCRIPT = 22,    /* does not keep our script */
    REDLOCK_REASON_NOT_REDIS = 23,   /* does not speak the protocol */
    REDLOCK_REASON_ERROR = 24,       /* another error: see the message */
    REDLOCK_REASON_PROBATION = 25,   /* lost the key, and got it back */
    REDLOCK_REASON_QUARANTINE =
        26, /* lost its memory; see redlock_init_nodes() */
    REDLOCK_REASON_SUPERSEDED = 27,  /* its counter was moved by another */
    REDLOCK_REASON_CLOCK = 29,       /* its clock was stepped forward */
    REDLOCK_REASON_LONGEST_TTL = 28, /* ttl_max_ms differs from the nodes' */
    REDLOCK_REASON_SENTINEL = 30,    /* a Sentinel: it keeps no keys */
    REDLOCK_REASON_TLS = 31,         /* no TLS connection: see the message */
    REDLOCK_REASON_CERTIFICATE = 32, /* its certificate does not hold good */
    REDLOCK_REASON_CLIENT_CERTIFICATE =
        33,                     /* wants a certificate of ours, or refuses it */
    REDLOCK_REASON_SHARED = 34, /* others share it: REDLOCK_SHARED */
    REDLOCK_REASON_QUEUED = 35, /* shared, or of slots: somebody waits, and goes
                                   before */
    REDLOCK_REASON_SLOTS = 36,  /* all its slots are taken; inspected: it has
                                   slots, see how many */
    REDLOCK_REASON_SLOTS_DIFFER = 37, /* it has another number of slots there */
    REDLOCK_REASON_UPGRADE = 38,      /* its own owner shares it there */
};

enum redlock_strategy {
    REDLOCK_SEQUENTIAL = 0, /* one node after the other: contenders meet at
                               the first ones instead of splitting the vote */
    REDLOCK_PARALLEL = 1,   /* all at once: one round trip */
};

/*
 * May a node vote that has lost its memory - restarted empty, or from an old
 * snapshot, flushed, replaced by a replica? Each node of a guarded deployment
 * carries a marker (redlock_init_nodes()); one without it is in quarantine
 * until every lock that it may have forgotten has run out.
 */
enum redlock_guard {
    REDLOCK_GUARD_AUTO = 0, /* guarded as soon as any node shows a marker when
                               it is connected to; one that does not let us
                               read the key redlock:inst has no vote */
    REDLOCK_GUARD_ON = 1,
    REDLOCK_GUARD_OFF = 2, /* every node votes */
};

#define REDLOCK_NO_SLACK (-1)

#define REDLOCK_MARKER_MAX 256   /* bytes in a marker, its NUL included */
#define REDLOCK_SIGHTINGS_MAX 64 /* more are left out */

/*
 * That a node is in quarantine, since when somebody of this boot has seen it
 * so, and what its clock showed last: redlock_sightings(). Of two with the same
 * marker keep the one with the earlier since_ms, and where that is the same the
 * one with the later heard_ms, but never parts of both: a step of the clock may
 * lie between them.
 */
struct redlock_sighting {
    char marker[REDLOCK_MARKER_MAX]; /* of printing characters, no space */
    int64_t since_ms;                /* an instant of the boot clock */
    int64_t heard_ms;                /* likewise */
    int64_t
        ahead_least_us;    /* then the node's clock was ahead of ours by this */
    int64_t ahead_most_us; /* to this */
};

/*
 * How to talk to nodes whose URI begins with rediss://: by TLS 1.2 or later.
 * What a URI has of its own is in the place of this: ca_file and ca_folder
 * together, cert_file and key_file together, server_name. Files are PEM, and
 * read when the client is opened; strings are borrowed for that call. A file
 * that is no good is BAD_SETTING, or BAD_NODES where a URI names it, and so is
 * any of these where no node has TLS. OpenSSL is loaded by that call, if a node
 * has TLS, by dlopen(); it is the same answer where it is not there.
 */
struct redlock_tls {
    const char *ca_file;     /* whose certificates are trusted; NULL, and no
                                ca_folder: those that this system trusts */
    const char *ca_folder;   /* the same, a file each, named by their hashes
                                (openssl rehash) */
    const char *cert_file;   /* ours, and its chain; NULL: none is shown */
    const char *key_file;    /* its private key, which has no passphrase */
    const char *server_name; /* that the nodes' certificates are for, and that
                                they are asked for (SNI); NULL: each one's host,
                                as its URI has it */
    bool insecure; /* nobody's certificate is looked at: whoever is on the way
                      can read, and answer in a node's name */
};

/* How much a line of the log matters. */
enum redlock_log_level {
    REDLOCK_LOG_ERROR = 1,   /* a lock is lost */
    REDLOCK_LOG_WARNING = 2, /* a node has no vote: its connection is lost, or
                                none came about; its memory or its clock */
    REDLOCK_LOG_INFO = 3,    /* a node has it again: connected, its quarantine
                                is over */
    REDLOCK_LOG_DEBUG = 4,   /* a node let a request time out, or answered one
                                that had */
};

/* Filled by the library; what lies beyond its size is not there. */
struct redlock_log {
    size_t size;
    enum redlock_log_level level;
    int node;         /* -1: it is of none */
    const char *name; /* the node's, as redlock_node_name(); or NULL */
    const char *text; /* a sentence without an end, of printing characters:
                         never with a password or a token in it */
    int64_t at_ms;    /* when it happened, on the boot clock */
    int64_t dropped;  /* so many before it found no room: 64 wait */
};

/*
 * Something has happened that may be of interest to who looks for a fault
 * later. Nothing is decided by it, and nothing is asked of it; the statuses and
 * the reports say all that a program needs.
 *
 * Called with no lock of the client held. Blocking face: as redlock_lost_fn is,
 * after losses and renewals; without a keeper's thread by the next call that
 * asks the nodes, before it returns. Event face: from the loop. What has not
 * been told when the client is closed is not told any more.
 *
 * log: borrowed for the call, with all in it.
 */
typedef void redlock_log_fn(const struct redlock_log *log, void *user);

/*
 * Zero means the default (REDLOCK_..._DEFAULT_MS and its like), everywhere.
 * Strings are borrowed for the call.
 */
struct redlock_settings {
    size_t size; /* sizeof it; 0: see above */
    /*
     * Comma-separated, the same list in the same order for every client:
     * redis://[user:pass@]host[:port], unix:///path, or local:N alone (the
     * sockets of redlock_local_start(N)). With TLS:
     * rediss://[user:pass@]host[:port][?OPTION=VALUE[&...]], where an option is
     * cacert, cacertdir, cert, key or sni: see redlock_tls. valkey:// and
     * valkeys:// say the same, and host:port is redis://host:port.
     * sentinel://[user:pass@]host[:port][+host[:port]...]/name is the master
     * that these Sentinels know under that name, asked for at each connection,
     * of this user; it needs REDLOCK_GUARD_ON, else UNSAFE. Sentinels that want
     * a password have it, and a user, behind that name:
     * ?sentinel-password=pass&sentinel-user=user.
     */
    const char *nodes;
    const char *username;    /* for nodes whose URI has none */
    const char *password;    /* for nodes whose URI has none */
    const char *label;       /* who we are, in every token; host:pid */
    int64_t node_timeout_ms; /* each request to each node */
    int64_t ttl_max_ms;      /* the longest TTL of any client */
    double drift_factor;     /* how far a clock's rate may be out: a part of
                                the TTL, 0 .. 1 */
    int64_t slack_ms; /* how much longer than the lock its keys live: steps of
                         a node's clock up to this do no harm;
                         REDLOCK_NO_SLACK */
    int64_t pause_max_ms; /* the longest pause between two attempts of one that
                             waits and stands in no queue: no quorum could be
                             reached, or the nodes keep none. By default it
                             grows with the time waited; less finds a free lock
                             sooner, and asks the nodes more often */
    int quorum;           /* majority .. nodes, or REDLOCK_QUORUM_ALL */
    enum redlock_strategy strategy;
    enum redlock_guard guard;
    bool read_only; /* the client writes nothing to a node, no quarantine marker
                       either: it can inspect and observe; what would write is
                       BAD_REQUEST */

    /* What earlier processes have seen, of this boot and this boot clock. */
    int sightings_count;
    const struct redlock_sighting *sightings;

    struct redlock_tls tls;
    enum redlock_log_level log_level; /* what matters less is not told;
                                         default: REDLOCK_LOG_INFO */
    redlock_log_fn *log;              /* may be NULL: nobody listens */
    void *log_user;                   /* for it */
};

/* What is wrong with the settings. */
struct redlock_problem {
    size_t size;    /* sizeof it, or 0 */
    int position;   /* in the list of nodes, from 1; 0: elsewhere */
    char text[252]; /* a sentence, never with a password in it */
};

struct redlock_node_report {
    enum redlock_vote vote;
    enum redlock_reason reason;
    int64_t latency_us; /* of the request; -1: none was answered */
    int64_t
        remaining_ms; /* of the key that is there; -1: unknown or for ever */
    int64_t quarantine_ms; /* how much longer, while a client watches; 0 */
    char name[96];         /* the node's URI, without its password */
    char holder[REDLOCK_TOKEN_MAX]; /* the other's token, as far as it fits */
    char message[96];               /* the node's own words, where it has any */
    int64_t members;     /* redlock_inspect(): so many share it there; 0: nobody
                            does, or the user may not read who */
    int64_t waiting;     /* redlock_inspect(): so many wait for it there, in its
                            queue; 0: nobody does, or the user may not read who */
    int64_t slots;       /* that it has there, where the reason is SLOTS or
                            SLOTS_DIFFER; else 0 */
    int64_t slots_taken; /* of these, where the reason is SLOTS */
    int64_t marked_ttl_max_ms; /* redlock_inspect(): the longest TTL in the mark
                                  of a node that remembers all that it granted;
                                  0: the node has no such mark */
};

/* What the nodes said in the last round of a call. */
struct redlock_report {
    size_t size; /* sizeof it, or 0 */
    int nodes;
    int quorum;
    int granted;  /* how many did as asked: GRANTED, RELEASED, ANSWERED,
                     MARKED */
    int attempts; /* rounds that the call took */
    int64_t elapsed_us;
    int64_t free_in_ms; /* held by another: when a quorum's keys run out, as
                           far as the votes tell; -1: unknown, as when too
                           few nodes were asked */
    struct redlock_node_report node[REDLOCK_NODES_MAX];
};

/*
 * The lock is lost, and at least redlock_request.notice_ms of its validity
 * are left, unless the process was stopped. Told once; it is final.
 *
 * Blocking face: from a thread of the library or of another caller, one at a
 * time: a callback that takes long delays the next, the next loss too, and,
 * while no other thread waits in a call, the renewals of all the client's
 * locks, which are lost by that. It may call anything but redlock_close().
 * Event face: from the loop.
 */
typedef void redlock_lost_fn(struct redlock_lock *lock, void *user);

/*
 * The lock's validity ends at another instant than it did:
 * redlock_valid_until_ms(). Later by a renewal of the keeper's, an extension,
 * or a grant that came late; earlier where a node has lost its vote, or its
 * clock was stepped. Perhaps more than once for each, and several moves may be
 * told as one. Never after the loss.
 *
 * Called as redlock_lost_fn is; in the blocking face perhaps before
 * redlock_acquire() has returned.
 */
typedef void redlock_renewed_fn(struct redlock_lock *lock, void *user);

/*
 * How a wait stands. Filled by the library; what lies beyond its size is not
 * there.
 */
struct redlock_waiting {
    size_t size;
    const char *resource;
    const char *holder; /* the token of who has it, as far as it fits and can
                           be printed; see redlock_token_label(). NULL: not
                           known */
    int64_t waited_ms;  /* since the call began */
    int place;          /* so many are known to wait before this one; -1: not
                           known, as it stands in no queue */
    int nodes;
    int quorum;
    int reachable; /* nodes that can be asked now. If they are fewer than the
                      quorum, nobody gets the lock until more of them are */
};

/*
 * A request that waits has been given a place in the queue, or its place or the
 * holder is another than was told last. It is also called when fewer nodes than
 * a quorum can be reached, and when a quorum can be reached again. What cannot
 * be queued for, since it carries an owner_fence, or the nodes refuse to keep a
 * queue, is told too, with place -1. Who waits behind others of the same client
 * is told a place behind theirs; others that come between are known when it is
 * its turn. Nothing is told with wait_ms = 0, nor after the wait has ended.
 *
 * Blocking face: on the thread that waits, outside the client's lock. The wait
 * goes on when it returns: one that takes long delays the lock, unless other
 * threads of this client wait too or a keeper's thread runs, and misses what is
 * told meanwhile but for the last of it.
 * Event face: from the loop.
 *
 * waiting: borrowed for the call, with all in it. The callback may cancel the
 * wait.
 */
typedef void redlock_waiting_fn(const struct redlock_waiting *waiting,
                                void *user);

/* Whom a lock keeps out. */
enum redlock_mode {
    REDLOCK_EXCLUSIVE = 0, /* everybody else */
    REDLOCK_SHARED = 1,    /* whoever wants it exclusively, by any library:
                              others may share it. See docs/shared.md */
};

/* Likewise. */
struct redlock_request {
    size_t size;             /* sizeof it; 0: see above */
    const char *resource;    /* the name of the key, as it is: see
                                redlock_resource_problem() */
    int64_t ttl_ms;          /* what a grant lasts */
    int64_t wait_ms;         /* 0: one attempt. REDLOCK_FOREVER */
    int64_t min_validity_ms; /* what an acquired lock must have left */
    int64_t notice_ms;     /* so long before its validity ends a loss is told */
    bool keep;             /* renew at a third of the TTL, the first time
                              perhaps before, until released */
    bool fencing;          /* a number smaller than that of every later
                              exclusive holder: redlock_fence() */
    bool no_repair;        /* do not give a node its key back that lost it: for
                              a token that other processes will extend */
    redlock_lost_fn *lost; /* may be NULL */
    redlock_renewed_fn *renewed;   /* may be NULL */
    void *user;                    /* for these, and waiting */
    struct redlock_report *report; /* may be NULL; filled when the call ends */
    redlock_waiting_fn *waiting;   /* may be NULL: nobody is told */
    bool fair;                     /* take not even a free lock before those who
                                      wait for it */
    enum redlock_mode mode; /* of all resources, or see modes. Both wait in one
                               queue */
    /*
     * Further resources: all of them or none. Each is a lock of its own, with
     * its own fence, redlock_fence_of(); the lock that is given stands for all,
     * and is held while each is: the loss of one is the loss of all, and with
     * it the rest are not renewed any more. They are asked for all at once;
     * where that fails, and wait_ms says so, one after the other in the order
     * of their names' bytes, each with its place in its queue, and what is held
     * by then is renewed meanwhile. So callers who name the same resources in
     * any order never wait for each other in a circle, as long as none of them
     * holds one already. A resource that is there twice is a BAD_REQUEST.
     * A report is that of the resource that was refused last, or of the first.
     */
    const char *const *more; /* more_count names, borrowed for the call */
    int more_count;          /* 0: resource alone; .. REDLOCK_SET_MAX - 1 */
    /*
     * Reentrant: an exclusive lock that requests of the same owner hold at
     * once, whatever process they come from, while it keeps out everybody else.
     * Each is a lock of its own, with its own token and its own end, extended
     * and released for itself; the last one frees the resource. The first one
     * mints, if it is fenced; the others have its fence: they are told it by
     * owner_fence, and without that a fenced one is BUSY while others are
     * there. Not with more. With owner_fence not queued for. See
     * docs/reentrant.md.
     *
     * With REDLOCK_SHARED: one of those who share it, as any other, that the
     * nodes know the owner of. Then a request of the same owner to have it
     * alone would wait for itself, and is refused at once: REDLOCK_UPGRADE.
     * That one is to be released first, and nothing is kept meanwhile.
     */
    const char *owner;   /* borrowed for the call; NULL: none. See
                            redlock_owner_problem() */
    int64_t owner_fence; /* the fence of the owner's other locks of this
                            resource; 0: this is its first, or none is fenced */
    /*
     * So many may hold the resource at once: a semaphore. Who acquires it has
     * one of its slots, redlock_slot(), each of which is a lock of its own,
     * with its own fence. All who use the resource say the same number, or are
     * refused as long as somebody holds one: REDLOCK_DISAGREES. Who holds it
     * without slots is not in their way, nor the other way round. See
     * docs/semaphore.md
     */
    int slots; /* 0: none; 1 .. REDLOCK_SLOTS_MAX. Neither with SHARED nor
                  with more or owner */
    int slot;  /* redlock_adopt_as(), with slots: which one; else not read */
    struct redlock_cancel *cancel; /* ends the call when it is triggered; may
                                      be NULL. Lives until the call has ended */
    /*
     * With more: the mode of each resource, more_count + 1 of them in the order
     * resource, more[0], more[1], and so on. So a request can read one resource
     * and write another. Borrowed for the call. NULL: mode is the mode of all
     * resources; else mode is not read.
     */
    const enum redlock_mode *modes;
};

/* Who holds a resource, as far as the nodes tell. */
enum redlock_holding {
    REDLOCK_HOLDING_UNSURE = 0, /* fewer than a quorum can tell, or the others
                                   could decide it */
    REDLOCK_HOLDING_NOBODY = 1, /* nobody has a quorum, whatever the nodes that
                                   cannot tell would say */
    REDLOCK_HOLDING_SOMEBODY = 2, /* a quorum names the same token */
};

/*
 * What an observer saw: redlock_observe(). Filled by the library; what lies
 * beyond its size is not there.
 */
struct redlock_view {
    size_t size;
    enum redlock_holding holding;
    enum redlock_status status; /* OK: a quorum answered; NO_QUORUM, NO_RIGHTS,
                                   NO_MEMORY: why none did */
    int nodes;
    int quorum;
    int answered;     /* nodes that could tell */
    int named;        /* somebody: nodes that name it */
    int64_t asked_ms; /* when the nodes were asked; they have answered since */
    int64_t since_ms; /* when this was seen first; of a holder, though it was
                         unsure in between */
    int64_t until_ms; /* somebody: when fewer than a quorum of its keys are
                         left; else when the first key runs out. Unless they
                         are extended; 0: not known */
    int64_t fence;    /* somebody: the number that the counters of a quorum of
                         its nodes are at, which is its fence where all holders
                         are fenced; 0: not known. During an acquisition it may
                         be told too small at first */
    int64_t passed_over; /* somebody: so many numbers between that and the
                            largest told of those before it. As many holders at
                            most were not seen; some numbers are attempts that
                            failed, and counters may have begun anew. 0: none,
                            or not known */
    char token[REDLOCK_TOKEN_MAX]; /* somebody: its, as far as it fits and can
                                      be printed; see redlock_token_label() */
};

/* Latencies are counted in so many classes. */
#define REDLOCK_LATENCY_BUCKETS 16

/*
 * What a client has counted of a node. A vote is an answer to a request for a
 * lock or for its extension; releases and questions are not counted.
 */
struct redlock_node_stats {
    int64_t votes[8];    /* by enum redlock_vote: GRANTED .. BARRED; at NONE: it
                            was queued, or said something else that is no vote. One
                            that comes after its time-out is counted twice: as
                            TIMED_OUT, and as what it says */
    int64_t connections; /* that came to stand */
    int64_t disconnections;  /* that stood, and broke or were given up */
    int64_t unconnected;     /* attempts to connect that failed */
    int64_t silences;        /* it let a request time out, having answered the
                                one before */
    int64_t latency_us;      /* of all votes that were answered, added up, from
                                the request to the answer; microseconds */
    int64_t latency_most_us; /* of the slowest */
    /* How many took less than 128 << i us, and not less than that of i - 1; the
     * last one: all that took longer. */
    int64_t latency[REDLOCK_LATENCY_BUCKETS];
};

/*
 * What a client has counted since it was opened. Nothing is ever counted back.
 * Of a request with several resources each is counted, and each attempt at all
 * of them.
 */
struct redlock_client_stats {
    size_t size; /* sizeof it, or 0 */
    int nodes;
    int64_t acquired;  /* acquisitions that ended with OK */
    int64_t refused;   /* BUSY */
    int64_t failed;    /* NO_QUORUM, TOO_SLOW, DEADLINE, and all else */
    int64_t cancelled; /* CANCELLED, the client's end included */
    int64_t waits;     /* of all these: not decided at once, but queued for or
                          tried again */
    int64_t waited_us; /* how long those took, added up; microseconds */
    int64_t renewals; /* extensions that succeeded, by the keeper and by call */
    int64_t lost;     /* losses of locks that were held */
    struct redlock_node_stats node[REDLOCK_NODES_MAX];
};

/*
 * It has changed who holds the resource, or the fence is known. The first call
 * says how it is at the beginning.
 *
 * Blocking face: called as redlock_lost_fn is, after losses and renewals. One
 * that takes long delays the next, and what is seen meanwhile is told as one:
 * changes that were taken back are not told.
 * Event face: from the loop.
 *
 * view: borrowed for the call. The observer may be ended by the callback.
 */
typedef void redlock_view_fn(void *user, const struct redlock_view *view);

/* --- opening a client: its face --------------------------------------------
 */

/*
 * Opens a client with the blocking face. Does not wait for any node:
 * unreachable ones are met when a lock is asked for.
 *
 * client   set on success; yours until redlock_close().
 * problem  may be NULL; filled on BAD_NODES, UNSAFE, BAD_SETTING, SYSTEM.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_open(const struct redlock_settings *settings,
             struct redlock_client **client, struct redlock_problem *problem);

/*
 * The same with the event face, on the caller's loop, which must outlive the
 * client. The caller ignores or handles nothing for us: SIGPIPE included.
 *
 * libev ends the process where its own memory runs out, unless the program has
 * given it an allocator (ev_set_allocator()) that does not fail. For a client
 * it allocates in this call alone, which answers NO_MEMORY where there is too
 * little to try. The blocking face does not use libev.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status redlock_open_on_loop(
    struct ev_loop *loop, const struct redlock_settings *settings,
    struct redlock_client **client, struct redlock_problem *problem);

/*
 * The same with the event face, for a loop of any kind - poll(2), epoll, libuv,
 * GLib, asio, asyncio - which waits until redlock_fd() is readable and then
 * calls redlock_dispatch(). Between the two it need do nothing, and no thread
 * of ours runs for it. See docs/loops.md.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_open_on_fd(const struct redlock_settings *settings,
                   struct redlock_client **client,
                   struct redlock_problem *problem);

/*
 * Of a client of redlock_open_on_fd(): one descriptor, which polls readable
 * whenever redlock_dispatch() has something to do: nodes have answered, a timer
 * is due, a name is looked up, a call has left something to be sent, or a
 * request's cancel handle was triggered. The kernel's timers drive it. It stays
 * the same until redlock_close(), which closes it: take it out of the loop
 * before. Close-on-exec. Wait for reading alone, level-triggered; do not read
 * from it, and do not close it.
 *
 * -1: a client of another kind, or after fork() the parent's, whose descriptor
 * the child takes out of its loop, since it stays readable.
 */
REDLOCK_API int redlock_fd(const struct redlock_client *client);

/*
 * One turn: reads what has come, does what is due, calls back, and writes. It
 * never blocks, and is bounded: what is left leaves the descriptor readable. It
 * may be called at any time and as often as one likes; with nothing to do it
 * costs a few system calls.
 *
 * Locks are renewed, and their loss is told, by this alone: a loop that comes
 * late to it tells late, and one that does not come loses them. redlock_held()
 * and redlock_lost_fd() go by the clock all the same.
 *
 * One thread at a time, with all calls for the client; from no callback of it.
 * A callback may close the client, which is then gone when this returns.
 *
 * OK           the turn is over.
 * BAD_REQUEST  a client of another kind, or called from a callback.
 * FORKED       the parent's client.
 */
REDLOCK_API enum redlock_status redlock_dispatch(struct redlock_client *client);

/* --- a client, of either face ---------------------------------------------
 *
 * In the event face all of them are the loop's thread's.
 */

/*
 * Releases what is still held, waits at most one node time-out for the
 * nodes to hear it (blocking face; the event face does not wait), but for none
 * whose name is still being looked up, and frees the client and its locks: no
 * handle of it may be used afterwards. NULL is fine. In the event face it may
 * be called from a callback.
 */
REDLOCK_API void redlock_close(struct redlock_client *client);

/* A remark about the settings (an even number of nodes), or NULL. Static. */
REDLOCK_API const char *redlock_remark(const struct redlock_client *client);

/* How many nodes, and how many make a quorum. */
REDLOCK_API int redlock_nodes(const struct redlock_client *client);
REDLOCK_API int redlock_quorum(const struct redlock_client *client);

/* A node's URI without its password; lives as long as the client. */
REDLOCK_API const char *redlock_node_name(const struct redlock_client *client,
                                          int node);

/*
 * The nodes' quarantines as far as this client has seen them. One ends when
 * somebody has watched it for the deployment's longest TTL and a second: where
 * all processes are shorter than that, each hands on what it has seen to the
 * next (redlock_settings.sightings). Keep them beside the id of the boot
 * (/proc/sys/kernel/random/boot_id), and give them to no process of another
 * boot, machine or time namespace: what they say is an instant of the boot
 * clock.
 *
 * sightings  room for REDLOCK_NODES_MAX.
 *
 * Returns how many there are. Any thread.
 */
REDLOCK_API int redlock_sightings(struct redlock_client *client,
                                  struct redlock_sighting *sightings);

/*
 * What the client has counted. All numbers are of one instant, so that they fit
 * together. Counting costs an increment each, at all times.
 *
 * stats  its size is set by the caller, the rest is filled as far as that goes.
 *
 * Any thread; waits for nothing but the client's lock.
 * OK, BAD_REQUEST, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_stats(struct redlock_client *client,
              struct redlock_client_stats *stats);

/*
 * What is wrong with a resource's name, as a sentence; NULL: nothing. A name
 * has 1 .. REDLOCK_RESOURCE_MAX bytes, of any kind but NUL. Refused are those
 * that the library's own keys have: redlock:*, and for any NAME {NAME}:fence,
 * :queue, :place, :members, :owners, :slots, :slots:queue, :slots:place,
 * :slot:N and :slot:N:fence. Static.
 */
REDLOCK_API const char *redlock_resource_problem(const char *resource);

/*
 * What is wrong with the name of an owner, as a sentence; NULL: nothing. It has
 * 1 .. REDLOCK_OWNER_MAX - 1 bytes, printing characters of ASCII without a
 * space. Static.
 */
REDLOCK_API const char *redlock_owner_problem(const char *owner);

/*
 * Follows who holds a resource: all nodes are asked at once, then again when
 * what they told runs out, and after every_ms at the latest; no more than ten
 * times as often. For people who look on, and for programs that follow a
 * leader: a promise it is never. What is told has been, nobody is kept from
 * anything by it, and a tenure that is shorter than the pauses may be missed
 * (redlock_view.passed_over).
 *
 * It costs each node one command at each time, reads only, and keeps nothing
 * there. The fence needs the right to read {RESOURCE}:fence; where it is
 * missing, the rest is told.
 *
 * every_ms  0: REDLOCK_EVERY_DEFAULT_MS.
 * changed   called at each change until redlock_unobserve(); for the first time
 *           a node time-out after the beginning at the latest, two where the
 *           fence cannot be read.
 * observer  in: points to NULL, else REDLOCK_ALREADY; out: yours until
 *           redlock_unobserve() or redlock_close().
 *
 * Blocks for nothing. Blocking face: any thread; the keeper's thread is
 * started.
 *
 * OK, ALREADY, BAD_REQUEST, NO_MEMORY, SYSTEM, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_observe(struct redlock_client *client, const char *resource,
                int64_t every_ms, redlock_view_fn *changed, void *user,
                struct redlock_observer **observer);

/*
 * Ends it: after this its callback does not run, unless this is called from
 * within. *observer becomes NULL. NULL and a pointer to NULL are fine.
 *
 * Blocking face: any thread; waits for a callback that runs on another one.
 */
REDLOCK_API void redlock_unobserve(struct redlock_observer **observer);

/* --- cancelling, in either face --------------------------------------------
 *
 * A handle ends the acquisitions that have it as redlock_request.cancel, in
 * redlock_acquire() or redlock_async_acquire(). It belongs to no client: any
 * number of requests of any clients may have the same handle at the same time.
 * A handle for each call ends that call alone.
 *
 *     redlock_cancel_new(&cancel);
 *     request.cancel = cancel;
 *     status = redlock_acquire(client, &request, &lock);
 *     ... meanwhile, on another thread: redlock_cancel_trigger(cancel);
 *
 * After fork() a handle is the parent's: a request of the child that has it
 * answers REDLOCK_FORKED, and triggering it there does nothing.
 */

/*
 * Makes a handle, which costs a descriptor until redlock_cancel_free().
 *
 * OK, NO_MEMORY. SYSTEM: the system refused a descriptor.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_cancel_new(struct redlock_cancel **cancel);

/*
 * Ends every call under way that has the handle, and each later one
 * immediately, until redlock_cancel_reset(). The call answers
 * REDLOCK_CANCELLED and leaves nothing behind, with all resources of a set,
 * unless it was decided already. A call of the event face that begins later is
 * not started: REDLOCK_CANCELLED is what it returns.
 *
 * Any thread; safe in a signal handler; does not block.
 */
REDLOCK_API void redlock_cancel_trigger(struct redlock_cancel *cancel);

/*
 * The handle is not triggered any more, and may be used for further calls. Any
 * thread, while no call has it: a call under way may miss a trigger that is
 * reset.
 */
REDLOCK_API void redlock_cancel_reset(struct redlock_cancel *cancel);

/* While no call has it, and nobody triggers it. NULL is fine. */
REDLOCK_API void redlock_cancel_free(struct redlock_cancel *cancel);

/* --- the blocking face ---------------------------------------------------- */

/*
 * Acquires the lock on a resource.
 *
 * lock  in: points to NULL, else REDLOCK_ALREADY and the lock there stays;
 *       out: the lock, yours until redlock_release(), or NULL.
 *
 * Any thread. Blocks for one attempt - at most a node time-out for each node,
 * one more for each that has to be done without while a fence is agreed on, and
 * one to undo it; twice that if it learns on the way that the nodes are guarded
 * - and, with wait_ms, for more of them, never beyond wait_ms: the last attempt
 * is cut short. What this process itself is late by, for want of time, comes to
 * that.
 *
 * LOST: with an owner_fence, beyond which so many nodes have counted that it is
 * of no use any more: somebody newer held the resource since.
 * OK, BUSY, NO_QUORUM, NO_RIGHTS, TOO_SLOW, CANCELLED, DEADLINE, ALREADY,
 * BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG, NO_MEMORY, SYSTEM, FORKED,
 * DISAGREES.
 * UPGRADE: this owner shares it, as so many nodes say that no quorum is left.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_acquire(struct redlock_client *client,
                const struct redlock_request *request,
                struct redlock_lock **lock);

/*
 * Moves the lock's end to now + ttl_ms on a quorum, before the present
 * validity ends. Never moves it back.
 *
 * ttl_ms  1 .. ttl_max_ms; kept for the keeper's renewals.
 * report  may be NULL.
 *
 * Any thread; blocks at most until the present validity ends (an adopted
 * lock: one round).
 *
 * OK           redlock_remaining_ms() has moved.
 * LOST         no quorum in time; the lock is no longer yours.
 * NO_QUORUM    an adopted lock: too many nodes failed to tell.
 * NO_RIGHTS    an adopted lock: a majority refuses our credentials.
 * NO_MEMORY    nothing was sent, nothing has changed.
 * BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG, FORKED: likewise.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_extend(struct redlock_lock *lock, int64_t ttl_ms,
               struct redlock_report *report);

/*
 * Makes an exclusive lock a shared one, without a gap: nobody has had it alone
 * in between. It is not to be taken for exclusive from the call on, whatever
 * comes of it; it is a shared one then, with its token, its fence, its TTL, and
 * the same keeper. Who waits to share it may come in at once, as long as nobody
 * waits to have it alone. There is no way back but to release it. Whoever else
 * goes by it, as redlock_retain() or its token lets them, is not told.
 *
 * report  may be NULL.
 *
 * Any thread; blocks at most until the present validity ends.
 *
 * OK           it is shared on a quorum; its end has moved as by
 *              redlock_extend() with the TTL that it has.
 * LOST         no quorum in time; the lock is no longer yours.
 * NO_RIGHTS    a majority does not let its user share it; likewise, and that is
 *              told at once.
 * NO_DOWNGRADE it is shared already, has an owner, a slot or several resources,
 *              or was adopted and not extended yet. Nothing was sent.
 * NO_MEMORY, FORKED: likewise.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_downgrade(struct redlock_lock *lock, struct redlock_report *report);

/*
 * Releases the lock on every node and frees the handle, whatever the answer:
 * *lock becomes NULL. A node that cannot be reached now is told when it comes
 * back, while this client is open: in the blocking face during its calls, or
 * at any time where a keeper's thread runs. No more than 4 096 such releases
 * are kept for a node, and each until its key has expired. NULL and a pointer
 * to NULL are fine.
 *
 * report  may be NULL.
 *
 * Any thread; blocks at most one node time-out.
 *
 * OK           a quorum deleted our key.
 * GONE         it was gone on a quorum already: expired, or another's.
 * UNREACHABLE  no quorum answered; the keys expire by themselves.
 * NO_RIGHTS    a majority refuses our credentials; likewise.
 * BAD_REQUEST  the report's size is refused: nothing was done, *lock stays.
 * FORKED       the parent's lock: nothing was sent.
 */
REDLOCK_API enum redlock_status redlock_release(struct redlock_lock **lock,
                                                struct redlock_report *report);

/*
 * Holds the lock once more: whoever calls this owes a release of its own, and
 * only the last one of all gives the lock back. Each uses a copy of the handle,
 * which its release makes NULL. Nothing is sent, unless less than
 * min_validity_ms of its request is left: then the lock is extended first, as
 * redlock_extend() does.
 *
 * A release that is not the last one answers OK with nothing sent and a report
 * of no node, or GONE where the lock is lost. redlock_detach() and
 * redlock_close() end the lock for all.
 *
 * Any thread. OK; all else as redlock_extend(), and then nothing is owed.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_retain(struct redlock_lock *lock);

/*
 * Asks every node who holds the resource. Any thread; at most one node
 * time-out. In the report: ANSWERED with HELD or SHARED (holder, remaining_ms,
 * members), with SLOTS or with MISSING; everything else is a node that could
 * not tell.
 *
 * OK         a quorum answered.
 * NO_QUORUM  it did not.
 * NO_RIGHTS, BAD_REQUEST, NO_MEMORY, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_inspect(struct redlock_client *client, const char *resource,
                struct redlock_report *report);

/* --- the event face -------------------------------------------------------
 *
 * From the loop's thread alone. Callbacks come from the loop, never from
 * within a call, each exactly once, whatever happens (but none after
 * redlock_close()). A report given with a request is filled before its
 * callback and must live until then.
 */

/* lock: NULL unless status is REDLOCK_OK; yours until released. */
typedef void redlock_acquired_fn(void *user, enum redlock_status status,
                                 struct redlock_lock *lock);
typedef void redlock_done_fn(void *user, enum redlock_status status);

/*
 * pending  may be NULL; else what redlock_async_cancel() takes, until the
 *          callback.
 *
 * Anything but REDLOCK_OK: not started, the callback will not come.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_acquire(struct redlock_client *client,
                      const struct redlock_request *request,
                      redlock_acquired_fn *acquired, void *user,
                      struct redlock_pending **pending);

/* Its callback comes soon, with REDLOCK_CANCELLED unless it was decided. */
REDLOCK_API void redlock_async_cancel(struct redlock_pending *pending);

REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_extend(struct redlock_lock *lock, int64_t ttl_ms,
                     struct redlock_report *report, redlock_done_fn *done,
                     void *user);

REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_downgrade(struct redlock_lock *lock,
                        struct redlock_report *report, redlock_done_fn *done,
                        void *user);

/* redlock_retain(); done may be NULL. */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_retain(struct redlock_lock *lock, redlock_done_fn *done,
                     void *user);

/* The handle is freed at once, unless it is retained; done may be NULL. */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_release(struct redlock_lock **lock, struct redlock_report *report,
                      redlock_done_fn *done, void *user);

REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_async_inspect(struct redlock_client *client, const char *resource,
                      struct redlock_report *report, redlock_done_fn *done,
                      void *user);

/* --- a lock, of either face ------------------------------------------------
 *
 * Any thread, while nobody releases the lock. In the event face adopting,
 * detaching and asking for a descriptor are the loop's thread's.
 */

/* Is it held, right now? From the clock. */
REDLOCK_API bool redlock_held(const struct redlock_lock *lock);

/* How much of the validity is left; 0 once lost or run out. */
REDLOCK_API int64_t redlock_remaining_ms(const struct redlock_lock *lock);

/* The instant the validity ends, on the boot clock; 0 once lost. */
REDLOCK_API int64_t redlock_valid_until_ms(const struct redlock_lock *lock);

/*
 * Of a lock that is lost: the instant, on the boot clock, until which a quorum
 * still keeps its keys, as far as the nodes have told, so that nobody else can
 * have it; until then what was done under it may be ended in order. 0: not
 * lost, or the keys were taken away or lost, and another may hold it now.
 */
REDLOCK_API int64_t redlock_shielded_until_ms(const struct redlock_lock *lock);

/*
 * A descriptor that polls readable notice_ms before the validity ends, and at
 * once when the lock is lost before that. The kernel's timer drives it, with
 * no thread of ours. Close-on-exec; closed when the lock is released. Do not
 * read from it. -1: the system refused one.
 */
REDLOCK_API int redlock_lost_fd(struct redlock_lock *lock);

/*
 * The fence: greater than that of every earlier fenced holder of this
 * resource, also where both believe to hold it. A resource that accepts a
 * write only with a fence not smaller than the largest it has seen is safe
 * from holders that were paused. Of REDLOCK_SHARED it is not smaller than that
 * of every earlier holder, and smaller than that of every later exclusive one
 * (in a set: from when its own name was granted); readers may have the same,
 * and that of the writer before them: a write that readers are to be safe from
 * needs a greater one than they have shown, not only one that is not smaller.
 * Exact up to 2^53. Its limits are in docs/fences.md; it needs the right to
 * INFO. 0: fencing was not asked for, or the lock was adopted, or it is of
 * several resources, of which each has its own: redlock_fence_of().
 */
REDLOCK_API int64_t redlock_fence(const struct redlock_lock *lock);

/*
 * How many resources the lock is of: 1, or those of redlock_request.more and
 * one. The functions below take their numbers, from 0, in the order of the
 * request; another number is answered with 0 or NULL.
 */
REDLOCK_API int redlock_count(const struct redlock_lock *lock);
REDLOCK_API int64_t redlock_fence_of(const struct redlock_lock *lock,
                                     int number);
REDLOCK_API const char *redlock_resource_of(const struct redlock_lock *lock,
                                            int number);
REDLOCK_API const char *redlock_token_of(const struct redlock_lock *lock,
                                         int number, char *text);

/* Which of redlock_request.slots it is, from 0; -1: it has none. */
REDLOCK_API int redlock_slot(const struct redlock_lock *lock);

/* The first one's; lives as long as the lock. */
REDLOCK_API const char *redlock_resource(const struct redlock_lock *lock);

/*
 * Writes the token, which is what redlock_adopt() takes: the first one's, where
 * there are several resources.
 * text: at least REDLOCK_TOKEN_MAX bytes. Returns text.
 */
REDLOCK_API const char *redlock_token(const struct redlock_lock *lock,
                                      char *text);

/*
 * The label inside a token of ours, or the whole of another's; of what a node
 * tells in place of a token where several hold a lock, "readers" or the owner's
 * name. Borrowed.
 */
REDLOCK_API const char *redlock_token_label(const char *token);

/*
 * Takes over a lock by its token, as another process acquired it. Nothing is
 * sent. It is held once an extension has found its key on a quorum;
 * releasing it works at once. An adopted lock never repairs nodes.
 *
 * lock  as for redlock_acquire().
 *
 * OK, ALREADY, BAD_REQUEST, NO_MEMORY, FORKED.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_adopt(struct redlock_client *client, const char *resource,
              const char *token, struct redlock_lock **lock);

/*
 * The same for a lock of any mode, or of a slot, which its token does not tell:
 * of another one than it was acquired in, nothing of it is found, nor for
 * another owner. Of the request the resource, the mode, the owner, slots and
 * slot are read.
 */
REDLOCK_API REDLOCK_CHECK enum redlock_status
redlock_adopt_as(struct redlock_client *client,
                 const struct redlock_request *request, const char *token,
                 struct redlock_lock **lock);

/*
 * Frees the handle and leaves the lock as it is, until its TTL ends it or
 * somebody extends or releases it by its token (redlock_adopt). *lock becomes
 * NULL. NULL and a pointer to NULL are fine.
 *
 * Blocks at most one node time-out, until every node has heard what was sent;
 * in the event face it does not block.
 */
REDLOCK_API void redlock_detach(struct redlock_lock **lock);

/* --- words ---------------------------------------------------------------- */

/* The library's version, as REDLOCK_VERSION was when it was built. Static. */
REDLOCK_API const char *redlock_version(void);

/* Lower case, no full stop, static. */
REDLOCK_API const char *redlock_strerror(enum redlock_status status);
REDLOCK_API const char *redlock_vote_text(enum redlock_vote vote);
REDLOCK_API const char *redlock_reason_text(enum redlock_reason reason);

/* --- sizes ----------------------------------------------------------------
 *
 * Settings and requests without a size get the one that they have here, so that
 * no member of this header is left out.
 */

REDLOCK_INLINE const struct redlock_settings *
redlock_settings_sized(const struct redlock_settings *settings,
                       struct redlock_settings *room)
{
    if (settings->size != 0)
        return settings;
    *room = *settings;
    room->size = sizeof(*room);
    return room;
}

REDLOCK_INLINE const struct redlock_request *
redlock_request_sized(const struct redlock_request *request,
                      struct redlock_request *room)
{
    if (request->size != 0)
        return request;
    *room = *request;
    room->size = sizeof(*room);
    return room;
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_open_sized(const struct redlock_settings *settings,
                   struct redlock_client **client,
                   struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_open(redlock_settings_sized(settings, &room), client,
                        problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status redlock_open_on_loop_sized(
    struct ev_loop *loop, const struct redlock_settings *settings,
    struct redlock_client **client, struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_open_on_loop(loop, redlock_settings_sized(settings, &room),
                                client, problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_open_on_fd_sized(const struct redlock_settings *settings,
                         struct redlock_client **client,
                         struct redlock_problem *problem)
{
    struct redlock_settings room;

    return redlock_open_on_fd(redlock_settings_sized(settings, &room), client,
                              problem);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_acquire_sized(struct redlock_client *client,
                      const struct redlock_request *request,
                      struct redlock_lock **lock)
{
    struct redlock_request room;

    return redlock_acquire(client, redlock_request_sized(request, &room), lock);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status redlock_async_acquire_sized(
    struct redlock_client *client, const struct redlock_request *request,
    redlock_acquired_fn *done, void *user, struct redlock_pending **pending)
{
    struct redlock_request room;

    return redlock_async_acquire(client, redlock_request_sized(request, &room),
                                 done, user, pending);
}

REDLOCK_CHECK REDLOCK_INLINE enum redlock_status
redlock_adopt_as_sized(struct redlock_client *client,
                       const struct redlock_request *request, const char *token,
                       struct redlock_lock **lock)
{
    struct redlock_request room;

    return redlock_adopt_as(client, redlock_request_sized(request, &room),
                            token, lock);
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
