# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# The ground of docker-compose.yml: every master and every worker has its own
# container and network. Firewall rules are set from outside the container, so
# that the images need no tools.

project=redlock-chaos-$$
image=redlock-chaos

ground_prepare() {
    docker info >/dev/null 2>&1 ||
        fail 'no Docker engine answers. ./dev chaos --local needs none;' \
            'Debian has one in docker.io, and compose in docker-compose'
    if docker compose version >/dev/null 2>&1; then
        compose='docker compose'
    elif command -v docker-compose >/dev/null; then
        compose=docker-compose
    else
        fail 'there is neither docker compose nor docker-compose'
    fi
    root=$(cd "$here/../.." && pwd)
    run=$(mktemp -d "${TMPDIR:-/tmp}/rlk-chaos.XXXXXX")
    chmod a+rx "$run"
    cp "$bin/clock_shim.so" "$run/"
    for i in $nodes; do
        printf '%-24s' 0 >"$run/clock.$i"
    done
    # Any free ports, because other masters may run on this machine.
    export CHAOS_DIR="$run" REDIS1_PORT=0 REDIS2_PORT=0 REDIS3_PORT=0 \
        REDIS4_PORT=0 REDIS5_PORT=0
}

composed() {
    $compose --project-name "$project" --file "$root/docker-compose.yml" \
        --file "$here/compose.yml" "$@" >>"$run/compose.log" 2>&1
}

# remember NAME SERVICE: stores the id of its container.
remember() {
    $compose --project-name "$project" --file "$root/docker-compose.yml" \
        --file "$here/compose.yml" --profile failover ps -q "$2" \
        >"$run/id.$1" 2>>"$run/compose.log"
}
id() {
    cat "$run/id.$1"
}

docker_quietly() {
    docker "$@" >/dev/null 2>&1 || true
}

ground_up() {
    say 'building the image of the workers'
    if ! docker build --force-rm --tag "$image" --target chaos \
        --build-arg "MUTANT=$mutant" "$root" >"$run/build.log" 2>&1; then
        tail -n 20 "$run/build.log" >&2
        fail 'the image cannot be built'
    fi
    if ! composed up -d; then
        tail -n 20 "$run/compose.log" >&2
        fail 'the masters cannot be started'
    fi
    for i in $nodes; do
        remember "$i" "redis$i"
        await answers "$i"
    done
}

ground_down() {
    for w in 1 2 3 4 5 6 7 8; do
        docker_quietly rm -f "$project-w$w"
    done
    composed --profile failover down --volumes --timeout 0 ||
        say "not all could be taken down: see $compose -p $project ps"
    rm -rf "$run"
}

# lacks NEED: prints why a scenario cannot run on this ground, or nothing.
lacks() {
    case $1 in
    net | client-net | pair)
        if ! command -v nft >/dev/null || ! command -v nsenter >/dev/null; then
            echo 'nft or nsenter is not installed'
        elif ! inside 1 nft list ruleset >/dev/null 2>&1; then
            echo "these rights do not reach into a container's network"
        fi
        ;;
    group)
        echo 'a node of Sentinels is one of --local'
        ;;
    clock)
        clock_works || echo 'the clock shim does not load into this image'
        ;;
    esac
}

# uri WORKER NODE
uri() {
    if [ -n "$slow" ]; then
        echo "redis://127.0.0.1:700$2"
    else
        echo "redis://redis$2:6379"
    fi
}

redis() {
    node_id=$(id "$1")
    shift
    docker exec "$node_id" redis-cli "$@" 2>/dev/null || true
}

tokens() {
    # shellcheck disable=SC2016 # expanded in the container
    docker exec "$(id 1)" sh -c 'for i in 1 2 3 4 5; do
        redis-cli -h "redis$i" get "$0"; done' "$1"
}

server_start() {
    docker_quietly start "$(id "$1")"
}
server_kill() {
    docker_quietly kill "$(id "$1")"
}
server_pause() {
    docker_quietly pause "$(id "$1")"
}
server_resume() {
    docker_quietly unpause "$(id "$1")"
}
clock_set() {
    printf '%-24s' "$2" | dd of="$run/clock.$1" conv=notrunc status=none
}

