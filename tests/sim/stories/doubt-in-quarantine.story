# n2 is in quarantine after a restart with its memory. Its clock is stepped by
# 150 ms. c2 learns of the step from a late answer: 49 ms are certain, which is
# within the slack, and the rest is possible. Meanwhile c2 does not end the
# quarantine. c1, which counts n2's vote, has not noticed the step.
@only exclusion
@expect breaks nothing
@expect seen n2 is back, with its memory
@expect seen n2's clock is stepped by 150ms
@expect seen c3 <- n2 no, in quarantine
@expect seen c3 acquires r1: held by another
guard on
agreeing
seed 12
nodes 3
clients 3
slack 50ms
ttl-max 500ms
length 2500ms
5ms c1 n3 refuse for 2400ms
5ms c1 n3 cut
20ms c3 crash for 1880ms
100ms c1 acquire r1 ttl 500ms
200ms n2 restart for 10ms
400ms c1 extend ttl 500ms
800ms c1 extend ttl 500ms
1000ms c2 acquire r2 slot 2 ttl 100ms hold 1ms
1200ms c1 extend ttl 500ms
1600ms c1 extend ttl 500ms
1650ms c1 n2 refuse for 600ms
1650ms c1 n2 cut
1651ms c2 n2 slow-back for 101ms
1651.5ms n2 step for 150ms
1651.6ms c2 acquire r2 slot 2 ttl 100ms
1830ms c2 n2 slow-back for 200ms
2010ms c3 acquire r1 ttl 100ms
