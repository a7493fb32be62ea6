#!/bin/sh
# SPDX-License-Identifier: MIT
# test_judge.sh JUDGE: histories that violate a rule, which the judge must
# refuse, and others, which it must accept. Prints TAP.
#
# Instants are written in milliseconds and converted to nanoseconds.
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

# promise LINE...: writes the scenario file; the TTL is 100 ms.
promise() {
    printf '%s\n' name=forged title=forged ttl_ms=100 recover_ms=200 "$@" \
        >"$dir/scenario"
}

# Converts the instants in the lines of a history to nanoseconds.
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

# A run without a violation: one fault, and two workers one after the other.
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

# change FILE SED: changes one detail of that run.
change() {
    sed -i "$2" "$dir/$1"
}

passes() {
    "$judge" "$dir" >"$out" 2>&1
    tell $? "$1"
}

# refuses SENTENCE PATTERN: the exit status is 1 and the output matches.
refuses() {
    "$judge" "$dir" >"$out" 2>&1
    [ $? -eq 1 ] && grep -Eq "$2" "$out"
    tell $? "$1"
}

# broken SENTENCE PATTERN RUN FILE SED: a run with that change is refused.
broken() {
    "$3"
    change "$4" "$5"
    refuses "$1" "$2"
}

honest
passes 'an honest run passes'

# The second worker acquires while the first still believes that it holds.
two_holders() {
    honest
    change w2.history 's/^1551/1420/; s/^1550/1419/; s/until=1650/until=1700/'
    change chaos.history 's/^1500/1410/'
}
two_holders
refuses 'two holders of one lock are refused' 'w1.2 and w2.2 both held it'
promise breaks=exclusion
passes 'two holders around a fault pass if the scenario allows them'
change chaos.history 's/^1300/1010/; s/^1410/1020/'
refuses 'two holders long after the fault are refused even then' 'both held'

broken 'a write after the validity is refused' 'w1.1 wrote .* after it had ended' \
    honest w1.history '/extended/d'
broken 'a write after a loss is refused' 'w1.1 wrote .* after it had ended' \
    honest w1.history 's/^1150.*/1150000000 w1 lost lock=a tenure=w1.1/'

honest
change w2.history 's/fence=14/fence=10/'
change a.resource 's/14 w2.2/10 w2.2/'
refuses 'a fence smaller than one that was reported earlier is refused' \
    'w2.2 has fence 10, but 12 was reported before its request'

honest
change w1.history 's/fence=12/fence=20/'
promise breaks=exclusion
refuses 'a smaller fence is refused even if the scenario allows two holders' \
    'w2.2 has fence 14, but 20 was reported before'

honest
change w1.history 's/fence=11/fence=13/'
change a.resource 's/11 w1.1/13 w1.1/'
refuses 'a fence is compared with the largest reported one, not the last' \
    'w1.2 has fence 12, but 13 was reported before'

# w2.2 is granted while w1.2 holds; asked is the beginning of its attempt.
asked() {
    two_holders
    promise two_holders=a
    change w2.history "s/^1419/$1/; s/fence=14/fence=$2/"
    change a.resource "s/14 w2.2/$2 w2.2/"
}
asked 1400 11
refuses 'a fence that a holder of long ago had is refused' \
    'w2.2 has fence 11, but 11 was reported before'
asked 1400 12
refuses 'two simultaneous holders with one fence are refused' \
    'w1.2 and w2.2 both have fence 12'
asked 1402 12
refuses 'a fence equal to one that was reported earlier is refused' 'but 12 was reported before'
asked_first() {
    asked 1400 12
    change w1.history 's/fence=12/fence=13/'
}
asked_first
passes 'a smaller fence passes if the greater one was reported later'

# w2.2 has waited since 1120 while two others hold; w1.2 hands the lock to it.
handed() {
    honest
    change w1.history 's/fence=12/fence=13/'
    change w2.history "s/^1550/1120/; s/fence=14/fence=$1/"
    change a.resource "s/14 w2.2/$1 w2.2/"
}
handed 14
passes 'a lock that is handed on with a greater fence passes'
handed 12
refuses 'a lock that is handed on with a smaller fence is refused' \
    'w2.2 has fence 12, but w1.2, which held earlier, has 13'
