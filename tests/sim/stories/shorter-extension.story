# A shorter extension does not shorten the key, and the release that is owed to
# a node must not be forgotten before that key has expired.
@expect breaks nothing
@expect seen c1 extends r1: done
@expect seen n3 is back, with its memory
@expect seen n3: release r1 c1.1, whole script: yes
seed 34
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 30000ms
length 5000ms
delay 0.1ms
10ms c1 acquire r1 ttl 30000ms
20ms c1 extend ttl 2000ms
30ms n3 restart for 4000ms
40ms c1 release
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.053ms] c1 is connected to n1
[     0.122ms] c1 is connected to n2
[     0.222ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 30000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 30000ms
[    10.109ms] n1: grant r1 c1.1 for 30000ms: yes
[    10.250ms] c1 <- n1 yes
[    10.250ms] c1 -> n2 grant r1 c1.1 for 30000ms
[    10.270ms] n2: grant r1 c1.1 for 30000ms: yes
[    10.294ms] c1 <- n2 yes
[    10.294ms] c1 -> n3 grant r1 c1.1 for 30000ms
[    10.294ms] c1 HOLDS r1 until 29708.000ms
[    10.294ms] c1 acquires r1: acquired
[    10.421ms] n3: grant r1 c1.1 for 30000ms: yes
[    10.592ms] c1 <- n3 yes
[    10.592ms] c1 HOLDS r1 until 29708.250ms
[    20.000ms] c1 wants r1 for another 2000ms
[    20.000ms] c1 -> n1 extend r1 c1.1 for 2000ms
[    20.000ms] c1 -> n2 extend r1 c1.1 for 2000ms
[    20.000ms] c1 -> n3 extend r1 c1.1 for 2000ms
[    20.018ms] n2: extend r1 c1.1 for 2000ms: no such script
[    20.022ms] n1: extend r1 c1.1 for 2000ms: no such script
[    20.031ms] c1 <- n2 no such script
[    20.031ms] c1 -> n2 extend r1 c1.1 for 2000ms, whole script
[    20.052ms] n2: extend r1 c1.1 for 2000ms, whole script: yes
[    20.139ms] c1 <- n1 no such script
[    20.139ms] c1 -> n1 extend r1 c1.1 for 2000ms, whole script
[    20.173ms] c1 <- n2 yes
[    20.243ms] n1: extend r1 c1.1 for 2000ms, whole script: yes
[    20.315ms] c1 <- n1 yes
[    20.315ms] c1 extends r1: done
[    20.353ms] n3: extend r1 c1.1 for 2000ms: no such script
[    20.611ms] c1 <- n3 no such script
[    20.611ms] c1 -> n3 extend r1 c1.1 for 2000ms, whole script
[    20.662ms] n3: extend r1 c1.1 for 2000ms, whole script: yes
[    20.727ms] c1 <- n3 yes
[    30.000ms] n3 goes down
[    30.100ms] c1's connection to n3 is broken
[    40.000ms] c1 gives r1 back
[    40.000ms] c1 -> n1 pass r1 c1.1, whole script
[    40.000ms] c1 -> n2 release r1 c1.1, whole script
[    40.130ms] n2: release r1 c1.1, whole script: yes
[    40.179ms] n1: pass r1 c1.1, whole script: yes
[    40.183ms] c1 <- n2 yes
[    40.381ms] c1 <- n1 yes
[    40.381ms] c1 releases r1: done
[   144.418ms] c1 connects to n3
[   144.556ms] c1's connection to n3 is refused
[   238.120ms] c1 connects to n3
[   238.406ms] c1's connection to n3 is refused
[   431.086ms] c1 connects to n3
[   431.292ms] c1's connection to n3 is refused
[  1225.902ms] c1 connects to n3
[  1226.028ms] c1's connection to n3 is refused
[  2324.551ms] c1 connects to n3
[  2324.720ms] c1's connection to n3 is refused
[  4030.000ms] n3 is back, with its memory
[  4630.083ms] c1 connects to n3
[  4630.528ms] c1 is connected to n3
[  4630.528ms] c1 -> n3 release r1 c1.1, whole script
[  4630.591ms] n3: release r1 c1.1, whole script: yes
[  4630.717ms] c1 <- n3 yes
[  5000.000ms] faults stop
[  5000.000ms] everybody asks for r1
[  5000.000ms] c1 wants r1 for 30000ms
[  5000.000ms] c1 -> n1 grant r1 c1.2 for 30000ms
[  5000.200ms] n1: grant r1 c1.2 for 30000ms: yes
[  5000.247ms] c1 <- n1 yes
[  5000.247ms] c1 -> n2 grant r1 c1.2 for 30000ms
[  5000.307ms] n2: grant r1 c1.2 for 30000ms: yes
[  5000.423ms] c1 <- n2 yes
[  5000.423ms] c1 -> n3 grant r1 c1.2 for 30000ms
[  5000.423ms] c1 HOLDS r1 until 34698.000ms
[  5000.423ms] c1 acquires r1: acquired
[  5000.480ms] n3: grant r1 c1.2 for 30000ms: yes
[  5000.509ms] c1 <- n3 yes
[  5000.509ms] c1 HOLDS r1 until 34698.247ms
[  5002.423ms] c1 gives r1 back
[  5002.423ms] c1 -> n1 pass r1 c1.2
[  5002.423ms] c1 -> n2 release r1 c1.2
[  5002.423ms] c1 -> n3 release r1 c1.2
[  5002.490ms] n3: release r1 c1.2: yes
[  5002.546ms] n2: release r1 c1.2: yes
[  5002.550ms] n1: pass r1 c1.2: yes
[  5002.570ms] c1 <- n3 yes
[  5002.584ms] c1 <- n2 yes
[  5002.584ms] c1 releases r1: done
[  5002.602ms] c1 <- n1 yes
