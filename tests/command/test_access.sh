#!/bin/sh
# SPDX-License-Identifier: MIT
# The rule of docs/access.md is enough for everything, and each of its words is
# needed: without a word the features in the page's table are refused or missing,
# and all others work.
. "$(dirname "$0")/lib.sh"
page=$(dirname "$0")/../../docs/access.md
start_masters 3

# The rule as it is copied, for a user: in a line, as redis-cli reads it.
rule() {
    awk '/^redis-cli ACL SETUSER/ { inside = 1 } inside && /^```$/ { exit } inside' \
        "$page" | sed "s/ app / $1 /; s/PASSWORD/sesame/; s/~NAME/~job:*/"
}
rights=$(rule app | tr -d "'\\\\" | tr -s ' ' '\n' | grep '^[+~&]')
is 'the_documented_rule_has_26_rights' 26 "$(echo "$rights" | wc -l)"

# needs FEATURE...: the words in these rows of the table.
needs() {
    for row in "$@"; do
        awk -F ' [|] ' -v row="$row" '
            /^[|]/ && index(", " substr($1, 3) ",", ", " row ",")' "$page" |
            sed 's/\\|/|/g; s/~NAME/~job:*/' |
            grep -o '`[+~&][^`]*`' | tr -d '`'
    done
}
is 'the_table_and_the_rule_list_the_same_rights' \
    "$(echo "$rights" | sort)" \
    "$(needs plain fenced shared owner slots guarded queue status watch force \
        init 'broken connections' | sort -u)"

# Rights that no lock needs.
optional=$(needs list | grep -vxF "$rights")
is 'the_page_names_the_rights_for_lists_outside_the_rule' '+scan +getrange' \
    "$(echo "$optional" | tr '\n' ' ' | sed 's/ $//')"
