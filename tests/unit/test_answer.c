/* SPDX-License-Identifier: MIT */
/* What replies mean, and what servers call their errors. */

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

/* The grant's number in a row. */
static int64_t granting(int64_t status)
{
    return rlk_answer_first(RLK_VERB_GRANT) + status;
}

static enum rlk_answer_kind kind_of(enum rlk_verb verb,
                                    enum rlk_reply_kind kind, int64_t integer,
                                    const char *text)
{
    struct rlk_reply reply = reply_of(kind, integer, text);

    return rlk_answer_to(verb, &reply).kind;
}

Test(answer, to_SET_is_only_ok_or_nil)
{
    const enum rlk_verb set = RLK_VERB_GRANT;

    cr_expect_eq(kind_of(set, RLK_REPLY_STATUS, 0, "OK"), RLK_ANSWER_YES);
    cr_expect_eq(kind_of(set, RLK_REPLY_NIL, 0, ""), RLK_ANSWER_HELD);
    cr_expect_eq(kind_of(set, RLK_REPLY_STATUS, 0, "QUEUED"), RLK_ANSWER_ERROR);
    for (int number = 0; number < 30; number++)
        cr_expect_eq(kind_of(set, RLK_REPLY_INTEGER, number, ""),
                     RLK_ANSWER_ERROR);
    for (int verb = 0; verb < RLK_VERBS; verb++) {
        if (verb == RLK_VERB_GRANT)
            continue;
        cr_expect_eq(kind_of((enum rlk_verb)verb, RLK_REPLY_STATUS, 0, "OK"),
                     RLK_ANSWER_ERROR);
        cr_expect_eq(kind_of((enum rlk_verb)verb, RLK_REPLY_NIL, 0, ""),
                     RLK_ANSWER_ERROR);
    }
}

Test(answer, of_a_refused_SET_does_not_name_the_holder)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_NIL, 0, "");
    struct rlk_answer answer = rlk_answer_to(RLK_VERB_GRANT, &reply);

    cr_assert_eq(answer.remaining_ms, -1);
    cr_assert_str_empty(answer.text);
    cr_assert_eq(answer.text_length, 0);
}

Test(answer, of_an_owner_that_shares_names_the_holder)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_ROW, 0, "redlock:shared");
    struct rlk_answer answer;

    reply.row[0] = granting(9);
    reply.row[4] = 250;
    answer = rlk_answer_to(RLK_VERB_GRANT, &reply);
    cr_expect_eq(answer.kind, RLK_ANSWER_SHARING);
    cr_expect_eq(answer.remaining_ms, 250);
    cr_expect_str_eq(answer.text, "redlock:shared");
}

/*
 * The reply to one verb is no reply to another: a server or a proxy that
 * confuses them gives no vote.
 */
Test(answer, that_is_one_number_must_be_of_its_verb)
{
    static const struct {
        enum rlk_verb verb;
        int number;
        enum rlk_answer_kind kind;
    } known[] = {
        {RLK_VERB_RELEASE, 0, RLK_ANSWER_MISSING},
        {RLK_VERB_RELEASE, 1, RLK_ANSWER_YES},
        {RLK_VERB_PASS, 1, RLK_ANSWER_YES},
        {RLK_VERB_KILL_CLIENT, 1, RLK_ANSWER_YES},
        {RLK_VERB_EXTEND, 10, RLK_ANSWER_MISSING},
        {RLK_VERB_EXTEND, 11, RLK_ANSWER_YES},
        {RLK_VERB_REPAIR, 20, RLK_ANSWER_MISSING},
        {RLK_VERB_REPAIR, 21, RLK_ANSWER_YES},
        {RLK_VERB_REPAIR, 22, RLK_ANSWER_CREATED},
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        cr_expect_eq(
            kind_of(known[i].verb, RLK_REPLY_INTEGER, known[i].number, ""),
            known[i].kind);
    for (int number = -1; number < 30; number++) {
        if (number != 10 && number != 11)
            cr_expect_eq(
                kind_of(RLK_VERB_EXTEND, RLK_REPLY_INTEGER, number, ""),
                RLK_ANSWER_ERROR);
        if (number < 20 || number > 22)
            cr_expect_eq(
                kind_of(RLK_VERB_REPAIR, RLK_REPLY_INTEGER, number, ""),
                RLK_ANSWER_ERROR);
        if (number != 0 && number != 1)
            cr_expect_eq(
                kind_of(RLK_VERB_RELEASE, RLK_REPLY_INTEGER, number, ""),
                RLK_ANSWER_ERROR);
    }
    cr_expect_eq(kind_of(RLK_VERB_RELEASE, RLK_REPLY_INTEGER, INT64_MAX, ""),
                 RLK_ANSWER_ERROR);
    cr_expect_eq(kind_of(RLK_VERB_EXTEND, RLK_REPLY_INTEGER, INT64_MIN, ""),
                 RLK_ANSWER_ERROR);
}

Test(answer, below_any_status_is_the_fence_of_a_grant)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_INTEGER, -17, "");
    struct rlk_answer answer = rlk_answer_to(RLK_VERB_GRANT, &reply);

    cr_expect_eq(answer.kind, RLK_ANSWER_YES);
    cr_expect_eq(answer.counter, 17);
    cr_expect(answer.issued);
    cr_expect_eq(answer.time_us, 0);
    cr_expect_eq(answer.slot, -1);
    for (int verb = 0; verb < RLK_VERBS; verb++) {
        if (verb != RLK_VERB_GRANT)
            cr_expect_eq(rlk_answer_to((enum rlk_verb)verb, &reply).kind,
                         RLK_ANSWER_ERROR);
    }
    reply.integer = -RLK_FENCE_MAX;
    cr_expect_eq(rlk_answer_to(RLK_VERB_GRANT, &reply).counter, RLK_FENCE_MAX);
    reply.integer = INT64_MIN;
    answer = rlk_answer_to(RLK_VERB_GRANT, &reply);
    cr_expect_eq(answer.kind, RLK_ANSWER_ERROR);
    cr_expect_eq(answer.reason, REDLOCK_REASON_COUNTER_END);
}

