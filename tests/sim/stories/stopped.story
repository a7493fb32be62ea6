# A holder is stopped for longer than its lock is valid, and another client
# acquires the lock. The first event after the pause reports the loss.
@expect breaks nothing
@expect seen c1 is stopped
@expect seen c2 acquires r1: acquired
@expect seen c1 continues
@expect seen c1 is notified that r1 is lost
seed 3
nodes 3
clients 2
ttl-max 300ms
length 700ms
10ms c1 acquire r1 ttl 300ms keep
20ms c1 stop for 500ms
400ms c2 acquire r1 ttl 300ms hold 50ms
