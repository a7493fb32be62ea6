# c2 and c3 wait behind c1, which hands the lock to c2 and reports c3 as the
# next waiter. While c2 holds the lock, n3 loses its memory, and c2's key is
# restored there. c2 hands that key on to c3, too, which counts n3's vote.
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
