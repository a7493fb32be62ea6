/* SPDX-License-Identifier: MIT */
/* Growing arrays. */

#include "tests/sim/room.h"

#include <stdio.h>
#include <stdlib.h>

static void *there(void *memory)
{
    if (memory != NULL)
        return memory;
    fputs("sim: out of memory\n", stderr);
    exit(2);
}

void *sim_memory(size_t size)
{
    return there(calloc(1, size));
}

void *sim_room(void *array, int count, int *room, size_t element)
{
    if (count < *room)
        return array;
    *room = *room == 0 ? 64 : *room * 2;
    return there(realloc(array, (size_t)*room * element));
}
