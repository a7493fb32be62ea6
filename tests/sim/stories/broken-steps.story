# Violates the assumption on steps. The clocks of two nodes are set forward by
# more than the TTL: the keys expire immediately, and c1 cannot know.
@only exclusion
@expect breaks exclusion
broken steps
seed 12
nodes 3
clients 2
ttl-max 1000ms
length 1500ms
10ms c1 acquire r1 ttl 1000ms
100ms n1 step for 2000ms
110ms n2 step for 2000ms
200ms c2 acquire r1 ttl 1000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.122ms] c1 is connected to n2
[     0.127ms] c1 is connected to n3
[     0.139ms] c2 is connected to n1
[     0.179ms] c2 is connected to n3
[     0.194ms] c1 is connected to n1
[     0.523ms] c2 is connected to n2
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.144ms] n1: grant r1 c1.1 for 1000ms: yes
[    10.338ms] c1 <- n1 yes
[    10.338ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.428ms] n2: grant r1 c1.1 for 1000ms: yes
[    10.612ms] c1 <- n2 yes
[    10.612ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    10.612ms] c1 HOLDS r1 until 998.000ms
[    10.612ms] c1 acquires r1: acquired
[    10.664ms] n3: grant r1 c1.1 for 1000ms: yes
[    10.697ms] c1 <- n3 yes
[    10.697ms] c1 HOLDS r1 until 998.338ms
[   100.000ms] n1's clock is stepped by 2000ms
[   110.000ms] n2's clock is stepped by 2000ms
[   200.000ms] c2 wants r1 for 1000ms
[   200.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   200.116ms] n1: grant r1 c2.1 for 1000ms: yes
[   200.144ms] c2 <- n1 yes
[   200.144ms] c2 -> n2 grant r1 c2.1 for 1000ms
[   200.383ms] n2: grant r1 c2.1 for 1000ms: yes
[   200.447ms] c2 <- n2 yes
[   200.447ms] c2 -> n3 grant r1 c2.1 for 1000ms
[   200.447ms] c2 HOLDS r1 until 1188.000ms
[   200.447ms] BROKEN: two clients hold one lock: r1 by c2 and by c1
[   200.447ms] c2 acquires r1: acquired
