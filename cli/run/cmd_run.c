/* SPDX-License-Identifier: MIT */
/* redlock run: runs a command while it holds a lock. */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/acquire_wait.h"
#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/outcome.h"
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
#include "cli/warden/supervision.h"
#include "cli/warden/watchdog.h"

/*
 * The pipe of REDLOCK_STATUS_FD reports the lock's state to the command: "held
 * VALID_UNTIL_MS" at the start and at each renewal, "lost" at a loss. The end
 * of the file means: do not rely on the lock any more.
 */
struct status_pipe {
    int read_fd; /* the command's end, open here until the command is started */
    int write_fd;
};

/* One call of redlock run. */
struct run {
    struct options *options; /* borrowed */
    struct redlock_client *client;
    struct status_pipe status;
    struct metrics_run metrics;
    int news_fd; /* -1: there is none */
    struct supervision supervision;
    struct target target; /* the command's group, and those that left it */
    struct child child;
    struct terminal terminal;
    /* when to report that the group outlives its leader; 0: never */
    int64_t linger_ms;
    bool ready_reported;      /* to the service manager */
    bool interrupt_forwarded; /* an INT or QUIT was forwarded to the command */
    bool by_terminal; /* the command died of INT or QUIT from the terminal,
                         which our own group did not get */
};

/* --- job control ---------------------------------------------------------- */

/*
 * For the shell that started us, this process and the command are one job: when
 * one stops or continues, so does the other, and the terminal follows. While
 * this process is stopped, nothing renews the lock, and the watchdog ends a
 * command that is stopped for too long.
 */

/* Continues the command, and lends it the terminal if we have it. */
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
    /* A kill -STOP from outside: no shell waits for us to stop as well. */
    if (number == SIGSTOP && !had_terminal)
        return;
    if (had_terminal)
        terminal_give(terminal, getpgrp());
    signals_stop_group(wants_terminal ? number : SIGTSTP);
    /*
     * After a stop, SIGCONT has arrived here. If we did not stop, because the
     * kernel does not stop a group that no shell could continue, the command
     * has to continue as well. But a command that wants a terminal which it
     * cannot have would only stop again, forever.
     */
    if (!wants_terminal || terminal_has(terminal, getpgrp()))
        (void)raise(SIGCONT);
}

/* --- status pipe ---------------------------------------------------------- */

static void close_end(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* Drops the line if the pipe is full or has no reader. */
static void write_line(const struct status_pipe *status, const char *line)
{
    (void)!write(status->write_fd, line, strlen(line));
}

/* Both ends are close-on-exec. false: errno is set. */
static bool status_pipe_open(struct status_pipe *status)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    status->read_fd = ends[0];
    status->write_fd = ends[1];
    /* Makes only our end non-blocking; the command's end keeps its flags. */
    return fcntl(status->write_fd, F_SETFL, O_NONBLOCK) == 0;
}

/* Reports the validity. If the pipe is full, the line is dropped. */
static void status_pipe_held(struct status_pipe *status, int64_t valid_until_ms)
{
    char line[40];

    if (status->write_fd < 0)
        return;
    (void)snprintf(line, sizeof(line), "held %" PRId64 "\n", valid_until_ms);
    write_line(status, line);
}

/* --- reports about the lock ---------------------------------------------- */

static const char killed_text[] =
    "redlock: redlock was killed: its command was ended\n";

static const char stopped_text[] =
    "redlock: redlock no longer renewed the lock: its command was ended\n";

/* Called last after a change, as its readers are the least urgent. */
static void write_metrics(struct run *run)
{
    metrics_file_write(&run->metrics);
    event_no_metrics(run->options, metrics_file_error());
}

/*
 * Reports the loss through the pipe, and closes it. Called before TERM is sent,
 * so that its handler can read of the loss.
 */
static void report_ending(void *user)
{
    struct status_pipe *status = &((struct run *)user)->status;

    if (status->write_fd < 0)
        return;
    write_line(status, "lost\n");
    close_end(&status->write_fd);
}

