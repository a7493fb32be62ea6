/* SPDX-License-Identifier: MIT */
/* Runs inside other runs. */

#include "cli/run/nesting.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/option_table.h"
#include "cli/base/owner.h"
#include "cli/base/secrets.h"
#include "cli/base/signals.h"
#include "cli/run/child.h"
#include "cli/text/words.h"
#include "cli/warden/process.h"

/* Bounds the walk: the ancestors in /proc may change while they are read. */
#define ANCESTORS_MAX 4096

/* Follows the start time of a run with a shared lock. */
#define SHARED ":shared"

static bool is_ancestor(pid_t pid, uint64_t start_time)
{
    struct proc_stat ancestor = {.parent = getppid()};

    for (int i = 0; i < ANCESTORS_MAX && ancestor.parent > 0; i++) {
        if (!proc_stat_read(ancestor.parent, &ancestor))
            return false;
        if (ancestor.pid == pid)
            return ancestor.start == start_time;
    }
    return false;
}

/* An ancestor that holds a resource's lock, and waits for our end. */
struct holder {
    pid_t pid; /* 0: there is none */
    bool shares;
};

/* Parses a word's value. Its process counts only if it is our ancestor. */
static struct holder holder_in(const char *value)
{
    static const struct holder none = {.pid = 0};
    uint64_t start_time;
    char *end;
    long pid = strtol(value, &end, 10);

    if (*end != ':' || pid <= 0 || pid > INT32_MAX)
        return none;
    start_time = strtoull(end + 1, &end, 10);
    if (!is_ancestor((pid_t)pid, start_time))
        return none;
    return (struct holder){
        .pid = (pid_t)pid,
        .shares = strncmp(end, SHARED, strlen(SHARED)) == 0,
    };
}

/* The ancestor that holds this resource's lock. */
static struct holder holder_of(const char *resource)
{
    const char *list = getenv("REDLOCK_HELD");
    struct holder holder = {.pid = 0};
    const char *value;

    while (holder.pid == 0 && (value = name_word_next(&list, resource)) != NULL)
        holder = holder_in(value);
    return holder;
}

/* Why this owner cannot nest the lock; NULL: the owner is not the reason. */
static const char *hint_for_owner(const struct options *options,
                                  const char *resource)
{
    if (options->mode == REDLOCK_EXCLUSIVE && owner_shares(options, resource))
        return "shares the lock as this owner. End that command first, or run "
               "it without --shared";
    if (options->mode == REDLOCK_SHARED && owner_fence(options, resource) >= 0)
        return "holds the lock exclusively as this owner. Leave out --shared";
    return NULL;
}

static void say_why(const struct options *options, const char *resource,
                    pid_t holder)
{
    static const char what[] =
        "this run would wait for itself: it is part of the command of redlock, "
        "process";
    const char *outer = getenv("REDLOCK_OWNER");
    const char *hint = hint_for_owner(options, resource);

    if (hint != NULL)
        message_always(options->title, "%s %ld, which %s", what, (long)holder,
                       hint);
    else if (options->owner != NULL && outer != NULL && *outer != '\0' &&
             strcmp(options->owner, outer) != 0)
        message_always(options->title,
                       "%s %ld, which holds the lock, and of a run of another "
                       "owner, %s, which does not pass on the owner %s. Give "
                       "that run the same owner, or none",
                       what, (long)holder, outer, options->owner);
    else
        message_always(options->title,
                       "%s %ld, which holds the lock until that command has "
                       "ended. Use --reentrant in both, or, for a lock of the "
                       "same name on other nodes, unset REDLOCK_HELD",
                       what, (long)holder);
}

/* Does the owner have the lock already, in the same mode? */
static bool is_owners(const struct options *options, const char *resource)
{
    return options->mode == REDLOCK_SHARED
               ? owner_shares(options, resource)
               : owner_fence(options, resource) >= 0;
}

int nesting_refuse(const struct options *options)
{
    for (int i = 0; i < options->operand_count; i++) {
        const char *resource = options->operands[i];
        struct holder holder = holder_of(resource);
        if (holder.pid != 0 && !is_owners(options, resource)) {
            say_why(options, resource, holder.pid);
            return EXITS_USAGE;
        }
    }
    return -1;
}

bool nesting_shares(const struct options *options)
{
    bool shares = options->owner == NULL;

    for (int i = 0; shares && i < options->operand_count; i++)
        shares = options->modes[i] == REDLOCK_SHARED &&
                 holder_of(options->operands[i]).shares;
    return shares;
}

