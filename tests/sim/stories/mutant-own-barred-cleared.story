# As doubt-in-quarantine; c2 ends the quarantine of the node that it bars itself,
# and two hold r1.
@mutant OWN_BARRED_CLEARED
@only exclusion
@expect breaks exclusion
guard on
agreeing
seed 12
nodes 3
quorum 2
clients 3
slack 50ms
node-timeout 50ms
ttl-max 500ms
length 2500ms
delay 0.1ms
5ms c1 n3 refuse for 2400ms
5ms c1 n3 cut
20ms c3 crash for 1880ms
100ms c1 acquire r1 ttl 500ms
200ms n2 restart for 10ms
400ms c1 extend ttl 500ms
800ms c1 extend ttl 500ms
1000ms c2 acquire r2 slot 2 ttl 100ms hold 1ms
1200ms c1 extend ttl 500ms
1600ms c1 extend ttl 500ms
1650ms c1 n2 refuse for 600ms
1650ms c1 n2 cut
1651ms c2 n2 slow-back for 101ms
1651.5ms n2 step for 150ms
1651.6ms c2 acquire r2 slot 2 ttl 100ms
1830ms c2 n2 slow-back for 200ms
2010ms c3 acquire r1 ttl 100ms
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
[     0.122ms] c1 is connected to n2
[     0.127ms] c1 is connected to n3
[     0.139ms] c2 is connected to n1
[     0.179ms] c2 is connected to n3
[     0.194ms] c1 is connected to n1
[     0.222ms] c3 is connected to n2
[     0.237ms] c3 is connected to n1
[     0.303ms] c3 is connected to n3
[     0.523ms] c2 is connected to n2
[     5.000ms] c1, n3: refuse
[     5.000ms] c1, n3: cut
[     5.100ms] c1's connection to n3 is broken
[    20.000ms] c3 crashes
[    20.000ms] c3 drops its connection to n1, what was sent goes on
[    20.000ms] c3 drops its connection to n2
[    20.000ms] c3 drops its connection to n3
[    87.211ms] c1 connects to n3
[    87.311ms] c1's connection to n3 is refused
[   100.000ms] c1 wants r1 for 500ms
[   100.000ms] c1 -> n1 grant r1 c1.1 for 550ms
[   100.144ms] n1: grant r1 c1.1 for 550ms: no such script
[   100.338ms] c1 <- n1 no such script
[   100.338ms] c1 -> n1 grant r1 c1.1 for 550ms, whole script
[   100.436ms] n1: grant r1 c1.1 for 550ms, whole script: yes
[   100.512ms] c1 <- n1 yes
[   100.512ms] c1 -> n2 grant r1 c1.1 for 550ms
[   100.602ms] n2: grant r1 c1.1 for 550ms: no such script
[   100.787ms] c1 <- n2 no such script
[   100.787ms] c1 -> n2 grant r1 c1.1 for 550ms, whole script
[   100.902ms] n2: grant r1 c1.1 for 550ms, whole script: yes
[   100.971ms] c1 <- n2 yes
[   100.971ms] c1 HOLDS r1 until 593.000ms
[   100.971ms] c1 acquires r1: acquired
[   200.000ms] n2 goes down
[   200.100ms] c1's connection to n2 is broken
[   200.100ms] c2's connection to n2 is broken
[   200.858ms] c1 connects to n3
[   200.958ms] c1's connection to n3 is refused
[   210.000ms] n2 is back, with its memory
[   315.740ms] c1 connects to n2
[   315.967ms] c1 is connected to n2
[   315.967ms] c1 -> n2 mark as in quarantine
[   316.146ms] n2: mark as in quarantine: yes
[   316.184ms] c1 <- n2 yes
[   332.818ms] c2 connects to n2
[   333.121ms] c2 is connected to n2
[   383.002ms] c1 connects to n3
[   383.102ms] c1's connection to n3 is refused
[   400.000ms] c1 wants r1 for another 500ms
[   400.000ms] c1 -> n1 extend r1 c1.1 for 550ms
[   400.000ms] c1 -> n2 extend r1 c1.1 for 550ms
[   400.055ms] n2: extend r1 c1.1 for 550ms: no such script
[   400.324ms] n1: extend r1 c1.1 for 550ms: no such script
[   400.398ms] c1 <- n2 no such script
[   400.398ms] c1 -> n2 extend r1 c1.1 for 550ms, whole script
[   400.428ms] c1 <- n1 no such script
[   400.428ms] c1 -> n1 extend r1 c1.1 for 550ms, whole script
[   400.550ms] n1: extend r1 c1.1 for 550ms, whole script: yes
[   400.651ms] c1 <- n1 yes
[   400.651ms] c1 HOLDS r1 until 593.512ms
[   400.686ms] n2: extend r1 c1.1 for 550ms, whole script: yes, in quarantine
[   400.782ms] c1 <- n2 yes, in quarantine
[   400.782ms] c1 HOLDS r1 until 893.000ms
[   400.782ms] c1 extends r1: done
[   800.000ms] c1 wants r1 for another 500ms
[   800.000ms] c1 -> n1 extend r1 c1.1 for 550ms
[   800.000ms] c1 -> n2 extend r1 c1.1 for 550ms
[   800.059ms] n2: extend r1 c1.1 for 550ms: yes, in quarantine
[   800.116ms] n1: extend r1 c1.1 for 550ms: yes
[   800.152ms] c1 <- n2 yes, in quarantine
[   800.281ms] c1 <- n1 yes
[   800.281ms] c1 HOLDS r1 until 1293.000ms
[   800.281ms] c1 extends r1: done
[   834.417ms] c1 connects to n3
[   834.517ms] c1's connection to n3 is refused
[  1000.000ms] c2 wants r2 for 100ms
[  1000.000ms] c2 -> n1 grant r2 c2.1 for 150ms
[  1000.116ms] n1: grant r2 c2.1 for 150ms: yes
[  1000.144ms] c2 <- n1 yes
[  1000.144ms] c2 -> n2 grant r2 c2.1 for 150ms
[  1000.164ms] n2: grant r2 c2.1 for 150ms: no such script
[  1000.408ms] c2 <- n2 no such script
[  1000.408ms] c2 -> n2 grant r2 c2.1 for 150ms, whole script
[  1000.461ms] n2: grant r2 c2.1 for 150ms, whole script: no, in quarantine
[  1000.814ms] c2 <- n2 no, in quarantine
[  1000.814ms] c2 -> n3 grant r2 c2.1 for 150ms
[  1001.025ms] n3: grant r2 c2.1 for 150ms: no such script
[  1001.100ms] c2 <- n3 no such script
[  1001.100ms] c2 -> n3 grant r2 c2.1 for 150ms, whole script
[  1001.148ms] n3: grant r2 c2.1 for 150ms, whole script: yes
[  1001.339ms] c2 <- n3 yes
[  1001.339ms] c2 HOLDS r2 until 1097.000ms
[  1001.339ms] c2 acquires r2: acquired
[  1002.339ms] c2 gives r2 back
[  1002.339ms] c2 -> n1 pass r2 c2.1, whole script
[  1002.339ms] c2 -> n2 release r2 c2.1, whole script
[  1002.339ms] c2 -> n3 release r2 c2.1, whole script
[  1002.356ms] n3: release r2 c2.1, whole script: yes
[  1002.362ms] n1: pass r2 c2.1, whole script: yes
[  1002.385ms] c2 <- n3 yes
[  1002.405ms] c2 <- n1 yes
[  1002.405ms] c2 releases r2: done
[  1002.425ms] n2: release r2 c2.1, whole script: no key
[  1002.456ms] c2 <- n2 no key
[  1200.000ms] c1 wants r1 for another 500ms
[  1200.000ms] c1 -> n1 extend r1 c1.1 for 550ms
[  1200.000ms] c1 -> n2 extend r1 c1.1 for 550ms
[  1200.049ms] n1: extend r1 c1.1 for 550ms: yes
[  1200.173ms] n2: extend r1 c1.1 for 550ms: yes, in quarantine
[  1200.190ms] c1 <- n2 yes, in quarantine
[  1200.269ms] c1 <- n1 yes
[  1200.269ms] c1 HOLDS r1 until 1693.000ms
[  1200.269ms] c1 extends r1: done
[  1600.000ms] c1 wants r1 for another 500ms
[  1600.000ms] c1 -> n1 extend r1 c1.1 for 550ms
[  1600.000ms] c1 -> n2 extend r1 c1.1 for 550ms
[  1600.024ms] n2: extend r1 c1.1 for 550ms: yes, in quarantine
[  1600.060ms] n1: extend r1 c1.1 for 550ms: yes
[  1600.111ms] c1 <- n1 yes
[  1600.215ms] c1 <- n2 yes, in quarantine
[  1600.215ms] c1 HOLDS r1 until 2093.000ms
[  1600.215ms] c1 extends r1: done
[  1650.000ms] c1, n2: refuse
[  1650.000ms] c1, n2: cut
[  1650.100ms] c1's connection to n2 is broken
[  1650.100ms] c1 connects to n2
[  1650.200ms] c1's connection to n2 is refused
[  1651.000ms] c2, n2: slow-back
[  1651.500ms] n2's clock is stepped by 150ms
[  1651.600ms] c2 wants r2 for 100ms
[  1651.600ms] c2 -> n1 grant r2 c2.2 for 150ms
[  1651.659ms] n1: grant r2 c2.2 for 150ms: yes
[  1651.679ms] c2 <- n1 yes
[  1651.679ms] c2 -> n2 grant r2 c2.2 for 150ms
[  1651.879ms] n2: grant r2 c2.2 for 150ms: no, in quarantine
[  1701.679ms] c2 -> n3 grant r2 c2.2 for 150ms
[  1701.771ms] n3: grant r2 c2.2 for 150ms: yes
[  1701.846ms] c2 <- n3 yes
[  1701.846ms] c2 HOLDS r2 until 1748.600ms
[  1701.846ms] c2 acquires r2: acquired
[  1724.624ms] c1 connects to n3
[  1724.724ms] c1's connection to n3 is refused
[  1738.600ms] c2 does not hold r2 any more
[  1738.600ms] c2 is told that r2 is lost
[  1738.600ms] c2 gives r2 back
[  1738.600ms] c2 -> n1 pass r2 c2.2
[  1738.600ms] c2 -> n2 release r2 c2.2
[  1738.600ms] c2 -> n3 release r2 c2.2
[  1738.639ms] n3: release r2 c2.2: yes
[  1738.650ms] n1: pass r2 c2.2: yes
[  1738.672ms] c2 <- n1 yes
[  1738.753ms] c2 <- n3 yes
[  1738.753ms] c2 releases r2: done
[  1738.754ms] n2: release r2 c2.2: no key
[  1752.097ms] c2 <- n2 no, in quarantine
[  1752.224ms] c2 <- n2 no key
[  1791.985ms] c1 connects to n2
[  1792.085ms] c1's connection to n2 is refused
[  1830.000ms] c2, n2: slow-back
[  1833.121ms] c2 -> n2 mark as sound
[  1833.169ms] n2: mark as sound: yes
[  1900.000ms] c3 connects to n1
[  1900.000ms] c3 connects to n2
[  1900.000ms] c3 connects to n3
[  1900.176ms] c3 is connected to n1
[  1900.199ms] c3 is connected to n2
[  1900.571ms] c3 is connected to n3
[  1971.839ms] c1 connects to n3
[  1971.939ms] c1's connection to n3 is refused
[  2010.000ms] c3 wants r1 for 100ms
[  2010.000ms] c3 -> n1 grant r1 c3a.1 for 150ms
[  2010.119ms] n1: grant r1 c3a.1 for 150ms: no, c1.1 for 140ms
[  2010.504ms] c3 <- n1 no, c1.1 for 140ms
[  2010.504ms] c3 -> n2 grant r1 c3a.1 for 150ms
[  2010.541ms] n2: grant r1 c3a.1 for 150ms: yes
[  2010.566ms] c3 <- n2 yes
[  2010.566ms] c3 -> n3 grant r1 c3a.1 for 150ms
[  2010.683ms] n3: grant r1 c3a.1 for 150ms: yes
[  2010.733ms] c3 <- n3 yes
[  2010.733ms] c3 HOLDS r1 until 2107.504ms
[  2010.733ms] BROKEN: two hold the same lock: r1 by c3 and by c1
[  2010.733ms] c3 acquires r1: acquired
