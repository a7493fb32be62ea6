/* SPDX-License-Identifier: MIT */
/* Production's transport: connections, the boot clock and a timer behind epoll.
 */

#include "redlock/net/sockets.h"

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
#include "redlock/net/conn.h"
#include "redlock/runtime/memory.h"

/* A set of nodes is a word of bits. */
_Static_assert(REDLOCK_NODES_MAX <= 32, "a bit for each node");

/* Beside the nodes: the timer and the wakeup. */
#define READY_MOST (REDLOCK_NODES_MAX + 2)
#define TIMER REDLOCK_NODES_MAX
#define WAKEUP (REDLOCK_NODES_MAX + 1)

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

/* A loop that turns looks more often than this. */
#define IDLE_NS (50 * RLK_NS_PER_MS)

struct station {
    struct rlk_sockets *sockets;
    int node;
    struct rlk_conn conn;
    int watched;     /* the descriptor that epoll knows; -1: none */
    uint32_t serial; /* of that descriptor */
    uint32_t events; /* what epoll looks for there */
    bool steady;     /* a ready connection is watched for reading only */
};

struct rlk_sockets {
    struct rlk_transport transport; /* first: the core sees this */
    struct rlk_core *core;
    int epoll;
    int timer;
    int wakeup;
    int64_t armed;  /* what the kernel was told; RLK_NEVER: nothing */
    int64_t asked;  /* what the core wants */
    int64_t looked; /* when somebody last looked at the sockets */
    int64_t now;    /* the clock as it was read after the last bytes were */
    int judged;     /* answers since then */
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

static struct rlk_sockets *world_of(struct rlk_transport *transport)
{
    return (struct rlk_sockets *)transport;
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
    struct rlk_sockets *sockets = station->sockets;

    if (sockets->unsent == 0)
        sockets->queued = rlk_now();
    sockets->unsent |= bit(station);
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
        (void)epoll_ctl(station->sockets->epoll, EPOLL_CTL_DEL,
                        station->watched, NULL);
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
    if (epoll_ctl(station->sockets->epoll,
                  known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, want->descriptor,
                  &event) != 0)
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
    struct rlk_sockets *sockets = station->sockets;

    if (rlk_conn_unsent(&station->conn))
        note_unsent(station);
    else
        sockets->unsent &= ~bit(station);
    if (goes_on(station))
        return;
    close_left(station);
    watch(station);
    close_left(station);
    station->steady =
        station->conn.state == RLK_CONN_READY && !station->conn.blocked;
    if (station->conn.state == RLK_CONN_FAILED) {
        sockets->failed |= bit(station);
        sockets->news = true;
    } else {
        sockets->failed &= ~bit(station);
    }
}

static void read_clock(struct rlk_sockets *sockets)
{
    sockets->now = rlk_now();
    sockets->judged = 0;
}

/*
 * Tells the core what a connection has to say. It may drop or make
 * connections meanwhile, this one too: what is drawn next is then another's.
 */
static void tell(struct station *station)
{
    struct rlk_sockets *sockets = station->sockets;
    struct rlk_core *core = sockets->core;
    struct rlk_conn_event event;

    while (rlk_conn_next(&station->conn, &event)) {
        if (sockets->judged++ >= JUDGED_MOST)
            read_clock(sockets);
        switch (event.kind) {
        case RLK_CONN_UP:
            rlk_core_connected(core, station->node, event.identity,
                               sockets->now);
            break;
        case RLK_CONN_DOWN:
            rlk_core_disconnected(core, station->node, event.reason,
                                  event.message, sockets->now);
            break;
        case RLK_CONN_ANSWER:
            rlk_core_answer(core, station->node, &event.answer, sockets->now);
            break;
        }
    }
    settle(station);
}

/* The descriptors' state is what it is when they are read, not when told. */
static void read_from(struct station *station, uint32_t events)
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
}

/* --- time --------------------------------------------------------------------
 */

/*
 * A timer that fires too early costs less than one that is set anew for each
 * request: most instants are never reached.
 */
static void arm(struct rlk_sockets *sockets, int64_t instant)
{
    /* All zeroes would disarm it. */
    int64_t at = instant > 0 ? instant : 1;
    struct itimerspec spec = {
        .it_value = {.tv_sec = at / RLK_NS_PER_S, .tv_nsec = at % RLK_NS_PER_S},
    };
    int status;

    sockets->asked = instant;
    if (instant >= sockets->armed)
        return;
    status = timerfd_settime(sockets->timer, TFD_TIMER_ABSTIME, &spec, NULL);
    assert(status == 0);
    (void)status;
    sockets->armed = instant;
}

