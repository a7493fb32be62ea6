#!/bin/sh
# SPDX-License-Identifier: MIT
# If an allocation fails, the failure is explained or the result is complete.
. "$(dirname "$0")/lib.sh"

# A library that is loaded before a sanitizer's is refused by it.
if [ -n "${REDLOCK_SANITIZED:-}" ]; then
    echo "ok 1 - test_memory # SKIP a sanitizer"
    echo "1..1"
    exit 0
fi
start_masters 3
redis_on '1 2 3' SET held theirs PX 600000

# each CHECK WORDS SENTENCE: the command runs once for each of its allocations, which
# fails, and all later ones too if $on is set. CHECK gets the exit status. $at in
# WORDS is the number of the allocation.
each() {
    at=0
    while
        at=$((at + 1))
        rm -f "$dir/failed"
        (
            export LD_PRELOAD="$REDLOCK_FORGETFUL" FAILS_AT=$at
            export FAILED="$dir/failed" ${on:+FAILS_ON=yes}
            eval exec '"$REDLOCK_BIN"' "$2"
        ) >"$dir/out" 2>"$dir/err"
        "$1" $? || echo "allocation $at: exit status $status"
        test -e "$dir/failed"
    do :; done >"$dir/bad"
    is "$3" '' "$(cat "$dir/bad")"
}

explained() {
    status=$1
    [ "$1" -eq 0 ] || grep -q '^redlock: ' "$dir/err" || test -s "$dir/out"
}
acquired() {
    status=$1
    if [ "$1" -eq 0 ]; then
        grep -Eq '^[0-9a-f]{32}-[0-9a-z]+:' "$dir/out"
    else
        ! test -s "$dir/out" && explained "$1"
    fi
}
ran() {
    explained "$1" && ! test -e "$dir/unfenced"
}
# No node is blamed.
remarks=0
honest() {
    status=$1
    explained "$1" && ! cat "$dir/out" "$dir/err" |
        grep -E "protocol|no answer|cannot connect|connection broke" &&
        { [ "$1" -le "$remarks" ] || [ "$1" -eq 71 ]; }
}

# shellcheck disable=SC2016
acquire='acquire --ttl 5s --wait 0s job$at$on'
on=
each acquired "$acquire" 'an_acquire_with_one_failed_allocation_succeeds_or_explains'
# shellcheck disable=SC2016
each ran 'run --ttl 1s run -- sh -c "test -n \"\$REDLOCK_FENCE\" ||
    touch \"\$0\"" "$dir/unfenced"' 'a_run_with_one_failed_allocation_succeeds_or_explains'
on=yes
each acquired "$acquire" 'an_acquire_without_memory_succeeds_or_explains'
each honest 'status --node-timeout 5s job' 'a_status_without_memory_succeeds_or_explains'
each honest 'status --node-timeout 5s' 'a_list_without_memory_succeeds_or_explains'
# shellcheck disable=SC2016
each honest 'run --node-timeout 5s --ttl 1s job$at -- true' \
    'a_run_without_memory_succeeds_or_explains'
each honest 'extend --node-timeout 5s --token theirs held' \
    'an_extension_without_memory_succeeds_or_explains'
remarks=1
each honest 'doctor --node-timeout 5s' 'a_doctor_without_memory_succeeds_or_explains'
finish
