/* SPDX-License-Identifier: MIT */
/* Identifies a process by a pidfd, or by its number and its start time. */

#include "cli/warden/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/base/clock.h"

/* --- proc stat ------------------------------------------------------------ */

/* Indexes of the numbers after the state in /proc/PID/stat. */
#define PARENT_FIELD 1
#define GROUP_FIELD 2
#define SESSION_FIELD 3
#define THREADS_FIELD 17
#define START_FIELD 19
#define STAT_MAX 512

/* The kernel's struct for getdents64(); readdir() would allocate memory. */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* The nth of these numbers; 0 if there are fewer. */
static int64_t number(const char *numbers, int nth)
{
    long long value = 0;

    for (int i = 0; i < nth; i++) {
        char *next;
        value = strtoll(numbers, &next, 10);
        if (next == numbers)
            return 0;
        numbers = next;
    }
    return value;
}

static void copy_name(char name[static PROC_STAT_NAME_MAX], const char *from,
                      const char *end)
{
    size_t length = (size_t)(end - from);

    if (length >= PROC_STAT_NAME_MAX)
        length = PROC_STAT_NAME_MAX - 1;
    memcpy(name, from, length);
    name[length] = '\0';
}

/*
 * Parses "PID (NAME) STATE PARENT GROUP ... THREADS ... START ...", where NAME
 * may contain anything. If the first thread has ended but others run, the
 * process has not ended: a thread that waits in the kernel outlives KILL.
 */
static bool parse(const char *text, struct proc_stat *stat)
{
    const char *name = strchr(text, '(');
    const char *name_end = strrchr(text, ')');
    const char *numbers;

    if (name == NULL || name_end == NULL || name_end < name ||
        strlen(name_end) < sizeof(") S 1"))
        return false;
    numbers = name_end + 3;
    *stat = (struct proc_stat){
        .pid = (pid_t)number(text, 1),
        .parent = (pid_t)number(numbers, PARENT_FIELD),
        .group = (pid_t)number(numbers, GROUP_FIELD),
        .session = (pid_t)number(numbers, SESSION_FIELD),
        .state = name_end[2],
        .ended = (name_end[2] == 'Z' || name_end[2] == 'X') &&
                 number(numbers, THREADS_FIELD) <= 1,
        .start = (uint64_t)number(numbers, START_FIELD),
    };
    copy_name(stat->name, name + 1, name_end);
    return true;
}

/* folder: /proc, or anything if path is absolute. */
static bool read_file(int folder, const char *path, struct proc_stat *stat)
{
    char text[STAT_MAX];
    ssize_t length;
    int fd = openat(folder, path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    length = read(fd, text, sizeof(text) - 1);
    (void)close(fd);
    if (length <= 0)
        return false;
    text[length] = '\0';
    return parse(text, stat);
}

bool proc_stat_read(pid_t pid, struct proc_stat *stat)
{
    char path[40];

    (void)snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    return read_file(AT_FDCWD, path, stat);
}

/*
 * Reads our own. false: /proc is not mounted, or belongs to another pid
 * namespace, where the numbers mean other processes.
 */
static bool proc_stat_is_ours(struct proc_stat *own)
{
    return read_file(AT_FDCWD, "/proc/self/stat", own) && own->pid == getpid();
}

/* Called with one entry of a folder. Returns false to stop. */
typedef bool number_visit(int folder, const char *name, void *user);

/* Calls visit for each entry whose name is a number. false: cannot be read. */
static bool each_number(const char *path, number_visit *visit, void *user)
{
    _Alignas(struct entry) char buffer[4096];
    bool wanted = true;
    long length = -1;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder < 0)
        return false;
    while (wanted && (length = syscall(SYS_getdents64, folder, buffer,
                                       sizeof(buffer))) > 0) {
        for (long at = 0; at < length && wanted;) {
            const struct entry *entry = (const void *)(buffer + at);
            if (entry->name[0] >= '0' && entry->name[0] <= '9')
                wanted = visit(folder, entry->name, user);
            at += entry->length;
        }
    }
    (void)close(folder);
    return length >= 0;
}

struct stat_visit {
    proc_stat_visit *visit;
    void *user;
};

static bool visit_stat(int proc, const char *name, void *user)
{
    const struct stat_visit *each = user;
    struct proc_stat stat;
    char path[40];

    return snprintf(path, sizeof(path), "%s/stat", name) >= (int)sizeof(path) ||
           !read_file(proc, path, &stat) || each->visit(&stat, each->user);
}

