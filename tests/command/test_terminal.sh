#!/bin/sh
# SPDX-License-Identifier: MIT
# On a terminal the command is in the foreground, as a shell would have it.
. "$(dirname "$0")/lib.sh"
if ! command -v script >/dev/null 2>&1; then
    echo '1..1'
    echo 'ok 1 - terminal::all # SKIP script(1) is missing'
    exit 0
fi
start_masters 3

# on_terminal COMMAND: its input comes from stdin, with pauses of its own.
on_terminal() {
    script -qec "$1" /dev/null | tr -d '\r'
}

(sleep 1 && echo hello && sleep 1) |
    on_terminal "$redlock run job -- head -n 1" >"$dir/out"
is 'a_command_can_read_from_the_terminal' 2 "$(grep -c hello "$dir/out")"

(sleep 1 && printf '\003' && sleep 2) |
    on_terminal "$redlock run job -- sleep 600; echo status \$?" >"$dir/out"
says 'an_interrupt_from_the_keyboard_is_130' 'status 130' "$dir/out"

# The terminal is the shell's again afterwards: it could not read otherwise.
(sleep 1 && echo first && sleep 1 && echo second && sleep 1) |
    on_terminal "$redlock run job -- head -n 1; head -n 1; echo end" >"$dir/out"
says 'the_terminal_is_given_back' '^end' "$dir/out"
await held_on 0 job
is 'and_no_key_is_left' 0 "$(holding job)"
finish
