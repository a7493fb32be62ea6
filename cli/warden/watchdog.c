/* SPDX-License-Identifier: MIT */
/* A second process that ends the target if this one cannot. */

#include "cli/warden/watchdog.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/nodes.h"
#include "cli/base/signals.h"

/* --- releases by processes ------------------------------------------------ */

/*
 * If redlock run is killed, the watchdog releases its lock by executing redlock
 * release, with the same nodes and rights. The arguments are prepared before
 * fork(), because that needs memory.
 */

#define SECONDS_MAX 30

#define WORDS_MAX 15

struct release {
    char *words[WORDS_MAX]; /* the arguments, ended by NULL; allocated */
    int count;
    char **environment; /* token and nodes are allocated */
};

/* false: no memory. */
__attribute__((format(printf, 2, 3))) static bool
add_word(struct release *release, const char *format, ...)
{
    va_list arguments;
    char *word;
    int length;

    va_start(arguments, format);
    length = vasprintf(&word, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    assert(release->count < WORDS_MAX - 1);
    release->words[release->count++] = word;
    return true;
}

/* number: the resource's. Adds what the token does not contain. */
static bool write_words(struct release *release, const struct charge *charge,
                        int number)
{
    const struct options *options = charge->options;
    const struct redlock_settings *settings = &options->settings;

    return add_word(release, "redlock") && add_word(release, "release") &&
           add_word(release, "--quiet") &&
           (options->modes[number] != REDLOCK_SHARED ||
            add_word(release, "--shared")) &&
           (options->owner == NULL ||
            add_word(release, "--reentrant=%s", options->owner)) &&
           (options->slots == 0 ||
            (add_word(release, "--slots=%d", options->slots) &&
             add_word(release, "--slot=%d", redlock_slot(charge->lock)))) &&
           (settings->node_timeout_ms <= 0 ||
            add_word(release, "--node-timeout=%" PRId64 "ms",
                     (int64_t)settings->node_timeout_ms)) &&
           (settings->username == NULL ||
            add_word(release, "--username=%s", settings->username)) &&
           (options->password_file == NULL ||
            add_word(release, "--password-file=%s", options->password_file)) &&
           add_word(release, "--") &&
           add_word(release, "%s", redlock_resource_of(charge->lock, number));
}

static bool is_own(const char *inherited)
{
    return strncmp(inherited, "REDLOCK_TOKEN=", 14) == 0 ||
           strncmp(inherited, "REDLOCK_NODES=", 14) == 0;
}

static bool write_environment(struct release *release,
                              const struct charge *charge, int number)
{
    const char *nodes = nodes_list(charge->options);
    char token[REDLOCK_TOKEN_MAX];
    size_t count = 0;

    while (environ[count] != NULL)
        count++;
    release->environment = calloc(count + 3, sizeof(*release->environment));
    if (nodes == NULL || release->environment == NULL ||
        asprintf(&release->environment[0], "REDLOCK_TOKEN=%s",
                 redlock_token_of(charge->lock, number, token)) < 0 ||
        asprintf(&release->environment[1], "REDLOCK_NODES=%s", nodes) < 0)
        return false;
    count = 2;
    for (char **inherited = environ; *inherited != NULL; inherited++) {
        if (!is_own(*inherited))
            release->environment[count++] = *inherited;
    }
    return true;
}

/* releases may be NULL. */
static void free_releases(struct release *releases, int count)
{
    for (int i = 0; releases != NULL && i < count; i++) {
        while (releases[i].count > 0)
            free(releases[i].words[--releases[i].count]);
        for (int k = 0; releases[i].environment != NULL && k < 2; k++)
            free(releases[i].environment[k]);
        free(releases[i].environment);
    }
    free(releases);
}

/*
 * Prepares a release for each resource of the lock. NULL: no memory, or the
 * nodes are unknown.
 */
static struct release *new_releases(const struct charge *charge, int count)
{
    struct release *releases = calloc((size_t)count, sizeof(*releases));

    for (int i = 0; releases != NULL && i < count; i++) {
        if (write_words(&releases[i], charge, i) &&
            write_environment(&releases[i], charge, i))
            continue;
        free_releases(releases, count);
        return NULL;
    }
    return releases;
}

/*
 * Executes the release, in a forked child with signals blocked. It prints
 * nothing, and SECONDS_MAX limits it.
 */
_Noreturn static void execute(const struct release *release)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (null >= 0)
            (void)dup2(null, fd);
    }
    signals_reset();
    signals_end_by_alarm(SECONDS_MAX);
    (void)execve("/proc/self/exe", release->words, release->environment);
    _exit(1);
}

/* --- descriptors ---------------------------------------------------------- */

/* If descriptors have to be closed one by one, the limit of their numbers. */
#define OPEN_MAX_SEEN 65536

/* false: the kernel has no such call. musl has no function for it. */
static bool close_span(int first, int last)
{
    return first > last || syscall(SYS_close_range, first, last, 0U) == 0;
}

/* The lowest of these descriptors that is at least from; INT_MAX: none. */
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

