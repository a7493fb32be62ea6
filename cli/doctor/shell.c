/* SPDX-License-Identifier: MIT */
/* Commands for a shell. */

#include "cli/doctor/diagnosis.h"

#include <stdio.h>
#include <string.h>

static const struct {
    unsigned right;
    const char *word;
    const char *name;
    const char *rule; /* for ACL SETUSER, quoted for a shell */
} rights[REDLOCK_RIGHTS] = {
    {REDLOCK_RIGHT_SET, "set", "SET", "+set"},
    {REDLOCK_RIGHT_GET, "get", "GET", "+get"},
    {REDLOCK_RIGHT_DEL, "del", "DEL", "+del"},
    {REDLOCK_RIGHT_PTTL, "pttl", "PTTL", "+pttl"},
    {REDLOCK_RIGHT_PEXPIRE, "pexpire", "PEXPIRE", "+pexpire"},
    {REDLOCK_RIGHT_TIME, "time", "TIME", "+time"},
    {REDLOCK_RIGHT_EVAL, "eval", "EVAL", "+eval"},
    {REDLOCK_RIGHT_EVALSHA, "evalsha", "EVALSHA", "+evalsha"},
    {REDLOCK_RIGHT_INFO, "info", "INFO", "+info"},
    {REDLOCK_RIGHT_CLIENT_ID, "client_id", "CLIENT ID", "'+client|id'"},
    {REDLOCK_RIGHT_CLIENT_KILL, "client_kill", "CLIENT KILL", "'+client|kill'"},
    {REDLOCK_RIGHT_KEYS, "keys", "the keys redlock:*", "'~redlock:*'"},
    {REDLOCK_RIGHT_ZADD, "zadd", "ZADD", "+zadd"},
    {REDLOCK_RIGHT_ZREM, "zrem", "ZREM", "+zrem"},
    {REDLOCK_RIGHT_ZCARD, "zcard", "ZCARD", "+zcard"},
    {REDLOCK_RIGHT_ZRANGE, "zrange", "ZRANGE", "+zrange"},
    {REDLOCK_RIGHT_ZRANK, "zrank", "ZRANK", "+zrank"},
    {REDLOCK_RIGHT_ZSCORE, "zscore", "ZSCORE", "+zscore"},
    {REDLOCK_RIGHT_HSET, "hset", "HSET", "+hset"},
    {REDLOCK_RIGHT_HGET, "hget", "HGET", "+hget"},
    {REDLOCK_RIGHT_HDEL, "hdel", "HDEL", "+hdel"},
    {REDLOCK_RIGHT_PUBLISH, "publish", "PUBLISH", "+publish"},
    {REDLOCK_RIGHT_SUBSCRIBE, "subscribe", "SUBSCRIBE", "+subscribe"},
    {REDLOCK_RIGHT_QUEUES, "queues", "the keys {*}:*", "'~{*}:*'"},
    {REDLOCK_RIGHT_CHANNELS, "channels", "the channels redlock:wake:*",
     "'&redlock:wake:*'"},
};

static void append(char *text, const char *more)
{
    size_t length = strlen(text);

    (void)snprintf(text + length, SHELL_TEXT_MAX - length, "%s", more);
}

/* Appends a word, quoted for a shell if necessary. */
static void append_word(char *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-./:,@%+";

    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        append(text, word);
        return;
    }
    append(text, "'");
    for (; *word != '\0'; word++) {
        char one[2] = {*word, '\0'};
        append(text, *word == '\'' ? "'\\''" : one);
    }
    append(text, "'");
}

const char *shell_redis_cli(const struct redlock_node_facts *facts, char *text)
{
    char port[16];

    text[0] = '\0';
    if (facts->host[0] == '\0') {
        append(text, "redis-cli -s ");
        append_word(text, facts->path);
        return text;
    }
    append(text, "redis-cli -h ");
    append_word(text, facts->host);
    (void)snprintf(port, sizeof(port), " -p %d", facts->port);
    append(text, port);
    if (facts->tls_version[0] != '\0')
        append(text, " --tls");
    return text;
}

const char *shell_right_names(unsigned mask, char *text)
{
    text[0] = '\0';
    for (size_t i = 0; i < REDLOCK_RIGHTS; i++) {
        if ((mask & rights[i].right) == 0)
            continue;
        append(text, text[0] == '\0' ? "" : ", ");
        append(text, rights[i].name);
    }
    return text;
}

const char *shell_right_word(unsigned right)
{
    for (size_t i = 0; i < REDLOCK_RIGHTS; i++) {
        if (rights[i].right == right)
            return rights[i].word;
    }
    return NULL;
}

const char *shell_acl(const char *user, unsigned mask, char *text)
{
    text[0] = '\0';
    append(text, "ACL SETUSER ");
    append_word(text, user);
    for (size_t i = 0; i < REDLOCK_RIGHTS; i++) {
        if ((mask & rights[i].right) == 0)
            continue;
        append(text, " ");
        append(text, rights[i].rule);
    }
    return text;
}
