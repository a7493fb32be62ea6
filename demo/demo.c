/* SPDX-License-Identifier: MIT */
/* redlock-demo: see it work, on masters of its own. ./dev demo starts it. */

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/nodes.h"
#include "cli/base/signals.h"
#include "demo/crew.h"
#include "demo/view.h"
#include "redlock/admin.h"
#include "redlock/redlock.h"

#define REFRESH_MS 100
#define QUICK_PART 4 /* a quick scene is this much shorter */

/* What a quarantine takes beyond the longest TTL, and how late it may end. */
#define QUARANTINE_MORE_MS 1000
#define QUARANTINE_LATE_MS 10000

/* Which masters are killed, in this order; the last comes back first. */
enum {
    FIRST = 1,
    SECOND = 3,
    THIRD = 2,
};

/* The five acts, and what they left to judge. */
struct demo {
    bool quick;
    uint64_t seed;
    int64_t ttl_ms;
    struct demo_masters masters;
    struct demo_crew crew;
    struct redlock_client *client; /* the audience's: it looks, and visits */
    struct demo_picture picture;
    struct redlock_report held;
    struct redlock_report votes; /* of the visitor's acquire */
    enum redlock_status visit;   /* its answer */
    int64_t without_two;         /* increments with two masters dead */
    int64_t without_three;       /* with three dead, once the TTL had run */
    int64_t in_quarantine;       /* with one back, which may not vote yet */
    int64_t after_return;        /* with its quarantine over */
    struct redlock_problem problem;
};

/* A client for the demo's masters, with its TTL as the longest. */
static enum redlock_status demo_story_open(const struct demo *demo,
                                           struct redlock_client **client)
{
    const struct redlock_settings settings = {
        .nodes = demo->masters.nodes,
        .label = "visitor",
        .ttl_max_ms = demo->ttl_ms,
        .guard = REDLOCK_GUARD_ON,
    };

    return redlock_open(&settings, client, NULL);
}

static bool any_quarantined(const struct demo *demo)
{
    for (int i = 0; i < DEMO_MASTERS; i++) {
        if (demo->masters.master[i].quarantined)
            return true;
    }
    return false;
}

/*
 * With a new client: one that only looks reads a node's mark when it connects,
 * and not again.
 */
static void check_quarantines(struct demo *demo)
{
    struct redlock_client *client = NULL;
    struct redlock_report seen = {.nodes = 0};

    if (demo_story_open(demo, &client) == REDLOCK_OK &&
        redlock_inspect(client, DEMO_RESOURCE, &seen) == REDLOCK_NO_MEMORY)
        seen.nodes = 0;
    redlock_close(client);
    for (int i = 0; i < seen.nodes; i++) {
        /* One that did not answer in time has said nothing new. */
        if (seen.node[i].vote == REDLOCK_VOTE_ANSWERED)
            demo->masters.master[i].quarantined =
                seen.node[i].quarantine_ms > 0;
    }
}

static void refresh(struct demo *demo)
{
    /* Too few answers are something to show, too. */
    enum redlock_status status =
        redlock_inspect(demo->client, DEMO_RESOURCE, &demo->held);

    (void)status;
    if (any_quarantined(demo))
        check_quarantines(demo);
    demo_view_refresh(&demo->picture);
}

static bool run_for(struct demo *demo, int64_t span_ms)
{
    int64_t until = clock_now_ms() + span_ms;
    int64_t rest;

    while ((rest = until - clock_now_ms()) > 0) {
        if (signals_ending() != 0)
            return false;
        refresh(demo);
        clock_sleep_us((rest < REFRESH_MS ? rest : REFRESH_MS) * 1000);
    }
    return signals_ending() == 0;
}

static bool run_scene(struct demo *demo, int64_t span_ms)
{
    return run_for(demo, demo->quick ? span_ms / QUICK_PART : span_ms);
}

static void kill_master(struct demo *demo, int index)
{
    demo_masters_kill(&demo->masters, index);
    demo_view_event(&demo->picture, "master %d is killed (SIGKILL)", index + 1);
}

