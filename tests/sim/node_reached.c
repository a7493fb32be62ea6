/* SPDX-License-Identifier: MIT */
#include "tests/sim/node_reached.h"

#include <stdio.h>
#include <string.h>

#include "redlock/runtime/token.h"

enum kind {
    MUTEX,
    SHARED,
    OWNED,
    DOWNGRADED,
    SEMAPHORE,
};

static const char *const kinds[SIM_REACHED_KINDS] = {
    [MUTEX] = "mutex",           [SHARED] = "shared",       [OWNED] = "owned",
    [DOWNGRADED] = "downgraded", [SEMAPHORE] = "semaphore",
};

static const char *const answers[SIM_REACHED_ANSWERS] = {
    [RLK_ANSWER_YES] = "yes",
    [RLK_ANSWER_CREATED] = "created",
    [RLK_ANSWER_HELD] = "held",
    [RLK_ANSWER_MISSING] = "missing",
    [RLK_ANSWER_QUARANTINED] = "quarantined",
    [RLK_ANSWER_SUPERSEDED] = "superseded",
    [RLK_ANSWER_DISAGREES] = "disagrees",
    [RLK_ANSWER_QUEUED] = "queued",
    [RLK_ANSWER_SLOTS] = "slots",
    [RLK_ANSWER_SHARING] = "sharing",
    [RLK_ANSWER_ERROR] = "error",
};

static const char *const verbs[RLK_VERBS] = {
    [RLK_VERB_GRANT] = "grant",     [RLK_VERB_CONFIRM] = "confirm",
    [RLK_VERB_EXTEND] = "extend",   [RLK_VERB_REPAIR] = "repair",
    [RLK_VERB_RELEASE] = "release", [RLK_VERB_INSPECT] = "inspect",
    [RLK_VERB_OBSERVE] = "observe", [RLK_VERB_ASK] = "ask",
    [RLK_VERB_PASS] = "pass",       [RLK_VERB_INIT_NODE] = "init",
    [RLK_VERB_MARK] = "mark",       [RLK_VERB_KILL_CLIENT] = "kill",
};

enum branch {
    JOINS_BESIDE_ITS_OWNERS_HOLDS,
    JOINS_AND_THE_DEAD_GO,
    JOINS_AND_LEAVES_ITS_PLACE,
    LEAVES_OTHERS,
    LEAVES_OTHERS_THE_BADGE_FOR_SHORTER,
    LEAVES_OTHERS_AND_ITS_OWNER_IS_STRUCK_OUT,
    LEAVES_ITS_OWNERS_OTHER_HOLDS,
    LEAVES_OTHERS_AND_THE_NUMBER_STAYS,
    LEAVES_ITS_OWNERS_OTHER_HOLDS_AND_THE_NUMBER_STAYS,
    LEAVES_LAST,
    LEAVES_LAST_OF_OWNERS,
    LEAVES_LAST_AND_THE_NUMBER_GOES_BACK,
    LEAVES_LAST_AND_THE_NUMBER_STAYS,
    LEAVES_LAST_AND_WAKES,
    DOWNGRADES,
    FORMER_HAD_IT_ALONE,
    SLOT_IS_NOT_THE_FIRST,
    SLOT_GOES_BACK_AND_WAKES,
    SLOT_GOES_BACK_AND_SO_DOES_ITS_NUMBER,
    SLOT_WAS_NOT_THERE_AND_WAKES,
    SLOT_IS_TAKEN_FROM_A_PLACE,
    BRANCHES,
};

_Static_assert(BRANCHES <= SIM_REACHED_BRANCHES, "they are counted");

#define NAME(branch) [branch] = #branch

static const char *const branches[BRANCHES] = {
    NAME(JOINS_BESIDE_ITS_OWNERS_HOLDS),
    NAME(JOINS_AND_THE_DEAD_GO),
    NAME(JOINS_AND_LEAVES_ITS_PLACE),
    NAME(LEAVES_OTHERS),
    NAME(LEAVES_OTHERS_THE_BADGE_FOR_SHORTER),
    NAME(LEAVES_OTHERS_AND_ITS_OWNER_IS_STRUCK_OUT),
    NAME(LEAVES_ITS_OWNERS_OTHER_HOLDS),
    NAME(LEAVES_OTHERS_AND_THE_NUMBER_STAYS),
    NAME(LEAVES_ITS_OWNERS_OTHER_HOLDS_AND_THE_NUMBER_STAYS),
    NAME(LEAVES_LAST),
    NAME(LEAVES_LAST_OF_OWNERS),
    NAME(LEAVES_LAST_AND_THE_NUMBER_GOES_BACK),
    NAME(LEAVES_LAST_AND_THE_NUMBER_STAYS),
    NAME(LEAVES_LAST_AND_WAKES),
    NAME(DOWNGRADES),
    NAME(FORMER_HAD_IT_ALONE),
    NAME(SLOT_IS_NOT_THE_FIRST),
    NAME(SLOT_GOES_BACK_AND_WAKES),
    NAME(SLOT_GOES_BACK_AND_SO_DOES_ITS_NUMBER),
    NAME(SLOT_WAS_NOT_THERE_AND_WAKES),
    NAME(SLOT_IS_TAKEN_FROM_A_PLACE),
};

