/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_PATIENT_H
#define TESTS_SUPPORT_PATIENT_H

/* A deployment that tells its doctor whatever it likes. */

#include <stddef.h>
#include <stdint.h>

/*
 * Examines nodes whose answers are drawn from a script of bytes, diagnoses
 * them, and writes what the command prints. What must not be aborts: an
 * assertion, a sanitizer's report, or a byte that belongs on no terminal.
 */
void patient_play(const uint8_t *script, size_t length);

#endif
