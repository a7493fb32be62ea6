#!/bin/sh
# SPDX-License-Identifier: MIT
# redlock watch: who holds the lock, each change as it is seen, and its end.
. "$(dirname "$0")/lib.sh"
start_masters 3

# watching ARGUMENT...: in the background, as $watcher, into $dir/out.
watching() {
    : >"$dir/out"
    "$redlock" watch --every 20ms "$@" >"$dir/out" 2>"$dir/err" &
    watcher=$!
}

# seen PATTERN: the last line matches.
seen() {
    tail -n 1 "$dir/out" | grep -Eq -- "$1"
}

# ends SENTENCE SIGNAL STATUS
ends() {
    kill -"$2" "$watcher"
    await gone "$watcher" || kill -KILL "$watcher"
    wait "$watcher"
    is "$1" "$3" $?
}

# once STATUS ARGUMENT...: prints how it is now, with that exit status.
once() {
    expected=$1
    shift
    "$redlock" watch --once "$@" >"$dir/out" 2>"$dir/err"
    is "the_status_of_once_is_$expected" "$expected" $?
}

time='^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}'

once 0 job
says 'a_free_lock_is_nobodys' "$time nobody holds it\$" "$dir/out"
"$redlock" acquire --label me job >"$dir/token" 2>/dev/null
once 0 job
says 'a_lock_has_a_holder_and_a_fence' \
    "$time held by me \\([23] of 3 nodes\\), fence [0-9]+\$" "$dir/out"
is 'in_one_line' 1 "$(wc -l <"$dir/out")"
once 0 --quiet job
is 'which_is_not_printed_quietly' 0 "$(wc -l <"$dir/out")"
"$redlock" release job --token "$(cat "$dir/token")" >"$dir/out" 2>&1

# Lines come as they happen, into a file as well.
watching job
await seen 'nobody'
holds 'at_first_it_says_how_it_is' seen 'nobody holds it$'
"$redlock" run --label them job -- timeout 30 sh -c \
    "until grep -q 'held by them .*fence' $dir/out; do sleep 0.05; done"
holds 'a_tenure_comes' grep -Eq 'held by them .*fence [0-9]+' "$dir/out"
await seen 'nobody'
holds 'and_goes' seen 'nobody holds it$'
redis_on '1 2 3' SET job "$(printf 'theirs\033[31m')" PX 600000
await seen 'held by theirs'
holds 'a_foreign_holder_gives_the_terminal_no_orders' seen \
    'held by theirs\?\[31m \([23] of 3 nodes\)$'
ends 'TERM_ends_it' TERM 143

# A jump of the counters.
watching job
await seen 'held by theirs'
fence() {
    redis "$1" GET '{job}:fence' | cut -d '|' -f 1
}
born() {
    redis "$1" GET '{job}:fence' | cut -d '|' -f 2
}
redis_on '1 2 3' DEL job
before=$(fence 1)
for i in 1 2 3; do
    redis "$i" SET '{job}:fence' "$before|$(born "$i")" >/dev/null
done
"$redlock" acquire --label one job >"$dir/token" 2>/dev/null
await seen "held by one .*fence $((before + 1))\$"
holds 'the_next_fence_is_the_next' seen "held by one .*fence $((before + 1))\$"
"$redlock" release job --token "$(cat "$dir/token")" >/dev/null 2>&1
for i in 1 2 3; do
    redis "$i" SET '{job}:fence' "$((before + 5))|$(born "$i")" >/dev/null
done
"$redlock" acquire --label two job >"$dir/token" 2>/dev/null
await seen 'held by two .*were skipped'
holds 'a_fence_that_jumps_says_so' seen \
    "held by two .*fence $((before + 6)); 4 fencing tokens were skipped: holders may have been missed\$"
ends 'USR1_ends_it' USR1 138

# For programs.
once 0 --json job
says 'json_has_it_in_words' \
    '"resource":"job","status":"held","holder":"two","holder_nodes":[23],"fence":' \
    "$dir/out"
