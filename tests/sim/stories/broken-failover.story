# Violates the assumption on memory. c1 holds r1 by n1 and n2. n2 dies, and its
# replica, which lacks c1's key, is promoted. It gives c2 the vote that c1
# counts.
@only exclusion
@expect breaks exclusion
@expect seen n2 is back, as another server, its replica
@expect seen n2: grant r1 c2.1 for 1000ms: yes
broken memory
seed 35
nodes 3
clients 2
ttl-max 1000ms
length 1500ms
9ms c1 n3 lose-there
9.9ms n2 snapshot
10ms c1 acquire r1 ttl 1000ms
60ms n2 failover for 105ms
400ms c2 acquire r1 ttl 1000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.063ms] c2 is connected to n3
[     0.108ms] c1 is connected to n1
[     0.187ms] c2 is connected to n1
[     0.227ms] c2 is connected to n2
[     0.268ms] c1 is connected to n3
[     0.414ms] c1 is connected to n2
[     9.000ms] c1, n3: lose-there
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.024ms] n1: grant r1 c1.1 for 1000ms: yes
[    10.090ms] c1 <- n1 yes
[    10.090ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.246ms] n2: grant r1 c1.1 for 1000ms: yes
[    10.271ms] c1 <- n2 yes
[    10.271ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    10.271ms] c1 HOLDS r1 until 998.000ms
[    10.271ms] c1 acquires r1: acquired
[    60.000ms] n2 goes down
[    60.100ms] c1's connection to n2 is broken
[    60.100ms] c2's connection to n2 is broken
[   131.579ms] c2 connects to n2
[   131.954ms] c2's connection to n2 is refused
[   161.963ms] c1 connects to n2
[   162.104ms] c1's connection to n2 is refused
[   165.000ms] n2 is back, as another server, its replica
[   313.942ms] c1 connects to n2
[   314.190ms] c1 is connected to n2
[   369.423ms] c2 connects to n2
[   369.504ms] c2 is connected to n2
[   400.000ms] c2 wants r1 for 1000ms
[   400.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   400.051ms] n1: grant r1 c2.1 for 1000ms: no
[   400.151ms] c2 <- n1 no
[   400.151ms] c2 -> n2 grant r1 c2.1 for 1000ms
[   400.373ms] n2: grant r1 c2.1 for 1000ms: yes
[   400.438ms] c2 <- n2 yes
[   400.438ms] c2 -> n3 grant r1 c2.1 for 1000ms
[   400.452ms] n3: grant r1 c2.1 for 1000ms: yes
[   400.505ms] c2 <- n3 yes
[   400.505ms] c2 HOLDS r1 until 1388.151ms
[   400.505ms] BROKEN: two clients hold one lock: r1 by c2 and by c1
[   400.505ms] c2 acquires r1: acquired
