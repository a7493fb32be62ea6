/* SPDX-License-Identifier: MIT */
/* Options, parsed. */

#include "cli/base/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/option_values.h"
#include "cli/base/options_help.h"

/* With a minus, getopt hands out the operands too, in their order. */
#define SHORT_OPTIONS ":n:E:qvh"
#define SHORT_OPTIONS_ALL "-" SHORT_OPTIONS
#define SHORT_OPTIONS_LEADING "+" SHORT_OPTIONS

static const struct option long_options[] = {
    {"nodes", required_argument, NULL, 'n'},
    {"ttl", required_argument, NULL, OPTION_TTL},
    {"wait", required_argument, NULL, OPTION_WAIT},
    {"pause-max", required_argument, NULL, OPTION_PAUSE_MAX},
    {"node-timeout", required_argument, NULL, OPTION_NODE_TIMEOUT},
    {"ttl-max", required_argument, NULL, OPTION_TTL_MAX},
    {"drift", required_argument, NULL, OPTION_DRIFT},
    {"strategy", required_argument, NULL, OPTION_STRATEGY},
    {"quorum", required_argument, NULL, OPTION_QUORUM},
    {"guard", required_argument, NULL, OPTION_GUARD},
    {"slack", required_argument, NULL, OPTION_SLACK},
    {"label", required_argument, NULL, OPTION_LABEL},
    {"username", required_argument, NULL, OPTION_USERNAME},
    {"password", required_argument, NULL, OPTION_PASSWORD},
    {"password-file", required_argument, NULL, OPTION_PASSWORD_FILE},
    {"conflict-exit-code", required_argument, NULL, 'E'},
    {"no-fence", no_argument, NULL, OPTION_NO_FENCE},
    {"kill-after", required_argument, NULL, OPTION_KILL_AFTER},
    {"export-token", no_argument, NULL, OPTION_EXPORT_TOKEN},
    {"token", required_argument, NULL, OPTION_TOKEN},
    {"depth", required_argument, NULL, OPTION_DEPTH},
    {"contenders", required_argument, NULL, OPTION_CONTENDERS},
    {"hold", required_argument, NULL, OPTION_HOLD},
    {"time", required_argument, NULL, OPTION_TIME},
    {"json", no_argument, NULL, OPTION_JSON},
    {"quiet", no_argument, NULL, 'q'},
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, OPTION_VERSION},
    {NULL, 0, NULL, 0},
};

static unsigned group_of(int option)
{
    switch (option) {
    case OPTION_TTL:
        return OPTIONS_TTL;
    case OPTION_WAIT:
    case OPTION_PAUSE_MAX:
    case 'E':
        return OPTIONS_ACQUIRE;
    case OPTION_NO_FENCE:
        return OPTIONS_FENCE;
    case OPTION_KILL_AFTER:
    case OPTION_EXPORT_TOKEN:
        return OPTIONS_COMMAND;
    case OPTION_TOKEN:
        return OPTIONS_TOKEN;
    case OPTION_DEPTH:
    case OPTION_CONTENDERS:
    case OPTION_HOLD:
    case OPTION_TIME:
        return OPTIONS_BENCH;
    case OPTION_JSON:
    case OPTION_VERSION:
    case 'q':
    case 'v':
    case 'h':
        return 0;
    default:
        return OPTIONS_CLIENT;
    }
}

int options_refuse(const char *name, int option, char **argv)
{
    const char *word = argv[optind > 0 ? optind - 1 : 0];

    if (option == ':')
        message_always(name, "%s wants an argument: see --help", word);
    else if (optopt > 0 && optopt < 256)
        message_always(name, "there is no option -%c: see --help", optopt);
    else
        message_always(name, "what is %.*s? See --help",
                       (int)strcspn(word, "="), word);
    return EXITS_USAGE;
}

static int has_no_use(const struct options_taker *taker, int option)
{
    const struct option *one = long_options;

    while (one->name != NULL && one->val != option)
        one++;
    message_always(taker->name, "--%s has no use here", one->name);
    return EXITS_USAGE;
}

