/* SPDX-License-Identifier: MIT */
/* redlock run: a command under a lock. */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/acquire_wait.h"
#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/options.h"
#include "cli/base/owner.h"
#include "cli/base/signals.h"
#include "cli/base/terminal.h"
#include "cli/commands.h"
#include "cli/run/child.h"
#include "cli/run/event.h"
#include "cli/run/metrics.h"
#include "cli/run/nesting.h"
#include "cli/text/report_text.h"
#include "cli/text/words.h"
#include "cli/warden/custody.h"
#include "cli/warden/watchdog.h"
#include "redlock/redlock.h"

/* --- supervision ------------------------------------------------------------
 */

/*
 * What redlock run does while its command runs: hands signals on, lends the
 * terminal, tells of renewals, and ends the command before the lock ends.
 */

/*
 * REDLOCK_STATUS_FD: what the command may read about its lock. Lines
 * "held VALID_UNTIL_MS" at the start and at each renewal, "lost" at a loss.
 * The end of the file always means: do not rely on the lock any more.
 */

struct status_pipe {
    int read_fd; /* the command's; ours until it was started */
    int write_fd;
};

struct supervision {
    const struct options *options;
    struct custody custody;
    struct target target; /* the command's group */
    /* when to say that the group outlives its leader; 0: it does not */
    int64_t linger_ms;
    struct child child;
    struct status_pipe *status;  /* open; borrowed */
    struct metrics_run *metrics; /* borrowed */
    bool ready_told;             /* to the service manager */
    bool interrupt_forwarded; /* an INT or QUIT: the command has it from us */
    bool by_terminal; /* the command died of the terminal's INT or QUIT, which
                         our own group did not get */
    struct terminal terminal;
};

/* --- job control ----------------------------------------------------------
 */

/*
 * Job control: to the shell that started us, we and our command are one job.
 * When the command stops we stop, when we go on it goes on, and the terminal
 * goes with it.
 *
 * While we are stopped nothing renews the lock: the watchdog ends a command
 * that is stopped for too long.
 */

/* With the terminal, if it is ours to lend. */
static void resume(const struct terminal *terminal, const struct child *child)
{
    if (child->lent && terminal_has(terminal, getpgrp()))
        terminal_give(terminal, child->group);
    child_signal(child, SIGCONT);
}

/* If the leader has stopped: lends it the terminal, or stops with it. */
static void job_control_stop(const struct terminal *terminal,
                             struct child *child)
{
    int number = child->stopped_by;
    bool wants_terminal = number == SIGTTIN || number == SIGTTOU;
    bool had_terminal = terminal_has(terminal, child->group);

    child->stopped_by = 0;
    if (number == 0 || terminal->fd < 0)
        return;
    if (wants_terminal)
        child->lent = true;
    if (wants_terminal && terminal_has(terminal, getpgrp())) {
        resume(terminal, child);
        return;
    }
    /* A plain kill -STOP: no shell waits for us to stop as well. */
    if (number == SIGSTOP && !had_terminal)
        return;
    if (had_terminal)
        terminal_give(terminal, getpgrp());
    signals_stop_group(wants_terminal ? number : SIGTSTP);
    /*
     * After a stop we find a SIGCONT here. Without a stop, because the kernel
     * does not stop a group that no shell could continue, the command has to go
     * on as well; but one that wants a terminal it cannot have would stop
     * again, for ever.
     */
    if (!wants_terminal || terminal_has(terminal, getpgrp()))
        (void)raise(SIGCONT);
}

/* If we were told to go on, or to stop: so is the command. */
static void job_control_continue(const struct terminal *terminal,
                                 const struct child *child)
{
    if (signals_came(SIGTSTP))
        child_signal(child, SIGTSTP);
    if (signals_came(SIGCONT))
        resume(terminal, child);
}

/* --- status pipe ----------------------------------------------------------
 */

/* The command's view of its lock. */

static void close_end(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* A line that a reader does not take, or no longer can, is dropped. */
static void write_line(const struct status_pipe *status, const char *line)
{
    ssize_t ignored = write(status->write_fd, line, strlen(line));

    (void)ignored;
}

/* Both ends are close-on-exec. false: errno says why. */
static bool status_pipe_open(struct status_pipe *status)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    status->read_fd = ends[0];
    status->write_fd = ends[1];
    /* Only our end does not block: the two ends have flags of their own. */
    return fcntl(status->write_fd, F_SETFL, O_NONBLOCK) == 0;
}

