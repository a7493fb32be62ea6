/* SPDX-License-Identifier: MIT */
/* What happens in the demo, act by act, and the verdict. */

#include "cli/demo_story.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/demo_time.h"

#define LOOK_MS 100
#define QUICK_PART 4 /* a quick scene is this much shorter */

/* Which masters are killed, in this order; the last comes back first. */
enum {
    FIRST = 1,
    SECOND = 3,
    THIRD = 2,
};

static void look(struct demo *demo)
{
    /* Too few answers are something to show, too. */
    enum redlock_status status =
        redlock_inspect(demo->client, DEMO_RESOURCE, &demo->held);

    (void)status;
    demo_view_refresh(&demo->view);
}

static bool watch(struct demo *demo, int64_t span_ms)
{
    int64_t until = demo_now_ms() + span_ms;
    int64_t rest;

    while ((rest = until - demo_now_ms()) > 0) {
        if (demo_signal() != 0)
            return false;
        look(demo);
        demo_sleep_us((rest < LOOK_MS ? rest : LOOK_MS) * 1000);
    }
    return demo_signal() == 0;
}

static bool scene(struct demo *demo, int64_t span_ms)
{
    return watch(demo, demo->quick ? span_ms / QUICK_PART : span_ms);
}

static void kill_master(struct demo *demo, int index)
{
    demo_masters_kill(&demo->masters, index);
    demo_view_event(&demo->view, "master %d is killed (SIGKILL)", index + 1);
}

/*
 * A lock that the master has forgotten may still be believed by its holder
 * until the TTL has run out; until then the empty master must not vote.
 */
static bool revive_master(struct demo *demo, int index)
{
    int64_t since = demo->masters.master[index].killed_ms;
    int64_t rest = since + demo->ttl_ms - demo_now_ms();

    if (rest > 0 && !watch(demo, rest))
        return false;
    if (demo_masters_revive(&demo->masters, index, &demo->problem) !=
        REDLOCK_OK)
        return false;
    demo_view_event(&demo->view,
                    "master %d is back, empty, %.1f s after its end", index + 1,
                    (double)(demo_now_ms() - since) / 1000.0);
    return true;
}

static bool all_are_well(struct demo *demo)
{
    demo_view_act(&demo->view, 1,
                  "Five masters are up. Three are a quorum: workers take "
                  "turns.");
    demo_view_event(&demo->view,
                    "%d workers: acquire, read n, think, write n + 1, release",
                    DEMO_WORKERS);
    return scene(demo, 5000);
}

static bool two_are_killed(struct demo *demo)
{
    int64_t before;

    demo_view_act(&demo->view, 2,
                  "Two masters are killed. Three still answer: work goes on.");
    kill_master(demo, FIRST);
    if (!scene(demo, 2500))
        return false;
    kill_master(demo, SECOND);
    before = demo_crew_total(&demo->crew);
    if (!scene(demo, 3500))
        return false;
    demo->without_two = demo_crew_total(&demo->crew) - before;
    return true;
}

/* Somebody from outside asks once, and is told why not. */
static void visit(struct demo *demo)
{
    const struct redlock_request request = {.resource = DEMO_RESOURCE,
                                            .ttl_ms = demo->ttl_ms,
                                            .report = &demo->votes};
    struct redlock_lock *lock = NULL;

    demo->visit = redlock_acquire(demo->client, &request, &lock);
    if (demo->visit == REDLOCK_OK)
        (void)redlock_release(&lock, NULL);
    demo_view_event(&demo->view, "a visitor asks for the lock: %s",
                    redlock_strerror(demo->visit));
    demo_view_visit(&demo->view, &demo->votes);
}

static bool a_third_is_killed(struct demo *demo)
{
    int64_t before;

    demo_view_act(&demo->view, 3,
                  "A third is killed. Two are no quorum: the work stops.");
    kill_master(demo, THIRD);
    if (!watch(demo, demo->ttl_ms / 2))
        return false;
    visit(demo);
    /* Who held the lock as it happened may act until his TTL is over. */
    if (!watch(demo, demo->ttl_ms / 2))
        return false;
    before = demo_crew_total(&demo->crew);
    if (!scene(demo, 3000))
        return false;
    demo->without_three = demo_crew_total(&demo->crew) - before;
    return true;
}

static bool one_comes_back(struct demo *demo)
{
    int64_t before;

    demo_view_act(&demo->view, 4, "One comes back, empty: the work goes on.");
    demo_view_event(&demo->view,
                    "Redis' documentation asks: no empty restart within a TTL "
                    "(%" PRId64 " s)",
                    demo->ttl_ms / 1000);
    if (!revive_master(demo, THIRD))
        return false;
    before = demo_crew_total(&demo->crew);
    if (!scene(demo, 4000))
        return false;
    demo->after_return = demo_crew_total(&demo->crew) - before;
    return true;
}

static bool all_come_back(struct demo *demo)
{
    demo_view_act(&demo->view, 5,
                  "The other two come back. Then the counter is looked at.");
    if (!revive_master(demo, FIRST) || !scene(demo, 1500))
        return false;
    if (!revive_master(demo, SECOND) || !scene(demo, 3000))
        return false;
    demo_view_event(&demo->view, "the workers are called in");
    return true;
}

bool demo_story_play(struct demo *demo)
{
    demo->view.masters = &demo->masters;
    demo->view.crew = &demo->crew;
    demo->view.held = &demo->held;
    return all_are_well(demo) && two_are_killed(demo) &&
           a_third_is_killed(demo) && one_comes_back(demo) &&
           all_come_back(demo);
}

static void finding(bool good, const char *what, int64_t number,
                    const char *words)
{
    (void)printf("  %-4s %-34s %8" PRId64 "  %s\n", good ? "yes" : "NO", what,
                 number, words);
}

bool demo_story_judge(const struct demo *demo)
{
    int64_t expected = demo_crew_total(&demo->crew);
    int64_t found = demo_counter_read(demo->masters.counter);
    bool equal = found == expected && expected > 0;
    bool stopped = demo->visit == REDLOCK_NO_QUORUM && demo->without_three == 0;
    bool went_on = demo->without_two > 0 && demo->after_return > 0;
    bool good;

    (void)printf("increments expected  %8" PRId64
                 "  by what the workers wrote\n"
                 "increments found     %8" PRId64 "  in the file\n\n",
                 expected, found);
    finding(demo->without_two > 0, "work went on without two masters",
            demo->without_two, "increments");
    finding(stopped, "work stopped without three", demo->without_three,
            "increments");
    finding(demo->after_return > 0, "work went on with one of them back",
            demo->after_return, "increments");
    finding(demo->crew.failed == 0, "every worker ended well",
            DEMO_WORKERS - demo->crew.failed, "workers");
    if (demo_crew_abandoned(&demo->crew) > 0)
        (void)printf("  %" PRId64 " writes were given up: the lock had run "
                     "out while its holder slept\n",
                     demo_crew_abandoned(&demo->crew));
    good = equal && stopped && went_on && demo->crew.failed == 0;
    (void)printf("\nVerdict: %s\n",
                 !equal ? "the counter is WRONG: two were at it at once."
                 : good ? "no increment was lost."
                        : "no increment was lost, but see above.");
    return good;
}
