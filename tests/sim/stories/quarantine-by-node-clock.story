# c1 holds r1 by n1 and n2. n1 is flushed, and in quarantine since c2 asked it.
# Its clock, which was behind, is set. c3 has just started and has heard
# nothing: n1's marker is what it was, and n1 does not vote.
@expect breaks nothing
@expect seen n1: grant r1 c3a.1 for 1000ms: no, in quarantine
@expect seen c3 acquires r1: no quorum
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
[   205.058ms] n1: grant r1 c3a.1 for 1000ms: no, in quarantine
[   205.107ms] c3 <- n1 no, in quarantine
[   205.107ms] c3 -> n1 pass r1 c3a.1, whole script
[   205.107ms] c3 acquires r1: no quorum
[   205.542ms] n1: pass r1 c3a.1, whole script: no key
[   205.573ms] c3 <- n1 no key
[   226.577ms] c1 connects to n3
[   226.677ms] c1's connection to n3 is refused
[   257.533ms] c3 connects to n2
[   257.633ms] c3's connection to n2 is refused
[   309.065ms] c3 connects to n2
[   309.165ms] c3's connection to n2 is refused
[   593.825ms] c1 connects to n3
[   593.925ms] c1's connection to n3 is refused
[   665.685ms] c3 connects to n2
[   665.929ms] c3 is connected to n2
[   700.000ms] faults stop
[   700.000ms] c1 gives r1 back
[   700.000ms] c1 -> n1 pass r1 c1.1, whole script
[   700.000ms] c1 -> n2 release r1 c1.1, whole script
[   700.047ms] n2: release r1 c1.1, whole script: yes
[   700.058ms] n1: pass r1 c1.1, whole script: no key
[   700.219ms] c1 <- n2 yes
[   700.359ms] c1 <- n1 no key
[   700.359ms] c1 releases r1: gone
[   721.336ms] c1 connects to n3
[   721.495ms] c1 is connected to n3
[   721.495ms] everybody asks for r1
[   721.495ms] c1 wants r1 for 1000ms
[   721.495ms] c1 -> n1 grant r1 c1.2 for 1000ms
[   721.495ms] c2 wants r1 for 1000ms
[   721.495ms] c2 -> n1 ask r1 c2.2 for 1000ms
[   721.495ms] c3 wants r1 for 1000ms
[   721.495ms] c3 -> n1 grant r1 c3a.2 for 1000ms
[   721.526ms] n1: grant r1 c1.2 for 1000ms: no, in quarantine
[   721.545ms] n1: grant r1 c3a.2 for 1000ms: no, in quarantine
[   721.565ms] n1: ask r1 c2.2 for 1000ms: no such script
[   721.572ms] c1 <- n1 no, in quarantine
[   721.572ms] c1 -> n1 mark as in quarantine
[   721.572ms] c1 -> n2 grant r1 c1.2 for 1000ms
[   721.708ms] c2 <- n1 no such script
[   721.708ms] c2 -> n1 ask r1 c2.2 for 1000ms, whole script
[   721.736ms] n1: ask r1 c2.2 for 1000ms, whole script: no, in quarantine
[   721.761ms] c2 <- n1 no, in quarantine
[   721.761ms] c2 -> n1 mark as in quarantine
[   721.761ms] c2 -> n2 ask r1 c2.2 for 1000ms
[   721.771ms] n1: mark as in quarantine: yes
[   721.823ms] n2: grant r1 c1.2 for 1000ms: yes
[   721.845ms] c1 <- n2 yes
[   721.845ms] c1 -> n3 grant r1 c1.2 for 1000ms
[   721.864ms] c3 <- n1 no, in quarantine
[   721.864ms] c3 -> n2 grant r1 c3a.2 for 1000ms
[   721.882ms] c1 <- n1 yes
[   721.890ms] n3: grant r1 c1.2 for 1000ms: no such script
[   721.899ms] n1: mark as in quarantine: no, '1|||d001000100000000' for -1ms
[   721.900ms] n2: ask r1 c2.2 for 1000ms: no such script
[   721.949ms] c2 <- n1 no, '1|||d001000100000000' for -1ms
[   721.949ms] c2 -> n1 mark as in quarantine
[   721.975ms] c2 <- n2 no such script
[   721.975ms] c2 -> n2 ask r1 c2.2 for 1000ms, whole script
[   722.054ms] n1: mark as in quarantine: yes
[   722.059ms] n2: grant r1 c3a.2 for 1000ms: no, c1.2 for 1000ms
[   722.073ms] c1 <- n3 no such script
[   722.073ms] c1 -> n3 grant r1 c1.2 for 1000ms, whole script
[   722.094ms] n3: grant r1 c1.2 for 1000ms, whole script: yes
[   722.110ms] n2: ask r1 c2.2 for 1000ms, whole script: no, queued
[   722.171ms] c1 <- n3 yes
[   722.171ms] c1 HOLDS r1 until 1709.572ms
[   722.171ms] c1 acquires r1: acquired
[   722.220ms] c2 <- n1 yes
[   722.504ms] c2 <- n2 no, queued
[   722.504ms] c2 begins to listen at n1
[   722.504ms] c2 begins to listen at n2
[   722.504ms] c2 begins to listen at n3
[   722.599ms] c2 listens at n1
[   722.622ms] c3 <- n2 no, c1.2 for 1000ms
[   722.622ms] c3 -> n1 pass r1 c3a.2
[   722.622ms] c3 -> n1 ask r1 c3a.3 for 1000ms
[   722.712ms] c2 listens at n3
[   722.835ms] n1: pass r1 c3a.2: no key
[   722.835ms] n1: ask r1 c3a.3 for 1000ms: no, in quarantine
[   722.867ms] c3 <- n1 no key
[   722.881ms] c3 <- n1 no, in quarantine
[   722.881ms] c3 -> n2 ask r1 c3a.3 for 1000ms
[   722.913ms] c2 listens at n2
[   722.913ms] c2 -> n2 ask r1 c2.2 for 1000ms
[   723.016ms] n2: ask r1 c3a.3 for 1000ms: no, queued
[   723.040ms] n2: ask r1 c2.2 for 1000ms: no, queued
[   723.052ms] c3 <- n2 no, queued
[   723.052ms] c3 begins to listen at n1
[   723.052ms] c3 begins to listen at n2
[   723.052ms] c3 begins to listen at n3
[   723.104ms] c3 listens at n1
[   723.179ms] c3 listens at n3
[   723.185ms] c3 listens at n2
[   723.185ms] c3 -> n2 ask r1 c3a.3 for 1000ms
[   723.264ms] n2: ask r1 c3a.3 for 1000ms: no, queued
[   723.383ms] c3 <- n2 no, queued
[   723.708ms] c2 <- n2 no, queued
[   724.171ms] c1 gives r1 back
[   724.171ms] c1 -> n1 pass r1 c1.2
[   724.171ms] c1 -> n2 pass r1 c1.2, whole script
[   724.171ms] c1 -> n3 release r1 c1.2, whole script
[   724.242ms] n1: pass r1 c1.2: no key
[   724.296ms] n2 pushes to c2.2: it is free
[   724.296ms] n2: pass r1 c1.2, whole script: yes
[   724.307ms] c1 <- n1 no key
[   724.345ms] n3: release r1 c1.2, whole script: yes
[   724.377ms] c2 <- n2 pushes to c2.2
[   724.377ms] c2 -> n1 ask r1 c2.2 for 1000ms
[   724.377ms] c2 -> n2 ask r1 c2.2 for 1000ms
[   724.377ms] c2 -> n3 ask r1 c2.2 for 1000ms
[   724.410ms] n2: ask r1 c2.2 for 1000ms: yes
[   724.432ms] n1: ask r1 c2.2 for 1000ms: no, in quarantine
[   724.442ms] c2 <- n2 yes
[   724.476ms] n3: ask r1 c2.2 for 1000ms: no such script
[   724.500ms] c2 <- n1 no, in quarantine
[   724.542ms] c1 <- n3 yes
[   724.556ms] c1 <- n2 yes
[   724.556ms] c1 releases r1: done
[   724.595ms] c2 <- n3 no such script
[   724.595ms] c2 -> n3 ask r1 c2.2 for 1000ms, whole script
[   724.778ms] n3: ask r1 c2.2 for 1000ms, whole script: yes
[   724.799ms] c2 <- n3 yes
[   724.799ms] c2 HOLDS r1 until 1712.377ms
[   724.799ms] c2 acquires r1: acquired
[   725.799ms] c2 -> n1 ask r1 c2.2 for 1000ms
[   725.835ms] n1: ask r1 c2.2 for 1000ms: no, in quarantine
[   725.916ms] c2 <- n1 no, in quarantine
[   726.799ms] c2 gives r1 back
[   726.799ms] c2 -> n1 pass r1 c2.2
[   726.799ms] c2 -> n2 pass r1 c2.2
[   726.799ms] c2 -> n3 pass r1 c2.2, whole script
[   726.841ms] n3 pushes to c3a.3: it is yours
[   726.841ms] n3: pass r1 c2.2, whole script: yes
[   726.858ms] n2 pushes to c3a.3: it is yours
[   726.858ms] n2: pass r1 c2.2: yes
[   726.877ms] n1: pass r1 c2.2: no key
[   726.884ms] c3 <- n2 pushes to c3a.3
[   726.909ms] c2 <- n2 yes
[   726.911ms] c3 <- n3 pushes to c3a.3
[   726.911ms] c3 HOLDS r1 until 1711.185ms
[   726.911ms] c3 acquires r1: acquired
[   726.916ms] c2 <- n1 no key
[   726.958ms] c2 <- n3 yes
[   726.958ms] c2 releases r1: done
[   728.158ms] c3 -> n1 ask r1 c3a.3 for 1000ms
[   728.175ms] n1: ask r1 c3a.3 for 1000ms: no, in quarantine
[   728.231ms] c3 <- n1 no, in quarantine
[   728.911ms] c3 gives r1 back
[   728.911ms] c3 -> n1 pass r1 c3a.3
[   728.911ms] c3 -> n2 pass r1 c3a.3, whole script
[   728.911ms] c3 -> n3 release r1 c3a.3, whole script
[   729.013ms] n1: pass r1 c3a.3: no key
[   729.015ms] n2: pass r1 c3a.3, whole script: yes
[   729.033ms] c3 <- n1 no key
[   729.123ms] c3 <- n2 yes
[   729.220ms] n3: release r1 c3a.3, whole script: yes
[   729.353ms] c3 <- n3 yes
[   729.353ms] c3 releases r1: done
