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
[    12.378ms] c2 -> n2 grant r1 c2.1 for 300ms
[    12.401ms] n2: grant r1 c2.1 for 300ms: no
[    12.473ms] c2 <- n2 no
[    12.473ms] c2 -> n1 release r1 c2.1, whole script
[    12.473ms] c2 -> n2 release r1 c2.1, whole script
[    12.519ms] n2: release r1 c2.1, whole script: no, c1.1 for 298ms
[    12.536ms] n1: release r1 c2.1, whole script: no, c1.1 for 297ms
[    12.545ms] c2 <- n2 no, c1.1 for 298ms
[    12.656ms] c2 <- n1 no, c1.1 for 297ms
[    13.087ms] c2 -> n1 grant r1 c2.2 for 300ms
[    13.238ms] n1: grant r1 c2.2 for 300ms: no
[    13.617ms] c2 <- n1 no
[    13.617ms] c2 -> n2 grant r1 c2.2 for 300ms
[    13.706ms] n2: grant r1 c2.2 for 300ms: no
[    14.152ms] c2 <- n2 no
[    14.152ms] c2 -> n1 release r1 c2.2
[    14.152ms] c2 -> n2 release r1 c2.2
[    14.227ms] n2: release r1 c2.2: no, c1.1 for 296ms
[    14.230ms] n1: release r1 c2.2: no, c1.1 for 296ms
[    14.249ms] c2 <- n2 no, c1.1 for 296ms
[    14.345ms] c2 <- n1 no, c1.1 for 296ms
[    16.000ms] c1 gives r1 back
[    16.000ms] c1 -> n1 release r1 c1.1, whole script
[    16.000ms] c1 -> n2 release r1 c1.1, whole script
[    16.000ms] c1 -> n3 release r1 c1.1, whole script
[    16.079ms] n1: release r1 c1.1, whole script: yes
[    16.153ms] n3: release r1 c1.1, whole script: yes
[    16.177ms] c1 <- n1 yes
[    16.186ms] n2: release r1 c1.1, whole script: yes
[    16.242ms] c1 <- n2 yes
[    16.242ms] c1 releases r1: done
[    16.321ms] c1 <- n3 yes
[    16.345ms] c2 -> n1 grant r1 c2.3 for 300ms
[    16.473ms] n1: grant r1 c2.3 for 300ms: yes
[    16.525ms] c2 <- n1 yes
[    16.525ms] c2 -> n2 grant r1 c2.3 for 300ms
[    16.563ms] n2: grant r1 c2.3 for 300ms: yes
[    16.686ms] c2 <- n2 yes
[    16.686ms] c2 -> n3 grant r1 c2.3 for 300ms
[    16.686ms] c2 HOLDS r1 until 311.345ms
[    16.686ms] c2 acquires r1: acquired
[    16.722ms] n3: grant r1 c2.3 for 300ms: yes
[    16.792ms] c2 <- n3 yes
[    16.792ms] c2 HOLDS r1 until 311.525ms
[    26.686ms] c2 gives r1 back
[    26.686ms] c2 -> n1 release r1 c2.3
[    26.686ms] c2 -> n2 release r1 c2.3
[    26.686ms] c2 -> n3 release r1 c2.3, whole script
[    26.701ms] n3: release r1 c2.3, whole script: yes
[    26.711ms] n2: release r1 c2.3: yes
[    26.785ms] c2 <- n3 yes
[    26.809ms] n1: release r1 c2.3: yes
[    26.900ms] c2 <- n1 yes
[    26.900ms] c2 releases r1: done
[    27.029ms] c2 <- n2 yes
[    60.000ms] faults stop
[    60.000ms] everybody asks for r1
[    60.000ms] c1 wants r1 for 1000ms
[    60.000ms] c1 -> n1 grant r1 c1.2 for 1000ms
[    60.000ms] c2 wants r1 for 1000ms
[    60.000ms] c2 -> n1 grant r1 c2.4 for 1000ms
[    60.046ms] n1: grant r1 c1.2 for 1000ms: yes
[    60.057ms] n1: grant r1 c2.4 for 1000ms: no
[    60.092ms] c1 <- n1 yes
[    60.092ms] c1 -> n2 grant r1 c1.2 for 1000ms
[    60.207ms] n2: grant r1 c1.2 for 1000ms: yes
[    60.258ms] c1 <- n2 yes
[    60.258ms] c1 -> n3 grant r1 c1.2 for 1000ms
[    60.258ms] c1 HOLDS r1 until 1048.000ms
[    60.258ms] c1 acquires r1: acquired
[    60.290ms] c2 <- n1 no
[    60.290ms] c2 -> n2 grant r1 c2.4 for 1000ms
[    60.329ms] n2: grant r1 c2.4 for 1000ms: no
[    60.386ms] n3: grant r1 c1.2 for 1000ms: yes
[    60.408ms] c2 <- n2 no
[    60.408ms] c2 -> n1 release r1 c2.4
[    60.408ms] c2 -> n2 release r1 c2.4
[    60.431ms] n2: release r1 c2.4: no, c1.2 for 1000ms
[    60.436ms] n1: release r1 c2.4: no, c1.2 for 999ms
[    60.447ms] c1 <- n3 yes
[    60.447ms] c1 HOLDS r1 until 1048.092ms
[    60.478ms] c2 <- n2 no, c1.2 for 1000ms
[    60.508ms] c2 <- n1 no, c1.2 for 999ms
[    60.868ms] c2 -> n1 grant r1 c2.5 for 1000ms
[    60.962ms] n1: grant r1 c2.5 for 1000ms: no
[    60.979ms] c2 <- n1 no
[    60.979ms] c2 -> n2 grant r1 c2.5 for 1000ms
[    61.054ms] n2: grant r1 c2.5 for 1000ms: no
[    61.127ms] c2 <- n2 no
[    61.127ms] c2 -> n1 release r1 c2.5
[    61.127ms] c2 -> n2 release r1 c2.5
[    61.180ms] n1: release r1 c2.5: no, c1.2 for 999ms
[    61.280ms] n2: release r1 c2.5: no, c1.2 for 999ms
[    61.281ms] c2 <- n1 no, c1.2 for 999ms
[    61.417ms] c2 <- n2 no, c1.2 for 999ms
[    62.258ms] c1 gives r1 back
[    62.258ms] c1 -> n1 release r1 c1.2
[    62.258ms] c1 -> n2 release r1 c1.2
[    62.258ms] c1 -> n3 release r1 c1.2
[    62.282ms] n2: release r1 c1.2: yes
[    62.304ms] c1 <- n2 yes
[    62.310ms] n3: release r1 c1.2: yes
[    62.376ms] c1 <- n3 yes
[    62.376ms] c1 releases r1: done
[    62.380ms] n1: release r1 c1.2: yes
[    62.410ms] c1 <- n1 yes
[    62.422ms] c2 -> n1 grant r1 c2.6 for 1000ms
[    62.565ms] n1: grant r1 c2.6 for 1000ms: yes
[    62.607ms] c2 <- n1 yes
[    62.607ms] c2 -> n2 grant r1 c2.6 for 1000ms
[    62.653ms] n2: grant r1 c2.6 for 1000ms: yes
[    62.686ms] c2 <- n2 yes
[    62.686ms] c2 -> n3 grant r1 c2.6 for 1000ms
[    62.686ms] c2 HOLDS r1 until 1050.422ms
[    62.686ms] c2 acquires r1: acquired
[    62.751ms] n3: grant r1 c2.6 for 1000ms: yes
[    62.871ms] c2 <- n3 yes
[    62.871ms] c2 HOLDS r1 until 1050.607ms
[    64.686ms] c2 gives r1 back
[    64.686ms] c2 -> n1 release r1 c2.6
[    64.686ms] c2 -> n2 release r1 c2.6
[    64.686ms] c2 -> n3 release r1 c2.6
[    64.752ms] n3: release r1 c2.6: yes
[    64.788ms] n2: release r1 c2.6: yes
[    64.792ms] n1: release r1 c2.6: yes
[    64.806ms] c2 <- n3 yes
[    64.837ms] c2 <- n1 yes
[    64.837ms] c2 releases r1: done
[    65.261ms] c2 <- n2 yes
