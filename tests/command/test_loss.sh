#!/bin/sh
# SPDX-License-Identifier: MIT
# The loss of the lock ends the command before another client can acquire it.
. "$(dirname "$0")/lib.sh"

# keep_alive TTL [COMMANDS]: in the background, with its lock on all masters.
keep_alive() {
    rm -f "$dir/alive.at"
    "$redlock" run --node-timeout 1s --ttl "$1" job -- \
        sh -c "${2:-} exec $beat $dir/alive.at" 2>"$dir/err" &
    runner=$!
    await test -f "$dir/alive.at"
    await held_on 5 job
}

# alone I: no client but this one is connected to the Ith master.
alone() {
    [ "$(redis "$1" CLIENT LIST | wc -l)" -eq 1 ]
}

start_masters 5
keep_alive 10s
# The end of the validity cannot be later than a TTL from now.
end=$(($(boot_ms) + 10000))
redis_on '1 2 3' SET job theirs PX 60000
wait "$runner"
is 'a_run_whose_keys_were_overwritten_is_79' 79 $?
ended=$(boot_ms)
holds 'a_command_whose_keys_were_overwritten_ends_within_the_validity' \
    test "$ended" -lt "$end"
says 'overwritten_keys_are_reported_as_a_possible_holder' 'another client may hold it now' "$dir/err"
holds 'a_command_whose_keys_were_overwritten_does_nothing_afterwards' \
    test "$(cat "$dir/alive.at")" -le "$ended"
says 'overwritten_keys_are_reported_as_a_loss' 'lost' "$dir/err"
await alone 1 && await alone 2 && await alone 3
is 'a_lost_lock_leaves_the_overwritten_keys' 3 "$(holding job)"
redis_on '1 2 3 4 5' DEL job

keep_alive 4s
signal_masters STOP 1 2 3
end=$(($(boot_ms) + 4000))
wait "$runner"
is 'a_run_whose_masters_fall_silent_is_79' 79 $?
holds 'a_command_whose_masters_fall_silent_ends_within_the_validity' \
    test "$(cat "$dir/alive.at")" -lt "$end"
signal_masters CONT 1 2 3
await held_on 0 job

keep_alive 6s "trap '' TERM;"
signal_masters STOP 1 2 3
end=$(($(boot_ms) + 6000))
wait "$runner"
is 'a_loss_under_a_command_that_ignores_TERM_is_79' 79 $?
holds 'a_command_that_ignores_TERM_is_killed_within_the_validity' \
    test "$(cat "$dir/alive.at")" -lt "$end"
signal_masters CONT 1 2 3
await held_on 0 job

# A loss by silence leaves time: TERM reaches the grandchildren.
rm -f "$dir/term"
"$redlock" run --node-timeout 1s --ttl 6s job -- sh -c "
    sh -c 'trap \"touch $dir/term; exit\" TERM
    touch $dir/ready; while :; do sleep 0.05; done'; :" 2>/dev/null &
runner=$!
await test -f "$dir/ready"
await held_on 5 job
signal_masters STOP 1 2 3
wait "$runner"
holds 'a_loss_sends_TERM_to_grandchildren' test -e "$dir/term"
signal_masters CONT 1 2 3
await held_on 0 job

# The status descriptor: "lost", and then its end.
"$redlock" run --node-timeout 1s --ttl 6s job -- sh -c "
    trap '' TERM; touch $dir/reading
    eval \"cat <&\$REDLOCK_STATUS_FD\" >$dir/lines; echo end >>$dir/lines" \
    2>/dev/null &
runner=$!
await test -f "$dir/reading"
await held_on 5 job
signal_masters STOP 1 2 3
wait "$runner"
says 'the_status_descriptor_reports_the_loss' '^lost$' "$dir/lines"
says 'the_status_descriptor_is_closed_after_the_loss' '^end$' "$dir/lines"
signal_masters CONT 1 2 3
await held_on 0 job

# After its keys were taken away another client may hold the lock, so there is no
# time for TERM.
for taken in 'SET job theirs PX 60000' 'DEL job'; do
    rm -f "$dir/term" "$dir/ready"
    "$redlock" run --json --node-timeout 1s --ttl 20s job -- sh -c "
        trap 'touch $dir/term' TERM; touch $dir/ready
        while :; do sleep 0.05; done" 2>"$dir/err" &
    runner=$!
    await test -f "$dir/ready"
    await held_on 5 job
    # shellcheck disable=SC2086 # a command and its words
    redis_on '1 2 3' $taken
    wait "$runner"
    is "a_run_whose_keys_are_gone_by_${taken%% *}_is_79" 79 $?
    holds "a_command_whose_keys_are_gone_by_${taken%% *}_gets_no_TERM" \
        test ! -e "$dir/term"
    says "keys_that_are_gone_by_${taken%% *}_are_reported_with_KILL" '"lost".*"kill_in_ms":0' \
        "$dir/err"
    redis_on '1 2 3 4 5' DEL job
done

