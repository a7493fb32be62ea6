#!/bin/sh
# SPDX-License-Identifier: MIT
# No text from outside controls the terminal or changes a line's direction.
. "$(dirname "$0")/lib.sh"
start_masters 3

# plain SENTENCE: what was printed is ASCII, and lines.
plain() {
    is "$1" 0 "$(cat "$dir/out" "$dir/err" | LC_ALL=C tr -d '\12\40-\176' | wc -c)"
}
# prints ARGUMENTS...
prints() {
    "$redlock" "$@" >"$dir/out" 2>"$dir/err" </dev/null
}

# ESC [, its single character, a byte that is no text, a turned line.
evil=$(printf 'a\033[31mb\302\233c\233d\342\200\256e\342\201\246f')
redis_on '1 2 3' SET "$evil" "$evil#$evil"
prints status "$evil"
plain 'status_replaces_unsafe_characters_of_a_name'
says 'status_shows_the_safe_characters_of_a_name' '^a\?\[31mb\?c\?d\?e\?f: held by' "$dir/out"
prints run --wait 0s "$evil" -- true
is 'a_held_name_with_unsafe_characters_is_75' 75 $?
plain 'a_refusal_replaces_unsafe_characters'
for verb in status acquire extend release run; do
    prints --json --wait 0s --token "$evil" "$verb" "$evil"
    plain "json_of_${verb}_escapes_unsafe_characters"
    prints --json --token "$evil" "$verb" "$evil"
    plain "json_of_${verb}_without_a_wait_escapes_unsafe_characters"
done
prints status "$(printf 'caf\303\251')"
says 'a_safe_character_outside_ASCII_is_printed' "$(printf 'caf\303\251: free')" "$dir/out"

for uri in "unix:///tmp/$evil" "redis://$evil:1" "redis://host:$evil" "$evil"; do
    for verb in status doctor init acquire; do
        what=$([ "$verb" = doctor ] || [ "$verb" = init ] || echo job)
        prints -n "$uri" --wait 0s --node-timeout 100ms "$verb" $what
        plain "an_error_of_${verb}_replaces_unsafe_characters_of_a_uri"
        prints -n "$uri" --node-timeout 100ms "$verb" $what
        plain "an_error_of_waiting_${verb}_replaces_unsafe_characters_of_a_uri"
    done
done
prints "$evil"
plain 'an_unknown_command_is_printed_safely'
prints "--$evil" status job
plain 'an_unknown_option_is_printed_safely'
prints status "--$evil" job
plain 'an_unknown_option_behind_the_command_is_printed_safely'
prints run --ttl "$evil" job -- true
plain 'a_wrong_duration_is_printed_safely'
prints run job -- "$evil"
plain 'a_missing_program_is_printed_safely'
prints local "$evil"
plain 'an_unknown_verb_of_local_is_printed_safely'
prints local start "$evil"
plain 'a_wrong_number_of_local_is_printed_safely'
prints --password-file "$evil" status job
plain 'a_missing_password_file_is_printed_safely'

# A server's own texts.
redis_on '1 2 3' CONFIG SET requirepass "$evil"
prints doctor
plain 'doctor_replaces_unsafe_characters_of_a_servers_error'
finish
