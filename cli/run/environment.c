/* SPDX-License-Identifier: MIT */
/* The command's environment. */

#include "cli/run/environment.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/secrets.h"

static const char nodes[] = "REDLOCK_NODES=";

/* Not handed on: passwords, and what an outer lock has set. */
static const char *const left_out[] = {
    "REDLOCK_PASSWORD=",       "REDLOCK_RESOURCE=",  "REDLOCK_TOKEN=",
    "REDLOCK_VALID_UNTIL_MS=", "REDLOCK_STATUS_FD=", "REDLOCK_FENCE=",
    "REDLOCK_HELD=",           "REDLOCK_RESOURCES=", "REDLOCK_FENCES=",
    "REDLOCK_SLOT=",           "REDLOCK_RUN=",
};

/* Not handed on either where this lock has an owner. */
static const char *const owners[] = {"REDLOCK_OWNER=", "REDLOCK_OWNED="};

/* This lock's own, at most. */
#define OWN_MAX 12

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool is_left_out(const char *variable,
                        const struct environment_lock *lock)
{
    for (size_t i = 0; i < sizeof(owners) / sizeof(owners[0]); i++) {
        if (lock->owner != NULL && starts_with(variable, owners[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++) {
        if (starts_with(variable, left_out[i]))
            return true;
    }
    return false;
}

/* Copies what is handed on. Returns how many variables it could copy. */
static size_t inherit(char **environment, const struct environment_lock *lock)
{
    size_t count = 0;

    for (char **from = environ; *from != NULL; from++) {
        if (is_left_out(*from, lock))
            continue;
        environment[count] = strdup(*from);
        if (environment[count] == NULL)
            return count;
        if (starts_with(*from, nodes))
            secrets_strip(environment[count] + sizeof(nodes) - 1);
        count++;
    }
    return count;
}

__attribute__((format(printf, 2, 3))) static bool add(char **slot,
                                                      const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vasprintf(slot, format, arguments);
    va_end(arguments);
    if (length < 0)
        *slot = NULL;
    return length >= 0;
}

static bool add_own(char **slot, const struct environment_lock *lock)
{
    return add(slot++, "REDLOCK_RESOURCE=%s", lock->resource) &&
           add(slot++, "REDLOCK_RESOURCES=%s", lock->resources) &&
           (lock->fences[0] == '\0' ||
            add(slot++, "REDLOCK_FENCES=%s", lock->fences)) &&
           add(slot++, "REDLOCK_VALID_UNTIL_MS=%" PRId64,
               lock->valid_until_ms) &&
           add(slot++, "REDLOCK_STATUS_FD=%d", lock->status_fd) &&
           add(slot++, "REDLOCK_HELD=%s", lock->held) &&
           add(slot++, "REDLOCK_RUN=%s", lock->run) &&
           (lock->owner == NULL ||
            (add(slot++, "REDLOCK_OWNER=%s", lock->owner) &&
             add(slot++, "REDLOCK_OWNED=%s", lock->owned))) &&
           (lock->fence == 0 ||
            add(slot++, "REDLOCK_FENCE=%" PRId64, lock->fence)) &&
           (lock->slot < 0 || add(slot++, "REDLOCK_SLOT=%d", lock->slot)) &&
           (lock->token == NULL || add(slot, "REDLOCK_TOKEN=%s", lock->token));
}

char **environment_new(const struct environment_lock *lock)
{
    char **environment;
    size_t inherited = 0;
    size_t wanted = 0;

    for (char **from = environ; *from != NULL; from++) {
        inherited++;
        wanted += is_left_out(*from, lock) ? 0 : 1;
    }
    environment = calloc(inherited + OWN_MAX + 1, sizeof(*environment));
    if (environment == NULL)
        return NULL;
    if (inherit(environment, lock) == wanted &&
        add_own(environment + wanted, lock))
        return environment;
    environment_free(environment);
    return NULL;
}

void environment_free(char **environment)
{
    if (environment == NULL)
        return;
    for (char **variable = environment; *variable != NULL; variable++)
        free(*variable);
    free(environment);
}
