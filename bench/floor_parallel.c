/* SPDX-License-Identifier: MIT */
/*
 * F2, the parallel floor: one thread sends SET to all masters at the same time
 * and waits with epoll for the answers of a majority; then it does the same
 * with compare-and-delete. Late answers are read when they arrive. style=all
 * waits for all masters.
 */

#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "bench/floor_node.h"

struct floor {
    struct driver driver;
    redisContext *node[DRIVER_NODES_MAX];
    int64_t answered[DRIVER_NODES_MAX]; /* rounds that the node has answered */
    int64_t round;
    int poll;
    int needed;
};

static void connect_all(struct floor *floor)
{
    const struct driver_plan *plan = &floor->driver.plan;

    floor->poll = epoll_create1(EPOLL_CLOEXEC);
    floor->needed =
        strcmp(plan->style, "all") == 0 ? plan->nodes : plan->nodes / 2 + 1;
    for (int i = 0; i < plan->nodes; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};

        floor->node[i] = floor_connect(plan->port[i]);
        floor->node[i]->flags &= ~REDIS_BLOCK;
        if (epoll_ctl(floor->poll, EPOLL_CTL_ADD, floor->node[i]->fd, &event))
            driver_fail("epoll_ctl failed");
    }
}

static int read_node(struct floor *floor, uint32_t node)
{
    redisContext *c = floor->node[node];
    void *reply;
    int votes = 0;

    if (redisBufferRead(c) != REDIS_OK)
        driver_fail("a master hung up: %s", c->errstr);
    while (redisGetReplyFromReader(c, &reply) == REDIS_OK && reply) {
        if (((redisReply *)reply)->type == REDIS_REPLY_ERROR)
            driver_fail("%s", ((redisReply *)reply)->str);
        freeReplyObject(reply);
        votes += ++floor->answered[node] == floor->round;
    }
    return votes;
}

/* Sends the command to all masters; returns when enough have answered. */
static void run_round(struct floor *floor, struct floor_command command)
{
    char *bytes;
    int length =
        redisFormatCommandArgv(&bytes, command.count, command.word, NULL);
    struct epoll_event event[DRIVER_NODES_MAX];
    int votes = 0;

    floor->round++;
    for (int i = 0; i < floor->driver.plan.nodes; i++) {
        if (write(floor->node[i]->fd, bytes, (size_t)length) != length)
            driver_fail("a master's buffer is full");
    }
    redisFreeCommand(bytes);
    while (votes < floor->needed) {
        int ready = epoll_wait(floor->poll, event, DRIVER_NODES_MAX, -1);

        for (int i = 0; i < ready; i++)
            votes += read_node(floor, event[i].data.u32);
    }
}

static void run_pair(struct floor *floor, const char *key)
{
    char token[FLOOR_TOKEN_MAX];
    int64_t start = driver_now();
    int64_t held;
    int64_t now;

    floor_token(token, floor->driver.done);
    run_round(floor, floor_set(key, token));
    held = driver_now();
    run_round(floor, floor_release(key, token));
    now = driver_now();
    driver_record(&floor->driver,
                  &(struct driver_sample){.acquire_ns = held - start,
                                          .release_ns = now - held},
                  now);
}

int main(int argc, char **argv)
{
    struct floor floor = {.round = 0};
    char key[FLOOR_KEY_MAX];

    driver_init(&floor.driver, argc, argv);
    connect_all(&floor);
    floor_key(key, 0);
    driver_start(&floor.driver);
    while (driver_goes_on(&floor.driver, driver_now()))
        run_pair(&floor, key);
    for (int i = 0; i < floor.driver.plan.nodes; i++)
        redisFree(floor.node[i]);
    (void)close(floor.poll);
    return driver_finish(&floor.driver);
}