static void report_lost(void *user, const char *why, int64_t grace_ms)
{
    struct run *run = user;

    service_lost(run->options->resource);
    event_lost(run->options, why, grace_ms);
    run->metrics.held = false;
    write_metrics(run);
}

static void report_moved(void *user, int64_t valid_until_ms, bool renewed,
                         int64_t now_ms)
{
    struct run *run = user;

    status_pipe_held(&run->status, valid_until_ms);
    if (!renewed)
        return;
    event_renewed(run->options, valid_until_ms, now_ms);
    write_metrics(run);
}

static const struct supervision_calls calls = {
    .moved = report_moved,
    .ending = report_ending,
    .lost = report_lost,
};

static void tell_ready(struct run *run)
{
    if (!run->ready_reported && !run->supervision.lost)
        run->ready_reported = service_ready(run->options->resource);
}

/* --- the command starts --------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void
write_variable(FILE *out, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    (void)vfprintf(out, format, arguments);
    va_end(arguments);
    (void)fputc('\0', out);
}

/* Writes all resources of the lock as words in one line. */
static void write_resources(FILE *out, const struct redlock_lock *lock)
{
    char word[NAME_WORD_MAX];

    (void)fputs("REDLOCK_RESOURCES=", out);
    for (int i = 0; i < redlock_count(lock); i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : " ",
                      name_word(redlock_resource_of(lock, i), word));
    (void)fputc('\0', out);
}

/* Writes the fencing tokens of all resources; nothing if there are none. */
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

