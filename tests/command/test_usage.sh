#!/bin/sh
# SPDX-License-Identifier: MIT
# What is typed wrong is 64, says what and how, and sends nothing.
. "$(dirname "$0")/lib.sh"
redlock=$REDLOCK_BIN # as it is typed

# wrong SENTENCE PATTERN ARGUMENTS...
wrong() {
    sentence=$1
    pattern=$2
    shift 2
    "$redlock" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    is "$sentence" 64 $?
    says "${sentence}_and_says_how" "$pattern" "$dir/err"
}

wrong 'no_nodes' 'local:5' run job -- true
wrong 'no_nodes_names_the_variable' 'REDLOCK_NODES' run job -- true
export REDLOCK_NODES="unix://$dir/nobody"
wrong 'no_subcommand' '[Uu]sage|help'
wrong 'an_unknown_subcommand' 'walk' walk
wrong 'an_unknown_option' 'frobnicate' run --frobnicate job -- true
wrong 'a_mistyped_option' \
    'redlock: unknown option --wiat; did you mean --wait\?' \
    run --wiat=5s job -- true
wrong 'a_mistyped_option_before_the_subcommand' \
    'unknown option --guad; did you mean --guard\?' --guad on run job -- true
wrong 'a_mistyped_option_that_only_another_subcommand_has' \
    'unknown option --deptt; see redlock status --help' status --deptt job
wrong 'a_mistyped_command' \
    'redlock: unknown command aquire; did you mean acquire\?' aquire job
wrong 'the_beginning_of_a_command' 'did you mean release\?' rel job
wrong 'a_command_that_resembles_none' \
    'unknown command walking; see redlock --help' walking
wrong 'a_bare_number' '30s' run --ttl 30 job -- true
wrong 'a_duration_that_is_none' 'soon' run --wait soon job -- true
wrong 'a_ttl_that_is_too_short' '.' run --ttl 1ms job -- true
wrong 'no_command' '--' run job
wrong 'no_resource' '.' run -- true
wrong 'one_resource_twice' 'twice' run one one -- true
wrong 'a_command_that_acquire_would_not_run' 'redlock run' \
    acquire job -- ./deploy
wrong 'nor_status' 'redlock run' status job -- ./deploy
wrong 'an_option_that_local_has_not' 'bogus.*--help' local --bogus
wrong 'a_short_one' '-v.*--help' -v local status
wrong 'one_that_is_not_for_local' 'ttl.*--help' --ttl 3s local status
# Who comes from flock.
wrong 'the_time_out_of_flock' '--wait 10s' run -w 10 job -- true
wrong 'by_its_name' '--wait 10s' run --timeout=10 job -- true
wrong 'its_command' "sh -c 'COMMAND'" run -c 'echo' job
wrong 'its_one_attempt' '--wait 0s' run --nonblock job -- true
wrong 'which_is_another_letter_here' '--wait 0s' run -n job -- true
wrong 'its_exclusive' 'is -x' run -e job -- true
wrong 'its_release' 'redlock release' run -u job -- true
wrong 'a_word_too_much_for_local' 'unexpected argument 4' local start 3 4
wrong 'and_behind_two_minus_signs' 'unexpected argument 4' local start -- 4
wrong 'a_set_of_none' '1 .. 32' local start 0
wrong 'an_argument_for_a_flag' 'json takes no argument' status --json=yes job
wrong 'depth_and_contenders' 'not both' bench --depth 2 --contenders 2
wrong 'a_depth_of_none' '1 to 1024' bench --depth 0
for how in json quiet; do
    wrong "a_ttl_that_is_too_short_for_${how}_acquire" 'raise --ttl' \
        acquire --$how --ttl 1ms job
    wrong "a_ttl_that_is_too_short_for_${how}_run" 'raise --ttl' \
        run --$how --ttl 1ms job -- true
done
wrong 'a_ttl_that_is_too_long' 'lower --ttl' \
    extend --json --ttl 20m --token t job
wrong 'a_resource_without_a_name' 'no name' acquire ''
wrong 'a_key_of_our_own' "library's own" run redlock:inst -- true
wrong 'a_fences_counter' "library's own" acquire '{job}:fence'
wrong 'the_second_of_several_names' "library's own" status job '{job}:slot:3'
wrong 'a_bad_uri' 'redis://' -n ftp://somewhere run job -- true
wrong 'an_option_that_a_uri_has_not' 'cacert=' \
    -n 'rediss://somewhere?ca=x' run job -- true
wrong 'a_node_named_twice' '.' -n "$REDLOCK_NODES,$REDLOCK_NODES" run job -- true
wrong 'nodes_named_by_two_options' 'separate the nodes by commas' \
    -n "$REDLOCK_NODES" -n redis://127.0.0.1:1 run job -- true
