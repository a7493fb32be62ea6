#!/bin/sh
# SPDX-License-Identifier: MIT
# Wrong usage is 64, is explained, and sends nothing to the nodes.
. "$(dirname "$0")/lib.sh"
redlock=$REDLOCK_BIN # as it is typed

# wrong SENTENCE PATTERN ARGUMENTS...
wrong() {
    sentence=$1
    pattern=$2
    shift 2
    "$redlock" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    is "${sentence}_is_64" 64 $?
    says "${sentence}_is_explained" "$pattern" "$dir/err"
}

wrong 'no_nodes' 'local:5' run job -- true
wrong 'the_variable_for_nodes' 'REDLOCK_NODES' run job -- true
export REDLOCK_NODES="unix://$dir/nobody"
wrong 'a_missing_subcommand' '[Uu]sage|help'
wrong 'an_unknown_subcommand' 'walk' walk
wrong 'an_unknown_option' 'frobnicate' run --frobnicate job -- true
wrong 'a_mistyped_option' \
    'redlock: unknown option --wiat; did you mean --wait\?' \
    run --wiat=5s job -- true
wrong 'a_mistyped_option_before_the_subcommand' \
    'unknown option --guad; did you mean --guard\?' --guad on run job -- true
wrong 'a_mistyped_option_of_another_subcommand' \
    'unknown option --deptt; see redlock status --help' status --deptt job
wrong 'a_mistyped_subcommand' \
    'redlock: unknown command aquire; did you mean acquire\?' aquire job
wrong 'the_beginning_of_a_subcommand' 'did you mean release\?' rel job
wrong 'a_word_that_resembles_no_subcommand' \
    'unknown command walking; see redlock --help' walking
wrong 'a_ttl_without_a_unit' '30s' run --ttl 30 job -- true
wrong 'a_wait_that_is_no_duration' 'soon' run --wait soon job -- true
wrong 'a_ttl_that_is_too_short' '.' run --ttl 1ms job -- true
wrong 'a_run_without_a_command' '--' run job
wrong 'a_run_without_a_resource' '.' run -- true
wrong 'a_resource_that_is_given_twice' 'twice' run one one -- true
wrong 'a_command_for_acquire' 'redlock run' \
    acquire job -- ./deploy
wrong 'a_command_for_status' 'redlock run' status job -- ./deploy
wrong 'an_unknown_option_of_local' 'bogus.*--help' local --bogus
wrong 'an_option_that_local_does_not_take' '-v.*--help' -v local status
wrong 'a_ttl_for_local' 'ttl.*--help' --ttl 3s local status
# Habits from flock.
wrong 'flocks_option_w' '--wait 10s' run -w 10 job -- true
wrong 'flocks_option_timeout' '--wait 10s' run --timeout=10 job -- true
wrong 'flocks_option_c' "sh -c 'COMMAND'" run -c 'echo' job
wrong 'flocks_option_nonblock' '--wait 0s' run --nonblock job -- true
wrong 'flocks_option_n' '--wait 0s' run -n job -- true
wrong 'flocks_option_e' 'is -x' run -e job -- true
wrong 'flocks_option_u' 'redlock release' run -u job -- true
wrong 'a_second_number_for_local_start' 'unexpected argument 4' local start 3 4
wrong 'a_number_for_local_start_behind_two_minus_signs' 'unexpected argument 4' local start -- 4
wrong 'a_local_set_of_0' '1 .. 32' local start 0
wrong 'an_argument_for_a_flag' 'json takes no argument' status --json=yes job
wrong 'depth_together_with_contenders' 'not both' bench --depth 2 --contenders 2
wrong 'a_depth_of_0' '1 to 1024' bench --depth 0
for how in json quiet; do
    wrong "a_ttl_of_1ms_for_${how}_acquire" 'raise --ttl' \
        acquire --$how --ttl 1ms job
    wrong "a_ttl_of_1ms_for_${how}_run" 'raise --ttl' \
        run --$how --ttl 1ms job -- true
done
wrong 'a_ttl_that_is_too_long' 'lower --ttl' \
    extend --json --ttl 20m --token t job
wrong 'an_empty_resource' 'no name' acquire ''
wrong 'a_resource_with_the_name_of_the_marker' "library's own" run redlock:inst -- true
wrong 'a_resource_with_the_name_of_a_counter' "library's own" acquire '{job}:fence'
wrong 'a_second_resource_with_the_name_of_a_slot' "library's own" status job '{job}:slot:3'
wrong 'a_uri_with_another_scheme' 'redis://' -n ftp://somewhere run job -- true
wrong 'a_uri_with_an_unknown_option' 'cacert=' \
    -n 'rediss://somewhere?ca=x' run job -- true
