/* SPDX-License-Identifier: MIT */
/* redlock acquire: acquires a lock that outlives this process. */

#include <errno.h>
#include <inttypes.h>
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
#include "cli/commands.h"
#include "cli/lock/keep.h"
#include "cli/text/draft.h"
#include "cli/text/duration.h"
#include "cli/text/words.h"

static const char help[] =
    "Usage: redlock acquire [OPTION...] RESOURCE...\n"
    "\n"
    "Acquires the lock and prints its token. redlock extend and redlock\n"
    "release need the token, on this machine or another. The lock expires\n"
    "after its TTL unless it is extended; no process renews it without "
    "--keep.\n"
    "The fencing token, smaller than that of every later exclusive holder, is\n"
    "printed on standard error, and with --json as \"fence\".\n"
    "\n"
    "With --keep, a process stays behind that renews the lock until another\n"
    "process has ended, and then releases it. In a script this holds the lock\n"
    "until the script ends:\n"
    "\n"
    "    token=$(redlock acquire --keep --pid $$ RESOURCE) || exit\n"
    "\n"
    "If the lock is lost, the script and its child processes get TERM, and\n"
    "KILL before another client can acquire the lock. redlock release, run by\n"
    "the same user on the same machine, releases the lock earlier.\n"
    "\n"
    "Several resources are acquired together or not at all. The command then\n"
    "prints a line for each: NAME FENCE MILLISECONDS TOKEN. Bytes of NAME\n"
    "other than letters, digits and -._/ are written %XX. FENCE is 0 without\n"
    "a fencing token. MILLISECONDS is how long all locks are valid. Each\n"
    "resource is extended and released by its own token.\n"
    "\n"
    "With --reentrant, an owner can acquire a resource that it already holds.\n"
    "The variables REDLOCK_OWNER, REDLOCK_RESOURCE and REDLOCK_FENCE name it,\n"
    "as redlock run --reentrant sets them. Extend and release such a lock "
    "with\n"
    "--reentrant too.\n"
    "\n"
    "With --slots it prints SLOT TOKEN. Extend and release the slot with the\n"
    "same --slots and with --slot SLOT.\n"
    "\n"
    "Exit status: 0; 64 wrong usage; 69 no quorum could be reached; 74 the\n"
    "token cannot be written, and the lock is released; 75 another client "
    "held\n"
    "the lock until the wait ended; 77 a majority of the nodes refuses the\n"
    "credentials; 78 an unsafe or wrong configuration, or the resource is "
    "held\n"
    "with another number of slots; 79 the lock was lost before its whole "
    "token\n"
    "was printed.\n";

/* Prints one line for each of several locks. */
static void print_lines(FILE *out, const struct redlock_lock *lock)
{
    int64_t left_ms = redlock_remaining_ms(lock);
    char token[REDLOCK_TOKEN_MAX];
    char word[NAME_WORD_MAX];

    for (int i = 0; i < redlock_count(lock); i++)
        (void)fprintf(out, "%s %" PRId64 " %" PRId64 " %s\n",
                      name_word(redlock_resource_of(lock, i), word),
                      redlock_fence_of(lock, i), left_ms,
                      redlock_token_of(lock, i, token));
}

static void print_json(FILE *out, const struct options *options,
                       const struct redlock_report *report,
                       const struct redlock_lock *lock, const char *token)
{
    struct json json;

    outcome_json_open(&json, out, options, REDLOCK_OK);
    if (redlock_count(lock) > 1)
        outcome_json_locks(&json, lock, true);
    else
        json_text(&json, "token", token);
    json_number(&json, "valid_until_ms", redlock_valid_until_ms(lock));
    json_number(&json, "valid_for_ms", redlock_remaining_ms(lock));
    json_number_from(&json, "fence", 1, redlock_fence(lock));
    json_number_from(&json, "slot", 0, redlock_slot(lock));
    if (options->keep)
        json_number(&json, "keeper", (int64_t)getpid());
    outcome_json_close(&json, report, REPORT_ACQUIRE);
}

static void print_token(FILE *out, const struct options *options,
                        const struct redlock_report *report,
                        const struct redlock_lock *lock)
{
    char token[REDLOCK_TOKEN_MAX];

    (void)redlock_token(lock, token);
    if (options->json)
        print_json(out, options, report, lock, token);
    else if (redlock_count(lock) > 1)
        print_lines(out, lock);
    else if (redlock_slot(lock) >= 0)
        (void)fprintf(out, "%d %s\n", redlock_slot(lock), token);
    else
        (void)fprintf(out, "%s\n", token);
}

static void print_acquired(const struct options *options,
                           const struct redlock_report *report,
                           const struct redlock_lock *lock)
{
    int64_t fence = redlock_fence(lock);
    char span[DURATION_TEXT_MAX];
    char fenced[40] = "";

    if (fence != 0)
        (void)snprintf(fenced, sizeof(fenced), ", fence %" PRId64, fence);
    message(options->title, "acquired: valid for %s%s",
            duration_text(redlock_remaining_ms(lock), span), fenced);
    if (options->verbose && !message_is_silent())
        outcome_print_nodes(report, true);
}

/* The exit status after a signal during the wait. No lock is held. */
static int end_by_signal(const struct options *options, int number)
{
    message(options->title, "not acquired: %s", strsignal(number));
    message_end();
    return exits_after_signal(number);
}

