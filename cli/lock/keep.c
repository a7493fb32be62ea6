/* SPDX-License-Identifier: MIT */
/* Splits the process in two: the keeper, and the process that is waited for. */

#include "cli/lock/keep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/option_table.h"
#include "cli/base/signals.h"
#include "cli/text/duration.h"
#include "cli/text/report_text.h"

/* --- keep record ---------------------------------------------------------- */

/* Also the name of the keeper's process, by which it is found. */
#define KEEP_RECORD_NAME "redlock-keep"

/*
 * Identifies the lock: its token, its type and its resource. The same token
 * with another type is another lock.
 */
#define NAME_MAX_BYTES                                                         \
    (REDLOCK_TOKEN_MAX + REDLOCK_OWNER_MAX + REDLOCK_RESOURCE_MAX + 48)

struct keep_page {
    atomic_bool given_up;
    char name[NAME_MAX_BYTES]; /* empty: not set yet */
};

/*
 * Two names are equal if a release of one lock releases the other: a slot's
 * number counts, the number of slots does not, nor does a reader's owner.
 */
static void write_name(const struct options *options,
                       const struct redlock_lock *lock,
                       char name[static NAME_MAX_BYTES])
{
    const char *owner = "";
    const char *type = "exclusive";
    char token[REDLOCK_TOKEN_MAX];
    char slot[32];

    if (options->slots > 0) {
        (void)snprintf(slot, sizeof(slot), "slot %d", redlock_slot(lock));
        type = slot;
    } else if (options->mode == REDLOCK_SHARED) {
        type = "shared";
    } else if (options->owner != NULL) {
        type = "owner";
        owner = options->owner;
    }
    (void)snprintf(name, NAME_MAX_BYTES, "%s %s %zu %s %s",
                   redlock_token(lock, token), type, strlen(owner), owner,
                   redlock_resource_of(lock, 0));
}

/* --- the keeper's side ---------------------------------------------------- */

/* The descriptor is close-on-exec. false: errno is set. */
static bool keep_record_open(struct keep_record *record)
{
    void *page = MAP_FAILED;

    record->page = NULL;
    record->fd = memfd_create(KEEP_RECORD_NAME, MFD_CLOEXEC);
    if (record->fd < 0)
        return false;
    if (ftruncate(record->fd, sizeof(struct keep_page)) == 0)
        page = mmap(NULL, sizeof(struct keep_page), PROT_READ | PROT_WRITE,
                    MAP_SHARED, record->fd, 0);
    if (page != MAP_FAILED) {
        record->page = page;
        return true;
    }
    (void)close(record->fd);
    record->fd = -1;
    return false;
}

/* --- the other side ------------------------------------------------------- */

struct search {
    char name[NAME_MAX_BYTES];
    pid_t keeper; /* 0: not found */
};

/* Reads the file and does not map it, because its owner may truncate it. */
static bool give_up(const struct search *search, int fd)
{
    static const bool yes = true;
    struct keep_page page;

    if (pread(fd, &page, sizeof(page), 0) != (ssize_t)sizeof(page))
        return false;
    page.name[sizeof(page.name) - 1] = '\0';
    return strcmp(page.name, search->name) == 0 &&
           pwrite(fd, &yes, sizeof(yes),
                  offsetof(struct keep_page, given_up)) == (ssize_t)sizeof(yes);
}

