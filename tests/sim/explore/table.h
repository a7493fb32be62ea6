/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_TABLE_H
#define SIM_EXPLORE_TABLE_H

/*
 * The visited states, shared by processes. For each state the table has the
 * budgets for which it was explored, and the steps that were omitted because
 * they slept. A state that was explored with larger budgets need not be
 * explored with smaller ones.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"

/* Larger budgets do not fit into an entry. */
#define TABLE_LATE_MAX 3
#define TABLE_FAULTS_MAX 3

/* The number of bits in a sleep set. */
#define TABLE_SLEEP_BITS 48

struct table;

/* Reserves memory for that many states; only used pages are allocated. */
struct table *table_open(uint64_t states);
void table_close(struct table *table);

enum table_answer {
    TABLE_NEW,   /* not visited before */
    TABLE_AGAIN, /* visited with smaller budgets: to be explored again */
    TABLE_WOKEN, /* steps that slept before must be tried now */
    TABLE_KNOWN,
    TABLE_FULL,
};

/*
 * Marks the state's future as known: the caller explores it, without the
 * sleeping steps.
 *
 * sleep  in: the steps that sleep now. Out, after TABLE_WOKEN: all other steps.
 */
enum table_answer table_enter(struct table *table, uint64_t state,
                              const struct budgets *budgets, uint64_t *sleep);

/* The number of states in the table. */
uint64_t table_count(const struct table *table);

#endif
