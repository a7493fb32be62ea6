/* SPDX-License-Identifier: MIT */
/*
 * Every split of the votes ends, with the outcome of a simple twin. The stage
 * asserts that everything is undone unless the acquire is won, and that the
 * deadline is kept.
 */

#include <criterion/criterion.h>

#include "tests/support/dice.h"
#include "tests/support/dumb_round.h"
#include "tests/support/stage.h"

static const enum rlk_round_kind kinds[] = {
    RLK_ROUND_ACQUIRE,
    RLK_ROUND_EXTEND,
    RLK_ROUND_RELEASE,
    RLK_ROUND_INSPECT,
};

/* Plays one script, and compares it with the twin's outcome. */
static void compare(const struct rlk_round_settings *settings,
                    const struct stage_node *nodes, long case_number)
{
    struct dumb_round expected = dumb_round(settings, nodes);
    struct stage stage;

    stage_start_script(&stage, settings, nodes);
    stage_play(&stage);
    cr_assert(stage.done, "case %ld never settles", case_number);
    cr_assert_eq(stage.outcome, expected.outcome,
                 "case %ld: N %d, q %d, kind %d, strategy %d: %d, not %d",
                 case_number, settings->nodes, settings->quorum,
                 (int)settings->kind, (int)settings->strategy,
                 (int)stage.outcome, (int)expected.outcome);
    cr_assert_eq(stage.done_at, expected.done_at,
                 "case %ld: done at %ld, not %ld", case_number,
                 (long)stage.done_at, (long)expected.done_at);
    cr_assert_eq(stage.asked, expected.asked, "case %ld: asked %x, not %x",
                 case_number, stage.asked, expected.asked);
}

static const enum rlk_vote four_votes[] = {
    RLK_VOTE_GRANTED,
    RLK_VOTE_DENIED,
    RLK_VOTE_FAILED,
    RLK_VOTE_NONE,
};

/* A split is a number in base four with a digit for each node. */
static void split_nodes(struct stage_node *nodes, int count, long split)
{
    for (int node = 0; node < count; node++) {
        nodes[node] = (struct stage_node){four_votes[split % 4], 1 * MS,
                                          split % 4 == 3 ? RLK_NEVER : 1 * MS};
        split /= 4;
    }
}

static void compare_split(int count, long split, int64_t deadline)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);
    struct stage_node nodes[RLK_NODES_MAX];

    settings.nodes = count;
    settings.deadline_ns = deadline;
    split_nodes(nodes, count, split);
    for (int quorum = count / 2 + 1; quorum <= count; quorum++) {
        settings.quorum = quorum;
        settings.strategy = RLK_STRATEGY_SEQUENTIAL;
        compare(&settings, nodes, split);
        settings.strategy = RLK_STRATEGY_PARALLEL;
        compare(&settings, nodes, split);
    }
}

Test(round_splits, every_split_of_up_to_five_nodes_has_the_right_outcome)
{
    long splits = 1;

    for (int count = 1; count <= 5; count++) {
        splits *= 4;
        for (long split = 0; split < splits; split++) {
            compare_split(count, split, 10000 * MS);
            compare_split(count, split, 70 * MS);
        }
    }
}

Test(round_splits, sampled_splits_of_six_to_nine_nodes_have_the_right_outcome)
{
    struct dice dice = {11};

    for (int count = 6; count <= 9; count++)
        for (int i = 0; i < 2000; i++)
            compare_split(count, (long)dice_below(&dice, INT64_C(1) << 18),
                          10000 * MS);
}

/* Splits that other implementations never end. */
Test(round_splits, even_splits_and_silent_majorities_have_an_outcome)
{
    enum {
        ONE_OF_TWO = 1,
        TWO_OF_FOUR = 5,
        ALL_SILENT_OF_FIVE = 1023
    };

    compare_split(2, ONE_OF_TWO, 10000 * MS);
    compare_split(4, TWO_OF_FOUR, 10000 * MS);
    compare_split(5, ALL_SILENT_OF_FIVE, 10000 * MS);
}

static struct stage_node random_node(struct dice *dice, bool dead_ones)
{
    /* Grants and refusals are frequent; the last is for dead nodes. */
    static const enum rlk_vote votes[] = {
        RLK_VOTE_GRANTED,  RLK_VOTE_GRANTED, RLK_VOTE_GRANTED,
        RLK_VOTE_GRANTED,  RLK_VOTE_GRANTED, RLK_VOTE_GRANTED,
        RLK_VOTE_DENIED,   RLK_VOTE_DENIED,  RLK_VOTE_FAILED,
        RLK_VOTE_EXCLUDED, RLK_VOTE_NONE,    RLK_VOTE_UNREACHED,
    };
    int choices = dead_ones ? 12 : 11;

    return (struct stage_node){
        .vote = votes[dice_below(dice, choices)],
        .delay = dice_below(dice, 11) * MS,
        .undo_delay =
            dice_below(dice, 5) == 0 ? RLK_NEVER : dice_below(dice, 12) * MS,
    };
}

