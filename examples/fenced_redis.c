/* SPDX-License-Identifier: MIT */
/*
 * fenced-redis LUA SOCKET: a holder is paused until its lock has expired.
 * Another client acquires the lock and writes. The first one continues and
 * writes late. The value is in Redis, and fence.lua refuses the late write.
 *
 * LUA     the path of fence.lua
 * SOCKET  the unix socket of the Redis that has the value; $REDLOCK_NODES has
 *         the lock's own
 *
 * Exit status: 0 if it was refused.
 */

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hiredis/hiredis.h>

#include "redlock/redlock.h"

#define TTL_MS 1000
#define WAIT_MS 30000

static char lua[4096];
static const char *redis_socket;

/* 1: written. 0: refused. -1: it failed. */
static long long write_fenced(int64_t fence, const char *value)
{
    redisContext *redis = redisConnectUnix(redis_socket);
    redisReply *reply = NULL;
    long long written = -1;

    if (redis != NULL && redis->err == 0)
        reply = redisCommand(redis, "EVAL %s 1 balance %lld %s", lua,
                             (long long)fence, value);
    if (reply != NULL && reply->type == REDIS_REPLY_INTEGER)
        written = reply->integer;
    if (reply != NULL)
        freeReplyObject(reply);
    if (redis != NULL)
        redisFree(redis);
    return written;
}

/* Writes under the lock. paused: between the look at it and the write. */
static long long hold_and_write(const char *name, bool paused)
{
    struct redlock_settings settings = {.nodes = getenv("REDLOCK_NODES"),
                                        .label = name};
    struct redlock_request request = {.resource = "balance-lock",
                                      .ttl_ms = TTL_MS,
                                      .wait_ms = WAIT_MS,
                                      .fencing = true};
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    enum redlock_status status = redlock_open(&settings, &client, NULL);
    long long written = -1;

    if (status == REDLOCK_OK)
        status = redlock_acquire(client, &request, &lock);
    if (status != REDLOCK_OK)
        fprintf(stderr, "%s: %s\n", name, redlock_strerror(status));
    if (lock != NULL && redlock_held(lock)) {
        int64_t fence = redlock_fence(lock);

        printf("%s holds the lock, fence %" PRId64 "\n", name, fence);
        if (paused)
            (void)raise(SIGSTOP); /* a swap, a frozen machine, a debugger */
        written = write_fenced(fence, name);
        printf("%s writes: %s\n", name,
               written == 1   ? "written"
               : written == 0 ? "refused: a newer holder has written"
                              : "failed");
    }
    redlock_close(client);
    return written;
}

static bool read_script(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t length = 0;

    if (file != NULL) {
        length = fread(lua, 1, sizeof(lua) - 1, file);
        fclose(file);
    }
    return length > 0;
}

int main(int argc, char **argv)
{
    long long written;
    int status = 1;
    pid_t first;

    if (argc != 3 || !read_script(argv[1])) {
        fprintf(stderr, "usage: fenced-redis fence.lua SOCKET\n");
        return 64;
    }
    redis_socket = argv[2];
    (void)setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    first = fork();
    if (first == 0)
        exit(hold_and_write("first", true) == 0 ? 0 : 1);
    if (first < 0 || waitpid(first, &status, WUNTRACED) < 0 ||
        !WIFSTOPPED(status))
        return 1;
    printf("first is paused, past the end of its lock\n");
    written = hold_and_write("second", false); /* waits for that end */
    (void)kill(first, SIGCONT);
    (void)waitpid(first, &status, 0);
    return written == 1 && status == 0 ? 0 : 1;
}
