/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_NOTES_H
#define RLK_REDLOCK_ADMIN_EXAMINE_NOTES_H

/*
 * What the answers of one node have told so far: the facts for the caller, and
 * what is needed to work out the rest of them.
 */

#include <stdint.h>

#include "redlock/admin.h"
#include "redlock/admin/examine_clock.h"
#include "redlock/resp/reader.h"
#include "redlock/runtime/marker.h"

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

#endif
