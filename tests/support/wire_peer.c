/* SPDX-License-Identifier: MIT */
/* Sends the library's requests on a blocking socket. */

#include "tests/support/wire_peer.h"

#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "redlock/resp/answer.h"
#include "redlock/resp/command.h"
#include "redlock/resp/handshake.h"
#include "tests/support/reader_feed.h"

#define PATIENCE_MS 30000

static int dial(const struct server *server)
{
    static const char scheme[] = "unix://";
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    struct sockaddr_in port = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)server->port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    bool tcp = server->port > 0;
    int fd = socket(tcp ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (!tcp)
        snprintf(path.sun_path, sizeof(path.sun_path), "%s",
                 server->uri + strlen(scheme));
    if (fd == -1 ||
        (tcp ? connect(fd, (struct sockaddr *)&port, sizeof(port))
             : connect(fd, (struct sockaddr *)&path, sizeof(path))) == -1)
        die("no connection to %s", server->uri);
    return fd;
}

static void send_all(struct wire_peer *peer, struct rlk_wire *wire)
{
    while (rlk_wire_left(wire) > 0) {
        ssize_t count = send(peer->socket, wire->bytes + wire->start,
                             rlk_wire_left(wire), MSG_NOSIGNAL);
        if (count <= 0)
            die("the server takes no request");
        rlk_wire_sent(wire, (size_t)count);
    }
    rlk_wire_clear(wire);
}

static const struct rlk_reply *receive(struct wire_peer *peer)
{
    enum rlk_reader_state state;

    while ((state = rlk_reader_next(&peer->reader)) == RLK_READER_WAIT) {
        static char bytes[4096];
        struct pollfd ready = {.fd = peer->socket, .events = POLLIN};
        ssize_t count;
        if (poll(&ready, 1, PATIENCE_MS) != 1)
            die("the server does not answer");
        count = read(peer->socket, bytes, sizeof(bytes));
        if (count <= 0 || !reader_feed(&peer->reader, bytes, (size_t)count))
            die("the server has closed the connection");
    }
    if (state != RLK_READER_REPLY)
        die("no reply: %s", rlk_reader_problem(&peer->reader));
    return &peer->reader.reply;
}

static const struct rlk_reply *say(struct wire_peer *peer, size_t count,
                                   const char *const *words)
{
    struct rlk_wire wire = {0};

    if (!rlk_wire_command(&wire, count, words))
        die("no memory");
    send_all(peer, &wire);
    return receive(peer);
}

/* A field of INFO; "": this user has no right to read it. */
static void read_info(struct wire_peer *peer, const char *section,
                      const char *field, char *value)
{
    const char *words[] = {"INFO", section};

    if (!rlk_info_text(say(peer, 2, words)->text, field, value, 41))
        value[0] = '\0';
}

void wire_peer_open(struct wire_peer *peer, const struct server *server,
                    const char *user)
{
    char name[64];
    char password[64];
    const char *words[] = {"AUTH", name, password};

    peer->socket = dial(server);
    if (!rlk_reader_open(&peer->reader))
        die("no memory");
    if (user != NULL && sscanf(user, "%63s %63s", name, password) == 2 &&
        say(peer, 3, words)->kind != RLK_REPLY_STATUS)
        die("AUTH: %s", peer->reader.reply.text);
    read_info(peer, "server", "run_id", peer->run_id);
    read_info(peer, "replication", "master_replid", peer->replid);
}

void wire_peer_close(struct wire_peer *peer)
{
    rlk_reader_close(&peer->reader);
    close(peer->socket);
}

struct rlk_answer wire_peer_ask(struct wire_peer *peer,
                                const struct rlk_request *request)
{
    struct rlk_request by_text = *request;
    struct rlk_wire wire = {0};

    by_text.by_text = true;
    if (!rlk_wire_request(&wire, &by_text))
        die("no memory");
    send_all(peer, &wire);
    return rlk_answer_to(request->verb, receive(peer));
}

void wire_peer_listen(struct wire_peer *peer, const char *digits)
{
    char channel[RLK_CHANNEL_MAX];
    const char *words[] = {"SUBSCRIBE", channel};

    snprintf(channel, sizeof(channel), "%s%s", RLK_CHANNEL_PREFIX, digits);
    if (say(peer, 2, words)->kind != RLK_REPLY_SUBSCRIBED)
        die("SUBSCRIBE: %s", peer->reader.reply.text);
}

int wire_peer_handoffs(struct wire_peer *peer, struct rlk_handoff *handoffs,
                       int most)
{
    const char *words[] = {"PING"};
    const struct rlk_reply *reply = say(peer, 1, words);
    int count = 0;

    /* On a subscribed connection the reply to PING is two texts. */
    for (; reply->kind == RLK_REPLY_MESSAGE; reply = receive(peer)) {
        if (count == most || !rlk_handoff_read(&handoffs[count++], reply->text,
                                               reply->text_length))
            die("one message too many, or not a hand-off: %s", reply->text);
    }
    if (reply->kind != RLK_REPLY_NAMED)
        die("no pong: %s", reply->text);
    return count;
}
