#!/bin/sh
# SPDX-License-Identifier: MIT
# One owner that has a lock more than once.
. "$(dirname "$0")/lib.sh"
unset REDLOCK_OWNER REDLOCK_OWNED REDLOCK_RESOURCE REDLOCK_RESOURCES
start_masters 3
run="$redlock run --node-timeout 5s"
outer="timeout 60 $run"

# A run inside a run, with the same fence.
$outer --reentrant job -- sh -c 'echo "$REDLOCK_OWNER $REDLOCK_FENCE"
    "$1" status job >"$0/status"
    $2 --reentrant job -- sh -c "echo \$REDLOCK_OWNER \$REDLOCK_FENCE
        \"\$1\" status job; \"\$1\" status --json job >\"\$0/json\"" "$0" "$1"
    ' "$dir" "$redlock" "$run" >"$dir/out" 2>"$dir/err"
is 'a_run_inside_a_run_of_its_owner_runs' 0 $?
is 'a_run_inside_a_run_of_its_owner_has_the_same_owner_and_fence' "$(sed -n 1p "$dir/out")" \
    "$(sed -n 2p "$dir/out")"
says 'an_owner_without_a_name_gets_a_generated_one' \
    '^[^ ]+:[0-9]+:[0-9a-f]{16} [0-9]+$' "$dir/out"
says 'status_counts_the_first_lock_of_an_owner' ', 1 lock \(3 of 3 nodes agree\)' "$dir/status"
says 'status_counts_two_locks_of_an_owner' ', 2 locks \(3 of 3 nodes agree\)' "$dir/out"
says 'json_of_status_counts_two_locks_of_an_owner' '"holder_nodes":3,"members":2' "$dir/json"
await held_on 0 job

# Other runs between the owner's runs.
writes 'a_run_far_inside_a_run_of_its_owner_runs' 0 $outer --reentrant=me job -- $run other -- $run --reentrant two -- \
    $run --reentrant job -- sh -c 'echo "$REDLOCK_OWNER $REDLOCK_OWNED"'
says 'REDLOCK_OWNED_lists_the_locks_of_the_owner' \
    '^me job=([0-9]+) two=[0-9]+ job=\1$' "$dir/out"
writes 'a_run_with_no_fence_inside_a_run_of_its_owner_runs' 0 $outer --reentrant --no-fence job -- $run --reentrant job -- \
    sh -c 'echo "<${REDLOCK_FENCE-none}> $REDLOCK_OWNED"'
says 'an_owners_lock_without_a_fence_has_fence_0_in_REDLOCK_OWNED' '^<none> job=0 job=0$' "$dir/out"

# Runs of other owners, and without an owner, are refused.
exits 'a_plain_run_inside_an_owners_run_is_64' 64 $outer --reentrant job -- $run job -- true
says 'a_plain_run_inside_an_owners_run_gets_advice' 'Use --reentrant in both' "$dir/err"
exits 'an_owners_run_inside_a_plain_run_is_64' 64 $outer job -- $run --reentrant job -- true
# A number beside the owner's name is not the owner's where a run without one
# has set it.
REDLOCK_OWNER=me $outer job -- $run --reentrant --wait 5s job -- true \
    2>/dev/null
is 'an_owners_run_inside_a_plain_run_with_REDLOCK_OWNER_is_64' 64 $?
exits 'an_owners_run_inside_a_plain_run_inside_an_owners_run_is_64' 64 $outer --reentrant other -- $run job -- \
    $run --reentrant --wait 5s job -- true
exits 'an_owners_run_inside_another_owners_run_inside_its_own_is_64' 64 $outer --reentrant=me job -- $run --reentrant=you other -- \
    $run --reentrant=me job -- true
says 'the_refusal_names_the_owner_in_between' 'another owner, you, which does not pass on the owner me' \
    "$dir/err"
says 'the_refusal_of_an_owner_in_between_has_advice' 'Give that run the same owner, or none' "$dir/err"
exits 'another_owner_is_refused_by_the_nodes' 75 $outer --reentrant=me job -- env -u REDLOCK_HELD \
    $run --reentrant=you --wait 0s job -- true
says 'the_refusal_names_the_owner' 'held by me on ' "$dir/err"
exits 'a_plain_run_of_an_owners_lock_is_refused_by_the_nodes' 75 $outer --reentrant=me job -- env -u REDLOCK_HELD \
    $run --wait 0s job -- true

# An owner that shares a lock.
writes 'an_owner_can_share_a_lock_twice' 0 $outer --shared --reentrant job -- $run -s --reentrant job -- \
    sh -c 'echo "$REDLOCK_OWNED"; "$1" status job' "$0" "$redlock"
