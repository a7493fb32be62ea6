/* SPDX-License-Identifier: MIT */
/* The profiles. */

#include "tests/sim/profile.h"

#include "tests/sim/witness.h"

#include <stddef.h>
#include <string.h>

/* Actions of users, the same in every profile. */
#define WISHES                                                                 \
    [SIM_DEED_ACQUIRE] = 6000, [SIM_DEED_EXTEND] = 3000,                       \
    [SIM_DEED_RELEASE] = 1500, [SIM_DEED_CANCEL] = 700,                        \
    [SIM_DEED_INSPECT] = 200, [SIM_DEED_EXPORT] = 300, [SIM_DEED_ADOPT] = 300

/* Faults that the assumptions allow. */
#define BIT(point) SIM_POINT_BIT(SIM_POINT_##point)

/* For profiles that lose messages and memory. */
#define POINTS                                                                 \
    (BIT(COUNTED_AGAIN) | BIT(SURPLUS) | BIT(WITHDRAWN) | BIT(CONFIRMED) |     \
     BIT(SUPERSEDED) | BIT(BEGUN_ANEW) | BIT(TAKEN_BACK) | BIT(RESENT) |       \
     BIT(KILLED) | BIT(KILL_REFUSED) | BIT(BACKLOG_SENT) | BIT(BACKLOG_OVER) | \
     BIT(ADOPTED) | BIT(NO_MEMORY) | BIT(NOT_SENT))

/* For profiles whose nodes have markers and lose them. */
#define GUARDED (BIT(QUARANTINED) | BIT(REFUSED) | BIT(CLEARED))

/* How many messages of a million are late, lost, or end a connection. */
#define LOSSY .tail_ppm = 30000, .lose_ppm = 4000, .cut_ppm = 8000

#define ROUGH(forget, revert, flush)                                           \
    [SIM_DEED_STOP] = 500, [SIM_DEED_CRASH] = 150, [SIM_DEED_PAUSE] = 500,     \
    [SIM_DEED_RESTART] = 200, [SIM_DEED_FORGET] = (forget),                    \
    [SIM_DEED_REVERT] = (revert), [SIM_DEED_SNAPSHOT] = 150,                   \
    [SIM_DEED_FLUSH] = (flush), [SIM_DEED_UNLEARN] = 100,                      \
    [SIM_DEED_CLOSE] = 60, [SIM_DEED_JOIN] = 100, [SIM_DEED_NO_MEMORY] = 60,   \
    [SIM_DEED_NOT_SENT] = 150, [SIM_DEED_LOSE_KEY] = 150,                      \
    [SIM_DEED_LOADING] = 60, [SIM_DEED_READONLY] = 60, [SIM_DEED_OOM] = 60,    \
    [SIM_DEED_MISCONF] = 60, [SIM_DEED_NOPERM] = 60, [SIM_DEED_NO_KILL] = 300, \
    [SIM_DEED_BURST] = 60, [SIM_DEED_BUSY] = 150, [SIM_DEED_SLOW_THERE] = 300, \
    [SIM_DEED_SLOW_BACK] = 300, [SIM_DEED_LOSE_THERE] = 150,                   \
    [SIM_DEED_LOSE_BACK] = 150, [SIM_DEED_CUT] = 300, [SIM_DEED_REFUSE] = 150

/* Faults of second connections. */
#define WAITING [SIM_DEED_LOSE_HANDOFFS] = 500, [SIM_DEED_CUT_HANDOFFS] = 500

/* Another memory without a broken connection. */
#define REPLACED [SIM_DEED_FAILBACK] = 300, [SIM_DEED_SWITCH] = 300

