/* SPDX-License-Identifier: MIT */
/* Markers, quarantines, and clocks that are stepped. */

#include "redlock/core/guard.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/core/core.h"
#include "redlock/core/node.h"

/* The pause before a mark that was not answered is sent again. */
#define AGAIN_NS RLK_NS_PER_S

/* A mark that finds another marker is sent again so often without a pause. */
#define REFUSED_MOST 8

static struct rlk_marker marker_of(const struct rlk_node *node)
{
    return rlk_marker_read(node->identity.marker, node->identity.replid);
}

bool rlk_guard_nameless(const struct rlk_node *node)
{
    return node->identity.run_id[0] == '\0' || node->identity.replid[0] == '\0';
}

/* No lock that was granted before lives longer than this. */
static int64_t longest(const struct rlk_node *node)
{
    return rlk_clock_add(node->core->settings.ttl_max_ns, RLK_NS_PER_S);
}

/*
 * A quarantine ends when somebody has seen the same marker for longer than any
 * lock can live, on his own clock: the node's may just be being set.
 */
static int64_t quarantine_end(const struct rlk_node *node)
{
    int64_t theirs = rlk_clock_add(
        rlk_clock_from_ms(marker_of(node).longest_ms), RLK_NS_PER_S);
    int64_t span = theirs > longest(node) ? theirs : longest(node);

    if (RLK_MUTANT(QUARANTINE_CUT_SHORT))
        span = 0;
    return rlk_clock_add(node->guard.marked, span);
}

static void watch_marker(struct rlk_node *node, int64_t now)
{
    bool quarantined = marker_of(node).state == RLK_MARKER_QUARANTINE;
    int64_t at = quarantined ? quarantine_end(node) : RLK_NEVER;
    int64_t again = rlk_clock_add(now, AGAIN_NS);

    if (node->guard.owed && again < at)
        at = again;
    rlk_timers_set(&node->core->timers, &node->guard.timer, at);
}

static void note_marker(struct rlk_node *node, const char *text, int64_t now)
{
    if (strcmp(text, node->identity.marker) == 0)
        return;
    snprintf(node->identity.marker, sizeof(node->identity.marker), "%s", text);
    /* The memory behind a connection may have become another. */
    (void)rlk_marker_replid(text, node->identity.replid);
    node->guard.marked = now;
    watch_marker(node, now);
}

static void note_health(struct rlk_node *node, int64_t now)
{
    char healthy[RLK_MARKER_MAX];

    rlk_marker_ok(healthy, node->identity.run_id, node->identity.replid,
                  rlk_clock_to_ms(node->core->settings.ttl_max_ns));
    note_marker(node, healthy, now);
}

/* Makes guard.marking of the marker, if it is still as it was seen. */
static void mark(struct rlk_node *node, int64_t until_us, int64_t now)
{
    struct rlk_request request = {
        .verb = RLK_VERB_MARK,
        .by_text = true,
        .resource = RLK_MARKER_KEY,
        .resource_length = strlen(RLK_MARKER_KEY),
        .token = node->identity.marker,
        .token_length = strlen(node->identity.marker),
        .mark = node->guard.marking,
        .until_us = until_us,
    };

    node->guard.marks = rlk_node_send_own(node, &request, now);
}

/* What the node's clock shows in so long, at most, in microseconds. */
static int64_t time_there(const struct rlk_node *node, int64_t in_ns,
                          int64_t now)
{
    int64_t ahead = rlk_offset_most(&node->guard.offset, now,
                                    node->core->settings.drift_ppm);
    int64_t time = rlk_clock_add(rlk_clock_add(now, in_ns), ahead);

    return time > 0 ? time / RLK_NS_PER_US : 0;
}

/* From here on the node forgets nothing before it is trusted again. */
static void quarantine(struct rlk_node *node, int64_t now)
{
    struct rlk_core *core = node->core;
    char nonce[2 * RLK_TOKEN_RANDOM_BYTES + 24];
    int64_t time;

    /* Without its time the node writes it itself, when it is asked. */
    if (node->guard.marks || rlk_guard_nameless(node) ||
        !node->guard.offset.known || marker_of(node).state == RLK_MARKER_LATER)
        return;
    time = time_there(node, 0, now);
    snprintf(nonce, sizeof(nonce), "%.32s.%" PRIu64, core->token_base.digits,
             ++core->serials);
    rlk_marker_quarantine(
        node->guard.marking, node->identity.run_id, node->identity.replid,
        rlk_clock_to_ms(core->settings.ttl_max_ns), time, nonce);
    mark(node, INT64_MAX, now);
    node->guard.pays = node->guard.owed && node->guard.marks;
}

