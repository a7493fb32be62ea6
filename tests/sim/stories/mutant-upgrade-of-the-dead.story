# c1 and c2 share r1 as two owners, and c1 does not come back: its share runs
# out. c3, of c1's owner, wants r1 alone: it has to wait for c2 alone.
@mutant UPGRADE_OF_THE_DEAD
@expect breaks upgrade
seed 3
nodes 1
clients 4
shares
owns
agreeing
ttl-max 5000ms
length 1500ms
10ms c1 acquire r1 ttl 100ms owner 1 shared
20ms c2 acquire r1 ttl 1000ms owner 2 shared
30ms c1 crash for 1000ms
300ms c3 acquire r1 ttl 100ms owner 1
---
[     0.000ms] c1 connects to n1
[     0.000ms] c2 connects to n1
[     0.000ms] c3 connects to n1
[     0.000ms] c4 connects to n1
[     0.057ms] c3 is connected to n1
[     0.103ms] c4 is connected to n1
[     0.147ms] c2 is connected to n1
[     0.260ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 100ms, shared by o1
[    10.000ms] c1 -> n1 grant r1 c1.1 for 100ms
[    10.061ms] n1: grant r1 c1.1 for 100ms: no such script
[    10.092ms] c1 <- n1 no such script
[    10.092ms] c1 -> n1 grant r1 c1.1 for 100ms, whole script
[    10.134ms] n1: grant r1 c1.1 for 100ms, whole script: yes
[    10.505ms] c1 <- n1 yes
[    10.505ms] c1 HOLDS r1 until 107.000ms
[    10.505ms] c1 acquires r1: acquired
[    20.000ms] c2 wants r1 for 1000ms, shared by o2
[    20.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[    20.039ms] n1: grant r1 c2.1 for 1000ms: yes
[    20.072ms] c2 <- n1 yes
[    20.072ms] c2 HOLDS r1 until 1008.000ms
[    20.072ms] c2 acquires r1: acquired
[    30.000ms] c1 crashes
[    30.000ms] c1 drops its connection to n1
[   300.000ms] c3 wants r1 for 100ms, owned by o1
[   300.000ms] c3 -> n1 grant r1 c3.1 for 100ms
[   300.045ms] n1: grant r1 c3.1 for 100ms: no, its owner shares it
[   300.045ms] BROKEN: an owner that shares it is not told, or one that does not is: n1, to grant r1 c3.1 for 100ms
