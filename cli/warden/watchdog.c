/* SPDX-License-Identifier: MIT */
/* The process that watches over us. */

#include "cli/warden/watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/nodes.h"
#include "cli/base/signals.h"
#include "cli/warden/process.h"

/* --- releases by processes --------------------------------------------------
 */

/* A release by another process. */

#define SECONDS_MAX 30

static char *variable(const char *name, const char *value)
{
    size_t room = strlen(name) + strlen(value) + 2;
    char *text = malloc(room);

    if (text != NULL)
        (void)snprintf(text, room, "%s=%s", name, value);
    return text;
}

static bool is_own(const char *inherited)
{
    return strncmp(inherited, "REDLOCK_TOKEN=", 14) == 0 ||
           strncmp(inherited, "REDLOCK_NODES=", 14) == 0;
}

static bool write_environment(struct release_process *process)
{
    size_t count = 0;

    while (environ[count] != NULL)
        count++;
    process->environment = calloc(count + 3, sizeof(*process->environment));
    if (process->environment == NULL)
        return false;
    process->environment[0] = process->variables[0];
    process->environment[1] = process->variables[1];
    count = 2;
    for (char **inherited = environ; *inherited != NULL; inherited++) {
        if (!is_own(*inherited))
            process->environment[count++] = *inherited;
    }
    return true;
}

/* exec() takes words that it could change, but does not change them. */
static char *word(const char *text)
{
    char *word;

    memcpy(&word, &text, sizeof(word));
    return word;
}

/* The facts that the token does not hold. Returns where the next word goes. */
static char **write_kind(struct release_process *process,
                         const struct options *options, int number, int slot,
                         char **next)
{
    if (options->modes[number] == REDLOCK_SHARED)
        *next++ = word("--shared");
    if (options->owner != NULL) {
        (void)snprintf(process->owner, sizeof(process->owner), "--reentrant=%s",
                       options->owner);
        *next++ = process->owner;
    }
    if (options->slots == 0)
        return next;
    (void)snprintf(process->slots, sizeof(process->slots), "--slots=%d",
                   options->slots);
    (void)snprintf(process->slot, sizeof(process->slot), "--slot=%d", slot);
    *next++ = process->slots;
    *next++ = process->slot;
    return next;
}

static void write_words(struct release_process *process,
                        const struct options *options, int number,
                        const char *resource, int slot)
{
    char **next = process->words;

    *next++ = word("redlock");
    *next++ = word("release");
    *next++ = word("--quiet");
    next = write_kind(process, options, number, slot, next);
    if (options->settings.node_timeout_ms > 0) {
        (void)snprintf(process->timeout, sizeof(process->timeout),
                       "--node-timeout=%" PRId64 "ms",
                       (int64_t)options->settings.node_timeout_ms);
        *next++ = process->timeout;
    }
    if (options->settings.username != NULL) {
        *next++ = word("--username");
        *next++ = word(options->settings.username);
    }
    if (options->password_file != NULL) {
        *next++ = word("--password-file");
        *next++ = word(options->password_file);
    }
    *next++ = word("--");
    *next++ = word(resource);
    *next = NULL;
}

static void clear(struct release_process *process)
{
    for (int i = 0; i < 2; i++)
        free(process->variables[i]);
    free((void *)process->environment);
    *process = (struct release_process){.environment = NULL};
}

static bool prepare(struct release_process *process,
                    const struct options *options, int number,
                    const char *resource, const char *token, int slot)
{
    const char *nodes = nodes_list(options);

    *process = (struct release_process){.environment = NULL};
    if (nodes == NULL)
        return false;
    process->variables[0] = variable("REDLOCK_TOKEN", token);
    process->variables[1] = variable("REDLOCK_NODES", nodes);
    if (process->variables[0] != NULL && process->variables[1] != NULL &&
        write_environment(process)) {
        write_words(process, options, number, resource, slot);
        return true;
    }
    clear(process);
    return false;
}

struct release_process *release_processes_new(const struct options *options,
                                              const struct redlock_lock *lock)
{
    int count = redlock_count(lock);
    struct release_process *processes =
        calloc((size_t)count, sizeof(*processes));
    char token[REDLOCK_TOKEN_MAX];

    for (int i = 0; processes != NULL && i < count; i++) {
        if (prepare(&processes[i], options, i, redlock_resource_of(lock, i),
                    redlock_token_of(lock, i, token), redlock_slot(lock)))
            continue;
        release_processes_free(processes, i);
        return NULL;
    }
    return processes;
}

void release_processes_free(struct release_process *processes, int count)
{
    for (int i = 0; i < count; i++)
        clear(&processes[i]);
    free(processes);
}

_Noreturn void release_process_execute(const struct release_process *process)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (null >= 0)
            (void)dup2(null, fd);
    }
    signals_reset();
    signals_end_by_alarm(SECONDS_MAX);
    (void)execve("/proc/self/exe", process->words, process->environment);
    _exit(1);
}

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
 * so it calls only functions that are safe in a signal handler.
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
 * watchdog that was stopped for a while must not act on its old knowledge.
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
