/* SPDX-License-Identifier: MIT */
/* The production transport: executes the core's requests. */

#include "redlock/net/sockets.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

#include "redlock/net/conn.h"
#include "redlock/net/subscription.h"
#include "redlock/resp/answer.h"
#include "redlock/runtime/memory.h"

/* --- random bits --------------------------------------------------------- */

/* Gets random bytes from the kernel, despite signals. false: errno is set. */
static bool draw(void *bytes, size_t count)
{
    char *at = bytes;

    while (count > 0) {
        ssize_t got = getrandom(at, count, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        count -= (size_t)got;
    }
    return true;
}

/* The generator of Steele, Lea and Flood, "SplitMix". */
static uint64_t spin(struct rlk_random *random)
{
    uint64_t z = random->seed += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

bool rlk_random_init(struct rlk_random *random)
{
    return draw(&random->seed, sizeof(random->seed));
}

/* Random bits, always. */
static void fill_random(struct rlk_random *random, void *bytes, size_t count)
{
    char *at = bytes;

    if (draw(bytes, count))
        return;
    while (count > 0) {
        uint64_t word = spin(random);
        size_t part = count < sizeof(word) ? count : sizeof(word);
        memcpy(at, &word, part);
        at += part;
        count -= part;
    }
}

/* --- a poll set ---------------------------------------------------------- */

/*
 * Everything that one thread waits for, behind one epoll descriptor:
 * descriptors, one instant of the boot clock, and a wakeup that ends the wait.
 *
 * One thread at a time, except for set_wait() and rlk_sockets_wake().
 */

/* Each node has two connections. */
#define PEERS_MOST (2 * REDLOCK_NODES_MAX)

/* In addition: the timer and the wakeup. */
#define READY_MOST (PEERS_MOST + 2)

#define TIMER PEERS_MOST
#define WAKEUP (PEERS_MOST + 1)
#define ADDED (PEERS_MOST + 2)

struct poll_set {
    int epoll;
    int timer;
    int wakeup;
    int64_t armed;   /* as set in the kernel; RLK_NEVER: none */
    int64_t asked;   /* what is waited for */
    int ready_count; /* by the last wait */
    struct epoll_event ready[READY_MOST];
};

/* A descriptor in the set. */
struct watched {
    int descriptor;  /* in epoll; -1: none */
    uint32_t serial; /* of the descriptor, as its number may be reused */
    uint32_t events; /* requested from epoll */
};

/* A ready descriptor. */
struct ready {
    uint32_t who;
    uint32_t serial;
    uint32_t events;
};

/* Identifies an event's owner and descriptor, as numbers may be reused. */
static uint64_t mark(int who, uint32_t serial)
{
    return (uint64_t)serial << 32 | (uint32_t)who;
}

static bool watch_own(struct poll_set *set, int descriptor, int who)
{
    struct epoll_event event = {
        .events = EPOLLIN,
        .data.u64 = mark(who, 0),
    };

    return descriptor >= 0 &&
           epoll_ctl(set->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

/* false: errno is set; some descriptors may be open. */
static bool set_open(struct poll_set *set)
{
    *set = (struct poll_set){
        .epoll = -1,
        .timer = -1,
        .wakeup = -1,
        .armed = RLK_NEVER,
        .asked = RLK_NEVER,
    };
    set->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (set->epoll < 0)
        return false;
    set->timer = rlk_timer_fd();
    if (!watch_own(set, set->timer, TIMER))
        return false;
    set->wakeup = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return watch_own(set, set->wakeup, WAKEUP);
}

static void close_one(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

/*
 * A descriptor is removed before it is closed: a child after fork() may still
 * have it open, and epoll would continue to report it.
 */
static void set_unwatch(struct poll_set *set, struct watched *watched)
{
    if (watched->descriptor >= 0)
        (void)epoll_ctl(set->epoll, EPOLL_CTL_DEL, watched->descriptor, NULL);
    watched->descriptor = -1;
    watched->events = 0;
}

/*
 * Requests these events for a descriptor, instead of the previous ones. who
 * comes back when it is ready. false: errno is set.
 */
static bool set_watch(struct poll_set *set, struct watched *watched, int who,
                      const struct watched *want)
{
    struct epoll_event event = {
        .events = want->events,
        .data.u64 = mark(who, want->serial),
    };
    bool known = watched->descriptor == want->descriptor &&
                 watched->serial == want->serial;

    if (known && watched->events == want->events)
        return true;
    if (!known)
        set_unwatch(set, watched);
    if (epoll_ctl(set->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD,
                  want->descriptor, &event) != 0)
        return false;
    *watched = *want;
    return true;
}

/*
 * Ends a wait at that instant or soon before. A timer that fires too early
 * costs less than one that is set anew for each request: most instants are
 * never reached.
 */
static void set_arm(struct poll_set *set, int64_t instant)
{
    bool armed;

    set->asked = instant;
    if (instant >= set->armed)
        return;
    armed = rlk_timer_fd_set(set->timer, instant);
    assert(armed);
    (void)armed;
    set->armed = instant;
}

/* Waits at most timeout_ms; -1: forever. Keeps what is ready. */
static void set_wait(struct poll_set *set, int timeout_ms)
{
    int count = epoll_wait(set->epoll, set->ready, READY_MOST, timeout_ms);

    set->ready_count = count < 0 ? 0 : count;
}

/* A ready descriptor. false: the timer, the wakeup, or an added one. */
static bool set_ready(const struct poll_set *set, int index,
                      struct ready *ready)
{
    uint64_t data = set->ready[index].data.u64;

    *ready = (struct ready){
        .who = (uint32_t)data,
        .serial = (uint32_t)(data >> 32),
        .events = set->ready[index].events,
    };
    return ready->who < PEERS_MOST;
}

/* The descriptor there, if it was added; else -1. */
static int set_added(const struct poll_set *set, int index)
{
    struct ready ready;

    (void)set_ready(set, index, &ready);
    return ready.who == ADDED ? (int)ready.serial : -1;
}

static bool came_in(const struct poll_set *set, int who)
{
    for (int i = 0; i < set->ready_count; i++) {
        if (set->ready[i].data.u64 == mark(who, 0))
            return true;
    }
    return false;
}

/* Reads the timer. Has the instant that was requested last been reached? */
static bool set_due(struct poll_set *set, int64_t now)
{
    uint64_t expirations;

    if (read(set->timer, &expirations, sizeof(expirations)) < 0)
        return false;
    set->armed = RLK_NEVER;
    if (set->asked > now) {
        /* A later instant was requested while an earlier one was set. */
        set_arm(set, set->asked);
        return false;
    }
    return true;
}

/* Reads a wakeup, if there is one. */
static void set_awake(struct poll_set *set)
{
    uint64_t rings;

    if (came_in(set, WAKEUP))
        (void)!read(set->wakeup, &rings, sizeof(rings));
}

/* --- a connection in it -------------------------------------------------- */

struct peer {
    struct poll_set *set; /* borrowed */
    int who;              /* in the set */
    struct rlk_conn *conn;
    struct watched watched;
    bool steady; /* a ready connection is watched for reading only */
};

/* Closes a descriptor that the connection no longer uses. */
static void close_left(struct peer *peer)
{
    int left = rlk_conn_left(peer->conn);

    if (left < 0)
        return;
    if (left == peer->watched.descriptor)
        set_unwatch(peer->set, &peer->watched);
    close(left);
}

static void watch(struct peer *peer)
{
    struct rlk_conn_watch of = rlk_conn_watch(peer->conn);
    struct watched want = {
        .descriptor = of.descriptor,
        .serial = of.serial,
        .events = (of.read ? EPOLLIN : 0U) | (of.write ? EPOLLOUT : 0U),
    };

    if (want.events == 0)
        set_unwatch(peer->set, &peer->watched);
    else if (!set_watch(peer->set, &peer->watched, peer->who, &want))
        rlk_conn_fail(peer->conn, REDLOCK_REASON_CONNECT, strerror(errno));
}

/*
 * After any call of the connection: updates the requested events, and closes an
 * unused descriptor. This may fail the connection.
 */
static void peer_watch(struct peer *peer)
{
    close_left(peer);
    watch(peer);
    close_left(peer);
    peer->steady = peer->conn->state == RLK_CONN_READY && !peer->conn->blocked;
}

/*
 * Reads and writes as the descriptor permits. Uses the connection's state at
 * that time. false: the event was for an earlier descriptor.
 */
static bool peer_read(struct peer *peer, const struct ready *ready)
{
    bool ended = (ready->events & (EPOLLERR | EPOLLHUP)) != 0;
    struct rlk_conn_watch want = rlk_conn_watch(peer->conn);

    if (peer->watched.descriptor < 0 || peer->watched.serial != ready->serial)
        return false;
    /* A look-up that has ended closes its descriptor itself. */
    if (peer->conn->state == RLK_CONN_RESOLVING)
        set_unwatch(peer->set, &peer->watched);
    if (want.write && (ended || (ready->events & EPOLLOUT) != 0))
        rlk_conn_writable(peer->conn);
    if (want.read && (ended || (ready->events & EPOLLIN) != 0))
        rlk_conn_readable(peer->conn);
    return true;
}

/* --- the transport ------------------------------------------------------- */

/* The two connections of a node. In the poll set the second ones come last. */
struct node {
    struct rlk_conn conn;
    struct rlk_subscription subscription;
    struct peer peers[2];
};

struct rlk_sockets {
    struct rlk_transport transport; /* first: the core sees this */
    struct rlk_core *core;
    struct poll_set set;
    int64_t looked; /* when a thread last read the sockets */
    /* A foreign loop: known is only when it last had work. */
    bool waited_for;
    int64_t rung; /* when a wakeup was sent; RLK_NEVER: it has not since */
    int64_t now;  /* the clock, read after the last bytes */
    int judged;   /* answers since then */
    char *username;
    char *password;
    struct rlk_random random;
    uint64_t unsent; /* peers with unsent bytes */
    int64_t queued;  /* when the first of these bytes was queued */
    int64_t flushed; /* when everything queued was last written */
    uint64_t failed; /* peers whose failure, or its reason, was not reported
                        yet */
    bool news;       /* since the last flush; reported by a turn of the loop */
    rlk_sockets_readable_fn *readable; /* NULL: nothing is watched yet */
    int nodes;
    struct node node[];
};

/* A running loop reads the sockets more often than this. */
#define IDLE_NS (50 * RLK_NS_PER_MS)

static struct rlk_sockets *sockets_of(struct rlk_transport *transport)
{
    return (struct rlk_sockets *)transport;
}

/* --- what is known of each connection ------------------------------------ */

static uint64_t bit(const struct peer *peer)
{
    return UINT64_C(1) << peer->who;
}

/* Removes the lowest number from a set that is not empty. */
static int sockets_take_number(uint64_t *set)
{
    int number = __builtin_ctzll(*set);

    *set &= *set - 1;
    return number;
}

/* The peer with that number. */
static struct peer *sockets_peer(struct rlk_sockets *sockets, int who)
{
    return who < REDLOCK_NODES_MAX
               ? &sockets->node[who].peers[0]
               : &sockets->node[who - REDLOCK_NODES_MAX].peers[1];
}

static void note_unsent(struct rlk_sockets *sockets, const struct peer *peer)
{
    if (sockets->unsent == 0)
        sockets->queued = rlk_now();
    sockets->unsent |= bit(peer);
}

/* Is the connection ready, not blocked, and watched for reading only? */
static bool goes_on(const struct peer *peer)
{
    const struct rlk_conn *conn = peer->conn;

    return peer->steady && conn->state == RLK_CONN_READY && !conn->blocked &&
           peer->watched.serial == conn->descriptors;
}

/* Not inlined, because a connection that is ready rarely needs it. */
__attribute__((noinline)) static void prepare_anew(struct rlk_sockets *sockets,
                                                   struct peer *peer)
{
    if (rlk_conn_unsent(peer->conn))
        note_unsent(sockets, peer);
    peer_watch(peer);
    if (peer->conn->state == RLK_CONN_FAILED || peer->conn->no_answer_is_new) {
        sockets->failed |= bit(peer);
        sockets->news = true;
    } else {
        sockets->failed &= ~bit(peer);
    }
}

/*
 * After anything that a connection did or was asked to do. Bytes for a ready
 * connection are queued by ask_send() alone, which notes them.
 */
static void sockets_prepare_peer(struct rlk_sockets *sockets, struct peer *peer)
{
    if (!rlk_conn_unsent(peer->conn))
        sockets->unsent &= ~bit(peer);
    if (!goes_on(peer))
        prepare_anew(sockets, peer);
}

/* --- what the core asks -------------------------------------------------- */

static void ask_connect(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct peer *peer = &sockets->node[node].peers[0];

    rlk_conn_connect(peer->conn);
    sockets_prepare_peer(sockets, peer);
}

static void ask_disconnect(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct peer *peer = &sockets->node[node].peers[0];

    rlk_conn_drop(peer->conn);
    sockets_prepare_peer(sockets, peer);
}

static bool ask_send(struct rlk_transport *transport, int node,
                     const struct rlk_request *request)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct peer *peer = &sockets->node[node].peers[0];

    /* It has broken, which the core learns next: lost with the rest. */
    if (peer->conn->state == RLK_CONN_FAILED)
        return true;
    if (!rlk_conn_send(peer->conn, request))
        return false;
    note_unsent(sockets, peer);
    return true;
}

static void ask_listen(struct rlk_transport *transport, int node,
                       const char *channel)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_subscription *subscription = &sockets->node[node].subscription;

    rlk_subscription_open(subscription, channel);
    sockets_prepare_peer(sockets, &sockets->node[node].peers[1]);
}

static void ask_unlisten(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct peer *peer = &sockets->node[node].peers[1];

    rlk_conn_drop(peer->conn);
    sockets_prepare_peer(sockets, peer);
}

static void ask_arm(struct rlk_transport *transport, int64_t instant)
{
    set_arm(&sockets_of(transport)->set, instant);
}

static void ask_random(struct rlk_transport *transport, void *bytes,
                       size_t count)
{
    fill_random(&sockets_of(transport)->random, bytes, count);
}

static void ask_wake(struct rlk_transport *transport)
{
    /* Run before the loop waits; from another thread, after a wakeup. */
    sockets_of(transport)->news = true;
}

static const struct rlk_transport_ops sockets_ops = {
    .connect = ask_connect,
    .disconnect = ask_disconnect,
    .send = ask_send,
    .listen = ask_listen,
    .unlisten = ask_unlisten,
    .arm = ask_arm,
    .random = ask_random,
    .wake = ask_wake,
};

/* --- life ---------------------------------------------------------------- */

static void init_node(struct rlk_sockets *sockets, int node,
                      const struct rlk_uri *uri,
                      struct rlk_tls_context *context)
{
    const struct rlk_credentials credentials = {
        .username = sockets->username,
        .password = sockets->password,
    };
    struct node *at = &sockets->node[node];

    for (int i = 0; i < 2; i++) {
        at->peers[i] = (struct peer){
            .set = &sockets->set,
            .who = i * REDLOCK_NODES_MAX + node,
            .conn = i == 0 ? &at->conn : &at->subscription.conn,
            .watched.descriptor = -1,
        };
        rlk_conn_init(at->peers[i].conn, uri, &credentials, context);
    }
}

static void free_sockets(struct rlk_sockets *sockets)
{
    close_one(sockets->set.timer);
    close_one(sockets->set.wakeup);
    close_one(sockets->set.epoll);
    rlk_secret_free(sockets->password);
    rlk_free(sockets->username);
    rlk_free(sockets);
}

/* false: no memory. A NULL stays NULL. */
static bool copy_text(const char *text, char **copy)
{
    *copy = text != NULL ? rlk_text_copy(text) : NULL;
    return text == NULL || *copy != NULL;
}

struct rlk_sockets *
rlk_sockets_open(const struct rlk_sockets_settings *settings,
                 struct rlk_core *core)
{
    int nodes = settings->uris->count;
    /* Its nodes are not zeroed here: see rlk_conn_init(). */
    struct rlk_sockets *sockets = rlk_resize(
        NULL, sizeof(*sockets) + (size_t)nodes * sizeof(sockets->node[0]));
    int error = ENOMEM;

    if (sockets == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    rlk_zero(sockets, sizeof(*sockets));
    sockets->transport.ops = &sockets_ops;
    sockets->core = core;
    sockets->looked = sockets->flushed = rlk_now();
    sockets->random = settings->random;
    sockets->nodes = nodes;
    if (!set_open(&sockets->set)) {
        error = errno;
        goto out;
    }
    if (!copy_text(settings->username, &sockets->username) ||
        !copy_text(settings->password, &sockets->password))
        goto out;
    for (int node = 0; node < nodes; node++)
        init_node(sockets, node, &settings->uris->uri[node],
                  settings->tls->node[node]);
    return sockets;

out:
    free_sockets(sockets);
    errno = error;
    return NULL;
}

struct rlk_transport *rlk_sockets_transport(struct rlk_sockets *sockets)
{
    return &sockets->transport;
}

int rlk_sockets_fd(const struct rlk_sockets *sockets)
{
    return sockets->set.epoll;
}

/* Reports the instant of a write, with another reading of the clock. */
static void say_written(struct rlk_sockets *sockets)
{
    int64_t since = sockets->flushed;

    sockets->flushed = rlk_now();
    rlk_core_left(sockets->core, since,
                  rlk_clock_sub(sockets->flushed, sockets->queued),
                  sockets->flushed);
}

bool rlk_sockets_flush(struct rlk_sockets *sockets)
{
    bool wrote = sockets->unsent != 0;
    bool news;

    for (uint64_t unsent = sockets->unsent; unsent != 0;) {
        struct peer *peer = sockets_peer(sockets, sockets_take_number(&unsent));
        rlk_conn_flush(peer->conn);
        sockets_prepare_peer(sockets, peer);
    }
    if (wrote)
        say_written(sockets);
    news = sockets->news;
    sockets->news = false;
    return news;
}

void rlk_sockets_wake(struct rlk_sockets *sockets)
{
    uint64_t one = 1;
    int error = errno;

    /* A full eventfd means that a wakeup is pending already. */
    (void)!write(sockets->set.wakeup, &one, sizeof(one));
    errno = error;
}

/* The descriptor's number replaces the serial. */
bool rlk_sockets_watch(struct rlk_sockets *sockets, int descriptor,
                       rlk_sockets_readable_fn *readable)
{
    struct epoll_event event = {
        .events = EPOLLIN,
        .data.u64 = mark(ADDED, (uint32_t)descriptor),
    };

    sockets->readable = readable;
    return epoll_ctl(sockets->set.epoll, EPOLL_CTL_ADD, descriptor, &event) ==
           0;
}

void rlk_sockets_unwatch(struct rlk_sockets *sockets, int descriptor)
{
    (void)epoll_ctl(sockets->set.epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

uint32_t rlk_sockets_nameless(const struct rlk_sockets *sockets)
{
    uint32_t nodes = 0;

    for (int node = 0; node < sockets->nodes; node++) {
        if (sockets->node[node].conn.state == RLK_CONN_RESOLVING)
            nodes |= UINT32_C(1) << node;
    }
    return nodes;
}

void rlk_sockets_looked(struct rlk_sockets *sockets)
{
    sockets->looked = rlk_now();
}

/* A foreign loop is assumed to have waited until there was something to do. */
static int64_t looked_until(const struct rlk_sockets *sockets, int64_t now)
{
    int64_t due = now;

    if (!sockets->waited_for)
        return sockets->looked;
    if (due > sockets->set.asked)
        due = sockets->set.asked;
    if (due > sockets->rung)
        due = sockets->rung;
    return due > sockets->looked ? due : sockets->looked;
}

int64_t rlk_sockets_catch_up(struct rlk_sockets *sockets)
{
    int64_t now = rlk_now();
    int64_t idle = rlk_clock_sub(now, looked_until(sockets, now));

    sockets->looked = now;
    if (idle > IDLE_NS)
        rlk_core_overlook(sockets->core, idle);
    return idle;
}

void rlk_sockets_close(struct rlk_sockets *sockets)
{
    for (int node = 0; node < sockets->nodes; node++) {
        rlk_conn_clear(&sockets->node[node].conn);
        rlk_conn_clear(&sockets->node[node].subscription.conn);
    }
    free_sockets(sockets);
}

/* A set of peers is a word of bits. */
_Static_assert(PEERS_MOST <= 64, "a bit for each peer");

/* --- a turn of the loop -------------------------------------------------- */

/*
 * Before an instant is judged, everything that had arrived by then is read: in
 * at most this many passes, each of which reads every socket once.
 */
#define LOOKS_MOST 4096

/*
 * The number of answers that one reading of the clock judges. The clock is read
 * after the last of them and before anything is sent because of them: never
 * before an answer that it judges, never after a request that it stamps.
 */
#define JUDGED_MOST 64

static void read_clock(struct rlk_sockets *sockets)
{
    sockets->now = rlk_now();
    sockets->judged = 0;
}

/* Called before each event of the core. */
static void judge_one(struct rlk_sockets *sockets)
{
    if (sockets->judged >= JUDGED_MOST)
        read_clock(sockets);
    sockets->judged++;
}

/*
 * Passes the events of a node's connection to the core, which may drop or make
 * connections meanwhile, including this one.
 */
static void tell_answers(struct rlk_sockets *sockets, int node)
{
    struct rlk_core *core = sockets->core;
    struct peer *peer = &sockets->node[node].peers[0];
    struct rlk_conn_event event;

    while (rlk_conn_next(peer->conn, &event)) {
        judge_one(sockets);
        switch (event.kind) {
        case RLK_CONN_ON_ITS_WAY:
            rlk_core_connecting(core, node, event.message);
            break;
        case RLK_CONN_UP:
            rlk_core_connected(core, node, event.identity, sockets->now);
            break;
        case RLK_CONN_DOWN:
            rlk_core_disconnected(core, node, event.reason, event.message,
                                  sockets->now);
            break;
        case RLK_CONN_ANSWER: {
            struct rlk_answer answer =
                rlk_answer_to(rlk_core_asked(core, node), event.reply);
            rlk_core_answer(core, node, &answer, sockets->now);
            break;
        }
        }
    }
    sockets_prepare_peer(sockets, peer);
}

/* Passes the events of its second connection to the core. */
static void report_handoffs(struct rlk_sockets *sockets, int node)
{
    struct rlk_core *core = sockets->core;
    struct rlk_subscription *subscription = &sockets->node[node].subscription;
    struct rlk_subscription_event event;

    while (rlk_subscription_next(subscription, &event)) {
        judge_one(sockets);
        switch (event.kind) {
        case RLK_SUBSCRIPTION_UP:
            rlk_core_listening(core, node, event.identity, sockets->now);
            break;
        case RLK_SUBSCRIPTION_DOWN:
            rlk_core_deaf(core, node, event.reason, sockets->now);
            break;
        case RLK_SUBSCRIPTION_MESSAGE:
            rlk_core_handed(core, node, event.handoff, sockets->now);
            break;
        }
    }
    sockets_prepare_peer(sockets, &sockets->node[node].peers[1]);
}

/* Passes the events of these peers to the core. */
static void tell_all(struct rlk_sockets *sockets, uint64_t set)
{
    while (set != 0) {
        int who = sockets_take_number(&set);
        if (who < REDLOCK_NODES_MAX)
            tell_answers(sockets, who);
        else
            report_handoffs(sockets, who - REDLOCK_NODES_MAX);
    }
}

/* After the answers: a lock that they have won is not cancelled any more. */
static void report_watched(struct rlk_sockets *sockets)
{
    for (int i = 0; i < sockets->set.ready_count; i++) {
        int descriptor = set_added(&sockets->set, i);
        if (descriptor < 0)
            continue;
        read_clock(sockets);
        sockets->readable(sockets->core, descriptor, sockets->now);
    }
}

static void read_sockets(struct rlk_sockets *sockets)
{
    struct ready ready;
    uint64_t read = 0;

    for (int i = 0; i < sockets->set.ready_count; i++) {
        if (set_ready(&sockets->set, i, &ready) &&
            peer_read(sockets_peer(sockets, (int)ready.who), &ready))
            read |= UINT64_C(1) << ready.who;
    }
    if (read != 0) {
        read_clock(sockets);
        tell_all(sockets, read);
    }
    report_watched(sockets);
}

/* Hand-off messages are unlimited, so further ones do not count. */
static bool any_answers_ready(const struct rlk_sockets *sockets)
{
    struct ready ready;

    for (int i = 0; i < sockets->set.ready_count; i++) {
        if (set_ready(&sockets->set, i, &ready) &&
            ready.who < REDLOCK_NODES_MAX)
            return true;
    }
    return false;
}

/* Reads what had arrived by now, then judges the instant. */
static void ring_timer(struct rlk_sockets *sockets)
{
    int64_t now = rlk_now();

    if (!set_due(&sockets->set, now))
        return;
    for (int looks = 0; looks < LOOKS_MOST; looks++) {
        set_wait(&sockets->set, 0);
        read_sockets(sockets);
        if (!any_answers_ready(sockets))
            break;
    }
    set_arm(&sockets->set, RLK_NEVER);
    rlk_core_tick(sockets->core, now);
}

void rlk_sockets_wait(struct rlk_sockets *sockets, int64_t ns)
{
    int64_t ms =
        ns == RLK_NEVER ? -1 : (ns + RLK_NS_PER_MS - 1) / RLK_NS_PER_MS;

    set_wait(&sockets->set, ms > INT_MAX ? INT_MAX : (int)ms);
}

void rlk_sockets_take(struct rlk_sockets *sockets)
{
    bool timer = came_in(&sockets->set, TIMER);

    set_awake(&sockets->set);
    read_sockets(sockets);
    sockets->set.ready_count = 0;
    if (timer)
        ring_timer(sockets);
}

enum rlk_sockets_next rlk_sockets_prepare_wait(struct rlk_sockets *sockets)
{
    const struct rlk_completions *completions =
        &sockets->core->runtime.completions;
    bool delivers;

    if (sockets->failed != 0) {
        read_clock(sockets);
        tell_all(sockets, sockets->failed);
    }
    delivers = !rlk_completions_empty(completions);
    if (!rlk_sockets_run_completions(sockets))
        return RLK_SOCKETS_GONE;
    rlk_sockets_flush(sockets);
    /* What a completion delivered may be what the caller waits for. */
    return delivers || sockets->failed != 0 ||
                   !rlk_completions_empty(completions)
               ? RLK_SOCKETS_AGAIN
               : RLK_SOCKETS_WAIT;
}

bool rlk_sockets_run_completions(struct rlk_sockets *sockets)
{
    struct rlk_core *core = sockets->core;

    return rlk_completions_empty(&core->runtime.completions) ||
           rlk_core_run_completions(core);
}

void rlk_sockets_end_turn(struct rlk_sockets *sockets)
{
    (void)rlk_sockets_run_completions(sockets);
    (void)rlk_sockets_flush(sockets);
    rlk_sockets_looked(sockets);
}

/* --- a descriptor in a loop that is not ours ----------------------------- */

void rlk_sockets_leave_loop(struct rlk_sockets *sockets)
{
    sockets->waited_for = true;
    sockets->rung = RLK_NEVER;
}

/* Is there work for which no event would end a wait? */
static bool has_work(const struct rlk_sockets *sockets)
{
    return sockets->unsent != 0 || sockets->failed != 0 ||
           !rlk_completions_empty(&sockets->core->runtime.completions);
}

void rlk_sockets_wake_if_work(struct rlk_sockets *sockets)
{
    if (sockets->rung != RLK_NEVER || !has_work(sockets))
        return;
    sockets->rung = rlk_now();
    rlk_sockets_wake(sockets);
}

bool rlk_sockets_dispatch(struct rlk_sockets *sockets)
{
    (void)rlk_sockets_catch_up(sockets);
    sockets->rung = RLK_NEVER;
    rlk_sockets_wait(sockets, 0);
    rlk_sockets_take(sockets);
    if (rlk_sockets_prepare_wait(sockets) == RLK_SOCKETS_GONE)
        return false;
    /* The callbacks may have taken long, without reading the sockets. */
    (void)rlk_sockets_catch_up(sockets);
    rlk_sockets_wake_if_work(sockets);
    return true;
}
