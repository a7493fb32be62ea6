/* SPDX-License-Identifier: MIT */
/* One node: its connection's life, and the requests in flight. */

#include "redlock/link.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "quorum/backoff.h"
#include "redlock/coord.h"

/* The pause after the first failed attempt; it doubles, 64-fold at most. */
#define RETRY_BASE_NS (100 * RLK_NS_PER_MS)
#define RETRY_LONGEST_NS (5 * RLK_NS_PER_S)

/* A connection that stood for less counts as a failed attempt. */
#define STEADY_NS RLK_NS_PER_S

/* How long to connect, or to bear a silence, in node time-outs. */
#define PATIENCE 10

static const struct rlk_transport_ops *ops_of(const struct rlk_link *link)
{
    return link->coord->transport->ops;
}

static int64_t patience(const struct rlk_link *link)
{
    int64_t span = PATIENCE * link->coord->settings.node_timeout_ns;

    return span < RLK_NS_PER_S ? RLK_NS_PER_S : span;
}

static void set_timer(struct rlk_link *link, int64_t at)
{
    rlk_timers_set(&link->coord->timers, &link->timer, at);
}

static void remember_why(struct rlk_link *link, enum redlock_reason reason,
                         const char *message)
{
    size_t length = 0;

    link->reason = reason;
    if (message != NULL) {
        length = strnlen(message, sizeof(link->message) - 1);
        memcpy(link->message, message, length);
    }
    link->message[length] = '\0';
}

static void connect_link(struct rlk_link *link, int64_t now)
{
    link->state = RLK_LINK_CONNECTING;
    link->since = now;
    link->asked = now;
    set_timer(link, rlk_clock_add(now, patience(link)));
    ops_of(link)->connect(link->coord->transport, link->node);
}

/* Half of the bound for certain, the other half by chance. */
static int64_t retry_pause(struct rlk_link *link)
{
    struct rlk_backoff_settings backoff = {
        .base_ns = RETRY_BASE_NS,
        .ceiling_ns = RETRY_LONGEST_NS / 2,
    };
    uint64_t random;

    ops_of(link)->random(link->coord->transport, &random, sizeof(random));
    return RETRY_BASE_NS / 2 +
           rlk_backoff_pause(&backoff, link->failures - 1, random);
}

/* Answers everything in the ring with the reason the node is down. */
static void fail_all(struct rlk_link *link, struct rlk_errands *errands,
                     bool sent)
{
    struct rlk_answer answer = {
        .kind = RLK_ANSWER_ERROR,
        .reason = link->reason,
        .remaining_ms = -1,
        .text = link->message,
        .text_length = strlen(link->message),
    };
    struct rlk_errand_entry entry;

    /* Only what is there now: an errand may push its release again. */
    for (uint32_t left = errands->count; left > 0; left--) {
        if (rlk_errands_pop(errands, &entry))
            entry.errand->ops->answered(entry.errand, link->node, entry.verb,
                                        &answer, sent);
    }
}

static void drop_orphan(struct rlk_link *link, int which)
{
    link->orphans_count--;
    memmove(&link->orphans[which], &link->orphans[which + 1],
            (size_t)(link->orphans_count - which) * sizeof(link->orphans[0]));
}

/* The connection breaks: the server may not have read all that is on it. */
static void note_orphan(struct rlk_link *link)
{
    if (link->flight.count == 0)
        return;
    if (link->identity.client_id == 0) {
        link->unkilled = true;
        return;
    }
    if (link->orphans_count == RLK_LINK_ORPHANS) {
        link->unkilled = true;
        drop_orphan(link, 0);
    }
    link->orphans[link->orphans_count++] = link->identity.client_id;
}

bool rlk_link_unread(const struct rlk_link *link, bool broken, bool standing)
{
    return (broken && (link->orphans_count > 0 || link->unkilled)) ||
           (standing && link->state == RLK_LINK_UP && link->flight.count > 0);
}

/* Whatever an old connection carried has been executed, or never will be. */
static void settle_debts(struct rlk_link *link, int64_t now)
{
    if (!rlk_link_unread(link, true, false))
        rlk_debt_settle(link, now);
}

