#!/bin/sh
# SPDX-License-Identifier: MIT
# The command is ended in time if redlock itself is killed or stopped.
. "$(dirname "$0")/lib.sh"
start_masters 5

# begin TTL COMMAND...: runs it in the background; its pid lands in $dir/child.
begin() {
    ttl=$1
    shift
    rm -f "$dir/child"
    "$redlock" run --node-timeout 5s --ttl "$ttl" job -- sh -c '
        echo $$ >"$0.new"; mv "$0.new" "$0"; exec "$@"' "$dir/child" "$@" \
        2>/dev/null &
    runner=$!
    await test -f "$dir/child"
    child=$(cat "$dir/child")
    await_watchdog "$runner"
}

begin 200s sleep 600
killed "$runner"
await gone "$child"
holds 'a_command_is_ended_when_redlock_is_killed' gone "$child"
await held_on 0 job
is 'the_lock_is_released_when_redlock_is_killed' 0 "$(holding job)"

# stop SENTENCE SCRIPT: redlock is stopped while the script runs. No process of
# the group may outlive the end in the last line of the status descriptor: the
# script names one in $dir/last.
stop() {
    rm -f "$dir/last" "$dir/lines"
    echo 0 >"$dir/at"
    begin 8s sh -c "exec 8<&\$REDLOCK_STATUS_FD
        setsid cat <&8 >$dir/lines & exec 8<&-; $2"
    await test -s "$dir/last"
    await grep -q held "$dir/lines"
    kill -STOP "$runner"
    await gone "$(cat "$dir/last")"
    holds "${1}_is_ended" gone "$(cat "$dir/last")"
    end=$(awk '/^held/ { end = $2 } END { print end }' "$dir/lines")
    holds "${1}_is_ended_in_time" test "$(cat "$dir/at")" -le "$end"
    kill -CONT "$runner"
    wait "$runner"
    is "${1}_makes_the_run_exit_with_79" 79 $?
    await held_on 0 job
}
stop 'a_command_whose_redlock_is_stopped' "
    echo \$\$ >$dir/last; exec $beat $dir/at"
stop 'a_command_that_ignores_TERM_and_whose_redlock_is_stopped' "
    trap '' TERM; echo \$\$ >$dir/last; exec $beat $dir/at"
stop 'an_orphan_that_ignores_TERM_and_whose_redlock_is_stopped' "
    (trap '' TERM; exec $beat $dir/at) & echo \$! >$dir/last"
stop 'a_stopped_command_whose_redlock_is_stopped' "
    sh -c 'echo \$\$ >$dir/last; kill -STOP \$\$; exec $beat $dir/at'"

# Redlock's whole process group killed, as a shell's kill of a job does it.
rm -f "$dir/child"
setsid "$redlock" run --node-timeout 5s --ttl 200s job -- \
    sh -c 'echo $PPID >"$0.redlock"; echo $$ >"$0"; exec sleep 600' \
    "$dir/child" &
await test -s "$dir/child"
runner=$(cat "$dir/child.redlock")
await_watchdog "$runner"
kill -KILL "-$runner"
await gone "$(cat "$dir/child")"
holds 'a_command_is_ended_when_redlocks_group_is_killed' \
    gone "$(cat "$dir/child")"
await held_on 0 job
is 'the_lock_is_released_when_redlocks_group_is_killed' 0 "$(holding job)"

# The lock is released when nothing of the command is left, and not before.
rm -f "$dir/at"
begin 20s sh -c "trap '' TERM; exec $beat $dir/at"
await test -e "$dir/at"
killed "$runner"
token=$("$redlock" acquire --node-timeout 5s --wait 100s job 2>/dev/null)
holds 'the_lock_of_a_killed_redlock_is_released_after_its_command_has_ended' \
    gone "$child"
"$redlock" release --node-timeout 5s --token "$token" job
await held_on 0 job