/* --- the parent-death signal ---------------------------------------------- */

bool death_signal_open(struct death_signal *signal)
{
    if (pipe2(signal->ends, O_CLOEXEC | O_NONBLOCK) == 0)
        return true;
    *signal = (struct death_signal)DEATH_SIGNAL_NONE;
    return false;
}

/*
 * Arms both ends: the order in which the kernel closes a dying process's
 * descriptors is unspecified, and the remaining end must send the signal.
 */
bool death_signal_arm(const struct death_signal *signal, pid_t whom)
{
    for (int i = 0; i < 2; i++) {
        if (fcntl(signal->ends[i], F_SETOWN, whom) < 0 ||
            fcntl(signal->ends[i], F_SETSIG, SIGKILL) < 0 ||
            fcntl(signal->ends[i], F_SETFL, O_ASYNC | O_NONBLOCK) < 0)
            return false;
    }
    return true;
}

void death_signal_disarm(const struct death_signal *signal)
{
    for (int i = 0; i < 2; i++) {
        if (signal->ends[i] >= 0)
            (void)fcntl(signal->ends[i], F_SETFL, O_NONBLOCK);
    }
}

void death_signal_close(struct death_signal *signal)
{
    for (int i = 0; i < 2; i++) {
        if (signal->ends[i] >= 0)
            (void)close(signal->ends[i]);
    }
    *signal = (struct death_signal)DEATH_SIGNAL_NONE;
}

/* --- the advance warning -------------------------------------------------- */

/* Time for a process to end after KILL. */
#define KILL_MARGIN_MAX_MS 250

int64_t charge_term_ms(const struct charge *charge, int64_t valid_until_ms)
{
    return valid_until_ms - charge->warning_ms;
}

int64_t charge_kill_ms(const struct charge *charge, int64_t valid_until_ms,
                       int64_t now_ms)
{
    int64_t margin = charge->warning_ms / 4;
    int64_t latest =
        valid_until_ms -
        (margin < KILL_MARGIN_MAX_MS ? margin : KILL_MARGIN_MAX_MS);
    int64_t soonest = now_ms + charge->warning_ms;

    return latest < soonest ? latest : soonest;
}

bool charge_terminate(const struct charge *charge, int64_t due_ms,
                      int64_t *kill_ms)
{
    if (!target_terminate(charge->target, *kill_ms))
        return false;
    *kill_ms = charge_kill_sooner_ms(*kill_ms, due_ms, clock_now_ms());
    target_terminate_new(charge->target, *kill_ms);
    return true;
}

int64_t charge_kill_sooner_ms(int64_t kill_ms, int64_t due_ms, int64_t now_ms)
{
    int64_t took = now_ms - due_ms;
    int64_t half = (kill_ms - now_ms) / 2;

    if (took <= 0 || half <= 0)
        return kill_ms;
    return kill_ms - (took < half ? took : half);
}

/* --- the watchdog --------------------------------------------------------- */

/* The interval for checking whether a group that got TERM is gone. */
#define POLL_MS 50

/* The time limit for printing, after everything else is done. */
#define PRINT_S 1

/*
 * The watchdog process's state. It was forked from a process with threads, so
 * it calls only async-signal-safe functions.
 */
struct watcher {
    const struct charge *charge;
    const struct release *releases;
    int releases_count; /* 0: no memory, or no lock */
    struct watchdog_page *page;
    int pipe;
    int timer;
    bool alone; /* redlock's end of the pipe is closed */
};

/*
 * Called last: standard error may be a full pipe or a stopped terminal. In that
 * case the alarm ends this process without a message.
 */
static void print_reason(const struct watcher *watcher)
{
    const char *text = watcher->alone ? watcher->charge->killed_text
                                      : watcher->charge->stopped_text;

    if (text == NULL)
        return;
    signals_end_by_alarm(PRINT_S);
    (void)!write(STDERR_FILENO, text, strlen(text));
}

/* They would keep other processes' pipes and connections open. */
static void close_others(const struct watcher *watcher)
{
    const int *ends = watcher->charge->death_signal.ends;
    int kept[6] = {watcher->pipe, watcher->timer};
    int count = 2;

    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0)
            kept[count++] = ends[i];
    }
    if (watcher->charge->target->process.fd >= 0)
        kept[count++] = watcher->charge->target->process.fd;
    kept[count] = -1;
    (void)close(STDIN_FILENO);
    (void)close(STDOUT_FILENO);
    descriptors_close(kept);
}

/* The newest value, even if this process was stopped for long. */
static int64_t valid_until_ms(const struct watcher *watcher)
{
    return atomic_load(&watcher->page->valid_until_ms);
}

static bool is_ending(const struct watcher *watcher)
{
    return atomic_load(&watcher->page->ending);
}

