# The connection to the third node goes deaf while the lock is held, and the
# release is lost on it. It is missed after a second, and sent again.
@expect breaks nothing
@expect seen c1 releases r1: done
@expect seen n3: kill client 1: yes
@expect seen n3: release r1 c1.1, whole script: yes
seed 32
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 30000ms
length 100ms
delay 0.1ms
10ms c1 acquire r1 ttl 30000ms hold 20ms
20ms c1 n3 lose-there
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.168ms] c1 is connected to n1
[     0.274ms] c1 is connected to n2
[     0.296ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 30000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 30000ms
[    10.020ms] n1: grant r1 c1.1 for 30000ms: yes
[    10.396ms] c1 <- n1 yes
[    10.396ms] c1 -> n2 grant r1 c1.1 for 30000ms
[    10.498ms] n2: grant r1 c1.1 for 30000ms: yes
[    10.561ms] c1 <- n2 yes
[    10.561ms] c1 -> n3 grant r1 c1.1 for 30000ms
[    10.561ms] c1 HOLDS r1 until 29708.000ms
[    10.561ms] c1 acquires r1: acquired
[    10.634ms] n3: grant r1 c1.1 for 30000ms: yes
[    10.733ms] c1 <- n3 yes
[    10.733ms] c1 HOLDS r1 until 29708.396ms
[    20.000ms] c1, n3: lose-there
[    30.561ms] c1 gives r1 back
[    30.561ms] c1 -> n1 pass r1 c1.1, whole script
[    30.561ms] c1 -> n2 release r1 c1.1, whole script
[    30.561ms] c1 -> n3 release r1 c1.1, whole script
[    30.631ms] n2: release r1 c1.1, whole script: yes
[    30.659ms] n1: pass r1 c1.1, whole script: yes
[    30.691ms] c1 <- n2 yes
[    30.758ms] c1 <- n1 yes
[    30.758ms] c1 releases r1: done
[   100.000ms] faults stop
[  2010.561ms] c1 drops its connection to n3, what was sent goes on
[  2010.561ms] c1 connects to n3
[  2010.708ms] c1 is connected to n3
[  2010.708ms] c1 -> n3 kill client 1
[  2010.708ms] c1 -> n3 release r1 c1.1, whole script
[  2010.733ms] n3: kill client 1: yes
[  2010.756ms] c1 <- n3 yes
[  2010.829ms] n3: release r1 c1.1, whole script: yes
[  2010.902ms] c1 <- n3 yes
[  2010.902ms] everybody asks for r1
[  2010.902ms] c1 wants r1 for 30000ms
[  2010.902ms] c1 -> n1 grant r1 c1.2 for 30000ms
[  2010.930ms] n1: grant r1 c1.2 for 30000ms: yes
[  2011.050ms] c1 <- n1 yes
[  2011.050ms] c1 -> n2 grant r1 c1.2 for 30000ms
[  2011.130ms] n2: grant r1 c1.2 for 30000ms: yes
[  2011.196ms] c1 <- n2 yes
[  2011.196ms] c1 -> n3 grant r1 c1.2 for 30000ms
[  2011.196ms] c1 HOLDS r1 until 31708.902ms
[  2011.196ms] c1 acquires r1: acquired
[  2011.255ms] n3: grant r1 c1.2 for 30000ms: yes
[  2011.405ms] c1 <- n3 yes
[  2011.405ms] c1 HOLDS r1 until 31709.050ms
[  2013.196ms] c1 gives r1 back
[  2013.196ms] c1 -> n1 pass r1 c1.2
[  2013.196ms] c1 -> n2 release r1 c1.2
[  2013.196ms] c1 -> n3 release r1 c1.2
[  2013.339ms] n3: release r1 c1.2: yes
[  2013.385ms] n1: pass r1 c1.2: yes
[  2013.411ms] n2: release r1 c1.2: yes
[  2013.461ms] c1 <- n2 yes
[  2013.557ms] c1 <- n3 yes
[  2013.557ms] c1 releases r1: done
[  2013.583ms] c1 <- n1 yes
