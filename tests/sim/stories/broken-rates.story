# Violates the assumption on rates. c1's clock is 10 % too slow and the nodes'
# clocks are 10 % too fast; the drift covers 1 % between them. The keys expire
# while c1 still holds.
@only exclusion
@expect breaks exclusion
broken rates
seed 13
nodes 3
clients 2
ttl-max 1000ms
length 1500ms
node-ppm 100000 100000 100000
client-ppm -100000 0
10ms c1 acquire r1 ttl 1000ms
950ms c2 acquire r1 ttl 1000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.092ms] c2 is connected to n2
[     0.114ms] c1 is connected to n2
[     0.145ms] c2 is connected to n3
[     0.145ms] c1 is connected to n1
[     0.149ms] c1 is connected to n3
[     0.290ms] c2 is connected to n1
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.018ms] n1: grant r1 c1.1 for 1000ms: yes
[    10.049ms] c1 <- n1 yes
[    10.049ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.126ms] n2: grant r1 c1.1 for 1000ms: yes
[    10.148ms] c1 <- n2 yes
[    10.148ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    10.148ms] c1 HOLDS r1 until 1107.777ms
[    10.148ms] c1 acquires r1: acquired
[    10.346ms] n3: grant r1 c1.1 for 1000ms: yes
[    10.477ms] c1 <- n3 yes
[    10.477ms] c1 HOLDS r1 until 1107.827ms
[   950.000ms] c2 wants r1 for 1000ms
[   950.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   950.046ms] n1: grant r1 c2.1 for 1000ms: yes
[   950.075ms] c2 <- n1 yes
[   950.075ms] c2 -> n2 grant r1 c2.1 for 1000ms
[   950.144ms] n2: grant r1 c2.1 for 1000ms: yes
[   950.195ms] c2 <- n2 yes
[   950.195ms] c2 -> n3 grant r1 c2.1 for 1000ms
[   950.195ms] c2 HOLDS r1 until 1938.000ms
[   950.195ms] BROKEN: two clients hold one lock: r1 by c2 and by c1
[   950.195ms] c2 acquires r1: acquired