says 'the_page_has_the_command_that_adds_the_rights_for_lists' "ACL SETUSER app $(echo "$optional" | tr '\n' ' ' |
    sed 's/ $//; s/+/[+]/g')\`" "$page"

# A word's name in doctor's JSON. It is told no resource.
denied() {
    case $1 in
    '~job:*' | none | +scan | +getrange) ;;
    '~{*}:*') echo '"queues"' ;;
    '~redlock:*') echo '"keys"' ;;
    '&redlock:wake:*') echo '"channels"' ;;
    *) echo "\"$(echo "$1" | tr -d + | tr '|' _)\"" ;;
    esac
}

# --- what a user is answered -------------------------------------------------

# as VERB ARGUMENT...: the command of the user; what it says is in its files.
as() {
    verb=$1
    shift
    timeout 100 "$redlock" "$verb" --username "$user" "$@" \
        >"$dir/$user.out" 2>"$dir/$user.err"
}

# word STATUS: a refusal counts where its cause is named.
word() {
    case $1 in
    0) echo works ;;
    77)
        if grep -qE 'lacks a right|"reason":"noperm"|run redlock doctor' \
            "$dir/$user.out" "$dir/$user.err"; then
            echo refused
        else
            echo 'refused without a cause'
        fi
        ;;
    *) echo "status $1" ;;
    esac
}

# The options that later calls for such a lock need, too.
mode_of() {
    case " $* " in
    *' --shared '*) echo --shared ;;
    *' --reentrant=me '*) echo --reentrant=me ;;
    *' --slots=2 '*) echo --slots=2 ;;
    esac
}
# chain GUARD OPTION...: acquires, extends and releases a lock.
chain() {
    guard=$1
    shift
    as acquire --wait 0s --guard "$guard" "$@" "job:$user" || {
        word $?
        return
    }
    if [ "${1:-}" != --no-fence ] && ! grep -q 'fence [0-9]' "$dir/$user.err"
    then
        echo 'no fence'
        return
    fi
    # The slot's index is printed first.
    REDLOCK_TOKEN=$(sed 's/.* //' "$dir/$user.out")
    REDLOCK_SLOT=$(sed -n 's/ .*//p' "$dir/$user.out")
    export REDLOCK_TOKEN
    [ -z "$REDLOCK_SLOT" ] || export REDLOCK_SLOT
    mode=$(mode_of "$@")
    as extend --guard "$guard" ${mode:+"$mode"} "job:$user"
    answer=$(word $?)
    as release --guard "$guard" ${mode:+"$mode"} "job:$user"
    released=$(word $?)
    unset REDLOCK_TOKEN REDLOCK_SLOT
    [ "$answer" != works ] || answer=$released
    [ "$released" = works ] ||
        redis_on '1 2 3' DEL "job:$user" "{job:$user}:slots" \
            "{job:$user}:slot:0" "{job:$user}:slot:1"
    echo "$answer"
}

# several: acquires two locks as a set, and releases each.
several() {
    as acquire --wait 0s --guard on "job:$user" "job:$user:too" || {
        word $?
        return
    }
    answer=works
    while read -r name _ _ token; do
        name=$(echo "$name" | sed 's/%3A/:/g')
        as extend --guard on --token "$token" "$name" </dev/null ||
            answer=$(word $?)
        as release --guard on --token "$token" "$name" </dev/null || {
            answer=$(word $?)
            redis_on '1 2 3' DEL "$name" </dev/null
        }
    done <<END
$(cat "$dir/$user.out")
END
    echo "$answer"
}

# Nothing is to be waited for but the words of who waits, or its end.
has_answered() {
    grep -q "$1" "$dir/$user.err" || gone "$waiter"
}

# waits EXPECTED: for a lock of app's that the user releases, or app where it may
# not.
waits() {
    token=$("$redlock" acquire --username app --wait 0s --guard on "job:$user" \
        2>/dev/null)
    [ "$without" != +eval ] || redis_on '1 2 3' SCRIPT FLUSH
    timeout 100 "$redlock" run --username "$user" --guard on --wait 60s --json \
        "job:$user" -- true 2>"$dir/$user.err" &
    waiter=$!
    case $1 in
    *queues) await has_answered '"position":' ;;
    *) await has_answered '"event":"waiting"' ;;
    esac
    for holder in "$user" app; do
        ! "$redlock" release --username "$holder" --token "$token" "job:$user" \
            >/dev/null 2>&1 || break
    done
    wait "$waiter"
    answer=$(word $?)
    # It may have a place, and not all that makes a queue: it asks, too.
    if [ "$1" = 'works, and queues' ] && grep -q '"position":' "$dir/$user.err"; then
        answer="$answer, and queues"
    fi
    redis_on '1 2 3' DEL "job:$user"
    echo "$answer"
}

# forced: releases a lock of app by force.
forced() {
    "$redlock" acquire --username app --wait 0s --guard on "job:$user" \
        >/dev/null 2>&1
    once release --force --yes "job:$user"
    redis_on '1 2 3' DEL "job:$user"
}

# once VERB ARGUMENT...: one call.
once() {
    as "$@"
    word $?
}

# doctors: the rights that are missing on the three nodes, in JSON.
doctors() {
    timeout 100 "$redlock" doctor --username "$user" --json \
        >"$dir/$user.out" 2>&1
    grep -o '"rights_denied":\[[^]]*\]' "$dir/$user.out" |
        sed 's/.*\[//; s/\]//' | tr '\n' ' '
}

answers() {
    echo "plain $(chain off --no-fence)"
    echo "fenced $(chain off)"
    echo "guarded $(chain on --no-fence)"
    echo "fenced and guarded $(chain on)"
    echo "shared $(chain off --no-fence --shared)"
    echo "shared and guarded $(chain on --shared)"
    echo "owner $(chain off --no-fence --reentrant=me)"
    echo "owner and guarded $(chain on --reentrant=me)"
    echo "slots $(chain off --no-fence --slots=2)"
    echo "slots and guarded $(chain on --slots=2)"
    echo "set $(several)"
    echo "waiting $(waits "$(said_of_waiting)")"
    echo "status $(once status job:held)"
    echo "list $(once status)"
    echo "force $(forced)"
    echo "watch $(once watch --once job:held)"
    echo "init $(once init --yes)"
    echo "doctor $(doctors)"
}

# --- what the table says -----------------------------------------------------

# listed ROW...: the right is in one of these rows.
listed() {
    needs "$@" | grep -qxF -e "$without"
}
said() {
    if listed "$@"; then echo refused; else echo works; fi
}
# A slot does not use the resource's own key.
said_of_slots() {
    if [ "$without" = '~job:*' ]; then echo works; else said "$@" slots; fi
}
# A right to take a lock is one to wait for it, but these come later.
said_of_waiting() {
    if [ "$without" = +pexpire ]; then
        echo works
    elif listed plain fenced guarded && [ "$without" != +del ]; then
        echo refused
    elif listed queue; then
        echo works
    else
        echo 'works, and queues'
    fi
}
expected() {
    name=$(denied "$without")
    echo "plain $(said plain)"
    echo "fenced $(said plain fenced)"
    echo "guarded $(said plain guarded)"
    echo "fenced and guarded $(said plain fenced guarded)"
    echo "shared $(said plain shared)"
    echo "shared and guarded $(said plain fenced guarded shared)"
    echo "owner $(said plain owner)"
    echo "owner and guarded $(said plain fenced guarded owner)"
    echo "slots $(said_of_slots plain)"
    echo "slots and guarded $(said_of_slots plain fenced guarded)"
    echo "set $(said plain fenced guarded)"
    echo "waiting $(said_of_waiting)"
    echo "status $(said status)"
    echo "list $(said list)"
    echo "force $(said force status)"
    echo "watch $(said watch)"
    echo "init $(said init)"
    echo "doctor $name $name $name "
}

# --- each right --------------------------------------------------------------

# Here a shell reads it, as it is copied.
rule app >"$dir/rule"
for i in 1 2 3; do
    sed "s|^redis-cli|& -s $(path "$i")|" "$dir/rule" >"$dir/copied"
    is "node_${i}_accepts_the_rule_pasted_into_a_shell" OK "$(sh "$dir/copied")"
done
number=0
for right in none $rights $optional; do
    number=$((number + 1))
    echo "less$number $right"
done >"$dir/users"
while read -r name right; do
    { rule "$name"; echo "$optional"; } | tr -d '\\' | tr '\n' ' ' |
        sed 's/^redis-cli//' |
        awk -v word="$right" '{
            for (i = 1; i <= NF; i++)
                if ($i != word && $i != "\047" word "\047")
                    printf "%s ", $i
            print ""
        }'
done <"$dir/users" >"$dir/rules"
for i in 1 2 3; do
    is "node_${i}_accepts_every_rule_with_one_right_less" "$number" \
        "$(redis "$i" <"$dir/rules" | grep -c OK)"
done
export REDLOCK_PASSWORD=sesame
"$redlock" init --username app >/dev/null
"$redlock" acquire --username app --ttl 5m job:held >/dev/null 2>&1
is 'a_user_with_the_rule_can_acquire' 0 $?

# lane COMMAND: for each of the users, whose answers are kept.
lane() {
    while read -r user without; do
        "$1" >"$dir/$user.answers"
    done
}
# lanes COMMAND USERS: some at a time.
lanes() {
    lanes=
    for lane in 1 2 3 4 5 6; do
        sed -n "$lane~6p" "$2" | lane "$1" &
        lanes="$lanes $!"
    done
    for lane in $lanes; do
        wait "$lane"
    done
}
# A script that a server knows needs no EVAL: it comes first, and alone.
redis_on '1 2 3' SCRIPT FLUSH
grep ' +eval$' "$dir/users" >"$dir/alone"
lane answers <"$dir/alone"
grep -v ' +eval$' "$dir/users" >"$dir/others"
lanes answers "$dir/others"
while read -r user without; do
    is "without_${without}_the_documented_features_are_missing" "$(expected)" "$(cat "$dir/$user.answers")"
done <"$dir/users"
is 'only_the_marker_is_left_without_a_ttl' redlock:inst "$(
    for i in 1 2 3; do
        redis "$i" --scan | while read -r key; do
            [ "$(redis "$i" PTTL "$key")" != -1 ] || echo "$key"
        done
    done | sort -u
)"

# Two nodes lose their memory. No user acquires a lock with them, whatever rights
# it lacks.
redis_on '1 2' FLUSHALL
forgetful() {
    for guard in auto on; do
        as acquire --wait 0s --guard "$guard" job:held
        case $? in
        69 | 77) ;;
        *) echo "$without, --guard $guard" ;;
        esac
    done
}
lanes forgetful "$dir/users"
is 'no_user_gets_a_lock_from_nodes_that_lost_their_memory' '' "$(
    while read -r user without; do
        cat "$dir/$user.answers"
    done <"$dir/users"
)"
finish
