#!/bin/sh
# SPDX-License-Identifier: MIT
# redlock status without a resource: what the nodes have of ours, and nothing
# else; what is left out is said.
. "$(dirname "$0")/lib.sh"
start_masters 3
redis_on '1 2 3' CONFIG SET save ''
mark=0123456789abcdef0123456789abcdef-1:host:7

# list ARGUMENTS...: what is printed, and the exit status.
list() {
    timeout 100 "$redlock" status "$@" >"$dir/out" 2>"$dir/err"
    status=$?
}
names() {
    sed 's/: [a-z]* by .*//; s/: [a-z]*, .*//; s/: [0-9].*//; s/: [a-z]*$//' \
        "$dir/out"
}

list
is 'nothing_is_there_at_first' 0 "$status"
is 'and_no_line' '' "$(cat "$dir/out")"
says 'and_it_is_said_whose_are_not_seen' '0 locks found. Locks of other Redlock libraries are not listed' \
    "$dir/err"

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
queued() {
    [ "$(for i in 1 2 3; do
        redis "$i" ZCARD '{waited}:queue'
    done | sort -n | tail -1)" = 2 ]
}
await queued
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
is 'what_is_ours_is_listed_and_nothing_else' 'less one shared slots waited' \
    "$(names | tr '\n' ' ' | sed 's/ $//')"
is 'and_that_is_no_error' 0 "$status"
says 'with_its_holder_and_the_expiry_of_its_keys' '^one: held by .*:[0-9]+ \(3 of 3 nodes\), keys expire in 5 min unless renewed' \
    "$dir/out"
says 'and_its_readers' '^shared: held by 2 readers \(3 of 3 nodes\)' "$dir/out"
says 'and_who_waits' '^waited: held by me@here .*; 2 wait$' "$dir/out"
says 'and_what_is_no_quorum' '^less: free, a key by host:7 \(1 of 3 nodes\)' \
    "$dir/out"
says 'and_slots' '^slots: 2 of 3 slots taken' "$dir/out"

list --json
if "$REDLOCK_JSON_CHECK" <"$dir/out"; then tell 0 json; else tell 1 json; fi
says 'json_has_what_is_waited_for' \
    '"resource":"waited","status":"held","holder":"me@here".*"waiting":2,' \
    "$dir/out"
says 'and_an_end' '^\{"listed":5,"more":false,' "$dir/out"
is 'for_each_node_once' 3 "$(tail -1 "$dir/out" | grep -o '"complete":true' | wc -l)"
is 'an_object_a_line' 6 "$(wc -l <"$dir/out")"

# Who was killed keeps a place in the queue for as long as others ask there, but
# is not counted among those who wait.
redis_on '1 2 3' ZADD '{waited}:queue' 9007199254740991 "$mark"
redis_on '1 2 3' HSET '{waited}:entry' "$mark" '1|11000|0|0'
list
says 'a_place_whose_lease_is_over_does_not_count' '^waited: .*; 2 wait$' "$dir/out"
list waited
says 'status_with_the_name_says_the_same' '^waited: held by me@here .*; 2 wait$' \
    "$dir/out"
says 'and_at_which_node' '^  unix:.* held by me@here, key expires in .*; 2 wait$' "$dir/out"
list --json waited
says 'and_json' '"holder_nodes":3,"waiting":2,.*"waiting":2' "$dir/out"
redis_on '1 2 3' ZADD '{nobody}:queue' 1 "$mark"
redis_on '1 2 3' HSET '{nobody}:entry' "$mark" '1|11000|0|0'
list nobody
says 'nobody_waits_whose_lease_is_over' '^nobody: free$' "$dir/out"
# No lease is longer than two seconds.
waited_for() {
    soon=$(($(redis 1 TIME | head -1) + 1))
    redis_on '1 2 3' HSET '{nobody}:entry' "$mark" "${soon}500|11000|0|0"
    list nobody
    grep -q '^nobody: free; 1 waits$' "$dir/out"
}
holds 'who_waits_for_what_is_free_is_told' await waited_for
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
is 'so_many_at_most' 100 "$(wc -l <"$dir/out")"
says 'and_it_is_said_that_there_are_more' 'only 100 names are listed, and there are more: raise --limit' \
    "$dir/err"
