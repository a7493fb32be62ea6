# SPDX-License-Identifier: MIT
# Completion of redlock for bash. Needs nothing but bash itself.

# The options of each subcommand, in the groups that its --help has.
_redlock_options() {
    local client='--nodes -n --username --password-file --cacert --cacertdir
        --cert --key --sni --insecure --node-timeout
        --quorum --strategy --drift --ttl-max --slack --guard --label'
    local acquire='--wait --pause-max --fair --conflict-exit-code -E'
    local mode='--shared -s --exclusive -x --reentrant --slots'
    local messages='--quiet -q --verbose -v'
    local all='--help -h --version'

    case $1 in
    run) echo "$client --ttl $acquire $mode --no-fence --kill-after
        --export-token --metrics-file --json $messages $all" ;;
    acquire) echo "$client --ttl $acquire $mode --no-fence --keep --pid
        --kill-after --json $messages $all" ;;
    extend) echo "$client --ttl --token --slot $mode --json $messages $all" ;;
    release) echo "$client --token --slot $mode --force --yes --json $messages
        $all" ;;
    status) echo "$client --limit --within --json $messages $all" ;;
    init) echo "$client --yes --json $messages $all" ;;
    watch) echo "$client --every --once --json $messages $all" ;;
    doctor) echo "$client --ttl --json $messages $all" ;;
    bench) echo "$client --ttl --no-fence --depth --contenders --hold --time
        --json $messages $all" ;;
    demo) echo "--quick --seed $all" ;;
    local) echo "--json $all" ;;
    *) echo "$all" ;;
    esac
}

# _redlock_values OPTION: what its argument may be, as far as there are words
# for it; 1 where it takes none.
_redlock_values() {
    case $1 in
    --nodes | -n) echo 'local:3 local:5 redis:// rediss:// unix:///' ;;
    --quorum) echo 'majority all' ;;
    --strategy) echo 'sequential parallel' ;;
    --guard) echo 'auto on off' ;;
    --slack) echo 'none' ;;
    --wait) echo '0s 10m forever' ;;
    --username | --password-file | --node-timeout | --drift | --ttl-max) ;;
    --cacert | --cacertdir | --cert | --key | --sni) ;;
    --label | --ttl | --pause-max | --conflict-exit-code | -E | --token) ;;
    --slots | --slot) ;;
    --pid | --kill-after | --depth | --contenders | --hold | --time | --every) ;;
    --limit | --within | --seed | --metrics-file) ;;
    *) return 1 ;;
    esac
}

# Sets $verb, $behind (how many words stand behind it that are no options) and
# $command (where the words behind -- begin; 0: there is no --).
_redlock_parse() {
    local i

    verb='' behind=0 command=0
    for ((i = 1; i < ${#words[@]} - 1; i++)); do
        case ${words[i]} in
        --)
            command=$((i + 1))
            return
            ;;
        -*) ! _redlock_values "${words[i]}" >/dev/null || i=$((i + 1)) ;;
        *)
            if [[ -z $verb ]]; then
                verb=${words[i]}
            else
                behind=$((behind + 1))
            fi
            ;;
        esac
    done
}

# The command of run is completed as if it stood alone.
_redlock_command() {
    if declare -F _command_offset >/dev/null; then
        _command_offset "$1"
    elif ((${#words[@]} - 1 == $1)); then
        mapfile -t COMPREPLY < <(compgen -c -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        compopt -o filenames 2>/dev/null
    fi
}

# _redlock_offer WORDS: those that begin as what is typed.
_redlock_offer() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_redlock_argument() {
    case $1 in
    --password-file | --metrics-file | --cacert | --cacertdir | --cert | --key)
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        compopt -o filenames 2>/dev/null
        ;;
    *) _redlock_offer "$(_redlock_values "$1")" ;;
    esac
}

_redlock() {
    local words cur typed verb behind command
    local verbs='run acquire extend release status watch init doctor demo
        bench local'

    # What words are does not depend on the user's shell.
    local IFS=$' \t\n'

    # Bash has divided the words at colons and equals signs, too.
    read -d '' -ra words <<<"${COMP_LINE:0:COMP_POINT}" || :
    [[ ${COMP_LINE:0:COMP_POINT} != *[[:space:]] ]] || words+=('')
    cur=${words[-1]}
    typed=$cur
    COMPREPLY=()
    _redlock_parse
    if ((command > 0)); then
        [[ $verb != run ]] || _redlock_command "$command"
        return
    elif [[ $cur == --*=* ]]; then
        cur=${typed#*=}
        _redlock_argument "${typed%%=*}"
        COMPREPLY=("${COMPREPLY[@]/#/${typed%%=*}=}")
    elif ((${#words[@]} > 2)) && _redlock_values "${words[-2]}" >/dev/null; then
        _redlock_argument "${words[-2]}"
    elif [[ $cur == -* ]]; then
        _redlock_offer "$(_redlock_options "$verb")"
    elif [[ -z $verb ]]; then
        _redlock_offer "$verbs"
    elif [[ $verb == local && $behind == 0 ]]; then
        _redlock_offer 'start stop status'
    fi
    # It puts what is offered behind the last of these signs.
    COMPREPLY=("${COMPREPLY[@]#"${typed%"${typed##*[:=]}"}"}")
}

complete -F _redlock redlock
