#!/bin/sh
# SPDX-License-Identifier: MIT
# Commands of which so many may run at once.
. "$(dirname "$0")/lib.sh"
start_masters 5

# holder FILE: a run that has a slot of the pool until the file is there.
holder() {
    "$redlock" run --slots 2 pool -- sh -c "echo \"\$REDLOCK_SLOT\" >'$1.on'
        until test -e '$1'; do sleep 0.05; done" 2>/dev/null &
    await test -s "$1.on"
}

holder "$dir/one"
one=$!
holder "$dir/two"
two=$!
is 'each_is_told_another_slot' '0 1' \
    "$(sort -n "$dir/one.on" "$dir/two.on" | paste -sd ' ' -)"
"$redlock" status pool >"$dir/out"
says 'status_counts_them' '^pool: 2 of 2 slots are taken$' "$dir/out"
says 'for_each_node_too' '^  .* 2 of 2 slots are taken' "$dir/out"
"$redlock" status --json pool >"$dir/json"
says 'and_json_too' '"status":"slots","slots":2,"slots_taken":2' "$dir/json"
holds 'which_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/json"
"$redlock" run --slots 2 --wait 0s pool -- true 2>"$dir/err"
is 'one_more_is_refused' 75 $?
says 'and_told_why' \
    '^redlock: pool: all 2 slots are taken, the first is free in ' "$dir/err"
"$redlock" run --slots 3 pool -- true 2>"$dir/err"
is 'who_says_another_number_is_refused_at_once' 78 $?
says 'and_told_what_to_do' \
    '^redlock: pool: the lock is held with another number of slots: use the same' \
    "$dir/err"
"$redlock" run --slots 3 --json pool -- true 2>"$dir/json"
says 'in_json_too' '"status":"disagrees"' "$dir/json"
"$redlock" release --force --yes pool 2>"$dir/err"
is 'force_takes_none_away' 1 $?
says 'and_says_so' 'slots cannot be released by force' "$dir/err"
touch "$dir/one"
wait "$one"
"$redlock" run --slots 2 --wait 0s --json pool -- true 2>"$dir/json"
is 'a_slot_that_is_left_is_free_at_once' 0 $?
says 'and_the_event_tells_which' '"event":"acquired".*"slot":[01]' "$dir/json"

# A run that is killed, with what runs under it: its watchdog gives it back.
holder "$dir/three"
three=$!
kill -KILL "$three"
wait "$three" 2>/dev/null
touch "$dir/three"
"$redlock" run --slots 2 --wait 60s pool -- true 2>/dev/null
is 'one_that_is_killed_is_in_nobodys_way' 0 $?
touch "$dir/two"
wait "$two"

# By hand.
printed=$("$redlock" acquire --slots 3 --ttl 2m pool 2>/dev/null)
slot=${printed% *}
token=${printed#* }
is 'acquire_prints_the_slot_and_the_token' "$slot $token" "$printed"
is 'whose_key_is_the_slots' "$token" "$(redis 1 GET "{pool}:slot:$slot")"
"$redlock" extend --token "$token" pool 2>/dev/null
is 'its_token_alone_does_not_extend_it' 79 $?
"$redlock" extend --slots 3 --token "$token" pool 2>"$dir/err"
is 'nor_without_the_slot' 64 $?
says 'which_is_said' '^redlock: extend: no slot: give --slot' "$dir/err"
"$redlock" extend --slot "$slot" --token "$token" pool 2>"$dir/err"
is 'nor_without_their_number' 64 $?
"$redlock" extend --slots 3 --slot 3 --token "$token" pool 2>"$dir/err"
is 'nor_with_one_that_is_not_there' 64 $?
"$redlock" extend --slots 4 --slot "$slot" --token "$token" pool 2>"$dir/err"
is 'nor_with_another_number' 79 $?
says 'which_is_said_too' 'has another number of slots: give the --slots of' \
    "$dir/err"
"$redlock" extend --slots 3 --slot "$slot" --token "$token" pool 2>/dev/null
is 'but_with_both' 0 $?
REDLOCK_SLOT=$slot REDLOCK_TOKEN=$token \
    "$redlock" release --slots 3 pool 2>/dev/null
is 'and_so_it_is_released' 0 $?
is 'with_nothing_left' 0 "$(redis 1 EXISTS "{pool}:slot:$slot")"
"$redlock" acquire --slots 3 --json pool >"$dir/json" 2>/dev/null
says 'json_tells_the_slot' '"slot":[0-2]' "$dir/json"

# One slot.
"$redlock" run --slots 1 one -- sh -c "echo \"\$REDLOCK_SLOT\" >'$dir/alone'
    \"$redlock\" acquire --slots 1 --wait 0s one 2>'$dir/refused'
    echo \$? >>'$dir/alone'
    \"$redlock\" acquire --slots 2 --wait 0s one 2>'$dir/err'
    echo \$? >>'$dir/alone'" 2>/dev/null
is 'one_slot_is_a_semaphore_too' '0 75 78' "$(paste -sd ' ' - <"$dir/alone")"
says 'and_its_holder_is_said' \
    '^redlock: one: the only slot is taken, it is free in ' "$dir/refused"

# What does not go together.
"$redlock" run --slots 2 -s pool -- true 2>"$dir/err"
is 'a_slot_is_not_shared' 64 $?
"$redlock" run --slots 2 --reentrant pool -- true 2>"$dir/err"
is 'nor_reentrant' 64 $?
"$redlock" run --slots 2 pool more -- true 2>"$dir/err"
is 'and_of_one_resource_only' 64 $?
"$redlock" run --slots 0 pool -- true 2>"$dir/err"
is 'no_slot_is_no_semaphore' 64 $?
"$redlock" run --slots 1025 pool -- true 2>"$dir/err"
is 'nor_are_so_many' 64 $?

stop_masters
finish
