# One node, unguarded, that fails over and back in one process: its counter is
# an old one then, and of the same run. Trusted, it repeats a fence.
@mutant COUNTER_OF_RUN
@only fence
@expect breaks fence
seed 5
nodes 1
quorum 1
clients 1
fenced
broken memory
node-timeout 50ms
ttl-max 1000ms
length 700ms
delay 0.1ms
10ms c1 acquire r1 ttl 1000ms hold 10ms
50ms n1 snapshot
60ms c1 acquire r1 ttl 1000ms hold 10ms
100ms n1 failback
110ms c1 acquire r1 ttl 1000ms hold 10ms
---
[     0.000ms] c1 connects to n1
[     0.243ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.139ms] n1: grant r1 c1.1 for 1000ms: no such script
[    10.178ms] c1 <- n1 no such script
[    10.178ms] c1 -> n1 grant r1 c1.1 for 1000ms, whole script
[    10.193ms] n1: grant r1 c1.1 for 1000ms, whole script: yes, fence 762873
[    10.227ms] c1 <- n1 yes, fence 762873
[    10.227ms] c1 HOLDS r1 until 998.000ms
[    10.227ms] c1 acquires r1: acquired
[    20.227ms] c1 gives r1 back
[    20.227ms] c1 -> n1 pass r1 c1.1, whole script
[    20.285ms] n1: pass r1 c1.1, whole script: yes
[    20.586ms] c1 <- n1 yes
[    20.586ms] c1 releases r1: done
[    60.000ms] c1 wants r1 for 1000ms
[    60.000ms] c1 -> n1 grant r1 c1.2 for 1000ms
[    60.031ms] n1: grant r1 c1.2 for 1000ms: yes, fence 762874
[    60.077ms] c1 <- n1 yes, fence 762874
[    60.077ms] c1 HOLDS r1 until 1048.000ms
[    60.077ms] c1 acquires r1: acquired
[    70.077ms] c1 gives r1 back
[    70.077ms] c1 -> n1 pass r1 c1.2
[    70.276ms] n1: pass r1 c1.2: yes
[    70.386ms] c1 <- n1 yes
[    70.386ms] c1 releases r1: done
[   100.000ms] n1: fails over and back, with another's memory
[   110.000ms] c1 wants r1 for 1000ms
[   110.000ms] c1 -> n1 grant r1 c1.3 for 1000ms
[   110.071ms] n1: grant r1 c1.3 for 1000ms: yes, fence 762874
[   110.136ms] c1 <- n1 yes, fence 762874
[   110.136ms] c1 HOLDS r1 until 1098.000ms
[   110.136ms] BROKEN: a fence does not exceed an earlier one: c1 has r1 with 762874, after 762874
[   110.136ms] c1 acquires r1: acquired
