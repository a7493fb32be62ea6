/* SPDX-License-Identifier: MIT */
/* Certificates for servers, and servers with certificates. */

#include "tests/support/certificates.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    OPTIONS_MAX = 32,
    PATHS_MAX = 64,
};

static char ports[FLEET_MAX][8];

static void make(const char *folder)
{
    const char *program = getenv("MAKE_CERTIFICATES");
    int status = -1;
    pid_t child;

    if (program == NULL || mkdir(folder, 0700) == -1)
        die("%s: %s", folder, strerror(errno));
    child = fork();
    if (child == 0) {
        execl(program, program, folder, (char *)NULL);
        _exit(127);
    }
    while (waitpid(child, &status, 0) == -1 && errno == EINTR)
        continue;
    if (status != 0)
        die("make-certificates failed: is openssl installed?");
}

const char *certificate(const char *file)
{
    static char paths[PATHS_MAX][128];
    static int count;
    const char *base = getenv("REDLOCK_TEST_DIR");
    char folder[96];
    char *path = paths[count++ % PATHS_MAX];

    snprintf(folder, sizeof(folder), "%.64s/certificates",
             base != NULL ? base : test_dir());
    if (access(folder, F_OK) != 0)
        make(folder);
    snprintf(path, sizeof(paths[0]), "%s/%.24s", folder, file);
    return path;
}

/*
 * The port is free only until a server listens on it, so two calls may return
 * the same one.
 */
static void choose_port(int node)
{
    bool drawn;

    do {
        drawn = false;
        snprintf(ports[node], sizeof(ports[node]), "%d", free_port());
        for (int i = 0; i < node; i++)
            drawn = drawn || strcmp(ports[i], ports[node]) == 0;
    } while (drawn);
}

/* Every server has the same options except its port. Kept for restarts. */
static const char **options_of(int node, const char *name,
                               const char *const *more)
{
    static const char *options[FLEET_MAX][OPTIONS_MAX];
    char file[32];
    size_t count = 0;

    choose_port(node);
    options[node][count++] = "--tls-port";
    options[node][count++] = ports[node];
    options[node][count++] = "--tls-cert-file";
    snprintf(file, sizeof(file), "%.20s.crt", name);
    options[node][count++] = certificate(file);
    options[node][count++] = "--tls-key-file";
    snprintf(file, sizeof(file), "%.20s.key", name);
    options[node][count++] = certificate(file);
    options[node][count++] = "--tls-ca-cert-file";
    options[node][count++] = certificate("ca.crt");
    if (more == NULL || more[0] == NULL) {
        options[node][count++] = "--tls-auth-clients";
        options[node][count++] = "no";
    }
    for (size_t i = 0; more != NULL && more[i] != NULL; i++)
        options[node][count++] = more[i];
    options[node][count] = NULL;
    return options[node];
}

void tls_fleet_start(struct fleet *fleet, int count, const char *name,
                     const char *const *options)
{
    size_t length = 0;

    memset(fleet, 0, sizeof(*fleet));
    fleet->count = count;
    for (int i = 0; i < count; i++)
        server_launch(&fleet->server[i], false, options_of(i, name, options));
    for (int i = 0; i < count; i++) {
        server_await(&fleet->server[i]);
        length += (size_t)snprintf(
            fleet->nodes + length, sizeof(fleet->nodes) - length,
            "%srediss://127.0.0.1:%s", i == 0 ? "" : ",", ports[i]);
    }
}

int tls_port(int node)
{
    return atoi(ports[node]);
}
