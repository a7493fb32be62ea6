/* SPDX-License-Identifier: MIT */
/* A release by another process. */

#include "cli/run/release_process.h"

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

static bool write_environment(struct bequest *bequest)
{
    size_t count = 0;

    while (environ[count] != NULL)
        count++;
    bequest->environment = calloc(count + 3, sizeof(*bequest->environment));
    if (bequest->environment == NULL)
        return false;
    bequest->environment[0] = bequest->variables[0];
    bequest->environment[1] = bequest->variables[1];
    count = 2;
    for (char **inherited = environ; *inherited != NULL; inherited++) {
        if (!is_own(*inherited))
            bequest->environment[count++] = *inherited;
    }
    return true;
}

/* exec wants words that it could change, and does not. */
static char *word(const char *text)
{
    char *word;

    memcpy(&word, &text, sizeof(word));
    return word;
}

static void write_words(struct bequest *bequest, const struct options *options)
{
    char **next = bequest->words;

    *next++ = word("redlock");
    *next++ = word("release");
    *next++ = word("--quiet");
    if (options->settings.node_timeout_ms > 0) {
        (void)snprintf(bequest->timeout, sizeof(bequest->timeout),
                       "--node-timeout=%" PRId64 "ms",
                       (int64_t)options->settings.node_timeout_ms);
        *next++ = bequest->timeout;
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
    *next++ = options->resources[0];
    *next = NULL;
}

bool bequest_write(struct bequest *bequest, const struct options *options,
                   const char *token)
{
    const char *nodes =
        options->nodes != NULL ? options->nodes : getenv("REDLOCK_NODES");

    *bequest = (struct bequest){.environment = NULL};
    if (nodes == NULL)
        return false;
    bequest->variables[0] = variable("REDLOCK_TOKEN", token);
    bequest->variables[1] = variable("REDLOCK_NODES", nodes);
    if (bequest->variables[0] != NULL && bequest->variables[1] != NULL &&
        write_environment(bequest)) {
        write_words(bequest, options);
        return true;
    }
    bequest_clear(bequest);
    return false;
}

void bequest_clear(struct bequest *bequest)
{
    for (int i = 0; i < 2; i++)
        free(bequest->variables[i]);
    free((void *)bequest->environment);
    *bequest = (struct bequest){.environment = NULL};
}

_Noreturn void bequest_execute(const struct bequest *bequest)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (null >= 0)
            (void)dup2(null, fd);
    }
    signals_reset();
    signals_end_by_alarm(SECONDS_MAX);
    (void)execve("/proc/self/exe", bequest->words, bequest->environment);
    _exit(1);
}
