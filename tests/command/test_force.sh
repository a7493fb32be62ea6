#!/bin/sh
# SPDX-License-Identifier: MIT
# redlock release --force: whoever holds it hears of the loss, the next one has a
# greater fence, and who was not seen is left alone.
. "$(dirname "$0")/lib.sh"
start_masters 3

# force ARGUMENTS...: what is said, and the exit status.
force() {
    timeout 100 "$redlock" release --force "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
}
counter() {
    redis "$1" GET '{job}:fence'
}

force job --yes
is 'of_what_nobody_holds_there_is_nothing_to_release' 1 "$status"
force --json --yes job
is 'in_json_too' '{"resource":"job","status":"gone"}' "$(cat "$dir/out")"

# --- a command that is kept ------------------------------------------------------

# kept TTL OPTION...: until it runs.
kept() {
    rm -f "$dir/ready"
    "$redlock" run --label "$@" job -- sh -c "echo \$REDLOCK_FENCE >$dir/ready
        exec sleep 300" >/dev/null 2>"$dir/run" &
    runner=$!
    await test -s "$dir/ready"
    await held_on 3 job
}
kept one --ttl 3s
fence=$(cat "$dir/ready")
force job
is 'without_a_terminal_it_wants_to_be_told' 64 "$status"
says 'and_says_so' 'there is none: add --yes' "$dir/err"
is 'and_nothing_is_released' 3 "$(holding job)"
before=$(for i in 1 2 3; do counter "$i"; done)
force --yes job
is 'it_is_released' 0 "$status"
says 'it_is_said_who_holds_it' 'job: held by one on 3 of 3 nodes' "$dir/err"
says 'and_what_it_breaks' 'believes that it holds the lock until its$' \
    "$dir/err"
says 'and_what_is_safe' 'can refuse the old holder' "$dir/err"
says 'and_that_it_is_done' 'job: released by force on [23] of 3 nodes' "$dir/err"
is 'the_counters_stay' "$before" "$(for i in 1 2 3; do counter "$i"; done)"
wait "$runner"
is 'the_command_is_ended' 79 $?
says 'and_hears_of_the_loss' 'lost' "$dir/run"
is 'no_node_has_got_its_key_back' 0 "$(holding job)"
"$redlock" run job -- sh -c "echo \$REDLOCK_FENCE >$dir/next" 2>/dev/null
holds 'the_next_one_has_a_greater_fence' test "$(cat "$dir/next")" -gt "$fence"

# --- who waits ---------------------------------------------------------------------

kept holder --ttl 20s
"$redlock" run --json --wait 90s job -- touch "$dir/served" 2>"$dir/waits" &
waiter=$!
await grep -q '"position":' "$dir/waits"
redis_on '1 2 3' CONFIG RESETSTAT
force --yes job
says 'who_waits_is_told_of' 'held by holder on 3 of 3 nodes; 1 wait' "$dir/err"
wait "$waiter"
is 'and_has_it_next' 0 $?
holds 'so_that_it_runs' test -e "$dir/served"
published() {
    for i in 1 2 3; do
        redis "$i" INFO commandstats | grep 'cmdstat_publish:'
    done
}
holds 'it_was_woken' test -n "$(published)"
wait "$runner"
is 'while_the_holder_loses_it' 79 $?

# --- who shares it -----------------------------------------------------------------

"$redlock" acquire --ttl 5m -s job >/dev/null 2>&1
token=$("$redlock" acquire --ttl 5m -s job 2>/dev/null)
await held_on 3 '{job}:members'
force --yes job
says 'readers_are_counted' 'job: held by 2 readers on 3 of 3 nodes' "$dir/err"
is 'and_lose_it' 0 "$status"
is 'all_of_them' 0 "$(holding '{job}:members')"
"$redlock" extend -s --token "$token" job >/dev/null 2>&1
is 'none_of_them_can_go_on' 79 $?

token=$("$redlock" acquire --wait 5s --ttl 5m --no-fence --reentrant=me job 2>/dev/null)
"$redlock" acquire --wait 5s --ttl 5m --no-fence --reentrant=me job >/dev/null 2>&1
await held_on 3 '{job}:members'
"$redlock" status >"$dir/out"
says 'an_owner_is_listed_with_his_locks' '^job: held by me, 2 locks \(3 of 3' \
    "$dir/out"
force --yes job
says 'he_is_named_with_them' 'job: held by me, 2 locks on 3 of 3 nodes' "$dir/err"
is 'he_loses_them_too' '0 0' "$status $(holding '{job}:members')"
"$redlock" extend --reentrant=me --token "$token" job >/dev/null 2>&1
is 'and_cannot_go_on' 79 $?
force --yes --reentrant=me job
is 'nor_has_an_owner_to_be_named' 64 "$status"

# --- who is none of ours -------------------------------------------------------------

redis_on '1 2 3' SET job "$(printf 'theirs\351%0200d' 7)" PX 300000
force --yes --json job
is 'another_Redlock_loses_it_too' 0 "$status"
"$REDLOCK_JSON_CHECK" <"$dir/out"
is 'told_in_json' 0 $?
says 'as_a_release' '"status":"ok","quorum":2,"released":3,.*"vote":"released"' \
    "$dir/out"
silent 'and_in_nothing_else' . "$dir/err"
is 'it_is_gone' 0 "$(holding job)"
redis_on '1 2 3' HSET job field 1
force --yes job
is 'what_is_no_lock_is_left_alone' 69 "$status"
is 'as_it_is' 3 "$(holding job)"
redis_on '1 2 3' DEL job

# --- nodes that fail -----------------------------------------------------------------

kept tough --ttl 60s
signal_masters STOP 2 3
force --yes --node-timeout 300ms job
is 'too_few_nodes_are_69' 69 "$status"
signal_masters CONT 2 3
"$redlock" status job >"$dir/out"
says 'and_who_holds_it_keeps_it' '^job: held by tough' "$dir/out"
kill -TERM "$runner"
wait "$runner"
redis_on '1 2 3' DEL job

# --- wrong usage -----------------------------------------------------------------------

force --yes --token x job
is 'a_token_has_no_use' 64 "$status"
force --yes -s job
is 'nor_has_a_mode' 64 "$status"
"$redlock" acquire --ttl 5m job >/dev/null 2>&1
await held_on 3 job
force --yes --slots 2 --slot 0 job
is 'nor_has_a_slot_which_would_be_another_lock' '64 3' "$status $(holding job)"
redis_on '1 2 3' DEL job
"$redlock" release --yes --token x job 2>/dev/null
is 'nor_has_yes_without_it' 64 $?

# --- a terminal ------------------------------------------------------------------------

if command -v script >/dev/null 2>&1; then
    answered() {
        "$redlock" acquire --ttl 5m job >/dev/null 2>&1
        await held_on 3 job
        (await grep -q 'release it by force' "$dir/typescript" && echo "$1") |
            script -qefc "$redlock release --force job" "$dir/typescript" \
                >/dev/null
        status=$?
        rm -f "$dir/typescript"
    }
    answered n
    is 'who_says_no_has_released_nothing' '1 3' "$status $(holding job)"
    redis_on '1 2 3' DEL job
    answered yes
    is 'who_says_yes_has' '0 0' "$status $(holding job)"
fi
finish
