/* SPDX-License-Identifier: MIT */
/* redlock-explore: explores every order of events in small stories. */

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/arguments.h"
#include "tests/sim/explore/search.h"
#include "tests/sim/explore/story.h"
#include "tests/sim/explore/verdict.h"
#include "tests/sim/mutant.h"

#define USAGE 64

/* The states that the audit remembers, unless --states follows. */
#define AUDIT_STATES (UINT64_C(1) << 22)

/*
 * The search is repeated without reductions if it has at most that many states.
 */
#define COMPARE_STATES 20000

#define STATES_DEFAULT (UINT64_C(1) << 30)

enum mode {
    LOOK,    /* within all bounds in the files of the stories */
    CHECK,   /* within the bounds that are marked for the tests */
    REWRITE, /* the same, and write the numbers of states to the files */
    COMPARE, /* small searches also without reductions */
    FIND,    /* a broken rule, soon and on a short path */
    JUDGE,   /* rules that have something to judge, soon */
};

struct wishes {
    enum mode mode;
    struct search_settings search;
    bool late;   /* bounds were given */
    bool faults; /* bounds were given */
    bool only;   /* one rule is checked */
    bool json;
    bool all; /* the arguments are all stories */
};

/* The kinds of failures in all searches, one bit each. */
enum {
    BROKEN = 1,
    CUT = 2,
};

static struct verdict_tried tried;
static unsigned failed;
static int count; /* of the tests reported so far */

static void usage(FILE *out)
{
    fputs("usage: redlock-explore [options] STORY...   explore every order of "
          "events\n"
          "\n"
          "  --late N         allow N late messages on a path\n"
          "  --faults N       allow N of the story's faults on a path\n"
          "                   (without both: the bounds in the story's file)\n"
          "  --for DUR        stop after this time: 90s, 10m, 1h\n"
          "  --states N       stop at N states; with --check: skip larger "
          "bounds\n"
          "  --jobs N         processes, which share a table (one for each "
          "core)\n"
          "  --only RULES     check only these rules, comma-separated\n"
          "  --whole          search without reductions\n"
          "  --audit          check that equal states have equal steps\n"
          "  --check          run the tests: TAP; the numbers of states must "
          "be those\n"
          "                   in the files\n"
          "  --compare        check that a search without reductions has the "
          "same\n"
          "                   ends: TAP\n"
          "  --find RULES     check that one of these rules breaks, within a "
          "million\n"
          "                   states and 25 choices: the test of a mutant\n"
          "  --judge RULES    check that each of these rules has something to "
          "judge\n"
          "                   within a million states\n"
          "  --all            with --check: these are all stories, and "
          "together try\n"
          "                   every choice\n"
          "  --rewrite        write the numbers of states to the files\n"
          "  --json           print a line of JSON for each search\n"
          "\n"
          "A violation is printed as a story, which redlock-sim can replay.\n"
          "Exit status: 0 no rule is broken, 1 a rule is broken, 3 not "
          "complete.\n",
          out);
}

static _Noreturn void refuse(const char *what, const char *text)
{
    fprintf(stderr, "redlock-explore: %s: %s\n", what, text);
    exit(USAGE);
}

static double read_seconds(const char *text)
{
    double seconds = sim_argument_seconds(text);

    if (seconds == 0)
        refuse("not a duration", text);
    return seconds;
}

static uint64_t read_number(const char *text, uint64_t most)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);

    if (end == text || *end != '\0' || text[0] == '-' || number > most)
        refuse("not a number that fits here", text);
    return number;
}

static uint64_t read_rules(const char *names)
{
    uint64_t rules = sim_argument_rules(names);

    if (rules == 0)
        refuse("no such rule", names);
    return rules;
}

