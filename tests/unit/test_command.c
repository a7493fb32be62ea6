/* SPDX-License-Identifier: MIT */
/* Requests on the wire, byte for byte. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/resp/command.h"
#include "redlock/runtime/memory.h"
#include "redlock/types/types.h"

static struct rlk_wire wire;

static void clear(void)
{
    rlk_wire_clear(&wire);
}

TestSuite(wire, .fini = clear);

static struct rlk_request request_of(enum rlk_verb verb)
{
    return (struct rlk_request){
        .kind = &rlk_mutex,
        .verb = verb,
        .resource = "res",
        .resource_length = 3,
        .token = "token",
        .token_length = 5,
        .ttl_ms = 30000,
        .client_id = 77,
    };
}

static void assert_left(const char *expected, size_t length)
{
    cr_assert_eq(rlk_wire_left(&wire), length);
    cr_assert_arr_eq(wire.bytes + wire.start, expected, length);
}

static void assert_sends(const struct rlk_request *request,
                         const char *expected)
{
    cr_assert(rlk_wire_request(&wire, request));
    assert_left(expected, strlen(expected));
    rlk_wire_sent(&wire, strlen(expected));
}

Test(wire, grant_is_set_nx_px)
{
    struct rlk_request request = request_of(RLK_VERB_GRANT);

    assert_sends(&request, "*6\r\n$3\r\nSET\r\n$3\r\nres\r\n$5\r\ntoken\r\n"
                           "$2\r\nNX\r\n$2\r\nPX\r\n$5\r\n30000\r\n");
}

Test(wire, an_equal_request_is_sent_from_kept_bytes)
{
    struct rlk_request request = request_of(RLK_VERB_GRANT);
    struct rlk_request release = request_of(RLK_VERB_RELEASE);
    struct rlk_encoded encoded = {0};
    const char *grant = "*6\r\n$3\r\nSET\r\n$3\r\nres\r\n$5\r\ntoken\r\n"
                        "$2\r\nNX\r\n$2\r\nPX\r\n$5\r\n30000\r\n";

    request.encoded = &encoded;
    assert_sends(&request, grant);
    cr_assert_eq(encoded.length, strlen(grant));
    assert_sends(&request, grant);
    encoded.bytes[1] = '7';
    cr_assert(rlk_wire_request(&wire, &request));
    cr_assert_eq(wire.bytes[1], '7');
    rlk_wire_sent(&wire, strlen(grant));

    /* A script's text is not kept. */
    release.encoded = &encoded;
    release.by_text = true;
    cr_assert(rlk_wire_request(&wire, &release));
    cr_assert_gt(rlk_wire_left(&wire), sizeof(encoded.bytes));
    cr_assert_eq(encoded.length, strlen(grant));
    rlk_wire_sent(&wire, rlk_wire_left(&wire));
}

Test(wire, kill_client_names_the_id)
{
    struct rlk_request request = request_of(RLK_VERB_KILL_CLIENT);

    assert_sends(&request, "*4\r\n$6\r\nCLIENT\r\n$4\r\nKILL\r\n$2\r\nID\r\n"
                           "$2\r\n77\r\n");
}

static const struct {
    enum rlk_verb verb;
    int words;
    const char *arguments;
} scripts[] = {
    {RLK_VERB_EXTEND, 6, "$5\r\ntoken\r\n$5\r\n30000\r\n"},
    {RLK_VERB_REPAIR, 6, "$5\r\ntoken\r\n$5\r\n30000\r\n"},
    {RLK_VERB_INIT_NODE, 5, "$5\r\n30000\r\n"},
    {RLK_VERB_RELEASE, 5, "$5\r\ntoken\r\n"},
    {RLK_VERB_INSPECT, 4, ""},
};

static const struct rlk_script *script_of(enum rlk_verb verb, bool checked)
{
    struct rlk_request request = request_of(verb);

    request.checked = checked;
    return rlk_wire_script(&request);
}

/* The request calls that script by its SHA with a key and further words. */
static void assert_calls(const struct rlk_request *request, bool checked,
                         int words, const char *expected)
{
    char whole[512];

    snprintf(whole, sizeof(whole),
             "*%d\r\n$7\r\nEVALSHA\r\n$40\r\n%s\r\n$1\r\n1\r\n%s", words,
             script_of(request->verb, checked)->sha, expected);
    assert_sends(request, whole);
}

