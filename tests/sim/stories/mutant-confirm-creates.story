# n1 is flushed between its grant and its confirmation, which must not put the
# key back: whatever n1 has forgotten may still be counted.
@mutant CONFIRM_CREATES
@only trespass
@expect breaks trespass
@expect seen n1: FLUSHALL
@expect seen n1: confirm r1 c1.1
broken memory
seed 1
nodes 3
quorum 2
clients 1
fenced
agreeing
node-timeout 50ms
ttl-max 1000ms
length 100ms
delay 0.1ms
10ms c1 acquire r1 ttl 1000ms hold 20ms
10.35ms c1 n1 slow-there for 2ms
11ms n1 flush
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.075ms] c1 is connected to n2
[     0.125ms] c1 is connected to n1
[     0.367ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.049ms] n1: grant r1 c1.1 for 1000ms: no such script
[    10.094ms] c1 <- n1 no such script
[    10.094ms] c1 -> n1 grant r1 c1.1 for 1000ms, whole script
[    10.174ms] n1: grant r1 c1.1 for 1000ms, whole script: yes, fence 10175
[    10.272ms] c1 <- n1 yes, fence 10175
[    10.272ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.350ms] c1, n1: slow-there
[    10.380ms] n2: grant r1 c1.1 for 1000ms: no such script
[    10.500ms] c1 <- n2 no such script
[    10.500ms] c1 -> n2 grant r1 c1.1 for 1000ms, whole script
[    10.686ms] n2: grant r1 c1.1 for 1000ms, whole script: yes, fence 10687
[    10.742ms] c1 <- n2 yes, fence 10687
[    10.742ms] c1 -> n1 confirm r1 c1.1, fence 10687
[    11.000ms] n1: FLUSHALL
[    12.396ms] n1: confirm r1 c1.1, fence 10687: no such script
[    12.442ms] c1 <- n1 no such script
[    12.442ms] c1 -> n1 confirm r1 c1.1, fence 10687, whole script
[    12.564ms] n1: confirm r1 c1.1, fence 10687, whole script: yes, fence 12564
[    12.564ms] BROKEN: a key is changed by who may not: n1, r1: a key is created by confirm r1 c1.1, fence 10687, whole script
