/* SPDX-License-Identifier: MIT */
/* One poll() for the connections of all nodes. */

#include "redlock/admin/talk_loop.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>

#include "clock/clock.h"
#include "redlock/api/client.h"

/* What one wait is for: those that are connecting or asking. */
struct watched {
    int count;
    struct pollfd fd[REDLOCK_NODES_MAX];
    struct rlk_talk *talk[REDLOCK_NODES_MAX];
    int64_t wakeup; /* the earliest of theirs */
};

static enum rlk_talk_state state_of(const struct rlk_talk *talk)
{
    return talk->ops->state(talk->node);
}

static bool is_busy(const struct rlk_talk *talk)
{
    enum rlk_talk_state state = state_of(talk);

    return state == RLK_TALK_CONNECTING || state == RLK_TALK_ASKING;
}

static void watch(struct watched *watched, struct rlk_talk *talk)
{
    struct rlk_conn_watch want = rlk_conn_watch(&talk->conn);
    int64_t wakeup = talk->ops->wakeup(talk->node);

    watched->fd[watched->count] = (struct pollfd){
        .fd = want.descriptor,
        .events =
            (short)((want.read ? POLLIN : 0) | (want.write ? POLLOUT : 0)),
    };
    watched->talk[watched->count] = talk;
    watched->count++;
    if (wakeup < watched->wakeup)
        watched->wakeup = wakeup;
}

static void watch_all(struct watched *watched, struct rlk_talk *talks,
                      int count)
{
    watched->count = 0;
    watched->wakeup = RLK_NEVER;
    for (int i = 0; i < count; i++) {
        if (is_busy(&talks[i]))
            watch(watched, &talks[i]);
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

static void take_event(struct rlk_talk *talk, const struct rlk_conn_event *of)
{
    switch (of->kind) {
    case RLK_CONN_ON_ITS_WAY:
        talk->ops->unheard(talk->node, of->message);
        break;
    case RLK_CONN_UP:
        talk->ops->connected(talk->node, &talk->conn);
        break;
    case RLK_CONN_DOWN:
    case RLK_CONN_ANSWER:
        talk->ops->fail(talk->node, of->reason, of->message);
        break;
    }
}

/* Until its questions are asked, or it has failed. */
static void draw_events(struct rlk_talk *talk)
{
    struct rlk_conn_event event;

    while (state_of(talk) == RLK_TALK_CONNECTING &&
           rlk_conn_next(&talk->conn, &event))
        take_event(talk, &event);
}

static void draw_replies(struct rlk_talk *talk, int64_t now)
{
    struct rlk_conn *conn = &talk->conn;

    while (state_of(talk) == RLK_TALK_ASKING) {
        if (conn->state != RLK_CONN_READY) {
            talk->ops->fail(talk->node, conn->reason, conn->message);
            return;
        }
        switch (rlk_reader_next(&conn->reader)) {
        case RLK_READER_REPLY:
            talk->ops->answer(talk->node, &conn->reader.reply, now);
            break;
        case RLK_READER_GARBAGE:
            talk->ops->fail(talk->node, REDLOCK_REASON_NOT_REDIS,
                            rlk_reader_problem(&conn->reader));
            return;
        case RLK_READER_WAIT:
            return;
        }
    }
}

/* What came in is told to the node, and what it asks goes out. */
static void turn(struct rlk_talk *talk)
{
    int64_t now = rlk_now();

    draw_events(talk);
    draw_replies(talk, now);
    talk->ops->step(talk->node, &talk->conn.wire, now);
    if (state_of(talk) != RLK_TALK_ENDED)
        rlk_conn_flush(&talk->conn);
    else
        rlk_conn_clear(&talk->conn);
}

/* Each instant is read after what came in, and before what goes out. */
static void turn_all(struct watched *watched)
{
    for (int i = 0; i < watched->count; i++) {
        struct rlk_talk *talk = watched->talk[i];
        const struct pollfd *fd = &watched->fd[i];

        if (fd->revents != 0 && (fd->events & POLLOUT) != 0)
            rlk_conn_writable(&talk->conn);
        if (fd->revents != 0 && (fd->events & POLLIN) != 0)
            rlk_conn_readable(&talk->conn);
        turn(talk);
    }
}

bool rlk_talk_loop(struct rlk_talk *talks, int count)
{
    struct watched watched;
    bool waited = true;

    for (int i = 0; i < count; i++) {
        if (!is_busy(&talks[i]))
            continue;
        if (state_of(&talks[i]) == RLK_TALK_CONNECTING)
            rlk_conn_connect(&talks[i].conn);
        turn(&talks[i]);
    }
    watch_all(&watched, talks, count);
    while (watched.count > 0 && waited) {
        waited = wait_for(&watched);
        if (waited)
            turn_all(&watched);
        watch_all(&watched, talks, count);
    }
    return waited;
}

/* Clears the connections that are left. */
static void talk_clear(struct rlk_talk *talks, int count)
{
    for (int i = 0; i < count; i++)
        rlk_conn_clear(&talks[i].conn);
}

/* --- settings to nodes with a connection each ---------------------------- */

#define PATIENCE_LEAST_NS RLK_NS_PER_S

/* Those that a client's connection to this node would use. */
static struct rlk_credentials
credentials_of(const struct redlock_settings *settings,
               const struct rlk_uri *uri)
{
    return (struct rlk_credentials){
        .username = uri->username != NULL ? uri->username : settings->username,
        .password = uri->password != NULL ? uri->password : settings->password,
    };
}

static void init(struct rlk_talk_nodes *nodes)
{
    nodes->patience = 3 * nodes->core.node_timeout_ns;
    if (nodes->patience < PATIENCE_LEAST_NS)
        nodes->patience = PATIENCE_LEAST_NS;
    for (int i = 0; i < nodes->uris.count; i++) {
        const struct rlk_uri *uri = &nodes->uris.uri[i];
        struct rlk_credentials credentials =
            credentials_of(nodes->settings, uri);

        rlk_conn_init(&nodes->talk[i].conn, uri, &credentials,
                      nodes->tls.node[i]);
    }
}

enum redlock_status rlk_talk_nodes_open(struct rlk_talk_nodes *nodes,
                                        const struct redlock_settings *settings,
                                        struct redlock_problem *problem)
{
    enum redlock_status status = rlk_uris_parse(
        settings->nodes == NULL ? "" : settings->nodes, &nodes->uris, problem);

    nodes->settings = settings;
    if (status == REDLOCK_OK)
        status =
            rlk_client_check(settings, &nodes->uris, &nodes->core, problem);
    if (status == REDLOCK_OK)
        status = rlk_tls_nodes_open(&nodes->tls, &nodes->uris, &settings->tls,
                                    problem);
    if (status == REDLOCK_OK)
        init(nodes);
    else
        nodes->core.nodes = 0;
    return status;
}

void rlk_talk_nodes_close(struct rlk_talk_nodes *nodes)
{
    talk_clear(nodes->talk, nodes->core.nodes);
    rlk_tls_nodes_close(&nodes->tls);
    rlk_uris_clear(&nodes->uris);
}

bool rlk_talk_nodes_refuses(enum redlock_reason reason)
{
    return reason == REDLOCK_REASON_NOAUTH ||
           reason == REDLOCK_REASON_WRONGPASS ||
           reason == REDLOCK_REASON_CLIENT_CERTIFICATE;
}
