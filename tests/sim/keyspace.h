/* SPDX-License-Identifier: MIT */
#ifndef SIM_KEYSPACE_H
#define SIM_KEYSPACE_H

/*
 * The keys of a Redis server, and the commands that the shipped scripts call.
 * test_keyspace.c compares each command with a real server.
 *
 * A keyspace is one array of bytes without pointers: a snapshot is a copy of
 * its used bytes. Two keyspaces with the same keys have the same bytes,
 * whatever the order in which the keys were written.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More aborts: the tests stay below it. */
#define SIM_KEYSPACE_MAX 65536

enum sim_key_type {
    SIM_KEY_STRING,
    SIM_KEY_ZSET,
    SIM_KEY_HASH,
};

struct sim_keyspace {
    size_t used;
    unsigned char bytes[SIM_KEYSPACE_MAX];
};

struct sim_text {
    const char *bytes; /* borrowed; may hold any byte */
    size_t length;
};

/* One key, as it is in a keyspace. Valid until the keyspace changes. */
struct sim_item {
    enum sim_key_type type;
    struct sim_text name;
    int64_t until_ms;     /* the last millisecond in which the key exists;
                             INT64_MAX: it does not expire */
    struct sim_text text; /* a string; of a zset or a hash: its elements */
    size_t at;            /* where it begins in the bytes */
    size_t length;        /* how many bytes it has */
};

/* One element of a zset or a hash. */
struct sim_element {
    struct sim_text member; /* of a hash: the field */
    double score;           /* of a zset */
    struct sim_text value;  /* of a hash */
};

/* The server's state while a command runs. */
struct sim_server {
    struct sim_keyspace keyspace;
    int64_t now_us; /* by the server's clock; a script's time does not move */
    bool full;      /* it is short of memory */
    bool wrote;     /* this script has called a command that writes */
    char replid[41];
    /*
     * PUBLISH: the number of subscribers that received the message; -1: the
     * user may not publish. NULL: nobody subscribes.
     */
    int (*publish)(void *owner, struct sim_text channel,
                   struct sim_text message);
    void *owner; /* for publish; borrowed */
};

enum sim_result_kind {
    SIM_RESULT_NIL,
    SIM_RESULT_INTEGER,
    SIM_RESULT_STATUS, /* text */
    SIM_RESULT_ERROR,  /* text */
    SIM_RESULT_TEXT,
    SIM_RESULT_ROW, /* texts */
};

#define SIM_ROW_MAX 256
#define SIM_NUMBER_MAX 32 /* room for any number's text */

/* What a command replies. Its texts are valid until the next command. */
struct sim_result {
    enum sim_result_kind kind;
    int64_t integer;
    struct sim_text text;
    int count;
    struct sim_text row[SIM_ROW_MAX];
    char written[SIM_ROW_MAX / 2]
                [SIM_NUMBER_MAX]; /* of texts that no key has */
    char info[128];
};

/* Executes a command of count words, the first of which is its name. */
void sim_command(struct sim_server *server, size_t count,
                 const struct sim_text *words, struct sim_result *result);

/* Walks the keys in the order of their names. *at is 0 at first. false: there
 * are no more. */
bool sim_keyspace_next(const struct sim_keyspace *keyspace, size_t *at,
                       struct sim_item *item);

/* Finds a key that has not expired. */
bool sim_keyspace_find(const struct sim_keyspace *keyspace, const char *name,
                       int64_t now_ms, struct sim_item *item);

/* Walks the elements of a zset (by score, then member) or a hash (by field).
 * *at is 0 at first. */
bool sim_item_next(const struct sim_item *item, size_t *at,
                   struct sim_element *element);

/* Sets when a key expires, as a server did. */
void sim_keyspace_expire_at(struct sim_keyspace *keyspace, const char *name,
                            int64_t until_ms);

/* Removes the keys that have expired. */
void sim_keyspace_drop_expired(struct sim_keyspace *keyspace, int64_t now_ms);

#endif
