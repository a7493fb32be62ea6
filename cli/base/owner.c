/* SPDX-License-Identifier: MIT */
/* Owners: named, made, and handed on. */

#include "cli/base/owner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/text/words.h"

/* The longest part of the machine's name. */
#define HOST_MAX 24

/* HOST:PID:RANDOM: people see who it is, and nobody has it by chance. */
static bool make(struct options *options)
{
    char host[HOST_MAX + 1] = "";
    uint64_t random;

    if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random))
        return false;
    (void)gethostname(host, sizeof(host) - 1);
    for (char *at = host; *at != '\0'; at++) {
        if (*at <= ' ' || *at > '~')
            *at = '.';
    }
    (void)snprintf(options->own_name, sizeof(options->own_name),
                   "%s:%ld:%016" PRIx64, host, (long)getpid(), random);
    options->owner = options->own_name;
    return true;
}

static int refuse(const char *command, const char *why)
{
    message_always(command, "--reentrant: %s", why);
    return EXITS_USAGE;
}

int owner_settle(struct options *options, const char *command, bool makes)
{
    const char *outer = getenv("REDLOCK_OWNER");
    const char *problem;

    if (!options->reentrant)
        return -1;
    if (options->operand_count > 1)
        return refuse(command, "--reentrant takes one resource; name one");
    if (options->owner == NULL)
        options->owner = outer == NULL || *outer == '\0' ? NULL : outer;
    if (options->owner == NULL && !makes)
        return refuse(command, "whose is it? Say --reentrant=OWNER, or set "
                               "REDLOCK_OWNER");
    if (options->owner == NULL && !make(options)) {
        message_always(command, "the system gave no random bits");
        return EXITS_SYSTEM;
    }
    problem = redlock_owner_problem(options->owner);
    return problem == NULL ? -1 : refuse(command, problem);
}

/* What the runs around this one have for this owner; NULL: nothing. */
static const char *outer_list(const struct options *options)
{
    const char *outer = getenv("REDLOCK_OWNER");

    if (outer == NULL || options->owner == NULL ||
        strcmp(outer, options->owner) != 0)
        return NULL;
    return getenv("REDLOCK_OWNED");
}

#define SHARED "shared"

/* What this word of the list says, if it is of this name; else NULL. */
static const char *said_in(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncmp(word, name, length) == 0 && word[length] == '='
               ? word + length + 1
               : NULL;
}

/* The number in this word of the list, if it is of this name; else -1. */
static int64_t fence_in(const char *word, const char *name)
{
    const char *said = said_in(word, name);
    long long fence;
    char *end;

    if (said == NULL)
        return -1;
    fence = strtoll(said, &end, 10);
    return end == said || fence < 0 ? -1 : fence;
}

static const char *next_word(const char *word)
{
    word = strchr(word, ' ');
    return word == NULL ? NULL : word + 1;
}

/*
 * Of a program that has it by the library, and starts us. name: the resource's
 * word. A run sets REDLOCK_RESOURCES besides: what an owner has by it is in the
 * list, and the number of one without an owner is nobody else's, though the
 * name of an owner be around it.
 */
static int64_t fence_of_program(const struct options *options,
                                const char *resource, const char *name)
{
    const char *owner = getenv("REDLOCK_OWNER");
    const char *of = getenv("REDLOCK_RESOURCE");
    const char *of_run = getenv("REDLOCK_RESOURCES");
    const char *fence = getenv("REDLOCK_FENCE");
    int64_t number = fence == NULL ? 0 : strtoll(fence, NULL, 10);

    if (owner == NULL || strcmp(owner, options->owner) != 0 || of == NULL ||
        strcmp(of, resource) != 0 || number <= 0 ||
        (of_run != NULL && strcmp(of_run, name) == 0))
        return -1;
    return number;
}

int64_t owner_fence(const struct options *options, const char *resource)
{
    const char *word = outer_list(options);
    char *name = name_words_of(resource);
    int64_t fence = -1;

    while (word != NULL && name != NULL) {
        int64_t found = fence_in(word, name);
        fence = found < 0 ? fence : found;
        word = next_word(word);
    }
    if (fence < 0 && options->owner != NULL && name != NULL)
        fence = fence_of_program(options, resource, name);
    free(name);
    return fence;
}

bool owner_shares(const struct options *options, const char *resource)
{
    const char *word = outer_list(options);
    char *name = name_words_of(resource);
    bool shares = false;

    while (word != NULL && name != NULL) {
        const char *said = said_in(word, name);
        if (said != NULL)
            shares = strncmp(said, SHARED, strlen(SHARED)) == 0;
        word = next_word(word);
    }
    free(name);
    return shares;
}

void owner_request(const struct options *options,
                   struct redlock_request *request)
{
    int64_t fence = owner_fence(options, options->resource);

    request->owner = options->owner;
    if (options->mode == REDLOCK_SHARED)
        return;
    if (fence == 0)
        request->fencing = false;
    if (fence > 0 && request->fencing)
        request->owner_fence = fence;
}

char *owner_list(const struct options *options, const char *resource,
                 int64_t fence)
{
    const char *outer = outer_list(options);
    char *name = name_words_of(resource);
    char said[24] = SHARED;
    char *list = NULL;

    if (options->mode != REDLOCK_SHARED)
        (void)snprintf(said, sizeof(said), "%" PRId64, fence);
    if (options->owner != NULL && name != NULL &&
        asprintf(&list, "%s%s%s=%s", outer == NULL ? "" : outer,
                 outer == NULL ? "" : " ", name, said) < 0)
        list = NULL;
    free(name);
    return list;
}
