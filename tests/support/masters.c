/* SPDX-License-Identifier: MIT */
/*
 * masters N FILE [CERTIFICATE]: N servers for a test that is a shell script.
 * Writes a line "URI PATH PID" for each server to FILE when all of them answer.
 * Runs until the script that started it ends, or until SIGTERM. With the name
 * of a certificate (see make-certificates) the servers have TLS ports, and the
 * certificates are in $REDLOCK_TEST_DIR/certificates.
 */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "tests/support/certificates.h"

static const char *uri_of(const struct fleet *fleet, int node)
{
    static char uri[SERVER_URI_MAX];

    if (tls_port(node) == 0)
        return fleet->server[node].uri;
    snprintf(uri, sizeof(uri), "rediss://127.0.0.1:%d", tls_port(node));
    return uri;
}

int main(int argc, char **argv)
{
    static struct fleet fleet;
    char path[4096];
    FILE *file;

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (argc != 3 && argc != 4)
        die("usage: masters N FILE [CERTIFICATE]");
    snprintf(path, sizeof(path), "%s.new", argv[2]);
    if (argc == 4)
        tls_fleet_start(&fleet, atoi(argv[1]), argv[3], NULL);
    else
        fleet_start(&fleet, atoi(argv[1]));
    file = fopen(path, "w");
    if (file == NULL)
        die("%s: %s", path, strerror(errno));
    for (int i = 0; i < fleet.count; i++)
        fprintf(file, "%s %s/s %d\n", uri_of(&fleet, i), fleet.server[i].dir,
                (int)fleet.server[i].pid);
    fclose(file);
    if (rename(path, argv[2]) == -1)
        die("%s: %s", argv[2], strerror(errno));
    for (;;)
        pause();
}
