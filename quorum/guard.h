/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_GUARD_H
#define RLK_QUORUM_GUARD_H

/*
 * The guard decides whether a node may vote. It judges the node's memory by its
 * marker and the node's clock by the times in its answers (protocol 9). Each
 * node has its own guard. Pure: its input is markers and the node's times, its
 * output is news; it knows no text, no other node and no lock.
 *
 * After each call that changes the guard, the caller checks has_news, acts on
 * the result of rlk_guard_take(), and calls rlk_guard_tick() at wakeup.
 */

#include "clock/offset.h"

enum rlk_marker_state {
    RLK_MARKER_NONE,       /* no marker of this memory: its contents are lost */
    RLK_MARKER_OK,         /* the memory has every grant */
    RLK_MARKER_QUARANTINE, /* the memory was lost, or may have been */
    RLK_MARKER_LATER,      /* its version is unknown here: it is not changed */
};

/* The contents of a marker, in its own units. */
struct rlk_marker {
    enum rlk_marker_state state;
    int64_t longest_ms; /* the longest TTL of the deployment */
    int64_t since_us;   /* quarantine: the node's clock when it began */
};

struct rlk_guard_settings {
    int64_t ttl_max_ns; /* the longest TTL that a client uses */
    int64_t drift_ppm;  /* the largest difference of two clocks' rates */
    int64_t slack_ns;   /* the largest harmless step of the node's clock */
    int64_t mark_ns;    /* the longest delay of a mark */
    bool guarded;       /* markers are judged from the beginning */
    bool read_only;     /* the guard asks for no mark */
};

/*
 * A mark replaces the node's marker if that is still the one that was seen.
 */
enum rlk_guard_mark {
    RLK_GUARD_NO_MARK,
    RLK_GUARD_QUARANTINE, /* begins a new quarantine at since_us */
    RLK_GUARD_KEPT,       /* ends the quarantine: it has lasted long enough */
};

struct rlk_guard_news {
    int64_t shorten_ns; /* the node's grants expire earlier, by at most this
                           beyond earlier news; 0: no change */
    bool excluded;      /* its grants may be gone: no attempt counts them */
    bool guarded; /* it has a marker: from now on all markers are judged */
    enum rlk_guard_mark mark; /* to be sent now; the caller then calls
                                 rlk_guard_mark_ended() once */
    int64_t longest_ms;       /* mark: the longest TTL that it promises */
    int64_t since_us;         /* quarantine: the node's clock at its begin */
    int64_t until_us; /* mark: the node refuses it once its clock is past this;
                         INT64_MAX: no limit */
};

struct rlk_guard {
    struct rlk_guard_settings settings;
    bool guarded;  /* markers are judged: by the settings, or one was seen */
    bool nameless; /* the server does not identify itself: nothing can be known
                      of its memory */
    bool marking;  /* a mark is under way */
    bool stale;    /* the clock was stepped after the marker was written: a new
                      quarantine must be written */
    bool renews;   /* the mark under way writes that quarantine */
    bool has_news; /* news are waiting, or wakeup has changed */
    int refused;   /* consecutive marks that found another marker */
    struct rlk_marker marker; /* as last seen */
    int64_t marked;           /* when this marker was first seen */
    int64_t wakeup;           /* when to tick; RLK_NEVER: no tick */
    struct rlk_offset offset; /* of the node's clock from this client's */
    int64_t gained_ns;        /* the least sum of that clock's steps forward */
    int64_t most_gained_ns;   /* the greatest sum */
    int64_t unclear_ns;       /* the part of the difference that was uncertain
                                 before the steps */
    int64_t gained_at; /* when the last step was noticed; INT64_MIN: never */
    int64_t excluded_until;     /* INT64_MIN: never excluded */
    struct rlk_guard_news news; /* not taken yet */
};

/* Initializes the guard of a node of which nothing is known. */
void rlk_guard_init(struct rlk_guard *guard,
                    const struct rlk_guard_settings *settings);

/*
 * Moves the news to the caller; false: there are none. wakeup may have changed
 * if there are.
 */
bool rlk_guard_take(struct rlk_guard *guard, struct rlk_guard_news *news);

/* --- reports of the node ------------------------------------------------- */

/* The server identifies itself, or it does not. */
void rlk_guard_named(struct rlk_guard *guard, bool named);

/* The node has this marker; it was first seen at `since`. */
void rlk_guard_seen(struct rlk_guard *guard, const struct rlk_marker *marker,
                    int64_t since, int64_t now);

/*
 * The node's clock showed time_us when it answered a request that was sent at
 * `sent`; the answer arrived at `now`. A time of 0 or less is ignored.
 */
void rlk_guard_sample(struct rlk_guard *guard, int64_t time_us, int64_t sent,
                      int64_t now);

/* The mark under way was written, or was refused, lost or never sent. */
void rlk_guard_mark_ended(struct rlk_guard *guard, bool written);

/*
 * The mark found another marker, which was reported to rlk_guard_seen(). If a
 * quarantine must still be written, the guard tries again.
 */
void rlk_guard_mark_again(struct rlk_guard *guard, int64_t now);

/* The operator has marked the node as sound: no quarantine is written. */
void rlk_guard_note_marked(struct rlk_guard *guard);

/* --- other input --------------------------------------------------------- */

/* The node has a marker, so the deployment is guarded. */
void rlk_guard_found(struct rlk_guard *guard);

/* The deployment is guarded: the guard judges markers from now on. */
void rlk_guard_on(struct rlk_guard *guard);

/*
 * Judges the input so far. If the node lost its memory, or its clock was
 * stepped too far, the guard asks for a quarantine.
 */
void rlk_guard_judge(struct rlk_guard *guard, int64_t now);

/* Does the work that is due. reachable: a mark could be sent. */
void rlk_guard_tick(struct rlk_guard *guard, bool reachable, int64_t now);

/* --- decisions ----------------------------------------------------------- */

/*
 * Was the node's clock stepped, or possibly stepped, so far that its grants may
 * have expired early?
 */
bool rlk_guard_excludes(const struct rlk_guard *guard, int64_t now);

/* The rest of the node's quarantine while this client watches; 0: none. */
int64_t rlk_guard_quarantine(const struct rlk_guard *guard, int64_t now);

/* --- from one process to the next ---------------------------------------- */

/* The observation of a quarantine, for another process that continues it. */
struct rlk_guard_watch {
    int64_t since;          /* when the marker was first seen */
    int64_t answered;       /* when the node's clock was last sampled */
    int64_t ahead_least_ns; /* then it was ahead by at least this */
    int64_t ahead_most_ns;  /* and by at most this */
};

/*
 * Fills in the watch. false: the node is not in quarantine, or its clock was
 * stepped, which the watch cannot express.
 */
bool rlk_guard_hand_on(const struct rlk_guard *guard, int64_t now,
                       struct rlk_guard_watch *watch);

/*
 * Continues the watch of another process, before the first sample of the clock:
 * the next sample then shows any step since that watch. Returns when the marker
 * was first seen, for rlk_guard_seen(). If the clock has been sampled already,
 * the watch is useless and the result is `now`.
 */
int64_t rlk_guard_take_over(struct rlk_guard *guard,
                            const struct rlk_guard_watch *watch, int64_t now);

#endif
