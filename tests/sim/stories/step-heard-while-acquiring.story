# Nobody guards. n1's clock is stepped after it granted and before it confirms:
# the answer to that tells c1, whose lock ends so much earlier.
@only exclusion
@expect breaks nothing
@expect seen c1 -> n1 confirm r1
@expect seen n1's clock is stepped by 500ms
@expect seen c1 HOLDS r1 until 4
@expect seen c2 HOLDS r1
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
[    11.622ms] c1 HOLDS r1 until 448.787ms
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
[   358.787ms] c1 does not hold r1 any more
[   358.787ms] c1 is told that r1 is lost
[   448.787ms] c1 -> n1 pass r1 c1.1, whole script
[   448.787ms] c1 -> n2 release r1 c1.1, whole script
[   448.824ms] n2: release r1 c1.1, whole script: yes
[   448.904ms] n1: pass r1 c1.1, whole script: yes
[   449.014ms] c1 <- n2 yes
[   449.069ms] c1 <- n1 yes
[   513.519ms] c1 connects to n3
[   513.619ms] c1's connection to n3 is refused
[   600.000ms] c2 wants r1 for 100ms
[   600.000ms] c2 -> n1 grant r1 c2a.1 for 150ms
[   600.022ms] n1: grant r1 c2a.1 for 150ms: yes, fence 176273
[   600.065ms] c2 <- n1 yes, fence 176273
[   600.065ms] c2 -> n2 grant r1 c2a.1 for 150ms
[   600.085ms] n2: grant r1 c2a.1 for 150ms: yes, fence 176273
[   600.329ms] c2 <- n2 yes, fence 176273
[   600.329ms] c2 -> n3 grant r1 c2a.1 for 150ms
[   600.329ms] c2 HOLDS r1 until 697.000ms
[   600.329ms] c2 acquires r1: acquired
[   600.378ms] n3: grant r1 c2a.1 for 150ms: no such script
[   600.568ms] c2 <- n3 no such script
[   600.568ms] c2 -> n3 grant r1 c2a.1 for 150ms, whole script
[   600.585ms] n3: grant r1 c2a.1 for 150ms, whole script: yes, fence 1115056
[   600.614ms] c2 <- n3 yes, fence 1115056
[   600.614ms] c2 HOLDS r1 until 697.065ms
[   687.065ms] c2 does not hold r1 any more
[   687.065ms] c2 is told that r1 is lost
[   697.065ms] c2 -> n1 pass r1 c2a.1, whole script
[   697.065ms] c2 -> n2 release r1 c2a.1, whole script
[   697.065ms] c2 -> n3 release r1 c2a.1, whole script
[   697.118ms] n2: release r1 c2a.1, whole script: yes
[   697.125ms] n1: pass r1 c2a.1, whole script: yes
[   697.145ms] c2 <- n1 yes
[   697.157ms] n3: release r1 c2a.1, whole script: yes
[   697.232ms] c2 <- n3 yes
[   697.471ms] c2 <- n2 yes
[   811.622ms] c1 gives r1 back
[   811.622ms] c1 -> n1 pass r1 c1.1
[   811.622ms] c1 -> n2 release r1 c1.1
[   811.672ms] n1: pass r1 c1.1: no key
[   811.802ms] n2: release r1 c1.1: no key
[   811.840ms] c1 <- n2 no key
[   811.891ms] c1 <- n1 no key
[   811.891ms] c1 releases r1: gone
[   827.708ms] c1 connects to n3
[   827.808ms] c1's connection to n3 is refused
[  1500.000ms] faults stop
[  1500.000ms] c2 gives r1 back
[  1500.000ms] c2 -> n1 pass r1 c2a.1
[  1500.000ms] c2 -> n2 release r1 c2a.1
[  1500.000ms] c2 -> n3 release r1 c2a.1
[  1500.039ms] n3: release r1 c2a.1: no key
[  1500.050ms] n1: pass r1 c2a.1: no key
[  1500.072ms] c2 <- n1 no key
[  1500.086ms] n2: release r1 c2a.1: no key
[  1500.116ms] c2 <- n2 no key
[  1500.116ms] c2 releases r1: gone
[  1500.153ms] c2 <- n3 no key
[  1680.438ms] c1 connects to n3
[  1680.523ms] c1 is connected to n3
[  1680.523ms] everybody asks for r1
[  1680.523ms] c1 wants r1 for 1000ms
[  1680.523ms] c1 -> n1 grant r1 c1.2 for 1050ms
[  1680.523ms] c2 wants r1 for 1000ms
[  1680.523ms] c2 -> n1 grant r1 c2a.2 for 1050ms
[  1680.559ms] n1: grant r1 c2a.2 for 1050ms: yes, fence 176274
[  1680.580ms] c2 <- n1 yes, fence 176274
[  1680.580ms] c2 -> n2 grant r1 c2a.2 for 1050ms
[  1680.584ms] n1: grant r1 c1.2 for 1050ms: no, c2a.2 for 1050ms
[  1680.635ms] c1 <- n1 no, c2a.2 for 1050ms
[  1680.635ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  1680.676ms] n1: ask r1 c1.3 for 1050ms: no such script
[  1680.780ms] n2: grant r1 c2a.2 for 1050ms: yes, fence 176274
[  1680.791ms] c1 <- n1 no such script
[  1680.791ms] c1 -> n1 ask r1 c1.3 for 1050ms, whole script
[  1680.878ms] c2 <- n2 yes, fence 176274
[  1680.878ms] c2 -> n3 grant r1 c2a.2 for 1050ms
[  1680.878ms] c2 HOLDS r1 until 2668.523ms
[  1680.878ms] c2 acquires r1: acquired
[  1680.895ms] n1: ask r1 c1.3 for 1050ms, whole script: no, queued
[  1680.969ms] c1 <- n1 no, queued
[  1680.969ms] c1 begins to listen at n1
[  1680.969ms] c1 begins to listen at n2
[  1680.969ms] c1 begins to listen at n3
[  1681.005ms] n3: grant r1 c2a.2 for 1050ms: yes, fence 1115057
[  1681.048ms] c1 listens at n3
[  1681.326ms] c2 <- n3 yes, fence 1115057
[  1681.326ms] c2 HOLDS r1 until 2668.580ms
[  1681.389ms] c1 listens at n1
[  1681.389ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  1681.413ms] c1 listens at n2
[  1681.495ms] n1: ask r1 c1.3 for 1050ms: no, queued
[  1681.873ms] c1 <- n1 no, queued
[  1682.878ms] c2 gives r1 back
[  1682.878ms] c2 -> n1 pass r1 c2a.2
[  1682.878ms] c2 -> n2 release r1 c2a.2
[  1682.878ms] c2 -> n3 release r1 c2a.2
[  1682.958ms] n1 pushes to c1.3: it is yours
[  1682.958ms] n1: pass r1 c2a.2: yes
[  1682.968ms] n3: release r1 c2a.2: yes
[  1682.989ms] c1 <- n1 pushes to c1.3
[  1682.989ms] c1 -> n2 ask r1 c1.3 for 1050ms
[  1682.989ms] c1 -> n3 ask r1 c1.3 for 1050ms
[  1683.033ms] n2: release r1 c2a.2: yes
[  1683.038ms] c2 <- n1 yes
[  1683.045ms] n2: ask r1 c1.3 for 1050ms: no such script
[  1683.061ms] n3: ask r1 c1.3 for 1050ms: no such script
[  1683.064ms] c2 <- n3 yes
[  1683.064ms] c2 releases r1: done
[  1683.109ms] c1 <- n3 no such script
[  1683.109ms] c1 -> n3 ask r1 c1.3 for 1050ms, whole script
[  1683.135ms] n3: ask r1 c1.3 for 1050ms, whole script: yes, fence 1115058
[  1683.257ms] c2 <- n2 yes
[  1683.271ms] c1 <- n3 yes, fence 1115058
[  1683.271ms] c1 -> n1 confirm r1 c1.3, fence 1115058
[  1683.388ms] c1 <- n2 no such script
[  1683.388ms] c1 -> n2 ask r1 c1.3 for 1050ms, whole script
[  1683.408ms] n1: confirm r1 c1.3, fence 1115058: yes, fence 1115058
[  1683.438ms] c1 <- n1 yes, fence 1115058
[  1683.438ms] c1 HOLDS r1 until 2669.389ms
[  1683.438ms] c1 acquires r1: acquired
[  1683.675ms] n2: ask r1 c1.3 for 1050ms, whole script: yes, fence 176275
[  1683.771ms] c1 <- n2 yes, fence 176275
[  1683.771ms] c1 HOLDS r1 until 2670.989ms
[  1685.438ms] c1 gives r1 back
[  1685.438ms] c1 -> n1 pass r1 c1.3, fence 1115058
[  1685.438ms] c1 -> n2 release r1 c1.3
[  1685.438ms] c1 -> n3 release r1 c1.3, whole script
[  1685.498ms] n2: release r1 c1.3: yes
[  1685.591ms] c1 <- n2 yes
[  1685.606ms] n3: release r1 c1.3, whole script: yes
[  1685.650ms] n1: pass r1 c1.3, fence 1115058: yes
[  1685.654ms] c1 <- n3 yes
[  1685.654ms] c1 releases r1: done
[  1685.709ms] c1 <- n1 yes
