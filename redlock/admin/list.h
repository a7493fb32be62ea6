/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_LIST_H
#define RLK_REDLOCK_ADMIN_LIST_H

#include "redlock/redlock.h"

/*
 * What the scripts of a listing answer (scripts/list_names.lua and
 * scripts/list_look.lua), read. Texts come from servers: anything may be in
 * them. Pure.
 */

#define RLK_LIST_CURSOR_MAX 24

/* What is still to be read. */
struct rlk_list_text {
    const char *at;
    size_t left;
};

struct rlk_list_names {
    char cursor[RLK_LIST_CURSOR_MAX]; /* "0": that was all */
    int64_t refused;                  /* keys that the user may not read */
    int64_t left_out;                 /* names that found no room */
};

/* The beginning; false: it is none of that script's. */
bool rlk_list_text_head(struct rlk_list_text *text,
                        struct rlk_list_names *names);

/*
 * The next name, which may be a resource's; borrowed, without a NUL. false: it
 * is none; with left > 0 what follows is none of that script's.
 */
bool rlk_list_text_name(struct rlk_list_text *text, const char **name,
                        size_t *length);

/* How one resource stands at one node. */
struct rlk_list_stand {
    bool told;            /* else nothing is known */
    bool has_key;         /* else it is free there */
    int64_t remaining_ms; /* of the key; -1: for ever, or there is none */
    int64_t members;
    int64_t waiting;
    int64_t slots_taken;
    int64_t slots;
    char token[REDLOCK_TOKEN_MAX]; /* what is printable of the key's value */
};

/* The next one of a look; false: it is none of that script's. */
bool rlk_list_text_stand(struct rlk_list_text *text,
                         struct rlk_list_stand *stand);

/*
 * The names that nodes have told, each of them once. Each node may tell so many
 * as the list may have: one that makes names up keeps no other's out.
 */

struct rlk_list_named {
    char *name;     /* in memory of its own */
    uint32_t nodes; /* that told it, one bit each */
};

struct rlk_list_table {
    struct rlk_list_named *names;
    size_t count;
    size_t limit; /* names in the list, and names of each node, at most */
    size_t told[REDLOCK_NODES_MAX]; /* names of each node; limit + 1: beyond */
    size_t room;                    /* of names */
    bool more;                      /* there was one beyond the limit */
    uint32_t *slots;   /* by a name's hash: its number and 1; 0: free */
    size_t slot_count; /* a power of two, or 0 */
};

/* limit: at least 1, times the number of nodes less than 2^31. */
void rlk_list_table_init(struct rlk_list_table *table, size_t limit);

void rlk_list_table_clear(struct rlk_list_table *table);

/*
 * Takes in a name that this node told; copied. One beyond the node's limit is
 * noted. false: no memory.
 */
bool rlk_list_table_add(struct rlk_list_table *table, int node,
                        const char *name, size_t length);

/*
 * Keeps as many as the limit allows, those that most nodes told, and sorts them
 * by their bytes. No name may be added after that.
 */
void rlk_list_table_finish(struct rlk_list_table *table);

#endif
