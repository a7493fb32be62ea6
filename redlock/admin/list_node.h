/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_LIST_NODE_H
#define RLK_REDLOCK_ADMIN_LIST_NODE_H

/*
 * The listing of one node: first it is gone through for names, then it is asked
 * how some of them stand, as often as there are names. One side of a talk
 * (talk_loop.h): it rests after each of these.
 */

#include "redlock/admin.h"
#include "redlock/admin/list_table.h"
#include "redlock/admin/list_text.h"
#include "redlock/admin/talk_loop.h"

struct rlk_list_node {
    enum rlk_talk_state state;
    bool asked;          /* and not answered */
    int64_t patience;    /* how long the connection or an answer may take */
    int64_t end;         /* it is gone through until then, at most */
    int64_t progress;    /* the instant of the latest question or answer */
    const char *unheard; /* connecting: what to say of its silence */
    char cursor[RLK_LIST_CURSOR_MAX]; /* where it goes on */
    struct rlk_list_table *table;     /* borrowed */
    struct redlock_list_node *report; /* borrowed */

    /* The names that are looked at; NULL: it is gone through for names. */
    char *const *names;
    int count;
    struct rlk_list_stand stands[RLK_LIST_BATCH];
};

extern const struct rlk_talk_ops rlk_list_node_talk;

/* Of a node of which nothing is known: patience, end, table and report are set,
 * the report has its name alone. */
void rlk_list_node_start(struct rlk_list_node *node, int64_t now);

/* It rests: asks how these stand, at most RLK_LIST_BATCH; borrowed. What it
 * does not tell is not told. */
void rlk_list_node_look(struct rlk_list_node *node, char *const *names,
                        int count, int64_t now);

#endif
