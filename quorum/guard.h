/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_GUARD_H
#define RLK_QUORUM_GUARD_H

/*
 * May this node vote? What its marker says of its memory, and what its answers
 * say of its clock (protocol 9). One guard a node. Pure: markers and the
 * node's times in, news out; it knows no text, no other node and no lock.
 *
 * Whoever feeds it looks at has_news after each call that changes it, acts on
 * what rlk_guard_take() gives, and calls rlk_guard_tick() at wakeup.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/offset.h"

enum rlk_marker_state {
    RLK_MARKER_NONE, /* no marker, or none of this memory: it was lost */
    RLK_MARKER_OK,
    RLK_MARKER_QUARANTINE,
    RLK_MARKER_LATER, /* of a version that we do not know: not ours to change */
};

/* What a marker says, in its own units. */
struct rlk_marker {
    enum rlk_marker_state state;
    int64_t longest_ms; /* the longest TTL of the deployment */
    int64_t since_us;   /* quarantine: the node's clock when it began */
};

struct rlk_guard_settings {
    int64_t ttl_max_ns; /* no lock of ours lives longer */
    int64_t drift_ppm;  /* what two clocks may gain on each other */
    int64_t slack_ns;   /* a step of the node's clock by so much does no harm */
    int64_t mark_ns;    /* how long a mark may be on its way */
    bool guarded;       /* markers are judged from the beginning */
};

/* A mark: the marker becomes another, if it is still the one that was seen. */
enum rlk_guard_mark {
    RLK_GUARD_NO_MARK,
    RLK_GUARD_QUARANTINE, /* a new one, since since_us */
    RLK_GUARD_SOUND,      /* the quarantine has lasted long enough */
};

struct rlk_guard_news {
    int64_t shorten_ns; /* what the node granted ends earlier by so much more,
                           at most, than was told before */
    bool barred;        /* what it granted may be gone: no attempt counts it */
    bool guarded; /* it has a marker: every node's is judged from now on */
    enum rlk_guard_mark mark; /* to be written now; rlk_guard_mark_ended() */
    int64_t longest_ms;       /* mark: the longest TTL that it promises */
    int64_t since_us;         /* quarantine: what the node's clock shows */
    int64_t until_us; /* mark: not if the node's clock is past this; INT64_MAX:
                         whatever it shows */
};

struct rlk_guard {
    struct rlk_guard_settings settings;
    bool guarded;  /* markers are judged: told so, or one was seen */
    bool nameless; /* it would not say who it is: nothing can be told of its
                      memory */
    bool marking;  /* a mark is under way */
    bool owed;     /* a new quarantine, since the clock was stepped */
    bool pays;     /* the mark under way is that */
    bool has_news; /* or another wakeup */
    int refused;   /* times that a mark found another marker */
    struct rlk_marker marker; /* as last seen */
    int64_t marked;           /* it has been seen since then */
    int64_t wakeup;           /* when to tick; RLK_NEVER: not */
    struct rlk_offset offset; /* of the node's clock */
    int64_t gained_ns;        /* by steps forward, at least */
    int64_t most_gained_ns;   /* at most */
    int64_t unclear_ns; /* by those steps, beyond the least: what was not known
                           of the clock before them */
    int64_t gained_at;  /* the last one */
    int64_t barred_until; /* INT64_MIN: never */
    struct rlk_guard_news news;
};

/* Nothing is known of the node yet. */
void rlk_guard_init(struct rlk_guard *guard,
                    const struct rlk_guard_settings *settings);

/* What there is to act on, once; false: nothing. The wakeup may be another. */
bool rlk_guard_take(struct rlk_guard *guard, struct rlk_guard_news *news);

/* --- what is heard of the node ----------------------------------------------
 */

/* It says who it is, or it does not. */
void rlk_guard_named(struct rlk_guard *guard, bool named);

/* This is its marker, and has been since an instant. */
void rlk_guard_seen(struct rlk_guard *guard, const struct rlk_marker *marker,
                    int64_t since, int64_t now);

/*
 * Its clock showed time_us while it answered a request that was sent at an
 * instant, and whose answer is here; 0 or less says nothing.
 */
void rlk_guard_sample(struct rlk_guard *guard, int64_t time_us, int64_t sent,
                      int64_t now);

/* The mark is written, or it is not: refused, lost, or never sent. */
void rlk_guard_mark_ended(struct rlk_guard *guard, bool written);

/* It found another marker, which has been seen: what is owed is tried again. */
void rlk_guard_mark_again(struct rlk_guard *guard, int64_t now);

/* Its operator marks it as sound: no quarantine is owed any more. */
void rlk_guard_settle(struct rlk_guard *guard);

/* --- what is known besides --------------------------------------------------
 */

/* There is a marker, which makes the deployment a guarded one. */
void rlk_guard_found(struct rlk_guard *guard);

/* The deployment is guarded: markers are judged from here on. */
void rlk_guard_on(struct rlk_guard *guard);

/* What is known is judged: a node that lost its memory is to be told so. */
void rlk_guard_judge(struct rlk_guard *guard, int64_t now);

/* Whatever is due by now. reachable: a mark could be sent. */
void rlk_guard_tick(struct rlk_guard *guard, bool reachable, int64_t now);

/* --- what it says -----------------------------------------------------------
 */

/*
 * The node's clock was stepped so far, or perhaps so far, that what it granted
 * may have ended early.
 */
bool rlk_guard_bars(const struct rlk_guard *guard, int64_t now);

/* How much longer it is in quarantine while we watch; 0: it is not. */
int64_t rlk_guard_quarantine(const struct rlk_guard *guard, int64_t now);

/* --- from one process to the next -------------------------------------------
 */

/* The watch over a quarantine, which goes on in another process. */
struct rlk_guard_watch {
    int64_t since;          /* the marker has been seen since then */
    int64_t heard;          /* the node's clock was ahead then: */
    int64_t ahead_least_ns; /* at least */
    int64_t ahead_most_ns;  /* at most */
};

/*
 * false: it is in no quarantine, or the next one must not trust what it would
 * hear: a step may be forgotten with us.
 */
bool rlk_guard_hand_on(const struct rlk_guard *guard, int64_t now,
                       struct rlk_guard_watch *watch);

/*
 * Before anything is heard of the clock: a step since the watch was handed on
 * is told by the next sample. Returns since when the marker has been seen: now,
 * where the clock is known already and the watch of no use.
 */
int64_t rlk_guard_take_over(struct rlk_guard *guard,
                            const struct rlk_guard_watch *watch, int64_t now);

#endif
