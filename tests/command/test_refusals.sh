#!/bin/sh
# SPDX-License-Identifier: MIT
# What run answers when it may not, and the exit statuses.
. "$(dirname "$0")/lib.sh"
start_masters 5

# However few descriptors are left: what is refused is said, and nothing else.
for limit in $(seq 8 24); do
    # shellcheck disable=SC3045
    (ulimit -n "$limit" && exec "$redlock" run job -- true) 2>"$dir/err" &&
        continue
    grep -q 'not read in time' "$dir/err" || ! test -s "$dir/err" || continue
    echo "$limit" >>"$dir/mute"
done
holds 'a_run_that_lacks_descriptors_says_so' test ! -e "$dir/mute"

# Nor does it wait then, without a word, for nodes that it can never reach.
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
holds 'nor_does_it_stand_still_where_the_name_is_held' \
    test ! -e "$dir/standing"

# A library that is loaded before a sanitizer's is refused by it.
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    STOPS_AT=threads LD_PRELOAD=$REDLOCK_STOPPING "$REDLOCK_BIN" run job -- \
        true 2>"$dir/err"
    is 'a_run_for_which_no_thread_can_be_made_is_71' 71 $?
    says 'and_says_what_to_look_at' 'ulimit -u' "$dir/err"
    STOPS_AT=thread STOPPED=$dir/one LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" -v run --node-timeout 5s job -- sh -c 'exit 3' \
        2>"$dir/err"
    is 'a_run_that_has_no_thread_for_its_messages_runs' 3 $?
    says 'and_its_messages_are_printed' 'acquired' "$dir/err"
    silent 'and_no_reader_is_blamed' 'not read in time' "$dir/err"
    stuff "$dir/full"
    STOPS_AT=thread STOPPED=$dir/other LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" -v run --node-timeout 5s job -- sh -c 'exit 3' \
        2>"$dir/full" &
    runner=$!
    await gone "$runner" || kill -KILL "$runner"
    wait "$runner"
    is 'nor_does_it_wait_for_a_reader_that_is_slow' 3 $?
    exec 9>&-
else
    count=$((count + 1))
    echo "ok $count - $suite::threads # SKIP a sanitizer"
fi

