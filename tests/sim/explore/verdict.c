/* SPDX-License-Identifier: MIT */
/* Reports the results of searches. */

#include "tests/sim/explore/verdict.h"

#include <inttypes.h>
#include <stdio.h>

#include "tests/sim/choice_text.h"
#include "tests/sim/explore/path.h"
#include "tests/sim/points.h"

static const char *end_name(enum search_end end)
{
    switch (end) {
    case SEARCH_EXHAUSTED:
        return "exhausted";
    case SEARCH_CUT_BY_TIME:
        return "cut by time";
    case SEARCH_CUT_BY_STATES:
        return "cut by states";
    case SEARCH_CUT_BY_DEPTH:
        return "cut by depth";
    case SEARCH_BROKEN:
        return "broken";
    case SEARCH_JUDGED:
        return "judged";
    case SEARCH_OUT_OF_ROOM:
    case SEARCH_DIED:
        break;
    }
    return "died";
}

/* --- a line for each search -------------------------------------------------
 */

void verdict_print(const struct story *story, const struct budgets *budgets,
                   const struct search_result *result, bool json)
{
    if (json)
        printf("{\"story\":\"%s\",\"late\":%d,\"faults\":%d,\"end\":\"%s\","
               "\"states\":%" PRIu64 ",\"transitions\":%" PRIu64
               ",\"ends\":%" PRIu64 ",\"end_states\":\"%016" PRIx64
               "\",\"deepest\":%d,\"merged\":%" PRIu64 ",\"seconds\":%.2f}\n",
               story->name, budgets->late, budgets->faults,
               end_name(result->end), result->states, result->transitions,
               result->ends, result->end_states, result->deepest,
               result->merged, result->seconds);
    else
        printf("%-24s late %d faults %d: %s, %" PRIu64 " states, %" PRIu64
               " transitions, %.1f s\n",
               story->name, budgets->late, budgets->faults,
               end_name(result->end), result->states, result->transitions,
               result->seconds);
    if (result->merged > 0)
        printf("  %" PRIu64 " states were taken for one that are not\n",
               result->merged);
    fflush(stdout);
}

/*
 * The plan with the path that breaks the rule, reduced; the caller clears it.
 */
static void shorten(struct sim_plan *broken,
                    const struct search_settings *search,
                    const struct search_result *result)
{
    sim_plan_copy(broken, search->plan);
    for (int i = 0; i < result->length; i++)
        sim_plan_choose(broken, &result->path[i]);
    path_shrink(broken, result->rule, result->at_end, search->blind);
}

void verdict_tell(const struct search_settings *search,
                  const struct search_result *result, bool only)
{
    struct sim_plan broken;

    shorten(&broken, search, result);
    printf("# %s: %s, by %d choices\n", sim_rule_sentence(result->rule),
           result->complaint, broken.choices_count);
    path_tell(stdout, &broken, result->rule, only);
    sim_plan_clear(&broken);
}

/* --- TAP --------------------------------------------------------------------
 */

static const char *ok(bool good)
{
    return good ? "ok" : "not ok";
}

bool verdict_checked(int number, const struct story *story,
                     const struct story_bounds *bounds,
                     const struct search_result *result)
{
    bool good = result->end == SEARCH_EXHAUSTED && result->merged == 0 &&
                result->states == bounds->states;

    printf("%s %d - %s, late %d, faults %d: %s, %" PRIu64 " states", ok(good),
           number, story->name, bounds->budgets.late, bounds->budgets.faults,
           end_name(result->end), result->states);
    if (result->states != bounds->states)
        printf(" and not %" PRIu64, bounds->states);
    putchar('\n');
    fflush(stdout);
    return good;
}

bool verdict_reached(int number, const struct story *story, uint64_t reached)
{
    uint64_t missing = story->reaches & ~reached;

    printf("%s %d - %s reaches what it is to reach", ok(missing == 0), number,
           story->name);
    for (int point = 0; point < SIM_POINTS; point++) {
        if ((missing & SIM_POINT_BIT(point)) != 0)
            printf(", but not: %s", sim_point_name((enum sim_point)point));
    }
    putchar('\n');
    return missing == 0;
}

static bool same_ends(const struct search_result *one,
                      const struct search_result *other)
{
    return one->end == SEARCH_EXHAUSTED && other->end == SEARCH_EXHAUSTED &&
           one->ends == other->ends && one->end_states == other->end_states;
}

bool verdict_compared(int number, const struct story *story,
                      const struct story_bounds *bounds,
                      const struct search_result *reduced,
                      const struct search_result *turned,
                      const struct search_result *whole)
{
    bool good = same_ends(reduced, whole) && same_ends(reduced, turned) &&
                turned->states == reduced->states;

    printf("%s %d - %s, late %d, faults %d: %" PRIu64 " ends of %" PRIu64
           " states, %" PRIu64 " of %" PRIu64 " with nothing left out\n",
           ok(good), number, story->name, bounds->budgets.late,
           bounds->budgets.faults, reduced->ends, reduced->states, whole->ends,
           whole->states);
    fflush(stdout);
    return good;
}

bool verdict_found(const struct search_settings *search,
                   const struct search_result *result)
{
    struct sim_plan broken;
    bool good;

    if (result->end != SEARCH_BROKEN) {
        printf("not ok 1 - nothing breaks: %s, %" PRIu64 " states\n",
               end_name(result->end), result->states);
        return false;
    }
    shorten(&broken, search, result);
    good = broken.choices_count <= VERDICT_FIND_CHOICES;
    printf("%s 1 - %s, within %" PRIu64 " states, by %d choices\n", ok(good),
           sim_rule_name(result->rule), result->states, broken.choices_count);
    sim_plan_clear(&broken);
    return good;
}

bool verdict_judged(const struct search_settings *search,
                    const struct search_result *result)
{
    uint64_t missing = search->judge & ~result->judged;

    printf("%s 1 - judged within %" PRIu64 " states", ok(missing == 0),
           result->states);
    for (int rule = 1; rule < SIM_RULES; rule++) {
        if ((missing & SIM_RULE_BIT(rule)) != 0)
            printf(", but not %s", sim_rule_name((enum sim_rule)rule));
    }
    putchar('\n');
    return missing == 0;
}

void verdict_try_alphabet(struct verdict_tried *tried,
                          const struct story *story)
{
    for (int i = 0; i < story->plan.actions_count; i++) {
        enum sim_deed deed = story->plan.actions[i].deed;
        if (deed > SIM_DEED_INSPECT)
            tried->alphabet |= UINT64_C(1) << deed;
    }
}

void verdict_try_choices(struct verdict_tried *tried,
                         const struct search_result *result)
{
    tried->kinds |= result->kinds;
    tried->faults |= result->faults;
}

bool verdict_all_tried(int number, const struct verdict_tried *tried)
{
    unsigned kinds = ((1U << SIM_CHOICES) - 1) & ~tried->kinds;
    uint64_t faults = tried->alphabet & ~tried->faults;
    bool good = kinds == 0 && faults == 0;

    for (int kind = 0; kind < SIM_CHOICES; kind++) {
        if ((kinds & 1U << kind) != 0)
            printf("# no story takes: %s\n",
                   sim_choice_kind_name((enum sim_choice_kind)kind));
    }
    for (int deed = 0; deed < SIM_DEEDS; deed++) {
        if ((faults & UINT64_C(1) << deed) != 0)
            printf("# no story takes: %s\n",
                   sim_deed_name((enum sim_deed)deed));
    }
    printf("%s %d - every choice and every fault is tried\n", ok(good), number);
    return good;
}
