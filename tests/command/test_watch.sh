#!/bin/sh
# SPDX-License-Identifier: MIT
# redlock watch: the holder, each change, and its end.
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
    ended "$watcher"
    is "$1" "$3" $?
}

# once STATUS ARGUMENT...: prints how it is now, with that exit status.
once() {
    expected=$1
    shift
    "$redlock" watch --once "$@" >"$dir/out" 2>"$dir/err"
    is "watch_once_exits_with_$expected" "$expected" $?
}

time='^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}'

once 0 job
says 'a_free_lock_is_printed_as_nobodys' "$time nobody holds it\$" "$dir/out"
"$redlock" acquire --label me job >"$dir/token" 2>/dev/null
once 0 job
says 'a_held_lock_is_printed_with_holder_and_fence' \
    "$time held by me \\([23] of 3 nodes\\), fence [0-9]+\$" "$dir/out"
is 'a_held_lock_is_printed_in_one_line' 1 "$(wc -l <"$dir/out")"
once 0 --quiet job
is 'watch_quiet_prints_nothing' 0 "$(wc -l <"$dir/out")"
"$redlock" release job --token "$(cat "$dir/token")" >"$dir/out" 2>&1

# Lines are written immediately, to a file, too.
watching job
await seen 'nobody'
holds 'watch_prints_the_state_at_the_start' seen 'nobody holds it$'
"$redlock" run --label them job -- timeout 30 sh -c \
    "until grep -q 'held by them .*fence' $dir/out; do sleep 0.05; done"
holds 'watch_prints_a_new_holder' grep -Eq 'held by them .*fence [0-9]+' "$dir/out"
await seen 'nobody'
holds 'watch_prints_that_a_lock_is_free_again' seen 'nobody holds it$'
redis_on '1 2 3' SET job "$(printf 'theirs\033[31m')" PX 600000
await seen 'held by theirs'
holds 'unsafe_characters_of_a_foreign_token_are_replaced' seen \
    'held by theirs\?\[31m \([23] of 3 nodes\)$'
ends 'TERM_ends_watch' TERM 143

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
holds 'watch_prints_the_next_fence_without_a_remark' seen "held by one .*fence $((before + 1))\$"
"$redlock" release job --token "$(cat "$dir/token")" >/dev/null 2>&1
for i in 1 2 3; do
    redis "$i" SET '{job}:fence' "$((before + 5))|$(born "$i")" >/dev/null
done
"$redlock" acquire --label two job >"$dir/token" 2>/dev/null
await seen 'held by two .*were skipped'
holds 'watch_reports_skipped_fences' seen \
    "held by two .*fence $((before + 6)); 4 fencing tokens were skipped: by missed holders, failed attempts or a counter that was ahead\$"
ends 'USR1_ends_watch' USR1 138

# For programs.
once 0 --json job
says 'json_of_watch_has_the_holder_and_the_fence' \
    '"resource":"job","status":"held","holder":"two","holder_nodes":[23],"fence":' \
    "$dir/out"
holds 'json_of_watch_once_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/out"
watching --json job
await seen '"status":"held"'
"$redlock" release job --token "$(cat "$dir/token")" >/dev/null 2>&1
await seen '"status":"nobody"'
ends 'TERM_ends_watch_json' TERM 143
holds 'json_of_watch_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/out"
is 'json_of_watch_has_one_line_for_each_change' "$(wc -l <"$dir/out")" "$(grep -c '^{.*}$' "$dir/out")"

# The reader ends, or does not read.
mkfifo "$dir/line"
"$redlock" watch --every 20ms job >"$dir/line" &
watcher=$!
head -n 1 <"$dir/line" >"$dir/out"
holds 'watch_ends_when_its_reader_has_gone' await gone "$watcher"
says 'the_reader_of_watch_gets_the_first_line' 'nobody holds it' "$dir/out"
stuff "$dir/pipe"
"$redlock" watch --every 20ms job >"$dir/pipe" 2>"$dir/err" &
watcher=$!
"$redlock" run job -- sleep 0.3
ends 'TERM_ends_watch_while_its_output_is_not_read' TERM 143

# The pipe has room for a part of an object. JSON has six bytes for each byte here.
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
ends 'TERM_ends_watch_in_the_middle_of_an_object' TERM 143
exec 9>&-
"$redlock" watch --once --json "$long" 2>"$dir/err" |
    { sleep 0.2; cat; } >"$dir/out"
holds 'an_object_longer_than_a_page_is_written_completely' "$REDLOCK_JSON_CHECK" <"$dir/out"
if [ -e /dev/full ]; then
    "$redlock" watch job >/dev/full 2>"$dir/err"
    is 'watch_with_a_full_output_is_74' 74 $?
fi

# Within 80 columns on a terminal, however wide.
if command -v script >/dev/null 2>&1; then
    redis_on '1 2 3' SET wide "$(printf '%0120d' 0)" PX 600000
    script -qec "stty cols 200; $redlock watch --once wide" /dev/null </dev/null |
        tr -d '\r' >"$dir/out"
    says 'watch_prints_long_names_on_a_terminal' ' 0000' "$dir/out"
    silent 'watch_prints_at_most_80_columns_on_a_wide_terminal' '.{81}' "$dir/out"
fi

# Wrong usage is refused.
for bad in '' 'one two' '--every 0s job' '--every 5 job' '--wait 5s job' \
    'redlock:inst'; do
    # shellcheck disable=SC2086 # words
    timeout 20 "$redlock" watch $bad >"$dir/out" 2>"$dir/err"
    is "watch_with_wrong_usage_is_64_$(echo "$bad" | tr -c 'a-z0-9\n' _)" 64 $?
done

# Too few nodes, and too few rights.
signal_masters KILL 1
once 0 job
signal_masters KILL 2
once 69 job
says 'watch_without_a_quorum_prints_how_many_answered' \
    'unsure: 1 of 3 nodes answered, 2 needed$' "$dir/out"
once 69 --json job
says 'json_of_watch_without_a_quorum_says_unsure' '"status":"unsure","reason":"no_quorum"' "$dir/out"
restart_master 1
restart_master 2
redis_on '1 2 3' ACL SETUSER bob on '>pw' '~another' +@all
REDLOCK_PASSWORD=pw
export REDLOCK_PASSWORD
once 77 --username bob job
redis_on '1 2 3' ACL SETUSER bob on '>pw' '~job'
redis_on '1 2 3' SET job theirs PX 600000
once 0 --username bob job
says 'watch_without_the_right_to_counters_prints_the_holder' \
    'held by theirs \(3 of 3 nodes\)$' "$dir/out"
stop_masters
finish
