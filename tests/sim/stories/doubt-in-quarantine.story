# n2 is in quarantine after a restart with its memory. Its clock is stepped by
# 150 ms, and c2 hears of it by an answer that is late: 49 ms of it are certain,
# which is within the slack, and the rest is possible. While it is, c2 does not
# end the quarantine. c1, who believes in its vote there, has not heard of it.
@only exclusion
@expect breaks nothing
@expect seen n2 is back, with its memory
@expect seen n2's clock is stepped by 150ms
@expect seen c3 <- n2 no, in quarantine
@expect seen c3 acquires r1: held by another
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
[  2010.541ms] n2: grant r1 c3a.1 for 150ms: no, in quarantine
[  2010.566ms] c3 <- n2 no, in quarantine
[  2010.566ms] c3 -> n1 pass r1 c3a.1, whole script
[  2010.566ms] c3 -> n2 release r1 c3a.1, whole script
[  2010.594ms] n2: release r1 c3a.1, whole script: no key
[  2010.612ms] n1: pass r1 c3a.1, whole script: no, c1.1 for 140ms
[  2010.718ms] c3 <- n1 no, c1.1 for 140ms
[  2010.718ms] c3 acquires r1: held by another
[  2010.851ms] c3 <- n2 no key
[  2015.080ms] c1 connects to n2
[  2015.180ms] c1's connection to n2 is refused
[  2043.000ms] c1 does not hold r1 any more
[  2043.000ms] c1 is told that r1 is lost
[  2070.919ms] c1 connects to n2
[  2071.019ms] c1's connection to n2 is refused
[  2093.000ms] c1 -> n1 pass r1 c1.1, whole script
[  2093.040ms] n1: pass r1 c1.1, whole script: yes
[  2093.155ms] c1 <- n1 yes
[  2134.462ms] c1 connects to n2
[  2134.562ms] c1's connection to n2 is refused
[  2500.000ms] faults stop
[  2500.000ms] c1 gives r1 back
[  2500.000ms] c1 -> n1 pass r1 c1.1
[  2500.000ms] c1 releases r1: unreachable
[  2500.103ms] n1: pass r1 c1.1: no key
[  2500.178ms] c1 <- n1 no key
[  2723.342ms] c1 connects to n3
[  2723.427ms] c1 is connected to n3
[  3400.199ms] c3 -> n2 mark as sound
[  3400.358ms] n2: mark as sound: yes
[  3400.388ms] c3 <- n2 yes
[  3513.855ms] c1 connects to n2
[  3513.936ms] c1 is connected to n2
[  3513.936ms] c1 -> n2 mark as in quarantine
[  3513.950ms] n2: mark as in quarantine: yes
[  3513.981ms] c1 <- n2 yes
[  3513.981ms] everybody asks for r1
[  3513.981ms] c1 wants r1 for 500ms
[  3513.981ms] c1 -> n1 grant r1 c1.2 for 550ms
[  3513.981ms] c2 wants r1 for 500ms
[  3513.981ms] c2 -> n1 grant r1 c2.3 for 550ms
[  3513.981ms] c3 wants r1 for 500ms
[  3513.981ms] c3 -> n1 grant r1 c3a.2 for 550ms
[  3514.002ms] n1: grant r1 c3a.2 for 550ms: yes
[  3514.018ms] n1: grant r1 c2.3 for 550ms: no, c3a.2 for 550ms
[  3514.039ms] c2 <- n1 no, c3a.2 for 550ms
[  3514.039ms] c2 -> n1 ask r1 c2.4 for 550ms
[  3514.087ms] n1: grant r1 c1.2 for 550ms: no, c3a.2 for 550ms
[  3514.118ms] n1: ask r1 c2.4 for 550ms: no such script
[  3514.199ms] c2 <- n1 no such script
[  3514.199ms] c2 -> n1 ask r1 c2.4 for 550ms, whole script
[  3514.231ms] n1: ask r1 c2.4 for 550ms, whole script: no, queued
[  3514.257ms] c2 <- n1 no, queued
[  3514.257ms] c2 begins to listen at n1
[  3514.257ms] c2 begins to listen at n2
[  3514.257ms] c2 begins to listen at n3
[  3514.320ms] c3 <- n1 yes
[  3514.320ms] c3 -> n2 grant r1 c3a.2 for 550ms
[  3514.322ms] c2 listens at n1
[  3514.322ms] c2 -> n1 ask r1 c2.4 for 550ms
[  3514.367ms] n1: ask r1 c2.4 for 550ms: no, queued
[  3514.376ms] c2 listens at n2
[  3514.435ms] c2 listens at n3
[  3514.440ms] n2: grant r1 c3a.2 for 550ms: no, in quarantine
[  3514.447ms] c2 <- n1 no, queued
[  3514.465ms] c1 <- n1 no, c3a.2 for 550ms
[  3514.465ms] c1 -> n1 ask r1 c1.3 for 550ms
[  3514.537ms] c3 <- n2 no, in quarantine
[  3514.537ms] c3 -> n3 grant r1 c3a.2 for 550ms
[  3514.603ms] n1: ask r1 c1.3 for 550ms: no, queued
[  3514.633ms] c1 <- n1 no, queued
[  3514.633ms] c1 begins to listen at n1
[  3514.633ms] c1 begins to listen at n2
[  3514.633ms] c1 begins to listen at n3
[  3514.654ms] n3: grant r1 c3a.2 for 550ms: yes
[  3514.704ms] c3 <- n3 yes
[  3514.704ms] c3 HOLDS r1 until 4006.981ms
[  3514.704ms] c3 acquires r1: acquired
[  3514.712ms] c1 listens at n3
[  3515.053ms] c1 listens at n1
[  3515.053ms] c1 -> n1 ask r1 c1.3 for 550ms
[  3515.076ms] c1 listens at n2
[  3515.265ms] n1: ask r1 c1.3 for 550ms: no, queued
[  3515.324ms] c1 <- n1 no, queued
[  3516.704ms] c3 gives r1 back
[  3516.704ms] c3 -> n1 pass r1 c3a.2
[  3516.704ms] c3 -> n2 release r1 c3a.2
[  3516.704ms] c3 -> n3 release r1 c3a.2, whole script
[  3516.722ms] n3: release r1 c3a.2, whole script: yes
[  3516.734ms] n2: release r1 c3a.2: no key
[  3516.765ms] n1 pushes to c2.4: it is free
[  3516.765ms] n1: pass r1 c3a.2: yes
[  3516.767ms] c3 <- n3 yes
[  3516.892ms] c3 <- n2 no key
[  3516.900ms] c2 <- n1 pushes to c2.4
[  3516.900ms] c2 -> n1 ask r1 c2.4 for 550ms
[  3516.900ms] c2 -> n2 ask r1 c2.4 for 550ms
[  3516.900ms] c2 -> n3 ask r1 c2.4 for 550ms
[  3516.933ms] c3 <- n1 yes
[  3516.933ms] c3 releases r1: done
[  3516.948ms] n2: ask r1 c2.4 for 550ms: no such script
[  3516.964ms] n1: ask r1 c2.4 for 550ms: yes
[  3516.988ms] c2 <- n1 yes
[  3517.002ms] c2 <- n2 no such script
[  3517.002ms] c2 -> n2 ask r1 c2.4 for 550ms, whole script
[  3517.027ms] n3: ask r1 c2.4 for 550ms: no such script
[  3517.190ms] n2: ask r1 c2.4 for 550ms, whole script: no, in quarantine
[  3517.233ms] c2 <- n2 no, in quarantine
[  3517.233ms] c2 -> n2 mark as in quarantine
[  3517.330ms] n2: mark as in quarantine: yes
[  3517.348ms] c2 <- n3 no such script
[  3517.348ms] c2 -> n3 ask r1 c2.4 for 550ms, whole script
[  3517.384ms] c2 <- n2 yes
[  3517.438ms] n3: ask r1 c2.4 for 550ms, whole script: yes
[  3517.534ms] c2 <- n3 yes
[  3517.534ms] c2 HOLDS r1 until 4009.900ms
[  3517.534ms] c2 acquires r1: acquired
[  3518.534ms] c2 -> n2 ask r1 c2.4 for 550ms
[  3518.575ms] n2: ask r1 c2.4 for 550ms: no, in quarantine
[  3518.772ms] c2 <- n2 no, in quarantine
[  3519.534ms] c2 gives r1 back
[  3519.534ms] c2 -> n1 pass r1 c2.4
[  3519.534ms] c2 -> n2 pass r1 c2.4, whole script
[  3519.534ms] c2 -> n3 pass r1 c2.4, whole script
[  3519.563ms] n1 pushes to c1.3: it is yours
[  3519.563ms] n1: pass r1 c2.4: yes
[  3519.579ms] n3 pushes to c1.3: it is yours
[  3519.579ms] n3: pass r1 c2.4, whole script: yes
[  3519.592ms] c2 <- n1 yes
[  3519.595ms] c1 <- n1 pushes to c1.3
[  3519.596ms] c2 <- n3 yes
[  3519.596ms] c2 releases r1: done
[  3519.612ms] n2: pass r1 c2.4, whole script: no key
[  3519.674ms] c2 <- n2 no key
[  3519.858ms] c1 <- n3 pushes to c1.3
[  3519.858ms] c1 HOLDS r1 until 4008.053ms
[  3519.858ms] c1 acquires r1: acquired
[  3520.858ms] c1 -> n2 ask r1 c1.3 for 550ms
[  3520.905ms] n2: ask r1 c1.3 for 550ms: no, in quarantine
[  3521.028ms] c1 <- n2 no, in quarantine
[  3521.858ms] c1 gives r1 back
[  3521.858ms] c1 -> n1 pass r1 c1.3
[  3521.858ms] c1 -> n2 pass r1 c1.3, whole script
[  3521.858ms] c1 -> n3 release r1 c1.3, whole script
[  3521.880ms] n1: pass r1 c1.3: yes
[  3521.930ms] n3: release r1 c1.3, whole script: yes
[  3521.959ms] n2: pass r1 c1.3, whole script: no key
[  3521.978ms] c1 <- n3 yes
[  3521.995ms] c1 <- n1 yes
[  3521.995ms] c1 releases r1: done
[  3522.151ms] c1 <- n2 no key