/* The command has its end now. */
static void status_pipe_started(struct status_pipe *status)
{
    close_end(&status->read_fd);
}

/* A line that finds the pipe full is dropped. */
static void status_pipe_held(struct status_pipe *status, int64_t valid_until_ms)
{
    char line[40];

    if (status->write_fd < 0)
        return;
    (void)snprintf(line, sizeof(line), "held %" PRId64 "\n", valid_until_ms);
    write_line(status, line);
}

/* The last line, and the end of the file. */
static void status_pipe_lost(struct status_pipe *status)
{
    if (status->write_fd < 0)
        return;
    write_line(status, "lost\n");
    close_end(&status->write_fd);
}

static void status_pipe_close(struct status_pipe *status)
{
    close_end(&status->read_fd);
    close_end(&status->write_fd);
}

/*
 * The last process of a group may be no child of ours: then its end has to be
 * polled for.
 */
#define LINGER_POLL_MS 200
#define LINGER_PRINT_MS 1000

/* So is a service manager's queue, where it is full. */
#define READY_POLL_MS 100

static const char killed_text[] =
    "redlock: redlock was killed: its command was ended\n";

static const char stopped_text[] =
    "redlock: redlock no longer renewed the lock: its command was ended\n";

static const int forwarded_signals[] = {SIGTERM, SIGINT,  SIGHUP,  SIGQUIT,
                                        SIGUSR1, SIGUSR2, SIGWINCH};

/* The last step after a change: its reader can wait. */
static void write_metrics(struct supervision *supervision)
{
    int error = metrics_file_error();

    supervision->metrics->held = !supervision->custody.lost;
    metrics_file_write(supervision->metrics);
    if (error != 0)
        event_no_metrics(supervision->options, error);
}

/* Whatever the command does at TERM, it can read of the loss. */
static void told_ending(void *user)
{
    struct supervision *supervision = user;

    status_pipe_lost(supervision->status);
}

static void told_lost(void *user, int64_t grace_ms)
{
    struct supervision *supervision = user;

    service_lost(supervision->options->resource);
    if (supervision->custody.unwatched_ms != 0 && grace_ms > 0)
        event_unwatched(supervision->options, grace_ms);
    else
        event_lost(supervision->options, grace_ms);
    write_metrics(supervision);
}

static void told_moved(void *user, int64_t valid_until_ms, bool renewed,
                       int64_t now_ms)
{
    struct supervision *supervision = user;

    status_pipe_held(supervision->status, valid_until_ms);
    if (!renewed)
        return;
    event_renewed(supervision->options, valid_until_ms, now_ms);
    write_metrics(supervision);
}

static const struct custody_calls calls = {
    .moved = told_moved,
    .ending = told_ending,
    .lost = told_lost,
};

static void tell_ready(struct supervision *supervision)
{
    if (!supervision->ready_told && !supervision->custody.lost)
        supervision->ready_told = service_ready(supervision->options->resource);
}

static void wait_for_event(struct supervision *supervision)
{
    int64_t latest = INT64_MAX;

    if (!supervision->ready_told && !supervision->custody.lost)
        latest = clock_now_ms() + READY_POLL_MS;
    else if (supervision->child.leader_gone)
        latest = clock_now_ms() + LINGER_POLL_MS;
    custody_wait(&supervision->custody, latest, -1);
}

static void run_due(struct supervision *supervision)
{
    custody_run_due(&supervision->custody);
    tell_ready(supervision);
    if (supervision->linger_ms != 0 &&
        clock_now_ms() >= supervision->linger_ms) {
        supervision->linger_ms = INT64_MAX;
        event_lingers(supervision->options);
    }
}

static void forward_signals(struct supervision *supervision)
{
    for (size_t i = 0;
         i < sizeof(forwarded_signals) / sizeof(forwarded_signals[0]); i++) {
        if (!signals_came(forwarded_signals[i]))
            continue;
        child_signal(&supervision->child, forwarded_signals[i]);
        if (forwarded_signals[i] == SIGINT || forwarded_signals[i] == SIGQUIT)
            supervision->interrupt_forwarded = true;
        if (forwarded_signals[i] != SIGWINCH)
            event_signal(supervision->options, forwarded_signals[i]);
    }
    job_control_continue(&supervision->terminal, &supervision->child);
    if (!supervision->custody.lost)
        job_control_stop(&supervision->terminal, &supervision->child);
}

