#!/bin/sh
# SPDX-License-Identifier: MIT
# Commands that share a lock, and those that want it alone.
. "$(dirname "$0")/lib.sh"
start_masters 3

# reader FILE: a run that shares the job until the file is there.
reader() {
    "$redlock" run -s job -- sh -c "touch '$1.on'; until test -e '$1'; do
        sleep 0.05; done" 2>/dev/null &
    await test -e "$1.on"
}

reader "$dir/one"
one=$!
reader "$dir/two"
two=$!
"$redlock" status job >"$dir/out"
says 'status_counts_them' '^job: held by 2 readers \(3 of 3 nodes agree\)' \
    "$dir/out"
"$redlock" status --json job >"$dir/json"
says 'and_json_too' '"holder":"readers","holder_nodes":3,"members":2' \
    "$dir/json"
holds 'which_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/json"
"$redlock" run --wait 0s job -- true 2>"$dir/err"
is 'who_wants_it_alone_is_refused' 75 $?
says 'and_told_why' '^redlock: job: held by readers on ' "$dir/err"
"$redlock" run -x --wait 0s job -- true 2>/dev/null
is 'with_x_too' 75 $?

# The first to leave frees nothing, the last one does, at once.
touch "$dir/one"
wait "$one"
"$redlock" run --wait 0s job -- true 2>/dev/null
is 'the_first_that_leaves_frees_nothing' 75 $?
"$redlock" run --label writer job -- touch "$dir/alone" 2>/dev/null &
alone=$!
queued() {
    for i in 1 2 3; do
        [ "$(redis "$i" ZCARD '{job}:queue')" -lt 1 ] || return 0
    done
    return 1
}
await queued
"$redlock" run -s --wait 0s job -- true 2>"$dir/err"
is 'nobody_more_shares_it_while_somebody_waits' 75 $?
says 'and_is_told_who_does' 'writer is ahead in the queue$' \
    "$dir/err"
"$redlock" run -s -v --wait 1s job -- true 2>"$dir/err"
says 'who_waits_says_so' 'waiting(, [1-9][a-z]+ in the queue)?$' "$dir/err"
silent 'and_not_that_the_one_who_goes_before_holds_it' 'held by writer' \
    "$dir/err"
is 'who_waits_has_it_not_yet' '' "$(ls "$dir/alone" 2>/dev/null)"
touch "$dir/two"
wait "$two"
await test -e "$dir/alone"
wait "$alone"
is 'the_last_that_leaves_frees_it' 0 $?

# A reader that is killed, with what runs under it: its watchdog gives it back.
reader "$dir/three"
three=$!
kill -KILL "$three"
wait "$three" 2>/dev/null
touch "$dir/three"
"$redlock" run --wait 60s job -- true 2>/dev/null
is 'a_reader_that_is_killed_is_in_nobodys_way' 0 $?

# By hand.
token=$("$redlock" acquire --shared --ttl 2m job 2>/dev/null)
is 'a_plain_lock_is_refused' '' "$(redis 1 SET job theirs NX PX 1000)"
"$redlock" extend --token "$token" job 2>"$dir/err"
is 'its_token_alone_does_not_extend_it' 79 $?
says 'and_it_is_said_why' 'add --shared$' "$dir/err"
"$redlock" release --token "$token" job 2>"$dir/err"
is 'nor_does_it_release_it' 1 $?
says 'for_which_it_is_said_too' 'add --shared$' "$dir/err"
"$redlock" extend -s --token "$token" job 2>/dev/null
is 'but_with_s' 0 $?
"$redlock" release --token redlock:shared job 2>/dev/null
is 'the_badge_is_no_token' 64 $?
"$redlock" release -s --token "$token" job 2>/dev/null
is 'and_so_it_is_released' 0 $?
is 'with_nothing_left' '0' "$(redis 1 EXISTS job '{job}:members')"
"$redlock" release -s --token "$token" job 2>"$dir/err"
is 'and_not_twice' 1 $?
silent 'which_is_not_for_its_mode' 'shared' "$dir/err"
token=$("$redlock" acquire job 2>/dev/null)
"$redlock" extend -s --token "$token" job 2>"$dir/err"
is 'an_exclusive_one_is_not_extended_with_s' 79 $?
says 'and_it_is_said_why_not' 'leave out --shared$' "$dir/err"
"$redlock" release --token "$token" job 2>/dev/null
"$redlock" status -s job 2>/dev/null
is 'a_status_is_neither' 64 $?

stop_masters
finish
