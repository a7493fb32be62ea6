/* SPDX-License-Identifier: MIT */
/* Two sockets, and a queue of pieces for each. */

#include "tests/proxy/link.h"

#include <err.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PIECE_MAX 16384
#define NS_PER_S INT64_C(1000000000)

/* Bytes to be forwarded. No bytes: the end of the stream. */
struct link_piece {
    struct link_piece *next;
    int64_t due;
    size_t count;
    char bytes[];
};

int64_t link_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* --- pieces --------------------------------------------------------------- */

static void queue(struct link_side *to, const char *bytes, size_t count,
                  int64_t due)
{
    struct link_piece *piece = malloc(sizeof(*piece) + count);

    if (piece == NULL)
        errx(1, "the proxy has no memory");
    *piece = (struct link_piece){.due = due, .count = count};
    if (count > 0)
        memcpy(piece->bytes, bytes, count);
    *to->last = piece;
    to->last = &piece->next;
}

static void drop_first(struct link_side *side)
{
    struct link_piece *piece = side->first;

    side->first = piece->next;
    if (side->first == NULL)
        side->last = &side->first;
    free(piece);
}

/* The end of the stream is not dropped; it is the last piece. */
static void drop_bytes(struct link_side *side)
{
    while (side->first != NULL && side->first->count > 0)
        drop_first(side);
}

static bool write_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = send(fd, bytes, count, MSG_NOSIGNAL);

        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* --- opening and closing -------------------------------------------------- */

static void begin_side(struct link_side *side, int fd)
{
    int on = 1;

    /* Fails for a unix socket, which has no such delay. */
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    *side = (struct link_side){.fd = fd, .last = &side->first};
}

void link_begin(struct link *link, const struct proxy_faults *faults,
                int client, int server)
{
    link->faults = faults;
    link->cut_left = faults->cut_left;
    begin_side(&link->side[LINK_CLIENT], client);
    begin_side(&link->side[LINK_SERVER], server);
}

void link_end(struct link *link)
{
    for (int i = 0; i < LINK_PEERS; i++) {
        while (link->side[i].first != NULL)
            drop_first(&link->side[i]);
        close(link->side[i].fd);
    }
    link->faults = NULL;
}

static void reset_link(struct link *link)
{
    struct linger linger = {.l_onoff = 1};

    setsockopt(link->side[LINK_CLIENT].fd, SOL_SOCKET, SO_LINGER, &linger,
               sizeof(linger));
    link_end(link);
}

void link_obey(struct link *link)
{
    int64_t now = link_now();

    if (link->faults->refuse) {
        reset_link(link);
        return;
    }
    if (link->faults->lose_requests)
        drop_bytes(&link->side[LINK_SERVER]);
    if (link->faults->lose_replies)
        drop_bytes(&link->side[LINK_CLIENT]);
    for (int i = 0; i < LINK_PEERS; i++)
        for (struct link_piece *p = link->side[i].first; p != NULL; p = p->next)
            p->due = now;
    link->cut_left = link->faults->cut_left;
}

void link_lead(struct link *link, int server)
{
    close(link->side[LINK_SERVER].fd);
    link->side[LINK_SERVER].fd = server;
}

/* --- reading -------------------------------------------------------------- */

static void take_request(struct link *link, const char *bytes, size_t count,
                         int64_t now)
{
    static const char babble[] = "HTTP/1.1 400 Bad Request\r\n\r\n";
    const struct proxy_faults *faults = link->faults;

    if (faults->reset)
        reset_link(link);
    else if (faults->babble)
        queue(&link->side[LINK_CLIENT], babble, sizeof(babble) - 1, now);
    else if (!faults->lose_requests)
        queue(&link->side[LINK_SERVER], bytes, count,
              now + faults->request_delay_ns);
}

static void take_reply(struct link *link, const char *bytes, size_t count,
                       int64_t now)
{
    const struct proxy_faults *faults = link->faults;
    struct link_side *client = &link->side[LINK_CLIENT];
    int64_t due = now + faults->reply_delay_ns;

    if (faults->lose_replies)
        return;
    if (!faults->cut) {
        queue(client, bytes, count, due);
        return;
    }
    if ((int64_t)count > link->cut_left)
        count = (size_t)link->cut_left;
    link->cut_left -= (int64_t)count;
    if (count > 0)
        queue(client, bytes, count, due);
    if (link->cut_left == 0) {
        queue(client, NULL, 0, due);
        link->side[LINK_SERVER].ended = true;
    }
}

/* Delayed like bytes in that direction, but never lost. */
static void take_end(struct link *link, enum link_peer from, int64_t now)
{
    const struct proxy_faults *faults = link->faults;
    int64_t delay =
        from == LINK_CLIENT ? faults->request_delay_ns : faults->reply_delay_ns;

    link->side[from].ended = true;
    queue(&link->side[from == LINK_CLIENT ? LINK_SERVER : LINK_CLIENT], NULL, 0,
          now + delay);
}

void link_take_in(struct link *link, enum link_peer from)
{
    char bytes[PIECE_MAX];
    ssize_t count =
        recv(link->side[from].fd, bytes, sizeof(bytes), MSG_DONTWAIT);
    int64_t now = link_now();

    if (count == -1 && errno == EAGAIN)
        return;
    if (count <= 0)
        take_end(link, from, now);
    else if (from == LINK_CLIENT)
        take_request(link, bytes, (size_t)count, now);
    else
        take_reply(link, bytes, (size_t)count, now);
}

/* --- writing -------------------------------------------------------------- */

void link_let_out(struct link *link)
{
    int64_t now = link_now();

    for (int i = 0; i < LINK_PEERS; i++) {
        struct link_side *to = &link->side[i];

        while (to->first != NULL && to->first->due <= now) {
            if (to->first->count == 0 ||
                !write_all(to->fd, to->first->bytes, to->first->count)) {
                link_end(link);
                return;
            }
            drop_first(to);
        }
    }
}

int64_t link_due(const struct link *link)
{
    const struct link_piece *to_client = link->side[LINK_CLIENT].first;
    const struct link_piece *to_server = link->side[LINK_SERVER].first;
    int64_t due = LINK_NEVER;

    if (to_client != NULL)
        due = to_client->due;
    if (to_server != NULL && to_server->due < due)
        due = to_server->due;
    return due;
}