# A watchdog that was stopped for a while acts on the newest validity.
rm -f "$dir/go"
"$redlock" run --json --node-timeout 5s --ttl 3s job -- sh -c "
    while [ ! -e $dir/go ]; do sleep 0.05; done; exit 5" 2>"$dir/events" &
runner=$!
await_watchdog "$runner"
watcher=$(watchdog "$runner")
kill -STOP "$watcher"
renewed() {
    [ "$(grep -c '"renewed"' "$dir/events")" -ge "$1" ]
}
await renewed $(($(grep -c '"renewed"' "$dir/events") + 5))
kill -CONT "$watcher"
await renewed $(($(grep -c '"renewed"' "$dir/events") + 2))
touch "$dir/go"
wait "$runner"
is 'a_watchdog_that_was_stopped_and_continued_does_not_end_the_command' 5 $?

# Redlock and its watchdog both killed, as one container or one killall would:
# the kernel ends all of the group, whatever it ignores.
kill_both() {
    kill -STOP "$runner" # or it would start another watchdog
    kill -KILL "$(watchdog "$runner")" "$runner"
    wait "$runner" 2>/dev/null
}
begin 200s sh -c "trap '' TERM HUP
    sh -c 'while :; do sleep 0.05; done' & echo \$! >$dir/grandchild
    sh -c 'echo \$\$ >$dir/stopped; kill -STOP \$\$
        while :; do sleep 0.05; done' &
    while :; do sleep 0.05; done"
await test -s "$dir/grandchild" -a -s "$dir/stopped"
kill_both
await gone "$child"
holds 'a_command_that_ignores_TERM_dies_with_redlock_and_its_watchdog' \
    gone "$child"
await gone "$(cat "$dir/grandchild")"
holds 'a_child_of_a_command_dies_with_redlock_and_its_watchdog' gone "$(cat "$dir/grandchild")"
await gone "$(cat "$dir/stopped")"
holds 'a_stopped_child_dies_with_redlock_and_its_watchdog' gone "$(cat "$dir/stopped")"
redis_on '1 2 3 4 5' DEL job

begin 200s sh -c 'trap "" TERM; (exec sleep 600) & echo $! >"$0"' \
    "$dir/grandchild"
await gone "$child"
kill_both
await gone "$(cat "$dir/grandchild")"
holds 'an_orphan_dies_with_redlock_and_its_watchdog' \
    gone "$(cat "$dir/grandchild")"
redis_on '1 2 3 4 5' DEL job

# No process is left when a run has ended by itself.
# The name is this test's own: others run at the same time on this machine.
name=job-$$
"$redlock" run --node-timeout 5s "$name" -- sh -c "echo \$PPID >$dir/parent; sleep 1"
holds 'a_run_that_has_ended_leaves_no_process' \
    gone "$(cat "$dir/parent")"
is 'a_run_that_has_ended_leaves_no_watchdog' 0 "$(running " run $name -- ")"
# The watchdog cannot be forked.
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    STOPS_AT=refuse STOPPED=$dir/stopped LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" -q run --node-timeout 5s --ttl 4s job -- sleep 600 \
        2>"$dir/err" &
    runner=$!
    ended "$runner"
    is 'a_command_without_a_watchdog_is_ended_within_a_ttl' 79 $?
    says 'a_missing_watchdog_is_reported_with_q_too' 'cannot start the watchdog' "$dir/err"
    await held_on 0 job
    is 'a_run_without_a_watchdog_releases_the_lock' 0 "$(holding job)"
else
    skip unwatched 'a sanitizer'
fi

# A shortage of descriptors is found before the command begins.
for most in 12 14 16 18 20 22 24; do
    rm -f "$dir/began"
    prlimit --nofile="$most" "$REDLOCK_BIN" run --node-timeout 5s job -- \
        sh -c "touch $dir/began; exec sleep 0.3" 2>"$dir/err" && continue
    tell "$([ ! -e "$dir/began" ]; echo $?)" \
        "a_run_short_of_descriptors_does_not_begin_the_command_$most"
done

finish
