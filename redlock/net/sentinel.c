/* SPDX-License-Identifier: MIT */
/*
 * SENTINEL GET-MASTER-ADDR-BY-NAME, in blocking calls with time-outs: its
 * answer is two texts, an address or a name, and a port.
 * https://redis.io/docs/latest/develop/reference/sentinel-clients/
 */

#include "redlock/net/sentinel.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/net/span.h"

#define SENTINEL_PORT "26379"

/* Of a name of DNS, and of its port. */
#define HOST_MAX 256
#define PORT_MAX 8

/* Longer than any answer that is of use. */
#define ANSWER_MAX 512

/* With a password, and a user's name; both are not that long. */
#define QUESTION_MAX 4096

static const char silent[] = "no Sentinel of the group answers";
static const char unknown[] = "its Sentinels know no master of that name";
static const char refused[] = "its Sentinels refuse the question";
static const char wanted[] =
    "its Sentinels want a password: ?sentinel-password=";
static const char wrong[] = "its Sentinels refuse the password";
static const char unresolved[] = "its Sentinels name a master without address";

/* Into room of that size; false: it is too long. */
static bool copy(struct rlk_span from, char *to, size_t size)
{
    if (from.length >= size)
        return false;
    memcpy(to, from.text, from.length);
    to[from.length] = '\0';
    return true;
}

/* host, host:port, [address] or [address]:port */
static void look_up_sentinel(struct rlk_span server,
                             struct rlk_addresses *found)
{
    struct rlk_span host = server;
    struct rlk_span rest = server;
    char name[HOST_MAX];
    char port[PORT_MAX] = SENTINEL_PORT;

    if (rlk_span_take(&rest, "[")) {
        (void)rlk_span_cut(&rest, ']', false, &host);
        if (rlk_span_take(&rest, ":") && !copy(rest, port, sizeof(port)))
            return;
    } else if (rlk_span_cut(&rest, ':', false, &host) &&
               !copy(rest, port, sizeof(port))) {
        return;
    }
    if (copy(host, name, sizeof(name)))
        (void)rlk_resolve_blocking(name, port, found);
}

/* Until then, or at once if it has passed; false: nothing has happened. */
static bool await(int socket, short events, int64_t until)
{
    struct pollfd one = {.fd = socket, .events = events};
    int64_t left = until - rlk_now();

    return left > 0 && poll(&one, 1, (int)(left / RLK_NS_PER_MS) + 1) == 1;
}

static bool connect_until(int socket, const struct rlk_address *to,
                          int64_t until)
{
    int error = 0;
    socklen_t length = sizeof(error);

    if (connect(socket, (const struct sockaddr *)&to->storage, to->length) == 0)
        return true;
    return errno == EINPROGRESS && await(socket, POLLOUT, until) &&
           getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 &&
           error == 0;
}

/* What the answer says so far. */
enum answer {
    ANSWER_PART,
    ANSWER_MASTER,
    ANSWER_UNKNOWN,
    ANSWER_NOAUTH,
    ANSWER_REFUSED
};

/*
 * A Sentinel that has no password refuses ours, and answers the question all
 * the same: what it says to AUTH is not looked at.
 */
static enum answer read_answer(const char *text, bool auth, char *host,
                               char *port)
{
    int end = 0;

    if (auth) {
        text = strstr(text, "\r\n");
        if (text == NULL)
            return ANSWER_PART;
        text += 2;
    }
    if (strncmp(text, "-NOAUTH", 7) == 0)
        return ANSWER_NOAUTH;
    if (strncmp(text, "*-1\r\n", 5) == 0)
        return ANSWER_UNKNOWN;
    if (text[0] == '-')
        return ANSWER_REFUSED;
    /* A blank in a format stands for none, too: a port is all there once the
     * end of its line is. */
    if (sscanf(text, "*2\r\n$%*d\r\n%255[^\r]\r\n$%*d\r\n%7[0-9]%n", host, port,
               &end) == 2 &&
        text[end] == '\r')
        return ANSWER_MASTER;
    return ANSWER_PART;
}

