# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Scenarios with faults of the network, with all faults, and the comparison.

# --- the network --------------------------------------------------------------

cut_off() {
    net_rule "node:$1" to drop
    net_rule "node:$1" from drop
}
cut_to() {
    net_rule "node:$1" to drop
}
cut_from() {
    net_rule "node:$1" from drop
}
reject() {
    net_rule "node:$1" to reject with tcp reset
}
heal() {
    net_heal "node:$1"
}

play_partition_minority() {
    again cut-off 2 "$((ttl * 2))" cut_off heal
}
play_partition_majority() {
    again cut-off 3 "$((ttl * 2))" cut_off heal
}
play_partition_to() {
    again cut-to 2 "$((ttl * 2))" cut_to heal
}
play_partition_from() {
    again cut-from 2 "$((ttl * 2))" cut_from heal
}
play_packets_rejected() {
    again reject 2 "$((ttl * 2))" reject heal
}

# A TTL longer than the run, so that only a release makes a lock free.
set_replies_lost() {
    ttl=30000
    options='--style short --wait-ms 400'
    recover_ms=6000
    after_ms=7000
}
play_replies_lost() {
    hurt='1 2 3'
    begin cut-from
    each cut_from
    pause 1500
    each heal
    end cut-from
}

play_partition_client() {
    while going; do
        begin cut-off:w1
        net_rule client:1 to drop
        net_rule client:1 from drop
        pause "$((ttl * 2))"
        net_heal client:1
        end cut-off:w1
        pause "$((ttl * 3 / 2))"
    done
}

lose_some() {
    net_rule "node:$1" to 'numgen random mod 100 < 10 drop'
    net_rule "node:$1" from 'numgen random mod 100 < 10 drop'
}
play_packets_dropped() {
    hurt=$nodes
    begin drop-10%
    each lose_some
    pause "$duration_ms"
    each heal
    end drop-10%
}

set_slow_network() {
    proxied=yes
}
play_slow_network() {
    begin slow
    for i in $nodes; do
        echo 20 >"$dir/delay.$i"
    done
    pause "$((duration_ms / 2))"
    begin two-too-slow
    echo 150 >"$dir/delay.2"
    echo 150 >"$dir/delay.4"
    pause "$((duration_ms / 2))"
    for i in $nodes; do
        echo 0 >"$dir/delay.$i"
    done
    end slow
    end two-too-slow
}

# --- everything ---------------------------------------------------------------

# roll SIDES: sets $rolled to a random number 0 .. SIDES - 1, from the seed.
roll() {
    dice=$(((dice * 1103515245 + 12345) % 2147483648))
    rolled=$((dice / 65536 % $1))
}

# hurt_node I, mend_node I: begins and ends a fault; $way_I is its kind.
hurt_node() {
    case $2 in
    0) server_kill "$1" ;;
    1) server_pause "$1" ;;
    2) cut_off "$1" ;;
    3) cut_from "$1" ;;
    4) cut_to "$1" ;;
    5) reject "$1" ;;
    6) starve "$1" ;;
    7) net_rule "node:$1" to 'numgen random mod 100 < 40 drop' ;;
    esac
}
mend_node() {
    case $2 in
    0) server_start "$1" ;;
    1) server_resume "$1" ;;
    6) feed "$1" ;;
    *) heal "$1" ;;
    esac
}
way_name() {
    echo 'kill pause cut-off cut-from cut-to reject out-of-memory drop-40%' |
        awk -v way="$1" '{ print $(way + 1) }'
}

