# The lock is given back while the connection to the first node is being made
# anew, which fails. The release must outlive that attempt.
@expect breaks nothing
@expect seen c1 releases r1: done
@expect seen n1 goes on
@expect seen n1: release r1 c1.1, whole script: yes
seed 33
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 30000ms
length 3000ms
delay 0.1ms
1100ms c1 acquire r1 ttl 30000ms hold 20ms
1110ms n1 pause for 1500ms
1110ms c1 n1 cut
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.125ms] c1 is connected to n2
[     0.150ms] c1 is connected to n3
[     0.362ms] c1 is connected to n1
[  1100.000ms] c1 wants r1 for 30000ms
[  1100.000ms] c1 -> n1 grant r1 c1.1 for 30000ms
[  1100.117ms] n1: grant r1 c1.1 for 30000ms: yes
[  1100.171ms] c1 <- n1 yes
[  1100.171ms] c1 -> n2 grant r1 c1.1 for 30000ms
[  1100.464ms] n2: grant r1 c1.1 for 30000ms: yes
[  1100.515ms] c1 <- n2 yes
[  1100.515ms] c1 -> n3 grant r1 c1.1 for 30000ms
[  1100.515ms] c1 HOLDS r1 until 30798.000ms
[  1100.515ms] c1 acquires r1: acquired
[  1100.571ms] n3: grant r1 c1.1 for 30000ms: yes
[  1100.674ms] c1 <- n3 yes
[  1100.674ms] c1 HOLDS r1 until 30798.171ms
[  1110.000ms] n1 is paused
[  1110.000ms] c1, n1: cut
[  1110.100ms] c1's connection to n1 is broken
[  1110.100ms] c1 connects to n1
[  1120.515ms] c1 gives r1 back
[  1120.515ms] c1 -> n2 release r1 c1.1, whole script
[  1120.515ms] c1 -> n3 release r1 c1.1, whole script
[  1120.535ms] n2: release r1 c1.1, whole script: yes
[  1120.601ms] c1 <- n2 yes
[  1120.735ms] n3: release r1 c1.1, whole script: yes
[  1120.868ms] c1 <- n3 yes
[  1120.868ms] c1 releases r1: done
[  2110.100ms] c1 drops its connection to n1
[  2173.643ms] c1 connects to n1
[  2610.000ms] n1 goes on
[  2610.029ms] c1 is connected to n1
[  2610.029ms] c1 -> n1 release r1 c1.1, whole script
[  2610.106ms] n1: release r1 c1.1, whole script: yes
[  2610.209ms] c1 <- n1 yes
[  3000.000ms] faults stop
[  3000.000ms] everybody asks for r1
[  3000.000ms] c1 wants r1 for 30000ms
[  3000.000ms] c1 -> n1 grant r1 c1.2 for 30000ms
[  3000.159ms] n1: grant r1 c1.2 for 30000ms: yes
[  3000.454ms] c1 <- n1 yes
[  3000.454ms] c1 -> n2 grant r1 c1.2 for 30000ms
[  3000.489ms] n2: grant r1 c1.2 for 30000ms: yes
[  3000.545ms] c1 <- n2 yes
[  3000.545ms] c1 -> n3 grant r1 c1.2 for 30000ms
[  3000.545ms] c1 HOLDS r1 until 32698.000ms
[  3000.545ms] c1 acquires r1: acquired
[  3000.560ms] n3: grant r1 c1.2 for 30000ms: yes
[  3000.668ms] c1 <- n3 yes
[  3000.668ms] c1 HOLDS r1 until 32698.454ms
[  3002.545ms] c1 gives r1 back
[  3002.545ms] c1 -> n1 pass r1 c1.2, whole script
[  3002.545ms] c1 -> n2 release r1 c1.2
[  3002.545ms] c1 -> n3 release r1 c1.2
[  3002.581ms] n3: release r1 c1.2: yes
[  3002.614ms] n2: release r1 c1.2: yes
[  3002.654ms] n1: pass r1 c1.2, whole script: yes
[  3002.671ms] c1 <- n2 yes
[  3002.687ms] c1 <- n3 yes
[  3002.687ms] c1 releases r1: done
[  3002.769ms] c1 <- n1 yes
