/* SPDX-License-Identifier: MIT */
/* The options of flock that have another name here. */

#include "cli/base/flock_hint.h"

#include <stddef.h>
#include <string.h>

static const struct {
    char letter;
    const char *name;
    const char *hint;
} hints[] = {
    {'w', "--timeout", "flock's -w is --wait, with a unit: --wait 10s"},
    {'c', "--command",
     "flock's -c is a shell: redlock run NAME -- sh -c 'COMMAND'"},
    {'e', NULL, "flock's -e is -x, and the default"},
    {'u', "--unlock", "flock's -u is redlock release, with the lock's token"},
    {'o', "--close", "the command gets nothing of the lock, as with flock -o"},
    {'F', "--no-fork", "redlock stays, to renew the lock"},
    {0, "--nonblock", "flock's -n is --wait 0s"},
    {0, "--nb", "flock's -n is --wait 0s"},
};

const char *flock_hint(int letter, const char *word)
{
    for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++) {
        const char *name = hints[i].name;
        size_t length = strcspn(word, "=");

        if (letter != 0 && letter == hints[i].letter)
            return hints[i].hint;
        if (letter == 0 && name != NULL && strlen(name) == length &&
            strncmp(word, name, length) == 0)
            return hints[i].hint;
    }
    return NULL;
}
