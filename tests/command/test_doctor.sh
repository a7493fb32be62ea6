#!/bin/sh
# SPDX-License-Identifier: MIT
# The findings of doctor in real deployments, with advice and exit statuses. It
# leaves no keys.
. "$(dirname "$0")/lib.sh"
start_masters 3
sound=$REDLOCK_NODES

# doctor ARGUMENTS...: a time-out that a busy machine keeps. What it printed is
# in $dir/printed; in $dir/out each row and each finding has one line.
doctor() {
    "$redlock" doctor --node-timeout 1s "$@" >"$dir/printed" 2>"$dir/err"
    status=$?
    awk '/^      / {
             sub(/ \\$/, "", line)
             sub(/^ +/, " ")
             line = line $0
             next
         }
         NR > 1 { print line }
         { line = $0 }
         END { if (NR > 0) print line }' "$dir/printed" >"$dir/out"
    return "$status"
}

# id I FIELD: an id in INFO.
id() {
    redis "$1" INFO | sed -n "s/^$2:\([0-9a-f]*\).*/\1/p"
}

# mark I STATE: gives the master a marker of its memory with that state.
mark() {
    redis "$1" SET redlock:inst "1|||$(id "$1" master_replid)|$2" >/dev/null
}

# mark_sound MS "I...": these masters' memory is sound; MS is the longest TTL.
mark_sound() {
    for i in $2; do
        mark "$i" "ok|$1"
    done
}

# lines WORD: how many findings of this grade.
lines() {
    grep -c "^$1: " "$dir/out"
}

# changes: how often each master has changed a key.
changes() {
    while read -r _ socket _; do
        redis-cli -s "$socket" INFO persistence </dev/null |
            sed -n 's/^rdb_changes_since_last_save:\([0-9]*\).*/\1/p'
    done <"$dir/masters"
}

# follow PATTERN: follows the advice of that finding.
follow() {
    awk -v finding="$1" '
        /^[^ ]/ { ours = $0 ~ finding; within = 0 }
        ours && sub(/^ +advice: /, "") { within = 1 }
        within { print }' "$dir/printed" >"$dir/follow"
    sh "$dir/follow" >/dev/null
}

# finds STATUS GRADE SENTENCE PATTERN: doctor has run, and found this alone.
finds() {
    is "$3_is_$1" "$1" "$status"
    is "$3_is_one_finding" 1 "$(lines "$2")"
    says "$3_has_advice" "^$2: $4" "$dir/out"
}

# --- a sound deployment, with and without markers ----------------------------

mark_sound 300000 '1 2 3'
before=$(changes)
exits 'a_sound_deployment_is_0' 0 doctor
is 'a_sound_deployment_has_no_findings' 00 "$(lines unsafe)$(lines warning)"
says 'a_sound_deployment_has_the_verdict_fine' '^verdict: +fine' "$dir/out"
says 'the_report_shows_what_is_left_of_the_ttl' \
    '^ttl: +30000 ms - 302 ms drift - .* for the round trips to 2 nodes' \
    "$dir/out"
for i in 1 2 3; do
    says "the_report_has_a_row_for_node_$i" "^ +$i +[0-9.]+ ms .* master .* ok .*$(path "$i")" "$dir/out"
done
is 'the_report_has_at_most_80_columns' '' \
    "$(awk 'length > 80 && NF > 1' "$dir/printed")"
is 'doctor_changes_no_key' "$before" "$(changes)"
is 'doctor_keeps_the_markers' 3 "$(holding redlock:inst)"
exits 'json_of_a_sound_deployment_exits_with_0' 0 doctor --json
holds 'json_of_a_sound_deployment_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/out"
says 'json_of_a_sound_deployment_has_the_verdict_fine' '"verdict":"fine".*"findings":\[\]' "$dir/out"
exits 'quiet_doctor_exits_with_0' 0 doctor --quiet
is 'quiet_doctor_prints_nothing' '' "$(cat "$dir/out" "$dir/err")"

redis_on '1 2 3' DEL redlock:inst
doctor
finds 1 warning 'a_deployment_without_markers' 'the nodes are not guarded.* advice: redlock init'
mark_sound 300000 '1 2'
doctor
finds 78 unsafe 'one_missing_marker' 'node 3 \(.*\) has no marker.* advice: redlock init'
mark_sound 600000 3
doctor
finds 78 unsafe 'a_disagreement_on_the_longest_ttl' \
    '.*disagree.*5 min on node 1, 2, 10 min on node 3 advice: redlock init --ttl-max 600000ms'
mark 3 "q|$(date +%s)000000|300000|n"
doctor
finds 1 warning 'a_quarantine' 'node 3 .* quarantine .* advice: wait'
redis 3 SET redlock:inst 'anything' >/dev/null
doctor
finds 1 warning 'an_invalid_marker' 'node 3 .* restarted.* advice: wait'
mark_sound 300000 3
redis 3 REPLICAOF 127.0.0.1 1 >/dev/null
redis 3 REPLICAOF NO ONE >/dev/null
doctor
finds 1 warning 'a_failover_and_back' 'node 3 .* restarted.* advice: wait'
mark_sound 300000 3

