/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_NODE_H
#define RLK_REDLOCK_ADMIN_EXAMINE_NODE_H

/*
 * The examination of one node as a state machine: which question is sent when,
 * what becomes of each answer, and when it is over. It knows no socket and no
 * clock: commands go into a buffer, replies and instants are handed in.
 *
 *     rlk_examine_node_connected(node)          the handshake is done
 *     rlk_examine_node_answer(node, reply, now) for each reply, in order
 *     rlk_examine_node_step(node, wire, now)    after these, and at the wakeup
 *
 * Instants and spans are nanoseconds, instants those of the boot clock.
 */

#include <stdint.h>

#include "redlock/admin.h"
#include "redlock/admin/examine_notes.h"
#include "redlock/admin/examine_question.h"
#include "redlock/admin/talk_loop.h"
#include "redlock/resp/command.h"
#include "redlock/resp/reader.h"

struct rlk_examine_node {
    enum rlk_talk_state state;
    struct rlk_examine_notes notes;
    char key[RLK_EXAMINE_KEY_MAX]; /* one that nobody has */
    int64_t patience;    /* how long the connection or an answer may take */
    int64_t end;         /* nothing takes longer than until this instant */
    int64_t progress;    /* the instant of the latest question or answer */
    const char *unheard; /* connecting: what to say of its silence; or NULL */
    int asked;           /* questions sent or skipped: the next one's number */
    int answered;        /* of these, how many were answered or skipped */
};

/*
 * Of a node of which nothing is known yet: node has its key, its patience and
 * its end; all else is set here. facts must outlive the examination.
 */
void rlk_examine_node_start(struct rlk_examine_node *node,
                            struct redlock_node_facts *facts, int64_t now);

/* The handshake is done: the next step asks the first questions. */
void rlk_examine_node_connected(struct rlk_examine_node *node);

/* The next reply. One without a question ends the examination. */
void rlk_examine_node_answer(struct rlk_examine_node *node,
                             const struct rlk_reply *reply, int64_t now);

/* It ends without success. Changes nothing where it has ended. */
void rlk_examine_node_fail(struct rlk_examine_node *node,
                           enum redlock_reason reason, const char *message);

/*
 * Appends the questions whose time has come; ends where all are answered, or
 * where the node has been silent for too long.
 */
void rlk_examine_node_step(struct rlk_examine_node *node, struct rlk_wire *wire,
                           int64_t now);

/* When the next step is due, if no answer comes before; not once it ended. */
int64_t rlk_examine_node_wakeup(const struct rlk_examine_node *node);

#endif