static struct rlk_round_settings random_settings(struct dice *dice)
{
    int nodes = 1 + (int)dice_below(dice, 9);
    int majority = nodes / 2 + 1;
    struct rlk_round_settings settings =
        stage_settings(kinds[dice_below(dice, 4)]);

    if (dice_below(dice, 2) == 0)
        settings.strategy = RLK_STRATEGY_PARALLEL;
    settings.nodes = nodes;
    settings.quorum = majority + (int)dice_below(dice, nodes - majority + 1);
    settings.node_timeout_ns = 10 * MS;
    settings.ttl_ns = (1 + dice_below(dice, 20)) * MS;
    settings.min_validity_ns = dice_below(dice, 3) * MS;
    if (dice_below(dice, 2) == 0)
        settings.deadline_ns = (1 + dice_below(dice, 60)) * MS;
    return settings;
}

/* Late votes, short TTLs, early deadlines, equal instants. */
Test(round_splits, random_schedules_agree_with_the_reference)
{
    struct dice dice = {12};
    int outcomes[RLK_OUTCOME_DEADLINE + 1] = {0};

    for (int i = 0; i < 60000; i++) {
        struct rlk_round_settings settings = random_settings(&dice);
        struct stage_node nodes[RLK_NODES_MAX];
        for (int node = 0; node < settings.nodes; node++)
            nodes[node] = random_node(&dice, i % 2 == 0);
        outcomes[dumb_round(&settings, nodes).outcome]++;
        compare(&settings, nodes, i);
    }
    /* The schedules show every outcome often. */
    cr_assert_gt(outcomes[RLK_OUTCOME_WON], 1000);
    cr_assert_gt(outcomes[RLK_OUTCOME_DENIED], 1000);
    cr_assert_gt(outcomes[RLK_OUTCOME_NO_QUORUM], 1000);
    cr_assert_gt(outcomes[RLK_OUTCOME_TOO_SLOW], 1000);
    cr_assert_gt(outcomes[RLK_OUTCOME_DEADLINE], 1000);
}

/* The stage asserts that every request is undone immediately. */
Test(round_splits, a_cancelled_round_ends_at_that_instant)
{
    struct dice dice = {13};

    for (int i = 0; i < 30000; i++) {
        struct rlk_round_settings settings = random_settings(&dice);
        struct stage_node nodes[RLK_NODES_MAX];
        struct stage stage;
        int64_t at = dice_below(&dice, 60) * MS;
        bool over;
        for (int node = 0; node < settings.nodes; node++)
            nodes[node] = random_node(&dice, false);
        stage_start_script(&stage, &settings, nodes);
        stage_play_until(&stage, at);
        over = stage.round.outcome != RLK_OUTCOME_PENDING;
        stage_cancel(&stage, at);
        cr_assert(stage.done, "case %d", i);
        cr_assert_eq(stage.outcome == RLK_OUTCOME_CANCELLED, !over, "case %d",
                     i);
        stage_play(&stage);
    }
}

/* The outcome of a release when all have voted. */
static enum rlk_outcome release_outcome(int nodes, int quorum, long votes)
{
    int granted = 0;
    int failed = 0;

    for (int node = 0; node < nodes; node++) {
        granted += votes % 3 == 0;
        failed += votes % 3 == 2;
        votes /= 3;
    }
    if (granted >= quorum)
        return RLK_OUTCOME_WON;
    return nodes - failed >= quorum ? RLK_OUTCOME_DENIED
                                    : RLK_OUTCOME_NO_QUORUM;
}

static long power_of_three(int exponent)
{
    long power = 1;

    for (int i = 0; i < exponent; i++)
        power *= 3;
    return power;
}

/*
 * The only possible outcome after the first votes; PENDING: several are
 * possible.
 */
static enum rlk_outcome release_certain(int nodes, int quorum, long votes,
                                        int known)
{
    long head = votes % power_of_three(known);
    enum rlk_outcome first = release_outcome(nodes, quorum, head);

    for (long tail = 1; tail < power_of_three(nodes - known); tail++) {
        long whole = head + tail * power_of_three(known);
        if (release_outcome(nodes, quorum, whole) != first)
            return RLK_OUTCOME_PENDING;
    }
    return first;
}

/* The outcome is reported as soon as it is certain. */
Test(round_splits, release_decides_exactly_when_open_votes_cannot_change_it)
{
    for (int nodes = 1; nodes <= 5; nodes++)
        for (int quorum = nodes / 2 + 1; quorum <= nodes; quorum++)
            for (long votes = 0; votes < power_of_three(nodes); votes++) {
                struct rlk_round_settings settings =
                    stage_settings(RLK_ROUND_RELEASE);
                struct stage stage;
                long left = votes;
                settings.nodes = nodes;
                settings.quorum = quorum;
                stage_start(&stage, &settings);
                for (int node = 0; node < nodes; node++) {
                    stage_vote(&stage, node, four_votes[left % 3], node * MS);
                    left /= 3;
                    cr_assert_eq(
                        stage.round.outcome,
                        release_certain(nodes, quorum, votes, node + 1),
                        "N %d, q %d, votes %ld, after %d", nodes, quorum, votes,
                        node + 1);
                }
            }
}
