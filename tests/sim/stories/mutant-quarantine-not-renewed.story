# As step-in-quarantine, but the first quarantine continues in spite of the
# step, and two clients hold r1 when it has ended.
@mutant QUARANTINE_NOT_RENEWED
@only exclusion
@expect breaks exclusion
guard on
agreeing
seed 12
nodes 3
clients 4
slack 50ms
node-timeout 200ms
ttl-max 1000ms
length 2800ms
5ms c1 n3 refuse for 2700ms
5ms c1 n3 cut
10ms c1 acquire r1 ttl 1000ms
20ms c3 crash for 2080ms
100ms n2 restart for 10ms
800ms c1 extend ttl 1000ms
1600ms c1 extend ttl 1000ms
1650ms c1 n2 refuse for 1100ms
1650ms c1 n2 cut
2000ms n2 step for 200ms
2050ms c2 acquire r2 slot 2 ttl 100ms hold 1ms
2220ms c4 n2 slow-back for 400ms
2460ms c3 acquire r1 ttl 200ms
