/* SPDX-License-Identifier: MIT */
/* Production's world: connections, the boot clock and a timer behind epoll. */

#include "redlock/world.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/conn.h"
#include "redlock/memory.h"

/* A set of nodes is a word of bits. */
_Static_assert(REDLOCK_NODES_MAX <= 32, "a bit for each node");

/* Beside the nodes: the timer and the bell. */
#define READY_MOST (REDLOCK_NODES_MAX + 2)
#define TIMER REDLOCK_NODES_MAX
#define BELL (REDLOCK_NODES_MAX + 1)

/*
 * What had come in when an instant was there is read before the instant is
 * judged: in so many looks at most, each of which reads every socket once.
 */
#define LOOKS_MOST 4096

/* A loop that turns looks more often than this. */
#define IDLE_NS (50 * RLK_NS_PER_MS)

struct station {
    struct rlk_world *world;
    int node;
    struct rlk_conn conn;
    int watched;     /* the descriptor that epoll knows; -1: none */
    uint32_t serial; /* of that descriptor */
    uint32_t events; /* what epoll looks for there */
    bool steady;     /* a ready connection is watched for reading only */
};

struct rlk_world {
    struct rlk_transport transport; /* first: the coordinator sees this */
    struct rlk_coord *coord;
    int epoll;
    int timer;
    int bell;
    int64_t armed;  /* what the kernel was told; RLK_NEVER: nothing */
    int64_t asked;  /* what the coordinator wants */
    int64_t looked; /* when somebody last looked at the sockets */
    char *username;
    char *password;
    struct rlk_random random;
    uint32_t unsent; /* nodes with requests that have not left */
    int64_t queued;  /* when the first of them was */
    int64_t flushed; /* when all that had been queued was written last */
    uint32_t failed; /* nodes whose failure has not been told */
    bool news;       /* since the last flush, for a turn of the loop to tell */
    int ready_count; /* by the last wait */
    struct epoll_event ready[READY_MOST];
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

static void note_unsent(struct station *station)
{
    struct rlk_world *world = station->world;

    if (world->unsent == 0)
        world->queued = rlk_now();
    world->unsent |= bit(station);
}

/* --- what is waited for ----------------------------------------------------
 *
 * A descriptor is taken out before it is closed: a child after fork() may have
 * it open still, and epoll would go on to tell of it.
 */

/* Of which descriptor an event tells: the one before may have had its number.
 */
static uint64_t mark(int who, uint32_t serial)
{
    return (uint64_t)serial << 32 | (uint32_t)who;
}

static void unwatch(struct station *station)
{
    if (station->watched >= 0)
        (void)epoll_ctl(station->world->epoll, EPOLL_CTL_DEL, station->watched,
                        NULL);
    station->watched = -1;
    station->events = 0;
}

/* The connection has done with a descriptor, and leaves it to be closed. */
static void close_left(struct station *station)
{
    int left = rlk_conn_left(&station->conn);

    if (left < 0)
        return;
    if (left == station->watched)
        unwatch(station);
    close(left);
}

static bool tell_epoll(struct station *station,
                       const struct rlk_conn_watch *want, uint32_t events)
{
    struct epoll_event event = {
        .events = events,
        .data.u64 = mark(station->node, want->serial),
    };
    bool known =
        station->watched == want->descriptor && station->serial == want->serial;

    if (known && station->events == events)
        return true;
    if (!known)
        unwatch(station);
    if (epoll_ctl(station->world->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD,
                  want->descriptor, &event) != 0)
        return false;
    station->watched = want->descriptor;
    station->serial = want->serial;
    station->events = events;
    return true;
}

static void watch(struct station *station)
{
    struct rlk_conn_watch want = rlk_conn_watch(&station->conn);
    uint32_t events = (want.read ? EPOLLIN : 0U) | (want.write ? EPOLLOUT : 0U);

    if (events == 0)
        unwatch(station);
    else if (!tell_epoll(station, &want, events))
        rlk_conn_refuse(&station->conn, errno);
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
        note_unsent(station);
    else
        world->unsent &= ~bit(station);
    if (goes_on(station))
        return;
    close_left(station);
    watch(station);
    close_left(station);
    station->steady =
        station->conn.state == RLK_CONN_READY && !station->conn.blocked;
    if (station->conn.state == RLK_CONN_FAILED) {
        world->failed |= bit(station);
        world->news = true;
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

/* The descriptors' state is what it is when they are read, not when told. */
static void take_from(struct station *station, uint32_t events)
{
    bool ended = (events & (EPOLLERR | EPOLLHUP)) != 0;
    struct rlk_conn_watch want = rlk_conn_watch(&station->conn);

    /* A look-up that has ended closes its descriptor itself. */
    if (station->conn.state == RLK_CONN_RESOLVING)
        unwatch(station);
    if (want.write && (ended || (events & EPOLLOUT) != 0))
        rlk_conn_writable(&station->conn);
    if (want.read && (ended || (events & EPOLLIN) != 0))
        rlk_conn_readable(&station->conn);
    tell(station);
}

/* --- time --------------------------------------------------------------------
 */

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
    status = timerfd_settime(world->timer, TFD_TIMER_ABSTIME, &spec, NULL);
    assert(status == 0);
    (void)status;
    world->armed = instant;
}

static void read_sockets(struct rlk_world *world)
{
    for (int i = 0; i < world->ready_count; i++) {
        uint64_t data = world->ready[i].data.u64;
        uint32_t who = (uint32_t)data;
        struct station *station = &world->station[who];

        if (who < (uint32_t)world->nodes && station->watched >= 0 &&
            data == mark(station->node, station->serial))
            take_from(station, world->ready[i].events);
    }
}

/* Is the one that is not a node among what came in? */
static bool rang(const struct rlk_world *world, int who)
{
    for (int i = 0; i < world->ready_count; i++) {
        if (world->ready[i].data.u64 == mark(who, 0))
            return true;
    }
    return false;
}

static void look(struct rlk_world *world, int timeout_ms)
{
    int count = epoll_wait(world->epoll, world->ready, READY_MOST, timeout_ms);

    world->ready_count = count < 0 ? 0 : count;
}

static bool any_node_ready(const struct rlk_world *world)
{
    for (int i = 0; i < world->ready_count; i++) {
        if ((uint32_t)world->ready[i].data.u64 < (uint32_t)world->nodes)
            return true;
    }
    return false;
}

/* The instant was there at now: what was in by then is read, then it counts. */
static void ring_timer(struct rlk_world *world)
{
    int64_t now = rlk_now();
    uint64_t expirations;

    if (read(world->timer, &expirations, sizeof(expirations)) < 0)
        return;
    world->armed = RLK_NEVER;
    if (world->asked > now) {
        /* Asked for while an earlier instant was armed. */
        arm(world, world->asked);
        return;
    }
    for (int looks = 0; looks < LOOKS_MOST; looks++) {
        look(world, 0);
        if (!any_node_ready(world))
            break;
        read_sockets(world);
    }
    world->asked = RLK_NEVER;
    rlk_coord_tick(world->coord, now);
}

void rlk_world_wait(struct rlk_world *world, int64_t ns)
{
    int64_t ms =
        ns == RLK_NEVER ? -1 : (ns + RLK_NS_PER_MS - 1) / RLK_NS_PER_MS;

    look(world, ms > INT_MAX ? INT_MAX : (int)ms);
}

void rlk_world_take(struct rlk_world *world)
{
    bool timer = rang(world, TIMER);
    uint64_t rings;

    if (rang(world, BELL))
        (void)!read(world->bell, &rings, sizeof(rings));
    read_sockets(world);
    world->ready_count = 0;
    if (timer)
        ring_timer(world);
}

enum rlk_world_next rlk_world_settle(struct rlk_world *world)
{
    bool delivers;

    for (uint32_t failed = world->failed; failed != 0;)
        tell(&world->station[take_node(&failed)]);
    delivers = rlk_notices_waiting(&world->coord->notices);
    if (!rlk_coord_deliver(world->coord))
        return RLK_WORLD_GONE;
    rlk_world_flush(world);
    /* What was delivered may be what is waited for. */
    return delivers || world->failed != 0 ||
                   rlk_notices_waiting(&world->coord->notices)
               ? RLK_WORLD_AGAIN
               : RLK_WORLD_WAIT;
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
    note_unsent(station);
    return true;
}

static void ask_arm(struct rlk_transport *transport, int64_t instant)
{
    arm(world_of(transport), instant);
}

static void ask_random(struct rlk_transport *transport, void *bytes,
                       size_t count)
{
    rlk_random_fill(&world_of(transport)->random, bytes, count);
}

static void ask_wake(struct rlk_transport *transport)
{
    /* Delivered before the loop waits; from another thread, if it is told. */
    world_of(transport)->news = true;
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
    station->watched = -1;
    rlk_conn_init(&station->conn, uri, &credentials);
}

static void wipe(char *secret)
{
    if (secret != NULL)
        explicit_bzero(secret, strlen(secret));
    rlk_free(secret);
}

static void close_one(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

static void free_world(struct rlk_world *world)
{
    close_one(world->timer);
    close_one(world->bell);
    close_one(world->epoll);
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

static bool watch_own(struct rlk_world *world, int descriptor, int who)
{
    struct epoll_event event = {
        .events = EPOLLIN,
        .data.u64 = mark(who, 0),
    };

    return descriptor >= 0 &&
           epoll_ctl(world->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

/* false: errno says what is lacking. */
static bool equip(struct rlk_world *world)
{
    world->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (world->epoll < 0)
        return false;
    world->timer = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (!watch_own(world, world->timer, TIMER))
        return false;
    world->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return watch_own(world, world->bell, BELL);
}

struct rlk_world *rlk_world_open(const struct rlk_world_settings *settings,
                                 struct rlk_coord *coord)
{
    int nodes = settings->uris->count;
    struct rlk_world *world =
        rlk_alloc(sizeof(*world) + (size_t)nodes * sizeof(world->station[0]));
    int error = ENOMEM;

    if (world == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    world->transport.ops = &world_ops;
    world->coord = coord;
    world->epoll = world->timer = world->bell = -1;
    world->armed = world->asked = RLK_NEVER;
    world->looked = world->flushed = rlk_now();
    world->random = settings->random;
    world->nodes = nodes;
    if (!equip(world)) {
        error = errno;
        goto out;
    }
    if (!copy_text(settings->username, &world->username) ||
        !copy_text(settings->password, &world->password))
        goto out;
    for (int node = 0; node < nodes; node++)
        init_station(world, node, &settings->uris->uri[node]);
    return world;

out:
    free_world(world);
    errno = error;
    return NULL;
}

struct rlk_transport *rlk_world_transport(struct rlk_world *world)
{
    return &world->transport;
}

int rlk_world_fd(const struct rlk_world *world)
{
    return world->epoll;
}

/* The clock is read once more for it, as often as something is written. */
static void say_written(struct rlk_world *world)
{
    int64_t since = world->flushed;

    world->flushed = rlk_now();
    rlk_coord_left(world->coord, since,
                   rlk_clock_sub(world->flushed, world->queued),
                   world->flushed);
}

bool rlk_world_flush(struct rlk_world *world)
{
    bool wrote = world->unsent != 0;
    bool news;

    for (uint32_t unsent = world->unsent; unsent != 0;) {
        struct station *station = &world->station[take_node(&unsent)];
        rlk_conn_flush(&station->conn);
        settle(station);
    }
    if (wrote)
        say_written(world);
    news = world->news;
    world->news = false;
    return news;
}

void rlk_world_wake(struct rlk_world *world)
{
    uint64_t one = 1;
    int error = errno;

    /* A bell that cannot take another one is rung. */
    (void)!write(world->bell, &one, sizeof(one));
    errno = error;
}

uint32_t rlk_world_nameless(const struct rlk_world *world)
{
    uint32_t nodes = 0;

    for (int node = 0; node < world->nodes; node++) {
        if (world->station[node].conn.state == RLK_CONN_RESOLVING)
            nodes |= bit(&world->station[node]);
    }
    return nodes;
}

bool rlk_world_deliver(struct rlk_world *world)
{
    return rlk_coord_deliver(world->coord);
}

void rlk_world_looked(struct rlk_world *world)
{
    world->looked = rlk_now();
}

int64_t rlk_world_catch_up(struct rlk_world *world)
{
    int64_t now = rlk_now();
    int64_t idle = rlk_clock_sub(now, world->looked);

    world->looked = now;
    if (idle > IDLE_NS)
        rlk_coord_overlook(world->coord, idle);
    return idle;
}

void rlk_world_close(struct rlk_world *world)
{
    for (int node = 0; node < world->nodes; node++)
        rlk_conn_clear(&world->station[node].conn);
    free_world(world);
}
