/* SPDX-License-Identifier: MIT */

#include "shim.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "_cgo_export.h"

static void acquired(void *user, enum redlock_status status,
                     struct redlock_lock *lock)
{
    redlockGoDone((uintptr_t)user, (int)status, lock);
}

static void done(void *user, enum redlock_status status)
{
    redlockGoDone((uintptr_t)user, (int)status, NULL);
}

static void lost(struct redlock_lock *lock, void *user)
{
    (void)lock;
    redlockGoLost((uintptr_t)user);
}

static void logged(const struct redlock_log *log, void *user)
{
    redlockGoLogged((uintptr_t)user, (int)log->level, (char *)log->name,
                    (char *)log->text, log->dropped);
}

enum redlock_status shim_open(struct redlock_settings *settings, uintptr_t user,
                              struct redlock_client **client, int *fd,
                              struct redlock_problem *problem)
{
    enum redlock_status status;

    if (user != 0) {
        settings->log = logged;
        settings->log_user = (void *)user;
    }
    status = redlock_open_on_fd(settings, client, problem);
    if (status != REDLOCK_OK)
        return status;
    *fd = fcntl(redlock_fd(*client), F_DUPFD_CLOEXEC, 0);
    /* Go's poller takes only descriptors that do not block. */
    if (*fd == -1 || fcntl(*fd, F_SETFL, O_NONBLOCK) == -1) {
        if (*fd != -1)
            close(*fd);
        redlock_close(*client);
        *client = NULL;
        return REDLOCK_SYSTEM;
    }
    return REDLOCK_OK;
}

bool shim_turn(struct redlock_client *client)
{
    struct pollfd one = {.fd = redlock_fd(client), .events = POLLIN};

    return redlock_dispatch(client) == REDLOCK_OK && poll(&one, 1, 0) == 1;
}

enum redlock_status shim_acquire(struct redlock_client *client,
                                 struct redlock_request *request,
                                 uintptr_t lock, uintptr_t call,
                                 struct redlock_pending **pending)
{
    request->lost = lost;
    request->user = (void *)lock;
    return redlock_async_acquire(client, request, acquired, (void *)call,
                                 pending);
}

enum redlock_status shim_extend(struct redlock_lock *lock, int64_t ttl_ms,
                                struct redlock_report *report, uintptr_t call)
{
    return redlock_async_extend(lock, ttl_ms, report, done, (void *)call);
}

enum redlock_status shim_downgrade(struct redlock_lock *lock,
                                   struct redlock_report *report,
                                   uintptr_t call)
{
    return redlock_async_downgrade(lock, report, done, (void *)call);
}

enum redlock_status shim_release(struct redlock_lock *lock,
                                 struct redlock_report *report, uintptr_t call)
{
    return redlock_async_release(&lock, report, done, (void *)call);
}
