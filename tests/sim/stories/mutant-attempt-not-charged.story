# As step-heard-while-acquiring; the step is not charged to what is under way,
# and two hold r1.
@mutant ATTEMPT_NOT_CHARGED
@only exclusion
@expect breaks exclusion
broken steps
seed 12
nodes 3
quorum 2
clients 2
fenced
slack 50ms
node-timeout 50ms
ttl-max 1000ms
length 1500ms
delay 0.1ms
2ms c2 crash for 150ms
5ms c1 n3 refuse for 1400ms
5ms c1 n3 cut
10ms c1 acquire r1 ttl 900ms hold 800ms
10.98ms n1 step for 500ms
600ms c2 acquire r1 ttl 100ms wait 100ms
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
[     2.000ms] c2 crashes
[     2.000ms] c2 drops its connection to n1, what was sent goes on
[     2.000ms] c2 drops its connection to n2
[     2.000ms] c2 drops its connection to n3
[     5.000ms] c1, n3: refuse
[     5.000ms] c1, n3: cut
[     5.100ms] c1's connection to n3 is broken
[    10.000ms] c1 wants r1 for 900ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 950ms
[    10.144ms] n1: grant r1 c1.1 for 950ms: no such script
[    10.338ms] c1 <- n1 no such script
[    10.338ms] c1 -> n1 grant r1 c1.1 for 950ms, whole script
[    10.436ms] n1: grant r1 c1.1 for 950ms, whole script: yes, fence 175545
[    10.512ms] c1 <- n1 yes, fence 175545
[    10.512ms] c1 -> n2 grant r1 c1.1 for 950ms
[    10.602ms] n2: grant r1 c1.1 for 950ms: no such script
[    10.787ms] c1 <- n2 no such script
[    10.787ms] c1 -> n2 grant r1 c1.1 for 950ms, whole script
[    10.902ms] n2: grant r1 c1.1 for 950ms, whole script: yes, fence 176272
[    10.971ms] c1 <- n2 yes, fence 176272
[    10.971ms] c1 -> n1 confirm r1 c1.1, fence 176272
[    10.980ms] n1's clock is stepped by 500ms
[    11.295ms] n1: confirm r1 c1.1, fence 176272: no such script
[    11.399ms] c1 <- n1 no such script
[    11.399ms] c1 -> n1 confirm r1 c1.1, fence 176272, whole script
[    11.521ms] n1: confirm r1 c1.1, fence 176272, whole script: yes, fence 176272
[    11.622ms] c1 <- n1 yes, fence 176272
[    11.622ms] c1 HOLDS r1 until 899.000ms
[    11.622ms] c1 acquires r1: acquired
[    87.211ms] c1 connects to n3
[    87.311ms] c1's connection to n3 is refused
[   152.000ms] c2 connects to n1
[   152.000ms] c2 connects to n2
[   152.000ms] c2 connects to n3
[   152.144ms] c2 is connected to n1
[   152.285ms] c2 is connected to n3
[   152.302ms] c2 is connected to n2
[   200.858ms] c1 connects to n3
[   200.958ms] c1's connection to n3 is refused
[   513.519ms] c1 connects to n3
[   513.619ms] c1's connection to n3 is refused
[   600.000ms] c2 wants r1 for 100ms
[   600.000ms] c2 -> n1 grant r1 c2a.1 for 150ms
[   600.022ms] n1: grant r1 c2a.1 for 150ms: yes, fence 176273
[   600.065ms] c2 <- n1 yes, fence 176273
[   600.065ms] c2 -> n2 grant r1 c2a.1 for 150ms
[   600.085ms] n2: grant r1 c2a.1 for 150ms: no, c1.1 for 361ms
[   600.329ms] c2 <- n2 no, c1.1 for 361ms
[   600.329ms] c2 -> n1 pass r1 c2a.1, whole script
[   600.329ms] c2 -> n1 ask r1 c2a.2 for 150ms
[   600.388ms] n1: pass r1 c2a.1, whole script: yes
[   600.388ms] n1: ask r1 c2a.2 for 150ms: no such script
[   600.408ms] c2 <- n1 yes
[   600.411ms] c2 <- n1 no such script
[   600.411ms] c2 -> n1 ask r1 c2a.2 for 150ms, whole script
[   600.447ms] n1: ask r1 c2a.2 for 150ms, whole script: yes, fence 176273
[   600.468ms] c2 <- n1 yes, fence 176273
[   600.468ms] c2 -> n2 ask r1 c2a.2 for 150ms
[   600.468ms] c2 -> n3 ask r1 c2a.2 for 150ms
[   600.517ms] n3: ask r1 c2a.2 for 150ms: no such script
[   600.521ms] n2: ask r1 c2a.2 for 150ms: no such script
[   600.707ms] c2 <- n3 no such script
[   600.707ms] c2 -> n3 ask r1 c2a.2 for 150ms, whole script
[   600.724ms] n3: ask r1 c2a.2 for 150ms, whole script: yes, fence 1115221
[   600.754ms] c2 <- n3 yes, fence 1115221
[   600.754ms] c2 -> n1 confirm r1 c2a.2, fence 1115221
[   600.833ms] n1: confirm r1 c2a.2, fence 1115221: yes, fence 1115221
[   600.874ms] c2 <- n2 no such script
[   600.874ms] c2 -> n2 ask r1 c2a.2 for 150ms, whole script
[   600.914ms] c2 <- n1 yes, fence 1115221
[   600.914ms] c2 HOLDS r1 until 697.329ms
[   600.914ms] BROKEN: two hold the same lock: r1 by c2 and by c1
[   600.914ms] c2 acquires r1: acquired
