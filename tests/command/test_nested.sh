#!/bin/sh
# SPDX-License-Identifier: MIT
# A run inside a run: another resource works, the same one is refused.
. "$(dirname "$0")/lib.sh"
start_masters 3
run="$redlock run --node-timeout 5s"
outer="timeout 60 $run"

exits 'a_run_inside_a_run_of_the_same_lock_is_64' 64 $outer job -- sh -c "$run job -- touch $dir/ran"
says 'a_run_inside_a_run_of_the_same_lock_says_why' 'job: this run would wait for itself' "$dir/err"
holds 'a_run_inside_a_run_of_the_same_lock_runs_nothing' test ! -e "$dir/ran"

exits 'a_run_two_levels_inside_the_same_lock_is_64' 64 $outer job -- $run other -- sh -c "sh -c '$run job -- true'"
exits 'a_nested_run_of_a_name_with_special_characters_is_64' 64 $outer 'a job=1:2 %' -- $run 'a job=1:2 %' -- true

writes 'a_run_inside_a_run_of_another_lock_is_0' 0 $outer job -- $run jo -- $run job2 -- \
    sh -c 'echo "$REDLOCK_HELD"'
says 'REDLOCK_HELD_lists_the_locks_outermost_first' \
    '^job=[0-9]+:[0-9]+ jo=[0-9]+:[0-9]+ job2=[0-9]+:[0-9]+$' "$dir/out"

# A process that is no ancestor does not wait for this run.
REDLOCK_HELD="job=$$:1" $outer job -- true
is 'a_holder_with_another_start_time_is_ignored' 0 $?
sleep 600 &
other=$!
start=$(sed 's/.*) //' "/proc/$other/stat" | cut -d ' ' -f 20)
REDLOCK_HELD="job=$other:$start" $outer job -- true
is 'a_holder_that_is_no_ancestor_is_ignored' 0 $?
kill "$other"
start=$(sed 's/.*) //' "/proc/$$/stat" | cut -d ' ' -f 20)
REDLOCK_HELD="job=$$:$start" $outer job -- true 2>"$dir/err"
is 'a_holder_that_is_an_ancestor_is_64' 64 $?
for list in 'job' 'job=' 'job=x' 'job=1' '=1:1' ' ' 'job=-1:5 job=99999999999:1'
do
    REDLOCK_HELD=$list $outer job -- true
    is "the_malformed_list_${list}_is_ignored" 0 $?
done

# A reader inside a reader would wait for a queued writer, and that for it.
$outer -s job -- sh -c "
    (unset REDLOCK_HELD; exec $run job -- touch '$dir/written') &
    until $redlock status --json job | grep -q '\"waiting\":1'; do :; done
    $run -s job -- touch '$dir/read'; kill \$!; wait" 2>/dev/null
holds 'a_nested_reader_does_not_wait_for_a_queued_writer' \
    test -e "$dir/read"
$outer -s job -- sh -c "echo \$REDLOCK_FENCE \$PPID >$dir/outer
    exec $run -s job -- sh -c 'echo \$REDLOCK_FENCE \$PPID >$dir/inner; exit 5'"
is 'a_nested_reader_runs_its_command' 5 $?
is 'a_nested_reader_has_the_fence_and_parent_of_the_outer_run' "$(cat "$dir/outer")" "$(cat "$dir/inner")"
exits 'a_nested_reader_with_a_ttl_is_64' 64 $outer -s job -- $run -s --ttl 9s job -- touch "$dir/ran"
says 'a_nested_reader_with_a_ttl_says_why' 'ttl: this run is part of the command' "$dir/err"
exits 'a_nested_reader_with_a_quorum_is_64' 64 $outer -s job -- $run -s --quorum 3 job -- touch "$dir/ran"
exits 'a_writer_inside_a_reader_is_64' 64 $outer -s job -- $run job -- touch "$dir/ran"
exits 'a_reader_inside_a_writer_is_64' 64 $outer job -- $run -s job -- touch "$dir/ran"
# Refused: the outer run would not wait for the command, or its fence is not for it.
exits 'a_nested_reader_in_another_process_group_is_64' 64 $outer -s job -- setsid -w $run -s job -- touch "$dir/ran"
says 'a_nested_reader_in_another_process_group_says_why' 'a process group of its own: this run' "$dir/err"
exits 'a_nested_reader_with_another_lock_in_between_is_64' 64 $outer -s job -- $run other -- $run -s job -- touch "$dir/ran"
says 'a_nested_reader_with_another_lock_in_between_says_why' 'other resources than those of the innermost' \
    "$dir/err"
