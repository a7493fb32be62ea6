/* SPDX-License-Identifier: MIT */
/* Production's transport: the core's requests out, what comes in to the core.
 */

#include "redlock/net/sockets.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/net/peer.h"
#include "redlock/net/poll_set.h"
#include "redlock/runtime/memory.h"

/* A set of nodes is a word of bits. */
_Static_assert(REDLOCK_NODES_MAX <= 32, "a bit for each node");

/*
 * What had come in when an instant was there is read before the instant is
 * judged: in so many looks at most, each of which reads every socket once.
 */
#define LOOKS_MOST 4096

/*
 * So many answers are judged by one reading of the clock. It is read after the
 * last of them and before anything that they bring about is sent: never earlier
 * than an answer that it judges, never later than a request that it stamps.
 */
#define JUDGED_MOST 64

/* A loop that turns looks more often than this. */
#define IDLE_NS (50 * RLK_NS_PER_MS)

struct rlk_sockets {
    struct rlk_transport transport; /* first: the core sees this */
    struct rlk_core *core;
    struct rlk_poll_set set;
    int64_t looked; /* when somebody last looked at the sockets */
    int64_t now;    /* the clock as it was read after the last bytes were */
    int judged;     /* answers since then */
    char *username;
    char *password;
    struct rlk_random random;
    uint32_t unsent; /* nodes with requests that have not left */
    int64_t queued;  /* when the first of them was */
    int64_t flushed; /* when all that had been queued was written last */
    uint32_t failed; /* nodes whose failure has not been told */
    bool news;       /* since the last flush, for a turn of the loop to tell */
    int nodes;
    struct rlk_peer peers[];
};

static struct rlk_sockets *sockets_of(struct rlk_transport *transport)
{
    return (struct rlk_sockets *)transport;
}

static uint32_t bit(const struct rlk_peer *peer)
{
    return UINT32_C(1) << peer->node;
}

/* Takes the lowest node out of a set that is not empty. */
static int take_node(uint32_t *set)
{
    int node = __builtin_ctz(*set);

    *set &= *set - 1;
    return node;
}

static void note_unsent(struct rlk_sockets *sockets,
                        const struct rlk_peer *peer)
{
    if (sockets->unsent == 0)
        sockets->queued = rlk_now();
    sockets->unsent |= bit(peer);
}

/* Ready, not blocked, and watched as such: there is nothing to change. */
static bool goes_on(const struct rlk_peer *peer)
{
    const struct rlk_conn *conn = &peer->conn;

    return peer->steady && conn->state == RLK_CONN_READY && !conn->blocked &&
           peer->watched.serial == conn->descriptors;
}

/* After anything that a connection did or was asked to do. */
static void settle(struct rlk_sockets *sockets, struct rlk_peer *peer)
{
    if (rlk_conn_unsent(&peer->conn))
        note_unsent(sockets, peer);
    else
        sockets->unsent &= ~bit(peer);
    if (goes_on(peer))
        return;
    rlk_peer_watch(peer);
    if (peer->conn.state == RLK_CONN_FAILED) {
        sockets->failed |= bit(peer);
        sockets->news = true;
    } else {
        sockets->failed &= ~bit(peer);
    }
}

/* --- what comes in -----------------------------------------------------------
 */

static void read_clock(struct rlk_sockets *sockets)
{
    sockets->now = rlk_now();
    sockets->judged = 0;
}

/*
 * Tells the core what a connection has to say. It may drop or make
 * connections meanwhile, this one too: what is drawn next is then another's.
 */
static void tell(struct rlk_sockets *sockets, struct rlk_peer *peer)
{
    struct rlk_core *core = sockets->core;
    struct rlk_conn_event event;

    while (rlk_conn_next(&peer->conn, &event)) {
        if (sockets->judged >= JUDGED_MOST)
            read_clock(sockets);
        sockets->judged++;
        switch (event.kind) {
        case RLK_CONN_UP:
            rlk_core_connected(core, peer->node, event.identity, sockets->now);
            break;
        case RLK_CONN_DOWN:
            rlk_core_disconnected(core, peer->node, event.reason, event.message,
                                  sockets->now);
            break;
        case RLK_CONN_ANSWER:
            rlk_core_answer(core, peer->node, &event.answer, sockets->now);
            break;
        }
    }
    settle(sockets, peer);
}

