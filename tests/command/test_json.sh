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
    valid "acquire_of_a_${label}_name"
    "$redlock" --json --wait 0s acquire "$name" >"$dir/out" 2>/dev/null
    valid "a_refused_acquire_of_a_${label}_name"
    "$redlock" --json status "$name" >"$dir/out"
    valid "status_of_a_${label}_name"
    says "which_counts_its_round_${label}" "$one_round" "$dir/out"
    says "and_who_answered_${label}" '"quorum":2,"answered":3,' "$dir/out"
    says "and_what_${label}" '"answer":"held"' "$dir/out"
    silent "and_nothing_was_granted_${label}" 'grant' "$dir/out"
    token=$(redis 1 GET "$name")
    "$redlock" --json extend "$name" --token "$token" >"$dir/out"
    valid "extend_of_a_${label}_name"
    "$redlock" --json release "$name" --token "$token" >"$dir/out"
    valid "release_of_a_${label}_name"
    says "and_who_released_it_${label}" '"released":[23],.*"vote":"released"' \
        "$dir/out"
    says "which_counts_its_round_too_${label}" "$one_round" "$dir/out"
    "$redlock" --json status "$name" >"$dir/out"
    says "nobody_has_it_then_${label}" '"answer":"no_key"' "$dir/out"
    "$redlock" --json run "$name" -- true 2>"$dir/out"
    valid "run_of_a_${label}_name"
done

redis_on '1 2 3' SET theirs "$odd"
"$redlock" --json status theirs >"$dir/out"
valid 'a_holder_with_any_bytes'
"$redlock" --json --wait 0s run theirs -- true 2>"$dir/out"
valid 'a_refused_run'
says 'which_is_busy' '"event":"refused".*"status":"busy"' "$dir/out"
"$redlock" --json run job -- "$dir/nothing" 2>"$dir/out"
valid 'a_command_that_is_not_there'
says 'which_was_not_executed' '"event":"not_started".*"reason":"exec"' "$dir/out"
"$redlock" --json doctor >"$dir/out"
valid 'an_examination'
"$redlock" --json bench --time 100ms >"$dir/out"
valid 'a_measurement'
"$redlock" --json init >"$dir/out"
valid 'marks'
signal_masters KILL 1 2
"$redlock" --json --wait 0s acquire job >"$dir/out" 2>/dev/null
valid 'masters_that_are_down'
"$redlock" --json status job >"$dir/out" 2>/dev/null
valid 'a_status_that_nobody_can_tell'
"$redlock" --json --node-timeout 200ms doctor >"$dir/out" 2>/dev/null
valid 'an_examination_of_masters_that_are_down'
"$redlock" --json init >"$dir/out" 2>/dev/null
valid 'marks_that_could_not_be_set'
"$redlock" --json run --wait 0s job -- true 2>"$dir/out"
valid 'a_run_without_a_quorum'
"$REDLOCK_BIN" --json local status >"$dir/out"
valid 'private_masters'

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
holds 'there_are_many_members' test "$(echo "$members" | wc -l)" -gt 30
documented 'every_member_is_documented' "$members"
names='status|vote|answer|reason|event|verdict|grade|code|role|memory|released'
documented 'and_every_word' "$(grep -oE "\"($names)\":\"[^\"]*\"" "$dir/all" |
    sed 's/.*:"\(.*\)"/\1/' | tr ' ' '?' | sort -u)"
finish
