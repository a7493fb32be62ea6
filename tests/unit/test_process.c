/* SPDX-License-Identifier: MIT */
/* Processes of others, and their descendants. */

#include <criterion/criterion.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/sched.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/warden/process.h"

/* Ends by itself if a test fails. */
static _Noreturn void stay(void)
{
    (void)alarm(60);
    for (;;)
        pause();
}

static pid_t start_process(void)
{
    pid_t pid = fork();

    if (pid == 0)
        stay();
    cr_assert_gt(pid, 0);
    return pid;
}

static void end_process(pid_t pid)
{
    cr_assert_eq(kill(pid, SIGKILL), 0);
    cr_assert_eq(waitpid(pid, NULL, 0), pid);
}

/* A process on a kernel without descriptors of processes. */
static struct process without_descriptor(pid_t pid)
{
    struct process process = {.pid = pid, .fd = -1};
    struct proc_stat stat;

    cr_assert(proc_stat_read(pid, &stat));
    process.start = stat.start;
    return process;
}

Test(process, that_is_the_parent_is_found)
{
    struct process process;

    cr_assert(process_open(&process, getppid()));
    cr_assert_not(process_ended(&process));
    cr_assert(process_signal(&process, 0));
    process_close(&process);
}

Test(process, that_is_younger_than_the_caller_is_refused)
{
    struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
    struct process process;
    pid_t pid;

    (void)nanosleep(&pause, NULL);
    pid = start_process();
    cr_assert_not(process_open(&process, pid));
    cr_assert_eq(errno, ESRCH);
    cr_assert_eq(process.fd, -1);
    end_process(pid);
    cr_assert_not(process_open(&process, pid));
    cr_assert_eq(errno, ESRCH);
}

static void *try_own_thread(void *opened)
{
    struct process process;

    *(bool *)opened = process_open(&process, gettid());
    return NULL;
}

Test(process, is_not_a_thread)
{
    struct process process;
    pthread_t thread;
    bool opened = true;

    cr_assert(process_open(&process, getpid()));
    if (process.fd < 0)
        cr_skip("this kernel has no descriptors of processes");
    process_close(&process);
    cr_assert_eq(pthread_create(&thread, NULL, try_own_thread, &opened), 0);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    cr_assert_not(opened);
}

Test(process, without_a_descriptor_is_seen_to_end)
{
    pid_t pid = start_process();
    struct process process = without_descriptor(pid);

    cr_assert_not(process_ended(&process));
    cr_assert(process_signal(&process, 0));
    end_process(pid);
    cr_assert(process_ended(&process));
    cr_assert_not(process_signal(&process, 0));
    cr_assert_eq(errno, ESRCH);
}

/* The number belongs to another process. */
Test(process, with_another_start_has_ended)
{
    pid_t pid = start_process();
    struct process process = without_descriptor(pid);

    process.start--;
    cr_assert(process_ended(&process));
    cr_assert_not(process_signal(&process, SIGKILL));
    cr_assert_eq(kill(pid, 0), 0);
    cr_assert_eq(waitpid(pid, NULL, WNOHANG), 0);
    end_process(pid);
}

/* Starts a process with a child, and returns both numbers. */
static pid_t start_family(pid_t *grandchild)
{
    int ends[2];
    pid_t pid;

    cr_assert_eq(pipe(ends), 0);
    pid = fork();
    if (pid == 0) {
        pid_t child = fork();

        if (child > 0 && write(ends[1], &child, sizeof(child)) < 0)
            _exit(1);
        stay();
    }
    cr_assert_gt(pid, 0);
    cr_assert_eq(read(ends[0], grandchild, sizeof(*grandchild)),
                 (ssize_t)sizeof(*grandchild));
    (void)close(ends[0]);
    (void)close(ends[1]);
    return pid;
}

static bool has_found(const struct target *target, pid_t pid)
{
    bool found = false;

    for (int i = 0; i < target->descendants.count; i++)
        found = found || target->descendants.found[i].pid == pid;
    return found;
}

