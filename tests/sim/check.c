/* SPDX-License-Identifier: MIT */
/*
 * sim-check: what the simulator must show in every run of the tests, in TAP.
 *
 *     sim-check seeds PROFILE A..B    no rule is broken in these
 *                                     schedules, and all points are reached
 *     sim-check every COUNT           no rule is broken in that many
 *                                     schedules of each profile
 *     sim-check mutant                prints the mutant of this program
 *     sim-check found RULES PROFILE A..B      one of these rules detects the
 *                                     mutant of this program in these
 *                                     schedules
 *     sim-check assumptions           each violated assumption leads to two
 *                                     holders
 *     sim-check same                  a seed gives the same story twice
 *     sim-check stories FILE...       the stories meet their expectations, and
 *                                     their traces are those in the files
 *     sim-check rewrite FILE...       replaces the traces in the files
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/arguments.h"
#include "tests/sim/deal.h"
#include "tests/sim/jobs.h"
#include "tests/sim/mutant.h"
#include "tests/sim/points.h"
#include "tests/sim/report.h"
#include "tests/sim/run.h"
#include "tests/sim/story_file.h"

/* A violated assumption must lead to two holders within that many seeds. */
#define ASSUMPTION_SEEDS 2000

#define SAME_SEEDS 100

/* A dense schedule takes as long as that many others. */
#define DENSE 50

static int count;
static int failed;

static void result(bool good, const char *what, const char *detail)
{
    printf("%sok %d - %s%s%s\n", good ? "" : "not ", ++count, what,
           detail[0] == '\0' ? "" : ": ", detail);
    fflush(stdout);
    failed += !good;
}

static int finish(void)
{
    printf("1..%d\n", count);
    return failed > 0;
}

struct seeds {
    uint64_t first;
    uint64_t last;
};

static struct sim_work work_of(const char *profile, struct seeds seeds)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return (struct sim_work){
        .profile = sim_profile(profile),
        .first = seeds.first,
        .last = seeds.last,
        .jobs = cores > 0 && cores < 64 ? (int)cores : 1,
    };
}

static void run_seeds(const char *profile, struct seeds seeds,
                      struct sim_outcome *outcome)
{
    struct sim_work work = work_of(profile, seeds);
    char what[128];

    if (work.profile->judged != 0)
        work.blind = ~work.profile->judged;
    sim_jobs_run(&work, outcome);
    if (outcome->failed)
        sim_report_failure(stderr, &work, outcome);
    snprintf(what, sizeof(what),
             "%" PRIu64 " schedules of profile %s break no rule",
             outcome->tally.schedules, profile);
    result(!outcome->failed &&
               outcome->tally.schedules == seeds.last - seeds.first + 1,
           what, "");
}

static int check_seeds(const char *profile, struct seeds seeds)
{
    struct sim_outcome outcome;
    char missing[96] = "";
    bool complete;

    run_seeds(profile, seeds, &outcome);
    complete = sim_points_complete(sim_profile(profile), &outcome.tally,
                                   missing, sizeof(missing));
    result(complete, "they draw every fault, and reach what they have to",
           missing);
    return finish();
}

/* Profiles whose assumptions hold, and rules that hold without them. */
static int check_every(uint64_t schedules)
{
    const struct sim_profile *profile;
    struct sim_outcome outcome;

    for (int i = 0; (profile = sim_profile_at(i)) != NULL; i++) {
        if (profile->broken == 0 || profile->judged != 0)
            run_seeds(profile->name,
                      (struct seeds){1, profile->dense ? schedules / DENSE
                                                       : schedules},
                      &outcome);
    }
    return finish();
}

/* The mutant counts as detected only if one of these rules detects it. */
static int check_built(uint64_t rules, const char *profile, struct seeds seeds)
{
    struct sim_work work = work_of(profile, seeds);
    struct sim_outcome outcome;
    char by[128] = "its rules see nothing";

    work.blind = ~rules;
    sim_jobs_run(&work, &outcome);
    if (outcome.failed)
        snprintf(by, sizeof(by), "seed %" PRIu64 ", %s", outcome.seed,
                 outcome.died ? "the process died"
                              : sim_rule_sentence(outcome.rule));
    result(outcome.failed && !outcome.died, profile, by);
    return finish();
}

