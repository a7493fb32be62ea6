# SPDX-License-Identifier: MIT
# Sourced by the tests of the command, which are shell scripts that speak TAP.
# From the build: $REDLOCK_BIN, $REDLOCK_MASTERS, $REDLOCK_JSON_CHECK,
# $REDLOCK_CLOCK_SHIM; from the runner: $REDLOCK_TEST_DIR.
# shellcheck shell=sh
set -u

dir=$REDLOCK_TEST_DIR
suite=$(basename "$0" .sh)
count=0
failures=0
unset REDLOCK_NODES REDLOCK_PASSWORD REDLOCK_PASSWORD_FILE REDLOCK_TOKEN
unset REDLOCK_FENCE REDLOCK_HELD
unset REDLOCK_CACERT REDLOCK_CACERTDIR REDLOCK_CERT REDLOCK_KEY REDLOCK_SNI
# local:N keeps its files there, so no test uses the user's own masters.
export XDG_RUNTIME_DIR="$dir"
export HOME="$dir"
# No test uses the machine's configuration.
export REDLOCK_CONFIG=

# The command, with a node timeout for a busy machine. A test's own options come
# later, and override it.
mkdir "$dir/bin"
redlock=$dir/bin/redlock
cat >"$redlock" <<END
#!/bin/sh
case \$1 in
local) exec "$REDLOCK_BIN" "\$@" ;;
esac
exec "$REDLOCK_BIN" --node-timeout 5s "\$@"
END
chmod +x "$redlock"

tell() {
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $suite::$2"
    else
        echo "not ok $count - $suite::$2"
        failures=$((failures + 1))
    fi
}

# is SENTENCE EXPECTED FOUND
is() {
    if [ "$2" = "$3" ]; then
        tell 0 "$1"
    else
        tell 1 "$1"
        printf '%s\n' "expected: $2" "found: $3" | sed 's/^/#   /'
    fi
}

# holds SENTENCE COMMAND...: the command succeeds.
holds() {
    sentence=$1
    shift
    if "$@"; then
        tell 0 "$sentence"
    else
        tell 1 "$sentence"
        echo "#   $*"
    fi
}

# says SENTENCE PATTERN FILE: a line of the file matches.
says() {
    if grep -Eq -- "$2" "$3"; then
        tell 0 "$1"
    else
        tell 1 "$1"
        echo "#   no line matches: $2"
        sed 's/^/#   /' "$3"
    fi
}

# exits SENTENCE STATUS COMMAND...: the command's exit status. What it says on
# standard error is in $dir/err.
exits() {
    sentence=$1
    expected=$2
    shift 2
    "$@" 2>"$dir/err"
    is "$sentence" "$expected" $?
}

# writes SENTENCE STATUS COMMAND...: exits, with standard output in $dir/out.
writes() {
    sentence=$1
    expected=$2
    shift 2
    "$@" >"$dir/out" 2>"$dir/err"
    is "$sentence" "$expected" $?
}

# silent SENTENCE PATTERN FILE: no line of the file matches.
silent() {
    if grep -Eq -- "$2" "$3"; then
        tell 1 "$1"
        grep -E -- "$2" "$3" | sed 's/^/#   /'
    else
        tell 0 "$1"
    fi
}

# skip SENTENCE REASON
skip() {
    count=$((count + 1))
    echo "ok $count - $suite::$1 # SKIP $2"
}

finish() {
    echo "1..$count"
    exit "$((failures > 0))"
}

# The boot clock in milliseconds, which validities are on.
boot_ms() {
    awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime
}

# await COMMAND...: waits until the command succeeds, at most half a minute.
await() {
    tries=0
    while ! "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || return 1
        sleep 0.05
    done
}

# start_masters N [CERTIFICATE]: servers of this test's own, in $REDLOCK_NODES.
start_masters() {
    rm -f "$dir/masters"
    "$REDLOCK_MASTERS" "$1" "$dir/masters" ${2:+"$2"} &
    masters=$!
    await test -f "$dir/masters" || exit 1
    REDLOCK_NODES=$(awk '{ print $1 }' "$dir/masters" | paste -sd, -)
    export REDLOCK_NODES
}

stop_masters() {
    kill "$masters"
    wait "$masters" 2>/dev/null
}

# The Ith master's socket and process.
path() {
    awk -v line="$1" 'NR == line { print $2 }' "$dir/masters"
}
pid() {
    awk -v line="$1" 'NR == line { print $3 }' "$dir/masters"
}

# signal_masters SIGNAL I...: after KILL, waits until they have ended.
signal_masters() {
    name=$1
    shift
    for i in "$@"; do
        kill -"$name" "$(pid "$i")"
        [ "$name" != KILL ] || await gone "$(pid "$i")"
    done
}

