/* SPDX-License-Identifier: MIT */
/* A line that is drawn over. */

#include "cli/base/wait_line.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/signals.h"

#define COLUMNS_MOST 80
#define SECOND_MS 1000

static const char line_begin[] = "\r";
static const char line_end[] = "\033[K";

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed; /* the wait, or it is to end */
static pthread_t thread;
static bool begun;

/* Guarded by the mutex. */
static struct wait_text shown;
static bool ends;

/* The thread's, and afterwards ours. */
static int terminal = -1;
static int64_t since_ms;
static bool drawn;

bool wait_line_possible(void)
{
    const char *kind = getenv("TERM");

    return isatty(STDERR_FILENO) && (kind == NULL || strcmp(kind, "dumb") != 0);
}

/*
 * The terminal, opened anew: that writing does not wait is a property of the
 * open file, and the one behind standard error is others' too.
 */
static int open_terminal(void)
{
    char name[64];

    (void)snprintf(name, sizeof(name), "/proc/self/fd/%d", STDERR_FILENO);
    return open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* In the background the terminal's line is somebody else's. */
static bool is_ours(void)
{
    pid_t group = tcgetpgrp(terminal);

    return group < 0 || group == getpgrp();
}

static int columns(void)
{
    struct winsize size;

    if (ioctl(terminal, TIOCGWINSZ, &size) < 0 || size.ws_col == 0 ||
        size.ws_col > COLUMNS_MOST)
        return COLUMNS_MOST;
    return size.ws_col;
}

/* What finds no room is left out. */
static void put(const char *text)
{
    char line[WAIT_TEXT_MAX + 8];
    int length =
        snprintf(line, sizeof(line), "%s%s%s", line_begin, text, line_end);

    if (length > 0 && write(terminal, line, (size_t)length) > 0)
        drawn = true;
}

static void draw(struct wait_text *wait)
{
    char text[WAIT_TEXT_MAX];

    if (!is_ours())
        return;
    wait->waited_ms += clock_now_ms() - since_ms;
    /* In the last column some terminals would go on to the next line. */
    put(wait_text_line(wait, columns() - 1, text));
}

/* Until the line is to be drawn again: a second more has passed. */
static void pause_until_next(void)
{
    int64_t waited = shown.waited_ms + clock_now_ms() - since_ms;
    int64_t left_ms = SECOND_MS - waited % SECOND_MS;
    struct timespec until;

    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)left_ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_cond_timedwait(&changed, &mutex, &until);
}

static void *keep_drawing(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!ends) {
        struct wait_text now = shown;

        pthread_mutex_unlock(&mutex);
        draw(&now);
        pthread_mutex_lock(&mutex);
        if (!ends)
            pause_until_next();
    }
    pthread_mutex_unlock(&mutex);
    return unused;
}

/*
 * With all signals blocked: TTOU too, which a background process gets for
 * writing to its terminal.
 */
static bool start_thread(void)
{
    pthread_condattr_t monotonic;
    sigset_t before;
    bool started;

    (void)pthread_condattr_init(&monotonic);
    (void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&changed, &monotonic);
    (void)pthread_condattr_destroy(&monotonic);
    signals_block(&before);
    started = pthread_create(&thread, NULL, keep_drawing, NULL) == 0;
    signals_restore(&before);
    if (!started)
        (void)pthread_cond_destroy(&changed);
    return started;
}

bool wait_line_begin(const struct wait_text *wait)
{
    terminal = open_terminal();
    if (terminal < 0)
        return false;
    shown = *wait;
    since_ms = clock_now_ms();
    ends = false;
    drawn = false;
    begun = start_thread();
    if (!begun)
        (void)close(terminal);
    return begun;
}

void wait_line_change(const struct wait_text *wait)
{
    int64_t waited_ms;

    if (!begun)
        return;
    pthread_mutex_lock(&mutex);
    waited_ms = shown.waited_ms;
    shown = *wait;
    shown.waited_ms = waited_ms;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static void erase(void)
{
    sigset_t before;

    signals_block(&before);
    if (drawn && is_ours())
        put("");
    signals_restore(&before);
}

void wait_line_end(void)
{
    if (!begun)
        return;
    pthread_mutex_lock(&mutex);
    ends = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    (void)pthread_join(thread, NULL);
    (void)pthread_cond_destroy(&changed);
    erase();
    (void)close(terminal);
    begun = false;
}
