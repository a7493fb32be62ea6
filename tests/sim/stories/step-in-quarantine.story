# n2 restarts with its memory, and is in quarantine; then its clock is stepped.
# c1 does not notice and counts its vote. c2 notices and writes a new
# quarantine: c4 can no longer end the first one, and c3, which has no
# observation, does not get n2's vote.
@only exclusion
@expect breaks nothing
@expect seen n2 is back, with its memory
@expect seen n2: mark as in quarantine: yes
@expect seen n2's clock is stepped by 200ms
@expect seen c2 -> n2 mark as in quarantine
@expect seen c4 -> n2 mark as sound
@expect seen n2: mark as sound: no
@expect seen c3 <- n2 no, in quarantine
@expect seen c3 acquires r1: held by another
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
