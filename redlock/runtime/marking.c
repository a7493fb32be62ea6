/* SPDX-License-Identifier: MIT */
/* Converts a node's reports to values for its guard, and marks to requests. */

#include "redlock/runtime/marking.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- what other processes have seen -------------------------------------- */

void rlk_quarantine_observations_take(
    struct rlk_quarantine_observations *observations,
    const struct redlock_quarantine_observation *from, int count)
{
    if (count > REDLOCK_QUARANTINE_OBSERVATIONS_MAX)
        count = REDLOCK_QUARANTINE_OBSERVATIONS_MAX;
    observations->count = count > 0 ? count : 0;
    for (int i = 0; i < observations->count; i++) {
        observations->at[i] = from[i];
        observations->at[i].marker[REDLOCK_MARKER_MAX - 1] = '\0';
    }
}

/* Were the marker and the node's clock seen at past instants? */
static bool says(const struct redlock_quarantine_observation *observation,
                 int64_t now)
{
    return observation->since_ms >= 0 && observation->answered_ms >= 0 &&
           rlk_clock_from_ms(observation->since_ms) <= now &&
           rlk_clock_from_ms(observation->answered_ms) <= now &&
           observation->ahead_least_us <= observation->ahead_most_us;
}

/*
 * The observation of this very marker; NULL: none that can be relied on. One
 * without a reading of the node's clock cannot, because a step of that clock
 * since then would not be noticed.
 *
 * now  an instant of the boot clock, in nanoseconds
 */
static const struct redlock_quarantine_observation *
observations_of(const struct rlk_quarantine_observations *observations,
                const char *marker, int64_t now)
{
    for (int i = 0; i < observations->count; i++) {
        if (strcmp(observations->at[i].marker, marker) == 0)
            return says(&observations->at[i], now) ? &observations->at[i]
                                                   : NULL;
    }
    return NULL;
}

/* Passes the identity's marker, first seen at that instant, to the guard. */
static void tell_marker(struct rlk_guard *guard,
                        const struct rlk_identity *identity, int64_t since,
                        int64_t now)
{
    struct rlk_marker marker =
        rlk_marker_read(identity->marker, identity->replid);

    rlk_guard_named(guard,
                    identity->run_id[0] != '\0' && identity->replid[0] != '\0');
    rlk_guard_seen(guard, &marker, since, now);
}

static void note_marker(struct rlk_guard *guard, struct rlk_identity *identity,
                        const char *text, int64_t now)
{
    if (strcmp(text, identity->marker) == 0)
        return;
    snprintf(identity->marker, sizeof(identity->marker), "%s", text);
    /* The memory behind a connection may have been replaced. */
    (void)rlk_marker_replid(text, identity->replid);
    tell_marker(guard, identity, now, now);
}

static void note_health(struct rlk_guard *guard, struct rlk_identity *identity,
                        int64_t now)
{
    char healthy[RLK_MARKER_MAX];

    rlk_marker_ok(healthy, identity->replid,
                  rlk_clock_to_ms(guard->settings.ttl_max_ns));
    note_marker(guard, identity, healthy, now);
}

/*
 * Passes another process's observation of this marker and this clock to the
 * guard, so that a step of the clock since then is noticed. Returns since when
 * the marker has been seen.
 */
static int64_t recall(struct rlk_guard *guard,
                      const struct rlk_quarantine_observations *observations,
                      const char *marker, int64_t now)
{
    const struct redlock_quarantine_observation *seen =
        observations_of(observations, marker, now);

    if (seen == NULL)
        return now;
    return rlk_guard_take_over(
        guard,
        &(struct rlk_guard_watch){
            .since = rlk_clock_from_ms(seen->since_ms),
            .answered = rlk_clock_from_ms(seen->answered_ms),
            .ahead_least_ns = rlk_clock_from_us(seen->ahead_least_us),
            .ahead_most_ns = rlk_clock_from_us(seen->ahead_most_us),
        },
        now);
}

