#!/bin/sh
# SPDX-License-Identifier: MIT
# Notifications of redlock run to a service manager.
. "$(dirname "$0")/lib.sh"
start_masters 3

# listen ADDRESS [FILE]: appends what comes there to $dir/notifications, a datagram a line.
# With a file there is no room for any until that exists.
listen() {
    python3 - "$1" "$dir/notifications" "${2:-}" <<'END' &
import os, socket, sys, time
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
address = sys.argv[1].replace("@", "\0", 1)
s.bind(address)
if sys.argv[3]:
    other = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    other.setblocking(False)
    try:
        while True:
            other.sendto(b"of another service", address)
    except BlockingIOError:
        pass
with open(sys.argv[2], "w", buffering=1) as out:
    while sys.argv[3] and not os.path.exists(sys.argv[3]):
        time.sleep(0.05)
    while True:
        out.write(s.recv(4096).decode().replace("\n", " ") + "\n")
END
    listener=$!
    await test -e "$dir/notifications"
}
notified() {
    grep -qx -- "$1" "$dir/notifications"
}
deaf() {
    kill "$listener"
    wait "$listener" 2>/dev/null
    rm -f "$dir/notifications"
}

export NOTIFY_SOCKET="$dir/manager"
listen "$NOTIFY_SOCKET"
"$redlock" run job -- sh -c "until grep -q READY $dir/notifications; do sleep 0.05; done"
is 'READY_is_sent_when_the_command_runs' \
    'STATUS=waiting for job,READY=1 STATUS=holding job,STOPPING=1' \
    "$(paste -sd, "$dir/notifications")"
deaf
rm "$NOTIFY_SOCKET"

export NOTIFY_SOCKET="@redlock-$$"
listen "$NOTIFY_SOCKET"
holder=$(redis 1 SET job else PX 600000; redis 2 SET job else PX 600000)
"$redlock" run --wait 30s job -- true &
runner=$!
await notified 'STATUS=waiting for job'
holds 'the_lock_is_held_by_another_client' test "$holder" = "OK
OK"
silent 'READY_is_not_sent_during_the_wait' 'READY' "$dir/notifications"
redis_on '1 2' DEL job
wait "$runner"
says 'READY_is_sent_to_an_abstract_socket' 'READY=1' "$dir/notifications"

"$redlock" run --ttl 2s job -- sleep 60 2>/dev/null &
runner=$!
await held_on 3 job
redis_on '1 2 3' DEL job
wait "$runner"
is 'a_lost_lock_under_a_service_manager_is_79' 79 $?
says 'a_loss_is_reported_to_the_service_manager' 'STOPPING=1 STATUS=lost job' "$dir/notifications"

"$redlock" run 'a
MAINPID=1' -- true
silent 'a_newline_in_a_name_adds_no_line' ' MAINPID' "$dir/notifications"
deaf

# A manager that is busy, as at boot. READY that was lost would leave the service
# waiting forever.
rm -f "$dir/manager"
export NOTIFY_SOCKET="$dir/manager"
listen "$NOTIFY_SOCKET" "$dir/room"
"$redlock" run job -- sh -c "sleep 0.3; touch $dir/room
    for i in \$(seq 600); do ! grep -q READY $dir/notifications || exit 7; sleep 0.05; done"
is 'READY_is_sent_when_the_managers_queue_has_room' 7 $?
is 'READY_is_sent_once' 1 "$(grep -c READY "$dir/notifications")"
deaf

NOTIFY_SOCKET=$dir/nobody "$redlock" run job -- true
is 'a_missing_service_manager_does_not_fail_the_run' 0 $?
finish