static bool is_wrong_name(const struct options_taker *taker,
                          const struct options *options)
{
    for (int i = 0; i < options->resource_count; i++) {
        const char *problem = redlock_resource_problem(options->resources[i]);

        if (problem == NULL)
            continue;
        message_always(taker->name, "%s%s%s", options->resources[i],
                       options->resources[i][0] == '\0' ? "" : ": ", problem);
        return true;
    }
    return false;
}

static int check(const struct options_taker *taker,
                 const struct options *options)
{
    int most = taker->resources_most;

    if ((taker->takes & OPTIONS_COMMAND) != 0 && options->command == NULL)
        message_always(taker->name,
                       "no command: it stands after two minus signs: "
                       "redlock run [OPTION...] RESOURCE -- COMMAND [ARG...]");
    else if (most == 0 && options->resource_count > 0)
        message_always(taker->name, "it takes no resource: see --help");
    else if (most > 0 && options->resource_count == 0)
        message_always(taker->name, "which resource? See --help");
    else if (options->resource_count > most)
        message_always(taker->name,
                       "one resource only, not %d: several at once are not "
                       "there yet",
                       options->resource_count);
    else if (!is_wrong_name(taker, options))
        return -1;
    return EXITS_USAGE;
}

/* A command without its minus signs is told as such, not its options. */
static int wrong(const struct options_taker *taker, int option, char **argv,
                 const struct options *options)
{
    if ((taker->takes & OPTIONS_COMMAND) != 0 && options->resource_count > 1)
        return check(taker, options);
    return options_refuse(taker->name, option, argv);
}

/*
 * What stands after two minus signs: the command; where there can be none, the
 * resources, if they begin there.
 */
static int take_rest(const struct options_taker *taker, int argc, char **argv,
                     struct options *options)
{
    if ((taker->takes & OPTIONS_COMMAND) != 0) {
        options->command = argv + optind;
    } else if (options->resource_count > 0) {
        message_always(taker->name,
                       "it runs no command: redlock run %s -- %s does",
                       options->resources[0], argv[optind]);
        return EXITS_USAGE;
    } else {
        options->resources = argv + optind;
        options->resource_count = argc - optind;
    }
    return -1;
}

int options_parse(const struct options_taker *taker, int argc, char **argv,
                  struct options *options)
{
    int status = -1;
    int option;

    *options = (struct options){
        .wait_ms = REDLOCK_FOREVER,
        .held_status = EXITS_HELD,
        .resources = argv + 1,
    };
    optind = 0; /* argv is scanned anew: glibc's way of saying so */
    opterr = 0;
    while (status < 0 && (option = getopt_long(argc, argv, SHORT_OPTIONS_ALL,
                                               long_options, NULL)) != -1) {
        if (option == 1) /* an operand; what is before it has been read */
            options->resources[options->resource_count++] = optarg;
        else if (option == 'h')
            return options_help(taker);
        else if (option == OPTION_VERSION)
            return options_version();
        else if (option == '?' || option == ':')
            status = wrong(taker, option, argv, options);
        else if ((group_of(option) & ~taker->takes) == 0)
            status = option_take(taker, option, optarg, options);
        else
            status = has_no_use(taker, option);
    }
    if (status < 0 && optind < argc)
        status = take_rest(taker, argc, argv, options);
    return status < 0 ? check(taker, options) : status;
}

int options_find_name(int argc, char **argv, int *answer)
{
    int option;

    *answer = 0;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, SHORT_OPTIONS_LEADING,
                                 long_options, NULL)) != -1) {
        if (option == 'h' || option == OPTION_VERSION) {
            *answer = option == 'h' ? 'h' : 'V';
            return argc;
        }
        if (option == '?' || option == ':')
            return -options_refuse(NULL, option, argv);
    }
    return optind;
}

void options_clear(struct options *options)
{
    free(options->nodes);
    options->nodes = NULL;
}
