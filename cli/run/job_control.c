/* SPDX-License-Identifier: MIT */
/* Stopping and going on, as one job. */

#include "cli/run/job_control.h"

#include <signal.h>
#include <unistd.h>

#include "cli/base/signals.h"

/* With the terminal, if it is ours to lend. */
static void resume(const struct terminal *terminal, const struct child *child)
{
    if (child->lent && terminal_has(terminal, getpgrp()))
        terminal_give(terminal, child->group);
    child_signal(child, SIGCONT);
}

void job_control_stop(const struct terminal *terminal, struct child *child)
{
    int number = child->stopped_by;
    bool wants_terminal = number == SIGTTIN || number == SIGTTOU;
    bool had_terminal = terminal_has(terminal, child->group);

    child->stopped_by = 0;
    if (number == 0 || terminal->fd < 0)
        return;
    if (wants_terminal)
        child->lent = true;
    if (wants_terminal && terminal_has(terminal, getpgrp())) {
        resume(terminal, child);
        return;
    }
    /* A plain kill -STOP: no shell waits for us to stop as well. */
    if (number == SIGSTOP && !had_terminal)
        return;
    if (had_terminal)
        terminal_give(terminal, getpgrp());
    signals_stop_group(wants_terminal ? number : SIGTSTP);
    /*
     * After a stop we find a SIGCONT here. Without a stop, because the kernel
     * does not stop a group that no shell could continue, the command has to go
     * on as well; but one that wants a terminal it cannot have would stop
     * again, for ever.
     */
    if (!wants_terminal || terminal_has(terminal, getpgrp()))
        (void)raise(SIGCONT);
}

void job_control_continue(const struct terminal *terminal,
                          const struct child *child)
{
    if (signals_came(SIGTSTP))
        child_signal(child, SIGTSTP);
    if (signals_came(SIGCONT))
        resume(terminal, child);
}
