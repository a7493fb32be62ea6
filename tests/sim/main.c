/* SPDX-License-Identifier: MIT */
/* redlock-sim: runs schedules, or prints the story of one. */

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/arguments.h"
#include "tests/sim/deal.h"
#include "tests/sim/report.h"
#include "tests/sim/run.h"
#include "tests/sim/story_file.h"
#include "tests/sim/tour.h"

#define SEEDS_DEFAULT 20000
#define USAGE 64

struct wishes {
    struct sim_work work;
    bool json;
    bool all;         /* all profiles, one after the other */
    const char *seed; /* the seed whose story is printed */
    const char *file; /* a file with a story that is played again */
};

static void usage(FILE *out)
{
    fputs(
        "usage: redlock-sim [options]           run schedules\n"
        "       redlock-sim [options] SEED      print the story of one\n"
        "       redlock-sim [options] FILE      print the story of a plan\n"
        "\n"
        "  --seeds A..B     the seeds (1..20000)\n"
        "  --for DUR        run schedules for this time: 90s, 10m, 1h\n"
        "  --profile NAME   the kinds and rates of faults (rough); all: every "
        "profile\n"
        "  --only RULE      check one rule only, such as exclusion\n"
        "  --jobs N         processes (one for each core)\n"
        "  --json           the figures as JSON\n"
        "  --list           the profiles and the rules\n"
        "\n"
        "./dev sim has mutants, too: --mutant NAME builds a simulator with "
        "that mutant,\nand --list prints their names.\n",
        out);
}

static _Noreturn void refuse(const char *what, const char *text)
{
    fprintf(stderr, "redlock-sim: %s: %s\n", what, text);
    exit(USAGE);
}

static void list(void)
{
    const struct sim_profile *profile;

    for (int i = 0; (profile = sim_profile_at(i)) != NULL; i++)
        printf("profile  %-10s %s\n", profile->name, profile->about);
    for (int rule = SIM_RULE_NONE + 1; rule < SIM_RULES; rule++)
        printf("rule     %-10s broken: %s\n",
               sim_rule_name((enum sim_rule)rule),
               sim_rule_sentence((enum sim_rule)rule));
}

static double read_seconds(const char *text)
{
    double seconds = sim_argument_seconds(text);

    if (seconds == 0)
        refuse("not a duration", text);
    return seconds;
}

static void read_seeds(struct sim_work *work, const char *text)
{
    if (!sim_argument_seeds(text, &work->first, &work->last))
        refuse("not a range of seeds", text);
}

static uint64_t all_but(const char *name)
{
    enum sim_rule rule = sim_rule_named(name);

    if (rule == SIM_RULE_NONE)
        refuse("no such rule", name);
    return ~SIM_RULE_BIT(rule);
}

static void read_profile(struct wishes *wishes, const char *name)
{
    wishes->all = strcmp(name, "all") == 0;
    if (!wishes->all)
        wishes->work.profile = sim_profile(name);
    if (wishes->work.profile == NULL)
        refuse("no such profile", name);
}

static void read_option(struct wishes *wishes, int option)
{
    struct sim_work *work = &wishes->work;

    switch (option) {
    case 's':
        read_seeds(work, optarg);
        break;
    case 'f':
        work->seconds = read_seconds(optarg);
        work->last = UINT64_MAX / 2;
        break;
    case 'p':
        read_profile(wishes, optarg);
        break;
    case 'o':
        work->blind = all_but(optarg);
        break;
    case 'j':
        work->jobs = atoi(optarg);
        if (work->jobs < 1 || work->jobs > 64)
            refuse("not a number of jobs", optarg);
        break;
    case 'J':
        wishes->json = true;
        break;
    case 'l':
        list();
        exit(0);
    case 'h':
        usage(stdout);
        exit(0);
    default:
        usage(stderr);
        exit(USAGE);
    }
}

static void read_wishes(struct wishes *wishes, int argc, char **argv)
{
    static const struct option options[] = {
        {"seeds", required_argument, NULL, 's'},
        {"for", required_argument, NULL, 'f'},
        {"profile", required_argument, NULL, 'p'},
        {"only", required_argument, NULL, 'o'},
        {"jobs", required_argument, NULL, 'j'},
        {"json", no_argument, NULL, 'J'},
        {"list", no_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int option;

    *wishes = (struct wishes){
        .work =
            {
                .profile = sim_profile("rough"),
                .first = 1,
                .last = SEEDS_DEFAULT,
                .jobs = cores > 0 && cores < 64 ? (int)cores : 1,
                .progress = isatty(STDERR_FILENO) != 0,
            },
    };
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        read_option(wishes, option);
    if (optind < argc &&
        strspn(argv[optind], "0123456789") == strlen(argv[optind]))
        wishes->seed = argv[optind];
    else if (optind < argc)
        wishes->file = argv[optind];
}

static int tell(const struct wishes *wishes)
{
    struct sim_world *world = sim_run_open();
    struct sim_plan plan = {0};
    enum sim_rule rule;

    sim_deal(&plan, wishes->work.profile, strtoull(wishes->seed, NULL, 10));
    rule = sim_run(world, &plan, stdout, wishes->work.blind);
    sim_plan_clear(&plan);
    sim_run_close(world);
    return rule != SIM_RULE_NONE;
}

static int tell_file(const char *path)
{
    char complaint[128];

    if (sim_story_file_tell(path, stdout, complaint, sizeof(complaint)))
        return 0;
    refuse(path, complaint);
}

static int run_many(const struct wishes *wishes)
{
    struct sim_outcome outcome;
    double cores = (double)wishes->work.jobs;

    sim_jobs_run(&wishes->work, &outcome);
    if (outcome.failed)
        sim_report_failure(stdout, &wishes->work, &outcome);
    if (wishes->json) {
        printf("{\"profile\":\"%s\",\"jobs\":%d,\"seconds\":%.3f,"
               "\"per_second_and_core\":%.1f,\"failed\":%s,",
               wishes->work.profile->name, wishes->work.jobs, outcome.seconds,
               (double)outcome.tally.schedules / outcome.seconds / cores,
               outcome.failed ? "true" : "false");
        sim_tally_json(stdout, &outcome.tally);
        puts("}");
    } else {
        sim_tally_print(stdout, &outcome.tally);
        printf("%.1f s on %d cores: %.0f schedules a second and core, "
               "profile %s\n",
               outcome.seconds, wishes->work.jobs,
               (double)outcome.tally.schedules / outcome.seconds / cores,
               wishes->work.profile->name);
    }
    return outcome.failed;
}

int main(int argc, char **argv)
{
    struct wishes wishes;

    read_wishes(&wishes, argc, argv);
    if (wishes.all && (wishes.seed != NULL || wishes.file != NULL))
        refuse("one story has one profile", "all");
    if (wishes.all && wishes.json)
        refuse("the table of all profiles is no JSON", "all");
    if (wishes.all)
        return !sim_tour(&wishes.work, stdout);
    if (wishes.work.blind == 0 && wishes.work.profile->judged != 0)
        wishes.work.blind = ~wishes.work.profile->judged;
    if (wishes.seed != NULL)
        return tell(&wishes);
    if (wishes.file != NULL)
        return tell_file(wishes.file);
    return run_many(&wishes);
}