/* While the terminal is still the command's. */
static bool died_by_terminal(const struct supervision *supervision)
{
    int number = child_signal_of_end(&supervision->child);

    return (number == SIGINT || number == SIGQUIT) &&
           !supervision->interrupt_forwarded &&
           terminal_has(&supervision->terminal, supervision->child.group);
}

static void collect_children(struct supervision *supervision)
{
    bool was_gone = supervision->child.leader_gone;
    pid_t other;

    while ((other = child_collect(&supervision->child)) != 0)
        custody_child_ended(&supervision->custody, other);
    if (!supervision->child.leader_gone || was_gone)
        return;
    supervision->linger_ms = clock_now_ms() + LINGER_PRINT_MS;
    supervision->by_terminal = died_by_terminal(supervision);
}

__attribute__((format(printf, 2, 3))) static void
write_variable(FILE *out, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    (void)vfprintf(out, format, arguments);
    va_end(arguments);
    (void)fputc('\0', out);
}

/* All resources of the lock, as words in a line. */
static void write_resources(FILE *out, const struct redlock_lock *lock)
{
    char word[NAME_WORD_MAX];

    (void)fputs("REDLOCK_RESOURCES=", out);
    for (int i = 0; i < redlock_count(lock); i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : " ",
                      name_word(redlock_resource_of(lock, i), word));
    (void)fputc('\0', out);
}

/* The fences of all resources; no variable if there are none. */
static void write_fences(FILE *out, const struct redlock_lock *lock)
{
    const char *before = "REDLOCK_FENCES=";
    char word[NAME_WORD_MAX];

    for (int i = 0; i < redlock_count(lock); i++) {
        if (redlock_fence_of(lock, i) == 0)
            continue;
        (void)fprintf(out, "%s%s=%" PRId64, before,
                      name_word(redlock_resource_of(lock, i), word),
                      redlock_fence_of(lock, i));
        before = " ";
    }
    if (*before == ' ')
        (void)fputc('\0', out);
}

static void write_owner(FILE *out, const struct options *options,
                        const struct redlock_lock *lock)
{
    write_variable(out, "REDLOCK_OWNER=%s", options->owner);
    (void)fputs("REDLOCK_OWNED=", out);
    owner_write_list(options, options->resource, redlock_fence(lock), out);
    (void)fputc('\0', out);
}

/* At most ENVIRONMENT_OWN_MAX variables. */
static void write_lock(FILE *out, const struct supervision *supervision)
{
    const struct options *options = supervision->options;
    const struct redlock_lock *lock = supervision->custody.lock;
    char token[REDLOCK_TOKEN_MAX];

    write_variable(out, "REDLOCK_RESOURCE=%s", options->resource);
    write_resources(out, lock);
    write_fences(out, lock);
    write_variable(out, "REDLOCK_VALID_UNTIL_MS=%" PRId64,
                   supervision->custody.valid_until_ms);
    write_variable(out, "REDLOCK_STATUS_FD=%d", supervision->status->read_fd);
    (void)fputs("REDLOCK_HELD=", out);
    nesting_write_list(options, out);
    (void)fputc('\0', out);
    (void)fputs("REDLOCK_RUN=", out);
    nesting_write_run(options, out);
    (void)fputc('\0', out);
    if (options->owner != NULL)
        write_owner(out, options, lock);
    if (redlock_fence(lock) != 0)
        write_variable(out, "REDLOCK_FENCE=%" PRId64, redlock_fence(lock));
    if (redlock_slot(lock) >= 0)
        write_variable(out, "REDLOCK_SLOT=%d", redlock_slot(lock));
    if (options->export_token)
        write_variable(out, "REDLOCK_TOKEN=%s", redlock_token(lock, token));
}

static bool start_child(struct supervision *supervision)
{
    struct environment environment = {.variables = NULL};
    struct child_start start = {
        .command = supervision->options->command,
        .status_fd = supervision->status->read_fd,
        .tether = &supervision->custody.tether,
        .terminal = &supervision->terminal,
        .foreground = terminal_wanted(&supervision->terminal),
        .latest_ms = notice_term_ms(supervision->custody.valid_until_ms,
                                    supervision->custody.notice_ms),
    };
    bool started =
        environment_open(&environment, supervision->options->owner == NULL
                                           ? ENVIRONMENT_FOR_LOCK
                                           : ENVIRONMENT_FOR_OWNER);

    if (started) {
        write_lock(environment.own.out, supervision);
        started = environment_close(&environment);
    }
    start.environment = environment.variables;
    started = started && child_start(&supervision->child, &start);
    environment_free(&environment);
    return started;
}

