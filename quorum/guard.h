/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_GUARD_H
#define RLK_QUORUM_GUARD_H

/*
 * May this node vote? Judged by what its marker says of its memory, and by what
 * its answers say of its clock (protocol 9). Each node has a guard of its own.
 * Pure: markers and the node's times in, news out; it knows no text, no other
 * node and no lock.
 *
 * The caller looks at has_news after each call that changes the guard, acts on
 * what rlk_guard_take() gives, and calls rlk_guard_tick() at wakeup.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/offset.h"

enum rlk_marker_state {
    RLK_MARKER_NONE,       /* no marker of this memory: what it had was lost */
    RLK_MARKER_OK,         /* the memory has all that was ever granted */
    RLK_MARKER_QUARANTINE, /* the memory was lost, or may have been */
    RLK_MARKER_LATER,      /* of a version that we do not know: left alone */
};

/* What a marker says, in its own units. */
struct rlk_marker {
    enum rlk_marker_state state;
    int64_t longest_ms; /* the longest TTL of the deployment */
    int64_t since_us;   /* quarantine: what the node's clock showed when it
                           began */
};

struct rlk_guard_settings {
    int64_t ttl_max_ns; /* no lock of ours lives longer */
    int64_t drift_ppm;  /* what two clocks may gain on each other */
    int64_t slack_ns;   /* a step of the node's clock by so much does no harm */
    int64_t mark_ns;    /* how long a mark may be on its way */
    bool guarded;       /* markers are judged from the beginning */
    bool read_only;     /* it asks for no mark */
};

/*
 * A mark writes another marker, if the node's is still the one that was seen.
 */
enum rlk_guard_mark {
    RLK_GUARD_NO_MARK,
    RLK_GUARD_QUARANTINE, /* a new quarantine, which begins at since_us */
    RLK_GUARD_SOUND,      /* the quarantine has lasted long enough */
};

struct rlk_guard_news {
    int64_t shorten_ns; /* what the node granted ends earlier, by at most so
                           much beyond what was told before; 0: nothing new */
    bool barred;        /* what it granted may be gone: no attempt counts it */
    bool guarded; /* it has a marker: every node's is judged from now on */
    enum rlk_guard_mark mark; /* to be sent now; rlk_guard_mark_ended() follows
                                 once */
    int64_t longest_ms;       /* mark: the longest TTL that it promises */
    int64_t since_us;         /* quarantine: what the node's clock shows */
    int64_t until_us; /* mark: not if the node's clock is past this; INT64_MAX:
                         whatever it shows */
};

struct rlk_guard {
    struct rlk_guard_settings settings;
    bool guarded;  /* markers are judged: by the settings, or as one was seen */
    bool nameless; /* the node does not say which server it is: nothing can be
                      known of its memory */
    bool marking;  /* a mark is under way */
    bool stale;    /* the marker is: a new quarantine is to be written, as the
                      clock was stepped */
    bool renews;   /* the mark under way writes that quarantine */
    bool has_news; /* there are news, or wakeup has changed */
    int refused;   /* marks in a row that found another marker */
    struct rlk_marker marker; /* as last seen */
    int64_t marked;           /* since when that one has been seen */
    int64_t wakeup;           /* when to tick; RLK_NEVER: not */
    struct rlk_offset offset; /* of the node's clock from ours */
    int64_t gained_ns;      /* that clock's steps forward, added up: at least */
    int64_t most_gained_ns; /* and at most */
    int64_t unclear_ns; /* the part of the difference that was not known of the
                           clock before the steps */
    int64_t gained_at;  /* when the last step was noticed; INT64_MIN: none */
    int64_t barred_until;       /* INT64_MIN: it never was */
    struct rlk_guard_news news; /* not taken yet */
};

/* Nothing is known of the node yet. */
void rlk_guard_init(struct rlk_guard *guard,
                    const struct rlk_guard_settings *settings);

/*
 * Hands out the news, once; false: there are none. wakeup may have changed
 * where they are.
 */
bool rlk_guard_take(struct rlk_guard *guard, struct rlk_guard_news *news);

/* --- what is heard of the node ----------------------------------------------
 */

/* The node says which server it is, or it does not. */
void rlk_guard_named(struct rlk_guard *guard, bool named);

/* This is the node's marker, and it has been seen there since an instant. */
void rlk_guard_seen(struct rlk_guard *guard, const struct rlk_marker *marker,
                    int64_t since, int64_t now);

/*
 * The node's clock showed time_us when it answered a request that was sent at
 * sent; the answer has come at now. A time of 0 or less says nothing.
 */
void rlk_guard_sample(struct rlk_guard *guard, int64_t time_us, int64_t sent,
                      int64_t now);

/* The mark under way is written, or it is not: refused, lost, never sent. */
void rlk_guard_mark_ended(struct rlk_guard *guard, bool written);

/*
 * The mark found another marker, of which rlk_guard_seen() was told: a
 * quarantine that is still to be written is tried again.
 */
void rlk_guard_mark_again(struct rlk_guard *guard, int64_t now);

/* The operator has marked it as sound: no quarantine is to be written. */
void rlk_guard_settle(struct rlk_guard *guard);

/* --- what is known besides --------------------------------------------------
 */

/* There is a marker, which makes the deployment a guarded one. */
void rlk_guard_found(struct rlk_guard *guard);

/* The deployment is guarded: markers are judged from here on. */
void rlk_guard_on(struct rlk_guard *guard);

/*
 * Judges what is known so far: a quarantine is to be written where the node
 * lost its memory, or where its clock was stepped too far.
 */
void rlk_guard_judge(struct rlk_guard *guard, int64_t now);

/* Does what is due by now. reachable: a mark could be sent. */
void rlk_guard_tick(struct rlk_guard *guard, bool reachable, int64_t now);

/* --- what it says -----------------------------------------------------------
 */

/*
 * Was the node's clock stepped so far, or perhaps so far, that what it granted
 * may have ended early?
 */
bool rlk_guard_bars(const struct rlk_guard *guard, int64_t now);

/* How much longer the node is in quarantine while we watch; 0: it is not. */
int64_t rlk_guard_quarantine(const struct rlk_guard *guard, int64_t now);

/* --- from one process to the next -------------------------------------------
 */

/* What was seen of a quarantine, for another process that goes on watching. */
struct rlk_guard_watch {
    int64_t since;          /* since when the marker has been seen */
    int64_t heard;          /* when the node's clock was heard: it was ahead */
    int64_t ahead_least_ns; /* by at least so much then */
    int64_t ahead_most_ns;  /* and by at most so much */
};

/*
 * Fills in the watch. false: the node is in no quarantine, or its clock was
 * stepped, which the next process could not know.
 */
bool rlk_guard_hand_on(const struct rlk_guard *guard, int64_t now,
                       struct rlk_guard_watch *watch);

/*
 * Goes on with the watch of another process, before anything is heard of the
 * clock: the next sample then shows a step since that watch. Returns since when
 * the marker has been seen, for rlk_guard_seen(). That is now where the clock
 * is known already, and the watch of no use.
 */
int64_t rlk_guard_take_over(struct rlk_guard *guard,
                            const struct rlk_guard_watch *watch, int64_t now);

#endif
