#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/setup.md, typed as it stands: by root of a machine that this script makes
# up, with a network, an /etc and a /run of its own, and five masters that ssh
# leads to, each with an /etc/redis of its own. Where this machine has Debian's
# redis-server, its configuration and its user are those of the masters.
# --- a machine made up --------------------------------------------------------

# Says why there can be none here.
obstacle() {
    for program in ip openssl redis-cli; do
        command -v "$program" >/dev/null 2>&1 || {
            echo "no $program here"
            return
        }
    done
    # shellcheck disable=SC2086 # an option or none
    unshare $user --mount --net --pid --fork --mount-proc \
        mount -t tmpfs none /run 2>/dev/null || echo 'no namespaces here'
}

if [ -z "${SETUP_INSIDE:-}" ]; then
    user=
    [ "$(id -u)" -eq 0 ] || user=--map-root-user
    why=$(obstacle)
    [ -z "$why" ] || {
        echo "ok 1 - test_setup # SKIP $why"
        echo 1..1
        exit 0
    }
    # shellcheck disable=SC2086 # an option or none
    SETUP_INSIDE=yes exec unshare $user --mount --net --pid --fork --kill-child \
        --mount-proc "$0"
fi
. "$(dirname "$0")/lib.sh"
page=$(dirname "$0")/../../docs/setup.md

