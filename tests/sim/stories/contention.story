# Two want the same lock. The second is refused by the first node, told until
# when, and served once the first has given it back.
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
[    12.378ms] c2 -> n2 grant r1 c2.1 for 300ms
[    12.401ms] n2: grant r1 c2.1 for 300ms: no
[    12.473ms] c2 <- n2 no
[    12.473ms] c2 -> n1 release r1 c2.1
[    12.473ms] c2 -> n2 release r1 c2.1
[    12.519ms] n2: release r1 c2.1: no such script
[    12.536ms] n1: release r1 c2.1: no such script
[    12.545ms] c2 <- n2 no such script
[    12.545ms] c2 -> n2 release r1 c2.1, whole script
[    12.634ms] n2: release r1 c2.1, whole script: no, c1.1 for 298ms
[    12.656ms] c2 <- n1 no such script
[    12.656ms] c2 -> n1 release r1 c2.1, whole script
[    12.807ms] n1: release r1 c2.1, whole script: no, c1.1 for 297ms
[    13.079ms] c2 <- n2 no, c1.1 for 298ms
[    13.187ms] c2 <- n1 no, c1.1 for 297ms
[    13.617ms] c2 -> n1 grant r1 c2.2 for 300ms
[    13.695ms] n1: grant r1 c2.2 for 300ms: no
[    13.810ms] c2 <- n1 no
[    13.810ms] c2 -> n2 grant r1 c2.2 for 300ms
[    13.885ms] n2: grant r1 c2.2 for 300ms: no
[    13.907ms] c2 <- n2 no
[    13.907ms] c2 -> n1 release r1 c2.2
[    13.907ms] c2 -> n2 release r1 c2.2
[    13.946ms] n2: release r1 c2.2: no, c1.1 for 297ms
[    14.035ms] n1: release r1 c2.2: no, c1.1 for 296ms
[    14.069ms] c2 <- n2 no, c1.1 for 297ms
[    14.087ms] c2 <- n1 no, c1.1 for 296ms
[    15.971ms] c2 -> n1 grant r1 c2.3 for 300ms
[    16.000ms] c1 gives r1 back
[    16.000ms] c1 -> n1 release r1 c1.1
[    16.000ms] c1 -> n2 release r1 c1.1
[    16.000ms] c1 -> n3 release r1 c1.1
[    16.079ms] n1: release r1 c1.1: yes
[    16.094ms] n1: grant r1 c2.3 for 300ms: yes
[    16.153ms] n3: release r1 c1.1: no such script
[    16.177ms] c1 <- n1 yes
[    16.185ms] c2 <- n1 yes
[    16.185ms] c2 -> n2 grant r1 c2.3 for 300ms
[    16.186ms] n2: release r1 c1.1: yes
[    16.209ms] n2: grant r1 c2.3 for 300ms: yes
[    16.242ms] c1 <- n2 yes
[    16.242ms] c1 releases r1: done
[    16.321ms] c1 <- n3 no such script
[    16.321ms] c1 -> n3 release r1 c1.1, whole script
[    16.448ms] n3: release r1 c1.1, whole script: yes
[    16.510ms] c1 <- n3 yes
[    16.527ms] c2 <- n2 yes
[    16.527ms] c2 -> n3 grant r1 c2.3 for 300ms
[    16.527ms] c2 HOLDS r1 until 310.971ms
[    16.527ms] c2 acquires r1: acquired
[    16.563ms] n3: grant r1 c2.3 for 300ms: yes
[    16.632ms] c2 <- n3 yes
[    16.632ms] c2 HOLDS r1 until 311.185ms
[    26.527ms] c2 gives r1 back
[    26.527ms] c2 -> n1 release r1 c2.3
[    26.527ms] c2 -> n2 release r1 c2.3
[    26.527ms] c2 -> n3 release r1 c2.3
[    26.542ms] n3: release r1 c2.3: yes
[    26.566ms] n2: release r1 c2.3: yes
[    26.584ms] n1: release r1 c2.3: yes
[    26.626ms] c2 <- n3 yes
[    26.646ms] c2 <- n2 yes
[    26.646ms] c2 releases r1: done
[    26.817ms] c2 <- n1 yes
[    60.000ms] faults stop
[    60.000ms] everybody asks for r1
[    60.000ms] c1 wants r1 for 1000ms
[    60.000ms] c1 -> n1 grant r1 c1.2 for 1000ms
[    60.000ms] c2 wants r1 for 1000ms
[    60.000ms] c2 -> n1 grant r1 c2.4 for 1000ms
[    60.027ms] n1: grant r1 c2.4 for 1000ms: yes
[    60.046ms] n1: grant r1 c1.2 for 1000ms: no
[    60.092ms] c1 <- n1 no
[    60.092ms] c1 -> n2 grant r1 c1.2 for 1000ms
[    60.099ms] c2 <- n1 yes
[    60.099ms] c2 -> n2 grant r1 c2.4 for 1000ms
[    60.121ms] n2: grant r1 c2.4 for 1000ms: yes
[    60.168ms] c2 <- n2 yes
[    60.168ms] c2 -> n3 grant r1 c2.4 for 1000ms
[    60.168ms] c2 HOLDS r1 until 1048.000ms
[    60.168ms] c2 acquires r1: acquired
[    60.207ms] n2: grant r1 c1.2 for 1000ms: no
[    60.233ms] n3: grant r1 c2.4 for 1000ms: yes
[    60.258ms] c1 <- n2 no
[    60.258ms] c1 -> n1 release r1 c1.2
[    60.258ms] c1 -> n2 release r1 c1.2
[    60.282ms] n2: release r1 c1.2: no, c2.4 for 1000ms
[    60.304ms] c1 <- n2 no, c2.4 for 1000ms
[    60.353ms] c2 <- n3 yes
[    60.353ms] c2 HOLDS r1 until 1048.099ms
[    60.380ms] n1: release r1 c1.2: no, c2.4 for 999ms
[    60.410ms] c1 <- n1 no, c2.4 for 999ms
[    60.547ms] c1 -> n1 grant r1 c1.3 for 1000ms
[    60.614ms] n1: grant r1 c1.3 for 1000ms: no
[    60.846ms] c1 <- n1 no
[    60.846ms] c1 -> n2 grant r1 c1.3 for 1000ms
[    60.898ms] n2: grant r1 c1.3 for 1000ms: no
[    60.927ms] c1 <- n2 no
[    60.927ms] c1 -> n1 release r1 c1.3
[    60.927ms] c1 -> n2 release r1 c1.3
[    60.971ms] n2: release r1 c1.3: no, c2.4 for 1000ms
[    60.977ms] n1: release r1 c1.3: no, c2.4 for 999ms
[    60.999ms] c1 <- n1 no, c2.4 for 999ms
[    61.072ms] c1 <- n2 no, c2.4 for 1000ms
[    62.168ms] c2 gives r1 back
[    62.168ms] c2 -> n1 release r1 c2.4
[    62.168ms] c2 -> n2 release r1 c2.4
[    62.168ms] c2 -> n3 release r1 c2.4
[    62.234ms] n3: release r1 c2.4: yes
[    62.243ms] n2: release r1 c2.4: yes
[    62.262ms] n1: release r1 c2.4: yes
[    62.279ms] c2 <- n1 yes
[    62.288ms] c2 <- n3 yes
[    62.288ms] c2 releases r1: done
[    62.316ms] c2 <- n2 yes
[    62.748ms] c1 -> n1 grant r1 c1.4 for 1000ms
[    62.877ms] n1: grant r1 c1.4 for 1000ms: yes
[    62.978ms] c1 <- n1 yes
[    62.978ms] c1 -> n2 grant r1 c1.4 for 1000ms
[    63.077ms] n2: grant r1 c1.4 for 1000ms: yes
[    63.225ms] c1 <- n2 yes
[    63.225ms] c1 -> n3 grant r1 c1.4 for 1000ms
[    63.225ms] c1 HOLDS r1 until 1050.748ms
[    63.225ms] c1 acquires r1: acquired
[    63.277ms] n3: grant r1 c1.4 for 1000ms: yes
[    63.343ms] c1 <- n3 yes
[    63.343ms] c1 HOLDS r1 until 1050.978ms
[    65.225ms] c1 gives r1 back
[    65.225ms] c1 -> n1 release r1 c1.4
[    65.225ms] c1 -> n2 release r1 c1.4
[    65.225ms] c1 -> n3 release r1 c1.4
[    65.243ms] n1: release r1 c1.4: yes
[    65.294ms] n3: release r1 c1.4: yes
[    65.322ms] n2: release r1 c1.4: yes
[    65.359ms] c1 <- n2 yes
[    65.371ms] c1 <- n3 yes
[    65.371ms] c1 releases r1: done
[    65.379ms] c1 <- n1 yes
