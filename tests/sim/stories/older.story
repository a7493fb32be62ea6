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
[   716.185ms] c1 -> n2 pass r1 c1.2, whole script
[   716.185ms] c1 -> n3 release r1 c1.2, whole script
[   716.233ms] n2 pushes to c2.2: it is free
[   716.233ms] n2: pass r1 c1.2, whole script: yes
[   716.315ms] c2 <- n2 pushes to c2.2
[   716.315ms] c2 -> n1 ask r1 c2.2 for 1000ms
[   716.315ms] c2 -> n2 ask r1 c2.2 for 1000ms
[   716.315ms] c2 -> n3 ask r1 c2.2 for 1000ms
[   716.360ms] n3: release r1 c1.2, whole script: yes
[   716.384ms] n1: pass r1 c1.2: no key
[   716.405ms] c1 <- n2 yes
[   716.414ms] n3: ask r1 c2.2 for 1000ms: no such script
[   716.442ms] n2: ask r1 c2.2 for 1000ms: yes
[   716.452ms] n1: ask r1 c2.2 for 1000ms: no, in quarantine
[   716.495ms] c1 <- n1 no key
[   716.502ms] c2 <- n1 no, in quarantine
[   716.533ms] c2 <- n3 no such script
[   716.533ms] c2 -> n3 ask r1 c2.2 for 1000ms, whole script
[   716.557ms] c1 <- n3 yes
[   716.557ms] c1 releases r1: done
[   716.715ms] n3: ask r1 c2.2 for 1000ms, whole script: yes
[   716.736ms] c2 <- n3 yes
[   717.110ms] c2 <- n2 yes
[   717.110ms] c2 HOLDS r1 until 1704.315ms
[   717.110ms] c2 acquires r1: acquired
[   718.110ms] c2 -> n1 ask r1 c2.2 for 1000ms
[   718.215ms] n1: ask r1 c2.2 for 1000ms: no, in quarantine
[   718.381ms] c2 <- n1 no, in quarantine
[   719.110ms] c2 gives r1 back
[   719.110ms] c2 -> n1 pass r1 c2.2
[   719.110ms] c2 -> n2 pass r1 c2.2, whole script
[   719.110ms] c2 -> n3 release r1 c2.2, whole script
[   719.142ms] n2: pass r1 c2.2, whole script: yes
[   719.151ms] n3: release r1 c2.2, whole script: yes
[   719.164ms] n1: pass r1 c2.2: no key
[   719.174ms] c2 <- n2 yes
[   719.232ms] c2 <- n1 no key
[   719.269ms] c2 <- n3 yes
[   719.269ms] c2 releases r1: done
