/* SPDX-License-Identifier: MIT */
/* Turns signals into a readable descriptor. */

#include "cli/base/signals.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* The signals that end the process; during a wait they only end the wait. */
static const int ending[] = {SIGTERM, SIGINT,  SIGHUP,
                             SIGQUIT, SIGUSR1, SIGUSR2};
static const int of_jobs[] = {SIGCONT, SIGWINCH, SIGCHLD};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static volatile sig_atomic_t pending[NSIG];
static volatile sig_atomic_t first_ending;
static struct redlock_cancel *_Atomic to_trigger;
static volatile sig_atomic_t at_once;
static int event_fd = -1;

/* The dispositions at program start of the signals that were changed. */
static struct sigaction at_start[NSIG];
static bool changed[NSIG];

static void note_signal(int number)
{
    const uint64_t one = 1;
    int error = errno;

    pending[number] = 1;
    (void)!write(event_fd, &one, sizeof(one));
    errno = error;
}

/* Runs in a handler: the signal stays blocked until the handler returns. */
static void end_by(int number)
{
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void note_ending_signal(int number)
{
    struct redlock_cancel *cancel = atomic_load(&to_trigger);

    if (at_once != 0)
        end_by(number);
    if (first_ending == 0)
        first_ending = number;
    note_signal(number);
    if (cancel != NULL)
        redlock_cancel_trigger(cancel);
}

static void set_handler(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};

    (void)sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, changed[number] ? NULL : &at_start[number]))
        return;
    changed[number] = true;
}

static bool is_ignored(int number)
{
    struct sigaction action;

    return sigaction(number, NULL, &action) == 0 &&
           action.sa_handler == SIG_IGN;
}

int signals_unignored(void)
{
    for (size_t i = 0; i < COUNT(ending); i++) {
        if (!is_ignored(ending[i]))
            return ending[i];
    }
    return 0;
}

void signals_ignore_file_limit(void)
{
    set_handler(SIGXFSZ, SIG_IGN);
}

bool signals_catch(void)
{
    event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (event_fd < 0)
        return false;
    for (size_t i = 0; i < COUNT(ending); i++) {
        if (!is_ignored(ending[i]))
            set_handler(ending[i], note_ending_signal);
    }
    set_handler(SIGPIPE, SIG_IGN);
    return true;
}

void signals_end_at_once(bool on)
{
    at_once = on;
    if (on && first_ending != 0)
        end_by(first_ending);
}

void signals_catch_pipe(void)
{
    set_handler(SIGPIPE, note_ending_signal);
}

void signals_catch_job(void)
{
    for (size_t i = 0; i < COUNT(of_jobs); i++)
        set_handler(of_jobs[i], note_signal);
}

void signals_keep_children(void)
{
    set_handler(SIGCHLD, SIG_DFL);
}

enum redlock_status signals_cancel(struct redlock_cancel **cancel)
{
    enum redlock_status status = REDLOCK_OK;

    *cancel = atomic_load(&to_trigger);
    if (*cancel == NULL)
        status = redlock_cancel_new(cancel);
    if (status != REDLOCK_OK)
        return status;
    atomic_store(&to_trigger, *cancel);
    if (first_ending != 0)
        redlock_cancel_trigger(*cancel);
    return REDLOCK_OK;
}

int signals_ending(void)
{
    return first_ending;
}

void signals_catch_stop(void)
{
    if (!is_ignored(SIGTSTP))
        set_handler(SIGTSTP, note_signal);
}

int signals_fd(void)
{
    return event_fd;
}

void signals_drain(void)
{
    uint64_t count;

    (void)!read(event_fd, &count, sizeof(count));
}

bool signals_came(int number)
{
    bool came = pending[number] != 0;

    pending[number] = 0;
    return came;
}

void signals_stop_group(int number)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    struct sigaction before;

    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(number, &action, &before);
    (void)kill(0, number);
    (void)sigaction(number, &before, NULL);
}

void signals_block(sigset_t *before)
{
    sigset_t all;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, before);
}

void signals_restore(const sigset_t *before)
{
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

void signals_reset(void)
{
    for (int number = 1; number < NSIG; number++) {
        if (changed[number])
            (void)sigaction(number, &at_start[number], NULL);
    }
}

void signals_ignore(void)
{
    for (int number = 1; number < NSIG; number++) {
        if (number != SIGCHLD)
            (void)signal(number, SIG_IGN);
    }
}

void signals_end_by_alarm(unsigned seconds)
{
    sigset_t alarm_only;

    (void)signal(SIGALRM, SIG_DFL);
    (void)sigemptyset(&alarm_only);
    (void)sigaddset(&alarm_only, SIGALRM);
    (void)pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
    (void)alarm(seconds);
}
