#!/bin/sh
# SPDX-License-Identifier: MIT
# --metrics-file: the state of a run, for a monitoring system.
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

# broken: prints invalid lines of OpenMetrics, and families out of order.
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
holds 'metrics_of_a_waiting_run_have_waiting_1' \
    await stands 'redlock_waiting{resource="job"}' 1
is 'metrics_of_a_waiting_run_have_held_0' 0 "$(value 'redlock_held{resource="job"}')"
is 'metrics_of_a_waiting_run_have_no_fence' '' "$(value 'redlock_fence{resource="job"}')"
is 'metrics_of_a_waiting_run_are_valid' '' "$(broken "$file")"
redis_on '1 2 3' DEL job
holds 'metrics_of_a_holding_run_have_held_1' \
    await stands 'redlock_held{resource="job"}' 1
is 'metrics_of_a_holding_run_have_waiting_0' 0 "$(value 'redlock_waiting{resource="job"}')"
holds 'metrics_of_a_holding_run_have_the_fence' test "$(value 'redlock_fence{resource="job"}')" -gt 0
is 'metrics_of_a_holding_run_count_its_acquisition' 1 \
    "$(value 'redlock_acquisitions_total{result="acquired"}')"
is 'metrics_of_a_holding_run_count_its_wait' 1 "$(value 'redlock_waits_total')"
is 'metrics_of_a_holding_run_have_no_exit_status' '' "$(value redlock_exit_status)"
renewed() {
    broken "$file" >>"$dir/broken"
    [ "$(value redlock_renewals_total)" -ge 3 ]
}
holds 'metrics_count_renewals' await renewed
is 'metrics_are_valid_at_each_read' '' "$(cat "$dir/broken")"
voted() {
    [ "$(grep -c '^redlock_node_votes_total.*vote="granted"} [1-9]' "$file")" -eq 3 ]
}
holds 'metrics_count_the_votes_of_each_node' await voted
is 'metrics_have_the_latencies_of_each_node' 3 "$(grep -c \
    '^redlock_node_latency_seconds_count.* [1-9]' "$file")"
touch "$dir/enough"
wait "$runner"
is 'metrics_do_not_change_the_exit_status' 3 $?
is 'metrics_have_the_exit_status' 3 "$(value redlock_exit_status)"
is 'metrics_have_held_0_after_the_release' 0 "$(value 'redlock_held{resource="job"}')"
is 'metrics_are_valid_after_the_end' '' "$(broken "$file")"
is 'no_temporary_file_is_left' run.prom "$(cd "$dir" && echo run.prom*)"
is 'the_metrics_file_is_readable_for_all' 644 "$(umask 022
    "$redlock" run --metrics-file "$file" job -- true
    stat -c %a "$file")"

# --- refused, lost, several ------------------------------------------------------

"$redlock" acquire job --ttl 5m >/dev/null
exits 'a_refused_run_with_metrics_is_75' 75 "$redlock" run --metrics-file "$file" --wait 0s job -- true
is 'metrics_have_the_exit_status_of_a_refused_run' 75 "$(value redlock_exit_status)"
is 'metrics_count_a_refused_run' 1 "$(value 'redlock_acquisitions_total{result="refused"}')"

"$redlock" run --metrics-file "$file" --ttl 3s jar -- sleep 600 2>/dev/null &
runner=$!
await stands 'redlock_held{resource="jar"}' 1
redis_on '1 2 3' SET jar theirs PX 60000
wait "$runner"
is 'a_lost_run_with_metrics_is_79' 79 $?
is 'metrics_have_the_exit_status_of_a_lost_run' 79 "$(value redlock_exit_status)"
is 'metrics_count_a_loss' 1 "$(value redlock_losses_total)"

"$redlock" run --metrics-file "$file" 'a"b\' "$(printf 'c\nd')" -- cp "$file" \
    "$dir/copy" || sed 's/^/# /' "$file"
is 'metrics_with_special_characters_in_names_are_valid' '' "$(broken "$file")"
is 'metrics_have_a_line_for_each_resource' 2 "$(grep -c '^redlock_held{' "$file")"

# Two names of which a part is no UTF-8 are not one: a reader refuses all that it
# has where a sample is there twice.
"$redlock" run --metrics-file "$file" "$(printf 'jug\377')" \
    "$(printf 'jug\376')" -- true
is 'metrics_with_invalid_UTF_8_in_names_repeat_no_sample' '' \
    "$(sed '/^#/d; s/ [^ ]*$//' "$file" | sort | uniq -d)"
is 'metrics_with_invalid_UTF_8_in_names_are_valid' '' "$(broken "$file")"

# --- a file that cannot be written -----------------------------------------------

exits 'an_unwritable_metrics_file_does_not_fail_the_run' 0 "$redlock" run --metrics-file "$dir/no/such/folder" --ttl 3s jug -- \
    sleep 4
is 'an_unwritable_metrics_file_is_reported_once' 1 "$(grep -c 'metrics' "$dir/err")"
says 'an_unwritable_metrics_file_is_reported_with_its_reason' 'No such file or directory' "$dir/err"
echo '#!/bin/sh' >"$dir/folder"
mkdir "$dir/folder.prom"
exits 'a_folder_as_metrics_file_does_not_fail_the_run' 0 "$redlock" run --metrics-file "$dir/folder.prom" jug -- true
says 'a_folder_as_metrics_file_is_reported' 'metrics' "$dir/err"
is 'a_folder_as_metrics_file_leaves_no_temporary_file' folder.prom "$(cd "$dir" && echo folder.prom*)"

# A rename would replace these forever: as root, even /dev/null.
mkfifo "$dir/fifo.prom"
exits 'a_pipe_as_metrics_file_does_not_fail_the_run' 0 "$redlock" run --metrics-file "$dir/fifo.prom" jug -- true
says 'a_pipe_as_metrics_file_is_reported' 'metrics' "$dir/err"
holds 'a_pipe_as_metrics_file_is_not_replaced' test -p "$dir/fifo.prom"
ln -s fifo.prom "$dir/link.prom"
"$redlock" run --metrics-file "$dir/link.prom" jug -- true 2>"$dir/err"
is 'a_link_to_a_pipe_as_metrics_file_is_not_replaced' "$dir/fifo.prom" \
    "$(readlink -f "$dir/link.prom")"

# A rename that hangs does not delay the command's end.
if [ -z "${REDLOCK_SANITIZED:-}" ]; then
    HANGS=$dir/hang.prom LD_PRELOAD=$REDLOCK_HANGING_RENAME \
        "$redlock" run --metrics-file "$dir/hang.prom" --ttl 6s cup -- \
        "$beat" "$dir/alive.at" 2>"$dir/err" &
    runner=$!
    await test -s "$dir/alive.at"
    await held_on 3 cup
    end=$(($(boot_ms) + 6000))
    signal_masters STOP 1 2 3
    ended "$runner"
    is 'a_loss_while_the_metrics_file_hangs_is_79' 79 $?
    holds 'a_loss_while_the_metrics_file_hangs_ends_the_command_in_time' \
        test "$(cat "$dir/alive.at")" -le "$end"
    is 'a_hanging_rename_writes_no_metrics' '' "$(ls "$dir/hang.prom" 2>/dev/null)"
    signal_masters CONT 1 2 3
else
    skip hangs 'a sanitizer is loaded first'
fi
finish
