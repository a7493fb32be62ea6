# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# The scenarios: what each needs, violates and promises, and the functions that
# they use. play_NAME injects the faults; set_NAME, if defined, changes settings
# of the run. Times are in milliseconds; $ttl is the TTL of the workers, $rest
# the time between two faults.

# NAME|NEEDS|GUARD|BREAKS|SERVED|TITLE
#   NEEDS   capabilities that a ground may lack
#   GUARD   off: not guarded; must: only safe with the guard; else guarded if
#           the masters of the ground can be marked
#   BREAKS  violations that are allowed around the faults: exclusion, late-write
#   SERVED  no: no lock need be granted during the faults
scenario_table() {
    cat <<'END'
calm|||||Nothing is broken
kill-one|servers||||One master after the other is killed, and restarted empty later than a TTL
kill-two|servers||||Two masters at a time are killed, and restarted empty later than a TTL
kill-two-unguarded|servers|off|||The same, not guarded: the lost keys have expired by then
restart-empty|servers|off||no|Not guarded: a master loses its key while all five have granted, which is safe
restart-three-empty|servers|must||no|Three masters restart empty at once: they do not vote until the lost keys have expired
restart-three-empty-unguarded|servers|off|exclusion||The same, not guarded: two holders are possible, but their fences increase
pause-one|pause||||One master is paused for longer than the TTL
pause-two|pause||||Two masters are paused for longer than the TTL
pause-three|pause|||no|Three masters are paused for longer than the TTL
partition-minority|net||||Two masters are cut off
partition-majority|net|||no|Three masters are cut off
partition-to|net||||No packet reaches two masters
partition-from|net||||No packet from two masters arrives; they still receive
replies-lost|net|||no|Three masters grant, but their replies are lost: the clients undo the grants
partition-client|client-net||||One client is cut off from all masters
packets-dropped|net||||One packet in ten is dropped, everywhere
packets-rejected|net||||Two masters reject every connection
slow-network|proxy||||Each packet is 20 ms late, and those of two masters later than the timeout
clock-margin|clock|off||no|Every clock steps forward within the margin, once in a validity, without slack
clock-slack|clock|||no|Every clock steps forward beyond the margin and within the slack
clock-one|clock|off||no|Not guarded: one master's clock steps an hour forward while all five have granted, and back
clock-three|clock|must||no|Three clocks step an hour forward: keys expire early, and clients that know the clocks exclude these votes
client-stopped|||late-write||A client is stopped for longer than its TTL, and continues
contention|||||Eight clients wait for one lock, and hand it on
contention-loss|net||||The same, and one packet in ten is dropped, everywhere
gate-killed|servers||||The same, and the master with their queue is killed, and restarted empty later than a TTL
readers-kill|servers||||Readers and writers of one lock; two masters at a time are killed, and restarted empty later than a TTL
readers-pause|pause||||The same; two masters are paused for longer than the TTL
readers-partition|net||||The same; two masters are cut off
readers-restart|servers|must||no|The same; three masters restart empty at once
sets-kill|servers||||Sets of one, two or three names; two masters at a time are killed, and restarted empty later than a TTL
sets-pause|pause||||The same; two masters are paused for longer than the TTL
sets-partition|net||||The same; two masters are cut off
sets-restart|servers|must||no|The same; three masters restart empty at once
slots-kill|servers||||Two slots and six clients; two masters at a time are killed, and restarted empty later than a TTL
slots-pause|pause||||The same; two masters are paused for longer than the TTL
slots-partition|net||||The same; two masters are cut off
slots-restart|servers|must||no|The same; three masters restart empty at once
script-flush|||||Every master loses its scripts, again and again
out-of-memory|memory||||Two masters are out of memory
flushall-one|flush|off||no|Not guarded: one master is flushed while all five have granted, which is safe
flushall-all|flush|must||no|Every master is flushed: none votes until the lost keys have expired
everything|servers pause net memory||late-write||Random faults of two masters at a time, and of clients
sentinel|servers pair group|must|||Sentinels fail over one of the five masters, again and again, to a replica that lacks its last grants
sentinel-quorum|servers pause pair group|must||no|The same, while two others are paused: the lost key is one of three votes
failover|servers net pair|off|||A single master with a replica fails over right after the grant, and so does one of five
END
}

# The scenarios of ./dev ci.
scenarios_short='calm kill-one restart-three-empty pause-two partition-minority
replies-lost packets-rejected clock-margin client-stopped contention gate-killed
readers-kill sets-partition slots-restart flushall-one failover'

# --- functions ----------------------------------------------------------------

# pause MS
pause() {
    sleep "$(($1 / 1000)).$(printf '%03d' "$(($1 % 1000))")"
}

begin() {
    note "begin fault=$1"
}
end() {
    note "end fault=$1"
}

# going: succeeds while there is time for further faults.
going() {
    [ "$(now_ns)" -lt "$faults_until" ]
}

# rotate: advances $node, and sets $other and $third to the nodes after it.
rotate() {
    node=$((node % 5 + 1))
    other=$((node % 5 + 1))
    third=$((other % 5 + 1))
}

# each COMMAND...: runs it with each of the nodes in $hurt.
each() {
    for i in $hurt; do
        "$@" "$i"
    done
}

# again NAME COUNT MS BREAK MEND: repeats a fault of MS milliseconds on COUNT
# nodes at a time.
again() {
    fault=$1
    count=$2
    for_ms=$3
    node=0
    while going; do
        rotate
        case $count in
        1) hurt=$node ;;
        2) hurt="$node $other" ;;
        3) hurt="$node $other $third" ;;
        esac
        begin "$fault"
        each "$4"
        pause "$for_ms"
        each "$5"
        end "$fault"
        pause "$rest"
    done
}

# full_house LOCK: waits until all five masters have the same token.
full_house() {
    tries=0
    until tokens "$1" | awk 'NF { all++; if (!seen[$0]++) distinct++ }
        END { exit !(all == 5 && distinct == 1) }'; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || return 1
        pause 10
    done
}

# at_full_house NAME ACTION: repeats the action whenever all five masters have
# granted, with time for the holder to restore the key on the node.
at_full_house() {
    node=0
    while going; do
        rotate
        if full_house "$locks"; then
            begin "$1"
            "$2" "$node"
            pause 200
            end "$1"
        fi
        pause "$rest"
    done
}

# held_since INSTANT: succeeds if every worker has held two locks since then.
held_since() {
    for w in $(seq 1 "$workers"); do
        awk -v since="$1" '
            $3 == "acquired" && $1 > since { open = 1 }
            $3 == "released" { held += open; open = 0 }
            END { exit held < 2 }' "$dir/w$w.history" || return 1
    done
}
# Waits until every master has answered every worker. A worker notices a step
# of a clock only if it has sampled the clock before.
reached_by_all() {
    await held_since "$(now_ns)"
}

few_long_holds() {
    workers=2
    locks=chaos-a
    options="--style kept --hold-ms $((ttl * 5 / 2)) --wait-ms $((ttl * 2))"
    recover_ms=$((ttl * 6))
}

# shellcheck source=tests/chaos/play_masters.sh
. "$here/play_masters.sh"
# shellcheck source=tests/chaos/play_contention.sh
. "$here/play_contention.sh"
# shellcheck source=tests/chaos/play_kinds.sh
. "$here/play_kinds.sh"
# shellcheck source=tests/chaos/play_network.sh
. "$here/play_network.sh"
