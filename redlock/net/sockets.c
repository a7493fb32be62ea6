/* SPDX-License-Identifier: MIT */
/* Production's transport: what the core asks for, and goes out. */

#include "redlock/net/sockets.h"

#include <errno.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/net/sockets_internal.h"
#include "redlock/runtime/memory.h"

/* A loop that turns looks more often than this. */
#define IDLE_NS (50 * RLK_NS_PER_MS)

static struct rlk_sockets *sockets_of(struct rlk_transport *transport)
{
    return (struct rlk_sockets *)transport;
}

/* --- what is known of each connection ---------------------------------------
 */

static uint64_t bit(const struct rlk_peer *peer)
{
    return UINT64_C(1) << peer->who;
}

int rlk_sockets_take_number(uint64_t *set)
{
    int number = __builtin_ctzll(*set);

    *set &= *set - 1;
    return number;
}

struct rlk_peer *rlk_sockets_peer(struct rlk_sockets *sockets, int who)
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

void rlk_sockets_settle_peer(struct rlk_sockets *sockets, struct rlk_peer *peer)
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

/* --- what the core asks ----------------------------------------------
 */

static void ask_connect(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->node[node].peer;

    rlk_conn_connect(&peer->conn);
    rlk_sockets_settle_peer(sockets, peer);
}

static void ask_disconnect(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->node[node].peer;

    rlk_conn_drop(&peer->conn);
    rlk_sockets_settle_peer(sockets, peer);
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
    rlk_sockets_settle_peer(sockets, &subscription->peer);
}

static void ask_unlisten(struct rlk_transport *transport, int node)
{
    struct rlk_sockets *sockets = sockets_of(transport);
    struct rlk_peer *peer = &sockets->node[node].subscription.peer;

    rlk_conn_drop(&peer->conn);
    rlk_sockets_settle_peer(sockets, peer);
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
    .listen = ask_listen,
    .unlisten = ask_unlisten,
    .arm = ask_arm,
    .random = ask_random,
    .wake = ask_wake,
};

/* --- life --------------------------------------------------------------------
 */

static void init_peers(struct rlk_sockets *sockets, int node,
                       const struct rlk_uri *uri,
                       struct rlk_tls_context *context)
{
    struct rlk_credentials credentials = {
        .username = uri->username != NULL ? uri->username : sockets->username,
        .password = uri->password != NULL ? uri->password : sockets->password,
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
            rlk_sockets_peer(sockets, rlk_sockets_take_number(&unsent));
        rlk_conn_flush(&peer->conn);
        rlk_sockets_settle_peer(sockets, peer);
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
