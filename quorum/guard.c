/* SPDX-License-Identifier: MIT */
/* Markers, quarantines, and clocks that are stepped. */

#include "quorum/guard.h"

#include "clock/clock.h"

/* The pause before a mark that was not answered is sent again. */
#define AGAIN_NS RLK_NS_PER_S

/* A mark that finds another marker is sent again so often without a pause. */
#define REFUSED_MOST 8

void rlk_guard_init(struct rlk_guard *guard,
                    const struct rlk_guard_settings *settings)
{
    *guard = (struct rlk_guard){
        .settings = *settings,
        .guarded = settings->guarded,
        .nameless = true,
        .wakeup = RLK_NEVER,
        .gained_at = INT64_MIN,
        .barred_until = INT64_MIN,
    };
}

bool rlk_guard_take(struct rlk_guard *guard, struct rlk_guard_news *news)
{
    if (!guard->has_news)
        return false;
    *news = guard->news;
    guard->news = (struct rlk_guard_news){0};
    guard->has_news = false;
    return true;
}

/* --- quarantines ------------------------------------------------------------
 */

/* No lock that was granted before lives longer than this. */
static int64_t longest(const struct rlk_guard *guard)
{
    return rlk_clock_add(guard->settings.ttl_max_ns, RLK_NS_PER_S);
}

/*
 * A quarantine ends when somebody has seen the same marker for longer than any
 * lock can live, on its own clock: the node's may just be being set.
 */
static int64_t quarantine_end(const struct rlk_guard *guard)
{
    int64_t theirs = rlk_clock_add(rlk_clock_from_ms(guard->marker.longest_ms),
                                   RLK_NS_PER_S);
    int64_t span = theirs > longest(guard) ? theirs : longest(guard);

    return rlk_clock_add(guard->marked, span);
}

static void wake_at(struct rlk_guard *guard, int64_t at)
{
    guard->wakeup = at;
    guard->has_news = true;
}

static void watch_marker(struct rlk_guard *guard, int64_t now)
{
    bool quarantined = guard->marker.state == RLK_MARKER_QUARANTINE;
    int64_t at = quarantined ? quarantine_end(guard) : RLK_NEVER;
    int64_t again = rlk_clock_add(now, AGAIN_NS);

    wake_at(guard, guard->owed && again < at ? again : at);
}

static void mark(struct rlk_guard *guard, enum rlk_guard_mark what,
                 int64_t longest_ms, int64_t until_us)
{
    guard->marking = true;
    guard->pays = guard->owed;
    guard->news.mark = what;
    guard->news.longest_ms = longest_ms;
    guard->news.until_us = until_us;
    guard->has_news = true;
}

/* What the node's clock shows in so long, at most, in microseconds. */
static int64_t time_there(const struct rlk_guard *guard, int64_t in_ns,
                          int64_t now)
{
    int64_t ahead =
        rlk_offset_most(&guard->offset, now, guard->settings.drift_ppm);
    int64_t time = rlk_clock_add(rlk_clock_add(now, in_ns), ahead);

    return time > 0 ? time / RLK_NS_PER_US : 0;
}

/* From here on the node forgets nothing before it is trusted again. */
static void quarantine(struct rlk_guard *guard, int64_t now)
{
    /* Without its time the node writes it itself, when it is asked. */
    if (guard->marking || guard->nameless || !guard->offset.known ||
        guard->marker.state == RLK_MARKER_LATER)
        return;
    mark(guard, RLK_GUARD_QUARANTINE,
         rlk_clock_to_ms(guard->settings.ttl_max_ns), INT64_MAX);
    guard->news.since_us = time_there(guard, 0, now);
}

/*
 * A quarantine that is new, whatever the marker says: one that is under way
 * began before the clock was stepped, and would end too early. So may a mark
 * that is under way.
 */
static void owe_quarantine(struct rlk_guard *guard, int64_t now)
{
    if (guard->nameless)
        return;
    guard->owed = true;
    guard->pays = false;
    guard->refused = 0;
    watch_marker(guard, now);
    quarantine(guard, now);
}

/*
 * Whoever ends a quarantine may not have heard the node for long: if its clock
 * is past this, it was stepped meanwhile, or the mark was long under way.
 */
