# n2 restarts with its memory, and is in quarantine; c1 extends there; then n2's
# clock is stepped, and nobody asks it anything. Who ends the quarantine at its
# time compares the clock first: c3, who knows nothing, does not get n2's vote
# beside c1.
@only exclusion
@expect breaks nothing
@expect seen n2 is back, with its memory
@expect seen n2: mark as in quarantine: yes
@expect seen n2's clock is stepped by 2000ms
@expect seen n2: mark as sound: no
@expect seen c3 <- n2 no, in quarantine
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
[  2216.358ms] n2: mark as sound: no, '1|||d002000200000000' for -1ms
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
[  2300.594ms] n2: grant r1 c3a.1 for 250ms, whole script: no, in quarantine
[  2300.851ms] c3 <- n2 no, in quarantine
[  2300.851ms] c3 -> n1 pass r1 c3a.1, whole script
[  2300.851ms] c3 -> n2 release r1 c3a.1, whole script
[  2300.897ms] n1: pass r1 c3a.1, whole script: no, c1.1 for 350ms
[  2301.004ms] c3 <- n1 no, c1.1 for 350ms
[  2301.004ms] c3 acquires r1: held by another
[  2301.010ms] n2: release r1 c3a.1, whole script: no key
[  2301.040ms] c3 <- n2 no key
[  2415.016ms] c1 <- n2 no, '1|||d002000200000000' for -1ms
[  2415.016ms] c1 -> n2 mark as in quarantine
[  2415.016ms] c1 does not hold r1 any more
[  2415.016ms] c1 is told that r1 is lost
[  2415.040ms] n2: mark as in quarantine: yes
[  2415.232ms] c1 <- n2 yes
[  2415.232ms] c1 -> n2 mark as in quarantine
[  2415.243ms] c2 <- n2 no, '1|||d002000200000000' for -1ms
[  2415.243ms] c2 -> n2 mark as in quarantine
[  2415.256ms] n2: mark as in quarantine: yes
[  2415.296ms] n2: mark as in quarantine: no, '1|||d002000200000000' for -1ms
[  2415.313ms] c1 <- n2 yes
[  2415.650ms] c2 <- n2 no, '1|||d002000200000000' for -1ms
[  2415.650ms] c2 -> n2 mark as in quarantine
[  2415.736ms] n2: mark as in quarantine: yes
[  2415.766ms] c2 <- n2 yes
[  2415.766ms] c2 -> n2 mark as in quarantine
[  2415.966ms] n2: mark as in quarantine: yes
[  2416.064ms] c2 <- n2 yes
[  2588.000ms] c1 -> n1 pass r1 c1.1, whole script
[  2588.000ms] c1 -> n2 release r1 c1.1, whole script
[  2588.014ms] n2: release r1 c1.1, whole script: no key
[  2588.045ms] c1 <- n2 no key
[  2588.049ms] n1: pass r1 c1.1, whole script: yes
[  2588.269ms] c1 <- n1 yes
[  2800.000ms] faults stop
[  2800.000ms] c1 gives r1 back
[  2800.000ms] c1 -> n1 pass r1 c1.1
[  2800.000ms] c1 -> n2 release r1 c1.1
[  2800.046ms] n2: release r1 c1.1: no key
[  2800.060ms] n1: pass r1 c1.1: no key
[  2800.111ms] c1 <- n1 no key
[  2800.169ms] c1 <- n2 no key
[  2800.169ms] c1 releases r1: gone
[  4069.361ms] c1 connects to n3
[  4069.446ms] c1 is connected to n3
[  4069.446ms] everybody asks for r1
[  4069.446ms] c1 wants r1 for 1000ms
[  4069.446ms] c1 -> n1 grant r1 c1.2 for 1050ms
[  4069.446ms] c2 wants r1 for 1000ms
[  4069.446ms] c2 -> n1 grant r1 c2.1 for 1050ms
[  4069.446ms] c3 wants r1 for 1000ms
[  4069.446ms] c3 -> n1 grant r1 c3a.2 for 1050ms
[  4069.467ms] n1: grant r1 c3a.2 for 1050ms: yes
[  4069.487ms] n1: grant r1 c1.2 for 1050ms: no, c3a.2 for 1050ms
[  4069.562ms] n1: grant r1 c2.1 for 1050ms: no, c3a.2 for 1050ms
[  4069.590ms] c2 <- n1 no, c3a.2 for 1050ms
[  4069.590ms] c2 -> n1 ask r1 c2.2 for 1050ms
[  4069.602ms] c1 <- n1 no, c3a.2 for 1050ms
[  4069.602ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  4069.613ms] n1: ask r1 c2.2 for 1050ms: no such script
[  4069.656ms] c2 <- n1 no such script
[  4069.656ms] c2 -> n1 ask r1 c2.2 for 1050ms, whole script
[  4069.706ms] n1: ask r1 c1.3 for 1050ms: no such script
[  4069.716ms] n1: ask r1 c2.2 for 1050ms, whole script: no, queued
[  4069.736ms] c2 <- n1 no, queued
[  4069.736ms] c2 begins to listen at n1
[  4069.736ms] c2 begins to listen at n2
[  4069.736ms] c2 begins to listen at n3
[  4069.780ms] c1 <- n1 no such script
[  4069.780ms] c1 -> n1 ask r1 c1.3 for 1050ms, whole script
[  4069.785ms] c3 <- n1 yes
[  4069.785ms] c3 -> n2 grant r1 c3a.2 for 1050ms
[  4069.800ms] c2 listens at n1
[  4069.800ms] c2 -> n1 ask r1 c2.2 for 1050ms
[  4069.851ms] n1: ask r1 c2.2 for 1050ms: no, queued
[  4069.854ms] c2 listens at n2
[  4069.873ms] c2 <- n1 no, queued
[  4069.886ms] n1: ask r1 c1.3 for 1050ms, whole script: no, queued
[  4069.904ms] n2: grant r1 c3a.2 for 1050ms: no, in quarantine
[  4069.913ms] c2 listens at n3
[  4070.002ms] c3 <- n2 no, in quarantine
[  4070.002ms] c3 -> n3 grant r1 c3a.2 for 1050ms
[  4070.119ms] n3: grant r1 c3a.2 for 1050ms: no such script
[  4070.169ms] c3 <- n3 no such script
[  4070.169ms] c3 -> n3 grant r1 c3a.2 for 1050ms, whole script
[  4070.186ms] n3: grant r1 c3a.2 for 1050ms, whole script: yes
[  4070.232ms] c3 <- n3 yes
[  4070.232ms] c3 HOLDS r1 until 5057.446ms
[  4070.232ms] c3 acquires r1: acquired
[  4070.264ms] c1 <- n1 no, queued
[  4070.264ms] c1 begins to listen at n1
[  4070.264ms] c1 begins to listen at n2
[  4070.264ms] c1 begins to listen at n3
[  4070.343ms] c1 listens at n3
[  4070.684ms] c1 listens at n1
[  4070.684ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  4070.707ms] c1 listens at n2
[  4070.821ms] n1: ask r1 c1.3 for 1050ms: no, queued
[  4070.851ms] c1 <- n1 no, queued
[  4072.232ms] c3 gives r1 back
[  4072.232ms] c3 -> n1 pass r1 c3a.2
[  4072.232ms] c3 -> n2 release r1 c3a.2
[  4072.232ms] c3 -> n3 release r1 c3a.2, whole script
[  4072.261ms] n2: release r1 c3a.2: no key
[  4072.289ms] n3: release r1 c3a.2, whole script: yes
[  4072.292ms] n1 pushes to c2.2: it is free
[  4072.292ms] n1: pass r1 c3a.2: yes
[  4072.420ms] c3 <- n2 no key
[  4072.427ms] c2 <- n1 pushes to c2.2
[  4072.427ms] c2 -> n1 ask r1 c2.2 for 1050ms
[  4072.427ms] c2 -> n2 ask r1 c2.2 for 1050ms
[  4072.427ms] c2 -> n3 ask r1 c2.2 for 1050ms
[  4072.460ms] c3 <- n1 yes
[  4072.464ms] n1: ask r1 c2.2 for 1050ms: yes
[  4072.485ms] c2 <- n1 yes
[  4072.572ms] c3 <- n3 yes
[  4072.572ms] c3 releases r1: done
[  4072.582ms] n2: ask r1 c2.2 for 1050ms: no such script
[  4072.638ms] n3: ask r1 c2.2 for 1050ms: no such script
[  4072.713ms] c2 <- n3 no such script
[  4072.713ms] c2 -> n3 ask r1 c2.2 for 1050ms, whole script
[  4072.762ms] n3: ask r1 c2.2 for 1050ms, whole script: yes
[  4072.807ms] c2 <- n2 no such script
[  4072.807ms] c2 -> n2 ask r1 c2.2 for 1050ms, whole script
[  4072.855ms] n2: ask r1 c2.2 for 1050ms, whole script: no, in quarantine
[  4072.909ms] c2 <- n2 no, in quarantine
[  4072.952ms] c2 <- n3 yes
[  4072.952ms] c2 HOLDS r1 until 5060.427ms
[  4072.952ms] c2 acquires r1: acquired
[  4074.952ms] c2 gives r1 back
[  4074.952ms] c2 -> n1 pass r1 c2.2, whole script
[  4074.952ms] c2 -> n2 pass r1 c2.2, whole script
[  4074.952ms] c2 -> n3 pass r1 c2.2, whole script
[  4074.969ms] n3 pushes to c1.3: it is yours
[  4074.969ms] n3: pass r1 c2.2, whole script: yes
[  4074.999ms] c2 <- n3 yes
[  4075.032ms] n1 pushes to c1.3: it is yours
[  4075.032ms] n1: pass r1 c2.2, whole script: yes
[  4075.064ms] c1 <- n1 pushes to c1.3
[  4075.112ms] c2 <- n1 yes
[  4075.112ms] c2 releases r1: done
[  4075.140ms] n2: pass r1 c2.2, whole script: no key
[  4075.184ms] c2 <- n2 no key
[  4075.248ms] c1 <- n3 pushes to c1.3
[  4075.248ms] c1 HOLDS r1 until 5058.684ms
[  4075.248ms] c1 acquires r1: acquired
[  4076.248ms] c1 -> n2 ask r1 c1.3 for 1050ms
[  4076.350ms] n2: ask r1 c1.3 for 1050ms: no, in quarantine
[  4076.541ms] c1 <- n2 no, in quarantine
[  4077.248ms] c1 gives r1 back
[  4077.248ms] c1 -> n1 pass r1 c1.3
[  4077.248ms] c1 -> n2 pass r1 c1.3, whole script
[  4077.248ms] c1 -> n3 release r1 c1.3, whole script
[  4077.279ms] n2: pass r1 c1.3, whole script: no key
[  4077.304ms] c1 <- n2 no key
[  4077.320ms] n3: release r1 c1.3, whole script: yes
[  4077.368ms] c1 <- n3 yes
[  4077.460ms] n1: pass r1 c1.3: yes
[  4077.519ms] c1 <- n1 yes
[  4077.519ms] c1 releases r1: done
