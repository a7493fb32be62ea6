/* SPDX-License-Identifier: MIT */
/* Reads the options with getopt_long() from the table of options. */

#include "cli/base/options.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/option_table.h"
#include "cli/base/secrets.h"
#include "cli/base/suggestion.h"

/* --- options of flock ----------------------------------------------------- */

/* The options of flock(1) that redlock names differently or does not have. */

static const struct {
    char letter;
    const char *name;
    const char *hint;
} hints[] = {
    {'w', "--timeout", "flock's -w is --wait, with a unit: --wait 10s"},
    {'c', "--command",
     "instead of flock's -c, start a shell: redlock run NAME -- sh -c "
     "'COMMAND'"},
    {'e', NULL, "flock's -e is -x, the default"},
    {'u', "--unlock",
     "instead of flock's -u, use redlock release with the lock's token"},
    {'o', "--close",
     "leave out flock's -o: the command inherits no descriptor of the lock"},
    {'F', "--no-fork",
     "leave out flock's -F: redlock must run beside the command to renew the "
     "lock"},
    {0, "--nonblock", "flock's -n is --wait 0s"},
    {0, "--nb", "flock's -n is --wait 0s"},
};

/*
 * letter: of an unknown option, or 0. word: the option as typed. Static. NULL:
 * flock has no such option either.
 */
static const char *flock_hint(int letter, const char *word)
{
    for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++) {
        const char *name = hints[i].name;
        size_t length = strcspn(word, "=");
        if (letter != 0 && letter == hints[i].letter)
            return hints[i].hint;
        if (letter == 0 && name != NULL && strlen(name) == length &&
            strncmp(word, name, length) == 0)
            return hints[i].hint;
    }
    return NULL;
}

/* The default duration of each measurement of redlock bench. */
#define BENCH_TIME_MS 3000

/* getopt_long() returns this plus the row's index. */
#define FIRST_ROW 256

/* The table in the form that getopt_long() takes. */
struct getopt_words {
    char letters[2 * OPTIONS_ROWS_MAX + 4];
    struct option longs[OPTIONS_ROWS_MAX + 1];
};

/*
 * mode: '-' returns operands too, in their order; '+' stops at the first one.
 * The colon makes getopt distinguish a missing argument from an unknown option.
 */
static void fill_words(struct getopt_words *words, char mode)
{
    char *letter = words->letters;

    assert(option_table_rows <= OPTIONS_ROWS_MAX);
    *words = (struct getopt_words){.letters = ""};
    *letter++ = mode;
    *letter++ = ':';
    for (int i = 0; i < option_table_rows; i++) {
        const struct option_row *row = &option_table[i];
        words->longs[i] = (struct option){
            .name = row->name,
            .has_arg = row->argument == NULL ? no_argument
                       : row->optional       ? optional_argument
                                             : required_argument,
            .val = FIRST_ROW + i,
        };
        if (row->letter == 0)
            continue;
        *letter++ = row->letter;
        if (row->argument != NULL)
            *letter++ = ':';
    }
    optind = 0; /* makes glibc scan argv anew */
    opterr = 0;
}

/* The option's row; NULL: getopt_long() did not recognize the option. */
static const struct option_row *row_of(int option)
{
    if (option >= FIRST_ROW)
        return &option_table[option - FIRST_ROW];
    for (int i = 0; i < option_table_rows; i++) {
        if (option_table[i].letter == option)
            return &option_table[i];
    }
    return NULL;
}

static bool is_option(const struct option_row *row, const char *name)
{
    return strcmp(row->name, name) == 0;
}

/*
 * word: as typed, with its minus signs. taker: the subcommand whose options are
 * suggested; NULL: those of all subcommands.
 */
static int refuse_unknown_option(const struct subcommand *taker,
                                 const char *word)
{
    unsigned takes = taker == NULL ? ~0U : taker->takes;
    int length = (int)strcspn(word, "=");
    struct suggestion suggestion;
    const char *best;

    suggestion_init(&suggestion, word + 2, (size_t)length - 2);
    for (int i = 0; i < option_table_rows; i++) {
        const struct option_row *row = &option_table[i];
        if ((row->takers & ~takes) == 0 && row->help != NULL)
            suggestion_consider(&suggestion, row->name);
    }
    best = suggestion_best(&suggestion);
    if (best != NULL)
        return message_fail(EXITS_USAGE, NULL,
                            "unknown option %.*s; did you mean --%s?", length,
                            word, best);
    return message_fail(EXITS_USAGE, NULL,
                        "unknown option %.*s; see redlock %s%s--help", length,
                        word, taker == NULL ? "" : taker->name,
                        taker == NULL ? "" : " ");
}

/*
 * option: getopt_long()'s result, '?' or ':'. taker: NULL before the
 * subcommand.
 */
