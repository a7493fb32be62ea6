#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports of a wait: the holder, the position and the time waited. They do not
# delay the command.
. "$(dirname "$0")/lib.sh"
start_masters 3

hold() {
    token=$("$redlock" acquire --label me --ttl 2m "${1:-job}" 2>/dev/null)
}
let_go() {
    "$redlock" release --token "$token" "${1:-job}" 2>/dev/null
}

# --- where there is no terminal ----------------------------------------------

# waiter FILE OPTION...: a run that waits, with its standard error in FILE.
waiter() {
    err=$1
    shift
    : >"$err"
    "$redlock" run --label you "$@" job -- true 2>"$err" &
    waiting=$!
}

hold job
waiter "$dir/err" -v
first=$waiting
await grep -q waiting "$dir/err"
says 'v_prints_the_holder_and_the_position' \
    '^redlock: job: held by me; waiting, next in the queue$' "$dir/err"
waiter "$dir/quiet"
quiet=$waiting
waiter "$dir/json" --json
await grep -q '"position":' "$dir/json"
says 'json_has_an_event_waiting' \
    '^{"event":"waiting","resource":"job","position":[12],"holder":"me","waited_ms":[0-9]+}$' \
    "$dir/json"
await queued 3 job
let_go
wait "$waiting"
is 'a_waiting_run_gets_the_lock_after_the_holder' 0 $?
wait "$first"
wait "$quiet"
is 'v_prints_the_wait_once' 1 "$(grep -c waiting "$dir/err")"
is 'without_v_the_wait_is_not_printed' '' "$(cat "$dir/quiet")"
holds 'each_event_of_a_wait_is_valid_json' "$REDLOCK_JSON_CHECK" <"$dir/json"

# Messages without a reader do not delay the command.
stuff "$dir/full"
for option in -v --json; do
    hold job
    rm -f "$dir/done"
    "$redlock" run "$option" job -- touch "$dir/done" 2>"$dir/full" &
    waiting=$!
    await queued 1 job
    let_go
    await test -e "$dir/done"
    holds "a_full_pipe_does_not_delay_a_waiting_run_with_$option" test -e "$dir/done"
    wait "$waiting"
done
hold job
rm -f "$dir/done"
{
    "$redlock" acquire -v job >"$dir/done.new" 2>"$dir/full"
    mv "$dir/done.new" "$dir/done"
} &
waiting=$!
await queued 1 job
let_go
await test -s "$dir/done"
holds 'a_full_pipe_does_not_delay_a_waiting_acquire' test -s "$dir/done"
drain "$dir/full"
wait "$waiting"
token=$(cat "$dir/done")
let_go
exec 9>&-

hold job
exits 'a_wait_that_times_out_is_75' 75 "$redlock" acquire --wait 1s job
says 'a_wait_that_times_out_names_the_holder' '^redlock: job: held by me on ' "$dir/err"
silent 'a_wait_that_times_out_does_not_say_free_in_0_ms' 'free in 0 ms' "$dir/err"
let_go

exits 'a_fair_run_of_a_free_lock_is_0' 0 "$redlock" run --fair job -- true
token=$("$redlock" acquire --fair job 2>/dev/null)
is 'a_fair_acquire_of_a_free_lock_is_0' 0 $?
let_go
exits 'status_with_fair_is_64' 64 "$redlock" status --fair job

# --- nodes that go away ------------------------------------------------------

hold job
waiter "$dir/err"
outlasts=$waiting
waiter "$dir/json" --json
await queued 2 job
signal_masters STOP 2 3
await grep -q 'can be reached' "$dir/err"
await grep -q '"event":"unreachable"' "$dir/json"
says 'a_waiting_run_reports_the_loss_of_a_quorum' \
    '^redlock: job: waiting: [01] of 3 nodes can be reached, 2 needed$' \
    "$dir/err"
says 'json_has_an_event_unreachable' \
    '^{"event":"unreachable","resource":"job","reachable":[01],"quorum":2,"node_count":3,' \
    "$dir/json"
signal_masters CONT 2 3
await grep -q 'can be reached again' "$dir/err"
says 'a_waiting_run_reports_that_a_quorum_can_be_reached_again' \
    '^redlock: job: waiting: [23] of 3 nodes can be reached again$' "$dir/err"
back() {
    tail -n 1 "$dir/json" | grep -q '"event":"waiting"'
}
await back
holds 'json_has_an_event_waiting_after_unreachable' back
let_go
wait "$outlasts"
is 'a_waiting_run_survives_the_loss_of_a_quorum' 0 $?
wait "$waiting"
is 'a_waiting_run_with_json_survives_the_loss_of_a_quorum' 0 $?
is 'loss_and_return_of_a_quorum_are_printed_once_each' 2 "$(grep -c 'can be reached' "$dir/err")"
holds 'the_events_of_unreachable_nodes_are_valid_json' "$REDLOCK_JSON_CHECK" <"$dir/json"

