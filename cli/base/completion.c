/* SPDX-License-Identifier: MIT */
/*
 * Completions for shells: the scripts are written here, and their words come
 * from the table of options.
 */

#include "cli/base/option_table.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/exits.h"
#include "cli/base/message.h"

/* The subcommands whose options are offered. */
struct offer {
    const struct options_command *commands;
    int count;
};

static bool takes(const struct options_taker *taker,
                  const struct option_row *row)
{
    return row->help != NULL && (row->takers & ~taker->takes) == 0;
}

/* It has an argument that follows as a word of its own. */
static bool has_word(const struct option_row *row)
{
    return row->help != NULL && row->argument != NULL && !row->optional;
}

static bool argument_is(const struct option_row *row, const char *argument)
{
    return row->argument != NULL && strcmp(row->argument, argument) == 0;
}

static bool is_file(const struct option_row *row)
{
    return argument_is(row, "FILE") || argument_is(row, "DIR");
}

/*
 * A text inside single quotes: on one line, up to a semicolon.
 *
 * special  the characters that the shell wants a backslash before.
 */
static void put(const char *text, const char *special)
{
    for (; *text != '\0' && *text != ';'; text++) {
        if (*text == '\n')
            (void)putchar(' ');
        else if (*text == '\'')
            (void)fputs("'\\''", stdout);
        else
            (void)printf(strchr(special, *text) != NULL ? "\\%c" : "%c", *text);
    }
}

static const struct option_row *row_end(void)
{
    return option_table + option_table_rows;
}

/* --- bash ------------------------------------------------------------------
 */

static const char bash_tail[] =
    "# Sets $verb, $behind (how many words stand behind it that are no "
    "options) and\n"
    "# $command (where the words behind -- begin; 0: there is no --).\n"
    "_redlock_parse() {\n"
    "    local i\n"
    "\n"
    "    verb='' behind=0 command=0\n"
    "    for ((i = 1; i < ${#words[@]} - 1; i++)); do\n"
    "        case ${words[i]} in\n"
    "        --)\n"
    "            command=$((i + 1))\n"
    "            return\n"
    "            ;;\n"
    "        -*) ! _redlock_values \"${words[i]}\" >/dev/null || i=$((i + 1)) "
    ";;\n"
    "        *)\n"
    "            if [[ -z $verb ]]; then\n"
    "                verb=${words[i]}\n"
    "            else\n"
    "                behind=$((behind + 1))\n"
    "            fi\n"
    "            ;;\n"
    "        esac\n"
    "    done\n"
    "}\n"
    "\n"
    "# The command of run is completed as if it stood alone.\n"
    "_redlock_command() {\n"
    "    if declare -F _command_offset >/dev/null; then\n"
    "        _command_offset \"$1\"\n"
    "    elif ((${#words[@]} - 1 == $1)); then\n"
    "        mapfile -t COMPREPLY < <(compgen -c -- \"$cur\")\n"
    "    else\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "    fi\n"
    "}\n"
    "\n"
    "# _redlock_offer WORDS: those that begin as what is typed.\n"
    "_redlock_offer() {\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
    "}\n"
    "\n"
    "_redlock_argument() {\n"
    "    if _redlock_is_file \"$1\"; then\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "    else\n"
    "        _redlock_offer \"$(_redlock_values \"$1\")\"\n"
    "    fi\n"
    "}\n"
    "\n"
    "_redlock() {\n"
    "    local words cur typed verb behind command\n"
    "\n"
    "    # What words are does not depend on the user's shell.\n"
    "    local IFS=$' \\t\\n'\n"
    "\n"
    "    # Bash has divided the words at colons and equals signs, too.\n"
    "    read -d '' -ra words <<<\"${COMP_LINE:0:COMP_POINT}\" || :\n"
    "    [[ ${COMP_LINE:0:COMP_POINT} != *[[:space:]] ]] || words+=('')\n"
    "    cur=${words[-1]}\n"
    "    typed=$cur\n"
    "    COMPREPLY=()\n"
    "    _redlock_parse\n"
    "    if ((command > 0)); then\n"
    "        [[ $verb != run ]] || _redlock_command \"$command\"\n"
    "        return\n"
    "    elif [[ $cur == --*=* ]]; then\n"
    "        cur=${typed#*=}\n"
    "        _redlock_argument \"${typed%%=*}\"\n"
    "        COMPREPLY=(\"${COMPREPLY[@]/#/${typed%%=*}=}\")\n"
    "    elif ((${#words[@]} > 2)) && _redlock_values \"${words[-2]}\" "
    ">/dev/null; then\n"
    "        _redlock_argument \"${words[-2]}\"\n"
    "    elif [[ $cur == -* ]]; then\n"
    "        _redlock_offer \"$(_redlock_options \"$verb\")\"\n"
    "    elif [[ -z $verb ]]; then\n"
    "        _redlock_offer \"$_redlock_verbs\"\n"
    "    elif [[ $verb == local && $behind == 0 ]]; then\n"
    "        _redlock_offer 'start stop status'\n"
    "    elif [[ $verb == help && $behind == 0 ]]; then\n"
    "        _redlock_offer \"$_redlock_verbs\"\n"
    "    fi\n"
    "    # It puts what is offered behind the last of these signs.\n"
    "    COMPREPLY=(\"${COMPREPLY[@]#\"${typed%\"${typed##*[:=]}\"}\"}\")\n"
    "}\n"
    "\n"
    "complete -F _redlock redlock\n";

