/* SPDX-License-Identifier: MIT */
/* The heap of timers: order, moving, and reserved room. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "redlock/runtime/timers.h"

#define TIMERS 500

static void ignore(struct rlk_timer *timer, int64_t now)
{
    (void)timer, (void)now;
}

/* A generator with the same numbers in each run. */
static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

Test(timers, fire_in_order_when_moved_meanwhile)
{
    struct rlk_timers timers;
    struct rlk_timer timer[TIMERS];
    struct rlk_timer *due;
    uint32_t state = 7;
    int64_t last = 0;
    int taken = 0;

    rlk_timers_init(&timers);
    for (int i = 0; i < TIMERS; i++)
        cr_assert(rlk_timers_promise(&timers, &timer[i], ignore));
    for (int i = 0; i < 20 * TIMERS; i++)
        rlk_timers_set(&timers, &timer[next_random(&state) % TIMERS],
                       1 + next_random(&state) % 1000);
    for (int i = 0; i < TIMERS; i += 3)
        rlk_timers_set(&timers, &timer[i], RLK_NEVER);

    while ((due = rlk_timers_take_due(&timers, 1000)) != NULL) {
        cr_assert_geq(timers.next, last);
        cr_assert_neq((due - timer) % 3, 0, "an unset timer came out");
        cr_assert_eq(rlk_timers_at(&timers, due), RLK_NEVER);
        taken++;
        last = timers.next == RLK_NEVER ? last : timers.next;
    }
    cr_assert_eq(taken, TIMERS - (TIMERS + 2) / 3);
    for (int i = 0; i < TIMERS; i++)
        rlk_timers_forget(&timers, &timer[i]);
    cr_assert_eq(timers.promised, 0);
    rlk_timers_clear(&timers);
}

Test(timers, a_timer_is_due_at_its_instant_and_not_before)
{
    struct rlk_timers timers;
    struct rlk_timer timer;

    rlk_timers_init(&timers);
    cr_assert(rlk_timers_promise(&timers, &timer, ignore));
    rlk_timers_set(&timers, &timer, 10);
    cr_assert_null(rlk_timers_take_due(&timers, 9));
    cr_assert_eq(rlk_timers_take_due(&timers, 10), &timer);
    cr_assert_eq(timers.next, RLK_NEVER);
    rlk_timers_forget(&timers, &timer);
    rlk_timers_clear(&timers);
}
