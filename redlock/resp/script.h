/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_SCRIPT_H
#define RLK_REDLOCK_RESP_SCRIPT_H

/* The Lua scripts that nodes run; their sources are in scripts/ and kinds/. */

#include <stddef.h>

#include "redlock/core/transport.h"

#define RLK_SCRIPT_SHA_LENGTH 40

struct rlk_script {
    const char *text;
    size_t length;
    const char *sha; /* SHA1 of the text, in hex */
    int arguments;   /* plain, after the one key: none, the token, token
                        and another word, and a number */
};

/*
 * The script of a verb, static; NULL for a verb that is a plain command.
 * checked: the one that judges markers and fences.
 */
const struct rlk_script *rlk_script_of(enum rlk_verb verb, bool checked);

#endif