static void bash_names(const struct option_row *row, const char *between)
{
    (void)printf("--%s", row->name);
    if (row->letter != 0)
        (void)printf("%s-%c", between, row->letter);
}

static void bash_options(const struct offer *offer)
{
    const struct options_taker general = {.takes = 0};

    (void)puts("\n_redlock_options() {\n    case $1 in");
    for (int i = 0; i <= offer->count; i++) {
        const struct options_taker *taker =
            i < offer->count ? offer->commands[i].taker : &general;

        (void)printf("    %s) echo '", i < offer->count ? taker->name : "*");
        for (const struct option_row *row = option_table; row < row_end();
             row++) {
            if (takes(taker, row)) {
                bash_names(row, " ");
                (void)putchar(' ');
            }
        }
        (void)puts("' ;;");
    }
    (void)puts("    esac\n}");
}

/* Which options have an argument, and the words that it may be; which of them
 * is a file. */
static void bash_arguments(void)
{
    (void)puts("\n# Fails where the option has no argument.\n"
               "_redlock_values() {\n    case $1 in");
    for (const struct option_row *row = option_table; row < row_end(); row++) {
        if (!has_word(row))
            continue;
        (void)fputs("    ", stdout);
        bash_names(row, " | ");
        (void)printf(") echo '%s' ;;\n",
                     row->values == NULL ? "" : row->values);
    }
    (void)puts("    *) return 1 ;;\n    esac\n}\n\n"
               "_redlock_is_file() {\n    case $1 in");
    for (const struct option_row *row = option_table; row < row_end(); row++) {
        if (is_file(row))
            (void)printf("    --%s) ;;\n", row->name);
    }
    (void)puts("    *) return 1 ;;\n    esac\n}\n");
}

static void print_bash(const struct offer *offer)
{
    (void)fputs("# Completion of redlock for bash.\n\n_redlock_verbs='",
                stdout);
    for (int i = 0; i < offer->count; i++)
        (void)printf("%s ", offer->commands[i].taker->name);
    (void)puts("'");
    bash_options(offer);
    bash_arguments();
    (void)fputs(bash_tail, stdout);
}

/* --- zsh -------------------------------------------------------------------
 */

#define ZSH_SPECIAL "[]:"

static const char zsh_command[] =
    "# The command of run is completed as if it stood alone; fails before it.\n"
    "_redlock_command() {\n"
    "    local behind=${words[(i)--]}\n"
    "\n"
    "    ((behind < CURRENT)) || return 1\n"
    "    shift $behind words\n"
    "    ((CURRENT -= behind))\n"
    "    _normal\n"
    "    return 0\n"
    "}\n";

