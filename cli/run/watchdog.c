/* SPDX-License-Identifier: MIT */
/* The process that watches over us. */

#include "cli/run/watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/signals.h"
#include "cli/run/group.h"

/* How often it looks whether a group that got TERM is still there. */
#define LOOK_MS 50

/* Where descriptors have to be closed one by one, these are. */
#define OPEN_MAX_SEEN 65536

/* How long it tries to speak, once all that has to be done is done. */
#define SAY_S 1

static const char killed_text[] =
    "redlock: redlock was killed: its command was ended\n";
static const char stopped_text[] =
    "redlock: redlock did not renew the lock any more: its command was ended\n";

/*
 * The guardian's own process has but this. It was forked from a process with
 * threads, so only what is safe in a signal handler is called.
 */
struct watch {
    struct guardian_start start;
    struct guardian_news news;
    struct guardian_page *page;
    int pipe;
    int timer;
    bool alone; /* our end of the pipe is closed */
};

/*
 * After everything else: standard error can be a pipe that nobody drains, or a
 * terminal that was told to wait. Then this process ends without a word.
 */
static void say(const struct watch *watch)
{
    const char *text = watch->alone ? killed_text : stopped_text;
    ssize_t ignored;

    if (watch->start.quiet)
        return;
    signals_end_by_alarm(SAY_S);
    ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/* false: this kernel has no such call. */
static bool close_span(int first, int last)
{
    return first > last || close_range((unsigned)first, (unsigned)last, 0) == 0;
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

/* What was inherited would keep pipes and connections of others open. */
static void close_others(const struct watch *watch)
{
    const int *tether = watch->start.tether->ends;
    const int kept[] = {watch->pipe, watch->timer, tether[0], tether[1], -1};
    int first = STDERR_FILENO + 1;
    int next;

    (void)close(STDIN_FILENO);
    (void)close(STDOUT_FILENO);
    while ((next = next_kept(kept, first)) != INT_MAX) {
        if (!close_span(first, next - 1)) {
            close_each(kept);
            return;
        }
        first = next + 1;
    }
    (void)close_span(first, INT_MAX);
}

static void write_page(struct guardian_page *page,
                       const struct guardian_news *news)
{
    atomic_store(&page->valid_until_ms, news->valid_until_ms);
    atomic_store(&page->ending, news->ending);
}

/* Reads what news there are. */
static void hear(struct watch *watch)
{
    char rings[64];
    ssize_t got;

    while ((got = read(watch->pipe, rings, sizeof(rings))) > 0)
        continue;
    watch->alone = got == 0;
    watch->news.ending = atomic_load(&watch->page->ending);
    watch->news.valid_until_ms = atomic_load(&watch->page->valid_until_ms);
}

/*
 * Waits for the timer or news. News are read whatever ended the wait: who was
 * stopped for a while must not act on what it knew before.
 */
static void wait_until(struct watch *watch, int64_t instant_ms)
{
    struct pollfd fds[2] = {
        {.fd = watch->timer, .events = POLLIN},
        {.fd = watch->alone ? -1 : watch->pipe, .events = POLLIN},
    };

    deadline_set(watch->timer, instant_ms);
    (void)poll(fds, 2, -1);
    hear(watch);
}

/* TERM a little after its time: if we are well, we are first. */
static int64_t term_ms(const struct watch *watch)
{
    return deadline_term_ms(watch->news.valid_until_ms,
                            watch->start.notice_ms) +
           watch->start.notice_ms / 8;
}

/* Returns when the group has to go, or redlock has. */
static void keep_watch(struct watch *watch)
{
    while (!watch->alone && !watch->news.ending &&
           deadline_now_ms() < term_ms(watch))
        wait_until(watch, term_ms(watch));
}

/*
 * TERM, unless it was sent, and KILL, unless the group goes before. It ends
 * there: what KILL has ended may wait long for somebody to collect it.
 */
static void end_group(struct watch *watch)
{
    int64_t now = deadline_now_ms();
    int64_t kill_at =
        deadline_kill_ms(watch->news.valid_until_ms, watch->start.notice_ms);

    atomic_store(&watch->page->acted, true);
    if (!watch->news.ending) {
        (void)kill(-watch->start.group, SIGTERM);
        (void)kill(-watch->start.group, SIGCONT);
    }
    if (kill_at > now + watch->start.notice_ms)
        kill_at = now + watch->start.notice_ms;
    while (now < kill_at) {
        wait_until(watch, now + LOOK_MS < kill_at ? now + LOOK_MS : kill_at);
        if (group_gone(watch->start.group))
            return;
        now = deadline_now_ms();
    }
    (void)kill(-watch->start.group, SIGKILL);
}

/*
 * Redlock can do it no more. Not before nothing of the command is left; and
 * when the lock has run out by then, there is nothing to release.
 */
static void release(struct watch *watch)
{
    int64_t now = deadline_now_ms();

    if (!watch->alone || watch->start.bequest == NULL)
        return;
    while (group_lives(watch->start.group)) {
        if (now >= watch->news.valid_until_ms)
            return;
        wait_until(watch, now + LOOK_MS);
        now = deadline_now_ms();
    }
    if (fork() == 0)
        bequest_execute(watch->start.bequest);
}

static void become_guardian(struct watch *watch)
{
    bool ends;
    bool says;

    signals_ignore();
    (void)setsid();
    (void)prctl(PR_SET_NAME, "redlock-guard");
    close_others(watch);
    keep_watch(watch);
    ends = !group_gone(watch->start.group);
    /* Else redlock has begun to end the command, and has said so. */
    says = ends && !watch->news.ending;
    if (ends)
        end_group(watch);
    release(watch);
    if (says)
        say(watch);
    _exit(0);
}

static bool share_page(struct guardian *guardian)
{
    void *page;

    if (guardian->page != NULL)
        return true;
    page = mmap(NULL, sizeof(*guardian->page), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return false;
    guardian->page = page;
    return true;
}

bool guardian_start(struct guardian *guardian,
                    const struct guardian_start *start)
{
    struct watch watch = {.start = *start, .news = start->news};
    sigset_t before;
    int ends[2];
    int error;

    if (!share_page(guardian))
        return false;
    watch.page = guardian->page;
    write_page(guardian->page, &start->news);
    watch.timer = deadline_timer();
    if (watch.timer < 0)
        return false;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) {
        error = errno;
        (void)close(watch.timer);
        errno = error;
        return false;
    }
    watch.pipe = ends[0];
    signals_block(&before);
    guardian->pid = fork();
    error = errno;
    if (guardian->pid == 0) {
        (void)close(ends[1]);
        become_guardian(&watch);
    }
    signals_restore(&before);
    (void)close(ends[0]);
    (void)close(watch.timer);
    guardian->pipe = ends[1];
    if (guardian->pid > 0)
        return true;
    (void)close(ends[1]);
    guardian->pid = 0;
    errno = error;
    return false;
}

void guardian_tell(const struct guardian *guardian,
                   const struct guardian_news *news)
{
    ssize_t ignored;

    if (guardian->pid == 0)
        return;
    write_page(guardian->page, news);
    /* Into a full pipe nothing need be written: it is read before the page. */
    ignored = write(guardian->pipe, "", 1);
    (void)ignored;
}

bool guardian_acted(const struct guardian *guardian)
{
    return guardian->page != NULL && atomic_load(&guardian->page->acted);
}

bool guardian_was(struct guardian *guardian, pid_t pid)
{
    if (guardian->pid == 0 || guardian->pid != pid)
        return false;
    guardian->pid = 0;
    (void)close(guardian->pipe);
    return true;
}

void guardian_end(struct guardian *guardian)
{
    pid_t pid = guardian->pid;

    if (pid == 0)
        return;
    (void)kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    (void)guardian_was(guardian, pid);
}