static void come_down(struct rlk_link *link, enum redlock_reason reason,
                      const char *message, int64_t now)
{
    bool was_up = link->state == RLK_LINK_UP;
    bool was_steady =
        was_up && !link->silent && rlk_clock_sub(now, link->since) >= STEADY_NS;

    if (was_up)
        note_orphan(link);
    link->failures = was_steady ? 0 : link->failures + 1;
    link->state = RLK_LINK_DOWN;
    link->since = now;
    link->silent = false;
    remember_why(link, reason, message);
    if (was_steady)
        connect_link(link, now);
    else
        set_timer(link, rlk_clock_add(now, retry_pause(link)));
    if (was_up)
        fail_all(link, &link->flight, true);
    else
        fail_all(link, &link->held, false);
}

void rlk_link_watch(struct rlk_link *link, int64_t now)
{
    bool open = link->flight.count > 0 || link->debts.count > 0 ||
                link->orphans_count > 0;

    if (link->state == RLK_LINK_UP && open && link->timer.at == RLK_NEVER)
        set_timer(link, rlk_clock_add(now, patience(link)));
}

static void ignore_answer(struct rlk_errand *errand, int node,
                          enum rlk_verb verb, const struct rlk_answer *answer,
                          bool sent)
{
    (void)errand, (void)node, (void)verb, (void)answer, (void)sent;
}

static bool never(const struct rlk_errand *errand, int node, enum rlk_verb verb)
{
    (void)errand, (void)node, (void)verb;
    return false;
}

static const struct rlk_errand_ops nobody_ops = {
    .wanted = never,
    .answered = ignore_answer,
};
static struct rlk_errand nobody = {.ops = &nobody_ops};

bool rlk_link_send_own(struct rlk_link *link, const struct rlk_request *request,
                       int64_t now)
{
    if (!rlk_errands_push(&link->flight, &(struct rlk_errand_entry){
                                             .errand = &nobody,
                                             .verb = request->verb,
                                             .sent = now,
                                         }))
        return false;
    if (link->flight.count == 1)
        link->heard = now;
    rlk_link_watch(link, now);
    if (ops_of(link)->send(link->coord->transport, link->node, request))
        return true;
    rlk_errands_unpush(&link->flight);
    return false;
}

static bool out_of_patience(const struct rlk_link *link, int64_t now)
{
    if (RLK_MUTANT(SILENCE_BORNE))
        return false;
    return link->silent || (link->flight.count > 0 &&
                            rlk_clock_sub(now, link->heard) >= patience(link));
}

/*
 * What broken connections carried may still be unread at the server: killed
 * there, it will not be executed after the releases that follow (protocol 2).
 */
static void kill_orphans(struct rlk_link *link, int64_t now)
{
    struct rlk_request request = {.verb = RLK_VERB_KILL_CLIENT};

    if (RLK_MUTANT(ORPHAN_NOT_KILLED))
        link->orphans_count = 0;
    if (link->kills > 0)
        return;
    link->spared = 0;
    for (int i = 0; i < link->orphans_count; i++) {
        request.client_id = link->orphans[i];
        if (!rlk_link_send_own(link, &request, now))
            return;
        link->kills++;
    }
}

/*
 * They are killed, and answered, in the order in which they broke. One that the
 * server could not look for stays, and is tried again; one that it will not
 * kill is given up.
 */
static void kill_answered(struct rlk_link *link, enum rlk_answer_kind kind,
                          int64_t now)
{
    link->kills--;
    if (kind == RLK_ANSWER_ERROR) {
        link->spared++;
        return;
    }
    if (kind != RLK_ANSWER_YES)
        link->unkilled = true;
    drop_orphan(link, link->spared);
    settle_debts(link, now);
}

static void link_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_link *link =
        (struct rlk_link *)((char *)timer - offsetof(struct rlk_link, timer));

    rlk_debt_expire(link, now);
    if (link->state == RLK_LINK_DOWN) {
        connect_link(link, now);
        return;
    }
    if (link->state == RLK_LINK_UP && !out_of_patience(link, now)) {
        kill_orphans(link, now);
        rlk_debt_pay(link, now);
        rlk_link_watch(link, now);
        return;
    }
    ops_of(link)->disconnect(link->coord->transport, link->node);
    come_down(link, REDLOCK_REASON_SILENT,
              link->state == RLK_LINK_UP ? "" : "no answer to the greeting",
              now);
}

bool rlk_link_init(struct rlk_link *link, struct rlk_coord *coord, int node,
                   const char *name)
{
    *link = (struct rlk_link){.coord = coord, .name = name, .node = node};
    rlk_debt_init(&link->debts);
    remember_why(link, REDLOCK_REASON_SILENT, "no connection yet");
    if (!rlk_timers_promise(&coord->timers, &link->timer, link_fire))
        return false;
    if (!rlk_guard_init(link)) {
        rlk_timers_forget(&coord->timers, &link->timer);
        return false;
    }
    connect_link(link, ops_of(link)->now(coord->transport));
    return true;
}

