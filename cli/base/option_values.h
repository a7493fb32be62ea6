/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTION_VALUES_H
#define RLK_CLI_BASE_OPTION_VALUES_H

/* Each option's argument, read and checked. For options.c alone. */

#include "cli/base/options.h"

/* Values beyond those of characters. */
enum {
    OPTION_TTL = 256,
    OPTION_WAIT,
    OPTION_PAUSE_MAX,
    OPTION_NODE_TIMEOUT,
    OPTION_TTL_MAX,
    OPTION_DRIFT,
    OPTION_STRATEGY,
    OPTION_QUORUM,
    OPTION_GUARD,
    OPTION_SLACK,
    OPTION_LABEL,
    OPTION_USERNAME,
    OPTION_PASSWORD,
    OPTION_PASSWORD_FILE,
    OPTION_NO_FENCE,
    OPTION_KILL_AFTER,
    OPTION_EXPORT_TOKEN,
    OPTION_TOKEN,
    OPTION_DEPTH,
    OPTION_CONTENDERS,
    OPTION_HOLD,
    OPTION_TIME,
    OPTION_JSON,
    OPTION_VERSION,
};

/*
 * Puts one option into options. value: in argv, or NULL where the option has
 * none. Returns an exit status, or -1 to go on: it has said what is wrong.
 */
int option_take(const struct options_taker *taker, int option, char *value,
                struct options *options);

#endif
