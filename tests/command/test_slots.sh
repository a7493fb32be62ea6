#!/bin/sh
# SPDX-License-Identifier: MIT
# Slots: so many commands may run at the same time.
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
is 'each_holder_gets_another_slot' '0 1' \
    "$(sort -n "$dir/one.on" "$dir/two.on" | paste -sd ' ' -)"
"$redlock" status pool >"$dir/out"
says 'status_counts_the_taken_slots' '^pool: 2 of 2 slots are taken$' "$dir/out"
says 'status_counts_the_taken_slots_of_each_node' '^  .* 2 of 2 slots are taken' "$dir/out"
"$redlock" status --json pool >"$dir/json"
says 'json_of_status_counts_the_taken_slots' '"status":"slots","slots":2,"slots_taken":2' "$dir/json"
holds 'json_of_status_of_slots_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/json"
exits 'a_run_without_a_free_slot_is_75' 75 "$redlock" run --slots 2 --wait 0s pool -- true
says 'the_refusal_says_that_all_slots_are_taken' \
    '^redlock: pool: all 2 slots are taken, the first is free in ' "$dir/err"
exits 'a_run_with_another_number_of_slots_is_78' 78 "$redlock" run --slots 3 pool -- true
says 'a_run_with_another_number_of_slots_gets_advice' \
    '^redlock: pool: the lock is held with another number of slots: use the same' \
    "$dir/err"
"$redlock" run --slots 3 --json pool -- true 2>"$dir/json"
says 'json_of_a_run_with_another_number_of_slots_says_disagrees' '"status":"disagrees"' "$dir/json"
exits 'release_by_force_of_slots_is_1' 1 "$redlock" release --force --yes pool
says 'release_by_force_of_slots_says_that_it_cannot' 'slots cannot be released by force' "$dir/err"
touch "$dir/one"
wait "$one"
"$redlock" run --slots 2 --wait 0s --json pool -- true 2>"$dir/json"
is 'a_released_slot_can_be_acquired' 0 $?
says 'the_event_acquired_has_the_slot' '"event":"acquired".*"slot":[01]' "$dir/json"

# The watchdog of a killed run releases the slot.
holder "$dir/three"
three=$!
killed "$three"
touch "$dir/three"
exits 'a_killed_holders_slot_is_released_by_its_watchdog' 0 "$redlock" run --slots 2 --wait 60s pool -- true
touch "$dir/two"
wait "$two"

# By hand.
printed=$("$redlock" acquire --slots 3 --ttl 2m pool 2>/dev/null)
slot=${printed% *}
token=${printed#* }
is 'acquire_prints_the_slot_and_the_token' "$slot $token" "$printed"
is 'the_key_of_the_slot_has_the_token' "$token" "$(redis 1 GET "{pool}:slot:$slot")"
exits 'a_slot_cannot_be_extended_by_its_token_alone' 79 "$redlock" extend --token "$token" pool
exits 'a_slot_cannot_be_extended_without_its_index' 64 "$redlock" extend --slots 3 --token "$token" pool
says 'the_extension_without_the_index_asks_for_it' '^redlock: extend: no slot: give --slot' "$dir/err"
exits 'a_slot_cannot_be_extended_without_the_number_of_slots' 64 "$redlock" extend --slot "$slot" --token "$token" pool
exits 'a_slot_beyond_the_number_of_slots_is_64' 64 "$redlock" extend --slots 3 --slot 3 --token "$token" pool
exits 'a_slot_cannot_be_extended_with_another_number_of_slots' 79 "$redlock" extend --slots 4 --slot "$slot" --token "$token" pool
says 'the_extension_with_another_number_of_slots_gets_advice' 'has another number of slots: give the --slots of' \
    "$dir/err"
exits 'a_slot_can_be_extended_with_index_and_number' 0 "$redlock" extend --slots 3 --slot "$slot" --token "$token" pool
REDLOCK_SLOT=$slot REDLOCK_TOKEN=$token \
    "$redlock" release --slots 3 pool 2>/dev/null
is 'a_slot_can_be_released_with_REDLOCK_SLOT' 0 $?
is 'a_released_slot_leaves_no_key' 0 "$(redis 1 EXISTS "{pool}:slot:$slot")"
"$redlock" acquire --slots 3 --json pool >"$dir/json" 2>/dev/null
says 'json_of_acquire_has_the_slot' '"slot":[0-2]' "$dir/json"

# One slot.
"$redlock" run --slots 1 one -- sh -c "echo \"\$REDLOCK_SLOT\" >'$dir/alone'
    \"$redlock\" acquire --slots 1 --wait 0s one 2>'$dir/refused'
    echo \$? >>'$dir/alone'
    \"$redlock\" acquire --slots 2 --wait 0s one 2>'$dir/err'
    echo \$? >>'$dir/alone'" 2>/dev/null
is 'one_slot_refuses_a_second_holder_and_another_number' '0 75 78' "$(paste -sd ' ' - <"$dir/alone")"
says 'the_refusal_says_that_the_only_slot_is_taken' \
    '^redlock: one: the only slot is taken, it is free in ' "$dir/refused"

# Options that exclude each other.
exits 'slots_with_shared_is_64' 64 "$redlock" run --slots 2 -s pool -- true
exits 'slots_with_reentrant_is_64' 64 "$redlock" run --slots 2 --reentrant pool -- true
exits 'slots_with_two_resources_is_64' 64 "$redlock" run --slots 2 pool more -- true
exits 'zero_slots_is_64' 64 "$redlock" run --slots 0 pool -- true
exits 'more_than_1024_slots_is_64' 64 "$redlock" run --slots 1025 pool -- true

stop_masters
finish