/* Does another child of this process find both among our descendants? */
static bool another_finds(pid_t one, pid_t two, pid_t spared)
{
    static struct target target;
    pid_t of = getpid();
    pid_t asking = fork();
    int status;

    if (asking == 0) {
        target.process = without_descriptor(of);
        target.spared = spared;
        target_find(&target);
        _exit(has_found(&target, one) && has_found(&target, two) ? 0 : 1);
    }
    cr_assert_eq(waitpid(asking, &status, 0), asking);
    cr_assert(WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

Test(descendants, are_children_and_grandchildren_but_not_the_caller)
{
    pid_t grandchild;
    pid_t child = start_family(&grandchild);

    cr_assert(another_finds(child, grandchild, 0));
    cr_assert_not(another_finds(child, grandchild, child));
    cr_assert_eq(kill(grandchild, SIGKILL), 0);
    end_process(child);
}

static void await_gone(struct target *target)
{
    for (int i = 0; i < 3000 && !target_gone(target); i++)
        (void)nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
    cr_assert(target_gone(target));
}

Test(descendants, stay_known_when_their_parent_has_ended)
{
    static struct target target;
    pid_t grandchild;
    pid_t child = start_family(&grandchild);

    target.process = without_descriptor(child);
    target_find(&target);
    cr_assert_eq(target.descendants.count, 1);
    end_process(child);
    cr_assert_not(target_gone(&target));
    target_signal(&target, SIGKILL);
    cr_assert_eq(target.descendants.count, 1);
    await_gone(&target);
}

/* A fork with that number. -1: errno is set. */
static pid_t fork_as(pid_t number)
{
    struct clone_args arguments = {
        .exit_signal = SIGCHLD,
        .set_tid = (uintptr_t)&number,
        .set_tid_size = 1,
    };

    return (pid_t)syscall(SYS_clone3, &arguments, sizeof(arguments));
}

/* The child has a lower number than its parent, as after a wrap. */
static void stay_with_a_lower_child(int report_fd)
{
    pid_t child = -1;

    errno = EEXIST;
    for (pid_t number = getppid() - 1;
         child < 0 && errno == EEXIST && number > 300; number--)
        child = fork_as(number);
    if (child == 0)
        stay();
    if (write(report_fd, &child, sizeof(child)) < 0)
        _exit(1);
    stay();
}

Test(descendants, with_lower_numbers_than_their_parents_are_found)
{
    pid_t lower;
    int ends[2];
    pid_t child;

    cr_assert_eq(pipe(ends), 0);
    child = fork();
    if (child == 0)
        stay_with_a_lower_child(ends[1]);
    cr_assert_eq(read(ends[0], &lower, sizeof(lower)), (ssize_t)sizeof(lower));
    if (lower < 0) {
        end_process(child);
        cr_skip("the numbers of processes cannot be chosen here");
    }
    cr_assert(another_finds(lower, lower, 0));
    cr_assert_eq(kill(lower, SIGKILL), 0);
    end_process(child);
}

static void *fork_and_stay(void *report_fd)
{
    pid_t pid = fork();

    if (pid == 0)
        stay();
    cr_assert_eq(write(*(int *)report_fd, &pid, sizeof(pid)),
                 (ssize_t)sizeof(pid));
    for (;;)
        pause();
}

/* The kernel lists children by the thread that has forked them. */
Test(descendants, of_each_thread_are_found)
{
    pthread_t thread;
    pid_t child;
    int ends[2];
    bool found;

    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(pthread_create(&thread, NULL, fork_and_stay, &ends[1]), 0);
    cr_assert_eq(read(ends[0], &child, sizeof(child)), (ssize_t)sizeof(child));
    found = another_finds(child, child, 0);
    end_process(child);
    cr_assert(found);
}

#define MANY 900

/* Their parent's list has room for about 700. */
Test(descendants, that_are_many_are_found)
{
    static struct target target;
    pid_t parent;
    char byte;
    int ends[2];

    cr_assert_eq(pipe(ends), 0);
    parent = fork();
    if (parent == 0) {
        (void)setpgid(0, 0);
        for (int i = 0; i < MANY; i++) {
            if (fork() == 0)
                stay();
        }
        if (write(ends[1], "", 1) < 0)
            _exit(1);
        stay();
    }
    cr_assert_eq(read(ends[0], &byte, 1), 1);
    target.process = without_descriptor(parent);
    target_find(&target);
    cr_assert_eq(kill(-parent, SIGKILL), 0);
    cr_assert_eq(waitpid(parent, NULL, 0), parent);
    cr_assert_eq(target.descendants.count, MANY);
}

/* --- how much work it is -------------------------------------------------- */

#define PASSES_MAX 10

#ifndef SYS_poll
#define SYS_poll SYS_ppoll
#endif

struct work {
    int passes;  /* over /proc */
    int opens;   /* of files in a pass */
    int signals; /* sent before the first pass */
    int pauses;
};

static bool is_proc(pid_t pid, uint64_t fd)
{
    char path[64];
    char name[8] = "";

    (void)snprintf(path, sizeof(path), "/proc/%ld/fd/%" PRIu64, (long)pid, fd);
    return readlink(path, name, sizeof(name)) == 5 &&
           memcmp(name, "/proc", 5) == 0;
}

static void note_call(struct work *work, pid_t pid, uint64_t *number,
                      const struct __ptrace_syscall_info *call)
{
    static bool searching;
    static bool ends;

    if (call->op == PTRACE_SYSCALL_INFO_ENTRY) {
        *number = call->entry.nr;
        ends = *number == SYS_getdents64 && is_proc(pid, call->entry.args[0]);
        searching = searching || ends;
        if (!searching &&
            (*number == SYS_kill || *number == SYS_pidfd_send_signal))
            work->signals++;
        if (searching && *number == SYS_openat)
            work->opens++;
        if (*number == SYS_poll)
            work->pauses++;
    } else if (ends && call->exit.rval == 0) {
        work->passes++;
    }
}

/* Starts a traced process that calls act. */
static pid_t start_traced(void act(struct target *target),
                          struct target *target)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(1);
        (void)raise(SIGSTOP);
        act(target);
        _exit(0);
    }
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    if (!WIFSTOPPED(status))
        cr_skip("a process cannot be traced here");
    cr_assert_eq(ptrace(PTRACE_SETOPTIONS, pid, NULL,
                        PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL),
                 0);
    return pid;
}

