# The third node's first connection takes longer than the lock is valid. The
# grant that waits for the connection must not be sent any more, because no
# release would follow.
@expect breaks nothing
@expect seen c1 is notified that r1 is lost
@expect seen c1 is connected to n3
@expect seen n3: release r1 c1.1
@expect never n3: grant r1 c1.1
seed 31
nodes 3
clients 1
ttl-max 100ms
length 250ms
0ms n3 pause for 160ms
10ms c1 acquire r1 ttl 100ms