holds 'and_is_json' "$REDLOCK_JSON_CHECK" <"$dir/out"
watching --json job
await seen '"status":"held"'
"$redlock" release job --token "$(cat "$dir/token")" >/dev/null 2>&1
await seen '"status":"nobody"'
ends 'TERM_ends_json_too' TERM 143
holds 'each_change_is_an_object' "$REDLOCK_JSON_CHECK" <"$dir/out"
is 'on_a_line' "$(wc -l <"$dir/out")" "$(grep -c '^{.*}$' "$dir/out")"

# Its reader goes, or does not read.
"$redlock" watch --every 20ms job | head -n 1 >"$dir/out" &
reader=$!
holds 'it_ends_with_its_reader_though_nothing_changes' await gone "$reader"
says 'who_has_read_a_line' 'nobody holds it' "$dir/out"
stuff "$dir/pipe"
"$redlock" watch --every 20ms job >"$dir/pipe" 2>"$dir/err" &
watcher=$!
"$redlock" run job -- sleep 0.3
ends 'a_signal_ends_it_while_nobody_reads' TERM 143

# Room for a part of an object: each of these bytes is six in JSON.
long=$(head -c 1000 /dev/zero | tr '\0' '\1')
dd if="$dir/pipe" of="$dir/page" bs=4096 count=1 2>/dev/null
"$redlock" watch --json "$long" >"$dir/pipe" 2>"$dir/err" &
watcher=$!
# begun: it has written a page.
begun() {
    awk '/^wchar/ { exit $2 < 4096 }' "/proc/$watcher/io"
}
await begun
sleep 0.2
ends 'nor_does_an_object_of_which_a_part_is_written_keep_it' TERM 143
exec 9>&-
"$redlock" watch --once --json "$long" 2>"$dir/err" |
    { sleep 0.2; cat; } >"$dir/out"
holds 'what_is_longer_than_a_page_comes_whole' "$REDLOCK_JSON_CHECK" <"$dir/out"
if [ -e /dev/full ]; then
    "$redlock" watch job >/dev/full 2>"$dir/err"
    is 'what_cannot_be_printed_is_74' 74 $?
fi

# Within 80 columns on a terminal, however wide.
if command -v script >/dev/null 2>&1; then
    redis_on '1 2 3' SET wide "$(printf '%0120d' 0)" PX 600000
    script -qec "stty cols 200; $redlock watch --once wide" /dev/null </dev/null |
        tr -d '\r' >"$dir/out"
    says 'a_terminal_gets_it_too' ' 0000' "$dir/out"
    silent 'within_80_columns' '.{81}' "$dir/out"
fi

# What is no use is refused.
for bad in '' 'one two' '--every 0s job' '--every 5 job' '--wait 5s job' \
    'redlock:inst'; do
    # shellcheck disable=SC2086 # words
    timeout 20 "$redlock" watch $bad >"$dir/out" 2>"$dir/err"
    is "refused_is_64_$(echo "$bad" | tr -c 'a-z0-9\n' _)" 64 $?
done

# Too few nodes, and too few rights.
signal_masters KILL 1
once 0 job
signal_masters KILL 2
once 69 job
says 'unsure_says_how_many_can_tell' \
    'unsure: 1 of 3 nodes answered, 2 needed$' "$dir/out"
once 69 --json job
says 'in_json_too' '"status":"unsure","reason":"no_quorum"' "$dir/out"
restart_master 1
restart_master 2
redis_on '1 2 3' ACL SETUSER bob on '>pw' '~another' +@all
REDLOCK_PASSWORD=pw
export REDLOCK_PASSWORD
once 77 --username bob job
redis_on '1 2 3' ACL SETUSER bob on '>pw' '~job'
redis_on '1 2 3' SET job theirs PX 600000
once 0 --username bob job
says 'without_the_right_to_counters_the_holder_is_told' \
    'held by theirs \(3 of 3 nodes\)$' "$dir/out"
stop_masters
finish
