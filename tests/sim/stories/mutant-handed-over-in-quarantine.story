# c2 and c3 wait behind c1, which hands on to c2 and tells it of c3. While c2
# holds the lock, n3 forgets it all and is given c2's key again; c2 hands that on
# to c3 as well, which counts what n3 says.
@mutant HANDED_OVER_IN_QUARANTINE
@only amnesia
@expect breaks amnesia
@expect seen n3: FLUSHALL
@expect seen n3: repair r1 c2.2 for 300ms, whole script: created, in quarantine
@expect seen c2 begins to release r1
@expect seen n3 hands off to c3.2: it is yours
nodes 3
clients 3
guard on
node-timeout 100ms
ttl-max 400ms
length 900ms
10ms c1 acquire r1 ttl 300ms
20ms c2 acquire r1 ttl 300ms wait 700ms hold 250ms keep
30ms c3 acquire r1 ttl 300ms wait 700ms hold 100ms
60ms c1 release
100ms n3 flush
