# A kept lock: one node restarts with nothing in its memory. It is found out
# at the next renewal, gets the key back, and is not counted for ttl_max.
@expect breaks nothing
@expect seen n1 is back, with none
@expect seen c1 <- n1 no key
@expect seen c1 <- n1 created
@expect seen n1: extend r1 c1.1 for 300ms: yes
@expect seen c1 releases r1: done
seed 2
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 300ms
length 700ms
delay 0.1ms
10ms c1 acquire r1 ttl 300ms keep
50ms n1 forget for 20ms
650ms c1 release
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.209ms] c1 is connected to n1
[     0.253ms] c1 is connected to n3
[     0.515ms] c1 is connected to n2
[    10.000ms] c1 wants r1 for 300ms, kept
[    10.000ms] c1 -> n1 grant r1 c1.1 for 300ms
[    10.311ms] n1: grant r1 c1.1 for 300ms: yes
[    10.459ms] c1 <- n1 yes
[    10.459ms] c1 -> n2 grant r1 c1.1 for 300ms
[    10.613ms] n2: grant r1 c1.1 for 300ms: yes
[    10.725ms] c1 <- n2 yes
[    10.725ms] c1 -> n3 grant r1 c1.1 for 300ms
[    10.725ms] c1 HOLDS r1 until 305.000ms
[    10.725ms] c1 acquires r1: acquired
[    10.828ms] n3: grant r1 c1.1 for 300ms: yes
[    10.887ms] c1 <- n3 yes
[    10.887ms] c1 HOLDS r1 until 305.459ms
[    50.000ms] n1 goes down
[    50.100ms] c1's connection to n1 is broken
[    70.000ms] n1 is back, with none
[   110.401ms] c1 -> n2 extend r1 c1.1 for 300ms
[   110.401ms] c1 -> n3 extend r1 c1.1 for 300ms
[   110.447ms] n3: extend r1 c1.1 for 300ms: no such script
[   110.466ms] n2: extend r1 c1.1 for 300ms: no such script
[   110.467ms] c1 <- n3 no such script
[   110.467ms] c1 -> n3 extend r1 c1.1 for 300ms, whole script
[   110.508ms] c1 <- n2 no such script
[   110.508ms] c1 -> n2 extend r1 c1.1 for 300ms, whole script
[   110.515ms] n3: extend r1 c1.1 for 300ms, whole script: yes
[   110.745ms] n2: extend r1 c1.1 for 300ms, whole script: yes
[   110.773ms] c1 <- n3 yes
[   110.927ms] c1 <- n2 yes
[   110.927ms] c1 HOLDS r1 until 405.401ms
[   193.095ms] c1 connects to n1
[   193.365ms] c1 is connected to n1
[   210.302ms] c1 -> n1 extend r1 c1.1 for 300ms
[   210.302ms] c1 -> n2 extend r1 c1.1 for 300ms
[   210.302ms] c1 -> n3 extend r1 c1.1 for 300ms
[   210.382ms] n2: extend r1 c1.1 for 300ms: yes
[   210.388ms] n3: extend r1 c1.1 for 300ms: yes
[   210.448ms] c1 <- n2 yes
[   210.473ms] n1: extend r1 c1.1 for 300ms: no such script
[   210.502ms] c1 <- n3 yes
[   210.502ms] c1 HOLDS r1 until 505.302ms
[   210.603ms] c1 <- n1 no such script
[   210.603ms] c1 -> n1 extend r1 c1.1 for 300ms, whole script
[   210.795ms] n1: extend r1 c1.1 for 300ms, whole script: no key
[   210.833ms] c1 <- n1 no key
[   210.833ms] c1 -> n1 repair r1 c1.1 for 300ms
[   210.888ms] n1: repair r1 c1.1 for 300ms: no such script
[   210.950ms] c1 <- n1 no such script
[   210.950ms] c1 -> n1 repair r1 c1.1 for 300ms, whole script
[   211.084ms] n1: repair r1 c1.1 for 300ms, whole script: created
[   211.257ms] c1 <- n1 created
[   310.203ms] c1 -> n1 extend r1 c1.1 for 300ms
[   310.203ms] c1 -> n2 extend r1 c1.1 for 300ms
[   310.203ms] c1 -> n3 extend r1 c1.1 for 300ms
[   310.218ms] n2: extend r1 c1.1 for 300ms: yes
[   310.255ms] n3: extend r1 c1.1 for 300ms: yes
[   310.386ms] n1: extend r1 c1.1 for 300ms: yes
[   310.391ms] c1 <- n3 yes
[   310.430ms] c1 <- n1 yes
[   310.547ms] c1 <- n2 yes
[   310.547ms] c1 HOLDS r1 until 605.203ms
[   410.104ms] c1 -> n1 extend r1 c1.1 for 300ms
[   410.104ms] c1 -> n2 extend r1 c1.1 for 300ms
[   410.104ms] c1 -> n3 extend r1 c1.1 for 300ms
[   410.167ms] n3: extend r1 c1.1 for 300ms: yes
[   410.258ms] c1 <- n3 yes
[   410.268ms] n1: extend r1 c1.1 for 300ms: yes
[   410.323ms] c1 <- n1 yes
[   410.730ms] n2: extend r1 c1.1 for 300ms: yes
[   410.831ms] c1 <- n2 yes
[   410.831ms] c1 HOLDS r1 until 705.104ms
[   510.005ms] c1 -> n1 extend r1 c1.1 for 300ms
[   510.005ms] c1 -> n2 extend r1 c1.1 for 300ms
[   510.005ms] c1 -> n3 extend r1 c1.1 for 300ms
[   510.018ms] n1: extend r1 c1.1 for 300ms: yes
[   510.080ms] n3: extend r1 c1.1 for 300ms: yes
[   510.108ms] c1 <- n1 yes
[   510.203ms] c1 <- n3 yes
[   510.251ms] n2: extend r1 c1.1 for 300ms: yes
[   510.459ms] c1 <- n2 yes
[   510.459ms] c1 HOLDS r1 until 805.005ms
[   609.906ms] c1 -> n1 extend r1 c1.1 for 300ms
[   609.906ms] c1 -> n2 extend r1 c1.1 for 300ms
[   609.906ms] c1 -> n3 extend r1 c1.1 for 300ms
[   609.936ms] n2: extend r1 c1.1 for 300ms: yes
[   610.038ms] n3: extend r1 c1.1 for 300ms: yes
[   610.045ms] n1: extend r1 c1.1 for 300ms: yes
[   610.067ms] c1 <- n2 yes
[   610.068ms] c1 <- n3 yes
[   610.068ms] c1 HOLDS r1 until 904.906ms
[   610.075ms] c1 <- n1 yes
[   650.000ms] c1 gives r1 back
[   650.000ms] c1 -> n1 pass r1 c1.1, whole script
[   650.000ms] c1 -> n2 release r1 c1.1, whole script
[   650.000ms] c1 -> n3 release r1 c1.1, whole script
[   650.030ms] n2: release r1 c1.1, whole script: yes
[   650.075ms] n1: pass r1 c1.1, whole script: yes
[   650.086ms] n3: release r1 c1.1, whole script: yes
[   650.139ms] c1 <- n2 yes
[   650.274ms] c1 <- n1 yes
[   650.274ms] c1 releases r1: done
[   650.347ms] c1 <- n3 yes
[   700.000ms] faults stop
[   700.000ms] everybody asks for r1
[   700.000ms] c1 wants r1 for 300ms
[   700.000ms] c1 -> n1 grant r1 c1.2 for 300ms
[   700.062ms] n1: grant r1 c1.2 for 300ms: yes
[   700.098ms] c1 <- n1 yes
[   700.098ms] c1 -> n2 grant r1 c1.2 for 300ms
[   700.143ms] n2: grant r1 c1.2 for 300ms: yes
[   700.247ms] c1 <- n2 yes
[   700.247ms] c1 -> n3 grant r1 c1.2 for 300ms
[   700.247ms] c1 HOLDS r1 until 995.000ms
[   700.247ms] c1 acquires r1: acquired
[   700.283ms] n3: grant r1 c1.2 for 300ms: yes
[   700.349ms] c1 <- n3 yes
[   700.349ms] c1 HOLDS r1 until 995.098ms
[   702.247ms] c1 gives r1 back
[   702.247ms] c1 -> n1 pass r1 c1.2
[   702.247ms] c1 -> n2 release r1 c1.2
[   702.247ms] c1 -> n3 release r1 c1.2
[   702.290ms] n2: release r1 c1.2: yes
[   702.302ms] n3: release r1 c1.2: yes
[   702.315ms] n1: pass r1 c1.2: yes
[   702.359ms] c1 <- n1 yes
[   702.512ms] c1 <- n3 yes
[   702.512ms] c1 releases r1: done
[   702.546ms] c1 <- n2 yes
