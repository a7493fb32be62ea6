# n1 is flushed while c1 holds r1 by it and n2. c2 is new, meets n1 first and
# does not know that these nodes are guarded: it gets its vote. When n3 shows a
# marker, c2 does not begin anew, as it should: two hold r1.
@mutant VOID_LEFT_OUT
@expect breaks exclusion
seed 5
nodes 3
clients 2
guard auto
ttl-max 1000ms
length 700ms
10ms c1 n3 refuse for 680ms
10ms c1 n3 cut
1ms c2 crash for 200ms
20ms c1 acquire r1 ttl 1000ms
100ms n1 flush
190ms c2 n2 refuse for 300ms
190ms c2 n3 slow-back for 45ms
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
[     1.000ms] c2 crashes
[     1.000ms] c2 drops its connection to n1, what was sent goes on
[     1.000ms] c2 drops its connection to n2, what was sent goes on
[     1.000ms] c2 drops its connection to n3
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
[   190.000ms] c2, n2: refuse
[   190.000ms] c2, n3: slow-back
[   201.000ms] c2 connects to n1
[   201.000ms] c2 connects to n2
[   201.000ms] c2 connects to n3
[   201.100ms] c2's connection to n2 is refused
[   201.231ms] c2 is connected to n1
[   205.000ms] c2 wants r1 for 1000ms
[   205.000ms] c2 -> n1 grant r1 c2a.1 for 1000ms
[   205.041ms] n1: grant r1 c2a.1 for 1000ms: yes
[   205.205ms] c2 <- n1 yes
[   226.577ms] c1 connects to n3
[   226.677ms] c1's connection to n3 is refused
[   235.119ms] c2 is connected to n3
[   235.119ms] c2 -> n1 mark as in quarantine
[   235.119ms] c2 -> n3 grant r1 c2a.1 for 1000ms
[   235.189ms] n1: mark as in quarantine: yes
[   235.301ms] n3: grant r1 c2a.1 for 1000ms: yes
[   235.322ms] c2 <- n3 yes
[   235.322ms] c2 HOLDS r1 until 1193.000ms
[   235.322ms] BROKEN: two hold the same lock: r1 by c2 and by c1
[   235.322ms] c2 acquires r1: acquired
