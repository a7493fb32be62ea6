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
holds 'no_folder_is_made_without_an_observation' test ! -e "$kept"
quarantine
exits 'an_acquire_with_two_of_three_in_quarantine_is_69' 69 once REDLOCK_STATE_DIR="$kept"
says 'the_refusal_says_how_long_the_quarantine_must_be_observed' 'observed it for [0-9.]+ m?s' "$dir/err"
says 'the_refusal_advises_init' 'redlock init' "$dir/err"
is 'an_observation_of_each_node_is_stored' 2 "$(grep -c ' 1|||[0-9a-f]*|q|' "$kept/observations")"
is 'the_folder_of_observations_is_private' 700 "$(mode "$kept")"
says 'the_file_of_observations_names_the_boot' "^redlock observations 1 $(cat /proc/sys/kernel/random/boot_id) " \
    "$kept/observations"
holds 'short_commands_sharing_observations_end_the_quarantine' granted REDLOCK_STATE_DIR="$kept"
quarantine
# A command that was killed may have left this behind.
mkdir -m 0700 "$dir/redlock"
: >"$dir/redlock/observations.new"
once XDG_RUNTIME_DIR="$dir"
holds 'observations_are_stored_in_XDG_RUNTIME_DIR' test -s "$dir/redlock/observations"

# --- an empty environment ----------------------------------------------------

# Whoever may write there has his folder in /run, which is no test's.
if [ -w /run ]; then
    echo '# /run is ours: nothing is kept in the home'
else
    once HOME="$dir"
    holds 'observations_without_XDG_RUNTIME_DIR_are_stored_in_the_home' test -s "$dir/.local/state/redlock/observations"
    holds 'observations_in_the_home_end_the_quarantine' granted HOME="$dir"
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
is 'a_folder_that_others_may_enter_is_not_used' 69 $?
is 'a_folder_that_others_may_enter_gets_no_file' '' "$(ls "$dir/open")"
mkdir -m 0700 "$dir/real"
ln -s "$dir/real" "$dir/link"
once REDLOCK_STATE_DIR="$dir/link"
is 'a_link_to_a_folder_is_not_used' '' "$(ls "$dir/real")"

quarantine
once REDLOCK_STATE_DIR="$dir/boot"
sleep 3.5
sed -i '1s/1 [0-9a-f]*/1 00000000/' "$dir/boot/observations"
exits 'observations_of_another_boot_do_not_end_the_quarantine' 69 once REDLOCK_STATE_DIR="$dir/boot"
is 'observations_of_another_boot_are_replaced' 2 "$(grep -c '|q|' "$dir/boot/observations")"
silent 'the_file_no_longer_names_another_boot' ' 00000000' "$dir/boot/observations"

sed -i 's/^[0-9]* /99999999999999 /' "$dir/boot/observations"
exits 'observations_from_the_future_do_not_end_the_quarantine' 69 once REDLOCK_STATE_DIR="$dir/boot"
head -c 100000 /dev/zero | tr '\0' x >"$dir/boot/observations"
exits 'a_malformed_file_of_observations_does_not_end_the_quarantine' 69 once REDLOCK_STATE_DIR="$dir/boot"
is 'a_malformed_file_of_observations_is_replaced' 3 "$(wc -l <"$dir/boot/observations")"
rm "$dir/boot/observations"
ln -s "$dir/target" "$dir/boot/observations"
once REDLOCK_STATE_DIR="$dir/boot"
holds 'observations_are_not_written_through_a_link' test ! -e "$dir/target"

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
    is 'observations_of_another_time_namespace_do_not_end_the_quarantine' 69 $?
else
    echo '# no time namespaces here'
fi

finish