# --- on a terminal -----------------------------------------------------------

if ! command -v script >/dev/null 2>&1; then
    skip terminal 'script(1) is missing'
    finish
fi
escape=$(printf '\033')
TERM=xterm
export TERM

# on_terminal COMMAND: what comes out of it, as it comes, in $dir/out.
on_terminal() {
    : >"$dir/out"
    script -qefc "$1" /dev/null </dev/null >"$dir/out" &
    shown=$!
}
# draws: each text that was drawn over, in a line.
draws() {
    tr '\r' '\n' <"$dir/out" | grep "waiting.*${escape}\[K" |
        sed "s/${escape}\[K.*//"
}

hold job
on_terminal "$redlock run job -- echo mine"
await grep -q 'queue' "$dir/out"
await grep -q 'for 1 s' "$dir/out"
let_go
wait "$shown"
draws >"$dir/draws"
says 'the_wait_line_shows_the_holder_and_the_position' \
    '^redlock: job: held by me; waiting, next in the queue$' "$dir/draws"
says 'the_wait_line_shows_the_time_waited' \
    '^redlock: job: held by me; waiting for 1 s, next in the queue$' \
    "$dir/draws"
is 'the_wait_line_is_erased_before_the_commands_output' "${escape}[Kmine" \
    "$(tr '\r' '\n' <"$dir/out" | grep mine)"

# Names of others may be long and contain control characters.
name="$(printf 'x%.0s' $(seq 100))${escape}[2J${escape}]0;y"
hold "$name"
printf '%s' "$name" >"$dir/name"
on_terminal "$redlock run \"\$(cat $dir/name)\" -- echo mine"
await grep -q 'queue' "$dir/out"
let_go "$name"
wait "$shown"
draws >"$dir/draws"
is 'the_wait_line_is_shorter_than_80_columns' '' "$(awk 'length > 79' "$dir/draws")"
says 'a_shortened_wait_line_keeps_the_holder_and_the_position' '\.\.\.: held by me; waiting, next' "$dir/draws"
is 'unsafe_characters_of_a_name_do_not_reach_the_terminal' '' \
    "$(sed "s/${escape}\[K//g" "$dir/out" | grep "$escape")"

hold job
on_terminal "$redlock acquire --wait 60s job"
await grep -q 'queue' "$dir/out"
let_go
wait "$shown"
is 'acquire_erases_the_wait_line_before_its_token' 1 \
    "$(tr '\r' '\n' <"$dir/out" | grep -c "^${escape}\[K[0-9A-Za-z]")"
redis_on '1 2 3' DEL job

hold job
on_terminal "$redlock run --wait 1s job -- true; echo status \$?"
wait "$shown"
says 'a_wait_that_times_out_erases_its_line_before_the_message' \
    "^${escape}\[Kredlock: job: held by me" "$(tr '\r' '\n' <"$dir/out" \
        >"$dir/lines" && echo "$dir/lines")"
says 'a_wait_on_a_terminal_that_times_out_is_75' 'status 75' "$dir/out"

for option in -q --json; do
    on_terminal "$redlock run --wait 500ms $option job -- true"
    wait "$shown"
    silent "no_wait_line_is_drawn_with_$option" "$escape" "$dir/out"
done
on_terminal "TERM=dumb $redlock run --wait 1s job -- true"
wait "$shown"
silent 'no_wait_line_is_drawn_on_a_dumb_terminal' "$escape" "$dir/out"
is 'a_dumb_terminal_gets_the_wait_as_a_message_once' 1 "$(grep -c waiting "$dir/out")"

# The terminal's line is the foreground's.
on_terminal "sh -mc '$redlock run --wait 1s job -- true & wait'"
wait "$shown"
silent 'no_wait_line_is_drawn_in_the_background' "waiting" "$dir/out"
let_go

# A full terminal without a reader does not delay the command.
stuff "$dir/full"
hold job
rm -f "$dir/done" "$dir/filled"
script -qefc "dd if=/dev/zero of=/dev/tty bs=1 oflag=nonblock 2>/dev/null
    touch $dir/filled; exec $redlock run job -- touch $dir/done" /dev/null \
    </dev/null >"$dir/full" &
shown=$!
await test -e "$dir/filled"
sleep 1.5
let_go
await test -e "$dir/done"
holds 'a_full_terminal_does_not_delay_a_waiting_run' test -e "$dir/done"
while kill -0 "$shown" 2>/dev/null; do
    drain "$dir/full"
    sleep 0.05
done
await held_on 0 job
is 'waits_on_terminals_leave_no_key' 0 "$(holding job)"
finish
