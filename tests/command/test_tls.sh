#!/bin/sh
# SPDX-License-Identifier: MIT
# Nodes with TLS: the options, the environment, and what is said.
. "$(dirname "$0")/lib.sh"
certificates=$dir/certificates
start_masters 3 server

"$redlock" run --cacert "$certificates/ca.crt" job -- \
    sh -c 'echo "$REDLOCK_FENCE"' >"$dir/out" 2>"$dir/err"
is 'a_command_runs' 0 $?
holds 'with_a_fence' grep -q '^[1-9]' "$dir/out"
is 'and_nothing_is_said' '' "$(cat "$dir/err")"
REDLOCK_CACERTDIR=$certificates/trusted "$redlock" run job -- true
is 'what_is_trusted_may_stand_in_the_environment' 0 $?
REDLOCK_CACERT=/nonexistent "$redlock" run \
    --cacertdir "$certificates/trusted" job -- true
is 'an_option_goes_before_all_of_it' 0 $?
REDLOCK_CACERT=/nonexistent "$redlock" run -n local:1 job -- true 2>"$dir/err"
is 'which_is_not_looked_at_without_tls' 0 $?
"$redlock" local stop 1 >"$dir/out"

printf '%s\n' "nodes = $REDLOCK_NODES" "cacertdir = $certificates/trusted" \
    'cacert = /nonexistent' >"$dir/conf"
chmod 600 "$dir/conf"
(
    unset REDLOCK_NODES
    export REDLOCK_CONFIG="$dir/conf"
    "$redlock" run job -- true 2>"$dir/err"
    is 'a_file_says_both_of_what_is_trusted' 78 $?
    sed -i '/nonexistent/d' "$dir/conf"
    "$redlock" run job -- true
    is 'or_one_of_them' 0 $?
    "$redlock" run --cacert "$certificates/other.crt" --wait 0s job -- true \
        2>"$dir/err"
    is 'and_an_option_goes_before_both' 69 $?
    REDLOCK_CACERT=$certificates/other.crt "$redlock" run --wait 0s job -- true \
        2>"$dir/err"
    is 'as_does_a_variable' 69 $?
    "$redlock" run -n local:1 job -- true 2>"$dir/err"
    is 'which_nobody_needs_without_tls' 0 $?
    "$redlock" local stop 1 >"$dir/out"
    echo "$count" >"$dir/count"
    exit "$((failures > 0))"
)
failures=$((failures + $?))
count=$(cat "$dir/count")

"$redlock" run --wait 0s job -- touch "$dir/ran" 2>"$dir/err"
is 'who_is_not_trusted_is_69' 69 $?
holds 'and_the_command_did_not_run' test ! -e "$dir/ran"
says 'and_the_certificate_is_named' 'certificate in certificate chain' "$dir/err"
says 'with_advice' 'name its authority by --cacert' "$dir/err"
"$redlock" status --json --cacert "$certificates/other.crt" job >"$dir/out"
says 'programs_have_a_word_for_it' '"reason":"certificate"' "$dir/out"
"$redlock" run --sni other.example --cacert "$certificates/ca.crt" --wait 0s \
    job -- true 2>"$dir/err"
is 'another_name_is_69' 69 $?
says 'and_is_named' 'it is not for other.example' "$dir/err"

"$redlock" run --insecure -q job -- true 2>"$dir/err"
is 'who_does_not_look_is_served' 0 $?
says 'and_told_so_each_time' 'certificates are not verified' "$dir/err"
is 'but_once' 1 "$(grep -c insecure "$dir/err")"

"$redlock" run --cacert /nonexistent job -- true 2>"$dir/err"
is 'a_file_that_is_not_there_is_64' 64 $?
says 'and_named' '/nonexistent: No such file' "$dir/err"
"$redlock" run -n redis://127.0.0.1:1 --insecure job -- true 2>"$dir/err"
is 'an_option_without_a_node_for_it_is_64' 64 $?
says 'and_told' 'no node has it' "$dir/err"
"$redlock" run -n 'rediss://u:hunter2@127.0.0.1:1?cacert=/nonexistent' \
    job -- true 2>"$dir/err"
is 'a_uri_with_a_bad_file_is_64' 64 $?
holds 'and_its_password_is_not_told' sh -c '! grep -q hunter2 "$1"' - "$dir/err"

redis_on '1 2 3' CONFIG SET tls-auth-clients yes
"$redlock" run --cacert "$certificates/ca.crt" --wait 0s job -- true \
    2>"$dir/err"
is 'without_a_certificate_that_is_wanted_it_is_77' 77 $?
says 'and_the_options_are_named' 'use --cert and --key' "$dir/err"
REDLOCK_CACERT=$certificates/ca.crt REDLOCK_CERT=$certificates/client.crt \
    REDLOCK_KEY=$certificates/client.key "$redlock" run job -- true
is 'with_it_the_command_runs' 0 $?
redis_on '1 2 3' CONFIG SET tls-auth-clients no
"$redlock" init --cacert "$certificates/ca.crt" >"$dir/out" 2>&1
is 'nodes_are_marked' 0 $?
"$redlock" doctor --cacert "$certificates/ca.crt" >"$dir/out"
says 'the_doctor_tells_version_and_cipher' \
    '^tls: *node 1, 2, 3: TLSv1.3, TLS_' "$dir/out"
"$redlock" doctor --json --cacert "$certificates/ca.crt" >"$dir/out"
says 'and_programs' '"tls_version":"TLSv1.3","tls_cipher":"TLS_' "$dir/out"
stop_masters

start_masters 3 soon
"$redlock" doctor --cacert "$certificates/ca.crt" >"$dir/out"
is 'one_that_soon_expires_is_remarked_on' 1 $?
says 'by_the_doctor' 'has a certificate that expires in' "$dir/out"
stop_masters
finish
