/* SPDX-License-Identifier: MIT */
/* Real servers: started, stopped, paused, restarted, and asked. */

#include "tests/support/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <hiredis.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    OPTIONS_MAX = 64,
    PATIENCE_MS =
        30000, /* more than a loaded machine needs; ends a hung test */
};

void die(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

void sleep_ms(long ms)
{
    struct timespec left = {.tv_sec = ms / 1000,
                            .tv_nsec = ms % 1000 * 1000000};

    while (nanosleep(&left, &left) == -1 && errno == EINTR)
        continue;
}

long long boot_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

const char *test_dir(void)
{
    static char dir[48];
    const char *base = getenv("REDLOCK_TEST_DIR");

    if (base == NULL)
        base = "/tmp";
    if (dir[0] == '\0') {
        snprintf(dir, sizeof(dir), "%.36s/XXXXXX", base);
        if (mkdtemp(dir) == NULL)
            die("%s: %s", dir, strerror(errno));
    }
    return dir;
}

static int some_free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof(address);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd == -1 || bind(fd, (struct sockaddr *)&address, length) == -1 ||
        getsockname(fd, (struct sockaddr *)&address, &length) == -1)
        die("no free port: %s", strerror(errno));
    close(fd);
    return ntohs(address.sin_port);
}

/* In a cluster a server also listens on the port 10000 above its own. */
int free_port(void)
{
    int port;

    do {
        port = some_free_port();
    } while (port > UINT16_MAX - 10000);
    return port;
}

/*
 * Runs in the child. Debian's redis-tools installs the server under another
 * name.
 */
static _Noreturn void become_server(char **argv)
{
    char name[] = "redis-server";

    argv[0] = name;
    execvp("redis-server", argv);
    execvp("valkey-server", argv);
    execvp("redis-check-rdb", argv);
    execvp("valkey-check-rdb", argv);
    _exit(127);
}

static void spawn(struct server *server)
{
    char port[16], path[96], log[96];
    const char *argv[OPTIONS_MAX] = {
        "",          "--port",       port, "--bind",
        "127.0.0.1", "--unixsocket", path, "--dir",
        server->dir, "--logfile",    log,  "--save",
        "",          "--appendonly", "no", NULL};
    size_t count = 15;
    pid_t parent = getpid();

    snprintf(port, sizeof(port), "%d", server->port);
    snprintf(path, sizeof(path), "%s/s", server->dir);
    snprintf(log, sizeof(log), "%s/log", server->dir);
    for (size_t i = 0; server->options && server->options[i] != NULL; i++) {
        if (count + 1 == OPTIONS_MAX)
            die("too many options for a server");
        argv[count++] = server->options[i];
    }

    server->paused = false;
    server->pid = fork();
    if (server->pid == -1)
        die("fork: %s", strerror(errno));
    if (server->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        /*
         * The kernel resumes a stopped process if its process group is
         * orphaned.
         */
        setsid();
        become_server((char **)(uintptr_t)argv);
    }
}

void server_launch(struct server *server, bool tcp, const char *const *options)
{
    static int launched;

    *server = (struct server){.options = options};
    snprintf(server->dir, sizeof(server->dir), "%.48s/%d", test_dir(),
             launched++);
    if (mkdir(server->dir, 0700) == -1)
        die("%s: %s", server->dir, strerror(errno));
    if (tcp) {
        server->port = free_port();
        snprintf(server->uri, sizeof(server->uri), "redis://127.0.0.1:%d",
                 server->port);
    } else {
        snprintf(server->uri, sizeof(server->uri), "unix://%s/s", server->dir);
    }
    spawn(server);
}

static redisContext *connect_to(struct server *server)
{
    struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    char path[96];
    redisContext *context;

    snprintf(path, sizeof(path), "%s/s", server->dir);
    context = redisConnectUnixWithTimeout(path, patience);
    if (context == NULL)
        die("no memory");
    if (context->err == 0)
        redisSetTimeout(context, patience);
    return context;
}

void server_await(struct server *server)
{
    long long until = boot_ms() + PATIENCE_MS;
    bool there = false;

    while (!there) {
        redisContext *context = connect_to(server);
        redisReply *reply = NULL;

        if (context->err == 0)
            reply = redisCommand(context, "PING");
        there = reply != NULL;
        if (there)
            freeReplyObject(reply);
        redisFree(context);
        if (waitpid(server->pid, NULL, WNOHANG) == server->pid)
            die("the server of %s ended: is redis-server or redis-tools "
                "installed?",
                server->uri);
        if (!there && boot_ms() > until)
            die("no answer from %s", server->uri);
        if (!there)
            sleep_ms(2);
    }
}