/* A hash of the list of nodes (FNV-1a). 0: no memory. */
static uint64_t hash_of_nodes(const struct options *options)
{
    const char *nodes = nodes_list(options);
    char *list = strdup(nodes == NULL ? "" : nodes);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    if (list == NULL)
        return 0;
    secrets_strip(list); /* the command sees REDLOCK_NODES without passwords */
    for (const char *at = list; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    free(list);
    return hash;
}

/* The process id in a word of REDLOCK_HELD; 0: there is none. */
static long process_in(const char *word)
{
    const char *process = strchr(word, '=');

    return process == NULL ? 0 : strtol(process + 1, NULL, 10);
}

/* Does the innermost enclosing run hold exactly these resources? */
static bool is_of_innermost(const struct options *options)
{
    const char *held = getenv("REDLOCK_HELD");
    const char *last = held == NULL ? NULL : strrchr(held, ' ');
    long innermost = held == NULL ? 0 : process_in(last == NULL ? held : last);
    int count = 0;

    for (const char *word = held; word != NULL; word = strchr(word + 1, ' '))
        count += process_in(word) == innermost ? 1 : 0;
    for (int i = 0; i < options->operand_count; i++) {
        if (holder_of(options->operands[i]).pid != innermost)
            return false;
    }
    return count == options->operand_count;
}

/* Why the innermost enclosing run's lock does not cover this call; or NULL. */
static const char *stands_apart(const struct options *options)
{
    const char *run = getenv("REDLOCK_RUN");
    char *end;
    long group;

    if (run == NULL || !is_of_innermost(options))
        return "other resources than those of the innermost surrounding run";
    group = strtol(run, &end, 10);
    if (group != getpgrp())
        return "a process group of its own";
    if (*end != ':' || strtoull(end + 1, NULL, 16) != hash_of_nodes(options))
        return "other nodes";
    return NULL;
}

/* Follows the hash in REDLOCK_RUN if the run has --guard on. */
#define GUARDED ":guarded"

static bool is_guarded(const struct options *options)
{
    return options->settings.guard == REDLOCK_GUARD_ON;
}

/*
 * The property in which this call differs from the innermost enclosing run's
 * lock; NULL: none.
 */
static const char *differs(const struct options *options)
{
    const char *run = getenv("REDLOCK_RUN");

    if (options->no_fence && getenv("REDLOCK_FENCES") != NULL)
        return "--no-fence, and the lock has a fencing token";
    if (!options->no_fence && getenv("REDLOCK_FENCES") == NULL)
        return "a fencing token, and the lock has none: add --no-fence";
    if (is_guarded(options) && (run == NULL || strstr(run, GUARDED) == NULL))
        return "--guard on, and the surrounding run is without it";
    return NULL;
}

/* What the call asks for and the enclosing run's lock lacks; or NULL. */
static const char *asks_for_more(const struct options *options)
{
    const char *apart;

    static const char *const names[] = {"--nodes", "--ttl", "--kill-after",
                                        "--quorum"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (option_given_by_call(options, names[i] + strlen("--")))
            return names[i];
    }
    if (options->export_token)
        return "--export-token";
    if (options->metrics_file != NULL)
        return "--metrics-file";
    if (options->json)
        return "--json";
    apart = stands_apart(options);
    return apart != NULL ? apart : differs(options);
}

/*
 * Has the enclosing run reported the loss of its lock? It then has closed the
 * writing end of the status pipe, before it sent TERM. Also false if the
 * command has closed its end of the pipe.
 */
static bool is_lost(void)
{
    const char *text = getenv("REDLOCK_STATUS_FD");
    char *end;
    long fd = text == NULL ? -1 : strtol(text, &end, 10);
    struct pollfd pipe = {.fd = (int)fd};

    return text != NULL && *end == '\0' && fd >= 0 && fd <= INT_MAX &&
           poll(&pipe, 1, 0) > 0 && (pipe.revents & POLLHUP) != 0;
}

/* Returns only if it fails, or if a signal came before it. */
static int become_command(const struct options *options, char **variables)
{
    sigset_t before;
    int error;

    signals_block(&before); /* no signal comes between check and reset */
    if (signals_ending() != 0) {
        signals_restore(&before);
        return -1;
    }
    signals_reset();
    signals_restore(&before);
    if (is_lost())
        return message_fail(EXITS_LOST, options->title,
                            "not run: the surrounding run has lost the lock");
    (void)execvpe(options->command[0], options->command, variables);
    error = errno;
    message_always(options->title, "cannot execute %s: %s", options->command[0],
                   strerror(error));
    return error == ENOENT || error == ENOTDIR ? EXITS_NOT_FOUND
                                               : EXITS_NOT_EXECUTABLE;
}

int nesting_run(const struct options *options)
{
    const char *more = asks_for_more(options);
    struct environment environment;
    int status;

    if (more != NULL)
        return message_fail(
            EXITS_USAGE, options->title,
            "%s: this run is part of the command of redlock, process %ld, "
            "which shares the lock, and acquires no lock of its own. To "
            "acquire one, unset REDLOCK_HELD",
            more, (long)holder_of(options->operands[0]).pid);
    message_end();
    status = environment_open(&environment, ENVIRONMENT_FOR_OUTER) &&
                     environment_close(&environment)
                 ? become_command(options, environment.variables)
                 : message_refused(options->title);
    environment_free(&environment);
    return status;
}

void nesting_write_list(const struct options *options, uint64_t start,
                        FILE *out)
{
    const char *outer = getenv("REDLOCK_HELD");
    char word[NAME_WORD_MAX];

    (void)fputs(outer == NULL ? "" : outer, out);
    for (int i = 0; i < options->operand_count; i++)
        (void)fprintf(out, "%s%s=%ld:%" PRIu64 "%s",
                      i > 0 || (outer != NULL && *outer != '\0') ? " " : "",
                      name_word(options->operands[i], word), (long)getpid(),
                      start, options->modes[i] == REDLOCK_SHARED ? SHARED : "");
}

void nesting_write_run(const struct options *options, FILE *out)
{
    (void)fprintf(out, "%0*d:%016" PRIx64 "%s", CHILD_GROUP_DIGITS, 0,
                  hash_of_nodes(options), is_guarded(options) ? GUARDED : "");
}
