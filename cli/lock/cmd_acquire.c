/* SPDX-License-Identifier: MIT */
/* redlock acquire: a lock that outlives this process. */

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/acquire_wait.h"
#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_parser.h"
#include "cli/base/outcome.h"
#include "cli/base/owner.h"
#include "cli/base/signals.h"
#include "cli/commands.h"
#include "cli/lock/keep.h"
#include "cli/text/duration.h"
#include "cli/text/report_text.h"
#include "cli/text/words.h"

static const char help[] =
    "Usage: redlock acquire [OPTION...] RESOURCE...\n"
    "\n"
    "Acquires the lock and prints its token, which redlock extend and redlock\n"
    "release take, also from elsewhere. Nothing renews it: it ends with its\n"
    "TTL unless it is extended, or --keep has it renewed. The fence, a number\n"
    "smaller than that of every later exclusive holder, is told on standard\n"
    "error, and by --json as \"fence\".\n"
    "\n"
    "With --keep a process stays that renews the lock until another one has\n"
    "ended, and then releases it: for the rest of a script,\n"
    "\n"
    "    token=$(redlock acquire --keep --pid $$ RESOURCE) || exit\n"
    "\n"
    "If the lock is lost, that process and what it has started get TERM, and\n"
    "KILL before anybody else can have the lock. redlock release ends it\n"
    "earlier, by the same user on the same machine.\n"
    "\n"
    "Of several resources it acquires all or none, and prints a line for "
    "each:\n"
    "NAME FENCE MILLISECONDS TOKEN, the name with %XX for bytes other than\n"
    "letters, digits and -._/, 0 for no fence, and how long all are held.\n"
    "Each is extended and released by its own token.\n"
    "\n"
    "With --reentrant an owner that has the resource already has it once "
    "more:\n"
    "REDLOCK_OWNER, REDLOCK_RESOURCE and REDLOCK_FENCE say so, as redlock run\n"
    "--reentrant sets them. What was acquired so is extended and released so.\n"
    "\n"
    "With --slots it prints SLOT TOKEN: extending and releasing take the same\n"
    "--slots, and --slot SLOT.\n"
    "\n"
    "Exit status: 0; 64 wrong usage; 69 no quorum could be reached; 74 the\n"
    "token cannot be written, and the lock is released; 75 held by another\n"
    "until the wait ran out; 77 a majority refuses the credentials; 78 an\n"
    "unsafe or wrong set-up, or it is held with another number of slots.\n";

const struct options_taker cmd_acquire_taker = {
    .name = "acquire",
    .help = help,
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_ACQUIRE | OPTIONS_FENCE |
             OPTIONS_MODE | OPTIONS_KEEP | OPTIONS_NOTICE | OPTIONS_JSON |
             OPTIONS_MESSAGES | OPTIONS_SET,
    .resources_most = REDLOCK_SET_MAX,
};

/* One line for each of several. */
static void print_lines(const struct redlock_lock *lock)
{
    int64_t left_ms = redlock_remaining_ms(lock);
    char token[REDLOCK_TOKEN_MAX];

    for (int i = 0; i < redlock_count(lock); i++) {
        char *name = name_words_of(redlock_resource_of(lock, i));
        (void)printf("%s %" PRId64 " %" PRId64 " %s\n",
                     name == NULL ? "?" : name, redlock_fence_of(lock, i),
                     left_ms, redlock_token_of(lock, i, token));
        free(name);
    }
}

static void print_token(const struct options *options,
                        const struct redlock_report *report,
                        const struct redlock_lock *lock)
{
    int64_t fence = redlock_fence(lock);
    char token[REDLOCK_TOKEN_MAX];
    struct json json;

    (void)redlock_token(lock, token);
    if (!options->json && redlock_count(lock) > 1) {
        print_lines(lock);
        return;
    }
    if (!options->json && redlock_slot(lock) >= 0) {
        (void)printf("%d %s\n", redlock_slot(lock), token);
        return;
    }
    if (!options->json) {
        (void)puts(token);
        return;
    }
    outcome_json_open(&json, stdout, options, REDLOCK_OK);
    if (redlock_count(lock) > 1)
        outcome_json_locks(&json, lock, true);
    else
        json_text(&json, "token", token);
    json_number(&json, "valid_until_ms", redlock_valid_until_ms(lock));
    json_number(&json, "valid_for_ms", redlock_remaining_ms(lock));
    if (fence != 0)
        json_number(&json, "fence", fence);
    if (redlock_slot(lock) >= 0)
        json_number(&json, "slot", redlock_slot(lock));
    if (options->keep)
        json_number(&json, "keeper", (int64_t)getpid());
    outcome_json_close(&json, report, REPORT_ACQUIRE);
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
    if (options->verbose && !message_is_silent()) {
        FILE *out = message_open();

        report_print(out, report, true);
        message_close(out);
    }
}

