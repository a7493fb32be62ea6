/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_CLIENT_H
#define RLK_REDLOCK_API_CLIENT_H

/* What the two faces share: one core, its sockets, and the settings. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/core.h"
#include "redlock/net/sockets.h"
#include "redlock/net/tls_nodes.h"
#include "redlock/net/uri.h"
#include "redlock/redlock.h"

struct rlk_ev;
struct rlk_log;
struct rlk_sync;

struct redlock_client {
    struct rlk_uris uris;        /* the nodes, and their names */
    struct rlk_tls_nodes tls;    /* those that have it */
    struct rlk_sockets *sockets; /* the core's transport */
    unsigned fork_generation;    /* rlk_fork_generation() at the opening */
    struct rlk_sync *sync;       /* the blocking face; else NULL */
    struct rlk_ev *ev;         /* the event face, on a libev loop; else NULL */
    bool on_fd;                /* the event face, on a descriptor */
    struct rlk_list pending;   /* the event face: calls under way */
    struct rlk_list observers; /* all of them */
    struct rlk_list cancellable; /* calls under way that a handle may end */
    struct rlk_log *log;         /* NULL: nobody listens */
    bool delivering;      /* the event face: a callback of the program's runs */
    struct rlk_core core; /* last: it is large */
};

/* Frees the calls that are under way in the event face; none is told. */
void rlk_async_clear(struct redlock_client *client);

/* Before the lock is freed: a retain that is pending answers REDLOCK_LOST. */
void rlk_async_forget(struct redlock_client *client,
                      const struct redlock_lock *lock);

/*
 * At the end of a call of the event face: what it asked for is done by the loop
 * that waits for the descriptor, where it is such a one.
 */
void rlk_client_wake_loop(struct redlock_client *client);

/*
 * The log that the settings ask for: log.c. false: no memory. It hears of the
 * core from rlk_log_begin() on, which the core must have been initialised for;
 * after rlk_log_clear() nothing is told any more.
 */
bool rlk_log_open(struct redlock_client *client,
                  const struct redlock_settings *settings);
void rlk_log_begin(struct redlock_client *client);
void rlk_log_clear(struct redlock_client *client);

/* A resource's name is cut, and a node's words are no longer than this. */
#define RLK_LOG_TEXT_MAX 224

/* What is said of an event, of printing characters. size: at least 1. */
void rlk_log_text(const struct rlk_log_event *event, char *text, size_t size);
enum redlock_log_level rlk_log_level_of(enum rlk_log_kind kind);

/* Frees the client's observers; none is called back any more. */
void rlk_observe_clear(struct redlock_client *client);

/* Was it opened by this process, and not by its parent? */
bool rlk_client_is_ours(const struct redlock_client *client);

/*
 * Makes the client and its sockets. The face's hooks in the core are
 * still to be set.
 */
enum redlock_status rlk_client_open(const struct redlock_settings *settings,
                                    struct redlock_client **client,
                                    struct redlock_problem *problem);

/*
 * The settings as this version has them: the caller's own, or in room. NULL,
 * with the problem: they ask for what this version does not know.
 */
const struct redlock_settings *
rlk_client_settings(const struct redlock_settings *given,
                    struct redlock_settings *room,
                    struct redlock_problem *problem);

/*
 * Settings checked, and made what a core takes; the label is still to be
 * set, and the names are those of uris, borrowed. OK, or BAD_SETTING.
 */
enum redlock_status rlk_client_check(const struct redlock_settings *settings,
                                     const struct rlk_uris *uris,
                                     struct rlk_runtime_settings *settled,
                                     struct redlock_problem *problem);

/* Frees the sockets, the core and the client; sends nothing. */
void rlk_client_free(struct redlock_client *client);

/* The blocking face: calls that wait for their answers, from any thread. */

/* Everything of redlock_close() in the blocking face. */
void rlk_blocking_close(struct redlock_client *client);

/* --- the descriptor of a loss -------------------------------------------- */

/*
 * The descriptor that polls readable when a lock is to be taken for lost: a
 * timer of the kernel on the boot clock, so that it fires even where every
 * thread of this process is stuck.
 */

/* The core's hooks of redlock/runtime/runtime.h: what is believed of the lock
 * has changed, and the lock is about to be freed. */
void rlk_lost_fd_published(struct redlock_lock *lock);
void rlk_lost_fd_freed(struct redlock_lock *lock);

#endif
