# SPDX-License-Identifier: MIT
# Completion of redlock for fish.

set -l verbs run acquire extend release status watch init doctor demo bench local

# The first word that is no option, nor the argument of one; fails where there
# is none yet.
function __redlock_verb
    set -l words (commandline -opc)
    set -l skip 0
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $word -n -E --nodes --username --password-file \
                --cacert --cacertdir --cert --key --sni \
                --node-timeout --quorum --strategy --drift --ttl-max --slack \
                --guard --label --ttl --wait --pause-max --conflict-exit-code \
                --token --pid --kill-after --depth --contenders --hold --time \
                --every --limit --within --seed
            set skip 1
        else if not string match -q -- '-*' $word
            echo $word
            return
        end
    end
    return 1
end

function __redlock_no_verb
    not __redlock_verb >/dev/null
end

# Is it one of these, and does no -- stand before the cursor?
function __redlock_in
    set -l verb (__redlock_verb)
    contains -- "$verb" $argv; and not contains -- -- (commandline -opc)
end

function __redlock_command
    set -l verb (__redlock_verb)
    test "$verb" = run; and contains -- -- (commandline -opc)
end

function __redlock_behind_two_minus_signs
    set -l words (commandline -opc) (commandline -ct)
    set -l at (contains -i -- -- $words)
    complete -C (string join ' ' -- (string escape -- $words[(math $at + 1)..-1]))
end

complete -c redlock -f
complete -c redlock -n __redlock_command -a '(__redlock_behind_two_minus_signs)'
complete -c redlock -s h -l help -d 'Print help and end'
complete -c redlock -l version -d 'Print which redlock this is'

complete -c redlock -n __redlock_no_verb -a run -d 'Hold a lock while a command runs'
complete -c redlock -n __redlock_no_verb -a acquire -d 'Acquire a lock and print its token'
complete -c redlock -n __redlock_no_verb -a extend -d 'Move the end of a lock'
complete -c redlock -n __redlock_no_verb -a release -d 'Release a lock that was acquired'
complete -c redlock -n __redlock_no_verb -a status -d 'Who holds it, as every node sees it'
complete -c redlock -n __redlock_no_verb -a watch -d 'Who holds it now, and each change'
complete -c redlock -n __redlock_no_verb -a init -d 'Let all nodes vote'
complete -c redlock -n __redlock_no_verb -a doctor -d 'What is wrong with the nodes'
complete -c redlock -n __redlock_no_verb -a demo -d 'See it work, on masters of its own'
complete -c redlock -n __redlock_no_verb -a bench -d 'Measure it, on your nodes'
complete -c redlock -n __redlock_no_verb -a local -d 'Private masters on this machine'
complete -c redlock -n '__redlock_in local' -a 'start stop status'

set -l client run acquire extend release status watch init doctor bench
for option in \
        'nodes;The masters;local:3 local:5 redis:// unix:///' \
        'username;For nodes whose URI has none;' \
        'node-timeout;For each request to each node;' \
        'quorum;How many nodes make a lock;majority all' \
        'strategy;How the nodes are asked;sequential parallel' \
        'drift;Part of the TTL, for the clocks\' rates;' \
        'ttl-max;The longest TTL of any client;' \
        'slack;How much longer keys live;none' \
        'guard;May a node vote that has lost its memory?;auto on off' \
        'label;Who we are;'
    set -l part (string split ';' -- $option)
    complete -c redlock -n "__redlock_in $client" -l $part[1] -d $part[2] -x -a "$part[3]"
