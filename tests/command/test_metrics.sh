#!/bin/sh
# SPDX-License-Identifier: MIT
# --metrics-file: how a run stands, for a monitoring system.
. "$(dirname "$0")/lib.sh"
start_masters 3
file=$dir/run.prom

# value SAMPLE: of that name and these labels, as they stand in the file.
value() {
    awk -v sample="$1" 'substr($0, 1, length(sample) + 1) == sample " " {
        print substr($0, length(sample) + 2) }' "$file"
}

# stands SAMPLE VALUE
stands() {
    [ -e "$file" ] && [ "$(value "$1")" = "$2" ]
}

# broken: lines that are no OpenMetrics text, and families out of their place.
broken() {
    awk '
        ended { print "after the end: " $0 }
        /^# TYPE / {
            family = $3
            type[family] = $4
            if (family in seen) print "twice: " family
            seen[family] = 1
            next
        }
        /^# HELP / { if ($3 != family) print "out of place: " $0; next }
        /^# EOF$/ { ended = 1; next }
        {
            name = $1
            sub(/[{].*/, "", name)
            wanted = family
            if (type[family] == "counter") wanted = family "_total"
            if (type[family] == "histogram")
                wanted = family "_(bucket|count|sum)"
            if (name !~ "^" wanted "$") print "not of " family ": " $0
            if ($0 !~ /^[a-z_]+([{]([a-z]+="([^"\\]|\\["\\n])*",?)+[}])? -?[0-9.]+$/)
                print "no sample: " $0
        }
        END { if (!ended) print "no end" }' "$1"
}

# --- a run that waits, holds, renews and ends -----------------------------------

redis_on '1 2 3' SET job theirs PX 300000
"$redlock" run --metrics-file "$file" --ttl 3s --wait 2m job -- \
    sh -c "until [ -e '$dir/enough' ]; do sleep 0.05; done; exit 3" &
runner=$!
holds 'it_is_there_while_the_run_waits' \
    await stands 'redlock_waiting{resource="job"}' 1
is 'and_holds_nothing' 0 "$(value 'redlock_held{resource="job"}')"
is 'and_has_no_fence' '' "$(value 'redlock_fence{resource="job"}')"
is 'it_is_in_order_then' '' "$(broken "$file")"
redis_on '1 2 3' DEL job
holds 'the_lock_is_seen_to_be_held' \
    await stands 'redlock_held{resource="job"}' 1
is 'and_not_waited_for' 0 "$(value 'redlock_waiting{resource="job"}')"
holds 'the_fence_is_there' test "$(value 'redlock_fence{resource="job"}')" -gt 0
is 'one_is_acquired' 1 \
    "$(value 'redlock_acquisitions_total{result="acquired"}')"
is 'that_was_waited_for' 1 "$(value 'redlock_waits_total')"
is 'no_exit_status_yet' '' "$(value redlock_exit_status)"
renewed() {
    broken "$file" >>"$dir/broken"
    [ "$(value redlock_renewals_total)" -ge 3 ]
}
holds 'renewals_are_seen' await renewed
is 'nobody_has_read_half_a_file' '' "$(cat "$dir/broken")"
voted() {
    [ "$(grep -c '^redlock_node_votes_total.*vote="granted"} [1-9]' "$file")" -eq 3 ]
}
holds 'each_node_has_its_votes' await voted
is 'and_latencies' 3 "$(grep -c \
    '^redlock_node_latency_seconds_count.* [1-9]' "$file")"
touch "$dir/enough"
wait "$runner"
is 'the_exit_status_passes_through' 3 $?
is 'and_is_told' 3 "$(value redlock_exit_status)"
is 'the_lock_is_given_back' 0 "$(value 'redlock_held{resource="job"}')"
is 'it_is_in_order_at_the_end' '' "$(broken "$file")"
is 'nothing_is_left_beside_it' run.prom "$(cd "$dir" && echo run.prom*)"
is 'it_is_for_all_to_read' 644 "$(umask 022
    "$redlock" run --metrics-file "$file" job -- true
    stat -c %a "$file")"

# --- refused, lost, several ------------------------------------------------------

"$redlock" acquire job --ttl 5m >/dev/null
"$redlock" run --metrics-file "$file" --wait 0s job -- true 2>/dev/null
is 'a_refusal_is_75' 75 $?
is 'which_is_told' 75 "$(value redlock_exit_status)"
is 'and_counted' 1 "$(value 'redlock_acquisitions_total{result="refused"}')"

