/* SPDX-License-Identifier: MIT */
/*
 * The expectations of a story are checked, and rewriting does not weaken them.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/expect.h"
#include "tests/sim/story_file.h"

/* A plan in which nothing happens. */
#define PLAN                                                                   \
    "seed 1\nnodes 1\nquorum 1\nclients 1\nnode-timeout 50ms\n"                \
    "ttl-max 1000ms\nlength 10ms\ndelay 0.1ms\n"
#define BROKEN_WORD "@expect breaks exclusion\n" PLAN
#define KEPT_WORD "@expect breaks nothing\n" PLAN

/* Writes a story to a file, which the caller removes. */
static const char *story_file(const char *text)
{
    static char path[64];
    int fd;

    snprintf(path, sizeof(path), "/tmp/redlock-expect-XXXXXX");
    fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    return path;
}

static bool rewritten(const char *path)
{
    char complaint[128] = "";

    return sim_story_file_rewrite(path, complaint, sizeof(complaint));
}

static bool passes(const char *path)
{
    char complaint[128] = "";

    return sim_story_file_check(path, complaint, sizeof(complaint));
}

static void assert_text(const char *path, const char *expected)
{
    char text[1024] = "";
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file);
    cr_assert_eq(fread(text, 1, sizeof(text) - 1, file), strlen(expected));
    fclose(file);
    cr_assert_str_eq(text, expected);
}

static bool met(const char *head, const char *trace, enum sim_rule broken)
{
    char complaint[128] = "";
    bool good =
        sim_expect_met(head, trace, broken, complaint, sizeof(complaint));

    cr_assert(good == (complaint[0] == '\0'), "%s", complaint);
    return good;
}

Test(expect, a_story_has_to_say_what_it_breaks)
{
    cr_assert_not(met("seed 1\n---\n", "", SIM_RULE_NONE));
    cr_assert(met("@expect breaks nothing\n---\n", "", SIM_RULE_NONE));
}

Test(expect, another_rule_than_the_one_expected_is_not_it)
{
    const char *head = "@expect breaks votes\n---\n";

    cr_assert(met(head, "", SIM_RULE_VOTES));
    cr_assert_not(met(head, "", SIM_RULE_SHIELD));
    cr_assert_not(met(head, "", SIM_RULE_NONE));
}

Test(expect, what_is_seen_is_seen_in_its_order)
{
    const char *head = "@expect breaks nothing\n@expect seen a\n"
                       "@expect seen b\n---\n";

    cr_assert(met(head, "a\nb\n", SIM_RULE_NONE));
    cr_assert_not(met(head, "b\na\n", SIM_RULE_NONE));
    cr_assert_not(met(head, "ab\n", SIM_RULE_NONE));
}

Test(expect, what_is_never_to_be_seen_is_not)
{
    const char *head = "@expect breaks nothing\n@expect never b\n---\n";

    cr_assert(met(head, "a\n", SIM_RULE_NONE));
    cr_assert_not(met(head, "a\nb\n", SIM_RULE_NONE));
}

Test(expect, a_word_that_is_not_known_is_no_expectation)
{
    cr_assert_not(met("@expect breaks nothing\n@expect sene a\n---\n", "a\n",
                      SIM_RULE_NONE));
    cr_assert_not(met("@expect breaks everything\n---\n", "", SIM_RULE_NONE));
}

Test(expect, a_story_that_does_not_meet_its_expectation_is_not_rewritten)
{
    const char *path = story_file(BROKEN_WORD "---\n");

    cr_assert_not(rewritten(path));
    assert_text(path, BROKEN_WORD "---\n");
    unlink(path);
}

Test(expect, a_story_without_a_trace_is_judged_by_its_expectations_alone)
{
    const char *path = story_file(KEPT_WORD);

    cr_assert(passes(path));
    unlink(path);
    path = story_file(BROKEN_WORD);
    cr_assert_not(passes(path));
    unlink(path);
}

Test(expect, a_story_without_a_trace_gets_none)
{
    const char *path = story_file(KEPT_WORD);

    cr_assert(rewritten(path));
    assert_text(path, KEPT_WORD);
    unlink(path);
}

Test(expect, a_trace_that_is_kept_is_compared)
{
    const char *path = story_file(KEPT_WORD "---\n");

    cr_assert_not(passes(path));
    cr_assert(rewritten(path));
    cr_assert(passes(path));
    unlink(path);
}
