/* SPDX-License-Identifier: MIT */
/* The embedded scripts: are they what their SHA says? */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/resp/script.h"

static const struct {
    enum rlk_verb verb;
    bool checked;
} with_script[] = {
    {RLK_VERB_EXTEND, false},  {RLK_VERB_REPAIR, false},
    {RLK_VERB_RELEASE, false}, {RLK_VERB_INSPECT, false},
    {RLK_VERB_MARK, false},    {RLK_VERB_GRANT, true},
    {RLK_VERB_CONFIRM, true},  {RLK_VERB_EXTEND, true},
    {RLK_VERB_REPAIR, true},   {RLK_VERB_RELEASE, true},
};

#define SCRIPTS (sizeof(with_script) / sizeof(with_script[0]))

static const struct rlk_script *script_at(size_t i)
{
    return rlk_script_of(with_script[i].verb, with_script[i].checked);
}

/* A server that got the text must know it by the SHA. */
Test(script, has_the_sha_of_its_text)
{
    for (size_t i = 0; i < SCRIPTS; i++) {
        const struct rlk_script *script = script_at(i);
        char sha[RLK_SCRIPT_SHA_LENGTH + 1] = "";
        FILE *file = fopen("script.lua", "w");
        FILE *sum;

        cr_assert_not_null(file);
        cr_assert_eq(fwrite(script->text, 1, script->length, file),
                     script->length);
        cr_assert_eq(fclose(file), 0);
        sum = popen("sha1sum script.lua", "r");
        cr_assert_not_null(sum);
        cr_assert_not_null(fgets(sha, sizeof(sha), sum));
        pclose(sum);
        cr_expect_str_eq(script->sha, sha);
    }
    remove("script.lua");
}

Test(script, has_no_comment_and_no_indentation)
{
    for (size_t i = 0; i < SCRIPTS; i++) {
        const struct rlk_script *script = script_at(i);
        cr_expect_eq(strlen(script->text), script->length);
        cr_expect_eq(strlen(script->sha), RLK_SCRIPT_SHA_LENGTH);
        cr_expect_null(strstr(script->text, "--"));
        cr_expect_null(strstr(script->text, "\n "));
        cr_expect_eq(script->text[script->length - 1], '\n');
    }
}

Test(script, differs_for_each_verb)
{
    for (size_t i = 0; i < SCRIPTS; i++) {
        for (size_t j = 0; j < i; j++)
            cr_expect_str_neq(script_at(i)->sha, script_at(j)->sha);
    }
}

Test(script, is_not_there_for_plain_commands)
{
    cr_assert_null(rlk_script_of(RLK_VERB_GRANT, false));
    cr_assert_null(rlk_script_of(RLK_VERB_KILL_CLIENT, false));
}
