/* SPDX-License-Identifier: MIT */
/* Production's world: connections, the boot clock and a timer on libev. */

#include "redlock/transport_ev.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <ev.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/conn.h"
#include "redlock/memory.h"

/* A set of nodes is a word of bits. */
_Static_assert(REDLOCK_NODES_MAX <= 32, "a bit for each node");

struct station {
    struct rlk_world *world;
    int node;
    struct rlk_conn conn;
    ev_io io;
    uint32_t serial; /* of the descriptor that io watches */
    bool steady;     /* io watches a ready connection for reading only */
};

struct rlk_world {
    struct rlk_transport transport; /* first: the coordinator sees this */
    struct ev_loop *loop;
    struct rlk_coord *coord;
    ev_prepare prepare;
    ev_check check;
    ev_async bell; /* rung so that the loop does not wait */
    ev_io timer;
    int timer_fd;
    int64_t armed; /* what the kernel was told; RLK_NEVER: nothing */
    int64_t asked; /* what the coordinator wants */
    char *username;
    char *password;
    uint32_t unsent; /* nodes with requests that have not left */
    uint32_t failed; /* nodes whose failure has not been told */
    bool changed;    /* watchers, since the last flush */
    int nodes;
    struct station station[];
};

static struct rlk_world *world_of(struct rlk_transport *transport)
{
    return (struct rlk_world *)transport;
}

static uint32_t bit(const struct station *station)
{
    return UINT32_C(1) << station->node;
}

/* Takes the lowest node out of a set that is not empty. */
static int take_node(uint32_t *set)
{
    int node = __builtin_ctz(*set);

    *set &= *set - 1;
    return node;
}

/* --- watchers --------------------------------------------------------------
 */

static void watch(struct station *station)
{
    struct rlk_world *world = station->world;
    struct rlk_conn_watch want = rlk_conn_watch(&station->conn);
    int events = (want.read ? EV_READ : 0) | (want.write ? EV_WRITE : 0);

    if (events == 0) {
        ev_io_stop(world->loop, &station->io);
        return;
    }
    if (ev_is_active(&station->io) && station->serial == want.serial &&
        (station->io.events & (EV_READ | EV_WRITE)) == events)
        return;
    ev_io_stop(world->loop, &station->io);
    ev_io_set(&station->io, want.descriptor, events);
    ev_io_start(world->loop, &station->io);
    station->serial = want.serial;
    world->changed = true;
}

/* Ready, not blocked, and watched as such: there is nothing to change. */
static bool goes_on(const struct station *station)
{
    const struct rlk_conn *conn = &station->conn;

    return station->steady && conn->state == RLK_CONN_READY && !conn->blocked &&
           station->serial == conn->descriptors;
}

/* After anything that a connection did or was asked to do. */
static void settle(struct station *station)
{
    struct rlk_world *world = station->world;

    if (rlk_conn_unsent(&station->conn))
        world->unsent |= bit(station);
    else
        world->unsent &= ~bit(station);
    if (goes_on(station))
        return;
    watch(station);
    station->steady =
        station->conn.state == RLK_CONN_READY && !station->conn.blocked;
    if (station->conn.state == RLK_CONN_FAILED) {
        world->failed |= bit(station);
        world->changed = true;
    } else {
        world->failed &= ~bit(station);
    }
}

/*
 * Tells the coordinator what a connection has to say. It may drop or make
 * connections meanwhile, this one too: what is drawn next is then another's.
 */
static void tell(struct station *station)
{
    struct rlk_coord *coord = station->world->coord;
    struct rlk_conn_event event;

    while (rlk_conn_next(&station->conn, &event)) {
        switch (event.kind) {
        case RLK_CONN_UP:
            rlk_coord_connected(coord, station->node, event.identity);
            break;
        case RLK_CONN_DOWN:
            rlk_coord_disconnected(coord, station->node, event.reason,
                                   event.message);
            break;
        case RLK_CONN_ANSWER:
            rlk_coord_answer(coord, station->node, &event.answer);
            break;
        }
    }
    settle(station);
}