play_everything() {
    dice=$seed
    while going; do
        roll 5
        first=$((rolled + 1))
        roll 4
        second=$(((first + rolled) % 5 + 1))
        roll 8
        first_way=$rolled
        roll 8
        second_way=$rolled
        roll "$workers"
        worker=$((rolled + 1))
        roll "$ttl"
        last_ms=$((ttl * 5 / 4 + rolled))
        first_name="$(way_name "$first_way"):$first"
        second_name="$(way_name "$second_way"):$second"

        begin "$first_name"
        hurt_node "$first" "$first_way"
        begin "$second_name"
        hurt_node "$second" "$second_way"
        if [ "$((rolled % 2))" -eq 0 ]; then
            begin "stop:w$worker"
            worker_stop "$worker"
        fi
        pause "$last_ms"
        if [ "$((rolled % 2))" -eq 0 ]; then
            worker_continue "$worker"
            end "stop:w$worker"
        fi
        mend_node "$first" "$first_way"
        end "$first_name"
        mend_node "$second" "$second_way"
        end "$second_name"
        roll "$ttl"
        pause "$((rest + rolled))"
    done
}

# --- why a quorum -------------------------------------------------------------

# Lock "single" is on one master with a replica, lock "quorum" on five. A worker
# acquires each of them. Then the master that granted fails, and the server that
# replaces it does not have the key. Then another worker requests the lock.
set_failover() {
    workers=0
    ttl=15000
    two_holders=single
    after_ms=0
}
play_failover() {
    pair_up
    pair_cut
    note start
    once="--style to-end --hold-ms $((ttl * 2)) --tenures 1 --ttl-ms $ttl"
    once="$once --guard $guard --ttl-max-ms $ttl"
    # shellcheck disable=SC2086 # words
    worker_start 1 "$(pair_master)" --locks single $once --name single-A
    # shellcheck disable=SC2086
    worker_start 2 "$(uris 2)" --locks quorum $once --name quorum-A
    await grep -q ' acquired ' "$dir/single-A.history"
    await grep -q ' acquired ' "$dir/quorum-A.history"
    former=$(pair_master)
    begin failover
    pair_kill
    restart 1
    await promoted
    end failover
    # shellcheck disable=SC2086
    worker_start 3 "$(pair_master)" --locks single $once --wait-ms 1000 \
        --name single-B
    # shellcheck disable=SC2086
    worker_start 4 "$(uris 4)" --locks quorum $once --wait-ms 1000 \
        --name quorum-B
    pause 4000
    workers=4
    pair_down
}
promoted() {
    [ "$(pair_master)" != "$former" ]
}

# Workers start when the fifth node is the pair, with a marker.
set_sentinel() {
    workers=0
    before_ms=0
}
play_sentinel() {
    sentinel_workers 4
    while going; do
        pair_cut
        pause 300
        await full_house chaos-a
        begin failover
        fail_over
        end failover
        pair_follow "$chief"
        pause "$rest"
    done
}
sentinel_workers() {
    pair_up
    group=5
    mark_masters
    workers=$1
    start_workers
    note start
    pause 2000
    faults_until=$(($(now_ns) + duration_ms * 1000000))
}
# The master dies, and its replica, which has not received the last grants, is
# promoted.
fail_over() {
    former=$(pair_master)
    chief=$(pair_chief)
    pair_kill "$chief"
    await promoted
}

set_sentinel_quorum() {
    set_sentinel
    ttl=6000
    rest=$((ttl * 2))
    held_to_the_end
}
# While two masters are paused, the promoted replica lacks a key that is one of
# the three votes. If it voted again, it would complete a second quorum with them.
play_sentinel_quorum() {
    sentinel_workers 3
    hurt='1 2'
    while going; do
        begin failover
        each server_pause
        pair_cut
        before=$(redis 5 get chaos-a)
        await held_by_three
        fail_over
        each server_resume
        end failover
        pair_follow "$chief"
        pause "$rest"
    done
}
# The token is not that of the earlier holder.
held_by_three() {
    token=$(redis 3 get chaos-a)
    [ -n "$token" ] && [ "$token" != "$before" ] &&
        [ "$(redis 4 get chaos-a)" = "$token" ] &&
        [ "$(redis 5 get chaos-a)" = "$token" ]
}
