# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Masters that the user provides: $own_nodes has their URIs, and $hook injects
# and ends faults. There must be five, because the scenarios assume that.

# shellcheck source=tests/chaos/workers_local.sh
. "$here/workers_local.sh"

ground_prepare() {
    [ "$(echo "$own_nodes" | awk -F , '{ print NF }')" -eq 5 ] ||
        fail '--nodes: five of them'
    [ -n "$init" ] ||
        unmarked='without --init the masters are not marked'
    run=$(mktemp -d "${TMPDIR:-/tmp}/rlk-chaos.XXXXXX")
}

ground_up() {
    for i in $nodes; do
        await answers "$i"
    done
}

ground_down() {
    if [ -n "$init" ]; then
        say 'the masters are marked for a longest TTL of some seconds:' \
            'redlock init marks them for yours'
    fi
    for file in "$run"/*.pid; do
        [ -e "$file" ] || continue
        signal KILL "$(basename "$file" .pid)"
    done
    rm -rf "$run"
}

# lacks NEED: prints why a scenario cannot run on this ground, or nothing.
lacks() {
    if [ -z "$hook" ]; then
        echo "without --hook this is not available: $1"
    elif ! "$hook" can "$1"; then
        echo "the hook cannot give: $1"
    fi
}

# uri WORKER NODE
uri() {
    echo "$own_nodes" | cut -d , -f "$2"
}

redis() {
    node=$1
    shift
    redis-cli -u "$(uri 0 "$node")" "$@" </dev/null 2>/dev/null
}

tokens() {
    for i in $nodes; do
        redis "$i" get "$1"
    done
}

server_kill() {
    "$hook" kill "$1"
}
server_start() {
    "$hook" start "$1"
}
server_pause() {
    "$hook" pause "$1"
}
server_resume() {
    [ -z "$hook" ] || ! "$hook" can pause || "$hook" resume "$1"
}
clock_set() {
    [ -z "$hook" ] || ! "$hook" can clock || "$hook" clock "$1" "$2"
}

# net_rule node:I DIRECTION ACTION...
net_rule() {
    target=$1
    shift
    "$hook" net "${target#node:}" "$@"
}
net_heal() {
    [ -z "$hook" ] || ! "$hook" can net || "$hook" heal "${1#node:}"
}
