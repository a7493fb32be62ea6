# As failback, but the marker is not compared with the memory, which is another
# one: n1 votes for c2, and two clients hold r1.
@mutant MARKER_OF_ANY_MEMORY
@only exclusion
@expect breaks exclusion
seed 5
nodes 3
clients 2
guard on
ttl-max 1000ms
length 700ms
1ms n1 snapshot
2ms c1 n3 refuse for 690ms
2ms c1 n3 cut
20ms c1 acquire r1 ttl 1000ms
100ms n1 failback
190ms c2 n2 refuse for 300ms
190ms c2 n2 cut
205ms c2 acquire r1 ttl 1000ms