static void read_sockets(struct rlk_sockets *sockets)
{
    struct rlk_ready ready;
    uint32_t read = 0;

    for (int i = 0; i < sockets->set.ready_count; i++) {
        if (rlk_poll_set_ready(&sockets->set, i, &ready) &&
            rlk_peer_read(&sockets->peers[ready.who], &ready))
            read |= UINT32_C(1) << ready.who;
    }
    if (read == 0)
        return;
    read_clock(sockets);
    while (read != 0)
        tell(sockets, &sockets->peers[take_node(&read)]);
}

static bool any_node_ready(const struct rlk_sockets *sockets)
{
    struct rlk_ready ready;

    for (int i = 0; i < sockets->set.ready_count; i++) {
        if (rlk_poll_set_ready(&sockets->set, i, &ready))
            return true;
    }
    return false;
}

/* The instant was there at now: what was in by then is read, then it counts. */
static void ring_timer(struct rlk_sockets *sockets)
{
    int64_t now = rlk_now();

    if (!rlk_poll_set_due(&sockets->set, now))
        return;
    for (int looks = 0; looks < LOOKS_MOST; looks++) {
        rlk_poll_set_wait(&sockets->set, 0);
        if (!any_node_ready(sockets))
            break;
        read_sockets(sockets);
    }
    rlk_poll_set_arm(&sockets->set, RLK_NEVER);
    rlk_core_tick(sockets->core, now);
}

void rlk_sockets_wait(struct rlk_sockets *sockets, int64_t ns)
{
    int64_t ms =
        ns == RLK_NEVER ? -1 : (ns + RLK_NS_PER_MS - 1) / RLK_NS_PER_MS;

    rlk_poll_set_wait(&sockets->set, ms > INT_MAX ? INT_MAX : (int)ms);
}

void rlk_sockets_take(struct rlk_sockets *sockets)
{
    bool timer = rlk_poll_set_rang(&sockets->set);

    rlk_poll_set_awake(&sockets->set);
    read_sockets(sockets);
    sockets->set.ready_count = 0;
    if (timer)
        ring_timer(sockets);
}

enum rlk_sockets_next rlk_sockets_settle(struct rlk_sockets *sockets)
{
    const struct rlk_completions *completions =
        &sockets->core->runtime.completions;
    bool delivers;

    if (sockets->failed != 0)
        read_clock(sockets);
    for (uint32_t failed = sockets->failed; failed != 0;)
        tell(sockets, &sockets->peers[take_node(&failed)]);
    delivers = completions->count > 0;
    if (!rlk_sockets_run_completions(sockets))
        return RLK_SOCKETS_GONE;
    rlk_sockets_flush(sockets);
    /* What was delivered may be what is waited for. */
    return delivers || sockets->failed != 0 || completions->count > 0
               ? RLK_SOCKETS_AGAIN
               : RLK_SOCKETS_WAIT;
}

/* --- what the core asks ----------------------------------------------
 */

static void ask_connect(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->peers[node];

    rlk_conn_connect(&peer->conn);
    settle(sockets, peer);
}

static void ask_disconnect(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->peers[node];

    rlk_conn_drop(&peer->conn);
    settle(sockets, peer);
}

static bool ask_send(struct rlk_transport *transport, int node,
                     const struct rlk_request *request)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->peers[node];

    /* It has broken, and the core hears of that next: lost with the rest. */
    if (peer->conn.state == RLK_CONN_FAILED)
        return true;
    if (!rlk_conn_send(&peer->conn, request))
        return false;
    note_unsent(sockets, peer);
    return true;
}

static void ask_arm(struct rlk_transport *transport, int64_t instant)
{
    rlk_poll_set_arm(&sockets_of(transport)->set, instant);
}

static void ask_random(struct rlk_transport *transport, void *bytes,
                       size_t count)
{
    rlk_random_fill(&sockets_of(transport)->random, bytes, count);
}

