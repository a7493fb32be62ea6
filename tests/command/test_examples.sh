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
is 'fenced_redis_exits_with_0' 0 $?
sed 's/^/# /' "$dir/out"
says 'fenced_redis_accepts_the_later_holders_write' '^second writes: written' "$dir/out"
says 'fenced_redis_refuses_the_earlier_holders_write' '^first writes: refused' "$dir/out"
greater 'fenced_redis_gives_the_later_holder_the_greater_fence' "$dir/out"
is 'fenced_redis_keeps_the_later_holders_value' second "$(redis 1 HGET balance value)"
lua=$(cat "$examples/fence.lua")
is 'fenced_redis_accepts_a_second_write_of_one_holder' 1 \
    "$(redis 1 EVAL "$lua" 1 balance "$(redis 1 HGET balance fence)" again)"
says 'fenced_redis_refuses_a_write_without_a_fence' 'no fence' /dev/stdin <<END
$(redis 1 EVAL "$lua" 1 balance '' nobody 2>&1)
END

built=$REDLOCK_EXAMPLES
timeout 120 "$built/ten-ttls" 2000 >"$dir/ten" 2>&1 &
ten=$!
timeout 60 "$built/tickets" "$dir/left" >"$dir/out"
is 'tickets_without_a_lock_are_oversold' 1 $?
timeout 120 "$built/tickets" "$dir/left" lock >"$dir/out"
is 'tickets_with_a_lock_exits_with_0' 0 $?
says 'tickets_with_a_lock_are_not_oversold' '^20 tickets, 20 sold$' "$dir/out"

timeout 90 "$built/expiry" >"$dir/out"
is 'expiry_exits_with_0' 0 $?
says 'a_holder_that_took_too_long_holds_the_lock_no_more' '^first holds it: no$' "$dir/out"
says 'a_holder_that_took_too_long_cannot_release' '^first releases: the lock had ended already' "$dir/out"
says 'the_next_holder_keeps_the_lock_of_expiry' '^second holds it: yes$' "$dir/out"

timeout 60 "$built/patient" queue >"$dir/out"
is 'patient_acquires_a_free_lock' 0 $?
"$redlock" --label rival acquire queue --ttl 2m >/dev/null 2>&1
timeout 60 "$built/patient" queue >"$dir/out"
is 'patient_gives_up_after_its_time' 1 $?
says 'patient_names_the_holder_when_it_gives_up' '^queue: rival has it$' "$dir/out"

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
    is "worker_${i}_of_queue_exits_with_0" 0 $?
done
cat "$dir"/worker? >"$dir/out"
is 'the_workers_of_queue_do_all_nine_jobs' 9 "$(wc -l <"$dir/out" | tr -d ' ')"
is 'the_workers_of_queue_do_no_job_twice' '' "$(sed 's/.* //' "$dir/out" | sort | uniq -d)"
silent 'the_workers_of_queue_use_only_two_slots' '^slot [^01]' "$dir/out"

timeout 60 "$built/reentrant" >"$dir/out"
is 'reentrant_exits_with_0' 0 $?
is 'the_owner_of_reentrant_acquires_three_times' 3 "$(grep -c ': fence [0-9]*$' "$dir/out")"
is 'the_owner_of_reentrant_has_one_fence' 1 "$(sed -n 's/.*: fence //p' "$dir/out" | uniq | wc -l)"
is 'the_rival_of_reentrant_acquires_after_the_last_release' 'no yes' \
    "$(sed -n 's/^rival: done$/yes/p; s/^rival: .*/no/p' "$dir/out" | uniq |
        paste -sd ' ' -)"

timeout 60 "$built/kept" >"$dir/out"
is 'kept_holds_its_lock_beyond_the_ttl' 0 $?
says 'kept_renews_its_lock' '^renewed: [0-9]+ ms$' "$dir/out"

timeout 60 "$built/on-a-loop" >"$dir/out"
is 'on_a_loop_exits_with_0' 0 $?
says 'on_a_loop_holds_the_lock' '^worked, and held it$' "$dir/out"

timeout 60 "$built/with-poll" >"$dir/out"
is 'with_poll_exits_with_0' 0 $?
says 'with_poll_holds_the_lock' '^worked, and held it$' "$dir/out"

if [ -x "$built/guard" ]; then
    timeout 60 "$built/guard" >"$dir/out"
    is 'guard_exits_with_0' 0 $?
    is 'guard_releases_when_an_exception_leaves_the_scope' \
        'held the work fails held the work fails' \
        "$(sed 's/, fence .*//' "$dir/out" | paste -sd ' ' -)"
else
    skip guard 'no C++ compiler'
fi

REDLOCK=$redlock timeout 90 "$examples/leader" >"$dir/out" 2>&1
is 'leader_exits_with_0' 0 $?
is 'the_second_leader_follows_the_first' 'leads resigns leads resigns' \
    "$(sed -n 's/^[a-z]* \(leads\|resigns\)$/\1/p' "$dir/out" | paste -sd ' ' -)"
says 'the_observer_of_leader_sees_the_first' 'ann' "$dir/out"
says 'the_observer_of_leader_sees_the_second' 'bob' "$dir/out"

REDLOCK=$redlock REDIS_SERVER=$(server) timeout 120 "$examples/failover" \
    >"$dir/out" 2>"$dir/err"
is 'failover_exits_with_0' 0 $?
is 'a_failover_gives_two_holders_on_one_master_and_one_on_five' \
    'one master: first holds it one master: second holds it five masters: first holds it five masters: second is refused' \
    "$(grep 'masters*:' "$dir/out" | paste -sd ' ' -)"

REDLOCK=$redlock "$examples/fenced-postgres" >"$dir/out" 2>&1
status=$?
sed 's/^/# /' "$dir/out"
if [ "$status" -eq 77 ]; then
    skip fenced_postgres 'no PostgreSQL'
else
    is 'fenced_postgres_exits_with_0' 0 "$status"
    says 'fenced_postgres_accepts_the_later_holders_update' '^second writes: UPDATE 1' "$dir/out"
    says 'fenced_postgres_refuses_the_earlier_holders_update' '^first writes: UPDATE 0' "$dir/out"
    greater 'fenced_postgres_gives_the_later_holder_the_greater_fence' "$dir/out"
fi

wait "$ten"
is 'ten_ttls_keeps_its_lock' 0 $?
says 'ten_ttls_keeps_its_lock_by_renewals' '^held after [0-9]+ renewals$' "$dir/ten"
finish
