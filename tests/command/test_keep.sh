#!/bin/sh
# SPDX-License-Identifier: MIT
# acquire --keep: a lock for the rest of a script.
# shellcheck disable=SC2016 # the scripts' variables are theirs
. "$(dirname "$0")/lib.sh"
start_masters 5

# A script that acquires the lock with the given options, writes $dir/said and
# $dir/keeper, and then runs $dir/body.
cat >"$dir/script" <<'END'
said=$("$REDLOCK_BIN" --node-timeout 5s acquire --json --keep --pid $$ "$@" \
    2>"$dir/err") || exit
member() {
    echo "$said" | sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p'
}
token=$(member token)
slot=$(member slot)
echo "$said" >"$dir/said"
member keeper >"$dir/keeper"
. "$dir/body"
END
export redlock dir beat

# begin BODY OPTION...: in the background, until it has the lock.
begin() {
    echo "$1" >"$dir/body"
    shift
    rm -f "$dir/keeper"
    sh "$dir/script" "$@" &
    script=$!
    await test -s "$dir/keeper"
    keeper=$(cat "$dir/keeper")
}

# --- until the script has ended -----------------------------------------------

begin 'while [ ! -e "$dir/go" ]; do sleep 0.05; done; exit 3' --ttl 100s job
is 'a_kept_lock_has_the_token_that_the_script_gets' "$(sed -n 's/.*"token":"\([^"]*\)".*/\1/p' "$dir/said")" \
    "$(redis 3 GET job)"
holds 'the_output_of_acquire_keep_is_json' "$REDLOCK_JSON_CHECK" <"$dir/said"
holds 'the_keeper_process_stays' test "$(cat "/proc/$keeper/comm")" = redlock-keep
await_watchdog "$keeper"
watcher=$(watchdog "$keeper")
is 'the_keeper_has_a_session_of_its_own' "$keeper" \
    "$(sed 's/.*) //' "/proc/$keeper/stat" | cut -d' ' -f4)"
is 'the_keeper_has_dev_null_as_standard_output' /dev/null "$(readlink "/proc/$keeper/fd/1")"
touch "$dir/go"
wait "$script"
is 'keep_does_not_change_the_scripts_exit_status' 3 $?
await held_on 0 job
is 'a_kept_lock_is_released_when_the_script_ends' 0 "$(holding job)"
await gone "$keeper"
holds 'the_keeper_ends_with_the_script' gone "$keeper"
holds 'the_keepers_watchdog_ends_with_the_script' gone "$watcher"

begin 'sleep 600' --ttl 100s job
killed "$script"
await held_on 0 job
is 'a_kept_lock_is_released_when_the_script_is_killed' 0 "$(holding job)"
await gone "$keeper"
holds 'the_keeper_ends_when_the_script_is_killed' gone "$keeper"

# The lock is renewed.
"$redlock" acquire --keep --pid $$ --ttl 6s --label me job >"$dir/token" 2>/dev/null
first=$(redis 1 PTTL job)
renewed() {
    now=$(redis 1 PTTL job)
    [ "$now" -gt "$first" ] && return 0
    first=$now
    return 1
}
await renewed
holds 'a_kept_lock_is_renewed' renewed || await renewed
holds 'a_renewed_lock_has_the_same_token' test "$(redis 1 GET job)" = "$(cat "$dir/token")"
exits 'a_kept_lock_can_be_released_by_its_token' 0 "$redlock" release --token "$(cat "$dir/token")" job
await held_on 0 job

# Without --pid the lock is kept for the process that called redlock.
sh -c '"$redlock" acquire --keep --ttl 100s job >/dev/null 2>&1; sleep 600' &
script=$!
await held_on 5 job
killed "$script"
await held_on 0 job
is 'without_a_pid_the_lock_is_kept_for_the_caller' 0 "$(holding job)"

# --- nobody waits for the keeper ----------------------------------------------

sh -c 'all=$("$redlock" acquire --keep --pid $$ --ttl 100s job 2>&1)
    echo "$all" >"$dir/all"; cat' <"$dir/body" >/dev/null
holds 'a_command_substitution_with_standard_error_returns' test -s "$dir/all"
await held_on 0 job

exec 8>"$dir/lockfile"
flock 8
token=$("$redlock" acquire --keep --pid $$ --ttl 100s job 2>/dev/null)
exec 8>&-
holds 'the_keeper_holds_no_descriptor_of_the_script' flock -n "$dir/lockfile" true
"$redlock" release --token "$token" job
await held_on 0 job

# --- released by the script ---------------------------------------------------

begin '"$redlock" release --token "$token" job; echo $? >"$dir/released"
    while [ ! -e "$dir/end" ]; do sleep 0.05; done; exit 4' --ttl 100s job
await test -s "$dir/released"
is 'a_script_can_release_its_kept_lock' 0 "$(cat "$dir/released")"
other=$("$redlock" acquire --ttl 100s job 2>/dev/null)
await gone "$keeper"
holds 'the_keeper_ends_after_the_scripts_release' gone "$keeper"
touch "$dir/end"
wait "$script"
is 'the_script_continues_after_its_release' 4 $?
is 'the_scripts_release_does_not_affect_the_next_holder' "$other" "$(redis 2 GET job)"
"$redlock" release --token "$other" job

# A keeper and its watchdog learn of the release late, when the lock is another's.
rm -f "$dir/end" "$dir/released"
begin 'while [ ! -e "$dir/now" ]; do sleep 0.05; done
    "$redlock" release --token "$token" job; echo $? >"$dir/released"
    while [ ! -e "$dir/end" ]; do sleep 0.05; done; exit 5' --ttl 5s job
await_watchdog "$keeper"
watcher=$(watchdog "$keeper")
kill -STOP "$watcher" "$keeper"
touch "$dir/now"
await test -s "$dir/released"
other=$("$redlock" acquire --ttl 100s job 2>/dev/null)
sleep 5.1
kill -CONT "$watcher"
await gone "$watcher"
kill -CONT "$keeper"
await gone "$keeper"
touch "$dir/end"
wait "$script"
is 'a_release_that_the_keeper_learns_late_is_no_loss' 5 $?
"$redlock" release --token "$other" job

begin 'while [ ! -e "$dir/never" ]; do sleep 0.05; done' --ttl 100s job
exits 'a_release_with_another_token_is_1' 1 "$redlock" release --token other job
"$redlock" release --token "$(redis 1 GET job)" jab 2>/dev/null
is 'a_release_of_another_resource_does_not_end_the_keeper' redlock-keep \
    "$(cat "/proc/$keeper/comm")"
killed "$script"
await held_on 0 job

# --- lost ---------------------------------------------------------------------

# A child of the script that ignores TERM is ended in time, too.
begin 'trap "echo TERM >>$dir/trapped" TERM; rm -f "$dir/at"
    setsid sh -c "trap \"\" TERM; exec $beat $dir/at" & echo $! >"$dir/child"
    while :; do sleep 0.05; done' --ttl 6s job
await test -s "$dir/at"
signal_masters STOP 1 2 3
end=$(($(boot_ms) + 6000))
ended "$script"
is 'a_script_whose_lock_is_lost_is_ended' 137 $?
says 'a_script_whose_lock_is_lost_gets_TERM' TERM "$dir/trapped"
await gone "$keeper"
holds 'a_child_of_a_script_whose_lock_is_lost_is_ended' gone "$(cat "$dir/child")"
holds 'a_child_of_the_script_is_ended_within_the_validity' test "$(cat "$dir/at")" -lt "$end"
says 'the_keeper_reports_the_loss' 'the lock is lost: no quorum has renewed it; process' "$dir/err"
signal_masters CONT 1 2 3
await held_on 0 job

# The child is ended, too, if TERM has ended the script.
begin 'rm -f "$dir/at"
    setsid sh -c "trap \"\" TERM; exec $beat $dir/at" & echo $! >"$dir/child"
    while :; do sleep 0.05; done' --ttl 6s job
await test -s "$dir/at"
signal_masters STOP 1 2 3
end=$(($(boot_ms) + 6000))
ended "$script"
is 'a_script_that_obeys_TERM_is_ended_by_it' 143 $?
holds 'a_child_that_outlives_its_script_is_ended' await gone "$(cat "$dir/child")"
holds 'a_child_that_outlives_its_script_is_ended_within_the_validity' test "$(cat "$dir/at")" -lt "$end"
await gone "$keeper"
signal_masters CONT 1 2 3
await held_on 0 job

begin 'trap "touch $dir/term" TERM; rm -f "$dir/term"; touch "$dir/ready"
    while :; do sleep 0.05; done' --ttl 30s job
await test -e "$dir/ready"
await held_on 5 job
redis_on '1 2 3' SET job theirs PX 60000
ended "$script"
is 'a_script_whose_keys_were_overwritten_gets_KILL' 137 $?
holds 'a_script_whose_keys_were_overwritten_gets_no_TERM' test ! -e "$dir/term"
await gone "$keeper"
is 'a_loss_leaves_the_overwritten_keys' theirs "$(redis 1 GET job)"
redis_on '1 2 3 4 5' DEL job

# --- the keeper hurt ----------------------------------------------------------

begin 'sleep 600' --ttl 200s job
await_watchdog "$keeper"
kill -KILL "$keeper"
ended "$script"
is 'a_script_whose_keeper_was_killed_is_ended' 143 $?
await held_on 0 job
is 'a_lock_whose_keeper_was_killed_is_released' 0 "$(holding job)"

begin 'trap "" TERM; while :; do sleep 0.05; done' --ttl 200s job
await_watchdog "$keeper"
kill -STOP "$keeper"
kill -KILL "$(watchdog "$keeper")" "$keeper"
ended "$script"
is 'a_script_whose_keeper_and_watchdog_were_killed_is_ended' 137 $?
redis_on '1 2 3 4 5' DEL job

begin 'rm -f "$dir/at"; "$beat" "$dir/at"' --ttl 6s job
await test -s "$dir/at"
await_watchdog "$keeper"
kill -STOP "$keeper"
end=$(($(boot_ms) + 6000))
ended "$script"
is 'a_script_whose_keeper_is_stopped_is_ended' 143 $?
holds 'a_script_whose_keeper_is_stopped_is_ended_within_the_validity' test "$(cat "$dir/at")" -lt "$end"
kill -CONT "$keeper"
await gone "$keeper"
redis_on '1 2 3 4 5' DEL job

# The keeper continues between the watchdog's TERM and KILL, without having
# searched for the child itself.
begin 'rm -f "$dir/at"
    setsid sh -c "trap \"\" TERM; exec $beat $dir/at" & echo $! >"$dir/child"
    while :; do sleep 0.05; done' --ttl 10s job
await test -s "$dir/at"
await_watchdog "$keeper"
kill -STOP "$keeper"
end=$(($(boot_ms) + 10000))
ended "$script"
is 'a_script_that_the_watchdog_ends_gets_TERM' 143 $?
kill -CONT "$keeper"
await gone "$keeper"
holds 'a_child_that_outlives_its_stopped_keepers_script_is_ended' await gone "$(cat "$dir/child")"
holds 'a_child_that_outlives_its_stopped_keepers_script_is_ended_within_the_validity' \
    test "$(cat "$dir/at")" -lt "$end"
redis_on '1 2 3 4 5' DEL job

# --- while it waits -----------------------------------------------------------

other=$("$redlock" acquire --ttl 200s job 2>/dev/null)
writes 'acquire_keep_of_a_held_lock_is_75' 75 "$redlock" acquire --keep --pid $$ --wait 0s job
is 'acquire_keep_of_a_held_lock_prints_no_token' '' "$(cat "$dir/out")"
env --ignore-signal=CHLD "$REDLOCK_BIN" --node-timeout 5s acquire --keep \
    --pid $$ --wait 0s job >/dev/null 2>&1
is 'acquire_keep_with_CHLD_ignored_is_75' 75 $?
# waiting N PID: N processes acquire a lock for PID.
waiting() {
    [ "$(running "keep --pid $2 job")" -eq "$1" ]
}
sh -c '"$redlock" acquire --keep --pid $$ job; :' >/dev/null 2>&1 &
script=$!
await waiting 2 "$script"
killed "$script"
await waiting 0 "$script"
holds 'a_wait_ends_when_the_script_is_killed' waiting 0 "$script"
sh -c 'trap "" TERM; "$redlock" acquire --keep --pid $$ job; :' >/dev/null 2>&1 &
script=$!
await waiting 2 "$script"
killed "$script"
await waiting 0 "$script"
holds 'a_wait_ends_when_a_script_that_ignores_TERM_is_killed' waiting 0 "$script"
"$REDLOCK_BIN" acquire --keep --pid $$ job >/dev/null 2>&1 &
waiter=$!
await queued 1 job
kill -TERM "$waiter"
wait "$waiter"
is 'TERM_ends_a_wait_of_acquire_keep' 143 $?
"$redlock" release --token "$other" job
await held_on 0 job

# --- nobody reads the token ---------------------------------------------------

mkfifo "$dir/full"
exec 7<>"$dir/full"
dd if=/dev/zero of="$dir/full" bs=4096 oflag=nonblock 2>/dev/null

sh -c '"$redlock" acquire --ttl 100s --keep --pid $$ job >&7 2>/dev/null; :' &
script=$!
await held_on 5 job
killed "$script"
await held_on 0 job
is 'a_script_killed_while_a_full_pipe_blocks_leaves_no_lock' 0 "$(holding job)"
await waiting 0 "$script"
holds 'a_script_killed_while_a_full_pipe_blocks_leaves_no_keeper' waiting 0 "$script"

# The lock is lost while nobody reads: no token is printed, and it is no success.
rm -f "$dir/status"
sh -c '"$redlock" acquire --node-timeout 1s --ttl 4s --keep --pid $$ job >&7 2>"$dir/err"
    echo $? >"$dir/status"' &
script=$!
await held_on 5 job
signal_masters STOP 1 2 3
await test -s "$dir/status"
is 'a_lock_lost_while_a_full_pipe_blocks_is_79' 79 "$(cat "$dir/status")"
says 'a_lock_lost_while_a_full_pipe_blocks_is_reported' 'lost before its token was printed' "$dir/err"
signal_masters CONT 1 2 3
wait "$script"
await held_on 0 job

# The keeper is stopped before it reports success, until the lock is another's.
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    rm -f "$dir/status"
    sh -c 'STOPS_AT=setsid STOPPED=$dir/stopped LD_PRELOAD=$REDLOCK_STOPPING \
        "$REDLOCK_BIN" acquire --node-timeout 5s --ttl 4s --keep --pid $$ job \
        >"$dir/out" 2>"$dir/err"
        echo $? >"$dir/status"' &
    script=$!
    await test -s "$dir/stopped"
    await stopped "$(cat "$dir/stopped")"
    await held_on 0 job
    redis_on '1 2 3 4 5' SET job theirs PX 60000
    kill -CONT "$(cat "$dir/stopped")"
    await test -s "$dir/status"
    is 'a_lock_lost_before_the_keeper_reports_is_79' 79 "$(cat "$dir/status")"
    says 'a_lock_lost_before_the_keeper_reports_is_reported' 'lost before it was kept' "$dir/err"
    wait "$script"
    redis_on '1 2 3 4 5' DEL job
else
    skip stopped 'a sanitizer'
fi

# With few descriptors a refusal has a reason, and no token is printed.
for limit in $(seq 12 26); do
    # shellcheck disable=SC3045
    sh -c 'ulimit -n $1 && exec 8>&- 7>&- && "$redlock" acquire --keep --pid $$ \
        --wait 0s limited >"$dir/out"' sh "$limit" 2>"$dir/err"
    status=$?
    if [ "$status" -eq 0 ]; then
        test -s "$dir/out" && await held_on 0 limited
    else
        ! test -s "$dir/out" && grep -q '^redlock: ' "$dir/err"
    fi || echo "$limit: $status" >>"$dir/mute"
done
holds 'acquire_keep_short_of_descriptors_explains_its_failure' test ! -e "$dir/mute"

# A process that knows the token may release the lock.
rm -f "$dir/end"
sh -c '"$redlock" acquire --ttl 6s --keep --pid $$ job >&7 2>/dev/null
    while [ ! -e "$dir/end" ]; do sleep 0.05; done; exit 6' &
script=$!
await held_on 5 job
exits 'a_lock_whose_token_nobody_has_read_can_be_released' 0 "$redlock" release --token "$(redis 1 GET job)" job
cat <&7 >/dev/null &
drain=$!
await waiting 0 "$script"
touch "$dir/end"
wait "$script"
is 'a_release_before_the_token_is_read_is_no_loss' 6 $?
kill "$drain"
wait "$drain" 2>/dev/null
exec 7>&-

# --- the kinds ----------------------------------------------------------------

for kind in --shared --reentrant=me --slots=2; do
    export kind
    rm -f "$dir/end" "$dir/released"
    begin 'while [ ! -e "$dir/end" ]; do sleep 0.05; done
        "$redlock" release $kind ${slot:+--slot "$slot"} --token "$token" kind
        echo $? >"$dir/released"; sleep 600' --ttl 100s "$kind" kind
    touch "$dir/end"
    await test -s "$dir/released"
    is "a_kept_lock_with_${kind%=*}_can_be_released" 0 "$(cat "$dir/released")"
    await gone "$keeper"
    kill -0 "$script"
    is "the_script_continues_after_releasing_with_${kind%=*}" 0 $?
    killed "$script"
    begin 'sleep 0.1' --ttl 100s "$kind" kind
    wait "$script"
    await gone "$keeper"
    "$redlock" acquire --wait 20s --ttl 1s kind >/dev/null 2>&1
    is "a_kept_lock_with_${kind%=*}_is_released_when_the_script_ends" 0 $?
    redis_on '1 2 3 4 5' DEL kind
done

# A release as another lock type releases nothing: the script keeps its lock, and
# is ended when the lock is lost.
for kind in --exclusive --shared --reentrant=me --slots=2; do
    begin 'while :; do sleep 0.05; done' --ttl 3s "$kind" wrong
    token=$(sed -n 's/.*"token":"\([^"]*\)".*/\1/p' "$dir/said")
    slot=$(sed -n 's/.*"slot":\([0-9]*\).*/\1/p' "$dir/said")
    for other in --exclusive --shared --reentrant=me --reentrant=you --slots=2; do
        number=${slot:-0}
        if [ "$other" = "$kind" ]; then
            [ -n "$slot" ] || continue
            number=$((1 - slot))
        fi
        case $other in
        --slots*) set -- "$other" --slot "$number" ;;
        *) set -- "$other" ;;
        esac
        exits "a_lock_with_${kind}_is_not_released_by_$*" 1 "$redlock" release "$@" --token "$token" wrong
    done
    redis_on '1 2 3 4 5' FLUSHALL
    await gone "$script"
    holds "a_script_whose_lock_with_${kind}_is_lost_is_ended" gone "$script"
    kill -KILL "$script" 2>/dev/null
    wait "$script" 2>/dev/null
    await gone "$keeper"