Test(wire, scripts_are_sent_by_their_sha)
{
    for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
        struct rlk_request request = request_of(scripts[i].verb);
        char expected[64];

        snprintf(expected, sizeof(expected), "$3\r\nres\r\n%s",
                 scripts[i].arguments);
        assert_calls(&request, false, scripts[i].words, expected);
    }
}

Test(wire, scripts_are_sent_as_text_on_request)
{
    for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
        const struct rlk_script *script = script_of(scripts[i].verb, false);
        struct rlk_request request = request_of(scripts[i].verb);
        char expected[4096];

        request.by_text = true;
        snprintf(expected, sizeof(expected),
                 "*%d\r\n$4\r\nEVAL\r\n$%zu\r\n%s\r\n$1\r\n1\r\n"
                 "$3\r\nres\r\n%s",
                 scripts[i].words, script->length, script->text,
                 scripts[i].arguments);
        assert_sends(&request, expected);
    }
}

Test(wire, checked_scripts_get_their_rules)
{
    struct rlk_request request = request_of(RLK_VERB_GRANT);

    request.checked = true;
    request.rules = (struct rlk_rules){
        .run_id = "0123456789abcdef0123456789abcdef01234567",
        .guard_ms = 300000,
        .serial = 12,
        .fenced = true,
        .fence = INT64_C(1700000000000007),
        .floor_us = 9,
    };
    assert_calls(
        &request, true, 8,
        "$3\r\nres\r\n$5\r\ntoken\r\n$5\r\n30000\r\n"
        "$20\r\n0 1700000000000007 9\r\n"
        "$50\r\n300000 12 0123456789abcdef0123456789abcdef01234567\r\n");
}

Test(wire, a_fenced_grant_without_a_guard_may_ask_for_the_time)
{
    struct rlk_request request = request_of(RLK_VERB_GRANT);

    request.checked = true;
    request.rules.fenced = request.rules.timed = true;
    assert_calls(&request, true, 8,
                 "$3\r\nres\r\n$5\r\ntoken\r\n$5\r\n30000\r\n"
                 "$5\r\n0 0 0\r\n$1\r\nt\r\n");
}

/* A user that has no right to INFO is not asked for it. */
Test(wire, trailing_empty_words_are_left_out)
{
    struct rlk_request request = request_of(RLK_VERB_EXTEND);

    request.checked = true;
    request.rules.serial = 12;
    assert_calls(&request, true, 6,
                 "$3\r\nres\r\n$5\r\ntoken\r\n$5\r\n30000\r\n");
    request.kind = &rlk_shared;
    assert_calls(&request, true, 9,
                 "$3\r\nres\r\n$5\r\ntoken\r\n$5\r\n30000\r\n"
                 "$0\r\n\r\n$0\r\n\r\n$14\r\nredlock:shared\r\n");
}

Test(wire, shared_locks_are_sent_with_their_placeholder)
{
    struct rlk_request request = request_of(RLK_VERB_RELEASE);

    request.kind = &rlk_shared;
    assert_calls(&request, true, 6,
                 "$3\r\nres\r\n$5\r\ntoken\r\n"
                 "$14\r\nredlock:shared\r\n");
    request.owner = "me";
    request.owner_length = 2;
    assert_calls(&request, true, 6,
                 "$3\r\nres\r\n$5\r\ntoken\r\n"
                 "$17\r\nredlock:shared me\r\n");
    request.kind = &rlk_downgraded;
    assert_calls(&request, true, 6,
                 "$3\r\nres\r\n$5\r\ntoken\r\n"
                 "$18\r\n+redlock:shared me\r\n");
    request.kind = &rlk_owned;
    request.checked = true;
    request.rules = (struct rlk_rules){.fenced = true, .issued = 7};
    assert_calls(&request, true, 7,
                 "$3\r\nres\r\n$5\r\ntoken\r\n"
                 "$16\r\nredlock:owner:me\r\n"
                 "$5\r\n7 0 0\r\n");
}

/* A user of slots needs no right to the resource's own key. */
Test(wire, slots_are_sent_with_their_key_and_range)
{
    struct rlk_request request = request_of(RLK_VERB_RELEASE);

    request.kind = &rlk_semaphore;
    request.slot = rlk_slot_chosen(5, 3);
    assert_calls(&request, true, 6,
                 "$11\r\n{res}:slots\r\n$5\r\ntoken\r\n"
                 "$5\r\n5 3 1\r\n");
}

Test(wire, observing_names_the_resource)
{
    struct rlk_request request = request_of(RLK_VERB_OBSERVE);

    assert_calls(&request, false, 4, "$3\r\nres\r\n");
}

