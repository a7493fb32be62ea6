/* SPDX-License-Identifier: MIT */
/* Owners: read, generated, and passed to commands. */

#include "cli/base/owner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/text/words.h"

/* The maximum length of the host name in an owner's name. */
#define HOST_MAX 24

/* HOST:PID:RANDOM: readable for people, and unique. */
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

static int refuse(const struct options *options, const char *why)
{
    return message_fail(EXITS_USAGE, options->name, "--reentrant: %s", why);
}

int owner_complete_options(struct options *options, bool makes)
{
    const char *outer = getenv("REDLOCK_OWNER");
    const char *problem;

    if (!options->reentrant)
        return -1;
    if (options->operand_count > 1)
        return refuse(options, "--reentrant takes one resource; name one");
    if (options->owner == NULL)
        options->owner = outer == NULL || *outer == '\0' ? NULL : outer;
    if (options->owner == NULL && !makes)
        return refuse(options, "no owner: use --reentrant=OWNER, or set "
                               "REDLOCK_OWNER");
    if (options->owner == NULL && !make(options))
        return message_fail(EXITS_SYSTEM, options->name,
                            "the system refused random bytes");
    problem = redlock_owner_problem(options->owner);
    return problem == NULL ? -1 : refuse(options, problem);
}

/* Is it the owner of an enclosing run, or of the calling program? */
static bool is_outer(const struct options *options)
{
    const char *outer = getenv("REDLOCK_OWNER");

    return outer != NULL && options->owner != NULL &&
           strcmp(outer, options->owner) == 0;
}

#define SHARED "shared"

/*
 * The fence of a lock that the calling program holds through the library. It is
 * not used if REDLOCK_RESOURCES comes from an enclosing run: that owner's locks
 * are in REDLOCK_OWNED, and a run without an owner lends its fence to nobody.
 */
static int64_t fence_of_program(const char *resource)
{
    const char *of = getenv("REDLOCK_RESOURCE");
    const char *of_run = getenv("REDLOCK_RESOURCES");
    const char *fence = getenv("REDLOCK_FENCE");
    int64_t number = fence == NULL ? 0 : strtoll(fence, NULL, 10);
    char word[NAME_WORD_MAX];

    if (of == NULL || strcmp(of, resource) != 0 || number <= 0 ||
        (of_run != NULL && strcmp(of_run, name_word(resource, word)) == 0))
        return -1;
    return number;
}

int64_t owner_fence(const struct options *options, const char *resource)
{
    const char *list = is_outer(options) ? getenv("REDLOCK_OWNED") : NULL;
    int64_t fence = -1;
    const char *value;
    char *end;

    while ((value = name_word_next(&list, resource)) != NULL) {
        long long number = strtoll(value, &end, 10);
        if (end != value && number >= 0)
            fence = number;
    }
    return fence < 0 && is_outer(options) ? fence_of_program(resource) : fence;
}

bool owner_shares(const struct options *options, const char *resource)
{
    const char *list = is_outer(options) ? getenv("REDLOCK_OWNED") : NULL;
    bool shares = false;
    const char *value;

    while ((value = name_word_next(&list, resource)) != NULL)
        shares = strncmp(value, SHARED, strlen(SHARED)) == 0;
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

void owner_write_list(const struct options *options, const char *resource,
                      int64_t fence, FILE *out)
{
    const char *outer = is_outer(options) ? getenv("REDLOCK_OWNED") : NULL;
    char word[NAME_WORD_MAX];

    (void)fprintf(out, "%s%s%s=", outer == NULL ? "" : outer,
                  outer == NULL ? "" : " ", name_word(resource, word));
    if (options->mode == REDLOCK_SHARED)
        (void)fputs(SHARED, out);
    else
        (void)fprintf(out, "%" PRId64, fence);
}
