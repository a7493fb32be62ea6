#!/bin/sh
# SPDX-License-Identifier: MIT
# redlock release --force: the holder learns of the loss, the next holder has a
# greater fence, and a lock that was not reported stays.
. "$(dirname "$0")/lib.sh"
start_masters 3

# force ARGUMENTS...: runs it with its output in files.
force() {
    timeout 100 "$redlock" release --force "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    return "$status"
}
counter() {
    redis "$1" GET '{job}:fence'
}

exits 'release_by_force_of_a_free_lock_is_1' 1 force job --yes
force --json --yes job
is 'json_of_release_by_force_of_a_free_lock_is_gone' '{"resource":"job","status":"gone"}' "$(cat "$dir/out")"

# --- a command that is kept ------------------------------------------------------

# kept LABEL OPTION...: a run in the background, until its command runs.
kept() {
    rm -f "$dir/ready"
    "$redlock" run --label "$@" job -- sh -c "echo \$REDLOCK_FENCE >$dir/ready
        exec sleep 300" >/dev/null 2>"$dir/run" &
    runner=$!
    await test -s "$dir/ready"
    await held_on 3 job
}
kept one --ttl 15s
fence=$(cat "$dir/ready")
exits 'release_by_force_without_a_terminal_and_yes_is_64' 64 force job
says 'release_by_force_without_a_terminal_asks_for_yes' 'there is none: add --yes' "$dir/err"
is 'release_by_force_without_yes_releases_nothing' 3 "$(holding job)"
before=$(for i in 1 2 3; do counter "$i"; done)
exits 'release_by_force_exits_with_0' 0 force --yes job
says 'release_by_force_names_the_holder' 'job: held by one on 3 of 3 nodes' "$dir/err"
says 'release_by_force_warns_of_the_former_holder' 'believes that it holds the lock until its$' \
    "$dir/err"
says 'release_by_force_says_what_a_fenced_resource_can_do' 'can refuse the old holder' "$dir/err"
says 'release_by_force_reports_the_release' 'job: released by force on [23] of 3 nodes' "$dir/err"
is 'release_by_force_keeps_the_counters' "$before" "$(for i in 1 2 3; do counter "$i"; done)"
wait "$runner"
is 'the_command_of_a_lock_released_by_force_is_79' 79 $?
says 'a_release_by_force_is_reported_as_a_loss' 'lost' "$dir/run"
is 'no_key_is_restored_after_a_release_by_force' 0 "$(holding job)"
"$redlock" run job -- sh -c "echo \$REDLOCK_FENCE >$dir/next" 2>/dev/null
holds 'the_holder_after_a_release_by_force_has_a_greater_fence' test "$(cat "$dir/next")" -gt "$fence"

# --- who waits ---------------------------------------------------------------------

kept holder --ttl 20s
"$redlock" run --json --wait 90s job -- touch "$dir/served" 2>"$dir/waits" &
waiter=$!
await grep -q '"position":' "$dir/waits"
redis_on '1 2 3' CONFIG RESETSTAT
force --yes job
says 'release_by_force_counts_the_waiters' 'held by holder on 3 of 3 nodes; 1 wait' "$dir/err"
wait "$waiter"
is 'a_waiter_gets_the_lock_after_a_release_by_force' 0 $?
holds 'a_waiter_runs_its_command_after_a_release_by_force' test -e "$dir/served"
published() {
    for i in 1 2 3; do
        redis "$i" INFO commandstats | grep 'cmdstat_publish:'
    done
}
holds 'release_by_force_notifies_the_waiter' test -n "$(published)"
wait "$runner"
is 'a_holder_with_a_waiter_loses_the_lock_released_by_force' 79 $?

# --- who shares it -----------------------------------------------------------------

"$redlock" acquire --ttl 5m -s job >/dev/null 2>&1
token=$("$redlock" acquire --ttl 5m -s job 2>/dev/null)
await held_on 3 '{job}:members'
force --yes job
says 'release_by_force_counts_the_readers' 'job: held by 2 readers on 3 of 3 nodes' "$dir/err"
is 'release_by_force_of_a_shared_lock_is_0' 0 "$status"
is 'release_by_force_removes_all_readers' 0 "$(holding '{job}:members')"
"$redlock" extend -s --token "$token" job >/dev/null 2>&1
is 'a_reader_cannot_extend_after_a_release_by_force' 79 $?

