/* SPDX-License-Identifier: MIT */
/* A queue of completions, first in, first out. */

#include "redlock/notice.h"

void rlk_notices_init(struct rlk_notices *notices)
{
    notices->first = NULL;
    notices->last = &notices->first;
    notices->count = 0;
}

bool rlk_notices_waiting(const struct rlk_notices *notices)
{
    return notices->first != NULL;
}

void rlk_notices_push(struct rlk_notices *notices, struct rlk_notice *notice)
{
    if (notice->link != NULL)
        return;
    notice->next = NULL;
    notice->link = notices->last;
    *notices->last = notice;
    notices->last = &notice->next;
    notices->count++;
}

void rlk_notices_remove(struct rlk_notices *notices, struct rlk_notice *notice)
{
    if (notice->link == NULL)
        return;
    *notice->link = notice->next;
    if (notice->next != NULL)
        notice->next->link = notice->link;
    else
        notices->last = notice->link;
    notice->link = NULL;
    notices->count--;
}

struct rlk_notice *rlk_notices_pop(struct rlk_notices *notices)
{
    struct rlk_notice *notice = notices->first;

    if (notice != NULL)
        rlk_notices_remove(notices, notice);
    return notice;
}
