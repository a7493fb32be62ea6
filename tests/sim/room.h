/* SPDX-License-Identifier: MIT */
#ifndef SIM_ROOM_H
#define SIM_ROOM_H

/* Memory for a simulator: there is enough, or the run ends. */

#include <stddef.h>

/* Zeroed. */
void *sim_memory(size_t size);

/*
 * Room for one more element in an array of count; moves it and sets *room
 * where it has to grow.
 */
void *sim_room(void *array, int count, int *room, size_t element);

#endif
