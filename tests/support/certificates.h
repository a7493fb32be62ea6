/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_CERTIFICATES_H
#define TESTS_SUPPORT_CERTIFICATES_H

/*
 * Keys and certificates, made by the script tests/support/make-certificates,
 * and servers that use them. $MAKE_CERTIFICATES is the path of the script.
 */

#include "tests/support/fleet.h"

/*
 * The path of a file or folder of the certificates, which the first call in a
 * test program makes. Lives as long as the process.
 */
const char *certificate(const char *file);

/*
 * Starts masters that listen on a TLS port, and on a unix socket, whose URI is
 * server.uri. They trust "ca".
 *
 * name     which certificate and key they use: server, elsewhere, ... options
 * further options, in pairs, up to NULL; or NULL
 *
 * fleet->nodes has their rediss:// URIs.
 */
void tls_fleet_start(struct fleet *fleet, int count, const char *name,
                     const char *const *options);

/* The TLS port of a node; 0: it has none. */
int tls_port(int node);

#endif
