# Violates the assumption on memory. The third node never receives c1's request,
# and the second one loses its memory: two votes leave no margin. It gives c2
# the vote that c1 counts.
@only exclusion
@expect breaks exclusion
broken memory
seed 21
nodes 3
clients 2
ttl-max 1000ms
length 1500ms
9ms c1 n3 lose-there
10ms c1 acquire r1 ttl 1000ms
60ms n2 forget for 5ms
300ms c2 acquire r1 ttl 1000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.055ms] c1 is connected to n3
[     0.078ms] c2 is connected to n2
[     0.141ms] c1 is connected to n1
[     0.149ms] c2 is connected to n1
[     0.289ms] c1 is connected to n2
[     0.445ms] c2 is connected to n3
[     9.000ms] c1, n3: lose-there
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.064ms] n1: grant r1 c1.1 for 1000ms: yes
[    10.211ms] c1 <- n1 yes
[    10.211ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.285ms] n2: grant r1 c1.1 for 1000ms: yes
[    10.360ms] c1 <- n2 yes
[    10.360ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    10.360ms] c1 HOLDS r1 until 998.000ms
[    10.360ms] c1 acquires r1: acquired
[    60.000ms] n2 goes down
[    60.100ms] c1's connection to n2 is broken
[    60.100ms] c2's connection to n2 is broken
[    65.000ms] n2 is back, without memory
[   125.133ms] c2 connects to n2
[   125.223ms] c2 is connected to n2
[   201.781ms] c1 connects to n2
[   202.094ms] c1 is connected to n2
[   300.000ms] c2 wants r1 for 1000ms
[   300.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   300.030ms] n1: grant r1 c2.1 for 1000ms: no
[   300.087ms] c2 <- n1 no
[   300.087ms] c2 -> n2 grant r1 c2.1 for 1000ms
[   300.123ms] n2: grant r1 c2.1 for 1000ms: yes
[   300.162ms] c2 <- n2 yes
[   300.162ms] c2 -> n3 grant r1 c2.1 for 1000ms
[   300.237ms] n3: grant r1 c2.1 for 1000ms: yes
[   300.320ms] c2 <- n3 yes
[   300.320ms] c2 HOLDS r1 until 1288.087ms
[   300.320ms] BROKEN: two clients hold one lock: r1 by c2 and by c1
[   300.320ms] c2 acquires r1: acquired
