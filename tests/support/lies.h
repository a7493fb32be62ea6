/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_LIES_H
#define TESTS_SUPPORT_LIES_H

/* Arbitrary replies of a server, drawn from the bytes of a script. */

#include <stddef.h>
#include <stdint.h>

#include "redlock/resp/reader.h"

struct lies {
    const uint8_t *script;
    size_t left;
    int node; /* the sender; usually the replies have its own run_id */
    struct rlk_reply reply;
};

/* The next byte; 0 after the end of the script. */
uint8_t lies_next(struct lies *lies);

/* Usually a number at which sums and shifts overflow. */
int64_t lies_number(struct lies *lies);

const char *lies_run_id(struct lies *lies);

/* Makes the text a reply. */
void lies_put(struct rlk_reply *reply, const char *text);

/* Sets lies->reply to the text of a marker, or to something similar. */
void lies_put_marker(struct lies *lies);

/* Sets lies->reply to any kind of reply with any content. */
const struct rlk_reply *lies_reply(struct lies *lies);

#endif
