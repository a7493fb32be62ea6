# A client of version 0.1.0 has marked n1. Its marker is none: n1 goes into
# quarantine, and c1 has no quorum without it.
@expect breaks nothing
@expect seen n1: grant r1 c1.1 for 1000ms, whole script: no, in quarantine
@expect seen c1 acquires r1: no quorum
seed 5
nodes 3
quorum 2
clients 2
guard on
node-timeout 50ms
ttl-max 1000ms
length 700ms
delay 0.1ms
1ms n1 older
2ms c1 n3 refuse for 690ms
2ms c1 n3 cut
20ms c1 acquire r1 ttl 1000ms
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
[     1.000ms] n1 is marked by a client of version 0.1.0
[     2.000ms] c1, n3: refuse
[     2.000ms] c1, n3: cut
[     2.100ms] c1's connection to n3 is broken
[    20.000ms] c1 wants r1 for 1000ms
[    20.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    20.139ms] n1: grant r1 c1.1 for 1000ms: no such script
[    20.178ms] c1 <- n1 no such script
[    20.178ms] c1 -> n1 grant r1 c1.1 for 1000ms, whole script
[    20.193ms] n1: grant r1 c1.1 for 1000ms, whole script: no, in quarantine
[    20.227ms] c1 <- n1 no, in quarantine
[    20.227ms] c1 -> n1 pass r1 c1.1, whole script
[    20.227ms] c1 acquires r1: no quorum
[    20.285ms] n1: pass r1 c1.1, whole script: no key
[    20.586ms] c1 <- n1 no key
[    98.291ms] c1 connects to n3
[    98.391ms] c1's connection to n3 is refused
[   218.577ms] c1 connects to n3
[   218.677ms] c1's connection to n3 is refused
[   585.825ms] c1 connects to n3
[   585.925ms] c1's connection to n3 is refused
[   700.000ms] faults stop
[   713.336ms] c1 connects to n3
[   713.495ms] c1 is connected to n3
[   713.495ms] everybody asks for r1
[   713.495ms] c1 wants r1 for 1000ms
[   713.495ms] c1 -> n1 grant r1 c1.2 for 1000ms
[   713.495ms] c2 wants r1 for 1000ms
[   713.495ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   713.526ms] n1: grant r1 c1.2 for 1000ms: no, in quarantine
[   713.543ms] n1: grant r1 c2.1 for 1000ms: no, in quarantine
[   713.572ms] c1 <- n1 no, in quarantine
[   713.572ms] c1 -> n2 grant r1 c1.2 for 1000ms
[   713.670ms] n2: grant r1 c1.2 for 1000ms: no such script
[   713.719ms] c1 <- n2 no such script
[   713.719ms] c1 -> n2 grant r1 c1.2 for 1000ms, whole script
[   713.727ms] c2 <- n1 no, in quarantine
[   713.727ms] c2 -> n2 grant r1 c2.1 for 1000ms
[   713.842ms] n2: grant r1 c1.2 for 1000ms, whole script: yes
[   713.860ms] c1 <- n2 yes
[   713.860ms] c1 -> n3 grant r1 c1.2 for 1000ms
[   713.874ms] n2: grant r1 c2.1 for 1000ms: no, c1.2 for 1000ms
[   713.896ms] c2 <- n2 no, c1.2 for 1000ms
[   713.896ms] c2 -> n1 pass r1 c2.1, whole script
[   713.896ms] c2 -> n1 ask r1 c2.2 for 1000ms
[   713.904ms] n3: grant r1 c1.2 for 1000ms: no such script
[   713.937ms] n1: pass r1 c2.1, whole script: no key
[   713.966ms] n1: ask r1 c2.2 for 1000ms: no such script
[   714.088ms] c1 <- n3 no such script
[   714.088ms] c1 -> n3 grant r1 c1.2 for 1000ms, whole script
[   714.102ms] c2 <- n1 no key
[   714.108ms] n3: grant r1 c1.2 for 1000ms, whole script: yes
[   714.109ms] c2 <- n1 no such script
[   714.109ms] c2 -> n1 ask r1 c2.2 for 1000ms, whole script
[   714.137ms] n1: ask r1 c2.2 for 1000ms, whole script: no, in quarantine
[   714.162ms] c2 <- n1 no, in quarantine
[   714.162ms] c2 -> n2 ask r1 c2.2 for 1000ms
[   714.185ms] c1 <- n3 yes
[   714.185ms] c1 HOLDS r1 until 1701.572ms
[   714.185ms] c1 acquires r1: acquired
[   714.216ms] n2: ask r1 c2.2 for 1000ms: no such script
[   714.261ms] c2 <- n2 no such script
[   714.261ms] c2 -> n2 ask r1 c2.2 for 1000ms, whole script
[   714.400ms] n2: ask r1 c2.2 for 1000ms, whole script: no, queued
[   714.475ms] c2 <- n2 no, queued
[   714.475ms] c2 begins to listen at n1
[   714.475ms] c2 begins to listen at n2
[   714.475ms] c2 begins to listen at n3
[   714.569ms] c2 listens at n1
[   714.682ms] c2 listens at n3
[   714.883ms] c2 listens at n2
[   714.883ms] c2 -> n2 ask r1 c2.2 for 1000ms
[   715.018ms] n2: ask r1 c2.2 for 1000ms: no, queued
[   715.413ms] c2 <- n2 no, queued
[   716.185ms] c1 gives r1 back
[   716.185ms] c1 -> n1 pass r1 c1.2
[   716.185ms] c1 -> n2 release r1 c1.2, whole script
[   716.185ms] c1 -> n3 release r1 c1.2, whole script
[   716.233ms] n2: release r1 c1.2, whole script: yes
[   716.360ms] n3: release r1 c1.2, whole script: yes
[   716.384ms] n1: pass r1 c1.2: no key
[   716.405ms] c1 <- n2 yes
[   716.495ms] c1 <- n1 no key
[   716.557ms] c1 <- n3 yes
[   716.557ms] c1 releases r1: done
[  1031.537ms] c2 -> n1 ask r1 c2.2 for 1000ms
[  1031.537ms] c2 -> n2 ask r1 c2.2 for 1000ms
[  1031.664ms] n2: ask r1 c2.2 for 1000ms: yes
[  1031.674ms] n1: ask r1 c2.2 for 1000ms: no, in quarantine
[  1031.724ms] c2 <- n1 no, in quarantine
[  1032.332ms] c2 <- n2 yes
[  1032.332ms] c2 -> n1 ask r1 c2.2 for 1000ms
[  1032.332ms] c2 -> n3 ask r1 c2.2 for 1000ms
[  1032.431ms] n3: ask r1 c2.2 for 1000ms: no such script
[  1032.437ms] n1: ask r1 c2.2 for 1000ms: no, in quarantine
[  1032.550ms] c2 <- n3 no such script
[  1032.550ms] c2 -> n3 ask r1 c2.2 for 1000ms, whole script
[  1032.603ms] c2 <- n1 no, in quarantine
[  1032.733ms] n3: ask r1 c2.2 for 1000ms, whole script: yes
[  1032.754ms] c2 <- n3 yes
[  1032.754ms] c2 HOLDS r1 until 2019.537ms
[  1032.754ms] c2 acquires r1: acquired
[  1033.754ms] c2 -> n1 ask r1 c2.2 for 1000ms
[  1033.808ms] n1: ask r1 c2.2 for 1000ms: no, in quarantine
[  1033.876ms] c2 <- n1 no, in quarantine
[  1034.754ms] c2 gives r1 back
[  1034.754ms] c2 -> n1 pass r1 c2.2
[  1034.754ms] c2 -> n2 release r1 c2.2, whole script
[  1034.754ms] c2 -> n3 release r1 c2.2, whole script
[  1034.786ms] n2: release r1 c2.2, whole script: yes
[  1034.790ms] n1: pass r1 c2.2: no key
[  1034.795ms] n3: release r1 c2.2, whole script: yes
[  1034.818ms] c2 <- n2 yes
[  1034.871ms] c2 <- n1 no key
[  1034.913ms] c2 <- n3 yes
[  1034.913ms] c2 releases r1: done
