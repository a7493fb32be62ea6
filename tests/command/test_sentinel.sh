#!/bin/sh
# SPDX-License-Identifier: MIT
# One node of three is a group of Sentinels: its master is found, and a failover
# costs a vote for a while.
. "$(dirname "$0")/lib.sh"
start_masters 2
two=$REDLOCK_NODES

# answers PORT PID: that process is the server there.
answers() {
    [ "$(redis-cli -p "$1" INFO server 2>/dev/null | tr -d '\r' |
        sed -n 's/^process_id://p')" = "$2" ]
}
# start NAME ARGUMENT...: a server on a port that was free, in $port; it ends
# with this script.
port=$((20000 + $$ % 20000))
start() {
    name=$1
    shift
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        port=$((port + 1))
        mkdir -p "$dir/$name"
        printf '%s\n' "port $port" 'bind 127.0.0.1' "dir $dir/$name" 'save ""' \
            'appendonly no' "logfile $dir/$name/log" >"$dir/$name/conf"
        "$@" >>"$dir/$name/conf"
        setpriv --pdeathsig KILL "$(server)" "$dir/$name/conf" $mode \
            >/dev/null 2>&1 &
        began=$!
        await answers "$port" "$began" && return
        kill -KILL "$began" 2>/dev/null
    done
    echo "Bail out! no server: $(tail -n 3 "$dir/$name/log")"
    exit 1
}
plain() {
    echo 'repl-diskless-sync-delay 0'
}
replica() {
    echo "replicaof 127.0.0.1 $master"
}
sentinel() {
    printf 'sentinel %s\n' "monitor pair 127.0.0.1 $master 1" \
        'down-after-milliseconds pair 60000' 'failover-timeout pair 20000'
}
is_linked() {
    redis-cli -p "$standby" INFO replication | grep -q 'master_link_status:up'
}
is_master() {
    redis-cli -p "$standby" INFO replication | grep -q 'role:master'
}
fail_over() {
    redis-cli -p "$watch" SENTINEL FAILOVER pair | grep -q OK
}

mode=
start master plain
master=$port
start standby replica
standby=$port
await is_linked
mode=--sentinel
start sentinel sentinel
watch=$port

export REDLOCK_NODES="$two,sentinel://127.0.0.1:$watch/pair"
exits 'a_run_with_Sentinels_without_the_guard_is_78' 78 "$redlock" run --wait 0s job -- true
says 'the_refusal_of_Sentinels_without_the_guard_advises_it' 'node 3: .*--guard on' "$dir/err"
for verb in init doctor status; do
    writes "${verb}_with_Sentinels_without_the_guard_is_78" 78 "$redlock" "$verb" --guard auto
done
printf 'nodes = %s\n' "$REDLOCK_NODES" >"$dir/conf"
env -u REDLOCK_NODES REDLOCK_CONFIG="$dir/conf" \
    "$redlock" run --wait 0s job -- true 2>"$dir/err"
is 'a_file_with_Sentinels_without_the_guard_is_78' 78 $?
says 'the_refusal_of_a_file_with_Sentinels_names_the_line' 'conf:1: node 3: .*--guard on' "$dir/err"

# guarded VERB...: with the guard, and a short quarantine.
guarded() {
    verb=$1
    shift
    "$redlock" "$verb" --guard on --ttl-max 4s "$@"
}
guarded init >"$dir/out"
is 'init_marks_the_master_of_a_Sentinel_group' 0 $?
says 'init_prints_the_name_of_the_Sentinel_group' \
    "sentinel://127.0.0.1:$watch/pair +marked: it may vote" "$dir/out"

"$redlock" run --guard on --ttl-max 4s --ttl 4s job -- sleep 600 &
run=$!
everywhere() {
    guarded status job | grep -q 'sentinel://.*held by'
}
await everywhere
is 'a_lock_has_its_key_on_the_master_of_a_Sentinel_group' 1 "$(redis-cli -p "$master" EXISTS job)"

redis-cli -p "$master" CONFIG SET maxmemory 100mb maxmemory-policy allkeys-lru \
    >"$dir/out"
"$redlock" doctor --guard on --ttl-max 4s --ttl 4s >"$dir/out"
says 'doctor_gives_advice_for_the_master_of_a_Sentinel_group' \
    "redis-cli -h 127.0.0.1 -p $master CONFIG SET maxmemory-policy" "$dir/out"