says 'REDLOCK_OWNED_lists_shared_locks_as_shared' '^job=shared job=shared$' "$dir/out"
says 'status_counts_an_owners_shared_locks_as_readers' 'held by 2 readers' "$dir/out"
await held_on 0 job
exits 'an_owners_exclusive_run_inside_its_shared_one_is_64' 64 $outer -s --reentrant job -- $run --reentrant --wait 60s job -- true
says 'an_owners_exclusive_run_inside_its_shared_one_gets_advice' 'shares the lock as this owner. End that command first' "$dir/err"
exits 'an_owners_upgrade_that_only_the_nodes_know_is_64' 64 $outer -s --reentrant=me job -- env -u REDLOCK_HELD \
    $run --reentrant --wait 60s job -- true
says 'an_owners_upgrade_that_only_the_nodes_know_is_explained' 'this owner holds the lock shared' "$dir/err"
says 'an_owners_upgrade_that_only_the_nodes_know_gets_advice' "end this owner's command that shares the lock, or" "$dir/err"
exits 'an_owners_shared_run_inside_its_exclusive_one_is_64' 64 $outer --reentrant job -- $run -s --reentrant job -- true
says 'an_owners_shared_run_inside_its_exclusive_one_gets_advice' 'as this owner. Leave out --shared' "$dir/err"
await held_on 0 job
token=$("$redlock" acquire -s --reentrant=me --ttl 2m job 2>/dev/null)
"$redlock" acquire --reentrant=me --wait 60s --json job >"$dir/json" 2>/dev/null
is 'an_acquire_that_would_upgrade_is_64' 64 $?
says 'json_of_an_acquire_that_would_upgrade_has_the_word_upgrade' '"status":"upgrade".*"reason":"upgrade"' "$dir/json"
exits 'an_owners_shared_lock_can_be_extended_as_such' 0 "$redlock" extend -s --reentrant=me --token "$token" job
exits 'an_owners_shared_lock_can_be_released_as_such' 0 "$redlock" release -s --reentrant=me --token "$token" job
await held_on 0 job

# Wrong usage.
exits 'reentrant_with_two_resources_is_64' 64 $run --reentrant job two -- true
says 'reentrant_with_two_resources_says_so' '--reentrant: ' "$dir/err"
exits 'an_owner_name_with_a_blank_is_64' 64 $run --reentrant='two words' job -- true
exits 'acquire_with_an_unnamed_owner_is_64' 64 "$redlock" acquire --reentrant job
says 'acquire_with_an_unnamed_owner_asks_for_the_name' 'use --reentrant=OWNER' "$dir/err"

# By hand.
token=$("$redlock" acquire --reentrant=me --ttl 2m job 2>/dev/null)
is 'an_owners_lock_refuses_a_plain_SET_NX' '' "$(redis 1 SET job theirs NX PX 1000)"
exits 'an_owners_lock_cannot_be_extended_as_a_plain_one' 79 "$redlock" extend --token "$token" job
says 'the_refused_extension_advises_reentrant' 'add --reentrant$' "$dir/err"
exits 'an_owners_lock_cannot_be_extended_by_another_owner' 79 "$redlock" extend --reentrant=you --token "$token" job
fence=$(redis 1 GET '{job}:fence')
second=$(REDLOCK_OWNER=me REDLOCK_RESOURCE=job REDLOCK_FENCE=${fence%%|*} \
    "$redlock" acquire --reentrant --wait 0s job 2>/dev/null)
is 'acquire_takes_the_owners_fence_from_the_environment' 0 $?
exits 'acquire_without_the_owners_fence_is_75' 75 "$redlock" acquire --reentrant=me --wait 0s job
REDLOCK_OWNER=me REDLOCK_RESOURCE=job REDLOCK_FENCE=9223372036854775807 \
    "$redlock" acquire --reentrant --wait 0s job 2>/dev/null
is 'a_fence_beyond_the_range_is_64' 64 $?
exits 'an_owners_lock_can_be_extended_by_its_owner' 0 "$redlock" extend --reentrant=me --token "$token" job
exits 'an_owners_lock_can_be_released_by_its_owner' 0 "$redlock" release --reentrant=me --token "$token" job
await held_on 3 job
REDLOCK_OWNER=me "$redlock" release --reentrant --token "$second" job \
    2>/dev/null
is 'an_owners_last_release_frees_the_resource' 0 $?
await held_on 0 job

# The watchdog of a killed run releases the lock.
"$redlock" run --reentrant job -- sh -c "touch '$dir/on'; exec sleep 600" \
    2>/dev/null &
killed=$!
await test -e "$dir/on"
killed "$killed"
exits 'a_killed_owners_lock_is_released_by_its_watchdog' 0 "$redlock" run --wait 60s job -- true

stop_masters
finish
