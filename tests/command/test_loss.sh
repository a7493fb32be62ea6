#!/bin/sh
# SPDX-License-Identifier: MIT
# The loss of the lock ends the command before anybody else can own it.
. "$(dirname "$0")/lib.sh"

# A command that notes every 20 ms that it lives, and its first validity.
cat >"$dir/alive" <<'END'
#!/bin/sh
echo "$REDLOCK_VALID_UNTIL_MS" >"$1/valid"
[ "${2:-}" = stubborn ] && trap '' TERM
while :; do
    awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime >"$1/alive.at.new"
    mv "$1/alive.at.new" "$1/alive.at"
    sleep 0.02
done
END
chmod +x "$dir/alive"

# keep_alive TTL [stubborn]: in the background, with its lock on all masters.
keep_alive() {
    rm -f "$dir/alive.at"
    "$redlock" run --node-timeout 1s --ttl "$1" job -- "$dir/alive" "$dir" ${2:-} 2>"$dir/err" &
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
is 'a_lock_taken_by_another_is_79' 79 $?
ended=$(boot_ms)
holds 'and_the_command_is_ended_before_the_old_validity_has_passed' \
    test "$ended" -lt "$end"
says 'and_another_is_said_to_hold_it' 'another client may hold it now' "$dir/err"
holds 'and_it_does_nothing_afterwards' \
    test "$(cat "$dir/alive.at")" -le "$ended"
says 'and_the_loss_is_told' 'lost' "$dir/err"
await alone 1 && await alone 2 && await alone 3
is 'and_the_other_keeps_what_it_took' 3 "$(holding job)"
redis_on '1 2 3 4 5' DEL job

keep_alive 4s
signal_masters STOP 1 2 3
end=$(($(boot_ms) + 4000))
wait "$runner"
is 'masters_that_fall_silent_are_79' 79 $?
holds 'and_the_command_is_ended_in_time' \
    test "$(cat "$dir/alive.at")" -lt "$end"
signal_masters CONT 1 2 3
await held_on 0 job

keep_alive 6s stubborn
signal_masters STOP 1 2 3
end=$(($(boot_ms) + 6000))
wait "$runner"
is 'a_command_that_ignores_TERM_is_ended_too' 79 $?
holds 'and_it_is_killed_by_the_end_of_the_validity' \
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
holds 'a_loss_is_told_to_the_grandchildren' test -e "$dir/term"
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
says 'the_status_descriptor_tells_the_loss' '^lost$' "$dir/lines"
says 'and_then_ends' '^end$' "$dir/lines"
signal_masters CONT 1 2 3
await held_on 0 job

# Keys that were taken away shield nobody: another may hold the lock now, and
# there is no time for TERM.
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
    is "a_lock_is_lost_by_${taken%% *}" 79 $?
    holds "and_the_command_gets_KILL_at_once_after_${taken%% *}" \
        test ! -e "$dir/term"
    says "which_is_told_after_${taken%% *}" '"lost".*"kill_in_ms":0' \
        "$dir/err"
    redis_on '1 2 3 4 5' DEL job
done

# A command that ends by itself has its own status.
"$redlock" run --node-timeout 1s --ttl 30s job -- sh -c "for i in 1 2 3; do
    redis-cli -s $(path 1) DEL job; redis-cli -s $(path 2) DEL job
    redis-cli -s $(path 3) DEL job; done >/dev/null; exit 4" 2>/dev/null
is 'a_release_that_finds_nothing_does_not_change_the_status' 4 $?
# stopped PID: it does not run.
stopped() {
    [ "$(sed 's/.*) \(.\).*/\1/' "/proc/$1/stat" 2>/dev/null)" = T ]
}

# late CALL: a run that stands still at that call until its lock is another's.
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
    is "a_run_that_stands_still_at_${1}_until_its_lock_is_over_is_79" 79 $?
    holds 'and_its_command_never_begins' test ! -e "$dir/began"
    says 'and_the_loss_is_reported' 'lost before the command' "$dir/err"
    redis_on '1 2 3 4 5' DEL job
}

# A library that is loaded before a sanitizer's is refused by it.
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    late prctl
    holds 'and_no_process_is_made_for_it' test ! -e "$dir/stopped.fork"
    late fork
    late child
else
    count=$((count + 1))
    echo "ok $count - $suite::late # SKIP a sanitizer"
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
is 'what_has_left_the_group_does_not_hide_the_loss' 79 $?
holds 'and_is_ended_with_it' gone "$job"
limit --ttl 10s job -- "$dir/limited" "$dir"
kill "$runner"
wait "$runner"
is 'a_signal_ends_the_command' 143 $?
holds 'and_what_has_left_its_group' gone "$job"
limit --ttl 10s job -- sh -c "'$dir/limited' '$dir' & exit 5"
await says_lingers
is 'the_lock_is_held_as_long_as_that_goes_on' 5 "$(holding job)"
kill "$job"
wait "$runner"
is 'and_the_exit_status_is_the_commands' 5 $?
await held_on 0 job
# The watchdog finds it, too.
limit --ttl 2s job -- "$dir/limited" "$dir" "trap '' TERM;"
await_watchdog "$runner"
kill -STOP "$runner"
await gone "$job"
holds 'a_watchdog_ends_it_if_redlock_is_stopped' gone "$job"
kill -CONT "$runner"
wait "$runner"
is 'and_the_lock_is_lost' 79 $?
finish
