/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_H
#define RLK_REDLOCK_ADMIN_EXAMINE_H

#include "redlock/admin.h"
#include "redlock/admin/talk_loop.h"
#include "redlock/resp/command.h"
#include "redlock/resp/reader.h"
#include "redlock/runtime/marker.h"

/*
 * Compares a node's clock with the boot clock, by a few requests for its time.
 * The time in an answer was right at some instant between request and answer:
 * half of that span is the error. Pure.
 */

#define RLK_EXAMINE_SAMPLES 6

struct rlk_examine_sample {
    int64_t sent_us;     /* the question, on the boot clock */
    int64_t received_us; /* the answer, on the boot clock */
    int64_t node_us;     /* the node's time, as reported */
};

/*
 * The facts from the answers of one node so far, and values from which the
 * other facts are computed.
 */

struct rlk_examine_notes {
    struct redlock_node_facts *facts; /* borrowed */

    char replid[RLK_REPLID_MAX]; /* of the node's memory; "": not reported */
    int64_t since_us; /* when its quarantine began, by the node's clock */

    /*
     * The latest request and its answer, on the boot clock. Of several requests
     * sent together, sent_us is that of the last.
     */
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
 * Sets the clock_ members: the node's lead by the quickest answer, and the
 * change of the lead between the quickest answers of the first and the second
 * half.
 */
void rlk_examine_clock(const struct rlk_examine_sample *samples, int count,
                       struct redlock_node_facts *facts);

/* The node's memory, judged by its marker. Pure. */

/*
 * The answer to GET of the marker's key. Must be read after the replication
 * section of INFO: a marker means nothing without the master_replid.
 */
rlk_examine_read rlk_examine_marker;

/* Computes how long a quarantine has lasted, from the latest clock sample. */
void rlk_examine_quarantine(struct rlk_examine_notes *notes);

/* The user's rights on a node, judged by the errors of commands. Pure. */

/*
 * Handles the error of a command that needs this right (REDLOCK_RIGHT_): the
 * right is denied, or the command is missing, or neither. 0: no right.
 */
void rlk_examine_refusal(struct rlk_examine_notes *notes, unsigned right,
                         const struct rlk_reply *error);

/* Is one of these rights denied, or its command missing? */
bool rlk_examine_lacks(const struct rlk_examine_notes *notes, unsigned rights);

/* The error of a SET that the user may send: why the node refuses writes. */
rlk_examine_read rlk_examine_write_error;

/* The server and its configuration, from INFO and CONFIG GET. Pure. */

/* The sections of INFO. */
rlk_examine_read rlk_examine_server;

rlk_examine_read rlk_examine_replication;

rlk_examine_read rlk_examine_persistence;

rlk_examine_read rlk_examine_memory_limit;

/* The parameters "save" and "appendfsync". */
rlk_examine_read rlk_examine_save;

rlk_examine_read rlk_examine_fsync;

/* The round trips of a node, and its clock. Pure. */

/* The answer to PING, of any kind: it was a round trip. */
rlk_examine_read rlk_examine_trip;

/* The node's time in microseconds: a sample of its clock. */
rlk_examine_read rlk_examine_time;

/* After the last sample: sets the round trips and the clock in the facts. */
void rlk_examine_times(struct rlk_examine_notes *notes);

/* Bytes in the name of the key that does not exist, with its NUL. */
#define RLK_EXAMINE_KEY_MAX 48

/*
 * The examination of one node as a state machine: which question is sent when,
 * how each answer is used, and when it is over. It knows no socket and no
 * clock: commands go into a buffer, replies and instants are passed in.
 *
 * It is one side of a talk (talk_loop.h).
 *
 * Instants and spans are in nanoseconds, instants on the boot clock.
 */

struct rlk_examine_node {
    struct rlk_talk talk; /* first */
    struct rlk_examine_notes notes;
    char key[RLK_EXAMINE_KEY_MAX]; /* one that does not exist */
    int asked;                     /* number of questions sent or skipped */
    int answered; /* number of these that were answered or skipped */
};

/*
 * Starts with a node of which nothing is known. The caller sets key, patience
 * and end, and keeps facts for as long as the examination.
 */
void rlk_examine_node_start(struct rlk_examine_node *node,
                            struct redlock_node_facts *facts, int64_t now);

#endif
