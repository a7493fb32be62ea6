/* SPDX-License-Identifier: MIT */
/* What an examination hears of its connection. */

#include "redlock/admin/examine_talk.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "redlock/admin/examine_node.h"

static enum rlk_talk_state state(const void *node)
{
    return ((const struct rlk_examine_node *)node)->state;
}

static int64_t wakeup(const void *node)
{
    return rlk_examine_node_wakeup(node);
}

static void unheard(void *node, const char *message)
{
    ((struct rlk_examine_node *)node)->unheard = message;
}

/* Who was found, where the URI names only those who know it. */
static void note_master(const struct rlk_conn *conn,
                        struct redlock_node_facts *facts)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    char port[8];

    if (conn->uri->sentinel &&
        getpeername(conn->socket, (struct sockaddr *)&address, &length) == 0 &&
        getnameinfo((struct sockaddr *)&address, length, facts->host,
                    sizeof(facts->host), port, sizeof(port),
                    NI_NUMERICHOST | NI_NUMERICSERV) == 0)
        facts->port = (int)strtol(port, NULL, 10);
}

static void note_tls(const struct rlk_conn *conn,
                     struct redlock_node_facts *facts)
{
    struct rlk_tls_facts tls;

    if (!rlk_conn_tls_facts(conn, &tls))
        return;
    (void)snprintf(facts->tls_version, sizeof(facts->tls_version), "%s",
                   tls.version);
    (void)snprintf(facts->tls_cipher, sizeof(facts->tls_cipher), "%s",
                   tls.cipher);
    facts->certificate_days = tls.certificate_days;
}

static void connected(void *with, const struct rlk_conn *conn)
{
    struct rlk_examine_node *node = with;

    rlk_examine_node_connected(node);
    note_master(conn, node->notes.facts);
    note_tls(conn, node->notes.facts);
}

static void answer(void *node, const struct rlk_reply *reply, int64_t now)
{
    rlk_examine_node_answer(node, reply, now);
}

static void step(void *node, struct rlk_wire *wire, int64_t now)
{
    rlk_examine_node_step(node, wire, now);
}

static void fail(void *node, enum redlock_reason reason, const char *message)
{
    rlk_examine_node_fail(node, reason, message);
}

const struct rlk_talk_ops rlk_examine_talk = {
    .state = state,
    .wakeup = wakeup,
    .unheard = unheard,
    .connected = connected,
    .answer = answer,
    .step = step,
    .fail = fail,
};
