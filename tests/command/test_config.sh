#!/bin/sh
# SPDX-License-Identifier: MIT
# Configuration files, and the order of precedence.
. "$(dirname "$0")/lib.sh"
start_masters 3
list=$REDLOCK_NODES
file=$dir/some.conf

# write LINE...: the file that $REDLOCK_CONFIG names.
write() {
    printf '%s\n' "$@" >"$file"
    chmod 600 "$file"
}

# attempt ARG...: runs redlock with its output in files.
attempt() {
    "$redlock" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
    return "$status"
}

# ttl_left ARG...: the TTL of a lock that was acquired so, in whole seconds.
ttl_left() {
    "$redlock" acquire job "$@" >"$dir/token" || return
    ms=$(redis 1 PTTL job)
    echo $(((ms + 999) / 1000))
    "$redlock" release job --token "$(head -n 1 "$dir/token")" >/dev/null
}

unset REDLOCK_NODES
export REDLOCK_CONFIG="$file"
write '# for all of us' '' "nodes = $list" '  ttl=40s  ' 'slack = none' \
    'no-fence = yes'
exits 'a_file_can_set_the_nodes' 0 attempt run job -- sh -c 'echo "fence: ${REDLOCK_FENCE-none}"'
says 'a_file_can_set_a_flag_by_yes' '^fence: none$' "$dir/out"
is 'a_file_can_set_the_ttl' 40 "$(ttl_left)"
is 'the_command_line_overrides_a_file' 20 "$(ttl_left --ttl 20s)"

write "nodes = $list" 'no-fence = no'
attempt run job -- sh -c 'echo "fence: ${REDLOCK_FENCE-none}"'
says 'a_file_can_clear_a_flag_by_no' '^fence: [0-9]' "$dir/out"

write 'nodes = unix:///nowhere'
REDLOCK_NODES=$list attempt run job -- true
is 'the_environment_overrides_a_file' 0 "$status"

write "nodes = $list" 'kill-after = 1s'
exits 'an_option_that_only_another_subcommand_takes_is_ignored' 0 attempt status job

# refused_with STATUS FIRST SENTENCE PATTERN LINE...: the file's first line is
# FIRST, and the refusal names the second.
refused_with() {
    expected=$1
    first=$2
    name=$3
    pattern=$4
    shift 4
    write "$first" "$@"
    exits "$name" "$expected" attempt run --wait 0s job -- touch "$dir/ran"
    says "${name}_with_file_and_line" "some.conf:2: $pattern" "$dir/err"
}
refused() {
    refused_with 78 "nodes = $list" "$@"
}
# amiss: as refused, where the library finds it.
amiss() {
    refused_with 78 '# nodes' "$@"
}
refused 'a_line_with_an_unknown_option_is_refused' '.*tll is not an option for a file' 'tll = 5s'
refused 'a_line_with_an_option_of_a_single_call_is_refused' '.*token is not an option for a file' 'token = x'
refused 'a_line_without_a_value_is_refused' '.*name = value' 'ttl'
refused 'a_line_with_a_wrong_value_is_refused' '.*ttl 5' 'ttl = 5'
refused 'a_flag_other_than_yes_or_no_is_refused' '.*yes or no' 'fair = maybe'
refused 'a_line_with_a_password_is_refused' '.*password' 'password = secret'
silent 'a_refused_password_is_not_printed' 'secret' "$dir/err"
refused 'a_node_on_a_line_of_its_own_is_refused' '.*name = value' \
    'rediss://app:secret@10.0.0.2?sni=there'
silent 'the_password_of_a_refused_line_is_not_printed' 'secret' "$dir/err"
refused 'an_option_that_is_set_twice_is_refused' '.*nodes is set twice' 'nodes = local:5'

amiss 'an_empty_list_of_nodes_is_refused' 'the list is empty' 'nodes ='
amiss 'a_malformed_list_of_nodes_is_refused' 'node 2: the port' \
    'nodes = redis://10.0.0.1,redis://app:secret@10.0.0.2:no'
silent 'the_password_of_a_malformed_list_is_not_printed' 'secret' "$dir/err"
amiss 'a_missing_password_file_is_refused' 'the password file /nowhere' \
    'password-file = /nowhere' "nodes = $list"
amiss 'a_missing_certificate_file_is_refused' 'the file of CA' \
    'cacert = /nowhere' 'nodes = rediss://10.0.0.1'
amiss 'a_quorum_beyond_the_number_of_nodes_is_refused' 'a quorum of 7' \
    'quorum = 7' "nodes = $list"
amiss 'a_pause_that_is_too_long_is_refused' 'the longest pause' 'pause-max = 10h' "nodes = $list"

refused_with 64 "nodes = $list" 'a_warning_time_of_more_than_half_the_ttl_is_refused' '.*at most half of the TTL' \
    'kill-after = 20s'
refused_with 64 "nodes = $list" 'a_ttl_beyond_the_longest_is_refused' '.*longer than the longest' 'ttl = 10h'
refused_with 64 "nodes = $list" 'a_ttl_that_leaves_no_validity_is_refused' '.*too short' 'ttl = 2ms'

write 'nodes ='
exits 'a_malformed_list_on_the_command_line_is_64' 64 attempt run --nodes redis://10.0.0.1:no job -- touch "$dir/ran"
silent 'a_malformed_list_on_the_command_line_is_not_blamed_on_the_file' 'some.conf' "$dir/err"
holds 'a_malformed_list_on_the_command_line_runs_nothing' test ! -e "$dir/ran"

printf 'nodes = %s\n\0no-fence = maybe\n' "$list" >"$file"
exits 'a_file_with_a_zero_byte_is_refused' 78 attempt run job -- true
says 'the_refusal_of_a_zero_byte_is_explained' 'zero byte' "$dir/err"

write "nodes = $list"
chmod 622 "$file"
exits 'a_file_that_others_may_write_to_is_refused' 78 attempt run job -- true
says 'the_refusal_of_a_writable_file_advises_chmod' 'chmod go-w' "$dir/err"
rm "$file"
exits 'a_missing_file_named_by_the_environment_is_refused' 78 attempt run job -- true
export REDLOCK_CONFIG=/dev/null
exits 'dev_null_as_configuration_sets_nothing' 0 attempt --nodes "$list" --guard off --slack none run job -- true
export REDLOCK_CONFIG="$file"
exits 'help_works_without_the_configuration_file' 0 attempt run --help

unset REDLOCK_CONFIG
mkdir -p "$dir/.config"
file=$dir/.config/redlock.conf
write "nodes = $list" 'slack = none' 'ttl = 50s'
is 'the_file_in_the_users_home_is_read' 50 "$(ttl_left)"
export XDG_CONFIG_HOME="$dir/elsewhere"
mkdir "$XDG_CONFIG_HOME"
mv "$file" "$XDG_CONFIG_HOME"
is 'the_file_in_XDG_CONFIG_HOME_is_read' 50 "$(ttl_left)"
finish
