/* SPDX-License-Identifier: MIT */
/* Production's transport: what the core asks for, and goes out. */

#include "redlock/net/sockets.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#include <sys/random.h>

#include "clock/clock.h"
#include "redlock/resp/answer.h"
#include "redlock/runtime/memory.h"

/* --- random bits --------------------------------------------------------- */

/* Draws from the kernel, in spite of signals. false: errno says why not. */
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

/* A loop that turns looks more often than this. */
#define IDLE_NS (50 * RLK_NS_PER_MS)

static struct rlk_sockets *sockets_of(struct rlk_transport *transport)
{
    return (struct rlk_sockets *)transport;
}

/* --- what is known of each connection ------------------------------------ */

static uint64_t bit(const struct rlk_peer *peer)
{
    return UINT64_C(1) << peer->who;
}

/* Takes the lowest number out of a set that is not empty. */
static int sockets_take_number(uint64_t *set)
{
    int number = __builtin_ctzll(*set);

    *set &= *set - 1;
    return number;
}

/* The peer with that number. */
static struct rlk_peer *sockets_peer(struct rlk_sockets *sockets, int who)
{
    return who < REDLOCK_NODES_MAX
               ? &sockets->node[who].peer
               : &sockets->node[who - REDLOCK_NODES_MAX].subscription.peer;
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
static void sockets_settle_peer(struct rlk_sockets *sockets,
                                struct rlk_peer *peer)
{
    if (rlk_conn_unsent(&peer->conn))
        note_unsent(sockets, peer);
    else
        sockets->unsent &= ~bit(peer);
    if (goes_on(peer))
        return;
    rlk_peer_watch(peer);
    if (peer->conn.state == RLK_CONN_FAILED || peer->conn.unheard_is_news) {
        sockets->failed |= bit(peer);
        sockets->news = true;
    } else {
        sockets->failed &= ~bit(peer);
    }
}

/* --- what the core asks -------------------------------------------------- */

static void ask_connect(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->node[node].peer;

    rlk_conn_connect(&peer->conn);
    sockets_settle_peer(sockets, peer);
}

static void ask_disconnect(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->node[node].peer;

    rlk_conn_drop(&peer->conn);
    sockets_settle_peer(sockets, peer);
}

static bool ask_send(struct rlk_transport *transport, int node,
                     const struct rlk_request *request)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->node[node].peer;

    /* It has broken, and the core hears of that next: lost with the rest. */
    if (peer->conn.state == RLK_CONN_FAILED)
        return true;
    if (!rlk_conn_send(&peer->conn, request))
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
    sockets_settle_peer(sockets, &subscription->peer);
}

static void ask_unlisten(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->node[node].subscription.peer;

    rlk_conn_drop(&peer->conn);
    sockets_settle_peer(sockets, peer);
}

static void ask_arm(struct rlk_transport *transport, int64_t instant)
{
    rlk_poll_set_arm(&sockets_of(transport)->set, instant);
}

static void ask_random(struct rlk_transport *transport, void *bytes,
                       size_t count)
{
    fill_random(&sockets_of(transport)->random, bytes, count);
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
    .listen = ask_listen,
    .unlisten = ask_unlisten,
    .arm = ask_arm,
    .random = ask_random,
    .wake = ask_wake,
};

/* --- life ---------------------------------------------------------------- */

static void init_peers(struct rlk_sockets *sockets, int node,
                       const struct rlk_uri *uri,
                       struct rlk_tls_context *context)
{
    const struct rlk_credentials credentials = {
        .username = sockets->username,
        .password = sockets->password,
    };

