/* SPDX-License-Identifier: MIT */
/* Tests parts of the explorer: its table, sleep sets, and choices as text. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/choice_text.h"
#include "tests/sim/explore/reduce.h"
#include "tests/sim/explore/table.h"

static struct table *table;

static void open_table(void)
{
    table = table_open(100);
}

static void close_table(void)
{
    table_close(table);
}

TestSuite(table, .init = open_table, .fini = close_table);

static enum table_answer enter(uint64_t state, int late, int faults,
                               uint64_t *sleep)
{
    const struct budgets budgets = {(uint8_t)late, (uint8_t)faults};

    return table_enter(table, state, &budgets, sleep);
}

static enum table_answer enter_awake(uint64_t state, int late, int faults)
{
    uint64_t sleep = 0;

    return enter(state, late, faults, &sleep);
}

Test(table, who_has_less_to_spend_finds_it_known)
{
    cr_expect_eq(enter_awake(7, 1, 1), TABLE_NEW);
    cr_expect_eq(enter_awake(7, 1, 0), TABLE_KNOWN);
    cr_expect_eq(enter_awake(7, 0, 1), TABLE_KNOWN);
    cr_expect_eq(enter_awake(7, 2, 0), TABLE_AGAIN);
    cr_expect_eq(enter_awake(7, 2, 0), TABLE_KNOWN);
    cr_expect_eq(table_count(table), 1);
}

Test(table, budgets_that_do_not_compare_are_two)
{
    cr_expect_eq(enter_awake(7, 2, 0), TABLE_NEW);
    cr_expect_eq(enter_awake(7, 0, 2), TABLE_AGAIN);
    cr_expect_eq(enter_awake(7, 1, 1), TABLE_AGAIN);
}

Test(table, what_slept_is_tried_once_it_is_awake)
{
    uint64_t sleep = 6;

    cr_expect_eq(enter(7, 0, 0, &sleep), TABLE_NEW);
    cr_expect_eq(sleep, 6);
    sleep = 7;
    cr_expect_eq(enter(7, 0, 0, &sleep), TABLE_KNOWN, "it sleeps still");
    sleep = 4;
    cr_expect_eq(enter(7, 0, 0, &sleep), TABLE_WOKEN);
    cr_expect_eq(sleep, ~UINT64_C(2), "all but that one");
    sleep = 4;
    cr_expect_eq(enter(7, 0, 0, &sleep), TABLE_KNOWN, "it was tried");
    cr_expect_eq(enter_awake(7, 0, 0), TABLE_WOKEN, "the other one was not");
}

Test(table, what_slept_with_more_to_spend_is_not_known)
{
    uint64_t sleep = 1;

    cr_expect_eq(enter(7, 1, 0, &sleep), TABLE_NEW);
    cr_expect_eq(enter_awake(7, 0, 0), TABLE_WOKEN);
    cr_expect_eq(enter_awake(7, 1, 0), TABLE_WOKEN,
                 "it was tried with less alone");
}

Test(table, what_slept_before_is_not_known_to_who_brings_more)
{
    uint64_t sleep = 2;

    cr_expect_eq(enter(7, 0, 0, &sleep), TABLE_NEW);
    sleep = 4;
    cr_expect_eq(enter(7, 1, 0, &sleep), TABLE_AGAIN);
    cr_expect_eq(sleep, 4, "it leaves out what sleeps for itself alone");
    sleep = 4;
    cr_expect_eq(enter(7, 0, 0, &sleep), TABLE_WOKEN,
                 "what the first one left out");
    cr_expect_eq(sleep, ~UINT64_C(2));
}

Test(table, it_says_when_it_is_full)
{
    uint64_t state = 1;

    while (state < 10000 && enter_awake(state, 0, 0) == TABLE_NEW)
        state++;
    cr_expect_geq(table_count(table), 100);
    cr_expect_eq(enter_awake(state, 0, 0), TABLE_FULL);
    cr_expect_eq(enter_awake(1, 0, 0), TABLE_KNOWN);
}

/* --- sleep sets ----------------------------------------------------------- */

static struct sim_choice deliver(int client, int node, int way)
{
    return (struct sim_choice){.kind = SIM_CHOICE_DELIVER,
                               .client = (int8_t)client,
                               .node = (int8_t)node,
                               .way = (uint8_t)way};
}

