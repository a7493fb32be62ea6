/* SPDX-License-Identifier: MIT */
/*
 * Completion of the command line. The shells run redlock --complete with the
 * words between "redlock" and the cursor. The output is one offer a line, with
 * its description after a tab, or a single line with an instruction: ":command
 * N", the words from the Nth on (from 0) are a command of their own; ":file",
 * ":folder" or ":process", use the shell's own completion.
 */

#include "cli/base/option_table.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"

/* --- the scripts ---------------------------------------------------------- */

static const char bash_script[] =
    "# Completion of redlock for bash: the command says what may follow.\n"
    "\n"
    "# The command of run is completed as if it stood alone.\n"
    "_redlock_command() {\n"
    "    if declare -F _command_offset >/dev/null; then\n"
    "        _command_offset \"$1\"\n"
    "    elif ((${#words[@]} - 1 == $1)); then\n"
    "        mapfile -t COMPREPLY < <(compgen -c -- \"$typed\")\n"
    "    else\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$typed\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "    fi\n"
    "}\n"
    "\n"
    "_redlock_file() {\n"
    "    local option=\n"
    "\n"
    "    [[ $typed != --*=* ]] || option=${typed%%=*}=\n"
    "    mapfile -t COMPREPLY < <(compgen -f -- \"${typed#\"$option\"}\")\n"
    "    COMPREPLY=(\"${COMPREPLY[@]/#/$option}\")\n"
    "    compopt -o filenames 2>/dev/null\n"
    "}\n"
    "\n"
    "_redlock() {\n"
    "    local words typed\n"
    "\n"
    "    # What words are does not depend on the user's shell.\n"
    "    local IFS=$' \\t\\n'\n"
    "\n"
    "    # Bash has divided the words at colons and equals signs, too.\n"
    "    read -d '' -ra words <<<\"${COMP_LINE:0:COMP_POINT}\" || :\n"
    "    [[ ${COMP_LINE:0:COMP_POINT} != *[[:space:]] ]] || words+=('')\n"
    "    typed=${words[-1]}\n"
    "    mapfile -t COMPREPLY < <(\"${words[0]/#\\~/$HOME}\" --complete \\\n"
    "        \"${words[@]:1}\" 2>/dev/null)\n"
    "    case ${COMPREPLY[0]} in\n"
    "    :command*) _redlock_command $((${COMPREPLY[0]#* } + 1)) ;;\n"
    "    :process) COMPREPLY=() ;;\n"
    "    :*) _redlock_file ;;\n"
    "    *) COMPREPLY=(\"${COMPREPLY[@]%%$'\\t'*}\") ;;\n"
    "    esac\n"
    "    # It puts what is offered behind the last of these signs.\n"
    "    COMPREPLY=(\"${COMPREPLY[@]#\"${typed%\"${typed##*[:=]}\"}\"}\")\n"
    "}\n"
    "\n"
    "complete -F _redlock redlock\n";

static const char zsh_script[] =
    "#compdef redlock\n"
    "# Completion of redlock for zsh: the command says what may follow.\n"
    "\n"
    "_redlock() {\n"
    "    local -a lines offers\n"
    "    local line word\n"
    "\n"
    "    lines=(\"${(@f)$($words[1] --complete \\\n"
    "        \"${(@Q)words[2,CURRENT-1]}\" \"$PREFIX\" 2>/dev/null)}\")\n"
    "    case $lines[1] in\n"
    "    :command*)\n"
    "        shift $((${lines[1]#* } + 1)) words\n"
    "        ((CURRENT -= ${lines[1]#* } + 1))\n"
    "        _normal\n"
    "        return\n"
    "        ;;\n"
    "    :file | :folder)\n"
    "        compset -P '--*='\n"
    "        if [[ $lines[1] == :file ]]; then _files; else _files -/; fi\n"
    "        return\n"
    "        ;;\n"
    "    :process) _pids && return ;;\n"
    "    esac\n"
    "    for line in $lines; do\n"
    "        word=${line%%$'\\t'*}\n"
    "        offers+=(\"${word//:/\\\\:}${${line#$word}/$'\\t'/:}\")\n"
    "    done\n"
    "    _describe redlock offers\n"
    "}\n"
    "\n"
    "_redlock \"$@\"\n";

static const char fish_script[] =
    "# Completion of redlock for fish: the command says what may follow.\n"
    "\n"
    "function __redlock_offers\n"
    "    set -l words (commandline -opc) (commandline -ct)\n"
    "    set -l option (string match -r -- '^--[^=]*=' $words[-1])\n"
    "    for line in ($words[1] --complete $words[2..-1] 2>/dev/null)\n"
    "        switch $line\n"
    "            case ':command *'\n"
    "                set -l from (math (string split ' ' $line)[2] + 2)\n"
    "                complete -C (string join ' ' -- \\\n"
    "                    (string escape -- $words[$from..-1]))\n"
    "            case ':file' ':folder'\n"
    "                __fish_complete_path (string replace -- \"$option\" '' "
    "\\\n"
    "                    $words[-1]) | string replace -r '^' -- \"$option\"\n"
    "            case ':process'\n"
    "                __fish_complete_pids\n"
    "            case '*'\n"
    "                echo $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "\n"
    "complete -c redlock -f -a '(__redlock_offers)'\n";