# The server's program; Debian's redis-tools has it under another name.
server() {
    command -v redis-server || command -v valkey-server || {
        ln -sf "$(command -v redis-check-rdb || command -v valkey-check-rdb)" \
            "$dir/redis-server"
        echo "$dir/redis-server"
    }
}

# restart_master I: killed, and started again in its place, empty. It ends with
# this script.
restart_master() {
    was=$(pid "$1")
    kill -KILL "$was"
    await gone "$was"
    setpriv --pdeathsig KILL "$(server)" --port 0 --unixsocket "$(path "$1")" \
        --dir "$dir" --save '' --appendonly no >/dev/null 2>&1 &
    awk -v line="$1" -v pid=$! 'NR == line { $3 = pid } { print }' \
        "$dir/masters" >"$dir/masters.new"
    mv "$dir/masters.new" "$dir/masters"
    await redis "$1" PING
}

# redis I COMMAND...: asks the Ith master.
redis() {
    socket=$(path "$1")
    shift
    redis-cli -s "$socket" "$@"
}

# redis_on "I..." COMMAND...: sends a command to several masters.
redis_on() {
    which=$1
    shift
    for i in $which; do
        redis "$i" "$@" >/dev/null
    done
}

# holding KEY: the number of masters that have the key.
holding() {
    total=0
    while read -r _ socket _; do
        here=$(redis-cli -s "$socket" EXISTS "$1" </dev/null)
        total=$((total + here))
    done <"$dir/masters"
    echo "$total"
}

# held_on N KEY: exactly N masters have the key.
held_on() {
    [ "$(holding "$2")" = "$1" ]
}

# held_on_least N KEY: at least N masters have the key. A client that is stopped
# before its connections are open asks only a quorum.
held_on_least() {
    [ "$(holding "$2")" -ge "$1" ]
}

# queued N KEY: one of the masters has N waiters for the key.
queued() {
    while read -r _ socket _; do
        length=$(redis-cli -s "$socket" ZCARD "{$2}:queue" </dev/null)
        [ "$length" != "$1" ] || return 0
    done <"$dir/masters"
    return 1
}

# gone PID: the process has ended; its status may not have been read yet.
gone() {
    state=$({ sed 's/.*) \(.\).*/\1/' "/proc/$1/stat"; } 2>/dev/null)
    [ -z "$state" ] || [ "$state" = Z ]
}

# stopped PID: a signal has stopped it.
stopped() {
    [ "$(sed 's/.*) \(.\).*/\1/' "/proc/$1/stat" 2>/dev/null)" = T ]
}

# killed PID: kills a child of this script.
killed() {
    kill -KILL "$1"
    wait "$1" 2>/dev/null
}

# ended PID: waits for a child that is to end by itself, and has its status.
ended() {
    await gone "$1" || kill -KILL "$1"
    wait "$1" 2>/dev/null
}

# beat FILE: a script that notes in the file every 20 ms that it lives.
beat=$dir/bin/beat
cat >"$beat" <<'END'
#!/bin/sh
while :; do
    awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime >"$1.new"
    mv "$1.new" "$1" || exit # the test has ended
    sleep 0.02
done
END
chmod +x "$beat"

# watchdog PID: prints the process that watches over that run, if there is one.
watchdog() {
    cat /proc/[0-9]*/status 2>/dev/null |
        awk -v parent="$1" '/^Name:/ { name = $2 } /^Pid:/ { pid = $2 }
            /^PPid:/ && $2 == parent && name == "redlock-watch" { print pid }'
}
watched() {
    [ -n "$(watchdog "$1")" ]
}

# await_watchdog PID: waits until that run has a watchdog.
await_watchdog() {
    await watched "$1"
}

# stuff FIFO: makes a full pipe without a reader, and keeps it open in this
# script. A writer waits until drain FIFO.
stuff() {
    [ -e "$1" ] || mkfifo "$1"
    exec 9<>"$1"
    dd if=/dev/zero of="$1" bs=4096 oflag=nonblock 2>/dev/null
    dd if=/dev/zero of="$1" bs=1 oflag=nonblock 2>/dev/null
}

drain() {
    dd if="$1" of=/dev/null bs=65536 count=1 iflag=nonblock 2>/dev/null
}

# running PATTERN: the number of processes with such a command line.
running() {
    lines=$(for process in /proc/[0-9]*; do
        { tr '\0' ' ' <"$process/cmdline" && echo; } 2>/dev/null
    done)
    echo "$lines" | grep -c -- "$1"
}

# patient VERB ARGUMENT...: redlock with a longer node timeout.
patient() {
    verb=$1
    shift
    "$redlock" "$verb" --node-timeout 10s "$@"
}

# number SIGNAL: shells disagree on what kill -l takes.
number() {
    case $1 in
    HUP) echo 1 ;;
    INT) echo 2 ;;
    KILL) echo 9 ;;
    USR1) echo 10 ;;
    TERM) echo 15 ;;
    esac
}