static void read_option(struct wishes *wishes, int option)
{
    struct search_settings *search = &wishes->search;

    switch (option) {
    case 'l':
        search->budgets.late = (uint8_t)read_number(optarg, TABLE_LATE_MAX);
        wishes->late = true;
        break;
    case 'f':
        search->budgets.faults = (uint8_t)read_number(optarg, TABLE_FAULTS_MAX);
        wishes->faults = true;
        break;
    case 't':
        search->seconds = read_seconds(optarg);
        break;
    case 'n':
        search->states_max = read_number(optarg, UINT64_C(1) << 40);
        break;
    case 'j':
        search->jobs = (int)read_number(optarg, 16);
        break;
    case 'o':
        search->blind = ~read_rules(optarg);
        wishes->only = true;
        break;
    case 'w':
        search->whole = true;
        break;
    case 'a':
        search->audit = true;
        search->states_max = AUDIT_STATES;
        search->jobs = 1;
        break;
    case 'c':
        wishes->mode = CHECK;
        break;
    case 'C':
        wishes->mode = COMPARE;
        break;
    case 'F':
        search->blind = ~read_rules(optarg);
        search->states_max = VERDICT_FIND_STATES;
        wishes->only = true;
        wishes->mode = FIND;
        break;
    case 'g':
        search->judge = read_rules(optarg);
        search->states_max = VERDICT_FIND_STATES;
        wishes->mode = JUDGE;
        break;
    case 'A':
        wishes->all = true;
        break;
    case 'r':
        wishes->mode = REWRITE;
        break;
    case 'J':
        wishes->json = true;
        break;
    default:
        break;
    }
}

static void read_options(struct wishes *wishes, int argc, char **argv)
{
    static const struct option options[] = {
        {"late", required_argument, NULL, 'l'},
        {"faults", required_argument, NULL, 'f'},
        {"for", required_argument, NULL, 't'},
        {"states", required_argument, NULL, 'n'},
        {"jobs", required_argument, NULL, 'j'},
        {"only", required_argument, NULL, 'o'},
        {"whole", no_argument, NULL, 'w'},
        {"audit", no_argument, NULL, 'a'},
        {"check", no_argument, NULL, 'c'},
        {"compare", no_argument, NULL, 'C'},
        {"find", required_argument, NULL, 'F'},
        {"judge", required_argument, NULL, 'g'},
        {"all", no_argument, NULL, 'A'},
        {"rewrite", no_argument, NULL, 'r'},
        {"json", no_argument, NULL, 'J'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option;

    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == '?')
            exit(USAGE);
        if (option == 'h') {
            usage(stdout);
            exit(0);
        }
        read_option(wishes, option);
    }
    if (optind == argc)
        refuse("no story", "which one is to be explored?");
}

/* --- exploring -------------------------------------------------------------
 */

static void progress(uint64_t states, double seconds)
{
    static double said;

    if (seconds < said + 1)
        return;
    said = seconds;
    fprintf(stderr, "\r%" PRIu64 " states, %.0f s ", states, seconds);
    fflush(stderr);
}

/* Prints the command that repeats the failed search. */
static void tell_repeat(const struct wishes *wishes, const struct story *story,
                        const struct budgets *budgets)
{
    const char *separator = " --only ";

    fputs("# repeat: ./dev explore", stdout);
    if (sim_mutant_name[0] != '\0')
        printf(" --mutant %s", sim_mutant_name);
    for (int rule = 1; wishes->only && rule < SIM_RULES; rule++) {
        if ((wishes->search.blind & SIM_RULE_BIT(rule)) != 0)
            continue;
        printf("%s%s", separator, sim_rule_name((enum sim_rule)rule));
        separator = ",";
    }
    if (wishes->mode == COMPARE)
        fputs(" --compare", stdout);
    else
        printf(" --late %d --faults %d", budgets->late, budgets->faults);
    printf(" %s\n", story->path);
    fflush(stdout);
}

static void compare(const struct wishes *wishes, const struct story *story,
                    const struct story_bounds *bounds)
{
    static struct search_result reduced, turned, whole;
    struct search_settings search = wishes->search;

    if (bounds->states == 0 || bounds->states > COMPARE_STATES)
        return;
    search.plan = &story->plan;
    search.budgets = bounds->budgets;
    search.states_likely = bounds->states;
    search.jobs = 1;
    search_run(&search, &reduced);
    search.turned = true;
    search_run(&search, &turned);
    search.whole = true;
    search_run(&search, &whole);
    if (verdict_compared(++count, story, bounds, &reduced, &turned, &whole))
        return;
    failed |= BROKEN;
    tell_repeat(wishes, story, &bounds->budgets);
}

/* Explores interactively, perhaps to count states. Is no rule broken? */
static bool look(const struct wishes *wishes, const struct story *story,
                 struct story_bounds *bounds,
                 const struct search_settings *search,
                 const struct search_result *result)
{
    verdict_print(story, &bounds->budgets, result, wishes->json);
    if (result->end == SEARCH_BROKEN)
        verdict_tell(search, result, wishes->only);
    if (result->end == SEARCH_EXHAUSTED && wishes->mode == REWRITE)
        bounds->states = result->states;
    if (result->end == SEARCH_BROKEN || result->end == SEARCH_DIED ||
        result->merged > 0)
        return false;
    if (result->end != SEARCH_EXHAUSTED)
        failed |= CUT;
    return true;
}