/* passed, which may be NULL, is called after each pass. */
static struct work trace(void act(struct target *target), struct target *target,
                         void passed(void))
{
    struct __ptrace_syscall_info call = {.op = 0};
    struct work work = {.passes = 0};
    uint64_t number = 0;
    pid_t pid = start_traced(act, target);
    int status = 0;

    while (work.passes < PASSES_MAX) {
        int passes = work.passes;
        cr_assert_eq(ptrace(PTRACE_SYSCALL, pid, NULL, NULL), 0);
        cr_assert_eq(waitpid(pid, &status, 0), pid);
        if (!WIFSTOPPED(status))
            return work;
        if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(call), &call) > 0)
            note_call(&work, pid, &number, &call);
        if (work.passes > passes && passed != NULL)
            passed();
    }
    end_process(pid);
    return work;
}

static int orders[2];
static int answers[2];

/* A group's leader that forks on request; the children leave the group. */
static pid_t start_forking(void)
{
    pid_t pid;
    char byte;

    cr_assert_eq(pipe(orders), 0);
    cr_assert_eq(pipe(answers), 0);
    pid = fork();
    if (pid == 0) {
        (void)alarm(60);
        (void)setpgid(0, 0);
        while (read(orders[0], &byte, 1) == 1) {
            pid_t child = fork();
            if (child == 0) {
                (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
                stay();
            }
            (void)setpgid(child, child);
            if (write(answers[1], &byte, 1) < 0)
                break;
        }
        _exit(1);
    }
    cr_assert_gt(pid, 0);
    return pid;
}

static void order_fork(void)
{
    char byte = 0;

    cr_assert_eq(write(orders[1], &byte, 1), 1);
    cr_assert_eq(read(answers[0], &byte, 1), 1);
}

/* The target's subreaper has ended, so only a pass over /proc finds all. */
static void set_orphaned_group(struct target *target, pid_t group)
{
    pid_t ended = start_process();

    target_set_group(target, group);
    target->process = without_descriptor(ended);
    end_process(ended);
}

/*
 * On a busy machine a pass takes longer than the target's next fork: passes
 * until nothing new is found would delay KILL for as long as it forks.
 */
Test(target, that_forks_all_the_time_is_found_in_one_pass)
{
    static struct target target;
    struct work work;
    pid_t pid;

    target_begin(&target);
    pid = start_forking();
    order_fork();
    set_orphaned_group(&target, pid);
    work = trace(target_find, &target, order_fork);
    end_process(pid);
    cr_assert_geq(work.passes, 1);
    cr_assert_leq(work.passes, 2); /* a second one is rare */
}

/* On a busy machine there may be no time for a second pass. */
Test(target, is_stopped_before_a_pass_and_then_killed)
{
    static struct target target;
    struct work work;
    pid_t pid;

    target_begin(&target);
    pid = start_forking();
    order_fork();
    set_orphaned_group(&target, pid);
    target_find(&target);
    cr_assert_eq(target.descendants.count, 1);
    work = trace(target_kill, &target, NULL);
    cr_assert_eq(waitpid(pid, NULL, 0), pid);
    await_gone(&target);
    cr_assert_eq(work.signals, 2);
    cr_assert_eq(work.passes, 1);
}

static bool kernel_lists_children(void)
{
    char path[64];

    (void)snprintf(path, sizeof(path), "/proc/self/task/%ld/children",
                   (long)gettid());
    return access(path, R_OK) == 0;
}

static void await_state(pid_t pid, const char *states)
{
    struct proc_stat stat = {.state = 0};

    while (proc_stat_read(pid, &stat) && strchr(states, stat.state) == NULL)
        (void)poll(NULL, 0, 1);
}

/* Waits here, and not within the traced call, until the process is stopped. */
static void stop(pid_t pid)
{
    cr_assert_eq(kill(pid, SIGSTOP), 0);
    await_state(pid, "T");
}

/* On a busy machine with many processes there may be no time for a pass. */
Test(target, is_found_and_killed_without_a_pass)
{
    static struct target target;
    struct proc_stat stat;
    struct work work;
    pid_t grandchild;
    pid_t child = start_family(&grandchild);

    cr_assert(proc_stat_read(grandchild, &stat));
    if (!kernel_lists_children()) {
        end_process(child);
        cr_skip("this kernel does not list children");
    }
    stop(child);
    stop(grandchild);
    target.process = without_descriptor(child);
    work = trace(target_kill, &target, NULL);
    cr_assert_eq(waitpid(child, NULL, 0), child);
    target.descendants.found[0].pid = grandchild;
    target.descendants.found[0].start = stat.start;
    target.descendants.count = 1;
    await_gone(&target);
    cr_assert_eq(work.passes, 0);
}

static void *stay_in_thread(void *unused)
{
    (void)unused;
    stay();
}

/* Its first thread has ended, and is shown as if the process had. */
static pid_t start_without_first_thread(void)
{
    pthread_t thread;
    pid_t pid = fork();

    if (pid == 0) {
        if (pthread_create(&thread, NULL, stay_in_thread, NULL) == 0)
            pthread_exit(NULL);
        _exit(1);
    }
    cr_assert_gt(pid, 0);
    await_state(pid, "Z");
    return pid;
}

/* As by vfork(), it cannot stop before its child ends or executes. */
static pid_t start_waiting(void)
{
    struct clone_args arguments = {.flags = CLONE_VFORK,
                                   .exit_signal = SIGCHLD};
    pid_t pid = fork();

    if (pid == 0) {
        if (syscall(SYS_clone3, &arguments, sizeof(arguments)) == 0)
            stay();
        _exit(1);
    }
    cr_assert_gt(pid, 0);
    await_state(pid, "DZ");
    return pid;
}

static struct work kill_traced(struct target *target, pid_t pid)
{
    struct work work = trace(target_kill, target, NULL);

    cr_assert_eq(waitpid(pid, NULL, 0), pid);
    if (!kernel_lists_children())
        cr_skip("this kernel does not list children");
    cr_assert_eq(work.passes, 0);
    return work;
}

Test(target, whose_first_thread_has_ended_is_killed_without_a_pass)
{
    static struct target target;
    pid_t pid = start_without_first_thread();

    cr_assert_eq(kill(pid, SIGSTOP), 0);
    cr_assert_eq(waitpid(pid, NULL, WUNTRACED), pid);
    target.process = without_descriptor(pid);
    cr_assert_eq(kill_traced(&target, pid).pauses, 0);
}

/* It could be forking, and gets some time. */
Test(target, that_cannot_stop_is_killed_after_a_few_walks)
{
    static struct target target;
    pid_t pid = start_waiting();

    target.process = without_descriptor(pid);
    if (process_ended(&target.process))
        cr_skip("a process cannot wait for its child here");
    cr_assert_gt(kill_traced(&target, pid).pauses, 1);
}

/* Lets it run on until its next signal. false: it has exited. */
static bool await_signal(pid_t pid)
{
    struct __ptrace_syscall_info call = {.op = 0};
    int status = 0;

    do {
        cr_assert_eq(ptrace(PTRACE_SYSCALL, pid, NULL, NULL), 0);
        cr_assert_eq(waitpid(pid, &status, 0), pid);
        if (!WIFSTOPPED(status))
            return false;
        (void)ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(call), &call);
    } while (
        call.op != PTRACE_SYSCALL_INFO_ENTRY ||
        (call.entry.nr != SYS_kill && call.entry.nr != SYS_pidfd_send_signal));
    return true;
}