/* Writes at most ENVIRONMENT_OWN_MAX variables. */
static void write_lock(FILE *out, const struct run *run)
{
    const struct options *options = run->options;
    const struct redlock_lock *lock = run->supervision.charge.lock;
    char token[REDLOCK_TOKEN_MAX];

    write_variable(out, "REDLOCK_RESOURCE=%s", options->resource);
    write_resources(out, lock);
    write_fences(out, lock);
    write_variable(out, "REDLOCK_VALID_UNTIL_MS=%" PRId64,
                   run->supervision.valid_until_ms);
    write_variable(out, "REDLOCK_STATUS_FD=%d", run->status.read_fd);
    (void)fputs("REDLOCK_HELD=", out);
    nesting_write_list(options, run->target.process.start, out);
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

/* false: errno is set. */
static bool start_child(struct run *run)
{
    struct environment environment = {.variables = NULL};
    struct child_start start = {
        .command = run->options->command,
        .status_fd = run->status.read_fd,
        .death_signal = &run->supervision.charge.death_signal,
        .terminal = &run->terminal,
        .foreground = terminal_wanted(&run->terminal),
        .latest_ms = charge_term_ms(&run->supervision.charge,
                                    run->supervision.valid_until_ms),
    };
    bool started = environment_open(&environment, run->options->owner == NULL
                                                      ? ENVIRONMENT_FOR_LOCK
                                                      : ENVIRONMENT_FOR_OWNER);

    if (started) {
        write_lock(environment.own.out, run);
        started = environment_close(&environment);
    }
    start.environment = environment.variables;
    started = started && child_start(&run->child, &start);
    environment_free(&environment);
    return started;
}

/* Starts the command; signals must be caught. false: errno is set. */
static bool start_command(struct run *run)
{
    int64_t now = clock_now_ms();

    if (!supervision_open(&run->supervision))
        return false;
    target_begin(&run->target);
    terminal_open(&run->terminal);
    status_pipe_held(&run->status, run->supervision.valid_until_ms);
    if (!start_child(run))
        return false;
    target_set_group(&run->target, run->child.group);
    close_end(&run->status.read_fd); /* the command has it now */
    signals_catch_stop();
    supervision_start(&run->supervision, now);
    tell_ready(run);
    return true;
}

/* --- the command runs ----------------------------------------------------- */

/*
 * The last process of the group may not be our child, so its end is polled for.
 */
#define LINGER_POLL_MS 200
#define LINGER_PRINT_MS 1000

/* A service manager's queue that is full is polled, too. */
#define READY_POLL_MS 100

static const int forwarded_signals[] = {SIGTERM, SIGINT,  SIGHUP,  SIGQUIT,
                                        SIGUSR1, SIGUSR2, SIGWINCH};

static void wait_for_event(struct run *run)
{
    int64_t latest = INT64_MAX;

    if (!run->ready_reported && !run->supervision.lost)
        latest = clock_now_ms() + READY_POLL_MS;
    else if (run->child.leader_gone)
        latest = clock_now_ms() + LINGER_POLL_MS;
    supervision_wait(&run->supervision, latest, -1);
}

static void run_due(struct run *run)
{
    supervision_run_due(&run->supervision);
    tell_ready(run);
    if (run->linger_ms != 0 && clock_now_ms() >= run->linger_ms) {
        run->linger_ms = INT64_MAX;
        event_lingers(run->options);
    }
}

/* Signals that descendants outside the group, as under timeout(1), get too. */
static bool is_ending(int number)
{
    return number == SIGTERM || number == SIGINT || number == SIGHUP ||
           number == SIGQUIT;
}

static void forward_signals(struct run *run)
{
    for (size_t i = 0;
         i < sizeof(forwarded_signals) / sizeof(forwarded_signals[0]); i++) {
        int number = forwarded_signals[i];

        if (!signals_came(number))
            continue;
        if (is_ending(number))
            target_signal(&run->target, number);
        else
            child_signal(&run->child, number);
        if (number == SIGINT || number == SIGQUIT)
            run->interrupt_forwarded = true;
        if (number != SIGWINCH)
            event_signal(run->options, number);
    }
    if (signals_came(SIGTSTP))
        child_signal(&run->child, SIGTSTP);
    if (signals_came(SIGCONT))
        resume(&run->terminal, &run->child);
    if (!run->supervision.lost)
        job_control_stop(&run->terminal, &run->child);
}

/* The INT or QUIT that killed the command; otherwise 0. */
static int interrupt_of_end(const struct run *run)
{
    int number = child_signal_of_end(&run->child);

    return number == SIGINT || number == SIGQUIT ? number : 0;
}

static void collect_children(struct run *run)
{
    bool was_gone = run->child.leader_gone;
    pid_t other;

    while ((other = child_collect(&run->child)) != 0)
        supervision_child_ended(&run->supervision, other);
    if (!run->child.leader_gone || was_gone)
        return;
    run->linger_ms = clock_now_ms() + LINGER_PRINT_MS;
    /* Must be decided while the command still has the terminal. */
    run->by_terminal = interrupt_of_end(run) != 0 &&
                       !run->interrupt_forwarded &&
                       terminal_has(&run->terminal, run->child.group);
}

/*
 * Has everything under the lock ended? Descendants outside the group are our
 * children by then, and we forward the terminal's signals to them.
 */
static bool has_ended(struct run *run)
{
    if (!child_ended(&run->child))
        return false;
    if (!child_left_any())
        return true;
    if (target_gone(&run->target))
        return true;
    if (terminal_has(&run->terminal, run->child.group))
        terminal_give(&run->terminal, getpgrp());
    return false;
}

/* Returns when the command and what it has started have ended. */
static void supervise(struct run *run)
{
    for (;;) {
        collect_children(run);
        if (has_ended(run))
            break;
        /*
         * The lock is checked first: a command that was stopped until its lock
         * was lost must not be continued by forward_signals().
         */
        supervision_check(&run->supervision);
        run_due(run);
        forward_signals(run);
        wait_for_event(run);
    }
}

/* --- the end -------------------------------------------------------------- */

/* Cleans up, and writes the metrics last. Returns the exit status. */
static int end(struct run *run, int status)
{
    run->metrics.waiting = run->metrics.held = false;
    run->metrics.ended = true;
    run->metrics.exit_status = status;
    metrics_file_write(&run->metrics);
    metrics_file_close();
    event_no_metrics(run->options, metrics_file_error());
    nodes_close(run->client); /* also releases a lock acquired meanwhile */
    return status;
}

/* Reports a signal that came before the command was started. */
static int end_by_signal(struct run *run, int number)
{
    const struct options *options = run->options;
    char why[64];

    (void)end(run, EXITS_SIGNAL + number);
    (void)snprintf(why, sizeof(why), "not run: %s", strsignal(number));
    if (options->json || !options->quiet)
        event_not_started(options, "signal", why);
    message_end();
    return exits_after_signal(number);
}

/* Reports a lock that was lost before the command began. */
static int end_too_late(struct run *run)
{
    event_not_started(run->options, "lost",
                      "not run: the lock was lost before the command began");
    run->supervision.lost = true;
    return EXITS_LOST;
}

/* The exit status, from the ends of the command and of its lock. */
static int exit_status_of(struct run *run)
{
    const struct options *options = run->options;
    int error = child_exec_error(&run->child);
    char why[256];

    if (supervision_ended(&run->supervision) && error != CHILD_TOO_LATE)
        event_lost(options,
                   error == 0 ? "the lock was lost before the command had ended"
                              : "the lock was lost",
                   -1);
    if (error == CHILD_TOO_LATE)
        return end_too_late(run);
    if ((error & CHILD_UNTIMED) != 0) {
        (void)snprintf(why, sizeof(why),
                       "cannot start the command: timer_create(2), which "
                       "limits the time that the start takes, failed: %s. "
                       "Allow it: see seccomp and ulimit -i",
                       strerror(error & ~CHILD_UNTIMED));
        event_not_started(options, "system", why);
    } else if (error != 0) {
        (void)snprintf(why, sizeof(why), "cannot execute %s: %s",
                       options->command[0], strerror(error));
        event_not_started(options, "exec", why);
    }
    return run->supervision.lost ? EXITS_LOST : child_exit_status(&run->child);
}

/* Reports a command that could not be started. */
static int end_unstarted(struct run *run)
{
    char why[256];

    if (errno == ETIME)
        return end_too_late(run);
    (void)snprintf(why, sizeof(why), "cannot start the command: %s",
                   strerror(errno));
    event_not_started(run->options, "system", why);
    return EXITS_SYSTEM;
}

/* Prints the current holder, if the nodes answer. */
static void print_successor(const struct run *run, const char *resource)
{
    struct redlock_report report = {.nodes = 0};
    char text[REPORT_LINE_MAX];

    if (message_is_silent())
        return;
    if (redlock_inspect(run->client, resource, &report) == REDLOCK_OK &&
        report_holder(&report).label != NULL)
        message(resource, "it is now %s", report_held_text(&report, text));
    outcome_print_nodes(&report, run->options->verbose);
}

/* --- the run -------------------------------------------------------------- */

/*
 * Runs the command under the lock, and releases the lock when all processes of
 * the command have ended.
 */
static int run_command(struct run *run, struct redlock_lock *lock)
{
    const struct options *options = run->options;
    const struct supervision *supervision = &run->supervision;
    enum redlock_status released;
    int interrupt = 0;
    int status;

    if (start_command(run)) {
        supervise(run);
        status = exit_status_of(run);
        service_ends();
        /* This process ends by it too, if a terminal can have sent it. */
        if (!supervision->lost && run->terminal.fd >= 0)
            interrupt = interrupt_of_end(run);
    } else {
        status = end_unstarted(run);
    }
    /* Also after a failed start. */
    if (run->child.group > 0 && terminal_has(&run->terminal, run->child.group))
        terminal_give(&run->terminal, getpgrp());
    terminal_close(&run->terminal);
    supervision_close(&run->supervision);
    released = redlock_release(&lock, NULL);
    for (int i = 0; supervision->lost && i < options->operand_count; i++)
        print_successor(run, options->operands[i]);
    event_ended(options, supervision->lost ? REDLOCK_LOST : released, status);
    (void)end(run, status);
    message_end();
    return interrupt != 0 ? exits_by_signal(interrupt, run->by_terminal)
                          : status;
}

static void set_supervision(struct run *run, struct redlock_lock *lock,
                            const struct redlock_request *request)
{
    run->supervision = (struct supervision){
        .charge = {.options = run->options,
                   .lock = lock,
                   .target = &run->target,
                   .death_signal = DEATH_SIGNAL_NONE,
                   .ttl_ms = request->ttl_ms,
                   .warning_ms = request->warning_ms,
                   .killed_text = message_is_silent() ? NULL : killed_text,
                   .stopped_text = message_is_silent() ? NULL : stopped_text},
        .news_fd = run->news_fd,
        .calls = &calls,
        .user = run,
        .timer = -1,
    };
    run->metrics.waiting = false;
    run->metrics.held = true;
    for (int i = 0; i < redlock_count(lock); i++)
        run->metrics.fences[i] = redlock_fence_of(lock, i);
}

static int acquire(struct run *run)
{
    const struct options *options = run->options;
    static struct redlock_report report; /* few of its pages are used */
    struct redlock_request request = acquire_request(options, &report);
    struct redlock_lock *lock = NULL;
    enum redlock_status status;

    request.no_repair = options->export_token;
    if (!supervision_request(options, &run->news_fd, &request)) {
        nodes_close(run->client);
        return EXITS_USAGE;
    }
    if (!metrics_file_open(options, run->client)) {
        message_always(options->title, "--metrics-file: %s", strerror(errno));
        nodes_close(run->client);
        return EXITS_SYSTEM;
    }
    run->metrics.waiting = true;
    metrics_file_write(&run->metrics);
    service_waits(options->resource);
    status = acquire_wait(run->client, options, &request, event_waiting, &lock);
    if (signals_ending() != 0)
        return end_by_signal(run, signals_ending());
    if (status != REDLOCK_OK) {
        event_refused(options, status, &report);
        return end(run, exits_of(status, options->busy_status));
    }
    event_acquired(options, lock, &report);
    set_supervision(run, lock, &request);
    metrics_file_write(&run->metrics);
    return run_command(run, lock);
}

/* Returns an exit status; or -1 if the call acquires a lock of its own. */
static int check(struct options *options)
{
    int status;

    if (options->export_token && options->operand_count > 1)
        return message_fail(EXITS_USAGE, "run",
                            "--export-token: several resources have several "
                            "tokens; name one resource");
    status = owner_complete_options(options, true);
    return status < 0 ? nodes_read_password(options) : status;
}

static int start(struct options *options)
{
    static struct run run; /* 30 kB, of which little is used */
    int status = check(options);

    run.options = options;
    run.status.read_fd = run.status.write_fd = -1;
    run.news_fd = -1;
    run.terminal.fd = -1;
    /* Opens the pipe first: shells accept only descriptors of one digit. */
    if (status < 0 &&
        (!status_pipe_open(&run.status) ||
         (run.news_fd = lock_news_open()) < 0 || !signals_catch()))
        status = message_refused("run");
    if (status < 0)
        status = nesting_shares(options) ? nesting_run(options)
                                         : nesting_refuse(options);
    if (status < 0) {
        signals_catch_job();
        message_queue(event_dropped, options);
        status = nodes_open(options, &run.client);
    }
    if (status < 0)
        status = acquire(&run);
    message_end();
    close_end(&run.status.read_fd);
    close_end(&run.status.write_fd);
    if (run.news_fd >= 0)
        (void)close(run.news_fd);
    return status;
}

static const char help[] =
    "Usage: redlock run [OPTION...] RESOURCE... -- COMMAND [ARGUMENT...]\n"
    "\n"
    "Waits for the lock, runs the command, renews the lock meanwhile, and\n"
    "releases it when the command and the processes that it started have\n"
    "ended. Processes with a session of their own do not count.\n"
    "\n"
    "If no quorum renews the lock in time, these processes get TERM, and\n"
    "KILL before another client can acquire the lock. If the lock's keys\n"
    "were deleted, another client may hold the lock already: they get KILL\n"
    "as soon as a renewal shows it.\n"
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
