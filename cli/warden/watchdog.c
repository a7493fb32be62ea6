/* SPDX-License-Identifier: MIT */
/* The process that watches over us. */

#include "cli/warden/watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/signals.h"
#include "cli/warden/process.h"
#include "cli/warden/release_process.h"

/* --- descriptors ----------------------------------------------------------
 */

/* Closing descriptors, in spans where the kernel does that. */

/* Where descriptors have to be closed one by one, these are. */
#define OPEN_MAX_SEEN 65536

/* false: this kernel has no such call. musl has no function for it. */
static bool close_span(int first, int last)
{
    return first > last || syscall(SYS_close_range, first, last, 0U) == 0;
}

/* The lowest of these descriptors that is not below from; INT_MAX: none. */
static int next_kept(const int *kept, int from)
{
    int next = INT_MAX;

    for (; *kept >= 0; kept++) {
        if (*kept >= from && *kept < next)
            next = *kept;
    }
    return next;
}

static void close_each(const int *kept)
{
    long limit = sysconf(_SC_OPEN_MAX);

    if (limit < 0 || limit > OPEN_MAX_SEEN)
        limit = OPEN_MAX_SEEN;
    for (int fd = STDERR_FILENO + 1; fd < limit; fd++) {
        if (next_kept(kept, fd) != fd)
            (void)close(fd);
    }
}

void descriptors_close(const int *kept)
{
    int first = STDERR_FILENO + 1;
    int next;

    while ((next = next_kept(kept, first)) != INT_MAX) {
        if (!close_span(first, next - 1)) {
            close_each(kept);
            return;
        }
        first = next + 1;
    }
    if (!close_span(first, INT_MAX))
        close_each(kept);
}

/* --- tether ---------------------------------------------------------------
 */

/* What does not outlive us. */

bool tether_open(struct tether *tether)
{
    if (pipe2(tether->ends, O_CLOEXEC | O_NONBLOCK) == 0)
        return true;
    tether->ends[0] = -1;
    tether->ends[1] = -1;
    return false;
}

/*
 * Both ends: in which order a dying process loses its descriptors is not
 * specified, and the first to go has to find the other one watched.
 */
bool tether_tie(const struct tether *tether, pid_t whom)
{
    for (int i = 0; i < 2; i++) {
        if (fcntl(tether->ends[i], F_SETOWN, whom) < 0 ||
            fcntl(tether->ends[i], F_SETSIG, SIGKILL) < 0 ||
            fcntl(tether->ends[i], F_SETFL, O_ASYNC | O_NONBLOCK) < 0)
            return false;
    }
    return true;
}

void tether_untie(const struct tether *tether)
{
    for (int i = 0; i < 2; i++) {
        if (tether->ends[i] >= 0)
            (void)fcntl(tether->ends[i], F_SETFL, O_NONBLOCK);
    }
}

void tether_close(struct tether *tether)
{
    for (int i = 0; i < 2; i++) {
        if (tether->ends[i] >= 0)
            (void)close(tether->ends[i]);
        tether->ends[i] = -1;
    }
}

/* --- notice ---------------------------------------------------------------
 */

/* How the end of a lock is shared out between TERM and KILL. */

/* A process that was killed takes a moment to be gone. */
#define KILL_MARGIN_MAX_MS 250

int64_t notice_term_ms(int64_t valid_until_ms, int64_t notice_ms)
{
    return valid_until_ms - notice_ms;
}

int64_t notice_kill_ms(int64_t valid_until_ms, int64_t notice_ms)
{
    int64_t margin = notice_ms / 4;

    return valid_until_ms -
           (margin < KILL_MARGIN_MAX_MS ? margin : KILL_MARGIN_MAX_MS);
}

/* How often it looks whether a group that got TERM is still there. */
#define POLL_MS 50

/* How long it tries to speak, once all that has to be done is done. */
#define PRINT_S 1

/*
 * What the watchdog's process has. It was forked from a process with threads,
 * so it calls only what is safe in a signal handler.
 */
struct watcher {
    struct watchdog_start start;
    struct watchdog_news news;
    struct watchdog_page *page;
    int pipe;
    int timer;
    bool alone; /* our end of the pipe is closed */
};