says 'doctor_advises_min_replicas_to_write' 'min-replicas-to-write 1' \
    "$dir/out"
redis-cli -p "$master" CONFIG SET min-replicas-to-write 1 >"$dir/out"
"$redlock" doctor --guard on --ttl-max 4s --ttl 4s >"$dir/out"
is 'doctor_without_a_fault_does_not_advise_min_replicas_to_write' 0 "$(grep -c 'min-replicas-to-write' "$dir/out")"
redis-cli -p "$master" CONFIG SET min-replicas-to-write 0 >"$dir/out"

await fail_over
holds 'a_failover_promotes_the_replica' await is_master
suspected() {
    guarded status job | grep -q 'sentinel://.*in quarantine'
}
holds 'a_promoted_master_is_in_quarantine' await suspected
guarded run --wait 0s --ttl 4s job -- true 2>"$dir/err"
is 'no_other_client_gets_the_lock_after_a_failover' 75 $?
holds 'the_holder_continues_after_a_failover' kill -0 "$run"
holds 'the_key_is_restored_after_a_failover' await everywhere
is 'the_promoted_master_has_the_restored_key' 1 "$(redis-cli -p "$standby" EXISTS job)"
holds 'the_command_still_runs_after_the_repair' kill -0 "$run"
kill "$run"
wait "$run"

REDLOCK_NODES="$two,sentinel://127.0.0.1:$watch/other"
guarded status job >"$dir/out"
says 'a_group_without_a_master_is_reported' \
    'sentinel://.*know no master of that name' "$dir/out"
REDLOCK_NODES="$two,sentinel://127.0.0.1:1+127.0.0.1:$master/pair"
guarded status job >"$dir/out"
says 'a_server_that_is_no_Sentinel_is_reported' \
    'sentinel://.*refuse the question' "$dir/out"
REDLOCK_NODES="$two,sentinel://127.0.0.1:1/pair"
guarded status job >"$dir/out"
says 'a_group_without_a_reachable_Sentinel_is_reported' \
    'sentinel://.*no Sentinel of the group answers' "$dir/out"
REDLOCK_NODES="$two,sentinel://127.0.0.1:1+127.0.0.1:$watch/pair"
guarded run --wait 10s --ttl 4s job -- true
is 'one_reachable_Sentinel_of_a_group_is_enough' 0 $?

redis-cli -p "$watch" ACL SETUSER default resetpass '>secret' >"$dir/out"
guarded status job >"$dir/out"
says 'a_Sentinel_that_requires_a_password_is_reported' 'sentinel://.*want a password' "$dir/out"
ask="sentinel://127.0.0.1:$watch/pair"
REDLOCK_NODES="$two,$ask?sentinel-password=wrong"
guarded status job >"$dir/out"
says 'a_Sentinel_that_refuses_the_password_is_reported' 'sentinel://.*refuse the password' "$dir/out"
REDLOCK_NODES="$two,$ask?sentinel-password=secret"
guarded status job >"$dir/out"
says 'a_Sentinel_with_the_right_password_is_asked' 'sentinel://.*/pair +(free|held|no key)' "$dir/out"
guarded run --wait 10s --ttl 4s job -- env >"$dir/out" 2>"$dir/err"
is 'the_command_does_not_get_the_Sentinels_password' 0 "$(grep -c secret "$dir/out")"
says 'the_command_gets_the_Sentinels_uri_without_the_password' "REDLOCK_NODES=.*$ask\$" "$dir/out"
"$redlock" run -n "$two,$ask?sentinel-password=secret" --guard on \
    --ttl-max 4s --ttl 4s job -- sleep 600 2>"$dir/err" &
run=$!
begun() {
    pgrep -P "$run" sleep >/dev/null
}
await begun
is 'a_Sentinels_password_is_hidden_from_ps' 0 \
    "$(tr '\0' '\n' <"/proc/$run/cmdline" | grep -c secret)"
kill "$run"
wait "$run"
redis-cli -p "$watch" -a secret ACL SETUSER asker on '>other' \
    '+sentinel|get-master-addr-by-name' >"$dir/out" 2>&1
REDLOCK_NODES="$two,$ask?sentinel-user=asker&sentinel-password=other"
guarded status job >"$dir/out"
says 'a_Sentinel_user_needs_only_the_documented_right' 'sentinel://.*/pair +(free|held|no key)' \
    "$dir/out"

stop_masters
finish
