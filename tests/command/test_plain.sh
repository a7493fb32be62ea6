#!/bin/sh
# SPDX-License-Identifier: MIT
# Nothing that comes from elsewhere gives a terminal orders, or turns a line.
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
plain 'a_status_of_a_name_that_gives_orders_gives_none'
says 'and_still_has_the_name' '^a\?\[31mb\?c\?d\?e\?f: held by' "$dir/out"
prints run --wait 0s "$evil" -- true
is 'it_is_held' 75 $?
plain 'nor_does_a_refusal'
for verb in status acquire extend release run; do
    prints --json --wait 0s --token "$evil" "$verb" "$evil"
    plain "nor_does_the_json_of_$verb"
    prints --json --token "$evil" "$verb" "$evil"
    plain "nor_does_its_help_${verb}"
done
prints status "$(printf 'caf\303\251')"
says 'a_word_with_an_accent_stays' "$(printf 'caf\303\251: free')" "$dir/out"

for uri in "unix:///tmp/$evil" "redis://$evil:1" "redis://host:$evil" "$evil"; do
    for verb in status doctor init acquire; do
        what=$([ "$verb" = doctor ] || [ "$verb" = init ] || echo job)
        prints -n "$uri" --wait 0s --node-timeout 100ms "$verb" $what
        plain "nor_does_a_uri_that_${verb}_is_given"
        prints -n "$uri" --node-timeout 100ms "$verb" $what
        plain "nor_without_a_wait_for_$verb"
    done
done
prints "$evil"
plain 'nor_does_a_command_that_is_none'
prints "--$evil" status job
plain 'nor_an_option'
prints status "--$evil" job
plain 'nor_an_option_behind_it'
prints run --ttl "$evil" job -- true
plain 'nor_a_duration'
prints run job -- "$evil"
plain 'nor_a_command_that_is_not_there'
prints local "$evil"
plain 'nor_a_verb_of_local'
prints local start "$evil"
plain 'nor_a_number_that_is_none'
prints --password-file "$evil" status job
plain 'nor_a_file_that_is_not_there'

# What a server says of itself.
redis_on '1 2 3' CONFIG SET requirepass "$evil"
prints doctor
plain 'nor_does_a_server_that_refuses'
finish
