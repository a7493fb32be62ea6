# As step-heard-by-clearing; who ends the quarantine does not look at the clock,
# and two hold r1 before it has heard of the step.
@mutant CLEARED_UNHEARD
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
2000ms n2 step for 2000ms
2215ms c1 n2 slow-back for 200ms
2215ms c2 n2 slow-back for 200ms
2300ms c3 acquire r1 ttl 200ms
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
[   110.000ms] n2 is back, with its memory
[   200.858ms] c1 connects to n3
[   200.958ms] c1's connection to n3 is refused
[   215.740ms] c1 connects to n2
[   215.967ms] c1 is connected to n2
[   215.967ms] c1 -> n2 mark as in quarantine
[   216.146ms] n2: mark as in quarantine: yes
[   216.184ms] c1 <- n2 yes
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
[  1724.624ms] c1 connects to n3
[  1724.724ms] c1's connection to n3 is refused
[  2000.000ms] n2's clock is stepped by 2000ms
[  2100.000ms] c3 connects to n1
[  2100.000ms] c3 connects to n2
[  2100.000ms] c3 connects to n3
[  2100.176ms] c3 is connected to n1
[  2100.199ms] c3 is connected to n2
[  2100.571ms] c3 is connected to n3
[  2215.000ms] c1, n2: slow-back
[  2215.000ms] c2, n2: slow-back
[  2216.184ms] c1 -> n2 mark as sound
[  2216.358ms] n2: mark as sound: yes
[  2233.121ms] c2 -> n2 mark as sound
[  2233.141ms] n2: mark as sound: no, '1|||d002000200000000' for -1ms
[  2300.000ms] c3 wants r1 for 200ms
[  2300.000ms] c3 -> n1 grant r1 c3a.1 for 250ms
[  2300.119ms] n1: grant r1 c3a.1 for 250ms: no, c1.1 for 350ms
[  2300.504ms] c3 <- n1 no, c1.1 for 350ms
[  2300.504ms] c3 -> n2 grant r1 c3a.1 for 250ms
[  2300.541ms] n2: grant r1 c3a.1 for 250ms: no such script
[  2300.566ms] c3 <- n2 no such script
[  2300.566ms] c3 -> n2 grant r1 c3a.1 for 250ms, whole script
[  2300.594ms] n2: grant r1 c3a.1 for 250ms, whole script: yes
[  2300.851ms] c3 <- n2 yes
[  2300.851ms] c3 -> n3 grant r1 c3a.1 for 250ms
[  2300.968ms] n3: grant r1 c3a.1 for 250ms: no such script
[  2301.018ms] c3 <- n3 no such script
[  2301.018ms] c3 -> n3 grant r1 c3a.1 for 250ms, whole script
[  2301.036ms] n3: grant r1 c3a.1 for 250ms, whole script: yes
[  2301.081ms] c3 <- n3 yes
[  2301.081ms] c3 HOLDS r1 until 2496.504ms
[  2301.081ms] BROKEN: two hold the same lock: r1 by c3 and by c1
[  2301.081ms] c3 acquires r1: acquired