/* The number is another process's after the check and before the signal. */
Test(descendants, do_not_share_their_signals_with_later_processes)
{
    static struct target target;
    pid_t ended = start_process();
    pid_t pid = start_process();
    pid_t asking;
    pid_t changed;
    pid_t later;

    target.process = without_descriptor(ended);
    target.descendants.found[0].pid = pid;
    target.descendants.found[0].start = without_descriptor(pid).start;
    target.descendants.count = 1;
    end_process(ended);
    asking = start_traced(target_kill, &target);
    cr_assert(await_signal(asking));
    end_process(pid);
    (void)poll(NULL, 0, 30); /* it starts at another tick */
    later = fork_as(pid);
    if (later == 0)
        stay();
    if (later != pid) {
        end_process(asking);
        cr_skip("the numbers of processes cannot be chosen here");
    }
    while (await_signal(asking))
        continue;
    (void)poll(NULL, 0, 30); /* it would stop */
    changed = waitpid(pid, NULL, WNOHANG | WUNTRACED);
    end_process(pid);
    cr_assert_eq(changed, 0);
}

static void terminate_late(struct target *target)
{
    if (target_terminate(target, clock_now_ms()))
        _exit(1);
}

/* If TERM ended the process, its children would not be found any more. */
Test(target, gets_no_TERM_if_the_search_lasts_until_KILL_is_due)
{
    static struct target target;
    struct work work;
    pid_t pid;
    int status;

    target_begin(&target);
    pid = start_forking();
    for (int i = 0; i < 10; i++)
        order_fork();
    set_orphaned_group(&target, pid);
    work = trace(terminate_late, &target, NULL);
    cr_assert_eq(kill(pid, SIGKILL), 0);
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert_eq(WTERMSIG(status), SIGKILL);
    cr_assert_eq(work.signals, 0);
    cr_assert_eq(work.passes, 0);
    cr_assert_leq(work.opens, 1);
}

