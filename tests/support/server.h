/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_SERVER_H
#define TESTS_SUPPORT_SERVER_H

/*
 * A real redis-server (or valkey-server) of a test's own. It never outlives
 * the process that started it, and everything that it writes lies under
 * $REDLOCK_TEST_DIR, which the runner removes.
 *
 * What goes wrong here ends the test with a sentence on stderr.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define SERVER_URI_MAX 128

struct server {
    pid_t pid; /* 0: does not run */
    bool paused;
    int port;                   /* 0: on a unix socket */
    const char *password;       /* for server_run() and its like, or NULL */
    const char *const *options; /* of redis-server, ends in NULL, or NULL */
    char dir[64];
    char uri[SERVER_URI_MAX]; /* without a password */
};

/* Prints a sentence and aborts: the test fails. */
_Noreturn void die(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Sleeps, whatever signals come. */
void sleep_ms(long ms);

/* The boot clock, in milliseconds. */
long long boot_ms(void);

/* The folder of this process under $REDLOCK_TEST_DIR, or under /tmp. */
const char *test_dir(void);

/* A TCP port of 127.0.0.1 that nobody listens on. */
int free_port(void);

/*
 * Starts a server and waits until it answers. options are borrowed for the
 * server's life: server_restart() uses them again.
 */
void server_start(struct server *server, const char *const *options);
void server_start_tcp(struct server *server, const char *const *options);

/* The two halves of server_start(), so that many start side by side. */
void server_launch(struct server *server, bool tcp, const char *const *options);
void server_await(struct server *server);

/* SIGKILL, and waits until it is gone. Fine for one that does not run. */
void server_kill(struct server *server);

/* SIGSTOP: it accepts connections and never answers. SIGCONT. */
void server_pause(struct server *server);
void server_resume(struct server *server);

/* Runs again under the same address, with nothing in its memory. */
void server_restart(struct server *server);

/* The same, without waiting until it answers. */
void server_relaunch(struct server *server);

/* Runs a command in hiredis' format; an error from the server is fatal. */
void server_run(struct server *server, const char *format, ...);

/* The same; an integer as its answer. */
long long server_integer(struct server *server, const char *format, ...);

/* The same; text as its answer, cut to fit. false: nil. */
bool server_text(struct server *server, char *text, size_t size,
                 const char *format, ...);

/* Sends a command and does not wait for its answer. */
void server_send(struct server *server, const char *format, ...);

/* A field of INFO as a number; -1: no such field. */
long long server_info(struct server *server, const char *field);

/* How often it was given a command, by its lower-case name. */
long long server_calls(struct server *server, const char *command);

#endif
