/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_TABLE_H
#define SIM_EXPLORE_TABLE_H

/*
 * The states that were met, shared by processes. With each one, for which
 * budgets its future is known - one that was gone into with more to spend need
 * not be gone into with less - and which steps slept then, and were left out.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"

/* Budgets beyond these do not fit an entry. */
#define TABLE_LATE_MAX 3
#define TABLE_FAULTS_MAX 3

/* A set of sleepers has so many bits. */
#define TABLE_SLEEP_BITS 48

struct table;

/* Memory for so many states, of which only what is used is taken. */
struct table *table_open(uint64_t states);
void table_close(struct table *table);

enum table_answer {
    TABLE_NEW,   /* nobody was here */
    TABLE_AGAIN, /* with less to spend: it is to be gone into again */
    TABLE_WOKEN, /* steps are to be tried that slept before */
    TABLE_KNOWN,
    TABLE_FULL,
};

/*
 * From here on its future counts as known: the caller goes into it, without the
 * steps that sleep.
 *
 * sleep  in: the steps that sleep now. Out, where steps have woken: all others.
 */
enum table_answer table_enter(struct table *table, uint64_t state,
                              const struct budgets *budgets, uint64_t *sleep);

/* How many states are in it. */
uint64_t table_count(const struct table *table);

#endif