static void set_custody(struct supervision *supervision)
{
    struct custody *custody = &supervision->custody;

    custody->options = supervision->options;
    custody->target = &supervision->target;
    custody->calls = &calls;
    custody->user = supervision;
    if (!message_is_silent()) {
        custody->dog.killed_text = killed_text;
        custody->dog.stopped_text = stopped_text;
    }
}

/*
 * Starts the command; signals must be caught. The caller has set the borrowed
 * members, status, and of the custody lock, times and news_fd. false: errno
 * says why.
 */
static bool supervise_start(struct supervision *supervision)
{
    int64_t now = clock_now_ms();

    supervision->terminal.fd = -1;
    set_custody(supervision);
    if (!custody_open(&supervision->custody))
        return false;
    terminal_open(&supervision->terminal);
    status_pipe_held(supervision->status, supervision->custody.valid_until_ms);
    if (!start_child(supervision))
        return false;
    supervision->target.process.fd = -1;
    supervision->target.group = supervision->child.group;
    status_pipe_started(supervision->status);
    signals_catch_stop();
    custody_start(&supervision->custody, now);
    tell_ready(supervision);
    return true;
}

/* Returns when the command's whole group has ended. */
static void supervise_until_end(struct supervision *supervision)
{
    for (;;) {
        collect_children(supervision);
        if (child_ended(&supervision->child))
            break;
        /*
         * The lock first: a command that was stopped until its lock was lost
         * must not be continued by forward_signals().
         */
        custody_check(&supervision->custody);
        run_due(supervision);
        forward_signals(supervision);
        wait_for_event(supervision);
    }
    if (custody_ended(&supervision->custody))
        event_lost(supervision->options, -1);
}

/* Closes everything; also after a start that failed. */
static void supervise_close(struct supervision *supervision)
{
    if (supervision->child.group > 0 &&
        terminal_has(&supervision->terminal, supervision->child.group))
        terminal_give(&supervision->terminal, getpgrp());
    terminal_close(&supervision->terminal);
    custody_close(&supervision->custody);
}

static const char help[] =
    "Usage: redlock run [OPTION...] RESOURCE... -- COMMAND [ARGUMENT...]\n"
    "\n"
    "Waits for the lock, runs the command, renews the lock meanwhile, and\n"
    "releases it when the command and its whole process group have ended.\n"
    "\n"
    "If no quorum renews the lock in time, the process group gets TERM, and\n"
    "KILL before another client can acquire the lock. If another client has\n"
    "deleted the lock's keys, the process group gets KILL immediately.\n"
    "\n"
    "Several resources are held together or not at all, and commands may name\n"
    "them in any order. The loss of one resource is the loss of all.\n"
    "\n"
    "A run inside the command of another run of the same resource would wait\n"
    "for itself and is refused. With --reentrant in both, the inner command\n"
    "runs with the same fencing token; it finds the owner in REDLOCK_OWNER.\n"
    "With --shared in both, the inner command runs under the outer lock.\n"
    "\n"
    "Variables for the command:\n"
    "  REDLOCK_RESOURCE        the resource\n"
    "  REDLOCK_FENCE           the fencing token, smaller than that of every\n"
    "                          later exclusive holder; the protected resource\n"
    "                          refuses a smaller token than it has seen\n"
    "  REDLOCK_VALID_UNTIL_MS  the lock's expiry at the start, on the boot\n"
    "                          clock\n"
    "  REDLOCK_STATUS_FD       a descriptor with a line \"held "
    "VALID_UNTIL_MS\"\n"
    "                          for each renewal; its end of file means: do\n"
    "                          not rely on the lock any more\n"
    "With several resources, REDLOCK_RESOURCES is \"NAME NAME...\" and\n"
    "REDLOCK_FENCES is \"NAME=FENCE NAME=FENCE...\"; REDLOCK_FENCE is not "
    "set.\n"
    "Bytes of a name other than letters, digits and -._/ are written %XX.\n"
    "\n"
    "Exit status: the command's own, or 128+n for signal n; 64 wrong usage;\n"
    "69 no quorum could be reached; 71 the system refused memory, descriptors\n"
    "or processes; 75 another client held the lock until the wait ended; 77 a\n"
    "majority of the nodes refuses the credentials; 78 an unsafe or wrong\n"
    "configuration; 79 the lock was lost before the command began, or while\n"
    "it ran; 126 the command cannot be executed; 127 the command was not\n"
    "found.\n";

