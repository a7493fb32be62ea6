/* SPDX-License-Identifier: MIT */
#ifndef SIM_ROOM_H
#define SIM_ROOM_H

/* Memory of the simulator. Ends the run if there is none. */

#include <stddef.h>

/* The memory is zeroed. */
void *sim_memory(size_t size);

/*
 * Makes room for one more element in an array of count elements; moves the
 * array and sets *room if it must grow.
 */
void *sim_room(void *array, int count, int *room, size_t element);

#endif
