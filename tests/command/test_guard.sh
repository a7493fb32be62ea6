#!/bin/sh
# SPDX-License-Identifier: MIT
# Masters that lost their memory may not vote for a while, and are named.
. "$(dirname "$0")/lib.sh"
start_masters 5

# once OPTION...: one attempt.
once() {
    "$redlock" run --wait 0s --node-timeout 2s "$@" job -- true \
        >"$dir/out" 2>"$dir/err"
}
# quarantined: which masters the status names so, as their numbers.
quarantined() {
    "$redlock" status --node-timeout 2s job >"$dir/status"
    told=$?
    for i in 1 2 3 4 5; do
        grep -q "^  unix://$(path "$i") .*in quarantine" "$dir/status" &&
            printf '%s ' "$i"
    done
    echo "$told"
}

# Marks are written when nobody holds a lock: held ones are looked for.
for name in red green; do
    "$redlock" acquire --ttl 4m "$name" >/dev/null 2>&1
done
redis_on '3' SET left 0123456789abcdef0123456789abcdef-1:host:7 PX 300000
"$redlock" init >"$dir/out" 2>"$dir/err"
is 'init_while_locks_are_held_is_75' 75 $?
is 'and_writes_no_mark' 0 "$(holding redlock:inst)"
says 'and_says_how_many_are_held' '3 locks are held, and nothing was marked' \
    "$dir/err"
for name in red green left; do
    says "and_names_$name" "  $name\$" "$dir/err"
done
says 'and_what_to_do' 'redlock init --yes' "$dir/err"
"$redlock" --json init >"$dir/out" 2>/dev/null
is 'and_for_programs_too' 75 $?
holds 'which_get_json' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'with_the_locks' \
    '"status":"held",.*"held":3,"locks":\["green","left","red"\]' "$dir/out"
redis_on '1 2 3 4 5' ACL SETUSER poor on '>poor' '~*' '&*' +@all -scan
REDLOCK_PASSWORD=poor "$redlock" init --username poor >"$dir/out" 2>"$dir/err"
is 'where_it_may_not_look_init_marks' 0 $?
is 'and_says_that_of_each_node' 5 \
    "$(grep -c 'was not searched for held locks.*needs +eval, +scan' "$dir/err")"
REDLOCK_PASSWORD=poor "$redlock" --json init --ttl-max 4m --username poor \
    >"$dir/out"
says 'and_to_programs' '"unsearched":5' "$dir/out"
"$redlock" init --ttl-max 4m >"$dir/out" 2>"$dir/err"
is 'the_same_mark_again_needs_no_yes' 0 $?
redis 2 DEL redlock:inst >/dev/null
"$redlock" init --ttl-max 4m >"$dir/out" 2>"$dir/err"
is 'a_mark_that_one_lacks_does' 75 $?
"$redlock" init --ttl-max 4m --yes >"$dir/out" 2>"$dir/err"
is 'and_is_written_with_it' 0 $?
"$redlock" init --ttl-max 3m >"$dir/out" 2>"$dir/err"
is 'another_longest_ttl_does' 75 $?
redis_on '1 2 3 4 5' FLUSHALL

redis 2 FLUSHALL >/dev/null
once
is 'masters_that_were_never_marked_are_not_guarded' 0 $?
is 'and_none_is_in_quarantine' '0' "$(quarantined)"

# A question changes nothing: a quarantine that it wrote would stop every client.
for question in 'status job' 'status' 'watch --once job' 'doctor'; do
    # shellcheck disable=SC2086 # words
    "$redlock" --node-timeout 2s --guard on $question >"$dir/out" 2>&1
    is "${question%% *}_with_the_guard_on_marks_no_node" 0 \
        "$(holding redlock:inst)"
done

"$redlock" init --node-timeout 2s >"$dir/out"
is 'init_marks_every_node' 0 $?
is 'and_says_so_of_each' 5 "$(grep -c 'unix://.* marked: it may vote' "$dir/out")"
"$redlock" init --json --node-timeout 2s >"$dir/out"
is 'and_for_programs' 0 $?
holds 'in_json' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'with_the_longest_ttl' '"status":"ok","ttl_max_ms":300000' "$dir/out"
is 'then_none_is_in_quarantine' '0' "$(quarantined)"
once --ttl-max 4m
is 'clients_that_disagree_on_the_longest_ttl_are_78' 78 $?
says 'and_are_told_so' 'longest ttl is 300000 ms.*--ttl-max' "$dir/err"

# A marker that a later version wrote is not replaced by mistake.
kept=$(redis 3 --raw GET redlock:inst)
redis 3 SET redlock:inst '2|a marker of a later version' >/dev/null
"$redlock" init --node-timeout 2s >"$dir/out" 2>"$dir/err"
is 'init_leaves_a_marker_of_another_version' 78 $?
says 'and_names_the_node' "$(path 3) has a marker that this version cannot read" \
    "$dir/err"
