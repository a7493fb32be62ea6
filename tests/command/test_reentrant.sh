#!/bin/sh
# SPDX-License-Identifier: MIT
# One owner that has a lock more than once.
. "$(dirname "$0")/lib.sh"
unset REDLOCK_OWNER REDLOCK_OWNED REDLOCK_RESOURCE REDLOCK_RESOURCES
start_masters 3
run="$redlock run --node-timeout 5s"

# A run inside a run, with the same fence.
timeout 60 $run --reentrant job -- sh -c 'echo "$REDLOCK_OWNER $REDLOCK_FENCE"
    "$1" status job >"$0/status"
    $2 --reentrant job -- sh -c "echo \$REDLOCK_OWNER \$REDLOCK_FENCE
        \"\$1\" status job; \"\$1\" status --json job >\"\$0/json\"" "$0" "$1"
    ' "$dir" "$redlock" "$run" >"$dir/out" 2>"$dir/err"
is 'one_inside_another_just_runs' 0 $?
is 'for_the_same_owner_with_the_same_fence' "$(sed -n 1p "$dir/out")" \
    "$(sed -n 2p "$dir/out")"
says 'who_is_made_where_none_is_named' \
    '^[^ ]+:[0-9]+:[0-9a-f]{16} [0-9]+$' "$dir/out"
says 'status_counts_one' ', 1 lock \(3 of 3 nodes agree\)' "$dir/status"
says 'and_then_two' ', 2 locks \(3 of 3 nodes agree\)' "$dir/out"
says 'and_json_too' '"holder_nodes":3,"members":2' "$dir/json"
await held_on 0 job

# What other things stand between them.
timeout 60 $run --reentrant=me job -- $run other -- $run --reentrant two -- \
    $run --reentrant job -- sh -c 'echo "$REDLOCK_OWNER $REDLOCK_OWNED"' \
    >"$dir/out"
is 'however_far_out_the_first_is' 0 $?
says 'the_environment_lists_what_the_owner_has' \
    '^me job=([0-9]+) two=[0-9]+ job=\1$' "$dir/out"
timeout 60 $run --reentrant --no-fence job -- $run --reentrant job -- \
    sh -c 'echo "<${REDLOCK_FENCE-none}> $REDLOCK_OWNED"' >"$dir/out"
is 'without_a_fence_too' 0 $?
says 'which_is_none_then' '^<none> job=0 job=0$' "$dir/out"

# Whoever is not of that owner is kept out.
timeout 60 $run --reentrant job -- $run job -- true 2>"$dir/err"
is 'one_that_is_not_would_wait_for_itself' 64 $?
says 'and_is_told_what_to_say' 'Use --reentrant in both' "$dir/err"
timeout 60 $run job -- $run --reentrant job -- true 2>"$dir/err"
is 'nor_is_the_inner_one_enough' 64 $?
# A number beside the owner's name is not the owner's where a run without one
# has set it.
REDLOCK_OWNER=me timeout 60 $run job -- $run --reentrant --wait 5s job -- true \
    2>/dev/null
is 'nor_is_it_where_a_name_is_around_both' 64 $?
timeout 60 $run --reentrant other -- $run job -- \
    $run --reentrant --wait 5s job -- true 2>/dev/null
is 'nor_where_the_owner_has_something_else' 64 $?
timeout 60 $run --reentrant=me job -- $run --reentrant=you other -- \
    $run --reentrant=me job -- true 2>"$dir/err"
is 'nor_where_another_owner_stands_between' 64 $?
says 'and_is_told_which' 'another owner, you, which does not pass on the owner me' \
    "$dir/err"
says 'and_what_to_do' 'Give that run the same owner, or none' "$dir/err"
timeout 60 $run --reentrant=me job -- env -u REDLOCK_HELD \
    $run --reentrant=you --wait 0s job -- true 2>"$dir/err"
is 'another_owner_is_refused' 75 $?
says 'and_told_by_whom' 'held by me on ' "$dir/err"
timeout 60 $run --reentrant=me job -- env -u REDLOCK_HELD \
    $run --wait 0s job -- true 2>/dev/null
is 'and_so_is_who_has_none' 75 $?

# Who shares it as an owner.
timeout 60 $run --shared --reentrant job -- $run -s --reentrant job -- \
    sh -c 'echo "$REDLOCK_OWNED"; "$1" status job' "$0" "$redlock" >"$dir/out"