# Who asks fairly, and once, is not told that others hold what nobody can tell of.
last=${REDLOCK_NODES##*,}
for kind in --exclusive --shared --reentrant=me --slots=2; do
    for name in a b c d e f g h; do
        "$redlock" run -n "${REDLOCK_NODES%,*},unix:///nowhere" --fair \
            --wait 0s "$kind" "fair/$name" -- true 2>"$dir/err" || echo "$name"
    done >"$dir/refused"
    is "${kind}_asked_for_fairly_does_not_need_every_node" '' \
        "$(cat "$dir/refused")"
    "$redlock" run -n unix:///nowhere,unix:///no/where,"$last" --fair -E 0 \
        --wait 0s "$kind" fair -- true 2>"$dir/err"
    is "${kind}_without_a_quorum_is_69_for_the_fair_too" 69 $?
done

# Something that holds the lock until it is told to end.
"$redlock" run --label holder-1 job -- sleep 600 &
holder=$!
await held_on 5 job
since=$(boot_ms)
"$redlock" run --wait 0s job -- touch "$dir/ran" 2>"$dir/err"
is 'a_held_name_is_75' 75 $?
holds 'and_the_answer_comes_at_once' test $(($(boot_ms) - since)) -lt 10000
says 'and_names_the_holder' 'holder-1' "$dir/err"
holds 'and_the_command_did_not_run' test ! -e "$dir/ran"
"$redlock" run --wait 0s -E 9 job -- true 2>/dev/null
is 'a_held_name_is_what_E_says' 9 $?
"$redlock" run --wait 0s -E 0 job -- true 2>"$dir/err"
is 'where_that_is_no_failure_it_is_0' 0 $?
is 'and_nothing_is_said' '' "$(cat "$dir/err")"
"$redlock" run -v --wait 0s -E 0 job -- true 2>"$dir/err"
says 'but_to_who_wants_to_hear_it' 'holder-1' "$dir/err"
since=$(boot_ms)
"$redlock" run --wait 700ms job -- true 2>/dev/null
is 'a_name_held_beyond_the_wait_is_75' 75 $?
took=$(($(boot_ms) - since))
holds 'and_the_wait_is_neither_cut_short' test "$took" -ge 680
holds 'nor_overshot' test "$took" -lt 10000
"$redlock" -q run --wait 0s job -- true 2>"$dir/err"
is 'quiet_says_nothing' '' "$(cat "$dir/err")"
kill "$holder"
wait "$holder"
await held_on 0 job

redis_on '1 2 3' SET job x NX PX 60000
"$redlock" run --wait 0s job -- true 2>/dev/null
is 'another_redlocks_keys_are_75' 75 $?
is 'and_they_stay' 3 "$(holding job)"
redis_on '1 2 3' DEL job

"$redlock" run job -- sleep 600 &
holder=$!
await held_on 5 job
refused=0
for i in 1 2 3 4 5; do
    [ -n "$(redis "$i" SET job x NX PX 60000)" ] || refused=$((refused + 1))
done
holds 'our_lock_makes_their_set_return_nil' test "$refused" -ge 3
kill "$holder"
wait "$holder"
await held_on 0 job

signal_masters KILL 1 2
since=$(boot_ms)
"$redlock" run --node-timeout 60s job -- true
is 'two_dead_masters_do_no_harm' 0 $?
holds 'and_cost_no_time_out' test $(($(boot_ms) - since)) -lt 50000

signal_masters KILL 3
"$redlock" run --wait 0s job -- true 2>"$dir/err"
is 'three_dead_masters_are_69' 69 $?
for i in 1 2 3; do
    says "and_the_${i}th_is_named" "$(path "$i")" "$dir/err"
done
says 'and_the_reason_is_named' 'refused' "$dir/err"
stop_masters

start_masters 3
token=$("$redlock" acquire ours 2>/dev/null)
redis_on '1 2' CONFIG SET requirepass sesame
"$redlock" run --wait 0s job -- true 2>"$dir/err"
is 'a_majority_that_refuses_our_credentials_is_77' 77 $?
REDLOCK_PASSWORD=wrong "$redlock" run --wait 0s job -- true 2>"$dir/err"
is 'so_is_a_wrong_password' 77 $?
silent 'and_the_password_is_not_printed' 'wrong[^ ]*@|: wrong$' "$dir/err"
for verb in status extend release; do
    REDLOCK_TOKEN=$token "$redlock" "$verb" ours >"$dir/out" 2>&1
    is "so_is_${verb}" 77 $?
    says "and_each_node_says_why_to_${verb}" 'requires a password' "$dir/out"
done
stop_masters

start_masters 5
redis_on '1 2 3 4 5' CONFIG SET requirepass sesame
REDLOCK_PASSWORD=sesame "$redlock" run job -- env >"$dir/env"
is 'the_password_comes_by_the_environment' 0 $?
silent 'and_does_not_reach_the_commands' sesame "$dir/env"
echo sesame >"$dir/password"
"$redlock" --password-file "$dir/password" run job -- env >"$dir/env"
is 'the_password_comes_by_a_file' 0 $?
silent 'and_stays_out_of_the_commands_environment' sesame "$dir/env"
chmod 0620 "$dir/password"
"$redlock" --password-file "$dir/password" run job -- true 2>"$dir/err"
is 'a_password_file_that_its_group_may_write_is_refused' 64 $?
says 'and_the_message_says_what_to_do' 'may write to it: chmod go-w' "$dir/err"
chmod 0604 "$dir/password"
"$redlock" --password-file "$dir/password" run job -- true 2>"$dir/err"
is 'one_that_every_user_can_read_is_taken' 0 $?
silent 'and_without_a_terminal_no_warning_is_printed' warning "$dir/err"
script -qec "$redlock --password-file $dir/password run job -- true" /dev/null \
    >"$dir/out" 2>&1 </dev/null
says 'on_a_terminal_a_warning_is_printed' 'warning: every user can read' \
    "$dir/out"
chmod 0600 "$dir/password"

# ended_by_term SENTENCE: TERM ends what waits for a file, $waiter.
ended_by_term() {
    kill -TERM "$waiter"
    await gone "$waiter" || kill -KILL "$waiter"
    wait "$waiter"
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
    count=$((count + 1))
    echo "ok $count - $suite::dead_mount # SKIP a sanitizer"
fi
with=$(echo "$REDLOCK_NODES" | sed 's|unix:///|unix://:sesame@/|g')
REDLOCK_NODES=$with "$redlock" run job -- env >"$dir/env"
is 'the_password_comes_by_the_uri' 0 $?
silent 'and_is_taken_out_of_the_uris_that_the_command_sees' sesame "$dir/env"
"$redlock" -n "$with" run job -- sleep 600 &
holder=$!
hidden() {
    tr '\0' ' ' <"/proc/$holder/cmdline" >"$dir/cmdline"
    ! grep -q sesame "$dir/cmdline"
}
await hidden
silent 'a_password_in_an_argument_is_not_left_for_ps' sesame "$dir/cmdline"
kill "$holder"
wait "$holder"
finish