    rlk_peer_init(&sockets->node[node].peer, &sockets->set, node, uri,
                  &credentials, context);
    rlk_peer_init(&sockets->node[node].subscription.peer, &sockets->set,
                  REDLOCK_NODES_MAX + node, uri, &credentials, context);
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
        rlk_alloc(sizeof(*sockets) + (size_t)nodes * sizeof(sockets->node[0]));
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
        init_peers(sockets, node, &settings->uris->uri[node],
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

    for (uint64_t unsent = sockets->unsent; unsent != 0;) {
        struct rlk_peer *peer =
            sockets_peer(sockets, sockets_take_number(&unsent));
        rlk_conn_flush(&peer->conn);
        sockets_settle_peer(sockets, peer);
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

bool rlk_sockets_watch(struct rlk_sockets *sockets, int descriptor,
                       rlk_sockets_readable_fn *readable)
{
    sockets->readable = readable;
    return rlk_poll_set_add(&sockets->set, descriptor);
}

void rlk_sockets_unwatch(struct rlk_sockets *sockets, int descriptor)
{
    rlk_poll_set_take_out(&sockets->set, descriptor);
}

uint32_t rlk_sockets_nameless(const struct rlk_sockets *sockets)
{
    uint32_t nodes = 0;

    for (int node = 0; node < sockets->nodes; node++) {
        if (sockets->node[node].peer.conn.state == RLK_CONN_RESOLVING)
            nodes |= UINT32_C(1) << node;
    }
    return nodes;
}

void rlk_sockets_looked(struct rlk_sockets *sockets)
{
    sockets->looked = rlk_now();
}

/*
 * Whoever waits for the descriptor is taken to look until there was something
 * to do at the latest.
 */
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
        rlk_conn_clear(&sockets->node[node].peer.conn);
        rlk_conn_clear(&sockets->node[node].subscription.peer.conn);
    }
    free_sockets(sockets);
}

/* A set of peers is a word of bits. */
_Static_assert(RLK_POLL_SET_MOST <= 64, "a bit for each peer");

/* --- a turn of the loop -------------------------------------------------- */

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

static void read_clock(struct rlk_sockets *sockets)
{
    sockets->now = rlk_now();
    sockets->judged = 0;
}

/* Before each thing that the core is told. */
static void judge_one(struct rlk_sockets *sockets)
{
    if (sockets->judged >= JUDGED_MOST)
        read_clock(sockets);
    sockets->judged++;
}

/*
 * Tells the core what a node's connection has to say. It may drop or make
 * connections meanwhile, this one too: what is drawn next is then another's.
 */
static void tell_answers(struct rlk_sockets *sockets, int node)
{
    struct rlk_core *core = sockets->core;
    struct rlk_peer *peer = &sockets->node[node].peer;
    struct rlk_conn_event event;
    struct rlk_answer answer;

    while (rlk_conn_next(&peer->conn, &event)) {
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
        case RLK_CONN_ANSWER:
            answer = rlk_answer_to(rlk_core_asked(core, node), event.reply);
            rlk_core_answer(core, node, &answer, sockets->now);
            break;
        }
    }
    sockets_settle_peer(sockets, peer);
}

/* The same of its second connection. */
static void tell_pushes(struct rlk_sockets *sockets, int node)
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
        case RLK_SUBSCRIPTION_PUSH:
            rlk_core_pushed(core, node, event.push, sockets->now);
            break;
        }
    }
    sockets_settle_peer(sockets, &subscription->peer);
}

/* What the peers of a set have to say. */
static void tell_all(struct rlk_sockets *sockets, uint64_t set)
{
    while (set != 0) {
        int who = sockets_take_number(&set);
        if (who < REDLOCK_NODES_MAX)
            tell_answers(sockets, who);
        else
            tell_pushes(sockets, who - REDLOCK_NODES_MAX);
    }
}

/* After the answers: a lock that is won by them is not cancelled any more. */
static void tell_watched(struct rlk_sockets *sockets)
{
    for (int i = 0; i < sockets->set.ready_count; i++) {
        int descriptor = rlk_poll_set_added(&sockets->set, i);
        if (descriptor < 0)
            continue;
        read_clock(sockets);
        sockets->readable(sockets->core, descriptor, sockets->now);
    }
}

static void read_sockets(struct rlk_sockets *sockets)
{
    struct rlk_ready ready;
    uint64_t read = 0;

    for (int i = 0; i < sockets->set.ready_count; i++) {
        if (rlk_poll_set_ready(&sockets->set, i, &ready) &&
            rlk_peer_read(sockets_peer(sockets, (int)ready.who), &ready))
            read |= UINT64_C(1) << ready.who;
    }
    if (read != 0) {
        read_clock(sockets);
        tell_all(sockets, read);
    }
    tell_watched(sockets);
}

/* Nobody bounds what is pushed: that there is more of it counts for nothing. */
static bool any_answers_ready(const struct rlk_sockets *sockets)
{
    struct rlk_ready ready;

    for (int i = 0; i < sockets->set.ready_count; i++) {
        if (rlk_poll_set_ready(&sockets->set, i, &ready) &&
            ready.who < REDLOCK_NODES_MAX)
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
        read_sockets(sockets);
        if (!any_answers_ready(sockets))
            break;
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

    if (sockets->failed != 0) {
        read_clock(sockets);
        tell_all(sockets, sockets->failed);
    }
    delivers = completions->count > 0;
    if (!rlk_sockets_run_completions(sockets))
        return RLK_SOCKETS_GONE;
    rlk_sockets_flush(sockets);
    /* What was delivered may be what is waited for. */
    return delivers || sockets->failed != 0 || completions->count > 0
               ? RLK_SOCKETS_AGAIN
               : RLK_SOCKETS_WAIT;
}

bool rlk_sockets_run_completions(struct rlk_sockets *sockets)
{
    struct rlk_core *core = sockets->core;

    return core->runtime.completions.count == 0 ||
           rlk_core_run_completions(core);
}

void rlk_sockets_end_turn(struct rlk_sockets *sockets)
{
    (void)rlk_sockets_run_completions(sockets);
    (void)rlk_sockets_flush(sockets);
    rlk_sockets_looked(sockets);
}
