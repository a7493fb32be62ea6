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

built=$REDLOCK_EXAMPLES
timeout 120 "$built/ten-ttls" 2000 >"$dir/ten" 2>&1 &
ten=$!
timeout 60 "$built/tickets" "$dir/left" >"$dir/out"
is 'without_a_lock_more_tickets_are_sold_than_there_are' 1 $?
timeout 120 "$built/tickets" "$dir/left" lock >"$dir/out"
is 'with_one_as_many_as_there_are' 0 $?
says 'which_is_said' '^20 tickets, 20 sold$' "$dir/out"

timeout 90 "$built/expiry" >"$dir/out"
is 'expiry_ends_well' 0 $?
says 'who_took_too_long_does_not_hold_it' '^first holds it: no$' "$dir/out"
says 'nor_does_it_release_it' '^first releases: the lock had ended already' "$dir/out"
says 'the_other_holds_it_still' '^second holds it: yes$' "$dir/out"

timeout 60 "$built/patient" queue >"$dir/out"
is 'patient_gets_what_is_free' 0 $?
"$redlock" --label rival acquire queue --ttl 2m >/dev/null 2>&1
timeout 60 "$built/patient" queue >"$dir/out"
is 'patient_ends_when_its_time_is_over' 1 $?
says 'and_knows_who_has_it' '^queue: rival has it$' "$dir/out"

mkdir "$dir/jobs"
for i in 1 2 3 4 5 6 7 8 9; do
    : >"$dir/jobs/job$i"
done
for i in 1 2 3 4; do
    timeout 60 "$built/queue" "$dir/jobs" 2 >"$dir/worker$i" &
    eval "worker_$i=\$!"
done
for i in 1 2 3 4; do
    eval "wait \"\$worker_$i\""
    is "worker_${i}_ends_well" 0 $?
done
cat "$dir"/worker? >"$dir/out"
is 'they_did_nine_jobs' 9 "$(wc -l <"$dir/out" | tr -d ' ')"
is 'each_once' '' "$(sed 's/.* //' "$dir/out" | sort | uniq -d)"
silent 'with_two_slots' '^slot [^01]' "$dir/out"

timeout 60 "$built/reentrant" >"$dir/out"
is 'reentrant_ends_well' 0 $?
is 'the_owner_has_it_three_times' 3 "$(grep -c ': fence [0-9]*$' "$dir/out")"
is 'with_one_number' 1 "$(sed -n 's/.*: fence //p' "$dir/out" | uniq | wc -l)"
is 'the_rival_gets_it_at_the_last' 'no yes' \
    "$(sed -n 's/^rival: done$/yes/p; s/^rival: .*/no/p' "$dir/out" | uniq |
        paste -sd ' ' -)"

timeout 60 "$built/kept" >"$dir/out"
is 'kept_outlives_its_ttl' 0 $?
says 'since_it_is_renewed' '^renewed: [0-9]+ ms$' "$dir/out"

timeout 60 "$built/on-a-loop" >"$dir/out"
is 'the_loop_ends' 0 $?
says 'having_held_the_lock' '^worked, and held it$' "$dir/out"

timeout 60 "$built/with-poll" >"$dir/out"
is 'so_does_a_loop_of_plain_poll' 0 $?
says 'which_held_the_lock_too' '^worked, and held it$' "$dir/out"

if command -v python3 >/dev/null 2>&1 && [ -z "${REDLOCK_SANITIZED:-}" ]; then
    REDLOCK_LIBRARY=$built/../redlock/libredlock.so.0 \
        timeout 60 "$examples/asyncio_lock.py" >"$dir/out" 2>&1
    is 'asyncio_ends_well' 0 $?
    sed 's/^/# /' "$dir/out"
    is 'three_tasks_held_it' 3 "$(grep -c 'worked, and held it$' "$dir/out")"
    says 'one_after_the_other' '^at most 1 at a time$' "$dir/out"
else
    count=$((count + 1))
    echo "ok $count - $suite::asyncio # SKIP no python3, or a sanitizer"
fi

if [ -x "$built/guard" ]; then
    timeout 60 "$built/guard" >"$dir/out"
    is 'guard_ends_well' 0 $?
    is 'what_left_by_an_exception_has_released' \
        'held the work fails held the work fails' \
        "$(sed 's/, fence .*//' "$dir/out" | paste -sd ' ' -)"
else
    count=$((count + 1))
    echo "ok $count - $suite::guard # SKIP no C++ compiler"
fi

REDLOCK=$redlock timeout 90 "$examples/leader" >"$dir/out" 2>&1
is 'leader_ends_well' 0 $?
is 'one_leads_after_the_other' 'leads resigns leads resigns' \
    "$(sed -n 's/^[a-z]* \(leads\|resigns\)$/\1/p' "$dir/out" | paste -sd ' ' -)"
says 'and_the_observer_is_told_of_one' 'ann' "$dir/out"
says 'and_of_the_other' 'bob' "$dir/out"

REDLOCK=$redlock REDIS_SERVER=$(server) timeout 120 "$examples/failover" \
    >"$dir/out" 2>"$dir/err"
is 'failover_ends_well' 0 $?
is 'one_master_has_two_holders_and_five_have_one' \
    'one master: first holds it one master: second holds it five masters: first holds it five masters: second is refused' \
    "$(grep 'masters*:' "$dir/out" | paste -sd ' ' -)"

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

wait "$ten"
is 'a_kept_lock_is_held_for_ten_ttls' 0 $?
says 'by_renewals_alone' '^held after [0-9]+ renewals$' "$dir/ten"
finish