void rlk_link_clear(struct rlk_link *link)
{
    rlk_debt_clear(link);
    rlk_errands_clear(&link->flight);
    rlk_errands_clear(&link->held);
    rlk_guard_clear(link);
    rlk_timers_forget(&link->coord->timers, &link->timer);
}

static bool first_connection_pending(const struct rlk_link *link, int64_t now)
{
    return link->state == RLK_LINK_CONNECTING && link->failures == 0 &&
           rlk_clock_sub(now, link->since) <
               link->coord->settings.node_timeout_ns;
}

bool rlk_link_usable(const struct rlk_link *link, int64_t now)
{
    return link->state == RLK_LINK_UP ? !link->silent
                                      : first_connection_pending(link, now);
}

static bool transmit(struct rlk_link *link, struct rlk_errand *errand,
                     enum rlk_verb verb, bool whole_script, int64_t now)
{
    struct rlk_request request;

    errand->ops->request(errand, link->node, verb, &request);
    if (!rlk_errands_push(&link->flight, &(struct rlk_errand_entry){
                                             .errand = errand,
                                             .verb = verb,
                                             .full = request.full,
                                             .sent = now,
                                         }))
        return false;
    if (link->flight.count == 1)
        link->heard = now;
    rlk_link_watch(link, now);
    /* A release must not wait for somebody to read that it has to be sent
     * again: it goes whole until the server is seen to know it. A lock may be
     * released before a node has said that it lacks the script of the grant,
     * which the next one tells it then. */
    request.whole_script =
        whole_script ||
        (verb == RLK_VERB_GRANT && request.full && link->lacks_grant) ||
        (verb == RLK_VERB_RELEASE && (request.full || !link->knows_release));
    if (ops_of(link)->send(link->coord->transport, link->node, &request))
        return true;
    rlk_errands_unpush(&link->flight);
    return false;
}

/* What a silent node is sent besides would only wait there, and here. */
static bool stuffed(const struct rlk_link *link)
{
    return link->silent && link->flight.count >= RLK_DEBTS_AT_ONCE;
}

bool rlk_link_send(struct rlk_link *link, struct rlk_errand *errand,
                   enum rlk_verb verb, int64_t now)
{
    if (link->state == RLK_LINK_UP)
        return !stuffed(link) && transmit(link, errand, verb, false, now);
    if (!first_connection_pending(link, now))
        return false;
    return rlk_errands_push(&link->held, &(struct rlk_errand_entry){
                                             .errand = errand, .verb = verb});
}

void rlk_link_timed_out(struct rlk_link *link, int64_t now)
{
    if (link->state != RLK_LINK_UP || link->silent || link->flight.count == 0)
        return;
    link->silent = true;
    remember_why(link, REDLOCK_REASON_SILENT, NULL);
    set_timer(link, rlk_clock_add(now, patience(link)));
}

void rlk_link_overlook(struct rlk_link *link, int64_t idle_ns)
{
    if (link->state == RLK_LINK_DOWN)
        return;
    if (link->state == RLK_LINK_CONNECTING)
        link->since = rlk_clock_add(link->since, idle_ns);
    link->heard = rlk_clock_add(link->heard, idle_ns);
    if (link->timer.at != RLK_NEVER)
        set_timer(link, rlk_clock_add(link->timer.at, idle_ns));
}

void rlk_link_try_again(struct rlk_link *link, int64_t now)
{
    if (link->state == RLK_LINK_UP && link->silent) {
        ops_of(link)->disconnect(link->coord->transport, link->node);
        come_down(link, REDLOCK_REASON_SILENT, "", now);
    }
    if (link->state == RLK_LINK_DOWN) {
        connect_link(link, now);
    } else if (link->state == RLK_LINK_CONNECTING && link->failures > 0) {
        link->since = now;
        set_timer(link, rlk_clock_add(now, patience(link)));
    }
    link->failures = 0;
}

bool rlk_link_quiet(const struct rlk_link *link, int64_t now)
{
    if (link->state == RLK_LINK_UP)
        return link->silent || link->flight.count == 0;
    return !first_connection_pending(link, now) ||
           (link->held.count == 0 && link->debts.count == 0);
}

