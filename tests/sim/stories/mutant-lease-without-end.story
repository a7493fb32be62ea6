# c2 waits behind c1, and both are gone. n1's clock is set back: c2's place there
# seems to live for long. c3 wants to share r1, which is free.
@mutant LEASE_WITHOUT_END
@expect breaks order
seed 3
nodes 1
clients 4
shares
broken steps
agreeing
ttl-max 5000ms
length 1500ms
10ms c1 acquire r1 ttl 100ms
20ms c2 acquire r1 ttl 100ms wait 1000ms shared
40ms c1 crash for 1400ms
40ms c2 crash for 1400ms
200ms c4 inspect r1
300ms n1 step for -10000ms
400ms c3 acquire r1 ttl 100ms shared
---
[     0.000ms] c1 connects to n1
[     0.000ms] c2 connects to n1
[     0.000ms] c3 connects to n1
[     0.000ms] c4 connects to n1
[     0.057ms] c3 is connected to n1
[     0.103ms] c4 is connected to n1
[     0.147ms] c2 is connected to n1
[     0.260ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 100ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 100ms
[    10.061ms] n1: grant r1 c1.1 for 100ms: yes
[    10.092ms] c1 <- n1 yes
[    10.092ms] c1 HOLDS r1 until 107.000ms
[    10.092ms] c1 acquires r1: acquired
[    20.000ms] c2 wants r1 for 100ms, shared
[    20.000ms] c2 -> n1 grant r1 c2.1 for 100ms
[    20.039ms] n1: grant r1 c2.1 for 100ms: no such script
[    20.072ms] c2 <- n1 no such script
[    20.072ms] c2 -> n1 grant r1 c2.1 for 100ms, whole script
[    20.107ms] n1: grant r1 c2.1 for 100ms, whole script: no, c1.1 for 90ms
[    20.133ms] c2 <- n1 no, c1.1 for 90ms
[    20.133ms] c2 -> n1 ask r1 c2.2 for 100ms
[    20.266ms] n1: ask r1 c2.2 for 100ms: no such script
[    20.414ms] c2 <- n1 no such script
[    20.414ms] c2 -> n1 ask r1 c2.2 for 100ms, whole script
[    20.467ms] n1: ask r1 c2.2 for 100ms, whole script: no, queued
[    20.506ms] c2 <- n1 no, queued
[    20.506ms] c2 begins to listen at n1
[    20.695ms] c2 listens at n1
[    20.695ms] c2 -> n1 ask r1 c2.2 for 100ms
[    20.873ms] n1: ask r1 c2.2 for 100ms: no, queued
[    20.932ms] c2 <- n1 no, queued
[    40.000ms] c1 crashes
[    40.000ms] c1 drops its connection to n1
[    40.000ms] c2 crashes
[    40.000ms] c2 drops its connection to n1
[    40.000ms] c2 listens no more at n1
[   200.000ms] c4 -> n1 inspect r1
[   200.032ms] n1: inspect r1: no such script
[   200.098ms] c4 <- n1 no such script
[   200.098ms] c4 -> n1 inspect r1, whole script
[   200.167ms] n1: inspect r1, whole script: no key
[   200.292ms] c4 <- n1 no key
[   200.292ms] c4 has inspected: done
[   300.000ms] n1's clock is stepped by -10000ms
[   400.000ms] c3 wants r1 for 100ms, shared
[   400.000ms] c3 -> n1 grant r1 c3.1 for 100ms
[   400.045ms] n1: grant r1 c3.1 for 100ms: no, queued
[   400.045ms] BROKEN: a node passes over who waits there longer: n1 keeps c3.1 out for nobody