static const char zsh_tail[] =
    "_redlock() {\n"
    "    local curcontext=$curcontext state line\n"
    "    local -A opt_args\n"
    "\n"
    "    _arguments -C -s \\\n"
    "        '(-h --help)'{-h,--help}'[print help and end]' \\\n"
    "        '(-V --version)'{-V,--version}'[print the version]' \\\n"
    "        '(-n --nodes)'{-n,--nodes=}'[the masters]:URI[,URI...]:' \\\n"
    "        '1: :_redlock_verbs' '*:: :->verb'\n"
    "    [[ $state != verb ]] || _redlock_verb $line[1]\n"
    "}\n"
    "\n"
    "_redlock \"$@\"\n";

static void zsh_row(const struct option_row *row)
{
    const char *sign = row->argument == NULL ? "" : row->optional ? "=-" : "=";

    if (row->letter != 0)
        (void)printf(" \\\n        '(-%c --%s)'{-%c,--%s%s}'[", row->letter,
                     row->name, row->letter, row->name, sign);
    else
        (void)printf(" \\\n        '--%s%s[", row->name, sign);
    put(row->help, ZSH_SPECIAL);
    (void)putchar(']');
    if (row->argument != NULL)
        (void)printf("%s%s:", row->optional ? "::" : ":", row->argument);
    if (argument_is(row, "FILE"))
        (void)fputs("_files", stdout);
    else if (argument_is(row, "DIR"))
        (void)fputs("_files -/", stdout);
    else if (argument_is(row, "PID"))
        (void)fputs("_pids", stdout);
    else if (row->values != NULL) {
        (void)putchar('(');
        put(row->values, ZSH_SPECIAL);
        (void)putchar(')');
    }
    (void)putchar('\'');
}

static void zsh_verb(const struct options_taker *taker)
{
    (void)printf("    %s) %s_arguments -s", taker->name,
                 (taker->takes & OPTIONS_COMMAND) != 0 ? "_redlock_command || "
                                                       : "");
    for (const struct option_row *row = option_table; row < row_end(); row++) {
        if (takes(taker, row))
            zsh_row(row);
    }
    if (strcmp(taker->name, "local") == 0)
        (void)fputs(" \\\n        '1:what to do:(start stop status)' "
                    "'2:how many:(3 5)'",
                    stdout);
    else if (strcmp(taker->name, "help") == 0)
        (void)fputs(" \\\n        '1: :_redlock_verbs'", stdout);
    else if (taker->resources_most > 0)
        (void)fputs(" \\\n        '*:resource:'", stdout);
    (void)puts(" ;;");
}

static void print_zsh(const struct offer *offer)
{
    (void)puts("#compdef redlock\n# Completion of redlock for zsh.\n\n"
               "_redlock_verbs() {\n    local -a verbs=(");
    for (int i = 0; i < offer->count; i++) {
        (void)printf("        '%s:", offer->commands[i].taker->name);
        put(offer->commands[i].what, ":");
        (void)puts("'");
    }
    (void)puts("    )\n    _describe -t commands 'redlock command' verbs\n}\n");
    (void)fputs(zsh_command, stdout);
    (void)puts("\n_redlock_verb() {\n    case $1 in");
    for (int i = 0; i < offer->count; i++)
        zsh_verb(offer->commands[i].taker);
    (void)puts("    esac\n}\n");
    (void)fputs(zsh_tail, stdout);
}

/* --- fish ------------------------------------------------------------------
 */

static const char fish_verb[] =
    "# The first word that is no option, nor the argument of one; fails where "
    "there\n"
    "# is none yet.\n"
    "function __redlock_verb\n"
    "    set -l words (commandline -opc)\n"
    "    set -l skip 0\n"
    "    for word in $words[2..-1]\n"
    "        if test $skip = 1\n"
    "            set skip 0\n"
    "        else if contains -- $word $__redlock_with_argument\n"
    "            set skip 1\n"
    "        else if not string match -q -- '-*' $word\n"
    "            echo $word\n"
    "            return\n"
    "        end\n"
    "    end\n"
    "    return 1\n"
    "end\n";

