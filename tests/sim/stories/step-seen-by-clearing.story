# n2 restarts with its memory, and is in quarantine. c1 extends its lock there.
# Then n2's clock is stepped, and no client asks it. The client that ends the
# quarantine compares the clock first, so c3, which has no observation, does not
# get n2's vote while c1 counts it.
@only exclusion
@expect breaks nothing
@expect seen n2 is back, with its memory
@expect seen n2: mark as in quarantine: yes
@expect seen n2's clock is stepped by 2000ms
@expect seen n2: mark as sound: no
@expect seen c3 <- n2 no, in quarantine
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
