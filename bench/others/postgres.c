/* SPDX-License-Identifier: MIT */
/*
 * PostgreSQL. style=advisory: an advisory lock of the session, whose number is
 * computed from the name. style=row: a row that a transaction has locked. Each
 * takes one round trip to acquire and one to release.
 */

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/others/contender.h"

#define TEXT_MAX 256

struct session {
    PGconn *server;
    char acquire[TEXT_MAX];
    char release[TEXT_MAX];
};

static bool done(struct session *session, const char *command)
{
    PGresult *result = PQexec(session->server, command);
    ExecStatusType status = PQresultStatus(result);

    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static void plan_advisory(struct session *session, const char *resource)
{
    (void)snprintf(session->acquire, TEXT_MAX,
                   "SELECT pg_advisory_lock(hashtextextended('%s', 0))",
                   resource);
    (void)snprintf(session->release, TEXT_MAX,
                   "SELECT pg_advisory_unlock(hashtextextended('%s', 0))",
                   resource);
}

static bool plan_row(struct session *session, const char *resource)
{
    char insert[TEXT_MAX];

    if (!done(session, "CREATE TABLE IF NOT EXISTS lock (name text primary "
                       "key)"))
        return false;
    (void)snprintf(insert, TEXT_MAX,
                   "INSERT INTO lock VALUES ('%s') ON CONFLICT DO NOTHING",
                   resource);
    (void)snprintf(session->acquire, TEXT_MAX,
                   "BEGIN; SELECT FROM lock WHERE name = '%s' FOR UPDATE",
                   resource);
    (void)snprintf(session->release, TEXT_MAX, "COMMIT");
    return done(session, insert);
}

static void say_nothing(void *user, const char *message)
{
    (void)user;
    (void)message;
}

/* The password is in the environment: PGPASSWORD. */
struct session *session_open(const struct driver_plan *plan,
                             const char *resource)
{
    char server[TEXT_MAX];
    struct session *session = calloc(1, sizeof(*session));

    if (!session)
        return NULL;
    (void)snprintf(server, TEXT_MAX,
                   "host=127.0.0.1 port=%d user=bench dbname=postgres",
                   plan->port[0]);
    session->server = PQconnectdb(server);
    PQsetNoticeProcessor(session->server, say_nothing, NULL);
    if (PQstatus(session->server) == CONNECTION_OK) {
        if (strcmp(plan->style, "row") == 0 && plan_row(session, resource))
            return session;
        if (strcmp(plan->style, "advisory") == 0) {
            plan_advisory(session, resource);
            return session;
        }
    }
    session_close(session);
    return NULL;
}

bool session_acquire(struct session *session)
{
    return done(session, session->acquire);
}

bool session_release(struct session *session)
{
    return done(session, session->release);
}

/*
 * The lock lives as long as the connection, so only the connection is checked.
 */
bool session_holds(struct session *session)
{
    struct pollfd fd = {.fd = PQsocket(session->server), .events = POLLIN};

    if (poll(&fd, 1, 0) > 0)
        (void)PQconsumeInput(session->server);
    return PQstatus(session->server) == CONNECTION_OK;
}

void session_close(struct session *session)
{
    PQfinish(session->server);
    free(session);
}
