/* SPDX-License-Identifier: MIT */
/* The marker of a node's memory: written and read. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/runtime/marker.h"

#define RUN "0123456789abcdef0123456789abcdef01234567"
#define REPLID "fedcba9876543210fedcba9876543210fedcba98"
#define OTHER "00000000000000000000000000000000000000ff"
#define BEFORE RUN "|q|0|4000000000000|"

Test(marker, of_a_sound_memory)
{
    char text[RLK_MARKER_MAX];
    struct rlk_marker marker;

    rlk_marker_ok(text, RUN, REPLID, 300000);
    cr_assert_str_eq(text, BEFORE "2|" REPLID "|ok|300000");
    marker = rlk_marker_read(text, REPLID);
    cr_assert_eq(marker.state, RLK_MARKER_OK);
    cr_assert_eq(marker.longest_ms, 300000);
}

Test(marker, of_a_quarantine)
{
    char text[RLK_MARKER_MAX];
    struct rlk_marker marker;

    rlk_marker_quarantine(text, RUN, REPLID, 300000, INT64_C(1700000000000000),
                          "a|b|ok|1");
    cr_assert_str_eq(text,
                     BEFORE "2|" REPLID "|q|1700000000000000|300000|a|b|ok|1");
    marker = rlk_marker_read(text, REPLID);
    cr_assert_eq(marker.state, RLK_MARKER_QUARANTINE);
    cr_assert_eq(marker.longest_ms, 300000);
    cr_assert_eq(marker.since_us, INT64_C(1700000000000000));
}

Test(marker, of_nobody_or_of_another_memory_says_nothing)
{
    static const char *const texts[] = {
        "",
        "hello",
        BEFORE,
        BEFORE "2",
        BEFORE "2|",
        BEFORE "2|" REPLID,
        BEFORE "2|" REPLID "|ok|",
        BEFORE "2|" REPLID "|q|17",
        BEFORE "2|" REPLID "|x|17|18|n",
        BEFORE "2|" OTHER "|ok|300000",
        RUN "|ok|300000",
        RUN "|q|1700000000000000|300000|n",
        REPLID "|ok|300000",
        "2|" REPLID "|ok|300000",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        cr_expect_eq(rlk_marker_read(texts[i], REPLID).state, RLK_MARKER_NONE,
                     "%s", texts[i]);
}

Test(marker, of_a_later_version_is_no_loss)
{
    cr_assert_eq(rlk_marker_read(BEFORE "3|" REPLID "|ok|300000", REPLID).state,
                 RLK_MARKER_LATER);
    cr_assert_eq(rlk_marker_read(BEFORE "10|whatever", REPLID).state,
                 RLK_MARKER_LATER);
}

Test(marker, of_a_server_that_tells_no_replid_says_nothing)
{
    cr_assert_eq(rlk_marker_read(BEFORE "2||ok|300000", "").state,
                 RLK_MARKER_NONE);
}

Test(marker, tells_whose_memory_it_is_of)
{
    char replid[RLK_REPLID_MAX] = "";

    cr_assert(rlk_marker_replid(BEFORE "2|" REPLID "|q|17|18|n", replid));
    cr_assert_str_eq(replid, REPLID);
    cr_assert_not(rlk_marker_replid(BEFORE "2|" REPLID "0|ok|1", replid));
    cr_assert_not(rlk_marker_replid(RUN "|ok|300000", replid));
    cr_assert_not(rlk_marker_replid("", replid));
}

Test(marker, has_room_for_the_longest)
{
    char nonce[2 * 16 + 1 + 20 + 1];
    char text[RLK_MARKER_MAX];

    memset(nonce, 'f', sizeof(nonce) - 1);
    nonce[sizeof(nonce) - 1] = '\0';
    rlk_marker_quarantine(text, RUN, REPLID, INT64_MAX, INT64_MAX, nonce);
    cr_assert_lt(strlen(text), RLK_MARKER_MAX - 1);
}

/* It takes a marker for none that is longer, and knows of no guard then. */
Test(marker, is_short_enough_for_version_0_1_0)
{
    char text[RLK_MARKER_MAX];

    rlk_marker_quarantine(text, RUN, REPLID, INT64_C(31536000000),
                          INT64_C(9999999999999999),
                          "0123456789abcdef0123456789abcdef.999999999999");
    cr_assert_lt(strlen(text), 192);
}
