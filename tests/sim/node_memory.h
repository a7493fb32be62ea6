/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_MODEL_H
#define SIM_NODE_MODEL_H

/*
 * What a Redis master does with our requests, as a pure function of its
 * memory, the request, and its own clock: it runs the shipped scripts.
 * test_node.c holds it against a real server, reply by reply.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/runtime/transport.h"

#define SIM_RESOURCES 3
#define SIM_TOKEN_MAX 64

/* Slots of a semaphore, and all keys: of the resources, then of their slots. */
#define SIM_SLOT_KEYS 3
#define SIM_KEYS (SIM_RESOURCES + SIM_RESOURCES * SIM_SLOT_KEYS)

/* Queues: of the resources, then of their slots. */
#define SIM_QUEUES (2 * SIM_RESOURCES)

/* Fewer than a script drops at once, and than a node files: neither bound is
 * met here. */
#define SIM_ENTRIES 48
#define SIM_MEMBERS 32
#define SIM_OWNER_MAX 8

struct sim_key {
    char token[SIM_TOKEN_MAX]; /* "": no key */
    int64_t until_ms;          /* the last millisecond in which it is there */
    bool repaired;             /* put back by a repair */
    bool restored;             /* by a snapshot: nobody asked for it */
    bool handed; /* by a release to one who waited, and who may be gone */
    int many;    /* of a slot: how many there are for who has it; the
                    witness's */
};

/* A resource's fence counter. */
struct sim_counter {
    int64_t number;
    char born[9]; /* the memory's: its replid's beginning; "": there is none */
    int64_t until_ms; /* the last millisecond in which it is there; 0: it does
                         not expire */
};

/* Who waits for a resource, or for a slot of it: those of the lowest ticket
 * first, and of equal ones those of the lowest token. */
struct sim_queue {
    struct sim_entry {
        char token[SIM_TOKEN_MAX];
        int64_t ticket;
        int64_t px_ms;
        int64_t generation;
        unsigned flags;
        int64_t until_ms; /* the first millisecond in which it is dead */
        bool woken;       /* it was told to come in */
    } entries[SIM_ENTRIES];
    int count;
    int strays;       /* records without an entry, or the other way round */
    int64_t until_ms; /* the last millisecond in which it is there */
};

/* Who shares a resource, as long as its key has the placeholder. */
struct sim_members {
    struct sim_member {
        char token[SIM_TOKEN_MAX];
        int64_t until_ms;    /* the last millisecond in which it is one */
        bool repaired;       /* put back by a repair */
        int64_t repaired_at; /* in true time; the witness's */
        bool restored;       /* by a snapshot: nobody asked for it */
    } list[SIM_MEMBERS];
    int count;
};

/* As which owner tokens share a resource, as far as they are members'. */
struct sim_owners {
    struct sim_sharer {
        char token[SIM_TOKEN_MAX];
        char owner[SIM_OWNER_MAX];
    } list[SIM_MEMBERS];
    int count;
    int64_t until_ms; /* the last millisecond in which any of it is there */
};

/* How many slots a resource has. */
struct sim_number {
    int many;         /* 0: it is not known */
    int64_t until_ms; /* the last millisecond in which it is there */
};

struct sim_memory {
    struct sim_key keys[SIM_KEYS];
    struct sim_members members[SIM_RESOURCES];
    struct sim_owners owners[SIM_RESOURCES];
    struct sim_counter counters[SIM_KEYS];
    struct sim_number numbers[SIM_RESOURCES];
    struct sim_queue queues[SIM_QUEUES];
    char marker[RLK_MARKER_MAX]; /* "": none */
};

struct sim_model {
    struct sim_memory memory;
    /*
     * PUBLISH, as a script calls it, to the channel of the push's token: how
     * many have heard it; -1: the users may not publish. NULL: nobody listens.
     */
    int (*publish)(void *server, const struct rlk_handoff *handoff);
    void *server;                /* for publish; borrowed */
    bool full;                   /* it is short of memory */
    char replid[RLK_REPLID_MAX]; /* what the scripts see of it */
    uint64_t scripts; /* those it knows by their SHA1, a bit each (scripts.h) */
};

/* One who waits, of another client. */
struct sim_head {
    char token[SIM_TOKEN_MAX]; /* "": nobody */
    int64_t ticket;
};

struct sim_request {
    enum rlk_verb verb;
    char placeholder[SIM_TOKEN_MAX]; /* of the party that the lock is of; "":
                                        none */
    char sharer[SIM_OWNER_MAX];      /* the owner that shares it; "": none */
    bool former; /* it had the resource alone, and shares it from now on */
    struct rlk_slot slot; /* of a semaphore */
    bool by_text;
    int resource;
    char token[SIM_TOKEN_MAX];
    int64_t ttl_ms;
    int64_t client_id;
    char mark[RLK_MARKER_MAX];
    int64_t until_us;
    char seen[RLK_MARKER_MAX]; /* mark: the marker as it was seen */
    bool checked;
    struct rlk_rules rules;
    struct rlk_ask ask;             /* ask */
    struct rlk_successor successor; /* pass; token.length 0: nobody is named */
    struct sim_head known_head; /* the first of those that it was told are next;
                             the witness's */
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
    int slot; /* grant of a semaphore, yes: which one */
    int slots;
    int waiting; /* inspect: so many places */
};

/* Executes a request at now_us of the node's clock. */
struct sim_answer sim_model_execute(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us);

/* Copies what there is; the rest of the lists is as it was. */
void sim_memory_copy(struct sim_memory *to, const struct sim_memory *from);

/* The key, or NULL where there is none or it has expired. */
struct sim_key *sim_model_key(struct sim_model *model, int resource,
                              int64_t now_ms);

/* Where the keys have that slot's. */
int sim_key_of_slot(int resource, int number);

/* Where the queues have that in which its token may stand. */
int sim_request_queue(const struct sim_request *request);

/* Is the request about that key: the resource's, or one of slots? */
bool sim_request_means(const struct sim_request *request, int key);

/* Has it a placeholder? key may be NULL. */
bool sim_key_is_placeholder(const struct sim_key *key);

/* Is it of an owner's lock? */
bool sim_request_is_owned(const struct sim_request *request);

/* The living member of that token; NULL: it is none's. */
const struct sim_member *sim_memory_member(const struct sim_memory *memory,
                                           int resource, const char *token,
                                           int64_t now_ms);

/* Until when the token has the key, or shares it; INT64_MIN: it does not. */
int64_t sim_memory_has_until(const struct sim_memory *memory,
                             const struct sim_request *request, int64_t now_ms);

/* Is the entry's lease not over? */
bool sim_entry_is_valid(const struct sim_entry *entry, int64_t now_ms);

/* How many living members there are. */
int sim_memory_members(const struct sim_memory *memory, int resource,
                       int64_t now_ms);

#endif
