#!/bin/sh
# SPDX-License-Identifier: MIT
# Two users of one deployment, each with the rule of docs/access.md for several
# users: their locks work, and neither learns anything of the other's tokens.
. "$(dirname "$0")/lib.sh"
page=$(dirname "$0")/../../docs/access.md
start_masters 5

# rule USER: the page's second rule, in a line, as redis-cli reads it.
rule() {
    awk '/^redis-cli ACL SETUSER/ { rules++ } /^```$/ { inside = 0 }
        /^redis-cli ACL SETUSER/ && rules == 2 { inside = 1 } inside' "$page" |
        sed "s/^redis-cli//; s/ app / $1 /; s/PASSWORD/sesame/; s/job:/$1:/g" |
        tr -d '\\' | tr '\n' ' '
}
for i in 1 2 3 4 5; do
    for user in alice mallory; do
        is "node_${i}_accepts_the_rule_of_$user" OK "$(rule "$user" | redis "$i")"
    done
done
rule alice >"$dir/rule"
silent 'the_rule_for_several_users_has_no_right_to_client_kill' client "$dir/rule"

# asks USER I COMMAND...: at the Ith master, as that user.
asks() {
    user=$1
    socket=$(path "$2")
    shift 2
    redis-cli -s "$socket" --no-auth-warning --user "$user" --pass sesame "$@"
}

# quarantined I: what the user who is not the holder reads there.
quarantined() {
    asks mallory "$1" GET redlock:inst >"$dir/marker"
    grep -q '^1|||[0-9a-f]*|q|' "$dir/marker"
}

# parts: what of the tokens is in the marker, eight bytes at a time.
parts() {
    for token in $tokens; do
        awk -v token="$token" '{
            for (i = 1; i + 7 <= length(token); i++)
                if (index($0, substr(token, i, 8)))
                    print substr(token, i, 8)
        }' "$dir/marker"
    done
}

"$redlock" init >/dev/null
is 'init_marks_the_nodes' 5 "$(holding redlock:inst)"
export REDLOCK_PASSWORD=sesame

# --- their locks -------------------------------------------------------------

"$redlock" run --username alice --guard on --ttl 15s alice:job -- sleep 600 \
    2>"$dir/err" &
holder=$!
holds 'a_user_without_client_kill_acquires_on_all_nodes' await held_on 5 alice:job
exits 'the_other_user_acquires_its_own_lock' 0 "$redlock" run --username mallory --guard on mallory:job -- true
exits 'the_other_user_is_refused_the_first_users_lock' 77 "$redlock" run --username mallory --guard on --wait 0s alice:job -- true
"$redlock" run --username alice --guard on --wait 60s --json alice:job -- true \
    2>"$dir/waits" &
waiter=$!
holds 'a_second_client_of_the_user_queues' await grep -q '"position":' "$dir/waits"
for question in 'GET alice:job' 'ZRANGE {alice:job}:queue 0 -1' \
    'HGET {alice:job}:entry x' 'GET {alice:job}:fence' 'PUBSUB CHANNELS' \
    'CLIENT LIST' 'CLIENT KILL TYPE normal' 'SCAN 0'; do
    # shellcheck disable=SC2086 # words
    asks mallory 1 $question >"$dir/out" 2>&1
    says "the_other_user_may_not_$(echo "$question" | tr ' ' '_')" NOPERM \
        "$dir/out"
done

# --- what a quarantine shows -------------------------------------------------

# The holder or the waiter asks next, and the script that it runs marks the node.
tokens=$(for i in 1 2 3 4 5; do
    redis "$i" GET alice:job
    redis "$i" ZRANGE '{alice:job}:queue' 0 -1
done | sort -u)
is 'holder_and_waiter_have_a_token_each' 2 "$(echo "$tokens" | grep -c .)"
redis 1 FLUSHALL >/dev/null
holds 'a_script_marks_a_node_that_lost_its_memory' await quarantined 1
says 'the_scripts_marker_has_a_hash_and_a_number' '\|[0-9a-f]{32}\.[0-9]+$' "$dir/marker"
is 'the_scripts_marker_contains_no_part_of_a_token' '' "$(parts)"

kill "$holder"
wait "$holder"
is 'the_holder_ends_by_the_signal' 143 $?
wait "$waiter"
is 'the_waiter_gets_the_lock_after_the_holder' 0 $?
holds 'holder_and_waiter_leave_no_key' await held_on 0 alice:job

# A client that meets no marker when it connects writes one itself.
redis 3 FLUSHALL >/dev/null
tokens=$("$redlock" acquire --username alice --guard on --wait 0s alice:other \
    2>"$dir/err")
is 'a_user_acquires_with_the_nodes_that_kept_their_memory' 0 $?
holds 'a_client_marks_a_node_that_lost_its_memory' await quarantined 3
says 'the_clients_marker_has_a_random_value_and_a_number' '\|[0-9a-f]{32}\.[0-9]+$' "$dir/marker"
is 'the_clients_marker_contains_no_part_of_a_token' '' "$(parts)"
exits 'a_user_releases_with_its_token' 0 "$redlock" release --username alice --guard on --token "$tokens" alice:other

# --- a right that a release alone needs ---------------------------------------

# lacks USER RIGHT: the page's rule for the user, without that right.
lacks() {
    for i in 1 2 3 4 5; do
        { rule "$1" | tr -d '\n' && echo " $2"; } | redis "$i" >/dev/null
    done
}
lacks erin -del
"$redlock" run --username erin --ttl 5s erin:job -- true 2>"$dir/err"
says 'a_run_without_the_right_to_DEL_reports_it' 'user lacks a right' "$dir/err"
lacks erin -zrem
"$redlock" run --username erin --ttl 5s -s erin:book -- true 2>"$dir/err"
says 'a_reader_without_the_right_to_ZREM_reports_it' 'user lacks a right' "$dir/err"
finish
