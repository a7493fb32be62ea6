/* SPDX-License-Identifier: MIT */
/* Depth-first search through all events that can happen. */

#include "tests/sim/explore/search.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/sim/choice.h"
#include "tests/sim/explore/arena.h"
#include "tests/sim/explore/audit.h"
#include "tests/sim/explore/reduce.h"
#include "tests/sim/explore/snapshot.h"
#include "tests/sim/explore/state.h"
#include "tests/sim/run.h"

#define JOBS_MAX 16

/* The capacity of the first tables, in states. */
#define ROOM_LEAST (UINT64_C(1) << 17)

/* What the processes of a search share in addition to the table. */
struct shared {
    _Atomic bool stop;
    _Atomic int
        broken_by; /* 1 + the process that found the violation; 0: none has */
    struct search_result results[JOBS_MAX];
};

struct level {
    struct snapshot before;
    struct choices choices;
};

struct search {
    const struct search_settings *settings;
    struct table *table;
    struct table *ends; /* states in which nothing can happen any more */
    struct shared *shared;
    struct search_result *result; /* of this process */
    struct sim_world *world;
    struct state state;
    struct budgets budgets; /* what remains of them */
    bool backwards;
    double began;
    int depth;
    struct level *levels;
    struct audit *audit; /* NULL: no audit */
};

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void stop(struct search *search, enum search_end end)
{
    if (search->result->end == SEARCH_EXHAUSTED)
        search->result->end = end;
    atomic_store(&search->shared->stop, true);
}

static void note_broken(struct search *search, bool at_end)
{
    struct search_result *result = search->result;
    int nobody = 0;

    if (!atomic_compare_exchange_strong(
            &search->shared->broken_by, &nobody,
            1 + (int)(result - search->shared->results)))
        return;
    result->rule = (enum sim_rule)search->world->broken_rule;
    memcpy(result->complaint, search->world->complaint,
           sizeof(result->complaint));
    result->at_end = at_end;
    result->length = search->depth;
    stop(search, SEARCH_BROKEN);
}

static void look_at_limits(struct search *search)
{
    const struct search_settings *settings = search->settings;
    double took;

    if (table_count(search->table) >= settings->states_max)
        stop(search, SEARCH_CUT_BY_STATES);
    if (settings->judge != 0 && (settings->judge & ~search->world->judged) == 0)
        stop(search, SEARCH_JUDGED);
    if ((search->result->transitions & 4095) != 0)
        return;
    took = seconds() - search->began;
    if (settings->seconds > 0 && took > settings->seconds)
        stop(search, SEARCH_CUT_BY_TIME);
    if (settings->progress != NULL && !search->backwards)
        settings->progress(table_count(search->table), took);
}

static void note_end(struct search *search)
{
    const struct budgets none = {0, 0};
    uint64_t sleep = 0;
    uint64_t number = state_number(&search->state, search->world);
    enum table_answer answer = table_enter(search->ends, number, &none, &sleep);

    if (answer == TABLE_NEW)
        search->result->end_states += digest_add(number);
    if (answer == TABLE_FULL)
        stop(search, SEARCH_OUT_OF_ROOM);
}

/*
 * Points that were reached before the first choice, or while the world comes to
 * rest, are not counted for the story.
 */
static void forget_reached(struct sim_world *world)
{
    memset(world->tally.points, 0, sizeof(world->tally.points));
}

static void note_reached(struct search *search)
{
    for (int point = 0; point < SIM_POINTS; point++) {
        if (search->world->tally.points[point] > 0)
            search->result->reached |= SIM_POINT_BIT(point);
    }
}

/* Nothing can happen any more: checks that the world comes to rest. */
static void end_here(struct search *search)
{
    struct snapshot *before = &search->levels[search->depth].before;
    uint32_t parts = state_parts(search->world);

    note_end(search);
    note_reached(search);
    snapshot_add(before, search->world, &search->state, parts);
    search->world->tally.events = 0;
    sim_choice_end(search->world);
    sim_run_finish(search->world);
    forget_reached(search->world);
    if (search->world->broken_rule != SIM_RULE_NONE)
        note_broken(search, true);
    snapshot_restore(before, search->world, &search->state, parts);
}

