# c2 waits at n1 and is handed the lock there. While the message is on its way,
# n1 fails over and back, and c2 has seen the other memory when the message
# arrives. It must not count. With the mutant c2 counts n1 and n2, and n1 has no
# key.
@mutant HANDOFF_OF_ANOTHER_MEMORY
@expect breaks shield
@expect seen c2 <- n1 hands off to c2
nodes 3
clients 2
broken memory
ttl-max 5000ms
length 600ms
10ms c1 acquire r1 ttl 5000ms hold 90ms
20ms c2 acquire r1 ttl 5000ms wait 3000ms hold 100ms
95ms n3 pause for 600ms
99ms c2 n1 slow-back for 300ms
101.5ms c2 n1 slow-back for 0.001ms
102ms n1 failback
102.2ms c2 n1 cut
