/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_SHELL_H
#define RLK_CLI_DOCTOR_SHELL_H

/* The advice that is a command for a shell. Passwords are never in it. */

#include "redlock/admin.h"

#define SHELL_TEXT_MAX 480

/*
 * "redis-cli -h HOST -p PORT", with --tls behind it where it has that, or
 * "redis-cli -s PATH"; text: SHELL_TEXT_MAX bytes.
 */
const char *shell_redis_cli(const struct redlock_node_facts *facts, char *text);

/* The rights of a mask by their names, with commas; text: SHELL_TEXT_MAX bytes.
 */
const char *shell_right_names(unsigned rights, char *text);

/* For programs: "set", "client_kill". Static; NULL: there is no such right. */
const char *shell_right_word(unsigned right);

/* "ACL SETUSER USER +set ...", which gives these; text: SHELL_TEXT_MAX bytes.
 */
const char *shell_acl(const char *user, unsigned rights, char *text);

#endif
