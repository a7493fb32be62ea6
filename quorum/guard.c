/* SPDX-License-Identifier: MIT */
/* Judges markers, quarantines, and steps of a node's clock. */

#include "quorum/guard.h"

#include "clock/clock.h"

/* The pause before an unanswered mark is sent again. */
#define AGAIN_NS RLK_NS_PER_S

/* How often a mark that found another marker is repeated without a pause. */
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
        .excluded_until = INT64_MIN,
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

/* --- quarantines --------------------------------------------------------- */

/* The longest time for which a lock that was granted before can be valid. */
static int64_t longest(const struct rlk_guard *guard)
{
    return rlk_clock_add(guard->settings.ttl_max_ns, RLK_NS_PER_S);
}

/*
 * A quarantine ends when this client has seen the same marker for longer than
 * any lock is valid, by its own clock: the node's may be set meanwhile.
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

    wake_at(guard, guard->stale && again < at ? again : at);
}

static void mark(struct rlk_guard *guard, enum rlk_guard_mark what,
                 int64_t longest_ms, int64_t until_us)
{
    if (guard->settings.read_only)
        return;
    guard->marking = true;
    guard->renews = guard->stale;
    guard->news.mark = what;
    guard->news.longest_ms = longest_ms;
    guard->news.until_us = until_us;
    guard->has_news = true;
}

/* The latest time, in microseconds, that the node's clock can show then. */
static int64_t time_there(const struct rlk_guard *guard, int64_t in_ns,
                          int64_t now)
{
    int64_t ahead =
        rlk_offset_most(&guard->offset, now, guard->settings.drift_ppm);
    int64_t time = rlk_clock_add(rlk_clock_add(now, in_ns), ahead);

    return time > 0 ? time / RLK_NS_PER_US : 0;
}

/* Requests a mark for the quarantine, if that is possible. */
static void quarantine(struct rlk_guard *guard, int64_t now)
{
    /* Without the node's time, the node's script writes the marker itself. */
    if (guard->marking || guard->nameless || !guard->offset.known ||
        guard->marker.state == RLK_MARKER_LATER)
        return;
    mark(guard, RLK_GUARD_QUARANTINE,
         rlk_clock_to_ms(guard->settings.ttl_max_ns), INT64_MAX);
    guard->news.since_us = time_there(guard, 0, now);
}

/*
 * Requests a mark for a new quarantine, whatever the marker says. An existing
 * quarantine began before the clock was stepped, and would end too early; the
 * same holds for one that a mark under way begins.
 */
static void renew_quarantine(struct rlk_guard *guard, int64_t now)
{
    if (guard->nameless)
        return;
    guard->stale = true;
    guard->renews = false;
    guard->refused = 0;
    watch_marker(guard, now);
    quarantine(guard, now);
}

/*
 * The limit for a mark that ends a quarantine. This client may not have had an
 * answer for a long time. If the node's clock has passed the limit, it was
 * stepped, or the mark was delayed, and the node does not write the mark.
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
    /* Another client has marked the node as sound meanwhile. */
    if (!guard->stale && guard->marker.state != RLK_MARKER_QUARANTINE) {
        wake_at(guard, RLK_NEVER);
        return;
    }
    wake_at(guard, rlk_clock_add(now, AGAIN_NS));
    if (!reachable || guard->marking)
        return;
    if (guard->stale) {
        guard->refused = 0;
        quarantine(guard, now);
        return;
    }
    /* While we exclude the node, others must not trust it again. */
    if (rlk_guard_excludes(guard, now))
        return;
    /* Keeps the longest TTL that the marker states. */
    mark(guard, RLK_GUARD_KEPT, guard->marker.longest_ms,
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

/* --- steps of the node's clock ------------------------------------------- */

/* The part of the clock's gain that exceeds the slack. */
static int64_t beyond_slack(const struct rlk_guard *guard, int64_t gained_ns)
{
    int64_t slack = guard->settings.slack_ns;

    return gained_ns > slack ? gained_ns - slack : 0;
}

/* Have all keys expired that existed when the last step was noticed? */
static bool outlived(const struct rlk_guard *guard, int64_t now)
{
    return rlk_clock_sub(now, guard->gained_at) >= longest(guard);
}

/*
 * Steps certainly exceeded the slack: keys that the node granted may have
 * expired early, so no attempt may count it.
 */
static void exclude(struct rlk_guard *guard, int64_t now)
{
    if (!guard->guarded || outlived(guard, now) ||
        beyond_slack(guard, guard->gained_ns) == 0)
        return;
    guard->excluded_until = rlk_clock_add(guard->gained_at, longest(guard));
    guard->news.excluded = true;
    guard->has_news = true;
    renew_quarantine(guard, now);
}

/*
 * The node's clock was stepped forward. Small steps add up for a key that
 * exists during all of them. Votes of locks and attempts end earlier by the
 * largest possible sum; the smallest possible sum decides the exclusion.
 */
static void note_clock_step(struct rlk_guard *guard, int64_t least_ns,
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
    exclude(guard, now);
}

/*
 * The width of the offset's interval before a step: it reached from least to
 * the clock's lead now, less the step.
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
        note_clock_step(
            guard, stepped,
            rlk_clock_sub(rlk_offset_most(offset, now, rate_ppm), before),
            known_to_within(rlk_clock_sub(theirs, now), stepped, before), now);
}

/*
 * Was the clock stepped, possibly by too much? The part that a late answer may
 * have hidden shows in the next answer that is not late. The uncertainty before
 * the step stays.
 */
static bool doubtful(const struct rlk_guard *guard, int64_t now)
{
    int64_t hidden;
    int64_t unclear;

    if (!guard->guarded || guard->gained_ns <= 0 || outlived(guard, now))
        return false;
    hidden = rlk_offset_hidden(&guard->offset, now, guard->settings.drift_ppm);
    unclear = rlk_clock_add(guard->unclear_ns, hidden);
    return beyond_slack(guard, rlk_clock_add(guard->gained_ns, unclear)) > 0;
}

bool rlk_guard_excludes(const struct rlk_guard *guard, int64_t now)
{
    return now < guard->excluded_until || doubtful(guard, now);
}

/* --- facts about the node ------------------------------------------------- */

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
    guard->stale = guard->stale && !(written && guard->renews);
}

void rlk_guard_mark_again(struct rlk_guard *guard, int64_t now)
{
    if (guard->stale && guard->refused++ < REFUSED_MOST)
        quarantine(guard, now);
}

void rlk_guard_note_marked(struct rlk_guard *guard)
{
    guard->stale = false;
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
    if (guard->excluded_until < guard->gained_at)
        exclude(guard, now);
    if (guard->stale)
        quarantine(guard, now);
}

/* --- from one process to the next ---------------------------------------- */

/*
 * Was there a step that the next process could not detect? To it the clock
 * would seem to have been like this always, and it would not quarantine the
 * node.
 */
static bool was_stepped(const struct rlk_guard *guard, int64_t now)
{
    return guard->stale || (guard->gained_ns > 0 && !outlived(guard, now));
}

/*
 * Leaves out a possible step behind a late answer: if there was one, the next
 * process detects it.
 */
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
        .answered = now,
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
    int64_t theirs = rlk_clock_add(watch->answered, watch->ahead_least_ns);

    if (guard->offset.known)
        return now;
    (void)rlk_offset_sample(&guard->offset, theirs,
                            rlk_clock_sub(theirs, watch->ahead_most_ns),
                            watch->answered, guard->settings.drift_ppm);
    return watch->since;
}