# --- what the nodes are ------------------------------------------------------

# The first master by another way: a free port, or where it cannot take one
# while it runs, a second name of its socket.
ln -s "$(path 1)" "$dir/other"
second=unix://$dir/other
port=$((20000 + $$ % 10000))
for port in $(seq "$port" $((port + 50))); do
    if [ "$(redis 1 CONFIG SET port "$port")" = OK ]; then
        second=redis://127.0.0.1:$port
        break
    fi
done
doctor -n "$sound,$second"
is 'one_server_under_two_uris_is_78' 78 "$status"
is 'one_server_under_two_uris_is_one_finding' 1 "$(lines unsafe)"
says 'one_server_under_two_uris_has_advice' \
    "^unsafe: node 4 \\($second\\) is the same server as node 1 .* advice: name every server once" \
    "$dir/out"
says 'an_even_number_of_nodes_is_a_warning' '^warning: 4 nodes tolerate no more' "$dir/out"

redis 2 REPLICAOF 127.0.0.1 "$port" >/dev/null
doctor
says 'a_replica_has_advice_that_names_its_master' \
    "^unsafe: node 2 .*replica of 127.0.0.1:$port, .* advice: name its master redis://127.0.0.1:$port" \
    "$dir/out"
is 'a_replica_is_78' 78 "$status"
redis 2 REPLICAOF NO ONE >/dev/null
# A first replica changes its master's replid, too.
mark_sound 300000 '1 2'

redis 2 CONFIG SET maxmemory 100mb >/dev/null
redis 2 CONFIG SET maxmemory-policy allkeys-lru >/dev/null
doctor
finds 78 unsafe 'eviction' \
    'node 2 \(.*\) can evict lock keys: maxmemory-policy allkeys-lru advice: redis-cli -s .* CONFIG SET maxmemory-policy noeviction'
follow 'can evict'
exits 'following_the_advice_corrects_eviction' 0 doctor

# --- what the user may -------------------------------------------------------

as_bob() {
    REDLOCK_PASSWORD=sesame doctor --username bob
}
redis_on '1 2 3' ACL SETUSER bob on '>sesame' '~*' '&*' +@all
exits 'a_user_with_every_right_is_0' 0 as_bob
redis 1 ACL SETUSER bob -pexpire -get >/dev/null
as_bob
finds 78 unsafe 'a_missing_right' \
    'node 1 .* does not let user bob use GET, PEXPIRE advice: redis-cli -s .* ACL SETUSER bob \+get \+pexpire'
is 'the_advice_on_a_missing_right_is_wrapped' '' "$(awk 'length > 80 && NF > 3' "$dir/printed")"
follow 'does not let'
exits 'following_the_advice_gives_missing_rights' 0 as_bob
for right in set get del pttl time eval evalsha info; do
    redis 1 ACL SETUSER bob "-$right" >/dev/null
    exits "a_user_without_${right}_is_78" 78 as_bob
    says "the_advice_for_a_user_without_${right}_gives_it" "ACL SETUSER bob .*\\+$(echo "$right" | sed 's/|/./')" "$dir/out"
    follow 'does not let'
done
exits 'following_the_advice_gives_all_rights' 0 as_bob
redis 1 ACL SETUSER bob '-client|id' '-client|kill' >/dev/null
as_bob
finds 1 warning 'a_user_who_cannot_kill_connections' \
    'node 1 .* use CLIENT ID, CLIENT KILL: .* one TTL advice: .* ACL SETUSER bob .*client.id'
follow 'does not let'
exits 'following_the_advice_lets_a_user_kill_connections' 0 as_bob
redis 1 ACL SETUSER bob resetkeys '~app:*' '~{*}:*' >/dev/null
as_bob
finds 78 unsafe 'a_missing_key_pattern' \
    "node 1 .* use the keys redlock:\\* advice: .* ACL SETUSER bob '~redlock:\\*'"
follow 'does not let'
exits 'following_the_advice_gives_the_key_pattern' 0 as_bob
silent 'the_users_password_is_not_printed' sesame "$dir/out"
# A missing right that only queues need costs no vote, and has advice.
redis 1 ACL SETUSER bob '~*' -zadd -hget -subscribe >/dev/null
as_bob
finds 1 warning 'a_missing_right_that_only_queues_need' \
    'node 1 .* let user bob use ZADD, HGET, SUBSCRIBE: the node keeps no queue, and waiters poll advice: redis-cli -s .* ACL SETUSER bob \+zadd \+hget \+subscribe'
