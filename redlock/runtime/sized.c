/* SPDX-License-Identifier: MIT */
/* Public structs of other versions. */

#include "redlock/runtime/sized.h"

#include <string.h>

/* In version 0.2.0 no padding came last: a member that is added would lie in
 * it, and be what an older program has not set. */
#define NO_PADDING(type, bytes)                                                \
    _Static_assert((bytes) % _Alignof(struct type) == 0, #type)
NO_PADDING(redlock_settings, RLK_SIZED_SETTINGS);
NO_PADDING(redlock_request, RLK_SIZED_REQUEST);
NO_PADDING(redlock_report, RLK_SIZED_REPORT);
NO_PADDING(redlock_problem, RLK_SIZED_UNTIL(redlock_problem, text));

size_t rlk_sized_common(size_t said, size_t first, size_t known)
{
    if (said < first)
        return first;
    return said < known ? said : known;
}

/* The caller's struct is ours. */
static bool is_known(size_t said, size_t first, size_t known)
{
    return said <= known && rlk_sized_common(said, first, known) == known;
}

static bool all_zero(const char *bytes, size_t length)
{
    while (length > 0 && *bytes == '\0') {
        bytes++;
        length--;
    }
    return length == 0;
}

/*
 * Copies what is known here, which is then the copy's size; false: the caller
 * has set more than that.
 */
static bool copy(void *room, const void *given, size_t said, size_t first,
                 size_t known)
{
    if (said > known && !all_zero((const char *)given + known, said - known))
        return false;
    memset(room, 0, known);
    memcpy(room, given, rlk_sized_common(said, first, known));
    memcpy(room, &known, sizeof(known));
    return true;
}

const struct redlock_settings *
rlk_sized_settings(const struct redlock_settings *settings,
                   struct redlock_settings *room)
{
    if (is_known(settings->size, RLK_SIZED_SETTINGS, sizeof(*settings)))
        return settings;
    return copy(room, settings, settings->size, RLK_SIZED_SETTINGS,
                sizeof(*room))
               ? room
               : NULL;
}

const struct redlock_request *
rlk_sized_request(const struct redlock_request *request,
                  struct redlock_request *room)
{
    if (is_known(request->size, RLK_SIZED_REQUEST, sizeof(*request)))
        return request;
    return copy(room, request, request->size, RLK_SIZED_REQUEST, sizeof(*room))
               ? room
               : NULL;
}

void rlk_sized_clear(void *given, size_t first, size_t known)
{
    size_t said;

    memcpy(&said, given, sizeof(said));
    memset((char *)given + sizeof(said), 0,
           rlk_sized_common(said, first, known) - sizeof(said));
}
