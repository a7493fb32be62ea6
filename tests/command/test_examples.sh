#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples do what their heads say.
. "$(dirname "$0")/lib.sh"
examples=$(dirname "$0")/../../examples
start_masters 3

# greater SENTENCE FILE: the second's fence, than the first's.
greater() {
    fences=$(sed -n 's/.*holds the lock, fence \([0-9]*\)$/\1/p' "$2" |
        paste -sd ' ' -)
    holds "$1" \
        test "${fences#* }" -gt "${fences% *}"
}

"$REDLOCK_FENCED_REDIS" "$examples/fence.lua" "$(path 1)" >"$dir/out" 2>&1
is 'fenced_redis_ends_well' 0 $?
sed 's/^/# /' "$dir/out"
says 'the_second_writes' '^second writes: written' "$dir/out"
says 'the_first_is_refused' '^first writes: refused' "$dir/out"
greater 'the_second_has_the_greater_fence' "$dir/out"
is 'the_value_is_the_seconds' second "$(redis 1 HGET balance value)"
lua=$(cat "$examples/fence.lua")
is 'the_same_holder_may_write_again' 1 \
    "$(redis 1 EVAL "$lua" 1 balance "$(redis 1 HGET balance fence)" again)"
says 'a_write_without_a_fence_is_an_error' 'no fence' /dev/stdin <<END
$(redis 1 EVAL "$lua" 1 balance '' nobody 2>&1)
END

REDLOCK=$redlock "$examples/fenced-postgres" >"$dir/out" 2>&1
status=$?
sed 's/^/# /' "$dir/out"
if [ "$status" -eq 77 ]; then
    count=$((count + 1))
    echo "ok $count - $suite::fenced_postgres # SKIP no PostgreSQL"
else
    is 'fenced_postgres_ends_well' 0 "$status"
    says 'the_second_updates_the_row' '^second writes: UPDATE 1' "$dir/out"
    says 'the_first_updates_none' '^first writes: UPDATE 0' "$dir/out"
    greater 'in_postgres_too_the_second_has_the_greater_fence' "$dir/out"
fi
finish
