/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_MODEL_H
#define SIM_NODE_MODEL_H

/*
 * How a Redis master executes the library's requests, as a pure function of its
 * memory, the request and its clock. It runs the library's scripts. test_node.c
 * compares each reply with a real server's.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/runtime/transport.h"

#define SIM_RESOURCES 3
#define SIM_TOKEN_MAX 64

/*
 * The slots of a semaphore. All keys: those of the resources, then those of
 * their slots.
 */
#define SIM_SLOT_KEYS 3
#define SIM_KEYS (SIM_RESOURCES + SIM_RESOURCES * SIM_SLOT_KEYS)

/* All queues: those of the resources, then those of their slots. */
#define SIM_QUEUES (2 * SIM_RESOURCES)

/*
 * Smaller than what a script drops at a time and than what a node stores, so
 * that neither limit is reached.
 */
#define SIM_ENTRIES 48
#define SIM_MEMBERS 32
#define SIM_OWNER_MAX 8

struct sim_key {
    char token[SIM_TOKEN_MAX]; /* "": no key */
    int64_t until_ms; /* the last millisecond in which the key exists */
    bool repaired;    /* restored by a repair */
    bool restored;    /* restored by a snapshot: no request created it */
    bool handed; /* given to a waiter by a release; the waiter may be gone */
    int many; /* of a slot: the number of slots according to its holder; known
                 to the witness only */
};

/* A resource's fence counter. */
struct sim_counter {
    int64_t number;
    char born[9]; /* the beginning of the memory's replid; "": there is none */
    int64_t until_ms; /* the last millisecond in which it exists; 0: it does not
                         expire */
};

/*
 * The waiters of a resource, or of a slot of it, ordered by ticket, then by
 * token.
 */
struct sim_queue {
    struct sim_entry {
        char token[SIM_TOKEN_MAX];
        int64_t ticket;
        int64_t px_ms;
        int64_t generation;
        unsigned flags;
        int64_t until_ms; /* the first millisecond in which it has expired */
        bool woken;       /* it was notified that it may acquire */
    } entries[SIM_ENTRIES];
    int count;
    int strays; /* the number of records without an entry, or the other way
                   round */
    int64_t until_ms; /* the last millisecond in which it exists */
};

/* The tokens that share a resource, while its key has the placeholder. */
struct sim_members {
    struct sim_member {
        char token[SIM_TOKEN_MAX];
        int64_t until_ms;    /* the last millisecond in which it is a member */
        bool repaired;       /* restored by a repair */
        int64_t repaired_at; /* in true time; known to the witness only */
        bool restored;       /* restored by a snapshot: no request created it */
    } list[SIM_MEMBERS];
    int count;
};

/* The owners as which tokens share a resource, if they are members. */
struct sim_owners {
    struct sim_sharer {
        char token[SIM_TOKEN_MAX];
        char owner[SIM_OWNER_MAX];
    } list[SIM_MEMBERS];
    int count;
    int64_t until_ms; /* the last millisecond in which the hash exists */
};

/* The number of slots of a resource. */
struct sim_number {
    int many;         /* 0: unknown */
    int64_t until_ms; /* the last millisecond in which it exists */
};

struct sim_memory {
    struct sim_key keys[SIM_KEYS];
    struct sim_members members[SIM_RESOURCES];
    struct sim_owners owners[SIM_RESOURCES];
    struct sim_counter counters[SIM_KEYS];
    struct sim_number numbers[SIM_RESOURCES];
    struct sim_queue queues[SIM_QUEUES];
    char marker[RLK_MARKER_MAX]; /* "": there is none */
};

struct sim_model {
    struct sim_memory memory;
    /*
     * PUBLISH, called by a script, to the channel of the message's token.
     * Returns the number of receivers; -1: the users may not publish. NULL:
     * there is no subscriber.
     */
    int (*publish)(void *server, const struct rlk_handoff *handoff);
    void *server;                /* for publish; borrowed */
    bool full;                   /* out of memory */
    char replid[RLK_REPLID_MAX]; /* as the scripts read it */
    uint64_t scripts; /* the scripts that it knows by their SHA1, one bit each
                         (scripts.h) */
};

/* A waiter of another client. */
struct sim_head {
    char token[SIM_TOKEN_MAX]; /* "": there is none */
    int64_t ticket;
};

struct sim_request {
    enum rlk_verb verb;
    char placeholder[SIM_TOKEN_MAX]; /* of the holders that the lock is shared
                                        by; "": none */
    char sharer[SIM_OWNER_MAX];      /* the owner that shares it; "": none */
    bool former; /* it held the resource exclusively, and shares it from now on
                  */
    struct rlk_slot slot; /* of a semaphore */
    bool by_text;
    int resource;
    char token[SIM_TOKEN_MAX];
    int64_t ttl_ms;
    int64_t client_id;
    char mark[RLK_MARKER_MAX];
    int64_t until_us;
    char seen[RLK_MARKER_MAX]; /* mark: the marker that the client has seen */
    bool checked;
    struct rlk_rules rules;
    struct rlk_ask ask; /* ask */
    /* Pass; token.length 0: no successor is named. */
    struct rlk_successor successor;
    struct sim_head known_head; /* the first of those that were reported to it
                                   as next; known to the witness only */
};

struct sim_answer {
    enum rlk_answer_kind kind;
    enum redlock_reason reason;
    int64_t remaining_ms;
    char text[RLK_MARKER_MAX];
    int64_t time_us;
    int64_t counter;
    bool quarantined;
    bool begun_anew;
    bool issued;
    int64_t ticket;
    int rank;
    int members;
    int slot; /* granted slot of a semaphore */
    int slots;
    int waiting; /* inspect: the number of queue entries */
};

/* Executes a request at now_us of the node's clock. */
struct sim_answer sim_model_execute(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us);

/* Copies the used parts only; the rest of the arrays stays as it was. */
void sim_memory_copy(struct sim_memory *to, const struct sim_memory *from);

/* The key; NULL: there is none, or it has expired. */
struct sim_key *sim_model_key(struct sim_model *model, int resource,
                              int64_t now_ms);

/* The index of that slot's key. */
int sim_key_of_slot(int resource, int number);

/* The index of the queue that may contain the request's token. */
int sim_request_queue(const struct sim_request *request);

/* Does the request concern that key: the resource's, or one of its slots'? */
bool sim_request_means(const struct sim_request *request, int key);

/* Is it a placeholder? key may be NULL. */
bool sim_key_is_placeholder(const struct sim_key *key);

/* Does the request concern the lock of an owner? */
bool sim_request_is_owned(const struct sim_request *request);

/* The unexpired member with that token; NULL: there is none. */
const struct sim_member *sim_memory_member(const struct sim_memory *memory,
                                           int resource, const char *token,
                                           int64_t now_ms);

/* Until when the token has the key, or is a member; INT64_MIN: neither. */
int64_t sim_memory_has_until(const struct sim_memory *memory,
                             const struct sim_request *request, int64_t now_ms);

/* Is the entry's lease still valid? */
bool sim_entry_is_valid(const struct sim_entry *entry, int64_t now_ms);

/* The number of unexpired members. */
int sim_memory_members(const struct sim_memory *memory, int resource,
                       int64_t now_ms);

#endif
