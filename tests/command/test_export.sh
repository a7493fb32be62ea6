#!/bin/sh
# SPDX-License-Identifier: MIT
# --export-token: the command gets the lock's token, and no key is restored after
# the command has released the lock.
. "$(dirname "$0")/lib.sh"
start_masters 5

# begin OPTION...: a run that waits for $dir/go; its events in $dir/events.
begin() {
    rm -f "$dir/go" "$dir/events"
    "$redlock" run --json --node-timeout 5s --ttl 6s "$@" job -- sh -c '
        while [ ! -e "$0" ]; do sleep 0.05; done; exit 3' "$dir/go" \
        2>"$dir/events" &
    runner=$!
    await held_on 5 job
}
end() {
    touch "$dir/go"
    wait "$runner"
    is "$1" 3 $?
    await held_on 0 job
}
renewals() {
    grep -c '"renewed"' "$dir/events"
}
more_than() {
    [ "$(renewals)" -gt "$1" ]
}

begin
redis 1 DEL job >/dev/null
await held_on 5 job
is 'a_node_that_lost_the_key_gets_it_back' 5 "$(holding job)"
end 'a_repair_does_not_affect_the_command'

begin --export-token
redis 1 DEL job >/dev/null
await more_than $(($(renewals) + 2))
is 'a_lost_key_is_not_restored_if_the_token_is_exported' 4 "$(holding job)"
end 'a_lost_key_does_not_affect_a_command_with_the_token'

"$redlock" run --node-timeout 5s --export-token job -- sh -c '
    "$0" extend --node-timeout 5s --ttl 200s job >/dev/null; echo $?
    env -u REDLOCK_TOKEN "$0" extend --node-timeout 5s job 2>/dev/null
    echo $?' "$redlock" >"$dir/out"
is 'the_command_can_extend_only_with_the_token' '0 64' \
    "$(paste -sd ' ' "$dir/out")"
await held_on 0 job

# Released by the command itself: the lock is lost, and another may have it.
"$redlock" run --node-timeout 5s --ttl 6s --export-token job -- sh -c '
    "$0" release --node-timeout 5s job; exec sleep 600' "$redlock" \
    2>"$dir/err"
is 'a_command_that_releases_its_own_lock_has_lost_it' 79 $?
says 'a_release_by_the_command_is_reported_as_a_loss' 'another client may hold it now' "$dir/err"
finish
