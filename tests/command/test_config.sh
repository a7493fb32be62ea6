#!/bin/sh
# SPDX-License-Identifier: MIT
# What configuration files say, and who comes before whom.
. "$(dirname "$0")/lib.sh"
start_masters 3
list=$REDLOCK_NODES
file=$dir/some.conf

# write LINE...: the file that $REDLOCK_CONFIG names.
write() {
    printf '%s\n' "$@" >"$file"
    chmod 600 "$file"
}

# attempt ARG...: leaves its output and its status.
attempt() {
    "$redlock" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
}

# ttl_left ARG...: of a lock that was acquired so, in whole seconds, rounded up.
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
attempt run job -- sh -c 'echo "fence: ${REDLOCK_FENCE-none}"'
is 'nodes_can_come_from_a_file' 0 "$status"
says 'a_flag_is_yes' '^fence: none$' "$dir/out"
is 'a_ttl_can_come_from_a_file' 40 "$(ttl_left)"
is 'the_command_line_comes_first' 20 "$(ttl_left --ttl 20s)"

write "nodes = $list" 'no-fence = no'
attempt run job -- sh -c 'echo "fence: ${REDLOCK_FENCE-none}"'
says 'a_flag_that_is_no_is_not_set' '^fence: [0-9]' "$dir/out"

write 'nodes = unix:///nowhere'
REDLOCK_NODES=$list attempt run job -- true
is 'the_environment_comes_before_a_file' 0 "$status"

write "nodes = $list" 'kill-after = 1s'
attempt status job
is 'what_another_subcommand_takes_is_not_read_here' 0 "$status"

# refused SENTENCE PATTERN LINE...: with 78, and the line's number.
refused() {
    sentence=$1
    pattern=$2
    shift 2
    write "nodes = $list" "$@"
    attempt run job -- touch "$dir/ran"
    is "$sentence" 78 "$status"
    says 'and_says_where' "some.conf:2: .*$pattern" "$dir/err"
}
refused 'a_name_that_no_option_has_is_refused' 'tll is not an option for a file' 'tll = 5s'
refused 'one_calls_own_option_is_refused' 'token is not an option for a file' 'token = x'
refused 'a_line_without_a_value_is_refused' 'name = value' 'ttl'
refused 'a_wrong_value_is_refused' 'ttl 5' 'ttl = 5'
refused 'a_flag_that_is_neither_is_refused' 'yes or no' 'fair = maybe'
refused 'a_password_is_refused' 'password' 'password = secret'
silent 'and_not_shown' 'secret' "$dir/err"
refused 'a_list_that_goes_on_on_a_line_of_its_own_is_refused' 'name = value' \
    'rediss://app:secret@10.0.0.2?sni=there'
silent 'and_its_password_is_not_shown' 'secret' "$dir/err"
refused 'what_is_said_twice_is_refused' 'nodes is set twice' 'nodes = local:5'

# amiss SENTENCE PATTERN LINE...: as refused, where the library finds it.
amiss() {
    sentence=$1
    pattern=$2
    shift 2
    write '# nodes' "$@"
    attempt run job -- touch "$dir/ran"
    is "$sentence" 78 "$status"
    says 'and_says_where' "some.conf:2: $pattern" "$dir/err"
}
amiss 'an_empty_list_is_refused' 'the list is empty' 'nodes ='
amiss 'a_list_that_is_no_list_is_refused' 'node 2: the port' \
    'nodes = redis://10.0.0.1,redis://app:secret@10.0.0.2:no'
silent 'and_its_password_is_not_shown' 'secret' "$dir/err"
amiss 'a_password_file_that_is_missing_is_refused' 'the password file /nowhere' \
    'password-file = /nowhere' "nodes = $list"
amiss 'a_file_of_certificates_that_is_missing_is_refused' 'the file of CA' \
    'cacert = /nowhere' 'nodes = rediss://10.0.0.1'
amiss 'a_quorum_that_is_none_of_these_nodes_is_refused' 'a quorum of 7' \
    'quorum = 7' "nodes = $list"
amiss 'so_is_a_pause_without_end' 'the longest pause' 'pause-max = 10h' "nodes = $list"

# lines SENTENCE PATTERN LINE...: of the second line, with 64.
lines() {
    sentence=$1
    pattern=$2
    shift 2
    write "nodes = $list" "$@"
    attempt run --wait 0s job -- touch "$dir/ran"
    is "$sentence" 64 "$status"
    says 'and_says_where' "some.conf:2: .*$pattern" "$dir/err"
}
lines 'a_notice_that_does_not_fit_the_ttl_is_refused' 'at most half of the TTL' \
    'kill-after = 20s'
lines 'a_ttl_beyond_the_longest_is_refused' 'longer than the longest' 'ttl = 10h'
lines 'and_one_that_leaves_nothing' 'too short' 'ttl = 2ms'

write 'nodes ='
attempt run --nodes redis://10.0.0.1:no job -- touch "$dir/ran"
is 'a_list_of_the_call_is_no_fault_of_a_file' 64 "$status"
silent 'which_is_not_named' 'some.conf' "$dir/err"
holds 'and_nothing_runs' test ! -e "$dir/ran"

printf 'nodes = %s\n\0no-fence = maybe\n' "$list" >"$file"
attempt run job -- true
is 'a_file_with_a_byte_0_is_refused' 78 "$status"
says 'and_not_read_up_to_it' 'zero byte' "$dir/err"

write "nodes = $list"
chmod 622 "$file"
attempt run job -- true
is 'a_file_that_others_may_write_to_is_refused' 78 "$status"
says 'and_what_to_do' 'chmod go-w' "$dir/err"
rm "$file"
attempt run job -- true
is 'a_named_file_that_is_missing_is_refused' 78 "$status"
export REDLOCK_CONFIG=/dev/null
attempt --nodes "$list" --guard off --slack none run job -- true
is 'of_dev_null_nothing_is_read' 0 "$status"
export REDLOCK_CONFIG="$file"
attempt run --help
is 'help_needs_no_file' 0 "$status"

unset REDLOCK_CONFIG
mkdir -p "$dir/.config"
file=$dir/.config/redlock.conf
write "nodes = $list" 'slack = none' 'ttl = 50s'
is 'the_users_own_file_is_found' 50 "$(ttl_left)"
export XDG_CONFIG_HOME="$dir/elsewhere"
mkdir "$XDG_CONFIG_HOME"
mv "$file" "$XDG_CONFIG_HOME"
is 'also_where_XDG_has_it' 50 "$(ttl_left)"
finish