done

# --- refused ------------------------------------------------------------------

sleep 0 &
none=$!
wait "$none"
exits 'keep_for_a_process_that_has_ended_is_64' 64 "$redlock" acquire --keep --pid "$none" job
says 'keep_names_the_process_that_has_ended' "process $none: there is no such process" "$dir/err"
if unshare --pid --fork true 2>/dev/null; then
    # This /proc has other numbers for its processes.
    unshare --pid --fork sh -c 'sh -c "\"\$redlock\" acquire --keep --pid \$\$ \
        job"; exit $?' 2>"$dir/err"
    is 'keep_without_a_usable_proc_is_64' 64 $?
    says 'keep_without_a_usable_proc_says_so' '/proc does not show the process' "$dir/err"
fi
exits 'keep_for_process_1_is_64' 64 "$redlock" acquire --keep --pid 1 job
exits 'keep_of_several_resources_is_64' 64 "$redlock" acquire --keep --pid $$ job jab
says 'keep_of_several_resources_says_so' '--keep takes one resource' "$dir/err"
for alone in '--pid 5' '--kill-after 1s'; do
    # shellcheck disable=SC2086 # an option and its word
    exits "${alone}_without_keep_is_64" 64 "$redlock" acquire $alone job
    says "${alone}_without_keep_asks_for_keep" 'needs --keep' "$dir/err"
