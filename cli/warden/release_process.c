/* SPDX-License-Identifier: MIT */
/* A release by another process. */

#include "cli/warden/release_process.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/signals.h"

#define SECONDS_MAX 30

static char *variable(const char *name, const char *value)
{
    size_t room = strlen(name) + strlen(value) + 2;
    char *text = malloc(room);

    if (text != NULL)
        (void)snprintf(text, room, "%s=%s", name, value);
    return text;
}

static bool is_own(const char *inherited)
{
    return strncmp(inherited, "REDLOCK_TOKEN=", 14) == 0 ||
           strncmp(inherited, "REDLOCK_NODES=", 14) == 0;
}

static bool write_environment(struct release_process *process)
{
    size_t count = 0;

    while (environ[count] != NULL)
        count++;
    process->environment = calloc(count + 3, sizeof(*process->environment));
    if (process->environment == NULL)
        return false;
    process->environment[0] = process->variables[0];
    process->environment[1] = process->variables[1];
    count = 2;
    for (char **inherited = environ; *inherited != NULL; inherited++) {
        if (!is_own(*inherited))
            process->environment[count++] = *inherited;
    }
    return true;
}

/* exec() takes words that it could change, but does not change them. */
static char *word(const char *text)
{
    char *word;

    memcpy(&word, &text, sizeof(word));
    return word;
}

/* What its token does not tell. Returns where the next word goes. */
static char **write_kind(struct release_process *process,
                         const struct options *options, int number, int slot,
                         char **next)
{
    if (options->modes[number] == REDLOCK_SHARED)
        *next++ = word("--shared");
    if (options->owner != NULL) {
        (void)snprintf(process->owner, sizeof(process->owner), "--reentrant=%s",
                       options->owner);
        *next++ = process->owner;
    }
    if (options->slots == 0)
        return next;
    (void)snprintf(process->slots, sizeof(process->slots), "--slots=%d",
                   options->slots);
    (void)snprintf(process->slot, sizeof(process->slot), "--slot=%d", slot);
    *next++ = process->slots;
    *next++ = process->slot;
    return next;
}

static void write_words(struct release_process *process,
                        const struct options *options, int number,
                        const char *resource, int slot)
{
    char **next = process->words;

    *next++ = word("redlock");
    *next++ = word("release");
    *next++ = word("--quiet");
    next = write_kind(process, options, number, slot, next);
    if (options->settings.node_timeout_ms > 0) {
        (void)snprintf(process->timeout, sizeof(process->timeout),
                       "--node-timeout=%" PRId64 "ms",
                       (int64_t)options->settings.node_timeout_ms);
        *next++ = process->timeout;
    }
    if (options->settings.username != NULL) {
        *next++ = word("--username");
        *next++ = word(options->settings.username);
    }
    if (options->password_file != NULL) {
        *next++ = word("--password-file");
        *next++ = word(options->password_file);
    }
    *next++ = word("--");
    *next++ = word(resource);
    *next = NULL;
}

static void clear(struct release_process *process)
{
    for (int i = 0; i < 2; i++)
        free(process->variables[i]);
    free((void *)process->environment);
    *process = (struct release_process){.environment = NULL};
}

static bool prepare(struct release_process *process,
                    const struct options *options, int number,
                    const char *resource, const char *token, int slot)
{
    const char *nodes =
        options->nodes != NULL ? options->nodes : getenv("REDLOCK_NODES");

    *process = (struct release_process){.environment = NULL};
    if (nodes == NULL)
        return false;
    process->variables[0] = variable("REDLOCK_TOKEN", token);
    process->variables[1] = variable("REDLOCK_NODES", nodes);
    if (process->variables[0] != NULL && process->variables[1] != NULL &&
        write_environment(process)) {
        write_words(process, options, number, resource, slot);
        return true;
    }
    clear(process);
    return false;
}

struct release_process *release_processes_new(const struct options *options,
                                              const struct redlock_lock *lock)
{
    int count = redlock_count(lock);
    struct release_process *processes =
        calloc((size_t)count, sizeof(*processes));
    char token[REDLOCK_TOKEN_MAX];

    for (int i = 0; processes != NULL && i < count; i++) {
        if (prepare(&processes[i], options, i, redlock_resource_of(lock, i),
                    redlock_token_of(lock, i, token), redlock_slot(lock)))
            continue;
        release_processes_free(processes, i);
        return NULL;
    }
    return processes;
}

void release_processes_free(struct release_process *processes, int count)
{
    for (int i = 0; i < count; i++)
        clear(&processes[i]);
    free(processes);
}

_Noreturn void release_process_execute(const struct release_process *process)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (null >= 0)
            (void)dup2(null, fd);
    }
    signals_reset();
    signals_end_by_alarm(SECONDS_MAX);
    (void)execve("/proc/self/exe", process->words, process->environment);
    _exit(1);
}
