/* SPDX-License-Identifier: MIT */
/* Hand-off messages and successors: valid and malformed ones. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/runtime/handoff.h"

#define DIGITS "0123456789abcdef0123456789abcdef"
#define TOKEN DIGITS "-2a:backup-1:4711"
#define NEXT "fedcba9876543210fedcba9876543210-7:b|c"

static struct rlk_handoff handoff;
static struct rlk_successor successor;

static bool reads(const char *text)
{
    memset(&handoff, 0x5a, sizeof(handoff));
    return rlk_handoff_read(&handoff, text, strlen(text));
}

static bool is_successor(const char *text)
{
    memset(&successor, 0x5a, sizeof(successor));
    return rlk_successor_read(&successor, text, strlen(text));
}

Test(handoff, has_all_its_fields)
{
    cr_assert(reads("89abcdef 1795305993247991 3 15 1795305993247000 " TOKEN
                    " 17 13000 27 2 " NEXT));
    cr_expect_str_eq(handoff.memory, "89abcdef");
    cr_expect_eq(handoff.us, INT64_C(1795305993247991));
    cr_expect_eq(handoff.generation, 3);
    cr_expect(handoff.set && handoff.issued && handoff.judged && handoff.alone);
    cr_expect_eq(handoff.c, INT64_C(1795305993247000));
    cr_expect_str_eq(handoff.token.text, TOKEN);
    cr_expect_eq(handoff.token.length, strlen(TOKEN));
    cr_expect_eq(handoff.head.ticket, 17);
    cr_expect_eq(handoff.head.px_ms, 13000);
    cr_expect_eq(handoff.head.flags, 27);
    cr_expect_eq(handoff.head.generation, 2);
    cr_expect_str_eq(handoff.head.token.text, NEXT);
}

Test(handoff, distinguishes_its_bits)
{
    for (int bits = 0; bits < 16; bits++) {
        char text[128];
        bool issued = (bits & 2) != 0;
        snprintf(text, sizeof(text), "89abcdef 1 0 %d %d " TOKEN " ", bits,
                 issued ? 7 : 0);
        cr_expect_eq(reads(text), !issued || (bits & 1) != 0, "%d", bits);
        if (issued && (bits & 1) == 0)
            continue;
        cr_expect_eq(handoff.set, (bits & 1) != 0);
        cr_expect_eq(handoff.issued, issued);
        cr_expect_eq(handoff.judged, (bits & 4) != 0);
        cr_expect_eq(handoff.alone, (bits & 8) != 0);
    }
}

Test(handoff, may_have_no_next_waiter)
{
    cr_assert(reads("89abcdef 1 0 1 0 " TOKEN " "));
    cr_assert_eq(handoff.head.token.length, 0);
    cr_assert(reads("89abcdef 1 0 1 0 " TOKEN));
    cr_assert_eq(handoff.head.token.length, 0);
}

Test(handoff, that_is_malformed_is_refused)
{
    static const char *const texts[] = {
        "",
        " ",
        "89abcdef",
        "89abcdef 1 0 1 0",
        "89abcdef 1 0 1 0 ",
        "89abcde 1 0 1 0 " TOKEN,
        "89abcdefa 1 0 1 0 " TOKEN,
        "89abcdeg 1 0 1 0 " TOKEN,
        "89ABCDEF 1 0 1 0 " TOKEN,
        " 1 0 1 0 " TOKEN,
        "- 1 0 1 0 " TOKEN,
        "89abcdef -1 0 1 0 " TOKEN,
        "89abcdef 1.5 0 1 0 " TOKEN,
        "89abcdef 1e9 0 1 0 " TOKEN,
        "89abcdef 9007199254740993 0 1 0 " TOKEN,
        "89abcdef 99999999999999999999 0 1 0 " TOKEN,
        "89abcdef 1 9007199254740993 1 0 " TOKEN,
        "89abcdef 1 0 16 0 " TOKEN,
        "89abcdef 1 0 1 9 " TOKEN,
        "89abcdef 1 0 3 0 " TOKEN,
        "89abcdef 1 0 3 9007199254740993 " TOKEN,
        "89abcdef 1  1 0 " TOKEN,
        "89abcdef 1 0 1 0 another",
        "89abcdef 1 0 1 0 " DIGITS,
        "89abcdef 1 0 1 0 " DIGITS ":2a",
        "89abcdef 1 0 1 0 X123456789abcdef0123456789abcdef-1:x",
        "89abcdef 1 0 1 0 " TOKEN "\n",
        "89abcdef 1 0 1 0 " TOKEN "\x80",
        "89abcdef 1 0 1 0 " TOKEN "  ",
        "89abcdef 1 0 1 0 " TOKEN " 17",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        cr_expect_not(reads(texts[i]), "'%s'", texts[i]);
}

/* Memory of exactly that length. */
Test(handoff, ends_where_its_length_says)
{
    static const char text[] = "89abcdef 1 0 1 0 " TOKEN;

    cr_assert(rlk_handoff_read(&handoff, text, strlen(text) - 4));
    cr_assert_eq(handoff.token.length, strlen(TOKEN) - 4);
    cr_assert_not(rlk_handoff_read(&handoff, "89abcdef 1 0 1 0 " TOKEN "\0",
                                   strlen(text) + 1));
}

/* The message may be from a connection to another server. */
Test(handoff, belongs_to_the_memory_that_it_names)
{
    cr_assert(reads("89abcdef 1 0 1 0 " TOKEN));
    cr_assert(rlk_handoff_is_of(&handoff, "89abcdef" DIGITS));
    cr_assert_not(rlk_handoff_is_of(&handoff, "89abcdee" DIGITS));
    cr_assert_not(rlk_handoff_is_of(&handoff, "89abcde"));
    cr_assert_not(rlk_handoff_is_of(&handoff, ""));
}

Test(successor, has_all_its_fields)
{
    cr_assert(is_successor("9007199254740992 1099511627776 27 "
                           "9007199254740992 " TOKEN));
    cr_assert_eq(successor.ticket, INT64_C(1) << 53);
    cr_assert_eq(successor.px_ms, RLK_SUCCESSOR_PX_MOST);
    cr_assert_eq(successor.flags, 27);
    cr_assert_eq(successor.generation, INT64_C(1) << 53);
    cr_assert_str_eq(successor.token.text, TOKEN);
}

Test(successor, that_is_malformed_is_none)
{
    static const char *const texts[] = {
        "",
        "17",
        TOKEN,
        "0 13000 0 0 " TOKEN,
        "17 0 0 0 " TOKEN,
        "17 1099511627777 0 0 " TOKEN,
        "17 13000 32 0 " TOKEN,
        "17 13000 0 -1 " TOKEN,
        "17 13000 0 0 " TOKEN " more",
        "17 13000 0 0 ",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        cr_expect_not(is_successor(texts[i]), "'%s'", texts[i]);
        cr_expect_eq(successor.token.length, 0);
    }
}

/* The longest message, and one byte more. */
Test(successor, has_a_token_that_fits)
{
    char text[256];
    char label[128];

    memset(label, 'x', sizeof(label));
    for (int length = 126; length < 130; length++) {
        snprintf(text, sizeof(text), "1 1 0 0 " DIGITS "-%.*s", length - 33,
                 label);
        cr_expect_eq(is_successor(text), length < REDLOCK_TOKEN_MAX);
    }
}
