/* SPDX-License-Identifier: MIT */
/* Prints a failing seed. */

#include "tests/sim/report.h"

#include <inttypes.h>

#include "tests/sim/commit.h"
#include "tests/sim/deal.h"
#include "tests/sim/mutant.h"
#include "tests/sim/shrink.h"

/* The option that restricts the check to one rule; "": the profile does. */
static const char *only_option(const struct sim_work *work)
{
    static char text[48];

    text[0] = '\0';
    for (int rule = SIM_RULE_NONE + 1; rule < SIM_RULES; rule++) {
        uint64_t bit = SIM_RULE_BIT(rule);
        if (work->blind == ~bit && work->profile->judged != bit)
            snprintf(text, sizeof(text), " --only %s",
                     sim_rule_name((enum sim_rule)rule));
    }
    return text;
}

void sim_report_failure(FILE *out, const struct sim_work *work,
                        const struct sim_outcome *outcome)
{
    const char *profile = work->profile->name;
    struct sim_world *world;
    struct sim_plan plan = {0};

    fprintf(out, "seed %" PRIu64 ", profile %s, commit %s: %s", outcome->seed,
            profile, SIM_COMMIT,
            outcome->died ? "the process died"
                          : sim_rule_sentence(outcome->rule));
    if (outcome->signal != 0)
        fprintf(out, " (signal %d)", outcome->signal);
    fputc('\n', out);
    fprintf(out, "repeat: ./dev sim%s%s --profile %s%s %" PRIu64 "\n",
            sim_mutant_name[0] == '\0' ? "" : " --mutant ", sim_mutant_name,
            profile, only_option(work), outcome->seed);
    if (outcome->died)
        return;
    world = sim_run_open();
    sim_deal(&plan, work->profile, outcome->seed);
    sim_shrink(world, &plan, outcome->rule, work->blind);
    fputs("\nthe shortest plan that still fails:\n\n", out);
    sim_plan_print(out, &plan);
    fputs("---\n", out);
    (void)sim_run(world, &plan, out, work->blind);
    sim_plan_clear(&plan);
    sim_run_close(world);
}
