/* SPDX-License-Identifier: MIT */
/* Releases owed to nodes that could not hear them. */

#include "redlock/debt.h"

#include <stddef.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/coord.h"
#include "redlock/link.h"
#include "redlock/memory.h"

static struct rlk_debt *debt_of(const struct rlk_errand *errand)
{
    return (struct rlk_debt *)(uintptr_t)errand;
}

/* --- in which list ---------------------------------------------------------
 */

static void append(struct rlk_debts *debts, struct rlk_debt *debt)
{
    debt->next = NULL;
    debt->place = debts->last;
    *debts->last = debt;
    debts->last = &debt->next;
}

static void take_out(struct rlk_debts *debts, struct rlk_debt *debt)
{
    *debt->place = debt->next;
    if (debt->next != NULL)
        debt->next->place = debt->place;
    else
        debts->last = debt->place;
}

static struct rlk_debts *home_of(const struct rlk_debt *debt)
{
    struct rlk_ledger *ledger = &debt->link->debts;

    return debt->until == RLK_NEVER ? &ledger->unread : &ledger->aging;
}

static void forget(struct rlk_debts *debts, struct rlk_debt *debt)
{
    take_out(debts, debt);
    debt->link->debts.count--;
    rlk_resource_drop(debt->resource);
    rlk_free(debt);
}

/* --- as an errand ----------------------------------------------------------
 */

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

static void begin_to_age(struct rlk_debt *debt, int64_t now)
{
    debt->until = rlk_clock_add(now, debt->lives_ns);
}

/* The server has answered, and will execute nothing of an old connection. */
static bool no_orphans(const struct rlk_link *link)
{
    return link->state == RLK_LINK_UP && link->orphans_count == 0;
}

static void debt_answered(struct rlk_errand *errand, int node,
                          enum rlk_verb verb, const struct rlk_answer *answer,
                          bool sent)
{
    struct rlk_debt *debt = debt_of(errand);
    struct rlk_link *link = debt->link;
    int64_t now = link->coord->transport->ops->now(link->coord->transport);

    (void)node, (void)verb, (void)sent;
    link->debts.at_once--;
    if (answer->kind != RLK_ANSWER_ERROR) {
        forget(&link->debts.sent, debt);
        return;
    }
    link->debts.refused = true;
    take_out(&link->debts.sent, debt);
    if (debt->until == RLK_NEVER && no_orphans(link))
        begin_to_age(debt, now);
    append(home_of(debt), debt);
}

static const struct rlk_errand_ops debt_ops = {
    .request = debt_request,
    .wanted = debt_wanted,
    .answered = debt_answered,
};

/* --- the ledger ------------------------------------------------------------
 */

void rlk_debt_init(struct rlk_ledger *ledger)
{
    *ledger = (struct rlk_ledger){0};
    ledger->unread.last = &ledger->unread.first;
    ledger->aging.last = &ledger->aging.first;
    ledger->sent.last = &ledger->sent.first;
}

static void make_room(struct rlk_ledger *ledger)
{
    if (ledger->count <= RLK_DEBTS_MOST)
        return;
    if (ledger->aging.first != NULL)
        forget(&ledger->aging, ledger->aging.first);
    else
        forget(&ledger->unread, ledger->unread.first);
}

void rlk_debt_owe(struct rlk_link *link, struct rlk_resource *resource,
                  const struct rlk_token *token,
                  const struct rlk_debt_terms *terms, int64_t now)
{
    struct rlk_debt *debt = rlk_alloc(sizeof(*debt));

    if (debt == NULL || RLK_MUTANT(DEBT_FORGOTTEN)) {
        rlk_free(debt);
        return;
    }
    *debt = (struct rlk_debt){
        .errand.ops = &debt_ops,
        .link = link,
        .resource = rlk_resource_hold(resource),
        .token = *token,
        .lives_ns = terms->lives_ns,
        .until = RLK_NEVER,
        .connection = link->connection,
    };
    if (!terms->unread)
        begin_to_age(debt, now);
    append(home_of(debt), debt);
    link->debts.count++;
    make_room(&link->debts);
}

void rlk_debt_settle(struct rlk_link *link, int64_t now)
{
    struct rlk_ledger *ledger = &link->debts;
    struct rlk_debt *next;

    for (struct rlk_debt *debt = ledger->unread.first; debt != NULL;
         debt = next) {
        next = debt->next;
        if (debt->connection == link->connection)
            continue;
        take_out(&ledger->unread, debt);
        begin_to_age(debt, now);
        append(&ledger->aging, debt);
    }
    for (struct rlk_debt *debt = ledger->sent.first; debt != NULL;
         debt = debt->next) {
        if (debt->until == RLK_NEVER && debt->connection != link->connection)
            begin_to_age(debt, now);
    }
}

void rlk_debt_expire(struct rlk_link *link, int64_t now)
{
    struct rlk_debt *next;

    for (struct rlk_debt *debt = link->debts.aging.first; debt != NULL;
         debt = next) {
        next = debt->next;
        if (debt->until <= now && !RLK_MUTANT(DEBT_FOR_EVER))
            forget(&link->debts.aging, debt);
    }
}

/* false: none went out. */
static bool pay_one(struct rlk_link *link, int64_t now)
{
    struct rlk_ledger *ledger = &link->debts;
    struct rlk_debts *from =
        ledger->aging.first != NULL ? &ledger->aging : &ledger->unread;
    struct rlk_debt *debt = from->first;

    if (debt == NULL ||
        !rlk_link_send(link, &debt->errand, RLK_VERB_RELEASE, now))
        return false;
    take_out(from, debt);
    append(&ledger->sent, debt);
    ledger->at_once++;
    return true;
}

void rlk_debt_go_on(struct rlk_link *link, int64_t now)
{
    while (!link->debts.refused && link->debts.at_once < RLK_DEBTS_AT_ONCE) {
        if (!pay_one(link, now))
            return;
    }
}

void rlk_debt_pay(struct rlk_link *link, int64_t now)
{
    link->debts.refused = false;
    rlk_debt_expire(link, now);
    rlk_debt_go_on(link, now);
}

static void clear(struct rlk_debts *debts)
{
    while (debts->first != NULL)
        forget(debts, debts->first);
}

void rlk_debt_clear(struct rlk_link *link)
{
    clear(&link->debts.unread);
    clear(&link->debts.aging);
    clear(&link->debts.sent);
}