/* --- printing the token --------------------------------------------------- */

/* Prints no token: its reader would believe that the lock is still held. */
static int refuse_late(const struct options *options)
{
    return message_fail(EXITS_LOST, options->title,
                        "the lock was lost before its token was printed");
}

/* The text about a lock, and the instant at which the text becomes wrong. */
struct printing {
    const struct options *options;
    const struct redlock_request *request;
    const struct keeper *keeper;
    struct redlock_lock *lock;
};

static bool is_late(const struct printing *printing)
{
    return clock_now_ms() >= redlock_valid_until_ms(printing->lock) -
                                 printing->request->warning_ms;
}

/*
 * Waits for room in the pipe. Returns EXITS_OK, another status, or the negative
 * number of a signal.
 */
static int await_room(const struct printing *printing)
{
    int ended_by = keep_await_room(printing->keeper->keep,
                                   redlock_lost_fd(printing->lock));

    if (ended_by > 0)
        return -ended_by;
    if (ended_by == KEEP_LOST || is_late(printing))
        return refuse_late(printing->options);
    return EXITS_OK;
}

/*
 * Writes the text in pieces that a pipe takes without blocking, so that a slow
 * reader does not block it beyond the lock's end. Returns as await_room().
 */
static int write_text(const struct printing *printing, const char *text,
                      size_t length)
{
    int status = EXITS_OK;

    while (length > 0 && (status = await_room(printing)) == EXITS_OK) {
        if (output_write_some(&text, &length))
            continue;
        status = output_refused();
        message(printing->options->title,
                "the token was not printed: the lock is released");
        return status;
    }
    if (status == EXITS_OK && is_late(printing))
        status = refuse_late(printing->options);
    return status;
}

/* Prints the whole text. Returns as await_room(). */
static int print_all(const struct printing *printing,
                     const struct redlock_report *report)
{
    struct draft draft;
    int status = await_room(printing);

    if (status != EXITS_OK)
        return status;
    if (!draft_open(&draft))
        return message_refused(printing->options->title);
    print_token(draft.out, printing->options, report, printing->lock);
    status = draft_finish(&draft)
                 ? write_text(printing, draft.text, draft.length)
                 : message_refused(printing->options->title);
    draft_close(&draft);
    return status;
}

static int acquire(struct redlock_client *client, const struct options *options,
                   struct keeper *keeper)
{
    static struct redlock_lock *lock; /* it outlives this process */
    struct redlock_report report = {.nodes = 0};
    struct redlock_request request = acquire_request(options, &report);
    enum redlock_status outcome;
    int status;

    request.no_repair = true;
    if (options->keep &&
        !supervision_request(options, &keeper->news_fd, &request)) {
        nodes_close(client);
        return EXITS_USAGE;
    }
    outcome = acquire_wait(client, options, &request, NULL, &lock);
    status = -signals_ending();
    if (status == 0 && outcome == REDLOCK_OK) {
        status =
            options->keep && !keeper_take(keeper, options, &request, lock)
                ? keeper_refused(options, errno)
                : print_all(&(struct printing){options, &request, keeper, lock},
                            &report);
    }
    if (status != 0 || outcome != REDLOCK_OK)
        nodes_close(client); /* also releases a lock acquired meanwhile */
    if (status < 0)
        return end_by_signal(options, -status);
    if (outcome != REDLOCK_OK) {
        outcome_print(options, outcome, &report);
        outcome_json(options, outcome, &report, REPORT_ACQUIRE);
        return exits_of(outcome, options->busy_status);
    }
    if (status != EXITS_OK)
        return status;
    print_acquired(options, &report, lock);
    if (options->keep)
        status = keeper_run(keeper, &lock);
    else
        redlock_detach(&lock); /* closing the client would release it */
    nodes_close(client);
    return status;
}

/* Runs in the process that acquires the lock. */
static int start(struct options *options, struct keep *keep)
{
    struct redlock_client *client = NULL;
    struct keeper keeper = {.keep = NULL};
    int status = -1;

    if (!signals_catch() || (options->keep && !keeper_open(&keeper, keep)))
        status = message_refused("acquire");
    if (status < 0) {
        /* A wait that blocked on a message would lose its queue entry. */
        message_queue(message_dropped, NULL);
        status = nodes_open(options, &client);
    }
    if (status < 0)
        status = acquire(client, options, &keeper);
    message_end();
    keeper_close(&keeper);
    return status;
}

static int run(struct options *options)
{
    struct keep keep = {.process.fd = -1, .report_fd = -1};
    int status = owner_complete_options(options, false);

    if (status < 0)
        status = keep_check(options, &keep);
    if (status < 0)
        status = nodes_read_password(options);
    if (status < 0)
        status = keep_split(options, &keep);
    if (status < 0)
        status = start(options, &keep);
    keep_close(&keep);
    return status;
}

const struct subcommand cmd_acquire = {
    .name = "acquire",
    .what = "acquire a lock and print its token",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_ACQUIRE | OPTIONS_FENCE |
             OPTIONS_MODE | OPTIONS_KEEP | OPTIONS_KILL | OPTIONS_JSON |
             OPTIONS_MESSAGES | OPTIONS_SET,
    .resources_most = REDLOCK_SET_MAX,
    .run = run,
};