/*
 * A lock that the master has forgotten may still be believed by its holder
 * until the TTL has run out; until then the empty master does not vote.
 */
static bool revive_master(struct demo *demo, int index)
{
    if (demo_masters_revive(&demo->masters, index, &demo->problem) !=
        REDLOCK_OK)
        return false;
    demo_view_event(&demo->picture,
                    "master %d is back, empty, and may not vote", index + 1);
    return true;
}

/* Until it votes again; false: interrupted. */
static bool await_vote(struct demo *demo, int index)
{
    const struct demo_master *master = &demo->masters.master[index];
    int64_t by = master->back_ms + demo->ttl_ms + QUARANTINE_MORE_MS +
                 QUARANTINE_LATE_MS;

    do {
        if (!run_for(demo, REFRESH_MS))
            return false;
    } while (master->quarantined && clock_now_ms() < by);
    if (!master->quarantined)
        demo_view_event(&demo->picture, "master %d votes again, after %.1f s",
                        index + 1,
                        (double)(clock_now_ms() - master->back_ms) / 1000.0);
    return true;
}

static bool all_are_well(struct demo *demo)
{
    demo_view_act(&demo->picture, 1,
                  "Five masters are up. Three are a quorum: workers take "
                  "turns.");
    demo_view_event(&demo->picture,
                    "%d workers: acquire, read n, think, write n + 1, release",
                    DEMO_WORKERS);
    return run_scene(demo, 2500);
}

static bool two_are_killed(struct demo *demo)
{
    int64_t before;

    demo_view_act(&demo->picture, 2,
                  "Two masters are killed. Three still answer: work goes on.");
    kill_master(demo, FIRST);
    if (!run_scene(demo, 1500))
        return false;
    kill_master(demo, SECOND);
    before = demo_crew_total(&demo->crew);
    if (!run_scene(demo, 2000))
        return false;
    demo->without_two = demo_crew_total(&demo->crew) - before;
    return true;
}

/* An acquire from outside, which is refused and gets the reasons. */
static void visitor_acquires(struct demo *demo)
{
    const struct redlock_request request = {.resource = DEMO_RESOURCE,
                                            .ttl_ms = demo->ttl_ms,
                                            .report = &demo->votes};
    struct redlock_lock *lock = NULL;

    demo->visit = redlock_acquire(demo->client, &request, &lock);
    if (demo->visit == REDLOCK_OK)
        (void)redlock_release(&lock, NULL);
    demo_view_event(&demo->picture, "a visitor asks for the lock: %s",
                    redlock_strerror(demo->visit));
    demo_view_visit(&demo->picture, &demo->votes);
}

static bool a_third_is_killed(struct demo *demo)
{
    int64_t before;

    demo_view_act(&demo->picture, 3,
                  "A third is killed. Two are no quorum: the work stops.");
    kill_master(demo, THIRD);
    if (!run_for(demo, demo->ttl_ms / 2))
        return false;
    visitor_acquires(demo);
    /* The holder at that moment may act until its TTL is over. */
    if (!run_for(demo, demo->ttl_ms / 2))
        return false;
    before = demo_crew_total(&demo->crew);
    if (!run_scene(demo, 1500))
        return false;
    demo->without_three = demo_crew_total(&demo->crew) - before;
    return true;
}

static bool one_comes_back(struct demo *demo)
{
    int64_t before;

    demo_view_act(&demo->picture, 4,
                  "One comes back, empty: first it must wait, then work goes "
                  "on.");
    before = demo_crew_total(&demo->crew);
    if (!revive_master(demo, THIRD))
        return false;
    demo_view_event(&demo->picture,
                    "what it has forgotten may be held for another %" PRId64
                    " s",
                    demo->ttl_ms / 1000);
    if (!run_for(demo, demo->ttl_ms))
        return false;
    demo->in_quarantine = demo_crew_total(&demo->crew) - before;
    if (!await_vote(demo, THIRD))
        return false;
    before = demo_crew_total(&demo->crew);
    if (!run_scene(demo, 2000))
        return false;
    demo->after_return = demo_crew_total(&demo->crew) - before;
    return true;
}