# All that this script changes from here on is in memory, or in its folder.
make_up() {
    set -e
    mount --make-rprivate /
    mkdir "$dir/etc"
    cp -a /etc/. "$dir/etc" 2>/dev/null || :
    mkdir -p "$dir/etc/redis" "$dir/etc/cron.d"
    rm -rf "$dir/etc/redlock.conf" "$dir/etc/cron.d"/*
    mount --bind "$dir/etc" /etc
    mount -t tmpfs -o mode=755 none /run
    mount -t tmpfs -o mode=755 none /usr/local/bin
    mount -t tmpfs -o mode=700 none /root
    ip link set lo up
    for n in 1 2 3 4 5; do
        ip addr add "10.0.0.$n/32" dev lo
    done
    set +e
}

make_up >"$dir/out" 2>&1 || {
    cat "$dir/out"
    exit 1
}
export HOME=/root
unset REDLOCK_CONFIG XDG_RUNTIME_DIR
umask 022

# --- the masters --------------------------------------------------------------

# Where crontabs look for it, with a time-out that doctor does not find too long.
sed 's/ 5s / 2s /' "$redlock" >/usr/local/bin/redlock
rm "$redlock"
printf '#!/bin/sh\necho "$REDLOCK_FENCE" >>"%s"\n' "$dir/backups" \
    >/usr/local/bin/backup
chmod 755 /usr/local/bin/*

as_found=$dir/as_found
mkdir "$as_found"
server >"$dir/server"
if [ -f /etc/redis/redis.conf ] && chown redis: "$as_found" 2>/dev/null; then
    cp -a /etc/redis/redis.conf "$as_found"
    of_redis='setpriv --reuid redis --regid redis --init-groups'
    chmod 755 "$dir"
else
    of_redis=
    printf '#!/bin/sh\n' >"$dir/bin/chown"
    printf '%s\n' 'bind 127.0.0.1 -::1' 'protected-mode yes' \
        'dir /var/lib/redis' >"$as_found/redis.conf"
fi

# ssh root@MASTER COMMAND: there, as far as there is more than one machine.
cat >"$dir/bin/ssh" <<END
#!/bin/sh
machine=$dir/machines/\${1#root@}
shift
[ -d "\$machine" ] || {
    mkdir -p "\$machine/lib" "\$machine/log"
    cp -a "$as_found" "\$machine/redis"
    chown redis: "\$machine"/*
}
exec unshare --mount sh -c '
    mkdir -p /var/lib/redis /var/log/redis 2>/dev/null
    mount --bind "\$1/redis" /etc/redis &&
        mount -t tmpfs none /var/lib && mount -t tmpfs none /var/log &&
        mkdir -p /var/lib/redis /var/log/redis &&
        mount --bind "\$1/lib" /var/lib/redis &&
        mount --bind "\$1/log" /var/log/redis || exit 255
    export MACHINE="\$1"
    eval "\$2"' - "\$machine" "\$*"
END
cat >"$dir/bin/scp" <<END
#!/bin/sh
for target in "\$@"; do :; done
machine=\${target%%:*}
while [ \$# -gt 1 ]; do
    cp "\$1" "$dir/machines/\${machine#root@}/redis/\${target##*:/etc/redis/}"
    shift
done
END
printf '#!/bin/sh\n[ "$*" = "install -y redis-server" ]\n' >"$dir/bin/apt-get"
cat >"$dir/bin/systemctl" <<END
#!/bin/sh
[ "\$*" = 'restart redis-server' ] || exit 1
[ ! -f "\$MACHINE/pid" ] || {
    kill "\$(cat "\$MACHINE/pid")"
    while kill -0 "\$(cat "\$MACHINE/pid")" 2>/dev/null; do sleep 0.1; done
}
setsid $of_redis "$(cat "$dir/server")" /etc/redis/redis.conf --daemonize no \
    >"\$MACHINE/said" 2>&1 &
echo \$! >"\$MACHINE/pid"
END
chmod +x "$dir"/bin/*
PATH=$dir/bin:/usr/local/bin:$PATH
export PATH

listening() {
    for n in 1 2 3 4 5; do
        redis-cli -h "10.0.0.$n" --tls --insecure PING 2>&1 | grep -q NOAUTH ||
            return 1
    done
}

# --- the page -----------------------------------------------------------------

# step N: what is to be typed in that section.
step() {
    awk -v step="$1" '/^## / { here = index($0, "## " step ". ") == 1 }
        /^```$/ { inside = 0 } here && inside
        /^```sh$/ { inside = 1 }' "$page"
}

# types N: types it, in one shell that goes on from step to step.
types() {
    step "$1" >>"$dir/typed"
    {
        cat "$dir/typed.before"
        step "$1"
        echo 'pwd >"$STATE.pwd"; umask >"$STATE.umask"; echo "$masters" >"$STATE.masters"'
    } >"$dir/typing"
    STATE=$dir/state sh -eu "$dir/typing" >"$dir/out" 2>"$dir/err"
    told=$?
    [ "$told" -eq 0 ] || sed 's/^/#   /' "$dir/err"
    cat >"$dir/typed.before" <<END
cd "$(cat "$dir/state.pwd")"; umask "$(cat "$dir/state.umask")"
masters='$(cat "$dir/state.masters")'
END
    return "$told"
}
: >"$dir/typed.before"

# doctor: as it is printed, but each finding in a line.
doctor() {
    redlock doctor >"$dir/printed" 2>&1
    told=$?
    { tr -s '\n ' ' ' <"$dir/printed" && echo; } >"$dir/said"
    return "$told"
}

doctor
is 'without_nodes_doctor_says_what_is_missing' 64 $?
says 'and_where_it_goes' '/etc/redlock.conf' "$dir/said"
holds 'certificates_are_made' types 1
holds 'configurations_are_written' types 2
rule=$(awk '/^redis-cli ACL SETUSER/ { inside = 1 } inside && /^```$/ { exit } inside' \
    "$(dirname "$page")/access.md" | tr -d "'\\\\" | tr -s ' ' '\n' |
    grep '^[+~&]' | sed 's/^~NAME$/~nightly/' | sort)
is 'the_rule_is_that_of_the_page_on_rights' "$rule" \
    "$(sed -n 's/^user app //p' /root/redlock/10.0.0.1/redlock.conf |
        tr ' ' '\n' | grep '^[+~&]' | sort)"

# What a client says whose masters are not there yet, or half.
half() {
    is "$1" 69 "$(doctor; echo $?)"
    says "which_is_said_$1" "$2" "$dir/said"
}
types 4 >/dev/null 2>&1
half 'no_server_runs' 'connection refused'
holds 'the_masters_are_told' types 3
await listening
holds 'they_may_be_told_once_more' types 3
await listening
holds 'and_start_again' listening
holds 'the_machine_with_jobs_is_told' types 4
says 'there_is_no_marker_yet' '^exit status 78$' "$dir/out"
doctor
says 'and_doctor_says_so' 'unsafe: no node has a marker' "$dir/said"
says 'with_what_mends_it' 'advice: redlock init' "$dir/said"
holds 'the_masters_are_marked' types 5
says 'all_of_them' '^5 of 5 nodes marked, longest TTL 5 min$' "$dir/out"
says 'and_all_is_fine' '^verdict:  fine.$' "$dir/out"
holds 'a_command_runs' types 6
says 'under_the_lock' '^held$' "$dir/out"
says 'which_is_free_again' '^nightly: free' "$dir/out"

# --- the job ------------------------------------------------------------------

# As cron does it: the variables, then minutes to weekday, a user and a line.
by_cron() {
    awk '/^[A-Z]+=/ { print } !/^[A-Z]+=/ { for (i = 0; i < 6; i++) sub(/^[^ ]+ +/, ""); print }' \
        /etc/cron.d/nightly >"$dir/job"
    env -i HOME=/root LOGNAME=root SHELL=/bin/sh PATH=/usr/bin:/bin \
        sh "$dir/job" >"$dir/mail" 2>&1
}
holds 'the_job_runs' by_cron
is 'once' 1 "$(wc -l <"$dir/backups")"
redlock run nightly -- sh -c ': >"$0"; exec sleep 60' "$dir/held" &
holder=$!
await test -f "$dir/held"
holds 'where_another_does_it_it_does_not' by_cron
is 'and_not_twice' 1 "$(wc -l <"$dir/backups")"
is 'and_there_is_no_mail' '' "$(cat "$dir/mail")"
kill "$holder"
wait "$holder" 2>/dev/null

# --- a year later ---

# served N, made N: the certificate that this master shows, and the one that lies
# there.
served() {
    openssl s_client -connect "10.0.0.$1:6379" </dev/null 2>/dev/null |
        openssl x509 -noout -fingerprint
}
made() {
    openssl x509 -noout -fingerprint -in "/root/redlock/10.0.0.$1/redis.crt"
}

first=$(served 5)
holds 'certificates_are_renewed' types 7
says 'and_no_marker_is_lost' '^verdict:  fine.$' "$dir/out"
is 'the_new_one_is_shown' "$(made 5)" "$(served 5)"
[ "$(served 5)" != "$first" ]
is 'and_is_another' 0 $?

# --- what is not so -----------------------------------------------------------

# broken NAME SED...: a configuration that is half right, and doctor's word of it.
broken() {
    cp /etc/redlock.conf "$dir/whole"
    sed -i "$3" /etc/redlock.conf
    doctor
    says "doctor_knows_$1" "$2" "$dir/said"
    cp "$dir/whole" /etc/redlock.conf
}
broken 'who_trusts_nobody' 'self-signed certificate in certificate chain' \
    /cacert/d
broken 'who_gives_no_password' 'requires a password' /password-file/d
broken 'a_user_who_is_not_there' 'rejects the password' 's/= app/= other/'
broken 'what_listens_nowhere' 'connection refused' 's/10.0.0.5/10.0.0.5:1/'
# admin N COMMAND...: on the Nth master, as the user default.
admin() {
    host=10.0.0.$1
    shift
    REDISCLI_AUTH=$(cat /root/redlock/default.password) redis-cli \
        -h "$host" --tls --cacert /root/redlock/ca.crt "$@" >"$dir/out"
}
admin 1 ACL SETUSER app -pexpire
admin 2 CONFIG SET tls-auth-clients yes
admin 3 ACL SETUSER default nopass
doctor
says 'doctor_knows_a_right_that_is_missing' \
    'does not let user app use PEXPIRE.*ACL SETUSER app \+pexpire' "$dir/said"
says 'who_wants_a_certificate' 'requires a client certificate' "$dir/said"
says 'and_who_has_no_password' 'protected mode' "$dir/said"
finish
