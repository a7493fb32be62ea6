#!/bin/sh
# SPDX-License-Identifier: MIT
# Output that cannot be written is a failure, and a token without a reader is no
# lock.
. "$(dirname "$0")/lib.sh"
start_masters 3

# unwritten SENTENCE ARGUMENTS...: neither to a closed descriptor nor to a
# device that is full.
unwritten() {
    sentence=$1
    shift
    "$redlock" "$@" >&- 2>"$dir/err"
    is "${sentence}_that_is_closed_is_74" 74 $?
    says "${sentence}_that_is_closed_is_reported" 'cannot be written' "$dir/err"
    if [ -c /dev/full ]; then
        "$redlock" "$@" >/dev/full 2>"$dir/err"
        is "${sentence}_that_is_full_is_74" 74 $?
        says "${sentence}_that_is_full_is_reported" 'No space left' "$dir/err"
    fi
}

unwritten 'the_output_of_acquire' acquire job
await held_on 0 job
holds 'an_acquire_without_output_leaves_no_lock' held_on 0 job
unwritten 'the_output_of_acquire_json' acquire --json job
await held_on 0 job
holds 'an_acquire_json_without_output_leaves_no_lock' held_on 0 job
{
    await test -f "$dir/reader"
    await gone "$(cat "$dir/reader")"
    "$redlock" acquire job 2>/dev/null
} | sh -c 'echo $$ >"$1.new"; mv "$1.new" "$1"' sh "$dir/reader"
await held_on 0 job
holds 'an_acquire_into_a_pipe_without_a_reader_leaves_no_lock' held_on 0 job

# A file that may not grow does not end redlock by SIGXFSZ.
(ulimit -f 0 && exec "$redlock" acquire job >"$dir/out") 2>&1 | cat >"$dir/err"
says 'a_token_beyond_the_file_size_limit_is_reported' 'File too large' "$dir/err"
await held_on 0 job
holds 'a_token_beyond_the_file_size_limit_leaves_no_lock' held_on 0 job
for command in 'status --json job' 'doctor --json' 'init --json --yes' \
    'release --json job --token t' 'extend --json job --token t' help; do
    # shellcheck disable=SC2086
    (ulimit -f 0 && exec "$REDLOCK_BIN" $command >"$dir/out") 2>/dev/null
    is "a_file_size_limit_makes_$(echo "$command" | tr ' -' __)_exit_with_74" 74 $?
done
(ulimit -f 0 && exec "$redlock" run job -- sh -c 'kill -XFSZ $$') 2>/dev/null
is 'SIGXFSZ_keeps_its_effect_in_the_command' 153 $?

# A pipe that nobody reads: a signal ends the wait for its reader, and so does
# the end of the lock, after which there is no token to tell.
stuff "$dir/full"
"$redlock" acquire --node-timeout 5s --ttl 100s job >"$dir/full" 2>/dev/null &
waiter=$!
await held_on_least 2 job
kill -TERM "$waiter"
ended "$waiter"
is 'a_signal_ends_acquire_while_its_output_is_not_read' 143 $?
await held_on 0 job
holds 'a_signal_while_the_output_is_not_read_leaves_no_lock' held_on 0 job
"$redlock" acquire --node-timeout 5s --ttl 4s job >"$dir/full" 2>"$dir/err" &
waiter=$!
ended "$waiter"
is 'a_lock_that_expires_before_its_token_is_read_is_79' 79 $?
says 'a_lock_that_expires_before_its_token_is_read_is_reported' 'lost before its token was printed' "$dir/err"

# There is room for a part of what is told: names are long in JSON.
long=$(printf '%01000d' 0 | tr 0 '\001')
dd if="$dir/full" of=/dev/null bs=4096 count=1 2>/dev/null
"$redlock" acquire --json --keep --pid $$ --node-timeout 5s --ttl 100s "$long" \
    >"$dir/full" 2>/dev/null &
waiter=$!
await held_on_least 2 "$long"
kill -TERM "$waiter"
ended "$waiter"
is 'a_signal_ends_acquire_in_the_middle_of_its_output' 143 $?
await held_on 0 "$long"
holds 'a_signal_in_the_middle_of_the_output_leaves_no_lock' held_on 0 "$long"

unwritten 'the_output_of_status' status job
unwritten 'the_output_of_status_json' status --json job
unwritten 'the_output_of_doctor' doctor
unwritten 'the_output_of_init' init
unwritten 'the_output_of_help' --help
unwritten 'the_output_of_run_help' run --help
unwritten 'the_output_of_local_help' local --help
unwritten 'the_output_of_version' --version
unwritten 'the_output_of_extend_json' extend --json --token none job

# The command handles its own output.
"$redlock" run job -- sh -c 'exit 5' >&-
is 'a_run_with_its_output_closed_passes_the_exit_status' 5 $?
"$redlock" run job -- sh -c 'echo word' >&- 2>/dev/null
holds 'a_command_inherits_a_closed_output' test $? -ne 0
"$redlock" run job -- cat <&- >/dev/null 2>&1
holds 'a_command_inherits_a_closed_input' test $? -ne 0
"$redlock" --quiet status job >&-
is 'a_quiet_status_with_its_output_closed_is_0' 0 $?
finish
