/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_LIST_TABLE_H
#define RLK_REDLOCK_ADMIN_LIST_TABLE_H

/* The names that nodes have told, each of them once, and so many at most. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rlk_list_table {
    char **names; /* each in memory of its own */
    size_t count;
    size_t limit;      /* so many at most */
    size_t room;       /* of names */
    bool more;         /* there was one beyond the limit */
    uint32_t *slots;   /* by a name's hash: its number and 1; 0: free */
    size_t slot_count; /* a power of two, or 0 */
};

/* limit: at least 1, less than 2^31. */
void rlk_list_table_init(struct rlk_list_table *table, size_t limit);

void rlk_list_table_clear(struct rlk_list_table *table);

/* Takes a name in; copied. One beyond the limit is noted. false: no memory. */
bool rlk_list_table_add(struct rlk_list_table *table, const char *name,
                        size_t length);

/* By their bytes. No name may be added after that. */
void rlk_list_table_sort(struct rlk_list_table *table);

#endif
