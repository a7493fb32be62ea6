/* SPDX-License-Identifier: MIT */
/* What replies mean to each verb, and what servers call their errors. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/resp/answer.h"

static struct rlk_reply reply_of(enum rlk_reply_kind kind, int64_t integer,
                                 const char *text)
{
    struct rlk_reply reply = {.kind = kind, .integer = integer};

    reply.text_length = strlen(text);
    memcpy(reply.text, text, reply.text_length + 1);
    return reply;
}

static enum rlk_answer_kind kind_of(enum rlk_verb verb,
                                    enum rlk_reply_kind kind, int64_t integer,
                                    const char *text)
{
    struct rlk_reply reply = reply_of(kind, integer, text);

    return rlk_answer_to(verb, false, &reply).kind;
}

Test(answer, to_a_grant_is_ok_or_nil)
{
    cr_expect_eq(kind_of(RLK_VERB_GRANT, RLK_REPLY_STATUS, 0, "OK"),
                 RLK_ANSWER_YES);
    cr_expect_eq(kind_of(RLK_VERB_GRANT, RLK_REPLY_NIL, 0, ""),
                 RLK_ANSWER_HELD);
    cr_expect_eq(kind_of(RLK_VERB_GRANT, RLK_REPLY_STATUS, 0, "QUEUED"),
                 RLK_ANSWER_ERROR);
    cr_expect_eq(kind_of(RLK_VERB_GRANT, RLK_REPLY_INTEGER, 1, ""),
                 RLK_ANSWER_ERROR);
}

Test(answer, to_a_refused_grant_does_not_say_who_holds)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_NIL, 0, "");
    struct rlk_answer answer = rlk_answer_to(RLK_VERB_GRANT, false, &reply);

    cr_assert_eq(answer.remaining_ms, -1);
    cr_assert_null(answer.text);
    cr_assert_eq(answer.text_length, 0);
}

Test(answer, to_a_script_is_its_number)
{
    static const struct {
        enum rlk_verb verb;
        enum rlk_answer_kind of[4]; /* for 0, 1, 2, 3 */
    } cases[] = {
        {RLK_VERB_EXTEND,
         {RLK_ANSWER_MISSING, RLK_ANSWER_YES, RLK_ANSWER_ERROR,
          RLK_ANSWER_ERROR}},
        {RLK_VERB_REPAIR,
         {RLK_ANSWER_ERROR, RLK_ANSWER_YES, RLK_ANSWER_CREATED,
          RLK_ANSWER_ERROR}},
        {RLK_VERB_RELEASE,
         {RLK_ANSWER_MISSING, RLK_ANSWER_YES, RLK_ANSWER_ERROR,
          RLK_ANSWER_ERROR}},
        {RLK_VERB_INSPECT,
         {RLK_ANSWER_YES, RLK_ANSWER_ERROR, RLK_ANSWER_ERROR,
          RLK_ANSWER_ERROR}},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int number = 0; number < 4; number++)
            cr_expect_eq(kind_of(cases[i].verb, RLK_REPLY_INTEGER, number, ""),
                         cases[i].of[number], "verb %d, %d", (int)cases[i].verb,
                         number);
        cr_expect_eq(kind_of(cases[i].verb, RLK_REPLY_PAIR, 5, "other"),
                     RLK_ANSWER_HELD);
        cr_expect_eq(kind_of(cases[i].verb, RLK_REPLY_NIL, 0, ""),
                     RLK_ANSWER_ERROR);
        cr_expect_eq(kind_of(cases[i].verb, RLK_REPLY_STATUS, 0, "OK"),
                     RLK_ANSWER_ERROR);
    }
}

Test(answer, held_says_by_whom_and_for_how_long)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_PAIR, 1234, "their token");
    struct rlk_answer answer = rlk_answer_to(RLK_VERB_EXTEND, false, &reply);

    cr_assert_eq(answer.kind, RLK_ANSWER_HELD);
    cr_assert_eq(answer.remaining_ms, 1234);
    cr_assert_eq(answer.text, reply.text);
    cr_assert_eq(answer.text_length, strlen("their token"));
}

Test(answer, held_without_an_expiry_is_for_ever)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_PAIR, -2, "x");

    cr_assert_eq(rlk_answer_to(RLK_VERB_INSPECT, false, &reply).remaining_ms,
                 -1);
}

