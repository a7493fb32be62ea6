# Each step of n1's clock is within the slack, but their sum is not. c1's vote
# there ends earlier with each step, and the loss is reported before c2 is
# granted the lock.
@only exclusion
@expect breaks nothing
@expect seen c1 is notified that r1 is lost
@expect seen c2 acquires r1: acquired
broken steps
seed 12
nodes 1
clients 2
fenced
slack 50ms
ttl-max 1000ms
length 1500ms
10ms c1 acquire r1 ttl 500ms hold 600ms
15ms c1 acquire r2 slot 2 ttl 500ms hold 400ms
20ms c2 crash for 350ms
100ms n1 step for 45ms
120ms c1 extend slot 2 ttl 500ms
150ms n1 step for 45ms
170ms c1 extend slot 2 ttl 500ms
200ms n1 step for 45ms
220ms c1 extend slot 2 ttl 500ms
250ms n1 step for 45ms
270ms c1 extend slot 2 ttl 500ms
395ms c2 acquire r1 ttl 100ms
