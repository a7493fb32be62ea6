# n2 becomes a replica of its replica while c1 keeps r1 by all three nodes. c1
# learns this at its renewal, connects to the promoted server, and restores its
# key there. Until that counts, the other two nodes are enough.
@expect breaks nothing
@expect seen c1 HOLDS r1
@expect seen n2: its replica is the master, and it is a replica
@expect seen c1 <- n2 read only
@expect seen c1's connection to n2 is broken
@expect seen n2: repair r1 c1.1 for 600ms
@expect never c1 has LOST r1
seed 32
nodes 3
clients 1
guard on
ttl-max 600ms
length 3000ms
9.9ms n2 snapshot
10ms c1 acquire r1 ttl 600ms keep
100ms n2 switchover
2500ms c1 release