promise breaks=exclusion
passes 'a handed-on smaller fence passes if the scenario allows two holders'
handed 13
refuses 'a lock that is handed on with the same fence is refused' \
    'w1.2 and w2.2 both have fence 13'

broken 'a tenure without a fence is refused' 'w1.2 has no fence' \
    honest w1.history 's/acquired\(.*w1.2.*\) fence=12/acquired\1 fence=0/'
broken 'a write with a fence that was not reported is refused' 'w1.1 received fence 11, and used 12' \
    honest w1.history '/wrote.*value=2/s/fence=11/fence=12/'
broken 'a fence that is only in the resource is refused' 'line 3: fence 15, and w2.2 has 14' \
    honest a.resource 's/14 w2.2/15 w2.2/'

honest
resource <<'END'
                   1 11 w1.1
                   2 14 w2.2
                   3 11 w1.1
END
refuses 'a write after one with a greater fence is refused' \
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
tell $? 'with two holders the writes that a fence check refuses are counted'

late() {
    honest
    change w1.history 's/^1220000000/1310000000/
        s/^1240000000/1311000000/; s/^1241000000/1312000000/'
}
late
refuses 'a write that was checked in time and arrives late is refused' \
    'checked in time and wrote 60.0 ms late'
promise breaks=late-write
passes 'a late write around a fault passes if the scenario allows it'

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
refuses 'interleaved writes of two tenures are refused' 'two tenures mixed'

honest
change a.resource 3d
refuses 'a recorded write that is not in the resource is refused' \
    'w2.2 recorded 1 writes, but the resource has 0'

broken 'a write that no worker recorded is refused' 'w2.2 recorded 0 writes, but the resource has 1' \
    honest w2.history '/wrote/d; s/writes=1/writes=0/'
broken "a write of a tenure that was never granted is refused" "nobody's" \
    honest a.resource 's/w2.2/w9.9/'
broken 'an attempt without an answer is refused' 'counts do not add up' \
    honest w2.history '/ refused lock/d'
broken 'a release that never returned is refused' 'counts do not add up' \
    honest w2.history '/released/d'
broken 'a worker that died is refused' 'w2 did not end' \
    honest w2.history '/ended/d'
broken 'a status that no fault explains is refused' 'answered: system' \
    honest w2.history 's/status=1 answer=held/status=18 answer=system/'

honest
change w1.history 's/^1401000000/1290000000/; s/until=1500/until=1499/'
refuses 'a fault without grants is refused if the scenario promises them' \
    'no lock was granted while'
promise served=no
passes 'a fault without grants passes if the scenario promises none'

honest
change w2.history 's/^155/175/; s/^165/185/; s/until=1650/until=1850/
    s/checked=1551/checked=1751/'
refuses 'a slow recovery is refused' \
    '251 ms until a lock was granted after kill'

broken 'a fault without later grants is refused' 'no lock was granted after kill' \
    honest chaos.history 's/^1500/1800/'

# --- readers ------------------------------------------------------------------

