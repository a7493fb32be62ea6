/* SPDX-License-Identifier: MIT */
/* Markers as text. */

#include "redlock/runtime/marker.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION "1"

/* The fields of the deployment and of its members are empty. */
static const char head[] = VERSION "|||";
static const char ok[] = "|ok|";
static const char quarantine[] = "|q|";

#define HEX "0123456789abcdefABCDEF"
#define DIGITS "0123456789"
#define REPLID_LENGTH (RLK_REPLID_MAX - 1)

/* Moves the text behind these words if it begins with them. */
static bool skip(const char **text, const char *words)
{
    if (strncmp(*text, words, strlen(words)) != 0)
        return false;
    *text += strlen(words);
    return true;
}

/* Reads a number; false: there is none that fits. */
static bool read_number(const char **text, int64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoll(*text, &end, 10);
    if (end == *text || errno != 0)
        return false;
    *text = end;
    return true;
}

/* Moves the text behind the next '|'. false: there is none. */
static bool skip_field(const char **text)
{
    const char *end = strchr(*text, '|');

    if (end == NULL)
        return false;
    *text = end + 1;
    return true;
}

/* The text behind the members; NULL: no marker, or one of another version. */
static const char *after_head(const char *text, bool *later)
{
    size_t digits = strspn(text, DIGITS);

    *later = false;
    if (digits == 0 || text[digits] != '|')
        return NULL;
    if (!skip(&text, VERSION "|")) {
        *later = true;
        return NULL;
    }
    return skip_field(&text) && skip_field(&text) ? text : NULL;
}

bool rlk_marker_replid(const char *text, char *replid)
{
    bool later;

    text = after_head(text, &later);
    if (text == NULL || strspn(text, HEX) != REPLID_LENGTH)
        return false;
    memcpy(replid, text, REPLID_LENGTH);
    replid[REPLID_LENGTH] = '\0';
    return true;
}

struct rlk_marker rlk_marker_read(const char *text, const char *replid)
{
    struct rlk_marker marker = {.state = RLK_MARKER_NONE};
    bool later;

    text = after_head(text, &later);
    if (later)
        marker.state = RLK_MARKER_LATER;
    if (text == NULL || replid[0] == '\0' || !skip(&text, replid))
        return marker;
    if (skip(&text, ok)) {
        if (read_number(&text, &marker.longest_ms))
            marker.state = RLK_MARKER_OK;
    } else if (skip(&text, quarantine)) {
        if (read_number(&text, &marker.since_us) && *text++ == '|' &&
            read_number(&text, &marker.longest_ms))
            marker.state = RLK_MARKER_QUARANTINE;
    }
    return marker;
}

void rlk_marker_ok(char *text, const char *replid, int64_t longest_ms)
{
    snprintf(text, RLK_MARKER_MAX, "%s%s%s%" PRId64, head, replid, ok,
             longest_ms);
}

void rlk_marker_quarantine(char *text, const char *replid, int64_t longest_ms,
                           int64_t since_us, const char *nonce)
{
    snprintf(text, RLK_MARKER_MAX, "%s%s%s%" PRId64 "|%" PRId64 "|%s", head,
             replid, quarantine, since_us, longest_ms, nonce);
}