static const struct sim_profile profiles[] = {
    {
        .name = "rough",
        .reaches = POINTS | GUARDED,
        .about = "every fault that the assumptions allow",
        LOSSY,
        .deeds = {WISHES, ROUGH(250, 60, 300), [SIM_DEED_STEP] = 300},
    },
    {
        .name = "calm",
        .about = "contention without faults",
        .deeds = {WISHES},
    },
    {
        .name = "forgetful",
        .reaches = POINTS | GUARDED | BIT(DISAGREED),
        .about = "guarded: any node may lose its memory",
        .guard = SIM_GUARD_ON,
        LOSSY,
        .deeds = {WISHES, ROUGH(1000, 400, 1000),
                  REPLACED, [SIM_DEED_STEP] = 300},
    },
    {
        .name = "failover",
        .reaches = POINTS | GUARDED | BIT(UNREPLICATED),
        .about = "guarded: replicas are promoted that lack the last writes of "
                 "their masters",
        .guard = SIM_GUARD_ON,
        LOSSY,
        .deeds = {WISHES, ROUGH(250, 60, 300), WAITING, [SIM_DEED_STEP] = 300,
                  [SIM_DEED_FAILOVER] = 1000, [SIM_DEED_SWITCHOVER] = 700},
    },
    {
        .name = "repairs",
        .about = "guarded: nodes lose votes that are counted, and are repaired",
        .repairs = true,
        .guard = SIM_GUARD_ON,
        .deeds = {[SIM_DEED_UNLEARN] = 500, [SIM_DEED_EXTEND] = 1000},
    },
    {
        .name = "busy",
        .about = "guarded: many answers in a millisecond, without faults",
        .never = BIT(QUARANTINED) | BIT(CHARGED) | BIT(EXCLUDED),
        .dense = true,
        .guard = SIM_GUARD_ON,
        .deeds = {WISHES, [SIM_DEED_BURST] = 300},
    },
    {
        .name = "stepped",
        .reaches = GUARDED | BIT(CHARGED) | BIT(EXCLUDED) | BIT(CONFIRMED),
        .about = "guarded: node clocks are stepped",
        .fenced = true,
        .stepped = true,
        .guard = SIM_GUARD_ON,
        .deeds = {WISHES, [SIM_DEED_STEP] = 1500, [SIM_DEED_JOIN] = 100,
                  [SIM_DEED_CRASH] = 200, [SIM_DEED_RESTART] = 200},
    },
    {
        .name = "jumpy",
        .about = "guarded: clocks are stepped, together with all other faults",
        .reaches = POINTS | GUARDED | BIT(CHARGED) | BIT(EXCLUDED),
        .stepped = true,
        .guard = SIM_GUARD_ON,
        LOSSY,
        .deeds = {WISHES, ROUGH(250, 60, 300), [SIM_DEED_STEP] = 1500},
    },
    {
        .name = "contention",
        .about = "two to five clients wait for one lock, without faults",
        .contention = true,
        .deeds = {[SIM_DEED_CANCEL] = 3000},
    },
    {
        .name = "contention-loss",
        .about = "clients wait for one lock, with all faults",
        .contention = true,
        LOSSY,
        .deeds = {ROUGH(250, 60, 300),
                  WAITING, [SIM_DEED_CANCEL] = 3000, [SIM_DEED_INSPECT] = 200},
    },
    {
        .name = "contention-forget",
        .reaches = GUARDED | BIT(WITHHELD),
        .about = "guarded: clients wait, and any node may lose its memory",
        .contention = true,
        .guard = SIM_GUARD_ON,
        .fenced = true,
        LOSSY,
        .deeds = {ROUGH(1000, 400, 1000), WAITING,
                  REPLACED, [SIM_DEED_STEP] = 300, [SIM_DEED_CANCEL] = 3000,
                  [SIM_DEED_INSPECT] = 200},
    },
    {
        .name = "mixed",
        .reaches = BIT(HANDED) | BIT(CLAIMED) | BIT(TAKEN_BACK),
        .about = "waiters with and without fences, some of an older version, "
                 "some that cannot reach the gate",
        .contention = true,
        .mixed = true,
        LOSSY,
        .deeds = {ROUGH(250, 60, 300), WAITING, [SIM_DEED_CANCEL] = 3000},
    },
    {
        .name = "gate",
        .reaches = BIT(HANDED) | BIT(CLAIMED),
        .about = "many clients wait at one node, and only that node fails",
        .gate = true,
        .deeds = {[SIM_DEED_ACQUIRE] = 1,
                  [SIM_DEED_PAUSE] = 1,
                  [SIM_DEED_RESTART] = 1,
                  [SIM_DEED_CRASH] = 1,
                  [SIM_DEED_LOSE_KEY] = 1},
    },
    {
        .name = "minority",
        .about = "one client waits, a minority of nodes refuses it, and "
                 "nothing else is in its way",
        .minority = true,
        .deeds = {[SIM_DEED_ACQUIRE] = 1,
                  [SIM_DEED_PAUSE] = 1,
                  [SIM_DEED_RESTART] = 1,
                  [SIM_DEED_KEY] = 1},
    },
    {
        .name = "readers",
        .reaches = POINTS,
        .about = "many clients share what others want exclusively, with all "
                 "faults",
        .shares = true,
        LOSSY,
        .deeds = {WISHES, ROUGH(250, 60, 300),
                  WAITING, [SIM_DEED_STEP] = 300, [SIM_DEED_DOWNGRADE] = 1500},
    },
    {
        .name = "readers-forget",
        .reaches = GUARDED,
        .about = "guarded: the same, and any node may lose its memory",
        .shares = true,
        .guard = SIM_GUARD_ON,
        LOSSY,
        .deeds = {WISHES, ROUGH(1000, 400, 1000), WAITING,
                  REPLACED, [SIM_DEED_STEP] = 300, [SIM_DEED_DOWNGRADE] = 1500},
    },
    {
        .name = "owners",
        .reaches = POINTS,
        .about = "two owners hold more than once what others want exclusively, "
                 "with all faults",
        .owns = true,
        LOSSY,
        .deeds = {WISHES, ROUGH(250, 60, 300), WAITING, [SIM_DEED_STEP] = 300},
    },
    {
        .name = "owners-forget",
        .reaches = GUARDED,
        .about = "guarded: the same, and any node may lose its memory",
        .owns = true,
        .guard = SIM_GUARD_ON,
        LOSSY,
        .deeds = {WISHES, ROUGH(1000, 400, 1000), WAITING,
                  REPLACED, [SIM_DEED_STEP] = 300},
    },
    {
        .name = "slots",
        .reaches = POINTS,
        .about = "more clients want a slot than there are slots, with all "
                 "faults",
        .slots = true,
        LOSSY,
        .deeds = {WISHES, ROUGH(250, 60, 300), WAITING, [SIM_DEED_STEP] = 300},
    },
    {
        .name = "slots-forget",
        .reaches = GUARDED,
        .about = "guarded: the same, and any node may lose its memory",
        .slots = true,
        .guard = SIM_GUARD_ON,
        LOSSY,
        .deeds = {WISHES, ROUGH(1000, 400, 1000), WAITING,
                  REPLACED, [SIM_DEED_STEP] = 300},
    },
    {
        .name = "sets",
        .about = "several clients want two or three of three resources "
                 "together, with all faults",
        .sets = true,
        LOSSY,
        .deeds = {ROUGH(250, 60, 300),
                  WAITING, [SIM_DEED_CANCEL] = 700, [SIM_DEED_ACQUIRE] = 500},
    },
    {
        .name = "sets-forget",
        .reaches = GUARDED,
        .about = "guarded: the same, and any node may lose its memory",
        .sets = true,
        .guard = SIM_GUARD_ON,
        LOSSY,
        .deeds = {ROUGH(1000, 400, 1000), WAITING,
                  REPLACED, [SIM_DEED_STEP] = 300, [SIM_DEED_CANCEL] = 700,
                  [SIM_DEED_ACQUIRE] = 500},
    },
    {
        .name = "sets-modes",
        .about = "like sets, and some of the resources are shared",
        .sets = true,
        .modes = true,
        LOSSY,
        .deeds = {ROUGH(250, 60, 300),
                  WAITING, [SIM_DEED_CANCEL] = 700, [SIM_DEED_ACQUIRE] = 500},
    },
    {
        .name = "watched",
        .reaches = BIT(SEEN) | BIT(RESENT) | BIT(NO_MEMORY) | BIT(NOT_SENT),
        .about = "like rough, and clients observe the holder",
        LOSSY,
        .deeds = {WISHES, ROUGH(250, 60, 300), [SIM_DEED_OBSERVE] = 3000},
    },
    {
        .name = "fences",
        .reaches = POINTS,
        .about =
            "broken: nodes lose memory beyond the margin; fences still grow",
        .broken = SIM_BROKEN_MEMORY,
        .judged =
            SIM_RULE_BIT(SIM_RULE_FENCE) | SIM_RULE_BIT(SIM_RULE_AGREED) |
            SIM_RULE_BIT(SIM_RULE_COUNTER) | SIM_RULE_BIT(SIM_RULE_DAMAGE) |
            SIM_RULE_BIT(SIM_RULE_TRESPASS) | SIM_RULE_BIT(SIM_RULE_MATCHED),
        .fenced = true,
        .agreeing = true,
        LOSSY,
        .deeds = {WISHES, ROUGH(1000, 400, 1000), REPLACED},
    },
    {
        .name = "memory",
        .about = "broken: nodes lose memory beyond the margin",
        .broken = SIM_BROKEN_MEMORY,
        .tail_ppm = 10000,
        .deeds = {WISHES, [SIM_DEED_FORGET] = 1500, [SIM_DEED_FLUSH] = 1500},
    },
    {
        .name = "failover-unguarded",
        .about = "broken: replicas are promoted, and no client is guarded",
        .broken = SIM_BROKEN_MEMORY,
        .tail_ppm = 10000,
        .deeds =
            {WISHES, [SIM_DEED_FAILOVER] = 1500, [SIM_DEED_SWITCHOVER] = 1500},
    },
    {
        .name = "steps",
        .about = "broken: node clocks are stepped",
        .broken = SIM_BROKEN_STEPS,
        .tail_ppm = 10000,
        .deeds = {WISHES, [SIM_DEED_STEP] = 3000},
    },
    {
        .name = "rates",
        .about = "broken: clocks diverge by more than the drift",
        .broken = SIM_BROKEN_RATES,
        .tail_ppm = 10000,
        .deeds = {WISHES, [SIM_DEED_STOP] = 500},
    },
    {
        .name = "suspend",
        .about = "broken: the clock of a stopped client stops",
        .broken = SIM_BROKEN_SUSPEND,
        .tail_ppm = 10000,
        .deeds = {WISHES, [SIM_DEED_STOP] = 1500},
    },
};

#define COUNT ((int)(sizeof(profiles) / sizeof(profiles[0])))

const struct sim_profile *sim_profile_at(int index)
{
    return index < COUNT ? &profiles[index] : NULL;
}

const struct sim_profile *sim_profile(const char *name)
{
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(profiles[i].name, name) == 0)
            return &profiles[i];
    }
    return NULL;
}
