/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_CLIENT_H
#define RLK_REDLOCK_API_CLIENT_H

/* The common part of both APIs: a core, its sockets, and the settings. */

#include <stdatomic.h>

#include "redlock/core/core.h"
#include "redlock/net/sockets.h"
#include "redlock/net/tls_nodes.h"
#include "redlock/net/uri.h"
#include "redlock/redlock.h"

struct rlk_ev;
struct rlk_log;
struct rlk_sync;

struct redlock_client {
    struct rlk_uris uris;        /* the nodes and their names */
    struct rlk_tls_nodes tls;    /* the nodes with TLS */
    struct rlk_sockets *sockets; /* the core's transport */
    unsigned fork_generation;    /* rlk_fork_generation() when it was opened */
    struct rlk_sync *sync;       /* the blocking API; else NULL */
    struct rlk_ev *ev;           /* the event API, on a libev loop; else NULL */
    void (*close_ev)(struct rlk_ev *ev); /* if ev is not NULL */
    bool on_fd;                          /* the event API, on a descriptor */
    struct rlk_list pending;             /* the event API: calls under way */
    struct rlk_list retains;             /* of `pending`, those that retain */
    struct rlk_list observers;           /* all of them */
    struct rlk_list cancellable; /* calls under way that have a cancel handle */
    struct rlk_log *log;         /* NULL: no log function */
    bool delivering;             /* the event API: a callback is running */
    struct rlk_core core;        /* last: it is large */
};

/* A new client is one of the event API: its callbacks run from the loop. */
void rlk_async_begin(struct redlock_client *client);

/* Frees the event API's calls under way without calling back. */
void rlk_async_clear(struct redlock_client *client);

/* Before a lock is freed: a pending retain of it ends with REDLOCK_LOST. */
void rlk_async_forget(struct redlock_client *client,
                      const struct redlock_lock *lock);

/*
 * At the end of a call of the event API: if the program polls a descriptor,
 * makes the loop do the call's work.
 */
void rlk_client_wake_loop(struct redlock_client *client);

/*
 * Opens the log that the settings request: log.c. false: no memory. It receives
 * events of the core from rlk_log_begin() on, for which the core must have been
 * initialized. After rlk_log_clear() it calls no function any more.
 */
bool rlk_log_open(struct redlock_client *client,
                  const struct redlock_settings *settings);
void rlk_log_begin(struct redlock_client *client);
void rlk_log_clear(struct redlock_client *client);

/* Names of resources and nodes' messages are cut to this length. */
#define RLK_LOG_TEXT_MAX 224

/* Describes an event in printing characters. size: at least 1. */
void rlk_log_text(const struct rlk_log_event *event, char *text, size_t size);
enum redlock_log_level rlk_log_level_of(enum rlk_log_kind kind);

/* Frees the client's observers; none is called back any more. */
void rlk_observe_clear(struct redlock_client *client);

/* Did this process open it, and not its parent? */
bool rlk_client_is_ours(const struct redlock_client *client);

/*
 * Makes the client and its sockets. The API still has to set its hooks in the
 * core.
 */
enum redlock_status rlk_client_open(const struct redlock_settings *settings,
                                    struct redlock_client **client,
                                    struct redlock_problem *problem);

/*
 * The settings in this version's layout: the caller's own, or a copy in room.
 * NULL, with the problem: they use members that this version does not know.
 */
const struct redlock_settings *
rlk_client_settings(const struct redlock_settings *given,
                    struct redlock_settings *room,
                    struct redlock_problem *problem);

/*
 * Checks the settings and converts them to the core's. The label is still to be
 * set; the names are borrowed from uris. OK, or BAD_SETTING.
 */
enum redlock_status rlk_client_check(const struct redlock_settings *settings,
                                     const struct rlk_uris *uris,
                                     struct rlk_runtime_settings *checked,
                                     struct redlock_problem *problem);

/* Frees the sockets, the core and the client; sends nothing. */
void rlk_client_free(struct redlock_client *client);

/* redlock_close() for the blocking API. */
void rlk_blocking_close(struct redlock_client *client);

/* --- the descriptor of a loss -------------------------------------------- */

/*
 * A descriptor that polls readable when a lock must be treated as lost. It is a
 * kernel timer on the boot clock, so that it fires even if all threads of this
 * process are stuck.
 */

/*
 * Hooks of redlock/runtime/runtime.h: the lock's published validity has
 * changed; the lock is about to be freed.
 */
void rlk_lost_fd_published(struct redlock_lock *lock);
void rlk_lost_fd_freed(struct redlock_lock *lock);

#endif
