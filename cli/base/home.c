/* SPDX-License-Identifier: MIT */
/* Where the user lives. */

#include "cli/base/home.h"

#include <pwd.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

const char *home_folder(void)
{
    const char *named = getenv("HOME");
    const struct passwd *user;

    if (named != NULL && *named == '/')
        return named;
    user = getpwuid(geteuid());
    return user == NULL ? NULL : user->pw_dir;
}
