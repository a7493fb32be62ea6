/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_COMMANDS_H
#define RLK_CLI_COMMANDS_H

/*
 * The subcommands. argv[0] is the subcommand's name; each returns the exit
 * status.
 */

int cmd_run(int argc, char **argv);
int cmd_acquire(int argc, char **argv);
int cmd_extend(int argc, char **argv);
int cmd_release(int argc, char **argv);
int cmd_status(int argc, char **argv);
int cmd_watch(int argc, char **argv);
int cmd_init(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_demo(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_local(int argc, char **argv);

#endif
