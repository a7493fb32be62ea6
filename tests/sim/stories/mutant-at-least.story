# n1 and n2 have granted, with different numbers, and n1 is asked to confirm the
# larger one. Before it has, n3's grant comes with a number beyond both, and is
# counted as if it stood at that fence: it is told of one that n2 alone is at.
@mutant FENCE_AT_LEAST
@expect breaks agreed
@expect seen confirm r1 c1.1
seed 3
nodes 3
quorum 2
clients 1
parallel
fenced
agreeing
node-timeout 50ms
ttl-max 1000ms
length 100ms
delay 0.1ms
9ms c1 n3 slow-there for 1.4ms
10ms c1 acquire r1 ttl 1000ms hold 20ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.061ms] c1 is connected to n2
[     0.135ms] c1 is connected to n3
[     0.260ms] c1 is connected to n1
[     9.000ms] c1, n3: slow-there
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.000ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.000ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    10.061ms] n1: grant r1 c1.1 for 1000ms: no such script
[    10.092ms] c1 <- n1 no such script
[    10.092ms] c1 -> n1 grant r1 c1.1 for 1000ms, whole script
[    10.093ms] n2: grant r1 c1.1 for 1000ms: no such script
[    10.110ms] c1 <- n2 no such script
[    10.110ms] c1 -> n2 grant r1 c1.1 for 1000ms, whole script
[    10.134ms] n1: grant r1 c1.1 for 1000ms, whole script: yes, fence 10135
[    10.138ms] n2: grant r1 c1.1 for 1000ms, whole script: yes, fence 10139
[    10.182ms] c1 <- n2 yes, fence 10139
[    10.450ms] n3: grant r1 c1.1 for 1000ms: no such script
[    10.505ms] c1 <- n1 yes, fence 10135
[    10.505ms] c1 -> n1 confirm r1 c1.1, fence 10139
[    10.617ms] c1 <- n3 no such script
[    10.617ms] c1 -> n3 grant r1 c1.1 for 1000ms, whole script
[    10.635ms] n1: confirm r1 c1.1, fence 10139: no such script
[    10.651ms] n3: grant r1 c1.1 for 1000ms, whole script: yes, fence 10652
[    10.706ms] c1 <- n3 yes, fence 10652
[    10.706ms] c1 HOLDS r1 until 998.000ms
[    10.706ms] BROKEN: a fence is told that no quorum stands at: c1's r1, by 1 of 3 nodes
[    10.706ms] c1 acquires r1: acquired
