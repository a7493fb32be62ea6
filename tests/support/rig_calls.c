/* SPDX-License-Identifier: MIT */
/* What a test asks and answers with the core in its hand, and what it reads. */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "clock/clock.h"
#include "tests/support/rig.h"

static const char *const verbs[RLK_VERBS] = {
    [RLK_VERB_GRANT] = "grant",     [RLK_VERB_CONFIRM] = "confirm",
    [RLK_VERB_EXTEND] = "extend",   [RLK_VERB_REPAIR] = "repair",
    [RLK_VERB_RELEASE] = "release", [RLK_VERB_INSPECT] = "inspect",
    [RLK_VERB_OBSERVE] = "observe", [RLK_VERB_INIT_NODE] = "init",
    [RLK_VERB_MARK] = "mark",       [RLK_VERB_KILL_CLIENT] = "kill",
    [RLK_VERB_ASK] = "ask",         [RLK_VERB_PASS] = "pass",
};

const char *rig_said(struct rig *rig)
{
    size_t length = 0;

    cr_assert_leq(rig->count - rig->read, RIG_SENT_MAX);
    rig->text[0] = '\0';
    for (; rig->read < rig->count; rig->read++) {
        const struct rig_request *sent = &rig->sent[rig->read % RIG_SENT_MAX];
        char ttl[32] = "";
        if (sent->verb == RLK_VERB_GRANT || sent->verb == RLK_VERB_EXTEND ||
            sent->verb == RLK_VERB_REPAIR)
            snprintf(ttl, sizeof(ttl), " %" PRId64, sent->ttl_ms);
        length += (size_t)snprintf(
            rig->text + length, sizeof(rig->text) - length, "%s%s n%d%s",
            length == 0 ? "" : ", ", verbs[sent->verb], sent->node + 1, ttl);
        cr_assert_lt(length, sizeof(rig->text));
    }
    return rig->text;
}

/* --- answers ----------------------------------------------------------------
 */

/* The counter of a fence is the one carried, or the first. */
static int64_t counter_for(const struct rig_request *asked)
{
    if (!asked->checked || !asked->rules.fenced)
        return 0;
    return asked->rules.fence > 0 ? asked->rules.fence : 1;
}

void rig_yes(struct rig *rig, int node)
{
    const struct rig_request *asked = rig_asked(rig, node);

    cr_assert_not_null(asked, "nothing was asked of n%d", node + 1);
    rig_answer(rig, node,
               &(struct rlk_answer){
                   .kind = RLK_ANSWER_YES,
                   .remaining_ms = -1,
                   .text = "",
                   .time_us = asked->checked ? rig->now / RLK_NS_PER_US : 0,
                   .counter = counter_for(asked),
               });
}

void rig_held(struct rig *rig, int node, int64_t remaining_ms)
{
    rig_answer(rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                    .remaining_ms = remaining_ms,
                                    .text = "somebody",
                                    .text_length = 8});
}

void rig_missing(struct rig *rig, int node)
{
    rig_answer(rig, node,
               &(struct rlk_answer){
                   .kind = RLK_ANSWER_MISSING, .remaining_ms = -1, .text = ""});
}

void rig_error(struct rig *rig, int node, enum redlock_reason reason)
{
    rig_answer(rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_ERROR,
                                    .reason = reason,
                                    .remaining_ms = -1,
                                    .text = "said so",
                                    .text_length = 7});
}

void rig_all_yes(struct rig *rig)
{
    for (bool any = true; any;) {
        any = false;
        for (int node = 0; node < rig->core.runtime.settings.nodes; node++) {
            if (rig_asked(rig, node) == NULL)
                continue;
            rig_yes(rig, node);
            any = true;
        }
    }
}

/* --- calls ------------------------------------------------------------------
 */

static void acquired(struct rlk_completion *completion)
{
    ((struct rig_acquire *)(void *)completion)->done = true;
}

void rig_begin(struct rig_acquire *acquire)
{
    *acquire = (struct rig_acquire){.acquire.call.completion.run = acquired};
}

void rig_ignore(struct rlk_completion *completion)
{
    (void)completion;
}

void rig_acquire(struct rig *rig, struct rig_acquire *acquire,
                 const struct redlock_request *request)
{
    *acquire = (struct rig_acquire){.acquire.call.completion.run = acquired};
    cr_assert_eq(rlk_acquire_start(&acquire->acquire, &rig->core.runtime,
                                   request, rig->now),
                 REDLOCK_OK);
    rig_settle(rig);
}

static void extended(struct rlk_completion *completion)
{
    ((struct rig_extend *)(void *)completion)->done = true;
}

void rig_extend(struct rig *rig, struct rig_extend *extend,
                struct redlock_lock *lock, int64_t ttl_ms,
                struct redlock_report *report)
{
    *extend = (struct rig_extend){.extend.call.completion.run = extended};
    cr_assert_eq(rlk_extend_start(&extend->extend, lock, ttl_ms * RLK_NS_PER_MS,
                                  report, rig->now),
                 REDLOCK_OK);
    rig_settle(rig);
}

void rig_downgrade(struct rig *rig, struct rig_extend *extend,
                   struct redlock_lock *lock)
{
    *extend = (struct rig_extend){.extend.call.completion.run = extended};
    cr_assert_eq(rlk_extend_downgrade(&extend->extend, lock, NULL, rig->now),
                 REDLOCK_OK);
    rig_settle(rig);
}

static void released(struct rlk_completion *completion)
{
    ((struct rig_release *)(void *)completion)->done = true;
}

void rig_release(struct rig *rig, struct rig_release *release,
                 struct redlock_lock *lock, struct redlock_report *report)
{
    *release = (struct rig_release){.release.call.completion.run = released};
    rlk_release_start(&release->release, lock, report, rig->now);
    rig_settle(rig);
}

static void inspected(struct rlk_completion *completion)
{
    ((struct rig_inspect *)(void *)completion)->done = true;
}

void rig_inspect(struct rig *rig, struct rig_inspect *inspect,
                 const char *resource, struct redlock_report *report)
{
    *inspect = (struct rig_inspect){.inspect.call.completion.run = inspected};
    cr_assert_eq(rlk_inspect_start(&inspect->inspect, &rig->core.runtime,
                                   resource, report, rig->now),
                 REDLOCK_OK);
    rig_settle(rig);
}

struct redlock_lock *rig_first_lock(const struct rig *rig)
{
    return RLK_LIST_FIRST(&rig->core.runtime.locks, struct redlock_lock,
                          among_locks);
}

struct redlock_lock *rig_lock(struct rig *rig,
                              const struct redlock_request *request)
{
    struct rig_acquire acquire;

    rig_acquire(rig, &acquire, request);
    rig_all_yes(rig);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    (void)rig_said(rig);
    return acquire.acquire.lock;
}
