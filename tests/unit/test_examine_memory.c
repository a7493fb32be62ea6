/* SPDX-License-Identifier: MIT */
/* Judging a node's memory by its marker. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/admin/examine.h"

#define REPLID "0123456789abcdef0123456789abcdef01234567"
#define OTHER "76543210fedcba9876543210fedcba9876543210"

/* No marker gives this value. */
#define UNTOUCHED ((enum redlock_memory)99)

static struct redlock_node_facts facts = {
    .memory = UNTOUCHED,
    .longest_ttl_ms = -1,
    .quarantined_ms = -1,
};
static struct rlk_examine_notes notes = {.facts = &facts, .replid = REPLID};
static char marker[RLK_MARKER_MAX];

static void read_marker(enum rlk_reply_kind kind)
{
    static struct rlk_reply reply;

    reply.kind = kind;
    snprintf(reply.text, sizeof(reply.text), "%s", marker);
    reply.text_length = strlen(reply.text);
    rlk_examine_marker(&notes, &reply);
}

static void add_sample(int64_t node_us)
{
    notes.samples[notes.samples_count++] =
        (struct rlk_examine_sample){.node_us = node_us};
}

Test(examine_memory, without_a_marker_is_unmarked)
{
    read_marker(RLK_REPLY_NIL);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_UNMARKED);
    cr_assert_eq(facts.longest_ttl_ms, -1);
}

Test(examine_memory, with_its_own_marker_is_sound)
{
    rlk_marker_ok(marker, REPLID, 30000);
    read_marker(RLK_REPLY_STRING);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_KEPT);
    cr_assert_eq(facts.longest_ttl_ms, 30000);
    add_sample(1000);
    rlk_examine_quarantine(&notes);
    cr_assert_eq(facts.quarantined_ms, -1);
}

Test(examine_memory, with_the_marker_of_another_is_stale)
{
    rlk_marker_ok(marker, OTHER, 30000);
    read_marker(RLK_REPLY_STRING);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_STALE);
    cr_assert_eq(facts.longest_ttl_ms, -1);
}

Test(examine_memory, without_a_replication_id_is_unknown)
{
    notes.replid[0] = '\0';
    rlk_marker_ok(marker, OTHER, 30000);
    read_marker(RLK_REPLY_STRING);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_UNKNOWN);
}

Test(examine_memory, with_a_marker_of_a_later_version_is_foreign)
{
    snprintf(marker, sizeof(marker), "2|||%s|ok|30000", REPLID);
    read_marker(RLK_REPLY_STRING);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_FOREIGN);
    cr_assert_eq(facts.longest_ttl_ms, -1);
}

Test(examine_memory, with_a_number_out_of_range_is_foreign)
{
    snprintf(marker, sizeof(marker), "1|||%s|ok|99999999999999999999", REPLID);
    read_marker(RLK_REPLY_STRING);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_FOREIGN);
    cr_assert_eq(facts.longest_ttl_ms, -1);
}

Test(examine_memory, with_a_marker_that_is_no_string_is_foreign)
{
    read_marker(RLK_REPLY_OTHER);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_FOREIGN);
    facts.memory = UNTOUCHED;
    snprintf(marker, sizeof(marker), "WRONGTYPE Operation against a key");
    read_marker(RLK_REPLY_ERROR);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_FOREIGN);
}

Test(examine_memory, with_a_marker_that_may_not_be_read_is_unknown)
{
    snprintf(marker, sizeof(marker), "NOPERM this user has no permissions");
    read_marker(RLK_REPLY_ERROR);
    cr_assert_eq(facts.memory, UNTOUCHED);
}

Test(examine_memory, in_quarantine_has_the_rest_of_its_time)
{
    rlk_marker_quarantine(marker, REPLID, 30000, 5000000, "nonce");
    read_marker(RLK_REPLY_STRING);
    cr_assert_eq(facts.memory, REDLOCK_MEMORY_QUARANTINE);
    cr_assert_eq(facts.longest_ttl_ms, 30000);
    add_sample(7000000);
    rlk_examine_quarantine(&notes);
    cr_assert_eq(facts.quarantined_ms, 2000);
    add_sample(8000000);
    rlk_examine_quarantine(&notes);
    cr_assert_eq(facts.quarantined_ms, 3000);
}

Test(examine_memory, in_quarantine_without_a_clock_has_an_unknown_rest)
{
    rlk_marker_quarantine(marker, REPLID, 30000, 5000000, "nonce");
    read_marker(RLK_REPLY_STRING);
    rlk_examine_quarantine(&notes);
    cr_assert_eq(facts.quarantined_ms, -1);
}
