#!/bin/sh
# SPDX-License-Identifier: MIT
# test_judge.sh JUDGE: forged histories, which the judge must refuse, and
# honest ones, which he must not. Speaks TAP.
#
# Instants are written in milliseconds and made nanoseconds.
set -u

judge=$1
dir=$REDLOCK_TEST_DIR/run
out=$REDLOCK_TEST_DIR/out
count=0
failures=0

tell() {
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - judge::$2"
    else
        echo "not ok $count - judge::$2"
        failures=$((failures + 1))
        sed 's/^/#   /' "$out"
    fi
}

# promise LINE...: what the scenario says; a TTL of 100 ms.
promise() {
    printf '%s\n' name=forged title=forged ttl_ms=100 recover_ms=200 "$@" \
        >"$dir/scenario"
}

# In a history's lines: milliseconds to nanoseconds, where they are instants.
history() {
    awk '{
        $1 = $1 "000000"
        for (i = 4; i <= NF; i++)
            if ($i ~ /^(until|checked)=[1-9]/)
                $i = $i "000000"
        print
    }' >"$dir/$1.history"
}

resource() {
    cat >"$dir/a.resource"
}

# An honest run: one fault, two workers one after the other.
honest() {
    rm -rf "$dir"
    mkdir "$dir"
    promise
    history chaos <<'END'
1000 chaos start
1300 chaos begin fault=kill
1500 chaos end fault=kill
2000 chaos stop
END
    history w1 <<'END'
1100 w1 try lock=a
1101 w1 acquired lock=a tenure=w1.1 until=1200 fence=11
1110 w1 wrote lock=a tenure=w1.1 value=1 checked=1109 until=0 fence=11
1150 w1 extended lock=a tenure=w1.1 status=0 until=1250
1220 w1 wrote lock=a tenure=w1.1 value=2 checked=1219 until=0 fence=11
1240 w1 releasing lock=a tenure=w1.1 until=0
1241 w1 released lock=a tenure=w1.1 status=0
1400 w1 try lock=a
1401 w1 acquired lock=a tenure=w1.2 until=1500 fence=12
1450 w1 releasing lock=a tenure=w1.2 until=0
1451 w1 released lock=a tenure=w1.2 status=0
1990 w1 ended tries=2 acquired=2 refused=0 writes=2
END
    history w2 <<'END'
1105 w2 try lock=a
1106 w2 refused lock=a status=1 answer=held why=3*held
1550 w2 try lock=a
1551 w2 acquired lock=a tenure=w2.2 until=1650 fence=14
1552 w2 wrote lock=a tenure=w2.2 value=3 checked=1551 until=0 fence=14
1650 w2 expired lock=a tenure=w2.2
1651 w2 releasing lock=a tenure=w2.2 until=0
1652 w2 released lock=a tenure=w2.2 status=8
1990 w2 ended tries=2 acquired=1 refused=1 writes=1
END
    resource <<'END'
                   1 11 w1.1
                   2 11 w1.1
                   3 14 w2.2
END
}

# change FILE SED: one thing about the honest run.
change() {
    sed -i "$2" "$dir/$1"
}

passes() {
    "$judge" "$dir" >"$out" 2>&1
    tell $? "$1"
}

# refuses SENTENCE PATTERN: by exit status, and in these words.
refuses() {
    "$judge" "$dir" >"$out" 2>&1
    [ $? -eq 1 ] && grep -Eq "$2" "$out"
    tell $? "$1"
}

honest
passes 'an honest run passes'

# The second holder comes while the first believes to hold.
two_holders() {
    honest
    change w2.history 's/^1551/1420/; s/^1550/1419/; s/until=1650/until=1700/'
    change chaos.history 's/^1500/1410/'
}
two_holders
refuses 'two holders at once are refused' 'w1.2 and w2.2 both held it'
promise breaks=exclusion
passes 'two holders about a fault pass where the scenario breaks exclusion'
change chaos.history 's/^1300/1010/; s/^1410/1020/'
refuses 'two holders long after the fault are refused all the same' 'both held'

honest
change w1.history '/extended/d'
refuses 'a write after the validity is refused' \
    'w1.1 wrote .* after it had ended'

honest
change w1.history 's/^1150.*/1150000000 w1 lost lock=a tenure=w1.1/'
refuses 'a write after a loss is refused' 'w1.1 wrote .* after it had ended'

honest
change w2.history 's/fence=14/fence=10/'
change a.resource 's/14 w2.2/10 w2.2/'
refuses 'a fence behind one that was told before is refused' \
    'w2.2 has fence 10, and 12 was told before it was asked for'

honest
change w1.history 's/fence=12/fence=20/'
promise breaks=exclusion
refuses 'also where the scenario breaks exclusion' \
    'w2.2 has fence 14, and 20 was told before'

honest
change w1.history 's/fence=11/fence=13/'
change a.resource 's/11 w1.1/13 w1.1/'
refuses 'the largest that was told counts, not the last' \
    'w1.2 has fence 12, and 13 was told before'

# w2.2 is granted while w1.2 holds; asked says when it began.
asked() {
    two_holders
    promise two_holders=a
    change w2.history "s/^1419/$1/; s/fence=14/fence=$2/"
    change a.resource "s/14 w2.2/$2 w2.2/"
}
asked 1400 11
refuses 'a fence that one of long ago had is refused' \
    'w2.2 has fence 11, and 11 was told before'
asked 1400 12
refuses 'a fence that one beside has too is refused' \
    'w1.2 and w2.2 both have fence 12'
