/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_CERTIFICATES_H
#define TESTS_SUPPORT_CERTIFICATES_H

/*
 * Keys and certificates, made by tests/support/make-certificates, and servers
 * that have them. $MAKE_CERTIFICATES says where that is.
 */

#include "tests/support/fleet.h"

/*
 * The path of one of its files, or folders. They are made at the first call of
 * a test program's first test. Lives as long as the process.
 */
const char *certificate(const char *file);

/*
 * Starts masters with a TLS port, and with a unix socket beside it, which
 * server.uri has. They trust "ca".
 *
 * name     whose certificate and key they show: server, elsewhere, ...
 * options  more of them, in pairs, up to NULL; or NULL
 *
 * fleet->nodes has their rediss:// URIs.
 */
void tls_fleet_start(struct fleet *fleet, int count, const char *name,
                     const char *const *options);

/* One node's TLS port; 0: it has none. */
int tls_port(int node);

#endif
