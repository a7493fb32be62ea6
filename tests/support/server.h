/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_SERVER_H
#define TESTS_SUPPORT_SERVER_H

/*
 * A real redis-server (or valkey-server) of a test. It never outlives the
 * process that started it. All its files are under $REDLOCK_TEST_DIR, which the
 * test runner removes.
 *
 * Every failure here ends the test with a message on stderr.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define SERVER_URI_MAX 128

struct server {
    pid_t pid; /* 0: it is not running */
    bool paused;
    int port;             /* 0: on a unix socket */
    const char *password; /* for server_run() and similar functions; or NULL */
    const char *const *options; /* of redis-server, ends in NULL, or NULL */
    char dir[64];
    char uri[SERVER_URI_MAX]; /* without a password */
};

/* Prints a message and aborts, so that the test fails. */
_Noreturn void die(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Sleeps for the whole time, even if signals arrive. */
void sleep_ms(long ms);

/* The boot clock, in milliseconds. */
long long boot_ms(void);

/* The folder of this process under $REDLOCK_TEST_DIR, or under /tmp. */
const char *test_dir(void);

/* A TCP port of 127.0.0.1 on which nothing listens. */
int free_port(void);

/*
 * Starts a server and waits until it answers. options are borrowed for the
 * server's life, because server_restart() uses them again.
 */
void server_start(struct server *server, const char *const *options);
void server_start_tcp(struct server *server, const char *const *options);

/*
 * The two halves of server_start(), to start several servers at the same time.
 */
void server_launch(struct server *server, bool tcp, const char *const *options);
void server_await(struct server *server);

/*
 * Sends SIGKILL, and waits until the process has ended. It need not be running.
 */
void server_kill(struct server *server);

/* SIGSTOP: the server accepts connections and does not answer. SIGCONT. */
void server_pause(struct server *server);
void server_resume(struct server *server);

/* Starts the server again at the same address, without its data. */
void server_restart(struct server *server);

/* The same, without waiting until it answers. */
void server_relaunch(struct server *server);

/* Runs a command in hiredis's format; an error reply ends the test. */
void server_run(struct server *server, const char *format, ...);

/* The same, for a command that replies with an integer. */
long long server_integer(struct server *server, const char *format, ...);

/* The same, for a command that replies with a text, cut to fit. false: nil. */
bool server_text(struct server *server, char *text, size_t size,
                 const char *format, ...);

/* Sends a command without waiting for its reply. */
void server_send(struct server *server, const char *format, ...);

/* A field of INFO as a number; -1: no such field. */
long long server_info(struct server *server, const char *field);

/* How often the server has executed a command, by its lower-case name. */
long long server_calls(struct server *server, const char *command);

#endif