static void read_sockets(struct rlk_sockets *sockets)
{
    uint32_t read = 0;

    for (int i = 0; i < sockets->ready_count; i++) {
        uint64_t data = sockets->ready[i].data.u64;
        uint32_t who = (uint32_t)data;
        struct station *station = &sockets->station[who];

        if (who >= (uint32_t)sockets->nodes || station->watched < 0 ||
            data != mark(station->node, station->serial))
            continue;
        read_from(station, sockets->ready[i].events);
        read |= bit(station);
    }
    if (read == 0)
        return;
    read_clock(sockets);
    while (read != 0)
        tell(&sockets->station[take_node(&read)]);
}

/* Is the one that is not a node among what came in? */
static bool rang(const struct rlk_sockets *sockets, int who)
{
    for (int i = 0; i < sockets->ready_count; i++) {
        if (sockets->ready[i].data.u64 == mark(who, 0))
            return true;
    }
    return false;
}

static void look(struct rlk_sockets *sockets, int timeout_ms)
{
    int count =
        epoll_wait(sockets->epoll, sockets->ready, READY_MOST, timeout_ms);

    sockets->ready_count = count < 0 ? 0 : count;
}

static bool any_node_ready(const struct rlk_sockets *sockets)
{
    for (int i = 0; i < sockets->ready_count; i++) {
        if ((uint32_t)sockets->ready[i].data.u64 < (uint32_t)sockets->nodes)
            return true;
    }
    return false;
}

/* The instant was there at now: what was in by then is read, then it counts. */
static void ring_timer(struct rlk_sockets *sockets)
{
    int64_t now = rlk_now();
    uint64_t expirations;

    if (read(sockets->timer, &expirations, sizeof(expirations)) < 0)
        return;
    sockets->armed = RLK_NEVER;
    if (sockets->asked > now) {
        /* Asked for while an earlier instant was armed. */
        arm(sockets, sockets->asked);
        return;
    }
    for (int looks = 0; looks < LOOKS_MOST; looks++) {
        look(sockets, 0);
        if (!any_node_ready(sockets))
            break;
        read_sockets(sockets);
    }
    sockets->asked = RLK_NEVER;
    rlk_core_tick(sockets->core, now);
}

void rlk_sockets_wait(struct rlk_sockets *sockets, int64_t ns)
{
    int64_t ms =
        ns == RLK_NEVER ? -1 : (ns + RLK_NS_PER_MS - 1) / RLK_NS_PER_MS;

    look(sockets, ms > INT_MAX ? INT_MAX : (int)ms);
}

void rlk_sockets_take(struct rlk_sockets *sockets)
{
    bool timer = rang(sockets, TIMER);
    uint64_t rings;

    if (rang(sockets, WAKEUP))
        (void)!read(sockets->wakeup, &rings, sizeof(rings));
    read_sockets(sockets);
    sockets->ready_count = 0;
    if (timer)
        ring_timer(sockets);
}

enum rlk_sockets_next rlk_sockets_settle(struct rlk_sockets *sockets)
{
    bool delivers;

    read_clock(sockets);
    for (uint32_t failed = sockets->failed; failed != 0;)
        tell(&sockets->station[take_node(&failed)]);
    delivers = rlk_completions_waiting(&sockets->core->runtime.completions);
    if (!rlk_core_run_completions(sockets->core, sockets->now))
        return RLK_SOCKETS_GONE;
    rlk_sockets_flush(sockets);
    /* What was delivered may be what is waited for. */
    return delivers || sockets->failed != 0 ||
                   rlk_completions_waiting(&sockets->core->runtime.completions)
               ? RLK_SOCKETS_AGAIN
               : RLK_SOCKETS_WAIT;
}

/* --- what the core asks ----------------------------------------------
 */

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
    struct rlk_sockets *sockets = world_of(transport);
    struct station *station = &sockets->station[node];

    /* It has broken, and the core hears of that next: lost with the rest. */
    if (station->conn.state == RLK_CONN_FAILED)
        return true;
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
    .connect = ask_connect,
    .disconnect = ask_disconnect,
    .send = ask_send,
    .arm = ask_arm,
    .random = ask_random,
    .wake = ask_wake,
};

