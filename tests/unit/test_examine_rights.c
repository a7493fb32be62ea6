/* SPDX-License-Identifier: MIT */
/* Which right is missing, according to the errors of several servers. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/admin/examine.h"

static struct redlock_node_facts facts;
static struct rlk_examine_notes notes = {.facts = &facts};

static const struct rlk_reply *error(const char *text)
{
    static struct rlk_reply reply = {.kind = RLK_REPLY_ERROR};

    snprintf(reply.text, sizeof(reply.text), "%s", text);
    reply.text_length = strlen(reply.text);
    return &reply;
}

static void refuse(const char *text)
{
    rlk_examine_refusal(&notes, REDLOCK_RIGHT_GET, error(text));
}

/* The error of a command that needs a right denies this one. */
static void expect_denied(unsigned denied, unsigned needed, const char *text)
{
    facts.denied = 0;
    rlk_examine_refusal(&notes, needed, error(text));
    cr_assert_eq(facts.denied, denied, "%s", text);
}

Test(examine_rights, to_a_command_are_denied_by_its_name)
{
    refuse("NOPERM User bob has no permissions to run the 'get' command");
    cr_assert_eq(facts.denied, REDLOCK_RIGHT_GET);
    cr_assert_eq(facts.missing, 0);
    cr_assert(rlk_examine_lacks(&notes, REDLOCK_RIGHT_GET));
    cr_assert_not(rlk_examine_lacks(&notes, REDLOCK_RIGHT_SET));
}

Test(examine_rights, to_keys_are_denied_in_two_ways)
{
    expect_denied(REDLOCK_RIGHT_KEYS, REDLOCK_RIGHT_GET,
                  "NOPERM this user has no permissions to access one of the "
                  "keys used as arguments");
    expect_denied(REDLOCK_RIGHT_KEYS, REDLOCK_RIGHT_GET,
                  "NOPERM No permissions to access a key");
}

Test(examine_rights, to_queue_keys_are_a_right_of_their_own)
{
    expect_denied(REDLOCK_RIGHT_QUEUES, REDLOCK_RIGHT_ZCARD,
                  "NOPERM No permissions to access a key");
    expect_denied(REDLOCK_RIGHT_HDEL, REDLOCK_RIGHT_HDEL,
                  "NOPERM this user has no permissions to run the 'hdel' "
                  "command");
}

Test(examine_rights, to_channels_are_denied_in_two_ways)
{
    expect_denied(REDLOCK_RIGHT_CHANNELS, REDLOCK_RIGHT_PUBLISH,
                  "NOPERM No permissions to access a channel");
    expect_denied(REDLOCK_RIGHT_CHANNELS, REDLOCK_RIGHT_SUBSCRIBE,
                  "NOPERM this user has no permissions to access one of the "
                  "channels used as arguments");
}

Test(examine_rights, are_denied_by_an_error_without_a_key)
{
    expect_denied(REDLOCK_RIGHT_GET, REDLOCK_RIGHT_GET, "NOPERM not for you");
    expect_denied(REDLOCK_RIGHT_GET, REDLOCK_RIGHT_GET,
                  "NOPERM no permissions to run the 'get' command on any key");
}

Test(examine_rights, are_missing_if_the_command_is_missing)
{
    refuse("ERR unknown command 'GET', with args beginning with: 'x'");
    cr_assert_eq(facts.missing, REDLOCK_RIGHT_GET);
    cr_assert_eq(facts.denied, 0);
    cr_assert(rlk_examine_lacks(&notes, REDLOCK_RIGHT_GET));
}

Test(examine_rights, are_present_if_the_command_itself_fails)
{
    refuse("ERR syntax error");
    cr_assert_eq(facts.denied | facts.missing, 0);
}

Test(examine_rights, that_are_not_needed_are_not_reported)
{
    rlk_examine_refusal(&notes, 0, error("NOPERM No permissions to a key"));
    rlk_examine_refusal(&notes, 0, error("ERR unknown command 'CONFIG'"));
    cr_assert_eq(facts.denied | facts.missing, 0);
}

Test(examine_rights, to_write_are_not_denied_by_a_node_that_refuses_writes)
{
    rlk_examine_write_error(&notes, error("NOPERM No permissions to a key"));
    cr_assert_eq(facts.writes, REDLOCK_REASON_NONE);
    rlk_examine_write_error(&notes, error("ERR syntax error"));
    cr_assert_eq(facts.writes, REDLOCK_REASON_NONE);
    rlk_examine_write_error(&notes, error("OOM command not allowed"));
    cr_assert_eq(facts.writes, REDLOCK_REASON_OOM);
    cr_assert_str_eq(facts.writes_message, "OOM command not allowed");
}
