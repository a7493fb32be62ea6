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
    result=$?
    [ "$result" -eq 0 ] || sed 's/^/#   /' "$dir/err"
    cat >"$dir/typed.before" <<END
cd "$(cat "$dir/state.pwd")"; umask "$(cat "$dir/state.umask")"
masters='$(cat "$dir/state.masters")'
END
    return "$result"
}
: >"$dir/typed.before"

# doctor: as it is printed, but each finding in a line.
doctor() {
    redlock doctor >"$dir/printed" 2>&1
    result=$?
    { tr -s '\n ' ' ' <"$dir/printed" && echo; } >"$dir/said"
    return "$result"
}

exits 'doctor_before_the_set_up_is_64' 64 doctor
says 'doctor_before_the_set_up_names_the_configuration_file' '/etc/redlock.conf' "$dir/said"
holds 'step_1_makes_the_certificates' types 1
holds 'step_2_writes_the_configurations' types 2
rule=$(awk '/^redis-cli ACL SETUSER/ { inside = 1 } inside && /^```$/ { exit } inside' \
    "$(dirname "$page")/access.md" | tr -d "'\\\\" | tr -s ' ' '\n' |
    grep '^[+~&]' | sed 's/^~NAME$/~nightly/' | sort)
is 'the_rule_of_the_set_up_is_that_of_the_page_on_rights' "$rule" \
    "$(sed -n 's/^user app //p' /root/redlock/10.0.0.1/redlock.conf |
        tr ' ' '\n' | grep '^[+~&]' | sort)"

# What a client says whose masters are not there yet, or half.
half() {
    is "doctor_while_${1}_is_69" 69 "$(doctor; echo $?)"
    says "doctor_reports_that_$1" "$2" "$dir/said"
}
types 4 >/dev/null 2>&1
half 'no_server_runs' 'connection refused'
holds 'step_3_starts_the_masters' types 3
await listening
holds 'step_3_can_be_repeated' types 3
await listening
holds 'the_masters_run_again_after_step_3' listening
holds 'step_4_sets_up_the_client' types 4
says 'doctor_in_step_4_is_78' '^exit status 78$' "$dir/out"
doctor
says 'doctor_before_step_5_reports_missing_markers' 'unsafe: no node has a marker' "$dir/said"
says 'doctor_before_step_5_advises_init' 'advice: redlock init' "$dir/said"
holds 'step_5_marks_the_masters' types 5
says 'step_5_marks_all_five_masters' '^5 of 5 nodes marked, longest TTL 5 min$' "$dir/out"
says 'doctor_after_step_5_has_the_verdict_fine' '^verdict:  fine.$' "$dir/out"
holds 'step_6_runs_a_command' types 6
says 'the_command_of_step_6_runs_under_the_lock' '^held$' "$dir/out"
says 'the_lock_of_step_6_is_released' '^nightly: free' "$dir/out"

# --- the job ------------------------------------------------------------------

# As cron does it: the variables, then minutes to weekday, a user and a line.
by_cron() {
    awk '/^[A-Z]+=/ { print } !/^[A-Z]+=/ { for (i = 0; i < 6; i++) sub(/^[^ ]+ +/, ""); print }' \
        /etc/cron.d/nightly >"$dir/job"
    env -i HOME=/root LOGNAME=root SHELL=/bin/sh PATH=/usr/bin:/bin \
        sh "$dir/job" >"$dir/mail" 2>&1
}
holds 'the_cron_job_exits_with_0' by_cron
is 'the_cron_job_runs_once' 1 "$(wc -l <"$dir/backups")"
redlock run nightly -- sh -c ': >"$0"; exec sleep 60' "$dir/held" &
holder=$!
await test -f "$dir/held"
holds 'the_cron_job_behind_a_holder_exits_with_0' by_cron
is 'the_cron_job_behind_a_holder_does_not_run' 1 "$(wc -l <"$dir/backups")"
is 'the_cron_job_behind_a_holder_prints_nothing' '' "$(cat "$dir/mail")"
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
holds 'step_7_renews_the_certificates' types 7
says 'step_7_keeps_the_markers' '^verdict:  fine.$' "$dir/out"
is 'the_masters_serve_the_renewed_certificate' "$(made 5)" "$(served 5)"
[ "$(served 5)" != "$first" ]
is 'the_renewed_certificate_is_another' 0 $?

# --- what is not so -----------------------------------------------------------

# broken NAME SED...: a configuration that is half right, and doctor's word of it.
broken() {
    cp /etc/redlock.conf "$dir/whole"
    sed -i "$3" /etc/redlock.conf
    doctor
    says "doctor_reports_$1" "$2" "$dir/said"
    cp "$dir/whole" /etc/redlock.conf
}
broken 'a_configuration_without_cacert' 'self-signed certificate in certificate chain' \
    /cacert/d
broken 'a_configuration_without_a_password' 'requires a password' /password-file/d
broken 'an_unknown_user' 'rejects the password' 's/= app/= other/'
broken 'a_wrong_port' 'connection refused' 's/10.0.0.5/10.0.0.5:1/'
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
says 'doctor_reports_a_missing_right' \
    'does not let user app use PEXPIRE.*ACL SETUSER app \+pexpire' "$dir/said"
says 'doctor_reports_a_required_client_certificate' 'requires a client certificate' "$dir/said"
says 'doctor_reports_a_master_in_protected_mode' 'protected mode' "$dir/said"
finish
