/* SPDX-License-Identifier: MIT */
/* Reading command lines. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/option_table.h"

#define WORDS_MAX 16

static const struct subcommand of_run = {
    .name = "run",
    .help = "",
    .takes = OPTIONS_CLIENT | OPTIONS_TTL | OPTIONS_ACQUIRE | OPTIONS_COMMAND |
             OPTIONS_JSON | OPTIONS_MESSAGES,
    .resources_most = 1,
};

static const struct subcommand of_local = {
    .name = "local",
    .help = "",
    .takes = OPTIONS_JSON,
    .words_most = 2,
};

static char line[256];
static char *words[WORDS_MAX];
static struct options options;

/* The words of a line, separated by blanks. */
static int split(const char *text)
{
    int count = 0;

    strcpy(line, text);
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

static int parse(const struct subcommand *taker, const char *text)
{
    int count = split(text);

    option_parser_clear(&options);
    return option_parser_read(taker, count, words, &options);
}

static void fini(void)
{
    option_parser_clear(&options);
}

TestSuite(option_parser, .fini = fini);

Test(option_parser, reads_options_on_both_sides_of_the_resource)
{
    cr_assert_eq(parse(&of_run, "run --ttl 5s job -q --wait=0s -- true"), -1);
    cr_assert_eq(options.ttl_ms, 5000);
    cr_assert_eq(options.wait_ms, 0);
    cr_assert(option_given(&options, "wait"));
    cr_assert(options.quiet);
    cr_assert_str_eq(options.resource, "job");
    cr_assert_eq(options.operand_count, 1);
}

Test(option_parser, leaves_the_command_unchanged)
{
    cr_assert_eq(parse(&of_run, "run job -- ls -q --ttl 5"), -1);
    cr_assert_not(options.quiet);
    cr_assert_eq(options.ttl_ms, REDLOCK_TTL_DEFAULT_MS);
    cr_assert_str_eq(options.command[0], "ls");
    cr_assert_str_eq(options.command[3], "5");
    cr_assert_null(options.command[4]);
}

Test(option_parser, has_defaults)
{
    cr_assert_eq(parse(&of_run, "run job -- true"), -1);
    cr_assert_eq(options.wait_ms, REDLOCK_FOREVER);
    cr_assert_not(option_given(&options, "wait"));
    cr_assert_eq(options.busy_status, EXITS_BUSY);
    cr_assert_eq(options.settings.strategy, REDLOCK_SEQUENTIAL);
    cr_assert_null(options.nodes);
}

Test(option_parser, overwrites_passwords_in_argv_and_keeps_them)
{
    cr_assert_eq(parse(&of_run, "run -n redis://u:sesame@h job -- true"), -1);
    cr_assert_str_eq(options.nodes, "redis://u:sesame@h");
    cr_assert_null(strstr(words[2], "sesame"));
}

Test(option_parser, takes_the_last_of_two_values)
{
    cr_assert_eq(parse(&of_run, "run --ttl 1s --ttl 2s job -- true"), -1);
    cr_assert_eq(options.ttl_ms, 2000);
}

/* The last list alone might have one node, whose lock is no quorum's. */
Test(option_parser, refuses_a_second_list_of_nodes)
{
    cr_assert_eq(parse(&of_run, "run -n redis://a -n redis://b job -- true"),
                 EXITS_USAGE);
}

Test(option_parser, refuses_options_of_other_subcommands)
{
    cr_assert_eq(parse(&of_local, "local --ttl 5s start 3"), EXITS_USAGE);
    cr_assert_eq(parse(&of_local, "local -q start 3"), EXITS_USAGE);
    cr_assert_eq(parse(&of_run, "run --depth 3 job -- true"), EXITS_USAGE);
}

Test(option_parser, refuses_unknown_options)
{
    cr_assert_eq(parse(&of_run, "run --frobnicate job -- true"), EXITS_USAGE);
    cr_assert_eq(parse(&of_run, "run -x job -- true"), EXITS_USAGE);
    cr_assert_eq(parse(&of_run, "run job --ttl"), EXITS_USAGE);
    cr_assert_eq(parse(&of_local, "local --json=yes status"), EXITS_USAGE);
}

Test(option_parser, refuses_malformed_numbers)
{
    static const char *const wrong[] = {"-1", "+1",  "256",
                                        "1x", "0x1", "99999999999999999999"};

    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char text[64];

        (void)snprintf(text, sizeof(text), "run -E %s job -- true", wrong[i]);
        cr_expect_eq(parse(&of_run, text), EXITS_USAGE, "%s", wrong[i]);
    }
    cr_assert_eq(parse(&of_run, "run -E 0 job -- true"), -1);
    cr_assert_eq(options.busy_status, 0);
    cr_assert_eq(parse(&of_run, "run -E 255 job -- true"), -1);
    cr_assert_eq(options.busy_status, 255);
}

Test(option_parser, counts_operands)
{
    cr_assert_eq(parse(&of_run, "run -- true"), EXITS_USAGE);
    cr_assert_eq(parse(&of_run, "run job"), EXITS_USAGE);
    cr_assert_eq(parse(&of_run, "run one two -- true"), EXITS_USAGE);
    cr_assert_eq(parse(&of_local, "local status"), -1);
    cr_assert_eq(parse(&of_local, "local start 3"), -1);
    cr_assert_str_eq(options.operands[1], "3");
    cr_assert_eq(parse(&of_local, "local start 3 4"), EXITS_USAGE);
}

Test(option_parser, finds_the_name_behind_options)
{
    int answer;
    int count = split("redlock --ttl 5s -q run job");

    cr_assert_eq(option_parser_find_name(count, words, &answer), 4);
    cr_assert_eq(answer, 0);
    count = split("redlock -q --help run");
    cr_assert_eq(option_parser_find_name(count, words, &answer), count);
    cr_assert_eq(answer, 'h');
    count = split("redlock --frobnicate run");
    cr_assert_eq(option_parser_find_name(count, words, &answer), -EXITS_USAGE);
}

/* Each option has a subcommand, a name of its own, and a reader. */
Test(option_parser, has_a_consistent_table)
{
    for (int i = 0; i < option_table_rows; i++) {
        const struct option_row *row = &option_table[i];
        bool answered =
            strcmp(row->name, "help") == 0 || strcmp(row->name, "version") == 0;

        cr_expect_eq(row->read == NULL, answered, "%s", row->name);
        cr_expect_eq(row->takers == 0, answered, "%s", row->name);
        cr_expect_leq(row->least, row->most == 0 ? row->least : row->most);
        for (int k = 0; k < i; k++) {
            cr_expect_str_neq(option_table[k].name, row->name);
            cr_expect(row->letter == 0 ||
                      row->letter != option_table[k].letter);
        }
    }
}