Test(answer, that_is_a_row_must_be_of_its_verb)
{
    static const enum rlk_verb own[] = {
        RLK_VERB_GRANT,   RLK_VERB_ASK,  RLK_VERB_EXTEND,   RLK_VERB_REPAIR,
        RLK_VERB_CONFIRM, RLK_VERB_MARK, RLK_VERB_INIT_NODE};

    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
        struct rlk_reply reply = reply_of(RLK_REPLY_ROW, 0, "");
        reply.row[0] = rlk_answer_first(own[i]) + 1;
        reply.row[1] = 17;
        reply.row[3] = 42;
        for (int verb = 0; verb < RLK_VERBS; verb++)
            cr_expect_eq(rlk_answer_to((enum rlk_verb)verb, &reply).kind,
                         verb == (int)own[i] ? RLK_ANSWER_YES
                                             : RLK_ANSWER_ERROR,
                         "%d as %d", own[i], verb);
    }
}

Test(answer, of_a_script_has_the_values_of_its_row)
{
    static const enum rlk_answer_kind kinds[] = {
        RLK_ANSWER_MISSING,   RLK_ANSWER_YES,         RLK_ANSWER_CREATED,
        RLK_ANSWER_HELD,      RLK_ANSWER_QUARANTINED, RLK_ANSWER_SUPERSEDED,
        RLK_ANSWER_DISAGREES,
    };
    struct rlk_reply reply = reply_of(RLK_REPLY_ROW, 0, "text");

    for (int status = 0; status < 7; status++) {
        struct rlk_answer answer;
        reply.row[0] = granting(status);
        reply.row[1] = 17;
        reply.row[2] = 1;
        reply.row[3] = 42;
        reply.row[4] = status == 3 ? 250 : -2;
        answer = rlk_answer_to(RLK_VERB_GRANT, &reply);
        cr_expect_eq(answer.kind, kinds[status]);
        cr_expect_eq(answer.time_us, 17);
        cr_expect(answer.quarantined);
        cr_expect_eq(answer.counter, 42);
        cr_expect_eq(answer.remaining_ms, status == 3 ? 250 : -1);
        cr_expect_str_eq(answer.text, "text");
    }
    reply.row[0] = granting(1);
    reply.row[1] = (INT64_C(1) << 53) + 1;
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, &reply).kind, RLK_ANSWER_ERROR);
    reply.row[1] = 17;
    reply.row[3] = -1;
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, &reply).kind, RLK_ANSWER_ERROR);
    /* A script cannot distinguish this number from the next one. */
    reply.row[3] = INT64_C(1) << 53;
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, &reply).kind, RLK_ANSWER_ERROR);
    reply.row[3]--;
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, &reply).kind, RLK_ANSWER_YES);
    reply.row[3] = 42;
    reply.row[0] = granting(-1);
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, &reply).kind, RLK_ANSWER_ERROR);
    reply.row[0] = granting(10);
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, &reply).kind, RLK_ANSWER_ERROR);
    reply = reply_of(RLK_REPLY_ERROR, 0, "NOSCRIPT no");
    cr_assert_eq(rlk_answer_to(RLK_VERB_GRANT, &reply).reason,
                 REDLOCK_REASON_NOSCRIPT);
}

