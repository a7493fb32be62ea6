# The third node's first connection takes longer than the lock lasts. The grant
# that waits for it must not be sent any more: nobody would release it.
@expect breaks nothing
@expect seen c1 is told that r1 is lost
@expect seen c1 is connected to n3
@expect seen n3: release r1 c1.1
@expect never n3: grant r1 c1.1
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
[   107.000ms] c1 -> n1 pass r1 c1.1, whole script
[   107.000ms] c1 -> n2 release r1 c1.1, whole script
[   107.041ms] n1: pass r1 c1.1, whole script: yes
[   107.082ms] c1 <- n1 yes
[   107.094ms] n2: release r1 c1.1, whole script: yes
[   107.377ms] c1 <- n2 yes
[   160.000ms] n3 goes on
[   160.020ms] c1 is connected to n3
[   160.020ms] c1 -> n3 release r1 c1.1, whole script
[   160.071ms] n3: release r1 c1.1, whole script: no key
[   160.191ms] c1 <- n3 no key
[   250.000ms] faults stop
[   250.000ms] c1 gives r1 back
[   250.000ms] c1 -> n1 pass r1 c1.1
[   250.000ms] c1 -> n2 release r1 c1.1
[   250.000ms] c1 -> n3 release r1 c1.1
[   250.014ms] n3: release r1 c1.1: no key
[   250.040ms] n2: release r1 c1.1: no key
[   250.045ms] c1 <- n3 no key
[   250.057ms] n1: pass r1 c1.1: no key
[   250.131ms] c1 <- n1 no key
[   250.131ms] c1 releases r1: gone
[   250.159ms] c1 <- n2 no key
[   250.159ms] everybody asks for r1
[   250.159ms] c1 wants r1 for 100ms
[   250.159ms] c1 -> n1 grant r1 c1.2 for 100ms
[   250.353ms] n1: grant r1 c1.2 for 100ms: yes
[   250.408ms] c1 <- n1 yes
[   250.408ms] c1 -> n2 grant r1 c1.2 for 100ms
[   250.441ms] n2: grant r1 c1.2 for 100ms: yes
[   250.497ms] c1 <- n2 yes
[   250.497ms] c1 -> n3 grant r1 c1.2 for 100ms
[   250.497ms] c1 HOLDS r1 until 347.159ms
[   250.497ms] c1 acquires r1: acquired
[   250.655ms] n3: grant r1 c1.2 for 100ms: yes
[   250.671ms] c1 <- n3 yes
[   250.671ms] c1 HOLDS r1 until 347.408ms
[   252.497ms] c1 gives r1 back
[   252.497ms] c1 -> n1 pass r1 c1.2
[   252.497ms] c1 -> n2 release r1 c1.2
[   252.497ms] c1 -> n3 release r1 c1.2
[   252.621ms] n3: release r1 c1.2: yes
[   252.652ms] n1: pass r1 c1.2: yes
[   252.706ms] c1 <- n3 yes
[   252.728ms] c1 <- n1 yes
[   252.728ms] c1 releases r1: done
[   253.035ms] n2: release r1 c1.2: yes
[   253.056ms] c1 <- n2 yes
