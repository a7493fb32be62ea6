/* SPDX-License-Identifier: MIT */
/* Finds shorter paths to the same violation. */

#include "tests/sim/explore/path.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/choice.h"
#include "tests/sim/explore/arena.h"
#include "tests/sim/mutant.h"
#include "tests/sim/run.h"

/* The rule that must break, and when. */
struct aim {
    enum sim_rule rule;
    bool at_end;
    uint64_t blind;
};

static struct sim_world *open_world(void)
{
    struct sim_world *world;

    arena_clear();
    world = sim_run_open();
    world->acts = arena_enter;
    return world;
}

static bool breaks(const struct sim_plan *plan, const struct aim *aim)
{
    struct sim_world *world = open_world();
    enum sim_rule rule;

    sim_run_prepare(world, plan, NULL, aim->blind);
    for (int i = 0;
         i < plan->choices_count && world->broken_rule == SIM_RULE_NONE; i++)
        (void)sim_choice_take(world, &plan->choices[i]);
    if (aim->at_end && world->broken_rule == SIM_RULE_NONE) {
        sim_choice_end(world);
        sim_run_finish(world);
    }
    rule = (enum sim_rule)world->broken_rule;
    sim_run_close(world);
    return rule == aim->rule;
}

/* Removes that many choices from there on. */
static void cut(struct sim_plan *plan, int from, int count)
{
    memmove(plan->choices + from, plan->choices + from + count,
            (size_t)(plan->choices_count - from - count) *
                sizeof(*plan->choices));
    plan->choices_count -= count;
}

static bool cut_if_same(struct sim_plan *plan, int from, int count,
                        const struct aim *aim)
{
    struct sim_plan shorter;
    bool same;

    sim_plan_copy(&shorter, plan);
    cut(&shorter, from, count);
    same = breaks(&shorter, aim);
    sim_plan_clear(&shorter);
    if (same)
        cut(plan, from, count);
    return same;
}

static bool shrink_once(struct sim_plan *plan, const struct aim *aim)
{
    bool shorter = false;

    for (int size = plan->choices_count / 2; size >= 1; size /= 2) {
        for (int from = 0; from + size <= plan->choices_count;) {
            if (cut_if_same(plan, from, size, aim))
                shorter = true;
            else
                from += size;
        }
    }
    return shorter;
}

static bool is_used(const struct sim_plan *plan, int action)
{
    for (int i = 0; i < plan->choices_count; i++) {
        if (plan->choices[i].kind == SIM_CHOICE_FAULT &&
            plan->choices[i].action == action)
            return true;
    }
    return plan->actions[action].deed <= SIM_DEED_INSPECT;
}

static void drop_unused(struct sim_plan *plan)
{
    for (int action = plan->actions_count - 1; action >= 0; action--) {
        if (is_used(plan, action))
            continue;
        memmove(plan->actions + action, plan->actions + action + 1,
                (size_t)(plan->actions_count - action - 1) *
                    sizeof(*plan->actions));
        plan->actions_count--;
        for (int i = 0; i < plan->choices_count; i++)
            plan->choices[i].action =
                (int16_t)(plan->choices[i].action -
                          (plan->choices[i].action > action));
    }
}

void path_shrink(struct sim_plan *plan, enum sim_rule rule, bool at_end,
                 uint64_t blind)
{
    const struct aim aim = {rule, at_end, blind};

    while (shrink_once(plan, &aim))
        continue;
    drop_unused(plan);
}

void path_tell(FILE *out, const struct sim_plan *plan, enum sim_rule rule,
               bool only)
{
    struct sim_world *world;

    if (only)
        fprintf(out, "@only %s\n", sim_rule_name(rule));
    if (sim_mutant_name[0] != '\0')
        fprintf(out, "@mutant %s\n", sim_mutant_name);
    fprintf(out, "@expect breaks %s\n", sim_rule_name(rule));
    sim_plan_print(out, plan);
    fputs("---\n", out);
    world = open_world();
    (void)sim_run(world, plan, out, only ? ~SIM_RULE_BIT(rule) : 0);
    sim_run_close(world);
}