Test(answer, to_kill_client_is_yes_unless_it_is_an_error)
{
    for (int kind = RLK_REPLY_STATUS; kind <= RLK_REPLY_OTHER; kind++)
        cr_expect_eq(
            kind_of(RLK_VERB_KILL_CLIENT, (enum rlk_reply_kind)kind, 0, "ERR"),
            kind == RLK_REPLY_ERROR ? RLK_ANSWER_MISSING : RLK_ANSWER_YES);
    cr_expect_eq(kind_of(RLK_VERB_KILL_CLIENT, RLK_REPLY_ERROR, 0, "BUSY now"),
                 RLK_ANSWER_ERROR);
}

Test(answer, to_a_mark_tells_the_time_whether_it_is_done)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_PAIR, 1700000000000000, "");
    struct rlk_answer answer = rlk_answer_to(RLK_VERB_MARK, false, &reply);

    cr_assert_eq(answer.kind, RLK_ANSWER_YES);
    cr_assert_eq(answer.time_us, 1700000000000000);
    reply = reply_of(RLK_REPLY_PAIR, -1700000000000000, "another");
    answer = rlk_answer_to(RLK_VERB_MARK, false, &reply);
    cr_assert_eq(answer.kind, RLK_ANSWER_HELD);
    cr_assert_eq(answer.time_us, 1700000000000000);
    cr_assert_str_eq(answer.text, "another");
    cr_assert_eq(answer.remaining_ms, -1);
    cr_assert_eq(kind_of(RLK_VERB_MARK, RLK_REPLY_PAIR, INT64_MIN, "x"),
                 RLK_ANSWER_ERROR);
    cr_assert_eq(kind_of(RLK_VERB_MARK, RLK_REPLY_INTEGER, 1, ""),
                 RLK_ANSWER_ERROR);
}

Test(answer, to_a_full_script_is_its_row)
{
    static const enum rlk_answer_kind kinds[] = {
        RLK_ANSWER_MISSING,   RLK_ANSWER_YES,         RLK_ANSWER_CREATED,
        RLK_ANSWER_HELD,      RLK_ANSWER_QUARANTINED, RLK_ANSWER_SUPERSEDED,
        RLK_ANSWER_DISAGREES, RLK_ANSWER_ERROR,
    };
    struct rlk_reply reply = reply_of(RLK_REPLY_ROW, 0, "text");

    for (int status = 0; status < 8; status++) {
        struct rlk_answer answer;
        reply.row[0] = status;
        reply.row[1] = 17;
        reply.row[2] = 1;
        reply.row[3] = 42;
        reply.row[4] = status == 3 ? 250 : -2;
        answer = rlk_answer_to(RLK_VERB_GRANT, true, &reply);
        cr_expect_eq(answer.kind, kinds[status]);
        if (answer.kind == RLK_ANSWER_ERROR)
            continue;
        cr_expect_eq(answer.time_us, 17);
        cr_expect(answer.quarantined);
        cr_expect_eq(answer.counter, 42);
        cr_expect_eq(answer.remaining_ms, status == 3 ? 250 : -1);
        cr_expect_str_eq(answer.text, "text");
    }
    reply.row[0] = 1;
    reply.row[1] = (INT64_C(1) << 53) + 1;
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, true, &reply).kind,
                 RLK_ANSWER_ERROR);
    reply.row[1] = 17;
    reply.row[3] = -1;
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, true, &reply).kind,
                 RLK_ANSWER_ERROR);
    reply.row[3] = 42;
    reply.row[0] = -1;
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, true, &reply).kind,
                 RLK_ANSWER_ERROR);
    reply = reply_of(RLK_REPLY_STATUS, 0, "OK");
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, true, &reply).kind,
                 RLK_ANSWER_ERROR);
    reply = reply_of(RLK_REPLY_ERROR, 0, "NOSCRIPT no");
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, true, &reply).reason,
                 REDLOCK_REASON_NOSCRIPT);
}

Test(answer, of_an_unexpected_shape_says_so)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_OTHER, 0, "");

    for (int verb = RLK_VERB_GRANT; verb < RLK_VERB_KILL_CLIENT; verb++) {
        struct rlk_answer answer =
            rlk_answer_to((enum rlk_verb)verb, false, &reply);
        cr_expect_eq(answer.kind, RLK_ANSWER_ERROR);
        cr_expect_eq(answer.reason, REDLOCK_REASON_ERROR);
        cr_expect_str_eq(answer.text, "unexpected reply");
    }
}

