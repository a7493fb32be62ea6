/* SPDX-License-Identifier: MIT */
/*
 * tied PARENT SIGNAL USER COMMAND...: becomes the command. When its parent, the
 * process PARENT, ends for whatever reason, the kernel sends it the signal with
 * that number. As root it first becomes USER, unless that is "-", because some
 * servers refuse to run as root.
 */

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

#include "bench/driver.h"

static void become(const char *name)
{
    const struct passwd *user;

    if (geteuid() != 0 || strcmp(name, "-") == 0)
        return;
    user = getpwnam(name);
    if (!user)
        driver_fail("there is no user %s here", name);
    if (setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 ||
        setuid(user->pw_uid) != 0)
        driver_fail("%s: %s", name, strerror(errno));
}

int main(int argc, char **argv)
{
    pid_t parent;
    int sign;

    if (argc < 5)
        driver_fail("usage: tied PARENT SIGNAL USER COMMAND...");
    parent = (pid_t)driver_number("parent", argv[1], INT32_MAX);
    sign = (int)driver_number("signal", argv[2], SIGRTMAX);
    become(argv[3]);
    /* After the change of user, because the kernel then clears it. */
    (void)prctl(PR_SET_PDEATHSIG, sign);
    if (getppid() != parent)
        return 1;
    /* Ctrl-C must end the bench only, which then ends its servers. */
    (void)setpgid(0, 0);
    (void)execvp(argv[4], argv + 4);
    driver_fail("%s: %s", argv[4], strerror(errno));
}
