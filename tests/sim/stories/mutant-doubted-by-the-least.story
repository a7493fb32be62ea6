# As step-after-silence; the node is doubted by the least, and two hold r1.
@mutant STEP_DOUBTED_BY_THE_LEAST
@only exclusion
@expect breaks exclusion
seed 1
nodes 1
quorum 1
clients 2
guard on
agreeing
node-timeout 20ms
ttl-max 200ms
slack 50ms
length 4s
delay 0.01ms
3500ms c1 acquire r1 ttl 200ms
3501ms n1 step for 80ms
3672ms c2 acquire r1 ttl 200ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c2 connects to n1
[     0.007ms] c2 is connected to n1
[     0.012ms] c1 is connected to n1
[  3500.000ms] c1 wants r1 for 200ms
[  3500.000ms] c1 -> n1 grant r1 c1.1 for 250ms
[  3500.004ms] n1: grant r1 c1.1 for 250ms: no such script
[  3500.009ms] c1 <- n1 no such script
[  3500.009ms] c1 -> n1 grant r1 c1.1 for 250ms, whole script
[  3500.017ms] n1: grant r1 c1.1 for 250ms, whole script: yes
[  3500.027ms] c1 <- n1 yes
[  3500.027ms] c1 HOLDS r1 until 3696.000ms
[  3500.027ms] c1 acquires r1: acquired
[  3501.000ms] n1's clock is stepped by 80ms
[  3672.000ms] c2 wants r1 for 200ms
[  3672.000ms] c2 -> n1 grant r1 c2.1 for 250ms
[  3672.022ms] n1: grant r1 c2.1 for 250ms: yes
[  3672.037ms] c2 <- n1 yes
[  3672.037ms] c2 HOLDS r1 until 3868.000ms
[  3672.037ms] BROKEN: two hold the same lock: r1 by c2 and by c1
[  3672.037ms] c2 acquires r1: acquired
