/* SPDX-License-Identifier: MIT */
/* What a story expects is judged, and no rewriting talks it out of that. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/expect.h"
#include "tests/sim/story_file.h"

/* A plan in which nothing happens, and which does not break what it says. */
#define PLAN                                                                   \
    "@expect breaks exclusion\nseed 1\nnodes 1\nquorum 1\nclients 1\n"         \
    "node-timeout 50ms\nttl-max 1000ms\nlength 10ms\ndelay 0.1ms\n"

static bool met(const char *head, const char *told, enum sim_rule broken)
{
    char complaint[128] = "";
    bool good =
        sim_expect_met(head, told, broken, complaint, sizeof(complaint));

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

Test(expect, a_story_that_breaks_its_word_is_not_written_anew)
{
    char path[] = "/tmp/redlock-expect-XXXXXX";
    char complaint[128] = "";
    char text[sizeof(PLAN) + 64] = "";
    int fd = mkstemp(path);
    FILE *file;

    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, PLAN, strlen(PLAN)), (ssize_t)strlen(PLAN));
    close(fd);

    cr_assert_not(sim_story_file_rewrite(path, complaint, sizeof(complaint)));
    file = fopen(path, "r");
    cr_assert_not_null(file);
    cr_assert_eq(fread(text, 1, sizeof(text) - 1, file), strlen(PLAN));
    fclose(file);
    unlink(path);
    cr_assert_str_eq(text, PLAN);
}
