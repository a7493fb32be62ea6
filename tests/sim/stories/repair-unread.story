# Two extensions find no key at n3, and each puts it back. The first repair is
# heard; the second is still on its way when the connection breaks, and is
# executed after that key was lost as well: the probation, begun by the first,
# does not end at 250 ms, when a key that was put back at 70 ms is extended.
@only probation
@expect breaks nothing
@expect seen n3: repair r1 c1.1 for 200ms: created
@expect seen c1's connection to n3 is broken
@expect seen n3: repair r1 c1.1 for 200ms: created
@expect seen n3: kill client 1: yes
@expect seen c1 <- n3 yes
broken memory
seed 9
nodes 3
quorum 2
clients 1
parallel
node-timeout 50ms
ttl-max 200ms
length 400ms
delay 0.02ms
10ms c1 acquire r1 ttl 200ms keep
12ms n3 lose-key r1
13ms c1 extend ttl 200ms
38ms n3 lose-key r1
40ms c1 extend ttl 200ms
40.02ms c1 extend ttl 200ms
40.06ms c1 n3 slow-there for 30ms
45ms c1 n3 cut
50ms n3 lose-key r1
250ms c1 extend ttl 200ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.020ms] c1 is connected to n1
[     0.043ms] c1 is connected to n2
[     0.061ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 200ms, kept
[    10.000ms] c1 -> n1 grant r1 c1.1 for 200ms
[    10.000ms] c1 -> n2 grant r1 c1.1 for 200ms
[    10.000ms] c1 -> n3 grant r1 c1.1 for 200ms
[    10.003ms] n1: grant r1 c1.1 for 200ms: yes
[    10.014ms] n3: grant r1 c1.1 for 200ms: yes
[    10.018ms] n2: grant r1 c1.1 for 200ms: yes
[    10.018ms] c1 <- n1 yes
[    10.020ms] c1 <- n3 yes
[    10.020ms] c1 HOLDS r1 until 206.000ms
[    10.020ms] c1 acquires r1: acquired
[    10.030ms] c1 <- n2 yes
[    12.000ms] n3 loses the key of r1
[    13.000ms] c1 wants r1 for another 200ms
[    13.000ms] c1 -> n1 extend r1 c1.1 for 200ms
[    13.000ms] c1 -> n2 extend r1 c1.1 for 200ms
[    13.000ms] c1 -> n3 extend r1 c1.1 for 200ms
[    13.002ms] n2: extend r1 c1.1 for 200ms: no such script
[    13.010ms] c1 <- n2 no such script
[    13.010ms] c1 -> n2 extend r1 c1.1 for 200ms, whole script
[    13.023ms] n3: extend r1 c1.1 for 200ms: no such script
[    13.035ms] c1 <- n3 no such script
[    13.035ms] c1 -> n3 extend r1 c1.1 for 200ms, whole script
[    13.056ms] n1: extend r1 c1.1 for 200ms: no such script
[    13.064ms] c1 <- n1 no such script
[    13.064ms] c1 -> n1 extend r1 c1.1 for 200ms, whole script
[    13.075ms] n1: extend r1 c1.1 for 200ms, whole script: yes
[    13.079ms] n2: extend r1 c1.1 for 200ms, whole script: yes
[    13.087ms] n3: extend r1 c1.1 for 200ms, whole script: no key
[    13.087ms] c1 <- n2 yes
[    13.098ms] c1 <- n1 yes
[    13.098ms] c1 HOLDS r1 until 209.000ms
[    13.098ms] c1 extends r1: done
[    13.109ms] c1 <- n3 no key
[    13.109ms] c1 -> n3 repair r1 c1.1 for 200ms
[    13.127ms] n3: repair r1 c1.1 for 200ms: no such script
[    13.155ms] c1 <- n3 no such script
[    13.155ms] c1 -> n3 repair r1 c1.1 for 200ms, whole script
[    13.168ms] n3: repair r1 c1.1 for 200ms, whole script: created
[    13.199ms] c1 <- n3 created
[    38.000ms] n3 loses the key of r1
[    40.000ms] c1 wants r1 for another 200ms
[    40.000ms] c1 -> n1 extend r1 c1.1 for 200ms
[    40.000ms] c1 -> n2 extend r1 c1.1 for 200ms
[    40.000ms] c1 -> n3 extend r1 c1.1 for 200ms
[    40.006ms] n2: extend r1 c1.1 for 200ms: yes
[    40.007ms] n3: extend r1 c1.1 for 200ms: no key
[    40.008ms] n1: extend r1 c1.1 for 200ms: yes
[    40.018ms] c1 <- n3 no key
[    40.020ms] c1 wants r1 for another 200ms
[    40.020ms] c1 -> n1 extend r1 c1.1 for 200ms
[    40.020ms] c1 -> n2 extend r1 c1.1 for 200ms
[    40.020ms] c1 -> n3 extend r1 c1.1 for 200ms
[    40.024ms] n2: extend r1 c1.1 for 200ms: yes
[    40.030ms] c1 <- n2 yes
[    40.042ms] c1 <- n1 yes
[    40.042ms] c1 -> n3 repair r1 c1.1 for 200ms
[    40.042ms] c1 HOLDS r1 until 236.000ms
[    40.042ms] c1 extends r1: done
[    40.043ms] n1: extend r1 c1.1 for 200ms: yes
[    40.051ms] c1 <- n1 yes
[    40.056ms] c1 <- n2 yes
[    40.056ms] c1 HOLDS r1 until 236.020ms
[    40.056ms] c1 extends r1: done
[    40.058ms] n3: extend r1 c1.1 for 200ms: no key
[    40.058ms] n3: repair r1 c1.1 for 200ms: created
[    40.060ms] c1, n3: slow-there
[    40.072ms] c1 <- n3 no key
[    40.072ms] c1 -> n3 repair r1 c1.1 for 200ms
[    40.107ms] c1 <- n3 created
[    45.000ms] c1, n3: cut
[    45.020ms] c1's connection to n3 is broken
[    50.000ms] n3 loses the key of r1
[    70.081ms] n3: repair r1 c1.1 for 200ms: created
[   106.638ms] c1 -> n1 extend r1 c1.1 for 200ms
[   106.638ms] c1 -> n2 extend r1 c1.1 for 200ms
[   106.655ms] n1: extend r1 c1.1 for 200ms: yes
[   106.709ms] n2: extend r1 c1.1 for 200ms: yes
[   106.720ms] c1 <- n1 yes
[   106.760ms] c1 <- n2 yes
[   106.760ms] c1 HOLDS r1 until 302.638ms
[   170.150ms] c1 connects to n3
[   170.208ms] c1 is connected to n3
[   170.208ms] c1 -> n3 kill client 1
[   170.212ms] n3: kill client 1: yes
[   170.237ms] c1 <- n3 yes
[   173.239ms] c1 -> n1 extend r1 c1.1 for 200ms
[   173.239ms] c1 -> n2 extend r1 c1.1 for 200ms
[   173.239ms] c1 -> n3 extend r1 c1.1 for 200ms
[   173.251ms] n2: extend r1 c1.1 for 200ms: yes
[   173.259ms] n3: extend r1 c1.1 for 200ms: yes
[   173.264ms] n1: extend r1 c1.1 for 200ms: yes
[   173.274ms] c1 <- n3 yes
[   173.276ms] c1 <- n1 yes
[   173.291ms] c1 <- n2 yes
[   173.291ms] c1 HOLDS r1 until 369.239ms
[   239.839ms] c1 -> n1 extend r1 c1.1 for 200ms
[   239.839ms] c1 -> n2 extend r1 c1.1 for 200ms
[   239.839ms] c1 -> n3 extend r1 c1.1 for 200ms
[   239.849ms] n1: extend r1 c1.1 for 200ms: yes
[   239.863ms] c1 <- n1 yes
[   239.866ms] n2: extend r1 c1.1 for 200ms: yes
[   239.879ms] n3: extend r1 c1.1 for 200ms: yes
[   239.890ms] c1 <- n3 yes
[   239.901ms] c1 <- n2 yes
[   239.901ms] c1 HOLDS r1 until 435.839ms
[   250.000ms] c1 wants r1 for another 200ms
[   250.000ms] c1 -> n1 extend r1 c1.1 for 200ms
[   250.000ms] c1 -> n2 extend r1 c1.1 for 200ms
[   250.000ms] c1 -> n3 extend r1 c1.1 for 200ms
[   250.009ms] n3: extend r1 c1.1 for 200ms: yes
[   250.010ms] n2: extend r1 c1.1 for 200ms: yes
[   250.014ms] n1: extend r1 c1.1 for 200ms: yes
[   250.019ms] c1 <- n1 yes
[   250.025ms] c1 <- n2 yes
[   250.025ms] c1 HOLDS r1 until 446.000ms
[   250.025ms] c1 extends r1: done
[   250.032ms] c1 <- n3 yes
[   316.639ms] c1 -> n1 extend r1 c1.1 for 200ms
[   316.639ms] c1 -> n2 extend r1 c1.1 for 200ms
[   316.639ms] c1 -> n3 extend r1 c1.1 for 200ms
[   316.647ms] n1: extend r1 c1.1 for 200ms: yes
[   316.650ms] c1 <- n1 yes
[   316.651ms] n3: extend r1 c1.1 for 200ms: yes
[   316.657ms] c1 <- n3 yes
[   316.663ms] n2: extend r1 c1.1 for 200ms: yes
[   316.678ms] c1 <- n2 yes
[   316.678ms] c1 HOLDS r1 until 512.639ms
[   383.240ms] c1 -> n1 extend r1 c1.1 for 200ms
[   383.240ms] c1 -> n2 extend r1 c1.1 for 200ms
[   383.240ms] c1 -> n3 extend r1 c1.1 for 200ms
[   383.265ms] n3: extend r1 c1.1 for 200ms: yes
[   383.273ms] c1 <- n3 yes
[   383.296ms] n2: extend r1 c1.1 for 200ms: yes
[   383.297ms] n1: extend r1 c1.1 for 200ms: yes
[   383.303ms] c1 <- n2 yes
[   383.303ms] c1 HOLDS r1 until 579.240ms
[   383.308ms] c1 <- n1 yes
[   400.000ms] faults stop
[   400.000ms] c1 gives r1 back
[   400.000ms] c1 -> n1 pass r1 c1.1, whole script
[   400.000ms] c1 -> n2 release r1 c1.1, whole script
[   400.000ms] c1 -> n3 release r1 c1.1, whole script
[   400.014ms] n3: release r1 c1.1, whole script: yes
[   400.025ms] c1 <- n3 yes
[   400.061ms] n1: pass r1 c1.1, whole script: yes
[   400.067ms] n2: release r1 c1.1, whole script: yes
[   400.076ms] c1 <- n2 yes
[   400.076ms] c1 releases r1: done
[   400.098ms] c1 <- n1 yes
[   400.098ms] everybody asks for r1
[   400.098ms] c1 wants r1 for 200ms
[   400.098ms] c1 -> n1 grant r1 c1.2 for 200ms
[   400.098ms] c1 -> n2 grant r1 c1.2 for 200ms
[   400.098ms] c1 -> n3 grant r1 c1.2 for 200ms
[   400.108ms] n1: grant r1 c1.2 for 200ms: yes
[   400.111ms] c1 <- n1 yes
[   400.115ms] n3: grant r1 c1.2 for 200ms: yes
[   400.124ms] c1 <- n3 yes
[   400.124ms] c1 HOLDS r1 until 596.098ms
[   400.124ms] c1 acquires r1: acquired
[   400.135ms] n2: grant r1 c1.2 for 200ms: yes
[   400.248ms] c1 <- n2 yes
[   402.124ms] c1 gives r1 back
[   402.124ms] c1 -> n1 pass r1 c1.2
[   402.124ms] c1 -> n2 release r1 c1.2
[   402.124ms] c1 -> n3 release r1 c1.2
[   402.127ms] n3: release r1 c1.2: yes
[   402.130ms] n2: release r1 c1.2: yes
[   402.132ms] n1: pass r1 c1.2: yes
[   402.137ms] c1 <- n2 yes
[   402.141ms] c1 <- n3 yes
[   402.141ms] c1 releases r1: done
[   402.150ms] c1 <- n1 yes
