/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_SHELL_H
#define RLK_CLI_DOCTOR_SHELL_H

/* Commands for a shell that mend a node. Passwords are never in them. */

#include "redlock/redlock.h"

#define MEND_MAX 480

/* "redis-cli -h HOST -p PORT" or "redis-cli -s PATH"; text: MEND_MAX bytes. */
const char *mend_redis_cli(const struct redlock_node_facts *facts, char *text);

/* The rights of a mask by their names, with commas; text: MEND_MAX bytes. */
const char *mend_right_names(unsigned rights, char *text);

/* "ACL SETUSER USER +set ...", which gives these; text: MEND_MAX bytes. */
const char *mend_acl(const char *user, unsigned rights, char *text);

#endif