token=$("$redlock" acquire --wait 5s --ttl 5m --no-fence --reentrant=me job 2>/dev/null)
"$redlock" acquire --wait 5s --ttl 5m --no-fence --reentrant=me job >/dev/null 2>&1
await held_on 3 '{job}:members'
"$redlock" status >"$dir/out"
says 'status_counts_the_locks_of_an_owner' '^job: held by me, 2 locks \(3 of 3' \
    "$dir/out"
force --yes job
says 'release_by_force_counts_the_locks_of_an_owner' 'job: held by me, 2 locks on 3 of 3 nodes' "$dir/err"
is 'release_by_force_removes_all_locks_of_an_owner' '0 0' "$status $(holding '{job}:members')"
"$redlock" extend --reentrant=me --token "$token" job >/dev/null 2>&1
is 'an_owner_cannot_extend_after_a_release_by_force' 79 $?
exits 'release_by_force_with_reentrant_is_64' 64 force --yes --reentrant=me job

# --- who is none of ours -------------------------------------------------------------

redis_on '1 2 3' SET job "$(printf 'theirs\351%0200d' 7)" PX 300000
exits 'release_by_force_works_for_other_redlock_libraries' 0 force --yes --json job
"$REDLOCK_JSON_CHECK" <"$dir/out"
is 'json_of_release_by_force_is_valid' 0 $?
says 'json_of_release_by_force_has_the_votes' '"status":"ok","quorum":2,"released":3,.*"vote":"released"' \
    "$dir/out"
silent 'json_of_release_by_force_prints_nothing_on_standard_error' . "$dir/err"
is 'release_by_force_deletes_another_librarys_key' 0 "$(holding job)"
redis_on '1 2 3' HSET job field 1
exits 'release_by_force_of_a_key_that_is_no_lock_is_69' 69 force --yes job
is 'release_by_force_keeps_a_key_that_is_no_lock' 3 "$(holding job)"
redis_on '1 2 3' DEL job

# --- nodes that fail -----------------------------------------------------------------

kept tough --ttl 60s
signal_masters STOP 2 3
exits 'release_by_force_without_a_quorum_is_69' 69 force --yes --node-timeout 300ms job
signal_masters CONT 2 3
"$redlock" status job >"$dir/out"
says 'release_by_force_without_a_quorum_leaves_the_holder' '^job: held by tough' "$dir/out"
kill -TERM "$runner"
wait "$runner"
redis_on '1 2 3' DEL job

# --- wrong usage -----------------------------------------------------------------------

exits 'release_by_force_with_a_token_is_64' 64 force --yes --token x job
exits 'release_by_force_with_a_mode_is_64' 64 force --yes -s job
"$redlock" acquire --ttl 5m job >/dev/null 2>&1
await held_on 3 job
force --yes --slots 2 --slot 0 job
is 'release_by_force_with_a_slot_is_64' '64 3' "$status $(holding job)"
redis_on '1 2 3' DEL job
exits 'release_with_yes_but_without_force_is_64' 64 "$redlock" release --yes --token x job

# --- a terminal ------------------------------------------------------------------------

if command -v script >/dev/null 2>&1; then
    answered() {
        "$redlock" acquire --ttl 5m job >/dev/null 2>&1
        await held_on 3 job
        (await grep -q 'release it by force' "$dir/typescript" && echo "$1") |
            script -qefc "$redlock release --force job" "$dir/typescript" \
                >/dev/null
        status=$?
        rm -f "$dir/typescript"
    }
    answered n
    is 'the_answer_no_releases_nothing' '1 3' "$status $(holding job)"
    redis_on '1 2 3' DEL job
    answered yes
    is 'the_answer_yes_releases' '0 0' "$status $(holding job)"
fi
finish