const char *sim_reached_verb(enum rlk_verb verb)
{
    return verbs[verb];
}

/* --- what it was
 * ----------------------------------------------------------------------- */

static enum kind kind_of(const struct sim_request *request)
{
    if (request->slot.many > 0)
        return SEMAPHORE;
    if (request->badge[0] == '\0')
        return MUTEX;
    if (request->former)
        return DOWNGRADED;
    return sim_request_is_owned(request) ? OWNED : SHARED;
}

static bool has_key(const struct sim_memory *memory, int key, int64_t now_ms)
{
    return memory->keys[key].token[0] != '\0' &&
           memory->keys[key].until_ms >= now_ms;
}

static bool waits(const struct sim_memory *memory,
                  const struct sim_request *request)
{
    const struct sim_queue *queue = &memory->queues[sim_request_queue(request)];

    for (int i = 0; i < queue->count; i++) {
        if (strcmp(queue->places[i].token, request->token) == 0)
            return true;
    }
    return false;
}

static bool went_back(const struct sim_step *step, int key)
{
    return step->after->counters[key].number <
           step->before->counters[key].number;
}

struct noting {
    struct sim_reached *reached;
    const struct sim_request *request;
    const struct sim_step *step;
    bool woke;
};

static void count(const struct noting *noting, enum branch branch, bool is_it)
{
    noting->reached->branches[branch] += is_it;
}

static void note_join(const struct noting *noting)
{
    const struct sim_request *request = noting->request;
    const struct sim_step *step = noting->step;
    const struct sim_members *members =
        &step->before->members[request->resource];
    bool lived = has_key(step->before, request->resource, step->now_ms);
    bool dead = false;

    for (int i = 0; i < members->count; i++)
        dead = dead || members->list[i].until_ms < step->now_ms;
    count(noting, JOINS_BESIDE_ITS_OWNERS_HOLDS,
          lived && sim_request_is_owned(request) &&
              sim_memory_member(step->before, request->resource, request->token,
                                step->now_ms) == NULL);
    count(noting, JOINS_AND_THE_DEAD_GO, lived && dead);
    count(noting, JOINS_AND_LEAVES_ITS_PLACE,
          request->verb == RLK_VERB_ASK && waits(step->before, request) &&
              !waits(step->after, request));
}

static void note_leave(const struct noting *noting)
{
    const struct sim_request *request = noting->request;
    const struct sim_step *step = noting->step;
    int it = request->resource;
    bool owned = sim_request_is_owned(request);
    bool others = has_key(step->after, it, step->now_ms);
    int64_t number = step->before->counters[it].number;
    bool newest =
        request->checked && number > 0 && request->rules.fence == number;

    count(noting, LEAVES_OTHERS, others);
    count(noting, LEAVES_OTHERS_THE_BADGE_FOR_SHORTER,
          others && step->after->keys[it].until_ms + 1000 <
                        step->before->keys[it].until_ms);
    count(noting, LEAVES_OTHERS_AND_ITS_OWNER_IS_STRUCK_OUT,
          others &&
              step->after->owners[it].count < step->before->owners[it].count);
    count(noting, LEAVES_ITS_OWNERS_OTHER_HOLDS, others && owned);
    count(noting, LEAVES_OTHERS_AND_THE_NUMBER_STAYS, others && newest);
    count(noting, LEAVES_ITS_OWNERS_OTHER_HOLDS_AND_THE_NUMBER_STAYS,
          others && owned && newest);
    count(noting, LEAVES_LAST, !others);
    count(noting, LEAVES_LAST_OF_OWNERS, !others && owned);
    count(noting, LEAVES_LAST_AND_THE_NUMBER_GOES_BACK,
          !others && went_back(step, it));
    count(noting, LEAVES_LAST_AND_THE_NUMBER_STAYS,
          !others && number > 0 && !went_back(step, it));
    count(noting, LEAVES_LAST_AND_WAKES, !others && noting->woke);
}