static bool all_come_back(struct demo *demo)
{
    demo_view_act(&demo->picture, 5,
                  "The other two come back. Then the counter is looked at.");
    if (!revive_master(demo, FIRST) || !revive_master(demo, SECOND))
        return false;
    if (!await_vote(demo, FIRST) || !await_vote(demo, SECOND))
        return false;
    if (!run_scene(demo, 1000))
        return false;
    demo_view_event(&demo->picture, "the workers are called in");
    return true;
}

/*
 * Plays the acts. False: interrupted (signals_ending()), or a master did not
 * start again (problem).
 */
static bool demo_story_play(struct demo *demo)
{
    demo->picture.masters = &demo->masters;
    demo->picture.crew = &demo->crew;
    demo->picture.held = &demo->held;
    return all_are_well(demo) && two_are_killed(demo) &&
           a_third_is_killed(demo) && one_comes_back(demo) &&
           all_come_back(demo);
}

static void print_finding(bool good, const char *what, int64_t number,
                          const char *words)
{
    (void)printf("  %-4s %-34s %8" PRId64 "  %s\n", good ? "yes" : "NO", what,
                 number, words);
}

/* Says what was expected and found. True if all is as it should be. */
static bool demo_story_judge(const struct demo *demo)
{
    int64_t expected = demo_crew_total(&demo->crew);
    int64_t found = demo_counter_read(demo->masters.counter);
    bool equal = found == expected && expected > 0;
    bool stopped = demo->visit == REDLOCK_NO_QUORUM && demo->without_three == 0;
    bool waited = demo->in_quarantine == 0;
    bool went_on = demo->without_two > 0 && demo->after_return > 0;
    bool good;

    (void)printf("increments expected  %8" PRId64
                 "  by what the workers wrote\n"
                 "increments found     %8" PRId64 "  in the file\n\n",
                 expected, found);
    print_finding(demo->without_two > 0, "work went on without two masters",
                  demo->without_two, "increments");
    print_finding(stopped, "work stopped without three", demo->without_three,
                  "increments");
    print_finding(waited, "nor with one back that had to wait",
                  demo->in_quarantine, "increments");
    print_finding(demo->after_return > 0, "work went on when it could vote",
                  demo->after_return, "increments");
    print_finding(demo->crew.failed == 0, "every worker ended well",
                  DEMO_WORKERS - demo->crew.failed, "workers");
    if (demo_crew_abandoned(&demo->crew) > 0)
        (void)printf("  %" PRId64 " writes were given up: the lock had run "
                     "out while its holder slept\n",
                     demo_crew_abandoned(&demo->crew));
    good = equal && stopped && waited && went_on && demo->crew.failed == 0;
    (void)printf("\nVerdict: %s\n",
                 !equal ? "the counter is WRONG: two were at it at once."
                 : good ? "no increment was lost."
                        : "no increment was lost, but see above.");
    return good;
}

#define TTL_MS 2000
#define QUICK_TTL_MS 1000

static const char help[] =
    "Usage: redlock-demo [--quick] [--seed N]\n"
    "\n"
    "Five private masters, eight workers over one counter in a file that\n"
    "nothing but the lock protects. Masters are killed one by one and brought\n"
    "back empty, which they may not vote with at first, an acquire is refused\n"
    "with its reasons, and the counter is judged.\n"
    "Nothing of yours is touched, and nothing is left behind.\n"
    "\n"
    "      --quick    some 9 seconds instead of 20\n"
    "      --seed N   of the workers' thinking times; 1\n"
    "\n"
    "Exit status: 0 if no increment was lost, 1 if one was.\n";

static int print_problem(const char *what)
{
    (void)fprintf(stderr, "redlock-demo: %s\n", what);
    return EXITS_NO_QUORUM;
}

