/* SPDX-License-Identifier: MIT */
/* The marker of a node's memory: written and read. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/runtime/marker.h"

#define REPLID "fedcba9876543210fedcba9876543210fedcba98"
#define OTHER "00000000000000000000000000000000000000ff"

Test(marker, of_a_sound_memory)
{
    char text[RLK_MARKER_MAX];
    struct rlk_marker marker;

    rlk_marker_ok(text, REPLID, 300000);
    cr_assert_str_eq(text, "1|||" REPLID "|ok|300000");
    marker = rlk_marker_read(text, REPLID);
    cr_assert_eq(marker.state, RLK_MARKER_OK);
    cr_assert_eq(marker.longest_ms, 300000);
}

Test(marker, of_a_quarantine)
{
    char text[RLK_MARKER_MAX];
    struct rlk_marker marker;

    rlk_marker_quarantine(text, REPLID, 300000, INT64_C(1700000000000000),
                          "a|b|ok|1");
    cr_assert_str_eq(text, "1|||" REPLID "|q|1700000000000000|300000|a|b|ok|1");
    marker = rlk_marker_read(text, REPLID);
    cr_assert_eq(marker.state, RLK_MARKER_QUARANTINE);
    cr_assert_eq(marker.longest_ms, 300000);
    cr_assert_eq(marker.since_us, INT64_C(1700000000000000));
}

Test(marker, that_is_missing_or_of_another_memory_means_none)
{
    static const char *const texts[] = {
        "",
        "hello",
        "1",
        "1|",
        "1||",
        "1|||",
        "1||" REPLID "|ok|300000",
        "1|||" REPLID,
        "1|||" REPLID "|ok|",
        "1|||" REPLID "|q|17",
        "1|||" REPLID "|x|17|18|n",
        "1|||" OTHER "|ok|300000",
        "|||" REPLID "|ok|300000",
        "-1|||" REPLID "|ok|300000",
        "2 |||" REPLID "|ok|300000",
        "2",
        REPLID "|ok|300000",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        cr_expect_eq(rlk_marker_read(texts[i], REPLID).state, RLK_MARKER_NONE,
                     "%s", texts[i]);
}

Test(marker, of_another_version_does_not_mean_a_loss)
{
    static const char *const texts[] = {
        "2|||" REPLID "|ok|300000",
        "10|whatever",
        "01|||" REPLID "|ok|300000",
        "2|",
    };
    char replid[RLK_REPLID_MAX];

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        cr_expect_eq(rlk_marker_read(texts[i], REPLID).state, RLK_MARKER_LATER,
                     "%s", texts[i]);
        cr_expect_not(rlk_marker_replid(texts[i], replid));
    }
}

/* The fields of the deployment and of its members. */
Test(marker, with_text_in_its_reserved_fields_is_read)
{
    struct rlk_marker marker = rlk_marker_read(
        "1|a deployment|1,2,3|" REPLID "|q|17|300000|n", REPLID);

    cr_assert_eq(marker.state, RLK_MARKER_QUARANTINE);
    cr_assert_eq(marker.since_us, 17);
    cr_assert_eq(marker.longest_ms, 300000);
}

Test(marker, without_a_replid_of_the_server_means_none)
{
    cr_assert_eq(rlk_marker_read("1||||ok|300000", "").state, RLK_MARKER_NONE);
}

Test(marker, names_its_memory)
{
    char replid[RLK_REPLID_MAX] = "";

    cr_assert(rlk_marker_replid("1|||" REPLID "|q|17|18|n", replid));
    cr_assert_str_eq(replid, REPLID);
    cr_assert_not(rlk_marker_replid("1|||" REPLID "0|ok|1", replid));
    cr_assert_not(rlk_marker_replid("1||" REPLID "|ok|1", replid));
    cr_assert_not(rlk_marker_replid("", replid));
}

/* And for 100 bytes about the deployment and its members. */
Test(marker, the_longest_one_fits)
{
    char nonce[2 * 16 + 1 + 20 + 1];
    char text[RLK_MARKER_MAX];

    memset(nonce, 'f', sizeof(nonce) - 1);
    nonce[sizeof(nonce) - 1] = '\0';
    rlk_marker_quarantine(text, REPLID, INT64_MAX, INT64_MAX, nonce);
    cr_assert_lt(strlen(text), RLK_MARKER_MAX - 1 - 100);
}
