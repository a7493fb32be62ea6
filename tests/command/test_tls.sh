#!/bin/sh
# SPDX-License-Identifier: MIT
# Nodes with TLS: the options, the environment, and messages.
. "$(dirname "$0")/lib.sh"
certificates=$dir/certificates
start_masters 3 server

writes 'a_run_with_tls_and_cacert_is_0' 0 "$redlock" run --cacert "$certificates/ca.crt" job -- \
    sh -c 'echo "$REDLOCK_FENCE"'
holds 'a_run_with_tls_has_a_fence' grep -q '^[1-9]' "$dir/out"
is 'a_run_with_tls_prints_nothing' '' "$(cat "$dir/err")"
REDLOCK_CACERTDIR=$certificates/trusted "$redlock" run job -- true
is 'REDLOCK_CACERTDIR_is_used' 0 $?
REDLOCK_CACERT=/nonexistent "$redlock" run \
    --cacertdir "$certificates/trusted" job -- true
is 'the_option_cacertdir_overrides_REDLOCK_CACERT' 0 $?
REDLOCK_CACERT=/nonexistent "$redlock" run -n local:1 job -- true 2>"$dir/err"
is 'REDLOCK_CACERT_is_ignored_for_nodes_without_tls' 0 $?
"$redlock" local stop 1 >"$dir/out"

printf '%s\n' "nodes = $REDLOCK_NODES" "cacertdir = $certificates/trusted" \
    'cacert = /nonexistent' >"$dir/conf"
chmod 600 "$dir/conf"
(
    unset REDLOCK_NODES
    export REDLOCK_CONFIG="$dir/conf"
    exits 'a_file_with_cacert_and_a_missing_cacertdir_is_78' 78 "$redlock" run job -- true
    sed -i '/nonexistent/d' "$dir/conf"
    exits 'a_file_with_cacertdir_alone_is_used' 0 "$redlock" run job -- true
    exits 'the_option_cacert_overrides_a_file' 69 "$redlock" run --cacert "$certificates/other.crt" --wait 0s job -- true
    REDLOCK_CACERT=$certificates/other.crt "$redlock" run --wait 0s job -- true \
        2>"$dir/err"
    is 'REDLOCK_CACERT_overrides_a_file' 69 $?
    exits 'cacertdir_of_a_file_is_ignored_for_nodes_without_tls' 0 "$redlock" run -n local:1 job -- true
    "$redlock" local stop 1 >"$dir/out"
    echo "$count" >"$dir/count"
    exit "$((failures > 0))"
)
failures=$((failures + $?))
count=$(cat "$dir/count")

exits 'a_run_that_trusts_no_certificate_is_69' 69 "$redlock" run --wait 0s job -- touch "$dir/ran"
holds 'a_run_that_trusts_no_certificate_runs_nothing' test ! -e "$dir/ran"
says 'an_untrusted_certificate_is_reported' 'certificate in certificate chain' "$dir/err"
says 'an_untrusted_certificate_is_reported_with_advice' 'name its authority by --cacert' "$dir/err"
"$redlock" status --json --cacert "$certificates/other.crt" job >"$dir/out"
says 'json_has_a_word_for_an_untrusted_certificate' '"reason":"certificate"' "$dir/out"
exits 'a_certificate_for_another_name_is_69' 69 "$redlock" run --sni other.example --cacert "$certificates/ca.crt" --wait 0s \
    job -- true
says 'a_certificate_for_another_name_is_reported' 'it is not for other.example' "$dir/err"

exits 'insecure_runs_without_verifying_the_certificate' 0 "$redlock" run --insecure -q job -- true
says 'insecure_prints_a_warning_even_with_q' 'certificates are not verified' "$dir/err"
is 'insecure_prints_its_warning_once' 1 "$(grep -c insecure "$dir/err")"

exits 'a_missing_certificate_file_is_64' 64 "$redlock" run --cacert /nonexistent job -- true
says 'a_missing_certificate_file_is_named' '/nonexistent: No such file' "$dir/err"
exits 'a_tls_option_without_a_node_with_tls_is_64' 64 "$redlock" run -n redis://127.0.0.1:1 --insecure job -- true
says 'a_tls_option_without_a_node_with_tls_is_reported' 'no node has it' "$dir/err"
exits 'a_uri_with_a_missing_certificate_file_is_64' 64 "$redlock" run -n 'rediss://u:hunter2@127.0.0.1:1?cacert=/nonexistent' \
    job -- true
holds 'the_password_of_a_refused_uri_is_not_printed' sh -c '! grep -q hunter2 "$1"' - "$dir/err"

redis_on '1 2 3' CONFIG SET tls-auth-clients yes
exits 'a_missing_client_certificate_is_77' 77 "$redlock" run --cacert "$certificates/ca.crt" --wait 0s job -- true
says 'a_missing_client_certificate_is_reported_with_the_options' 'use --cert and --key' "$dir/err"
REDLOCK_CACERT=$certificates/ca.crt REDLOCK_CERT=$certificates/client.crt \
    REDLOCK_KEY=$certificates/client.key "$redlock" run job -- true
is 'a_run_with_a_client_certificate_is_0' 0 $?
redis_on '1 2 3' CONFIG SET tls-auth-clients no
"$redlock" init --cacert "$certificates/ca.crt" >"$dir/out" 2>&1
is 'init_with_tls_is_0' 0 $?
"$redlock" doctor --cacert "$certificates/ca.crt" >"$dir/out"
says 'doctor_shows_the_tls_version_and_cipher' \
    '^tls: *node 1, 2, 3: TLSv1.3, TLS_' "$dir/out"
"$redlock" doctor --json --cacert "$certificates/ca.crt" >"$dir/out"
says 'json_of_doctor_has_the_tls_version_and_cipher' '"tls_version":"TLSv1.3","tls_cipher":"TLS_' "$dir/out"
stop_masters

start_masters 3 soon
writes 'a_certificate_that_expires_soon_is_a_warning' 1 "$redlock" doctor --cacert "$certificates/ca.crt"
says 'a_certificate_that_expires_soon_is_reported' 'has a certificate that expires in' "$dir/out"
stop_masters
finish