/*
 * Done last: standard error can be a pipe that is not drained, or a terminal
 * that was told to wait. Then this process ends without a word.
 */
static void print_reason(const struct watcher *watcher)
{
    const char *text = watcher->alone ? watcher->start.killed_text
                                      : watcher->start.stopped_text;
    ssize_t ignored;

    if (text == NULL)
        return;
    signals_end_by_alarm(PRINT_S);
    ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/* Inherited descriptors would keep pipes and connections of others open. */
static void close_others(const struct watcher *watcher)
{
    const int *tether = watcher->start.tether->ends;
    int kept[6] = {watcher->pipe, watcher->timer};
    int count = 2;

    for (int i = 0; i < 2; i++) {
        if (tether[i] >= 0)
            kept[count++] = tether[i];
    }
    if (watcher->start.target->process.fd >= 0)
        kept[count++] = watcher->start.target->process.fd;
    kept[count] = -1;
    (void)close(STDIN_FILENO);
    (void)close(STDOUT_FILENO);
    descriptors_close(kept);
}

static void write_page(struct watchdog_page *page,
                       const struct watchdog_news *news)
{
    atomic_store(&page->valid_until_ms, news->valid_until_ms);
    atomic_store(&page->ending, news->ending);
}

/* Reads what news there are. */
static void read_news(struct watcher *watcher)
{
    char bytes[64];
    ssize_t got;

    while ((got = read(watcher->pipe, bytes, sizeof(bytes))) > 0)
        continue;
    watcher->alone = got == 0;
    watcher->news.ending = atomic_load(&watcher->page->ending);
    watcher->news.valid_until_ms = atomic_load(&watcher->page->valid_until_ms);
}

/*
 * Waits for the timer or for news. News are read whatever ended the wait: a
 * watchdog that was stopped for a while must not act on what it knew before.
 */
static void wait_for_news(struct watcher *watcher, int64_t instant_ms)
{
    struct pollfd fds[2] = {
        {.fd = watcher->timer, .events = POLLIN},
        {.fd = watcher->alone ? -1 : watcher->pipe, .events = POLLIN},
    };

    clock_timer_set(watcher->timer, instant_ms);
    (void)poll(fds, 2, -1);
    read_news(watcher);
}

/*
 * TERM comes a little later from here than from redlock, which is first as long
 * as it is well.
 */
static int64_t term_ms(const struct watcher *watcher)
{
    return notice_term_ms(watcher->news.valid_until_ms,
                          watcher->start.notice_ms) +
           watcher->start.notice_ms / 8;
}

static bool is_given_up(const struct watcher *watcher)
{
    return watcher->start.given_up != NULL &&
           atomic_load(watcher->start.given_up);
}

/* Returns when the target has to go, or redlock has. */
static void wait_until_due(struct watcher *watcher)
{
    while (!watcher->alone && !watcher->news.ending &&
           clock_now_ms() < term_ms(watcher))
        wait_for_news(watcher, term_ms(watcher));
}

/*
 * TERM, unless it was sent, and KILL, unless the target goes before. It ends
 * there: what KILL has ended may wait long for somebody to collect it.
 */
static void end_target(struct watcher *watcher)
{
    struct target *target = watcher->start.target;
    int64_t now = clock_now_ms();
    int64_t kill_at =
        notice_kill_ms(watcher->news.valid_until_ms, watcher->start.notice_ms);

    atomic_store(&watcher->page->acted, true);
    if (!watcher->news.ending) {
        target_signal(target, SIGTERM);
        target_signal(target, SIGCONT);
    }
    if (kill_at > now + watcher->start.notice_ms)
        kill_at = now + watcher->start.notice_ms;
    while (now < kill_at) {
        wait_for_news(watcher,
                      now + POLL_MS < kill_at ? now + POLL_MS : kill_at);
        if (target_gone(target))
            return;
        now = clock_now_ms();
    }
    target_signal(target, SIGKILL);
}

/*
 * If redlock was killed: has the lock released once nothing of the target is
 * left. If the lock has run out by then, there is nothing to release.
 */
static void release_lock(struct watcher *watcher)
{
    int64_t now = clock_now_ms();

    if (!watcher->alone || watcher->start.releases_count == 0)
        return;
    while (target_lives(watcher->start.target)) {
        if (now >= watcher->news.valid_until_ms)
            return;
        wait_for_news(watcher, now + POLL_MS);
        now = clock_now_ms();
    }
    for (int i = 0; i < watcher->start.releases_count; i++) {
        if (fork() == 0)
            release_process_execute(&watcher->start.releases[i]);
    }
}

static void become_watchdog(struct watcher *watcher)
{
    bool ends;
    bool reports;

    signals_ignore();
    (void)setsid();
    (void)prctl(PR_SET_NAME, "redlock-watch");
    close_others(watcher);
    wait_until_due(watcher);
    if (is_given_up(watcher)) {
        tether_untie(watcher->start.tether);
        _exit(0);
    }
    ends = !target_gone(watcher->start.target);
    /* Else redlock has begun to end it, and has said so. */
    reports = ends && !watcher->news.ending;
    if (ends)
        end_target(watcher);
    release_lock(watcher);
    if (reports)
        print_reason(watcher);
    _exit(0);
}

static bool share_page(struct watchdog *watchdog)
{
    void *page;

    if (watchdog->page != NULL)
        return true;
    page = mmap(NULL, sizeof(*watchdog->page), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return false;
    watchdog->page = page;
    return true;
}

bool watchdog_open(struct watchdog *watchdog)
{
    int error;

    if (watchdog->ready)
        return true;
    if (!share_page(watchdog))
        return false;
    watchdog->timer = clock_timer();
    if (watchdog->timer < 0)
        return false;
    if (pipe2(watchdog->ends, O_CLOEXEC | O_NONBLOCK) < 0) {
        error = errno;
        (void)close(watchdog->timer);
        errno = error;
        return false;
    }
    watchdog->ready = true;
    return true;
}

bool watchdog_start(struct watchdog *watchdog,
                    const struct watchdog_start *start)
{
    struct watcher watcher = {.start = *start, .news = start->news};
    sigset_t before;
    int error;

    if (!watchdog_open(watchdog))
        return false;
    watcher.page = watchdog->page;
    watcher.timer = watchdog->timer;
    watcher.pipe = watchdog->ends[0];
    write_page(watchdog->page, &start->news);
    signals_block(&before);
    watchdog->pid = fork();
    error = errno;
    if (watchdog->pid == 0) {
        (void)close(watchdog->ends[1]);
        become_watchdog(&watcher);
    }
    signals_restore(&before);
    if (watchdog->pid < 0) {
        watchdog->pid = 0;
        errno = error;
        return false;
    }
    (void)close(watchdog->ends[0]);
    (void)close(watchdog->timer);
    watchdog->pipe = watchdog->ends[1];
    watchdog->ready = false;
    return true;
}

void watchdog_inform(const struct watchdog *watchdog,
                     const struct watchdog_news *news)
{
    ssize_t ignored;

    if (watchdog->pid == 0)
        return;
    write_page(watchdog->page, news);
    /* A full pipe is fine: the watchdog empties it before it reads the page. */
    ignored = write(watchdog->pipe, "", 1);
    (void)ignored;
}

bool watchdog_acted(const struct watchdog *watchdog)
{
    return watchdog->page != NULL && atomic_load(&watchdog->page->acted);
}

bool watchdog_was(struct watchdog *watchdog, pid_t pid)
{
    if (watchdog->pid == 0 || watchdog->pid != pid)
        return false;
    watchdog->pid = 0;
    (void)close(watchdog->pipe);
    return true;
}

void watchdog_end(struct watchdog *watchdog)
{
    pid_t pid = watchdog->pid;

    if (watchdog->ready) {
        (void)close(watchdog->ends[0]);
        (void)close(watchdog->ends[1]);
        (void)close(watchdog->timer);
        watchdog->ready = false;
    }
    if (pid == 0)
        return;
    (void)kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    (void)watchdog_was(watchdog, pid);
}
