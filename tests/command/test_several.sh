#!/bin/sh
# SPDX-License-Identifier: MIT
# Several names at once: all of them or none.
. "$(dirname "$0")/lib.sh"
start_masters 3
run="$redlock run"

$run jug cup 'a b=%' -- sh -c 'echo "$REDLOCK_RESOURCE"
    echo "$REDLOCK_RESOURCES"; echo "$REDLOCK_FENCES"
    echo "<${REDLOCK_FENCE-none}>"; echo "$REDLOCK_HELD"' >"$dir/out"
is 'a_command_runs_under_all_of_them' 0 $?
is 'it_finds_the_first' jug "$(sed -n 1p "$dir/out")"
is 'and_all_as_words' 'jug cup a%20b%3D%25' "$(sed -n 2p "$dir/out")"
says 'each_has_its_fence' '^jug=[0-9]+ cup=[0-9]+ a%20b%3D%25=[0-9]+$' \
    "$dir/out"
is 'and_there_is_no_common_one' '<none>' "$(sed -n 4p "$dir/out")"
says 'nested_runs_know_all' \
    '^jug=[0-9]+:[0-9]+ cup=[0-9]+:[0-9]+ a%20b%3D%25=[0-9]+:[0-9]+$' \
    "$dir/out"
await held_on 0 jug
await held_on 0 cup
$run jug -- sh -c 'echo "$REDLOCK_RESOURCES $REDLOCK_FENCES"' >"$dir/out"
says 'one_name_is_told_likewise' '^jug jug=[0-9]+$' "$dir/out"
$run --no-fence jug cup -- sh -c 'echo "<${REDLOCK_FENCES-none}>"' >"$dir/out"
is 'without_fences_there_are_none' '<none>' "$(cat "$dir/out")"

$run jug cup -- $run bowl cup -- true 2>"$dir/err"
is 'a_run_inside_that_names_one_of_them_is_64' 64 $?
says 'which_is_said' 'bowl, cup: this run would wait for itself' "$dir/err"
$run jug jug -- true 2>"$dir/err"
is 'a_name_that_is_there_twice_is_64' 64 $?
says 'which_is_said_too' 'jug is named twice' "$dir/err"
rm -f "$dir/ran"
$run --shared-resource rates jug -- sh -c "unset REDLOCK_HELD
    $run --shared-resource rates cup -- \
    touch '$dir/ran'"
is 'two_read_one_resource_and_write_others' 0 $?
holds 'and_both_run' test -e "$dir/ran"
rm -f "$dir/ran"
await held_on 0 rates
$run --shared-resource rates jug -- sh -c "unset REDLOCK_HELD
    $run --wait 0s rates -- touch '$dir/ran'; test \$? = 75"
is 'what_is_read_is_not_written' 0 $?
holds 'nor_does_anything_run' test ! -e "$dir/ran"
$run --shared-resource jug jug -- true 2>"$dir/err"
is 'a_name_that_is_read_and_written_is_64' 64 $?
says 'for_it_is_there_twice' 'jug is named twice' "$dir/err"
$run --shared-resource jug -- true
is 'one_name_that_is_read_is_a_reader_s' 0 $?
$run --export-token jug cup -- true 2>"$dir/err"
is 'there_is_no_one_token_to_export' 64 $?

token=$($redlock acquire --ttl 2m cup 2>/dev/null)
$run --wait 300ms jug cup bowl -- touch "$dir/ran" 2>"$dir/err"
is 'one_that_is_held_by_another_is_75' 75 $?
says 'and_it_is_said_by_whom' 'jug, cup, bowl: held by' "$dir/err"
holds 'and_nothing_runs' test ! -e "$dir/ran"
await held_on 0 jug
holds 'and_nothing_is_left_of_the_others' held_on 0 bowl

$run jug cup bowl -- touch "$dir/ran" &
waits=$!
await queued 1 cup
$redlock release cup --token "$token" 2>/dev/null
wait "$waits"
is 'who_waits_has_all_in_the_end' 0 $?
holds 'and_the_command_runs' test -e "$dir/ran"

# All of the locks go when redlock is killed: the watchdog sees to that.
$run --ttl 1m jug cup -- sh -c 'echo $PPID >'"$dir"'/pid; exec sleep 60' &
await test -s "$dir/pid"
await_watchdog "$(cat "$dir/pid")"
kill -KILL "$(cat "$dir/pid")"
await held_on 0 jug
is 'killed_it_leaves_none' 0 $?
await held_on 0 cup
is 'nor_the_other' 0 $?

# One that is taken away takes the command with it.
$run --ttl 3s jug cup -- sleep 60 2>"$dir/err" &
runs=$!
await held_on 3 cup
redis_on "1 2 3" del cup
wait "$runs"
is 'the_loss_of_one_is_the_loss_of_all' 79 $?
await held_on 0 jug
is 'and_the_rest_is_given_up' 0 $?

$redlock acquire --ttl 2m jug cup >"$dir/out" 2>"$dir/err"
is 'acquire_takes_several_too' 0 $?
is 'a_line_each' 2 "$(grep -Ec '^(jug|cup) [1-9][0-9]* [0-9]+ [^ ]+$' \
    "$dir/out")"
while read -r name _ _ token; do
    $redlock extend --ttl 3m "$name" --token "$token" 2>/dev/null
    is "${name}_is_extended_by_its_token" 0 $?
    $redlock release "$name" --token "$token" 2>/dev/null
    is "${name}_is_released_by_its_token" 0 $?
done <"$dir/out"
$redlock acquire --json jug cup >"$dir/out"
says 'as_json' '"locks":\[\{"resource":"jug","token":"[^"]*","fence":[0-9]+\},\{"resource":"cup"' \
    "$dir/out"
holds 'which_is_json' "$REDLOCK_JSON_CHECK" <"$dir/out"
finish
