#!/bin/sh
# SPDX-License-Identifier: MIT
# REDLOCK_FENCE grows from holder to holder.
. "$(dirname "$0")/lib.sh"
start_masters 5

# fence: prints the REDLOCK_FENCE of a holder.
fence() {
    "$redlock" run --wait 30s --node-timeout 1s job -- \
        sh -c 'echo "$REDLOCK_FENCE"'
}

# grow FILE N: so many numbers, each greater than the one before.
grow() {
    awk -v lines="$2" '
        !/^[0-9]+$/ || $1 + 0 <= last { print "# line " NR ": " $0; bad = 1 }
        { last = $1 + 0 }
        END { exit bad || NR != lines }' "$1"
}

for _ in 1 2 3 4 5; do
    fence
done >"$dir/fences"
holds 'each_run_gets_a_greater_fence_than_the_one_before' grow "$dir/fences" 5

fence >"$dir/fences"
"$redlock" --json acquire --ttl 10s job |
    sed -n 's/.*"fence":\([0-9]*\).*/\1/p' >>"$dir/fences"
redis_on '1 2 3 4 5' DEL job
"$redlock" acquire --ttl 10s job 2>&1 >"$dir/token" |
    sed -n 's/.*, fence \([0-9]*\)$/\1/p' >>"$dir/fences"
"$redlock" --json run --wait 0s other -- true 2>"$dir/events"
says 'the_event_acquired_has_the_fence' \
    '"event":"acquired",.*"fence":[0-9]+,' "$dir/events"
exits 'acquire_prints_only_the_token' 0 "$redlock" release job --token "$(cat "$dir/token")"
await held_on 0 job
fence >>"$dir/fences"
holds 'acquire_gets_a_greater_fence_than_the_run_before' grow "$dir/fences" 4

out=$(REDLOCK_FENCE=7 "$redlock" run --no-fence job -- \
    sh -c 'echo "<${REDLOCK_FENCE-none}>"')
is 'no_fence_hides_an_inherited_fence' '<none>' "$out"
out=$(REDLOCK_FENCE=7 fence)
holds 'a_nested_run_has_a_fence_of_its_own' test "$out" -gt 7
"$redlock" --json acquire --no-fence job >"$dir/out"
silent 'acquire_with_no_fence_prints_no_fence' '"fence"' "$dir/out"
redis_on '1 2 3 4 5' FLUSHALL
"$redlock" acquire --no-fence job >/dev/null 2>&1
is 'acquire_with_no_fence_leaves_no_counter' 1 "$(redis 1 DBSIZE)"
finish
