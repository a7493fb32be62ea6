#!/bin/sh
# SPDX-License-Identifier: MIT
# Who waits sees for whom, at which place and for how long; and it costs the
# command nothing.
. "$(dirname "$0")/lib.sh"
start_masters 3

hold() {
    token=$("$redlock" acquire --label me --ttl 2m "${1:-job}" 2>/dev/null)
}
let_go() {
    "$redlock" release --token "$token" "${1:-job}" 2>/dev/null
}

# queued N: so many wait for the job at one of the nodes.
queued() {
    for i in 1 2 3; do
        [ "$(redis "$i" ZCARD '{job}:queue')" -lt "$1" ] || return 0
    done
    return 1
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
says 'who_holds_it_and_the_place_are_said_with_v' \
    '^redlock: job: held by me; waiting, next in the queue$' "$dir/err"
waiter "$dir/quiet"
quiet=$waiting
waiter "$dir/json" --json
await grep -q '"position":' "$dir/json"
says 'and_are_an_event_in_json' \
    '^{"event":"waiting","resource":"job","position":[12],"holder":"me","waited_ms":[0-9]+}$' \
    "$dir/json"
await queued 3
let_go
wait "$waiting"
is 'and_the_command_gets_its_turn' 0 $?
wait "$first"
wait "$quiet"
is 'it_is_said_once' 1 "$(grep -c waiting "$dir/err")"
is 'and_not_at_all_without_v' '' "$(cat "$dir/quiet")"
holds 'every_event_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/json"

# Nobody reads what is said: the command is not delayed.
stuff "$dir/full"
for option in -v --json; do
    hold job
    rm -f "$dir/done"
    "$redlock" run "$option" job -- touch "$dir/done" 2>"$dir/full" &
    waiting=$!
    await queued 1
    let_go
    await test -e "$dir/done"
    holds "a_full_pipe_does_not_delay_the_command_$option" test -e "$dir/done"
    wait "$waiting"
done
hold job
rm -f "$dir/done"
{
    "$redlock" acquire -v job >"$dir/done.new" 2>"$dir/full"
    mv "$dir/done.new" "$dir/done"
} &
waiting=$!
await queued 1
let_go
await test -s "$dir/done"
holds 'nor_an_acquire' test -s "$dir/done"
drain "$dir/full"
wait "$waiting"
token=$(cat "$dir/done")
let_go
exec 9>&-

hold job
"$redlock" acquire --wait 1s job 2>"$dir/err"
is 'who_waited_in_vain_is_refused' 75 $?
says 'and_told_by_whom_it_is_held' '^redlock: job: held by me on ' "$dir/err"
silent 'and_not_that_it_is_free_at_once' 'free in 0 ms' "$dir/err"
let_go

"$redlock" run --fair job -- true
is 'a_fair_run_gets_a_free_lock' 0 $?
token=$("$redlock" acquire --fair job 2>/dev/null)
is 'so_does_a_fair_acquire' 0 $?
let_go
"$redlock" status --fair job 2>/dev/null
is 'a_status_is_neither_fair_nor_unfair' 64 $?

# --- nodes that go away ------------------------------------------------------

hold job
waiter "$dir/err"
outlasts=$waiting
waiter "$dir/json" --json
await queued 2
signal_masters STOP 2 3
await grep -q 'can be reached' "$dir/err"
await grep -q '"event":"unreachable"' "$dir/json"
says 'a_waiting_run_reports_that_no_quorum_can_be_reached' \
    '^redlock: job: waiting: [01] of 3 nodes can be reached, 2 needed$' \
    "$dir/err"
says 'which_is_an_event_in_json' \
    '^{"event":"unreachable","resource":"job","reachable":[01],"quorum":2,"node_count":3,' \
    "$dir/json"
signal_masters CONT 2 3
await grep -q 'can be reached again' "$dir/err"
says 'and_that_a_quorum_can_be_reached_again' \
    '^redlock: job: waiting: [23] of 3 nodes can be reached again$' "$dir/err"
back() {
    tail -n 1 "$dir/json" | grep -q '"event":"waiting"'
}
await back
holds 'which_is_an_event_as_well' back
let_go
wait "$outlasts"
is 'and_gets_the_lock' 0 $?
wait "$waiting"
is 'as_does_the_other' 0 $?
is 'it_reports_each_once' 2 "$(grep -c 'can be reached' "$dir/err")"
holds 'these_events_are_valid' "$REDLOCK_JSON_CHECK" <"$dir/json"

# --- on a terminal -----------------------------------------------------------

if ! command -v script >/dev/null 2>&1; then
    count=$((count + 1))
    echo "ok $count - $suite::terminal # SKIP script(1) is missing"
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
says 'the_line_says_who_and_where' \
    '^redlock: job: held by me; waiting, next in the queue$' "$dir/draws"
says 'and_for_how_long' \
    '^redlock: job: held by me; waiting for 1 s, next in the queue$' \
    "$dir/draws"
is 'and_is_gone_before_the_command_prints' "${escape}[Kmine" \
    "$(tr '\r' '\n' <"$dir/out" | grep mine)"

# The names are others': they may be long, and orders.
name="$(printf 'x%.0s' $(seq 100))${escape}[2J${escape}]0;y"
hold "$name"
printf '%s' "$name" >"$dir/name"
on_terminal "$redlock run \"\$(cat $dir/name)\" -- echo mine"
await grep -q 'queue' "$dir/out"
let_go "$name"
wait "$shown"
draws >"$dir/draws"
is 'a_line_is_shorter_than_80_columns' '' "$(awk 'length > 79' "$dir/draws")"
says 'and_says_all_the_same' '\.\.\.: held by me; waiting, next' "$dir/draws"
is 'and_a_name_gives_no_orders' '' \
    "$(sed "s/${escape}\[K//g" "$dir/out" | grep "$escape")"

hold job
on_terminal "$redlock acquire --wait 60s job"
await grep -q 'queue' "$dir/out"
let_go
wait "$shown"
is 'acquire_shows_it_too_and_then_its_token' 1 \
    "$(tr '\r' '\n' <"$dir/out" | grep -c "^${escape}\[K[0-9A-Za-z]")"
redis_on '1 2 3' DEL job

hold job
on_terminal "$redlock run --wait 1s job -- true; echo status \$?"
wait "$shown"
says 'a_wait_that_runs_out_says_so_on_a_clear_line' \
    "^${escape}\[Kredlock: job: held by me" "$(tr '\r' '\n' <"$dir/out" \
        >"$dir/lines" && echo "$dir/lines")"
says 'and_is_75' 'status 75' "$dir/out"

for option in -q --json; do
    on_terminal "$redlock run --wait 500ms $option job -- true"
    wait "$shown"
    silent "nothing_is_drawn_with_$option" "$escape" "$dir/out"
done
on_terminal "TERM=dumb $redlock run --wait 1s job -- true"
wait "$shown"
silent 'a_dumb_terminal_is_given_no_orders' "$escape" "$dir/out"
is 'and_is_told_once' 1 "$(grep -c waiting "$dir/out")"

# The terminal's line is the foreground's.
on_terminal "sh -mc '$redlock run --wait 1s job -- true & wait'"
wait "$shown"
silent 'nothing_is_drawn_in_the_background' "waiting" "$dir/out"
let_go

# A terminal that nobody reads, with no room left: neither line nor delay.
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
holds 'a_full_terminal_does_not_delay_the_command' test -e "$dir/done"
while kill -0 "$shown" 2>/dev/null; do
    drain "$dir/full"
    sleep 0.05
done
await held_on 0 job
is 'and_no_key_is_left' 0 "$(holding job)"
finish
