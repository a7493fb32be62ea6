/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_LIES_H
#define TESTS_SUPPORT_LIES_H

/* What a server says that says anything: drawn from the bytes of a script. */

#include <stddef.h>
#include <stdint.h>

#include "redlock/resp/reader.h"

struct lies {
    const uint8_t *script;
    size_t left;
    int node; /* the one that speaks: its run_id is its own, mostly */
    struct rlk_reply reply;
};

/* The next byte; 0 where the script has ended. */
uint8_t lies_next(struct lies *lies);

/* Mostly one at which sums and shifts go wrong. */
int64_t lies_number(struct lies *lies);

const char *lies_run_id(struct lies *lies);

/* A text for a reply. */
void lies_put(struct rlk_reply *reply, const char *text);

/* lies->reply gets the text of a marker, or of something like it. */
void lies_put_marker(struct lies *lies);

/* lies->reply, of any kind with anything in it. */
const struct rlk_reply *lies_reply(struct lies *lies);

#endif
