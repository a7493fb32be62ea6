#!/bin/sh
# SPDX-License-Identifier: MIT
# redlock status without a resource lists the locks of this library, and reports
# what it leaves out.
. "$(dirname "$0")/lib.sh"
start_masters 3
redis_on '1 2 3' CONFIG SET save ''
mark=0123456789abcdef0123456789abcdef-1:host:7

# list ARGUMENTS...: runs status with its output in files.
list() {
    timeout 100 "$redlock" status "$@" >"$dir/out" 2>"$dir/err"
    status=$?
    return "$status"
}
names() {
    sed 's/: [a-z]* by .*//; s/: [a-z]*, .*//; s/: [0-9].*//; s/: [a-z]*$//' \
        "$dir/out"
}

exits 'status_without_locks_is_0' 0 list
is 'status_without_locks_prints_no_line' '' "$(cat "$dir/out")"
says 'status_without_locks_explains_what_is_not_listed' '0 locks found. Locks of other Redlock libraries are not listed' \
    "$dir/err"

# Of 900 such names a step of SCAN meets more than an answer has room for.
redis_on 1 EVAL "for i = 1, 900 do redis.call('SET',
    string.rep('n', 1020) .. (1000 + i), ARGV[1], 'PX', 300000) end" 0 "$mark"
list --json
says 'a_node_that_leaves_some_out_is_not_complete' \
    '"complete":false,"left_out":' "$dir/out"
redis_on 1 EVAL "for i = 1, 900 do redis.call('DEL',
    string.rep('n', 1020) .. (1000 + i)) end" 0

# --- ours --------------------------------------------------------------------

"$redlock" acquire --ttl 5m one >/dev/null 2>&1
"$redlock" acquire --ttl 5m -s shared >/dev/null 2>&1
"$redlock" acquire --ttl 5m -s shared >/dev/null 2>&1
token=$("$redlock" acquire --ttl 5m --label me@here waited 2>/dev/null)
waiters=
for i in 1 2; do
    "$redlock" run --wait 90s waited -- true >"$dir/run$i" 2>&1 &
    waiters="$waiters $!"
done
await queued 2 waited
redis_on '1' SET less "$mark" PX 300000
redis_on '1 2' SET '{slots}:slots' 3
redis_on '1 2' SET '{slots}:slot:0' "$mark" PX 300000
redis_on '1 2' SET '{slots}:slot:2' "$mark" PX 300000
redis_on '1 2' SET '{slots}:slot:2:fence' 17
# --- and what is not -----------------------------------------------------------
redis_on '1 2 3' SET other-redlock 5b1fb3c8f7a4e2 PX 300000
redis_on '1 2 3' ZADD '{user}:queue' 1 job
redis_on '1 2 3' SADD '{set}:queue' job
redis_on '1 2 3' HSET hash field "$mark"
redis_on '1 2 3' SET '{gone}:fence' '7|abc'
redis_on '1 2 3' EVAL "for i = 1, 5000 do
    redis.call('SET', 'cached:' .. i, string.rep('x', 300)) end" 0

list
is 'only_locks_of_this_library_are_listed' 'less one shared slots waited' \
    "$(names | tr '\n' ' ' | sed 's/ $//')"
is 'a_list_is_0' 0 "$status"
says 'a_listed_lock_has_its_holder_and_expiry' '^one: held by .*:[0-9]+ \(3 of 3 nodes\), keys expire in 5 min unless renewed' \
    "$dir/out"
says 'a_listed_lock_has_its_number_of_readers' '^shared: held by 2 readers \(3 of 3 nodes\)' "$dir/out"
says 'a_listed_lock_has_its_number_of_waiters' '^waited: held by me@here .*; 2 wait$' "$dir/out"
says 'a_lock_without_a_quorum_is_listed_as_free' '^less: free, a key by host:7 \(1 of 3 nodes\)' \
    "$dir/out"
says 'a_listed_resource_has_its_number_of_taken_slots' '^slots: 2 of 3 slots taken' "$dir/out"

list --json
if "$REDLOCK_JSON_CHECK" <"$dir/out"; then
    tell 0 json_of_a_list_is_valid
else
    tell 1 json_of_a_list_is_valid
fi
says 'json_of_a_list_has_a_lock_with_its_waiters' \
    '"resource":"waited","status":"held","holder":"me@here".*"waiting":2,' \
    "$dir/out"
says 'json_of_a_list_has_a_summary' '^\{"listed":5,"more":false,' "$dir/out"
is 'json_of_a_list_has_each_node_once' 3 "$(tail -1 "$dir/out" | grep -o '"complete":true' | wc -l)"
is 'json_of_a_list_has_one_line_for_each_object' 6 "$(wc -l <"$dir/out")"

# The queue entry of a killed waiter stays while others ask, but is not counted.
redis_on '1 2 3' ZADD '{waited}:queue' 9007199254740991 "$mark"
redis_on '1 2 3' HSET '{waited}:entry' "$mark" '1|11000|0|0'
list
says 'a_list_does_not_count_expired_queue_entries' '^waited: .*; 2 wait$' "$dir/out"
list waited
says 'status_of_one_lock_does_not_count_expired_queue_entries' '^waited: held by me@here .*; 2 wait$' \
    "$dir/out"