# w1 writes, w2 and w3 read together, w1 writes again.
readers() {
    honest
    promise kind=readers
    history w1 <<'END'
1100 w1 try lock=a
1101 w1 acquired lock=a tenure=w1.1 until=1200 fence=11
1110 w1 wrote lock=a tenure=w1.1 value=1 checked=1109 until=0 fence=11
1120 w1 releasing lock=a tenure=w1.1 until=0
1121 w1 released lock=a tenure=w1.1 status=0
1550 w1 try lock=a
1551 w1 acquired lock=a tenure=w1.2 until=1650 fence=12
1552 w1 wrote lock=a tenure=w1.2 value=2 checked=1551 until=0 fence=12
1560 w1 releasing lock=a tenure=w1.2 until=0
1561 w1 released lock=a tenure=w1.2 status=0
1990 w1 ended tries=2 acquired=2 refused=0 writes=2 reads=0
END
    history w2 <<'END'
1130 w2 try lock=a
1131 w2 acquired lock=a tenure=w2.1 until=1400 fence=11 mode=shared
1320 w2 read lock=a tenure=w2.1 value=1 checked=1319 until=0 fence=11
1390 w2 releasing lock=a tenure=w2.1 until=0
1391 w2 released lock=a tenure=w2.1 status=0
1990 w2 ended tries=1 acquired=1 refused=0 writes=0 reads=1
END
    history w3 <<'END'
1300 w3 try lock=a
1310 w3 acquired lock=a tenure=w3.1 until=1410 fence=11 mode=shared
1380 w3 releasing lock=a tenure=w3.1 until=0
1381 w3 released lock=a tenure=w3.1 status=0
1990 w3 ended tries=1 acquired=1 refused=0 writes=0 reads=0
END
    resource <<'END'
                   1 11 w1.1
                   2 12 w1.2
END
}

readers
passes 'readers that share the fence of the last writer pass'

broken 'a writer that holds together with readers is refused' 'w2.1 and w1.2 both held it' \
    readers w1.history 's/^1551/1350/; s/^1550/1349/'

readers
change w2.history 's/^1131/1115/; s/^1130/1102/'
refuses 'a reader that holds together with a writer is refused' 'w1.1 and w2.1 both held it'
promise kind=readers breaks=exclusion
change chaos.history 's/^1300/1105/'
passes 'a reader and a writer around a fault pass if the scenario allows it'

broken 'a reader with a smaller fence than an earlier holder is refused' 'w2.1 has fence 10, but 11 was reported before' \
    readers w2.history 's/fence=11/fence=10/'
broken 'a writer with the fence of an earlier reader is refused' 'w1.2 has fence 12, but 12 was reported before' \
    readers w3.history 's/fence=11/fence=12/'

# It requests the lock before the readers are granted, and is granted later.
readers
change w3.history 's/fence=11/fence=12/'
change w1.history 's/^1550/1125/'
refuses 'such a writer is refused even if it had requested the lock earlier' \
    'w3.1 and w1.2 both have fence 12'

# w3 requests the lock before w2 has acquired it; both hold it together.
readers
change w2.history 's/fence=11/fence=12/'
change w3.history 's/^1300/1125/'
change w1.history 's/fence=12/fence=13/'
change a.resource 's/12 w1.2/13 w1.2/'
passes 'a reader may have a smaller fence than one that was reported meanwhile'
change w3.history 's/fence=11/fence=10/'
refuses 'a reader with a smaller fence than an earlier writer is refused' \
    'w3.1 has fence 10, but 11 was reported before'

broken 'a reader that did not see the last write is refused' 'w2.1 read 0, and 1 was written last' \
    readers w2.history '/ read /s/value=1/value=0/'
broken 'a read after the validity is refused' 'w2.1 read .* after it had ended' \
    readers w2.history 's/^1320/1393/; s/checked=1319/checked=1392/'
broken 'a read with a fence that was not reported is refused' 'w2.1 received fence 11, and used 12' \
    readers w2.history '/ read /s/fence=11/fence=12/'
broken 'a read that was counted but not recorded is refused' 'counts do not add up' \
    readers w2.history '/ read /d'

readers
change w2.history 's/^1390/1305/; s/^1391/1306/; s/^1320/1303/
    s/checked=1319/checked=1302/'
refuses 'a run without two simultaneous readers is refused' 'no two readers ever held'

broken 'a run of readers without a writer is refused' 'no worker ever held it exclusively' \
    readers w1.history 's/\(acquired.*\)/\1 mode=shared/'

# --- sets ---------------------------------------------------------------------

