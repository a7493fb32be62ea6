#!/bin/sh
# SPDX-License-Identifier: MIT
# Signals reach the whole group, while waiting too.
. "$(dirname "$0")/lib.sh"
start_masters 5

# forwards SIGNAL: a command that traps it and exits 5.
forwards() {
    rm -f "$dir/ready"
    "$redlock" run --node-timeout 5s job -- sh -c "trap 'exit 5' $1; touch $dir/ready
        while :; do sleep 0.05; done" &
    runner=$!
    await test -f "$dir/ready"
    kill -"$1" "$runner"
    wait "$runner"
    is "a_command_that_handles_${1}_sets_the_exit_status" 5 $?
}
for signal in TERM HUP USR1 USR2; do
    forwards "$signal"
done
await held_on 0 job

"$redlock" run --node-timeout 5s job -- sleep 600 &
runner=$!
await held_on 5 job
kill -TERM "$runner"
wait "$runner"
is 'a_command_that_TERM_kills_is_143' 143 $?
await held_on 0 job
is 'a_command_that_TERM_kills_leaves_no_lock' 0 "$(holding job)"

# The grandchildren too: a shell that waits for one, and does not forward.
rm -f "$dir/term" "$dir/ready"
"$redlock" run --node-timeout 5s job -- sh -c "sh -c 'trap \"touch $dir/term; exit\" TERM
    touch $dir/ready; while :; do sleep 0.05; done'; exit 0" &
runner=$!
await test -f "$dir/ready"
kill -TERM "$runner"
wait "$runner"
holds 'TERM_reaches_the_grandchildren' test -e "$dir/term"
await held_on 0 job

redis_on '1 2 3 4 5' SET job theirs PX 600000
for signal in TERM HUP; do
    "$redlock" run --node-timeout 5s --wait forever job -- touch "$dir/ran" 2>/dev/null &
    runner=$!
    await queued 1 job
    kill -"$signal" "$runner"
    wait "$runner"
    status=$?
    is "${signal}_ends_a_wait" $((128 + $(number "$signal"))) "$status"
done
holds 'a_signal_during_the_wait_runs_no_command' test ! -e "$dir/ran"
is 'a_signal_during_the_wait_leaves_the_holders_keys' 5 "$(holding job)"
redis_on '1 2 3 4 5' DEL job

# A signal that was ignored at the start stays ignored.
rm -f "$dir/ready"
(
    trap '' HUP
    exec "$redlock" run --node-timeout 5s job -- sh -c "touch $dir/ready; sleep 2; exit 6"
) &
runner=$!
await test -f "$dir/ready"
kill -HUP "$runner"
wait "$runner"
is 'a_signal_that_was_ignored_at_the_start_stays_ignored' 6 $?
finish
