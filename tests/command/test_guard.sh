#!/bin/sh
# SPDX-License-Identifier: MIT
# Masters that lost their memory do not vote for a while, and are reported.
. "$(dirname "$0")/lib.sh"
start_masters 5

# once OPTION...: one attempt.
once() {
    "$redlock" run --wait 0s --node-timeout 2s "$@" job -- true \
        >"$dir/out" 2>"$dir/err"
}
# quarantined: prints the numbers of the masters in quarantine, and the status.
quarantined() {
    "$redlock" status --node-timeout 2s job >"$dir/status"
    result=$?
    for i in 1 2 3 4 5; do
        grep -q "^  unix://$(path "$i") .*in quarantine" "$dir/status" &&
            printf '%s ' "$i"
    done
    echo "$result"
}

# Marks are written when nobody holds a lock: held ones are looked for.
for name in red green; do
    "$redlock" acquire --ttl 4m "$name" >/dev/null 2>&1
done
redis_on '3' SET left 0123456789abcdef0123456789abcdef-1:host:7 PX 300000
redis_on '3' MSET '{pool}:slots' 3 \
    '{pool}:slot:0' 0123456789abcdef0123456789abcdef-1:host:7
writes 'init_while_locks_are_held_is_75' 75 "$redlock" init
is 'init_while_locks_are_held_writes_no_mark' 0 "$(holding redlock:inst)"
says 'init_while_locks_are_held_counts_them' '4 locks are held, and nothing was marked' \
    "$dir/err"
for name in red green left pool; do
    says "init_while_locks_are_held_names_$name" "  $name\$" "$dir/err"
done
says 'init_while_locks_are_held_advises_yes' 'redlock init --yes' "$dir/err"
writes 'json_of_init_while_locks_are_held_is_75' 75 "$redlock" --json init
holds 'json_of_init_while_locks_are_held_is_valid' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'json_of_init_while_locks_are_held_lists_them' \
    '"status":"held",.*"held":4,"locks":\["green","left","pool","red"\]' "$dir/out"
redis_on '1 2 3 4 5' ACL SETUSER poor on '>poor' '~*' '&*' +@all -scan
REDLOCK_PASSWORD=poor "$redlock" init --username poor >"$dir/out" 2>"$dir/err"
is 'init_without_the_right_to_search_marks' 0 $?
is 'init_without_the_right_to_search_names_each_node' 5 \
    "$(grep -c 'was not searched for held locks.*needs +eval, +scan' "$dir/err")"
REDLOCK_PASSWORD=poor "$redlock" --json init --ttl-max 4m --username poor \
    >"$dir/out"
says 'json_of_init_counts_the_unsearched_nodes' '"unsearched":5' "$dir/out"
writes 'init_with_the_same_mark_ignores_held_locks' 0 "$redlock" init --ttl-max 4m
redis 2 DEL redlock:inst >/dev/null
writes 'init_with_one_missing_mark_and_held_locks_is_75' 75 "$redlock" init --ttl-max 4m
writes 'init_with_yes_marks_while_locks_are_held' 0 "$redlock" init --ttl-max 4m --yes
writes 'init_with_another_longest_ttl_and_held_locks_is_75' 75 "$redlock" init --ttl-max 3m
redis_on '1 2 3 4 5' FLUSHALL

redis 2 FLUSHALL >/dev/null
exits 'masters_without_markers_are_not_guarded' 0 once
is 'masters_without_markers_are_not_in_quarantine' '0' "$(quarantined)"

# Queries write no marker: a quarantine would exclude the node for all clients.
for question in 'status job' 'status' 'watch --once job' 'doctor'; do
    # shellcheck disable=SC2086 # words
    "$redlock" --node-timeout 2s --guard on $question >"$dir/out" 2>&1
    is "${question%% *}_with_the_guard_on_marks_no_node" 0 \
        "$(holding redlock:inst)"
done

writes 'init_marks_and_exits_with_0' 0 "$redlock" init --node-timeout 2s
is 'init_reports_each_marked_node' 5 "$(grep -c 'unix://.* marked: it may vote' "$dir/out")"
writes 'json_of_init_exits_with_0' 0 "$redlock" init --json --node-timeout 2s
holds 'json_of_init_is_valid' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'json_of_init_has_the_longest_ttl' '"status":"ok","ttl_max_ms":300000' "$dir/out"
is 'no_node_is_in_quarantine_after_init' '0' "$(quarantined)"
exits 'a_different_longest_ttl_is_78' 78 once --ttl-max 4m
says 'a_different_longest_ttl_is_reported' 'longest ttl is 300000 ms.*--ttl-max' "$dir/err"

# A marker that a later version wrote is not replaced by mistake.
kept=$(redis 3 --raw GET redlock:inst)
redis 3 SET redlock:inst '2|a marker of a later version' >/dev/null
writes 'init_with_a_marker_of_a_later_version_is_78' 78 "$redlock" init --node-timeout 2s
says 'init_names_the_node_with_a_marker_of_a_later_version' "$(path 3) has a marker that this version cannot read" \
    "$dir/err"
says 'init_with_a_marker_of_a_later_version_advises_yes' 'redlock init --yes' "$dir/err"
is 'init_keeps_a_marker_of_a_later_version' '2|a marker of a later version' \
    "$(redis 3 --raw GET redlock:inst)"
