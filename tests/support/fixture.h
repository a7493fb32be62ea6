/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_FIXTURE_H
#define TESTS_SUPPORT_FIXTURE_H

/*
 * The masters and the clients of one test. Criterion runs each test in a
 * process of its own, so that all of these are zero when it begins.
 */

#include "tests/support/fleet.h"

extern struct fleet fleet;
extern struct redlock_client *client;
extern struct redlock_client *other; /* a second one of the same masters */
extern struct redlock_report report;

/* For .init: masters; masters and a client; masters and both clients. */
void start_three(void);
void start_five(void);
void open_three(void);
void open_five(void);
void open_both(void);

/* For .fini: closes the clients that there are, and ends the masters. */
void close_all(void);

#endif