is 'who_shares_it_shares_it_again' 0 $?
says 'as_the_environment_says' '^job=shared job=shared$' "$dir/out"
says 'each_is_a_reader' 'held by 2 readers' "$dir/out"
await held_on 0 job
timeout 60 $run -s --reentrant job -- $run --reentrant --wait 60s job -- true \
    2>"$dir/err"
is 'who_shares_it_is_not_to_have_it_alone' 64 $?
says 'and_is_told_what_to_do' 'shares the lock as this owner. End that command first' "$dir/err"
timeout 60 $run -s --reentrant=me job -- env -u REDLOCK_HELD \
    $run --reentrant --wait 60s job -- true 2>"$dir/err"
is 'nor_where_only_the_nodes_know' 64 $?
says 'which_say_so' 'this owner holds the lock shared' "$dir/err"
says 'and_what_to_do' "end this owner's command that shares the lock, or" "$dir/err"
timeout 60 $run --reentrant job -- $run -s --reentrant job -- true 2>"$dir/err"
is 'nor_the_other_way_round' 64 $?
says 'and_is_told_so' 'as this owner. Leave out --shared' "$dir/err"
await held_on 0 job
token=$("$redlock" acquire -s --reentrant=me --ttl 2m job 2>/dev/null)
"$redlock" acquire --reentrant=me --wait 60s --json job >"$dir/json" 2>/dev/null
is 'by_hand_too' 64 $?
says 'in_json_it_is_a_word' '"status":"upgrade".*"reason":"upgrade"' "$dir/json"
"$redlock" extend -s --reentrant=me --token "$token" job 2>/dev/null
is 'it_is_extended_as_what_it_is' 0 $?
"$redlock" release -s --reentrant=me --token "$token" job 2>/dev/null
is 'and_given_up' 0 $?
await held_on 0 job

# Wrong usage.
$run --reentrant job two -- true 2>"$dir/err"
is 'it_does_not_go_with_two_names' 64 $?
says 'which_is_said_of_two_names' '--reentrant: ' "$dir/err"
$run --reentrant='two words' job -- true 2>"$dir/err"
is 'a_name_with_a_blank_is_none' 64 $?
"$redlock" acquire --reentrant job 2>"$dir/err"
is 'by_hand_it_is_to_be_named' 64 $?
says 'as_is_said' 'use --reentrant=OWNER' "$dir/err"

# By hand.
token=$("$redlock" acquire --reentrant=me --ttl 2m job 2>/dev/null)
is 'another_redlock_is_refused' '' "$(redis 1 SET job theirs NX PX 1000)"
"$redlock" extend --token "$token" job 2>"$dir/err"
is 'its_token_alone_does_not_extend_it' 79 $?
says 'and_it_is_said_why' 'add --reentrant$' "$dir/err"
"$redlock" extend --reentrant=you --token "$token" job 2>/dev/null
is 'nor_with_another_owner' 79 $?
fence=$(redis 1 GET '{job}:fence')
second=$(REDLOCK_OWNER=me REDLOCK_RESOURCE=job REDLOCK_FENCE=${fence%%|*} \
    "$redlock" acquire --reentrant --wait 0s job 2>/dev/null)
is 'the_environment_says_which_fence' 0 $?
"$redlock" acquire --reentrant=me --wait 0s job 2>/dev/null
is 'without_it_one_is_the_first_or_none' 75 $?
REDLOCK_OWNER=me REDLOCK_RESOURCE=job REDLOCK_FENCE=9223372036854775807 \
    "$redlock" acquire --reentrant --wait 0s job 2>/dev/null
is 'and_no_counter_is_taken_to_where_it_ends' 64 $?
"$redlock" extend --reentrant=me --token "$token" job 2>/dev/null
is 'it_is_extended_as_it_was_acquired' 0 $?
"$redlock" release --reentrant=me --token "$token" job 2>/dev/null
is 'and_released' 0 $?
await held_on 3 job
REDLOCK_OWNER=me "$redlock" release --reentrant --token "$second" job \
    2>/dev/null
is 'the_last_one_frees_the_resource' 0 $?
await held_on 0 job

# One that is killed, with what runs under it: its watchdog gives it back.
"$redlock" run --reentrant job -- sh -c "touch '$dir/on'; exec sleep 600" \
    2>/dev/null &
killed=$!
await test -e "$dir/on"
kill -KILL "$killed"
wait "$killed" 2>/dev/null
"$redlock" run --wait 60s job -- true 2>/dev/null
is 'one_that_is_killed_is_in_nobodys_way' 0 $?

stop_masters
finish
