/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_LIAR_H
#define TESTS_SUPPORT_LIAR_H

/*
 * Nodes that send any answer at any time to a client. Tests everything behind
 * the handshake, and everything that the client sends in reply.
 */

#include <stddef.h>
#include <stdint.h>

/*
 * Plays one script of bytes: the calls of the caller, the answers of the nodes,
 * the connections that open and break, and the time that passes. A violation
 * aborts: an assertion of the core or of this file, or a sanitizer's report.
 */
void liar_play(const uint8_t *script, size_t length);

#endif
