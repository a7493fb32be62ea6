/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_COMMANDS_H
#define RLK_CLI_COMMANDS_H

#include "cli/base/options.h"

/*
 * The subcommands, and what each takes. argv[0] is the subcommand's name; each
 * returns the exit status.
 */

extern const struct options_taker cmd_run_taker;
int cmd_run(int argc, char **argv);
extern const struct options_taker cmd_acquire_taker;
int cmd_acquire(int argc, char **argv);
extern const struct options_taker cmd_extend_taker;
int cmd_extend(int argc, char **argv);
extern const struct options_taker cmd_release_taker;
int cmd_release(int argc, char **argv);
extern const struct options_taker cmd_status_taker;
int cmd_status(int argc, char **argv);
extern const struct options_taker cmd_watch_taker;
int cmd_watch(int argc, char **argv);
extern const struct options_taker cmd_init_taker;
int cmd_init(int argc, char **argv);
extern const struct options_taker cmd_doctor_taker;
int cmd_doctor(int argc, char **argv);
extern const struct options_taker cmd_bench_taker;
int cmd_bench(int argc, char **argv);
extern const struct options_taker cmd_local_taker;
int cmd_local(int argc, char **argv);

#endif