/* --- the metrics -----------------------------------------------------------
 */

/* false: it has said why. */
static bool open_metrics(struct redlock_client *client,
                         const struct options *options)
{
    struct metrics_file_start start = {
        .path = options->metrics_file,
        .client = client,
        .resources = (const char *const *)options->operands,
        .resources_count = options->operand_count,
    };

    if (metrics_file_open(&start))
        return true;
    message_always(options->title, "--metrics-file: %s", strerror(errno));
    return false;
}

static void note_fences(struct metrics_run *metrics,
                        const struct redlock_lock *lock)
{
    for (int i = 0; i < redlock_count(lock); i++)
        metrics->fences[i] = redlock_fence_of(lock, i);
}

/* The last of it, once everything else is done. Returns the exit status. */
static int end_metrics(const struct options *options,
                       struct metrics_run *metrics, int status)
{
    int error;

    metrics->waiting = metrics->held = false;
    metrics->ended = true;
    metrics->exit_status = status;
    metrics_file_write(metrics);
    metrics_file_close();
    error = metrics_file_error();
    if (error != 0)
        event_no_metrics(options, error);
    return status;
}

/* --- the run ---------------------------------------------------------------
 */

/* The exit status for a signal that came before the command was started. */
static int end_by_signal(const struct options *options, int number)
{
    char why[64];

    (void)snprintf(why, sizeof(why), "not run: %s", strsignal(number));
    event_not_started(options, EVENT_SIGNALLED, why);
    message_end();
    return exits_after_signal(number);
}

/* The exit status for a lock that was lost before the command began. */
static int end_too_late(struct supervision *supervision)
{
    event_not_started(supervision->options, EVENT_TOO_LATE,
                      "not run: the lock was lost before the command began");
    supervision->custody.lost = true;
    return EXITS_LOST;
}

/* The exit status for how the command and its lock have ended. */
static int exit_status_of(struct supervision *supervision)
{
    const struct options *options = supervision->options;
    int error = child_exec_error(&supervision->child);
    char why[256];

    if (error == CHILD_TOO_LATE)
        return end_too_late(supervision);
    if (error != 0) {
        (void)snprintf(why, sizeof(why), "cannot execute %s: %s",
                       options->command[0], strerror(error));
        event_not_started(options, EVENT_NOT_EXECUTED, why);
    }
    if (supervision->custody.lost)
        return EXITS_LOST;
    return child_exit_status(&supervision->child);
}

/* Prints the present holder, if the nodes answer. */
static void print_successor(struct redlock_client *client,
                            const struct options *options, const char *resource)
{
    struct redlock_report report = {.nodes = 0};
    char text[REPORT_LINE_MAX];
    FILE *out;

    if (message_is_silent())
        return;
    if (redlock_inspect(client, resource, &report) == REDLOCK_OK &&
        report_holder(&report).label != NULL)
        message(resource, "it is now %s", report_held_text(&report, text));
    out = message_open();
    report_print(out, &report, options->verbose);
    message_close(out);
}

/*
 * The signal by which we are to end too: an INT or QUIT that the command died
 * of, where there is a terminal that it can have come from; else 0.
 */
static int interrupted(const struct supervision *supervision)
{
    int number = child_signal_of_end(&supervision->child);

    if (supervision->custody.lost || supervision->terminal.fd < 0)
        return 0;
    return number == SIGINT || number == SIGQUIT ? number : 0;
}

/*
 * Runs the command under the lock, which is released when nothing of the
 * command is left.
 */
static int run_command(struct redlock_client *client,
                       const struct options *options,
                       const struct redlock_request *request,
                       struct redlock_lock *lock, struct status_pipe *pipe,
                       struct metrics_run *metrics)
{
    const int *news_fd = request->user;
    struct supervision supervision = {
        .options = options,
        .status = pipe,
        .metrics = metrics,
        .custody = {.lock = lock,
                    .news_fd = *news_fd,
                    .ttl_ms = request->ttl_ms,
                    .notice_ms = request->notice_ms},
    };
    enum redlock_status released;
    int interrupt = 0;
    int status = EXITS_SYSTEM;
    char why[256];

