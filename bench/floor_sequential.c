/* SPDX-License-Identifier: MIT */
/*
 * F1, the sequential floor: one thread and blocking hiredis send SET to one
 * master after the other, then compare-and-delete in the same way.
 */

#include "bench/floor_node.h"

static redisContext *node[DRIVER_NODES_MAX];
static int nodes;

static void ask_all(struct floor_command command, int expected)
{
    for (int i = 0; i < nodes; i++) {
        redisReply *reply =
            redisCommandArgv(node[i], command.count, command.word, NULL);

        if (!reply || reply->type != expected)
            driver_fail("a master gave an unexpected answer");
        freeReplyObject(reply);
    }
}

int main(int argc, char **argv)
{
    struct driver driver;
    char key[FLOOR_KEY_MAX];
    char token[FLOOR_TOKEN_MAX];
    int64_t now;

    driver_init(&driver, argc, argv);
    nodes = driver.plan.nodes;
    for (int i = 0; i < nodes; i++)
        node[i] = floor_connect(driver.plan.port[i]);
    floor_key(key, 0);
    driver_start(&driver);
    now = driver_now();
    while (driver_goes_on(&driver, now)) {
        int64_t start = now;
        int64_t held;

        floor_token(token, driver.done);
        ask_all(floor_set(key, token), REDIS_REPLY_STATUS);
        held = driver_now();
        ask_all(floor_release(key, token), REDIS_REPLY_INTEGER);
        now = driver_now();
        driver_record(&driver,
                      &(struct driver_sample){.acquire_ns = held - start,
                                              .release_ns = now - held},
                      now);
    }
    for (int i = 0; i < nodes; i++)
        redisFree(node[i]);
    return driver_finish(&driver);
}
