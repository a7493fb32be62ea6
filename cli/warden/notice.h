/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_NOTICE_H
#define RLK_CLI_WARDEN_NOTICE_H

/*
 * The two instants before a lock's end at which its command is ended. All are
 * milliseconds on the boot clock; notice_ms is --kill-after. Pure.
 */

#include <stdint.h>

/* When the command gets TERM, unless the lock is renewed before. */
int64_t notice_term_ms(int64_t valid_until_ms, int64_t notice_ms);

/* When what is left of it gets KILL, so that it is gone by valid_until_ms. */
int64_t notice_kill_ms(int64_t valid_until_ms, int64_t notice_ms);

#endif