Test(answer, gives_errors_their_reason)
{
    static const struct {
        const char *error;
        enum redlock_reason reason;
    } cases[] = {
        {"NOSCRIPT No matching script. Please use EVAL.",
         REDLOCK_REASON_NOSCRIPT},
        {"NOAUTH Authentication required.", REDLOCK_REASON_NOAUTH},
        {"WRONGPASS invalid username-password pair or user is disabled.",
         REDLOCK_REASON_WRONGPASS},
        {"ERR invalid password", REDLOCK_REASON_WRONGPASS},
        {"ERR Client sent AUTH, but no password is set",
         REDLOCK_REASON_WRONGPASS},
        {"ERR AUTH <password> called without any password configured for the "
         "default user. Are you sure your configuration is correct?",
         REDLOCK_REASON_WRONGPASS},
        {"NOPERM this user has no permissions to run the 'set' command",
         REDLOCK_REASON_NOPERM},
        {"READONLY You can't write against a read only replica.",
         REDLOCK_REASON_READONLY},
        {"LOADING Redis is loading the dataset in memory",
         REDLOCK_REASON_LOADING},
        {"BUSY Redis is busy running a script.", REDLOCK_REASON_IN_SCRIPT},
        {"OOM command not allowed when used memory > 'maxmemory'.",
         REDLOCK_REASON_OOM},
        {"MISCONF Redis is configured to save RDB snapshots",
         REDLOCK_REASON_MISCONF},
        {"NOREPLICAS Not enough good replicas to write.",
         REDLOCK_REASON_NOREPLICAS},
        {"WRONGTYPE Operation against a key holding the wrong kind of value",
         REDLOCK_REASON_WRONGTYPE},
        {"MOVED 3999 127.0.0.1:6381", REDLOCK_REASON_CLUSTER},
        {"ASK 3999 127.0.0.1:6381", REDLOCK_REASON_CLUSTER},
        {"CLUSTERDOWN The cluster is down", REDLOCK_REASON_CLUSTER},
        {"CROSSSLOT Keys in request don't hash to the same slot",
         REDLOCK_REASON_CLUSTER},
        {"ERR unknown command `EVALSHA`", REDLOCK_REASON_ERROR},
        {"OOMPH", REDLOCK_REASON_ERROR},
        {"OOM", REDLOCK_REASON_OOM},
        {"", REDLOCK_REASON_ERROR},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rlk_reply error = reply_of(RLK_REPLY_ERROR, 0, cases[i].error);
        cr_expect_eq(rlk_answer_reason(&error), cases[i].reason, "%s",
                     cases[i].error);
    }
}

/* Redis 7 appends where it was; 6.2 and before wrap, in several styles. */
Test(answer, finds_the_reason_inside_a_scripts_error)
{
    static const struct {
        const char *error;
        enum redlock_reason reason;
    } cases[] = {
        {"WRONGTYPE Operation against a key holding the wrong kind of value "
         "script: a0e9, on @user_script:1.",
         REDLOCK_REASON_WRONGTYPE},
        {"ERR Error running script (call to f_a0e9): @user_script:1: WRONGTYPE "
         "Operation against a key holding the wrong kind of value",
         REDLOCK_REASON_WRONGTYPE},
        {"ERR Error running script (call to f_a0e9): @user_script: 3: -OOM "
         "command not allowed when used memory > 'maxmemory'.",
         REDLOCK_REASON_OOM},
        {"ERR Error running script (call to f_a0e9): @user_script:3: -READONLY "
         "You can't write against a read only replica.",
         REDLOCK_REASON_READONLY},
        {"ERR Error running script (call to f_a0e9): @user_script:3: -MISCONF "
         "Redis is configured to save RDB snapshots",
         REDLOCK_REASON_MISCONF},
        {"ERR Error running script (call to f_a0e9): @user_script: 3: "
         "-NOREPLICAS Not enough good replicas to write.",
         REDLOCK_REASON_NOREPLICAS},
        {"ERR Error running script (call to f_a0e9): @user_script: 1: The user "
         "executing the script can't run this command or subcommand",
         REDLOCK_REASON_NOPERM},
        {"ERR Error running script (call to f_a0e9): @user_script: 1: The user "
         "executing the script can't access at least one of the keys mentioned "
         "in the command arguments",
         REDLOCK_REASON_NOPERM},
        {"ERR ACL failure in script: User x has no permissions to run the "
         "'get' command script: a0e9, on @user_script:1.",
         REDLOCK_REASON_NOPERM},
        {"ERR user_script:1: no such field script: a0e9, on @user_script:1.",
         REDLOCK_REASON_ERROR},
        {"ERR Error compiling script (new function): user_script:1: oops",
         REDLOCK_REASON_ERROR},
        {"ERR @user_script:", REDLOCK_REASON_ERROR},
        {"ERR @user_script:1:", REDLOCK_REASON_ERROR},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rlk_reply error = reply_of(RLK_REPLY_ERROR, 0, cases[i].error);
        cr_expect_eq(rlk_answer_reason(&error), cases[i].reason, "%s",
                     cases[i].error);
    }
}
