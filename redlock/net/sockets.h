/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_SOCKETS_H
#define RLK_REDLOCK_NET_SOCKETS_H

/*
 * The production transport: the nodes' sockets, a timer on the boot clock, and
 * a wakeup that ends a wait, all behind one descriptor. It runs no loop: the
 * blocking API or the program's loop waits, here or on the descriptor, and then
 * takes what came in.
 *
 *     rlk_sockets_prepare_wait(sockets)     reports and writes what is due
 *     rlk_sockets_wait(sockets, ns)   or a loop waits for rlk_sockets_fd()
 *     rlk_sockets_take(sockets)       reads, and calls the core
 *
 * One thread at a time, except for rlk_sockets_wait() and rlk_sockets_wake():
 * while one thread waits, others may call the core, and the wait covers what
 * they change.
 */

#include "redlock/core/core.h"
#include "redlock/net/tls_nodes.h"
#include "redlock/net/uri.h"
#include "redlock/runtime/transport.h"

struct rlk_sockets;

/*
 * Random bits from the kernel. A sandboxed process may lose the right to
 * request them. From then on they are generated from a seed that the kernel
 * gave at the initialization. That is good enough for the lengths of pauses;
 * tokens are made of bits from the initialization.
 */
struct rlk_random {
    uint64_t seed; /* of the generator that stands in for the kernel */
};

/* false: the kernel refuses; errno says why. */
bool rlk_random_init(struct rlk_random *random);

struct rlk_sockets_settings {
    const struct rlk_uris *uris;     /* must outlive the sockets */
    const struct rlk_tls_nodes *tls; /* likewise what it names */
    const char *username;     /* for URIs without one; may be NULL; copied */
    const char *password;     /* likewise */
    struct rlk_random random; /* copied */
};

/*
 * core  borrowed; receives the events. It need not be initialized before
 * rlk_sockets_take().
 *
 * NULL: no memory (errno is ENOMEM), or the system refused a descriptor.
 */
struct rlk_sockets *
rlk_sockets_open(const struct rlk_sockets_settings *settings,
                 struct rlk_core *core);

/* The transport for the core; valid as long as the sockets. */
struct rlk_transport *rlk_sockets_transport(struct rlk_sockets *sockets);

/* Polls readable while there is something to take. Never changes. */
int rlk_sockets_fd(const struct rlk_sockets *sockets);

enum rlk_sockets_next {
    RLK_SOCKETS_WAIT, /* there is nothing to do but to wait */
    /* Calls may have ended meanwhile: check before waiting. */
    RLK_SOCKETS_AGAIN,
    RLK_SOCKETS_GONE, /* a callback closed the client, and the sockets with it
                       */
};

/*
 * Before waiting: reports failed connections to the core, runs completions, and
 * writes the requests of this turn, with one system call for each node.
 */
enum rlk_sockets_next rlk_sockets_prepare_wait(struct rlk_sockets *sockets);

/* Waits until there is something to take, for ns nanoseconds, or RLK_NEVER. */
void rlk_sockets_wait(struct rlk_sockets *sockets, int64_t ns);

/*
 * Reads what came in during the last wait, and then reports to the core that
 * the instant it waited for has come, after everything that had arrived by that
 * instant. So a timeout is the node's fault even if this process read late.
 */
void rlk_sockets_take(struct rlk_sockets *sockets);

/*
 * Writes queued bytes, as far as the sockets accept them. True if a connection
 * has failed or a completion waits, which only a turn of the loop handles:
 * another thread then calls rlk_sockets_wake().
 */
bool rlk_sockets_flush(struct rlk_sockets *sockets);

/* Ends a wait that is under way, or the next one. Any thread, any signal
 * handler. */
void rlk_sockets_wake(struct rlk_sockets *sockets);

/* A descriptor of rlk_sockets_watch() polls readable. */
typedef void rlk_sockets_readable_fn(struct rlk_core *core, int descriptor,
                                     int64_t now);

/*
 * Has each turn call back while that descriptor polls readable, behind the
 * answers that have come in. readable: the same for all descriptors. false: the
 * system refuses.
 *
 * It is to be unwatched before it is closed. readable may do so.
 */
bool rlk_sockets_watch(struct rlk_sockets *sockets, int descriptor,
                       rlk_sockets_readable_fn *readable);

void rlk_sockets_unwatch(struct rlk_sockets *sockets, int descriptor);

/* The nodes whose names are being looked up, a bit each. */
uint32_t rlk_sockets_nameless(const struct rlk_sockets *sockets);

/* Runs the completions. false: RLK_SOCKETS_GONE. */
bool rlk_sockets_run_completions(struct rlk_sockets *sockets);

/*
 * Ends a turn of the blocking API, in which no callback closes the client: runs
 * the completions, and writes their requests.
 */
void rlk_sockets_end_turn(struct rlk_sockets *sockets);

/*
 * rlk_sockets_looked(): the sockets are looked at, now.
 *
 * rlk_sockets_catch_up(): to be called before anything is asked of the core.
 * Where the sockets have not been looked at for a while, tells the core so, by
 * rlk_core_overlook(), and reads nothing. Returns how long that while was, in
 * nanoseconds.
 */
void rlk_sockets_looked(struct rlk_sockets *sockets);

int64_t rlk_sockets_catch_up(struct rlk_sockets *sockets);

/*
 * Closes every descriptor and frees the sockets, without calling the core. Safe
 * in a child after fork(): it sends nothing, and changes nothing that is shared
 * with the parent.
 */
void rlk_sockets_close(struct rlk_sockets *sockets);

/* --- a descriptor in a loop that is not ours ----------------------------- */

/*
 * The caller waits for rlk_sockets_fd() in a loop of whatever kind: poll(2),
 * epoll, another library's. Of that loop only one thing is asked: that it calls
 * rlk_sockets_dispatch() when the descriptor is readable.
 */

/* From here on rlk_sockets_wait() is not used any more. */
void rlk_sockets_leave_loop(struct rlk_sockets *sockets);

/*
 * After any call of the core: makes the descriptor readable if there is
 * something to write or to report, which only a dispatch does. Writes nothing
 * to a node.
 */
void rlk_sockets_wake_if_work(struct rlk_sockets *sockets);

/*
 * One turn: reads what is there, runs the completions, writes. Never waits, and
 * may be called when there is nothing to do. What is left to do after it, since
 * a turn is bounded, leaves the descriptor readable.
 *
 * false: a callback closed the client, and the sockets with it.
 */
bool rlk_sockets_dispatch(struct rlk_sockets *sockets);

#endif