static int refuse(const struct subcommand *taker, int option, char **argv)
{
    const char *name = taker == NULL ? NULL : taker->name;
    const char *word = argv[optind > 0 ? optind - 1 : 0];
    bool unknown_letter = optopt > 0 && optopt < FIRST_ROW;
    const char *hint = option == ':' || optopt >= FIRST_ROW
                           ? NULL
                           : flock_hint(unknown_letter ? optopt : 0, word);

    if (hint != NULL)
        return message_fail(EXITS_USAGE, name, "%s", hint);
    if (option == ':')
        return message_fail(EXITS_USAGE, name,
                            "%s requires an argument; see --help", word);
    if (unknown_letter)
        return message_fail(EXITS_USAGE, name, "unknown option -%c; see --help",
                            optopt);
    if (optopt >= FIRST_ROW)
        return message_fail(EXITS_USAGE, name,
                            "--%s takes no argument; see --help",
                            row_of(optopt)->name);
    return refuse_unknown_option(taker, word);
}

/* The check_ functions return -1 if nothing is wrong, or the exit status. */

static int check_names(const struct options *options)
{
    for (int i = 0; i < options->operand_count; i++) {
        const char *name = options->operands[i];
        const char *problem = redlock_resource_problem(name);
        if (problem != NULL)
            return message_fail(EXITS_USAGE, options->name, "%s%s%s", name,
                                *name == '\0' ? "" : ": ", problem);
    }
    return -1;
}

/* Refuses a resource that is named twice in one set. */
static int check_twice(const struct options *options)
{
    for (int i = 0; i < options->operand_count; i++) {
        for (int k = 0; k < i; k++) {
            if (strcmp(options->operands[i], options->operands[k]) == 0)
                return message_fail(
                    EXITS_USAGE, options->name,
                    "%s is named twice; name each resource once",
                    options->operands[i]);
        }
    }
    return -1;
}

static int check_slots(const struct options *options)
{
    const char *what = NULL;

    if (options->slots == 0)
        return -1;
    if (options->mode == REDLOCK_SHARED)
        what = "a slot cannot be shared; leave out --shared";
    else if (options->reentrant)
        what = "a slot cannot be reentrant; leave out --reentrant";
    else if (options->operand_count > 1)
        what = "only one resource can have slots; name one";
    return what == NULL
               ? -1
               : message_fail(EXITS_USAGE, options->name, "--slots: %s", what);
}

static int check_count(const struct subcommand *taker,
                       const struct options *options)
{
    int most = taker->resources_most;
    int count = options->operand_count;

    if (most == 0 && count > 0)
        return message_fail(EXITS_USAGE, taker->name,
                            "this command takes no resource; see --help");
    if (most > 0 && count == 0 && (taker->takes & OPTIONS_LIST) == 0)
        return message_fail(
            EXITS_USAGE, taker->name, "no resource: name one; see --help%s",
            (taker->takes & OPTIONS_ACQUIRE) != 0 && options->nodes != NULL
                ? "; flock's -n is --wait 0s, and -n names nodes"
                : "");
    if (count > most)
        return message_fail(EXITS_USAGE, taker->name,
                            most == 1
                                ? "%d resources given; this command takes one"
                                : "%d resources are too many; see --help",
                            count);
    return -1;
}

static int check_operands(const struct subcommand *taker,
                          const struct options *options)
{
    int status;

    if ((taker->takes & OPTIONS_COMMAND) != 0 && options->command == NULL)
        return message_fail(
            EXITS_USAGE, taker->name,
            "no command: write it after --: redlock run [OPTION...] RESOURCE "
            "-- COMMAND [ARG...]");
    if (taker->words_most > 0 && options->operand_count > taker->words_most)
        return message_fail(EXITS_USAGE, taker->name,
                            "unexpected argument %s; see --help",
                            options->operands[taker->words_most]);
    if (taker->words_most > 0)
        return -1;
    status = check_count(taker, options);
    if (status < 0)
        status = check_names(options);
    if (status < 0 && (taker->takes & OPTIONS_ACQUIRE) != 0)
        status = check_twice(options);
    return status < 0 ? check_slots(options) : status;
}

/* If the command lacks its "--", reports that instead of an unknown option. */
static int refuse_option(const struct subcommand *taker, int option,
                         char **argv, const struct options *options)
{
    if ((taker->takes & OPTIONS_COMMAND) != 0 && options->operand_count > 1)
        return check_operands(taker, options);
    return refuse(taker, option, argv);
}

/*
 * Reads the words after "--": the command, or the operands of a subcommand that
 * takes no command.
 */