/*
 * A quarantine that is new, whatever the marker says: one that is under way
 * began before the clock was stepped, and would end too early. So may a mark
 * that is under way.
 */
static void owe_quarantine(struct rlk_node *node, int64_t now)
{
    if (rlk_guard_nameless(node) || (RLK_MUTANT(QUARANTINE_NOT_RENEWED) &&
                                     marker_of(node).state != RLK_MARKER_OK))
        return;
    node->guard.owed = true;
    node->guard.pays = false;
    node->guard.refused = 0;
    watch_marker(node, now);
    if (node->state == RLK_NODE_UP)
        quarantine(node, now);
}

/*
 * Whoever ends a quarantine may not have heard the node for long: if its clock
 * is past this, it was stepped meanwhile, or the mark was long under way.
 */
static int64_t sound_until(const struct rlk_node *node, int64_t now)
{
    int64_t slack = rlk_core_slack(node->core, 0);

    if (!node->guard.offset.known || RLK_MUTANT(CLEARED_UNHEARD))
        return INT64_MAX;
    return time_there(
        node, rlk_clock_add(slack, node->core->settings.node_timeout_ns), now);
}

static void guard_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_node *node =
        (struct rlk_node *)((char *)timer -
                            offsetof(struct rlk_node, guard.timer));

    /* Blessed in the meantime. */
    if (!node->guard.owed && marker_of(node).state != RLK_MARKER_QUARANTINE)
        return;
    rlk_timers_set(&node->core->timers, timer, rlk_clock_add(now, AGAIN_NS));
    if (node->state != RLK_NODE_UP || node->silent || node->guard.marks)
        return;
    if (node->guard.owed) {
        node->guard.refused = 0;
        quarantine(node, now);
        return;
    }
    if (RLK_MUTANT(QUARANTINE_FOR_EVER))
        return;
    /* What we bar ourselves is nothing that others may trust again. */
    if (rlk_guard_bars(node, now) && !RLK_MUTANT(OWN_BARRED_CLEARED))
        return;
    /* The promise of the marker stays what it was. */
    rlk_marker_ok(node->guard.marking, node->identity.run_id,
                  node->identity.replid, marker_of(node).longest_ms);
    mark(node, sound_until(node, now), now);
}

/* What the clock gained beyond the slack, of so much. */
static int64_t beyond_slack(const struct rlk_node *node, int64_t gained_ns)
{
    int64_t slack = rlk_core_slack(node->core, 0);

    return gained_ns > slack ? gained_ns - slack : 0;
}

/* Keys that lived through a step before are gone. */
static bool outlived(const struct rlk_node *node, int64_t now)
{
    return rlk_clock_sub(now, node->guard.gained_at) >= longest(node);
}

/* Keys that it granted may have ended early, for certain: nobody counts it. */
static void bar(struct rlk_node *node, int64_t now)
{
    struct rlk_guard *guard = &node->guard;

    if (!node->core->guarded || outlived(node, now) ||
        beyond_slack(node, guard->gained_ns) == 0)
        return;
    guard->barred_until = rlk_clock_add(guard->gained_at, longest(node));
    rlk_core_barred(node->core, node->index, now);
    owe_quarantine(node, now);
}

/*
 * The node's clock went forward. Many small steps are a large one to a key
 * that lives through them. What our own locks and attempts have there ends
 * earlier by the most that it can be; the node is barred by the least.
 */
static void hear_step(struct rlk_node *node, int64_t least_ns, int64_t most_ns,
                      int64_t now)
{
    struct rlk_guard *guard = &node->guard;
    int64_t before;

    if (outlived(node, now)) {
        guard->gained_ns = 0;
        guard->most_gained_ns = 0;
    }
    guard->gained_at = now;
    before = beyond_slack(node, guard->most_gained_ns);
    guard->gained_ns = rlk_clock_add(guard->gained_ns, least_ns);
    guard->most_gained_ns = rlk_clock_add(guard->most_gained_ns, most_ns);
    rlk_core_stepped(node->core, node->index,
                     beyond_slack(node, guard->most_gained_ns) - before, now);
    bar(node, now);
}

