/* SPDX-License-Identifier: MIT */
/* MariaDB: GET_LOCK, a named lock of the session. */

#include <mysql.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/others/contender.h"

#define TEXT_MAX 256

struct session {
    MYSQL *server;
    char acquire[TEXT_MAX];
    char release[TEXT_MAX];
};

/* The password is in the environment: MYSQL_PWD. */
struct session *session_open(const struct driver_plan *plan,
                             const char *resource)
{
    struct session *session = calloc(1, sizeof(*session));

    if (!session)
        return NULL;
    (void)snprintf(session->acquire, TEXT_MAX, "SELECT GET_LOCK('%s', 3600)",
                   resource);
    (void)snprintf(session->release, TEXT_MAX, "SELECT RELEASE_LOCK('%s')",
                   resource);
    session->server = mysql_init(NULL);
    if (session->server &&
        mysql_real_connect(session->server, "127.0.0.1", "bench",
                           getenv("MYSQL_PWD"), NULL,
                           (unsigned int)plan->port[0], NULL, 0))
        return session;
    session_close(session);
    return NULL;
}

/* Does the server reply with 1? */
static bool answers_one(struct session *session, const char *command)
{
    MYSQL_RES *result;
    MYSQL_ROW row;
    bool yes;

    if (mysql_query(session->server, command) != 0)
        return false;
    result = mysql_store_result(session->server);
    if (!result)
        return false;
    row = mysql_fetch_row(result);
    yes = row && row[0] && strcmp(row[0], "1") == 0;
    mysql_free_result(result);
    return yes;
}

bool session_acquire(struct session *session)
{
    return answers_one(session, session->acquire);
}

bool session_release(struct session *session)
{
    return answers_one(session, session->release);
}

/*
 * The lock lives as long as the connection, so only the connection is checked.
 */
bool session_holds(struct session *session)
{
    struct pollfd fd = {.fd = (int)mysql_get_socket(session->server),
                        .events = POLLIN};

    /* No query is open, so the socket is readable only at its end. */
    return poll(&fd, 1, 0) == 0;
}

void session_close(struct session *session)
{
    if (session->server)
        mysql_close(session->server);
    free(session);
}