done
echo 'kill-after = 2s' >"$dir/conf"
chmod 600 "$dir/conf"
token=$(REDLOCK_CONFIG="$dir/conf" "$redlock" acquire job 2>"$dir/err")
is 'a_file_can_set_kill_after' 0 $?
"$redlock" release --token "$token" job
REDLOCK_CONFIG="$dir/conf" "$redlock" acquire --keep --pid $$ --ttl 3s job \
    2>"$dir/err"
is 'kill_after_of_a_file_that_does_not_fit_the_ttl_is_64' 64 $?
says 'kill_after_of_a_file_that_does_not_fit_is_named_with_its_line' "conf:1: --kill-after: at most half" "$dir/err"
if [ "$(id -u)" = 0 ] && setpriv --reuid 65534 --clear-groups "$REDLOCK_BIN" \
    --version >/dev/null 2>&1; then
    setpriv --reuid 65534 --clear-groups "$REDLOCK_BIN" acquire --keep \
        --pid $$ job 2>"$dir/err"
    is 'keep_for_a_process_of_another_user_is_64' 64 $?
    says 'keep_for_a_process_of_another_user_says_so' 'belongs to another user' "$dir/err"
fi

# --- its password -------------------------------------------------------------

for node in 1 2 3 4 5; do
    redis "$node" CONFIG SET requirepass secret >/dev/null
done
echo secret >"$dir/secret"
sh -c '"$REDLOCK_BIN" --node-timeout 5s acquire --keep --pid $$ --ttl 100s \
    --password-file /dev/fd/8 locked 8<"$dir/secret"' >/dev/null 2>"$dir/err"
is 'keep_can_read_the_password_from_a_descriptor' 0 $?

left() {
    for process in /proc/[0-9]*; do
        grep -qs "redlock-keep" "$process/comm" &&
            { tr '\0' '\n' <"$process/environ"; } 2>/dev/null |
            grep -x "dir=$dir"
    done
}
is 'no_keeper_is_left' '' "$(left)"
finish