wrong 'a_token_that_redlock_never_prints' '--token: not a token of redlock acquire' \
    extend --token redlock:shared job
wrong 'too_small_a_quorum' '.' \
    -n redis://127.0.0.1:1,redis://127.0.0.1:2,redis://127.0.0.1:3 \
    --quorum 1 run job -- true
wrong 'a_strategy_that_is_not_there' 'adaptive' \
    --strategy adaptive run job -- true
wrong 'a_guard_that_is_none' 'auto, on or off' --guard maybe run job -- true
wrong 'a_slack_without_a_unit' 'unit' --slack 250 run job -- true
wrong 'a_slack_of_nothing' 'longer than 0' --slack 0s run job -- true
wrong 'and_says_how_to_have_none' 'or the word none' --slack 0s run job -- true
wrong 'a_label_that_nobody_can_read' 'label.*empty' run --label '' job -- true
wrong 'a_pause_without_a_unit' 'unit' run --pause-max 5 job -- true
wrong 'a_pause_of_days' '1 h' run --pause-max 48h job -- true
wrong 'a_pause_where_nobody_waits' 'does not take --pause-max' status --pause-max 5ms job
wrong 'a_status_that_is_none' '.' run -E 700 job -- true
wrong 'a_release_without_a_token' 'token' release job
wrong 'a_bad_password_stays_unseen' '.' \
    -n 'redis://:sesame@host:port' run job -- true
silent 'the_password_of_a_bad_uri_is_not_printed' sesame "$dir/err"

"$redlock" --help >"$dir/out" 2>"$dir/err"
is 'help_is_no_error' 0 $?
is 'help_fits_a_terminal' '' "$(awk 'length > 80' "$dir/out")"
for verb in run acquire extend release status init doctor bench local; do
    says "help_names_$verb" "$verb" "$dir/out"
    "$redlock" "$verb" --help >"$dir/verb" 2>&1
    is "${verb}_has_help" 0 $?
    says "the_help_of_${verb}_names_it" "$verb" "$dir/verb"
    is "and_fits_a_terminal_for_$verb" '' "$(awk 'length > 80' "$dir/verb")"
done

for verb in run acquire extend release status watch init doctor bench local \
    help version; do
    "$redlock" "$verb" --help >"$dir/verb" 2>&1
    "$redlock" help "$verb" >"$dir/out" 2>"$dir/err"
    is "help_of_${verb}_is_no_error" 0 $?
    holds "and_is_the_text_of_${verb}_--help" cmp -s "$dir/verb" "$dir/out"
    silent "and_is_not_on_standard_error_for_$verb" . "$dir/err"
done
"$redlock" --help >"$dir/verb"
"$redlock" help >"$dir/out"
is 'help_alone_is_no_error' 0 $?
holds 'help_alone_lists_the_commands' cmp -s "$dir/verb" "$dir/out"
wrong 'help_of_an_unknown_command' 'unknown command walk' help walk
wrong 'help_of_two_commands' 'unexpected argument status' help run status
wrong 'version_of_something' '--help' version run

# options_of VERB: those that its help names.
options_of() {
    "$redlock" "$1" --help | sed -n 's/^  ....--\([a-z-]*\).*/\1/p'
}
# told_wrong ARGUMENTS...: 64, and not in silence.
told_wrong() {
    "$redlock" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    [ $? -eq 64 ] && [ -s "$dir/err" ]
}
verbs='run acquire extend release status init doctor bench local'
for verb in $verbs; do
    options_of "$verb" >"$dir/options.$verb"
done
sort -u "$dir"/options.* >"$dir/options"
holds 'there_are_many_options' test "$(wc -l <"$dir/options")" -gt 25
for verb in $verbs; do
    silent=
    for option in $(grep -vxFf "$dir/options.$verb" "$dir/options"); do
        told_wrong "$verb" "--$option=x" || silent="$silent $option"
        told_wrong "--$option=x" "$verb" || silent="$silent $option"
    done
    is "what_has_no_use_is_refused_by_$verb" '' "$silent"
    silent=
    for option in $(grep -vxE 'username|nodes' "$dir/options.$verb"); do
        told_wrong "$verb" "--$option=" || silent="$silent $option"
    done
    is "and_so_is_an_argument_of_nothing_by_$verb" '' "$silent"
done
"$redlock" --version >"$dir/out"
is 'the_version_is_no_error' 0 $?
says 'the_version_is_a_version' '[0-9]+\.[0-9]+\.[0-9]+' "$dir/out"
for how in -V version; do
    "$redlock" $how >"$dir/verb"
    is "${how}_is_no_error" 0 $?
    holds "${how}_prints_the_version" cmp -s "$dir/verb" "$dir/out"
done
finish
