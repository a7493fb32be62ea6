# n1 is flushed while c1 holds r1 by it and n2. c2 is new, meets n1 first and
# does not know that these nodes are guarded: it gets its vote. When n3 shows a
# marker, c2 begins anew, and n1's vote is refused.
@expect breaks nothing
@expect seen n1: FLUSHALL
@expect seen n1: grant r1 c2a.1 for 1000ms: yes
@expect seen c2 acquires r1: no quorum
seed 5
nodes 3
quorum 2
clients 2
guard auto
node-timeout 50ms
ttl-max 1000ms
length 700ms
delay 0.1ms
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
[   235.119ms] c2 -> n1 pass r1 c2a.1, whole script
[   235.119ms] c2 -> n3 release r1 c2a.1, whole script
[   235.119ms] c2 -> n1 grant r1 c2a.2 for 1000ms
[   235.189ms] n1: mark as in quarantine: yes
[   235.189ms] n1: pass r1 c2a.1, whole script: yes
[   235.256ms] n1: grant r1 c2a.2 for 1000ms: no, in quarantine
[   235.301ms] n3: release r1 c2a.1, whole script: no key
[   235.322ms] c2 <- n3 no key
[   235.331ms] c2 <- n1 yes
[   235.331ms] c2 <- n1 yes
[   235.331ms] c2 <- n1 no, in quarantine
[   235.331ms] c2 -> n1 pass r1 c2a.2
[   235.331ms] c2 acquires r1: no quorum
[   235.437ms] n1: pass r1 c2a.2: no key
[   235.603ms] c2 <- n1 no key
[   262.993ms] c2 connects to n2
[   263.093ms] c2's connection to n2 is refused
[   347.362ms] c2 connects to n2
[   347.462ms] c2's connection to n2 is refused
[   593.825ms] c1 connects to n3
[   593.925ms] c1's connection to n3 is refused
[   609.878ms] c2 connects to n2
[   610.047ms] c2 is connected to n2
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
[   721.495ms] c2 -> n1 grant r1 c2a.3 for 1000ms
[   721.526ms] n1: grant r1 c1.2 for 1000ms: no, in quarantine
[   721.549ms] n1: grant r1 c2a.3 for 1000ms: no, in quarantine
[   721.572ms] c1 <- n1 no, in quarantine
[   721.572ms] c1 -> n2 grant r1 c1.2 for 1000ms
[   721.617ms] c2 <- n1 no, in quarantine
[   721.617ms] c2 -> n2 grant r1 c2a.3 for 1000ms
[   721.672ms] n2: grant r1 c2a.3 for 1000ms: yes
[   721.716ms] c2 <- n2 yes
[   721.716ms] c2 -> n3 grant r1 c2a.3 for 1000ms
[   721.758ms] n3: grant r1 c2a.3 for 1000ms: no such script
[   721.823ms] n2: grant r1 c1.2 for 1000ms: no, c2a.3 for 1000ms
[   721.845ms] c1 <- n2 no, c2a.3 for 1000ms
[   721.845ms] c1 -> n1 pass r1 c1.2
[   721.845ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   721.875ms] c2 <- n3 no such script
[   721.875ms] c2 -> n3 grant r1 c2a.3 for 1000ms, whole script
[   721.928ms] n3: grant r1 c2a.3 for 1000ms, whole script: yes
[   722.044ms] n1: pass r1 c1.2: no key
[   722.044ms] n1: ask r1 c1.3 for 1000ms: no such script
[   722.065ms] c2 <- n3 yes
[   722.065ms] c2 HOLDS r1 until 1709.617ms
[   722.065ms] c2 acquires r1: acquired
[   722.155ms] c1 <- n1 no key
[   722.155ms] c1 <- n1 no such script
[   722.155ms] c1 -> n1 ask r1 c1.3 for 1000ms, whole script
[   722.268ms] n1: ask r1 c1.3 for 1000ms, whole script: no, in quarantine
[   722.342ms] c1 <- n1 no, in quarantine
[   722.342ms] c1 -> n2 ask r1 c1.3 for 1000ms
[   722.467ms] n2: ask r1 c1.3 for 1000ms: no such script
[   722.727ms] c1 <- n2 no such script
[   722.727ms] c1 -> n2 ask r1 c1.3 for 1000ms, whole script
[   722.841ms] n2: ask r1 c1.3 for 1000ms, whole script: no, queued
[   722.862ms] c1 <- n2 no, queued
[   722.862ms] c1 begins to listen at n1
[   722.862ms] c1 begins to listen at n2
[   722.862ms] c1 begins to listen at n3
[   722.974ms] c1 listens at n2
[   722.974ms] c1 -> n2 ask r1 c1.3 for 1000ms
[   723.066ms] c1 listens at n1
[   723.102ms] n2: ask r1 c1.3 for 1000ms: no, queued
[   723.149ms] c1 <- n2 no, queued
[   723.221ms] c1 listens at n3
[   724.065ms] c2 gives r1 back
[   724.065ms] c2 -> n1 pass r1 c2a.3
[   724.065ms] c2 -> n2 pass r1 c2a.3, whole script
[   724.065ms] c2 -> n3 release r1 c2a.3
[   724.102ms] n1: pass r1 c2a.3: no key
[   724.112ms] n3: release r1 c2a.3: yes
[   724.183ms] c2 <- n1 no key
[   724.204ms] n2 pushes to c1.3: it is free
[   724.204ms] n2: pass r1 c2a.3, whole script: yes
[   724.226ms] c1 <- n2 pushes to c1.3
[   724.226ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   724.226ms] c1 -> n2 ask r1 c1.3 for 1000ms
[   724.226ms] c1 -> n3 ask r1 c1.3 for 1000ms
[   724.271ms] n3: ask r1 c1.3 for 1000ms: no such script
[   724.274ms] c2 <- n3 yes
[   724.279ms] c2 <- n2 yes
[   724.279ms] c2 releases r1: done
[   724.345ms] n2: ask r1 c1.3 for 1000ms: yes
[   724.414ms] n1: ask r1 c1.3 for 1000ms: no, in quarantine
[   724.429ms] c1 <- n2 yes
[   724.454ms] c1 <- n3 no such script
[   724.454ms] c1 -> n3 ask r1 c1.3 for 1000ms, whole script
[   724.475ms] n3: ask r1 c1.3 for 1000ms, whole script: yes
[   724.517ms] c1 <- n1 no, in quarantine
[   724.552ms] c1 <- n3 yes
[   724.552ms] c1 HOLDS r1 until 1712.226ms
[   724.552ms] c1 acquires r1: acquired
[   725.552ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   725.693ms] n1: ask r1 c1.3 for 1000ms: no, in quarantine
[   725.785ms] c1 <- n1 no, in quarantine
[   726.552ms] c1 gives r1 back
[   726.552ms] c1 -> n1 pass r1 c1.3
[   726.552ms] c1 -> n2 pass r1 c1.3, whole script
[   726.552ms] c1 -> n3 release r1 c1.3, whole script
[   726.703ms] n1: pass r1 c1.3: no key
[   726.726ms] n3: release r1 c1.3, whole script: yes
[   726.817ms] n2: pass r1 c1.3, whole script: yes
[   726.920ms] c1 <- n2 yes
[   726.923ms] c1 <- n3 yes
[   726.923ms] c1 releases r1: done
[   727.121ms] c1 <- n1 no key