static int64_t sound_until(const struct rlk_guard *guard, int64_t now)
{
    if (!guard->offset.known)
        return INT64_MAX;
    return time_there(
        guard, rlk_clock_add(guard->settings.slack_ns, guard->settings.mark_ns),
        now);
}

void rlk_guard_tick(struct rlk_guard *guard, bool reachable, int64_t now)
{
    if (now < guard->wakeup)
        return;
    /* Marked as sound in the meantime. */
    if (!guard->owed && guard->marker.state != RLK_MARKER_QUARANTINE) {
        wake_at(guard, RLK_NEVER);
        return;
    }
    wake_at(guard, rlk_clock_add(now, AGAIN_NS));
    if (!reachable || guard->marking)
        return;
    if (guard->owed) {
        guard->refused = 0;
        quarantine(guard, now);
        return;
    }
    /* What we bar ourselves is nothing that others may trust again. */
    if (rlk_guard_bars(guard, now))
        return;
    /* The promise of the marker stays what it was. */
    mark(guard, RLK_GUARD_SOUND, guard->marker.longest_ms,
         sound_until(guard, now));
}

int64_t rlk_guard_quarantine(const struct rlk_guard *guard, int64_t now)
{
    int64_t left;

    if (!guard->guarded || guard->nameless ||
        guard->marker.state == RLK_MARKER_OK ||
        guard->marker.state == RLK_MARKER_LATER)
        return 0;
    if (guard->marker.state == RLK_MARKER_NONE)
        return longest(guard);
    left = rlk_clock_sub(quarantine_end(guard), now);
    return left > 0 ? left : 1;
}

/* --- steps of the node's clock ----------------------------------------------
 */

/* What the clock gained beyond the slack, of so much. */
static int64_t beyond_slack(const struct rlk_guard *guard, int64_t gained_ns)
{
    int64_t slack = guard->settings.slack_ns;

    return gained_ns > slack ? gained_ns - slack : 0;
}

/* Keys that lived through a step before are gone. */
static bool outlived(const struct rlk_guard *guard, int64_t now)
{
    return rlk_clock_sub(now, guard->gained_at) >= longest(guard);
}

/* Keys that it granted may have ended early, for certain: nobody counts it. */
static void bar(struct rlk_guard *guard, int64_t now)
{
    if (!guard->guarded || outlived(guard, now) ||
        beyond_slack(guard, guard->gained_ns) == 0)
        return;
    guard->barred_until = rlk_clock_add(guard->gained_at, longest(guard));
    guard->news.barred = true;
    guard->has_news = true;
    owe_quarantine(guard, now);
}

/*
 * The node's clock went forward. Many small steps are a large one to a key
 * that lives through them. What our own locks and attempts have there ends
 * earlier by the most that it can be; the node is barred by the least.
 */
static void hear_step(struct rlk_guard *guard, int64_t least_ns,
                      int64_t most_ns, int64_t unclear_ns, int64_t now)
{
    int64_t before;

    if (outlived(guard, now)) {
        guard->gained_ns = 0;
        guard->most_gained_ns = 0;
        guard->unclear_ns = 0;
    }
    guard->gained_at = now;
    before = beyond_slack(guard, guard->most_gained_ns);
    guard->gained_ns = rlk_clock_add(guard->gained_ns, least_ns);
    guard->most_gained_ns = rlk_clock_add(guard->most_gained_ns, most_ns);
    guard->unclear_ns = rlk_clock_add(guard->unclear_ns, unclear_ns);
    guard->news.shorten_ns =
        rlk_clock_add(guard->news.shorten_ns,
                      beyond_slack(guard, guard->most_gained_ns) - before);
    guard->has_news = true;
    bar(guard, now);
}

/*
 * How wide the interval of a clock's offset was: it ended so much below where
 * the clock is ahead now at least, as that was a step.
 */
static int64_t known_to_within(int64_t ahead, int64_t stepped, int64_t least)
{
    return rlk_clock_sub(rlk_clock_sub(ahead, stepped), least);
}

