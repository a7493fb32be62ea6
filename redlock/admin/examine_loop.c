/* SPDX-License-Identifier: MIT */
/* One poll() for the connections of all nodes. */

#include "redlock/admin/examine_loop.h"

#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "clock/clock.h"
#include "clock/now.h"

/* What one wait is for: the peers that have not ended. */
struct watched {
    int count;
    struct pollfd fd[REDLOCK_NODES_MAX];
    struct rlk_examine_peer *peer[REDLOCK_NODES_MAX];
    int64_t wakeup; /* the earliest of theirs */
};

static void watch(struct watched *watched, struct rlk_examine_peer *peer)
{
    struct rlk_conn_watch want = rlk_conn_watch(&peer->conn);
    int64_t wakeup = rlk_examine_node_wakeup(&peer->node);

    watched->fd[watched->count] = (struct pollfd){
        .fd = want.descriptor,
        .events =
            (short)((want.read ? POLLIN : 0) | (want.write ? POLLOUT : 0)),
    };
    watched->peer[watched->count] = peer;
    watched->count++;
    if (wakeup < watched->wakeup)
        watched->wakeup = wakeup;
}

static void watch_all(struct watched *watched, struct rlk_examine_peer *peers,
                      int count)
{
    watched->count = 0;
    watched->wakeup = RLK_NEVER;
    for (int i = 0; i < count; i++) {
        if (peers[i].node.state != RLK_EXAMINE_ENDED)
            watch(watched, &peers[i]);
    }
}

/* Milliseconds for poll(): up to the instant, or a little longer. */
static int wait_of(int64_t instant)
{
    int64_t left = rlk_clock_sub(instant, rlk_now());
    int64_t ms = rlk_clock_to_ms(left);

    if (left <= 0)
        return 0;
    return ms < INT_MAX ? (int)ms + 1 : INT_MAX;
}

static bool wait_for(struct watched *watched)
{
    int ready =
        poll(watched->fd, (nfds_t)watched->count, wait_of(watched->wakeup));

    for (int i = 0; ready <= 0 && i < watched->count; i++)
        watched->fd[i].revents = 0;
    return ready >= 0 || errno == EINTR;
}

/* Who was found, where the URI names only those who know it. */
static void note_master(struct rlk_examine_peer *peer)
{
    struct redlock_node_facts *facts = peer->node.notes.facts;
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    char port[8];

    if (peer->conn.uri->sentinel &&
        getpeername(peer->conn.socket, (struct sockaddr *)&address, &length) ==
            0 &&
        getnameinfo((struct sockaddr *)&address, length, facts->host,
                    sizeof(facts->host), port, sizeof(port),
                    NI_NUMERICHOST | NI_NUMERICSERV) == 0)
        facts->port = (int)strtol(port, NULL, 10);
}

static void note_tls(struct rlk_examine_peer *peer)
{
    struct redlock_node_facts *facts = peer->node.notes.facts;
    struct rlk_tls_facts tls;

    if (!rlk_conn_tls_facts(&peer->conn, &tls))
        return;
    (void)snprintf(facts->tls_version, sizeof(facts->tls_version), "%s",
                   tls.version);
    (void)snprintf(facts->tls_cipher, sizeof(facts->tls_cipher), "%s",
                   tls.cipher);
    facts->certificate_days = tls.certificate_days;
}

static void take_event(struct rlk_examine_peer *peer,
                       const struct rlk_conn_event *of)
{
    switch (of->kind) {
    case RLK_CONN_ON_ITS_WAY:
        peer->node.unheard = of->message;
        break;
    case RLK_CONN_UP:
        rlk_examine_node_connected(&peer->node);
        note_master(peer);
        note_tls(peer);
        break;
    case RLK_CONN_DOWN:
    case RLK_CONN_ANSWER:
        rlk_examine_node_fail(&peer->node, of->reason, of->message);
        break;
    }
}

/* Until its questions are asked, or it has failed. */
static void draw_events(struct rlk_examine_peer *peer)
{
    struct rlk_conn_event event;

    while (peer->node.state == RLK_EXAMINE_CONNECTING &&
           rlk_conn_next(&peer->conn, &event))
        take_event(peer, &event);
}

static void draw_replies(struct rlk_examine_peer *peer, int64_t now)
{
    struct rlk_conn *conn = &peer->conn;

    while (peer->node.state == RLK_EXAMINE_ASKING) {
        if (conn->state != RLK_CONN_READY) {
            rlk_examine_node_fail(&peer->node, conn->reason, conn->message);
            return;
        }
        switch (rlk_reader_next(&conn->reader)) {
        case RLK_READER_REPLY:
            rlk_examine_node_answer(&peer->node, &conn->reader.reply, now);
            break;
        case RLK_READER_GARBAGE:
            rlk_examine_node_fail(&peer->node, REDLOCK_REASON_NOT_REDIS,
                                  rlk_reader_problem(&conn->reader));
            return;
        case RLK_READER_WAIT:
            return;
        }
    }
}

/* What came in is told to the node, and what it asks goes out. */
static void turn(struct rlk_examine_peer *peer)
{
    int64_t now = rlk_now();

    draw_events(peer);
    draw_replies(peer, now);
    rlk_examine_node_step(&peer->node, &peer->conn.wire, now);
    if (peer->node.state != RLK_EXAMINE_ENDED)
        rlk_conn_flush(&peer->conn);
    else
        rlk_conn_clear(&peer->conn);
}

/* Each instant is read after what came in, and before what goes out. */
static void turn_all(struct watched *watched)
{
    for (int i = 0; i < watched->count; i++) {
        struct rlk_examine_peer *peer = watched->peer[i];
        const struct pollfd *fd = &watched->fd[i];

        if (fd->revents != 0 && (fd->events & POLLOUT) != 0)
            rlk_conn_writable(&peer->conn);
        if (fd->revents != 0 && (fd->events & POLLIN) != 0)
            rlk_conn_readable(&peer->conn);
        turn(peer);
    }
}

bool rlk_examine_loop(struct rlk_examine_peer *peers, int count)
{
    struct watched watched;
    bool waited = true;

    for (int i = 0; i < count; i++) {
        rlk_conn_connect(&peers[i].conn);
        turn(&peers[i]);
    }
    watch_all(&watched, peers, count);
    while (watched.count > 0 && waited) {
        waited = wait_for(&watched);
        if (waited)
            turn_all(&watched);
        watch_all(&watched, peers, count);
    }
    for (int i = 0; i < count; i++)
        rlk_conn_clear(&peers[i].conn);
    return waited;
}