"$redlock" --json init --node-timeout 2s >"$dir/out" 2>/dev/null
holds 'json_of_init_with_a_marker_of_a_later_version_is_valid' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'json_of_init_with_a_marker_of_a_later_version_says_foreign' '"status":"foreign_marker"' "$dir/out"
"$redlock" doctor --node-timeout 2s >"$dir/out" 2>&1
says 'doctor_reports_a_marker_of_a_later_version' 'has a marker that this$' "$dir/out"
redis 3 SET redlock:inst "$kept" >/dev/null

redis 2 FLUSHALL >/dev/null
is 'a_flushed_node_is_in_quarantine' '2 0' "$(quarantined)"
says 'status_shows_how_long_a_quarantine_lasts' 'in quarantine.* 5 min' "$dir/status"
"$redlock" --json status --node-timeout 2s job >"$dir/out"
holds 'json_of_status_with_a_quarantine_is_valid' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'json_of_status_has_the_rest_of_a_quarantine' '"quarantine_ms":30[01][0-9]{3}' "$dir/out"
exits 'a_lock_is_granted_with_one_of_five_in_quarantine' 0 once -v
says 'a_node_in_quarantine_is_named_with_v' "$(path 2): in quarantine" "$dir/err"
restart_master 4
exits 'a_lock_is_granted_with_two_of_five_in_quarantine' 0 once
is 'status_works_with_two_of_five_in_quarantine' '2 4 0' "$(quarantined)"
restart_master 1
exits 'a_run_with_three_of_five_in_quarantine_is_69' 69 once
for i in 1 2 4; do
    says "the_refusal_names_node_${i}_in_quarantine" "$(path "$i"): in quarantine" "$dir/err"
done
says 'the_refusal_by_quarantine_advises_init' 'redlock init' "$dir/err"
is 'status_with_three_of_five_in_quarantine_is_69' '1 2 4 69' "$(quarantined)"
exits 'without_the_guard_nodes_in_quarantine_vote' 0 once --guard off

"$redlock" init --ttl-max 1s --node-timeout 2s >/dev/null
exits 'init_ends_quarantines' 0 once --ttl-max 1s --ttl 1s
redis_on '1 2 3 4 5' DEL job
redis_on '1 3 5' FLUSHALL
exits 'a_run_with_three_flushed_nodes_is_69' 69 once --guard on --ttl-max 1s --ttl 1s
since=$(boot_ms)
exits 'a_waiting_client_gets_the_lock_after_the_quarantine' 0 "$redlock" run --wait 30s --ttl-max 1s --ttl 1s job -- true
holds 'a_waiting_client_waits_as_long_as_the_quarantine' test $(($(boot_ms) - since)) -ge 1950
exits 'later_clients_vote_with_the_nodes_after_the_quarantine' 0 once --ttl-max 1s --ttl 1s

# A held lock stays held, and no other client acquires it.
"$redlock" init --ttl-max 10s --node-timeout 2s >/dev/null
"$redlock" run --ttl-max 10s --ttl 10s job -- sleep 600 &
holder=$!
await held_on 5 job
redis_on '2 4' FLUSHALL
exits 'a_lock_stays_held_while_two_nodes_are_in_quarantine' 75 once --ttl-max 10s --ttl 10s
kill "$holder"
wait "$holder"
is 'a_quarantine_does_not_affect_the_holder' 143 $?
await held_on 0 job

signal_masters KILL 5
await gone "$(pid 5)"
# That node may have the only key of a lock that the others lost.
kept=$(redis 1 --raw GET redlock:inst)
writes 'init_that_cannot_search_a_node_is_69' 69 "$redlock" init --ttl-max 1s --node-timeout 2s
is 'init_that_cannot_search_a_node_marks_none' "$kept" "$(redis 1 --raw GET redlock:inst)"
says 'init_names_the_node_that_it_cannot_search' "$(path 5) was not searched for held locks: " "$dir/err"
says 'init_that_cannot_search_a_node_advises_yes' 'nothing was marked.* redlock init --yes' "$dir/err"
"$redlock" --json init --ttl-max 1s --node-timeout 2s >"$dir/out" 2>/dev/null
holds 'json_of_init_that_cannot_search_a_node_is_valid' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'json_of_init_that_cannot_search_a_node_counts_it' '"status":"unsearched",.*"unsearched":1' "$dir/out"
writes 'init_that_cannot_mark_a_node_is_69' 69 "$redlock" init --yes --ttl-max 1s --node-timeout 2s
says 'init_names_the_node_that_it_cannot_mark' \
    "$(path 5) not marked: (connection refused|the connection broke)" \
    "$dir/out"
redis_on '1 2 3' CONFIG SET requirepass sesame
writes 'init_refused_by_a_majority_is_77' 77 "$redlock" init --ttl-max 1s --node-timeout 2s
says 'init_refused_by_a_majority_says_why_it_cannot_search' 'not searched .*: requires a password' "$dir/err"
writes 'init_with_yes_refused_by_a_majority_is_77' 77 "$redlock" init --yes --ttl-max 1s --node-timeout 2s
says 'init_with_yes_refused_by_a_majority_says_why_it_cannot_mark' 'not marked: requires a password' "$dir/out"
finish