void rlk_guard_sample(struct rlk_guard *guard, int64_t time_us, int64_t sent,
                      int64_t now)
{
    struct rlk_offset *offset = &guard->offset;
    int64_t rate_ppm = guard->settings.drift_ppm;
    int64_t theirs = rlk_clock_from_us(time_us);
    int64_t before;
    int64_t stepped;

    if (time_us <= 0)
        return;
    before = rlk_offset_least(offset, now, rate_ppm);
    stepped = rlk_offset_sample(offset, theirs, sent, now, rate_ppm);
    if (stepped > 0)
        hear_step(guard, stepped,
                  rlk_clock_sub(rlk_offset_most(offset, now, rate_ppm), before),
                  known_to_within(rlk_clock_sub(theirs, now), stepped, before),
                  now);
}

/*
 * It was stepped, and if by the most that it can have been, then too far. What
 * a late answer may have hidden the next one tells that is not late; what was
 * not known of the clock before the step stays so.
 */
static bool doubtful(const struct rlk_guard *guard, int64_t now)
{
    int64_t hidden =
        rlk_offset_hidden(&guard->offset, now, guard->settings.drift_ppm);
    int64_t unclear = rlk_clock_add(guard->unclear_ns, hidden);

    return guard->guarded && guard->gained_ns > 0 && !outlived(guard, now) &&
           beyond_slack(guard, rlk_clock_add(guard->gained_ns, unclear)) > 0;
}

bool rlk_guard_bars(const struct rlk_guard *guard, int64_t now)
{
    return now < guard->barred_until || doubtful(guard, now);
}

/* --- what is heard of the node ----------------------------------------------
 */

void rlk_guard_named(struct rlk_guard *guard, bool named)
{
    guard->nameless = !named;
}

void rlk_guard_seen(struct rlk_guard *guard, const struct rlk_marker *marker,
                    int64_t since, int64_t now)
{
    guard->marker = *marker;
    guard->marked = since;
    watch_marker(guard, now);
}

void rlk_guard_mark_ended(struct rlk_guard *guard, bool written)
{
    guard->marking = false;
    guard->owed = guard->owed && !(written && guard->pays);
}

void rlk_guard_mark_again(struct rlk_guard *guard, int64_t now)
{
    if (guard->owed && guard->refused++ < REFUSED_MOST)
        quarantine(guard, now);
}

void rlk_guard_settle(struct rlk_guard *guard)
{
    guard->owed = false;
}

void rlk_guard_found(struct rlk_guard *guard)
{
    guard->news.guarded = true;
    guard->has_news = true;
}

void rlk_guard_on(struct rlk_guard *guard)
{
    guard->guarded = true;
}

void rlk_guard_judge(struct rlk_guard *guard, int64_t now)
{
    if (guard->guarded && guard->marker.state == RLK_MARKER_NONE)
        quarantine(guard, now);
    if (guard->barred_until < guard->gained_at)
        bar(guard, now);
    if (guard->owed)
        quarantine(guard, now);
}

/* --- from one process to the next -------------------------------------------
 */

/*
 * To the next one the clock behind a step would be what it was all the time,
 * and the quarantine that is owed for it forgotten.
 */
static bool was_stepped(const struct rlk_guard *guard, int64_t now)
{
    return guard->owed || (guard->gained_ns > 0 && !outlived(guard, now));
}

/* What was heard above the clock, and is no step yet, is left to the next one
 * to hear. */
bool rlk_guard_hand_on(const struct rlk_guard *guard, int64_t now,
                       struct rlk_guard_watch *watch)
{
    const struct rlk_offset *offset = &guard->offset;
    int64_t rate_ppm = guard->settings.drift_ppm;

    if (guard->marker.state != RLK_MARKER_QUARANTINE || !offset->known ||
        was_stepped(guard, now))
        return false;
    *watch = (struct rlk_guard_watch){
        .since = guard->marked,
        .heard = now,
        .ahead_least_ns = rlk_offset_least(offset, now, rate_ppm),
        .ahead_most_ns =
            rlk_clock_sub(rlk_offset_most(offset, now, rate_ppm),
                          rlk_offset_hidden(offset, now, rate_ppm)),
    };
    return true;
}

int64_t rlk_guard_take_over(struct rlk_guard *guard,
                            const struct rlk_guard_watch *watch, int64_t now)
{
    int64_t theirs = rlk_clock_add(watch->heard, watch->ahead_least_ns);

    if (guard->offset.known)
        return now;
    (void)rlk_offset_sample(&guard->offset, theirs,
                            rlk_clock_sub(theirs, watch->ahead_most_ns),
                            watch->heard, guard->settings.drift_ppm);
    return watch->since;
}