says 'and_what_to_do' 'redlock init --yes' "$dir/err"
is 'and_it_stays' '2|a marker of a later version' \
    "$(redis 3 --raw GET redlock:inst)"
"$redlock" --json init --node-timeout 2s >"$dir/out" 2>/dev/null
holds 'for_programs_too' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'with_a_word' '"status":"foreign_marker"' "$dir/out"
"$redlock" doctor --node-timeout 2s >"$dir/out" 2>&1
says 'doctor_names_it' 'has a marker that this$' "$dir/out"
redis 3 SET redlock:inst "$kept" >/dev/null

redis 2 FLUSHALL >/dev/null
is 'one_that_was_flushed_is' '2 0' "$(quarantined)"
says 'for_its_time' 'in quarantine.* 5 min' "$dir/status"
"$redlock" --json status --node-timeout 2s job >"$dir/out"
holds 'and_for_programs_too' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'in_milliseconds' '"quarantine_ms":30[01][0-9]{3}' "$dir/out"
once -v
is 'one_of_five_does_no_harm' 0 $?
says 'and_is_named' "$(path 2): in quarantine" "$dir/err"
restart_master 4
once
is 'two_of_five_do_no_harm' 0 $?
is 'and_the_status_can_tell' '2 4 0' "$(quarantined)"
restart_master 1
once
is 'three_of_five_are_69' 69 $?
for i in 1 2 4; do
    says "the_${i}th_is_named" "$(path "$i"): in quarantine" "$dir/err"
done
says 'with_the_advice' 'redlock init' "$dir/err"
is 'too_few_are_left_to_tell_who_holds_it' '1 2 4 69' "$(quarantined)"
once --guard off
is 'without_the_guard_they_vote' 0 $?

"$redlock" init --ttl-max 1s --node-timeout 2s >/dev/null
once --ttl-max 1s --ttl 1s
is 'init_ends_the_quarantines' 0 $?
redis_on '1 2 3 4 5' DEL job
redis_on '1 3 5' FLUSHALL
once --guard on --ttl-max 1s --ttl 1s
is 'three_are_in_quarantine_again' 69 $?
since=$(boot_ms)
"$redlock" run --wait 30s --ttl-max 1s --ttl 1s job -- true
is 'a_client_that_stays_sees_the_end_of_it' 0 $?
holds 'and_not_before_its_time' test $(($(boot_ms) - since)) -ge 1950
once --ttl-max 1s --ttl 1s
is 'for_all_that_come_after_it' 0 $?

# A lock that is held keeps being held, and nobody else gets it.
"$redlock" init --ttl-max 10s --node-timeout 2s >/dev/null
"$redlock" run --ttl-max 10s --ttl 10s job -- sleep 600 &
holder=$!
await held_on 5 job
redis_on '2 4' FLUSHALL
once --ttl-max 10s --ttl 10s
is 'a_lock_is_still_held_when_two_forget_it' 75 $?
kill "$holder"
wait "$holder"
is 'and_its_holder_does_not_notice' 143 $?
await held_on 0 job

signal_masters KILL 5
await gone "$(pid 5)"
# Its key may be all that is left of a lock that the others forgot.
kept=$(redis 1 --raw GET redlock:inst)
"$redlock" init --ttl-max 1s --node-timeout 2s >"$dir/out" 2>"$dir/err"
is 'an_init_that_cannot_search_one_is_69' 69 $?
is 'and_marks_no_other' "$kept" "$(redis 1 --raw GET redlock:inst)"
says 'and_names_it' "$(path 5) was not searched for held locks: " "$dir/err"
says 'with_the_way_out' 'nothing was marked.* redlock init --yes' "$dir/err"
"$redlock" --json init --ttl-max 1s --node-timeout 2s >"$dir/out" 2>/dev/null
holds 'and_tells_programs' sh -c '"$REDLOCK_JSON_CHECK" <"$1"' sh "$dir/out"
says 'how_many' '"status":"unsearched",.*"unsearched":1' "$dir/out"
"$redlock" init --yes --ttl-max 1s --node-timeout 2s >"$dir/out"
is 'an_init_that_misses_one_is_69' 69 $?
says 'which_it_names' \
    "$(path 5) not marked: (connection refused|the connection broke)" \
    "$dir/out"
redis_on '1 2 3' CONFIG SET requirepass sesame
"$redlock" init --ttl-max 1s --node-timeout 2s >"$dir/out" 2>"$dir/err"
is 'an_init_that_a_majority_refuses_is_77' 77 $?
says 'and_says_what_is_wrong' 'not searched .*: requires a password' "$dir/err"
"$redlock" init --yes --ttl-max 1s --node-timeout 2s >"$dir/out"
is 'also_without_a_search' 77 $?
says 'which_says_it_too' 'not marked: requires a password' "$dir/out"
finish