static const char fish_rest[] =
    "function __redlock_no_verb\n"
    "    not __redlock_verb >/dev/null\n"
    "end\n"
    "\n"
    "# Is it one of these, and does no -- stand before the cursor?\n"
    "function __redlock_in\n"
    "    set -l verb (__redlock_verb)\n"
    "    contains -- \"$verb\" $argv; and not contains -- -- (commandline "
    "-opc)\n"
    "end\n"
    "\n"
    "function __redlock_command\n"
    "    set -l verb (__redlock_verb)\n"
    "    test \"$verb\" = run; and contains -- -- (commandline -opc)\n"
    "end\n"
    "\n"
    "function __redlock_behind_two_minus_signs\n"
    "    set -l words (commandline -opc) (commandline -ct)\n"
    "    set -l at (contains -i -- -- $words)\n"
    "    complete -C (string join ' ' -- (string escape -- $words[(math $at + "
    "1)..-1]))\n"
    "end\n"
    "\n"
    "complete -c redlock -f\n"
    "complete -c redlock -n __redlock_command -a "
    "'(__redlock_behind_two_minus_signs)'\n"
    "complete -c redlock -n '__redlock_in local' -a 'start stop status'\n";

static void fish_row(const struct offer *offer, const struct option_row *row)
{
    (void)fputs("complete -c redlock", stdout);
    if (row->takers != 0) {
        (void)fputs(" -n '__redlock_in", stdout);
        for (int i = 0; i < offer->count; i++) {
            if (takes(offer->commands[i].taker, row))
                (void)printf(" %s", offer->commands[i].taker->name);
        }
        (void)putchar('\'');
    }
    if (row->letter != 0)
        (void)printf(" -s %c", row->letter);
    (void)printf(" -l %s", row->name);
    if (is_file(row))
        (void)fputs(" -r -F", stdout);
    else if (has_word(row))
        (void)fputs(" -x", stdout);
    if (argument_is(row, "PID"))
        (void)fputs(" -a '(__fish_complete_pids)'", stdout);
    else if (row->values != NULL)
        (void)printf(" -a '%s'", row->values);
    (void)fputs(" -d '", stdout);
    put(row->help, "");
    (void)puts("'");
}

static void print_fish(const struct offer *offer)
{
    (void)fputs("# Completion of redlock for fish.\n\n"
                "set -g __redlock_with_argument",
                stdout);
    for (const struct option_row *row = option_table; row < row_end(); row++) {
        if (!has_word(row))
            continue;
        (void)putchar(' ');
        bash_names(row, " ");
    }
    (void)puts("\n");
    (void)fputs(fish_verb, stdout);
    (void)fputs(fish_rest, stdout);
    for (int i = 0; i < offer->count; i++) {
        (void)printf("complete -c redlock -n __redlock_no_verb -a %s -d '",
                     offer->commands[i].taker->name);
        put(offer->commands[i].what, "");
        (void)puts("'");
    }
    (void)fputs("complete -c redlock -n '__redlock_in help' -a '", stdout);
    for (int i = 0; i < offer->count; i++)
        (void)printf("%s ", offer->commands[i].taker->name);
    (void)puts("'");
    for (const struct option_row *row = option_table; row < row_end(); row++) {
        if (row->help != NULL)
            fish_row(offer, row);
    }
}

int completion_print(const char *shell, const struct options_command *commands,
                     int count)
{
    const struct offer offer = {commands, count};

    if (strcmp(shell, "bash") == 0)
        print_bash(&offer);
    else if (strcmp(shell, "zsh") == 0)
        print_zsh(&offer);
    else if (strcmp(shell, "fish") == 0)
        print_fish(&offer);
    else {
        message_always("--completion",
                       "completions are for bash, zsh and fish, not for \"%s\"",
                       shell);
        return EXITS_USAGE;
    }
    return EXITS_OK;
}
