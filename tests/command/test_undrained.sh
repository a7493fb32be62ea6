#!/bin/sh
# SPDX-License-Identifier: MIT
# A full standard error does not delay the end of the command.
. "$(dirname "$0")/lib.sh"
start_masters 5
stuff "$dir/full"

# begin OPTION...: runs a command that ignores TERM, with standard error full,
# until it has a watchdog.
begin() {
    rm -f "$dir/alive.at"
    "$redlock" run --node-timeout 5s "$@" job -- sh -c "trap '' TERM
        echo \$\$ >$dir/alive.pid; exec $beat $dir/alive.at" 2>"$dir/full" &
    runner=$!
    await test -f "$dir/alive.at"
    await_watchdog "$runner"
}

# overlap SENTENCE: the first command has ended when a second holder acquires.
overlap() {
    token=$("$redlock" acquire --node-timeout 5s --wait 60s job 2>/dev/null)
    holds "$1" gone "$(cat "$dir/alive.pid")"
    "$redlock" release --node-timeout 5s --token "$token" job
}

begin --ttl 4s
kill -STOP "$runner"
overlap 'a_stopped_runs_command_is_ended_before_the_next_holder'
kill -CONT "$runner"
wait "$runner"
is 'a_stopped_run_is_79_after_its_lock_was_lost' 79 $?

# A lock that is lost while redlock runs.
begin --ttl 4s
signal_masters STOP 1 2 3
end=$(($(boot_ms) + 4000))
wait "$runner"
is 'a_loss_while_standard_error_is_full_is_79' 79 $?
holds 'a_loss_while_standard_error_is_full_ends_the_command_in_time' test "$(cat "$dir/alive.at")" -lt "$end"
signal_masters CONT 1 2 3
await held_on 0 job

# renewed: the key at the first master has longer to live than when last asked.
renewed() {
    before=$left
    left=$(redis 1 PTTL job)
    [ "$left" -gt "$before" ]
}

# Messages and events.
for option in -v --json; do
    "$redlock" run "$option" --node-timeout 5s job -- sh -c 'exit 3' \
        2>"$dir/full"
    is "a_run_with_${option}_ends_while_standard_error_is_full" 3 $?
    rm -f "$dir/ready"
    "$redlock" run "$option" --node-timeout 5s --ttl 3s job -- \
        sh -c 'touch "$0"; exec sleep 600' "$dir/ready" 2>"$dir/full" &
    runner=$!
    await test -f "$dir/ready"
    left=$(redis 1 PTTL job)
    await renewed
    kill -TERM "$runner"
    wait "$runner"
    is "TERM_ends_a_run_$option" 143 $?
    await held_on 0 job
    is "a_run_with_${option}_releases_while_standard_error_is_full" 0 "$(holding job)"
done

# With few descriptors it does not wait for a reader either.
for limit in 7 8 9 10; do
    # shellcheck disable=SC3045
    (ulimit -n "$limit" && exec "$REDLOCK_BIN" run --wait 0s job -- true) \
        2>"$dir/full" 9<&- &
    runner=$!
    ended "$runner"
    is "a_run_with_${limit}_descriptors_ends_while_standard_error_is_full" 71 $?
done

# Repeated signals do not delay the end of a run.
rm -f "$dir/ready"
"$redlock" run -v --node-timeout 5s job -- touch "$dir/ready" 2>"$dir/full" &
runner=$!
await test -f "$dir/ready"
for _ in $(seq 300); do
    kill -WINCH "$runner" 2>"$dir/gone" || break
    sleep 0.1
done
holds 'signals_that_keep_coming_do_not_delay_the_end_of_a_run' test -s "$dir/gone"
kill -KILL "$runner" 2>/dev/null
wait "$runner"

# Dropped events are counted. The command counts the signals that it has received.
"$redlock" run --json --node-timeout 5s job -- sh -c "
    trap 'echo >>$dir/got' USR1; touch $dir/trapped
    while :; do sleep 0.01; done" 2>"$dir/full" &
runner=$!
await test -f "$dir/trapped"
enough() {
    kill -USR1 "$runner"
    [ "$(wc -l <"$dir/got")" -ge 600 ]
}
touch "$dir/got"
for _ in $(seq 6000); do
    enough && break
    sleep 0.005
done
drain "$dir/full"
# There is room now; the next event finds it.
reported() {
    kill -USR1 "$runner"
    timeout 0.2 cat "$dir/full" >>"$dir/events"
    grep -q dropped "$dir/events"
}
await reported
kill -TERM "$runner"
says 'dropped_events_are_counted_in_an_event' \
    '^{"event":"dropped","resource":"job","count":[0-9]+}$' "$dir/events"
wait "$runner"
finish
