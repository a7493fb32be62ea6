/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_PATIENT_H
#define TESTS_SUPPORT_PATIENT_H

/* A deployment whose nodes send arbitrary answers to redlock doctor. */

#include <stddef.h>
#include <stdint.h>

/*
 * Examines nodes whose answers are drawn from a script of bytes, diagnoses
 * them, and writes what the command would print. A violation aborts: an
 * assertion, a sanitizer's report, or a byte that must not be printed on a
 * terminal.
 */
void patient_play(const uint8_t *script, size_t length);

#endif
