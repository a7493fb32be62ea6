#!/bin/sh
# SPDX-License-Identifier: MIT
# Refusals of run, and their exit statuses.
. "$(dirname "$0")/lib.sh"
start_masters 5

# With few descriptors each refusal is explained.
for limit in $(seq 8 24); do
    # shellcheck disable=SC3045
    (ulimit -n "$limit" && exec "$redlock" run job -- true) 2>"$dir/err" &&
        continue
    grep -q 'not read in time' "$dir/err" || ! test -s "$dir/err" || continue
    echo "$limit" >>"$dir/mute"
done
holds 'a_run_short_of_descriptors_explains_its_failure' test ! -e "$dir/mute"

# With few descriptors a run does not wait forever for nodes that it cannot reach.
for limit in $(seq 8 24); do
    redis_on '1 2 3 4 5' SET job another PX 500
    # shellcheck disable=SC3045
    (ulimit -n "$limit" && exec "$redlock" run job -- true) 2>"$dir/err" &
    runner=$!
    await gone "$runner" || {
        kill -KILL "$runner"
        echo "$limit" >>"$dir/standing"
    }
    wait "$runner"
done
holds 'a_run_short_of_descriptors_does_not_hang_behind_a_holder' \
    test ! -e "$dir/standing"

# A library that is loaded before a sanitizer's is refused by it.
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    STOPS_AT=threads LD_PRELOAD=$REDLOCK_STOPPING "$REDLOCK_BIN" run job -- \
        true 2>"$dir/err"
    is 'a_run_without_any_thread_is_71' 71 $?
    says 'a_run_without_any_thread_advises_ulimit' 'ulimit -u' "$dir/err"
    STOPS_AT=thread STOPPED=$dir/one LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" -v run --node-timeout 5s job -- sh -c 'exit 3' \
        2>"$dir/err"
    is 'a_run_without_a_thread_for_messages_runs' 3 $?
    says 'messages_without_a_thread_are_printed' 'acquired' "$dir/err"
    silent 'messages_without_a_thread_are_not_counted_as_unread' 'not read in time' "$dir/err"
    stuff "$dir/full"
    STOPS_AT=thread STOPPED=$dir/other LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" -v run --node-timeout 5s job -- sh -c 'exit 3' \
        2>"$dir/full" &
    runner=$!
    ended "$runner"
    is 'a_run_without_a_thread_for_messages_does_not_wait_for_a_reader' 3 $?
    exec 9>&-
else
    skip threads 'a sanitizer'
fi

