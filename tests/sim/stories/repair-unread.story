# Two extensions find no key at n3, and each restores it. The first repair is
# answered. The second is on its way when the connection breaks, and is executed
# after the key was lost again. So the probation, which began with the first
# repair, must not end at 250 ms, when a key that was restored at 70 ms is
# extended.
@only probation
@expect breaks nothing
@expect seen n3: repair r1 c1.1 for 200ms: created
@expect seen c1's connection to n3 is broken
@expect seen n3: repair r1 c1.1 for 200ms: created
@expect seen n3: kill client 1: yes
@expect seen c1 <- n3 yes
broken memory
seed 9
nodes 3
clients 1
parallel
ttl-max 200ms
length 400ms
delay 0.02ms
10ms c1 acquire r1 ttl 200ms keep
12ms n3 lose-key r1
13ms c1 extend ttl 200ms
38ms n3 lose-key r1
40ms c1 extend ttl 200ms
40.02ms c1 extend ttl 200ms
40.06ms c1 n3 slow-there for 30ms
45ms c1 n3 cut
50ms n3 lose-key r1
250ms c1 extend ttl 200ms
