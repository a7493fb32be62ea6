/* SPDX-License-Identifier: MIT */
/* The folder of what commands keep. */

#include "cli/base/state_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/home.h"

static bool is_ours_alone(int folder)
{
    struct stat found;

    return fstat(folder, &found) == 0 && S_ISDIR(found.st_mode) &&
           found.st_uid == geteuid() && (found.st_mode & 077) == 0;
}

static int open_at(const char *path, bool make)
{
    int folder;

    if (make && mkdir(path, 0700) == -1 && errno != EEXIST)
        return -1;
    folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder != -1 && !is_ours_alone(folder)) {
        (void)close(folder);
        folder = -1;
    }
    return folder;
}

/* Opens the folder of this name in another one. -1: that is not named. */
static int open_in(const char *folder, const char *name, bool make)
{
    char path[PATH_MAX];
    int length;

    if (folder == NULL || *folder != '/')
        return -1;
    length = snprintf(path, sizeof(path), "%s/%s", folder, name);
    return length < (int)sizeof(path) ? open_at(path, make) : -1;
}

static int open_at_home(bool make)
{
    static const char *const parents[] = {".local", ".local/state"};
    const char *folder = home_folder();
    char path[PATH_MAX];

    for (size_t i = 0; make && folder != NULL && i < 2; i++) {
        if (snprintf(path, sizeof(path), "%s/%s", folder, parents[i]) <
            (int)sizeof(path))
            (void)mkdir(path, 0700);
    }
    return open_in(folder, ".local/state/redlock", make);
}

int state_folder_open(bool make)
{
    const char *named = getenv("REDLOCK_STATE_DIR");
    int folder;

    if (named != NULL && *named != '\0')
        return open_at(named, make);
    folder = open_in(getenv("XDG_RUNTIME_DIR"), "redlock", make);
    if (folder == -1)
        folder = open_in("/run", "redlock", make);
    return folder == -1 ? open_at_home(make) : folder;
}