exits 'a_nested_reader_of_one_of_several_resources_is_64' 64 $outer -s job other -- $run -s job -- touch "$dir/ran"
exits 'a_nested_reader_of_the_same_resources_in_another_order_runs' 0 $outer -s job other -- $run -s other job -- true
exits 'a_nested_reader_with_other_nodes_is_64' 64 $outer -n "$REDLOCK_NODES" -s job -- \
    env REDLOCK_NODES=redis://127.0.0.1:1 $run -s job -- touch "$dir/ran"
says 'a_nested_reader_with_other_nodes_says_why' 'other nodes: this run' "$dir/err"
# Refused: the outer run's lock lacks what the inner run requests.
exits 'a_nested_reader_with_no_fence_under_a_fenced_lock_is_64' 64 $outer -s job -- $run -s --no-fence job -- touch "$dir/ran"
says 'a_nested_reader_with_no_fence_under_a_fenced_lock_says_why' 'no-fence, and the lock has a fencing token:' \
    "$dir/err"
exits 'a_nested_fenced_reader_under_a_lock_without_a_fence_is_64' 64 $outer -s --no-fence job -- $run -s job -- touch "$dir/ran"
exits 'nested_readers_with_no_fence_run' 0 $outer -s --no-fence job -- $run -s --no-fence job -- true
exits 'a_nested_reader_with_json_is_64' 64 $outer -s job -- $run -s --json job -- touch "$dir/ran"
exits 'a_nested_reader_with_the_guard_under_a_lock_without_is_64' 64 $outer -s job -- $run -s --guard on job -- touch "$dir/ran"
says 'a_nested_reader_with_the_guard_says_why' 'guard on, and the surrounding run' "$dir/err"
holds 'no_refused_nested_reader_runs_its_command' test ! -e "$dir/ran"
$outer -s job -- env REDLOCK_PASSWORD=hunter2 \
    REDLOCK_NODES="$(echo "$REDLOCK_NODES" | sed 's#://#://user:sesame@#g')" \
    $run -s job -- env >"$dir/out"
silent 'the_command_of_a_nested_reader_gets_no_password' 'hunter2|sesame' "$dir/out"
says 'the_command_of_a_nested_reader_gets_the_nodes' '^REDLOCK_NODES=' "$dir/out"
exits 'a_signal_before_a_nested_readers_command_is_143' 143 $outer -s job -- env LD_PRELOAD="$REDLOCK_STOPPING" STOPS_AT=ancestor \
    STOPPED="$dir/ancestor" $run -s job -- touch "$dir/terminated"
holds 'a_signal_before_a_nested_readers_command_runs_nothing' test ! -e "$dir/terminated"
exits 'a_reader_two_levels_inside_a_reader_runs' 0 $outer -s job -- $run -s job -- $run -s job -- true
exits 'a_nested_reader_without_its_command_is_127' 127 $outer -s job -- $run -s job -- /nowhere/none

# A script that ignores TERM begins no command after the lock is lost.
$outer -s --ttl 2s --kill-after 1s job -- sh -c "trap 'lost=1' TERM
    touch '$dir/began'; until [ -n \"\$lost\" ]; do sleep 0.02; done
    $run -s job -- touch '$dir/after'; echo \$? >'$dir/status'" 2>"$dir/err" &
await test -e "$dir/began"
signal_masters STOP 1 2 3
await test -s "$dir/status"
# The outer run's supervision and its watchdog both send TERM: the second signal
# may end the inner run while it says why it does not begin.
status=$(cat "$dir/status")
[ "$status" != 143 ] || status=79
is 'a_nested_reader_of_a_lost_lock_is_79' 79 "$status"
says 'a_nested_reader_of_a_lost_lock_says_why' 'job: not run: .* has lost the lock' "$dir/err"
holds 'a_nested_reader_of_a_lost_lock_runs_nothing' test ! -e "$dir/after"
signal_masters CONT 1 2 3
wait $!

"$redlock" init >/dev/null 2>&1
exits 'nested_readers_with_the_guard_run' 0 $outer -s --guard on job -- $run -s --guard on job -- true

# A process that an ended run has left behind is no part of that run.
$run job -- sh -c 'setsid sh -c "while [ ! -e $0/go ]; do sleep 0.05; done
    $1 job -- touch $0/later" >/dev/null 2>&1 &' "$dir" "$run"
touch "$dir/go"
await test -e "$dir/later"
holds 'a_run_left_behind_by_an_ended_run_acquires' test -e "$dir/later"
await held_on 0 job
finish
