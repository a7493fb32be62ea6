#!/bin/sh
# SPDX-License-Identifier: MIT
# The command gets its arguments and streams unchanged, and no lock is left.
. "$(dirname "$0")/lib.sh"
start_masters 5

out=$("$redlock" run --node-timeout 5s job -- echo held)
is 'a_command_runs_while_the_lock_is_held' 'held' "$out"
await held_on 0 job
is 'a_run_leaves_no_key' 0 "$(holding job)"

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
is 'a_quorum_has_the_key_while_the_command_runs' '1 1 1' "$(echo $out)"

for status in 0 1 42 255; do
    "$redlock" run --node-timeout 5s job -- sh -c "exit $status"
    is "exit_status_${status}_of_the_command_is_passed_through" "$status" $?
done
for signal in TERM KILL USR1; do
    "$redlock" run --node-timeout 5s job -- sh -c "kill -$signal \$\$"
    status=$?
    is "a_command_that_dies_of_${signal}_is_128_and_its_number" \
        $((128 + $(number "$signal"))) "$status"
done

out=$("$redlock" run --node-timeout 5s job -- printf '<%s>' 'a b' '' '*' '$HOME' '--' '-n')
is 'the_commands_arguments_are_passed_unchanged' '<a b><><*><$HOME><--><-n>' "$out"

out=$(printf 'one\ntwo\n' | "$redlock" run --node-timeout 5s job -- cat)
is 'the_command_inherits_standard_input' "$(printf 'one\ntwo')" "$out"

REDLOCK_RESOURCE=evil REDLOCK_VALID_UNTIL_MS=1 \
    "$redlock" run --node-timeout 5s job -- sh -c 'env; boot=$(cut -d. -f1 /proc/uptime)
    echo ahead=$((REDLOCK_VALID_UNTIL_MS / 1000 - boot))' >"$dir/env"
says 'REDLOCK_RESOURCE_overrides_an_inherited_value' \
    '^REDLOCK_RESOURCE=job$' "$dir/env"
says 'REDLOCK_VALID_UNTIL_MS_overrides_an_inherited_value' '^ahead=(2[0-9]|30)$' "$dir/env"
says 'REDLOCK_STATUS_FD_is_set' \
    '^REDLOCK_STATUS_FD=[0-9]+$' "$dir/env"
silent 'REDLOCK_TOKEN_is_not_set_by_default' '^REDLOCK_TOKEN=' "$dir/env"

# The command runs as soon as a quorum has the key; this one may be the last.
out=$("$redlock" run --node-timeout 5s --export-token job -- \
    sh -c "for _ in \$(seq 200); do
            [ \"\$REDLOCK_TOKEN\" = \"\$(redis-cli -s $(path 1) GET job)\" ] &&
                echo same && break
            sleep 0.05
        done")
is 'export_token_sets_REDLOCK_TOKEN' same "$out"

out=$("$redlock" run --node-timeout 5s outer -- "$redlock" run --node-timeout 5s inner -- \
    sh -c 'echo $REDLOCK_RESOURCE')
is 'a_nested_run_sets_REDLOCK_RESOURCE_to_the_inner_lock' inner "$out"

exits 'a_missing_command_is_127' 127 "$redlock" run --node-timeout 5s job -- "$dir/no-such-command"
"$redlock" -q run --node-timeout 5s job -- "$dir/nothing" 2>"$dir/err"
says 'a_missing_command_is_reported_with_quiet_too' 'cannot execute .*nothing' "$dir/err"
touch "$dir/plain"
exits 'a_command_that_cannot_be_executed_is_126' 126 "$redlock" run --node-timeout 5s job -- "$dir/plain"
await held_on 0 job
is 'a_command_that_cannot_be_executed_leaves_no_key' 0 "$(holding job)"

# The lines of the status descriptor, as a command would read them.
"$redlock" run --node-timeout 5s --ttl 2s job -- \
    sh -c 'eval "head -n 3 <&$REDLOCK_STATUS_FD"' >"$dir/lines"
is 'the_status_descriptor_has_a_line_for_each_renewal' 3 \
    "$(grep -Ec '^held [0-9]+$' "$dir/lines")"
is 'each_renewal_moves_the_validity' 3 "$(sort -u "$dir/lines" | wc -l)"

since=$(boot_ms)
exits 'a_lock_is_renewed_for_three_ttls' 0 "$redlock" run --node-timeout 5s --ttl 2s job -- sleep 6
holds 'a_renewed_lock_does_not_end_the_command_early' \
    test $(($(boot_ms) - since)) -ge 5900

# The lock is released when the whole group has ended, and only then.
"$redlock" run --node-timeout 5s job -- sh -c 'echo $$ >"$1.new"; mv "$1.new" "$1"
    until [ -e "$1.go" ]; do sleep 0.05; done & exit 7' sh "$dir/child" &
runner=$!
await test -f "$dir/child"
await gone "$(cat "$dir/child")"
await held_on 5 job
is 'a_grandchild_keeps_the_lock_held' 5 "$(holding job)"
touch "$dir/child.go"
wait "$runner"
is 'a_grandchild_does_not_change_the_exit_status' 7 $?
await held_on 0 job
is 'the_lock_is_released_when_the_last_grandchild_ends' 0 "$(holding job)"

finish
