/* SPDX-License-Identifier: MIT */
/* The embedded scripts and their SHA. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/resp/command.h"
#include "redlock/types/types.h"

#define SCRIPTS_MOST (3 * RLK_VERBS)

static const struct rlk_script *scripts[SCRIPTS_MOST];
static size_t count;

/* Several requests may have one script. */
static void collect_one(const struct rlk_script *script)
{
    for (size_t i = 0; script != NULL && i < count; i++) {
        if (scripts[i]->text == script->text)
            return;
    }
    if (script != NULL)
        scripts[count++] = script;
}

static void collect(void)
{
    count = 0;
    for (int verb = 0; verb < RLK_VERBS; verb++) {
        struct rlk_request request = {
            .kind = &rlk_mutex,
            .verb = (enum rlk_verb)verb,
        };
        collect_one(rlk_wire_script(&request));
        request.checked = true;
        collect_one(rlk_wire_script(&request));
        request.kind = &rlk_shared;
        collect_one(rlk_wire_script(&request));
    }
}

TestSuite(script, .init = collect);

/* A server that has the text knows it by the SHA. */
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

Test(script, serves_every_lock_type)
{
    static const struct rlk_lock_type *const kinds[] = {
        &rlk_mutex, &rlk_shared, &rlk_owned, &rlk_downgraded, &rlk_semaphore,
    };

    for (int verb = 0; verb < RLK_VERBS_OF_LOCK_TYPE; verb++) {
        struct rlk_request request = {
            .kind = &rlk_mutex,
            .verb = (enum rlk_verb)verb,
            .checked = true,
        };
        const struct rlk_script *script = rlk_wire_script(&request);
        cr_assert_not_null(script);
        for (size_t i = 1; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
            request.kind = kinds[i];
            cr_expect_eq(rlk_wire_script(&request), script);
            request.checked = false;
            cr_expect_eq(rlk_wire_script(&request), script);
            request.checked = true;
        }
    }
    cr_assert_eq(count, 14);
}

Test(script, does_not_exist_for_plain_commands)
{
    struct rlk_request request = {
        .kind = &rlk_mutex,
        .verb = RLK_VERB_GRANT,
    };

    cr_assert_null(rlk_wire_script(&request));
    request.verb = RLK_VERB_KILL_CLIENT;
    cr_assert_null(rlk_wire_script(&request));
}

/* Each name in capitals has been replaced by its value. */
Test(script, has_no_unreplaced_constant)
{
    for (size_t i = 0; i < count; i++) {
        for (const char *at = scripts[i]->text; *at != '\0'; at++)
            cr_expect_not(*at == '_' && at[1] >= 'A' && at[1] <= 'Z', "%.40s",
                          at > scripts[i]->text + 20 ? at - 20 : at);
    }
}
