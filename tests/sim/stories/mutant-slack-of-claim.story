# c2 is kept, and was handed the lock for a claim, which is shorter than its TTL.
# The clocks of n1 and n2 are set ahead by less than the slack of the TTL, before
# c2 has extended it. That is to be harmless; with the mutant the keys live longer
# by the slack of the claim alone.
@mutant SLACK_OF_CLAIM
@expect breaks life
@expect seen c2 acquires r1: acquired
seed 5
nodes 3
quorum 2
clients 2
slack default
node-timeout 50ms
ttl-max 30000ms
length 2000ms
delay 0.1ms
10ms c1 acquire r1 ttl 30000ms hold 40ms
20ms c2 acquire r1 ttl 30000ms wait 3000ms hold 1000ms keep
100ms n1 step for 1500ms
110ms n2 step for 1500ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.162ms] c2 is connected to n1
[     0.181ms] c1 is connected to n3
[     0.243ms] c1 is connected to n1
[     0.266ms] c1 is connected to n2
[     0.280ms] c2 is connected to n3
[     0.306ms] c2 is connected to n2
[    10.000ms] c1 wants r1 for 30000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 33000ms
[    10.139ms] n1: grant r1 c1.1 for 33000ms: yes
[    10.178ms] c1 <- n1 yes
[    10.178ms] c1 -> n2 grant r1 c1.1 for 33000ms
[    10.277ms] n2: grant r1 c1.1 for 33000ms: yes
[    10.325ms] c1 <- n2 yes
[    10.325ms] c1 -> n3 grant r1 c1.1 for 33000ms
[    10.325ms] c1 HOLDS r1 until 29708.000ms
[    10.325ms] c1 acquires r1: acquired
[    10.362ms] n3: grant r1 c1.1 for 33000ms: yes
[    10.485ms] c1 <- n3 yes
[    10.485ms] c1 HOLDS r1 until 29708.178ms
[    20.000ms] c2 wants r1 for 30000ms, kept
[    20.000ms] c2 -> n1 grant r1 c2.1 for 33000ms
[    20.048ms] n1: grant r1 c2.1 for 33000ms: no
[    20.231ms] c2 <- n1 no
[    20.231ms] c2 -> n1 ask r1 c2.2 for 3300ms
[    20.273ms] n1: ask r1 c2.2 for 3300ms: no such script
[    20.437ms] c2 <- n1 no such script
[    20.437ms] c2 -> n1 ask r1 c2.2 for 3300ms, whole script
[    20.508ms] n1: ask r1 c2.2 for 3300ms, whole script: no, queued
[    20.650ms] c2 <- n1 no, queued
[    20.650ms] c2 begins to listen at n1
[    20.650ms] c2 begins to listen at n2
[    20.650ms] c2 begins to listen at n3
[    20.745ms] c2 listens at n1
[    20.745ms] c2 -> n1 ask r1 c2.2 for 3300ms
[    20.773ms] n1: ask r1 c2.2 for 3300ms: no, queued
[    20.798ms] c2 <- n1 no, queued
[    20.858ms] c2 listens at n3
[    21.059ms] c2 listens at n2
[    30.798ms] c2 -> n2 ask r1 c2.2 for 3300ms
[    30.945ms] n2: ask r1 c2.2 for 3300ms: no such script
[    30.967ms] c2 <- n2 no such script
[    30.967ms] c2 -> n2 ask r1 c2.2 for 3300ms, whole script
[    31.021ms] n2: ask r1 c2.2 for 3300ms, whole script: no, queued
[    31.066ms] c2 <- n2 no, queued
[    50.325ms] c1 gives r1 back
[    50.325ms] c1 -> n1 pass r1 c1.1, whole script
[    50.325ms] c1 -> n2 release r1 c1.1, whole script
[    50.325ms] c1 -> n3 release r1 c1.1, whole script
[    50.340ms] n1 pushes to c2.2: it is yours
[    50.340ms] n1: pass r1 c1.1, whole script: yes
[    50.356ms] c2 <- n1 pushes to c2.2
[    50.356ms] c2 -> n2 ask r1 c2.2 for 3300ms
[    50.356ms] c2 -> n3 ask r1 c2.2 for 3300ms
[    50.370ms] n3: release r1 c1.1, whole script: yes
[    50.374ms] c1 <- n1 yes
[    50.449ms] n2: release r1 c1.1, whole script: yes
[    50.455ms] n3: ask r1 c2.2 for 3300ms: no such script
[    50.466ms] c1 <- n2 yes
[    50.466ms] c1 releases r1: done
[    50.495ms] n2: ask r1 c2.2 for 3300ms: yes
[    50.554ms] c1 <- n3 yes
[    50.570ms] c2 <- n2 yes
[    50.570ms] c2 HOLDS r1 until 2988.745ms
[    50.570ms] c2 acquires r1: acquired
[    50.574ms] c2 <- n3 no such script
[    50.574ms] c2 -> n3 ask r1 c2.2 for 3300ms, whole script
[    50.757ms] n3: ask r1 c2.2 for 3300ms, whole script: yes
[    50.778ms] c2 <- n3 yes
[    50.778ms] c2 HOLDS r1 until 3018.356ms
[   100.000ms] n1's clock is stepped by 1500ms
[   100.000ms] BROKEN: a vote is counted beyond its key's life: n1's for r1 by c2
