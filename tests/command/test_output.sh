#!/bin/sh
# SPDX-License-Identifier: MIT
# What cannot be printed is a failure, and a token that nobody reads no lock.
. "$(dirname "$0")/lib.sh"
start_masters 3

# unwritten SENTENCE ARGUMENTS...: neither to a closed descriptor nor to a
# device that is full.
unwritten() {
    sentence=$1
    shift
    "$redlock" "$@" >&- 2>"$dir/err"
    is "${sentence}_that_is_closed_is_74" 74 $?
    says "and_is_told_of_$sentence" 'cannot be written' "$dir/err"
    if [ -c /dev/full ]; then
        "$redlock" "$@" >/dev/full 2>"$dir/err"
        is "${sentence}_that_is_full_is_74" 74 $?
        says "and_is_told_of_$sentence" 'No space left' "$dir/err"
    fi
}

unwritten 'a_token' acquire job
await held_on 0 job
holds 'a_token_that_nobody_could_read_is_no_lock' held_on 0 job
unwritten 'a_token_in_json' acquire --json job
await held_on 0 job
holds 'nor_is_one_in_json' held_on 0 job
{
    await test -f "$dir/reader"
    await gone "$(cat "$dir/reader")"
    "$redlock" acquire job 2>/dev/null
} | sh -c 'echo $$ >"$1.new"; mv "$1.new" "$1"' sh "$dir/reader"
await held_on 0 job
holds 'nor_one_in_a_pipe_without_an_end' held_on 0 job

# A file that may not grow, which is no end by SIGXFSZ.
(ulimit -f 0 && exec "$redlock" acquire job >"$dir/out") 2>&1 | cat >"$dir/err"
says 'a_token_that_a_file_may_not_take_is_told' 'File too large' "$dir/err"
await held_on 0 job
holds 'and_is_no_lock' held_on 0 job
for command in 'status --json job' 'doctor --json' 'init --json --yes' \
    'release --json job --token t' 'extend --json job --token t' help; do
    # shellcheck disable=SC2086
    (ulimit -f 0 && exec "$REDLOCK_BIN" $command >"$dir/out") 2>/dev/null
    is "nor_does_it_end_$(echo "$command" | tr ' -' __)" 74 $?
done
(ulimit -f 0 && exec "$redlock" run job -- sh -c 'kill -XFSZ $$') 2>/dev/null
is 'but_it_ends_a_command' 153 $?

# A pipe that nobody reads: a signal ends the wait for its reader, and so does
# the end of the lock, after which there is no token to tell.
stuff "$dir/full"
"$redlock" acquire --node-timeout 5s --ttl 100s job >"$dir/full" 2>/dev/null &
waiter=$!
await held_on 3 job
kill -TERM "$waiter"
await gone "$waiter" || kill -KILL "$waiter"
wait "$waiter"
is 'a_signal_ends_the_wait_for_a_reader' 143 $?
await held_on 0 job
holds 'and_the_lock_is_released' held_on 0 job
"$redlock" acquire --node-timeout 5s --ttl 4s job >"$dir/full" 2>"$dir/err" &
waiter=$!
await gone "$waiter" || kill -KILL "$waiter"
wait "$waiter"
is 'a_lock_that_ends_while_nobody_reads_is_79' 79 $?
says 'and_that_is_reported' 'lost before its token was printed' "$dir/err"

# There is room for a part of what is told: names are long in JSON.
long=$(printf '%01000d' 0 | tr 0 '\001')
dd if="$dir/full" of=/dev/null bs=4096 count=1 2>/dev/null
"$redlock" acquire --json --keep --pid $$ --node-timeout 5s --ttl 100s "$long" \
    >"$dir/full" 2>/dev/null &
waiter=$!
await held_on 3 "$long"
kill -TERM "$waiter"
await gone "$waiter" || kill -KILL "$waiter"
wait "$waiter"
is 'it_ends_it_in_the_midst_of_what_is_told' 143 $?
await held_on 0 "$long"
holds 'and_nothing_is_kept' held_on 0 "$long"

unwritten 'a_status' status job
unwritten 'a_status_in_json' status --json job
unwritten 'a_diagnosis' doctor
unwritten 'a_mark' init
unwritten 'a_help' --help
unwritten 'a_help_of_run' run --help
unwritten 'a_help_of_local' local --help
unwritten 'a_version' --version
unwritten 'an_extension_in_json' extend --json --token none job

# A command's output is its own affair.
"$redlock" run job -- sh -c 'exit 5' >&-
is 'a_command_may_do_without_its_output' 5 $?
"$redlock" run job -- sh -c 'echo word' >&- 2>/dev/null
holds 'and_meets_it_closed_as_it_was' test $? -ne 0
"$redlock" run job -- cat <&- >/dev/null 2>&1
holds 'so_it_does_its_input' test $? -ne 0
"$redlock" --quiet status job >&-
is 'where_nothing_is_printed_nothing_fails' 0 $?
finish
