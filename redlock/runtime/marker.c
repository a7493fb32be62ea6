/* SPDX-License-Identifier: MIT */
/* Markers as text. */

#include "redlock/runtime/marker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* To version 0.1.0: in quarantine since 1970, for 126 years. */
static const char old[] = "|q|0|4000000000000|";
static const char version[] = "2|";
static const char ok[] = "|ok|";
static const char quarantine[] = "|q|";

#define HEX "0123456789abcdefABCDEF"
#define REPLID_LENGTH (RLK_REPLID_MAX - 1)

/* If the text begins with these words: moves it behind them. */
static bool skip(const char **text, const char *words)
{
    if (strncmp(*text, words, strlen(words)) != 0)
        return false;
    *text += strlen(words);
    return true;
}

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

/* What follows the version; NULL: there is none, or it is another. */
static const char *after_version(const char *text, bool *later)
{
    int64_t number;

    text += strspn(text, HEX);
    *later = false;
    if (!skip(&text, old))
        return NULL;
    if (skip(&text, version))
        return text;
    *later = read_number(&text, &number) && *text == '|';
    return NULL;
}

bool rlk_marker_replid(const char *text, char *replid)
{
    bool later;

    text = after_version(text, &later);
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

    text = after_version(text, &later);
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

void rlk_marker_ok(char *text, const char *run_id, const char *replid,
                   int64_t longest_ms)
{
    snprintf(text, RLK_MARKER_MAX, "%s%s%s%s%s%" PRId64, run_id, old, version,
             replid, ok, longest_ms);
}

void rlk_marker_quarantine(char *text, const char *run_id, const char *replid,
                           int64_t longest_ms, int64_t since_us,
                           const char *nonce)
{
    snprintf(text, RLK_MARKER_MAX, "%s%s%s%s%s%" PRId64 "|%" PRId64 "|%s",
             run_id, old, version, replid, quarantine, since_us, longest_ms,
             nonce);
}