# w1 holds a and b, then w2 b, and then both.
sets() {
    honest
    promise kind=sets
    history w1 <<'END'
1100 w1 try lock=b,a
1101 w1 acquired lock=b tenure=w1.1 until=1200 fence=21
1101 w1 with lock=a tenure=w1.1+a set=w1.1 fence=11
1110 w1 wrote lock=b tenure=w1.1 value=1 checked=1109 until=0 fence=21
1111 w1 wrote lock=a tenure=w1.1+a value=1 checked=1109 until=0 fence=11
1150 w1 extended lock=b tenure=w1.1 status=0 until=1400
1350 w1 wrote lock=a tenure=w1.1+a value=2 checked=1349 until=0 fence=11
1360 w1 releasing lock=b tenure=w1.1 until=0
1361 w1 released lock=b tenure=w1.1 status=0
1990 w1 ended tries=1 acquired=1 refused=0 writes=3 reads=0
END
    history w2 <<'END'
1370 w2 try lock=b
1371 w2 acquired lock=b tenure=w2.1 until=1450 fence=22
1380 w2 releasing lock=b tenure=w2.1 until=0
1381 w2 released lock=b tenure=w2.1 status=0
1550 w2 try lock=a,b
1551 w2 acquired lock=a tenure=w2.2 until=1650 fence=12
1551 w2 with lock=b tenure=w2.2+b set=w2.2 fence=23
1560 w2 releasing lock=a tenure=w2.2 until=0
1561 w2 released lock=a tenure=w2.2 status=0
1990 w2 ended tries=2 acquired=2 refused=0 writes=0 reads=0
END
    resource <<'END'
                   1 11 w1.1+a
                   2 11 w1.1+a
END
    echo '                   1 21 w1.1' >"$dir/b.resource"
}

sets
passes 'sets that are held one after the other pass'

sets
change w1.history '/ with /d; /w1.1+a/d; s/writes=3/writes=1/'
: >"$dir/a.resource"
refuses 'a set that is held without one of its names is refused' \
    'w1.1 requested a, and is held without it'

broken 'a set with a name that was not asked for is refused' 'w2.2 has more than it requested' \
    sets w2.history 's/try lock=a,b/try lock=a/'
broken "another holder of one of a set's names is refused" 'lock b: w1.1 and w2.1 both held it' \
    sets w2.history 's/^1371/1340/; s/^1370/1339/'

# The extension is recorded with the first name.
sets
change w2.history 's/^1370\(.*\)lock=b/1345\1lock=a/
    s/^1371\(.*\)lock=b\(.*\)fence=22/1346\1lock=a\2fence=12/
    s/fence=12$/fence=13/'
refuses 'another holder of a further name, extended with the first, is refused' \
    'lock a: w1.1\+a and w2.1 both held it'

broken 'the loss of a set is the loss of each of its names' 'w1.1\+a wrote 200.0 ms after it had ended' \
    sets w1.history 's/^1150.*/1150000000 w1 lost lock=b tenure=w1.1/'
broken "a name's fence in a set follows those of the name" 'w2.2\+b has fence 22, but 22 was reported before' \
    sets w2.history '/ with /s/fence=23/fence=22/'
broken 'a name without a fence in a set is refused' 'w2.2\+b has no fence' \
    sets w2.history '/ with /s/fence=23/fence=0/'
broken 'a part without a set is refused' 'belong to no tenure' \
    sets w1.history '/ with /s/set=w1.1/set=w9.9/'

sets
change w1.history 's/try lock=b,a/try lock=b/; / with /d; /w1.1+a/d
    s/writes=3/writes=1/'
change w2.history 's/try lock=a,b/try lock=a/; / with /d'
: >"$dir/a.resource"
refuses 'a run of sets in which no set is held is refused' 'no worker ever held several locks'

# --- slots --------------------------------------------------------------------

