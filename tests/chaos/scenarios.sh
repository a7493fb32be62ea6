# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# The scenarios: what each one needs, breaks and promises, and the words that
# they are played in. play_NAME breaks and mends; set_NAME, where there is one,
# says what is special about the run. Times are in milliseconds; $ttl is the
# workers' TTL, $rest the time between two faults.

# NAME|NEEDS|GUARD|BREAKS|SERVED|TITLE
#   NEEDS   what a ground may lack
#   GUARD   off: every master votes; must: it breaks without the guard; else
#           guarded wherever masters may be marked
#   BREAKS  what the judge allows about the faults: exclusion, late-write
#   SERVED  no: no lock need be granted while the faults last
scenario_table() {
    cat <<'END'
calm|||||Nothing is broken
kill-one|servers||||One master after the other is killed, and restarted empty later than a TTL
kill-two|servers||||Two masters at a time are killed, and restarted empty later than a TTL
kill-two-unguarded|servers|off|||The same, not guarded: what the two forgot has run out
restart-empty|servers|off||no|Not guarded: a master forgets its key while all five had granted: one may
restart-three-empty|servers|must||no|Three masters restart empty at once: they may not vote until what they forgot has run out
restart-three-empty-unguarded|servers|off|exclusion||The same, not guarded: two holders may be seen, and still their fences increase
pause-one|pause||||One master is paused for longer than the TTL
pause-two|pause||||Two masters are paused for longer than the TTL
pause-three|pause|||no|Three masters are paused for longer than the TTL
partition-minority|net||||Two masters are cut off
partition-majority|net|||no|Three masters are cut off
partition-to|net||||Nothing reaches two masters
partition-from|net||||Two masters are heard no more, and still hear
replies-lost|net|||no|Three masters grant and are not heard: what they granted is given back
partition-client|client-net||||One client is cut off from all masters
packets-dropped|net||||One packet in ten is dropped, everywhere
packets-rejected|net||||Two masters reject every connection
slow-network|proxy||||Everything is 20 ms late each way, and two masters beyond their time-out
clock-margin|clock|off||no|Every clock steps forward within the margin, once in a validity, and there is no slack
clock-slack|clock|||no|Every clock steps forward beyond the margin and within the slack
clock-one|clock|off||no|Not guarded: one master's clock steps an hour forward while all five had granted, and back
clock-three|clock|must||no|Three clocks step an hour forward: keys expire early, and clients that had heard the masters before count no vote of theirs
client-stopped|||late-write||A client is stopped for longer than its TTL, and goes on
contention|||||Eight clients queue for one lock, which each hands to the next
contention-loss|net||||The same, and one packet in ten is dropped, everywhere
gate-killed|servers||||The same, and the master in whose queue they stand is killed, and restarted empty later than a TTL
readers-kill|servers||||Readers and writers of one lock; two masters at a time are killed, and restarted empty later than a TTL
readers-pause|pause||||The same; two masters are paused for longer than the TTL
readers-partition|net||||The same; two masters are cut off
readers-restart|servers|must||no|The same; three masters restart empty at once
sets-kill|servers||||One, two or three names at once; two masters at a time are killed, and restarted empty later than a TTL
sets-pause|pause||||The same; two masters are paused for longer than the TTL
sets-partition|net||||The same; two masters are cut off
sets-restart|servers|must||no|The same; three masters restart empty at once
slots-kill|servers||||Two slots and six who want one; two masters at a time are killed, and restarted empty later than a TTL
slots-pause|pause||||The same; two masters are paused for longer than the TTL
slots-partition|net||||The same; two masters are cut off
slots-restart|servers|must||no|The same; three masters restart empty at once
script-flush|||||Every master forgets its scripts, again and again
out-of-memory|memory||||Two masters are out of memory
flushall-one|flush|off||no|Not guarded: one master is flushed while all five had granted: one may
flushall-all|flush|must||no|Every master is flushed: none may vote until what it forgot has run out
everything|servers pause net memory||late-write||Two masters are hurt in random ways at once, and clients too
sentinel|servers pair group|must|||One of the five is a master that Sentinels fail over, again and again, each time to a replica that lacks its last grants
sentinel-quorum|servers pause pair group|must||no|The same, while two others are paused: what it forgets is one of three votes
failover|servers net pair|off|||One master with a replica fails over right after the grant, and so does one of five
END
}

# What every run of ./dev ci plays.
scenarios_short='calm kill-one restart-three-empty pause-two partition-minority
replies-lost packets-rejected clock-margin client-stopped contention gate-killed
readers-kill sets-partition slots-restart flushall-one failover'

# --- words --------------------------------------------------------------------

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

# going: there is time left for faults.
going() {
    [ "$(now_ns)" -lt "$faults_until" ]
}

# rotate STEP: the next node in $node, and the one after in $other.
rotate() {
    node=$((node % 5 + 1))
    other=$((node % 5 + 1))
    third=$((other % 5 + 1))
}

# For each of the nodes in $hurt.
each() {
    for i in $hurt; do
        "$@" "$i"
    done
}

# again NAME COUNT MS BREAK MEND: one fault, again and again, on so many nodes
# at a time.
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

# full_house LOCK: waits until one token is on all five masters.
full_house() {
    tries=0
    until tokens "$1" | awk 'NF { all++; if (!seen[$0]++) distinct++ }
        END { exit !(all == 5 && distinct == 1) }'; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || return 1
        pause 10
    done
}

# at_full_house NAME ACTION: as long as all five have granted, and with time
# between for the holder to give the node its key back.
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

# held_since INSTANT: every worker has held two locks since then.
held_since() {
    for w in $(seq 1 "$workers"); do
        awk -v since="$1" '
            $3 == "acquired" && $1 > since { open = 1 }
            $3 == "released" { held += open; open = 0 }
            END { exit held < 2 }' "$dir/w$w.history" || return 1
    done
}
# Waits until every worker has heard every master anew. Only who had heard a
# clock before can tell that it is stepped.
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