/* --- what happens during a search ----------------------------------------- */

/* In shared memory. */
struct scene {
    pid_t leaver; /* the subreaper's child, in a group of its own */
    pid_t first;  /* its descendants */
    pid_t second;
    pid_t last;
    bool ready;
    bool missed;
};

struct story {
    void (*act)(struct scene *scene); /* in the leaver, when it is ordered to */
    void (*search)(struct scene *scene, struct target *target);
};

/* In the subreaper, whose group is gone. */
static void search_at_subreaper(struct scene *scene, const struct story *story)
{
    static struct target target;
    pid_t pid;
    char byte;

    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        _exit(1);
    target_begin(&target);
    pid = fork();
    if (pid == 0) {
        (void)alarm(60);
        if (read(orders[0], &byte, 1) == 1)
            story->act(scene);
        _exit(1);
    }
    (void)setpgid(pid, pid);
    scene->leaver = pid;
    target_set_group(&target, start_process());
    end_process(target.group);
    scene->ready = true;
    (void)raise(SIGSTOP);
    story->search(scene, &target);
}

static void end_second(const struct scene *scene)
{
    struct proc_stat stat = {.parent = 0};

    cr_assert_eq(kill(scene->second, SIGKILL), 0);
    while (proc_stat_read(scene->last, &stat) && stat.parent == scene->second)
        (void)poll(NULL, 0, 1);
}

/*
 * The leaver acts before one file of the search is opened, or each (0), and the
 * second of its descendants ends before another one is. Returns how many were
 * opened.
 */
