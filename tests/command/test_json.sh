#!/bin/sh
# SPDX-License-Identifier: MIT
# What --json prints is JSON, whatever is in a name or in a token, and every
# member and word in it stands in docs/JSON.md.
. "$(dirname "$0")/lib.sh"
start_masters 3

# valid SENTENCE: the file is a row of JSON objects.
valid() {
    cat "$dir/out" >>"$dir/all"
    if "$REDLOCK_JSON_CHECK" <"$dir/out"; then
        tell 0 "$1"
    else
        tell 1 "$1"
        sed 's/^/#   /' "$dir/out"
    fi
}

one_round='"attempts":1,"elapsed_us":[1-9]'
odd=$(printf 'a"b\\c\td\351\n{"e":1}')
for name in job "$odd"; do
    label=$([ "$name" = job ] && echo plain || echo odd)
    "$redlock" --json acquire "$name" >"$dir/out"
    valid "json_of_acquire_of_a_${label}_name_is_valid"
    "$redlock" --json --wait 0s acquire "$name" >"$dir/out" 2>/dev/null
    valid "json_of_a_refused_acquire_of_a_${label}_name_is_valid"
    "$redlock" --json status "$name" >"$dir/out"
    valid "json_of_status_of_a_${label}_name_is_valid"
    says "status_of_a_${label}_name_has_one_attempt" "$one_round" "$dir/out"
    says "status_of_a_${label}_name_counts_the_answers" '"quorum":2,"answered":3,' "$dir/out"
    says "status_of_a_${label}_name_has_the_answer_held" '"answer":"held"' "$dir/out"
    silent "status_of_a_${label}_name_has_no_grants" 'grant' "$dir/out"
    token=$(redis 1 GET "$name")
    "$redlock" --json extend "$name" --token "$token" >"$dir/out"
    valid "json_of_extend_of_a_${label}_name_is_valid"
    "$redlock" --json release "$name" --token "$token" >"$dir/out"
    valid "json_of_release_of_a_${label}_name_is_valid"
    says "release_of_a_${label}_name_has_the_votes" '"released":[23],.*"vote":"released"' \
        "$dir/out"
    says "release_of_a_${label}_name_has_one_attempt" "$one_round" "$dir/out"
    "$redlock" --json status "$name" >"$dir/out"
    says "status_of_a_${label}_name_has_no_key_after_the_release" '"answer":"no_key"' "$dir/out"
    "$redlock" --json run "$name" -- true 2>"$dir/out"
    valid "json_of_run_of_a_${label}_name_is_valid"
done

redis_on '1 2 3' SET theirs "$odd"
"$redlock" --json status theirs >"$dir/out"
valid 'json_of_a_holder_with_any_bytes_is_valid'
"$redlock" --json --wait 0s run theirs -- true 2>"$dir/out"
valid 'json_of_a_refused_run_is_valid'
says 'a_refused_run_has_the_status_busy' '"event":"refused".*"status":"busy"' "$dir/out"
"$redlock" --json --quiet run theirs -- true 2>"$dir/out" &
await grep -q '"event":"waiting"' "$dir/out"
kill "$!"
wait "$!"
says 'a_run_ended_by_a_signal_has_the_reason_signal' \
    '"event":"not_started".*"reason":"signal"' "$dir/out"
"$redlock" --json run job -- "$dir/nothing" 2>"$dir/out"
valid 'json_of_a_run_without_its_command_is_valid'
says 'a_run_without_its_command_has_the_reason_exec' '"event":"not_started".*"reason":"exec"' "$dir/out"
"$redlock" --json doctor >"$dir/out"
valid 'json_of_doctor_is_valid'
"$redlock" --json bench --time 100ms >"$dir/out"
valid 'json_of_bench_is_valid'
"$redlock" --json init >"$dir/out"
valid 'json_of_init_is_valid'
signal_masters KILL 1 2
"$redlock" --json --wait 0s acquire job >"$dir/out" 2>/dev/null
valid 'json_of_acquire_with_masters_down_is_valid'
"$redlock" --json status job >"$dir/out" 2>/dev/null
valid 'json_of_status_without_a_quorum_is_valid'
"$redlock" --json --node-timeout 200ms doctor >"$dir/out" 2>/dev/null
valid 'json_of_doctor_with_masters_down_is_valid'
"$redlock" --json init >"$dir/out" 2>/dev/null
valid 'json_of_init_with_masters_down_is_valid'
"$redlock" --json run --wait 0s job -- true 2>"$dir/out"
valid 'json_of_run_without_a_quorum_is_valid'
"$REDLOCK_BIN" --json local status >"$dir/out"
valid 'json_of_local_status_is_valid'

# documented SENTENCE WORDS: each stands in backquotes in docs/JSON.md.
documented() {
    missing=
    for word in $2; do
        grep -qF "\`$word\`" "$document" || missing="$missing $word"
    done
    is "$1" '' "$missing"
}
document=$(dirname "$0")/../../docs/JSON.md
members=$(grep -oE '"[a-z0-9_]+":' "$dir/all" | tr -d '":' | sort -u)
holds 'the_objects_have_more_than_30_members' test "$(echo "$members" | wc -l)" -gt 30
documented 'every_member_is_documented' "$members"
names='status|vote|answer|reason|event|verdict|grade|code|role|memory|released'
documented 'every_word_is_documented' "$(grep -oE "\"($names)\":\"[^\"]*\"" "$dir/all" |
    sed 's/.*:"\(.*\)"/\1/' | tr ' ' '?' | sort -u)"
finish
