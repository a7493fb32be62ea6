# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Workers that are processes of this machine.

# signal NAME PROCESS: sends it to the process whose id is in $run.
signal() {
    if [ -s "$run/$2.pid" ]; then
        kill "-$1" "$(cat "$run/$2.pid")" 2>/dev/null || true
    fi
}

# Marks the masters, for the TTL that all workers have.
init_masters() {
    "$bin/../../cli/redlock" init --guard on --nodes "$(uris 0)" \
        --ttl-max "${ttl}ms" --node-timeout 2s
}

# worker_start W NODES OPTIONS...
worker_start() {
    w=$1
    uris=$2
    shift 2
    "$bin/$worker_program" --name "w$w" --nodes "$uris" \
        --dir "$dir" "$@" 2>>"$dir/worker.$w.err" &
    echo $! >"$run/w$w.pid"
}
worker_stop() {
    signal STOP "w$1"
}
worker_continue() {
    signal CONT "w$1"
}
worker_end() {
    signal TERM "w$1"
}
worker_gone() {
    ! kill -0 "$(cat "$run/w$1.pid")" 2>/dev/null
}
worker_kill() {
    signal KILL "w$1"
}
