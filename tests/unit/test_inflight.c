/* SPDX-License-Identifier: MIT */
/* The ring of requests in flight keeps their order, also while it grows. */

#include <criterion/criterion.h>

#include "redlock/runtime/inflight.h"

static bool push(struct rlk_inflight *ring, struct rlk_pending *pending,
                 enum rlk_verb verb)
{
    return rlk_inflight_push(
        ring, &(struct rlk_inflight_entry){.pending = pending, .verb = verb});
}

Test(inflight, come_out_in_order)
{
    struct rlk_inflight ring = {0};
    struct rlk_pending inflight[1000];
    struct rlk_inflight_entry entry;
    int in = 0;
    int out = 0;

    /* Two in, one out: the ring wraps and grows at every position. */
    while (in < 1000) {
        cr_assert(push(&ring, &inflight[in++], RLK_VERB_GRANT));
        cr_assert(push(&ring, &inflight[in++], RLK_VERB_RELEASE));
        cr_assert(rlk_inflight_pop(&ring, &entry));
        cr_assert_eq(entry.pending, &inflight[out]);
        cr_assert_eq(entry.verb,
                     out % 2 == 0 ? RLK_VERB_GRANT : RLK_VERB_RELEASE);
        out++;
    }
    while (rlk_inflight_pop(&ring, &entry))
        cr_assert_eq(entry.pending, &inflight[out++]);
    cr_assert_eq(out, in);
    rlk_inflight_clear(&ring);
}

Test(inflight, the_last_one_can_be_removed)
{
    struct rlk_inflight ring = {0};
    struct rlk_pending kept;
    struct rlk_pending taken;
    struct rlk_inflight_entry entry;

    cr_assert(push(&ring, &kept, RLK_VERB_EXTEND));
    cr_assert(push(&ring, &taken, RLK_VERB_EXTEND));
    rlk_inflight_unpush(&ring);
    cr_assert(rlk_inflight_pop(&ring, &entry));
    cr_assert_eq(entry.pending, &kept);
    cr_assert_not(rlk_inflight_pop(&ring, &entry));
    rlk_inflight_clear(&ring);
}
