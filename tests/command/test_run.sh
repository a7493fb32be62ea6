#!/bin/sh
# SPDX-License-Identifier: MIT
# Run hands everything on as it is, and leaves nothing behind.
. "$(dirname "$0")/lib.sh"
start_masters 5

out=$("$redlock" run --node-timeout 5s job -- echo held)
is 'a_command_runs_while_the_lock_is_held' 'held' "$out"
await held_on 0 job
is 'no_key_is_left_on_any_master' 0 "$(holding job)"

# It starts as soon as a quorum has the key: that of another may come later.
# shellcheck disable=SC2016 # the variables are the inner shell's
out=$("$redlock" run --node-timeout 5s job -- sh -c 'for socket; do
    tries=0
    until [ "$(redis-cli -s "$socket" EXISTS job)" = 1 ] || [ "$tries" -eq 600 ]; do
        tries=$((tries + 1))
        sleep 0.05
    done
    redis-cli -s "$socket" EXISTS job
done' sh "$(path 1)" "$(path 2)" "$(path 3)")
is 'the_key_is_there_while_the_command_runs' '1 1 1' "$(echo $out)"

for status in 0 1 42 255; do
    "$redlock" run --node-timeout 5s job -- sh -c "exit $status"
    is "the_exit_status_${status}_passes_through" "$status" $?
done
for signal in TERM KILL USR1; do
    "$redlock" run --node-timeout 5s job -- sh -c "kill -$signal \$\$"
    status=$?
    is "death_by_${signal}_is_128_and_its_number" \
        $((128 + $(number "$signal"))) "$status"
done

out=$("$redlock" run --node-timeout 5s job -- printf '<%s>' 'a b' '' '*' '$HOME' '--' '-n')
is 'the_arguments_reach_the_command_unjoined' '<a b><><*><$HOME><--><-n>' "$out"

out=$(printf 'one\ntwo\n' | "$redlock" run --node-timeout 5s job -- cat)
is 'standard_input_is_inherited' "$(printf 'one\ntwo')" "$out"

REDLOCK_RESOURCE=evil REDLOCK_VALID_UNTIL_MS=1 \
    "$redlock" run --node-timeout 5s job -- sh -c 'env; boot=$(cut -d. -f1 /proc/uptime)
    echo ahead=$((REDLOCK_VALID_UNTIL_MS / 1000 - boot))' >"$dir/env"
says 'the_resource_is_in_the_environment_after_the_inherited_one' \
    '^REDLOCK_RESOURCE=job$' "$dir/env"
says 'the_validity_is_in_the_environment' '^ahead=(2[0-9]|30)$' "$dir/env"
says 'the_status_descriptor_is_in_the_environment' \
    '^REDLOCK_STATUS_FD=[0-9]+$' "$dir/env"
silent 'the_token_is_not_in_the_environment' '^REDLOCK_TOKEN=' "$dir/env"

# The command runs as soon as a quorum has the key; this one may be the last.
out=$("$redlock" run --node-timeout 5s --export-token job -- \
    sh -c "for _ in \$(seq 200); do
            [ \"\$REDLOCK_TOKEN\" = \"\$(redis-cli -s $(path 1) GET job)\" ] &&
                echo same && break
            sleep 0.05
        done")
is 'the_token_is_there_where_it_was_asked_for' same "$out"

out=$("$redlock" run --node-timeout 5s outer -- "$redlock" run --node-timeout 5s inner -- \
    sh -c 'echo $REDLOCK_RESOURCE')
is 'a_nested_run_sees_the_inner_lock' inner "$out"

"$redlock" run --node-timeout 5s job -- "$dir/no-such-command" 2>"$dir/err"
is 'a_command_that_is_not_there_is_127' 127 $?
"$redlock" -q run --node-timeout 5s job -- "$dir/nothing" 2>"$dir/err"
says 'and_quiet_does_not_hide_it' 'cannot execute .*nothing' "$dir/err"
touch "$dir/plain"
"$redlock" run --node-timeout 5s job -- "$dir/plain" 2>"$dir/err"
is 'a_command_that_cannot_be_executed_is_126' 126 $?
await held_on 0 job
is 'neither_leaves_a_key' 0 "$(holding job)"

# The lines of the status descriptor, as a command would read them.
"$redlock" run --node-timeout 5s --ttl 2s job -- \
    sh -c 'eval "head -n 3 <&$REDLOCK_STATUS_FD"' >"$dir/lines"
is 'the_status_descriptor_tells_each_renewal' 3 \
    "$(grep -Ec '^held [0-9]+$' "$dir/lines")"
is 'the_validity_moves_on' 3 "$(sort -u "$dir/lines" | wc -l)"

since=$(boot_ms)
"$redlock" run --node-timeout 5s --ttl 2s job -- sleep 6
is 'a_lock_of_two_seconds_is_held_for_six' 0 $?
holds 'and_the_command_was_not_cut_short' \
    test $(($(boot_ms) - since)) -ge 5900

# The lock is released when the whole group has ended, and only then.
"$redlock" run --node-timeout 5s job -- sh -c 'echo $$ >"$1.new"; mv "$1.new" "$1"
    until [ -e "$1.go" ]; do sleep 0.05; done & exit 7' sh "$dir/child" &
runner=$!
await test -f "$dir/child"
await gone "$(cat "$dir/child")"
await held_on 5 job
is 'the_lock_is_held_while_a_grandchild_lives' 5 "$(holding job)"
touch "$dir/child.go"
wait "$runner"
is 'the_status_is_the_commands_own' 7 $?
await held_on 0 job
is 'the_lock_is_released_when_the_group_has_ended' 0 "$(holding job)"

finish
