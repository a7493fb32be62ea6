/* SPDX-License-Identifier: MIT */
/* Talks with all nodes in one poll() loop. */

#include "redlock/admin/talk_loop.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>

#include "redlock/api/client.h"

#define PATIENCE_LEAST_NS RLK_NS_PER_S

/* --- one node ------------------------------------------------------------ */

static bool is_busy(const struct rlk_talk *talk)
{
    return talk->state == RLK_TALK_CONNECTING || talk->state == RLK_TALK_ASKING;
}

void rlk_talk_start(struct rlk_talk *talk, const struct rlk_talk_ops *ops,
                    int64_t now)
{
    talk->ops = ops;
    talk->state = RLK_TALK_CONNECTING;
    talk->progress = now;
    talk->no_answer = NULL;
}

void rlk_talk_fail(struct rlk_talk *talk, enum redlock_reason reason,
                   const char *message)
{
    if (talk->state == RLK_TALK_ENDED)
        return;
    talk->state = RLK_TALK_ENDED;
    talk->ops->failed(talk, reason, message);
}

int64_t rlk_talk_wakeup(const struct rlk_talk *talk)
{
    int64_t pause = talk->ops->pause == NULL ? 0 : talk->ops->pause(talk);
    int64_t wakeup =
        rlk_clock_add(talk->progress, pause > 0 ? pause : talk->patience);

    return wakeup < talk->end ? wakeup : talk->end;
}

void rlk_talk_step(struct rlk_talk *talk, struct rlk_wire *wire, int64_t now)
{
    if (talk->state == RLK_TALK_ASKING && !talk->ops->ask(talk, wire, now))
        rlk_talk_fail(talk, REDLOCK_REASON_NO_MEMORY, "");
    if (is_busy(talk) && now >= rlk_talk_wakeup(talk))
        rlk_talk_fail(talk, REDLOCK_REASON_SILENT,
                      talk->no_answer != NULL ? talk->no_answer : "");
}

static void take_event(struct rlk_talk *talk, const struct rlk_conn_event *of)
{
    switch (of->kind) {
    case RLK_CONN_ON_ITS_WAY:
        talk->no_answer = of->message;
        break;
    case RLK_CONN_UP:
        talk->state = RLK_TALK_ASKING;
        if (talk->ops->connected != NULL)
            talk->ops->connected(talk);
        break;
    case RLK_CONN_DOWN:
    case RLK_CONN_ANSWER:
        rlk_talk_fail(talk, of->reason, of->message);
        break;
    }
}

static void draw_replies(struct rlk_talk *talk, int64_t now)
{
    struct rlk_conn *conn = &talk->conn;

    while (talk->state == RLK_TALK_ASKING && rlk_conn_read(conn))
        talk->ops->answer(talk, &conn->reader.reply, now);
    if (talk->state == RLK_TALK_ASKING && conn->state != RLK_CONN_READY)
        rlk_talk_fail(talk, conn->reason, conn->message);
}

/* Passes received replies to the node, and sends its requests. */
static void turn(struct rlk_talk *talk)
{
    int64_t now = rlk_now();
    struct rlk_conn_event event;

    while (talk->state == RLK_TALK_CONNECTING &&
           rlk_conn_next(&talk->conn, &event))
        take_event(talk, &event);
    draw_replies(talk, now);
    rlk_talk_step(talk, &talk->conn.wire, now);
    if (talk->state != RLK_TALK_ENDED)
        rlk_conn_flush(&talk->conn);
    else
        rlk_conn_clear(&talk->conn);
}

/* --- all of them --------------------------------------------------------- */

/* The talks of one poll(): those that are connecting or asking. */
struct watched {
    int count;
    struct pollfd fd[REDLOCK_NODES_MAX];
    struct rlk_talk *talk[REDLOCK_NODES_MAX];
    int64_t wakeup; /* the earliest of their wakeups */
};

static void watch(struct watched *watched, struct rlk_talk *talk)
{
    struct rlk_conn_watch want = rlk_conn_watch(&talk->conn);
    int64_t wakeup = rlk_talk_wakeup(talk);

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

static void watch_all(struct watched *watched, struct rlk_talk_nodes *nodes)
{
    watched->count = 0;
    watched->wakeup = RLK_NEVER;
    for (int i = 0; i < nodes->core.nodes; i++) {
        if (is_busy(nodes->talk[i]))
            watch(watched, nodes->talk[i]);
    }
}

/* Milliseconds for poll() until the instant, rounded up. */
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

/* Each instant is read after receiving and before sending. */
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

bool rlk_talk_loop(struct rlk_talk_nodes *nodes)
{
    struct watched watched;
    bool waited = true;

    for (int i = 0; i < nodes->core.nodes; i++) {
        struct rlk_talk *talk = nodes->talk[i];
        if (!is_busy(talk))
            continue;
        if (talk->state == RLK_TALK_CONNECTING)
            rlk_conn_connect(&talk->conn);
        turn(talk);
    }
    watch_all(&watched, nodes);
    while (watched.count > 0 && waited) {
        waited = wait_for(&watched);
        if (waited)
            turn_all(&watched);
        watch_all(&watched, nodes);
    }
    return waited;
}

/* --- settings to nodes with a connection each ---------------------------- */

static void init(struct rlk_talk_nodes *nodes,
                 const struct redlock_settings *settings)
{
    const struct rlk_credentials credentials = {
        .username = settings->username,
        .password = settings->password,
    };

    nodes->patience = 3 * nodes->core.node_timeout_ns;
    if (nodes->patience < PATIENCE_LEAST_NS)
        nodes->patience = PATIENCE_LEAST_NS;
    for (int i = 0; i < nodes->uris.count; i++) {
        nodes->talk[i]->patience = nodes->patience;
        rlk_conn_init(&nodes->talk[i]->conn, &nodes->uris.uri[i], &credentials,
                      nodes->tls.node[i]);
    }
}

enum redlock_status rlk_talk_nodes_open(struct rlk_talk_nodes *nodes,
                                        const struct redlock_settings *given,
                                        struct redlock_problem *problem)
{
    struct redlock_settings room;
    const struct redlock_settings *settings =
        rlk_client_settings(given, &room, problem);
    enum redlock_status status;

    if (settings == NULL)
        return REDLOCK_BAD_SETTING;
    status = rlk_uris_parse(settings->nodes == NULL ? "" : settings->nodes,
                            &nodes->uris, problem);
    if (status == REDLOCK_OK)
        status =
            rlk_client_check(settings, &nodes->uris, &nodes->core, problem);
    if (status == REDLOCK_OK)
        status = rlk_tls_nodes_open(&nodes->tls, &nodes->uris, &settings->tls,
                                    problem);
    if (status == REDLOCK_OK)
        init(nodes, settings);
    else
        nodes->core.nodes = 0;
    return status;
}

void rlk_talk_nodes_close(struct rlk_talk_nodes *nodes)
{
    for (int i = 0; i < nodes->core.nodes; i++)
        rlk_conn_clear(&nodes->talk[i]->conn);
    rlk_tls_nodes_close(&nodes->tls);
    rlk_uris_clear(&nodes->uris);
}

bool rlk_talk_nodes_refuses(enum redlock_reason reason)
{
    return reason == REDLOCK_REASON_NOAUTH ||
           reason == REDLOCK_REASON_WRONGPASS ||
           reason == REDLOCK_REASON_CLIENT_CERTIFICATE;
}