/* Is this descriptor of a keeper the page of this lock? */
static bool look_at_link(const struct search *search, int folder,
                         const char *name)
{
    static const char kind[] = "/memfd:" KEEP_RECORD_NAME;
    char link[64];
    ssize_t length = readlinkat(folder, name, link, sizeof(link) - 1);
    bool found;
    int fd;

    if (length < (ssize_t)sizeof(kind) - 1 ||
        strncmp(link, kind, sizeof(kind) - 1) != 0)
        return false;
    fd = openat(folder, name, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return false;
    found = give_up(search, fd);
    (void)close(fd);
    return found;
}

static bool look_at_process(const struct proc_stat *stat, void *user)
{
    struct search *search = user;
    const struct dirent *entry;
    char path[40];
    DIR *folder;

    if (stat->ended || strcmp(stat->name, KEEP_RECORD_NAME) != 0)
        return true;
    (void)snprintf(path, sizeof(path), "/proc/%ld/fd", (long)stat->pid);
    folder = opendir(path);
    if (folder == NULL)
        return true;
    while (search->keeper == 0 && (entry = readdir(folder)) != NULL) {
        if (look_at_link(search, dirfd(folder), entry->d_name))
            search->keeper = stat->pid;
    }
    (void)closedir(folder);
    return search->keeper == 0;
}

pid_t keep_record_give_up(const struct options *options,
                          const struct redlock_lock *lock)
{
    struct search search = {.keeper = 0};

    write_name(options, lock, search.name);
    (void)proc_stat_each(look_at_process, &search);
    return search.keeper;
}

/* --- keeper --------------------------------------------------------------- */

/* The interval for polling a process for which there is no pidfd. */
#define POLL_MS 200

static const char killed_text[] =
    "redlock: the keeper of a lock was killed: its process was ended too\n";

static const char stopped_text[] = "redlock: the keeper of a lock no longer "
                                   "renewed it: its process was ended\n";

static long pid_of(const struct keeper *keeper)
{
    return (long)keeper->keep->process.pid;
}

/* --- messages ------------------------------------------------------------- */

static void report_moved(void *user, int64_t valid_until_ms, bool renewed,
                         int64_t now_ms)
{
    const struct keeper *keeper = user;
    char span[DURATION_TEXT_MAX];

    const struct options *options = keeper->supervision.charge.options;

    if (renewed && options->verbose)
        message(options->title, "renewed: valid for %s",
                duration_text(valid_until_ms - now_ms, span));
}

/* Printed even with --json: nothing else explains why the process was ended. */
static void report_lost(void *user, const char *why, int64_t grace_ms)
{
    const struct keeper *keeper = user;
    const struct options *options = keeper->supervision.charge.options;
    char span[DURATION_TEXT_MAX];

    if (options->quiet)
        return;
    if (grace_ms == 0)
        message_always(options->title, "%s; process %ld gets KILL", why,
                       pid_of(keeper));
    else
        message_always(options->title,
                       "%s; process %ld gets TERM now, KILL in %s", why,
                       pid_of(keeper), duration_text(grace_ms, span));
    if (!process_signal(&keeper->keep->process, 0) && errno == EPERM)
        message_always(options->title,
                       "process %ld belongs to another user now: it continues "
                       "without the lock",
                       pid_of(keeper));
}

static const struct supervision_calls calls = {
    .moved = report_moved,
    .lost = report_lost,
};

static void print_end(const struct keeper *keeper, bool given_up,
                      enum redlock_status released)
{
    const struct options *options = keeper->supervision.charge.options;

    if (keeper->supervision.lost || given_up)
        return;
    if (released == REDLOCK_OK && options->verbose)
        message(options->title, "process %ld has ended: released",
                pid_of(keeper));
    else if (report_release_text(released) != NULL)
        message(options->title, "%s", report_release_text(released));
}

/* --- the keeping ---------------------------------------------------------- */

bool keeper_open(struct keeper *keeper, struct keep *keep)
{
    *keeper = (struct keeper){
        .keep = keep,
        .record.fd = -1,
        .null = -1,
        .supervision = {.timer = -1, .charge.death_signal = DEATH_SIGNAL_NONE},
        .target = {.process = keep->process, .spared = getpid()},
    };
    keeper->news_fd = lock_news_open();
    return keeper->news_fd >= 0 && keep_record_open(&keeper->record);
}

bool keeper_take(struct keeper *keeper, const struct options *options,
                 const struct redlock_request *request,
                 struct redlock_lock *lock)
{
    keeper->supervision.charge = (struct charge){
        .options = options,
        .lock = lock,
        .target = &keeper->target,
        .death_signal = DEATH_SIGNAL_NONE,
        .given_up = &keeper->record.page->given_up,
        .ttl_ms = request->ttl_ms,
        .warning_ms = request->warning_ms,
        .killed_text = options->quiet ? NULL : killed_text,
        .stopped_text = options->quiet ? NULL : stopped_text,
    };
    keeper->supervision.news_fd = keeper->news_fd;
    keeper->supervision.calls = &calls;
    keeper->supervision.user = keeper;
    keeper->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (keeper->null < 0 || !supervision_open(&keeper->supervision))
        return false;
    write_name(options, lock, keeper->record.page->name);
    return true;
}

/*
 * Has the watchdog begun to end the target, and not finished? When the process
 * has got its TERM, only the watchdog knows the descendants left behind.
 */
static bool watchdog_ends(const struct keeper *keeper)
{
    const struct supervision *supervision = &keeper->supervision;

    return supervision->watchdog.pid != 0 &&
           watchdog_acted(&supervision->watchdog) &&
           clock_now_ms() <
               supervision->valid_until_ms + supervision->charge.ttl_ms;
}

/*
 * redlock release marks the record, releases the lock and then signals the
 * keeper. If the signal is missed, the next renewal finds that the lock is
 * gone.
 */
static bool is_over(struct keeper *keeper)
{
    bool given_up = atomic_load(&keeper->record.page->given_up);

    if (keeper->supervision.lost)
        return target_gone(&keeper->target) && !watchdog_ends(keeper);
    if (process_ended(&keeper->keep->process))
        return given_up || !watchdog_ends(keeper);
    return given_up &&
           (signals_came(SIGUSR1) ||
            redlock_valid_until_ms(keeper->supervision.charge.lock) == 0);
}

/* Supervises until the end. Returns whether the lock was given up. */
static bool guard(struct keeper *keeper)
{
    const struct process *process = &keeper->keep->process;
    struct supervision *supervision = &keeper->supervision;
    pid_t child;

    while (!is_over(keeper)) {
        bool polls = supervision->lost || process->fd < 0;
        while ((child = waitpid(-1, NULL, WNOHANG)) > 0)
            supervision_child_ended(supervision, child);
        supervision_check(supervision);
        supervision_run_due(supervision);
        supervision_wait(supervision,
                         polls ? clock_now_ms() + POLL_MS : INT64_MAX,
                         supervision->lost ? -1 : process->fd);
    }
    return !supervision->lost && atomic_load(&keeper->record.page->given_up);
}

/*
 * May the keeper keep standard error open? Yes for a file or a terminal, and
 * for the process's own standard error, which stays open as long. No for other
 * pipes: their reader would wait for the keeper's end.
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

/*
 * Detaches the keeper, which has the lock, from its caller: a new session, and
 * /dev/null as standard descriptors, except for standard error if
 * stderr_stays(). Then it reports to the other process, if latest_ms on the
 * boot clock has not passed. false: errno is set; ETIME: it is too late.
 */
static bool keep_detach(struct keep *keep, int null, int64_t latest_ms)
{
    int last = stderr_stays(&keep->process) ? STDOUT_FILENO : STDERR_FILENO;
    bool detached = true;

    for (int fd = STDIN_FILENO; detached && fd <= last; fd++)
        detached = dup2(null, fd) == fd;
    (void)setsid();
    (void)prctl(PR_SET_PDEATHSIG, 0);
    if (detached && clock_now_ms() >= latest_ms) {
        errno = ETIME;
        detached = false;
    }
    detached = detached && write(keep->report_fd, "", 1) == 1;
    (void)close(keep->report_fd);
    keep->report_fd = -1;
    return detached;
}

/* false: errno is set. */
static bool begin(struct keeper *keeper)
{
    struct supervision *supervision = &keeper->supervision;
    const struct death_signal *signal = &supervision->charge.death_signal;
    const struct process *process = &keeper->keep->process;

    (void)death_signal_arm(signal, process->pid);
    if (process_ended(process)) /* its number may have been reused */
        death_signal_disarm(signal);
    /* Several renewals may have passed while the token was printed. */
    supervision->valid_until_ms =
        redlock_valid_until_ms(supervision->charge.lock);
    if (!keep_detach(
            keeper->keep, keeper->null,
            charge_term_ms(&supervision->charge, supervision->valid_until_ms)))
        return false;
    signals_catch_job();
    supervision_start(supervision, clock_now_ms());
    return true;
}

int keeper_run(struct keeper *keeper, struct redlock_lock **lock)
{
    struct supervision *supervision = &keeper->supervision;
    const struct options *options = supervision->charge.options;
    enum redlock_status released;
    bool given_up = false;
    bool begun;
    int error;

    message_end();
    begun = begin(keeper);
    error = errno;
    message_queue(message_dropped, NULL);
    if (begun) {
        given_up = guard(keeper);
        if (!given_up && supervision_ended(supervision))
            message(options->title,
                    "the lock was lost before process %ld had ended",
                    pid_of(keeper));
    }
    death_signal_disarm(&supervision->charge.death_signal);
    supervision_close(supervision);
    released = redlock_release(lock, NULL);
    if (begun) {
        print_end(keeper, given_up, released);
        return EXITS_OK;
    }
    if (error == ETIME)
        return message_fail(EXITS_LOST, options->title,
                            "the lock was lost before it was kept");
    return keeper_refused(options, error);
}

int keeper_refused(const struct options *options, int error)
{
    return message_fail(EXITS_SYSTEM, options->title,
                        "cannot keep the lock: %s", strerror(error));
}

void keeper_close(struct keeper *keeper)
{
    if (keeper->keep == NULL)
        return;
    supervision_close(&keeper->supervision);
    if (keeper->record.fd >= 0) {
        (void)munmap(keeper->record.page, sizeof(*keeper->record.page));
        (void)close(keeper->record.fd);
    }
    if (keeper->null >= 0)
        (void)close(keeper->null);
    if (keeper->news_fd >= 0)
        (void)close(keeper->news_fd);
    keeper->keep = NULL;
}

/* --- which process -------------------------------------------------------- */

static int refuse_options(const struct options *options)
{
    const char *what = NULL;

    if (options->keep && options->operand_count > 1)
        what = "--keep takes one resource; redlock run holds several";
    else if (!options->keep && option_given(options, "pid"))
        what = "--pid needs --keep";
    else if (!options->keep && option_given_by_call(options, "kill-after"))
        what = "--kill-after needs --keep";
    return what == NULL ? -1 : message_fail(EXITS_USAGE, "acquire", "%s", what);
}

/* The reason why the process cannot be used. */
static const char *refusal(int error)
{
    if (error == EPERM)
        return "the process belongs to another user and could not be ended if "
               "the lock is lost";
    if (error == ENOENT)
        return "/proc does not show the process, and its children could not be "
               "ended if the lock is lost";
    return "there is no such process";
}

int keep_check(const struct options *options, struct keep *keep)
{
    pid_t pid = options->pid != 0 ? options->pid : getppid();
    int status = refuse_options(options);

    *keep = (struct keep){.process.fd = -1, .report_fd = -1};
    if (status >= 0 || !options->keep)
        return status;
    if (pid == 1)
        message_always("acquire",
                       "--keep: process 1 cannot be ended if the lock is "
                       "lost: %s",
                       options->pid == 0
                           ? "use --pid \"$$\""
                           : "use redlock run, which can end its command");
    else if (process_open(&keep->process, pid) &&
             (options->pid != 0 || getppid() == pid))
        return -1;
    else
        message_always("acquire", "--keep: process %ld: %s", (long)pid,
                       refusal(errno));
    return EXITS_USAGE;
}

/* --- the one that is waited for ------------------------------------------- */

/* Collects a keeper that ended without the lock. Returns its exit status. */
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
 * Waits until the keeper has the lock or has ended. Forwards signals to the
 * keeper, and sends it one if the process that needs the lock has ended.
 */
static int await_keeper(const struct keep *keep, pid_t keeper, int report_fd)
{
    struct pollfd fds[] = {
        {.fd = report_fd, .events = POLLIN},
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = keep->process.fd, .events = POLLIN},
    };
    bool cancelled = false;
    char byte;

    for (;;) {
        (void)poll(fds, 3, keep->process.fd < 0 ? POLL_MS : -1);
        if (fds[0].revents != 0)
            return read(report_fd, &byte, 1) == 1 ? EXITS_OK
                                                  : status_of(keeper);
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

/* --- the keeper ----------------------------------------------------------- */

static void become_keeper(struct keep *keep, pid_t parent, int report_fd)
{
    int kept[3] = {report_fd, -1, -1};
    int ending = signals_unignored();

    if (keep->process.fd >= 0)
        kept[1] = keep->process.fd;
    keep->report_fd = report_fd;
    descriptors_close(kept);
    (void)prctl(PR_SET_NAME, KEEP_RECORD_NAME);
    (void)prctl(PR_SET_PDEATHSIG, ending);
    if (getppid() != parent) /* the parent died before that call */
        (void)raise(ending);
}

/* The process that the caller waits for. Returns its exit status. */
static int become_waiter(const struct keep *keep, pid_t keeper, int report_fd,
                         const sigset_t *before)
{
    bool caught = signals_catch();
    int status = EXITS_SYSTEM;

    if (!caught) {
        (void)message_refused("acquire");
        (void)kill(keeper, SIGKILL);
    }
    signals_restore(before);
    if (caught)
        status = await_keeper(keep, keeper, report_fd);
    else
        (void)status_of(keeper);
    (void)close(report_fd);
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
    if (pipe2(ends, O_CLOEXEC) < 0)
        return message_refused("acquire");
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
    const struct process *process = keep == NULL ? NULL : &keep->process;
    struct pollfd fds[] = {
        {.fd = STDOUT_FILENO, .events = POLLOUT},
        {.fd = signals_fd(), .events = POLLIN},
        {.fd = process == NULL ? -1 : process->fd, .events = POLLIN},
        {.fd = lost_fd, .events = POLLIN},
    };
    int pause_ms = process != NULL && process->fd < 0 ? POLL_MS : -1;

    while (signals_ending() == 0 &&
           (process == NULL || !process_ended(process))) {
        (void)poll(fds, 4, pause_ms);
        if (fds[0].revents != 0)
            return 0;
        if (fds[3].revents != 0)
            return KEEP_LOST;
        signals_drain();
    }
    return signals_ending() != 0 ? signals_ending() : SIGTERM;
}

void keep_close(struct keep *keep)
{
    process_close(&keep->process);
    if (keep->report_fd >= 0)
        (void)close(keep->report_fd);
    keep->report_fd = -1;
}
