# n2 is told to be a replica of its replica, while c1 keeps r1 by all three. c1
# hears so at its renewal, connects to the promoted one, and puts its key back
# there; until that counts, the other two are enough.
@expect breaks nothing
@expect seen c1 HOLDS r1
@expect seen n2: its replica is the master, and it is a replica
@expect seen c1 <- n2 read only
@expect seen c1's connection to n2 is broken
@expect seen n2: repair r1 c1.1 for 600ms
@expect never c1 has LOST r1
seed 32
nodes 3
quorum 2
clients 1
guard on
node-timeout 50ms
ttl-max 600ms
length 3000ms
delay 0.1ms
9.9ms n2 snapshot
10ms c1 acquire r1 ttl 600ms keep
100ms n2 switchover
2500ms c1 release
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.168ms] c1 is connected to n1
[     0.274ms] c1 is connected to n2
[     0.296ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 600ms, kept
[    10.000ms] c1 -> n1 grant r1 c1.1 for 600ms
[    10.020ms] n1: grant r1 c1.1 for 600ms: no such script
[    10.396ms] c1 <- n1 no such script
[    10.396ms] c1 -> n1 grant r1 c1.1 for 600ms, whole script
[    10.494ms] n1: grant r1 c1.1 for 600ms, whole script: yes
[    10.593ms] c1 <- n1 yes
[    10.593ms] c1 -> n2 grant r1 c1.1 for 600ms
[    10.695ms] n2: grant r1 c1.1 for 600ms: no such script
[    10.758ms] c1 <- n2 no such script
[    10.758ms] c1 -> n2 grant r1 c1.1 for 600ms, whole script
[    10.828ms] n2: grant r1 c1.1 for 600ms, whole script: yes
[    10.888ms] c1 <- n2 yes
[    10.888ms] c1 -> n3 grant r1 c1.1 for 600ms
[    10.888ms] c1 HOLDS r1 until 602.000ms
[    10.888ms] c1 acquires r1: acquired
[    10.960ms] n3: grant r1 c1.1 for 600ms: no such script
[    11.059ms] c1 <- n3 no such script
[    11.059ms] c1 -> n3 grant r1 c1.1 for 600ms, whole script
[    11.129ms] n3: grant r1 c1.1 for 600ms, whole script: yes
[    11.156ms] c1 <- n3 yes
[    11.156ms] c1 HOLDS r1 until 602.593ms
[   100.000ms] n2: its replica is the master, and it is a replica
[   210.445ms] c1 -> n1 extend r1 c1.1 for 600ms
[   210.445ms] c1 -> n2 extend r1 c1.1 for 600ms
[   210.445ms] c1 -> n3 extend r1 c1.1 for 600ms
[   210.473ms] n1: extend r1 c1.1 for 600ms: no such script
[   210.566ms] n3: extend r1 c1.1 for 600ms: no such script
[   210.589ms] c1 <- n3 no such script
[   210.589ms] c1 -> n3 extend r1 c1.1 for 600ms, whole script
[   210.591ms] c1 <- n2 read only
[   210.593ms] c1 <- n1 no such script
[   210.593ms] c1 -> n1 extend r1 c1.1 for 600ms, whole script
[   210.613ms] n3: extend r1 c1.1 for 600ms, whole script: yes
[   210.625ms] c1's connection to n2 is broken
[   210.686ms] c1 <- n3 yes
[   210.782ms] n1: extend r1 c1.1 for 600ms, whole script: yes
[   210.980ms] c1 <- n1 yes
[   210.980ms] c1 HOLDS r1 until 802.445ms
[   339.260ms] c1 connects to n2
[   339.525ms] c1 is connected to n2
[   339.525ms] c1 -> n2 mark as in quarantine
[   339.608ms] n2: mark as in quarantine: yes
[   339.831ms] c1 <- n2 yes
[   410.246ms] c1 -> n1 extend r1 c1.1 for 600ms
[   410.246ms] c1 -> n2 extend r1 c1.1 for 600ms
[   410.246ms] c1 -> n3 extend r1 c1.1 for 600ms
[   410.263ms] n2: extend r1 c1.1 for 600ms: no such script
[   410.284ms] n1: extend r1 c1.1 for 600ms: yes
[   410.332ms] c1 <- n2 no such script
[   410.332ms] c1 -> n2 extend r1 c1.1 for 600ms, whole script
[   410.348ms] c1 <- n1 yes
[   410.367ms] n3: extend r1 c1.1 for 600ms: yes
[   410.374ms] n2: extend r1 c1.1 for 600ms, whole script: no key, in quarantine
[   410.429ms] c1 <- n2 no key, in quarantine
[   410.518ms] c1 <- n3 yes
[   410.518ms] c1 -> n2 repair r1 c1.1 for 600ms
[   410.518ms] c1 HOLDS r1 until 1002.246ms
[   410.662ms] n2: repair r1 c1.1 for 600ms: no such script
[   410.758ms] c1 <- n2 no such script
[   410.758ms] c1 -> n2 repair r1 c1.1 for 600ms, whole script
[   410.795ms] n2: repair r1 c1.1 for 600ms, whole script: created, in quarantine
[   410.908ms] c1 <- n2 created, in quarantine
[   610.047ms] c1 -> n1 extend r1 c1.1 for 600ms
[   610.047ms] c1 -> n2 extend r1 c1.1 for 600ms
[   610.047ms] c1 -> n3 extend r1 c1.1 for 600ms
[   610.090ms] n2: extend r1 c1.1 for 600ms: yes, in quarantine
[   610.106ms] n3: extend r1 c1.1 for 600ms: yes
[   610.136ms] c1 <- n2 yes, in quarantine
[   610.324ms] c1 <- n3 yes
[   610.396ms] n1: extend r1 c1.1 for 600ms: yes
[   610.420ms] c1 <- n1 yes
[   610.420ms] c1 HOLDS r1 until 1202.047ms
[   809.848ms] c1 -> n1 extend r1 c1.1 for 600ms
[   809.848ms] c1 -> n2 extend r1 c1.1 for 600ms
[   809.848ms] c1 -> n3 extend r1 c1.1 for 600ms
[   809.867ms] n2: extend r1 c1.1 for 600ms: yes, in quarantine
[   809.897ms] n1: extend r1 c1.1 for 600ms: yes
[   809.992ms] n3: extend r1 c1.1 for 600ms: yes
[   810.033ms] c1 <- n1 yes
[   810.049ms] c1 <- n3 yes
[   810.049ms] c1 HOLDS r1 until 1401.848ms
[   810.061ms] c1 <- n2 yes, in quarantine
[  1009.649ms] c1 -> n1 extend r1 c1.1 for 600ms
[  1009.649ms] c1 -> n2 extend r1 c1.1 for 600ms
[  1009.649ms] c1 -> n3 extend r1 c1.1 for 600ms
[  1009.697ms] n2: extend r1 c1.1 for 600ms: yes, in quarantine
[  1009.709ms] n1: extend r1 c1.1 for 600ms: yes
[  1009.755ms] n3: extend r1 c1.1 for 600ms: yes
[  1009.764ms] c1 <- n2 yes, in quarantine
[  1009.778ms] c1 <- n3 yes
[  1009.801ms] c1 <- n1 yes
[  1009.801ms] c1 HOLDS r1 until 1601.649ms
[  1209.450ms] c1 -> n1 extend r1 c1.1 for 600ms
[  1209.450ms] c1 -> n2 extend r1 c1.1 for 600ms
[  1209.450ms] c1 -> n3 extend r1 c1.1 for 600ms
[  1209.472ms] n1: extend r1 c1.1 for 600ms: yes
[  1209.605ms] c1 <- n1 yes
[  1209.614ms] n2: extend r1 c1.1 for 600ms: yes, in quarantine
[  1209.713ms] n3: extend r1 c1.1 for 600ms: yes
[  1209.749ms] c1 <- n2 yes, in quarantine
[  1209.796ms] c1 <- n3 yes
[  1209.796ms] c1 HOLDS r1 until 1801.450ms
[  1409.251ms] c1 -> n1 extend r1 c1.1 for 600ms
[  1409.251ms] c1 -> n2 extend r1 c1.1 for 600ms
[  1409.251ms] c1 -> n3 extend r1 c1.1 for 600ms
[  1409.306ms] n1: extend r1 c1.1 for 600ms: yes
[  1409.330ms] n2: extend r1 c1.1 for 600ms: yes, in quarantine
[  1409.332ms] n3: extend r1 c1.1 for 600ms: yes
[  1409.380ms] c1 <- n2 yes, in quarantine
[  1409.391ms] c1 <- n3 yes
[  1409.414ms] c1 <- n1 yes
[  1409.414ms] c1 HOLDS r1 until 2001.251ms
[  1609.052ms] c1 -> n1 extend r1 c1.1 for 600ms
[  1609.052ms] c1 -> n2 extend r1 c1.1 for 600ms
[  1609.052ms] c1 -> n3 extend r1 c1.1 for 600ms
[  1609.087ms] n1: extend r1 c1.1 for 600ms: yes
[  1609.093ms] n3: extend r1 c1.1 for 600ms: yes
[  1609.102ms] c1 <- n1 yes
[  1609.123ms] n2: extend r1 c1.1 for 600ms: yes, in quarantine
[  1609.250ms] c1 <- n3 yes
[  1609.250ms] c1 HOLDS r1 until 2201.052ms
[  1609.418ms] c1 <- n2 yes, in quarantine
[  1808.853ms] c1 -> n1 extend r1 c1.1 for 600ms
[  1808.853ms] c1 -> n2 extend r1 c1.1 for 600ms
[  1808.853ms] c1 -> n3 extend r1 c1.1 for 600ms
[  1808.868ms] n1: extend r1 c1.1 for 600ms: yes
[  1808.918ms] n3: extend r1 c1.1 for 600ms: yes
[  1808.942ms] c1 <- n3 yes
[  1808.955ms] c1 <- n1 yes
[  1808.955ms] c1 HOLDS r1 until 2400.853ms
[  1809.064ms] n2: extend r1 c1.1 for 600ms: yes, in quarantine
[  1809.395ms] c1 <- n2 yes, in quarantine
[  1939.831ms] c1 -> n2 mark as sound
[  1939.964ms] n2: mark as sound: yes
[  1940.182ms] c1 <- n2 yes
[  2008.654ms] c1 -> n1 extend r1 c1.1 for 600ms
[  2008.654ms] c1 -> n2 extend r1 c1.1 for 600ms
[  2008.654ms] c1 -> n3 extend r1 c1.1 for 600ms
[  2008.705ms] n1: extend r1 c1.1 for 600ms: yes
[  2008.734ms] n3: extend r1 c1.1 for 600ms: yes
[  2008.755ms] c1 <- n1 yes
[  2008.762ms] c1 <- n3 yes
[  2008.762ms] c1 HOLDS r1 until 2600.654ms
[  2009.165ms] n2: extend r1 c1.1 for 600ms: yes
[  2009.328ms] c1 <- n2 yes
[  2208.455ms] c1 -> n1 extend r1 c1.1 for 600ms
[  2208.455ms] c1 -> n2 extend r1 c1.1 for 600ms
[  2208.455ms] c1 -> n3 extend r1 c1.1 for 600ms
[  2208.491ms] n3: extend r1 c1.1 for 600ms: yes
[  2208.547ms] n1: extend r1 c1.1 for 600ms: yes
[  2208.548ms] c1 <- n3 yes
[  2208.573ms] n2: extend r1 c1.1 for 600ms: yes
[  2208.584ms] c1 <- n1 yes
[  2208.584ms] c1 HOLDS r1 until 2800.455ms
[  2208.616ms] c1 <- n2 yes
[  2408.256ms] c1 -> n1 extend r1 c1.1 for 600ms
[  2408.256ms] c1 -> n2 extend r1 c1.1 for 600ms
[  2408.256ms] c1 -> n3 extend r1 c1.1 for 600ms
[  2408.270ms] n2: extend r1 c1.1 for 600ms: yes
[  2408.333ms] c1 <- n2 yes
[  2408.403ms] n3: extend r1 c1.1 for 600ms: yes
[  2408.507ms] n1: extend r1 c1.1 for 600ms: yes
[  2408.522ms] c1 <- n3 yes
[  2408.522ms] c1 HOLDS r1 until 3000.256ms
[  2408.574ms] c1 <- n1 yes
[  2500.000ms] c1 gives r1 back
[  2500.000ms] c1 -> n1 pass r1 c1.1, whole script
[  2500.000ms] c1 -> n2 release r1 c1.1, whole script
[  2500.000ms] c1 -> n3 release r1 c1.1, whole script
[  2500.066ms] n3: release r1 c1.1, whole script: yes
[  2500.085ms] n2: release r1 c1.1, whole script: yes
[  2500.086ms] n1: pass r1 c1.1, whole script: yes
[  2500.117ms] c1 <- n3 yes
[  2500.172ms] c1 <- n2 yes
[  2500.172ms] c1 releases r1: done
[  2500.289ms] c1 <- n1 yes
[  3000.000ms] faults stop
[  3000.000ms] everybody asks for r1
[  3000.000ms] c1 wants r1 for 600ms
[  3000.000ms] c1 -> n1 grant r1 c1.2 for 600ms
[  3000.255ms] n1: grant r1 c1.2 for 600ms: yes
[  3000.373ms] c1 <- n1 yes
[  3000.373ms] c1 -> n2 grant r1 c1.2 for 600ms
[  3000.821ms] n2: grant r1 c1.2 for 600ms: no such script
[  3000.987ms] c1 <- n2 no such script
[  3000.987ms] c1 -> n2 grant r1 c1.2 for 600ms, whole script
[  3001.127ms] n2: grant r1 c1.2 for 600ms, whole script: yes
[  3001.275ms] c1 <- n2 yes
[  3001.275ms] c1 -> n3 grant r1 c1.2 for 600ms
[  3001.275ms] c1 HOLDS r1 until 3592.000ms
[  3001.275ms] c1 acquires r1: acquired
[  3001.335ms] n3: grant r1 c1.2 for 600ms: yes
[  3001.400ms] c1 <- n3 yes
[  3001.400ms] c1 HOLDS r1 until 3592.373ms
[  3003.275ms] c1 gives r1 back
[  3003.275ms] c1 -> n1 pass r1 c1.2
[  3003.275ms] c1 -> n2 release r1 c1.2
[  3003.275ms] c1 -> n3 release r1 c1.2
[  3003.313ms] n3: release r1 c1.2: yes
[  3003.346ms] n2: release r1 c1.2: yes
[  3003.463ms] c1 <- n3 yes
[  3003.463ms] c1 <- n2 yes
[  3003.463ms] c1 releases r1: done
[  3003.588ms] n1: pass r1 c1.2: yes
[  3003.690ms] c1 <- n1 yes
