#!/bin/sh
# SPDX-License-Identifier: MIT
# Several names at once: all of them or none.
. "$(dirname "$0")/lib.sh"
start_masters 3
run="$redlock run"

$run jug cup 'a b=%' -- sh -c 'echo "$REDLOCK_RESOURCE"
    echo "$REDLOCK_RESOURCES"; echo "$REDLOCK_FENCES"
    echo "<${REDLOCK_FENCE-none}>"; echo "$REDLOCK_HELD"' >"$dir/out"
is 'a_command_runs_under_several_locks' 0 $?
is 'REDLOCK_RESOURCE_is_the_first_of_several' jug "$(sed -n 1p "$dir/out")"
is 'REDLOCK_RESOURCES_lists_all_of_several' 'jug cup a%20b%3D%25' "$(sed -n 2p "$dir/out")"
says 'REDLOCK_FENCES_has_a_fence_for_each_of_several' '^jug=[0-9]+ cup=[0-9]+ a%20b%3D%25=[0-9]+$' \
    "$dir/out"
is 'REDLOCK_FENCE_is_not_set_for_several' '<none>' "$(sed -n 4p "$dir/out")"
says 'REDLOCK_HELD_lists_all_of_several' \
    '^jug=[0-9]+:[0-9]+ cup=[0-9]+:[0-9]+ a%20b%3D%25=[0-9]+:[0-9]+$' \
    "$dir/out"
await held_on 0 jug
await held_on 0 cup
$run jug -- sh -c 'echo "$REDLOCK_RESOURCES $REDLOCK_FENCES"' >"$dir/out"
says 'REDLOCK_RESOURCES_and_REDLOCK_FENCES_are_set_for_one_lock' '^jug jug=[0-9]+$' "$dir/out"
$run --no-fence jug cup -- sh -c 'echo "<${REDLOCK_FENCES-none}>"' >"$dir/out"
is 'REDLOCK_FENCES_is_not_set_with_no_fence' '<none>' "$(cat "$dir/out")"

exits 'a_nested_run_of_one_of_several_locks_is_64' 64 $run jug cup -- $run bowl cup -- true
says 'a_nested_run_of_one_of_several_locks_says_why' 'bowl, cup: this run would wait for itself' "$dir/err"
exits 'a_name_that_is_given_twice_is_64' 64 $run jug jug -- true
says 'a_name_that_is_given_twice_is_reported' 'jug is named twice' "$dir/err"
rm -f "$dir/ran"
$run --shared-resource rates jug -- sh -c "unset REDLOCK_HELD
    $run --shared-resource rates cup -- \
    touch '$dir/ran'"
is 'two_sets_can_share_a_resource' 0 $?
holds 'both_commands_that_share_a_resource_run' test -e "$dir/ran"
rm -f "$dir/ran"
await held_on 0 rates
$run --shared-resource rates jug -- sh -c "unset REDLOCK_HELD
    $run --wait 0s rates -- touch '$dir/ran'; test \$? = 75"
is 'a_resource_shared_by_a_set_refuses_a_writer' 0 $?
holds 'a_writer_refused_by_a_set_runs_nothing' test ! -e "$dir/ran"
exits 'a_name_that_is_shared_and_exclusive_is_64' 64 $run --shared-resource jug jug -- true
says 'a_name_that_is_shared_and_exclusive_is_reported' 'jug is named twice' "$dir/err"
exits 'one_shared_resource_alone_is_0' 0 $run --shared-resource jug -- true
exits 'export_token_with_several_locks_is_64' 64 $run --export-token jug cup -- true

token=$($redlock acquire --ttl 2m cup 2>/dev/null)
exits 'a_set_with_one_held_lock_is_75' 75 $run --wait 300ms jug cup bowl -- touch "$dir/ran"
says 'the_refusal_of_a_set_names_the_holder' 'jug, cup, bowl: held by' "$dir/err"
holds 'a_refused_set_runs_nothing' test ! -e "$dir/ran"
await held_on 0 jug
holds 'a_refused_set_leaves_no_lock' held_on 0 bowl

$run jug cup bowl -- touch "$dir/ran" &
waits=$!
await queued 1 cup
$redlock release cup --token "$token" 2>/dev/null
wait "$waits"
is 'a_set_that_waits_acquires_all_locks' 0 $?
holds 'a_set_that_waits_runs_its_command' test -e "$dir/ran"

# The watchdog of a killed run releases all locks.
$run --ttl 1m jug cup -- sh -c 'echo $PPID >'"$dir"'/pid; exec sleep 60' &
await test -s "$dir/pid"
await_watchdog "$(cat "$dir/pid")"
kill -KILL "$(cat "$dir/pid")"
await held_on 0 jug
is 'the_watchdog_of_a_killed_run_releases_the_first_lock' 0 $?
await held_on 0 cup
is 'the_watchdog_of_a_killed_run_releases_the_second_lock' 0 $?

# The loss of one lock ends the command.
$run --ttl 3s jug cup -- sleep 60 2>"$dir/err" &
runs=$!
await held_on 3 cup
redis_on "1 2 3" del cup
wait "$runs"
is 'a_set_that_loses_one_lock_is_79' 79 $?
await held_on 0 jug
is 'a_set_that_loses_one_lock_releases_the_other' 0 $?

writes 'acquire_takes_several_resources' 0 $redlock acquire --ttl 2m jug cup
is 'acquire_of_several_prints_a_line_for_each' 2 "$(grep -Ec '^(jug|cup) [1-9][0-9]* [0-9]+ [^ ]+$' \
    "$dir/out")"
while read -r name _ _ token; do
    exits "${name}_is_extended_by_its_token" 0 $redlock extend --ttl 3m "$name" --token "$token"
    exits "${name}_is_released_by_its_token" 0 $redlock release "$name" --token "$token"
done <"$dir/out"
$redlock acquire --json jug cup >"$dir/out"
says 'json_of_acquire_of_several_lists_the_locks' '"locks":\[\{"resource":"jug","token":"[^"]*","fence":[0-9]+\},\{"resource":"cup"' \
    "$dir/out"
holds 'json_of_acquire_of_several_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/out"
finish