static void note_party(const struct noting *noting)
{
    const struct sim_request *request = noting->request;
    const struct sim_step *step = noting->step;
    const struct sim_key *key = &step->before->keys[request->resource];
    enum rlk_answer_kind answer = step->answer->kind;
    bool lived = has_key(step->before, request->resource, step->now_ms);
    bool alone =
        lived && request->former && strcmp(key->token, request->token) == 0;

    if (request->verb == RLK_VERB_RELEASE && alone &&
        answer == RLK_ANSWER_YES) {
        count(noting, FORMER_HAD_IT_ALONE, true);
    } else if (request->verb == RLK_VERB_RELEASE && answer == RLK_ANSWER_YES) {
        note_leave(noting);
    } else if (alone &&
               sim_key_is_badge(&step->after->keys[request->resource])) {
        count(noting, DOWNGRADES, true);
    } else if (answer == RLK_ANSWER_YES && (request->verb == RLK_VERB_GRANT ||
                                            request->verb == RLK_VERB_ASK)) {
        note_join(noting);
    }
}

static void note_slot(const struct noting *noting)
{
    const struct sim_request *request = noting->request;
    const struct sim_step *step = noting->step;
    bool done = step->answer->kind == RLK_ANSWER_YES;
    int key = sim_key_of_slot(request->resource, request->slot.from);

    if (request->verb == RLK_VERB_RELEASE) {
        count(noting, SLOT_GOES_BACK_AND_WAKES, done && noting->woke);
        count(noting, SLOT_GOES_BACK_AND_SO_DOES_ITS_NUMBER,
              done && request->checked && went_back(step, key));
        count(noting, SLOT_WAS_NOT_THERE_AND_WAKES, !done && noting->woke);
        return;
    }
    count(noting, SLOT_IS_NOT_THE_FIRST,
          done && step->answer->slot >= 0 &&
              step->answer->slot != request->slot.from);
    count(noting, SLOT_IS_TAKEN_FROM_A_PLACE,
          done && request->verb == RLK_VERB_ASK &&
              waits(step->before, request));
}

void sim_reached_note(struct sim_reached *reached,
                      const struct sim_request *request,
                      const struct sim_step *step)
{
    struct noting noting = {
        .reached = reached,
        .request = request,
        .step = step,
        .woke = step->pushes > 0,
    };
    enum kind kind = kind_of(request);

    reached
        ->answers[kind][request->checked][request->verb][step->answer->kind]++;
    if (step->answer->kind == RLK_ANSWER_ERROR)
        return;
    if (kind == SEMAPHORE)
        note_slot(&noting);
    else if (kind != MUTEX)
        note_party(&noting);
}

/* --- what is to be met
 * ----------------------------------------------------------------------- */

#define BIT(answer) (1U << RLK_ANSWER_##answer)