static void ask_wake(struct rlk_transport *transport)
{
    /* Delivered before the loop waits; from another thread, if it is told. */
    sockets_of(transport)->news = true;
}

static const struct rlk_transport_ops sockets_ops = {
    .connect = ask_connect,
    .disconnect = ask_disconnect,
    .send = ask_send,
    .arm = ask_arm,
    .random = ask_random,
    .wake = ask_wake,
};

/* --- life --------------------------------------------------------------------
 */

static void init_peer(struct rlk_sockets *sockets, int node,
                      const struct rlk_uri *uri)
{
    struct rlk_credentials credentials = {
        .username = uri->username != NULL ? uri->username : sockets->username,
        .password = uri->password != NULL ? uri->password : sockets->password,
    };

    rlk_peer_init(&sockets->peers[node], &sockets->set, node, uri,
                  &credentials);
}

static void wipe(char *secret)
{
    if (secret != NULL)
        explicit_bzero(secret, strlen(secret));
    rlk_free(secret);
}

static void free_sockets(struct rlk_sockets *sockets)
{
    rlk_poll_set_close(&sockets->set);
    wipe(sockets->password);
    rlk_free(sockets->username);
    rlk_free(sockets);
}

/* false: no memory. Copies nothing where there is nothing. */
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
    struct rlk_sockets *sockets =
        rlk_alloc(sizeof(*sockets) + (size_t)nodes * sizeof(sockets->peers[0]));
    int error = ENOMEM;

    if (sockets == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    sockets->transport.ops = &sockets_ops;
    sockets->core = core;
    sockets->looked = sockets->flushed = rlk_now();
    sockets->random = settings->random;
    sockets->nodes = nodes;
    if (!rlk_poll_set_open(&sockets->set)) {
        error = errno;
        goto out;
    }
    if (!copy_text(settings->username, &sockets->username) ||
        !copy_text(settings->password, &sockets->password))
        goto out;
    for (int node = 0; node < nodes; node++)
        init_peer(sockets, node, &settings->uris->uri[node]);
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

/* The clock is read once more for it, as often as something is written. */
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

    for (uint32_t unsent = sockets->unsent; unsent != 0;) {
        struct rlk_peer *peer = &sockets->peers[take_node(&unsent)];
        rlk_conn_flush(&peer->conn);
        settle(sockets, peer);
    }
    if (wrote)
        say_written(sockets);
    news = sockets->news;
    sockets->news = false;
    return news;
}

void rlk_sockets_wake(struct rlk_sockets *sockets)
{
    rlk_poll_set_wake(&sockets->set);
}

uint32_t rlk_sockets_nameless(const struct rlk_sockets *sockets)
{
    uint32_t nodes = 0;

    for (int node = 0; node < sockets->nodes; node++) {
        if (sockets->peers[node].conn.state == RLK_CONN_RESOLVING)
            nodes |= bit(&sockets->peers[node]);
    }
    return nodes;
}

bool rlk_sockets_run_completions(struct rlk_sockets *sockets)
{
    struct rlk_core *core = sockets->core;

    if (atomic_load(&core->cancel_asked)) {
        read_clock(sockets);
        rlk_core_obey_cancel(core, sockets->now);
    }
    return core->runtime.completions.count == 0 ||
           rlk_core_run_completions(core);
}

void rlk_sockets_end_turn(struct rlk_sockets *sockets)
{
    (void)rlk_sockets_run_completions(sockets);
    (void)rlk_sockets_flush(sockets);
    rlk_sockets_looked(sockets);
}

void rlk_sockets_looked(struct rlk_sockets *sockets)
{
    sockets->looked = rlk_now();
}

int64_t rlk_sockets_catch_up(struct rlk_sockets *sockets)
{
    int64_t now = rlk_now();
    int64_t idle = rlk_clock_sub(now, sockets->looked);

    sockets->looked = now;
    if (idle > IDLE_NS)
        rlk_core_overlook(sockets->core, idle);
    return idle;
}

void rlk_sockets_close(struct rlk_sockets *sockets)
{
    for (int node = 0; node < sockets->nodes; node++)
        rlk_conn_clear(&sockets->peers[node].conn);
    free_sockets(sockets);
}
