/* SPDX-License-Identifier: MIT */
/* Names and fences, one word each. */

#include "cli/run/lock_words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/words.h"

/* The line with one more word; frees the line. NULL: no memory. */
static char *append(char *line, const char *name, int64_t fence)
{
    char number[24] = "";
    char *word = name_words_of(name);
    char *longer = NULL;

    if (fence != 0)
        (void)snprintf(number, sizeof(number), "=%" PRId64, fence);
    if (line != NULL && word != NULL &&
        asprintf(&longer, "%s%s%s%s", line, *line == '\0' ? "" : " ", word,
                 number) < 0)
        longer = NULL;
    free(word);
    free(line);
    return longer;
}

static char *words(const struct redlock_lock *lock, bool fences)
{
    char *line = strdup("");

    for (int i = 0; i < redlock_count(lock); i++) {
        int64_t fence = fences ? redlock_fence_of(lock, i) : 0;
        if (!fences || fence != 0)
            line = append(line, redlock_resource_of(lock, i), fence);
    }
    return line;
}

char *lock_words_resources(const struct redlock_lock *lock)
{
    return words(lock, false);
}

char *lock_words_fences(const struct redlock_lock *lock)
{
    return words(lock, true);
}
