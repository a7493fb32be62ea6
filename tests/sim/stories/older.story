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
[    20.227ms] c1 -> n1 release r1 c1.1, whole script
[    20.227ms] c1 acquires r1: no quorum
[    20.285ms] n1: release r1 c1.1, whole script: no key
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
[   713.896ms] c2 -> n1 release r1 c2.1, whole script
[   713.896ms] c2 -> n2 release r1 c2.1, whole script
[   713.904ms] n3: grant r1 c1.2 for 1000ms: no such script
[   713.937ms] n1: release r1 c2.1, whole script: no key
[   713.950ms] n2: release r1 c2.1, whole script: no, c1.2 for 1000ms
[   713.995ms] c2 <- n2 no, c1.2 for 1000ms
[   714.088ms] c1 <- n3 no such script
[   714.088ms] c1 -> n3 grant r1 c1.2 for 1000ms, whole script
[   714.102ms] c2 <- n1 no key
[   714.108ms] n3: grant r1 c1.2 for 1000ms, whole script: yes
[   714.185ms] c1 <- n3 yes
[   714.185ms] c1 HOLDS r1 until 1701.572ms
[   714.185ms] c1 acquires r1: acquired
[   714.678ms] c2 -> n1 grant r1 c2.2 for 1000ms
[   714.748ms] n1: grant r1 c2.2 for 1000ms: no, in quarantine
[   714.891ms] c2 <- n1 no, in quarantine
[   714.891ms] c2 -> n2 grant r1 c2.2 for 1000ms
[   715.030ms] n2: grant r1 c2.2 for 1000ms: no, c1.2 for 999ms
[   715.104ms] c2 <- n2 no, c1.2 for 999ms
[   715.104ms] c2 -> n1 release r1 c2.2
[   715.104ms] c2 -> n2 release r1 c2.2
[   715.132ms] n1: release r1 c2.2: no key
[   715.157ms] c2 <- n1 no key
[   715.239ms] n2: release r1 c2.2: no, c1.2 for 999ms
[   715.634ms] c2 <- n2 no, c1.2 for 999ms
[   715.692ms] c2 -> n1 grant r1 c2.3 for 1000ms
[   715.829ms] n1: grant r1 c2.3 for 1000ms: no, in quarantine
[   715.879ms] c2 <- n1 no, in quarantine
[   715.879ms] c2 -> n2 grant r1 c2.3 for 1000ms
[   716.007ms] n2: grant r1 c2.3 for 1000ms: no, c1.2 for 998ms
[   716.185ms] c1 gives r1 back
[   716.185ms] c1 -> n1 release r1 c1.2
[   716.185ms] c1 -> n2 release r1 c1.2, whole script
[   716.185ms] c1 -> n3 release r1 c1.2, whole script
[   716.233ms] n2: release r1 c1.2, whole script: yes
[   716.360ms] n3: release r1 c1.2, whole script: yes
[   716.384ms] n1: release r1 c1.2: no key
[   716.405ms] c1 <- n2 yes
[   716.495ms] c1 <- n1 no key
[   716.557ms] c1 <- n3 yes
[   716.557ms] c1 releases r1: done
[   716.674ms] c2 <- n2 no, c1.2 for 998ms
[   716.674ms] c2 -> n1 release r1 c2.3
[   716.674ms] c2 -> n2 release r1 c2.3
[   716.707ms] n2: release r1 c2.3: no key
[   716.739ms] c2 <- n2 no key
[   716.780ms] n1: release r1 c2.3: no key
[   716.857ms] c2 -> n1 grant r1 c2.4 for 1000ms
[   716.912ms] n1: grant r1 c2.4 for 1000ms: no, in quarantine
[   716.946ms] c2 <- n1 no key
[   716.980ms] c2 <- n1 no, in quarantine
[   716.980ms] c2 -> n2 grant r1 c2.4 for 1000ms
[   717.039ms] n2: grant r1 c2.4 for 1000ms: yes
[   717.090ms] c2 <- n2 yes
[   717.090ms] c2 -> n3 grant r1 c2.4 for 1000ms
[   717.189ms] n3: grant r1 c2.4 for 1000ms: yes
[   717.308ms] c2 <- n3 yes
[   717.308ms] c2 HOLDS r1 until 1704.980ms
[   717.308ms] c2 acquires r1: acquired
[   719.308ms] c2 gives r1 back
[   719.308ms] c2 -> n1 release r1 c2.4
[   719.308ms] c2 -> n2 release r1 c2.4
[   719.308ms] c2 -> n3 release r1 c2.4, whole script
[   719.344ms] n1: release r1 c2.4: no key
[   719.379ms] n2: release r1 c2.4: yes
[   719.425ms] c2 <- n1 no key
[   719.491ms] n3: release r1 c2.4, whole script: yes
[   719.512ms] c2 <- n3 yes
[   719.624ms] c2 <- n2 yes
[   719.624ms] c2 releases r1: done