static void hear_time(struct rlk_node *node, int64_t time_us, int64_t sent,
                      int64_t now)
{
    struct rlk_offset *offset = &node->guard.offset;
    int64_t rate_ppm = node->core->settings.drift_ppm;
    int64_t before;
    int64_t stepped;

    if (time_us <= 0)
        return;
    before = rlk_offset_least(offset, now, rate_ppm);
    stepped = rlk_offset_sample(offset, rlk_clock_from_us(time_us), sent, now,
                                rate_ppm);
    if (stepped > 0 && !RLK_MUTANT(STEP_UNSEEN))
        hear_step(node, stepped,
                  rlk_clock_sub(rlk_offset_most(offset, now, rate_ppm), before),
                  now);
}

bool rlk_guard_init(struct rlk_node *node)
{
    node->guard.barred_until = INT64_MIN;
    node->guard.gained_at = INT64_MIN;
    return rlk_timers_promise(&node->core->timers, &node->guard.timer,
                              guard_fire);
}

void rlk_guard_clear(struct rlk_node *node)
{
    rlk_timers_forget(&node->core->timers, &node->guard.timer);
}

/*
 * What its clock showed to another process: a step since then is heard. Since
 * when the marker is known to have been there; without the clock, only now.
 */
static int64_t recall(struct rlk_node *node, const char *marker, int64_t now)
{
    const struct redlock_sighting *seen =
        rlk_sightings_of(&node->core->sightings, marker, now);
    int64_t heard;
    int64_t least;

    if (seen == NULL || node->guard.offset.known)
        return now;
    heard = rlk_clock_from_ms(seen->heard_ms);
    least = rlk_clock_from_us(seen->ahead_least_us);
    (void)rlk_offset_sample(
        &node->guard.offset, rlk_clock_add(heard, least),
        rlk_clock_sub(rlk_clock_add(heard, least),
                      rlk_clock_from_us(seen->ahead_most_us)),
        heard, node->core->settings.drift_ppm);
    return rlk_clock_from_ms(seen->since_ms);
}

void rlk_guard_connected(struct rlk_node *node,
                         const struct rlk_identity *identity, int64_t now)
{
    int64_t since;

    /* Its name, for the quarantine that a step since then is owed at once. */
    memcpy(node->identity.run_id, identity->run_id, sizeof(identity->run_id));
    memcpy(node->identity.replid, identity->replid, sizeof(identity->replid));
    since = recall(node, identity->marker, now);
    hear_time(node, identity->time_us, node->asked, now);
    if (strcmp(identity->marker, node->identity.marker) != 0)
        node->guard.marked = since;
    node->guard.marks = false;
    node->guard.pays = false;
}

void rlk_guard_look(struct rlk_node *node, int64_t now)
{
    watch_marker(node, now);
    if (node->identity.marker[0] != '\0')
        rlk_core_guard(node->core, now);
    rlk_guard_judge(node, now);
    if (node->guard.owed)
        quarantine(node, now);
    /* Before anything is asked there: who waits until it is, is refused. */
    if (node->guard.timer.at <= now)
        guard_fire(&node->guard.timer, now);
}

/* The answer to our own mark: done, or what the marker is by now. */
static void hear_mark(struct rlk_node *node, const struct rlk_answer *answer,
                      int64_t now)
{
    struct rlk_guard *guard = &node->guard;

    guard->marks = false;
    if (answer->kind == RLK_ANSWER_YES) {
        guard->owed = guard->owed && !guard->pays;
        note_marker(node, guard->marking, now);
    } else if (answer->kind == RLK_ANSWER_HELD) {
        note_marker(node, answer->text, now);
    }
    if (guard->owed && answer->kind != RLK_ANSWER_ERROR &&
        guard->refused++ < REFUSED_MOST)
        quarantine(node, now);
}

