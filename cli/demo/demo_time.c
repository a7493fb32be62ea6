/* SPDX-License-Identifier: MIT */
/* Sleeping, and being interrupted. */

#include "cli/demo/demo_time.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};

static volatile sig_atomic_t noted;

static void note_signal(int number)
{
    noted = number;
}

int64_t demo_now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void demo_sleep_us(int64_t span_us)
{
    struct timespec span = {.tv_sec = span_us / 1000000,
                            .tv_nsec = span_us % 1000000 * 1000};

    (void)nanosleep(&span, NULL);
}

static void handle_all(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};

    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++)
        (void)sigaction(ending[i], &action, NULL);
}

void demo_signals_catch(void)
{
    handle_all(note_signal);
    (void)signal(SIGTSTP, SIG_IGN);
}

void demo_signals_ignore(void)
{
    handle_all(SIG_IGN);
}

int demo_signal(void)
{
    return noted;
}