/* Of QUESTION_MAX bytes; 0: it does not fit. */
static int write_question(const struct rlk_sentinel_group *group,
                          const char *name, char *text)
{
    const char *user = group->username != NULL ? group->username : "default";
    int auth = 0;
    int length;

    if (group->password != NULL)
        auth = snprintf(text, QUESTION_MAX,
                        "*3\r\n$4\r\nAUTH\r\n$%zu\r\n%s\r\n$%zu\r\n%s\r\n",
                        strlen(user), user, strlen(group->password),
                        group->password);
    if (auth >= QUESTION_MAX)
        return 0;
    length = snprintf(text + auth, (size_t)(QUESTION_MAX - auth),
                      "*3\r\n$8\r\nSENTINEL\r\n"
                      "$23\r\nget-master-addr-by-name\r\n$%zu\r\n%s\r\n",
                      strlen(name), name);
    return auth + length < QUESTION_MAX ? auth + length : 0;
}

static bool send_question(int socket, const struct rlk_sentinel_group *group,
                          const char *name)
{
    char text[QUESTION_MAX];
    int length = write_question(group, name, text);
    bool sent = length > 0 &&
                send(socket, text, (size_t)length, MSG_NOSIGNAL) == length;

    explicit_bzero(text, sizeof(text));
    return sent;
}

/* What is asked, and where the answer goes. */
struct question {
    const struct rlk_sentinel_group *group;
    char name[HOST_MAX];
    char host[HOST_MAX];
    char port[PORT_MAX];
};

static enum answer ask_socket(int socket, struct question *question,
                              int64_t until)
{
    char text[ANSWER_MAX];
    size_t count = 0;
    enum answer answer = ANSWER_PART;
    ssize_t got;

    if (!send_question(socket, question->group, question->name))
        return ANSWER_PART;
    while (answer == ANSWER_PART && count < sizeof(text) - 1 &&
           await(socket, POLLIN, until)) {
        got = recv(socket, text + count, sizeof(text) - 1 - count, 0);
        if (got <= 0)
            break;
        count += (size_t)got;
        text[count] = '\0';
        answer = read_answer(text, question->group->password != NULL,
                             question->host, question->port);
    }
    return answer;
}

static enum answer ask_address(const struct rlk_address *at,
                               struct question *question, int64_t until)
{
    int one = socket(at->storage.ss_family,
                     SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    enum answer answer = ANSWER_PART;

    if (one < 0)
        return ANSWER_PART;
    if (connect_until(one, at, until))
        answer = ask_socket(one, question, until);
    close(one);
    return answer;
}

static enum answer ask_sentinel(struct rlk_span server,
                                struct question *question)
{
    struct rlk_addresses at = {0};
    enum answer answer = ANSWER_PART;
    int64_t until;

    look_up_sentinel(server, &at);
    until = rlk_now() + RLK_SENTINEL_PATIENCE_MS * RLK_NS_PER_MS;
    for (int i = 0; answer == ANSWER_PART && i < at.count; i++)
        answer = ask_address(&at.address[i], question, until);
    return answer;
}

static const char *collect(const char *host, const char *port,
                           struct rlk_addresses *found)
{
    long number = strtol(port, NULL, 10);

    if (number <= 0 || number > UINT16_MAX ||
        rlk_resolve_blocking(host, port, found) != NULL)
        return unresolved;
    return NULL;
}

const char *rlk_sentinel_ask(const struct rlk_sentinel_group *group,
                             struct rlk_addresses *found)
{
    struct rlk_span rest = {group->hosts, strlen(group->hosts)};
    struct rlk_span servers;
    struct rlk_span server;
    struct question question = {.group = group};
    const char *problem = silent;
    bool more = true;

    if (!rlk_span_cut(&rest, '/', false, &servers) ||
        !copy(rest, question.name, sizeof(question.name)))
        return unknown;
    while (more) {
        more = rlk_span_cut(&servers, '+', false, &server);
        switch (ask_sentinel(more ? server : servers, &question)) {
        case ANSWER_MASTER:
            return collect(question.host, question.port, found);
        case ANSWER_UNKNOWN:
            problem = unknown;
            break;
        case ANSWER_NOAUTH:
            problem = group->password == NULL ? wanted : wrong;
            break;
        case ANSWER_REFUSED:
            problem = refused;
            break;
        case ANSWER_PART:
            break;
        }
    }
    return problem;
}
