/* SPDX-License-Identifier: MIT */
/* What one who waits is told, and what not again. */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/wait_news.h"
#include "redlock/runtime/resource.h"

#define MS RLK_NS_PER_MS

static struct rlk_wait_news news;
static struct rlk_wait_told told;
static struct rlk_call call;
static struct rlk_wait_reach reach;
static struct rlk_resource *resource;

static void begin(void)
{
    call.started = 1000 * MS;
    reach = (struct rlk_wait_reach){.nodes = 5, .quorum = 3, .reachable = 5};
    resource = rlk_resource_new("cup", 3);
}

static void end(void)
{
    rlk_resource_drop(resource);
}

TestSuite(wait_news, .init = begin, .fini = end);

static bool take(int place, const char *holder)
{
    bool is_news = rlk_wait_news_take(&news, &call, resource, place, holder,
                                      &reach, &told, 3500 * MS);

    if (is_news)
        rlk_wait_told_clear(&told);
    return is_news;
}

Test(wait_news, is_how_it_is_at_first)
{
    cr_assert(take(-1, NULL));
    cr_assert_eq(told.waiting.size, sizeof(struct redlock_waiting));
    cr_assert_str_eq(told.waiting.resource, "cup");
    cr_assert_eq(told.waiting.place, -1);
    cr_assert_null(told.waiting.holder);
    cr_assert_eq(told.waiting.waited_ms, 2500);
    cr_assert_not(take(-1, NULL));
    cr_assert_not(take(-1, ""));
}

Test(wait_news, is_another_place)
{
    cr_assert(take(3, "her"));
    cr_assert_not(take(3, "her"));
    cr_assert(take(2, "her"));
    cr_assert_eq(told.waiting.place, 2);
    cr_assert_str_eq(told.waiting.holder, "her");
    cr_assert(take(0, "her"));
}

Test(wait_news, is_another_holder)
{
    cr_assert(take(1, "her"));
    cr_assert(take(1, "him"));
    cr_assert_str_eq(told.waiting.holder, "him");
    cr_assert_eq(told.waiting.place, 1);
    cr_assert(take(-1, "her"));
    cr_assert_eq(told.waiting.place, 1);
}

Test(wait_news, is_not_that_less_is_known_than_before)
{
    cr_assert(take(1, "her"));
    cr_assert_not(take(-1, "her"));
    cr_assert_not(take(1, ""));
    cr_assert(take(0, NULL));
    cr_assert_null(told.waiting.holder);
    cr_assert_not(take(0, "her"));
}

Test(wait_news, is_that_a_quorum_cannot_be_reached_and_that_it_can)
{
    cr_assert(take(1, "her"));
    cr_assert_eq(told.waiting.nodes, 5);
    cr_assert_eq(told.waiting.quorum, 3);
    cr_assert_eq(told.waiting.reachable, 5);
    reach.reachable = 3;
    cr_assert_not(take(1, "her"));
    reach.reachable = 2;
    cr_assert(take(1, "her"));
    cr_assert_eq(told.waiting.reachable, 2);
    reach.reachable = 0;
    cr_assert_not(take(1, "her"));
    reach.reachable = 4;
    cr_assert(take(-1, NULL));
    cr_assert_eq(told.waiting.reachable, 4);
    cr_assert_eq(told.waiting.place, 1);
    cr_assert_not(take(1, "her"));
}

Test(wait_news, tames_a_foreign_token)
{
    char token[300];

    memset(token, 'x', sizeof(token));
    token[0] = '\033';
    token[299] = '\0';
    cr_assert(take(1, token));
    cr_assert_eq(strlen(told.waiting.holder), REDLOCK_TOKEN_MAX - 1);
    cr_assert_eq(told.waiting.holder[0], '?');
}
