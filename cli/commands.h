/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_COMMANDS_H
#define RLK_CLI_COMMANDS_H

#include "cli/base/options.h"

/* The subcommands, each in its cmd_NAME.c. */

extern const struct subcommand cmd_run;
extern const struct subcommand cmd_acquire;
extern const struct subcommand cmd_extend;
extern const struct subcommand cmd_release;
extern const struct subcommand cmd_status;
extern const struct subcommand cmd_watch;
extern const struct subcommand cmd_init;
extern const struct subcommand cmd_doctor;
extern const struct subcommand cmd_bench;
extern const struct subcommand cmd_local;

#endif