bool proc_stat_each(proc_stat_visit *visit, void *user)
{
    struct stat_visit each = {.visit = visit, .user = user};

    return each_number("/proc", visit_stat, &each);
}

/* The descriptor is close-on-exec. -1: errno is set. */
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

/* The error for a thread that is not its process's first, too. */
static bool is_no_process(int error)
{
    return error == ESRCH || error == EINVAL || error == ENOENT;
}

/* Is the process still the one with this start time, and not a later one? */
static bool is_there(pid_t pid, uint64_t start)
{
    struct proc_stat stat;

    return proc_stat_read(pid, &stat) && stat.start == start && !stat.ended;
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
    if (!proc_stat_is_ours(&own)) {
        errno = ENOENT;
        return false;
    }
    process->fd = open_descriptor(pid);
    if (process->fd < 0 && is_no_process(errno)) {
        errno = ESRCH;
        return false;
    }
    if (proc_stat_read(pid, &stat) && stat.start <= own.start && !stat.ended) {
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
        return !is_there(process->pid, process->start);
    return poll(&fd, 1, 0) > 0;
}

bool process_signal(const struct process *process, int number)
{
#ifdef SYS_pidfd_send_signal
    if (process->fd >= 0)
        return syscall(SYS_pidfd_send_signal, process->fd, number, NULL, 0) ==
               0;
#endif
    if (is_there(process->pid, process->start))
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

/* --- descendants ---------------------------------------------------------- */

/* NULL: no descendant has that number. */
static const struct descendant *find(const struct descendants *descendants,
                                     pid_t pid)
{
    for (int i = descendants->count - 1; i >= 0; i--) {
        if (descendants->found[i].pid == pid)
            return &descendants->found[i];
    }
    return NULL;
}

static void signal_descendant(const struct descendant *descendant, int number)
{
    struct process process = {.pid = descendant->pid,
                              .fd = open_descriptor(descendant->pid),
                              .start = descendant->start};

    if (process.fd < 0 || is_there(process.pid, process.start))
        (void)process_signal(&process, number);
    process_close(&process);
}

static bool any_lives(const struct descendants *descendants)
{
    bool live = false;

    for (int i = 0; i < descendants->count && !live; i++)
        live = is_there(descendants->found[i].pid, descendants->found[i].start);
    return live;
}

/* --- group ---------------------------------------------------------------- */

struct group_search {
    pid_t group;
    bool found;
};

bool group_gone(pid_t group)
{
    return kill(-group, 0) < 0 && errno == ESRCH;
}

static bool group_look(const struct proc_stat *stat, void *user)
{
    struct group_search *search = user;

    search->found = stat->group == search->group && !stat->ended;
    return !search->found;
}

bool group_lives(pid_t group)
{
    struct group_search search = {.group = group};

    if (group_gone(group))
        return false;
    return !proc_stat_each(group_look, &search) || search.found;
}

/* --- target --------------------------------------------------------------- */

/* Bits for the parents of processes whose number is lower than the parent's. */
#define PARENT_BITS 32768

/* Walks over the lists of children, before a pass over all processes. */
#define WALKS_MAX 10

/* A walk reads the lists of at most so many processes. */
#define UNREAD_MAX 1024

struct search {
    struct target *target;
    pid_t of;  /* -1: it has ended, and its number may have been reused */
    pid_t own; /* the subreaper's group; the watchdog starts in it */
    const int *numbers; /* signals for new descendants, ended by 0 */
    int64_t latest_ms;  /* on the boot clock; the search stops there */
    bool repeats;       /* a new descendant's child may have been missed */
    bool whole;         /* no list is missing or too long */
    bool stopped;       /* no thread that it has seen can fork */
    bool at_subreaper;  /* it reads the subreaper's lists */
    int unread_count;
    unsigned char parents[PARENT_BITS / CHAR_BIT];
    pid_t unread[UNREAD_MAX]; /* their children are not read yet */
};

static bool is_late(const struct search *search)
{
    return clock_now_ms() >= search->latest_ms;
}

static bool is_parent(const struct search *search, pid_t pid)
{
    const struct target *target = search->target;
    const struct descendant *found = find(&target->descendants, pid);

    return pid == search->of ||
           (target->group > 0 && !target->over &&
            getpgid(pid) == target->group) ||
           (found != NULL && is_there(found->pid, found->start));
}

/* Is it a descendant that has left the group, but not the session? */
static bool has_left(const struct search *search, const struct proc_stat *stat)
{
    const struct target *target = search->target;

    return target->group == 0 ||
           (stat->group != target->group && stat->group != search->own &&
            stat->session == target->session && stat->start >= target->begun);
}

static bool is_new(const struct search *search, const struct proc_stat *stat)
{
    const struct target *target = search->target;
    const struct descendant *found = find(&target->descendants, stat->pid);

    return !stat->ended && stat->pid != search->of &&
           stat->pid != target->spared && stat->pid != getpid() &&
           has_left(search, stat) &&
           (found == NULL || found->start != stat->start);
}

static unsigned char *parent_byte(struct search *search, pid_t pid)
{
    return &search->parents[(unsigned)pid % PARENT_BITS / CHAR_BIT];
}

static unsigned char parent_bit(pid_t pid)
{
    return (unsigned char)(1U << ((unsigned)pid % CHAR_BIT));
}

static bool look(const struct proc_stat *stat, void *user)
{
    struct search *search = user;
    struct descendants *descendants = &search->target->descendants;
    struct descendant *found;

    if (descendants->count == DESCENDANTS_MAX || is_late(search))
        return false;
    if (stat->ended && stat->parent == search->of)
        search->target->uncollected = true;
    if (!is_new(search, stat) || !is_parent(search, stat->parent)) {
        if (stat->parent > stat->pid)
            *parent_byte(search, stat->parent) |= parent_bit(stat->parent);
        return true;
    }
    found = &descendants->found[descendants->count++];
    *found = (struct descendant){.pid = stat->pid, .start = stat->start};
    for (const int *number = search->numbers; *number != 0; number++)
        signal_descendant(found, *number);
    if ((*parent_byte(search, stat->pid) & parent_bit(stat->pid)) != 0)
        search->repeats = true;
    return true;
}

static void add_unread(struct search *search, pid_t pid)
{
    if (search->unread_count < UNREAD_MAX)
        search->unread[search->unread_count++] = pid;
    else
        search->whole = false;
}

/* A known descendant is not added: each walk begins with all of them. */
static void look_at_child(struct search *search, pid_t pid)
{
    const struct target *target = search->target;
    int known = target->descendants.count;
    struct proc_stat stat;

    if (!proc_stat_read(pid, &stat) || !look(&stat, search) || stat.ended)
        return;
    if (target->descendants.count > known ||
        (target->group > 0 && stat.group == target->group))
        add_unread(search, pid);
}

/* The size of the kernel's own buffer for a list, and of its longest number. */
#define LIST_MAX 4096
#define NUMBER_MAX 16

/* Reads the list by one call, and looks at the children then. */
static bool look_at_thread(int tasks, const char *thread, void *user)
{
    struct search *search = user;
    struct proc_stat stat = {.state = 'X'}; /* it is gone */
    char text[LIST_MAX];
    char path[40];
    ssize_t length = -1;
    pid_t pid = 0;
    int fd;

    (void)snprintf(path, sizeof(path), "%s/children", thread);
    fd = openat(tasks, path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        length = read(fd, text, sizeof(text));
        (void)close(fd);
    }
    (void)proc_stat_read((pid_t)number(thread, 1), &stat);
    if ((length < 0 && stat.state != 'X') || length > LIST_MAX - NUMBER_MAX)
        search->whole = false;
    if (!search->at_subreaper && strchr("TtZX", stat.state) == NULL)
        search->stopped = false;
    for (ssize_t i = 0; i < length; i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            pid = pid * 10 + (text[i] - '0');
        } else {
            look_at_child(search, pid);
            pid = 0;
        }
    }
    return !is_late(search);
}

/*
 * Finds new descendants by the kernel's lists of each thread's children. It is
 * not whole if the kernel has none, if a list or all are too long, or if the
 * subreaper has ended, as orphans of the group then have another parent.
 */
static void walk(struct search *search)
{
    const struct target *target = search->target;
    const struct descendants *descendants = &target->descendants;
    char path[40];

    search->whole = (target->group == 0 || search->of > 0) &&
                    descendants->count < DESCENDANTS_MAX;
    search->stopped = true;
    search->unread_count = 0;
    if (!search->whole)
        return;
    for (int i = 0; i < descendants->count; i++) {
        if (is_there(descendants->found[i].pid, descendants->found[i].start))
            add_unread(search, descendants->found[i].pid);
    }
    if (search->of > 0)
        add_unread(search, search->of);
    for (int i = 0; i < search->unread_count && !is_late(search); i++) {
        pid_t pid = search->unread[i];
        search->at_subreaper = target->group > 0 && pid == search->of;
        (void)snprintf(path, sizeof(path), "/proc/%ld/task", (long)pid);
        (void)each_number(path, look_at_thread, search);
    }
}

/*
 * /proc lists the processes by their numbers, and a process has a higher number
 * than its parent unless the numbers have started again at the lowest. One pass
 * therefore finds all, also of a target that forks all the time. Passes that
 * went on until one found nothing new would then not end.
 */
static void pass(struct search *search)
{
    do {
        search->repeats = false;
        memset(search->parents, 0, sizeof(search->parents));
        (void)proc_stat_each(look, search);
    } while (search->repeats && !is_late(search));
}

/*
 * Finds new descendants, and signals each when it is found. On a busy machine a
 * pass over all processes can take as long as the advance warning; the lists of
 * children are read in a small part of that. A fork that is under way at STOP
 * still succeeds: before the last walk all have stopped, or had some time.
 * false: latest_ms has come.
 */
static bool find_and_signal(struct target *target, const int *numbers,
                            int64_t latest_ms)
{
    const struct process *of = &target->process;
    bool stopping = numbers[0] == SIGSTOP;
    struct search search = {
        .target = target,
        .of = process_ended(of) ? -1 : of->pid,
        .own = getpgid(of->pid),
        .numbers = numbers,
        .latest_ms = latest_ms,
        .whole = true,
    };
    bool all = of->pid == 0;
    bool stopped = all;

    target->uncollected = false;
    for (int i = 0; i < WALKS_MAX && search.whole && !(all && stopped); i++) {
        int known = target->descendants.count;
        stopped = search.stopped || !stopping;
        if (i > 0 && !stopped)
            (void)poll(NULL, 0, 1);
        walk(&search);
        all = search.whole && target->descendants.count == known;
    }
    if (!all)
        pass(&search);
    return !is_late(&search);
}

/* Signals a process before its descendants, as it could react to their end. */
static void signal_known(const struct target *target, int number)
{
    if (target->group == 0)
        (void)process_signal(&target->process, number);
    else if (!target->over)
        (void)kill(-target->group, number);
    for (int i = 0; i < target->descendants.count; i++)
        signal_descendant(&target->descendants.found[i], number);
}

void target_begin(struct target *target)
{
    struct proc_stat own;

    /* Not the room for descendants, which is large. */
    memset(target, 0, offsetof(struct target, descendants.found));
    target->process.fd = -1;
    if (!proc_stat_is_ours(&own))
        return;
    target->process.pid = own.pid;
    target->process.start = own.start;
    target->session = own.session;
    target->begun = (uint64_t)(clock_now_ms() * sysconf(_SC_CLK_TCK) / 1000);
}

void target_set_group(struct target *target, pid_t group)
{
    target->group = group;
}

void target_find(struct target *target)
{
    (void)find_and_signal(target, (const int[]){0}, INT64_MAX);
}

void target_signal(struct target *target, int number)
{
    target_find(target);
    signal_known(target, number);
    /* Once more, for processes forked in between. */
    (void)find_and_signal(target, (const int[]){number, 0}, INT64_MAX);
}

bool target_terminate(struct target *target, int64_t latest_ms)
{
    if (!find_and_signal(target, (const int[]){0}, latest_ms))
        return false;
    signal_known(target, SIGTERM);
    signal_known(target, SIGCONT);
    return true;
}

void target_terminate_new(struct target *target, int64_t latest_ms)
{
    (void)find_and_signal(target, (const int[]){SIGTERM, SIGCONT, 0},
                          latest_ms);
}

void target_kill(struct target *target)
{
    signal_known(target, SIGSTOP);
    (void)find_and_signal(target, (const int[]){SIGSTOP, 0}, INT64_MAX);
    signal_known(target, SIGKILL);
}

bool target_gone(struct target *target)
{
    if (target->group == 0)
        return !target_lives(target);
    target->over = target->over || group_gone(target->group);
    if (!target->over || any_lives(&target->descendants))
        return false;
    target->descendants.count = 0;
    target_find(target);
    return target->descendants.count == 0 && !target->uncollected;
}

bool target_lives(const struct target *target)
{
    bool lives = target->group > 0 ? !target->over && group_lives(target->group)
                                   : !process_ended(&target->process);

    return lives || any_lives(&target->descendants);
}
