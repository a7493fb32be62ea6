/* SPDX-License-Identifier: MIT */
/*
 * masters N FILE: N servers for a test that is a shell script. Writes to FILE
 * one line each, "URI PATH PID", as soon as all answer, and stays until the
 * script that started it ends, or until it is told to by SIGTERM.
 */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "tests/support/fleet.h"

int main(int argc, char **argv)
{
    static struct fleet fleet;
    char path[4096];
    FILE *file;

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (argc != 3)
        die("usage: masters N FILE");
    snprintf(path, sizeof(path), "%s.new", argv[2]);
    fleet_start(&fleet, atoi(argv[1]));
    file = fopen(path, "w");
    if (file == NULL)
        die("%s: %s", path, strerror(errno));
    for (int i = 0; i < fleet.count; i++)
        fprintf(file, "%s %s/s %d\n", fleet.server[i].uri, fleet.server[i].dir,
                (int)fleet.server[i].pid);
    fclose(file);
    if (rename(path, argv[2]) == -1)
        die("%s: %s", argv[2], strerror(errno));
    for (;;)
        pause();
}
