#!/bin/sh
# SPDX-License-Identifier: MIT
# The demonstration ends well, twice, and leaves nothing behind.
. "$(dirname "$0")/lib.sh"

for time in first second; do
    TMPDIR=$dir "$REDLOCK_DEMO" --quick >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    is "the_${time}_run_of_the_demo_exits_with_0" 0 "$status"
    [ "$status" -eq 0 ] || sed 's/^/#   /' "$dir/out" "$dir/err"
    says "the_${time}_run_of_the_demo_prints_its_verdict" 'expected' "$dir/out"
done
for words in --bogus '--seed -1' '--seed ten' job; do
    # shellcheck disable=SC2086 # two words are two arguments
    "$REDLOCK_DEMO" $words >"$dir/out" 2>"$dir/err" </dev/null
    is "the_demo_refuses_$words" 64 "$?"
done
is 'the_demo_leaves_no_server' 0 "$(running "unixsocket:$dir")"
finish
