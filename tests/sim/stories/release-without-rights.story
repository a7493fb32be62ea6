# A majority takes the client's rights away while it holds a lock. Its release
# says so, as does its next wish, at once; what two nodes refused is sent again
# until they do it.
@expect breaks nothing
@expect seen c1 releases r1: no rights
@expect seen c1 acquires r1: no rights
@expect seen n1: release r1 c1.1, whole script: yes
seed 32
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 30000ms
length 1500ms
delay 0.1ms
10ms c1 acquire r1 ttl 30000ms hold 20ms
20ms n1 noperm for 1000ms
20ms n2 noperm for 1000ms
50ms c1 acquire r1 ttl 30000ms wait 500ms hold 20ms
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
[    20.000ms] n1 is noperm
[    20.000ms] n2 is noperm
[    30.561ms] c1 gives r1 back
[    30.561ms] c1 -> n1 pass r1 c1.1, whole script
[    30.561ms] c1 -> n2 release r1 c1.1, whole script
[    30.561ms] c1 -> n3 release r1 c1.1, whole script
[    30.632ms] n3: release r1 c1.1, whole script: yes
[    30.658ms] c1 <- n3 yes
[    30.691ms] c1 <- n2 no right
[    30.691ms] c1 -> n2 release r1 c1.1, whole script
[    30.758ms] c1 <- n1 no right
[    30.758ms] c1 -> n1 release r1 c1.1, whole script
[    30.837ms] c1 <- n2 no right
[    30.906ms] c1 <- n1 no right
[    30.906ms] c1 -> n1 release r1 c1.1, whole script
[    30.906ms] c1 releases r1: no rights
[    31.293ms] c1 <- n1 no right
[    50.000ms] c1 wants r1 for 30000ms
[    50.000ms] c1 -> n1 grant r1 c1.2 for 30000ms
[    50.101ms] c1 <- n1 no right
[    50.101ms] c1 -> n2 grant r1 c1.2 for 30000ms
[    50.366ms] c1 <- n2 no right
[    50.366ms] c1 -> n1 release r1 c1.2, whole script
[    50.366ms] c1 -> n2 pass r1 c1.2, whole script
[    50.366ms] c1 acquires r1: no rights
[    50.672ms] c1 <- n2 no right
[    50.672ms] c1 -> n2 release r1 c1.2, whole script
[    50.738ms] c1 <- n1 no right
[    50.757ms] c1 <- n2 no right
[  1010.000ms] c1 -> n1 release r1 c1.1, whole script
[  1010.000ms] c1 -> n1 release r1 c1.2, whole script
[  1010.184ms] c1 <- n1 no right
[  1010.184ms] c1 <- n1 no right
[  1010.396ms] c1 -> n2 release r1 c1.1, whole script
[  1010.396ms] c1 -> n2 release r1 c1.2, whole script
[  1010.494ms] c1 <- n2 no right
[  1010.636ms] c1 <- n2 no right
[  1500.000ms] faults stop
[  2010.000ms] c1 -> n1 release r1 c1.1, whole script
[  2010.000ms] c1 -> n1 release r1 c1.2, whole script
[  2010.021ms] n1: release r1 c1.1, whole script: yes
[  2010.054ms] n1: release r1 c1.2, whole script: no key
[  2010.154ms] c1 <- n1 yes
[  2010.162ms] c1 <- n1 no key
[  2010.396ms] c1 -> n2 release r1 c1.1, whole script
[  2010.396ms] c1 -> n2 release r1 c1.2, whole script
[  2010.434ms] n2: release r1 c1.1, whole script: yes
[  2010.439ms] n2: release r1 c1.2, whole script: no key
[  2010.546ms] c1 <- n2 yes
[  2010.546ms] c1 <- n2 no key
[  2010.546ms] everybody asks for r1
[  2010.546ms] c1 wants r1 for 30000ms
[  2010.546ms] c1 -> n1 grant r1 c1.3 for 30000ms
[  2010.581ms] n1: grant r1 c1.3 for 30000ms: yes
[  2010.595ms] c1 <- n1 yes
[  2010.595ms] c1 -> n2 grant r1 c1.3 for 30000ms
[  2010.615ms] n2: grant r1 c1.3 for 30000ms: yes
[  2010.808ms] c1 <- n2 yes
[  2010.808ms] c1 -> n3 grant r1 c1.3 for 30000ms
[  2010.808ms] c1 HOLDS r1 until 31708.546ms
[  2010.808ms] c1 acquires r1: acquired
[  2010.929ms] n3: grant r1 c1.3 for 30000ms: yes
[  2010.952ms] c1 <- n3 yes
[  2010.952ms] c1 HOLDS r1 until 31708.595ms
[  2012.808ms] c1 gives r1 back
[  2012.808ms] c1 -> n1 release r1 c1.3
[  2012.808ms] c1 -> n2 release r1 c1.3
[  2012.808ms] c1 -> n3 pass r1 c1.3, whole script
[  2012.823ms] n1: release r1 c1.3: yes
[  2012.832ms] n3: pass r1 c1.3, whole script: yes
[  2012.856ms] n2: release r1 c1.3: yes
[  2012.905ms] c1 <- n3 yes
[  2012.910ms] c1 <- n1 yes
[  2012.910ms] c1 releases r1: done
[  2012.923ms] c1 <- n2 yes
