/* SPDX-License-Identifier: MIT */
/* Choices as lines of a plan. */

#include "tests/sim/choice_text.h"

#include <stdlib.h>
#include <string.h>

static const char *const kinds[SIM_CHOICES] = {
    [SIM_CHOICE_DELIVER] = "deliver", [SIM_CHOICE_DUE] = "due",
    [SIM_CHOICE_WISH] = "wish",       [SIM_CHOICE_RETURN] = "return",
    [SIM_CHOICE_ADVANCE] = "advance", [SIM_CHOICE_LATE] = "late",
    [SIM_CHOICE_FAULT] = "fault",
};

static const char *const ways[] = {"there", "back"};

const char *sim_choice_kind_name(enum sim_choice_kind kind)
{
    return kinds[kind];
}

static bool has_way(const struct sim_choice *choice)
{
    return choice->kind == SIM_CHOICE_DELIVER ||
           choice->kind == SIM_CHOICE_LATE;
}

void sim_choice_print(FILE *out, const struct sim_plan *plan,
                      const struct sim_choice *choice)
{
    fprintf(out, "choose %s", kinds[choice->kind]);
    if (choice->kind == SIM_CHOICE_FAULT)
        fprintf(out, " %s", sim_deed_name(plan->actions[choice->action].deed));
    if (choice->client != SIM_ALL)
        fprintf(out, " c%d", choice->client + 1);
    if (choice->node != SIM_ALL)
        fprintf(out, " n%d", choice->node + 1);
    if (has_way(choice))
        fprintf(out, " %s", ways[choice->way]);
    if (choice->listening)
        fprintf(out, " listening");
    if (choice->older > 0)
        fprintf(out, " older %d", choice->older);
    if (choice->coins.count > 0)
        fputs(" coins ", out);
    for (int i = 0; i < choice->coins.count; i++)
        fputc((choice->coins.heads >> i & 1) != 0 ? '1' : '0', out);
    fputc('\n', out);
}

/* Finds the fault of that name in the plan. */
static bool read_fault(const struct sim_plan *plan, const char *name,
                       struct sim_choice *choice)
{
    for (int i = 0; i < plan->actions_count; i++) {
        enum sim_deed deed = plan->actions[i].deed;
        if (deed <= SIM_DEED_INSPECT || strcmp(sim_deed_name(deed), name) != 0)
            continue;
        choice->action = (int16_t)i;
        return true;
    }
    return false;
}

static bool read_coins(const char *text, struct sim_coins *coins)
{
    for (; *text == '0' || *text == '1'; text++) {
        if (coins->count == SIM_COINS_MAX)
            return false;
        coins->heads |= (uint16_t)((*text - '0') << coins->count++);
    }
    return *text == '\0';
}

static bool read_actor(const char *word, const struct sim_plan *plan,
                       struct sim_choice *choice)
{
    int number = atoi(word + 1);

    if (word[0] == 'c' && number >= 1 && number <= plan->clients)
        choice->client = (int8_t)(number - 1);
    else if (word[0] == 'n' && number >= 1 && number <= plan->nodes)
        choice->node = (int8_t)(number - 1);
    else
        return false;
    return true;
}

static bool read_word(const struct sim_plan *plan, const char *word,
                      const char *next, struct sim_choice *choice, int *used)
{
    *used = 1;
    for (uint8_t way = 0; way < 2; way++) {
        if (strcmp(word, ways[way]) == 0) {
            choice->way = way;
            return true;
        }
    }
    if (strcmp(word, "listening") == 0) {
        choice->listening = true;
        return true;
    }
    if (strcmp(word, "coins") != 0 && strcmp(word, "older") != 0)
        return read_actor(word, plan, choice);
    *used = 2;
    if (strcmp(word, "coins") == 0)
        return read_coins(next, &choice->coins);
    choice->older = (uint8_t)atoi(next);
    return choice->older > 0;
}

/* Does the choice name the client and node that its kind requires? */
static bool complete(const struct sim_choice *choice)
{
    bool client = choice->client != SIM_ALL;
    bool node = choice->node != SIM_ALL;

    switch ((enum sim_choice_kind)choice->kind) {
    case SIM_CHOICE_DELIVER:
    case SIM_CHOICE_LATE:
        return client && node;
    case SIM_CHOICE_DUE:
    case SIM_CHOICE_WISH:
        return client;
    case SIM_CHOICE_RETURN:
        return client != node;
    case SIM_CHOICE_FAULT:
        return client || node;
    case SIM_CHOICE_ADVANCE:
    case SIM_CHOICES:
        break;
    }
    return true;
}

bool sim_choice_read(const struct sim_plan *plan, char *const *words, int count,
                     struct sim_choice *choice)
{
    int word = 1;

    *choice = (struct sim_choice){
        .kind = SIM_CHOICES, .client = SIM_ALL, .node = SIM_ALL};
    for (uint8_t kind = 0; kind < SIM_CHOICES && count > 0; kind++) {
        if (strcmp(kinds[kind], words[0]) == 0)
            choice->kind = kind;
    }
    if (choice->kind == SIM_CHOICES)
        return false;
    if (choice->kind == SIM_CHOICE_FAULT &&
        (count < 2 || !read_fault(plan, words[word++], choice)))
        return false;
    for (int used; word < count; word += used) {
        if (!read_word(plan, words[word],
                       word + 1 < count ? words[word + 1] : "", choice, &used))
            return false;
    }
    return complete(choice);
}
