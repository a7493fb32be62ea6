# When a slot is released, the first of three waiters is notified, and the
# others keep their positions until it is their turn.
@expect breaks nothing
@expect seen n1: inspect r1, whole script: no, another number of slots, 3 wait
@expect seen n1 hands off to c2.2: it is free
@expect seen c2 acquires r1: acquired
@expect seen n1 hands off to c3.2: it is free
@expect seen c3 acquires r1: acquired
@expect seen n1 hands off to c4.2: it is free
nodes 3
clients 4
slots 1
ttl-max 400ms
length 300ms
10ms c1 acquire r1 ttl 300ms slots 1
20ms c2 acquire r1 ttl 300ms slots 1 wait 700ms hold 50ms
30ms c3 acquire r1 ttl 300ms slots 1 wait 700ms hold 50ms
40ms c4 acquire r1 ttl 300ms slots 1 wait 700ms hold 50ms
50ms c1 inspect r1
60ms c1 release
