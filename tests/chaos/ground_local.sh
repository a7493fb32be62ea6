# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# The ground without containers: masters are processes on loopback addresses in
# a network namespace, if the kernel allows one, else on unix sockets. Node I
# has the address 127.0.W.1I for worker W, so that a rule can distinguish the
# workers.
#
# A ground defines: ground_{prepare,up,down}, lacks, uri, tokens, redis,
# server_{kill,start,pause,resume}, clock_set, net_{rule,heal}, slow_{start,
# end}, worker_{start,stop,continue,end,gone,kill}, sentinel,
# pair_{up,follow,chief,cut,kill,down}.

# shellcheck source=tests/chaos/workers_local.sh
. "$here/workers_local.sh"

ground_prepare() {
    if [ -z "${CHAOS_INSIDE:-}" ]; then
        enter_namespace "$@"
    fi
    [ "$CHAOS_INSIDE" = plain ] || ip link set lo up
    program=$(command -v redis-server || command -v valkey-server ||
        command -v redis-check-rdb || command -v valkey-check-rdb) ||
        fail 'there is no redis-server here'
    run=$(mktemp -d "${TMPDIR:-/tmp}/rlk-chaos.XXXXXX")
    mkdir "$run/bin"
    ln -s "$program" "$run/bin/redis-server"
}

# Runs this script again in namespaces of its own, if that is allowed: the end of
# the first process there ends all other processes.
enter_namespace() {
    for user in --user\ --map-root-user ''; do
        ways="$user --net --pid --fork --kill-child --mount-proc"
        # shellcheck disable=SC2086 # words
        if unshare $ways ip link set lo up 2>/dev/null; then
            CHAOS_INSIDE=isolated unshare $ways "$0" "$@" &
            inner=$!
            trap forward INT TERM HUP
            status=0
            wait "$inner" || status=$?
            while kill -0 "$inner" 2>/dev/null; do
                status=0
                wait "$inner" || status=$?
            done
            exit "$status"
        fi
    done
    export CHAOS_INSIDE=plain
}

# unshare does not forward signals.
forward() {
    # shellcheck disable=SC2046 # one word, with a space after it
    kill $(cat "/proc/$inner/task/$inner/children")
}

# lacks NEED: prints why a scenario cannot run on this ground, or nothing.
lacks() {
    case $1 in
    net | client-net | pair | group)
        if [ "$CHAOS_INSIDE" != isolated ]; then
            echo 'this kernel, or these rights, give no network namespace'
        elif ! command -v nft >/dev/null; then
            echo 'nft is not installed'
        elif ! nft list ruleset >/dev/null 2>&1; then
            echo 'nft may not change the rules of its own namespace'
        fi
        ;;
    proxy)
        [ "$CHAOS_INSIDE" = isolated ] ||
            echo 'this kernel, or these rights, give no network namespace'
        ;;
    clock)
        clock_works || echo 'the clock shim does not load into this server'
        ;;
    esac
}

# uri WORKER NODE
uri() {
    if [ "$CHAOS_INSIDE" != isolated ]; then
        echo "unix://$run/$2.sock"
    elif [ "$2" = "$group" ]; then
        echo sentinel://127.0.0.31+127.0.0.32+127.0.0.33/pair
    elif [ -n "$slow" ]; then
        echo "redis://127.0.0.1:700$2"
    else
        echo "redis://127.0.$1.1$2:6379"
    fi
}

addresses() {
    for w in 0 1 2 3 4 5 6 7 8; do
        printf '127.0.%s.%s ' "$w" "$1"
    done
}

# serve NAME ADDRESSES OPTIONS...: starts a server; writes NAME.pid.
serve() {
    server=$1
    addresses=$2
    shift 2
    port=6379
    [ "$CHAOS_INSIDE" = isolated ] || port=0
    [ -e "$run/clock.$server" ] || printf '%-24s' 0 >"$run/clock.$server"
    # shellcheck disable=SC2086 # one option, several addresses
    LD_PRELOAD="$bin/clock_shim.so" CLOCK_SHIFT="$run/clock.$server" \
        setsid "$run/bin/redis-server" --port "$port" --bind $addresses \
        --protected-mode no --unixsocket "$run/$server.sock" --dir "$run" \
        --save '' --appendonly no --repl-diskless-sync-delay 0 --logfile "$run/$server.log" "$@" \
        >/dev/null 2>&1 </dev/null &
    echo $! >"$run/$server.pid"
}