static int read_rest(const struct subcommand *taker, int argc, char **argv,
                     struct options *options)
{
    if ((taker->takes & OPTIONS_COMMAND) != 0) {
        options->command = argv + optind;
    } else if (options->operand_count == 0) {
        options->operands = argv + optind;
        options->operand_count = argc - optind;
    } else if (taker->words_most > 0) {
        return message_fail(EXITS_USAGE, taker->name,
                            "unexpected argument %s; see --help", argv[optind]);
    } else {
        return message_fail(
            EXITS_USAGE, taker->name,
            "this subcommand runs no command; use: redlock run %s -- %s",
            options->operands[0], argv[optind]);
    }
    return -1;
}

/* Reads one result of getopt_long(). Returns an exit status, or -1. */
static int read_option(const struct subcommand *taker, int option, char **argv,
                       struct options *options)
{
    const struct option_row *row = row_of(option);

    if (row == NULL)
        return refuse_option(taker, option, argv, options);
    if (is_option(row, "version"))
        return option_parser_print_version();
    if (is_option(row, "help")) {
        option_table_print_help(taker);
        return EXITS_OK;
    }
    if ((row->takers & ~taker->takes) != 0)
        return message_fail(EXITS_USAGE, taker->name,
                            "this command does not take --%s; see --help",
                            row->name);
    options->sources[row - option_table].given = true;
    return row->read(row, taker->name, optarg, options);
}

/* Joins the operands in one line. Without memory the first one is the title. */
static void entitle(struct options *options)
{
    size_t room = 1;
    char *end;

    options->title = options->resource;
    if (options->operand_count < 2)
        return;
    for (int i = 0; i < options->operand_count; i++)
        room += strlen(options->operands[i]) + 2;
    options->joined = calloc(room, 1);
    if (options->joined == NULL)
        return;
    end = options->joined;
    for (int i = 0; i < options->operand_count; i++)
        end = stpcpy(i > 0 ? stpcpy(end, ", ") : end, options->operands[i]);
    options->title = options->joined;
}

/* Operands not named by --shared-resource get the mode of --shared. */
static void fill_modes(struct options *options)
{
    for (int i = 0; i < options->operand_count && i < REDLOCK_SET_MAX; i++) {
        if (options->modes[i] != REDLOCK_SHARED)
            options->modes[i] = options->mode;
    }
    if (options->operand_count > 0)
        options->mode = options->modes[0];
}

int option_parser_read(const struct subcommand *taker, int argc, char **argv,
                       struct options *options)
{
    struct getopt_words words;
    int status = -1;
    int option;

    *options = (struct options){
        .name = taker->name,
        .settings.ttl_max_ms = REDLOCK_TTL_MAX_DEFAULT_MS,
        .ttl_ms = REDLOCK_TTL_DEFAULT_MS,
        .wait_ms = REDLOCK_FOREVER,
        .busy_status = EXITS_BUSY,
        .slot = -1,
        .depth = 1,
        .time_ms = BENCH_TIME_MS,
        .every_ms = REDLOCK_EVERY_DEFAULT_MS,
        .operands = argv + 1,
    };
    fill_words(&words, '-');
    while (status < 0 && (option = getopt_long(argc, argv, words.letters,
                                               words.longs, NULL)) != -1) {
        if (option == 1) /* an operand; the words before it have been read */
            options->operands[options->operand_count++] = optarg;
        else
            status = read_option(taker, option, argv, options);
    }
    if (status < 0 && optind < argc)
        status = read_rest(taker, argc, argv, options);
    fill_modes(options);
    if (status < 0)
        status = check_operands(taker, options);
    if (status < 0)
        status = config_read(taker, options);
    if (options->operand_count > 0)
        options->resource = options->operands[0];
    entitle(options);
    message_silence(options->quiet || options->json);
    return status;
}

int option_parser_find_name(int argc, char **argv, int *answer)
{
    struct getopt_words words;
    int option;

    *answer = 0;
    fill_words(&words, '+');
    while ((option = getopt_long(argc, argv, words.letters, words.longs,
                                 NULL)) != -1) {
        const struct option_row *row = row_of(option);

        if (row == NULL)
            return -refuse(NULL, option, argv);
        if (is_option(row, "help") || is_option(row, "version")) {
            *answer = is_option(row, "help") ? 'h' : 'V';
            return argc;
        }
    }
    return optind;
}

int option_parser_print_version(void)
{
    (void)printf("redlock %s\n", redlock_version());
    return EXITS_OK;
}

void option_parser_clear(struct options *options)
{
    free(options->nodes);
    options->nodes = NULL;
    if (options->password != NULL)
        explicit_bzero(options->password, SECRETS_PASSWORD_MAX);
    free(options->password);
    options->password = NULL;
    config_clear(options);
    free(options->joined);
    options->joined = NULL;
}
