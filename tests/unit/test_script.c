/* SPDX-License-Identifier: MIT */
/* The embedded scripts: are they what their SHA says? */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/kinds/mutex.h"
#include "redlock/kinds/party.h"
#include "redlock/resp/command.h"

#define SCRIPTS_MOST (2 * RLK_VERBS_OF_KIND + RLK_VERBS)

static const struct rlk_script *scripts[SCRIPTS_MOST];
static size_t count;

/* A script may stand in several rows, with more words or with fewer. */
static void collect_one(const struct rlk_command *row)
{
    for (size_t i = 0; i < count; i++) {
        if (scripts[i]->text == row->script.text)
            return;
    }
    if (row->script.text != NULL)
        scripts[count++] = &row->script;
}

static void collect(void)
{
    count = 0;
    for (int verb = 0; verb < RLK_VERBS_OF_KIND; verb++) {
        collect_one(&rlk_mutex.command[verb].plain);
        collect_one(&rlk_mutex.command[verb].checked);
        collect_one(&rlk_shared.command[verb].plain);
        collect_one(&rlk_shared.command[verb].checked);
        collect_one(&rlk_owned.command[verb].plain);
        collect_one(&rlk_owned.command[verb].checked);
    }
    for (int verb = RLK_VERBS_OF_KIND; verb < RLK_VERBS; verb++)
        collect_one(rlk_node_command((enum rlk_verb)verb));
}

TestSuite(script, .init = collect);

/* A server that got the text must know it by the SHA. */
Test(script, has_the_sha_of_its_text)
{
    for (size_t i = 0; i < count; i++) {
        const struct rlk_script *script = scripts[i];
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
    for (size_t i = 0; i < count; i++) {
        const struct rlk_script *script = scripts[i];
        cr_expect_eq(strlen(script->text), script->length);
        cr_expect_eq(strlen(script->sha), RLK_SCRIPT_SHA_LENGTH);
        cr_expect_null(strstr(script->text, "--"));
        cr_expect_null(strstr(script->text, "\n "));
        cr_expect_eq(script->text[script->length - 1], '\n');
    }
}

Test(script, differs_from_every_other)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            cr_expect_str_neq(scripts[i]->sha, scripts[j]->sha);
    }
}

Test(script, is_not_there_for_plain_commands)
{
    cr_assert_null(rlk_mutex.command[RLK_VERB_GRANT].plain.script.text);
    cr_assert_null(rlk_node_command(RLK_VERB_KILL_CLIENT)->script.text);
    cr_assert_eq(count, 21);
}

static void assert_row(const struct rlk_command *row)
{
    bool plain = row->plain.words > 0;

    cr_expect_neq(row->script.text != NULL, plain);
    cr_expect_leq(row->count, RLK_COMMAND_WORDS);
    cr_expect_eq(row->keys > 0, !plain);
    for (int i = 0; i < row->count; i++)
        cr_expect_eq(row->words[i] == RLK_WORD_MARKER,
                     i == 2 && row->keys >= 3);
    for (int i = 0; i < row->count - 1; i++)
        cr_expect_neq(row->words[i], RLK_WORD_SUCCESSOR);
}

/* A marker is the third key or none: it is left out where nobody judges it.
 * Only the last word can be a successor's: it is left out where nobody is
 * named. */
Test(script, stands_in_a_row_of_its_own)
{
    for (int verb = 0; verb < RLK_VERBS_OF_KIND; verb++) {
        if (verb != RLK_VERB_CONFIRM && verb != RLK_VERB_ASK)
            assert_row(&rlk_mutex.command[verb].plain);
        if (verb != RLK_VERB_INSPECT && verb != RLK_VERB_OBSERVE)
            assert_row(&rlk_mutex.command[verb].checked);
    }
    for (int verb = 0; verb <= RLK_VERB_RELEASE; verb++) {
        assert_row(&rlk_shared.command[verb].checked);
        assert_row(&rlk_owned.command[verb].checked);
        assert_row(&rlk_downgraded.command[verb].checked);
    }
    assert_row(&rlk_shared.command[RLK_VERB_RELEASE].plain);
    assert_row(&rlk_owned.command[RLK_VERB_RELEASE].plain);
    for (int verb = RLK_VERBS_OF_KIND; verb < RLK_VERBS; verb++)
        assert_row(rlk_node_command((enum rlk_verb)verb));
}