follow 'does not let'
exits 'following_the_advice_gives_the_rights_for_queues' 0 as_bob
redis 1 ACL SETUSER bob resetkeys '~redlock:*' resetchannels >/dev/null
as_bob
finds 1 warning 'a_missing_queue_key_and_channel' \
    "node 1 .* use the keys \\{\*\\}:\*, the channels redlock:wake:\*: the node keeps no queue, and waiters poll advice: .* ACL SETUSER bob '~\\{\*\\}:\*' '&redlock:wake:\*'"
follow 'does not let'
exits 'following_the_advice_gives_queue_key_and_channel' 0 as_bob
redis 1 ACL SETUSER bob '~*' '&*' >/dev/null
# A server that takes no writes says so before it looks at what is to be written.
redis 1 CONFIG SET min-replicas-to-write 1 >/dev/null
before=$(changes)
doctor
finds 1 warning 'a_server_that_refuses_writes' 'node 1 .* refuses writes: .*NOREPLICAS'
is 'doctor_finds_refused_writes_without_writing' "$before" "$(changes)"
redis 1 CONFIG SET min-replicas-to-write 0 >/dev/null

with=$(echo "$sound" | sed 's|unix:///|unix://bob:sesame@/|g')
exits 'a_uri_can_have_user_and_password' 0 doctor -n "$with"
silent 'the_password_of_a_uri_is_not_printed' 'sesame' "$dir/out"
with=$(echo "$sound" | sed 's|unix:///|unix://bob:sesamum@/|g')
exits 'a_password_that_a_majority_refuses_is_77' 77 doctor -n "$with"
silent 'a_refused_password_is_not_printed' 'sesamum' "$dir/out"
says 'a_refused_password_is_reported_with_advice' '^warning: node 1 .*password.* advice: check the user' \
    "$dir/out"

# --- what is typed -----------------------------------------------------------

exits 'doctor_with_a_resource_is_64' 64 doctor job
exits 'a_ttl_beyond_the_longest_is_64' 64 doctor --ttl 2m --ttl-max 1m
REDLOCK_NODES='' doctor
is 'doctor_without_nodes_is_64' 64 $?
doctor --ttl 20ms
says 'a_ttl_that_is_short_for_the_node_timeout_is_a_warning' \
    '^warning: a node timeout of 1 s is long.* advice: a longer --ttl' "$dir/out"

# --- a wrong clock -----------------------------------------------------------

# A master of its own, whose clock can be shifted.
printf '%-24s' 0 >"$dir/shift"
LD_PRELOAD="$REDLOCK_CLOCK_SHIM" CLOCK_SHIFT="$dir/shift" \
    ASAN_OPTIONS="verify_asan_link_order=0:${ASAN_OPTIONS:-}" \
    "$REDLOCK_MASTERS" 1 "$dir/shifted" &
shifted=$!
await test -f "$dir/shifted" || exit 1
clocks=$(echo "$sound" | cut -d, -f1,2),$(awk '{ print $1 }' "$dir/shifted")
socket=$(awk '{ print $2 }' "$dir/shifted")
printf '%-24s' 3000 1<>"$dir/shift"
ahead=$(($(redis-cli -s "$socket" TIME | head -n 1) - $(date +%s)))
if [ "$ahead" -ge 2 ]; then
    redis_on '1 2' DEL redlock:inst
    doctor -n "$clocks"
    finds 78 unsafe 'a_clock_three_seconds_ahead' \
        'node 3 .* wrong clock: \+3.00 s .* advice: set it by NTP'
    printf '%-24s' -3000 1<>"$dir/shift"
    doctor -n "$clocks"
    finds 78 unsafe 'a_clock_three_seconds_behind' 'node 3 .* wrong clock: -3.00 s '
    mark_sound 300000 '1 2'
else
    skip a_clock_three_seconds_ahead 'no way to shift it'
fi
kill "$shifted"
wait "$shifted" 2>/dev/null

# --- nodes that do not answer ------------------------------------------------

signal_masters STOP 3
since=$(boot_ms)
doctor
finds 1 warning 'a_node_that_hangs' 'node 3 \(.*\) cannot be examined: .* advice: check whether it hangs'
holds 'doctor_gives_up_on_a_hanging_node_in_time' test $(($(boot_ms) - since)) -lt 20000
says 'a_hanging_node_is_missing_from_the_nodes_that_can_vote' ' 2 can vote now: 0 more may fail' "$dir/out"
signal_masters CONT 3
signal_masters KILL 3
doctor
finds 1 warning 'a_node_that_is_down' 'node 3 \(.*\) cannot be examined: connection refused.* advice: start the server, or correct the address'
doctor --json
holds 'json_with_a_node_down_is_valid' "$REDLOCK_JSON_CHECK" <"$dir/out"
signal_masters KILL 2
exits 'doctor_without_a_quorum_exits_with_69' 69 doctor
says 'doctor_without_a_quorum_has_that_verdict' '^verdict: +no quorum: 1 of 3' "$dir/out"
finish
