# Two clients want the same lock. The first node refuses the second client and
# reports when the key expires. The client acquires after the first one has
# released.
@expect breaks nothing
@expect seen grant r1 c2.1 for 300ms: no
@expect seen c1 begins to release r1
@expect seen c2 acquires r1: acquired
nodes 3
clients 2
ttl-max 1000ms
length 60ms
10ms c1 acquire r1 ttl 300ms
12ms c2 acquire r1 ttl 300ms wait 200ms hold 10ms
16ms c1 release
