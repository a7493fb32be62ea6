# As quarantine-by-node-clock, but n1 ends its quarantine by its own clock.
@mutant QUARANTINE_ENDED_BY_NODE
@only exclusion
@expect breaks exclusion
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
