/* SPDX-License-Identifier: MIT */
/* Public structs that begin with their size. */

#include "redlock/runtime/size.h"

#include <string.h>

/* Padding at the end could hide a new member that old programs leave unset. */
#define NO_PADDING(type, bytes)                                                \
    _Static_assert((bytes) % _Alignof(struct type) == 0, #type)
NO_PADDING(redlock_settings, RLK_SIZE_SETTINGS);
NO_PADDING(redlock_request, RLK_SIZE_REQUEST);
NO_PADDING(redlock_report, RLK_SIZE_REPORT);
NO_PADDING(redlock_client_stats, RLK_SIZE_STATS);
NO_PADDING(redlock_examination, RLK_SIZE_EXAMINATION);
NO_PADDING(redlock_list_request, RLK_SIZE_LIST_REQUEST);
NO_PADDING(redlock_list_report, RLK_SIZE_LIST_REPORT);

static size_t said_by(const void *given)
{
    size_t said;

    memcpy(&said, given, sizeof(said));
    return said;
}

static bool all_zero(const char *bytes, size_t length)
{
    while (length > 0 && *bytes == '\0') {
        bytes++;
        length--;
    }
    return length == 0;
}

size_t rlk_size_common(size_t said, size_t first, size_t known)
{
    if (said == 0)
        said = first;
    if (said < first)
        return 0;
    return said < known ? said : known;
}

const void *rlk_size_read(const void *given, void *room, size_t first,
                          size_t known)
{
    size_t said = said_by(given);
    size_t common = rlk_size_common(said, first, known);

    if (common == known && said <= known)
        return given;
    if (common == 0)
        return NULL;
    if (said > known && !all_zero((const char *)given + known, said - known))
        return NULL;
    memset(room, 0, known);
    memcpy(room, given, common);
    memcpy(room, &known, sizeof(known));
    return room;
}

const struct redlock_request *
rlk_size_request(const struct redlock_request *request,
                 struct redlock_request *room)
{
    return rlk_size_read(request, room, RLK_SIZE_REQUEST, sizeof(*request));
}

bool rlk_size_fits(const struct redlock_report *report)
{
    return report == NULL ||
           rlk_size_common(report->size, RLK_SIZE_REPORT, sizeof(*report)) != 0;
}

void rlk_size_give(void *to, const void *from, size_t first, size_t known)
{
    const size_t own = sizeof(size_t);

    memcpy((char *)to + own, (const char *)from + own,
           rlk_size_common(said_by(to), first, known) - own);
}

void rlk_size_clear(void *given, size_t first, size_t known)
{
    const size_t own = sizeof(size_t);

    memset((char *)given + own, 0,
           rlk_size_common(said_by(given), first, known) - own);
}
