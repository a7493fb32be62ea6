/* SPDX-License-Identifier: MIT */
/* How the end of a lock is shared out between TERM and KILL. */

#include "cli/warden/notice.h"

/* A process that was killed takes a moment to be gone. */
#define KILL_MARGIN_MAX_MS 250

int64_t notice_term_ms(int64_t valid_until_ms, int64_t notice_ms)
{
    return valid_until_ms - notice_ms;
}

int64_t notice_kill_ms(int64_t valid_until_ms, int64_t notice_ms)
{
    int64_t margin = notice_ms / 4;

    return valid_until_ms -
           (margin < KILL_MARGIN_MAX_MS ? margin : KILL_MARGIN_MAX_MS);
}
