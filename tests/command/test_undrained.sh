#!/bin/sh
# SPDX-License-Identifier: MIT
# Standard error that nobody drains delays nothing that guards the command.
. "$(dirname "$0")/lib.sh"
start_masters 5
stuff "$dir/full"

# A command that notes every 20 ms that it lives, and ignores TERM.
cat >"$dir/alive" <<'END'
#!/bin/sh
trap '' TERM
while :; do
    awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime >"$1/alive.at.new"
    mv "$1/alive.at.new" "$1/alive.at"
    sleep 0.02
done
END
chmod +x "$dir/alive"

# begin OPTION...: runs it with standard error full, and watched from outside.
begin() {
    rm -f "$dir/alive.at"
    "$redlock" run --node-timeout 5s "$@" job -- "$dir/alive" "$dir" \
        2>"$dir/full" &
    runner=$!
    await test -f "$dir/alive.at"
    await_guardian "$runner"
}

# overlap SENTENCE: a second holder's lock, and what the first did meanwhile.
overlap() {
    token=$("$redlock" acquire --node-timeout 5s --wait 60s job 2>/dev/null)
    second=$(boot_ms)
    sleep 0.3
    holds "$1" test "$(cat "$dir/alive.at")" -le "$second"
    "$redlock" release --node-timeout 5s --token "$token" job
}

begin --ttl 2s
kill -STOP "$runner"
overlap 'a_second_holder_never_meets_the_first_command'
kill -CONT "$runner"
drain "$dir/full"
wait "$runner"
is 'and_the_first_hears_that_it_was_lost' 79 $?

finish
