/* SPDX-License-Identifier: MIT */
/* The lines of INFO. */

#include "redlock/resp/info.h"

#include <stdlib.h>
#include <string.h>

const char *rlk_info_field(const char *text, const char *name, size_t *length)
{
    size_t name_length = strlen(name);

    for (const char *line = text; line != NULL;) {
        if (strncmp(line, name, name_length) == 0 && line[name_length] == ':') {
            line += name_length + 1;
            *length = strcspn(line, "\r\n");
            return line;
        }
        line = strchr(line, '\n');
        if (line != NULL)
            line++;
    }
    return NULL;
}

/* What a server says ends up on a terminal. */
static char tame(char c)
{
    return (unsigned char)c < ' ' || c == 127 ? '.' : c;
}

bool rlk_info_text(const char *text, const char *name, char *value, size_t room)
{
    size_t length;
    const char *found = rlk_info_field(text, name, &length);

    if (found == NULL)
        return false;
    length = length < room ? length : room - 1;
    for (size_t i = 0; i < length; i++)
        value[i] = tame(found[i]);
    value[length] = '\0';
    return true;
}

int64_t rlk_info_number(const char *text, const char *name)
{
    size_t length;
    const char *found = rlk_info_field(text, name, &length);

    if (found == NULL || *found < '0' || *found > '9')
        return -1;
    return strtoll(found, NULL, 10);
}

/* Redis has the first, Valkey the second. */
enum redlock_reason rlk_info_mode(const char *text)
{
    char mode[16];

    if (!rlk_info_text(text, "redis_mode", mode, sizeof(mode)) &&
        !rlk_info_text(text, "server_mode", mode, sizeof(mode)))
        return REDLOCK_REASON_NONE;
    if (strcmp(mode, "sentinel") == 0)
        return REDLOCK_REASON_SENTINEL;
    return strcmp(mode, "cluster") == 0 ? REDLOCK_REASON_CLUSTER
                                        : REDLOCK_REASON_NONE;
}
