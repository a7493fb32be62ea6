# Violates the assumption on suspends. c1's machine is suspended, and its clock
# stops, as a clock that does not count a suspend would (CLOCK_MONOTONIC). After
# the resume c1 believes that no time has passed.
@only exclusion
@expect breaks exclusion
broken suspend
seed 14
nodes 3
clients 2
ttl-max 1000ms
length 1500ms
10ms c1 acquire r1 ttl 500ms
20ms c1 stop for 800ms
600ms c2 acquire r1 ttl 1000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.086ms] c1 is connected to n3
[     0.110ms] c1 is connected to n1
[     0.205ms] c2 is connected to n3
[     0.254ms] c2 is connected to n1
[     0.263ms] c1 is connected to n2
[     0.365ms] c2 is connected to n2
[    10.000ms] c1 wants r1 for 500ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 500ms
[    10.014ms] n1: grant r1 c1.1 for 500ms: yes
[    10.056ms] c1 <- n1 yes
[    10.056ms] c1 -> n2 grant r1 c1.1 for 500ms
[    10.110ms] n2: grant r1 c1.1 for 500ms: yes
[    10.123ms] c1 <- n2 yes
[    10.123ms] c1 -> n3 grant r1 c1.1 for 500ms
[    10.123ms] c1 HOLDS r1 until 503.000ms
[    10.123ms] c1 acquires r1: acquired
[    10.165ms] n3: grant r1 c1.1 for 500ms: yes
[    10.293ms] c1 <- n3 yes
[    10.293ms] c1 HOLDS r1 until 503.056ms
[    20.000ms] c1 is stopped
[   600.000ms] c2 wants r1 for 1000ms
[   600.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   600.076ms] n1: grant r1 c2.1 for 1000ms: yes
[   600.437ms] c2 <- n1 yes
[   600.437ms] c2 -> n2 grant r1 c2.1 for 1000ms
[   600.518ms] n2: grant r1 c2.1 for 1000ms: yes
[   600.570ms] c2 <- n2 yes
[   600.570ms] c2 -> n3 grant r1 c2.1 for 1000ms
[   600.570ms] c2 HOLDS r1 until 1588.000ms
[   600.570ms] c2 acquires r1: acquired
[   600.669ms] n3: grant r1 c2.1 for 1000ms: yes
[   600.687ms] c2 <- n3 yes
[   600.687ms] c2 HOLDS r1 until 1588.437ms
[   820.000ms] c1 continues
[   820.000ms] BROKEN: two clients hold one lock: r1 by c1 and by c2
