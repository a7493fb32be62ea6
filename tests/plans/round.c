/* SPDX-License-Identifier: MIT */
/*
 * Plays plans of rounds: see README.md. The steps are taken after each event.
 */

#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/round.h"
#include "tests/plans/play.h"

#define STEPS_MAX 256
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct rlk_round_settings settings;
static struct rlk_round attempt;
static uint32_t down; /* nodes that are known to be unreachable */
static int64_t now;
static struct rlk_step steps[STEPS_MAX];
static int steps_count;
static int looked_at;   /* steps that were checked, or skipped */
static int64_t done_at; /* -1: not done */

static const char *const votes[] = {"none",    "granted",   "denied",
                                    "failed",  "timed-out", "unreached",
                                    "excluded"};
static const char *const outcomes[] = {"pending",   "won",      "denied",
                                       "no-quorum", "too-slow", "cancelled",
                                       "deadline"};
static const char *const kinds[] = {"acquire", "extend", "release", "inspect"};

static int named(const char *const *names, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(word, names[i]) == 0)
            return (int)i;
    }
    return -1;
}

static const struct member members[] = {
    MEMBER("nodes", MEMBER_NUMBER, struct rlk_round_settings, nodes),
    MEMBER("quorum", MEMBER_NUMBER, struct rlk_round_settings, quorum),
    MEMBER("parallel", MEMBER_FLAG, struct rlk_round_settings, strategy),
    MEMBER("waits", MEMBER_FLAG, struct rlk_round_settings, waits),
    MEMBER("node-timeout", MEMBER_SPAN, struct rlk_round_settings,
           node_timeout_ns),
    MEMBER("deadline", MEMBER_SPAN, struct rlk_round_settings, deadline_ns),
    MEMBER("ttl", MEMBER_SPAN, struct rlk_round_settings, ttl_ns),
    MEMBER("drift", MEMBER_NUMBER, struct rlk_round_settings, drift_ppm),
    MEMBER("least", MEMBER_SPAN, struct rlk_round_settings, min_validity_ns),
    MEMBER("fenced", MEMBER_FLAG, struct rlk_round_settings, fenced),
    MEMBER("patient", MEMBER_FLAG, struct rlk_round_settings, patient),
    {0},
};

void round_begin(void)
{
    settings = (struct rlk_round_settings){
        .strategy = RLK_STRATEGY_SEQUENTIAL,
        .nodes = 5,
        .quorum = 3,
        .node_timeout_ns = 50 * RLK_NS_PER_MS,
        .deadline_ns = RLK_NEVER,
        .ttl_ns = RLK_NS_PER_S,
        .drift_ppm = 10000,
    };
    play.settings.nodes = settings.nodes;
    down = 0;
    now = 0;
    steps_count = 0;
    looked_at = 0;
    done_at = -1;
}

bool round_setting(const struct words *words)
{
    const char *name = words->word[0];
    char word[64];
    int next = 1;

    snprintf(word, sizeof(word), "%s%s%s", name, words->count > 1 ? "=" : "",
             words->count > 1 ? words->word[1] : "");
    if (strcmp(name, "round") == 0)
        settings.kind =
            (enum rlk_round_kind)named(kinds, COUNT(kinds), words->word[1]);
    else if (strcmp(name, "called") == 0)
        settings.strategy = RLK_STRATEGY_CALLED;
    else if (strcmp(name, "first") == 0)
        settings.first = words_node(words->word[1]);
    else if (strcmp(name, "down") == 0)
        down = words_nodes(words, &next);
    else if (!words_set(members, &settings, word))
        return false;
    if (strcmp(name, "nodes") == 0) {
        settings.quorum = settings.nodes / 2 + 1;
        play.settings.nodes = settings.nodes;
    }
    return true;
}

static void drain(void)
{
    struct rlk_step step;

    while (rlk_round_next(&attempt, &step, now)) {
        if (steps_count == STEPS_MAX)
            play_fail("too many steps");
        if (done_at >= 0)
            play_fail("a step after the last");
        steps[steps_count++] = step;
        if (step.kind == RLK_STEP_DONE)
            done_at = now;
    }
}

bool round_open(void)
{
    rlk_round_start(&attempt, &settings, now);
    for (int node = 0; node < settings.nodes; node++) {
        if ((down >> node & 1) != 0)
            rlk_round_exclude(&attempt, node, now);
    }
    drain();
    return true;
}

/* --- events ----------------------------------------------------------------
 */

/* "granted n1 n2 [7]"; a number after the nodes is the counter. */
static void vote(int node, enum rlk_vote given, const char *counter)
{
    if (counter == NULL)
        rlk_round_vote(&attempt, node, given, now);
    else
        rlk_round_granted(&attempt, node, words_value(MEMBER_NUMBER, counter),
                          now);
}