static bool apart(struct sim_choice one, struct sim_choice other)
{
    bool first = (reduce_bit(&one) & reduce_apart(&other)) != 0;
    bool second = (reduce_bit(&other) & reduce_apart(&one)) != 0;

    cr_expect_eq(first, second);
    return first;
}

Test(reduce, requests_meet_at_their_node)
{
    cr_expect_not(apart(deliver(0, 1, 0), deliver(1, 1, 0)));
    cr_expect(apart(deliver(0, 1, 0), deliver(1, 2, 0)));
    cr_expect(apart(deliver(0, 1, 0), deliver(0, 2, 0)));
}

Test(reduce, answers_meet_at_their_client)
{
    cr_expect_not(apart(deliver(0, 1, 1), deliver(0, 2, 1)));
    cr_expect(apart(deliver(0, 1, 1), deliver(1, 1, 1)));
    cr_expect(apart(deliver(0, 1, 1), deliver(0, 1, 0)));
}

Test(reduce, a_wish_meets_what_its_client_hears)
{
    const struct sim_choice wish = {
        .kind = SIM_CHOICE_WISH, .client = 1, .node = SIM_ALL};
    const struct sim_choice due = {
        .kind = SIM_CHOICE_DUE, .client = 1, .node = SIM_ALL};

    cr_expect_not(apart(wish, due));
    cr_expect_not(apart(wish, deliver(1, 0, 1)));
    cr_expect(apart(wish, deliver(0, 0, 1)));
    cr_expect(apart(due, deliver(1, 0, 0)));
}

Test(reduce, time_and_faults_meet_everything)
{
    for (uint8_t kind = 0; kind < SIM_CHOICES; kind++) {
        struct sim_choice choice = {.kind = kind};
        bool sleeps = kind == SIM_CHOICE_DELIVER || kind == SIM_CHOICE_DUE ||
                      kind == SIM_CHOICE_WISH;
        cr_expect_eq(reduce_bit(&choice) != 0, sleeps);
        cr_expect_eq(reduce_apart(&choice) != 0, sleeps);
    }
}

/* --- choices as text --------------------------------------------------------
 */

static bool read(struct sim_choice *choice, const char *text)
{
    static struct sim_plan plan;
    char words[8][16];
    char *pointers[8];
    int count = 0;
    int used = 0;
    const struct sim_action cut = {.deed = SIM_DEED_CUT};

    if (plan.actions_count == 0)
        sim_plan_add(&plan, &cut);
    plan.nodes = 3;
    plan.clients = 2;
    for (; count < 8 && sscanf(text, "%15s%n", words[count], &used) == 1;
         text += used)
        count++;
    for (int i = 0; i < count; i++)
        pointers[i] = words[i];
    return sim_choice_read(&plan, pointers, count, choice);
}

Test(choice_text, what_is_printed_is_read)
{
    static const char *const lines[] = {
        "deliver c1 n2 there",
        "deliver c2 n3 back older 1",
        "due c1",
        "wish c2",
        "return n3",
        "advance",
        "late c1 n1 back",
        "fault cut c1 n2 coins 10",
    };
    struct sim_plan plan = {.nodes = 3, .clients = 2};
    const struct sim_action cut = {.deed = SIM_DEED_CUT};

    sim_plan_add(&plan, &cut);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        char text[96] = "";
        char wanted[96];
        struct sim_choice choice;
        FILE *out = fmemopen(text, sizeof(text), "w");
        cr_assert(read(&choice, lines[i]), "%s", lines[i]);
        sim_choice_print(out, &plan, &choice);
        fclose(out);
        snprintf(wanted, sizeof(wanted), "choose %s\n", lines[i]);
        cr_expect_str_eq(text, wanted);
    }
    sim_plan_clear(&plan);
}

Test(choice_text, what_is_none_is_refused)
{
    static const char *const lines[] = {
        "",
        "deliver",
        "deliver c1",
        "deliver c9 n1 there",
        "jump c1",
        "fault flush n1",
        "fault",
        "return",
        "return c1 n1",
        "due n1",
        "deliver c1 n1 there older x",
        "wish c1 coins 012",
        "wish c1 coins 01010101010101010",
    };
    struct sim_choice choice;

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        cr_expect_not(read(&choice, lines[i]), "%s", lines[i]);
}
