# n2 restarts with its memory, and is in quarantine; then its clock is stepped.
# c1 does not hear of it and believes in its vote there. c2 does, and writes a
# quarantine that is new: c4 cannot end the first one any more, and c3, who has
# heard nothing, does not get n2's vote.
@only exclusion
@expect breaks nothing
@expect seen n2 is back, with its memory
@expect seen n2: mark as in quarantine: yes
@expect seen n2's clock is stepped by 200ms
@expect seen c2 -> n2 mark as in quarantine
@expect seen c4 -> n2 mark as sound
@expect seen n2: mark as sound: no
@expect seen c3 <- n2 no, in quarantine
@expect seen c3 acquires r1: held by another
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
[  2050.814ms] c2 -> n2 mark as in quarantine
[  2050.814ms] c2 -> n3 grant r2 c2.1 for 150ms
[  2050.900ms] n2: mark as in quarantine: yes
[  2050.931ms] c2 <- n2 yes
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
[  2052.539ms] n2: release r2 c2.1, whole script: no key
[  2052.637ms] c2 <- n2 no key
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
[  2220.468ms] n2: mark as sound: no, '1|||d002000200000000' for -1ms
[  2460.000ms] c3 wants r1 for 200ms
[  2460.000ms] c3 -> n1 grant r1 c3a.1 for 250ms
[  2460.119ms] n1: grant r1 c3a.1 for 250ms: no, c1.1 for 190ms
[  2460.504ms] c3 <- n1 no, c1.1 for 190ms
[  2460.504ms] c3 -> n2 grant r1 c3a.1 for 250ms
[  2460.541ms] n2: grant r1 c3a.1 for 250ms: no, in quarantine
[  2460.566ms] c3 <- n2 no, in quarantine
[  2460.566ms] c3 -> n1 pass r1 c3a.1, whole script
[  2460.566ms] c3 -> n2 release r1 c3a.1, whole script
[  2460.594ms] n2: release r1 c3a.1, whole script: no key
[  2460.612ms] n1: pass r1 c3a.1, whole script: no, c1.1 for 190ms
[  2460.718ms] c3 <- n1 no, c1.1 for 190ms
[  2460.718ms] c3 acquires r1: held by another
[  2460.851ms] c3 <- n2 no key
[  2488.000ms] c1 does not hold r1 any more
[  2488.000ms] c1 is told that r1 is lost
[  2588.000ms] c1 -> n1 pass r1 c1.1, whole script
[  2588.049ms] n1: pass r1 c1.1, whole script: yes
[  2588.269ms] c1 <- n1 yes
[  2620.157ms] c4 <- n2 no, '1|||d002000200000000' for -1ms
[  2723.342ms] c1 connects to n3
[  2723.427ms] c1 is connected to n3
[  2800.000ms] faults stop
[  2800.000ms] c1 gives r1 back
[  2800.000ms] c1 -> n1 pass r1 c1.1
[  2800.000ms] c1 -> n3 release r1 c1.1, whole script
[  2800.060ms] n1: pass r1 c1.1: no key
[  2800.071ms] n3: release r1 c1.1, whole script: no key
[  2800.111ms] c1 <- n1 no key
[  2800.119ms] c1 <- n3 no key
[  2800.119ms] c1 releases r1: gone
[  3513.855ms] c1 connects to n2
[  3514.045ms] c1 is connected to n2
[  3514.045ms] c1 -> n2 release r1 c1.1, whole script
[  3514.045ms] c1 -> n2 release r1 c1.1, whole script
[  3514.045ms] c1 -> n2 mark as in quarantine
[  3514.070ms] n2: release r1 c1.1, whole script: no key
[  3514.070ms] n2: release r1 c1.1, whole script: no key
[  3514.070ms] n2: mark as in quarantine: yes
[  3514.261ms] c1 <- n2 no key
[  3514.261ms] c1 <- n2 no key
[  3514.261ms] c1 <- n2 yes
[  3514.261ms] everybody asks for r1
[  3514.261ms] c1 wants r1 for 1000ms
[  3514.261ms] c1 -> n1 grant r1 c1.2 for 1050ms
[  3514.261ms] c2 wants r1 for 1000ms
[  3514.261ms] c2 -> n1 grant r1 c2.2 for 1050ms
[  3514.261ms] c3 wants r1 for 1000ms
[  3514.261ms] c3 -> n1 grant r1 c3a.2 for 1050ms
[  3514.261ms] c4 wants r1 for 1000ms
[  3514.261ms] c4 -> n1 grant r1 c4.1 for 1050ms
[  3514.282ms] n1: grant r1 c3a.2 for 1050ms: yes
[  3514.302ms] n1: grant r1 c1.2 for 1050ms: no, c3a.2 for 1050ms
[  3514.320ms] n1: grant r1 c2.2 for 1050ms: no, c3a.2 for 1050ms
[  3514.340ms] c2 <- n1 no, c3a.2 for 1050ms
[  3514.340ms] c2 -> n1 ask r1 c2.3 for 1050ms
[  3514.391ms] n1: ask r1 c2.3 for 1050ms: no such script
[  3514.391ms] n1: grant r1 c4.1 for 1050ms: no, c3a.2 for 1050ms
[  3514.413ms] c2 <- n1 no such script
[  3514.413ms] c2 -> n1 ask r1 c2.3 for 1050ms, whole script
[  3514.416ms] c1 <- n1 no, c3a.2 for 1050ms
[  3514.416ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  3514.448ms] c4 <- n1 no, c3a.2 for 1050ms
[  3514.448ms] c4 -> n1 ask r1 c4.2 for 1050ms
[  3514.449ms] n1: ask r1 c2.3 for 1050ms, whole script: no, queued
[  3514.470ms] c2 <- n1 no, queued
[  3514.470ms] c2 begins to listen at n1
[  3514.470ms] c2 begins to listen at n2
[  3514.470ms] c2 begins to listen at n3
[  3514.477ms] n1: ask r1 c4.2 for 1050ms: no, queued
[  3514.520ms] n1: ask r1 c1.3 for 1050ms: no, queued
[  3514.535ms] c2 listens at n1
[  3514.535ms] c2 -> n1 ask r1 c2.3 for 1050ms
[  3514.589ms] c2 listens at n2
[  3514.595ms] c1 <- n1 no, queued
[  3514.595ms] c1 begins to listen at n1
[  3514.595ms] c1 begins to listen at n2
[  3514.595ms] c1 begins to listen at n3
[  3514.600ms] c3 <- n1 yes
[  3514.600ms] c3 -> n2 grant r1 c3a.2 for 1050ms
[  3514.615ms] n1: ask r1 c2.3 for 1050ms: no, queued
[  3514.621ms] c4 <- n1 no, queued
[  3514.621ms] c4 begins to listen at n1
[  3514.621ms] c4 begins to listen at n2
[  3514.621ms] c4 begins to listen at n3
[  3514.648ms] c2 listens at n3
[  3514.674ms] c1 listens at n3
[  3514.695ms] c2 <- n1 no, queued
[  3514.733ms] c4 listens at n3
[  3514.759ms] n2: grant r1 c3a.2 for 1050ms: no, in quarantine
[  3514.781ms] c4 listens at n2
[  3514.789ms] c3 <- n2 no, in quarantine
[  3514.789ms] c3 -> n3 grant r1 c3a.2 for 1050ms
[  3514.871ms] c4 listens at n1
[  3514.871ms] c4 -> n1 ask r1 c4.2 for 1050ms
[  3514.894ms] n1: ask r1 c4.2 for 1050ms: no, queued
[  3514.906ms] n3: grant r1 c3a.2 for 1050ms: yes
[  3514.933ms] c4 <- n1 no, queued
[  3514.956ms] c3 <- n3 yes
[  3514.956ms] c3 HOLDS r1 until 4502.261ms
[  3514.956ms] c3 acquires r1: acquired
[  3515.015ms] c1 listens at n1
[  3515.015ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  3515.038ms] c1 listens at n2
[  3515.121ms] n1: ask r1 c1.3 for 1050ms: no, queued
[  3515.499ms] c1 <- n1 no, queued
[  3516.956ms] c3 gives r1 back
[  3516.956ms] c3 -> n1 pass r1 c3a.2
[  3516.956ms] c3 -> n2 release r1 c3a.2
[  3516.956ms] c3 -> n3 release r1 c3a.2, whole script
[  3516.974ms] n3: release r1 c3a.2, whole script: yes
[  3517.016ms] n1 pushes to c2.3: it is free
[  3517.016ms] n1: pass r1 c3a.2: yes
[  3517.019ms] c3 <- n3 yes
[  3517.076ms] n2: release r1 c3a.2: no key
[  3517.151ms] c2 <- n1 pushes to c2.3
[  3517.151ms] c2 -> n1 ask r1 c2.3 for 1050ms
[  3517.151ms] c2 -> n2 ask r1 c2.3 for 1050ms
[  3517.151ms] c2 -> n3 ask r1 c2.3 for 1050ms
[  3517.173ms] c3 <- n2 no key
[  3517.184ms] n1: ask r1 c2.3 for 1050ms: yes
[  3517.185ms] c3 <- n1 yes
[  3517.185ms] c3 releases r1: done
[  3517.210ms] c2 <- n1 yes
[  3517.244ms] n3: ask r1 c2.3 for 1050ms: no such script
[  3517.306ms] n2: ask r1 c2.3 for 1050ms: no such script
[  3517.318ms] c2 <- n3 no such script
[  3517.318ms] c2 -> n3 ask r1 c2.3 for 1050ms, whole script
[  3517.357ms] n3: ask r1 c2.3 for 1050ms, whole script: yes
[  3517.472ms] c2 <- n3 yes
[  3517.472ms] c2 HOLDS r1 until 4505.151ms
[  3517.472ms] c2 acquires r1: acquired
[  3517.531ms] c2 <- n2 no such script
[  3517.531ms] c2 -> n2 ask r1 c2.3 for 1050ms, whole script
[  3517.579ms] n2: ask r1 c2.3 for 1050ms, whole script: no, in quarantine
[  3517.633ms] c2 <- n2 no, in quarantine
[  3519.472ms] c2 gives r1 back
[  3519.472ms] c2 -> n1 pass r1 c2.3
[  3519.472ms] c2 -> n2 pass r1 c2.3, whole script
[  3519.472ms] c2 -> n3 pass r1 c2.3, whole script
[  3519.517ms] n1 pushes to c4.2: it is yours
[  3519.517ms] n1: pass r1 c2.3: yes
[  3519.539ms] c4 <- n1 pushes to c4.2
[  3519.597ms] c2 <- n1 yes
[  3519.600ms] n3 pushes to c4.2: it is yours
[  3519.600ms] n3: pass r1 c2.3, whole script: yes
[  3519.638ms] c4 <- n3 pushes to c4.2
[  3519.638ms] c4 HOLDS r1 until 4502.871ms
[  3519.638ms] c4 acquires r1: acquired
[  3519.660ms] n2: pass r1 c2.3, whole script: no key
[  3519.704ms] c2 <- n2 no key
[  3519.920ms] c2 <- n3 yes
[  3519.920ms] c2 releases r1: done
[  3521.638ms] c4 gives r1 back
[  3521.638ms] c4 -> n1 pass r1 c4.2, whole script
[  3521.638ms] c4 -> n2 pass r1 c4.2, whole script
[  3521.638ms] c4 -> n3 pass r1 c4.2, whole script
[  3521.663ms] n1 pushes to c1.3: it is yours
[  3521.663ms] n1: pass r1 c4.2, whole script: yes
[  3521.689ms] n2: pass r1 c4.2, whole script: no key
[  3521.691ms] c4 <- n1 yes
[  3521.695ms] c1 <- n1 pushes to c1.3
[  3521.714ms] n3 pushes to c1.3: it is yours
[  3521.714ms] n3: pass r1 c4.2, whole script: yes
[  3521.780ms] c4 <- n2 no key
[  3521.784ms] c4 <- n3 yes
[  3521.784ms] c4 releases r1: done
[  3521.994ms] c1 <- n3 pushes to c1.3
[  3521.994ms] c1 HOLDS r1 until 4503.015ms
[  3521.994ms] c1 acquires r1: acquired
[  3522.994ms] c1 -> n2 ask r1 c1.3 for 1050ms
[  3523.040ms] n2: ask r1 c1.3 for 1050ms: no, in quarantine
[  3523.163ms] c1 <- n2 no, in quarantine
[  3523.994ms] c1 gives r1 back
[  3523.994ms] c1 -> n1 pass r1 c1.3
[  3523.994ms] c1 -> n2 pass r1 c1.3, whole script
[  3523.994ms] c1 -> n3 release r1 c1.3
[  3524.020ms] n3: release r1 c1.3: yes
[  3524.095ms] n2: pass r1 c1.3, whole script: no key
[  3524.131ms] n1: pass r1 c1.3: yes
[  3524.156ms] c1 <- n3 yes
[  3524.161ms] c1 <- n1 yes
[  3524.161ms] c1 releases r1: done
[  3524.286ms] c1 <- n2 no key