"$redlock" run --metrics-file "$file" --ttl 3s jar -- sleep 600 2>/dev/null &
runner=$!
await stands 'redlock_held{resource="jar"}' 1
redis_on '1 2 3' SET jar theirs PX 60000
wait "$runner"
is 'a_loss_is_79' 79 $?
is 'which_is_told_too' 79 "$(value redlock_exit_status)"
is 'and_counted_too' 1 "$(value redlock_losses_total)"

"$redlock" run --metrics-file "$file" 'a"b\' "$(printf 'c\nd')" -- cp "$file" \
    "$dir/copy" || sed 's/^/# /' "$file"
is 'names_of_any_bytes_are_in_order' '' "$(broken "$file")"
is 'each_of_several_has_its_line' 2 "$(grep -c '^redlock_held{' "$file")"

# Two names of which a part is no UTF-8 are not one: a reader refuses all that it
# has where a sample is there twice.
"$redlock" run --metrics-file "$file" "$(printf 'jug\377')" \
    "$(printf 'jug\376')" -- true
is 'no_sample_is_there_twice' '' \
    "$(sed '/^#/d; s/ [^ ]*$//' "$file" | sort | uniq -d)"
is 'names_of_no_characters_are_in_order' '' "$(broken "$file")"

# --- a file that cannot be written -----------------------------------------------

"$redlock" run --metrics-file "$dir/no/such/folder" --ttl 3s jug -- \
    sleep 4 2>"$dir/err"
is 'it_is_no_reason_to_fail' 0 $?
is 'it_is_said_once' 1 "$(grep -c 'metrics' "$dir/err")"
says 'with_its_reason' 'No such file or directory' "$dir/err"
echo '#!/bin/sh' >"$dir/folder"
mkdir "$dir/folder.prom"
"$redlock" run --metrics-file "$dir/folder.prom" jug -- true 2>"$dir/err"
is 'nor_is_a_folder' 0 $?
says 'which_is_said' 'metrics' "$dir/err"
is 'and_nothing_is_left_of_it' folder.prom "$(cd "$dir" && echo folder.prom*)"

# What a rename would take away for good: as root, /dev/null for all.
mkfifo "$dir/fifo.prom"
"$redlock" run --metrics-file "$dir/fifo.prom" jug -- true 2>"$dir/err"
is 'nor_is_a_pipe' 0 $?
says 'which_is_said_as_well' 'metrics' "$dir/err"
holds 'and_it_is_still_one' test -p "$dir/fifo.prom"
ln -s fifo.prom "$dir/link.prom"
"$redlock" run --metrics-file "$dir/link.prom" jug -- true 2>"$dir/err"
is 'so_it_is_with_a_link_to_it' "$dir/fifo.prom" \
    "$(readlink -f "$dir/link.prom")"

# A file system that hangs, in the rename. The command's end is not later for it.
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    cat >"$dir/alive" <<'END'
#!/bin/sh
echo "$REDLOCK_VALID_UNTIL_MS" >"$1/valid"
while :; do
    awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime >"$1/alive.new"
    mv "$1/alive.new" "$1/alive.at"
    sleep 0.02
done
END
    chmod +x "$dir/alive"
    HANGS=$dir/hang.prom LD_PRELOAD=$REDLOCK_HANGING_RENAME \
        "$redlock" run --metrics-file "$dir/hang.prom" --ttl 6s cup -- \
        "$dir/alive" "$dir" 2>"$dir/err" &
    runner=$!
    await test -s "$dir/alive.at"
    await held_on 3 cup
    end=$(($(boot_ms) + 6000))
    signal_masters STOP 1 2 3
    await gone "$runner" || kill -KILL "$runner"
    wait "$runner"
    is 'a_loss_is_a_loss_while_the_file_hangs' 79 $?
    holds 'and_the_command_has_ended_in_time' \
        test "$(cat "$dir/alive.at")" -le "$end"
    is 'since_nothing_was_written' '' "$(ls "$dir/hang.prom" 2>/dev/null)"
    signal_masters CONT 1 2 3
else
    count=$((count + 1))
    echo "ok $count - $suite::hangs # SKIP a sanitizer is loaded first"
fi
finish
