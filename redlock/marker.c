/* SPDX-License-Identifier: MIT */
/* Markers as text. */

#include "redlock/marker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ok[] = "|ok|";
static const char quarantine[] = "|q|";

/* A number at the beginning of the text; false: there is none. */
static bool read_number(const char **text, int64_t *number)
{
    char *end;

    *number = strtoll(*text, &end, 10);
    if (end == *text)
        return false;
    *text = end;
    return true;
}

struct rlk_marker rlk_marker_read(const char *text, const char *run_id)
{
    struct rlk_marker marker = {.state = RLK_MARKER_NONE};
    size_t length = strlen(run_id);

    if (length == 0 || strncmp(text, run_id, length) != 0)
        return marker;
    text += length;
    if (strncmp(text, ok, strlen(ok)) == 0) {
        text += strlen(ok);
        if (read_number(&text, &marker.longest_ms))
            marker.state = RLK_MARKER_OK;
    } else if (strncmp(text, quarantine, strlen(quarantine)) == 0) {
        text += strlen(quarantine);
        if (read_number(&text, &marker.since_us) && *text++ == '|' &&
            read_number(&text, &marker.longest_ms))
            marker.state = RLK_MARKER_QUARANTINE;
    }
    return marker;
}

void rlk_marker_ok(char *text, const char *run_id, int64_t longest_ms)
{
    snprintf(text, RLK_MARKER_MAX, "%s|ok|%" PRId64, run_id, longest_ms);
}

void rlk_marker_quarantine(char *text, const char *run_id, int64_t longest_ms,
                           int64_t since_us, const char *nonce)
{
    snprintf(text, RLK_MARKER_MAX, "%s|q|%" PRId64 "|%" PRId64 "|%s", run_id,
             since_us, longest_ms, nonce);
}
