# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Scenarios in which many workers wait for one lock and hand it on.

# Each worker waits for as long as the run may last, so that none gives up.
contention() {
    workers=8
    locks=chaos-a
    options='--style short --hold-ms 5 --wait-ms 30000'
}

set_contention() {
    contention
}
play_contention() {
    pause "$duration_ms"
}

set_contention_loss() {
    contention
}
play_contention_loss() {
    play_packets_dropped
}

# Sets $gate to the node in whose queue the workers wait.
find_gate() {
    for gate in $nodes; do
        case $(redis "$gate" zcard "{$locks}:queue") in
        '' | 0) ;;
        *) return 0 ;;
        esac
    done
    return 1
}
set_gate_killed() {
    contention
}
play_gate_killed() {
    while going; do
        await find_gate
        begin kill-gate
        server_kill "$gate"
        pause "$((ttl * 3 / 2))"
        server_start "$gate"
        end kill-gate
        pause "$rest"
    done
}
