/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_KEEP_RECORD_H
#define RLK_CLI_LOCK_KEEP_RECORD_H

/*
 * By what redlock release tells a keeper that the lock is wanted no more, so
 * that it does not take that for a loss: memory of the keeper's, which is found
 * in /proc by those who have the same user on the same machine. There is no
 * file that could be left over.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "cli/base/options.h"

/* By what the keeper is found, too: its process has this name. */
#define KEEP_RECORD_NAME "redlock-keep"

struct keep_page;

struct keep_record {
    int fd; /* -1: there is none */
    struct keep_page *page;
};

/* Close-on-exec. false: errno says why. */
bool keep_record_open(struct keep_record *record);

/* For which lock it is, and of which kind. From here on it can be told. */
void keep_record_set(struct keep_record *record, const struct options *options,
                     const struct redlock_lock *lock);

/* Shared memory: the lock is wanted no more. As long as the record is open. */
const atomic_bool *keep_record_given_up(const struct keep_record *record);

void keep_record_close(struct keep_record *record);

/*
 * Tells the keeper of this lock, which is of the kind that the options say: a
 * release as another kind takes nothing, and ends no keeper. To be called
 * before it is released; after that, SIGUSR1 ends the keeper. Returns the
 * keeper's process; 0: nobody keeps it, as far as can be seen.
 */
pid_t keep_record_give_up(const struct options *options,
                          const struct redlock_lock *lock);

#endif