void rlk_marking_connected(
    struct rlk_guard *guard, struct rlk_identity *identity,
    const struct rlk_identity *said,
    const struct rlk_quarantine_observations *observations, int64_t asked,
    int64_t now)
{
    bool same = strcmp(said->marker, identity->marker) == 0;
    int64_t since;

    /* Before the sample: if that shows a step, a mark is due immediately. */
    rlk_guard_named(guard, said->run_id[0] != '\0' && said->replid[0] != '\0');
    rlk_guard_mark_ended(guard, false);
    since = recall(guard, observations, said->marker, now);
    rlk_guard_sample(guard, said->time_us, asked, now);
    *identity = *said;
    tell_marker(guard, identity, same ? guard->marked : since, now);
}

/* Handles the answer to a mark: it is written, or another marker was found. */
static void note_mark(struct rlk_guard *guard, struct rlk_identity *identity,
                      const char *mark, const struct rlk_answer *answer,
                      int64_t now)
{
    rlk_guard_mark_ended(guard, answer->kind == RLK_ANSWER_YES);
    if (answer->kind == RLK_ANSWER_YES)
        note_marker(guard, identity, mark, now);
    else if (answer->kind == RLK_ANSWER_HELD)
        note_marker(guard, identity, answer->text, now);
    if (answer->kind != RLK_ANSWER_ERROR)
        rlk_guard_mark_again(guard, now);
}

void rlk_marking_note(struct rlk_guard *guard, struct rlk_identity *identity,
                      const char *mark, const struct rlk_inflight_entry *entry,
                      const struct rlk_answer *answer, int64_t now)
{
    bool judged = entry->checked && guard->guarded && answer->time_us > 0;

    if (answer->quarantined && answer->kind != RLK_ANSWER_HELD)
        note_marker(guard, identity, answer->text, now);
    else if (judged && !answer->quarantined &&
             answer->kind != RLK_ANSWER_DISAGREES &&
             guard->marker.state != RLK_MARKER_OK)
        note_health(guard, identity, now);
    if (entry->verb == RLK_VERB_MARK)
        note_mark(guard, identity, mark, answer, now);
    if (entry->verb == RLK_VERB_INIT_NODE && answer->kind == RLK_ANSWER_YES) {
        rlk_guard_note_marked(guard);
        note_marker(guard, identity, answer->text, now);
        rlk_guard_found(guard);
    }
    if (answer->time_us > 0)
        rlk_guard_sample(guard, answer->time_us, entry->sent, now);
}

void rlk_marking_request(const struct rlk_identity *identity,
                         const struct rlk_guard_news *news,
                         const uint64_t random[2], uint64_t serial, char *mark,
                         struct rlk_request *request)
{
    char nonce[64];

    if (news->mark == RLK_GUARD_QUARANTINE) {
        snprintf(nonce, sizeof(nonce), "%016" PRIx64 "%016" PRIx64 ".%" PRIu64,
                 random[0], random[1], serial);
        rlk_marker_quarantine(mark, identity->replid, news->longest_ms,
                              news->since_us, nonce);
    } else {
        rlk_marker_ok(mark, identity->replid, news->longest_ms);
    }
    *request = (struct rlk_request){
        .verb = RLK_VERB_MARK,
        .by_text = true,
        .resource = RLK_MARKER_KEY,
        .resource_length = strlen(RLK_MARKER_KEY),
        .token = identity->marker,
        .token_length = strlen(identity->marker),
        .mark = mark,
        .until_us = news->until_us,
    };
}

/*
 * Rounding to whole units must widen the clock's interval and shorten the
 * marker's age.
 */
bool rlk_marking_observation(const struct rlk_guard *guard,
                             const struct rlk_identity *identity, int64_t now,
                             struct redlock_quarantine_observation *observation)
{
    struct rlk_guard_watch watch;

    if (!rlk_guard_hand_on(guard, now, &watch))
        return false;
    memcpy(observation->marker, identity->marker, sizeof(observation->marker));
    observation->since_ms =
        rlk_clock_to_ms(rlk_clock_add(watch.since, RLK_NS_PER_MS - 1));
    observation->answered_ms = rlk_clock_to_ms(watch.answered);
    observation->ahead_least_us = watch.ahead_least_ns / RLK_NS_PER_US - 1;
    observation->ahead_most_us = watch.ahead_most_ns / RLK_NS_PER_US + 1;
    return true;
}