static void explore(struct search *search, uint64_t sleep);

static void spend(struct budgets *budgets, const struct sim_choice *choice)
{
    if (choice->kind == SIM_CHOICE_LATE)
        budgets->late--;
    if (choice->kind == SIM_CHOICE_FAULT)
        budgets->faults--;
}

static void note_taken(struct search *search, const struct sim_choice *choice)
{
    const struct sim_action *actions = search->world->plan->actions;

    search->result->transitions++;
    search->result->kinds |= 1U << choice->kind;
    if (choice->kind == SIM_CHOICE_FAULT)
        search->result->faults |= UINT64_C(1) << actions[choice->action].deed;
}

/*
 * Takes a step, searches from there, and returns; then the same with other
 * results of its coins. true: the step depends only on steps of its process.
 */
static bool try(struct search *search, const struct sim_choice *choice,
                uint64_t sleep)
{
    struct sim_world *world = search->world;
    struct snapshot *before = &search->levels[search->depth].before;
    uint32_t parts = choices_touch(world, choice);
    struct budgets budgets = search->budgets;
    struct sim_choice done = *choice;
    int depth = search->depth;
    uint64_t shared = reduce_shared(world, choice->client);
    bool apart;

    snapshot_add(before, world, &search->state, parts);
    if (!sim_choice_take(world, choice)) {
        snapshot_restore(before, world, &search->state, parts);
        return false;
    }
    done.coins.count = world->coins.count;
    note_taken(search, choice);
    spend(&search->budgets, choice);
    search->result->path[search->depth++] = done;
    apart =
        done.coins.count == 0 && shared == reduce_shared(world, choice->client);
    if (world->broken_rule != SIM_RULE_NONE) {
        note_broken(search, false);
    } else {
        state_touch(&search->state, world, parts);
        explore(search, apart ? sleep & reduce_apart(choice) : 0);
    }
    search->depth = depth;
    search->budgets = budgets;
    snapshot_restore(before, world, &search->state, parts);
    for (int coin = choice->coins.count; coin < done.coins.count; coin++) {
        struct sim_choice other = *choice;
        other.coins.heads |= (uint16_t)(1U << coin);
        other.coins.count = (uint8_t)(coin + 1);
        if (!atomic_load(&search->shared->stop))
            (void)try(search, &other, 0);
    }
    return apart;
}

/*
 * skipped: steps that need not be tried; sleep: those of them that need not be
 * tried after other steps either. woken: only steps that can sleep are tried.
 */
static void try_all(struct search *search, uint64_t sleep, uint64_t skipped,
                    bool woken)
{
    struct choices *choices = &search->levels[search->depth].choices;

    for (int i = 0; i < choices->count; i++) {
        const struct sim_choice *choice =
            &choices->at[search->backwards ? choices->count - 1 - i : i];
        uint64_t bit = search->settings->whole ? 0 : reduce_bit(choice);
        if (atomic_load(&search->shared->stop))
            break;
        if ((bit & skipped) != 0 || (woken && bit == 0))
            continue;
        if (try(search, choice, sleep))
            sleep |= bit;
    }
}

static void explore(struct search *search, uint64_t sleep)
{
    struct level *level = &search->levels[search->depth];
    uint64_t number = state_number(&search->state, search->world);
    uint64_t skipped = sleep;
    enum table_answer answer =
        table_enter(search->table, number, &search->budgets, &skipped);

    look_at_limits(search);
    if (search->audit != NULL &&
        !audit_look(search->audit, search->world, &search->state, number))
        search->result->merged++;
    if (search->depth > search->result->deepest)
        search->result->deepest = search->depth;
    if (answer == TABLE_FULL)
        stop(search, SEARCH_OUT_OF_ROOM);
    if (answer == TABLE_FULL || answer == TABLE_KNOWN)
        return;
    if (search->depth == SEARCH_DEPTH_MAX - 1) {
        stop(search, SEARCH_CUT_BY_DEPTH);
        return;
    }
    snapshot_empty(&level->before);
    choices_find(search->world, &search->budgets, &level->choices);
    if (level->choices.end && answer == TABLE_NEW)
        end_here(search);
    try_all(search, sleep, skipped, answer == TABLE_WOKEN);
}

