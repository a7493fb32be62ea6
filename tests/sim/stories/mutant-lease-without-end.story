# c2 waits behind c1, and both end. n1's clock is set back, so c2's queue entry
# there appears to be valid for long. c3 wants to share r1, which is free.
@mutant LEASE_WITHOUT_END
@expect breaks order
seed 3
nodes 1
clients 4
shares
broken steps
agreeing
ttl-max 5000ms
length 1500ms
10ms c1 acquire r1 ttl 100ms
20ms c2 acquire r1 ttl 100ms wait 1000ms shared
40ms c1 crash for 1400ms
40ms c2 crash for 1400ms
200ms c4 inspect r1
300ms n1 step for -10000ms
350ms c4 inspect r1
400ms c3 acquire r1 ttl 100ms shared