void rlk_guard_hear(struct rlk_node *node, enum rlk_verb verb, bool checked,
                    const struct rlk_answer *answer, int64_t sent, int64_t now)
{
    bool judged = checked && node->core->guarded && answer->time_us > 0;

    if (answer->quarantined && answer->kind != RLK_ANSWER_HELD)
        note_marker(node, answer->text, now);
    else if (judged && !answer->quarantined &&
             answer->kind != RLK_ANSWER_DISAGREES &&
             marker_of(node).state != RLK_MARKER_OK)
        note_health(node, now);
    if (verb == RLK_VERB_MARK)
        hear_mark(node, answer, now);
    if (verb == RLK_VERB_INIT_NODE && answer->kind == RLK_ANSWER_YES) {
        node->guard.owed = false;
        note_marker(node, answer->text, now);
        rlk_core_guard(node->core, now);
    }
    hear_time(node, answer->time_us, sent, now);
}

void rlk_guard_judge(struct rlk_node *node, int64_t now)
{
    if (node->state == RLK_NODE_UP && node->core->guarded &&
        !rlk_guard_nameless(node) && marker_of(node).state == RLK_MARKER_NONE)
        quarantine(node, now);
    if (node->guard.barred_until < node->guard.gained_at)
        bar(node, now);
}

/*
 * It was stepped, and if by the most that a late answer may have hidden, then
 * too far. The next answer that is not late tells.
 */
static bool doubtful(const struct rlk_node *node, int64_t now)
{
    const struct rlk_guard *guard = &node->guard;
    int64_t hidden =
        rlk_offset_hidden(&guard->offset, now, node->core->settings.drift_ppm);

    return node->core->guarded && guard->gained_ns > 0 &&
           !outlived(node, now) &&
           beyond_slack(node, rlk_clock_add(guard->gained_ns, hidden)) > 0;
}

bool rlk_guard_bars(const struct rlk_node *node, int64_t now)
{
    return (now < node->guard.barred_until || doubtful(node, now)) &&
           !RLK_MUTANT(BAR_LEFT_OUT);
}

bool rlk_guard_is_later(const struct rlk_node *node)
{
    return marker_of(node).state == RLK_MARKER_LATER;
}

/*
 * What is told in whole units is told as less, or as more. What was heard above
 * the clock, and is no step yet, is left to the next one to hear.
 */
static void tell_clock(const struct rlk_node *node, int64_t now,
                       struct redlock_sighting *sighting)
{
    const struct rlk_offset *offset = &node->guard.offset;
    int64_t rate_ppm = node->core->settings.drift_ppm;
    int64_t most = rlk_clock_sub(rlk_offset_most(offset, now, rate_ppm),
                                 rlk_offset_hidden(offset, now, rate_ppm));

    sighting->heard_ms = rlk_clock_to_ms(now);
    sighting->ahead_least_us =
        rlk_offset_least(offset, now, rate_ppm) / RLK_NS_PER_US - 1;
    sighting->ahead_most_us = most / RLK_NS_PER_US + 1;
}

/*
 * To the next one the clock behind a step would be what it was all the time,
 * and the quarantine that is owed for it forgotten.
 */
static bool was_stepped(const struct rlk_node *node, int64_t now)
{
    return node->guard.owed ||
           (node->guard.gained_ns > 0 && !outlived(node, now));
}

bool rlk_guard_sighting(const struct rlk_node *node, int64_t now,
                        struct redlock_sighting *sighting)
{
    if (marker_of(node).state != RLK_MARKER_QUARANTINE ||
        !node->guard.offset.known || was_stepped(node, now))
        return false;
    memcpy(sighting->marker, node->identity.marker, sizeof(sighting->marker));
    sighting->since_ms =
        rlk_clock_to_ms(rlk_clock_add(node->guard.marked, RLK_NS_PER_MS - 1));
    tell_clock(node, now, sighting);
    return true;
}

int64_t rlk_guard_quarantine(const struct rlk_node *node, int64_t now)
{
    struct rlk_marker marker = marker_of(node);
    int64_t left;

    if (!node->core->guarded || node->state != RLK_NODE_UP ||
        rlk_guard_nameless(node) || marker.state == RLK_MARKER_OK ||
        marker.state == RLK_MARKER_LATER)
        return 0;
    if (marker.state == RLK_MARKER_NONE)
        return longest(node);
    left = rlk_clock_sub(quarantine_end(node), now);
    return left > 0 ? left : 1;
}
