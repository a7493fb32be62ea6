/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_READER_FEED_H
#define TESTS_SUPPORT_READER_FEED_H

/* Gives a reader bytes that do not come from a socket. */

#include <string.h>

#include "redlock/resp/reader.h"

/* false: no memory. */
static inline bool reader_feed(struct rlk_reader *reader, const char *bytes,
                               size_t count)
{
    while (count > 0) {
        size_t part = count < RLK_READER_ROOM ? count : RLK_READER_ROOM;
        char *room = rlk_reader_room(reader);

        if (room == NULL)
            return false;
        memcpy(room, bytes, part);
        if (!rlk_reader_filled(reader, part))
            return false;
        bytes += part;
        count -= part;
    }
    return true;
}

#endif
