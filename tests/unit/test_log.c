/* SPDX-License-Identifier: MIT */
/* The log: its lines, and too many of them. */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/api/client.h"

static char text[RLK_LOG_TEXT_MAX];

static const char *words(const struct rlk_log_event *event)
{
    rlk_log_text(event, text, sizeof(text));
    return text;
}

Test(log, a_lost_connection_is_logged_with_its_reason)
{
    cr_assert_str_eq(words(&(struct rlk_log_event){
                         .kind = RLK_LOG_DISCONNECTED,
                         .reason = REDLOCK_REASON_BROKEN,
                         .text = "",
                     }),
                     "connection lost: the connection broke");
}

Test(log, the_nodes_own_message_comes_last)
{
    cr_assert_str_eq(words(&(struct rlk_log_event){
                         .kind = RLK_LOG_UNCONNECTED,
                         .reason = REDLOCK_REASON_TLS,
                         .text = "a plain port",
                     }),
                     "no connection: no TLS connection: a plain port");
}

Test(log, unprintable_characters_are_replaced)
{
    cr_assert_str_eq(words(&(struct rlk_log_event){
                         .kind = RLK_LOG_LOST,
                         .text = "cup\n\x1b[2J\xff",
                         .span_ns = 1,
                     }),
                     "the lock is lost, since no quorum has renewed it in "
                     "time: cup??[2J?");
}

Test(log, a_long_name_is_cut)
{
    char name[1025];

    memset(name, 'x', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    cr_assert_leq(strlen(words(&(struct rlk_log_event){.kind = RLK_LOG_LOST,
                                                       .text = name})),
                  160);
}

Test(log, every_kind_has_words_and_a_level)
{
    for (int kind = RLK_LOG_CONNECTED; kind <= RLK_LOG_LOST; kind++) {
        struct rlk_log_event event = {.kind = (enum rlk_log_kind)kind,
                                      .text = "it",
                                      .span_ns = 5 * RLK_NS_PER_MS};
        cr_assert_gt(strlen(words(&event)), 5);
        cr_assert_geq(rlk_log_level_of(event.kind), REDLOCK_LOG_ERROR);
        cr_assert_leq(rlk_log_level_of(event.kind), REDLOCK_LOG_DEBUG);
    }
}

static void note_dropped(const struct redlock_log *line, void *user)
{
    *(int64_t *)user = line->dropped;
}

Test(log, what_was_dropped_is_counted_once)
{
    static struct redlock_client client;
    static const int64_t before_last[] = {0, 3, 0};
    struct rlk_runtime *runtime = &client.core.runtime;
    const struct rlk_log_event event = {.kind = RLK_LOG_LOST, .text = "cup"};
    int64_t dropped;

    rlk_list_init(&runtime->completions.queue);
    runtime->api = &client;
    cr_assert(rlk_log_open(
        &client,
        &(struct redlock_settings){.log = note_dropped, .log_user = &dropped}));
    rlk_log_begin(&client);
    for (int i = 0; i < 66; i++)
        runtime->log(runtime, &event);
    for (int i = 0; i < 3; i++) {
        struct rlk_completion *news;
        runtime->log(runtime, &event);
        news = rlk_completions_pop(&runtime->completions);
        news->run(news);
        cr_assert_eq(dropped, before_last[i]);
    }
    rlk_log_clear(&client);
}
