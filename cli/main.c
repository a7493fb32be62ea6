/* SPDX-License-Identifier: MIT */
/* redlock: the table of subcommands. */

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/option_table.h"
#include "cli/base/signals.h"
#include "cli/base/suggestion.h"
#include "cli/commands.h"

static int print_help_of(struct options *options);
static int print_version(struct options *options);

static const struct subcommand cmd_help = {
    .name = "help",
    .what = "print the help of a command",
    .help = "Usage: redlock help [COMMAND]\n"
            "\n"
            "Prints the help of a command, as redlock COMMAND --help does, or\n"
            "the list of commands.\n",
    .words_most = 1,
    .run = print_help_of,
};

static const struct subcommand cmd_version = {
    .name = "version",
    .what = "print the version",
    .help = "Usage: redlock version\n"
            "\n"
            "Prints the version.\n",
    .run = print_version,
};

static const struct subcommand *const subcommands[] = {
    &cmd_run,   &cmd_acquire, &cmd_extend, &cmd_release, &cmd_status,
    &cmd_watch, &cmd_init,    &cmd_doctor, &cmd_bench,   &cmd_local,
    &cmd_help,  &cmd_version, NULL,
};

static const char head[] =
    "Usage: redlock [OPTION...] COMMAND [ARGUMENT...]\n"
    "\n"
    "Locks held by a quorum of independent Redis masters.\n"
    "\n";

static const char tail[] =
    "\n"
    "To try it out, with five masters started on this machine:\n"
    "  redlock run -n local:5 job -- echo held\n"
    "\n"
    "Exit status: the command's own, or 128+n for signal n; 64 wrong usage;\n"
    "69 no quorum could be reached; 71 the system refused memory, a process\n"
    "or a file; 74 the output cannot be written; 75 another client held the\n"
    "lock; 77 a majority of the nodes refuses the credentials; 78 an unsafe\n"
    "or wrong configuration; 79 the lock was lost; 126 the command cannot be\n"
    "executed; 127 the command was not found.\n"
    "\n"
    "redlock --completion bash|zsh|fish prints the completion for that shell.\n"
    "redlock help COMMAND explains a command; man redlock explains "
    "everything.\n";

static void print_help(FILE *out)
{
    (void)fputs(head, out);
    for (size_t i = 0; subcommands[i] != NULL; i++)
        (void)fprintf(out, "  %-8s  %s\n", subcommands[i]->name,
                      subcommands[i]->what);
    (void)fputs(tail, out);
}

/* NULL: there is no such subcommand, and that was reported. */
static const struct subcommand *find_command(const char *name)
{
    struct suggestion suggestion;
    const char *best;

    suggestion_init(&suggestion, name, strlen(name));
    for (size_t i = 0; subcommands[i] != NULL; i++) {
        if (strcmp(name, subcommands[i]->name) == 0)
            return subcommands[i];
        suggestion_consider(&suggestion, subcommands[i]->name);
    }
    best = suggestion_best(&suggestion);
    if (best != NULL)
        message_always(NULL, "unknown command %s; did you mean %s?", name,
                       best);
    else
        message_always(NULL, "unknown command %s; see redlock --help", name);
    return NULL;
}

static int print_help_of(struct options *options)
{
    const struct subcommand *command;

    if (options->operand_count == 0) {
        print_help(stdout);
        return EXITS_OK;
    }
    command = find_command(options->operands[0]);
    if (command == NULL)
        return EXITS_USAGE;
    option_table_print_help(command);
    return EXITS_OK;
}

static int print_version(struct options *options)
{
    (void)options;
    return option_parser_print_version();
}

/*
 * If one of the descriptors 0 to 2 is closed, opens /dev/null there, so that no
 * file of ours gets that number and reaches the command. It is opened in the
 * wrong direction: like a closed descriptor, the input cannot be read and the
 * outputs cannot be written.
 */
static void fill_standard_descriptors(void)
{
    int fd;

    do {
        fd = open("/dev/null", O_RDONLY);
        if (fd == STDIN_FILENO) {
            (void)close(fd);
            fd = open("/dev/null", O_WRONLY);
        }
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        (void)close(fd);
}

/* Moves the options that stand before the name behind it. */
static void move_name_to_front(char **argv, int name)
{
    char *word = argv[name];

    memmove(argv + 2, argv + 1, sizeof(*argv) * (size_t)(name - 1));
    argv[1] = word;
}

static int run(const struct subcommand *command, int argc, char **argv)
{
    struct options options;
    int status = option_parser_read(command, argc, argv, &options);

    if (status < 0)
        status = command->run(&options);
    option_parser_clear(&options);
    return status;
}

static int run_command(int argc, char **argv)
{
    const struct subcommand *command;
    int answer;
    int name;

    if (argc == 3 && strcmp(argv[1], "--completion") == 0)
        return completion_print(argv[2]);
    if (argc >= 3 && strcmp(argv[1], "--complete") == 0) {
        completion_offer(argv + 2, argc - 2, subcommands);
        return EXITS_OK;
    }
    name = option_parser_find_name(argc, argv, &answer);
    if (name < 0)
        return -name;
    if (answer == 'V')
        return option_parser_print_version();
    if (answer == 'h') {
        print_help(stdout);
        return EXITS_OK;
    }
    if (name >= argc) {
        print_help(stderr);
        return EXITS_USAGE;
    }
    move_name_to_front(argv, name);
    command = find_command(argv[1]);
    return command == NULL ? EXITS_USAGE : run(command, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    int status;

    fill_standard_descriptors();
#ifdef M_ARENA_MAX
    /*
     * A second heap, for the keeper's thread, would use more memory than both
     * threads need.
     */
    (void)mallopt(M_ARENA_MAX, 1);
#endif
    message_buffer();
    signals_ignore_file_limit();
    status = run_command(argc, argv);
    return output_written() ? status : EXITS_OUTPUT;
}
