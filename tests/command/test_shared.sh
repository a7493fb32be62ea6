#!/bin/sh
# SPDX-License-Identifier: MIT
# Commands that share a lock, and exclusive ones.
. "$(dirname "$0")/lib.sh"
start_masters 3

# reader FILE: a run that shares the job until the file is there.
reader() {
    "$redlock" run -s job -- sh -c "touch '$1.on'; until test -e '$1'; do
        sleep 0.05; done" 2>/dev/null &
    await test -e "$1.on"
}

reader "$dir/one"
one=$!
reader "$dir/two"
two=$!
"$redlock" status job >"$dir/out"
says 'status_counts_the_readers' '^job: held by 2 readers \(3 of 3 nodes agree\)' \
    "$dir/out"
"$redlock" status --json job >"$dir/json"
says 'json_of_status_counts_the_readers' '"holder":"readers","holder_nodes":3,"members":2' \
    "$dir/json"
holds 'json_of_status_of_a_shared_lock_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/json"
exits 'a_writer_is_refused_by_readers' 75 "$redlock" run --wait 0s job -- true
says 'the_refusal_of_a_writer_names_the_readers' '^redlock: job: held by readers on ' "$dir/err"
exits 'a_writer_with_x_is_refused_by_readers' 75 "$redlock" run -x --wait 0s job -- true

# Only the last reader's release frees the lock.
touch "$dir/one"
wait "$one"
exits 'a_writer_is_refused_while_one_reader_is_left' 75 "$redlock" run --wait 0s job -- true
"$redlock" run --label writer job -- touch "$dir/alone" 2>/dev/null &
alone=$!
await queued 1 job
exits 'a_reader_is_refused_while_a_writer_is_queued' 75 "$redlock" run -s --wait 0s job -- true
says 'the_refusal_of_a_reader_names_the_queued_writer' 'writer is ahead in the queue$' \
    "$dir/err"
"$redlock" run -s -v --wait 1s job -- true 2>"$dir/err"
says 'a_reader_behind_a_queued_writer_reports_its_wait' 'waiting(, [1-9][a-z]+ in the queue)?$' "$dir/err"
silent 'a_queued_writer_is_not_reported_as_the_holder' 'held by writer' \
    "$dir/err"
is 'a_queued_writer_does_not_run_while_readers_hold' '' "$(ls "$dir/alone" 2>/dev/null)"
touch "$dir/two"
wait "$two"
await test -e "$dir/alone"
wait "$alone"
is 'a_queued_writer_gets_the_lock_after_the_last_reader' 0 $?

# The watchdog of a killed reader releases the lock.
reader "$dir/three"
three=$!
killed "$three"
touch "$dir/three"
exits 'a_killed_readers_lock_is_released_by_its_watchdog' 0 "$redlock" run --wait 60s job -- true

# By hand.
token=$("$redlock" acquire --shared --ttl 2m job 2>/dev/null)
is 'a_shared_lock_refuses_a_plain_SET_NX' '' "$(redis 1 SET job theirs NX PX 1000)"
exits 'a_shared_lock_cannot_be_extended_as_an_exclusive_one' 79 "$redlock" extend --token "$token" job
says 'the_refused_extension_advises_shared' 'add --shared$' "$dir/err"
exits 'a_shared_lock_cannot_be_released_as_an_exclusive_one' 1 "$redlock" release --token "$token" job
says 'the_refused_release_advises_shared' 'add --shared$' "$dir/err"
exits 'a_shared_lock_can_be_extended_with_s' 0 "$redlock" extend -s --token "$token" job
exits 'the_readers_placeholder_is_not_accepted_as_a_token' 64 "$redlock" release --token redlock:shared job
exits 'a_shared_lock_can_be_released_with_s' 0 "$redlock" release -s --token "$token" job
is 'the_last_readers_release_leaves_no_key' '0' "$(redis 1 EXISTS job '{job}:members')"
exits 'a_shared_lock_cannot_be_released_twice' 1 "$redlock" release -s --token "$token" job
silent 'a_second_release_does_not_advise_another_mode' 'shared' "$dir/err"
token=$("$redlock" acquire job 2>/dev/null)
exits 'an_exclusive_lock_cannot_be_extended_with_s' 79 "$redlock" extend -s --token "$token" job
says 'the_refused_extension_of_an_exclusive_lock_advises_no_shared' 'leave out --shared$' "$dir/err"
"$redlock" release --token "$token" job 2>/dev/null
exits 'status_with_s_is_64' 64 "$redlock" status -s job

stop_masters
finish