# Two slots: w1 has the first, w2 the second meanwhile, and then the first.
slots() {
    honest
    promise kind=slots slots=2
    history w1 <<'END'
1100 w1 try lock=a
1101 w1 acquired lock=a:slot:0 tenure=w1.1 until=1200 fence=11
1150 w1 releasing lock=a:slot:0 tenure=w1.1 until=0
1151 w1 released lock=a:slot:0 tenure=w1.1 status=0
1400 w1 try lock=a
1401 w1 acquired lock=a:slot:0 tenure=w1.2 until=1500 fence=12
1450 w1 releasing lock=a:slot:0 tenure=w1.2 until=0
1451 w1 released lock=a:slot:0 tenure=w1.2 status=0
1990 w1 ended tries=2 acquired=2 refused=0 writes=0 reads=0
END
    history w2 <<'END'
1102 w2 try lock=a
1103 w2 acquired lock=a:slot:1 tenure=w2.1 until=1300 fence=5
1200 w2 releasing lock=a:slot:1 tenure=w2.1 until=0
1201 w2 released lock=a:slot:1 tenure=w2.1 status=0
1550 w2 try lock=a
1551 w2 acquired lock=a:slot:0 tenure=w2.2 until=1650 fence=13
1560 w2 releasing lock=a:slot:0 tenure=w2.2 until=0
1561 w2 released lock=a:slot:0 tenure=w2.2 status=0
1990 w2 ended tries=2 acquired=2 refused=0 writes=0 reads=0
END
    : >"$dir/a:slot:0.resource"
    : >"$dir/a:slot:1.resource"
}

slots
passes 'two holders of two slots pass, each slot with its own fences'

slots
change w2.history '/w2.1/s/slot:1/slot:0/; /w2.1/s/fence=5/fence=12/'
change w1.history 's/fence=12/fence=13/'
change w2.history 's/fence=13/fence=14/'
refuses 'two holders of one slot are refused' 'a:slot:0: w1.1 and w2.1 both held it'

slots
change w2.history '/w2.1/s/slot:1/slot:2/'
: >"$dir/a:slot:2.resource"
refuses 'a slot beyond the last one is refused' \
    'w2.1 has a:slot:2, which is none of 2 slots'

slots
change w2.history 's/^1551/1130/; s/^1550/1104/; s/^1560/1140/; s/^1561/1141/
    /w2.2/s/slot:0/slot:2/'
: >"$dir/a:slot:2.resource"
refuses 'three holders of two slots are refused' 'w2.2 is one of 3 holders of the 2 slots of a'

slots
change w2.history '/w2.1/s/slot:1/slot:12/'
change w2.history '/w2.1/s/lock=a:slot:12/lock=a/'
: >"$dir/a.resource"
refuses 'a holder without a slot is refused' 'w2.1 has a, which is none of 2 slots'

broken "a slot's fence that does not increase is refused" 'w1.2 has fence 11, but 11 was reported before' \
    slots w1.history '/acquired.*w1.2/s/fence=12/fence=11/'

slots
change w2.history 's/^1102/1300/; s/^1103/1301/; s/^1200/1310/; s/^1201/1311/
    s/until=1300/until=1390/'
refuses 'a run in which the slots are never all taken is refused' 'never all taken'

# --- what is left -------------------------------------------------------------

honest
printf '%s\n' '1999000000 chaos left node=3 lock=a token=x' \
    >>"$dir/chaos.history"
refuses 'a key that remains after the run is refused' 'left behind: node=3'

honest
echo 'what is this' >>"$dir/w1.history"
refuses 'a line that cannot be parsed is refused' 'cannot be parsed'

broken 'an event without a tenure is refused' 'belong to no tenure' \
    honest w1.history 's/tenure=w1.2 until=0/tenure=w1.7 until=0/'

honest
rm "$dir"/w?.history
: >"$dir/a.resource"
refuses 'a run in which nothing happened is refused' 'no lock was ever acquired'

two_holders
promise two_holders=a
passes 'the comparison passes when it shows two holders'
honest
promise two_holders=a
refuses 'the comparison is refused when it shows one holder' 'two holders were expected'

honest
promise 'skipped=no nft here'
"$judge" "$dir" >"$out" 2>&1
[ $? -eq 1 ] && grep -q 'skipped: no nft here' "$out"
tell $? 'a session in which every run was skipped fails'

rm -rf "$dir"
"$judge" "$dir" >"$out" 2>&1
[ $? -eq 2 ]
tell $? 'a run that cannot be read is an error'

echo "1..$count"
exit "$((failures > 0))"
