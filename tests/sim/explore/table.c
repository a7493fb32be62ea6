/* SPDX-License-Identifier: MIT */
/* A lock-free table of states, in memory that processes share. */

#include "tests/sim/explore/table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

struct entry {
    _Atomic uint64_t state; /* 0: free */
    _Atomic uint64_t known; /* see struct known */
};

/* Packed into one number, so that it can be replaced atomically. */
struct known {
    uint64_t budgets; /* the budgets that were explored, one bit each */
    uint64_t sleep;   /* steps that were omitted for one of these budgets */
};

#define BUDGETS_BITS ((TABLE_LATE_MAX + 1) * (TABLE_FAULTS_MAX + 1))

struct table {
    _Atomic uint64_t count;
    uint64_t mask; /* the number of entries minus one */
    size_t size;   /* in bytes, of the whole table */
    struct entry entries[];
};

struct table *table_open(uint64_t states)
{
    uint64_t room = 1024;
    struct table *table;
    size_t size;

    while (room / 4 * 3 < states)
        room *= 2;
    size = sizeof(*table) + (size_t)room * sizeof(struct entry);
    table = mmap(NULL, size, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (table == MAP_FAILED) {
        perror("the table of states");
        exit(2);
    }
    table->mask = room - 1;
    table->size = size;
    return table;
}

void table_close(struct table *table)
{
    (void)munmap(table, table->size);
}

static uint64_t bit(int late, int faults)
{
    return UINT64_C(1) << (late * (TABLE_FAULTS_MAX + 1) + faults);
}

/* All budgets that are not larger. */
static uint64_t covered(const struct budgets *budgets)
{
    uint64_t bits = 0;

    for (int late = 0; late <= budgets->late; late++) {
        for (int faults = 0; faults <= budgets->faults; faults++)
            bits |= bit(late, faults);
    }
    return bits;
}

/* The entry of a state; NULL: the table is full. */
static struct entry *entry_of(struct table *table, uint64_t state)
{
    uint64_t at = state & table->mask;

    for (;; at = (at + 1) & table->mask) {
        struct entry *entry = &table->entries[at];
        uint64_t there = atomic_load(&entry->state);
        if (there == 0 && atomic_load(&table->count) > table->mask / 8 * 7)
            return NULL;
        if (there == 0 &&
            atomic_compare_exchange_strong(&entry->state, &there, state)) {
            atomic_fetch_add(&table->count, 1);
            return entry;
        }
        if (there == state)
            return entry;
    }
}

/*
 * What is known after the caller has explored the state, and what it must try.
 */
static struct known learn(const struct known *known,
                          const struct budgets *budgets, uint64_t *sleep,
                          enum table_answer *answer)
{
    uint64_t mine = covered(budgets);
    uint64_t woken = known->sleep & ~*sleep;
    bool most = (known->budgets & ~mine) == 0;

    if ((known->budgets & bit(budgets->late, budgets->faults)) == 0) {
        *answer = known->budgets == 0 ? TABLE_NEW : TABLE_AGAIN;
        return (struct known){known->budgets | mine, known->sleep | *sleep};
    }
    if (woken == 0) {
        *answer = TABLE_KNOWN;
        return *known;
    }
    *answer = TABLE_WOKEN;
    *sleep = ~woken;
    return (struct known){known->budgets,
                          most ? known->sleep & ~woken : known->sleep};
}

static struct known unpacked(uint64_t packed)
{
    return (struct known){packed & ((UINT64_C(1) << BUDGETS_BITS) - 1),
                          packed >> BUDGETS_BITS};
}

enum table_answer table_enter(struct table *table, uint64_t state,
                              const struct budgets *budgets, uint64_t *sleep)
{
    struct entry *entry = entry_of(table, state);
    uint64_t before;
    uint64_t after;
    uint64_t now_sleep;
    enum table_answer answer;

    if (entry == NULL)
        return TABLE_FULL;
    before = atomic_load(&entry->known);
    do {
        struct known known = unpacked(before);
        now_sleep = *sleep;
        known = learn(&known, budgets, &now_sleep, &answer);
        after = known.sleep << BUDGETS_BITS | known.budgets;
    } while (!atomic_compare_exchange_weak(&entry->known, &before, after));
    *sleep = now_sleep;
    return answer;
}

uint64_t table_count(const struct table *table)
{
    return atomic_load(&table->count);
}