# --- the network --------------------------------------------------------------

# inside NAME COMMAND...: runs it in the network of the container.
inside() {
    process=$(docker inspect -f '{{.State.Pid}}' "$(id "$1")")
    shift
    nsenter -t "$process" -n "$@"
}

# net_rule TARGET DIRECTION ACTION...: TARGET is node:I or client:W, DIRECTION
# is to or from, as seen from the clients.
net_rule() {
    target=$1
    direction=$2
    shift 2
    case $target:$direction in
    node:*:to) match='in iifname != lo tcp dport' ;;
    node:*:from) match='out oifname != lo tcp sport' ;;
    client:*:to) match='out oifname != lo tcp dport' ;;
    client:*:from) match='in iifname != lo tcp sport' ;;
    esac
    name_of "$target"
    inside "$name" nft 'add table ip chaos' \
        '; add chain ip chaos in { type filter hook input priority 0; }' \
        '; add chain ip chaos out { type filter hook output priority 0; }' \
        "; add rule ip chaos $match 6379 $*"
}
net_heal() {
    name_of "$1"
    inside "$name" nft 'add table ip chaos; delete table ip chaos' \
        2>/dev/null || true
}
name_of() {
    case $1 in
    node:*) name=${1#node:} ;;
    client:*) name=w${1#client:} ;;
    esac
}

# --- workers ------------------------------------------------------------------

# Marks the masters, for the TTL that all workers have.
init_masters() {
    docker run --rm --network "${project}_default" "$image" \
        redlock init --guard on --nodes "$(uris 0)" --ttl-max "${ttl}ms" --node-timeout 2s
}

slow_start() {
    for i in $nodes; do
        echo 0 >"$dir/delay.$i"
    done
}
slow_end() {
    :
}

# worker_start W NODES OPTIONS...: with proxies if the network is to be slow.
worker_start() {
    w=$1
    uris=$2
    shift 2
    proxies=
    if [ -n "$slow" ]; then
        proxies='slow_network'
        for i in $nodes; do
            proxies="$proxies 700$i=redis$i:6379=/history/delay.$i"
        done
        proxies="$proxies &"
    fi
    docker run --detach --name "$project-w$w" --network "${project}_default" \
        --volume "$dir:/history" "$image" \
        sh -c "$proxies exec $worker_program"' "$@"' worker --name "w$w" \
        --nodes "$uris" --dir /history "$@" >"$run/id.w$w"
}
worker_stop() {
    docker_quietly pause "$(id "w$1")"
}
worker_continue() {
    docker_quietly unpause "$(id "w$1")"
}
worker_end() {
    docker_quietly kill --signal TERM "$(id "w$1")"
}
worker_gone() {
    [ "$(docker inspect -f '{{.State.Running}}' "$(id "w$1")" \
        2>/dev/null)" != true ]
}
worker_kill() {
    docker logs "$(id "w$1")" >"$dir/worker.$1.err" 2>&1 || true
    docker_quietly rm -f "$(id "w$1")"
}

# --- a master, its replica, three sentinels -----------------------------------

pair_up() {
    composed --profile failover up -d
    for name in master replica sentinel1 sentinel2 sentinel3; do
        remember "$name" "$name"
    done
    await follows replica
    await sentinels_agree
}
sentinel() {
    docker exec "$(id sentinel1)" redis-cli -p 26379 sentinel "$@" 2>/dev/null
}
# Cuts the replica off from its master; the Sentinels still reach both.
pair_cut() {
    inside replica nft 'add table ip chaos' \
        '; add chain ip chaos in { type filter hook input priority 0; }' \
        '; add rule ip chaos in iifname != lo tcp sport 6379 drop'
}
pair_kill() {
    docker_quietly kill "$(id master)"
}
pair_down() {
    for name in sentinel1 sentinel2 sentinel3 replica master; do
        docker_quietly rm -f "$(id "$name")"
    done
}
