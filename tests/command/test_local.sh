#!/bin/sh
# SPDX-License-Identifier: MIT
# local:N, for trying it out: started on demand, shared, ended on request.
. "$(dirname "$0")/lib.sh"
# Whatever happens below, no server is left.
trap '"$redlock" local stop >/dev/null 2>&1' EXIT

# local_keys: on how many of local:5 the lock's key is.
local_keys() {
    for socket in "$dir"/redlock/local-5/*.sock; do
        redis-cli -s "$socket" EXISTS job
    done | awk '{ sum += $1 } END { print sum + 0 }'
}
# marks: on how many of them there is a mark.
marks() {
    for socket in "$dir"/redlock/local-5/*.sock; do
        redis-cli -s "$socket" EXISTS redlock:inst
    done | awk '{ sum += $1 } END { print sum + 0 }'
}
all_keys() {
    [ "$(local_keys)" = 5 ]
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
is 'a_whole_new_set_is_marked' 5 "$(marks)"
out=$("$redlock" -n local:5 run job -- echo held 2>"$dir/err")
is 'and_again' held "$out"
is 'this_time_without_a_word' '' "$(cat "$dir/err")"

# They outlive what started them, and serve every shell.
is 'five_servers_run' 5 "$(ls "$dir"/redlock/local-5/*.sock | wc -l)"
"$redlock" -n local:5 run job -- sleep 600 &
holder=$!
await all_keys
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
"$redlock" -n local:5 status job >"$dir/out"
is 'a_single_one_that_was_started_again_is_in_quarantine' 1 \
    "$(grep -c 'local-5/2.sock.*in quarantine' "$dir/out")"
is 'and_no_other' 1 "$(grep -c 'in quarantine' "$dir/out")"
"$redlock" local start 2 >"$dir/out"
says 'a_set_that_was_started_by_itself_is_marked' 'local:2 runs: 2 started' "$dir/out"
is 'on_every_server' '1 1' "$(for i in 1 2; do
    redis-cli -s "$dir/redlock/local-2/$i.sock" EXISTS redlock:inst
done | paste -sd ' ' -)"

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