    if (supervise_start(&supervision)) {
        supervise_until_end(&supervision);
        service_ends();
        status = exit_status_of(&supervision);
        interrupt = interrupted(&supervision);
    } else if (errno == ETIME) {
        status = end_too_late(&supervision);
    } else {
        (void)snprintf(why, sizeof(why), "cannot start the command: %s",
                       strerror(errno));
        event_not_started(options, EVENT_NO_PROCESS, why);
    }
    supervise_close(&supervision);
    released = redlock_release(&lock, NULL);
    for (int i = 0; supervision.custody.lost && i < options->operand_count; i++)
        print_successor(client, options, options->operands[i]);
    event_ended(options, supervision.custody.lost ? REDLOCK_LOST : released,
                status);
    (void)end_metrics(options, metrics, status);
    nodes_close(client);
    message_end();
    return interrupt != 0 ? exits_by_signal(interrupt, supervision.by_terminal)
                          : status;
}

static int run(struct redlock_client *client, const struct options *options,
               struct status_pipe *pipe, int *news_fd)
{
    struct redlock_report report = {.nodes = 0};
    struct redlock_request request = acquire_request(options, &report);
    struct redlock_lock *lock = NULL;
    struct metrics_run metrics = {.waiting = true};
    enum redlock_status status;
    int exit_status;

    request.notice_ms = options->kill_after_ms;
    request.keep = true;
    request.no_repair = options->export_token;
    request.lost = request.renewed = lock_news_tell;
    request.user = news_fd;
    if (!custody_times(options, &request)) {
        nodes_close(client);
        return EXITS_USAGE;
    }
    if (!open_metrics(client, options)) {
        nodes_close(client);
        return EXITS_SYSTEM;
    }
    metrics_file_write(&metrics);
    service_waits(options->resource);
    status = acquire_wait(client, options, &request, event_waiting, &lock);
    if (signals_ending() != 0) {
        exit_status = exits_after_signal(signals_ending());
        (void)end_metrics(options, &metrics, exit_status);
        nodes_close(client); /* releases a lock acquired meanwhile */
        return end_by_signal(options, signals_ending());
    }
    if (status != REDLOCK_OK) {
        event_refused(options, status, &report);
        exit_status = exits_of(status, options->busy_status);
        (void)end_metrics(options, &metrics, exit_status);
        nodes_close(client);
        return exit_status;
    }
    event_acquired(options, lock, &report);
    metrics.waiting = false;
    metrics.held = true;
    note_fences(&metrics, lock);
    metrics_file_write(&metrics);
    return run_command(client, options, &request, lock, pipe, &metrics);
}

/* Returns an exit status, or -1: the call is a run of its own. */
static int check(struct options *options)
{
    int status;

    if (options->export_token && options->operand_count > 1)
        return message_fail(EXITS_USAGE, "run",
                            "--export-token: several resources have several "
                            "tokens; name one resource");
    status = owner_settle(options, true);
    return status < 0 ? nodes_read_password(options) : status;
}

static int start(struct options *options)
{
    struct status_pipe pipe = {.read_fd = -1, .write_fd = -1};
    struct redlock_client *client = NULL;
    int news_fd = -1;
    int status = check(options);

    /* The pipe first: shells want a descriptor of one digit. */
    if (status < 0 && (!status_pipe_open(&pipe) ||
                       (news_fd = lock_news_open()) < 0 || !signals_catch()))
        status = message_refused("run");
    if (status < 0)
        status = nesting_shares(options) ? nesting_run(options)
                                         : nesting_refuse(options);
    if (status < 0) {
        signals_catch_job();
        message_queue(event_dropped, options);
        status = nodes_open(options, &client);
    }
    if (status < 0)
        status = run(client, options, &pipe, &news_fd);
    message_end();
    status_pipe_close(&pipe);
    if (news_fd >= 0)
        (void)close(news_fd);
    return status;
}

const struct subcommand cmd_run = {
    .name = "run",
    .what = "run a command while holding a lock",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_ACQUIRE | OPTIONS_FENCE |
             OPTIONS_MODE | OPTIONS_COMMAND | OPTIONS_KILL | OPTIONS_JSON |
             OPTIONS_MESSAGES | OPTIONS_SET,
    .resources_most = REDLOCK_SET_MAX,
    .run = start,
};