/* Returns the points that were reached, one bit each. */
static uint64_t explore(const struct wishes *wishes, const struct story *story,
                        struct story_bounds *bounds)
{
    static struct search_result result;
    struct search_settings search = wishes->search;
    bool good;

    search.plan = &story->plan;
    search.budgets = bounds->budgets;
    search.states_likely = bounds->states;
    if (isatty(STDERR_FILENO) && wishes->mode == LOOK)
        search.progress = progress;
    search_run(&search, &result);
    verdict_try_choices(&tried, &result);
    if (search.progress != NULL)
        fputs("\r\33[K", stderr);
    if (wishes->mode == JUDGE)
        good = verdict_judged(&search, &result);
    else if (wishes->mode == FIND)
        good = verdict_found(&search, &result);
    else if (wishes->mode == CHECK)
        good = verdict_checked(++count, story, bounds, &result);
    else
        good = look(wishes, story, bounds, &search, &result);
    if (wishes->mode == CHECK && result.end == SEARCH_BROKEN)
        verdict_tell(&search, &result, wishes->only);
    if (!good)
        failed |= BROKEN;
    /* For a mutant, tests/mutate/kept prints the command. */
    if (!good && wishes->mode != FIND && wishes->mode != JUDGE)
        tell_repeat(wishes, story, &bounds->budgets);
    return result.reached;
}

/* A check skips bounds with more states than --states. */
static bool is_checked(const struct wishes *wishes,
                       const struct story_bounds *bounds)
{
    return bounds->ci && bounds->states <= wishes->search.states_max;
}

/* Over all searches of the story. */
static void look_at_reached(const struct wishes *wishes,
                            const struct story *story, uint64_t reached)
{
    bool complete = false;

    for (int i = story->bounds_count - 1; i >= 0; i--) {
        if (story->bounds[i].ci)
            complete = is_checked(wishes, &story->bounds[i]);
        if (story->bounds[i].ci && !complete)
            break;
    }
    if (wishes->mode == CHECK && complete && story->reaches != 0 &&
        !verdict_reached(++count, story, reached))
        failed |= BROKEN;
    if (wishes->mode == LOOK && (story->reaches & ~reached) != 0)
        (void)verdict_reached(0, story, reached);
}

static void explore_story(const struct wishes *wishes, const char *path)
{
    struct story_bounds given = {.budgets = wishes->search.budgets};
    bool is_given = wishes->late || wishes->faults;
    struct story story;
    uint64_t reached = 0;
    char complaint[128];

    if (!story_read(&story, path, complaint, sizeof(complaint)))
        refuse(path, complaint);
    verdict_try_alphabet(&tried, &story);
    for (int i = 0; i < story.bounds_count; i++) {
        struct story_bounds *bounds = &story.bounds[i];
        if (bounds->budgets.late == given.budgets.late &&
            bounds->budgets.faults == given.budgets.faults)
            given.states = bounds->states;
        if (is_given)
            continue;
        if (wishes->mode == COMPARE)
            compare(wishes, &story, bounds);
        else if (wishes->mode != CHECK || is_checked(wishes, bounds))
            reached |= explore(wishes, &story, bounds);
    }
    if (is_given)
        reached |= explore(wishes, &story, &given);
    look_at_reached(wishes, &story, reached);
    if (wishes->mode == REWRITE &&
        !story_rewrite(&story, complaint, sizeof(complaint)))
        refuse(path, complaint);
    story_clear(&story);
}

int main(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct wishes wishes = {
        .search.states_max = STATES_DEFAULT,
        .search.jobs = cores > 1 && cores <= 16 ? (int)cores : 1,
    };

    read_options(&wishes, argc, argv);
    for (int i = optind; i < argc; i++)
        explore_story(&wishes, argv[i]);
    if (wishes.mode == CHECK && wishes.all &&
        !verdict_all_tried(++count, &tried))
        failed |= BROKEN;
    if (wishes.mode == CHECK || wishes.mode == COMPARE)
        printf("1..%d\n", count);
    return (failed & BROKEN) != 0 ? 1 : failed != 0 ? 3 : 0;
}
