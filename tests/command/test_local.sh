#!/bin/sh
# SPDX-License-Identifier: MIT
# local:N, for trying it out: started on demand, shared, ended on request.
. "$(dirname "$0")/lib.sh"
# Whatever happens below, no server is left.
trap '"$redlock" local stop >/dev/null 2>&1' EXIT

# local_keys: how many keys there are on all of local:5.
local_keys() {
    for socket in "$dir"/redlock/local-5/*.sock; do
        redis-cli -s "$socket" DBSIZE
    done | awk '{ sum += $1 } END { print sum + 0 }'
}
no_key() {
    [ "$(local_keys)" = 0 ]
}

out=$("$redlock" -n local:5 run job -- echo held 2>"$dir/err")
status=$?
is 'a_run_on_local_masters_prints_its_commands_words' held "$out"
is 'and_exits_0' 0 "$status"
says 'and_says_what_was_started' '5' "$dir/err"
await no_key
is 'and_leaves_no_key_on_any_node' 0 "$(local_keys)"
out=$("$redlock" -n local:5 run job -- echo held 2>"$dir/err")
is 'and_again' held "$out"
is 'this_time_without_a_word' '' "$(cat "$dir/err")"

# They outlive what started them, and serve every shell.
is 'five_servers_run' 5 "$(ls "$dir"/redlock/local-5/*.sock | wc -l)"
"$redlock" -n local:5 run job -- sleep 600 &
holder=$!
sleep 1
"$redlock" -n local:5 run --wait 0s job -- true 2>/dev/null
is 'two_shells_meet_at_them' 75 $?
kill "$holder"
wait "$holder"

"$redlock" local status 5 >"$dir/out"
is 'their_state_is_told' 0 $?
killed=$(cat "$dir/redlock/local-5/2.pid")
kill -KILL "$killed"
await gone "$killed"
out=$("$redlock" -n local:5 run job -- echo held 2>"$dir/err")
is 'a_killed_one_is_started_again' held "$out"
says 'and_that_is_said' '1' "$dir/err"

"$redlock" -n local:3 run job -- true 2>/dev/null &
one=$!
"$redlock" -n local:3 run job -- true 2>/dev/null
two=$?
wait "$one"
is 'two_shells_may_start_them_at_once' '0 0' "$? $two"

pids=$(cat "$dir"/redlock/local-*/*.pid)
"$redlock" local stop >/dev/null
is 'they_are_ended_on_request' 0 $?
left=0
for pid in $pids; do
    gone "$pid" || left=$((left + 1))
done
is 'and_none_is_left' 0 "$left"
finish
