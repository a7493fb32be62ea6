# As step-behind-late-answer; what was hidden is forgotten, and two hold r1.
@mutant LATE_STEP_FORGOTTEN
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
length 400ms
delay 0.01ms
10ms c1 acquire r1 ttl 200ms
11ms c2 n1 slow-back for 105ms
11.1ms n1 step for 150ms
11.2ms c2 acquire r1 ttl 200ms
118ms c2 acquire r1 ttl 200ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c2 connects to n1
[     0.007ms] c2 is connected to n1
[     0.012ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 200ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 250ms
[    10.004ms] n1: grant r1 c1.1 for 250ms: no such script
[    10.009ms] c1 <- n1 no such script
[    10.009ms] c1 -> n1 grant r1 c1.1 for 250ms, whole script
[    10.017ms] n1: grant r1 c1.1 for 250ms, whole script: yes
[    10.027ms] c1 <- n1 yes
[    10.027ms] c1 HOLDS r1 until 206.000ms
[    10.027ms] c1 acquires r1: acquired
[    11.000ms] c2, n1: slow-back
[    11.100ms] n1's clock is stepped by 150ms
[    11.200ms] c2 wants r1 for 200ms
[    11.200ms] c2 -> n1 grant r1 c2.1 for 250ms
[    11.222ms] n1: grant r1 c2.1 for 250ms: no, c1.1 for 99ms
[    31.200ms] c2 -> n1 release r1 c2.1, whole script
[    31.200ms] c2 acquires r1: no quorum
[    31.206ms] n1: release r1 c2.1, whole script: no, c1.1 for 79ms
[   116.015ms] c2 <- n1 no, c1.1 for 99ms
[   116.015ms] c2 <- n1 no, c1.1 for 79ms
[   118.000ms] c2 wants r1 for 200ms
[   118.000ms] c2 -> n1 grant r1 c2.2 for 250ms
[   118.015ms] n1: grant r1 c2.2 for 250ms: yes
[   118.053ms] c2 <- n1 yes
[   118.053ms] c2 HOLDS r1 until 314.000ms
[   118.053ms] BROKEN: two hold the same lock: r1 by c2 and by c1
[   118.053ms] c2 acquires r1: acquired
