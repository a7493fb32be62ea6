#!/bin/sh
# SPDX-License-Identifier: MIT
# On a terminal the command is in the foreground, as a shell would have it.
. "$(dirname "$0")/lib.sh"
if ! command -v script >/dev/null 2>&1; then
    echo '1..1'
    echo 'ok 1 - terminal::all # SKIP script(1) is missing'
    exit 0
fi
start_masters 3

# on_terminal COMMAND: its input comes from stdin.
on_terminal() {
    script -qec "$1" /dev/null | tr -d '\r'
}

# typed FILE TEXT: types it when the file is there, and takes the file away.
typed() {
    await test -e "$1"
    rm -f "$1"
    # shellcheck disable=SC2059 # keys are written as escapes
    printf "$2"
}

# What the terminal's foreground belongs to is seen in the file that a command
# leaves as soon as it runs.
run="$redlock run --node-timeout 5s job --"
sleeper="$run sh -c 'touch $dir/ready; exec sleep 600'"
reader="$run sh -c 'touch $dir/ready; exec head -n 1'"

(typed "$dir/ready" 'hello\n' && await held_on 0 job) |
    on_terminal "$reader" >"$dir/out"
is 'a_command_can_read_from_the_terminal' 2 "$(grep -c hello "$dir/out")"

# A script ends where Ctrl-C has ended its command, as with flock or env.
(typed "$dir/ready" '\003' && await held_on 0 job) |
    on_terminal "$sleeper; touch $dir/next" >"$dir/out"
holds 'Ctrl_C_ends_the_command_and_its_script' test ! -e "$dir/next"
is 'Ctrl_C_releases_the_lock' 0 "$(holding job)"

# A script with a trap runs it after the lock is released.
for key in '\003 INT 130' '\034 QUIT 131'; do
    # shellcheck disable=SC2086 # three words
    set -- $key
    (typed "$dir/ready" "$1" && await held_on 0 job) |
        on_terminal "trap 'echo trapped' $2; $sleeper; echo status \$?" \
            >"$dir/out"
    says "the_script_gets_the_terminals_$2" 'trapped$' "$dir/out"
    says "the_script_sees_exit_status_$3" "status $3$" "$dir/out"
done

# A wait that Ctrl-C ends is reported before redlock dies of the signal.
token=$("$redlock" acquire job)
(await grep -q '^redlock_waiting.* 1$' "$dir/metrics" && printf '\003') |
    on_terminal "$redlock run --metrics-file $dir/metrics job -- true" \
        >"$dir/wait"
says 'a_wait_that_Ctrl_C_ends_is_reported' 'job: not run: Interrupt' "$dir/wait"
says 'a_wait_that_Ctrl_C_ends_has_its_exit_status_in_the_metrics' '^redlock_exit_status 130$' "$dir/metrics"
"$redlock" release job --token "$token"

# A signal from outside is left to the command.
(await test -e "$dir/ready" && rm "$dir/ready" && await held_on 3 job &&
    kill -INT "$(cat "$dir/pid")" && await held_on 0 job) |
    on_terminal "trap 'echo trapped' INT
        $run sh -c 'echo \$PPID >$dir/pid
            trap \"trap - INT; kill -INT \$\$\" INT
            touch $dir/ready; while :; do sleep 0.05; done'
        echo status \$?" >"$dir/out"
says 'an_INT_sent_to_redlock_alone_is_130' 'status 130$' "$dir/out"
silent 'an_INT_sent_to_redlock_alone_does_not_reach_the_script' 'trapped$' "$dir/out"

# The terminal is the shell's again afterwards: it could not read otherwise.
(typed "$dir/ready" 'first\n' && typed "$dir/again" 'second\n' &&
    await test -e "$dir/over") |
    on_terminal "$reader; touch $dir/again; head -n 1; echo end
        touch $dir/over" >"$dir/out"
says 'the_shell_can_read_from_the_terminal_afterwards' '^end' "$dir/out"
await held_on 0 job
is 'a_run_on_a_terminal_leaves_no_key' 0 "$(holding job)"
# Messages are wrapped for a terminal, and are one line for other readers.
on_terminal "stty cols 50; $redlock status --limit 5 job" </dev/null >"$dir/out"
says 'a_long_message_is_wrapped_on_a_terminal' '^ {9}[a-z]' "$dir/out"
is 'a_wrapped_message_fits_the_terminal' '' "$(awk 'length > 50' "$dir/out")"
"$redlock" status --limit 5 job 2>"$dir/err"
is 'a_long_message_is_one_line_without_a_terminal' 1 "$(wc -l <"$dir/err")"
# A node's line is wrapped, too.
nobody="$redlock run --nodes unix://$dir/nobody --wait 0s job -- true"
on_terminal "stty cols 50; $nobody" </dev/null >"$dir/out"
says 'a_line_about_a_node_is_wrapped_on_a_terminal' '^ {11}[a-z]' "$dir/out"
is 'a_wrapped_line_about_a_node_fits_the_terminal' '' "$(sed 1d "$dir/out" | awk 'length > 50' | grep -v nobody)"
$nobody 2>"$dir/err"
is 'a_line_about_a_node_is_not_wrapped_without_a_terminal' 2 "$(wc -l <"$dir/err")"
finish