/* An event of a node. word: the word after the nodes, or NULL. */
static bool at_node(const char *event, int node, const char *word)
{
    int given = named(votes, COUNT(votes), event);
    int64_t number = 0;

    if (given >= 0) {
        vote(node, (enum rlk_vote)given, word);
        return true;
    }
    if (strcmp(event, "unconfirmed") == 0) {
        given = named(votes, COUNT(votes), word);
        rlk_round_unconfirmed(&attempt, node, (enum rlk_vote)given, now);
        return true;
    }
    if (word != NULL)
        number = words_value(MEMBER_NUMBER, word);
    if (strcmp(event, "confirmed") == 0)
        rlk_round_confirmed(&attempt, node, number, now);
    else if (strcmp(event, "owned") == 0)
        rlk_round_owned(&attempt, node, number, now);
    else if (strcmp(event, "shorten") == 0)
        rlk_round_shorten(&attempt, node, number);
    else if (strcmp(event, "exclude") == 0)
        rlk_round_exclude_grants(&attempt, node, now);
    else if (strcmp(event, "undone") == 0)
        rlk_round_undone(&attempt, node, now);
    else if (strcmp(event, "spare") == 0)
        rlk_round_spare(&attempt, node);
    else if (strcmp(event, "answered") == 0)
        rlk_round_answered(&attempt, node);
    else
        return false;
    return true;
}

/* "call n1": the node is called; "call? n1": it must not be called. */
static bool call(const struct words *words)
{
    int next = 1;
    uint32_t nodes;
    bool refused = strcmp(words->word[0], "call?") == 0;

    if (!refused && strcmp(words->word[0], "call") != 0)
        return false;
    nodes = words_nodes(words, &next);
    for (int node = 0; node < settings.nodes; node++) {
        if ((nodes >> node & 1) != 0 &&
            rlk_round_call(&attempt, node) == refused)
            play_fail("it %s called", refused ? "is" : "is not");
    }
    return true;
}

/* "handed n1 SENT [COUNTER]" */
static bool hand(const struct words *words)
{
    int64_t counter = 0;

    if (strcmp(words->word[0], "handed") != 0)
        return false;
    if (words->count > 3)
        counter = words_value(MEMBER_NUMBER, words->word[3]);
    rlk_round_handed(&attempt, words_node(words->word[1]),
                     words_value(MEMBER_SPAN, words->word[2]), counter, now);
    return true;
}

static bool at_all(const struct words *words)
{
    const char *event = words->word[0];

    if (strcmp(event, "tick") == 0)
        rlk_round_tick(&attempt, now);
    else if (strcmp(event, "cancel") == 0)
        rlk_round_cancel(&attempt, now);
    else if (strcmp(event, "refuse") == 0)
        rlk_round_refuse(&attempt, now);
    else if (strcmp(event, "last-call") == 0)
        rlk_round_last_call(&attempt, now);
    else if (strcmp(event, "collect") == 0)
        rlk_round_hear_out(&attempt);
    else if (strcmp(event, "clock") == 0)
        rlk_round_clock(&attempt, words_value(MEMBER_NUMBER, words->word[1]));
    else if (strcmp(event, "left") == 0) /* "left SINCE" */
        (void)rlk_round_left(&attempt, words_value(MEMBER_SPAN, words->word[1]),
                             now);
    else
        return false;
    return true;
}

/* "granted n1 @2ms": the event happens at that instant. */
void round_event(const struct words *all)
{
    struct words words = *all;
    int next = 1;
    uint32_t nodes;

    if (words.word[words.count - 1][0] == '@')
        now = words_value(MEMBER_SPAN, words.word[--words.count] + 1);
    if (!at_all(&words) && !call(&words) && !hand(&words)) {
        nodes = words_nodes(&words, &next);
        for (int node = 0; node < settings.nodes; node++) {
            const char *word = next < words.count ? words.word[next] : NULL;
            if ((nodes >> node & 1) == 0)
                continue;
            if (!at_node(words.word[0], node, word))
                play_fail("no such word: %s", words.word[0]);
            drain();
        }
    }
    drain();
}

void round_end(void)
{
}

/* --- expectations --------------------------------------------------------- */

/* -1 for RLK_NEVER. */
static int64_t or_none(int64_t instant)
{
    return instant == INT64_MIN || instant == RLK_NEVER ? INT64_MIN : instant;
}

