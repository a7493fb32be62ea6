/* SPDX-License-Identifier: MIT */
#ifndef SIM_KEYSPACE_PARTS_H
#define SIM_KEYSPACE_PARTS_H

/* How commands.c changes a keyspace. An item is the key as it was last found:
 * after a change it has to be found again. */

#include "tests/sim/keyspace.h"

/* Is it an integer that a double represents exactly? */
bool sim_number_is_whole(double number);

/* Writes a number as Redis does: an integer as its digits. */
struct sim_text sim_number_text(char *to, double number);
struct sim_text sim_integer_text(char *to, int64_t number);

bool sim_text_equals(struct sim_text one, struct sim_text other);

/* As memcmp(); a text is before a longer one that begins with it. */
int sim_text_compare(struct sim_text one, struct sim_text other);

/* Finds a key. INT64_MIN as the time: also one that has expired. */
bool sim_keyspace_look(const struct sim_keyspace *keyspace,
                       struct sim_text name, int64_t now_ms,
                       struct sim_item *item);

/* Writes a key over any that is there. text is no part of the keyspace. */
void sim_keyspace_put(struct sim_keyspace *keyspace, struct sim_text name,
                      enum sim_key_type type, int64_t until_ms,
                      struct sim_text text);

void sim_keyspace_delete(struct sim_keyspace *keyspace,
                         const struct sim_item *item);

void sim_keyspace_until(struct sim_keyspace *keyspace,
                        const struct sim_item *item, int64_t until_ms);

/* *at: where it begins in the item's text. */
bool sim_item_element(const struct sim_item *item, struct sim_text member,
                      struct sim_element *element, size_t *at);

/* Adds an element, or changes the one of that member; creates the key. true:
 * there was none. */
bool sim_keyspace_add(struct sim_keyspace *keyspace, struct sim_text name,
                      enum sim_key_type type,
                      const struct sim_element *element);

/* false: there was none. A key without elements is the caller's to delete. */
bool sim_keyspace_remove(struct sim_keyspace *keyspace,
                         const struct sim_item *item, struct sim_text member);

#endif
