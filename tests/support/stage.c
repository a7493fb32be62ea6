/* SPDX-License-Identifier: MIT */
/* Plays rounds in virtual time, and checks the rules that every round keeps. */

#include "tests/support/stage.h"

#include <criterion/criterion.h>

static uint32_t bit(int node)
{
    return UINT32_C(1) << node;
}

static bool lost_acquire(const struct stage *stage)
{
    return stage->round.settings.kind == RLK_ROUND_ACQUIRE &&
           stage->round.outcome != RLK_OUTCOME_PENDING &&
           stage->round.outcome != RLK_OUTCOME_WON;
}

static int open_questions(const struct stage *stage)
{
    int open = 0;

    for (int node = 0; node < stage->round.settings.nodes; node++)
        open += (stage->asked & bit(node)) != 0 &&
                rlk_round_vote_of(&stage->round, node) == RLK_VOTE_NONE;
    return open;
}

static void take_ask(struct stage *stage, int node)
{
    const struct rlk_round_settings *settings = &stage->round.settings;

    cr_assert_eq(stage->asked, bit(node) - 1, "node %d asked out of order",
                 node);
    cr_assert_not(lost_acquire(stage), "node %d asked in vain", node);
    cr_assert_eq(rlk_round_sent_at(&stage->round, node), stage->now);
    stage->asked |= bit(node);
    if (settings->kind == RLK_ROUND_ACQUIRE &&
        settings->strategy == RLK_STRATEGY_SEQUENTIAL &&
        stage->round.outcome == RLK_OUTCOME_PENDING)
        cr_assert_eq(open_questions(stage), 1, "sequential asked two at once");
    if (stage->nodes[node].vote == RLK_VOTE_UNREACHED)
        rlk_round_vote(&stage->round, node, RLK_VOTE_UNREACHED, stage->now);
    else if (stage->nodes[node].vote != RLK_VOTE_NONE)
        stage->vote_due[node] =
            rlk_clock_add(stage->now, stage->nodes[node].delay);
}

static void take_undo(struct stage *stage, int node)
{
    cr_assert(lost_acquire(stage), "node %d undone without need", node);
    cr_assert(stage->asked & bit(node), "node %d undone unasked", node);
    cr_assert_not(stage->undone & bit(node), "node %d undone twice", node);
    stage->undone |= bit(node);
    if (stage->nodes[node].undo_delay != RLK_NEVER)
        stage->undo_due[node] =
            rlk_clock_add(stage->now, stage->nodes[node].undo_delay);
}

static void take_done(struct stage *stage, enum rlk_outcome outcome)
{
    const struct rlk_round_settings *settings = &stage->round.settings;

    cr_assert_neq(outcome, RLK_OUTCOME_PENDING);
    cr_assert(stage->now <= settings->deadline_ns, "done after the deadline");
    for (int node = 0; node < settings->nodes; node++) {
        bool reached =
            (stage->asked & bit(node)) != 0 &&
            rlk_round_vote_of(&stage->round, node) != RLK_VOTE_UNREACHED;
        bool undone = (stage->undone & bit(node)) != 0;
        cr_assert_eq(undone, lost_acquire(stage) && reached,
                     "node %d undone: %d", node, undone);
        if (!lost_acquire(stage))
            cr_assert(stage->asked & bit(node), "node %d never asked", node);
    }
    stage->done = true;
    stage->outcome = outcome;
    stage->done_at = stage->now;
    cr_assert_eq(rlk_round_wakeup(&stage->round), RLK_NEVER);
}

static void drain(struct stage *stage)
{
    struct rlk_step step;

    while (rlk_round_next(&stage->round, &step, stage->now)) {
        cr_assert_not(stage->done, "a step after the last");
        switch (step.kind) {
        case RLK_STEP_ASK:
            take_ask(stage, step.node);
            break;
        case RLK_STEP_CONFIRM:
            cr_assert_fail("nobody asked for a fence");
            break;
        case RLK_STEP_UNDO:
            take_undo(stage, step.node);
            break;
        case RLK_STEP_DONE:
            take_done(stage, step.outcome);
            break;
        }
    }
}

static void advance(struct stage *stage, int64_t at)
{
    cr_assert(at >= stage->now, "virtual time runs forward");
    stage->now = at;
}

struct rlk_round_settings stage_settings(enum rlk_round_kind kind)
{
    return (struct rlk_round_settings){
        .kind = kind,
        .strategy = RLK_STRATEGY_SEQUENTIAL,
        .nodes = 5,
        .quorum = 3,
        .node_timeout_ns = 50 * MS,
        .deadline_ns = RLK_NEVER,
        .ttl_ns = 1000 * MS,
        .drift_ppm = 10000,
    };
}

void stage_start(struct stage *stage, const struct rlk_round_settings *settings)
{
    struct stage_node silent[RLK_NODES_MAX] = {{RLK_VOTE_NONE, 0, 0}};

    for (int node = 0; node < RLK_NODES_MAX; node++)
        silent[node].undo_delay = RLK_NEVER;
    stage_start_script(stage, settings, silent);
}

void stage_start_script(struct stage *stage,
                        const struct rlk_round_settings *settings,
                        const struct stage_node *nodes)
{
    *stage = (struct stage){.now = 0};
    for (int node = 0; node < settings->nodes; node++) {
        stage->nodes[node] = nodes[node];
        stage->vote_due[node] = RLK_NEVER;
        stage->undo_due[node] = RLK_NEVER;
    }
    rlk_round_start(&stage->round, settings, stage->now);
    drain(stage);
}

void stage_vote(struct stage *stage, int node, enum rlk_vote vote, int64_t at)
{
    advance(stage, at);
    rlk_round_vote(&stage->round, node, vote, at);
    drain(stage);
}

void stage_undone(struct stage *stage, int node, int64_t at)
{
    advance(stage, at);
    rlk_round_undone(&stage->round, node, at);
    drain(stage);
}

void stage_tick(struct stage *stage, int64_t at)
{
    advance(stage, at);
    rlk_round_tick(&stage->round, at);
    drain(stage);
}

void stage_cancel(struct stage *stage, int64_t at)
{
    advance(stage, at);
    rlk_round_cancel(&stage->round, at);
    drain(stage);
}

/* Plays the earliest event. false: there is none up to that instant. */
static bool play_one(struct stage *stage, int64_t until)
{
    int64_t wakeup = rlk_round_wakeup(&stage->round);
    int64_t *first = &wakeup;
    int count = stage->round.settings.nodes;

    for (int i = 0; i < 2 * count; i++) {
        int64_t *due =
            i < count ? &stage->vote_due[i] : &stage->undo_due[i - count];
        if (*due < *first)
            first = due;
    }
    if (*first == RLK_NEVER || *first > until)
        return false;
    if (first == &wakeup) {
        stage_tick(stage, wakeup);
        cr_assert(rlk_round_wakeup(&stage->round) > wakeup,
                  "a wake-up that changes nothing is a hot loop");
        return true;
    }
    advance(stage, *first);
    *first = RLK_NEVER;
    for (int node = 0; node < count; node++) {
        if (first == &stage->vote_due[node])
            stage_vote(stage, node, stage->nodes[node].vote, stage->now);
        else if (first == &stage->undo_due[node])
            stage_undone(stage, node, stage->now);
    }
    return true;
}

void stage_play_until(struct stage *stage, int64_t until)
{
    while (play_one(stage, until))
        ;
    if (until != RLK_NEVER)
        advance(stage, until);
}

void stage_play(struct stage *stage)
{
    stage_play_until(stage, RLK_NEVER);
}
