# As step-seen-by-clearing, but the client that ends the quarantine does not
# compare the clock, and two clients hold r1 before c1 has noticed the step.
@mutant CLEARED_UNANSWERED
@only exclusion
@expect breaks exclusion
guard on
agreeing
seed 12
nodes 3
clients 3
slack 50ms
ttl-max 1000ms
length 2800ms
5ms c1 n3 refuse for 2700ms
5ms c1 n3 cut
10ms c1 acquire r1 ttl 1000ms
20ms c3 crash for 2080ms
100ms n2 restart for 10ms
800ms c1 extend ttl 1000ms
1600ms c1 extend ttl 1000ms
2000ms n2 step for 2000ms
2215ms c1 n2 slow-back for 200ms
2215ms c2 n2 slow-back for 200ms
2300ms c3 acquire r1 ttl 200ms
