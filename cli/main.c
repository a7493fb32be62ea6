/* SPDX-License-Identifier: MIT */
/* redlock: a table of subcommands. */

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/option_parser.h"
#include "cli/base/option_table.h"
#include "cli/commands.h"

static const struct options_command commands[] = {
    {&cmd_run_taker, cmd_run, "hold a lock while a command runs"},
    {&cmd_acquire_taker, cmd_acquire, "acquire a lock and print its token"},
    {&cmd_extend_taker, cmd_extend, "move the end of a lock that was acquired"},
    {&cmd_release_taker, cmd_release, "release a lock that was acquired"},
    {&cmd_status_taker, cmd_status, "who holds it, as every node sees it"},
    {&cmd_watch_taker, cmd_watch,
     "who holds it now, and each change that is seen"},
    {&cmd_init_taker, cmd_init, "let all nodes vote: nobody holds a lock now"},
    {&cmd_doctor_taker, cmd_doctor,
     "what is wrong with the nodes, and what to do"},
    {&cmd_bench_taker, cmd_bench, "measure it, on your nodes"},
    {&cmd_local_taker, cmd_local,
     "private masters on this machine, to try it out"},
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

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
    "69 no quorum could be reached; 71 the system refused something; 74 what\n"
    "was to be printed cannot be; 75 held by another; 77 a majority refuses\n"
    "the credentials; 78 an unsafe or wrong set-up; 79 the lock was lost; 126\n"
    "the command cannot be executed; 127 there is no such command.\n"
    "\n"
    "redlock --completion bash|zsh|fish prints the completion for that shell.\n"
    "redlock COMMAND --help says more, man redlock all of it.\n";

static void print_help(FILE *out)
{
    (void)fputs(head, out);
    for (size_t i = 0; i < COMMANDS; i++)
        (void)fprintf(out, "  %-8s  %s\n", commands[i].taker->name,
                      commands[i].what);
    (void)fputs(tail, out);
}

/*
 * Descriptors 0 to 2 that are closed would be reused for files of ours, and the
 * command would take them for its own. They are given /dev/null in the
 * direction that refuses, as a closed descriptor does: the input cannot be
 * read, nor the outputs written.
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

/*
 * A second heap for the keeper's thread would cost more memory than both
 * threads use.
 */
static void share_heap(void)
{
#ifdef M_ARENA_MAX
    (void)mallopt(M_ARENA_MAX, 1);
#endif
}

/* Moves the options before the name behind it. */
static void move_name_to_front(char **argv, int name)
{
    char *word = argv[name];

    memmove(argv + 2, argv + 1, sizeof(*argv) * (size_t)(name - 1));
    argv[1] = word;
}

static int run_command(int argc, char **argv)
{
    int answer;
    int name;

    if (argc == 3 && strcmp(argv[1], "--completion") == 0)
        return completion_print(argv[2], commands, COMMANDS);
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
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].taker->name) == 0)
            return commands[i].start(argc - 1, argv + 1);
    }
    message_always(argv[1], "there is no such command: see redlock --help");
    return EXITS_USAGE;
}

int main(int argc, char **argv)
{
    int status;

    fill_standard_descriptors();
    share_heap();
    message_buffer();
    status = run_command(argc, argv);
    return output_written() ? status : EXITS_OUTPUT;
}
