# As step-in-quarantine; the first quarantine goes on as if there had been no
# step, and two hold r1 when it has ended.
@mutant QUARANTINE_NOT_RENEWED
@only exclusion
@expect breaks exclusion
guard on
agreeing
seed 12
nodes 3
quorum 2
clients 4
slack 50ms
node-timeout 200ms
ttl-max 1000ms
length 2800ms
delay 0.1ms
5ms c1 n3 refuse for 2700ms
5ms c1 n3 cut
10ms c1 acquire r1 ttl 1000ms
20ms c3 crash for 2080ms
100ms n2 restart for 10ms
800ms c1 extend ttl 1000ms
1600ms c1 extend ttl 1000ms
1650ms c1 n2 refuse for 1100ms
1650ms c1 n2 cut
2000ms n2 step for 200ms
2050ms c2 acquire r2 slot 2 ttl 100ms hold 1ms
2220ms c4 n2 slow-back for 400ms
2460ms c3 acquire r1 ttl 200ms
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
[     0.000ms] c4 connects to n1
[     0.000ms] c4 connects to n2
[     0.000ms] c4 connects to n3
[     0.089ms] c4 is connected to n2
[     0.122ms] c1 is connected to n2
[     0.127ms] c1 is connected to n3
[     0.139ms] c2 is connected to n1
[     0.179ms] c2 is connected to n3
[     0.194ms] c1 is connected to n1
[     0.213ms] c4 is connected to n3
[     0.222ms] c3 is connected to n2
[     0.237ms] c3 is connected to n1
[     0.303ms] c3 is connected to n3
[     0.388ms] c4 is connected to n1
[     0.523ms] c2 is connected to n2
[     5.000ms] c1, n3: refuse
[     5.000ms] c1, n3: cut
[     5.100ms] c1's connection to n3 is broken
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1050ms
[    10.144ms] n1: grant r1 c1.1 for 1050ms: no such script
[    10.338ms] c1 <- n1 no such script
[    10.338ms] c1 -> n1 grant r1 c1.1 for 1050ms, whole script
[    10.436ms] n1: grant r1 c1.1 for 1050ms, whole script: yes
[    10.512ms] c1 <- n1 yes
[    10.512ms] c1 -> n2 grant r1 c1.1 for 1050ms
[    10.602ms] n2: grant r1 c1.1 for 1050ms: no such script
[    10.787ms] c1 <- n2 no such script
[    10.787ms] c1 -> n2 grant r1 c1.1 for 1050ms, whole script
[    10.902ms] n2: grant r1 c1.1 for 1050ms, whole script: yes
[    10.971ms] c1 <- n2 yes
[    10.971ms] c1 HOLDS r1 until 998.000ms
[    10.971ms] c1 acquires r1: acquired
[    20.000ms] c3 crashes
[    20.000ms] c3 drops its connection to n1, what was sent goes on
[    20.000ms] c3 drops its connection to n2
[    20.000ms] c3 drops its connection to n3
[    87.211ms] c1 connects to n3
[    87.311ms] c1's connection to n3 is refused
[   100.000ms] n2 goes down
[   100.100ms] c1's connection to n2 is broken
[   100.100ms] c2's connection to n2 is broken
[   100.100ms] c4's connection to n2 is broken
[   110.000ms] n2 is back, with its memory
[   200.858ms] c1 connects to n3
[   200.958ms] c1's connection to n3 is refused
[   215.740ms] c1 connects to n2
[   215.967ms] c1 is connected to n2
[   215.967ms] c1 -> n2 mark as in quarantine
[   216.146ms] n2: mark as in quarantine: yes
[   216.184ms] c1 <- n2 yes
[   220.059ms] c4 connects to n2
[   220.428ms] c4 is connected to n2
[   232.818ms] c2 connects to n2
[   233.121ms] c2 is connected to n2
[   383.002ms] c1 connects to n3
[   383.102ms] c1's connection to n3 is refused
[   800.000ms] c1 wants r1 for another 1000ms
[   800.000ms] c1 -> n1 extend r1 c1.1 for 1050ms
[   800.000ms] c1 -> n2 extend r1 c1.1 for 1050ms
[   800.055ms] n2: extend r1 c1.1 for 1050ms: no such script
[   800.324ms] n1: extend r1 c1.1 for 1050ms: no such script
[   800.398ms] c1 <- n2 no such script
[   800.398ms] c1 -> n2 extend r1 c1.1 for 1050ms, whole script
[   800.428ms] c1 <- n1 no such script
[   800.428ms] c1 -> n1 extend r1 c1.1 for 1050ms, whole script
[   800.550ms] n1: extend r1 c1.1 for 1050ms, whole script: yes
[   800.651ms] c1 <- n1 yes
[   800.651ms] c1 HOLDS r1 until 998.512ms
[   800.686ms] n2: extend r1 c1.1 for 1050ms, whole script: yes, in quarantine
[   800.782ms] c1 <- n2 yes, in quarantine
[   800.782ms] c1 HOLDS r1 until 1788.000ms
[   800.782ms] c1 extends r1: done
[   834.417ms] c1 connects to n3
[   834.517ms] c1's connection to n3 is refused
[  1600.000ms] c1 wants r1 for another 1000ms
[  1600.000ms] c1 -> n1 extend r1 c1.1 for 1050ms
[  1600.000ms] c1 -> n2 extend r1 c1.1 for 1050ms
[  1600.059ms] n2: extend r1 c1.1 for 1050ms: yes, in quarantine
[  1600.116ms] n1: extend r1 c1.1 for 1050ms: yes
[  1600.152ms] c1 <- n2 yes, in quarantine
[  1600.281ms] c1 <- n1 yes
[  1600.281ms] c1 HOLDS r1 until 2588.000ms
[  1600.281ms] c1 extends r1: done
[  1650.000ms] c1, n2: refuse
[  1650.000ms] c1, n2: cut
[  1650.100ms] c1's connection to n2 is broken
[  1650.100ms] c1 connects to n2
[  1650.200ms] c1's connection to n2 is refused
[  1724.624ms] c1 connects to n3
[  1724.724ms] c1's connection to n3 is refused
[  1791.985ms] c1 connects to n2
[  1792.085ms] c1's connection to n2 is refused
[  1971.839ms] c1 connects to n3
[  1971.939ms] c1's connection to n3 is refused
[  2000.000ms] n2's clock is stepped by 200ms
[  2015.080ms] c1 connects to n2
[  2015.180ms] c1's connection to n2 is refused
[  2050.000ms] c2 wants r2 for 100ms
[  2050.000ms] c2 -> n1 grant r2 c2.1 for 150ms
[  2050.116ms] n1: grant r2 c2.1 for 150ms: yes
[  2050.144ms] c2 <- n1 yes
[  2050.144ms] c2 -> n2 grant r2 c2.1 for 150ms
[  2050.164ms] n2: grant r2 c2.1 for 150ms: no such script
[  2050.408ms] c2 <- n2 no such script
[  2050.408ms] c2 -> n2 grant r2 c2.1 for 150ms, whole script
[  2050.461ms] n2: grant r2 c2.1 for 150ms, whole script: no, in quarantine
[  2050.814ms] c2 <- n2 no, in quarantine
[  2050.814ms] c2 -> n3 grant r2 c2.1 for 150ms
[  2051.025ms] n3: grant r2 c2.1 for 150ms: no such script
[  2051.100ms] c2 <- n3 no such script
[  2051.100ms] c2 -> n3 grant r2 c2.1 for 150ms, whole script
[  2051.148ms] n3: grant r2 c2.1 for 150ms, whole script: yes
[  2051.339ms] c2 <- n3 yes
[  2051.339ms] c2 HOLDS r2 until 2147.000ms
[  2051.339ms] c2 acquires r2: acquired
[  2052.339ms] c2 gives r2 back
[  2052.339ms] c2 -> n1 pass r2 c2.1, whole script
[  2052.339ms] c2 -> n2 release r2 c2.1, whole script
[  2052.339ms] c2 -> n3 release r2 c2.1, whole script
[  2052.356ms] n3: release r2 c2.1, whole script: yes
[  2052.362ms] n1: pass r2 c2.1, whole script: yes
[  2052.385ms] c2 <- n3 yes
[  2052.405ms] c2 <- n1 yes
[  2052.405ms] c2 releases r2: done
[  2052.425ms] n2: release r2 c2.1, whole script: no key
[  2052.456ms] c2 <- n2 no key
[  2070.919ms] c1 connects to n2
[  2071.019ms] c1's connection to n2 is refused
[  2100.000ms] c3 connects to n1
[  2100.000ms] c3 connects to n2
[  2100.000ms] c3 connects to n3
[  2100.176ms] c3 is connected to n1
[  2100.199ms] c3 is connected to n2
[  2100.571ms] c3 is connected to n3
[  2134.462ms] c1 connects to n2
[  2134.562ms] c1's connection to n2 is refused
[  2220.000ms] c4, n2: slow-back
[  2220.428ms] c4 -> n2 mark as sound
[  2220.468ms] n2: mark as sound: yes
[  2460.000ms] c3 wants r1 for 200ms
[  2460.000ms] c3 -> n1 grant r1 c3a.1 for 250ms
[  2460.119ms] n1: grant r1 c3a.1 for 250ms: no, c1.1 for 190ms
[  2460.504ms] c3 <- n1 no, c1.1 for 190ms
[  2460.504ms] c3 -> n2 grant r1 c3a.1 for 250ms
[  2460.541ms] n2: grant r1 c3a.1 for 250ms: yes
[  2460.566ms] c3 <- n2 yes
[  2460.566ms] c3 -> n3 grant r1 c3a.1 for 250ms
[  2460.683ms] n3: grant r1 c3a.1 for 250ms: yes
[  2460.733ms] c3 <- n3 yes
[  2460.733ms] c3 HOLDS r1 until 2656.504ms
[  2460.733ms] BROKEN: two hold the same lock: r1 by c3 and by c1
[  2460.733ms] c3 acquires r1: acquired
