/* SPDX-License-Identifier: MIT */
/* The first exchange on a connection. */

#include "redlock/greeting.h"

#include <assert.h>
#include <string.h>

#include "redlock/answer.h"

static bool write_auth(const struct rlk_credentials *credentials,
                       struct rlk_wire *wire)
{
    const char *words[3] = {"AUTH"};
    size_t count = 1;

    if (credentials->username != NULL)
        words[count++] = credentials->username;
    words[count++] = credentials->password;
    return rlk_wire_command(wire, count, words);
}

bool rlk_greeting_write(struct rlk_greeting *greeting,
                        const struct rlk_credentials *credentials,
                        struct rlk_wire *wire)
{
    static const char *const client_id[] = {"CLIENT", "ID"};
    static const char *const server[] = {"INFO", "server"};
    static const char *const replication[] = {"INFO", "replication"};

    *greeting = (struct rlk_greeting){.step = RLK_GREETING_CLIENT_ID};
    if (credentials->password != NULL) {
        greeting->step = RLK_GREETING_AUTH;
        if (!write_auth(credentials, wire))
            return false;
    }
    return rlk_wire_command(wire, 2, client_id) &&
           rlk_wire_command(wire, 2, server) &&
           rlk_wire_command(wire, 2, replication);
}

/* The value of a field of INFO, up to the end of its line; NULL: not there. */
static const char *field(const struct rlk_reply *reply, const char *name,
                         size_t *length)
{
    size_t name_length = strlen(name);

    for (const char *line = reply->text; line != NULL;) {
        if (strncmp(line, name, name_length) == 0 && line[name_length] == ':') {
            line += name_length + 1;
            *length = strcspn(line, "\r\n");
            return line;
        }
        line = strchr(line, '\n');
        if (line != NULL)
            line++;
    }
    return NULL;
}

static void read_run_id(struct rlk_identity *identity,
                        const struct rlk_reply *reply)
{
    size_t length;
    const char *value = field(reply, "run_id", &length);

    if (value == NULL || length >= sizeof(identity->run_id))
        return;
    memcpy(identity->run_id, value, length);
    identity->run_id[length] = '\0';
}

static void read_role(struct rlk_identity *identity,
                      const struct rlk_reply *reply)
{
    size_t length;
    const char *value = field(reply, "role", &length);

    identity->replica =
        value != NULL && length == 5 && memcmp(value, "slave", 5) == 0;
}

static void fail(struct rlk_greeting *greeting, enum redlock_reason reason,
                 const char *message)
{
    greeting->step = RLK_GREETING_FAILED;
    greeting->reason = reason;
    greeting->message = message;
}

/* Sent before any question is read; the server hangs up after it. */
static bool turned_away(const struct rlk_reply *error)
{
    return strncmp(error->text, "DENIED", 6) == 0 ||
           strstr(error->text, "max number of clients") != NULL;
}

static void take_error(struct rlk_greeting *greeting,
                       const struct rlk_reply *error)
{
    enum redlock_reason reason = rlk_answer_reason(error);

    if (greeting->step == RLK_GREETING_AUTH ||
        reason == REDLOCK_REASON_NOAUTH || reason == REDLOCK_REASON_LOADING ||
        reason == REDLOCK_REASON_BUSY || turned_away(error))
        fail(greeting, reason, error->text);
    else
        greeting->step++;
}

static enum rlk_reply_kind expected(enum rlk_greeting_step step)
{
    switch (step) {
    case RLK_GREETING_AUTH:
        return RLK_REPLY_STATUS;
    case RLK_GREETING_CLIENT_ID:
        return RLK_REPLY_INTEGER;
    case RLK_GREETING_SERVER:
    case RLK_GREETING_REPLICATION:
    case RLK_GREETING_DONE:
    case RLK_GREETING_FAILED:
        break;
    }
    return RLK_REPLY_STRING;
}

void rlk_greeting_reply(struct rlk_greeting *greeting,
                        const struct rlk_reply *reply)
{
    assert(greeting->step < RLK_GREETING_DONE);

    if (reply->kind == RLK_REPLY_ERROR) {
        take_error(greeting, reply);
        return;
    }
    /* Whoever echoes what it hears is no server: oneself, on loopback. */
    if (reply->kind != expected(greeting->step)) {
        fail(greeting, REDLOCK_REASON_NOT_REDIS,
             "unexpected reply to the greeting");
        return;
    }
    if (greeting->step == RLK_GREETING_CLIENT_ID)
        greeting->identity.client_id = reply->integer;
    else if (greeting->step == RLK_GREETING_SERVER)
        read_run_id(&greeting->identity, reply);
    else if (greeting->step == RLK_GREETING_REPLICATION)
        read_role(&greeting->identity, reply);
    greeting->step++;
}
