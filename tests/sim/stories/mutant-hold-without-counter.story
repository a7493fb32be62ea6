# The counter of r1 is ahead of n1's clock. n1 starts anew with its keys, and what
# its counter says is of another memory then. c2 carries its owner's number.
@mutant HOLD_WITHOUT_COUNTER
@expect breaks counter
seed 3
nodes 1
clients 4
fenced
owns
counters 10000000
agreeing
ttl-max 5000ms
length 1500ms
10ms c1 acquire r1 ttl 2000ms owner 1 hold 1000ms
100ms n1 restart for 10ms
300ms c2 acquire r1 ttl 500ms owner 1
---
[     0.000ms] c1 connects to n1
[     0.000ms] c2 connects to n1
[     0.000ms] c3 connects to n1
[     0.000ms] c4 connects to n1
[     0.057ms] c3 is connected to n1
[     0.103ms] c4 is connected to n1
[     0.147ms] c2 is connected to n1
[     0.260ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 2000ms, owned by o1
[    10.000ms] c1 -> n1 grant r1 c1.1 for 2000ms
[    10.061ms] n1: grant r1 c1.1 for 2000ms: no such script
[    10.092ms] c1 <- n1 no such script
[    10.092ms] c1 -> n1 grant r1 c1.1 for 2000ms, whole script
[    10.134ms] n1: grant r1 c1.1 for 2000ms, whole script: yes, fence 10000001
[    10.505ms] c1 <- n1 yes, fence 10000001
[    10.505ms] c1 HOLDS r1 until 1988.000ms
[    10.505ms] c1 acquires r1: acquired
[   100.000ms] n1 goes down
[   100.100ms] c1's connection to n1 is broken
[   100.100ms] c2's connection to n1 is broken
[   100.100ms] c3's connection to n1 is broken
[   100.100ms] c4's connection to n1 is broken
[   110.000ms] n1 is back, with its memory
[   164.921ms] c4 connects to n1
[   165.020ms] c4 is connected to n1
[   186.221ms] c3 connects to n1
[   186.313ms] c3 is connected to n1
[   201.424ms] c2 connects to n1
[   201.496ms] c2 is connected to n1
[   209.402ms] c1 connects to n1
[   209.669ms] c1 is connected to n1
[   300.000ms] c2 wants r1 for 500ms, owned by o1
[   300.000ms] c2 -> n1 grant r1 c2.1 for 500ms, fence 10000001
[   300.035ms] n1: grant r1 c2.1 for 500ms, fence 10000001: no such script
[   300.060ms] c2 <- n1 no such script
[   300.060ms] c2 -> n1 grant r1 c2.1 for 500ms, fence 10000001, whole script
[   300.194ms] n1: grant r1 c2.1 for 500ms, fence 10000001, whole script: yes, fence 10000001
[   300.194ms] BROKEN: a counter moves as it must not: n1, r1: a hold is let in without a counter by grant r1 c2.1 for 500ms, fence 10000001, whole script