/* --- life --------------------------------------------------------------------
 */

static void init_station(struct rlk_sockets *sockets, int node,
                         const struct rlk_uri *uri)
{
    struct station *station = &sockets->station[node];
    struct rlk_credentials credentials = {
        .username = uri->username != NULL ? uri->username : sockets->username,
        .password = uri->password != NULL ? uri->password : sockets->password,
    };

    station->sockets = sockets;
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

static void free_world(struct rlk_sockets *sockets)
{
    close_one(sockets->timer);
    close_one(sockets->wakeup);
    close_one(sockets->epoll);
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

static bool watch_own(struct rlk_sockets *sockets, int descriptor, int who)
{
    struct epoll_event event = {
        .events = EPOLLIN,
        .data.u64 = mark(who, 0),
    };

    return descriptor >= 0 &&
           epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

/* false: errno says what is lacking. */
static bool equip(struct rlk_sockets *sockets)
{
    sockets->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (sockets->epoll < 0)
        return false;
    sockets->timer = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (!watch_own(sockets, sockets->timer, TIMER))
        return false;
    sockets->wakeup = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return watch_own(sockets, sockets->wakeup, WAKEUP);
}

struct rlk_sockets *
rlk_sockets_open(const struct rlk_sockets_settings *settings,
                 struct rlk_core *core)
{
    int nodes = settings->uris->count;
    struct rlk_sockets *sockets = rlk_alloc(
        sizeof(*sockets) + (size_t)nodes * sizeof(sockets->station[0]));
    int error = ENOMEM;

    if (sockets == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    sockets->transport.ops = &world_ops;
    sockets->core = core;
    sockets->epoll = sockets->timer = sockets->wakeup = -1;
    sockets->armed = sockets->asked = RLK_NEVER;
    sockets->looked = sockets->flushed = rlk_now();
    sockets->random = settings->random;
    sockets->nodes = nodes;
    if (!equip(sockets)) {
        error = errno;
        goto out;
    }
    if (!copy_text(settings->username, &sockets->username) ||
        !copy_text(settings->password, &sockets->password))
        goto out;
    for (int node = 0; node < nodes; node++)
        init_station(sockets, node, &settings->uris->uri[node]);
    return sockets;

out:
    free_world(sockets);
    errno = error;
    return NULL;
}

struct rlk_transport *rlk_sockets_transport(struct rlk_sockets *sockets)
{
    return &sockets->transport;
}

int rlk_sockets_fd(const struct rlk_sockets *sockets)
{
    return sockets->epoll;
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

    for (uint32_t unsent = sockets->unsent; unsent != 0;) {
        struct station *station = &sockets->station[take_node(&unsent)];
        rlk_conn_flush(&station->conn);
        settle(station);
    }
    if (wrote)
        say_written(sockets);
    news = sockets->news;
    sockets->news = false;
    return news;
}

void rlk_sockets_wake(struct rlk_sockets *sockets)
{
    uint64_t one = 1;
    int error = errno;

    /* A wakeup that cannot take another one is rung. */
    (void)!write(sockets->wakeup, &one, sizeof(one));
    errno = error;
}

uint32_t rlk_sockets_nameless(const struct rlk_sockets *sockets)
{
    uint32_t nodes = 0;

    for (int node = 0; node < sockets->nodes; node++) {
        if (sockets->station[node].conn.state == RLK_CONN_RESOLVING)
            nodes |= bit(&sockets->station[node]);
    }
    return nodes;
}

bool rlk_sockets_run_completions(struct rlk_sockets *sockets)
{
    return rlk_core_run_completions(sockets->core, rlk_now());
}

void rlk_sockets_looked(struct rlk_sockets *sockets)
{
    sockets->looked = rlk_now();
}

int64_t rlk_sockets_catch_up(struct rlk_sockets *sockets)
{
    int64_t now = rlk_now();
    int64_t idle = rlk_clock_sub(now, sockets->looked);

    sockets->looked = now;
    if (idle > IDLE_NS)
        rlk_core_overlook(sockets->core, idle);
    return idle;
}

void rlk_sockets_close(struct rlk_sockets *sockets)
{
    for (int node = 0; node < sockets->nodes; node++)
        rlk_conn_clear(&sockets->station[node].conn);
    free_world(sockets);
}
