/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_LIST_H
#define RLK_REDLOCK_ADMIN_LIST_H

#include "redlock/redlock.h"

/*
 * Reads the replies of the listing scripts (scripts/list_names.lua and
 * scripts/list_look.lua). The texts come from servers and may contain anything.
 * Pure.
 */

#define RLK_LIST_CURSOR_MAX 24

/* The text that is left. */
struct rlk_list_text {
    const char *at;
    size_t left;
};

struct rlk_list_names {
    char cursor[RLK_LIST_CURSOR_MAX]; /* "0": the search is complete */
    int64_t refused;                  /* keys that the user may not read */
    int64_t left_out;                 /* number of names that were too long */
};

/* Reads the beginning; false: it is malformed. */
bool rlk_list_text_head(struct rlk_list_text *text,
                        struct rlk_list_names *names);

/*
 * Reads the next name, which may be a resource's; borrowed, without a NUL.
 * false: there is none; with left > 0 the rest is malformed.
 */
bool rlk_list_text_name(struct rlk_list_text *text, const char **name,
                        size_t *length);

/* The state of one resource at one node. */
struct rlk_list_stand {
    bool reported;        /* false: unknown */
    bool has_key;         /* false: free at this node */
    int64_t remaining_ms; /* of the key; -1: no expiry, or no key */
    int64_t members;
    int64_t waiting;
    int64_t slots_taken;
    int64_t slots;
    char token[REDLOCK_TOKEN_MAX]; /* the printable part of the key's value */
};

/* Reads the next state; false: it is malformed. */
bool rlk_list_text_stand(struct rlk_list_text *text,
                         struct rlk_list_stand *stand);

/*
 * The names that nodes have reported, each once. Each node may report as many
 * as the list may have, so a node that invents names displaces no real one.
 */

struct rlk_list_named {
    char *name;     /* allocated */
    uint32_t nodes; /* that reported it, one bit each */
};

struct rlk_list_table {
    struct rlk_list_named *names;
    size_t count;
    size_t limit; /* the most names in the list, and of each node */
    /* The number of names that each node reported; limit + 1: more. */
    size_t reported[REDLOCK_NODES_MAX];
    size_t room;       /* of names */
    bool more;         /* a name beyond the limit was reported */
    uint32_t *slots;   /* by a name's hash: its number and 1; 0: free */
    size_t slot_count; /* a power of two, or 0 */
};

/* limit: at least 1, times the number of nodes less than 2^31. */
void rlk_list_table_init(struct rlk_list_table *table, size_t limit);

void rlk_list_table_clear(struct rlk_list_table *table);

/*
 * Adds a name that this node reported; copied. A name beyond the node's limit
 * is only recorded as such. false: no memory.
 */
bool rlk_list_table_add(struct rlk_list_table *table, int node,
                        const char *name, size_t length);

/*
 * Keeps as many names as the limit allows, those that most nodes reported, and
 * sorts them by their bytes. No name may be added afterwards.
 */
void rlk_list_table_finish(struct rlk_list_table *table);

#endif