/* Of each command the answers that are no accident. */
static const struct {
    enum kind kind;
    enum rlk_verb verb;
    bool checked;
    unsigned answers;
} expected[] = {
    {MUTEX, RLK_VERB_GRANT, false, BIT(YES) | BIT(HELD)},
    {MUTEX, RLK_VERB_EXTEND, false, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {MUTEX, RLK_VERB_REPAIR, false, BIT(CREATED) | BIT(HELD)},
    {MUTEX, RLK_VERB_RELEASE, false, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {MUTEX, RLK_VERB_INSPECT, false, BIT(HELD) | BIT(MISSING) | BIT(SLOTS)},
    {MUTEX, RLK_VERB_OBSERVE, false, BIT(HELD) | BIT(MISSING)},
    {MUTEX, RLK_VERB_PASS, false, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {MUTEX, RLK_VERB_INIT_NODE, false, BIT(YES)},
    {MUTEX, RLK_VERB_MARK, false, BIT(YES) | BIT(HELD)},
    {MUTEX, RLK_VERB_GRANT, true,
     BIT(YES) | BIT(HELD) | BIT(QUARANTINED) | BIT(DISAGREES)},
    {MUTEX, RLK_VERB_CONFIRM, true, BIT(YES) | BIT(MISSING)},
    {MUTEX, RLK_VERB_EXTEND, true,
     BIT(YES) | BIT(HELD) | BIT(MISSING) | BIT(DISAGREES)},
    {MUTEX, RLK_VERB_REPAIR, true, BIT(CREATED) | BIT(HELD) | BIT(DISAGREES)},
    {MUTEX, RLK_VERB_RELEASE, true, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {MUTEX, RLK_VERB_ASK, true,
     BIT(YES) | BIT(HELD) | BIT(QUARANTINED) | BIT(DISAGREES) | BIT(QUEUED)},
    {MUTEX, RLK_VERB_PASS, true, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {SHARED, RLK_VERB_RELEASE, false, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {SHARED, RLK_VERB_GRANT, true,
     BIT(YES) | BIT(HELD) | BIT(QUARANTINED) | BIT(SUPERSEDED) |
         BIT(DISAGREES) | BIT(QUEUED)},
    {SHARED, RLK_VERB_CONFIRM, true, BIT(YES) | BIT(MISSING)},
    {SHARED, RLK_VERB_EXTEND, true,
     BIT(YES) | BIT(HELD) | BIT(MISSING) | BIT(DISAGREES)},
    {SHARED, RLK_VERB_REPAIR, true,
     BIT(YES) | BIT(CREATED) | BIT(HELD) | BIT(SUPERSEDED) | BIT(DISAGREES)},
    {SHARED, RLK_VERB_RELEASE, true, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {SHARED, RLK_VERB_ASK, true,
     BIT(YES) | BIT(HELD) | BIT(QUARANTINED) | BIT(SUPERSEDED) |
         BIT(DISAGREES) | BIT(QUEUED)},
    {OWNED, RLK_VERB_RELEASE, false, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {OWNED, RLK_VERB_GRANT, true,
     BIT(YES) | BIT(HELD) | BIT(QUARANTINED) | BIT(SUPERSEDED) |
         BIT(DISAGREES) | BIT(QUEUED) | BIT(SHARING)},
    {OWNED, RLK_VERB_CONFIRM, true, BIT(YES) | BIT(MISSING)},
    {OWNED, RLK_VERB_EXTEND, true,
     BIT(YES) | BIT(HELD) | BIT(MISSING) | BIT(DISAGREES)},
    {OWNED, RLK_VERB_REPAIR, true,
     BIT(YES) | BIT(CREATED) | BIT(SUPERSEDED) | BIT(DISAGREES)},
    {OWNED, RLK_VERB_RELEASE, true, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {OWNED, RLK_VERB_ASK, true,
     BIT(YES) | BIT(HELD) | BIT(QUARANTINED) | BIT(SUPERSEDED) |
         BIT(DISAGREES) | BIT(QUEUED) | BIT(SHARING)},
    {DOWNGRADED, RLK_VERB_RELEASE, false, BIT(YES) | BIT(MISSING)},
    {DOWNGRADED, RLK_VERB_CONFIRM, true, BIT(YES) | BIT(MISSING)},
    {DOWNGRADED, RLK_VERB_EXTEND, true, BIT(YES) | BIT(MISSING)},
    {DOWNGRADED, RLK_VERB_REPAIR, true, BIT(YES) | BIT(CREATED)},
    {DOWNGRADED, RLK_VERB_RELEASE, true, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {SEMAPHORE, RLK_VERB_RELEASE, false, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {SEMAPHORE, RLK_VERB_GRANT, true,
     BIT(YES) | BIT(HELD) | BIT(QUARANTINED) | BIT(DISAGREES) | BIT(SLOTS)},
    {SEMAPHORE, RLK_VERB_CONFIRM, true, BIT(YES) | BIT(MISSING)},
    {SEMAPHORE, RLK_VERB_EXTEND, true,
     BIT(YES) | BIT(HELD) | BIT(MISSING) | BIT(DISAGREES) | BIT(SLOTS)},
    {SEMAPHORE, RLK_VERB_REPAIR, true,
     BIT(YES) | BIT(CREATED) | BIT(HELD) | BIT(SUPERSEDED) | BIT(DISAGREES) |
         BIT(SLOTS)},
    {SEMAPHORE, RLK_VERB_RELEASE, true, BIT(YES) | BIT(HELD) | BIT(MISSING)},
    {SEMAPHORE, RLK_VERB_ASK, true,
     BIT(YES) | BIT(HELD) | BIT(QUARANTINED) | BIT(DISAGREES) | BIT(QUEUED) |
         BIT(SLOTS)},
};

static bool met_answers(const struct sim_reached *reached, size_t row)
{
    const int *counts =
        reached->answers[expected[row].kind][expected[row].checked]
                        [expected[row].verb];
    bool all = true;

    for (int i = 0; i < SIM_REACHED_ANSWERS; i++) {
        if ((expected[row].answers & (1U << i)) == 0 || counts[i] > 0)
            continue;
        printf("# never met: %s, %s%s: %s\n", kinds[expected[row].kind],
               expected[row].checked ? "checked " : "",
               verbs[expected[row].verb], answers[i]);
        all = false;
    }
    return all;
}

bool sim_reached_all(const struct sim_reached *reached)
{
    bool all = true;

    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
        all = met_answers(reached, i) && all;
    for (int i = 0; i < BRANCHES; i++) {
        if (reached->branches[i] > 0)
            continue;
        printf("# never met: %s\n", branches[i]);
        all = false;
    }
    return all;
}
