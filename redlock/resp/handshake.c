/* SPDX-License-Identifier: MIT */
/* The first exchange on a connection. */

#include "redlock/resp/handshake.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/resp/answer.h"

/* --- the lines of INFO --------------------------------------------------- */

const char *rlk_info_field(const char *text, const char *name, size_t *length)
{
    size_t name_length = strlen(name);

    for (const char *line = text; line != NULL;) {
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

/* Texts of a server are printed on terminals. */
static char tame(char c)
{
    return (unsigned char)c < ' ' || c == 127 ? '.' : c;
}

bool rlk_info_text(const char *text, const char *name, char *value, size_t room)
{
    size_t length;
    const char *found = rlk_info_field(text, name, &length);

    if (found == NULL)
        return false;
    length = length < room ? length : room - 1;
    for (size_t i = 0; i < length; i++)
        value[i] = tame(found[i]);
    value[length] = '\0';
    return true;
}

int64_t rlk_info_number(const char *text, const char *name)
{
    size_t length;
    const char *found = rlk_info_field(text, name, &length);

    if (found == NULL || *found < '0' || *found > '9')
        return -1;
    return strtoll(found, NULL, 10);
}

/* Redis reports redis_mode, and Valkey server_mode. */
enum redlock_reason rlk_info_mode(const char *text)
{
    char mode[16];

    if (!rlk_info_text(text, "redis_mode", mode, sizeof(mode)) &&
        !rlk_info_text(text, "server_mode", mode, sizeof(mode)))
        return REDLOCK_REASON_NONE;
    if (strcmp(mode, "sentinel") == 0)
        return REDLOCK_REASON_SENTINEL;
    return strcmp(mode, "cluster") == 0 ? REDLOCK_REASON_CLUSTER
                                        : REDLOCK_REASON_NONE;
}

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

bool rlk_handshake_write(struct rlk_handshake *handshake,
                         const struct rlk_credentials *credentials,
                         struct rlk_wire *wire)
{
    static const char *const client_id[] = {"CLIENT", "ID"};
    static const char *const server[] = {"INFO", "server"};
    static const char *const replication[] = {"INFO", "replication"};
    static const char *const marker[] = {"GET", RLK_MARKER_KEY};

    *handshake = (struct rlk_handshake){.step = RLK_HANDSHAKE_CLIENT_ID};
    if (credentials->password != NULL) {
        handshake->step = RLK_HANDSHAKE_AUTH;
        if (!write_auth(credentials, wire))
            return false;
    }
    return rlk_wire_command(wire, 2, client_id) &&
           rlk_wire_command(wire, 2, server) &&
           rlk_wire_command(wire, 2, replication) &&
           rlk_wire_command(wire, 2, marker);
}

static bool all_hex(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr("0123456789abcdefABCDEF", text[i]) == NULL)
            return false;
    }
    return true;
}

/* The id becomes a part of markers and counters: scripts accept digits only. */
static void read_id(char *id, const char *field, const struct rlk_reply *reply)
{
    size_t length;
    const char *value = rlk_info_field(reply->text, field, &length);

    if (value == NULL || length >= RLK_REPLID_MAX || !all_hex(value, length))
        return;
    memcpy(id, value, length);
    id[length] = '\0';
}

static void read_time(struct rlk_identity *identity,
                      const struct rlk_reply *reply)
{
    size_t length;
    const char *value =
        rlk_info_field(reply->text, "server_time_usec", &length);
    int64_t time_us = value == NULL ? 0 : strtoll(value, NULL, 10);

    /* No clock shows a time that is not exact. */
    if (value != NULL)
        identity->time_us = rlk_reply_is_exact(time_us) ? time_us : 0;
}

static void read_marker(struct rlk_identity *identity,
                        const struct rlk_reply *reply)
{
    if (reply->kind != RLK_REPLY_STRING)
        return;
    if (reply->text_length < sizeof(identity->marker))
        memcpy(identity->marker, reply->text, reply->text_length + 1);
    else
        identity->marker_hidden = REDLOCK_REASON_FOREIGN_MARKER;
}