/* "n1=granted", "n1.sent=2ms" */
static bool check_node(const char *word)
{
    const char *rest = strpbrk(word, ".=<>!");
    char name[8];
    int node;

    if (word[0] != 'n' || rest == NULL || word[1] < '1' || word[1] > '9')
        return false;
    snprintf(name, sizeof(name), "%.*s", (int)(rest - word), word);
    node = words_node(name);
    if (rest[0] == '=') {
        const char *have = votes[rlk_round_vote_of(&attempt, node)];
        if (strcmp(have, rest + 1) != 0)
            play_fail("%s: it is %s", word, have);
    } else if (words_name(rest + 1, "sent")) {
        words_compare(MEMBER_SPAN, or_none(rlk_round_sent_at(&attempt, node)),
                      rest + 1);
    } else if (words_name(rest + 1, "issued")) {
        words_compare(MEMBER_NUMBER, rlk_round_issued(&attempt, node),
                      rest + 1);
    } else if (words_name(rest + 1, "counter")) {
        words_compare(MEMBER_NUMBER, rlk_round_counter_of(&attempt, node),
                      rest + 1);
    } else {
        return false;
    }
    return true;
}

static bool check_count(const char *word)
{
    for (int i = 0; i < (int)COUNT(votes); i++) {
        if (strpbrk(word, "=<>") != NULL && words_name(word, votes[i])) {
            words_compare(MEMBER_NUMBER,
                          rlk_round_count(&attempt, (enum rlk_vote)i), word);
            return true;
        }
    }
    return false;
}

static void check_round(const char *word)
{
    if (named(outcomes, COUNT(outcomes), word) >= 0) {
        if (strcmp(outcomes[attempt.outcome], word) != 0)
            play_fail("%s: it is %s", word, outcomes[attempt.outcome]);
    } else if (words_name(word, "done")) {
        if (*word == '!' ? done_at >= 0
                         : *words_rest(word) == '\0' && done_at < 0)
            play_fail("%s: it is not so", word);
        if (*words_rest(word) != '\0')
            words_compare(MEMBER_SPAN, done_at, word);
    } else if (words_name(word, "wakeup")) {
        words_compare(MEMBER_SPAN, or_none(rlk_round_wakeup(&attempt)), word);
    } else if (words_name(word, "validity")) {
        words_compare(MEMBER_SPAN, or_none(rlk_round_validity(&attempt)), word);
    } else if (words_name(word, "fence")) {
        words_compare(MEMBER_NUMBER, rlk_round_fence(&attempt), word);
    } else if (words_name(word, "far") || words_name(word, "near")) {
        int64_t number = words_value(MEMBER_NUMBER, words_rest(word));
        if (rlk_round_is_ahead(&attempt, number) != (*word == 'f'))
            play_fail("%s: it is not", word);
    } else if (!check_node(word) && !check_count(word)) {
        play_fail("no round has that: %s", word);
    }
}

void round_expect(const struct words *words)
{
    for (int i = 1; i < words->count; i++)
        check_round(words->word[i]);
}

static const char *step_text(const struct rlk_step *step)
{
    static char text[64];

    if (step->kind == RLK_STEP_DONE)
        snprintf(text, sizeof(text), "done %s", outcomes[step->outcome]);
    else if (step->kind == RLK_STEP_CONFIRM)
        snprintf(text, sizeof(text), "confirm n%d %" PRId64, step->node + 1,
                 step->fence);
    else
        snprintf(text, sizeof(text), "%s n%d",
                 step->kind == RLK_STEP_ASK ? "ask" : "undo", step->node + 1);
    return text;
}

static void check_step(int at, const char *want)
{
    const char *have = at < steps_count ? step_text(&steps[at]) : "nothing";

    if (strcmp(have, want) != 0)
        play_fail("not %s, but %s", want, have);
}

/* "ask n* ", "confirm n1 n2 9", "done won": one step for each node */
static int check_item(int at, char *item)
{
    struct words words;
    char want[64];
    uint32_t nodes;
    int next = 1;

    words_split(&words, item);
    if (strcmp(words.word[0], "done") == 0) {
        snprintf(want, sizeof(want), "done %s", words.word[1]);
        check_step(at, want);
        return at + 1;
    }
    nodes = words_nodes(&words, &next);
    for (int node = 0; node < settings.nodes; node++) {
        if ((nodes >> node & 1) == 0)
            continue;
        snprintf(want, sizeof(want), "%s n%d%s%s", words.word[0], node + 1,
                 next < words.count ? " " : "",
                 next < words.count ? words.word[next] : "");
        check_step(at++, want);
    }
    return at;
}

int round_said_so_far(bool line)
{
    return line ? steps_count : looked_at;
}

void round_said(int from, char *text)
{
    char *rest = text;

    if (strcmp(text + strspn(text, " "), "nothing") == 0)
        rest = NULL;
    while (rest != NULL)
        from = check_item(from, strsep(&rest, ","));
    if (from < steps_count)
        check_step(from, "nothing");
    looked_at = steps_count;
}
