/* SPDX-License-Identifier: MIT */
/* What is new to whom waits. */

#include "redlock/core/wait_news.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/runtime/resource.h"

static void copy_token(char *to, const char *token)
{
    size_t length = 0;

    for (; token[length] != '\0' && length < REDLOCK_TOKEN_MAX - 1; length++)
        to[length] =
            token[length] >= ' ' && token[length] <= '~' ? token[length] : '?';
    to[length] = '\0';
}

bool rlk_wait_news_take(struct rlk_wait_news *news, const struct rlk_call *call,
                        struct rlk_resource *resource, int place,
                        const char *holder, const struct rlk_wait_reach *reach,
                        struct rlk_wait_told *told, int64_t now)
{
    bool cut_off = reach->reachable < reach->quorum;
    bool named = holder != NULL && holder[0] != '\0';
    uint64_t number = named ? rlk_crowd_number(holder, strlen(holder)) : 0;

    if (news->began && cut_off == news->cut_off &&
        (place < 0 || place == news->place) &&
        (!named || number == news->holder))
        return false;
    if (!news->began || place >= 0)
        news->place = place;
    if (named)
        news->holder = number;
    news->began = true;
    news->cut_off = cut_off;
    copy_token(told->holder, named ? holder : "");
    told->told = news->told;
    told->user = news->user;
    told->resource = rlk_resource_hold(resource);
    told->waiting = (struct redlock_waiting){
        .size = sizeof(told->waiting),
        .resource = resource->text,
        .holder = named ? told->holder : NULL,
        .waited_ms = rlk_clock_to_ms(rlk_clock_sub(now, call->started)),
        .place = news->place,
        .nodes = reach->nodes,
        .quorum = reach->quorum,
        .reachable = reach->reachable,
    };
    return true;
}

void rlk_wait_told_clear(struct rlk_wait_told *told)
{
    rlk_resource_drop(told->resource);
}