/* --- processes -------------------------------------------------------------
 */

static void run_alone(struct search *search)
{
    arena_clear();
    search->levels = calloc(SEARCH_DEPTH_MAX, sizeof(*search->levels));
    search->world = sim_run_open();
    if (search->levels == NULL)
        abort();
    search->world->acts = arena_enter;
    sim_run_prepare(search->world, search->settings->plan, NULL,
                    search->settings->blind);
    forget_reached(search->world);
    state_begin(&search->state, search->world);
    search->budgets = search->settings->budgets;
    if (search->settings->audit)
        search->audit = audit_open(search->settings->states_max);
    explore(search, 0);
    search->result->judged = search->world->judged;
    note_reached(search);
    audit_close(search->audit);
}

static pid_t start(const struct search *search, int number)
{
    pid_t pid = fork();

    if (pid == 0) {
        struct search own = *search;
        own.result = &own.shared->results[number];
        own.backwards = (number % 2 == 1) != search->settings->turned;
        run_alone(&own);
        _exit(0);
    }
    return pid;
}

/* Combines the results of all processes. */
static void add_up(const struct shared *shared, int jobs,
                   struct search_result *result)
{
    int broken_by = atomic_load(&shared->broken_by);

    *result = shared->results[broken_by > 0 ? broken_by - 1 : 0];
    for (int i = 0; i < jobs; i++) {
        const struct search_result *one = &shared->results[i];
        if (one == &shared->results[broken_by > 0 ? broken_by - 1 : 0])
            continue;
        result->transitions += one->transitions;
        result->end_states += one->end_states;
        result->merged += one->merged;
        result->kinds |= one->kinds;
        result->faults |= one->faults;
        result->judged |= one->judged;
        result->reached |= one->reached;
        if (one->deepest > result->deepest)
            result->deepest = one->deepest;
        if (result->end == SEARCH_EXHAUSTED)
            result->end = one->end;
    }
}

/* With tables of that capacity. false: they were too small. */
static bool run_within(struct search *search, uint64_t room,
                       struct search_result *result)
{
    int jobs = search->settings->jobs;
    pid_t pids[JOBS_MAX];
    bool died = false;

    memset(search->shared, 0, sizeof(*search->shared));
    search->table = table_open(room);
    search->ends = table_open(room / 4);
    for (int i = 0; i < jobs; i++)
        pids[i] = start(search, i);
    for (int i = 0; i < jobs; i++) {
        int status = 0;
        died |= pids[i] < 0 || waitpid(pids[i], &status, 0) < 0 || status != 0;
    }
    add_up(search->shared, jobs, result);
    if (died)
        result->end = SEARCH_DIED;
    result->states = table_count(search->table);
    result->ends = table_count(search->ends);
    result->seconds = seconds() - search->began;
    table_close(search->table);
    table_close(search->ends);
    return result->end != SEARCH_OUT_OF_ROOM;
}

/*
 * A table that is much too large is slow, so the capacity grows by a factor of
 * eight.
 */
void search_run(const struct search_settings *settings,
                struct search_result *result)
{
    struct search search = {
        .settings = settings,
        .shared = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0),
        .began = seconds(),
    };
    uint64_t room = settings->states_likely + settings->states_likely / 4;

    if (search.shared == MAP_FAILED)
        abort();
    if (room < ROOM_LEAST)
        room = ROOM_LEAST;
    while (!run_within(&search, room, result))
        room *= 8;
    (void)munmap(search.shared, sizeof(struct shared));
}
