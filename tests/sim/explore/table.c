/* SPDX-License-Identifier: MIT */
/* A table of states without locks, in memory that a fork shares. */

#include "tests/sim/explore/table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

struct entry {
    _Atomic uint64_t state;   /* 0: free */
    _Atomic uint32_t budgets; /* those that are covered, a bit each */
};

struct table {
    _Atomic uint64_t count;
    uint64_t mask; /* entries less one */
    uint64_t size; /* bytes of all of it */
    struct entry entries[];
};

struct table *table_open(uint64_t states)
{
    uint64_t room = 1024;
    struct table *table;
    uint64_t size;

    while (room / 4 * 3 < states)
        room *= 2;
    size = sizeof(*table) + room * sizeof(struct entry);
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

static uint32_t bit(int late, int faults)
{
    return UINT32_C(1) << (late * (TABLE_FAULTS_MAX + 1) + faults);
}

/* All that can be spent by who has so much. */
static uint32_t covered(const struct budgets *budgets)
{
    uint32_t bits = 0;

    for (int late = 0; late <= budgets->late; late++) {
        for (int faults = 0; faults <= budgets->faults; faults++)
            bits |= bit(late, faults);
    }
    return bits;
}

/* Its entry; NULL: the table is full. */
static struct entry *entry_of(struct table *table, uint64_t state, bool *is_new)
{
    uint64_t at = state & table->mask;

    *is_new = false;
    for (;; at = (at + 1) & table->mask) {
        struct entry *entry = &table->entries[at];
        uint64_t there = atomic_load(&entry->state);
        if (there == 0 && atomic_load(&table->count) >= table->mask / 8 * 7)
            return NULL;
        if (there == 0 &&
            atomic_compare_exchange_strong(&entry->state, &there, state)) {
            atomic_fetch_add(&table->count, 1);
            *is_new = true;
            return entry;
        }
        if (there == state)
            return entry;
    }
}

enum table_answer table_enter(struct table *table, uint64_t state,
                              const struct budgets *budgets)
{
    bool is_new;
    struct entry *entry = entry_of(table, state, &is_new);
    uint32_t before;

    if (entry == NULL)
        return TABLE_FULL;
    before = atomic_fetch_or(&entry->budgets, covered(budgets));
    if ((before & bit(budgets->late, budgets->faults)) != 0)
        return TABLE_KNOWN;
    return is_new ? TABLE_NEW : TABLE_AGAIN;
}

uint64_t table_count(const struct table *table)
{
    return atomic_load(&table->count);
}