end
complete -c redlock -n "__redlock_in $client" -s n -x -a 'local:3 local:5' -d 'The masters'
complete -c redlock -n "__redlock_in $client" -l password-file -r -F -d 'Its first line, for nodes whose URI has none'
complete -c redlock -n "__redlock_in $client" -l cacert -r -F -d 'Whose certificates are trusted'
complete -c redlock -n "__redlock_in $client" -l cacertdir -r -F -d 'The same, a file each'
complete -c redlock -n "__redlock_in $client" -l cert -r -F -d 'Our certificate'
complete -c redlock -n "__redlock_in $client" -l key -r -F -d 'Its key'
complete -c redlock -n "__redlock_in $client" -l sni -x -d 'Whom the certificates of the nodes are for'
complete -c redlock -n "__redlock_in $client" -l insecure -d 'Look at no certificate'
complete -c redlock -n "__redlock_in $client" -s q -l quiet -d 'No messages'
complete -c redlock -n "__redlock_in $client" -s v -l verbose -d 'Each node\'s vote and latency'
complete -c redlock -n "__redlock_in $client local" -l json -d 'For programs'

complete -c redlock -n '__redlock_in run acquire extend doctor bench' -l ttl -x -d 'How long the lock lives'
complete -c redlock -n '__redlock_in run acquire' -l wait -x -a '0s 10m forever' -d 'How long to wait for it'
complete -c redlock -n '__redlock_in run acquire' -l pause-max -x -d 'The longest pause between attempts'
complete -c redlock -n '__redlock_in run acquire' -l fair -d 'Begin in the queue'
complete -c redlock -n '__redlock_in run acquire extend release' -s s -l shared -d 'Others may share it'
complete -c redlock -n '__redlock_in run acquire extend release' -s x -l exclusive -d 'It keeps out everybody else'
complete -c redlock -n '__redlock_in run acquire extend release' -l reentrant -d 'Its owner may have it more than once'
complete -c redlock -n '__redlock_in run acquire extend release' -l slots -x -d 'So many may hold it at once'
complete -c redlock -n '__redlock_in run acquire' -s E -l conflict-exit-code -x -d 'Instead of 75, held by another'
complete -c redlock -n '__redlock_in run acquire bench' -l no-fence -d 'A plain lock without a fence'
complete -c redlock -n '__redlock_in extend release' -l token -x -d 'As redlock acquire printed it'
complete -c redlock -n '__redlock_in extend release' -l slot -x -d 'Which slot the token is for'
complete -c redlock -n '__redlock_in acquire' -l keep -d 'Renew it until a process has ended'
complete -c redlock -n '__redlock_in acquire' -l pid -x -a '(__fish_complete_pids)' -d 'With --keep: that process'
complete -c redlock -n '__redlock_in run acquire' -l kill-after -x -d 'How long before the end TERM comes'
complete -c redlock -n '__redlock_in run' -l export-token -d 'Give the command REDLOCK_TOKEN'
complete -c redlock -n '__redlock_in run' -l metrics-file -r -d 'Write numbers to it at each change'
complete -c redlock -n '__redlock_in bench' -l depth -x -d 'So many locks at once'
complete -c redlock -n '__redlock_in bench' -l contenders -x -d 'So many clients for one lock'
complete -c redlock -n '__redlock_in bench' -l hold -x -d 'How long a lock is held'
complete -c redlock -n '__redlock_in bench' -l time -x -d 'Of each measurement'
complete -c redlock -n '__redlock_in watch' -l every -x -d 'The longest pause between askings'
complete -c redlock -n '__redlock_in watch' -l once -d 'Print how it is now, and end'
complete -c redlock -n '__redlock_in release' -l force -d 'Whoever holds it'
complete -c redlock -n '__redlock_in release' -l yes -d 'With --force: do not ask'
complete -c redlock -n '__redlock_in init' -l yes -d 'Mark the nodes even if locks are held'
complete -c redlock -n '__redlock_in status' -l limit -x -d 'So many resources at most'
complete -c redlock -n '__redlock_in status' -l within -x -d 'How long nodes are gone through'
complete -c redlock -n '__redlock_in demo' -l quick -d 'Some 9 seconds instead of 20'
complete -c redlock -n '__redlock_in demo' -l seed -x -d 'Of the workers\' thinking times'
