/* SPDX-License-Identifier: MIT */
/* redlock-explore: tries every order of small stories. */

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/arguments.h"
#include "tests/sim/choice_text.h"
#include "tests/sim/explore/path.h"
#include "tests/sim/explore/search.h"
#include "tests/sim/explore/story.h"

#define USAGE 64
/* The audit remembers so many, unless --states says otherwise after it. */
#define AUDIT_STATES (UINT64_C(1) << 22)

/* The whole search is made where so many states are enough without it. */
#define COMPARE_STATES 100000

/* A mutant is found within so many states, by so many choices. */
#define FIND_STATES 1000000
#define FIND_CHOICES 25

#define STATES_DEFAULT (UINT64_C(1) << 30)

enum mode {
    LOOK,    /* at the stories, within all bounds of their files */
    CHECK,   /* within those that are marked for the tests */
    REWRITE, /* and put the numbers of states into the files */
    COMPARE, /* small ones also with nothing left out */
    FIND,    /* a rule that breaks, soon and by a short path */
    JUDGE,   /* rules that are judged, as soon */
};

struct wishes {
    enum mode mode;
    struct search_settings search;
    bool late;   /* bounds were given */
    bool faults; /* likewise */
    bool only;   /* one rule is looked at */
    bool json;
    bool all; /* these are all stories */
};

/* What has been tried of what could be, a bit each. */
struct tried {
    unsigned kinds;
    uint64_t faults;
    uint64_t alphabet; /* the faults of all stories */
};

static struct tried tried;
static int failed;
static int count;

