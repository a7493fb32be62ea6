# c1 holds r1 by n1 and n2. n1 is flushed, and in quarantine since c2 asked it.
# Its clock, which was slow, is set. c3 has just started and has no observation
# of the quarantine. n1's marker has not changed, and n1 does not vote.
@expect breaks nothing
@expect seen n1: grant r1 c3a.1 for 1000ms: no, in quarantine
@expect seen c3 acquires r1: no quorum
seed 5
nodes 3
clients 3
guard on
ttl-max 1000ms
length 700ms
10ms c1 n3 refuse for 680ms
10ms c1 n3 cut
1ms c3 crash for 200ms
20ms c1 acquire r1 ttl 1000ms
100ms n1 flush
110ms c2 acquire r1 ttl 1000ms
150ms n1 step for 25000ms
190ms c3 n2 refuse for 300ms
205ms c3 acquire r1 ttl 1000ms