static int play(struct scene *scene, const struct story *story, int act_at,
                int end_at)
{
    struct __ptrace_syscall_info call = {.op = 0};
    int opens = 0;
    int status = 0;
    pid_t pid;

    *scene = (struct scene){.ready = false};
    pid = fork();
    if (pid == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0)
            search_at_subreaper(scene, story);
        _exit(0);
    }
    do {
        cr_assert_eq(waitpid(pid, &status, 0), pid);
    } while (WIFSTOPPED(status) && !scene->ready &&
             ptrace(PTRACE_CONT, pid, NULL, NULL) == 0);
    if (!WIFSTOPPED(status))
        cr_skip("a process cannot be traced here");
    cr_assert_eq(ptrace(PTRACE_SETOPTIONS, pid, NULL,
                        PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL),
                 0);
    while (WIFSTOPPED(status)) {
        if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(call), &call) > 0 &&
            call.op == PTRACE_SYSCALL_INFO_ENTRY &&
            call.entry.nr == SYS_openat) {
            opens++;
            if (opens == act_at || act_at == 0)
                order_fork();
            if (opens == end_at)
                end_second(scene);
        }
        cr_assert_eq(ptrace(PTRACE_SYSCALL, pid, NULL, NULL), 0);
        cr_assert_eq(waitpid(pid, &status, 0), pid);
    }
    (void)kill(-scene->leaver, SIGKILL);
    return opens;
}

static struct scene *open_scene(void)
{
    struct scene *scene = mmap(NULL, sizeof(*scene), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    cr_assert_neq(scene, MAP_FAILED);
    cr_assert_eq(pipe(orders), 0);
    cr_assert_eq(pipe(answers), 0);
    return scene;
}

static void be_last(struct scene *scene)
{
    scene->last = getpid();
    if (write(answers[1], "", 1) < 0)
        _exit(1);
    stay();
}

static void fork_and_end(struct scene *scene)
{
    if (fork() != 0)
        _exit(0);
    while (getppid() == scene->leaver)
        (void)poll(NULL, 0, 1);
    be_last(scene);
}

static void ask_whether_gone(struct scene *scene, struct target *target)
{
    for (int i = 0; i < 3; i++) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        scene->missed = scene->missed || target_gone(target);
    }
}

/* The subreaper inherits the child, perhaps after its children were read. */
Test(target, is_not_gone_when_a_process_has_forked_and_ended_during_the_search)
{
    static const struct story story = {fork_and_end, ask_whether_gone};
    struct scene *scene = open_scene();
    int opens = 1;

    for (int act_at = 1; opens >= act_at; act_at++) {
        opens = play(scene, &story, act_at, 0);
        cr_assert_not(scene->missed, "before open %d", act_at);
    }
}

/* Each of them ends when it has forked the next one. */
static void relay(struct scene *scene)
{
    char byte;

    do {
        pid_t parent = getpid();
        if (fork() != 0)
            _exit(0);
        (void)alarm(60);
        while (getppid() == parent)
            (void)sched_yield();
        scene->last = getpid();
    } while (write(answers[1], "", 1) == 1 && read(orders[0], &byte, 1) == 1);
    _exit(1);
}

Test(target, is_not_gone_while_processes_fork_and_end)
{
    static const struct story story = {relay, ask_whether_gone};
    struct scene *scene = open_scene();

    (void)play(scene, &story, 0, 0);
    cr_assert_not(scene->missed);
}

/* The first collects the second, without a call. */
static void fork_family(struct scene *scene)
{
    if (fork() != 0)
        stay();
    scene->first = getpid();
    (void)signal(SIGCHLD, SIG_IGN);
    if (fork() != 0)
        stay();
    scene->second = getpid();
    if (fork() != 0)
        stay();
    be_last(scene);
}

static void look_for_last(struct scene *scene, struct target *target)
{
    target_find(target);
    scene->missed =
        has_found(target, scene->first) && !has_found(target, scene->last);
}

/*
 * When the second of three ends, the first one's list does not lead to the
 * third, which the subreaper inherits.
 */