static void on_io(struct ev_loop *loop, ev_io *io, int events)
{
    struct station *station = io->data;

    (void)loop;
    if ((events & EV_WRITE) != 0)
        rlk_conn_writable(&station->conn);
    if ((events & EV_READ) != 0)
        rlk_conn_readable(&station->conn);
    tell(station);
}

/*
 * A timer that fires too early costs less than one that is set anew for each
 * request: most instants are never reached.
 */
static void arm(struct rlk_world *world, int64_t instant)
{
    /* All zeroes would disarm it. */
    int64_t at = instant > 0 ? instant : 1;
    struct itimerspec spec = {
        .it_value = {.tv_sec = at / RLK_NS_PER_S, .tv_nsec = at % RLK_NS_PER_S},
    };
    int status;

    world->asked = instant;
    if (instant >= world->armed)
        return;
    status = timerfd_settime(world->timer_fd, TFD_TIMER_ABSTIME, &spec, NULL);
    assert(status == 0);
    (void)status;
    world->armed = instant;
}

static void on_timer(struct ev_loop *loop, ev_io *io, int events)
{
    struct rlk_world *world = io->data;
    uint64_t expirations;

    (void)loop, (void)events;
    if (read(world->timer_fd, &expirations, sizeof(expirations)) < 0)
        return;
    world->armed = RLK_NEVER;
    if (world->asked <= rlk_now()) {
        world->asked = RLK_NEVER;
        rlk_coord_tick(world->coord);
    } else {
        /* Asked for while an earlier instant was armed. */
        arm(world, world->asked);
    }
}

static void on_bell(struct ev_loop *loop, ev_async *bell, int events)
{
    /* Rung for the prepare watcher, which comes by itself. */
    (void)loop, (void)bell, (void)events;
}

/* The answers of this turn: handed over before ev_run(EVRUN_ONCE) returns. */
static void after_waiting(struct ev_loop *loop, ev_check *check, int events)
{
    struct rlk_world *world = check->data;

    (void)loop, (void)events;
    (void)rlk_coord_deliver(world->coord);
}

static void before_waiting(struct ev_loop *loop, ev_prepare *prepare,
                           int events)
{
    struct rlk_world *world = prepare->data;
    bool delivers;

    (void)loop, (void)events;
    for (uint32_t failed = world->failed; failed != 0;)
        tell(&world->station[take_node(&failed)]);
    delivers = rlk_notices_waiting(&world->coord->notices);
    if (!rlk_coord_deliver(world->coord))
        return;
    rlk_world_flush(world);
    /* What was delivered may be what the loop was run for: it does not wait. */
    if (delivers || world->failed != 0 ||
        rlk_notices_waiting(&world->coord->notices))
        rlk_world_wake(world);
}

/* --- what the coordinator asks ----------------------------------------------
 */

static int64_t ask_now(struct rlk_transport *transport)
{
    (void)transport;
    return rlk_now();
}

static void ask_connect(struct rlk_transport *transport, int node)
{
    struct station *station = &world_of(transport)->station[node];

    rlk_conn_connect(&station->conn);
    settle(station);
}

static void ask_disconnect(struct rlk_transport *transport, int node)
{
    struct station *station = &world_of(transport)->station[node];

    ev_io_stop(station->world->loop, &station->io);
    rlk_conn_drop(&station->conn);
    settle(station);
}

static bool ask_send(struct rlk_transport *transport, int node,
                     const struct rlk_request *request)
{
    struct rlk_world *world = world_of(transport);
    struct station *station = &world->station[node];

    if (!rlk_conn_send(&station->conn, request))
        return false;
    world->unsent |= bit(station);
    return true;
}

static void ask_arm(struct rlk_transport *transport, int64_t instant)
{
    arm(world_of(transport), instant);
}

static void ask_random(struct rlk_transport *transport, void *bytes,
                       size_t count)
{
    char *at = bytes;

    (void)transport;
    while (count > 0) {
        ssize_t got = getrandom(at, count, 0);
        assert(got > 0 || errno == EINTR);
        if (got > 0) {
            at += got;
            count -= (size_t)got;
        }
    }
}

static void ask_wake(struct rlk_transport *transport)
{
    /* Delivered before the loop waits; from another thread, if it is told. */
    world_of(transport)->changed = true;
}

