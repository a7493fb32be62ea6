#!/bin/sh
# SPDX-License-Identifier: MIT
# redlock bench: figures from every sample, and nothing left behind.
. "$(dirname "$0")/lib.sh"

start_masters 3

# only_counters_left MASTER: of every fence, nothing else.
only_counters_left() {
    ! redis "$1" KEYS '*' | grep -qv '^{redlock-bench:.*}:fence$'
}

"$redlock" bench --node-timeout 5s --time 300ms >"$dir/out" 2>"$dir/err"
is 'a_bench_exits_0' 0 $?
says 'it_has_acquire_and_release_apart' '^ *acquire ' "$dir/out"
says 'and_release' '^ *release ' "$dir/out"
says 'the_sequential_way' '^sequential ' "$dir/out"
says 'and_the_parallel_one' '^parallel ' "$dir/out"
says 'and_counts_its_pairs' '[1-9][0-9]* pairs' "$dir/out"
says 'it_says_that_locks_are_fenced' '; fenced, guard auto; ' "$dir/out"
holds 'a_fence_has_left_its_counter' test "$(redis 1 DBSIZE)" -gt 0
for i in 1 2 3; do
    await only_counters_left "$i"
    holds "only_counters_are_left_on_master_$i" only_counters_left "$i"
    redis "$i" FLUSHALL >/dev/null
done

"$redlock" bench --node-timeout 5s --time 200ms --no-fence --guard off \
    >"$dir/out" 2>"$dir/err"
is 'a_bench_of_plain_locks_exits_0' 0 $?
says 'it_says_that_they_are_not_fenced' '; not fenced, guard off; ' "$dir/out"
for i in 1 2 3; do
    await test "$(redis $i DBSIZE)" = 0
    is "no_key_is_left_on_master_$i" 0 "$(redis $i DBSIZE)"
done

# Each waits no longer than the measurement lasts: long enough for one.
"$redlock" bench --node-timeout 5s --json --time 5s --contenders 3 \
    --strategy parallel >"$dir/out" 2>"$dir/err"
is 'contenders_exit_0' 0 $?
"$REDLOCK_JSON_CHECK" <"$dir/out"
is "and_it_is_json" 0 $?
says 'which_says_that_locks_are_fenced' '"fenced": ?true' "$dir/out"

# A signal ends it with what it has measured, and without a lock.
fence_of() {
    redis 1 GET "{redlock-bench:$1:0}:fence" | sed 's/[^0-9].*//'
}
# beyond PID FENCE: it has acquired a few more locks since then.
beyond() {
    [ "$(fence_of "$1")" -gt $(($2 + 5)) ]
}
has_a_fence() {
    [ -n "$(fence_of "$1")" ]
}
"$redlock" bench --json --time 2m --ttl 200s >"$dir/out" 2>"$dir/err" &
bench=$!
await has_a_fence "$bench"
await beyond "$bench" "$(fence_of "$bench")"
kill -TERM "$bench"
wait "$bench"
is 'term_ends_it' 143 $?
holds 'its_json_is_whole' "$REDLOCK_JSON_CHECK" <"$dir/out"
for i in 1 2 3; do
    await only_counters_left "$i"
    holds "no_lock_is_left_on_master_$i" only_counters_left "$i"
done

# Nor does it wait for a reader then.
stuff "$dir/full"
for form in --json --verbose; do
    "$REDLOCK_BIN" bench "$form" --node-timeout 5s --time 200ms --ttl 200s \
        >"$dir/full" 2>"$dir/err" &
    bench=$!
    await has_a_fence "$bench"
    kill -TERM "$bench"
    await gone "$bench" || kill -KILL "$bench"
    wait "$bench"
    is "term_ends_it_$form" 143 $?
done
exec 9>&-

signal_masters KILL 1 2
"$redlock" bench --time 200ms >"$dir/out" 2>"$dir/err"
is 'with_no_quorum_not_one_lock_is_acquired' 69 $?

stop_masters
finish