Test(target, is_searched_again_when_one_was_found)
{
    static const struct story story = {fork_family, look_for_last};
    struct scene *scene = open_scene();
    int opens = 1;

    for (int act_at = 1; opens >= act_at; act_at++) {
        for (int end_at = act_at + 1; end_at <= act_at + 8; end_at++) {
            opens = play(scene, &story, act_at, end_at);
            cr_assert_not(scene->missed, "before opens %d, %d", act_at, end_at);
        }
    }
}

/* --- a group -------------------------------------------------------------- */

/*
 * Its group has a leader, and a child that has left the group by that call.
 * Returns the child.
 */
static pid_t start_group(struct target *target, int leave(void))
{
    pid_t leaver;
    int ends[2];
    pid_t pid;

    cr_assert_eq(pipe(ends), 0);
    target_begin(target);
    pid = fork();
    if (pid == 0) {
        pid_t child;

        (void)setpgid(0, 0);
        child = fork();
        if (child == 0) {
            (void)leave();
            child = getpid();
            if (write(ends[1], &child, sizeof(child)) < 0)
                _exit(1);
        }
        stay();
    }
    cr_assert_gt(pid, 0);
    cr_assert_eq(read(ends[0], &leaver, sizeof(leaver)),
                 (ssize_t)sizeof(leaver));
    (void)close(ends[0]);
    (void)close(ends[1]);
    target_set_group(target, pid);
    return leaver;
}

static int leave_group(void)
{
    return setpgid(0, 0);
}

static int leave_session(void)
{
    return setsid();
}

/* As timeout(1) does. */
Test(group, includes_descendants_that_left_the_group_only)
{
    static struct target target;
    pid_t leaver = start_group(&target, leave_group);

    target_signal(&target, SIGTERM);
    cr_assert(has_found(&target, leaver));
    cr_assert_eq(waitpid(target.group, NULL, 0), target.group);
    await_gone(&target);
    cr_assert(target.over);
}

/* The list is full of processes that have ended. */
Test(group, is_not_gone_before_its_orphan_is_collected)
{
    static struct target target;
    pid_t leaver;

    cr_assert_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    leaver = start_group(&target, leave_group);
    end_process(target.group);
    target.descendants.count = DESCENDANTS_MAX;
    cr_assert_not(target_gone(&target));
    cr_assert_eq(kill(leaver, SIGKILL), 0);
    await_state(leaver, "Z");
    cr_assert_not(target_gone(&target));
    cr_assert_eq(waitpid(leaver, NULL, 0), leaver);
    cr_assert(target_gone(&target));
}

/* The subreaper, this process, need not stop. */
Test(group, is_found_and_killed_without_a_pass)
{
    static struct target target;
    pid_t leaver = start_group(&target, leave_group);

    stop(target.group);
    stop(leaver);
    cr_assert_eq(kill_traced(&target, target.group).pauses, 0);
    await_state(leaver, "ZX");
}

/* As a daemon does. */
Test(group, excludes_descendants_that_left_the_session)
{
    static struct target target;
    pid_t leaver = start_group(&target, leave_session);

    target_signal(&target, SIGTERM);
    cr_assert_eq(target.descendants.count, 0);
    cr_assert_eq(waitpid(target.group, NULL, 0), target.group);
    cr_assert(target_gone(&target));
    cr_assert_eq(kill(leaver, SIGKILL), 0);
}

/* A shell with job control had started it before it executed redlock. */
Test(group, excludes_an_older_child)
{
    static struct target target;
    pid_t older = start_process();
    pid_t leaver;

    cr_assert_eq(setpgid(older, older), 0);
    (void)poll(NULL, 0, 30); /* the leaver starts at another tick */
    leaver = start_group(&target, leave_group);
    target_signal(&target, SIGTERM);
    cr_assert(has_found(&target, leaver));
    cr_assert_not(has_found(&target, older));
    cr_assert_eq(waitpid(target.group, NULL, 0), target.group);
    end_process(older);
}

/* The number may belong to another process by then. */
Test(group, that_has_ended_is_not_signalled_any_more)
{
    static struct target target;
    pid_t leaver = start_group(&target, leave_group);

    target.over = true;
    target_signal(&target, SIGTERM);
    cr_assert_eq(kill(target.group, 0), 0);
    cr_assert_eq(waitpid(target.group, NULL, WNOHANG), 0);
    cr_assert_not(has_found(&target, leaver));
    cr_assert_eq(kill(leaver, SIGKILL), 0);
    end_process(target.group);
}