/* Waits for the timer or for a message in the pipe. */
static void wait_for_news(struct watcher *watcher, int64_t instant_ms)
{
    struct pollfd fds[2] = {
        {.fd = watcher->timer, .events = POLLIN},
        {.fd = watcher->alone ? -1 : watcher->pipe, .events = POLLIN},
    };
    char bytes[64];
    ssize_t got;

    clock_timer_set(watcher->timer, instant_ms);
    (void)poll(fds, 2, -1);
    while ((got = read(watcher->pipe, bytes, sizeof(bytes))) > 0)
        continue;
    watcher->alone = got == 0;
}

/*
 * The watchdog sends TERM a little later than redlock would, so that a working
 * redlock is first.
 */
static int64_t term_ms(const struct watcher *watcher)
{
    return charge_term_ms(watcher->charge, valid_until_ms(watcher)) +
           watcher->charge->warning_ms / 8;
}

/* Returns when the target has to end, or when redlock has ended. */
static void wait_until_due(struct watcher *watcher)
{
    struct target *target = watcher->charge->target;

    while (!watcher->alone && !is_ending(watcher) &&
           clock_now_ms() < term_ms(watcher)) {
        wait_for_news(watcher, term_ms(watcher));
        /* Known now: later, an orphan has no parent to find it by. */
        (void)target_gone(target);
    }
}

/*
 * Sends TERM, due at due_ms, unless redlock has, and KILL, unless the target
 * ends before. Does not wait for processes after KILL: their parents may
 * collect them late.
 */
static void end_target(struct watcher *watcher, bool terminated, int64_t due_ms)
{
    struct target *target = watcher->charge->target;
    int64_t now = clock_now_ms();
    int64_t kill_at =
        charge_kill_ms(watcher->charge, valid_until_ms(watcher), now);

    atomic_store(&watcher->page->acted, true);
    if (terminated)
        kill_at = charge_kill_sooner_ms(kill_at, due_ms, now);
    else
        (void)charge_terminate(watcher->charge, due_ms, &kill_at);
    now = clock_now_ms();
    while (now < kill_at) {
        wait_for_news(watcher,
                      now + POLL_MS < kill_at ? now + POLL_MS : kill_at);
        if (target_gone(target))
            return;
        now = clock_now_ms();
    }
    target_kill(target);
}

/*
 * If redlock was killed: releases the lock when no process of the target is
 * left. If the lock expires before that, no release is needed.
 */
static void release_lock(struct watcher *watcher)
{
    int64_t now = clock_now_ms();

    if (!watcher->alone || watcher->releases_count == 0)
        return;
    while (target_lives(watcher->charge->target)) {
        if (now >= valid_until_ms(watcher))
            return;
        wait_for_news(watcher, now + POLL_MS);
        now = clock_now_ms();
    }
    for (int i = 0; i < watcher->releases_count; i++) {
        if (fork() == 0)
            execute(&watcher->releases[i]);
    }
}

_Noreturn static void become_watchdog(struct watcher *watcher)
{
    const struct charge *charge = watcher->charge;
    bool terminated; /* redlock has sent TERM */
    bool ends;
    int64_t due;

    signals_ignore();
    (void)setsid();
    (void)prctl(PR_SET_NAME, "redlock-watch");
    close_others(watcher);
    wait_until_due(watcher);
    if (charge->given_up != NULL && atomic_load(charge->given_up)) {
        death_signal_disarm(&charge->death_signal);
        _exit(0);
    }
    terminated = is_ending(watcher);
    due = clock_now_ms();
    if (due > term_ms(watcher))
        due = term_ms(watcher);
    if (terminated)
        target_find(charge->target);
    ends = !target_gone(charge->target);
    if (ends)
        end_target(watcher, terminated, due);
    release_lock(watcher);
    if (ends && !terminated)
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

static void write_page(struct watchdog_page *page, int64_t valid_until_ms,
                       bool ending)
{
    atomic_store(&page->valid_until_ms, valid_until_ms);
    atomic_store(&page->ending, ending);
}

bool watchdog_start(struct watchdog *watchdog, const struct charge *charge,
                    int64_t valid_until_ms, bool ending)
{
    int count = charge->lock == NULL ? 0 : redlock_count(charge->lock);
    struct watcher watcher = {.charge = charge};
    struct release *releases;
    sigset_t before;
    int error;

    if (!watchdog_open(watchdog))
        return false;
    releases = count == 0 ? NULL : new_releases(charge, count);
    watcher.releases = releases;
    watcher.releases_count = releases == NULL ? 0 : count;
    watcher.page = watchdog->page;
    watcher.timer = watchdog->timer;
    watcher.pipe = watchdog->ends[0];
    write_page(watchdog->page, valid_until_ms, ending);
    signals_block(&before);
    watchdog->pid = fork();
    error = errno;
    if (watchdog->pid == 0) {
        (void)close(watchdog->ends[1]);
        become_watchdog(&watcher);
    }
    signals_restore(&before);
    free_releases(releases, count);
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

void watchdog_inform(const struct watchdog *watchdog, int64_t valid_until_ms,
                     bool ending)
{
    if (watchdog->pid == 0)
        return;
    write_page(watchdog->page, valid_until_ms, ending);
    /* A full pipe is fine: it is emptied before the page is read. */
    (void)!write(watchdog->pipe, "", 1);
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