int completion_print(const char *shell)
{
    static const struct {
        const char *shell;
        const char *script;
    } scripts[] = {
        {"bash", bash_script},
        {"zsh", zsh_script},
        {"fish", fish_script},
    };

    for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
        if (strcmp(shell, scripts[i].shell) == 0) {
            (void)fputs(scripts[i].script, stdout);
            return EXITS_OK;
        }
    }
    return message_fail(
        EXITS_USAGE, "--completion",
        "completions are for bash, zsh and fish, not for \"%s\"", shell);
}

/* --- the offers ----------------------------------------------------------- */

/* A command line up to the cursor. */
struct line {
    const struct subcommand *const *commands; /* all; ended by NULL */
    const char *typed; /* the last word, as far as it is typed */
    const char *verb;  /* the subcommand's name; NULL: none yet */
    int operands;      /* number of words after it that are not options */
    int command;       /* index of the first word after --; -1: no -- */
    const struct option_row *before; /* takes the last word, or NULL */
};

/* Offers the word if it begins with the typed text. */
static void offer(const struct line *line, const char *word, const char *what)
{
    if (strncmp(word, line->typed, strlen(line->typed)) != 0)
        return;
    (void)printf(what == NULL ? "%s\n" : "%s\t", word);
    for (; what != NULL && *what != '\0' && *what != ';'; what++)
        (void)putchar(*what == '\n' ? ' ' : *what);
    if (what != NULL)
        (void)putchar('\n');
}

/* words: separated by blanks. before: a prefix for each of them. */
static void offer_words(const struct line *line, const char *before,
                        const char *words)
{
    char word[128];

    while (*words != '\0') {
        int length = (int)strcspn(words, " ");
        (void)snprintf(word, sizeof(word), "%s%.*s", before, length, words);
        offer(line, word, NULL);
        words += length;
        words += strspn(words, " ");
    }
}

/* before: "--NAME=", or nothing. */
static void offer_argument(const struct line *line, const char *before,
                           const struct option_row *row)
{
    if (strcmp(row->argument, "FILE") == 0)
        (void)puts(":file");
    else if (strcmp(row->argument, "DIR") == 0)
        (void)puts(":folder");
    else if (strcmp(row->argument, "PID") == 0)
        (void)puts(":process");
    else if (row->values != NULL)
        offer_words(line, before, row->values);
}

static void offer_options(const struct line *line)
{
    unsigned takes = 0;
    char word[64];

    for (int i = 0; line->verb != NULL && line->commands[i] != NULL; i++) {
        if (strcmp(line->commands[i]->name, line->verb) == 0)
            takes = line->commands[i]->takes;
    }
    for (int i = 0; i < option_table_rows; i++) {
        const struct option_row *row = &option_table[i];
        if (row->help == NULL || (row->takers & ~takes) != 0)
            continue;
        (void)snprintf(word, sizeof(word), "--%s", row->name);
        offer(line, word, row->help);
        (void)snprintf(word, sizeof(word), "-%c", row->letter);
        if (row->letter != 0)
            offer(line, word, row->help);
    }
}

/* The row of "--NAME", "--NAME=..." or "-X", or NULL. */
static const struct option_row *row_of(const char *word)
{
    size_t length = strcspn(word, "=");

    for (int i = 0; i < option_table_rows; i++) {
        const struct option_row *row = &option_table[i];
        if (row->letter != 0 && word[1] == row->letter && word[2] == '\0')
            return row;
        if (length == strlen(row->name) + 2 && word[1] == '-' &&
            strncmp(word + 2, row->name, length - 2) == 0)
            return row;
    }
    return NULL;
}

/* Is the option's argument a separate word? */
static bool has_word(const struct option_row *row)
{
    return row != NULL && row->argument != NULL && !row->optional &&
           row->help != NULL;
}

/* words: all but the last one, which is being typed. */
static void parse(struct line *line, char **words, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--") == 0) {
            line->command = i + 1;
            return;
        }
        if (words[i][0] == '-' && words[i][1] != '\0') {
            const struct option_row *row = row_of(words[i]);
            if (strchr(words[i], '=') != NULL || !has_word(row))
                continue;
            if (++i == count)
                line->before = row;
        } else if (line->verb == NULL) {
            line->verb = words[i];
        } else {
            line->operands++;
        }
    }
}

static bool is_verb(const struct line *line, const char *name)
{
    return line->verb != NULL && strcmp(line->verb, name) == 0;
}

void completion_offer(char **words, int count,
                      const struct subcommand *const *commands)
{
    struct line line = {
        .commands = commands, .typed = words[count - 1], .command = -1};
    const struct option_row *row = row_of(line.typed);
    const char *value = strchr(line.typed, '=');
    char option[64];

    parse(&line, words, count - 1);
    if (line.command >= 0) {
        if (is_verb(&line, "run"))
            (void)printf(":command %d\n", line.command);
    } else if (line.before != NULL) {
        offer_argument(&line, "", line.before);
    } else if (value != NULL && row != NULL && row->argument != NULL) {
        (void)snprintf(option, sizeof(option), "--%s=", row->name);
        offer_argument(&line, option, row);
    } else if (line.typed[0] == '-') {
        offer_options(&line);
    } else if (line.verb == NULL ||
               (is_verb(&line, "help") && line.operands == 0)) {
        for (int i = 0; commands[i] != NULL; i++)
            offer(&line, commands[i]->name, commands[i]->what);
    } else if (is_verb(&line, "local")) {
        offer_words(&line, "",
                    line.operands == 0   ? "start stop status"
                    : line.operands == 1 ? "3 5"
                                         : "");
    }
}
