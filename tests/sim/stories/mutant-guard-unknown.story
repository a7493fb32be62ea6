# n1 is flushed while c1 holds r1 by it and n2. c2 is new, meets n1 first and
# does not know that these nodes are guarded: it gets its vote. When n3 shows a
# marker, c2 does not begin anew, as it should: two hold r1.
@mutant DISCARD_LEFT_OUT
@expect breaks exclusion
seed 5
nodes 3
clients 2
guard auto
ttl-max 1000ms
length 700ms
10ms c1 n3 refuse for 680ms
10ms c1 n3 cut
1ms c2 crash for 200ms
20ms c1 acquire r1 ttl 1000ms
100ms n1 flush
190ms c2 n2 refuse for 300ms
190ms c2 n3 slow-back for 45ms
205ms c2 acquire r1 ttl 1000ms
