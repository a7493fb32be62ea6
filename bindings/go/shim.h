/* SPDX-License-Identifier: MIT */
/*
 * The calls of redlock/redlock.h that cgo cannot make itself: those that are
 * macros, take callbacks, or get a cgo.Handle as their user pointer. A handle
 * is an integer; no Go pointer is kept in C.
 */
#ifndef LIBREDLOCK_GO_SHIM_H
#define LIBREDLOCK_GO_SHIM_H

#include <redlock/redlock.h>
#include <stdlib.h>

/* Opens a client of the event API. Sets *fd to a copy of its descriptor, owned
 * by the caller. */
enum redlock_status shim_open(struct redlock_settings *settings, uintptr_t user,
                              struct redlock_client **client, int *fd,
                              struct redlock_problem *problem);

/* Runs one turn. Returns whether another one has something to do. */
bool shim_turn(struct redlock_client *client);

/* call and lock: handles of the call and of its future lock. */
enum redlock_status shim_acquire(struct redlock_client *client,
                                 struct redlock_request *request,
                                 uintptr_t lock, uintptr_t call,
                                 struct redlock_pending **pending);
enum redlock_status shim_extend(struct redlock_lock *lock, int64_t ttl_ms,
                                struct redlock_report *report, uintptr_t call);
enum redlock_status shim_downgrade(struct redlock_lock *lock,
                                   struct redlock_report *report,
                                   uintptr_t call);
enum redlock_status shim_release(struct redlock_lock *lock,
                                 struct redlock_report *report, uintptr_t call);

#endif