static void usage(FILE *out)
{
    fputs(
        "usage: redlock-explore [options] STORY...   try every order of them\n"
        "\n"
        "  --late N         so many ways may be held back over an advance of "
        "time\n"
        "  --faults N       so many of the story's faults may happen\n"
        "                   (without these two: the bounds in the story's "
        "file)\n"
        "  --for DUR        stop after so long: 90s, 10m, 1h\n"
        "  --states N       stop at so many states\n"
        "  --jobs N         processes over one table (one for each core)\n"
        "  --only RULES     look at these rules alone, with commas between "
        "them\n"
        "  --whole          leave nothing out that only repeats\n"
        "  --audit          look again whether equal states have equal steps\n"
        "  --check          what the tests look at: TAP, and the numbers of "
        "states\n"
        "                   have to be those of the files\n"
        "  --compare        the same ends are reached with nothing left out "
        "(TAP)\n"
        "  --find RULES     one of these rules breaks, within a million "
        "states and by\n"
        "                   25 choices: what a mutant is held against\n"
        "  --judge RULES    the case of each of these rules is there, within "
        "as "
        "many\n"
        "  --all            with --check: these are all, and no choice is left "
        "untried\n"
        "  --rewrite        put the numbers of states into the files\n"
        "  --json           one line of JSON for each\n"
        "\n"
        "A rule that breaks is told as a story, which redlock-sim tells "
        "again.\nExit: 0 nothing is broken, 1 a rule is, 3 cut before the "
        "end.\n",
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

static unsigned read_rules(const char *names)
{
    unsigned rules = sim_argument_rules(names);

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
        search->states_max = FIND_STATES;
        wishes->only = true;
        wishes->mode = FIND;
        break;
    case 'g':
        search->judge = read_rules(optarg);
        search->states_max = FIND_STATES;
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

/* --- what came of it -------------------------------------------------------
 */

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

static void progress(uint64_t states, double seconds)
{
    static double said;

    if (seconds < said + 1)
        return;
    said = seconds;
    fprintf(stderr, "\r%" PRIu64 " states, %.0f s ", states, seconds);
    fflush(stderr);
}

static void print_result(const struct story *story,
                         const struct budgets *budgets,
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

/* The path, made short, with what happens on it. */
static void tell(const struct wishes *wishes, const struct sim_plan *plan,
                 const struct search_result *result)
{
    struct sim_plan broken;

    sim_plan_copy(&broken, plan);
    for (int i = 0; i < result->length; i++)
        sim_plan_choose(&broken, &result->path[i]);
    path_shrink(&broken, result->rule, result->at_end, wishes->search.blind);
    if (wishes->mode == FIND) {
        bool good = broken.choices_count <= FIND_CHOICES;
        failed |= !good;
        printf("%sok 1 - %s, within %" PRIu64 " states, by %d choices\n",
               good ? "" : "not ", sim_rule_name(result->rule), result->states,
               broken.choices_count);
    } else {
        printf("# %s: %s, by %d choices\n", sim_rule_sentence(result->rule),
               result->complaint, broken.choices_count);
        path_tell(stdout, &broken, result->rule, wishes->only);
    }
    sim_plan_clear(&broken);
}

static bool is_good(const struct story_bounds *bounds,
                    const struct search_result *result)
{
    return result->end == SEARCH_EXHAUSTED && result->merged == 0 &&
           result->states == bounds->states;
}

static void say_checked(const struct story *story,
                        const struct story_bounds *bounds,
                        const struct search_result *result)
{
    bool good = is_good(bounds, result);

    failed += !good;
    printf("%sok %d - %s, late %d, faults %d: %s, %" PRIu64 " states",
           good ? "" : "not ", ++count, story->name, bounds->budgets.late,
           bounds->budgets.faults, end_name(result->end), result->states);
    if (result->states != bounds->states)
        printf(" and not %" PRIu64, bounds->states);
    putchar('\n');
    fflush(stdout);
}

/*
 * Every end of the whole search is one of the reduced one, and the other way
 * round, up to a renaming of nodes; and the states are as many, whichever way
 * the search takes first: none is taken for another that is not.
 */
static void compare(const struct wishes *wishes, const struct story *story,
                    const struct story_bounds *bounds)
{
    static struct search_result reduced, turned, whole;
    struct search_settings search = wishes->search;
    bool same;

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
    same = whole.end == SEARCH_EXHAUSTED && reduced.end == SEARCH_EXHAUSTED &&
           turned.end == SEARCH_EXHAUSTED && whole.ends == reduced.ends &&
           whole.end_states == reduced.end_states &&
           turned.end_states == reduced.end_states &&
           turned.states == reduced.states;
    failed += !same;
    printf("%sok %d - %s, late %d, faults %d: %" PRIu64 " ends of %" PRIu64
           " states, %" PRIu64 " of %" PRIu64 " with nothing left out\n",
           same ? "" : "not ", ++count, story->name, bounds->budgets.late,
           bounds->budgets.faults, reduced.ends, reduced.states, whole.ends,
           whole.states);
    fflush(stdout);
}

/* Every kind of choice, and every fault of an alphabet, has been taken. */
static void say_untried(void)
{
    unsigned kinds = ((1U << SIM_CHOICES) - 1) & ~tried.kinds;
    uint64_t faults = tried.alphabet & ~tried.faults;

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
    failed += kinds != 0 || faults != 0;
    printf("%sok %d - every choice and every fault is tried\n",
           kinds != 0 || faults != 0 ? "not " : "", ++count);
}

static void note_alphabet(const struct story *story)
{
    for (int i = 0; i < story->plan.actions_count; i++) {
        enum sim_deed deed = story->plan.actions[i].deed;
        if (deed > SIM_DEED_INSPECT)
            tried.alphabet |= UINT64_C(1) << deed;
    }
}

static void say_judged(const struct search_settings *search,
                       const struct search_result *result)
{
    unsigned missing = search->judge & ~result->judged;

    failed |= missing != 0;
    printf("%sok 1 - judged within %" PRIu64 " states",
           missing == 0 ? "" : "not ", result->states);
    for (int rule = 1; rule < SIM_RULES; rule++) {
        if ((missing & 1U << rule) != 0)
            printf(", but not %s", sim_rule_name((enum sim_rule)rule));
    }
    putchar('\n');
}

/* --- exploring -------------------------------------------------------------
 */

static void explore(struct wishes *wishes, struct story *story,
                    struct story_bounds *bounds)
{
    static struct search_result result;
    struct search_settings search = wishes->search;

    search.plan = &story->plan;
    search.budgets = bounds->budgets;
    search.states_likely = bounds->states;
    if (isatty(STDERR_FILENO) && wishes->mode == LOOK)
        search.progress = progress;
    search_run(&search, &result);
    tried.kinds |= result.kinds;
    tried.faults |= result.faults;
    if (search.progress != NULL)
        fputs("\r\33[K", stderr);
    if (wishes->mode == JUDGE) {
        say_judged(&search, &result);
        return;
    }
    if (wishes->mode == CHECK)
        say_checked(story, bounds, &result);
    else if (wishes->mode != FIND)
        print_result(story, &bounds->budgets, &result, wishes->json);
    if (result.end == SEARCH_BROKEN)
        tell(wishes, &story->plan, &result);
    if (wishes->mode == FIND) {
        failed |= result.end != SEARCH_BROKEN;
        if (result.end != SEARCH_BROKEN)
            printf("not ok 1 - nothing breaks: %s, %" PRIu64 " states\n",
                   end_name(result.end), result.states);
        return;
    }
    if (result.end == SEARCH_EXHAUSTED && wishes->mode == REWRITE)
        bounds->states = result.states;
    if (result.end == SEARCH_BROKEN || result.end == SEARCH_DIED ||
        result.merged > 0)
        failed |= 1;
    else if (result.end != SEARCH_EXHAUSTED && wishes->mode != CHECK)
        failed |= 2;
}

static void explore_story(struct wishes *wishes, const char *path)
{
    struct story_bounds given = {.budgets = wishes->search.budgets};
    struct story story;
    char complaint[128];

    if (!story_read(&story, path, complaint, sizeof(complaint)))
        refuse(path, complaint);
    note_alphabet(&story);
    for (int i = 0; i < story.bounds_count; i++) {
        if (story.bounds[i].budgets.late == given.budgets.late &&
            story.bounds[i].budgets.faults == given.budgets.faults)
            given.states = story.bounds[i].states;
    }
    if (wishes->late || wishes->faults)
        explore(wishes, &story, &given);
    for (int i = 0; i < story.bounds_count && !wishes->late && !wishes->faults;
         i++) {
        if (wishes->mode == COMPARE)
            compare(wishes, &story, &story.bounds[i]);
        else if (wishes->mode != CHECK || story.bounds[i].ci)
            explore(wishes, &story, &story.bounds[i]);
    }
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
    if (wishes.mode == CHECK && wishes.all)
        say_untried();
    if (wishes.mode == CHECK || wishes.mode == COMPARE) {
        printf("1..%d\n", count);
        return failed > 0;
    }
    return (failed & 1) != 0 ? 1 : failed != 0 ? 3 : 0;
}
