# n2's answer to the first extension comes after the second has been sent, and
# is taken for that one's: the vote would be counted for longer than n2 gave it.
@mutant ROUNDS_MIXED_UP
@expect breaks matched
seed 3
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 300ms
length 400ms
delay 0.1ms
10ms c1 acquire r1 ttl 300ms
15ms c1 extend ttl 300ms
20ms c1 n2 slow-back for 40ms
21ms c1 extend ttl 300ms
50ms c1 extend ttl 300ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.061ms] c1 is connected to n2
[     0.135ms] c1 is connected to n3
[     0.260ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 300ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 300ms
[    10.061ms] n1: grant r1 c1.1 for 300ms: yes
[    10.092ms] c1 <- n1 yes
[    10.092ms] c1 -> n2 grant r1 c1.1 for 300ms
[    10.186ms] n2: grant r1 c1.1 for 300ms: yes
[    10.203ms] c1 <- n2 yes
[    10.203ms] c1 -> n3 grant r1 c1.1 for 300ms
[    10.203ms] c1 HOLDS r1 until 305.000ms
[    10.203ms] c1 acquires r1: acquired
[    10.254ms] n3: grant r1 c1.1 for 300ms: yes
[    10.421ms] c1 <- n3 yes
[    10.421ms] c1 HOLDS r1 until 305.092ms
[    15.000ms] c1 wants r1 for another 300ms
[    15.000ms] c1 -> n1 extend r1 c1.1 for 300ms
[    15.000ms] c1 -> n2 extend r1 c1.1 for 300ms
[    15.000ms] c1 -> n3 extend r1 c1.1 for 300ms
[    15.027ms] n2: extend r1 c1.1 for 300ms: no such script
[    15.034ms] n3: extend r1 c1.1 for 300ms: no such script
[    15.041ms] n1: extend r1 c1.1 for 300ms: no such script
[    15.072ms] c1 <- n2 no such script
[    15.072ms] c1 -> n2 extend r1 c1.1 for 300ms, whole script
[    15.088ms] c1 <- n3 no such script
[    15.088ms] c1 -> n3 extend r1 c1.1 for 300ms, whole script
[    15.108ms] n2: extend r1 c1.1 for 300ms, whole script: yes
[    15.268ms] n3: extend r1 c1.1 for 300ms, whole script: yes
[    15.403ms] c1 <- n2 yes
[    15.403ms] c1 HOLDS r1 until 305.203ms
[    15.412ms] c1 <- n1 no such script
[    15.412ms] c1 -> n1 extend r1 c1.1 for 300ms, whole script
[    15.492ms] c1 <- n3 yes
[    15.492ms] c1 HOLDS r1 until 310.000ms
[    15.492ms] c1 extends r1: done
[    15.542ms] n1: extend r1 c1.1 for 300ms, whole script: yes
[    15.680ms] c1 <- n1 yes
[    20.000ms] c1, n2: slow-back
[    21.000ms] c1 wants r1 for another 300ms
[    21.000ms] c1 -> n1 extend r1 c1.1 for 300ms
[    21.000ms] c1 -> n2 extend r1 c1.1 for 300ms
[    21.000ms] c1 -> n3 extend r1 c1.1 for 300ms
[    21.020ms] n2: extend r1 c1.1 for 300ms: yes
[    21.061ms] n3: extend r1 c1.1 for 300ms: yes
[    21.132ms] c1 <- n3 yes
[    21.171ms] n1: extend r1 c1.1 for 300ms: yes
[    21.967ms] c1 <- n1 yes
[    21.967ms] c1 HOLDS r1 until 316.000ms
[    21.967ms] c1 extends r1: done
[    50.000ms] c1 wants r1 for another 300ms
[    50.000ms] c1 -> n1 extend r1 c1.1 for 300ms
[    50.000ms] c1 -> n2 extend r1 c1.1 for 300ms
[    50.000ms] c1 -> n3 extend r1 c1.1 for 300ms
[    50.027ms] n1: extend r1 c1.1 for 300ms: yes
[    50.056ms] c1 <- n1 yes
[    50.062ms] n2: extend r1 c1.1 for 300ms: yes
[    50.104ms] n3: extend r1 c1.1 for 300ms: yes
[    50.161ms] c1 <- n3 yes
[    50.161ms] c1 HOLDS r1 until 345.000ms
[    50.161ms] c1 extends r1: done
[    60.061ms] c1 <- n2 yes
[    60.061ms] BROKEN: a vote is counted by another's answer: n2's for r1 by c1, for longer than it granted