# A command that ends by itself has its own status.
"$redlock" run --node-timeout 1s --ttl 30s job -- sh -c "for i in 1 2 3; do
    redis-cli -s $(path 1) DEL job; redis-cli -s $(path 2) DEL job
    redis-cli -s $(path 3) DEL job; done >/dev/null; exit 4" 2>/dev/null
is 'a_release_of_lost_keys_keeps_the_commands_exit_status' 4 $?

# late CALL: a run that is stopped at that call until its lock is another's.
late() {
    rm -f "$dir/began" "$dir/stopped" "$dir/stopped.fork"
    STOPS_AT=$1 STOPPED=$dir/stopped LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" run --node-timeout 5s --ttl 5s job -- \
        touch "$dir/began" 2>"$dir/err" &
    runner=$!
    await test -s "$dir/stopped"
    sleeper=$(cat "$dir/stopped")
    await stopped "$sleeper"
    kill -STOP "$runner"
    await held_on 0 job
    redis_on '1 2 3 4 5' SET job theirs PX 60000
    kill -CONT "$sleeper"
    [ "$1" = prctl ] || await test -s "$dir/stopped.fork"
    [ "$1" = prctl ] || await gone "$(cat "$dir/stopped.fork")"
    kill -CONT "$runner"
    wait "$runner"
    is "a_run_stopped_at_${1}_until_its_lock_is_lost_is_79" 79 $?
    holds "a_run_stopped_at_${1}_until_its_lock_is_lost_runs_nothing" test ! -e "$dir/began"
    says "a_run_stopped_at_${1}_until_its_lock_is_lost_reports_it" 'lost before the command' "$dir/err"
    redis_on '1 2 3 4 5' DEL job
}

# A library that is loaded before a sanitizer's is refused by it.
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    late prctl
    holds 'a_lock_lost_before_fork_starts_no_process' test ! -e "$dir/stopped.fork"
    late fork
    late child
    # The exec fails, and the run is stopped then.
    rm -f "$dir/stopped" "$dir/stopped.fork"
    STOPS_AT=fork STOPPED=$dir/stopped LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" run --json --node-timeout 5s --ttl 5s job -- \
        "$dir/none" 2>"$dir/err" &
    runner=$!
    await test -s "$dir/stopped"
    await stopped "$runner"
    kill -CONT "$runner"
    await test -s "$dir/stopped.fork"
    await gone "$(cat "$dir/stopped.fork")"
    await stopped "$runner"
    await held_on 0 job
    redis_on '1 2 3 4 5' SET job theirs PX 60000
    kill -CONT "$runner"
    wait "$runner"
    is 'a_run_whose_lock_is_lost_after_a_failed_exec_is_79' 79 $?
    says 'a_lock_lost_after_a_failed_exec_is_reported_as_lost' '"event":"lost"' "$dir/err"
    says 'a_lock_lost_after_a_failed_exec_is_reported_as_a_failed_exec' 'cannot execute' "$dir/err"
    redis_on '1 2 3 4 5' DEL job
else
    skip late 'a sanitizer'
fi

# timeout(1) leaves the process group, with what it runs.
cat >"$dir/limited" <<'END'
#!/bin/sh
timeout 600 sh -c "${2:-} echo \$\$ >$1/job.new; mv $1/job.new $1/job
    while :; do sleep 0.02; done"
true
END
chmod +x "$dir/limited"
says_lingers() {
    grep -q 'processes that it started have not' "$dir/err"
}
# limit OPTION... [-- STUBBORN]: such a command in the background.
limit() {
    rm -f "$dir/job"
    "$redlock" run --node-timeout 1s "$@" 2>"$dir/err" &
    runner=$!
    await test -s "$dir/job"
    job=$(cat "$dir/job")
}
limit --ttl 10s job -- "$dir/limited" "$dir" "trap '' TERM;"
redis_on '1 2 3' DEL job
wait "$runner"
is 'a_loss_with_a_descendant_outside_the_group_is_79' 79 $?
holds 'a_loss_ends_a_descendant_outside_the_group' gone "$job"
limit --ttl 10s job -- "$dir/limited" "$dir"
kill "$runner"
wait "$runner"
is 'TERM_ends_a_run_with_a_descendant_outside_the_group' 143 $?
holds 'TERM_ends_a_descendant_outside_the_group' gone "$job"
limit --ttl 10s job -- sh -c "'$dir/limited' '$dir' & exit 5"
await says_lingers
is 'a_descendant_outside_the_group_keeps_the_lock_held' 5 "$(holding job)"
kill "$job"
wait "$runner"
is 'a_descendant_outside_the_group_does_not_change_the_exit_status' 5 $?
await held_on 0 job
# The watchdog finds it, too.
limit --ttl 2s job -- "$dir/limited" "$dir" "trap '' TERM;"
await_watchdog "$runner"
kill -STOP "$runner"
await gone "$job"
holds 'the_watchdog_ends_a_descendant_outside_the_group' gone "$job"
kill -CONT "$runner"
wait "$runner"
is 'a_run_that_was_stopped_beyond_its_validity_is_79' 79 $?
finish
