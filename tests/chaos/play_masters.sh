# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Scenarios with faults of masters, of their clocks, and of clients.

# --- the masters --------------------------------------------------------------

play_calm() {
    pause "$duration_ms"
}

play_kill_one() {
    again kill 1 "$((ttl * 3 / 2))" server_kill server_start
}
play_kill_two() {
    again kill 2 "$((ttl * 3 / 2))" server_kill server_start
}
play_kill_two_unguarded() {
    play_kill_two
}

restart() {
    server_kill "$1"
    server_start "$1"
}
set_restart_empty() {
    few_long_holds
}
play_restart_empty() {
    at_full_house restart restart
}
play_restart_three_empty() {
    again restart 3 200 restart :
}
play_restart_three_empty_unguarded() {
    play_restart_three_empty
}

play_pause_one() {
    again pause 1 "$((ttl * 2))" server_pause server_resume
}
play_pause_two() {
    again pause 2 "$((ttl * 2))" server_pause server_resume
}
play_pause_three() {
    again pause 3 "$((ttl * 2))" server_pause server_resume
}

play_script_flush() {
    while going; do
        begin script-flush
        for i in $nodes; do
            redis "$i" script flush >/dev/null
        done
        pause 100
        end script-flush
        pause 300
    done
}

starve() {
    redis "$1" config set maxmemory 1 >/dev/null
}
feed() {
    redis "$1" config set maxmemory 0 >/dev/null
}
play_out_of_memory() {
    again out-of-memory 2 "$((ttl * 2))" starve feed
}

flush() {
    redis "$1" flushall >/dev/null
}
set_flushall_one() {
    few_long_holds
}
play_flushall_one() {
    at_full_house flushall flush
}
play_flushall_all() {
    hurt=$nodes
    while going; do
        begin flushall
        each flush
        pause 100
        end flushall
        pause "$rest"
    done
}

# --- clocks -------------------------------------------------------------------

# every_clock MS REST_MS: steps all clocks forward by MS, again and again.
every_clock() {
    step=$1
    shift_ms=0
    while going; do
        begin step
        shift_ms=$((shift_ms + step))
        for i in $nodes; do
            clock_set "$i" "$shift_ms"
        done
        pause 50
        end step
        pause "$2"
    done
}

# No worker extends its lock, so that another one requests it exactly when its
# validity ends.
held_to_the_end() {
    locks=chaos-a
    options='--style to-end --wait-ms 0'
    recover_ms=$((ttl * 3))
}
# The margin is a hundredth of the TTL plus 2 ms.
set_clock_margin() {
    held_to_the_end
    options="$options --slack-ms 0"
}
play_clock_margin() {
    every_clock "$((ttl / 100 - 1))" "$((ttl * 5 / 4))"
}
# The slack is 250 ms, and steps within the longest TTL plus a second add up. The
# steps stay below it, so that no master is excluded.
set_clock_slack() {
    held_to_the_end
}
play_clock_slack() {
    every_clock 80 "$((ttl * 9 / 4))"
}

clock_hour() {
    clock_set "$1" 3600000
    pause "$ttl"
    clock_set "$1" 0
}
set_clock_one() {
    few_long_holds
}
play_clock_one() {
    at_full_house clock+1h clock_hour
}
clock_forward() {
    clock_set "$1" 3600000
}
clock_back() {
    clock_set "$1" 0
}
play_clock_three() {
    node=0
    while going; do
        rotate
        hurt="$node $other $third"
        reached_by_all
        begin clock+1h
        each clock_forward
        pause "$((ttl / 2))"
        each clock_back
        end clock+1h
        pause "$rest"
    done
}

# --- clients ------------------------------------------------------------------

play_client_stopped() {
    worker=1
    while going; do
        begin "stop:w$worker"
        worker_stop "$worker"
        pause "$((ttl * 2))"
        worker_continue "$worker"
        end "stop:w$worker"
        worker=$((worker % workers + 1))
        pause "$ttl"
    done
}
