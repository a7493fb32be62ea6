# Two want the same lock. The second is refused by the first node, told until
# when, and served once the first has given it back.
@expect breaks nothing
@expect seen grant r1 c2.1 for 300ms: no
@expect seen c1 gives r1 back
@expect seen c2 acquires r1: acquired
seed 1
nodes 3
quorum 2
clients 2
node-timeout 50ms
ttl-max 1000ms
length 60ms
delay 0.1ms
10ms c1 acquire r1 ttl 300ms
12ms c2 acquire r1 ttl 300ms wait 200ms hold 10ms
16ms c1 release
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.070ms] c2 is connected to n1
[     0.075ms] c1 is connected to n2
[     0.121ms] c2 is connected to n3
[     0.125ms] c1 is connected to n1
[     0.335ms] c2 is connected to n2
[     0.367ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 300ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 300ms
[    10.049ms] n1: grant r1 c1.1 for 300ms: yes
[    10.094ms] c1 <- n1 yes
[    10.094ms] c1 -> n2 grant r1 c1.1 for 300ms
[    10.202ms] n2: grant r1 c1.1 for 300ms: yes
[    10.322ms] c1 <- n2 yes
[    10.322ms] c1 -> n3 grant r1 c1.1 for 300ms
[    10.322ms] c1 HOLDS r1 until 305.000ms
[    10.322ms] c1 acquires r1: acquired
[    10.476ms] n3: grant r1 c1.1 for 300ms: yes
[    10.501ms] c1 <- n3 yes
[    10.501ms] c1 HOLDS r1 until 305.094ms
[    12.000ms] c2 wants r1 for 300ms
[    12.000ms] c2 -> n1 grant r1 c2.1 for 300ms
[    12.221ms] n1: grant r1 c2.1 for 300ms: no
[    12.378ms] c2 <- n1 no
[    12.378ms] c2 -> n1 ask r1 c2.2 for 300ms
[    12.441ms] n1: ask r1 c2.2 for 300ms: no such script
[    12.561ms] c2 <- n1 no such script
[    12.561ms] c2 -> n1 ask r1 c2.2 for 300ms, whole script
[    12.713ms] n1: ask r1 c2.2 for 300ms, whole script: no, queued
[    13.092ms] c2 <- n1 no, queued
[    13.092ms] c2 begins to listen at n1
[    13.092ms] c2 begins to listen at n2
[    13.092ms] c2 begins to listen at n3
[    13.152ms] c2 listens at n2
[    13.170ms] c2 listens at n3
[    13.548ms] c2 listens at n1
[    13.548ms] c2 -> n1 ask r1 c2.2 for 300ms
[    13.626ms] n1: ask r1 c2.2 for 300ms: no, queued
[    13.740ms] c2 <- n1 no, queued
[    16.000ms] c1 gives r1 back
[    16.000ms] c1 -> n1 pass r1 c1.1, whole script
[    16.000ms] c1 -> n2 release r1 c1.1, whole script
[    16.000ms] c1 -> n3 release r1 c1.1, whole script
[    16.079ms] n1 pushes to c2.2: it is yours
[    16.079ms] n1: pass r1 c1.1, whole script: yes
[    16.148ms] c2 <- n1 pushes to c2.2
[    16.148ms] c2 -> n2 ask r1 c2.2 for 300ms
[    16.148ms] c2 -> n3 ask r1 c2.2 for 300ms
[    16.153ms] n3: release r1 c1.1, whole script: yes
[    16.170ms] n2: ask r1 c2.2 for 300ms: no such script
[    16.177ms] c1 <- n1 yes
[    16.183ms] n3: ask r1 c2.2 for 300ms: no such script
[    16.186ms] n2: release r1 c1.1, whole script: yes
[    16.242ms] c1 <- n2 yes
[    16.242ms] c1 releases r1: done
[    16.242ms] c2 <- n2 no such script
[    16.242ms] c2 -> n2 ask r1 c2.2 for 300ms, whole script
[    16.253ms] c2 <- n3 no such script
[    16.253ms] c2 -> n3 ask r1 c2.2 for 300ms, whole script
[    16.267ms] n3: ask r1 c2.2 for 300ms, whole script: yes
[    16.288ms] n2: ask r1 c2.2 for 300ms, whole script: yes
[    16.314ms] c2 <- n2 yes
[    16.314ms] c2 HOLDS r1 until 308.548ms
[    16.314ms] c2 acquires r1: acquired
[    16.321ms] c1 <- n3 yes
[    16.351ms] c2 <- n3 yes
[    16.351ms] c2 HOLDS r1 until 311.148ms
[    26.314ms] c2 gives r1 back
[    26.314ms] c2 -> n1 pass r1 c2.2, whole script
[    26.314ms] c2 -> n2 release r1 c2.2, whole script
[    26.314ms] c2 -> n3 release r1 c2.2, whole script
[    26.379ms] n3: release r1 c2.2, whole script: yes
[    26.403ms] n2: release r1 c2.2, whole script: yes
[    26.442ms] n1: pass r1 c2.2, whole script: yes
[    26.494ms] c2 <- n1 yes
[    26.499ms] c2 <- n3 yes
[    26.499ms] c2 releases r1: done
[    26.849ms] c2 <- n2 yes
[    60.000ms] faults stop
[    60.000ms] everybody asks for r1
[    60.000ms] c1 wants r1 for 1000ms
[    60.000ms] c1 -> n1 grant r1 c1.2 for 1000ms
[    60.000ms] c2 wants r1 for 1000ms
[    60.000ms] c2 -> n1 ask r1 c2.3 for 1000ms
[    60.046ms] n1: grant r1 c1.2 for 1000ms: yes
[    60.092ms] c1 <- n1 yes
[    60.092ms] c1 -> n2 grant r1 c1.2 for 1000ms
[    60.122ms] n1: ask r1 c2.3 for 1000ms: no, queued
[    60.207ms] n2: grant r1 c1.2 for 1000ms: yes
[    60.213ms] c2 <- n1 no, queued
[    60.258ms] c1 <- n2 yes
[    60.258ms] c1 -> n3 grant r1 c1.2 for 1000ms
[    60.258ms] c1 HOLDS r1 until 1048.000ms
[    60.258ms] c1 acquires r1: acquired
[    60.386ms] n3: grant r1 c1.2 for 1000ms: yes
[    60.447ms] c1 <- n3 yes
[    60.447ms] c1 HOLDS r1 until 1048.092ms
[    62.258ms] c1 gives r1 back
[    62.258ms] c1 -> n1 pass r1 c1.2
[    62.258ms] c1 -> n2 release r1 c1.2
[    62.258ms] c1 -> n3 release r1 c1.2
[    62.282ms] n2: release r1 c1.2: yes
[    62.304ms] c1 <- n2 yes
[    62.310ms] n3: release r1 c1.2: yes
[    62.376ms] c1 <- n3 yes
[    62.376ms] c1 releases r1: done
[    62.380ms] n1 pushes to c2.3: it is yours
[    62.380ms] n1: pass r1 c1.2: yes
[    62.410ms] c1 <- n1 yes
[    62.775ms] c2 <- n1 pushes to c2.3
[    62.775ms] c2 -> n2 ask r1 c2.3 for 1000ms
[    62.775ms] c2 -> n3 ask r1 c2.3 for 1000ms
[    62.841ms] n3: ask r1 c2.3 for 1000ms: yes
[    62.850ms] n2: ask r1 c2.3 for 1000ms: yes
[    62.872ms] c2 <- n2 yes
[    62.872ms] c2 HOLDS r1 until 1048.000ms
[    62.872ms] c2 acquires r1: acquired
[    62.895ms] c2 <- n3 yes
[    62.895ms] c2 HOLDS r1 until 1050.775ms
[    64.872ms] c2 gives r1 back
[    64.872ms] c2 -> n1 pass r1 c2.3
[    64.872ms] c2 -> n2 release r1 c2.3
[    64.872ms] c2 -> n3 release r1 c2.3
[    64.910ms] n2: release r1 c2.3: yes
[    64.929ms] n1: pass r1 c2.3: yes
[    65.002ms] n3: release r1 c2.3: yes
[    65.033ms] c2 <- n2 yes
[    65.130ms] c2 <- n3 yes
[    65.130ms] c2 releases r1: done
[    65.162ms] c2 <- n1 yes
