/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_LIAR_H
#define TESTS_SUPPORT_LIAR_H

/*
 * Nodes that say whatever they like, at whatever time, to a client that goes
 * on: everything past the handshake, and all that is written in answer to it.
 */

#include <stddef.h>
#include <stdint.h>

/*
 * Plays one script of bytes: what the caller asks for, what the nodes answer,
 * which connections come and go, and how much time passes. What must not be
 * aborts: an assertion of the core's or of this file's, a sanitizer's report.
 */
void liar_play(const uint8_t *script, size_t length);

#endif
