# c3 has just renewed its place at n1, whose answer is late, when c2 hands it the
# lock at the other two; n1 does not hear c2, and keeps c2's key to its end. c3
# extends, and where that finds no key at n1, puts it back. Then what n1 had said
# of c2's key is over. With the mutant c3 asks n1 again, as one who waits, and
# takes the key that it has just put back for a grant.
@mutant EXPIRY_AWAITED_BY_HOLDER
@expect breaks probation
@expect seen n1: repair r1 c3.2 for 800ms, whole script: created
seed 5
nodes 3
quorum 2
clients 3
node-timeout 50ms
ttl-max 1000ms
length 1000ms
delay 0.1ms
10ms c1 acquire r1 ttl 1000ms hold 40ms
20ms c2 acquire r1 ttl 300ms wait 3000ms hold 260ms
30ms c3 acquire r1 ttl 800ms wait 3000ms hold 200ms
302ms c3 n1 slow-back for 30ms
310ms c2 n1 lose-there
315ms c3 n1 slow-there for 40ms
315.5ms c3 extend ttl 800ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.000ms] c3 connects to n1
[     0.000ms] c3 connects to n2
[     0.000ms] c3 connects to n3
[     0.068ms] c3 is connected to n1
[     0.162ms] c2 is connected to n1
[     0.181ms] c1 is connected to n3
[     0.233ms] c3 is connected to n2
[     0.243ms] c1 is connected to n1
[     0.266ms] c1 is connected to n2
[     0.280ms] c2 is connected to n3
[     0.306ms] c2 is connected to n2
[     0.422ms] c3 is connected to n3
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.139ms] n1: grant r1 c1.1 for 1000ms: yes
[    10.178ms] c1 <- n1 yes
[    10.178ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.277ms] n2: grant r1 c1.1 for 1000ms: yes
[    10.325ms] c1 <- n2 yes
[    10.325ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    10.325ms] c1 HOLDS r1 until 998.000ms
[    10.325ms] c1 acquires r1: acquired
[    10.362ms] n3: grant r1 c1.1 for 1000ms: yes
[    10.485ms] c1 <- n3 yes
[    10.485ms] c1 HOLDS r1 until 998.178ms
[    20.000ms] c2 wants r1 for 300ms
[    20.000ms] c2 -> n1 grant r1 c2.1 for 300ms
[    20.048ms] n1: grant r1 c2.1 for 300ms: no
[    20.231ms] c2 <- n1 no
[    20.231ms] c2 -> n1 ask r1 c2.2 for 300ms
[    20.273ms] n1: ask r1 c2.2 for 300ms: no such script
[    20.437ms] c2 <- n1 no such script
[    20.437ms] c2 -> n1 ask r1 c2.2 for 300ms, whole script
[    20.508ms] n1: ask r1 c2.2 for 300ms, whole script: no, queued
[    20.650ms] c2 <- n1 no, queued
[    20.650ms] c2 begins to listen at n1
[    20.650ms] c2 begins to listen at n2
[    20.650ms] c2 begins to listen at n3
[    20.745ms] c2 listens at n1
[    20.745ms] c2 -> n1 ask r1 c2.2 for 300ms
[    20.773ms] n1: ask r1 c2.2 for 300ms: no, queued
[    20.798ms] c2 <- n1 no, queued
[    20.858ms] c2 listens at n3
[    21.059ms] c2 listens at n2
[    30.000ms] c3 wants r1 for 800ms
[    30.000ms] c3 -> n1 grant r1 c3.1 for 800ms
[    30.046ms] n1: grant r1 c3.1 for 800ms: no
[    30.230ms] c3 <- n1 no
[    30.230ms] c3 -> n1 ask r1 c3.2 for 800ms
[    30.289ms] n1: ask r1 c3.2 for 800ms: no, queued
[    30.338ms] c3 <- n1 no, queued
[    30.338ms] c3 begins to listen at n1
[    30.338ms] c3 begins to listen at n2
[    30.338ms] c3 begins to listen at n3
[    30.390ms] c3 listens at n1
[    30.390ms] c3 -> n1 ask r1 c3.2 for 800ms
[    30.465ms] c3 listens at n3
[    30.471ms] c3 listens at n2
[    30.798ms] c2 -> n2 ask r1 c2.2 for 300ms
[    30.824ms] n1: ask r1 c3.2 for 800ms: no, queued
[    30.855ms] c3 <- n1 no, queued
[    30.945ms] n2: ask r1 c2.2 for 300ms: no such script
[    30.967ms] c2 <- n2 no such script
[    30.967ms] c2 -> n2 ask r1 c2.2 for 300ms, whole script
[    31.021ms] n2: ask r1 c2.2 for 300ms, whole script: no, queued
[    31.066ms] c2 <- n2 no, queued
[    50.325ms] c1 gives r1 back
[    50.325ms] c1 -> n1 pass r1 c1.1, whole script
[    50.325ms] c1 -> n2 release r1 c1.1, whole script
[    50.325ms] c1 -> n3 release r1 c1.1, whole script
[    50.340ms] n1 pushes to c2.2: it is yours
[    50.340ms] n1: pass r1 c1.1, whole script: yes
[    50.356ms] c2 <- n1 pushes to c2.2
[    50.356ms] c2 -> n2 ask r1 c2.2 for 300ms
[    50.356ms] c2 -> n3 ask r1 c2.2 for 300ms
[    50.370ms] n3: release r1 c1.1, whole script: yes
[    50.374ms] c1 <- n1 yes
[    50.449ms] n2: release r1 c1.1, whole script: yes
[    50.455ms] n3: ask r1 c2.2 for 300ms: no such script
[    50.466ms] c1 <- n2 yes
[    50.466ms] c1 releases r1: done
[    50.495ms] n2: ask r1 c2.2 for 300ms: yes
[    50.554ms] c1 <- n3 yes
[    50.570ms] c2 <- n2 yes
[    50.570ms] c2 HOLDS r1 until 315.745ms
[    50.570ms] c2 acquires r1: acquired
[    50.574ms] c2 <- n3 no such script
[    50.574ms] c2 -> n3 ask r1 c2.2 for 300ms, whole script
[    50.757ms] n3: ask r1 c2.2 for 300ms, whole script: yes
[    50.778ms] c2 <- n3 yes
[    50.778ms] c2 HOLDS r1 until 345.356ms
[   302.000ms] c3, n1: slow-back
[   302.474ms] c3 -> n1 ask r1 c3.2 for 800ms
[   302.474ms] c3 -> n2 ask r1 c3.2 for 800ms
[   302.525ms] n1: ask r1 c3.2 for 800ms: no, queued
[   302.629ms] n2: ask r1 c3.2 for 800ms: no, queued
[   302.718ms] c3 <- n2 no, queued
[   310.000ms] c2, n1: lose-there
[   310.570ms] c2 gives r1 back
[   310.570ms] c2 -> n1 pass r1 c2.2, whole script
[   310.570ms] c2 -> n2 pass r1 c2.2, whole script
[   310.570ms] c2 -> n3 pass r1 c2.2, whole script
[   310.611ms] n3 pushes to c3.2: it is yours
[   310.611ms] n3: pass r1 c2.2, whole script: yes
[   310.682ms] c3 <- n3 pushes to c3.2
[   310.705ms] n2 pushes to c3.2: it is yours
[   310.705ms] n2: pass r1 c2.2, whole script: yes
[   310.729ms] c2 <- n3 yes
[   310.730ms] c3 <- n2 pushes to c3.2
[   310.730ms] c3 HOLDS r1 until 820.390ms
[   310.730ms] c3 acquires r1: acquired
[   311.099ms] c2 <- n2 yes
[   311.099ms] c2 releases r1: done
[   315.000ms] c3, n1: slow-there
[   315.500ms] c3 wants r1 for another 800ms
[   315.500ms] c3 -> n1 extend r1 c3.2 for 800ms
[   315.500ms] c3 -> n2 extend r1 c3.2 for 800ms
[   315.500ms] c3 -> n3 extend r1 c3.2 for 800ms
[   315.658ms] n3: extend r1 c3.2 for 800ms: no such script
[   315.682ms] c3 <- n3 no such script
[   315.682ms] c3 -> n3 extend r1 c3.2 for 800ms, whole script
[   315.694ms] n2: extend r1 c3.2 for 800ms: no such script
[   315.991ms] n3: extend r1 c3.2 for 800ms, whole script: yes
[   316.124ms] c3 <- n3 yes
[   316.124ms] c3 HOLDS r1 until 1092.474ms
[   316.257ms] c3 <- n2 no such script
[   316.257ms] c3 -> n2 extend r1 c3.2 for 800ms, whole script
[   316.392ms] n2: extend r1 c3.2 for 800ms, whole script: yes
[   316.428ms] c3 <- n2 yes
[   316.428ms] c3 HOLDS r1 until 1105.500ms
[   316.428ms] c3 extends r1: done
[   332.319ms] c3 <- n1 no, queued
[   355.213ms] n1: extend r1 c3.2 for 800ms: no such script
[   355.245ms] c3 <- n1 no such script
[   355.245ms] c3 -> n1 extend r1 c3.2 for 800ms, whole script
[   355.300ms] n1: extend r1 c3.2 for 800ms, whole script: no key
[   355.347ms] c3 <- n1 no key
[   355.347ms] c3 -> n1 repair r1 c3.2 for 800ms
[   355.364ms] n1: repair r1 c3.2 for 800ms: no such script
[   355.420ms] c3 <- n1 no such script
[   355.420ms] c3 -> n1 repair r1 c3.2 for 800ms, whole script
[   355.521ms] n1: repair r1 c3.2 for 800ms, whole script: created
[   355.542ms] c3 <- n1 created
[   381.319ms] c3 -> n1 ask r1 c3.2 for 800ms
[   381.440ms] n1: ask r1 c3.2 for 800ms: yes
[   381.474ms] c3 <- n1 yes
[   381.474ms] BROKEN: a repaired vote is counted at once: n1's for r1 by c3
