/* SPDX-License-Identifier: MIT */
/* The ring of requests in flight keeps their order, also while it grows. */

#include <criterion/criterion.h>

#include "redlock/errand.h"

static bool push(struct rlk_errands *ring, struct rlk_errand *errand,
                 enum rlk_verb verb)
{
    return rlk_errands_push(
        ring, &(struct rlk_errand_entry){.errand = errand, .verb = verb});
}

Test(errands, come_out_as_they_went_in)
{
    struct rlk_errands ring = {0};
    struct rlk_errand errands[1000];
    struct rlk_errand_entry entry;
    int in = 0;
    int out = 0;

    /* Two in, one out: it wraps and grows at every possible place. */
    while (in < 1000) {
        cr_assert(push(&ring, &errands[in++], RLK_VERB_GRANT));
        cr_assert(push(&ring, &errands[in++], RLK_VERB_RELEASE));
        cr_assert(rlk_errands_pop(&ring, &entry));
        cr_assert_eq(entry.errand, &errands[out]);
        cr_assert_eq(entry.verb,
                     out % 2 == 0 ? RLK_VERB_GRANT : RLK_VERB_RELEASE);
        out++;
    }
    while (rlk_errands_pop(&ring, &entry))
        cr_assert_eq(entry.errand, &errands[out++]);
    cr_assert_eq(out, in);
    rlk_errands_clear(&ring);
}

Test(errands, the_last_one_can_be_taken_back)
{
    struct rlk_errands ring = {0};
    struct rlk_errand kept;
    struct rlk_errand taken;
    struct rlk_errand_entry entry;

    cr_assert(push(&ring, &kept, RLK_VERB_EXTEND));
    cr_assert(push(&ring, &taken, RLK_VERB_EXTEND));
    rlk_errands_unpush(&ring);
    cr_assert(rlk_errands_pop(&ring, &entry));
    cr_assert_eq(entry.errand, &kept);
    cr_assert_not(rlk_errands_pop(&ring, &entry));
    rlk_errands_clear(&ring);
}
