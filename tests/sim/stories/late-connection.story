# The third node's first connection takes longer than the lock lasts. The grant
# that waits for it must not be sent any more: nobody would release it.
seed 31
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 100ms
length 250ms
delay 0.1ms
0ms n3 pause for 160ms
10ms c1 acquire r1 ttl 100ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] n3 is paused
[     0.065ms] c1 is connected to n1
[     0.128ms] c1 is connected to n2
[    10.000ms] c1 wants r1 for 100ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 100ms
[    10.267ms] n1: grant r1 c1.1 for 100ms: yes
[    10.321ms] c1 <- n1 yes
[    10.321ms] c1 -> n2 grant r1 c1.1 for 100ms
[    10.371ms] n2: grant r1 c1.1 for 100ms: yes
[    10.523ms] c1 <- n2 yes
[    10.523ms] c1 HOLDS r1 until 107.000ms
[    10.523ms] c1 acquires r1: acquired
[    97.000ms] c1 does not hold r1 any more
[    97.000ms] c1 is told that r1 is lost
[   107.000ms] c1 -> n1 release r1 c1.1
[   107.000ms] c1 -> n2 release r1 c1.1
[   107.041ms] n1: release r1 c1.1: no such script
[   107.082ms] c1 <- n1 no such script
[   107.082ms] c1 -> n1 release r1 c1.1, whole script
[   107.094ms] n2: release r1 c1.1: no such script
[   107.139ms] n1: release r1 c1.1, whole script: yes
[   107.213ms] c1 <- n1 yes
[   107.377ms] c1 <- n2 no such script
[   107.377ms] c1 -> n2 release r1 c1.1, whole script
[   107.418ms] n2: release r1 c1.1, whole script: yes
[   107.536ms] c1 <- n2 yes
[   160.000ms] n3 goes on
[   160.020ms] c1 is connected to n3
[   160.020ms] c1 -> n3 release r1 c1.1
[   160.071ms] n3: release r1 c1.1: no such script
[   160.191ms] c1 <- n3 no such script
[   160.191ms] c1 -> n3 release r1 c1.1, whole script
[   160.206ms] n3: release r1 c1.1, whole script: no key
[   160.236ms] c1 <- n3 no key
[   250.000ms] faults stop
[   250.000ms] c1 gives r1 back
[   250.000ms] c1 -> n1 release r1 c1.1
[   250.000ms] c1 -> n2 release r1 c1.1
[   250.000ms] c1 -> n3 release r1 c1.1
[   250.033ms] n2: release r1 c1.1: no key
[   250.088ms] c1 <- n2 no key
[   250.158ms] n3: release r1 c1.1: no key
[   250.174ms] c1 <- n3 no key
[   250.174ms] c1 releases r1: gone
[   250.194ms] n1: release r1 c1.1: no key
[   250.248ms] c1 <- n1 no key
[   250.248ms] everybody asks for r1
[   250.248ms] c1 wants r1 for 100ms
[   250.248ms] c1 -> n1 grant r1 c1.2 for 100ms
[   250.404ms] n1: grant r1 c1.2 for 100ms: yes
[   250.480ms] c1 <- n1 yes
[   250.480ms] c1 -> n2 grant r1 c1.2 for 100ms
[   251.018ms] n2: grant r1 c1.2 for 100ms: yes
[   251.039ms] c1 <- n2 yes
[   251.039ms] c1 -> n3 grant r1 c1.2 for 100ms
[   251.039ms] c1 HOLDS r1 until 347.248ms
[   251.039ms] c1 acquires r1: acquired
[   251.164ms] n3: grant r1 c1.2 for 100ms: yes
[   251.248ms] c1 <- n3 yes
[   251.248ms] c1 HOLDS r1 until 347.480ms
[   253.039ms] c1 gives r1 back
[   253.039ms] c1 -> n1 release r1 c1.2
[   253.039ms] c1 -> n2 release r1 c1.2
[   253.039ms] c1 -> n3 release r1 c1.2
[   253.148ms] n1: release r1 c1.2: yes
[   253.188ms] c1 <- n1 yes
[   253.338ms] n3: release r1 c1.2: yes
[   253.438ms] c1 <- n3 yes
[   253.438ms] c1 releases r1: done
[   253.487ms] n2: release r1 c1.2: yes
[   253.530ms] c1 <- n2 yes
