/* SPDX-License-Identifier: MIT */
/* Releases owed to nodes that could not hear them. */

#include "redlock/debt.h"

#include <stddef.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/coord.h"
#include "redlock/link.h"
#include "redlock/memory.h"

/* How many debts are looked at for each that is new. */
#define LOOKS 8

static struct rlk_debt *debt_of(const struct rlk_errand *errand)
{
    return (struct rlk_debt *)(uintptr_t)errand;
}

static void settle(struct rlk_debt *debt)
{
    if (debt->link->debts_sweep == debt)
        debt->link->debts_sweep = debt->next;
    *debt->place = debt->next;
    if (debt->next != NULL)
        debt->next->place = debt->place;
    else
        debt->link->debts_last = debt->place;
    rlk_resource_drop(debt->resource);
    rlk_free(debt);
}

static void debt_request(const struct rlk_errand *errand, int node,
                         enum rlk_verb verb, struct rlk_request *request)
{
    const struct rlk_debt *debt = debt_of(errand);

    (void)node;
    *request = (struct rlk_request){
        .verb = verb,
        .resource = debt->resource->text,
        .resource_length = debt->resource->length,
        .token = debt->token.text,
        .token_length = debt->token.length,
    };
}

static bool debt_wanted(const struct rlk_errand *errand, int node,
                        enum rlk_verb verb)
{
    (void)errand, (void)node, (void)verb;
    return true;
}

/* The server has answered, and will execute nothing of an old connection. */
static bool no_orphans(const struct rlk_link *link,
                       const struct rlk_answer *answer)
{
    return link->state == RLK_LINK_UP &&
           (link->orphans_count == 0 ||
            answer->reason == REDLOCK_REASON_NOPERM);
}

/* When any key that is there now has expired, whoever set it. */
static int64_t all_keys_gone(const struct rlk_coord *coord)
{
    int64_t now = coord->transport->ops->now(coord->transport);
    int64_t longest = coord->settings.ttl_max_ns;
    int64_t lives = rlk_clock_add(longest, rlk_coord_slack(coord, longest));

    return rlk_clock_add(rlk_clock_add(now, lives),
                         rlk_clock_drift(longest, coord->settings.drift_ppm));
}

static void debt_answered(struct rlk_errand *errand, int node,
                          enum rlk_verb verb, const struct rlk_answer *answer,
                          bool sent)
{
    struct rlk_debt *debt = debt_of(errand);

    (void)node, (void)verb;
    debt->in_flight = false;
    if (answer->kind != RLK_ANSWER_ERROR)
        settle(debt);
    else if (sent && debt->until == RLK_NEVER && no_orphans(debt->link, answer))
        debt->until = all_keys_gone(debt->link->coord);
}

static const struct rlk_errand_ops debt_ops = {
    .request = debt_request,
    .wanted = debt_wanted,
    .answered = debt_answered,
};

/* A few at a time, in turn: each is looked at often enough to go in time. */
static void drop_expired(struct rlk_link *link, int64_t now)
{
    for (int looks = 0; looks < LOOKS; looks++) {
        struct rlk_debt *debt =
            link->debts_sweep != NULL ? link->debts_sweep : link->debts;
        if (debt == NULL)
            return;
        link->debts_sweep = debt->next;
        if (!debt->in_flight && debt->until <= now)
            settle(debt);
    }
}

void rlk_debt_owe(struct rlk_link *link, struct rlk_resource *resource,
                  const struct rlk_token *token, int64_t until, int64_t now)
{
    struct rlk_debt *debt = rlk_alloc(sizeof(*debt));

    drop_expired(link, now);
    if (debt == NULL || RLK_MUTANT(DEBT_FORGOTTEN)) {
        rlk_free(debt);
        return;
    }
    *debt = (struct rlk_debt){
        .errand.ops = &debt_ops,
        .link = link,
        .resource = rlk_resource_hold(resource),
        .token = *token,
        .until = until,
        .place = link->debts_last,
    };
    *link->debts_last = debt;
    link->debts_last = &debt->next;
}

void rlk_debt_pay(struct rlk_link *link, int64_t now)
{
    struct rlk_debt *next;

    for (struct rlk_debt *debt = link->debts; debt != NULL; debt = next) {
        next = debt->next;
        if (debt->in_flight)
            continue;
        if (debt->until <= now)
            settle(debt);
        else
            debt->in_flight =
                rlk_link_send(link, &debt->errand, RLK_VERB_RELEASE, now);
    }
}

void rlk_debt_clear(struct rlk_link *link)
{
    while (link->debts != NULL)
        settle(link->debts);
}