Test(wire, ask_has_its_queue_entry_in_one_word)
{
    struct rlk_request request = request_of(RLK_VERB_ASK);
    struct rlk_ask ask = {.ticket = 77, .generation = 3};

    request.checked = true;
    request.rules.fenced = true;
    request.ask = &ask;
    assert_calls(&request, true, 10,
                 "$3\r\nres\r\n$5\r\ntoken\r\n$5\r\n30000\r\n$5\r\n0 0 0\r\n"
                 "$0\r\n\r\n$0\r\n\r\n$8\r\n77 3 1 0\r\n");
}

Test(wire, ask_combines_its_flags_with_those_of_the_rules)
{
    struct rlk_request request = request_of(RLK_VERB_ASK);
    struct rlk_ask ask = {
        .flags = RLK_ENTRY_NONE | RLK_ENTRY_WOKEN,
        .claiming = true,
    };
    static const char end[] = "$8\r\n0 0 27 1\r\n";
    size_t length;

    request.checked = true;
    request.rules.fenced = true;
    request.rules.guard_ms = 300000;
    request.ask = &ask;
    cr_assert(rlk_wire_request(&wire, &request));
    length = rlk_wire_left(&wire);
    cr_assert_arr_eq(wire.bytes + length - (sizeof(end) - 1), end,
                     sizeof(end) - 1);
}

Test(wire, pass_without_a_successor_and_rules_is_short)
{
    struct rlk_request request = request_of(RLK_VERB_PASS);

    assert_calls(&request, false, 5, "$3\r\nres\r\n$5\r\ntoken\r\n");
}

static struct rlk_request carrying_pass(void)
{
    struct rlk_request request = request_of(RLK_VERB_PASS);

    request.checked = true;
    request.rules = (struct rlk_rules){
        .run_id = "0123456789abcdef",
        .guard_ms = 300000,
        .serial = 12,
        .fenced = true,
        .fence = INT64_C(1700000000000007),
        .issued = 5,
    };
    return request;
}

Test(wire, pass_has_its_rules_in_two_words)
{
    struct rlk_request request = carrying_pass();

    assert_calls(&request, true, 7,
                 "$3\r\nres\r\n$5\r\ntoken\r\n$20\r\n5 1700000000000007 0\r\n"
                 "$26\r\n300000 12 0123456789abcdef\r\n");
}

Test(wire, pass_names_the_successor)
{
    struct rlk_request request = carrying_pass();
    struct rlk_successor successor = {
        .token = {.length = 4, .text = "next"},
        .ticket = 1,
        .px_ms = 12345,
        .flags = 3,
        .generation = 2,
    };
    static const char end[] = "$16\r\n1 12345 3 2 next\r\n";
    size_t length;

    request.successor = &successor;
    cr_assert(rlk_wire_request(&wire, &request));
    length = rlk_wire_left(&wire);
    cr_assert_eq(strncmp(wire.bytes, "*8\r\n", 4), 0);
    cr_assert_arr_eq(wire.bytes + length - (sizeof(end) - 1), end,
                     sizeof(end) - 1);
}

/* The reserved room is enough for the longest request. */
Test(wire, the_longest_requests_fit)
{
    static char resource[REDLOCK_RESOURCE_MAX];
    struct rlk_request request = carrying_pass();
    struct rlk_successor successor = {
        .ticket = INT64_MAX,
        .px_ms = INT64_MAX,
        .flags = UINT32_MAX,
        .generation = INT64_MAX,
    };
    struct rlk_ask ask = {
        .ticket = INT64_MAX,
        .generation = INT64_MAX,
        .flags = UINT32_MAX,
        .claiming = true,
    };

    memset(resource, 'r', sizeof(resource));
    successor.token.length = REDLOCK_TOKEN_MAX - 1;
    memset(successor.token.text, 't', successor.token.length);
    memset(request.rules.run_id, 'a', sizeof(request.rules.run_id) - 1);
    request.resource = resource;
    request.resource_length = sizeof(resource);
    request.token = successor.token.text;
    request.token_length = successor.token.length;
    request.ttl_ms = INT64_MAX;
    request.rules.guard_ms = request.rules.fence = INT64_MAX;
    request.rules.issued = request.rules.floor_us = INT64_MAX;
    request.rules.serial = UINT64_MAX;
    request.successor = &successor;
    request.ask = &ask;
    request.by_text = true;
    /* The room grows by exactly what was reserved. */
    for (int i = 0; i < 64; i++) {
        request.verb = i % 2 == 0 ? RLK_VERB_ASK : RLK_VERB_PASS;
        cr_assert(rlk_wire_request(&wire, &request));
        cr_assert_leq(wire.end, wire.room);
    }
}

