/* SPDX-License-Identifier: MIT */
/*
 * F3, the throughput floor: one thread, one connection to each master, many
 * pairs in progress. Commands are prepared bytes, written together once in each
 * turn of the loop. Each pair waits twice for the answers of a majority.
 */

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/floor_node.h"

#define BUFFER_SIZE (1 << 20)
#define QUEUE_SIZE (1 << 15) /* a power of two */
#define COMMAND_MAX 192
#define READ_SIZE (1 << 16)
#define BEHIND_MOST 4096 /* commands, far fewer than the buffers hold */

/* A command, and the position of the token in it. */
struct command {
    char bytes[COMMAND_MAX];
    size_t length;
    char *token;
};

struct pair {
    struct command set;
    struct command release;
    int64_t start;
    int64_t held;  /* 0: not held yet */
    int64_t round; /* answers to earlier rounds do not count */
    int votes;
};

/* A command that was sent and is not answered yet. */
struct asked {
    int pair;
    int64_t round;
};

struct node {
    redisContext *context;
    size_t length;
    uint32_t first;
    uint32_t last;
    char buffer[BUFFER_SIZE];
    struct asked queue[QUEUE_SIZE];
};

static struct driver driver;
static struct node *nodes;
static struct pair *pairs;
static int needed;
static int under_way;

static void prepare(struct command *command, struct floor_command words,
                    const char *token)
{
    char *bytes;
    int length = redisFormatCommandArgv(&bytes, words.count, words.word, NULL);

    if (length < 0 || (size_t)length >= sizeof(command->bytes))
        driver_fail("a command is too long");
    memcpy(command->bytes, bytes, (size_t)length + 1);
    command->length = (size_t)length;
    command->token = strstr(command->bytes, token);
    redisFreeCommand(bytes);
}

static void prepare_pair(int index)
{
    char key[FLOOR_KEY_MAX];
    char token[FLOOR_TOKEN_MAX];

    floor_key(key, index);
    floor_token(token, 0);
    prepare(&pairs[index].set, floor_set(key, token), token);
    prepare(&pairs[index].release, floor_release(key, token), token);
}

static void send_to_all(int index, const struct command *command)
{
    struct pair *pair = &pairs[index];

    pair->round++;
    pair->votes = 0;
    for (int i = 0; i < driver.plan.nodes; i++) {
        struct node *node = &nodes[i];

        if (node->length + command->length > BUFFER_SIZE ||
            node->last - node->first == QUEUE_SIZE)
            driver_fail("a master is too far behind");
        memcpy(node->buffer + node->length, command->bytes, command->length);
        node->length += command->length;
        node->queue[node->last++ % QUEUE_SIZE] =
            (struct asked){.pair = index, .round = pair->round};
    }
}

static void start_pair(int index, int64_t now)
{
    struct pair *pair = &pairs[index];
    char token[FLOOR_TOKEN_MAX];

    if (!driver_goes_on(&driver, now)) {
        under_way--;
        return;
    }
    floor_token(token, (driver.done << 12) + index);
    memcpy(pair->set.token, token, strlen(token));
    memcpy(pair->release.token, token, strlen(token));
    pair->start = now;
    pair->held = 0;
    send_to_all(index, &pair->set);
}

static void count_vote(const struct asked *asked, int64_t now)
{
    struct pair *pair = &pairs[asked->pair];

    if (asked->round != pair->round || ++pair->votes != needed)
        return;
    if (pair->held == 0) {
        pair->held = now;
        send_to_all(asked->pair, &pair->release);
        return;
    }
    driver_record(
        &driver,
        &(struct driver_sample){.worker = asked->pair,
                                .acquire_ns = pair->held - pair->start,
                                .release_ns = now - pair->held},
        now);
    start_pair(asked->pair, now);
}

/* Every answer is one short line, so no parser is needed. */
static void read_node(struct node *node)
{
    char bytes[READ_SIZE];
    ssize_t length = read(node->context->fd, bytes, sizeof(bytes));
    int64_t now = driver_now();

    if (length <= 0)
        driver_fail("a master hung up");
    for (ssize_t i = 0; i < length; i++) {
        if (bytes[i] == '-' || bytes[i] == '$')
            driver_fail("a master gave an unexpected answer");
        if (bytes[i] == '\n')
            count_vote(&node->queue[node->first++ % QUEUE_SIZE], now);
    }
}

static void flush_node(struct node *node)
{
    ssize_t sent;

    if (node->length == 0)
        return;
    sent = send(node->context->fd, node->buffer, node->length,
                MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent <= 0)
        return;
    node->length -= (size_t)sent;
    memmove(node->buffer, node->buffer + sent, node->length);
}

/* Waits for a master that gets too little CPU time. */
static void let_catch_up(struct node *node)
{
    while (node->last - node->first > BEHIND_MOST) {
        struct pollfd wait = {.fd = node->context->fd, .events = POLLIN};

        if (node->length > 0)
            wait.events |= POLLOUT;
        (void)poll(&wait, 1, -1);
        flush_node(node);
        if (wait.revents & POLLIN)
            read_node(node);
    }
}

static void run(int epoll)
{
    struct epoll_event event[DRIVER_NODES_MAX];

    while (under_way > 0) {
        int ready;

        for (int i = 0; i < driver.plan.nodes; i++)
            flush_node(&nodes[i]);
        for (int i = 0; i < driver.plan.nodes; i++)
            let_catch_up(&nodes[i]);
        ready = epoll_wait(epoll, event, DRIVER_NODES_MAX, 1);
        for (int i = 0; i < ready; i++)
            read_node(&nodes[event[i].data.u32]);
    }
}

int main(int argc, char **argv)
{
    int epoll = epoll_create1(EPOLL_CLOEXEC);

    driver_init(&driver, argc, argv);
    needed = driver.plan.nodes / 2 + 1;
    nodes = calloc((size_t)driver.plan.nodes, sizeof(*nodes));
    pairs = calloc((size_t)driver.plan.workers, sizeof(*pairs));
    if (!nodes || !pairs)
        driver_fail("no memory");
    for (int i = 0; i < driver.plan.nodes; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};

        nodes[i].context = floor_connect(driver.plan.port[i]);
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, nodes[i].context->fd, &event))
            driver_fail("epoll_ctl failed");
    }
    driver_start(&driver);
    under_way = driver.plan.workers;
    for (int i = 0; i < driver.plan.workers; i++) {
        prepare_pair(i);
        start_pair(i, driver_now());
    }
    run(epoll);
    for (int i = 0; i < driver.plan.nodes; i++)
        redisFree(nodes[i].context);
    free(nodes);
    free(pairs);
    (void)close(epoll);
    return driver_finish(&driver);
}