/* Above the flags. */
Test(answer, counts_members_and_waiters)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_ROW, 0, "redlock:shared");
    struct rlk_answer answer;

    reply.row[0] = granting(3);
    reply.row[2] = 1 + 8 * (3 + 5 * (INT64_C(1) << 24));
    answer = rlk_answer_to(RLK_VERB_GRANT, &reply);
    cr_assert(answer.quarantined);
    cr_assert_eq(answer.members, 3);
    cr_assert_eq(answer.waiting, 5);
    reply.row[2] = -8;
    answer = rlk_answer_to(RLK_VERB_GRANT, &reply);
    cr_assert_eq(answer.members, 0);
    cr_assert_eq(answer.waiting, 0);
}

static struct rlk_answer entry(int64_t flags, int64_t ticket, int64_t left_ms)
{
    static struct rlk_reply reply;

    reply = reply_of(RLK_REPLY_ROW, 0, "theirs");
    reply.row[0] = granting(7);
    reply.row[1] = 17;
    reply.row[2] = flags;
    reply.row[3] = ticket;
    reply.row[4] = left_ms;
    return rlk_answer_to(RLK_VERB_GRANT, &reply);
}

Test(answer, of_a_queue_entry_has_its_ticket_and_rank)
{
    struct rlk_answer answer = entry(8 * 9999, INT64_C(1) << 53, 250);

    cr_assert_eq(answer.kind, RLK_ANSWER_QUEUED);
    cr_assert_eq(answer.time_us, 17);
    cr_assert_eq(answer.rank, 9999);
    cr_assert_eq(answer.ticket, INT64_C(1) << 53);
    cr_assert_eq(answer.counter, 0);
    cr_assert_eq(answer.remaining_ms, 250);
    cr_assert_str_eq(answer.text, "theirs");
    cr_assert_eq(entry(0, 1, -2).remaining_ms, -1);
    cr_assert_eq(entry(0, 1, -2).rank, 0);
}

Test(answer, with_an_impossible_queue_entry_is_an_error)
{
    cr_expect_eq(entry(8 * 10000, 1, 0).kind, RLK_ANSWER_ERROR);
    cr_expect_eq(entry(-8, 1, 0).kind, RLK_ANSWER_ERROR);
    cr_expect_eq(entry(0, 0, 0).kind, RLK_ANSWER_ERROR);
    cr_expect_eq(entry(0, (INT64_C(1) << 53) + 1, 0).kind, RLK_ANSWER_ERROR);
}

Test(answer, says_whether_a_number_was_issued)
{
    struct rlk_reply reply = reply_of(RLK_REPLY_ROW, 0, "");

    reply.row[0] = granting(1);
    reply.row[2] = 4;
    cr_assert(rlk_answer_to(RLK_VERB_GRANT, &reply).issued);
    cr_assert_not(rlk_answer_to(RLK_VERB_GRANT, &reply).begun_anew);
    reply.row[2] = 3;
    cr_assert_not(rlk_answer_to(RLK_VERB_GRANT, &reply).issued);
}

/* A script returns a number outside its range as the smallest number. */
Test(answer, with_a_counter_beyond_the_range_is_an_error)
{
    static const int64_t beyond[] = {INT64_C(1) << 53, INT64_MAX, INT64_MIN};

    for (size_t i = 0; i < sizeof(beyond) / sizeof(beyond[0]); i++) {
        struct rlk_reply reply = reply_of(RLK_REPLY_ROW, 0, "");
        struct rlk_answer answer;
        reply.row[0] = granting(1);
        reply.row[3] = beyond[i];
        answer = rlk_answer_to(RLK_VERB_GRANT, &reply);
        cr_expect_eq(answer.kind, RLK_ANSWER_ERROR);
        cr_expect_eq(answer.reason, REDLOCK_REASON_COUNTER_END);
        reply.row[0] = granting(8);
        answer = rlk_answer_to(RLK_VERB_GRANT, &reply);
        cr_expect_eq(answer.reason, REDLOCK_REASON_ERROR, "no counter");
    }
}

Test(answer, of_an_unexpected_shape_is_an_error)
{
    static const enum rlk_reply_kind shapes[] = {
        RLK_REPLY_STRING, RLK_REPLY_NAMED, RLK_REPLY_MESSAGE,
        RLK_REPLY_SUBSCRIBED, RLK_REPLY_OTHER};

    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        struct rlk_reply reply = reply_of(shapes[i], 1, "OK");
        struct rlk_answer answer = rlk_answer_to(RLK_VERB_GRANT, &reply);
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

/*
 * Redis 7 appends the script's position; 6.2 and older wrap the error, in
 * several styles.
 */
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
