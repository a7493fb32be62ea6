/* SPDX-License-Identifier: MIT */
/* From one process, two. */

#include "cli/lock/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/config.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/signals.h"
#include "cli/lock/keep_record.h"
#include "cli/warden/descriptors.h"

/* How often a process is looked at that has no descriptor. */
#define POLL_MS 200

/* --- which process ---------------------------------------------------------
 */

static int refuse_options(const struct options *options)
{
    char where[CONFIG_WHERE_MAX];
    const char *what = NULL;

    if (options->keep && options->operand_count > 1)
        what = "--keep: of one resource only: redlock run holds several";
    else if (!options->keep && options->pid != 0)
        what = "--pid goes with --keep";
    else if (!options->keep && options->notice_ms != 0 &&
             !config_where(options, "kill-after", where))
        what = "--kill-after goes with --keep";
    if (what == NULL)
        return -1;
    message_always("acquire", "%s", what);
    return EXITS_USAGE;
}

/* Of a process. */
static const char *refusal(int error)
{
    if (error == EPERM)
        return "it is another user's, and could not be ended if the lock is "
               "lost";
    if (error == ENOENT)
        return "/proc does not show it, and what it has started could not be "
               "ended if the lock is lost";
    return "there is no such process";
}

int keep_check(const struct options *options, struct keep *keep)
{
    pid_t pid = options->pid != 0 ? options->pid : getppid();
    int status = refuse_options(options);

    *keep = (struct keep){.process.fd = -1, .told = -1};
    if (status >= 0 || !options->keep)
        return status;
    if (pid == 1)
        message_always("acquire",
                       "--keep: process 1 cannot be ended if the lock is "
                       "lost: %s",
                       options->pid == 0 ? "say --pid \"$$\""
                                         : "redlock run has its command ended");
    else if (process_open(&keep->process, pid) &&
             (options->pid != 0 || getppid() == pid))
        return -1;
    else
        message_always("acquire", "--keep: process %ld: %s", (long)pid,
                       refusal(errno));
    return EXITS_USAGE;
}

/* --- the one that is waited for --------------------------------------------
 */

/* The keeper ended without having the lock, or is about to. */
static int status_of(pid_t keeper)
{
    int status = 0;

    while (waitpid(keeper, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        return exits_after_signal(WTERMSIG(status));
    return WEXITSTATUS(status);
}

/*
 * Until the keeper has the lock or has ended. A signal is handed on, and where
 * the process has ended for which the lock is, the keeper is told by one.
 */
static int await_keeper(const struct keep *keep, pid_t keeper, int told)
{
    struct pollfd fds[] = {
        {.fd = told, .events = POLLIN},
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = keep->process.fd, .events = POLLIN},
    };
    bool cancelled = false;
    char byte;

    for (;;) {
        (void)poll(fds, 3, keep->process.fd < 0 ? POLL_MS : -1);
        if (fds[0].revents != 0)
            return read(told, &byte, 1) == 1 ? EXITS_OK : status_of(keeper);
        signals_drain();
        if (cancelled)
            continue;
        cancelled = signals_ending() != 0 || process_ended(&keep->process);
        if (cancelled) {
            (void)kill(keeper, signals_ending() != 0 ? signals_ending()
                                                     : signals_unignored());
            fds[2].fd = -1;
        }
    }
}

/* --- the keeper ------------------------------------------------------------
 */

static void become_keeper(struct keep *keep, pid_t parent, int told)
{
    int kept[3] = {told, -1, -1};
    int ending = signals_unignored();

    if (keep->process.fd >= 0)
        kept[1] = keep->process.fd;
    keep->told = told;
    descriptors_close(kept);
    (void)prctl(PR_SET_NAME, KEEP_RECORD_NAME);
    (void)prctl(PR_SET_PDEATHSIG, ending);
    if (getppid() != parent) /* the parent died before that call */
        (void)raise(ending);
}

/* In the process that is waited for. Returns its exit status. */
static int become_waiter(const struct keep *keep, pid_t keeper, int told,
                         const sigset_t *before)
{
    bool caught = signals_catch();
    int status = EXITS_SYSTEM;

    if (!caught) {
        message_always("acquire", "%s", strerror(errno));
        (void)kill(keeper, SIGKILL);
    }
    signals_restore(before);
    if (caught)
        status = await_keeper(keep, keeper, told);
    else
        (void)status_of(keeper);
    (void)close(told);
    return status;
}

int keep_split(const struct options *options, struct keep *keep)
{
    pid_t parent = getpid();
    sigset_t before;
    pid_t keeper;
    int ends[2];

    if (!options->keep)
        return -1;
    if (pipe2(ends, O_CLOEXEC) < 0) {
        message_always("acquire", "%s", strerror(errno));
        return EXITS_SYSTEM;
    }
    signals_keep_children();
    signals_block(&before);
    keeper = fork();
    if (keeper == 0) {
        become_keeper(keep, parent, ends[1]);
        signals_restore(&before);
        return -1;
    }
    (void)close(ends[1]);
    if (keeper > 0)
        return become_waiter(keep, keeper, ends[0], &before);
    message_always("acquire", "cannot start the keeper: %s", strerror(errno));
    signals_restore(&before);
    (void)close(ends[0]);
    return EXITS_SYSTEM;
}

int keep_await_room(const struct keep *keep, int lost_fd)
{
    struct pollfd fds[] = {
        {.fd = STDOUT_FILENO, .events = POLLOUT},
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = keep->process.fd, .events = POLLIN},
        {.fd = lost_fd, .events = POLLIN},
    };

    while (signals_ending() == 0 && !process_ended(&keep->process)) {
        (void)poll(fds, 4, keep->process.fd < 0 ? POLL_MS : -1);
        if (fds[0].revents != 0 || fds[3].revents != 0)
            return 0;
        signals_drain();
    }
    return signals_ending() != 0 ? signals_ending() : SIGTERM;
}

/*
 * It is no pipe, the end of which somebody could wait for; or it is that of the
 * process, which ends no later for whoever reads it.
 */
static bool stderr_stays(const struct process *process)
{
    struct stat ours;
    struct stat its;
    char path[40];

    if (fstat(STDERR_FILENO, &ours) < 0)
        return false;
    if (S_ISREG(ours.st_mode) || S_ISCHR(ours.st_mode))
        return true;
    (void)snprintf(path, sizeof(path), "/proc/%ld/fd/2", (long)process->pid);
    return stat(path, &its) == 0 && ours.st_dev == its.st_dev &&
           ours.st_ino == its.st_ino;
}

bool keep_detach(struct keep *keep, int64_t latest_ms)
{
    int last = stderr_stays(&keep->process) ? STDOUT_FILENO : STDERR_FILENO;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    bool detached = null >= 0;

    for (int fd = STDIN_FILENO; detached && fd <= last; fd++)
        detached = dup2(null, fd) == fd;
    if (null >= 0)
        (void)close(null);
    (void)setsid();
    (void)prctl(PR_SET_PDEATHSIG, 0);
    if (detached && clock_now_ms() >= latest_ms) {
        errno = ETIME;
        detached = false;
    }
    detached = detached && write(keep->told, "", 1) == 1;
    (void)close(keep->told);
    keep->told = -1;
    return detached;
}

void keep_close(struct keep *keep)
{
    process_close(&keep->process);
    if (keep->told >= 0)
        (void)close(keep->told);
    keep->told = -1;
}