Test(wire, mark_has_the_marker_that_was_seen)
{
    struct rlk_request request = request_of(RLK_VERB_MARK);

    request.mark = "sound";
    request.until_us = 1700000000000000;
    assert_calls(&request, false, 7,
                 "$3\r\nres\r\n$5\r\ntoken\r\n$5\r\nsound\r\n"
                 "$16\r\n1700000000000000\r\n");
}

Test(wire, resources_and_tokens_can_have_any_byte)
{
    static const char resource[] = "a\0b\r\n$";
    static const char expected[] =
        "*6\r\n$3\r\nSET\r\n$6\r\na\0b\r\n$\r\n$5\r\ntoken\r\n"
        "$2\r\nNX\r\n$2\r\nPX\r\n$1\r\n0\r\n";
    struct rlk_request request = request_of(RLK_VERB_GRANT);

    request.resource = resource;
    request.resource_length = sizeof(resource) - 1;
    request.ttl_ms = 0;
    cr_assert(rlk_wire_request(&wire, &request));
    assert_left(expected, sizeof(expected) - 1);
}

Test(wire, numbers_are_written_with_all_digits)
{
    struct rlk_request request = request_of(RLK_VERB_KILL_CLIENT);

    request.client_id = INT64_MAX;
    assert_sends(&request, "*4\r\n$6\r\nCLIENT\r\n$4\r\nKILL\r\n$2\r\nID\r\n"
                           "$19\r\n9223372036854775807\r\n");
}

Test(wire, command_has_its_words)
{
    static const char *const words[] = {"AUTH", "", "pass word"};
    static const char expected[] =
        "*3\r\n$4\r\nAUTH\r\n$0\r\n\r\n$9\r\npass word\r\n";

    cr_assert(rlk_wire_command(&wire, 3, words));
    assert_left(expected, sizeof(expected) - 1);
}

/* Requests are sent in order, whatever pieces the socket takes. */
Test(wire, keeps_its_order_through_partial_writes)
{
    static char sent[1 << 20];
    static char expected[1 << 20];
    size_t sent_length = 0, expected_length = 0;
    struct rlk_request request = request_of(RLK_VERB_GRANT);

    for (int64_t i = 0; i < 2000; i++) {
        size_t piece = (size_t)(i * 7919 % 150);
        request.ttl_ms = i;
        cr_assert(rlk_wire_request(&wire, &request));
        expected_length += (size_t)snprintf(
            expected + expected_length, sizeof(expected) - expected_length,
            "*6\r\n$3\r\nSET\r\n$3\r\nres\r\n$5\r\ntoken\r\n$2\r\nNX\r\n"
            "$2\r\nPX\r\n$%d\r\n%d\r\n",
            snprintf(NULL, 0, "%d", (int)i), (int)i);
        if (i == 1999 || piece > rlk_wire_left(&wire))
            piece = rlk_wire_left(&wire);
        memcpy(sent + sent_length, wire.bytes + wire.start, piece);
        sent_length += piece;
        rlk_wire_sent(&wire, piece);
    }
    cr_assert_eq(sent_length, expected_length);
    cr_assert_arr_eq(sent, expected, expected_length);
}

Test(wire, that_is_emptied_repeatedly_does_not_grow)
{
    struct rlk_request request = request_of(RLK_VERB_EXTEND);
    size_t room = 0;

    for (int i = 0; i < 100000; i++) {
        cr_assert(rlk_wire_request(&wire, &request));
        if (i == 0)
            room = wire.room;
        rlk_wire_sent(&wire, rlk_wire_left(&wire));
    }
    cr_assert_eq(wire.room, room);
}

Test(wire, without_memory_appends_nothing)
{
    struct rlk_request request = request_of(RLK_VERB_GRANT);
    static char large[5000];

    cr_assert(rlk_wire_request(&wire, &request));
    size_t left = rlk_wire_left(&wire);
    request.resource = large;
    request.resource_length = sizeof(large);
    rlk_alloc_fail_at(1);
    cr_assert_not(rlk_wire_request(&wire, &request));
    rlk_alloc_fail_at(0);
    cr_assert_eq(rlk_wire_left(&wire), left);
}