list --json --limit 100
says 'in_json_too' '"listed":100,"more":true' "$dir/out"
list
is 'without_a_limit_all' 303 "$(wc -l <"$dir/out")"
silent 'and_that_is_all' 'more than' "$dir/err"
redis_on '1 2 3' EVAL "for i = 1, 60 do redis.call('SET',
    string.rep('n', 1020) .. (1000 + i), ARGV[1], 'PX', 300000) end" 0 "$mark"
list
is 'the_longest_names_are_listed_too' 60 "$(grep -c '^n' "$dir/out")"
silent 'and_none_of_them_is_left_out' 'too long for an answer' "$dir/err"
redis_on '1 2 3' EVAL "for i = 1, 40000 do redis.call('SET', 'more:' .. i, i)
    end" 0
list --within 1ms
is 'a_time_that_is_too_short_is_no_error' 0 "$status"
says 'but_is_said' 'too short to search all nodes: raise --within' "$dir/err"
redis_on '1 2 3' EVAL "for i = 1, 60 do redis.call('DEL',
    string.rep('n', 1020) .. (1000 + i)) end
    for i = 1, 300 do redis.call('DEL', 'many:' .. i) end" 0

evil=$(printf 'a\033[31mb\n\302\233c')
redis_on '1 2 3' SET "$evil" "$mark" PX 300000
list
says 'a_name_gives_a_terminal_no_orders' '^a\?\[31mb\?\?c: held by host:7' \
    "$dir/out"
is 'and_turns_no_line' 0 "$(LC_ALL=C tr -d '\12\40-\176' <"$dir/out" | wc -c)"
redis_on '1 2 3' DEL "$evil"

# --- rights ----------------------------------------------------------------------

allow() {
    redis_on '1 2 3' ACL SETUSER lister reset on '>sesame' "$@"
}
as_lister() {
    export REDLOCK_PASSWORD=sesame
    list --username lister
    unset REDLOCK_PASSWORD
}
queues='+ping +info +eval +pttl +time +zcard +zrange +zrank +zscore +hget'
# shellcheck disable=SC2086
{
    allow '~*' +getrange $queues
    as_lister
    is 'without_SCAN_it_is_refused' 77 "$status"
    says 'by_name' 'lacks a right .*: to list locks, the user needs \+eval, \+scan' "$dir/err"
    allow '~*' +scan $queues
    as_lister
    is 'without_GETRANGE_too' 77 "$status"
    allow '~on*' +scan +getrange $queues
    as_lister
    is 'of_some_keys_those_are_listed' 'one' "$(names)"
    is 'and_that_is_no_error_either' 0 "$status"
    says 'and_the_others_are_counted' '4[0-9]{4} keys are not listed: this user may not read them' "$dir/err"
    cp "$dir/err" "$dir/before"
    redis_on '1 2 3' HSET '{far}:entry' "$mark" 1
    as_lister
    holds 'but_not_what_is_kept_beside_a_name' cmp -s "$dir/before" "$dir/err"
}

# --- nodes that fail ---------------------------------------------------------------

signal_masters KILL 3
list
is 'one_that_is_dead_is_no_error' 0 "$status"
says 'but_named' "$(path 3): connection refused" "$dir/err"
says 'and_counted' '^one: held by .* \(2 of 3 nodes\)' "$dir/out"
list --json
says 'and_told_in_json' '"complete":false,"reason":"(refused|connect)"' "$dir/out"
signal_masters STOP 2
list --node-timeout 200ms
is 'too_few_nodes_are_69' 69 "$status"
says 'what_is_known_is_told' '^one: unknown, a key by .* \(1 of 3 nodes\)' \
    "$dir/out"
signal_masters CONT 2

list --limit 5 one
is 'a_limit_is_for_a_list' 64 "$status"
list --limit 0
is 'and_not_0' 64 "$status"
list --nodes ''
is 'nodes_are_needed' 64 "$status"
finish