says 'status_of_one_lock_counts_the_waiters_at_each_node' '^  unix:.* held by me@here, key expires in .*; 2 wait$' "$dir/out"
list --json waited
says 'json_of_status_of_one_lock_counts_the_waiters' '"holder_nodes":3,"waiting":2,.*"waiting":2' "$dir/out"
redis_on '1 2 3' ZADD '{nobody}:queue' 1 "$mark"
redis_on '1 2 3' HSET '{nobody}:entry' "$mark" '1|11000|0|0'
list nobody
says 'status_of_a_free_lock_ignores_an_expired_queue_entry' '^nobody: free$' "$dir/out"
# No lease is longer than two seconds.
waited_for() {
    soon=$(($(redis 1 TIME | head -1) + 1))
    redis_on '1 2 3' HSET '{nobody}:entry' "$mark" "${soon}500|11000|0|0"
    list nobody
    grep -q '^nobody: free; 1 waits$' "$dir/out"
}
holds 'status_of_a_free_lock_counts_a_valid_queue_entry' await waited_for
redis_on '1 2 3' DEL '{nobody}:queue' '{nobody}:entry'
redis_on '1 2 3' ZREM '{waited}:queue' "$mark"
"$redlock" release --token "$token" waited
for waiter in $waiters; do
    wait "$waiter"
done
redis_on '1 2 3' DEL less

# --- many, and long --------------------------------------------------------------

redis_on '1 2 3' EVAL "for i = 1, 300 do
    redis.call('SET', 'many:' .. i, ARGV[1], 'PX', 300000) end" 0 "$mark"
list --limit 100
is 'a_list_has_at_most_limit_lines' 100 "$(wc -l <"$dir/out")"
says 'a_list_beyond_the_limit_says_that_there_are_more' 'only 100 names are listed, and there are more: raise --limit' \
    "$dir/err"
list --json --limit 100
says 'json_of_a_list_beyond_the_limit_says_that_there_are_more' '"listed":100,"more":true' "$dir/out"
list
is 'a_list_without_a_limit_has_all_locks' 303 "$(wc -l <"$dir/out")"
silent 'a_complete_list_does_not_say_that_there_are_more' 'more than' "$dir/err"
redis_on '1 2 3' EVAL "for i = 1, 60 do redis.call('SET',
    string.rep('n', 1020) .. (1000 + i), ARGV[1], 'PX', 300000) end" 0 "$mark"
list
is 'the_longest_names_are_listed' 60 "$(grep -c '^n' "$dir/out")"
silent 'no_long_name_is_reported_as_left_out' 'too long for an answer' "$dir/err"
redis_on '1 2 3' EVAL "for i = 1, 40000 do redis.call('SET', 'more:' .. i, i)
    end" 0
exits 'a_list_that_runs_out_of_time_is_0' 0 list --within 1ms
says 'a_list_that_runs_out_of_time_says_so' 'too short to search all nodes: raise --within' "$dir/err"
redis_on '1 2 3' EVAL "for i = 1, 60 do redis.call('DEL',
    string.rep('n', 1020) .. (1000 + i)) end
    for i = 1, 300 do redis.call('DEL', 'many:' .. i) end" 0

evil=$(printf 'a\033[31mb\n\302\233c')
redis_on '1 2 3' SET "$evil" "$mark" PX 300000
list
says 'unsafe_characters_of_a_listed_name_are_replaced' '^a\?\[31mb\?\?c: held by host:7' \
    "$dir/out"
is 'a_listed_name_prints_no_bytes_outside_ASCII' 0 "$(LC_ALL=C tr -d '\12\40-\176' <"$dir/out" | wc -c)"
redis_on '1 2 3' DEL "$evil"

# --- rights ----------------------------------------------------------------------

allow() {
    redis_on '1 2 3' ACL SETUSER lister reset on '>sesame' "$@"
}
as_lister() {
    REDLOCK_PASSWORD=sesame list --username lister
}
queues='+ping +info +eval +pttl +time +zcard +zrange +zrank +zscore +hget'
# shellcheck disable=SC2086
{
    allow '~*' +getrange $queues
    exits 'a_list_without_the_right_to_SCAN_is_77' 77 as_lister
    says 'a_list_without_the_right_to_SCAN_names_it' 'lacks a right .*: to list locks, the user needs \+eval, \+scan' "$dir/err"
    allow '~*' +scan $queues
    exits 'a_list_without_the_right_to_GETRANGE_is_77' 77 as_lister
    allow '~on*' +scan +getrange $queues
    as_lister
    is 'a_list_has_the_keys_that_the_user_may_read' 'one' "$(names)"
    is 'a_list_of_some_keys_is_0' 0 "$status"
    says 'a_list_counts_the_keys_that_the_user_may_not_read' '4[0-9]{4} keys are not listed: this user may not read them' "$dir/err"
    cp "$dir/err" "$dir/before"
    redis_on '1 2 3' HSET '{far}:entry' "$mark" 1
    as_lister
    holds 'a_list_does_not_count_what_is_kept_beside_a_name' cmp -s "$dir/before" "$dir/err"
}

# --- nodes that fail ---------------------------------------------------------------

signal_masters KILL 3
exits 'a_list_with_a_dead_node_is_0' 0 list
says 'a_list_names_the_dead_node' "$(path 3): connection refused" "$dir/err"
says 'a_list_with_a_dead_node_has_the_votes_of_the_others' '^one: held by .* \(2 of 3 nodes\)' "$dir/out"
list --json
says 'json_of_a_list_names_the_dead_node' '"complete":false,"reason":"(refused|connect)"' "$dir/out"
signal_masters STOP 2
exits 'a_list_without_a_quorum_is_69' 69 list --node-timeout 200ms
says 'a_list_without_a_quorum_shows_the_known_keys' '^one: unknown, a key by .* \(1 of 3 nodes\)' \
    "$dir/out"
signal_masters CONT 2

exits 'a_limit_with_a_resource_is_64' 64 list --limit 5 one
exits 'a_limit_of_0_is_64' 64 list --limit 0
exits 'a_list_without_nodes_is_64' 64 list --nodes ''
finish