void server_start(struct server *server, const char *const *options)
{
    server_launch(server, false, options);
    server_await(server);
}

void server_start_tcp(struct server *server, const char *const *options)
{
    server_launch(server, true, options);
    server_await(server);
}

void server_kill(struct server *server)
{
    if (server->pid == 0)
        return;
    kill(server->pid, SIGKILL);
    while (waitpid(server->pid, NULL, 0) == -1 && errno == EINTR)
        continue;
    server->pid = 0;
    server->paused = false;
}

void server_pause(struct server *server)
{
    int status;

    kill(server->pid, SIGSTOP);
    if (waitpid(server->pid, &status, WUNTRACED) == -1 || !WIFSTOPPED(status))
        die("%s did not stop", server->uri);
    server->paused = true;
}

void server_resume(struct server *server)
{
    kill(server->pid, SIGCONT);
    server->paused = false;
}

void server_relaunch(struct server *server)
{
    server_kill(server);
    spawn(server);
}

void server_restart(struct server *server)
{
    server_relaunch(server);
    server_await(server);
}

static redisContext *context_of(struct server *server)
{
    redisContext *context = connect_to(server);

    if (context->err != 0)
        die("%s: %s", server->uri, context->errstr);
    if (server->password != NULL) {
        redisReply *reply = redisCommand(context, "AUTH %s", server->password);

        if (reply == NULL || reply->type == REDIS_REPLY_ERROR)
            die("%s: AUTH failed", server->uri);
        freeReplyObject(reply);
    }
    return context;
}

static redisReply *ask(struct server *server, const char *format, va_list args)
{
    redisContext *context = context_of(server);
    redisReply *reply = redisvCommand(context, format, args);

    if (reply == NULL)
        die("%s: %s: %s", server->uri, format, context->errstr);
    if (reply->type == REDIS_REPLY_ERROR)
        die("%s: %s: %s", server->uri, format, reply->str);
    redisFree(context);
    return reply;
}

void server_run(struct server *server, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    freeReplyObject(ask(server, format, args));
    va_end(args);
}

long long server_integer(struct server *server, const char *format, ...)
{
    redisReply *reply;
    long long integer;
    va_list args;

    va_start(args, format);
    reply = ask(server, format, args);
    va_end(args);
    if (reply->type != REDIS_REPLY_INTEGER)
        die("%s: %s: not an integer", server->uri, format);
    integer = reply->integer;
    freeReplyObject(reply);
    return integer;
}

bool server_text(struct server *server, char *text, size_t size,
                 const char *format, ...)
{
    redisReply *reply;
    bool there;
    va_list args;

    va_start(args, format);
    reply = ask(server, format, args);
    va_end(args);
    there = reply->type != REDIS_REPLY_NIL;
    if (there && reply->str == NULL)
        die("%s: %s: not a text", server->uri, format);
    snprintf(text, size, "%s", there ? reply->str : "");
    freeReplyObject(reply);
    return there;
}

void server_send(struct server *server, const char *format, ...)
{
    redisContext *context = context_of(server);
    int done = 0;
    va_list args;

    va_start(args, format);
    redisvAppendCommand(context, format, args);
    va_end(args);
    while (!done)
        if (redisBufferWrite(context, &done) == REDIS_ERR)
            die("%s: %s", server->uri, context->errstr);
    redisFree(context);
}

/* The number after the first line of INFO that begins so; -1: there is none. */
static long long info(struct server *server, const char *beginning)
{
    static char text[65536];
    const char *found;

    server_text(server, text, sizeof(text), "INFO everything");
    found = strstr(text, beginning);
    return found == NULL ? -1 : atoll(found + strlen(beginning));
}

long long server_info(struct server *server, const char *field)
{
    char line[128];

    snprintf(line, sizeof(line), "\n%s:", field);
    return info(server, line);
}

long long server_calls(struct server *server, const char *command)
{
    char line[128];
    long long calls;

    snprintf(line, sizeof(line), "\ncmdstat_%s:calls=", command);
    calls = info(server, line);
    return calls == -1 ? 0 : calls;
}