/* The run_id of a node that is up and is the same server; -1: none. */
static int same_server(const struct rlk_link *link, const char *run_id)
{
    const struct rlk_coord *coord = link->coord;

    for (int node = 0; node < coord->settings.nodes; node++) {
        const struct rlk_link *other = &coord->links[node];
        if (other != link && other->state == RLK_LINK_UP && run_id[0] != '\0' &&
            strcmp(other->identity.run_id, run_id) == 0)
            return node;
    }
    return -1;
}

static void send_held(struct rlk_link *link, int64_t now)
{
    struct rlk_answer answer = {
        .kind = RLK_ANSWER_ERROR,
        .reason = REDLOCK_REASON_SILENT,
        .remaining_ms = -1,
    };
    struct rlk_errand_entry entry;

    for (uint32_t left = link->held.count; left > 0; left--) {
        if (!rlk_errands_pop(&link->held, &entry))
            break;
        if (!entry.errand->ops->wanted(entry.errand, link->node, entry.verb) ||
            !transmit(link, entry.errand, entry.verb, false, now))
            entry.errand->ops->answered(entry.errand, link->node, entry.verb,
                                        &answer, false);
    }
}

/*
 * Orphans are of the run that they broke in: another one has none, and where
 * nobody says which run it is, they cannot be killed.
 */
static void judge_orphans(struct rlk_link *link, const char *run_id)
{
    const char *before = link->identity.run_id;
    bool told = run_id[0] != '\0' && before[0] != '\0';

    if (told && strcmp(run_id, before) == 0)
        return;
    link->unkilled = !told && (link->unkilled || link->orphans_count > 0);
    link->orphans_count = 0;
}

void rlk_link_connected(struct rlk_link *link,
                        const struct rlk_identity *identity, int64_t now)
{
    int twin = same_server(link, identity->run_id);

    if (identity->replica || twin >= 0) {
        char message[] = "the same server as node 00";
        message[sizeof(message) - 3] = (char)('0' + (twin + 1) / 10);
        message[sizeof(message) - 2] = (char)('0' + (twin + 1) % 10);
        ops_of(link)->disconnect(link->coord->transport, link->node);
        if (identity->replica)
            come_down(link, REDLOCK_REASON_REPLICA, NULL, now);
        else
            come_down(link, REDLOCK_REASON_SAME_SERVER, message, now);
        return;
    }
    judge_orphans(link, identity->run_id);
    rlk_guard_connected(link, identity, now);
    link->state = RLK_LINK_UP;
    link->since = now;
    link->connection++;
    link->failures = 0;
    link->silent = false;
    link->identity = *identity;
    link->heard = now;
    set_timer(link, RLK_NEVER);
    link->kills = 0;
    link->knows_release = false;
    link->lacks_grant = false;
    settle_debts(link, now);
    kill_orphans(link, now);
    rlk_debt_pay(link, now);
    rlk_guard_look(link, now);
    send_held(link, now);
    rlk_link_watch(link, now);
}

void rlk_link_disconnected(struct rlk_link *link, enum redlock_reason reason,
                           const char *message, int64_t now)
{
    come_down(link, reason, message, now);
}

void rlk_link_answer(struct rlk_link *link, const struct rlk_answer *answer)
{
    struct rlk_errand_entry entry;
    int64_t now = ops_of(link)->now(link->coord->transport);

    link->heard = now;
    if (link->silent) {
        link->silent = false;
        set_timer(link, RLK_NEVER);
    }
    if (!rlk_errands_pop(&link->flight, &entry))
        return;
    rlk_guard_hear(link, entry.verb, entry.full, answer, entry.sent, now);
    if (entry.verb == RLK_VERB_RELEASE && !entry.full)
        link->knows_release = answer->kind != RLK_ANSWER_ERROR;
    if (entry.verb == RLK_VERB_GRANT && entry.full)
        link->lacks_grant = answer->kind == RLK_ANSWER_ERROR &&
                            answer->reason == REDLOCK_REASON_NOSCRIPT;
    /* The node has forgotten the script: it gets it whole, in this round. */
    if (answer->kind == RLK_ANSWER_ERROR &&
        answer->reason == REDLOCK_REASON_NOSCRIPT &&
        entry.errand->ops->wanted(entry.errand, link->node, entry.verb) &&
        transmit(link, entry.errand, entry.verb, true, now))
        return;
    if (entry.verb == RLK_VERB_KILL_CLIENT)
        kill_answered(link, answer->kind, now);
    entry.errand->ops->answered(entry.errand, link->node, entry.verb, answer,
                                true);
    rlk_debt_go_on(link, now);
    rlk_link_watch(link, now);
}
