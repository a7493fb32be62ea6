/* SPDX-License-Identifier: MIT */
/* A process by its descriptor, or by its number and the instant of its start.
 */

#include "cli/warden/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/warden/proc_stat.h"

/* Close-on-exec. -1: errno. */
static int open_descriptor(pid_t pid)
{
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    (void)pid;
    errno = ENOSYS;
    return -1;
#endif
}

/* What kernels say of a thread that is not its process's first, too. */
static bool is_no_process(int error)
{
    return error == ESRCH || error == EINVAL || error == ENOENT;
}

static bool is_there(const struct process *process)
{
    struct proc_stat stat;

    return proc_stat_read(process->pid, &stat) &&
           stat.start == process->start && !stat.ended;
}

bool process_open(struct process *process, pid_t pid)
{
    struct proc_stat own;
    struct proc_stat stat;

    *process = (struct process){.pid = pid, .fd = -1};
    if (pid <= 0) {
        errno = ESRCH;
        return false;
    }
    if (kill(pid, 0) < 0)
        return false;
    if (!proc_stat_is_ours()) {
        errno = ENOENT;
        return false;
    }
    process->fd = open_descriptor(pid);
    if (process->fd < 0 && is_no_process(errno)) {
        errno = ESRCH;
        return false;
    }
    if (proc_stat_read(pid, &stat) && proc_stat_read(getpid(), &own) &&
        stat.start <= own.start && !stat.ended) {
        process->start = stat.start;
        return true;
    }
    process_close(process);
    errno = ESRCH;
    return false;
}

bool process_ended(const struct process *process)
{
    struct pollfd fd = {.fd = process->fd, .events = POLLIN};

    if (process->fd < 0)
        return !is_there(process);
    return poll(&fd, 1, 0) > 0;
}

bool process_signal(const struct process *process, int number)
{
#ifdef SYS_pidfd_send_signal
    if (process->fd >= 0)
        return syscall(SYS_pidfd_send_signal, process->fd, number, NULL, 0) ==
               0;
#endif
    if (is_there(process))
        return kill(process->pid, number) == 0;
    errno = ESRCH;
    return false;
}

void process_close(struct process *process)
{
    if (process->fd >= 0)
        (void)close(process->fd);
    process->fd = -1;
}
