# n2 restarts with its memory, and is in quarantine; then its clock is stepped.
# c1 does not hear of it and believes in its vote there. c2 does, and writes a
# quarantine that is new: c1 cannot end the first one any more, and c3, who has
# heard nothing, does not get n2's vote.
@only exclusion
@expect breaks nothing
@expect seen n2 is back, with its memory
@expect seen n2: mark as in quarantine: yes
@expect seen n2's clock is stepped by 2000ms
@expect seen c2 -> n2 mark as in quarantine
@expect seen n2: mark as sound: no
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
2050ms c2 acquire r2 slot 2 ttl 100ms hold 1ms
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
[  2052.339ms] c2 -> n1 release r2 c2.1, whole script
[  2052.339ms] c2 -> n2 release r2 c2.1, whole script
[  2052.339ms] c2 -> n3 release r2 c2.1, whole script
[  2052.356ms] n3: release r2 c2.1, whole script: yes
[  2052.362ms] n1: release r2 c2.1, whole script: yes
[  2052.385ms] c2 <- n3 yes
[  2052.405ms] c2 <- n1 yes
[  2052.405ms] c2 releases r2: done
[  2052.539ms] n2: release r2 c2.1, whole script: no key
[  2052.637ms] c2 <- n2 no key
[  2100.000ms] c3 connects to n1
[  2100.000ms] c3 connects to n2
[  2100.000ms] c3 connects to n3
[  2100.176ms] c3 is connected to n1
[  2100.199ms] c3 is connected to n2
[  2100.571ms] c3 is connected to n3
[  2216.184ms] c1 -> n2 mark as sound
[  2216.358ms] n2: mark as sound: no, '00020002000000000000' for -1ms
[  2216.374ms] c1 <- n2 no, '00020002000000000000' for -1ms
[  2300.000ms] c3 wants r1 for 200ms
[  2300.000ms] c3 -> n1 grant r1 c3a.1 for 250ms
[  2300.119ms] n1: grant r1 c3a.1 for 250ms: no, c1.1 for 350ms
[  2300.504ms] c3 <- n1 no, c1.1 for 350ms
[  2300.504ms] c3 -> n2 grant r1 c3a.1 for 250ms
[  2300.541ms] n2: grant r1 c3a.1 for 250ms: no, in quarantine
[  2300.566ms] c3 <- n2 no, in quarantine
[  2300.566ms] c3 -> n1 release r1 c3a.1, whole script
[  2300.566ms] c3 -> n2 release r1 c3a.1, whole script
[  2300.594ms] n2: release r1 c3a.1, whole script: no key
[  2300.612ms] n1: release r1 c3a.1, whole script: no, c1.1 for 350ms
[  2300.718ms] c3 <- n1 no, c1.1 for 350ms
[  2300.718ms] c3 acquires r1: held by another
[  2300.851ms] c3 <- n2 no key
[  2488.000ms] c1 does not hold r1 any more
[  2488.000ms] c1 is told that r1 is lost
[  2588.000ms] c1 -> n1 release r1 c1.1, whole script
[  2588.000ms] c1 -> n2 release r1 c1.1, whole script
[  2588.024ms] n2: release r1 c1.1, whole script: no key
[  2588.049ms] n1: release r1 c1.1, whole script: yes
[  2588.215ms] c1 <- n2 no key
[  2588.269ms] c1 <- n1 yes
[  2800.000ms] faults stop
[  2800.000ms] c1 gives r1 back
[  2800.000ms] c1 -> n1 release r1 c1.1
[  2800.000ms] c1 -> n2 release r1 c1.1
[  2800.024ms] n2: release r1 c1.1: no key
[  2800.060ms] n1: release r1 c1.1: no key
[  2800.081ms] c1 <- n2 no key
[  2800.111ms] c1 <- n1 no key
[  2800.111ms] c1 releases r1: gone
[  4050.931ms] c2 -> n2 mark as sound
[  4051.086ms] n2: mark as sound: yes
[  4051.310ms] c2 <- n2 yes
[  4069.361ms] c1 connects to n3
[  4069.446ms] c1 is connected to n3
[  4069.446ms] everybody asks for r1
[  4069.446ms] c1 wants r1 for 1000ms
[  4069.446ms] c1 -> n1 grant r1 c1.2 for 1050ms
[  4069.446ms] c2 wants r1 for 1000ms
[  4069.446ms] c2 -> n1 grant r1 c2.2 for 1050ms
[  4069.446ms] c3 wants r1 for 1000ms
[  4069.446ms] c3 -> n1 grant r1 c3a.2 for 1050ms
[  4069.467ms] n1: grant r1 c3a.2 for 1050ms: yes
[  4069.487ms] n1: grant r1 c1.2 for 1050ms: no, c3a.2 for 1050ms
[  4069.505ms] n1: grant r1 c2.2 for 1050ms: no, c3a.2 for 1050ms
[  4069.525ms] c2 <- n1 no, c3a.2 for 1050ms
[  4069.525ms] c2 -> n2 grant r1 c2.2 for 1050ms
[  4069.574ms] n2: grant r1 c2.2 for 1050ms: yes
[  4069.602ms] c1 <- n1 no, c3a.2 for 1050ms
[  4069.602ms] c1 -> n2 grant r1 c1.2 for 1050ms
[  4069.616ms] n2: grant r1 c1.2 for 1050ms: no, c2.2 for 1050ms
[  4069.628ms] c2 <- n2 yes
[  4069.628ms] c2 -> n3 grant r1 c2.2 for 1050ms
[  4069.647ms] c1 <- n2 no, c2.2 for 1050ms
[  4069.647ms] c1 -> n2 mark as in quarantine
[  4069.647ms] c1 -> n1 release r1 c1.2
[  4069.647ms] c1 -> n2 release r1 c1.2
[  4069.694ms] n2: mark as in quarantine: yes
[  4069.720ms] n3: grant r1 c2.2 for 1050ms: yes
[  4069.748ms] n2: release r1 c1.2: no, c2.2 for 1050ms
[  4069.751ms] n1: release r1 c1.2: no, c3a.2 for 1050ms
[  4069.785ms] c3 <- n1 yes
[  4069.785ms] c3 -> n2 grant r1 c3a.2 for 1050ms
[  4069.794ms] c2 <- n3 yes
[  4069.794ms] c2 HOLDS r1 until 5057.525ms
[  4069.794ms] c2 acquires r1: acquired
[  4069.817ms] c1 <- n2 yes
[  4069.825ms] c1 <- n1 no, c3a.2 for 1050ms
[  4069.940ms] c1 <- n2 no, c2.2 for 1050ms
[  4069.944ms] n2: grant r1 c3a.2 for 1050ms: no, in quarantine
[  4069.974ms] c3 <- n2 no, in quarantine
[  4069.974ms] c3 -> n3 grant r1 c3a.2 for 1050ms
[  4070.019ms] c1 -> n1 grant r1 c1.3 for 1050ms
[  4070.091ms] n3: grant r1 c3a.2 for 1050ms: no, c2.2 for 1049ms
[  4070.124ms] n1: grant r1 c1.3 for 1050ms: no, c3a.2 for 1049ms
[  4070.141ms] c3 <- n3 no, c2.2 for 1049ms
[  4070.141ms] c3 -> n1 release r1 c3a.2
[  4070.141ms] c3 -> n2 release r1 c3a.2
[  4070.141ms] c3 -> n3 release r1 c3a.2, whole script
[  4070.159ms] n3: release r1 c3a.2, whole script: no, c2.2 for 1049ms
[  4070.202ms] n1: release r1 c3a.2: yes
[  4070.204ms] c3 <- n3 no, c2.2 for 1049ms
[  4070.261ms] n2: release r1 c3a.2: no, c2.2 for 1049ms
[  4070.358ms] c3 <- n2 no, c2.2 for 1049ms
[  4070.370ms] c3 <- n1 yes
[  4070.464ms] c3 -> n1 grant r1 c3a.3 for 1050ms
[  4070.502ms] c1 <- n1 no, c3a.2 for 1049ms
[  4070.502ms] c1 -> n2 grant r1 c1.3 for 1050ms
[  4070.532ms] n1: grant r1 c3a.3 for 1050ms: yes
[  4070.533ms] n2: grant r1 c1.3 for 1050ms: no, in quarantine
[  4070.558ms] c1 <- n2 no, in quarantine
[  4070.558ms] c1 -> n1 release r1 c1.3
[  4070.558ms] c1 -> n2 release r1 c1.3
[  4070.595ms] c3 <- n1 yes
[  4070.595ms] c3 -> n2 grant r1 c3a.3 for 1050ms
[  4070.624ms] n2: grant r1 c3a.3 for 1050ms: no, in quarantine
[  4070.695ms] n1: release r1 c1.3: no, c3a.3 for 1050ms
[  4070.697ms] n2: release r1 c1.3: no, c2.2 for 1049ms
[  4070.725ms] c1 <- n1 no, c3a.3 for 1050ms
[  4070.741ms] c1 <- n2 no, c2.2 for 1049ms
[  4070.783ms] c3 <- n2 no, in quarantine
[  4070.783ms] c3 -> n3 grant r1 c3a.3 for 1050ms
[  4070.840ms] n3: grant r1 c3a.3 for 1050ms: no, c2.2 for 1049ms
[  4071.124ms] c3 <- n3 no, c2.2 for 1049ms
[  4071.124ms] c3 -> n1 release r1 c3a.3
[  4071.124ms] c3 -> n2 release r1 c3a.3
[  4071.124ms] c3 -> n3 release r1 c3a.3
[  4071.179ms] n3: release r1 c3a.3: no, c2.2 for 1048ms
[  4071.204ms] c3 <- n3 no, c2.2 for 1048ms
[  4071.233ms] n1: release r1 c3a.3: yes
[  4071.304ms] n2: release r1 c3a.3: no, c2.2 for 1048ms
[  4071.352ms] c3 <- n2 no, c2.2 for 1048ms
[  4071.412ms] c3 <- n1 yes
[  4071.514ms] c3 -> n1 grant r1 c3a.4 for 1050ms
[  4071.622ms] n1: grant r1 c3a.4 for 1050ms: yes
[  4071.663ms] c3 <- n1 yes
[  4071.663ms] c3 -> n2 grant r1 c3a.4 for 1050ms
[  4071.685ms] n2: grant r1 c3a.4 for 1050ms: no, in quarantine
[  4071.782ms] c3 <- n2 no, in quarantine
[  4071.782ms] c3 -> n3 grant r1 c3a.4 for 1050ms
[  4071.794ms] c2 gives r1 back
[  4071.794ms] c2 -> n1 release r1 c2.2
[  4071.794ms] c2 -> n2 release r1 c2.2
[  4071.794ms] c2 -> n3 release r1 c2.2
[  4071.833ms] n3: release r1 c2.2: yes
[  4071.844ms] n3: grant r1 c3a.4 for 1050ms: yes
[  4071.845ms] n1: release r1 c2.2: no, c3a.4 for 1050ms
[  4071.867ms] c2 <- n1 no, c3a.4 for 1050ms
[  4071.948ms] c2 <- n3 yes
[  4071.976ms] c3 <- n3 yes
[  4071.976ms] c3 HOLDS r1 until 5059.514ms
[  4071.976ms] c3 acquires r1: acquired
[  4071.982ms] n2: release r1 c2.2: yes
[  4072.026ms] c2 <- n2 yes
[  4072.026ms] c2 releases r1: done
[  4072.455ms] c1 -> n1 grant r1 c1.4 for 1050ms
[  4072.667ms] n1: grant r1 c1.4 for 1050ms: no, c3a.4 for 1049ms
[  4072.726ms] c1 <- n1 no, c3a.4 for 1049ms
[  4072.726ms] c1 -> n2 grant r1 c1.4 for 1050ms
[  4072.741ms] n2: grant r1 c1.4 for 1050ms: no, in quarantine
[  4072.936ms] c1 <- n2 no, in quarantine
[  4072.936ms] c1 -> n1 release r1 c1.4
[  4072.936ms] c1 -> n2 release r1 c1.4
[  4072.958ms] n1: release r1 c1.4: no, c3a.4 for 1049ms
[  4073.033ms] n2: release r1 c1.4: no key
[  4073.073ms] c1 <- n1 no, c3a.4 for 1049ms
[  4073.088ms] c1 <- n2 no key
[  4073.976ms] c3 gives r1 back
[  4073.976ms] c3 -> n1 release r1 c3a.4
[  4073.976ms] c3 -> n2 release r1 c3a.4
[  4073.976ms] c3 -> n3 release r1 c3a.4
[  4074.015ms] n2: release r1 c3a.4: no key
[  4074.038ms] n1: release r1 c3a.4: yes
[  4074.054ms] c3 <- n1 yes
[  4074.056ms] c3 <- n2 no key
[  4074.110ms] n3: release r1 c3a.4: yes
[  4074.136ms] c3 <- n3 yes
[  4074.136ms] c3 releases r1: done
[  4074.195ms] c1 -> n1 grant r1 c1.5 for 1050ms
[  4074.299ms] n1: grant r1 c1.5 for 1050ms: yes
[  4074.316ms] c1 <- n1 yes
[  4074.316ms] c1 -> n2 grant r1 c1.5 for 1050ms
[  4074.339ms] n2: grant r1 c1.5 for 1050ms: no, in quarantine
[  4074.366ms] c1 <- n2 no, in quarantine
[  4074.366ms] c1 -> n3 grant r1 c1.5 for 1050ms
[  4074.438ms] n3: grant r1 c1.5 for 1050ms: yes
[  4074.486ms] c1 <- n3 yes
[  4074.486ms] c1 HOLDS r1 until 5062.195ms
[  4074.486ms] c1 acquires r1: acquired
[  4076.486ms] c1 gives r1 back
[  4076.486ms] c1 -> n1 release r1 c1.5
[  4076.486ms] c1 -> n2 release r1 c1.5
[  4076.486ms] c1 -> n3 release r1 c1.5, whole script
[  4076.512ms] n3: release r1 c1.5, whole script: yes
[  4076.551ms] n1: release r1 c1.5: yes
[  4076.579ms] c1 <- n1 yes
[  4076.648ms] c1 <- n3 yes
[  4076.648ms] c1 releases r1: done
[  4076.687ms] n2: release r1 c1.5: no key
[  4076.797ms] c1 <- n2 no key
