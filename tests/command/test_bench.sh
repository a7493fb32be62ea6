#!/bin/sh
# SPDX-License-Identifier: MIT
# redlock bench: its figures, and that it leaves no lock.
. "$(dirname "$0")/lib.sh"

start_masters 3

# only_counters_left MASTER: of every fence, and the numbers of slots.
only_counters_left() {
    ! redis "$1" KEYS '*' | grep -qv '^{redlock-bench:.*}:\(fence\|slots\)$'
}

writes 'bench_exits_with_0' 0 "$redlock" bench --node-timeout 5s --time 300ms
says 'the_output_has_a_row_for_acquire' '^ *acquire ' "$dir/out"
says 'the_output_has_a_row_for_release' '^ *release ' "$dir/out"
says 'the_output_has_the_sequential_strategy' '^sequential ' "$dir/out"
says 'the_output_has_the_parallel_strategy' '^parallel ' "$dir/out"
says 'the_output_has_the_number_of_pairs' '[1-9][0-9]* pairs' "$dir/out"
for i in 1 2 3; do
    node=$(echo "$REDLOCK_NODES" | cut -d, -f "$i")
    says "the_output_has_the_round_trip_to_node_$i" "^  $node .* [1-9]" "$dir/out"
done
says 'the_output_has_the_floor' '^  floor of a lock: two round trips to a quorum, [1-9]' "$dir/out"
for type in plain fenced shared owner slots set; do
    says "the_output_has_the_${type}_lock_as_a_multiple_of_the_floor" "^  $type .* [0-9.]*[1-9][0-9.]*$" "$dir/out"
done
says 'the_output_says_that_locks_are_fenced' '; fenced, guard auto; ' "$dir/out"
holds 'a_fenced_measurement_leaves_a_counter' test "$(redis 1 DBSIZE)" -gt 0
for i in 1 2 3; do
    await only_counters_left "$i"
    holds "a_fenced_measurement_leaves_only_counters_on_master_$i" only_counters_left "$i"
    redis "$i" FLUSHALL >/dev/null
done

writes 'bench_of_plain_locks_exits_with_0' 0 "$redlock" bench --node-timeout 5s --time 200ms --no-fence --guard off
says 'the_output_says_that_locks_are_not_fenced' '; not fenced, guard off; ' "$dir/out"
for i in 1 2 3; do
    await only_counters_left "$i"
    holds "a_measurement_of_plain_locks_leaves_no_lock_on_master_$i" only_counters_left "$i"
    is "a_measurement_of_plain_locks_leaves_no_counter_on_master_$i" 0 "$(redis "$i" KEYS '*:fence' | grep -c fence)"
done

# Each waits no longer than the measurement lasts: long enough for one.
writes 'bench_with_contenders_exits_with_0' 0 "$redlock" bench --node-timeout 5s --json --time 5s --contenders 3 \
    --strategy parallel
"$REDLOCK_JSON_CHECK" <"$dir/out"
is "the_json_of_contenders_is_valid" 0 $?
says 'the_json_says_that_locks_are_fenced' '"fenced": ?true' "$dir/out"
is 'the_json_of_contenders_has_no_floor' 0 "$(grep -c floor_ns "$dir/out")"

writes 'bench_of_all_types_exits_with_0' 0 "$redlock" bench --node-timeout 5s --json --time 100ms --no-fence
"$REDLOCK_JSON_CHECK" <"$dir/out"
is 'the_json_of_all_types_is_valid' 0 $?
says 'the_json_has_the_floor' '"floor_ns": ?[1-9]' "$dir/out"
says 'the_json_has_a_round_trip' '"read": ?{' "$dir/out"
says 'the_json_has_the_lock_types' '"lock_type": ?"shared"' "$dir/out"
is 'the_json_without_fences_has_no_fenced_lock' 0 "$(grep -c '"lock_type": *"fenced"' "$dir/out")"

# A signal ends the measurement: bench prints its figures and leaves no lock.
fence_of() {
    redis 1 GET "{redlock-bench:$1:0}:fence" | sed 's/[^0-9].*//'
}
# beyond PID FENCE: bench has acquired a few more locks since then.
beyond() {
    [ "$(fence_of "$1")" -gt $(($2 + 5)) ]
}
has_a_fence() {
    [ -n "$(fence_of "$1")" ]
}
"$redlock" bench --json --strategy sequential --time 2m --ttl 200s >"$dir/out" 2>"$dir/err" &
bench=$!
await has_a_fence "$bench"
await beyond "$bench" "$(fence_of "$bench")"
kill -TERM "$bench"
wait "$bench"
is 'TERM_ends_a_measurement' 143 $?
holds 'the_json_after_TERM_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/out"
for i in 1 2 3; do
    await only_counters_left "$i"
    holds "a_measurement_ended_by_TERM_leaves_no_lock_on_master_$i" only_counters_left "$i"
done

# After a signal it does not wait for a reader.
stuff "$dir/full"
for form in --json --verbose; do
    "$REDLOCK_BIN" bench "$form" --node-timeout 5s --time 200ms --ttl 200s \
        >"$dir/full" 2>"$dir/err" &
    bench=$!
    await has_a_fence "$bench"
    kill -TERM "$bench"
    ended "$bench"
    is "TERM_ends_bench_${form}_while_its_output_is_not_read" 143 $?
done
exec 9>&-

signal_masters KILL 1 2
writes 'bench_without_a_quorum_exits_with_69' 69 "$redlock" bench --time 200ms

stop_masters
finish
