#compdef redlock
# SPDX-License-Identifier: MIT
# Completion of redlock for zsh.

_redlock_verbs() {
    local -a verbs=(
        'run:hold a lock while a command runs'
        'acquire:acquire a lock and print its token'
        'extend:move the end of a lock that was acquired'
        'release:release a lock that was acquired'
        'status:who holds it, as every node sees it'
        'watch:who holds it now, and each change that is seen'
        'init:let all nodes vote\: nobody holds a lock now'
        'doctor:what is wrong with the nodes, and what to do'
        'demo:see it work, on five masters of its own'
        'bench:measure it, on your nodes'
        'local:private masters on this machine, to try it out'
    )
    _describe -t commands 'redlock command' verbs
}

# The command of run is completed as if it stood alone; fails before it.
_redlock_command() {
    local behind=${words[(i)--]}

    ((behind < CURRENT)) || return 1
    shift $behind words
    ((CURRENT -= behind))
    _normal
    return 0
}

# _redlock_verb VERB: its options and what stands behind it.
_redlock_verb() {
    local -a all=(
        '(-h --help)'{-h,--help}'[print help and end]'
        '--version[print which redlock this is]'
    )
    local -a json=('--json[for programs]')
    local -a client=(
        '(-n --nodes)'{-n,--nodes=}'[the masters]:URI[,URI...]:(local\:3 local\:5 redis\:// rediss\:// unix\:///)'
        '--username=[for nodes whose URI has none]:name:'
        '--password-file=[its first line, for nodes whose URI has none]:file:_files'
        '--cacert=[whose certificates are trusted]:file:_files'
        '--cacertdir=[the same, a file each]:folder:_files -/'
        '--cert=[our certificate]:file:_files'
        '--key=[its key]:file:_files'
        '--sni=[whom the certificates of the nodes are for]:name:'
        '--insecure[look at no certificate]'
        '--node-timeout=[for each request to each node]:duration:'
        '--quorum=[how many nodes make a lock]:number:(majority all)'
        '--strategy=[how the nodes are asked]:strategy:(sequential parallel)'
        '--drift=[part of the TTL, for the rates of the clocks]:number:'
        '--ttl-max=[the longest TTL of any client]:duration:'
        '--slack=[how much longer than the lock its keys live]:duration:(none)'
        '--guard=[may a node vote that has lost its memory?]:guard:(auto on off)'
        '--label=[who we are, for those who wait]:text:'
        '(-q --quiet)'{-q,--quiet}'[no messages]'
        '(-v --verbose)'{-v,--verbose}'[the vote and latency of each node]'
        $json
    )
    local -a ttl=('--ttl=[how long the lock lives unless renewed]:duration:')
    local -a token=(
        '--token=[as redlock acquire printed it]:token:'
        '--slot=[with --slots, which one the token is for]:number:'
    )
    local -a fence=('--no-fence[a plain lock without a fence]')
    local -a mode=(
        '(-s --shared)'{-s,--shared}'[others may share it]'
        '(-x --exclusive)'{-x,--exclusive}'[it keeps out everybody else]'
        '--reentrant=-[its owner may have it more than once]::owner:'
        '--slots=[so many may hold it at once]:number:'
    )
    local -a acquire=(
        '--wait=[how long to wait for it]:duration:(0s 10m forever)'
        '--pause-max=[the longest pause between two attempts]:duration:'
        '--fair[begin in the queue]'
        '(-E --conflict-exit-code)'{-E,--conflict-exit-code=}'[instead of 75, held by another]:status:'
    )

    case $1 in
    run) _redlock_command || _arguments -s $all $client $ttl $acquire $mode $fence \
        '--kill-after=[how long before the end of the lock TERM comes]:duration:' \
        '--export-token[give the command REDLOCK_TOKEN]' \
        '--metrics-file=[write numbers to it at each change]:file:_files' \
        '1:resource:' ;;
    acquire) _arguments -s $all $client $ttl $acquire $mode $fence \
        '--keep[renew it until a process has ended]' \
        '--pid=[with --keep, that process]:process:_pids' \
        '--kill-after=[how long before the end of the lock TERM comes]:duration:' \
        '1:resource:' ;;
    extend) _arguments -s $all $client $ttl $token $mode '1:resource:' ;;
    release) _arguments -s $all $client $token $mode \
        '--force[whoever holds it, without its token]' \
        '--yes[with --force, do not ask]' '1:resource:' ;;
    status) _arguments -s $all $client \
        '--limit=[so many resources at most]:number:' \
        '--within=[how long nodes are gone through]:duration:' '*:resource:' ;;
    watch) _arguments -s $all $client \
        '--every=[the longest pause before the nodes are asked again]:duration:' \
        '--once[print how it is now, and end]' '1:resource:' ;;
    init) _arguments -s $all $client \
        '--yes[mark the nodes even if locks are held]' ;;
    doctor) _arguments -s $all $client $ttl ;;
    bench) _arguments -s $all $client $ttl $fence \
        '--depth=[so many at once, each a lock of its own]:number:' \
        '(--depth)--contenders=[so many clients for one lock]:number:' \
        '--hold=[how long a lock is held]:duration:' \
        '--time=[of each measurement]:duration:' ;;
    demo) _arguments -s $all '--quick[some 9 seconds instead of 20]' \
        '--seed=[of the thinking times of the workers]:number:' ;;
    local) _arguments -s $all $json '1:what to do:(start stop status)' \
        '2:how many:(3 5)' ;;
    esac
}

_redlock() {
    local curcontext=$curcontext state line
    local -A opt_args

    _arguments -C -s \
        '(-h --help)'{-h,--help}'[print help and end]' \
        '--version[print which redlock this is]' \
        '(-n --nodes)'{-n,--nodes=}'[the masters]:URI[,URI...]:(local\:3 local\:5)' \
        '1: :_redlock_verbs' '*:: :->verb'
    [[ $state != verb ]] || _redlock_verb $line[1]
}

_redlock "$@"
