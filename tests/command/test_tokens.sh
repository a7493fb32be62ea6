#!/bin/sh
# SPDX-License-Identifier: MIT
# acquire, extend, release and status, from different processes.
. "$(dirname "$0")/lib.sh"
start_masters 5

token=$(patient acquire --label me-1 --ttl 60s job)
is 'an_acquire_succeeds' 0 $?
await held_on 5 job
is 'and_prints_the_token' "$token" "$(redis 1 GET job)"
patient acquire --wait 0s job >"$dir/out" 2>"$dir/err"
is 'a_second_acquire_is_75' 75 $?
is 'and_prints_no_token' '' "$(cat "$dir/out")"
says 'and_names_the_holder' 'me-1' "$dir/err"

patient status job >"$dir/out"
is 'the_status_is_told' 0 $?
says 'with_the_holder' 'held by me-1' "$dir/out"

patient extend job --ttl 200s --token "$token" >/dev/null
is 'another_process_extends_it_by_its_token' 0 $?
longer() {
    for i in 1 2 3 4 5; do
        redis "$i" PTTL job
    done | awk '$1 > 100000 { count++ } END { exit count < 5 }'
}
# It is extended when a quorum has done so; the rest follow.
await longer
holds 'and_every_key_lives_longer' longer
patient extend job --token no-such-token >/dev/null 2>&1
is 'a_token_that_nobody_knows_is_79' 79 $?
is 'and_changes_nothing' "$token" "$(redis 1 GET job)"

patient release job --token no-such-token >/dev/null 2>&1
is 'releasing_what_is_not_ours_is_1' 1 $?
is 'and_leaves_it' 5 "$(holding job)"
patient release job --token "$token" >/dev/null
is 'another_process_releases_it_by_its_token' 0 $?
await held_on 0 job
patient release job --token "$token" >/dev/null 2>"$dir/err"
is 'T20_releasing_it_again_is_an_answer' 1 $?
says 'T20_in_plain_words' '.' "$dir/err"

patient status job >"$dir/out"
is 'a_free_name_is_no_error' 0 $?
says 'a_free_name_is_free' 'free' "$dir/out"

# Right with the first master dead.
token=$(patient acquire --label me-2 job)
await held_on 5 job
was=$(pid 1)
signal_masters KILL 1
await gone "$was"
patient status job >"$dir/out"
is 'T17_the_status_is_told_with_the_first_master_dead' 0 $?
says 'T17_and_the_lock_is_held' 'held by me-2' "$dir/out"
signal_masters KILL 2 3
patient status job >"$dir/out" 2>&1
is 'T21_a_status_that_nobody_can_tell_is_69' 69 $?
silent 'T21_and_is_not_free' '^job: free' "$dir/out"
finish