static void read_role(struct rlk_identity *identity,
                      const struct rlk_reply *reply)
{
    size_t length;
    const char *value = rlk_info_field(reply->text, "role", &length);

    identity->replica =
        value != NULL && length == 5 && memcmp(value, "slave", 5) == 0;
}

static void fail(struct rlk_handshake *handshake, enum redlock_reason reason,
                 const char *message)
{
    handshake->step = RLK_HANDSHAKE_FAILED;
    handshake->reason = reason;
    handshake->message = message;
}

/* The server sends it before it reads anything, and closes the connection. */
static bool turned_away(const struct rlk_reply *error)
{
    return strncmp(error->text, "DENIED", 6) == 0 ||
           strstr(error->text, "max number of clients") != NULL;
}

/* A server without AUTH repeats the arguments in its error. */
static const char *without_password(enum rlk_handshake_step step,
                                    const struct rlk_reply *error)
{
    return step == RLK_HANDSHAKE_AUTH &&
                   strcasestr(error->text, "unknown command") != NULL
               ? "it does not know AUTH"
               : error->text;
}

static void take_error(struct rlk_handshake *handshake,
                       const struct rlk_reply *error)
{
    enum redlock_reason reason = rlk_answer_reason(error);

    if (handshake->step == RLK_HANDSHAKE_AUTH ||
        reason == REDLOCK_REASON_NOAUTH || reason == REDLOCK_REASON_LOADING ||
        reason == REDLOCK_REASON_IN_SCRIPT || turned_away(error))
        fail(handshake, reason, without_password(handshake->step, error));
    else if (handshake->step++ == RLK_HANDSHAKE_MARKER)
        handshake->identity.marker_hidden = reason == REDLOCK_REASON_WRONGTYPE
                                                ? REDLOCK_REASON_FOREIGN_MARKER
                                                : reason;
}

static enum rlk_reply_kind expected(enum rlk_handshake_step step)
{
    return step == RLK_HANDSHAKE_AUTH        ? RLK_REPLY_STATUS
           : step == RLK_HANDSHAKE_CLIENT_ID ? RLK_REPLY_INTEGER
                                             : RLK_REPLY_STRING;
}

void rlk_handshake_reply(struct rlk_handshake *handshake,
                         const struct rlk_reply *reply)
{
    assert(handshake->step < RLK_HANDSHAKE_DONE);

    if (reply->kind == RLK_REPLY_ERROR) {
        take_error(handshake, reply);
        return;
    }
    /* A peer that echoes the requests is this process, connected to itself. */
    if (reply->kind != expected(handshake->step) &&
        !(handshake->step == RLK_HANDSHAKE_MARKER &&
          reply->kind == RLK_REPLY_NIL)) {
        fail(handshake, REDLOCK_REASON_NOT_REDIS,
             "unexpected reply to the handshake");
        return;
    }
    /* For CLIENT KILL. Servers count from 1; 0: not reported. */
    if (handshake->step == RLK_HANDSHAKE_CLIENT_ID)
        handshake->identity.client_id = reply->integer > 0 ? reply->integer : 0;
    else if (handshake->step == RLK_HANDSHAKE_SERVER) {
        enum redlock_reason mode = rlk_info_mode(reply->text);
        read_id(handshake->identity.run_id, "run_id", reply);
        read_time(&handshake->identity, reply);
        if (mode != REDLOCK_REASON_NONE)
            fail(handshake, mode, "");
    } else if (handshake->step == RLK_HANDSHAKE_REPLICATION) {
        read_id(handshake->identity.replid, "master_replid", reply);
        read_role(&handshake->identity, reply);
    } else if (handshake->step == RLK_HANDSHAKE_MARKER)
        read_marker(&handshake->identity, reply);
    if (handshake->step != RLK_HANDSHAKE_FAILED)
        handshake->step++;
}