static int print_refusal(const struct options *options,
                         enum redlock_status status,
                         const struct redlock_report *report)
{
    struct json json;

    outcome_print(options, status, report);
    if (options->json) {
        outcome_json_open(&json, stdout, options, status);
        outcome_json_close(&json, report, REPORT_ACQUIRE);
    }
    return exits_of(status, options->busy_status);
}

/* The exit status after a signal during the wait: nothing was acquired. */
static int end_by_signal(const struct options *options, int number)
{
    message(options->title, "not acquired: %s", strsignal(number));
    message_end();
    return exits_after_signal(number);
}

/*
 * Until what came of it can be told: a keeper, which has the lock renewed,
 * waits for nobody who is not there. Returns the signal that ends it; 0: none.
 */
static int await_reader(const struct options *options, struct keeper *keeper,
                        enum redlock_status outcome, struct redlock_lock *lock)
{
    if (!options->keep || outcome != REDLOCK_OK || signals_ending() != 0)
        return signals_ending();
    keeper_note(keeper, options, lock);
    return keep_await_room(keeper->keep, redlock_lost_fd(lock));
}

/* The lock outlives this process, or is the keeper's. Returns the status. */
static int leave(const struct options *options,
                 const struct redlock_request *request, struct keeper *keeper,
                 struct redlock_lock **lock)
{
    if (options->keep)
        return keeper_run(keeper, options, request, lock);
    redlock_detach(lock); /* closing the client would release it */
    return EXITS_OK;
}

static int acquire(struct redlock_client *client, const struct options *options,
                   struct keeper *keeper)
{
    static struct redlock_lock *lock; /* the lock outlives this process */
    struct redlock_report report = {.nodes = 0};
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = options->resource,
        .ttl_ms = options->ttl_ms,
        .fencing = !options->no_fence,
        .no_repair = true,
        .fair = options->fair,
        .mode = options->mode,
        .slots = options->slots,
        .report = &report,
    };
    enum redlock_status outcome;
    int ended_by;
    int status;

    owner_request(options, &request);
    if (options->keep && !keeper_request(keeper, options, &request)) {
        nodes_close(client);
        return EXITS_USAGE;
    }
    outcome = acquire_wait(client, options, &request, NULL, &lock);
    ended_by = await_reader(options, keeper, outcome, lock);
    if (ended_by != 0) {
        nodes_close(client); /* releases what was acquired after all */
        return end_by_signal(options, ended_by);
    }
    if (outcome != REDLOCK_OK) {
        nodes_close(client);
        return print_refusal(options, outcome, &report);
    }
    if (clock_now_ms() >= keeper_latest_ms(&request, lock)) {
        message_always(options->title,
                       "the lock was lost before its token was printed");
        nodes_close(client);
        return EXITS_LOST;
    }
    print_token(options, &report, lock);
    if (!output_written()) {
        message(options->title, "nobody has the token: the lock is released");
        nodes_close(client);
        return EXITS_OUTPUT;
    }
    print_acquired(options, &report, lock);
    status = leave(options, &request, keeper, &lock);
    nodes_close(client);
    return status;
}

/* In the process that acquires it. */
static int start(const struct options *options, struct keep *keep)
{
    struct redlock_client *client = NULL;
    struct keeper keeper = {.news_fd = -1, .record.fd = -1};
    int status = -1;

    if (!signals_catch() || (options->keep && !keeper_open(&keeper, keep))) {
        message_always("acquire", "%s", strerror(errno));
        status = EXITS_SYSTEM;
    }
    if (status < 0) {
        /* A wait that stood still for a message would lose its place. */
        message_queue(message_dropped, NULL);
        status = nodes_open(options, "acquire", &client);
    }
    if (status < 0)
        status = acquire(client, options, &keeper);
    message_end();
    keeper_close(&keeper);
    return status;
}

int cmd_acquire(int argc, char **argv)
{
    struct keep keep = {.process.fd = -1, .told = -1};
    struct options options;
    int status = option_parser_read(&cmd_acquire_taker, argc, argv, &options);

    if (status < 0)
        status = owner_settle(&options, "acquire", false);
    if (status < 0)
        status = keep_check(&options, &keep);
    if (status < 0)
        status = nodes_read_password(&options, "acquire");
    if (status < 0)
        status = keep_split(&options, &keep);
    if (status < 0)
        status = start(&options, &keep);
    keep_close(&keep);
    nodes_forget_password(&options);
    option_parser_clear(&options);
    return status;
}