# A single fair request needs no unreachable node, and a quorum.
last=${REDLOCK_NODES##*,}
for kind in --exclusive --shared --reentrant=me --slots=2; do
    for name in a b c d e f g h; do
        "$redlock" run -n "${REDLOCK_NODES%,*},unix:///nowhere" --fair \
            --wait 0s "$kind" "fair/$name" -- true 2>"$dir/err" || echo "$name"
    done >"$dir/refused"
    is "a_fair_run_with_${kind}_does_not_need_every_node" '' \
        "$(cat "$dir/refused")"
    exits "a_fair_run_with_${kind}_without_a_quorum_is_69" 69 "$redlock" run -n unix:///nowhere,unix:///no/where,"$last" --fair -E 0 \
        --wait 0s "$kind" fair -- true
done

"$redlock" run --label holder-1 job -- sleep 600 &
holder=$!
await held_on 5 job
since=$(boot_ms)
exits 'a_run_of_a_held_lock_is_75' 75 "$redlock" run --wait 0s job -- touch "$dir/ran"
holds 'a_run_without_a_wait_returns_immediately' test $(($(boot_ms) - since)) -lt 10000
says 'the_refusal_names_the_holder' 'holder-1' "$dir/err"
holds 'a_refused_run_does_not_run_its_command' test ! -e "$dir/ran"
exits 'E_sets_the_exit_status_of_a_held_lock' 9 "$redlock" run --wait 0s -E 9 job -- true
exits 'E_0_makes_a_held_lock_exit_with_0' 0 "$redlock" run --wait 0s -E 0 job -- true
is 'E_0_prints_nothing_about_a_held_lock' '' "$(cat "$dir/err")"
"$redlock" run -v --wait 0s -E 0 job -- true 2>"$dir/err"
says 'E_0_with_v_prints_the_holder' 'holder-1' "$dir/err"
since=$(boot_ms)
exits 'a_run_whose_wait_times_out_is_75' 75 "$redlock" run --wait 700ms job -- true
took=$(($(boot_ms) - since))
holds 'a_wait_that_times_out_is_not_too_short' test "$took" -ge 680
holds 'a_wait_that_times_out_is_not_too_long' test "$took" -lt 10000
"$redlock" -q run --wait 0s job -- true 2>"$dir/err"
is 'a_quiet_refusal_prints_nothing' '' "$(cat "$dir/err")"
kill "$holder"
wait "$holder"
await held_on 0 job

redis_on '1 2 3' SET job x NX PX 60000
exits 'a_lock_of_another_redlock_library_is_75' 75 "$redlock" run --wait 0s job -- true
is 'a_lock_of_another_redlock_library_is_left_alone' 3 "$(holding job)"
redis_on '1 2 3' DEL job

"$redlock" run job -- sleep 600 &
holder=$!
await held_on 5 job
refused=0
for i in 1 2 3 4 5; do
    [ -n "$(redis "$i" SET job x NX PX 60000)" ] || refused=$((refused + 1))
done
holds 'a_held_lock_refuses_SET_NX_at_a_quorum' test "$refused" -ge 3
kill "$holder"
wait "$holder"
await held_on 0 job

signal_masters KILL 1 2
since=$(boot_ms)
exits 'two_dead_masters_of_five_do_not_refuse' 0 "$redlock" run --node-timeout 60s job -- true
holds 'two_dead_masters_of_five_cost_no_timeout' test $(($(boot_ms) - since)) -lt 50000

signal_masters KILL 3
exits 'three_dead_masters_of_five_are_69' 69 "$redlock" run --wait 0s job -- true
for i in 1 2 3; do
    says "the_refusal_names_dead_master_$i" "$(path "$i")" "$dir/err"
done
says 'the_refusal_by_dead_masters_has_the_reason' 'refused' "$dir/err"
stop_masters

start_masters 3
token=$("$redlock" acquire ours 2>/dev/null)
redis_on '1 2' CONFIG SET requirepass sesame
exits 'credentials_that_a_majority_refuses_are_77' 77 "$redlock" run --wait 0s job -- true
REDLOCK_PASSWORD=wrong "$redlock" run --wait 0s job -- true 2>"$dir/err"
is 'a_wrong_password_is_77' 77 $?
silent 'a_wrong_password_is_not_printed' 'wrong[^ ]*@|: wrong$' "$dir/err"
for verb in status extend release; do
    REDLOCK_TOKEN=$token "$redlock" "$verb" ours >"$dir/out" 2>&1
    is "${verb}_with_credentials_that_a_majority_refuses_is_77" 77 $?
    says "${verb}_with_refused_credentials_has_the_reason" 'requires a password' "$dir/out"
done
stop_masters

start_masters 5
redis_on '1 2 3 4 5' CONFIG SET requirepass sesame
REDLOCK_PASSWORD=sesame "$redlock" run job -- env >"$dir/env"
is 'the_environment_can_have_the_password' 0 $?
silent 'the_command_does_not_inherit_the_password' sesame "$dir/env"
echo sesame >"$dir/password"
"$redlock" --password-file "$dir/password" run job -- env >"$dir/env"
is 'a_file_can_have_the_password' 0 $?
silent 'the_command_does_not_inherit_the_password_of_a_file' sesame "$dir/env"
chmod 0620 "$dir/password"
exits 'a_password_file_that_its_group_may_write_to_is_64' 64 "$redlock" --password-file "$dir/password" run job -- true
says 'the_refusal_of_a_writable_password_file_advises_chmod' 'may write to it: chmod go-w' "$dir/err"
chmod 0604 "$dir/password"
exits 'a_password_file_that_all_users_can_read_is_used' 0 "$redlock" --password-file "$dir/password" run job -- true
silent 'without_a_terminal_a_readable_password_file_is_no_warning' warning "$dir/err"
script -qec "$redlock --password-file $dir/password run job -- true" /dev/null \
    >"$dir/out" 2>&1 </dev/null
says 'on_a_terminal_a_readable_password_file_is_a_warning' 'warning: every user can read' \
    "$dir/out"
chmod 0600 "$dir/password"

# ended_by_term SENTENCE: TERM ends what waits for a file, $waiter.
ended_by_term() {
    kill -TERM "$waiter"
    ended "$waiter"
    is "$1" 143 $?
}
mkfifo "$dir/never"
for command in 'run job -- true' 'acquire job' 'watch job' bench; do
    # shellcheck disable=SC2086
    "$REDLOCK_BIN" --password-file "$dir/never" $command >"$dir/out" 2>&1 &
    waiter=$!
    exec 8>"$dir/never" # waits until it is read
    ended_by_term "TERM_ends_${command%% *}_at_a_password_that_never_comes"
    exec 8>&-
done
for command in 'run job -- true' 'acquire job' 'watch job' bench; do
    # shellcheck disable=SC2086
    "$REDLOCK_BIN" -n rediss://127.0.0.1:1 --cacert "$dir/never" $command \
        >"$dir/out" 2>&1 &
    waiter=$!
    exec 8>"$dir/never" # waits until it is read
    ended_by_term "TERM_ends_${command%% *}_at_a_certificate_that_never_comes"
    exec 8>&-
done
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    STOPS_AT=open STOPPED=$dir/opening LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" --password-file "$dir/never" run job -- true &
    waiter=$!
    await test -s "$dir/opening"
    ended_by_term 'TERM_ends_a_run_whose_password_is_on_a_dead_mount'
else
    skip dead_mount 'a sanitizer'
fi
with=$(echo "$REDLOCK_NODES" | sed 's|unix:///|unix://:sesame@/|g')
REDLOCK_NODES=$with "$redlock" run job -- env >"$dir/env"
is 'a_uri_can_have_the_password' 0 $?
silent 'the_command_gets_the_uris_without_the_password' sesame "$dir/env"
"$redlock" -n "$with" run job -- sleep 600 &
holder=$!
hidden() {
    tr '\0' ' ' <"/proc/$holder/cmdline" >"$dir/cmdline"
    ! grep -q sesame "$dir/cmdline"
}
await hidden
silent 'a_password_in_an_argument_is_hidden_from_ps' sesame "$dir/cmdline"
kill "$holder"
wait "$holder"
finish
