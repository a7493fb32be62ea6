# As quarantine-by-node-clock, but n1 ends its quarantine by its own clock.
@mutant QUARANTINE_ENDED_BY_NODE
@only exclusion
@expect breaks exclusion
seed 5
nodes 3
quorum 2
clients 3
guard on
node-timeout 50ms
ttl-max 1000ms
length 700ms
delay 0.1ms
10ms c1 n3 refuse for 680ms
10ms c1 n3 cut
1ms c3 crash for 200ms
20ms c1 acquire r1 ttl 1000ms
100ms n1 flush
110ms c2 acquire r1 ttl 1000ms
150ms n1 step for 25000ms
190ms c3 n2 refuse for 300ms
205ms c3 acquire r1 ttl 1000ms
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
[     1.000ms] c3 crashes
[     1.000ms] c3 drops its connection to n1, what was sent goes on
[     1.000ms] c3 drops its connection to n2, what was sent goes on
[     1.000ms] c3 drops its connection to n3, what was sent goes on
[    10.000ms] c1, n3: refuse
[    10.000ms] c1, n3: cut
[    10.100ms] c1's connection to n3 is broken
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
[   100.000ms] n1: FLUSHALL
[   106.291ms] c1 connects to n3
[   106.391ms] c1's connection to n3 is refused
[   110.000ms] c2 wants r1 for 1000ms
[   110.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   110.048ms] n1: grant r1 c2.1 for 1000ms: no, in quarantine
[   110.231ms] c2 <- n1 no, in quarantine
[   110.231ms] c2 -> n2 grant r1 c2.1 for 1000ms
[   110.378ms] n2: grant r1 c2.1 for 1000ms: no, c1.1 for 910ms
[   110.400ms] c2 <- n2 no, c1.1 for 910ms
[   110.400ms] c2 -> n1 pass r1 c2.1, whole script
[   110.400ms] c2 -> n2 pass r1 c2.1, whole script
[   110.442ms] n1: pass r1 c2.1, whole script: no key
[   110.455ms] n2: pass r1 c2.1, whole script: no, c1.1 for 910ms
[   110.499ms] c2 <- n2 no, c1.1 for 910ms
[   110.499ms] c2 acquires r1: held by another
[   110.606ms] c2 <- n1 no key
[   150.000ms] n1's clock is stepped by 25000ms
[   190.000ms] c3, n2: refuse
[   201.000ms] c3 connects to n1
[   201.000ms] c3 connects to n2
[   201.000ms] c3 connects to n3
[   201.100ms] c3's connection to n2 is refused
[   201.182ms] c3 is connected to n3
[   201.230ms] c3 is connected to n1
[   205.000ms] c3 wants r1 for 1000ms
[   205.000ms] c3 -> n1 grant r1 c3a.1 for 1000ms
[   205.058ms] n1: grant r1 c3a.1 for 1000ms: yes
[   205.107ms] c3 <- n1 yes
[   205.107ms] c3 -> n3 grant r1 c3a.1 for 1000ms
[   205.416ms] n3: grant r1 c3a.1 for 1000ms: no such script
[   205.549ms] c3 <- n3 no such script
[   205.549ms] c3 -> n3 grant r1 c3a.1 for 1000ms, whole script
[   205.604ms] n3: grant r1 c3a.1 for 1000ms, whole script: yes
[   205.625ms] c3 <- n3 yes
[   205.625ms] c3 HOLDS r1 until 1193.000ms
[   205.625ms] BROKEN: two hold the same lock: r1 by c3 and by c1
[   205.625ms] c3 acquires r1: acquired
