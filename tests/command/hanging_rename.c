/* SPDX-License-Identifier: MIT */
/* LD_PRELOAD: a rename to the file that $HANGS names never returns. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((visibility("default"))) int rename(const char *from,
                                                  const char *to)
{
    const char *hangs = getenv("HANGS");

    while (hangs != NULL && strcmp(to, hangs) == 0)
        (void)pause();
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}