static int check_assumptions(void)
{
    const struct sim_profile *profile;

    for (int i = 0; (profile = sim_profile_at(i)) != NULL; i++) {
        struct sim_work work =
            work_of(profile->name, (struct seeds){1, ASSUMPTION_SEEDS});
        struct sim_outcome outcome;
        char detail[64];
        bool good;
        if (profile->broken == 0)
            continue;
        work.blind = ~SIM_RULE_BIT(SIM_RULE_EXCLUSION);
        sim_jobs_run(&work, &outcome);
        snprintf(detail, sizeof(detail), "two holders by seed %" PRIu64,
                 outcome.seed);
        good = outcome.failed && outcome.rule == SIM_RULE_EXCLUSION;
        result(good, profile->about, outcome.failed ? detail : "not found");
        if (!good)
            printf("# repeat: ./dev sim --profile %s --only exclusion "
                   "--seeds 1..%d\n",
                   profile->name, ASSUMPTION_SEEDS);
    }
    return finish();
}

/* The story of a seed; the caller must free it. */
static char *story_of(const struct sim_profile *profile, uint64_t seed)
{
    struct sim_world *world = sim_run_open();
    struct sim_plan plan = {0};
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (out == NULL)
        exit(2);
    sim_deal(&plan, profile, seed);
    (void)sim_run(world, &plan, out, 0);
    fclose(out);
    sim_plan_clear(&plan);
    sim_run_close(world);
    return text;
}

static int check_same(void)
{
    static const char *const names[] = {
        "rough", "jumpy", "forgetful", "repairs", "fences",
    };
    const uint64_t count_of = sizeof(names) / sizeof(names[0]);
    const struct sim_profile *profile;
    int same = 0;
    char what[64];

    for (uint64_t seed = 1; seed <= SAME_SEEDS; seed++) {
        char *once;
        char *again;
        profile = sim_profile(names[seed % count_of]);
        once = story_of(profile, seed);
        again = story_of(profile, seed);
        same += strlen(once) > 1000 && strcmp(once, again) == 0;
        free(once);
        free(again);
    }
    snprintf(what, sizeof(what), "%d seeds tell the same story twice",
             SAME_SEEDS);
    result(same == SAME_SEEDS, what, "");
    return finish();
}

static int check_stories(int files, char **paths, bool rewrite)
{
    for (int i = 0; i < files; i++) {
        const char *slash = strrchr(paths[i], '/');
        char complaint[128] = "";
        bool good =
            rewrite
                ? sim_story_file_rewrite(paths[i], complaint, sizeof(complaint))
                : sim_story_file_check(paths[i], complaint, sizeof(complaint));
        result(good, slash == NULL ? paths[i] : slash + 1, complaint);
        if (!good)
            printf("# repeat: ./dev sim %s\n", paths[i]);
    }
    return finish();
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    struct seeds seeds;

    if (strcmp(verb, "seeds") == 0 && argc == 4 &&
        sim_profile(argv[2]) != NULL &&
        sim_argument_seeds(argv[3], &seeds.first, &seeds.last))
        return check_seeds(argv[2], seeds);
    if (strcmp(verb, "every") == 0 && argc == 3)
        return check_every(strtoull(argv[2], NULL, 10));
    if (strcmp(verb, "mutant") == 0)
        return printf("mutant - %s\n", sim_mutant_name) < 0;
    if (strcmp(verb, "found") == 0 && argc == 5 &&
        sim_argument_rules(argv[2]) != 0 && sim_profile(argv[3]) != NULL &&
        sim_argument_seeds(argv[4], &seeds.first, &seeds.last))
        return check_built(sim_argument_rules(argv[2]), argv[3], seeds);
    if (strcmp(verb, "assumptions") == 0)
        return check_assumptions();
    if (strcmp(verb, "same") == 0)
        return check_same();
    if (strcmp(verb, "stories") == 0)
        return check_stories(argc - 2, argv + 2, false);
    if (strcmp(verb, "rewrite") == 0)
        return check_stories(argc - 2, argv + 2, true);
    fputs("usage: sim-check seeds PROFILE A..B | every COUNT | mutant | found "
          "RULES PROFILE A..B | assumptions | same | stories FILE... | rewrite "
          "FILE...\n",
          stderr);
    return 64;
}