/* New masters have forgotten nothing: from here on they are guarded. */
static bool init_nodes(struct demo *demo)
{
    struct redlock_report report = {.granted = 0};
    enum redlock_status status = demo_story_open(demo, &demo->client);

    if (demo->client != NULL)
        status = nodes_init_all(demo->client, &report);
    redlock_close(demo->client);
    demo->client = NULL;
    (void)snprintf(demo->problem.text, sizeof(demo->problem.text),
                   "cannot mark the masters: %s", redlock_strerror(status));
    return report.granted == DEMO_MASTERS;
}

static bool open_client(struct demo *demo)
{
    enum redlock_status status = demo_story_open(demo, &demo->client);

    (void)snprintf(demo->problem.text, sizeof(demo->problem.text), "%s",
                   redlock_strerror(status));
    return status == REDLOCK_OK;
}

/* The workers first: none may inherit a client. */
static bool set_up(struct demo *demo)
{
    struct demo_crew_settings crew = {.seed = demo->seed};

    demo->ttl_ms = demo->quick ? QUICK_TTL_MS : TTL_MS;
    if (demo_masters_start(&demo->masters, &demo->problem) != REDLOCK_OK)
        return false;
    if (!init_nodes(demo))
        return false;
    crew.nodes = demo->masters.nodes;
    crew.counter = demo->masters.counter;
    crew.ttl_ms = demo->ttl_ms;
    if (!demo_crew_start(&demo->crew, &crew)) {
        (void)snprintf(demo->problem.text, sizeof(demo->problem.text),
                       "cannot start the workers: %s", strerror(errno));
        return false;
    }
    return open_client(demo);
}

static int play_and_judge(struct demo *demo)
{
    bool played;

    demo_view_open(&demo->picture);
    played = demo_story_play(demo);
    demo_crew_dismiss(&demo->crew);
    if (played)
        demo_view_refresh(&demo->picture);
    demo_view_close(&demo->picture);
    (void)putchar('\n');
    if (signals_ending() != 0)
        return print_problem("interrupted: everything is put away");
    if (!played)
        return print_problem(demo->problem.text);
    return demo_story_judge(demo) ? EXITS_OK : EXIT_FAILURE;
}

static int refuse(const char *what)
{
    (void)fprintf(stderr, "redlock-demo: %s: see --help\n", what);
    return EXITS_USAGE;
}

/* Returns an exit status, or -1 to go on. */
static int read_options(int argc, char **argv, struct demo *demo)
{
    static const struct option options[] = {
        {"quick", no_argument, NULL, 'q'},
        {"seed", required_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    char *end;
    int option;

    demo->seed = 1;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        switch (option) {
        case 'q':
            demo->quick = true;
            break;
        case 's':
            errno = 0;
            demo->seed = strtoull(optarg, &end, 10);
            if (errno != 0 || *end != '\0' || *optarg < '0' || *optarg > '9')
                return refuse("--seed is no number");
            break;
        case 'h':
            (void)fputs(help, stdout);
            return EXITS_OK;
        default:
            return EXITS_USAGE;
        }
    }
    return optind < argc ? refuse("it takes no operand") : -1;
}

int main(int argc, char **argv)
{
    struct demo demo = {.client = NULL};
    int status = read_options(argc, argv, &demo);

    if (status < 0 && !signals_catch())
        status = print_problem(strerror(errno));
    if (status >= 0)
        return status;
    signals_catch_pipe();
    (void)signal(SIGTSTP, SIG_IGN); /* the cursor is hidden */
    status = set_up(&demo) ? play_and_judge(&demo)
                           : print_problem(demo.problem.text);
    demo_crew_dismiss(&demo.crew);
    demo_crew_free(&demo.crew);
    redlock_close(demo.client);
    demo_masters_end(&demo.masters);
    return signals_ending() == 0 ? status
                                 : exits_after_signal(signals_ending());
}
