/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_CONSTANTS_H
#define RLK_REDLOCK_RUNTIME_CONSTANTS_H

/*
 * The values that the library and its scripts share. A script uses a name of
 * this file without its RLK_, and tools/embed-scripts puts the value in its
 * place.
 */

/* The first integer of a script's reply (redlock/resp/answer.h). */
enum rlk_answer_kind {
    RLK_ANSWER_MISSING = 0,     /* no key; kill client: no such client */
    RLK_ANSWER_YES = 1,         /* set, extended, deleted, killed */
    RLK_ANSWER_CREATED = 2,     /* repair: the key was missing and is back */
    RLK_ANSWER_HELD = 3,        /* another token's (inspect: any token's) */
    RLK_ANSWER_QUARANTINED = 4, /* grant: refused; text is the node's marker */
    RLK_ANSWER_SUPERSEDED = 5,  /* repair, and grant with an owner's fence:
                                   refused; a newer holder had it */
    RLK_ANSWER_DISAGREES = 6,   /* grant: refused; remaining_ms is the longest
                                   TTL */
    RLK_ANSWER_QUEUED = 7,      /* ask: another token's, or an earlier waiter is
                                   queued; the token has a queue entry: see
                                   ticket and rank. Grant of a shared lock:
                                   refused; text is the token of an exclusive
                                   waiter */
    RLK_ANSWER_SLOTS = 8,       /* grant, extend, repair: refused; the resource
                                   has another number of slots there; inspect:
                                   the resource has slots and no exclusive
                                   holder. See slots */
    RLK_ANSWER_SHARING = 9,     /* grant of an owner: refused; readers hold it,
                                   including one of the same owner */
    RLK_ANSWER_ERROR = 10,      /* of no script: see reason and message */
};

/* Each verb that votes or changes a marker adds its value; others add 0. */
enum rlk_status {
    RLK_STATUS_EXTEND = 10,
    RLK_STATUS_REPAIR = 20,
    RLK_STATUS_GRANT = 30,
    RLK_STATUS_ASK = 40,
    RLK_STATUS_CONFIRM = 50,
    RLK_STATUS_MARK = 60,
    RLK_STATUS_INIT_NODE = 70,
};

/* The third integer of a reply: flags, and counts above them. */
#define RLK_REPLY_QUARANTINED 1 /* by its marker, the node lost its memory */
#define RLK_REPLY_ANEW 2        /* the counter has begun anew */
#define RLK_REPLY_ISSUED 4      /* a fence was issued to this token */
#define RLK_REPLY_COUNT 8 /* one: a queue entry before, a member, a slot */
#define RLK_REPLY_WAITER 134217728 /* one waiter: 2^24 times that */

/* The properties of a waiting token, one bit each. */
enum rlk_entry_flag {
    /* Each hand-off to it must issue a fence. */
    RLK_ENTRY_FENCED = 1,

    /* It counts only hand-offs of nodes whose marker was judged in the same
       script. */
    RLK_ENTRY_GUARDED = 2,

    /* It shares the resource: it can be granted beside other readers. */
    RLK_ENTRY_SHARES = 4,

    /* It gets no queue entry: it is granted immediately or refused, as by a
       plain grant. For an attempt that does not wait. */
    RLK_ENTRY_NONE = 8,

    /*
     * It is woken, and never handed the key. A reader or an owner has no key of
     * its own, and for a semaphore the slot is not known. An adopter of an
     * exported token must not base its tenure on a hand-off that was never
     * extended.
     */
    RLK_ENTRY_WOKEN = 16,

    RLK_ENTRY_FLAGS_ALL = 31,
};

/* The lease of a queue entry from the waiter's request, by the node's clock. */
#define RLK_ENTRY_LEASE_MS 2000

/* The most queue entries of a resource at a node. */
#define RLK_ENTRIES_MOST 10000

/* The bits of a hand-off message (redlock/runtime/handoff.h). */
enum rlk_handoff_bit {
    RLK_HANDOFF_SET = 1,
    RLK_HANDOFF_ISSUED = 2,
    RLK_HANDOFF_JUDGED = 4,
    RLK_HANDOFF_ALONE = 8,

    RLK_HANDOFF_BITS_ALL = 15,
};

/* Hand-off messages go to this and the first 32 bytes of the waiter's token. */
#define RLK_CHANNEL_PREFIX "redlock:wake:"

/*
 * A key's value, instead of a token, while readers or the locks of one owner
 * hold it; the owner's name follows. No token begins like this.
 */
#define RLK_PLACEHOLDER_READERS "redlock:shared"
#define RLK_PLACEHOLDER_OWNER "redlock:owner:"

/* The marker of a node's memory (redlock/runtime/marker.h). */
#define RLK_MARKER_KEY "redlock:inst"

/* The TTL of a counter after its last use, in milliseconds. */
#define RLK_COUNTER_LIFE_MS 172800000

/* The longest part of another holder's token that is reported, in bytes. */
#define RLK_HOLDER_MAX 127

#endif
