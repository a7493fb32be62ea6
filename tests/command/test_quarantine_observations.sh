#!/bin/sh
# SPDX-License-Identifier: MIT
# Masters in quarantine that only short commands meet, as cron starts them: each
# hands on what it has seen to the next.
. "$(dirname "$0")/lib.sh"
start_masters 3

# quarantine: two of three have lost their memory, and nobody holds the lock, or
# a command would wait for him. From here on commands are told of the guard: the
# two may vote before the third one's marker tells of it.
guard=auto
quarantine() {
    guard=on
    "$redlock" init --yes --ttl-max 2s >/dev/null
    redis_on '1 2 3' DEL job
    redis_on '1 2' FLUSHALL
}
# once VARIABLE=VALUE...: a lock, in an environment that is empty but for these.
once() {
    env -i PATH="$PATH" REDLOCK_NODES="$REDLOCK_NODES" "$@" \
        "$REDLOCK_BIN" acquire --guard "$guard" --node-timeout 5s --ttl-max 2s \
        --ttl 1s job >"$dir/out" 2>"$dir/err"
}
# granted VARIABLE=VALUE...: as once, until it is; at most a minute.
granted() {
    tries=0
    until once "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 120 ] || return 1
        sleep 0.5
    done
}
mode() {
    stat -c %a "$1"
}

# --- a folder by name --------------------------------------------------------

kept=$dir/state
once REDLOCK_STATE_DIR="$kept"
holds 'no_folder_is_made_for_nothing' test ! -e "$kept"
quarantine
once REDLOCK_STATE_DIR="$kept"
is 'two_of_three_in_quarantine_are_69' 69 $?
says 'how_long_it_takes_is_said' 'watched it for [0-9.]+ m?s' "$dir/err"
says 'and_what_ends_it_at_once' 'redlock init' "$dir/err"
is 'what_was_seen_is_kept' 2 "$(grep -c ' 1|||[0-9a-f]*|q|' "$kept/observations")"
is 'where_nobody_else_looks' 700 "$(mode "$kept")"
says 'for_this_boot' "^redlock observations 1 $(cat /proc/sys/kernel/random/boot_id) " \
    "$kept/observations"
holds 'short_commands_alone_leave_it' granted REDLOCK_STATE_DIR="$kept"
quarantine
once XDG_RUNTIME_DIR="$dir"
holds 'by_default_that_of_the_session' test -s "$dir/redlock/observations"

# --- an empty environment ----------------------------------------------------

# Whoever may write there has his folder in /run, which is no test's.
if [ -w /run ]; then
    echo '# /run is ours: nothing is kept in the home'
else
    once HOME="$dir"
    holds 'else_one_in_the_home' test -s "$dir/.local/state/redlock/observations"
    holds 'which_is_enough_for_cron' granted HOME="$dir"
fi

# --- what is none ------------------------------------------------------------

# ends_none FOLDER: two commands with that folder, and more than the time
# between them.
ends_none() {
    quarantine
    once REDLOCK_STATE_DIR="$1"
    sleep 3.5
    once REDLOCK_STATE_DIR="$1"
}
mkdir -m 0755 "$dir/open"
ends_none "$dir/open"
is 'a_folder_that_others_may_enter_keeps_nothing' 69 $?
is 'and_nothing_is_in_it' '' "$(ls "$dir/open")"
mkdir -m 0700 "$dir/real"
ln -s "$dir/real" "$dir/link"
once REDLOCK_STATE_DIR="$dir/link"
is 'nor_does_a_link' '' "$(ls "$dir/real")"

quarantine
once REDLOCK_STATE_DIR="$dir/boot"
sleep 3.5
sed -i '1s/1 [0-9a-f]*/1 00000000/' "$dir/boot/observations"
once REDLOCK_STATE_DIR="$dir/boot"
is 'what_another_boot_saw_ends_nothing' 69 $?
is 'and_is_dropped' 2 "$(grep -c '|q|' "$dir/boot/observations")"
silent 'with_its_boot' ' 00000000' "$dir/boot/observations"

sed -i 's/^[0-9]* /99999999999999 /' "$dir/boot/observations"
once REDLOCK_STATE_DIR="$dir/boot"
is 'nor_does_what_will_be_seen' 69 $?
head -c 100000 /dev/zero | tr '\0' x >"$dir/boot/observations"
once REDLOCK_STATE_DIR="$dir/boot"
is 'nor_what_is_no_such_file' 69 $?
is 'which_gives_way' 3 "$(wc -l <"$dir/boot/observations")"
rm "$dir/boot/observations"
ln -s "$dir/target" "$dir/boot/observations"
once REDLOCK_STATE_DIR="$dir/boot"
holds 'nothing_is_written_through_a_link' test ! -e "$dir/target"

# The next namespace has the number of the one that is gone, and another clock.
if unshare -T --boottime 1000 true 2>/dev/null; then
    quarantine
    once_in() {
        unshare -T --boottime "$1" env -i PATH="$PATH" \
            REDLOCK_NODES="$REDLOCK_NODES" REDLOCK_STATE_DIR="$dir/space" \
            "$REDLOCK_BIN" acquire --guard "$guard" --node-timeout 5s --ttl-max 2s \
            --ttl 1s job >"$dir/out" 2>"$dir/err"
    }
    once_in 1000
    once_in 5000
    is 'what_another_time_namespace_saw_ends_nothing' 69 $?
else
    echo '# no time namespaces here'
fi

finish
