# As failback, but the marker is not compared with the memory, which is another
# one: n1 votes for c2, and two hold r1.
@mutant MARKER_OF_ANY_MEMORY
@only exclusion
@expect breaks exclusion
seed 5
nodes 3
quorum 2
clients 2
guard on
node-timeout 50ms
ttl-max 1000ms
length 700ms
delay 0.1ms
1ms n1 snapshot
2ms c1 n3 refuse for 690ms
2ms c1 n3 cut
20ms c1 acquire r1 ttl 1000ms
100ms n1 failback
190ms c2 n2 refuse for 300ms
190ms c2 n2 cut
205ms c2 acquire r1 ttl 1000ms
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
[     2.000ms] c1, n3: refuse
[     2.000ms] c1, n3: cut
[     2.100ms] c1's connection to n3 is broken
[    20.000ms] c1 wants r1 for 1000ms
[    20.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    20.139ms] n1: grant r1 c1.1 for 1000ms: no such script
[    20.178ms] c1 <- n1 no such script
[    20.178ms] c1 -> n1 grant r1 c1.1 for 1000ms, whole script
[    20.193ms] n1: grant r1 c1.1 for 1000ms, whole script: yes
[    20.227ms] c1 <- n1 yes
[    20.227ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    20.325ms] n2: grant r1 c1.1 for 1000ms: no such script
[    20.374ms] c1 <- n2 no such script
[    20.374ms] c1 -> n2 grant r1 c1.1 for 1000ms, whole script
[    20.497ms] n2: grant r1 c1.1 for 1000ms, whole script: yes
[    20.514ms] c1 <- n2 yes
[    20.514ms] c1 HOLDS r1 until 1008.000ms
[    20.514ms] c1 acquires r1: acquired
[    98.291ms] c1 connects to n3
[    98.391ms] c1's connection to n3 is refused
[   100.000ms] n1: fails over and back, with another's memory
[   190.000ms] c2, n2: refuse
[   190.000ms] c2, n2: cut
[   190.100ms] c2's connection to n2 is broken
[   205.000ms] c2 wants r1 for 1000ms
[   205.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   205.048ms] n1: grant r1 c2.1 for 1000ms: yes
[   205.231ms] c2 <- n1 yes
[   205.231ms] c2 -> n3 grant r1 c2.1 for 1000ms
[   205.330ms] n3: grant r1 c2.1 for 1000ms: no such script
[   205.449ms] c2 <- n3 no such script
[   205.449ms] c2 -> n3 grant r1 c2.1 for 1000ms, whole script
[   205.632ms] n3: grant r1 c2.1 for 1000ms, whole script: yes
[   205.653ms] c2 <- n3 yes
[   205.653ms] c2 HOLDS r1 until 1193.000ms
[   205.653ms] BROKEN: two hold the same lock: r1 by c2 and by c1
[   205.653ms] c2 acquires r1: acquired
