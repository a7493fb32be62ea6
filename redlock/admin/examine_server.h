/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_SERVER_H
#define RLK_REDLOCK_ADMIN_EXAMINE_SERVER_H

/* What a server is and how it is configured: INFO and CONFIG GET. Pure. */

#include "redlock/admin/examine_notes.h"

/* The sections of INFO. */
rlk_examine_read rlk_examine_server;
rlk_examine_read rlk_examine_replication;
rlk_examine_read rlk_examine_persistence;
rlk_examine_read rlk_examine_memory_limit;

/* The parameters "save" and "appendfsync". */
rlk_examine_read rlk_examine_save;
rlk_examine_read rlk_examine_fsync;

#endif
