/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_WARDEN_LOCK_NEWS_H
#define RLK_CLI_WARDEN_LOCK_NEWS_H

/*
 * That the lock was renewed or lost, which a thread of the library tells, as a
 * descriptor. What has become of the lock, the lock itself says.
 */

#include "redlock/redlock.h"

/* Polls readable when there is news; close-on-exec. -1: errno. */
int lock_news_open(void);

/*
 * For redlock_request.renewed and .lost. user: the address of the descriptor,
 * which stays open as long as the client does.
 */
void lock_news_tell(struct redlock_lock *lock, void *user);

/* Makes it unreadable; to be called before the lock is looked at. */
void lock_news_drain(int fd);

#endif
