/* SPDX-License-Identifier: MIT */
/* The marker of a node's memory: written and read. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/marker.h"

#define RUN "0123456789abcdef0123456789abcdef01234567"

Test(marker, of_a_sound_memory)
{
    char text[RLK_MARKER_MAX];
    struct rlk_marker marker;

    rlk_marker_ok(text, RUN, 300000);
    cr_assert_str_eq(text, RUN "|ok|300000");
    marker = rlk_marker_read(text, RUN);
    cr_assert_eq(marker.state, RLK_MARKER_OK);
    cr_assert_eq(marker.longest_ms, 300000);
}

Test(marker, of_a_quarantine)
{
    char text[RLK_MARKER_MAX];
    struct rlk_marker marker;

    rlk_marker_quarantine(text, RUN, 300000, INT64_C(1700000000000000),
                          "a|b|ok|1");
    cr_assert_str_eq(text, RUN "|q|1700000000000000|300000|a|b|ok|1");
    marker = rlk_marker_read(text, RUN);
    cr_assert_eq(marker.state, RLK_MARKER_QUARANTINE);
    cr_assert_eq(marker.longest_ms, 300000);
    cr_assert_eq(marker.since_us, INT64_C(1700000000000000));
}

Test(marker, of_nobody_or_of_another_run_says_nothing)
{
    static const char *const texts[] = {
        "",
        "hello",
        "|ok|300000",
        RUN,
        RUN "|ok|",
        RUN "|q|17",
        RUN "|x|17|18|n",
        "1" RUN "|ok|300000",
        "fedcba9876543210fedcba9876543210fedcba98|ok|300000",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        cr_expect_eq(rlk_marker_read(texts[i], RUN).state, RLK_MARKER_NONE,
                     "%s", texts[i]);
}

Test(marker, of_a_server_that_tells_no_run_id_says_nothing)
{
    cr_assert_eq(rlk_marker_read("|ok|300000", "").state, RLK_MARKER_NONE);
}

Test(marker, has_room_for_the_longest)
{
    char nonce[2 * 16 + 1 + 20 + 1];
    char text[RLK_MARKER_MAX];

    memset(nonce, 'f', sizeof(nonce) - 1);
    nonce[sizeof(nonce) - 1] = '\0';
    rlk_marker_quarantine(text, RUN, INT64_MAX, INT64_MAX, nonce);
    cr_assert_lt(strlen(text), RLK_MARKER_MAX - 1);
}