wrong 'a_node_that_is_named_twice' '.' -n "$REDLOCK_NODES,$REDLOCK_NODES" run job -- true
wrong 'two_options_with_nodes' 'separate the nodes by commas' \
    -n "$REDLOCK_NODES" -n redis://127.0.0.1:1 run job -- true
wrong 'a_token_that_redlock_never_prints' '--token: not a token of redlock acquire' \
    extend --token redlock:shared job
wrong 'a_quorum_that_is_too_small' '.' \
    -n redis://127.0.0.1:1,redis://127.0.0.1:2,redis://127.0.0.1:3 \
    --quorum 1 run job -- true
wrong 'an_unknown_strategy' 'adaptive' \
    --strategy adaptive run job -- true
wrong 'an_unknown_word_for_the_guard' 'auto, on or off' --guard maybe run job -- true
wrong 'a_slack_without_a_unit' 'unit' --slack 250 run job -- true
wrong 'a_slack_of_0' 'longer than 0' --slack 0s run job -- true
wrong 'a_slack_of_0_instead_of_none' 'or the word none' --slack 0s run job -- true
wrong 'an_empty_label' 'label.*empty' run --label '' job -- true
wrong 'a_pause_without_a_unit' 'unit' run --pause-max 5 job -- true
wrong 'a_pause_of_days' '1 h' run --pause-max 48h job -- true
wrong 'a_pause_for_status' 'does not take --pause-max' status --pause-max 5ms job
wrong 'an_exit_status_of_700' '.' run -E 700 job -- true
wrong 'a_release_without_a_token' 'token' release job
wrong 'a_uri_with_a_password_and_a_wrong_port' '.' \
    -n 'redis://:sesame@host:port' run job -- true
silent 'the_password_of_a_refused_uri_is_not_printed' sesame "$dir/err"

writes 'help_exits_with_0' 0 "$redlock" --help
is 'help_fits_80_columns' '' "$(awk 'length > 80' "$dir/out")"
for verb in run acquire extend release status init doctor bench local; do
    says "help_lists_$verb" "$verb" "$dir/out"
    "$redlock" "$verb" --help >"$dir/verb" 2>&1
    is "${verb}_--help_exits_with_0" 0 $?
    says "the_help_of_${verb}_names_it" "$verb" "$dir/verb"
    is "the_help_of_${verb}_fits_80_columns" '' "$(awk 'length > 80' "$dir/verb")"
done

for verb in run acquire extend release status watch init doctor bench local \
    help version; do
    "$redlock" "$verb" --help >"$dir/verb" 2>&1
    writes "help_${verb}_exits_with_0" 0 "$redlock" help "$verb"
    holds "help_${verb}_prints_the_text_of_${verb}_--help" cmp -s "$dir/verb" "$dir/out"
    silent "help_${verb}_prints_nothing_on_standard_error" . "$dir/err"
done
"$redlock" --help >"$dir/verb"
writes 'help_without_an_argument_exits_with_0' 0 "$redlock" help
holds 'help_without_an_argument_lists_the_subcommands' cmp -s "$dir/verb" "$dir/out"
wrong 'help_for_an_unknown_subcommand' 'unknown command walk' help walk
wrong 'help_for_two_subcommands' 'unexpected argument status' help run status
wrong 'version_with_an_argument' '--help' version run

# options_of VERB: those that its help names.
options_of() {
    "$redlock" "$1" --help | sed -n 's/^  ....--\([a-z-]*\).*/\1/p'
}
# is_usage_error ARGUMENTS...: 64, and not in silence.
is_usage_error() {
    "$redlock" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    [ $? -eq 64 ] && [ -s "$dir/err" ]
}
verbs='run acquire extend release status init doctor bench local'
for verb in $verbs; do
    options_of "$verb" >"$dir/options.$verb"
done
sort -u "$dir"/options.* >"$dir/options"
holds 'the_subcommands_have_more_than_25_options' test "$(wc -l <"$dir/options")" -gt 25
for verb in $verbs; do
    silent=
    for option in $(grep -vxFf "$dir/options.$verb" "$dir/options"); do
        is_usage_error "$verb" "--$option=x" || silent="$silent $option"
        is_usage_error "--$option=x" "$verb" || silent="$silent $option"
    done
    is "${verb}_refuses_options_that_it_does_not_take" '' "$silent"
    silent=
    for option in $(grep -vxE 'username|nodes' "$dir/options.$verb"); do
        is_usage_error "$verb" "--$option=" || silent="$silent $option"
    done
    is "${verb}_refuses_empty_arguments" '' "$silent"
done
writes 'the_option_version_exits_with_0' 0 "$redlock" --version
says 'the_option_version_prints_a_version' '[0-9]+\.[0-9]+\.[0-9]+' "$dir/out"
for how in -V version; do
    "$redlock" $how >"$dir/verb"
    is "${how}_exits_with_0" 0 $?
    holds "${how}_prints_the_version" cmp -s "$dir/verb" "$dir/out"
done
finish
