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
is 'a_run_on_local_masters_runs_its_command' held "$out"
is 'a_run_on_local_masters_exits_with_0' 0 "$status"
says 'starting_local_masters_is_reported' '5' "$dir/err"
await no_key
is 'a_run_on_local_masters_leaves_no_key' 0 "$(local_keys)"
is 'a_whole_new_set_is_marked' 5 "$(marks)"
out=$("$redlock" -n local:5 run job -- echo held 2>"$dir/err")
is 'a_second_run_finds_the_local_masters' held "$out"
is 'a_second_run_starts_nothing' '' "$(cat "$dir/err")"

# The masters outlive the command that started them, and serve every shell.
is 'local_5_has_five_servers' 5 "$(ls "$dir"/redlock/local-5/*.sock | wc -l)"
"$redlock" -n local:5 run job -- sleep 600 &
holder=$!
await all_keys
exits 'local_masters_are_shared_between_shells' 75 "$redlock" -n local:5 run --wait 0s job -- true
kill "$holder"
wait "$holder"

writes 'local_status_of_a_running_set_is_0' 0 "$redlock" local status 5
killed=$(cat "$dir/redlock/local-5/2.pid")
kill -KILL "$killed"
await gone "$killed"
out=$("$redlock" -n local:5 run job -- echo held 2>"$dir/err")
is 'a_killed_local_master_is_started_again' held "$out"
says 'starting_a_killed_master_again_is_reported' '1' "$dir/err"
"$redlock" -n local:5 status job >"$dir/out"
is 'a_restarted_local_master_is_in_quarantine' 1 \
    "$(grep -c 'local-5/2.sock.*in quarantine' "$dir/out")"
is 'only_the_restarted_local_master_is_in_quarantine' 1 "$(grep -c 'in quarantine' "$dir/out")"
"$redlock" local start 2 >"$dir/out"
says 'local_start_starts_the_set' 'local:2 runs: 2 started' "$dir/out"
is 'local_start_marks_every_server' '1 1' "$(for i in 1 2; do
    redis-cli -s "$dir/redlock/local-2/$i.sock" EXISTS redlock:inst
done | paste -sd ' ' -)"

"$redlock" -n local:3 run job -- true 2>/dev/null &
one=$!
"$redlock" -n local:3 run job -- true 2>/dev/null
two=$?
wait "$one"
is 'two_shells_can_start_a_set_at_the_same_time' '0 0' "$? $two"

pids=$(cat "$dir"/redlock/local-*/*.pid)
is 'no_local_server_blocks_a_signal' 0 "$(for pid in $pids; do
    cat "/proc/$pid/status"
done | grep -c '^SigBlk:.*[1-9a-f]')"
"$redlock" local stop >/dev/null
is 'local_stop_exits_with_0' 0 $?
left=0
for pid in $pids; do
    gone "$pid" || left=$((left + 1))
done
is 'local_stop_ends_every_server' 0 "$left"
finish