asked 1402 12
refuses 'likewise one that was told before' 'and 12 was told before'
asked_first() {
    asked 1400 12
    change w1.history 's/fence=12/fence=13/'
}
asked_first
passes 'a smaller fence passes where the greater one was told later'

# w2.2 waits since 1120, while two others hold; w1.2 hands the lock to it.
handed() {
    honest
    change w1.history 's/fence=12/fence=13/'
    change w2.history "s/^1550/1120/; s/fence=14/fence=$1/"
    change a.resource "s/14 w2.2/$1 w2.2/"
}
handed 14
passes 'a lock that is handed on with a greater fence passes'
handed 12
refuses 'one that is handed on with a smaller fence is refused' \
    'w2.2 has fence 12, and w1.2, which held before, 13'
promise breaks=exclusion
passes 'but where the scenario breaks exclusion'
handed 13
refuses 'one that is handed on with the same fence is refused' \
    'w1.2 and w2.2 both have fence 13'

honest
change w1.history 's/acquired\(.*w1.2.*\) fence=12/acquired\1 fence=0/'
refuses 'a tenure without a fence is refused' 'w1.2 has no fence'

honest
change w1.history '/wrote.*value=2/s/fence=11/fence=12/'
refuses 'a write with a fence that was not told is refused' \
    'w1.1 was told fence 11, and wrote with 12'

honest
change a.resource 's/14 w2.2/15 w2.2/'
refuses 'a fence that only the resource has is refused' \
    'line 3: fence 15, and w2.2 has 14'

honest
resource <<'END'
                   1 11 w1.1
                   2 14 w2.2
                   3 11 w1.1
END
refuses 'a write behind a greater fence is refused' \
    'line 3: behind a greater fence'
two_holders
promise two_holders=a
resource <<'END'
                   1 11 w1.1
                   2 14 w2.2
                   3 11 w1.1
END
"$judge" "$dir" >"$out" 2>&1 &&
    grep -q 'two holders at once (1); a check of fences refuses 1 w' "$out"
tell $? 'where two hold, it is told what a check of fences refuses'

late() {
    honest
    change w1.history 's/^1220000000/1310000000/
        s/^1240000000/1311000000/; s/^1241000000/1312000000/'
}
late
refuses 'a write that was checked in time and came late is refused' \
    'checked in time and wrote 60.0 ms late'
promise breaks=late-write
passes 'a late write about a fault passes where the scenario says so'

honest
resource <<'END'
                   1 11 w1.1
                   1 11 w1.1
                   3 14 w2.2
END
refuses 'a write that was lost is refused' 'does not follow'

honest
resource <<'END'
                   1 11 w1.1
                   2 14 w2.2
                   3 11 w1.1
END
refuses 'two tenures mixed in the resource are refused' 'two tenures mixed'

honest
change a.resource 3d
refuses 'a write that the resource does not have is refused' \
    'w2.2 noted 1 writes, the resource has 0'

honest
change w2.history '/wrote/d; s/writes=1/writes=0/'
refuses 'a write that nobody noted is refused' \
    'w2.2 noted 0 writes, the resource has 1'

honest
change a.resource 's/w2.2/w9.9/'
refuses "a write of a tenure that was never granted is refused" "nobody's"

honest
change w2.history '/ refused lock/d'
refuses 'an attempt without an answer is refused' 'counts do not add up'

honest
change w2.history '/released/d'
refuses 'a release that never returned is refused' 'counts do not add up'

honest
change w2.history '/ended/d'
refuses 'a worker that died is refused' 'w2 did not end'

honest
change w2.history 's/status=1 answer=held/status=18 answer=system/'
refuses 'an answer that chaos does not explain is refused' 'answered: system'

honest
change w1.history 's/^1401000000/1290000000/; s/until=1500/until=1499/'
refuses 'no grant during a fault is refused where they were promised' \
    'no lock was granted while'
promise served=no
passes 'no grant during a fault passes where none was promised'

honest
change w2.history 's/^155/175/; s/^165/185/; s/until=1650/until=1850/
    s/checked=1551/checked=1751/'
refuses 'a slow recovery is refused' \
    '251 ms until a lock was granted after kill'

honest
change chaos.history 's/^1500/1800/'
refuses 'no recovery is refused' 'nobody was granted a lock after kill'

honest
printf '%s\n' '1999000000 chaos left node=3 lock=a token=x' \
    >>"$dir/chaos.history"
refuses 'a key that was left behind is refused' 'left behind: node=3'

honest
echo 'what is this' >>"$dir/w1.history"
refuses 'a line that makes no sense is refused' 'make no sense'

honest
change w1.history 's/tenure=w1.2 until=0/tenure=w1.7 until=0/'
refuses 'an event of no tenure is refused' 'belong to no tenure'

honest
rm "$dir"/w?.history
: >"$dir/a.resource"
refuses 'a run in which nothing happened is refused' 'no lock was ever acquired'

two_holders
promise two_holders=a
passes 'the comparison passes when it shows two holders'
honest
promise two_holders=a
refuses 'the comparison is refused when it shows one' 'was to be seen with two'

honest
promise 'skipped=no nft here'
"$judge" "$dir" >"$out" 2>&1
[ $? -eq 1 ] && grep -q 'skipped: no nft here' "$out"
tell $? 'a sitting in which everything was skipped is no success'

rm -rf "$dir"
"$judge" "$dir" >"$out" 2>&1
[ $? -eq 2 ]
tell $? 'a run that cannot be read is an error'

echo "1..$count"
exit "$((failures > 0))"
