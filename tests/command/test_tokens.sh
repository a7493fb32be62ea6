#!/bin/sh
# SPDX-License-Identifier: MIT
# acquire, extend, release and status, from different processes.
. "$(dirname "$0")/lib.sh"
start_masters 5

token=$(patient acquire --label me-1 --ttl 60s job)
is 'acquire_of_a_free_lock_is_0' 0 $?
await held_on 5 job
is 'acquire_prints_the_token' "$token" "$(redis 1 GET job)"
patient acquire --wait 0s job >"$dir/out" 2>"$dir/err"
is 'acquire_of_a_held_lock_is_75' 75 $?
is 'acquire_of_a_held_lock_prints_no_token' '' "$(cat "$dir/out")"
says 'acquire_of_a_held_lock_names_the_holder' 'me-1' "$dir/err"

patient status job >"$dir/out"
is 'status_of_a_held_lock_is_0' 0 $?
says 'status_of_a_held_lock_names_the_holder' 'held by me-1' "$dir/out"

patient extend job --ttl 200s --token "$token" >/dev/null
is 'another_process_can_extend_by_the_token' 0 $?
longer() {
    for i in 1 2 3 4 5; do
        redis "$i" PTTL job
    done | awk '$1 > 100000 { count++ } END { exit count < 5 }'
}
# A quorum has extended the lock; the other nodes follow.
await longer
holds 'extend_moves_the_expiry_of_every_key' longer
patient extend job --token no-such-token >/dev/null 2>&1
is 'extend_with_an_unknown_token_is_79' 79 $?
is 'extend_with_an_unknown_token_changes_nothing' "$token" "$(redis 1 GET job)"

patient release job --token no-such-token >/dev/null 2>&1
is 'release_with_an_unknown_token_is_1' 1 $?
is 'release_with_an_unknown_token_deletes_nothing' 5 "$(holding job)"
patient release job --token "$token" >/dev/null
is 'another_process_can_release_by_the_token' 0 $?
await held_on 0 job
patient release job --token "$token" >/dev/null 2>"$dir/err"
is 'release_of_a_released_lock_is_1' 1 $?
says 'release_of_a_released_lock_is_explained' '.' "$dir/err"

patient status job >"$dir/out"
is 'status_of_a_free_lock_is_0' 0 $?
says 'status_of_a_free_lock_says_free' 'free' "$dir/out"

# The status is correct if the first master is dead.
token=$(patient acquire --label me-2 job)
await held_on 5 job
was=$(pid 1)
signal_masters KILL 1
await gone "$was"
patient status job >"$dir/out"
is 'status_with_the_first_master_dead_is_0' 0 $?
says 'status_with_the_first_master_dead_names_the_holder' 'held by me-2' "$dir/out"
signal_masters KILL 2 3
patient status job >"$dir/out" 2>&1
is 'status_without_a_quorum_is_69' 69 $?
silent 'status_without_a_quorum_does_not_say_free' '^job: free' "$dir/out"
finish
