# c2 waits at n1 and is handed the lock there. The push is on its way when n1
# fails over and back, and c2 has met the other memory by the time it comes. It is
# to be worth nothing; with the mutant c2 counts n1 and n2, and n1 has no key.
@mutant PUSH_OF_ANOTHER_MEMORY
@expect breaks shield
@expect seen c2 <- n1 pushes to c2
seed 1
nodes 3
quorum 2
clients 2
broken memory
node-timeout 50ms
ttl-max 5000ms
length 600ms
delay 0.1ms
10ms c1 acquire r1 ttl 5000ms hold 90ms
20ms c2 acquire r1 ttl 5000ms wait 3000ms hold 100ms
95ms n3 pause for 600ms
99ms c2 n1 slow-back for 300ms
101.5ms c2 n1 slow-back for 0.001ms
102ms n1 failback
102.2ms c2 n1 cut
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.070ms] c2 is connected to n1
[     0.075ms] c1 is connected to n2
[     0.121ms] c2 is connected to n3
[     0.125ms] c1 is connected to n1
[     0.335ms] c2 is connected to n2
[     0.367ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 5000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 5000ms
[    10.049ms] n1: grant r1 c1.1 for 5000ms: yes
[    10.094ms] c1 <- n1 yes
[    10.094ms] c1 -> n2 grant r1 c1.1 for 5000ms
[    10.202ms] n2: grant r1 c1.1 for 5000ms: yes
[    10.322ms] c1 <- n2 yes
[    10.322ms] c1 -> n3 grant r1 c1.1 for 5000ms
[    10.322ms] c1 HOLDS r1 until 4958.000ms
[    10.322ms] c1 acquires r1: acquired
[    10.476ms] n3: grant r1 c1.1 for 5000ms: yes
[    10.501ms] c1 <- n3 yes
[    10.501ms] c1 HOLDS r1 until 4958.094ms
[    20.000ms] c2 wants r1 for 5000ms
[    20.000ms] c2 -> n1 grant r1 c2.1 for 5000ms
[    20.221ms] n1: grant r1 c2.1 for 5000ms: no
[    20.378ms] c2 <- n1 no
[    20.378ms] c2 -> n1 ask r1 c2.2 for 5000ms
[    20.441ms] n1: ask r1 c2.2 for 5000ms: no such script
[    20.561ms] c2 <- n1 no such script
[    20.561ms] c2 -> n1 ask r1 c2.2 for 5000ms, whole script
[    20.713ms] n1: ask r1 c2.2 for 5000ms, whole script: no, queued
[    21.092ms] c2 <- n1 no, queued
[    21.092ms] c2 begins to listen at n1
[    21.092ms] c2 begins to listen at n2
[    21.092ms] c2 begins to listen at n3
[    21.152ms] c2 listens at n2
[    21.170ms] c2 listens at n3
[    21.548ms] c2 listens at n1
[    21.548ms] c2 -> n1 ask r1 c2.2 for 5000ms
[    21.626ms] n1: ask r1 c2.2 for 5000ms: no, queued
[    21.740ms] c2 <- n1 no, queued
[    31.740ms] c2 -> n2 ask r1 c2.2 for 5000ms
[    31.763ms] n2: ask r1 c2.2 for 5000ms: no such script
[    31.835ms] c2 <- n2 no such script
[    31.835ms] c2 -> n2 ask r1 c2.2 for 5000ms, whole script
[    31.881ms] n2: ask r1 c2.2 for 5000ms, whole script: no, queued
[    31.907ms] c2 <- n2 no, queued
[    95.000ms] n3 is paused
[    99.000ms] c2, n1: slow-back
[   100.322ms] c1 gives r1 back
[   100.322ms] c1 -> n1 pass r1 c1.1, whole script
[   100.322ms] c1 -> n2 release r1 c1.1, whole script
[   100.322ms] c1 -> n3 release r1 c1.1, whole script
[   100.402ms] n1 pushes to c2.2: it is yours
[   100.402ms] n1: pass r1 c1.1, whole script: yes
[   100.500ms] c1 <- n1 yes
[   100.508ms] n2: release r1 c1.1, whole script: yes
[   100.564ms] c1 <- n2 yes
[   100.564ms] c1 releases r1: done
[   101.500ms] c2, n1: slow-back
[   102.000ms] n1: fails over and back, with another's memory
[   102.200ms] c2, n1: cut
[   102.300ms] c2's connection to n1 is broken
[   246.487ms] c2 connects to n1
[   246.667ms] c2 is connected to n1
[   399.068ms] c2 <- n1 pushes to c2.2
[   399.068ms] c2 -> n2 ask r1 c2.2 for 5000ms
[   399.068ms] c2 -> n3 ask r1 c2.2 for 5000ms
[   399.157ms] n2: ask r1 c2.2 for 5000ms: yes
[   399.602ms] c2 <- n2 yes
[   399.602ms] c2 HOLDS r1 until 4969.548ms
[   399.602ms] BROKEN: no quorum keeps a lock's key to its end: c2 holds r1, and 1 of 3 nodes keep its key
[   399.602ms] c2 acquires r1: acquired
