# The connection breaks while its requests are unread. On the next one the old
# one is killed at the server, and only then the release is sent again.
@expect breaks nothing
@expect seen c1's connection to n1 is broken
@expect seen c1 -> n1 kill client 1
@expect seen n1: kill client 1: yes
@expect seen n1: release r1 c1.1
seed 7
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 1000ms
length 600ms
delay 0.1ms
5ms n1 pause for 300ms
10ms c1 acquire r1 ttl 1000ms hold 100ms
150ms c1 n1 cut
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.174ms] c1 is connected to n1
[     0.256ms] c1 is connected to n2
[     0.539ms] c1 is connected to n3
[     5.000ms] n1 is paused
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    60.000ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    60.244ms] n2: grant r1 c1.1 for 1000ms: yes
[    60.381ms] c1 <- n2 yes
[    60.381ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    60.523ms] n3: grant r1 c1.1 for 1000ms: yes
[    60.650ms] c1 <- n3 yes
[    60.650ms] c1 HOLDS r1 until 1048.000ms
[    60.650ms] c1 acquires r1: acquired
[   150.000ms] c1, n1: cut
[   150.100ms] c1's connection to n1 is broken
[   160.650ms] c1 gives r1 back
[   160.650ms] c1 -> n2 pass r1 c1.1, whole script
[   160.650ms] c1 -> n3 release r1 c1.1, whole script
[   160.668ms] n2: pass r1 c1.1, whole script: yes
[   160.719ms] c1 <- n2 yes
[   160.722ms] n3: release r1 c1.1, whole script: yes
[   160.848ms] c1 <- n3 yes
[   160.848ms] c1 releases r1: done
[   280.519ms] c1 connects to n1
[   305.000ms] n1 goes on
[   305.000ms] n1: grant r1 c1.1 for 1000ms: yes
[   305.136ms] c1 is connected to n1
[   305.136ms] c1 -> n1 kill client 1
[   305.136ms] c1 -> n1 release r1 c1.1, whole script
[   305.241ms] n1: kill client 1: yes
[   305.241ms] n1: release r1 c1.1, whole script: yes
[   305.267ms] c1 <- n1 yes
[   305.650ms] c1 <- n1 yes
[   600.000ms] faults stop
[   600.000ms] everybody asks for r1
[   600.000ms] c1 wants r1 for 1000ms
[   600.000ms] c1 -> n1 grant r1 c1.2 for 1000ms
[   600.133ms] n1: grant r1 c1.2 for 1000ms: yes
[   600.263ms] c1 <- n1 yes
[   600.263ms] c1 -> n2 grant r1 c1.2 for 1000ms
[   600.334ms] n2: grant r1 c1.2 for 1000ms: yes
[   600.435ms] c1 <- n2 yes
[   600.435ms] c1 -> n3 grant r1 c1.2 for 1000ms
[   600.435ms] c1 HOLDS r1 until 1588.000ms
[   600.435ms] c1 acquires r1: acquired
[   600.566ms] n3: grant r1 c1.2 for 1000ms: yes
[   600.748ms] c1 <- n3 yes
[   600.748ms] c1 HOLDS r1 until 1588.263ms
[   602.435ms] c1 gives r1 back
[   602.435ms] c1 -> n1 pass r1 c1.2, whole script
[   602.435ms] c1 -> n2 release r1 c1.2, whole script
[   602.435ms] c1 -> n3 release r1 c1.2
[   602.475ms] n2: release r1 c1.2, whole script: yes
[   602.500ms] n1: pass r1 c1.2, whole script: yes
[   602.534ms] c1 <- n2 yes
[   602.588ms] c1 <- n1 yes
[   602.588ms] c1 releases r1: done
[   602.827ms] n3: release r1 c1.2: yes
[   602.841ms] c1 <- n3 yes
