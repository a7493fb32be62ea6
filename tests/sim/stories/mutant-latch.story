# A client is stopped over the end of its lock. When it goes on, an answer from
# a node whose probation is over comes before its timer: it would give the
# validity back that has passed.
@mutant EXTENSION_COUNTS_AFTER_VALIDITY
@expect breaks regained
@expect seen c1 goes on
seed 1
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 300ms
length 900ms
delay 0.1ms
10ms c1 acquire r1 ttl 300ms keep
50ms n1 forget for 20ms
609ms c1 n1 slow-back for 30ms
609ms c1 n3 slow-back for 30ms
612ms c1 stop for 218ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.075ms] c1 is connected to n2
[     0.125ms] c1 is connected to n1
[     0.367ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 300ms, kept
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
[    50.000ms] n1 goes down
[    50.100ms] c1's connection to n1 is broken
[    70.000ms] n1 is back, with none
[   110.035ms] c1 -> n2 extend r1 c1.1 for 300ms
[   110.035ms] c1 -> n3 extend r1 c1.1 for 300ms
[   110.188ms] n3: extend r1 c1.1 for 300ms: no such script
[   110.221ms] n2: extend r1 c1.1 for 300ms: no such script
[   110.277ms] c1 <- n2 no such script
[   110.277ms] c1 -> n2 extend r1 c1.1 for 300ms, whole script
[   110.356ms] c1 <- n3 no such script
[   110.356ms] c1 -> n3 extend r1 c1.1 for 300ms, whole script
[   110.393ms] n2: extend r1 c1.1 for 300ms, whole script: yes
[   110.444ms] c1 <- n2 yes
[   110.444ms] c1 HOLDS r1 until 305.322ms
[   110.484ms] n3: extend r1 c1.1 for 300ms, whole script: yes
[   110.545ms] c1 <- n3 yes
[   110.545ms] c1 HOLDS r1 until 405.035ms
[   113.811ms] c1 connects to n1
[   113.989ms] c1 is connected to n1
[   209.936ms] c1 -> n1 extend r1 c1.1 for 300ms
[   209.936ms] c1 -> n2 extend r1 c1.1 for 300ms
[   209.936ms] c1 -> n3 extend r1 c1.1 for 300ms
[   209.960ms] n2: extend r1 c1.1 for 300ms: yes
[   209.982ms] c1 <- n2 yes
[   209.983ms] n1: extend r1 c1.1 for 300ms: no such script
[   209.988ms] n3: extend r1 c1.1 for 300ms: yes
[   210.028ms] c1 <- n1 no such script
[   210.028ms] c1 -> n1 extend r1 c1.1 for 300ms, whole script
[   210.054ms] c1 <- n3 yes
[   210.054ms] c1 HOLDS r1 until 504.936ms
[   210.150ms] n1: extend r1 c1.1 for 300ms, whole script: no key
[   210.180ms] c1 <- n1 no key
[   210.180ms] c1 -> n1 repair r1 c1.1 for 300ms
[   210.247ms] n1: repair r1 c1.1 for 300ms: no such script
[   210.478ms] c1 <- n1 no such script
[   210.478ms] c1 -> n1 repair r1 c1.1 for 300ms, whole script
[   210.529ms] n1: repair r1 c1.1 for 300ms, whole script: created
[   210.551ms] c1 <- n1 created
[   309.837ms] c1 -> n1 extend r1 c1.1 for 300ms
[   309.837ms] c1 -> n2 extend r1 c1.1 for 300ms
[   309.837ms] c1 -> n3 extend r1 c1.1 for 300ms
[   309.890ms] n2: extend r1 c1.1 for 300ms: yes
[   309.906ms] n3: extend r1 c1.1 for 300ms: yes
[   309.918ms] c1 <- n2 yes
[   309.966ms] n1: extend r1 c1.1 for 300ms: yes
[   309.983ms] c1 <- n3 yes
[   309.983ms] c1 HOLDS r1 until 604.837ms
[   310.067ms] c1 <- n1 yes
[   409.738ms] c1 -> n1 extend r1 c1.1 for 300ms
[   409.738ms] c1 -> n2 extend r1 c1.1 for 300ms
[   409.738ms] c1 -> n3 extend r1 c1.1 for 300ms
[   409.756ms] n1: extend r1 c1.1 for 300ms: yes
[   409.783ms] n2: extend r1 c1.1 for 300ms: yes
[   409.850ms] n3: extend r1 c1.1 for 300ms: yes
[   409.884ms] c1 <- n2 yes
[   409.892ms] c1 <- n1 yes
[   410.226ms] c1 <- n3 yes
[   410.226ms] c1 HOLDS r1 until 704.738ms
[   509.639ms] c1 -> n1 extend r1 c1.1 for 300ms
[   509.639ms] c1 -> n2 extend r1 c1.1 for 300ms
[   509.639ms] c1 -> n3 extend r1 c1.1 for 300ms
[   509.685ms] n3: extend r1 c1.1 for 300ms: yes
[   509.713ms] n1: extend r1 c1.1 for 300ms: yes
[   509.738ms] n2: extend r1 c1.1 for 300ms: yes
[   509.752ms] c1 <- n1 yes
[   509.815ms] c1 <- n3 yes
[   509.885ms] c1 <- n2 yes
[   509.885ms] c1 HOLDS r1 until 804.639ms
[   609.000ms] c1, n1: slow-back
[   609.000ms] c1, n3: slow-back
[   609.540ms] c1 -> n1 extend r1 c1.1 for 300ms
[   609.540ms] c1 -> n2 extend r1 c1.1 for 300ms
[   609.540ms] c1 -> n3 extend r1 c1.1 for 300ms
[   609.552ms] n1: extend r1 c1.1 for 300ms: yes
[   609.590ms] n3: extend r1 c1.1 for 300ms: yes
[   609.637ms] n2: extend r1 c1.1 for 300ms: yes
[   609.674ms] c1 <- n2 yes
[   612.000ms] c1 is stopped
[   830.000ms] c1 goes on
[   830.000ms] c1 <- n1 yes
[   830.000ms] c1 HOLDS r1 until 904.540ms
[   830.000ms] BROKEN: a validity that passed came back: r1 of c1
[   830.000ms] c1 <- n3 yes
[   830.000ms] c1 -> n1 extend r1 c1.1 for 300ms
[   830.000ms] c1 -> n2 extend r1 c1.1 for 300ms
[   830.000ms] c1 -> n3 extend r1 c1.1 for 300ms