redis() {
    node=$1
    shift
    [ "$node" != "$group" ] || node=$(pair_chief)
    redis-cli -s "$run/$node.sock" "$@" </dev/null 2>/dev/null
}

server_start() {
    serve "$1" "$(addresses "1$1")"
}
server_kill() {
    signal KILL "$1"
    rm -f "$run/$1.sock"
}
server_pause() {
    signal STOP "$1"
}
server_resume() {
    signal CONT "$1"
}
clock_set() {
    printf '%-24s' "$2" | dd of="$run/clock.$1" conv=notrunc status=none
}

tokens() {
    for i in $nodes; do
        redis "$i" get "$1"
    done
}

# net_rule TARGET DIRECTION ACTION...: TARGET is node:I or client:W, DIRECTION
# is to or from, as seen from the clients.
net_rule() {
    target=$1
    direction=$2
    shift 2
    side=saddr
    port=sport
    if [ "$direction" = to ]; then
        side=daddr
        port=dport
    fi
    case $target in
    node:*) match="ip $side & 255.255.0.255 == 127.0.0.1${target#node:}" ;;
    client:*) match="ip $side 127.0.${target#client:}.0/24" ;;
    esac
    nft "add rule ip chaos in $match tcp $port 6379 $*"
}
net_heal() {
    if [ -z "$(lacks net)" ]; then
        nft 'add table ip chaos' \
            '; add chain ip chaos in { type filter hook input priority 0; }' \
            '; flush chain ip chaos in'
    fi
}

ground_up() {
    for i in $nodes; do
        server_start "$i"
    done
    for i in $nodes; do
        await answers "$i"
    done
    net_heal
}

ground_down() {
    for file in "$run"/*.pid; do
        [ -e "$file" ] || continue
        signal KILL "$(basename "$file" .pid)"
    done
    wait 2>/dev/null || true
    rm -rf "$run"
}

# --- a slow network -----------------------------------------------------------

# slow_start: starts a proxy for every node, which reads its delay from a file.
slow_start() {
    set --
    for i in $nodes; do
        echo 0 >"$dir/delay.$i"
        set -- "$@" "700$i=127.0.0.1$i:6379=$dir/delay.$i"
    done
    "$bin/slow_network" "$@" &
    echo $! >"$run/proxy.pid"
}
slow_end() {
    signal KILL proxy
}

# --- a master, its replica, three sentinels -----------------------------------

pair_up() {
    serve master 127.0.0.21
    await answers master
    pair_follow replica
    for s in 1 2 3; do
        cat >"$run/sentinel.$s.conf" <<END
port 26379
bind 127.0.0.3$s
dir $run
logfile $run/sentinel.$s.log
sentinel announce-ip 127.0.0.3$s
sentinel monitor pair 127.0.0.21 6379 2
sentinel down-after-milliseconds pair 1000
sentinel failover-timeout pair 5000
END
        setsid "$run/bin/redis-server" "$run/sentinel.$s.conf" --sentinel \
            >/dev/null 2>&1 </dev/null &
        echo $! >"$run/sentinel$s.pid"
    done
    await sentinels_agree
}
# Starts one server of the pair as the replica of the other.
pair_follow() {
    of=127.0.0.21
    at=127.0.0.22
    [ "$1" = replica ] || { of=127.0.0.22 && at=127.0.0.21; }
    serve "$1" "$at" --replicaof "$of" 6379 --replica-announce-ip "$at"
    await answers "$1"
    await follows "$1"
}
# Prints which server of the pair is the master according to the Sentinels.
pair_chief() {
    case $(pair_master) in
    *.21:*) echo master ;;
    *) echo replica ;;
    esac
}
sentinel() {
    redis-cli -h 127.0.0.31 -p 26379 sentinel "$@" </dev/null 2>/dev/null
}
# Cuts the replica off from its master; the Sentinels still reach both.
pair_cut() {
    port=$(redis "$(pair_chief)" client list type replica |
        sed -n 's/.* addr=[^ ]*:\([0-9]*\) .*/\1/p')
    nft "add rule ip chaos in tcp sport 6379 tcp dport $port drop"
}
# pair_kill [WHICH]: kills that server of the pair, by default the master.
pair_kill() {
    signal KILL "${1:-master}"
}
pair_down() {
    for name in sentinel1 sentinel2 sentinel3 replica master; do
        signal KILL "$name"
    done
}