static const struct rlk_transport_ops world_ops = {
    .now = ask_now,
    .connect = ask_connect,
    .disconnect = ask_disconnect,
    .send = ask_send,
    .arm = ask_arm,
    .random = ask_random,
    .wake = ask_wake,
};

/* --- life --------------------------------------------------------------------
 */

static void init_station(struct rlk_world *world, int node,
                         const struct rlk_uri *uri)
{
    struct station *station = &world->station[node];
    struct rlk_credentials credentials = {
        .username = uri->username != NULL ? uri->username : world->username,
        .password = uri->password != NULL ? uri->password : world->password,
    };

    station->world = world;
    station->node = node;
    rlk_conn_init(&station->conn, uri, &credentials);
    ev_init(&station->io, on_io);
    station->io.data = station;
}

static void start_watchers(struct rlk_world *world)
{
    ev_prepare_init(&world->prepare, before_waiting);
    /* Last of all that run then: others' may call the library. */
    ev_set_priority(&world->prepare, EV_MINPRI);
    world->prepare.data = world;
    ev_prepare_start(world->loop, &world->prepare);

    ev_check_init(&world->check, after_waiting);
    ev_set_priority(&world->check, EV_MINPRI);
    world->check.data = world;
    ev_check_start(world->loop, &world->check);

    ev_async_init(&world->bell, on_bell);
    ev_async_start(world->loop, &world->bell);

    ev_io_init(&world->timer, on_timer, world->timer_fd, EV_READ);
    world->timer.data = world;
    ev_io_start(world->loop, &world->timer);
}

static void wipe(char *secret)
{
    if (secret != NULL)
        explicit_bzero(secret, strlen(secret));
    rlk_free(secret);
}

static void free_world(struct rlk_world *world)
{
    if (world->timer_fd >= 0)
        close(world->timer_fd);
    wipe(world->password);
    rlk_free(world->username);
    rlk_free(world);
}

/* false: no memory. Copies nothing where there is nothing. */
static bool copy_text(const char *text, char **copy)
{
    *copy = text != NULL ? rlk_text_copy(text) : NULL;
    return text == NULL || *copy != NULL;
}

struct rlk_world *rlk_world_open(struct ev_loop *loop,
                                 const struct rlk_world_settings *settings,
                                 struct rlk_coord *coord)
{
    int nodes = settings->uris->count;
    struct rlk_world *world =
        rlk_alloc(sizeof(*world) + (size_t)nodes * sizeof(world->station[0]));

    if (world == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    *world = (struct rlk_world){
        .transport = {.ops = &world_ops},
        .loop = loop,
        .coord = coord,
        .armed = RLK_NEVER,
        .asked = RLK_NEVER,
        .nodes = nodes,
    };
    world->timer_fd =
        timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (world->timer_fd < 0) {
        free_world(world);
        return NULL;
    }
    if (!copy_text(settings->username, &world->username) ||
        !copy_text(settings->password, &world->password)) {
        free_world(world);
        errno = ENOMEM;
        return NULL;
    }
    for (int node = 0; node < nodes; node++)
        init_station(world, node, &settings->uris->uri[node]);
    start_watchers(world);
    return world;
}

struct rlk_transport *rlk_world_transport(struct rlk_world *world)
{
    return &world->transport;
}

bool rlk_world_flush(struct rlk_world *world)
{
    bool changed;

    for (uint32_t unsent = world->unsent; unsent != 0;) {
        struct station *station = &world->station[take_node(&unsent)];
        rlk_conn_flush(&station->conn);
        settle(station);
    }
    changed = world->changed;
    world->changed = false;
    return changed;
}

void rlk_world_wake(struct rlk_world *world)
{
    ev_async_send(world->loop, &world->bell);
}

void rlk_world_close(struct rlk_world *world)
{
    for (int node = 0; node < world->nodes; node++) {
        ev_io_stop(world->loop, &world->station[node].io);
        rlk_conn_clear(&world->station[node].conn);
    }
    ev_io_stop(world->loop, &world->timer);
    ev_async_stop(world->loop, &world->bell);
    ev_prepare_stop(world->loop, &world->prepare);
    ev_check_stop(world->loop, &world->check);
    free_world(world);
}
