# n1 is flushed while c1 holds r1 by n1 and n2. c2 is new, asks n1 first, does
# not know that these nodes are guarded, and gets n1's vote. When n3 reports a
# marker, c2 begins again, and n1 refuses.
@expect breaks nothing
@expect seen n1: FLUSHALL
@expect seen n1: grant r1 c2a.1 for 1000ms: yes
@expect seen c2 acquires r1: no quorum
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
