/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_H
#define RLK_REDLOCK_ADMIN_EXAMINE_H

#include "redlock/admin.h"
#include "redlock/admin/talk_loop.h"
#include "redlock/resp/command.h"
#include "redlock/resp/reader.h"
#include "redlock/runtime/marker.h"

/*
 * A node's clock against the boot clock, by a few questions for its time. The
 * time in an answer was right at some instant between question and answer: half
 * of that span is the error. Pure.
 */

#define RLK_EXAMINE_SAMPLES 6

struct rlk_examine_sample {
    int64_t sent_us;     /* the question, on the boot clock */
    int64_t received_us; /* the answer, on the boot clock */
    int64_t node_us;     /* the node's time, as it told it */
};

/*
 * What the answers of one node have told so far: the facts for the caller, and
 * what is needed to work out the rest of them.
 */

struct rlk_examine_notes {
    struct redlock_node_facts *facts; /* borrowed */

    char replid[RLK_REPLID_MAX]; /* of the node's memory; "": not told */
    int64_t since_us; /* when its quarantine began, by the node's clock */

    /* The latest question and its answer, on the boot clock. Where several
       questions were sent at once, sent_us is that of the last of them. */
    int64_t sent_us;
    int64_t received_us;

    int64_t trips_us[RLK_EXAMINE_SAMPLES];
    int trips_count;
    struct rlk_examine_sample samples[RLK_EXAMINE_SAMPLES];
    int samples_count;
};

/* Reads the answer to one question. */
typedef void rlk_examine_read(struct rlk_examine_notes *notes,
                              const struct rlk_reply *reply);

/*
 * Fills the clock_ members: how far the node's clock is ahead by the quickest
 * answer, and how much that grew between the quickest answer of the first half
 * and that of the second.
 */
void rlk_examine_clock(const struct rlk_examine_sample *samples, int count,
                       struct redlock_node_facts *facts);

/* What a node knows of its own memory: its marker. Pure. */

/*
 * The answer to GET of the marker's key. The replication section of INFO has
 * been read before: a marker says nothing without the master_replid.
 */
rlk_examine_read rlk_examine_marker;

/* For how long a quarantine has lasted, by the latest sample of the clock. */
void rlk_examine_quarantine(struct rlk_examine_notes *notes);

/* What a user may do on a node, by the errors of the commands tried. Pure. */

/*
 * A command that needs this right, a REDLOCK_RIGHT_, was answered by an error:
 * the right is denied, or the command is missing, or neither. 0: no right.
 */
void rlk_examine_refusal(struct rlk_examine_notes *notes, unsigned right,
                         const struct rlk_reply *error);

/* Is one of these rights denied, or its command missing? */
bool rlk_examine_lacks(const struct rlk_examine_notes *notes, unsigned rights);

/* The error of a SET that was allowed to be tried: why no write is taken. */
rlk_examine_read rlk_examine_write_error;

/* What a server is and how it is configured: INFO and CONFIG GET. Pure. */

/* The sections of INFO. */
rlk_examine_read rlk_examine_server;

rlk_examine_read rlk_examine_replication;

rlk_examine_read rlk_examine_persistence;

rlk_examine_read rlk_examine_memory_limit;

/* The parameters "save" and "appendfsync". */
rlk_examine_read rlk_examine_save;

rlk_examine_read rlk_examine_fsync;

/* How far a node is, and what time it is there. Pure. */

/* The answer to PING, of any kind: it was a round trip. */
rlk_examine_read rlk_examine_trip;

/* The node's time in microseconds: a sample of its clock. */
rlk_examine_read rlk_examine_time;

/* All are in: the round trips and the clock in the facts. */
void rlk_examine_times(struct rlk_examine_notes *notes);

/*
 * What every node is asked, in this order: a command, when it is sent, and the
 * reader of its answer. Another question is another row. Pure.
 */

/* Bytes in the name of the key that nobody has, its NUL included. */
#define RLK_EXAMINE_KEY_MAX 48

/*
 * The examination of one node as a state machine: which question is sent when,
 * what becomes of each answer, and when it is over. It knows no socket and no
 * clock: commands go into a buffer, replies and instants are handed in.
 *
 * It is one side of a talk (talk_loop.h).
 *
 * Instants and spans are nanoseconds, instants those of the boot clock.
 */

struct rlk_examine_node {
    struct rlk_talk talk; /* first */
    struct rlk_examine_notes notes;
    char key[RLK_EXAMINE_KEY_MAX]; /* one that nobody has */
    int asked;    /* questions sent or skipped: the next one's number */
    int answered; /* of these, how many were answered or skipped */
};

/*
 * Of a node of which nothing is known yet: node has its key, its patience and
 * its end; all else is set here. facts must outlive the examination.
 */
void rlk_examine_node_start(struct rlk_examine_node *node,
                            struct redlock_node_facts *facts, int64_t now);

#endif
