# n1's clock is stepped after it granted and before it confirms: its grant does
# not count, and it is barred for everybody.
@only exclusion
@expect breaks nothing
@expect seen n1's clock is stepped by 500ms
@expect seen c1 acquires r1: no quorum
@expect seen n1: mark as in quarantine: yes
guard on
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
500ms c2 acquire r1 ttl 100ms wait 300ms
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
[    11.622ms] c1 -> n1 pass r1 c1.1, whole script
[    11.622ms] c1 -> n2 release r1 c1.1, whole script
[    11.622ms] c1 -> n1 mark as in quarantine
[    11.622ms] c1 acquires r1: no quorum
[    11.659ms] n2: release r1 c1.1, whole script: yes
[    11.739ms] n1: pass r1 c1.1, whole script: yes
[    11.739ms] n1: mark as in quarantine: yes
[    11.849ms] c1 <- n2 yes
[    11.904ms] c1 <- n1 yes
[    11.959ms] c1 <- n1 yes
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
[   500.000ms] c2 wants r1 for 100ms
[   500.000ms] c2 -> n1 grant r1 c2a.1 for 150ms
[   500.022ms] n1: grant r1 c2a.1 for 150ms: no, in quarantine
[   500.065ms] c2 <- n1 no, in quarantine
[   500.065ms] c2 -> n2 grant r1 c2a.1 for 150ms
[   500.085ms] n2: grant r1 c2a.1 for 150ms: yes, fence 176273
[   500.329ms] c2 <- n2 yes, fence 176273
[   500.329ms] c2 -> n3 grant r1 c2a.1 for 150ms
[   500.378ms] n3: grant r1 c2a.1 for 150ms: no such script
[   500.568ms] c2 <- n3 no such script
[   500.568ms] c2 -> n3 grant r1 c2a.1 for 150ms, whole script
[   500.585ms] n3: grant r1 c2a.1 for 150ms, whole script: yes, fence 1015056
[   500.614ms] c2 <- n3 yes, fence 1015056
[   500.614ms] c2 -> n2 confirm r1 c2a.1, fence 1015056
[   500.667ms] n2: confirm r1 c2a.1, fence 1015056: no such script
[   501.021ms] c2 <- n2 no such script
[   501.021ms] c2 -> n2 confirm r1 c2a.1, fence 1015056, whole script
[   501.107ms] n2: confirm r1 c2a.1, fence 1015056, whole script: yes, fence 1015056
[   501.137ms] c2 <- n2 yes, fence 1015056
[   501.137ms] c2 HOLDS r1 until 597.065ms
[   501.137ms] c2 acquires r1: acquired
[   513.519ms] c1 connects to n3
[   513.619ms] c1's connection to n3 is refused
[   587.065ms] c2 does not hold r1 any more
[   587.065ms] c2 is told that r1 is lost
[   597.065ms] c2 -> n1 pass r1 c2a.1, whole script
[   597.065ms] c2 -> n2 pass r1 c2a.1, whole script
[   597.065ms] c2 -> n3 release r1 c2a.1, whole script
[   597.125ms] n1: pass r1 c2a.1, whole script: no key
[   597.145ms] c2 <- n1 no key
[   597.157ms] n3: release r1 c2a.1, whole script: yes
[   597.232ms] c2 <- n3 yes
[   597.265ms] n2: pass r1 c2a.1, whole script: yes
[   597.363ms] c2 <- n2 yes
[   827.708ms] c1 connects to n3
[   827.808ms] c1's connection to n3 is refused
[  1500.000ms] faults stop
[  1500.000ms] c2 gives r1 back
[  1500.000ms] c2 -> n1 pass r1 c2a.1
[  1500.000ms] c2 -> n2 pass r1 c2a.1
[  1500.000ms] c2 -> n3 release r1 c2a.1
[  1500.039ms] n3: release r1 c2a.1: no key
[  1500.050ms] n1: pass r1 c2a.1: no key
[  1500.072ms] c2 <- n1 no key
[  1500.153ms] c2 <- n3 no key
[  1500.153ms] c2 releases r1: gone
[  1500.154ms] n2: pass r1 c2a.1: no key
[  1500.379ms] c2 <- n2 no key
[  1680.438ms] c1 connects to n3
[  1680.523ms] c1 is connected to n3
[  1680.523ms] everybody asks for r1
[  1680.523ms] c1 wants r1 for 1000ms
[  1680.523ms] c1 -> n1 grant r1 c1.2 for 1050ms
[  1680.523ms] c2 wants r1 for 1000ms
[  1680.523ms] c2 -> n1 grant r1 c2a.2 for 1050ms
[  1680.559ms] n1: grant r1 c2a.2 for 1050ms: no, in quarantine
[  1680.580ms] c2 <- n1 no, in quarantine
[  1680.580ms] c2 -> n2 grant r1 c2a.2 for 1050ms
[  1680.584ms] n1: grant r1 c1.2 for 1050ms: no, in quarantine
[  1680.629ms] n2: grant r1 c2a.2 for 1050ms: yes, fence 1015057
[  1680.635ms] c1 <- n1 no, in quarantine
[  1680.635ms] c1 -> n2 grant r1 c1.2 for 1050ms
[  1680.683ms] c2 <- n2 yes, fence 1015057
[  1680.683ms] c2 -> n3 grant r1 c2a.2 for 1050ms
[  1680.810ms] n3: grant r1 c2a.2 for 1050ms: yes, fence 1015057
[  1680.814ms] n2: grant r1 c1.2 for 1050ms: no, c2a.2 for 1049ms
[  1680.852ms] c1 <- n2 no, c2a.2 for 1049ms
[  1680.852ms] c1 -> n1 pass r1 c1.2
[  1680.852ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  1680.893ms] n1: pass r1 c1.2: no key
[  1680.956ms] n1: ask r1 c1.3 for 1050ms: no such script
[  1681.008ms] c1 <- n1 no key
[  1681.030ms] c1 <- n1 no such script
[  1681.030ms] c1 -> n1 ask r1 c1.3 for 1050ms, whole script
[  1681.131ms] c2 <- n3 yes, fence 1015057
[  1681.131ms] c2 HOLDS r1 until 2668.580ms
[  1681.131ms] c2 acquires r1: acquired
[  1681.136ms] n1: ask r1 c1.3 for 1050ms, whole script: no, in quarantine
[  1681.514ms] c1 <- n1 no, in quarantine
[  1681.514ms] c1 -> n2 ask r1 c1.3 for 1050ms
[  1681.570ms] n2: ask r1 c1.3 for 1050ms: no such script
[  1681.913ms] c1 <- n2 no such script
[  1681.913ms] c1 -> n2 ask r1 c1.3 for 1050ms, whole script
[  1682.200ms] n2: ask r1 c1.3 for 1050ms, whole script: no, queued
[  1682.296ms] c1 <- n2 no, queued
[  1682.296ms] c1 begins to listen at n1
[  1682.296ms] c1 begins to listen at n2
[  1682.296ms] c1 begins to listen at n3
[  1682.376ms] c1 listens at n3
[  1682.717ms] c1 listens at n1
[  1682.740ms] c1 listens at n2
[  1682.740ms] c1 -> n2 ask r1 c1.3 for 1050ms
[  1682.800ms] n2: ask r1 c1.3 for 1050ms: no, queued
[  1682.893ms] c1 <- n2 no, queued
[  1683.131ms] c2 gives r1 back
[  1683.131ms] c2 -> n1 pass r1 c2a.2
[  1683.131ms] c2 -> n2 pass r1 c2a.2
[  1683.131ms] c2 -> n3 release r1 c2a.2
[  1683.210ms] n1: pass r1 c2a.2: no key
[  1683.221ms] n3: release r1 c2a.2: yes
[  1683.291ms] c2 <- n1 no key
[  1683.317ms] c2 <- n3 yes
[  1683.318ms] n2 pushes to c1.3: it is free
[  1683.318ms] n2: pass r1 c2a.2: yes
[  1683.333ms] c1 <- n2 pushes to c1.3
[  1683.333ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  1683.333ms] c1 -> n2 ask r1 c1.3 for 1050ms
[  1683.333ms] c1 -> n3 ask r1 c1.3 for 1050ms
[  1683.362ms] c2 <- n2 yes
[  1683.362ms] c2 releases r1: done
[  1683.404ms] n3: ask r1 c1.3 for 1050ms: no such script
[  1683.452ms] c1 <- n3 no such script
[  1683.452ms] c1 -> n3 ask r1 c1.3 for 1050ms, whole script
[  1683.470ms] n1: ask r1 c1.3 for 1050ms: no, in quarantine
[  1683.479ms] n3: ask r1 c1.3 for 1050ms, whole script: yes, fence 1015058
[  1683.500ms] c1 <- n1 no, in quarantine
[  1683.507ms] n2: ask r1 c1.3 for 1050ms: yes, fence 1015058
[  1683.523ms] c1 <- n2 yes, fence 1015058
[  1683.615ms] c1 <- n3 yes, fence 1015058
[  1683.615ms] c1 HOLDS r1 until 2671.333ms
[  1683.615ms] c1 acquires r1: acquired
[  1684.615ms] c1 -> n1 ask r1 c1.3 for 1050ms
[  1684.827ms] n1: ask r1 c1.3 for 1050ms: no, in quarantine
[  1684.886ms] c1 <- n1 no, in quarantine
[  1685.615ms] c1 gives r1 back
[  1685.615ms] c1 -> n1 pass r1 c1.3, fence 1015058
[  1685.615ms] c1 -> n2 pass r1 c1.3, fence 1015058, whole script
[  1685.615ms] c1 -> n3 release r1 c1.3, whole script
[  1685.637ms] n1: pass r1 c1.3, fence 1015058: no key
[  1685.639ms] n2: pass r1 c1.3, fence 1015058, whole script: yes
[  1685.751ms] c1 <- n1 no key
[  1685.783ms] n3: release r1 c1.3, whole script: yes
[  1685.830ms] c1 <- n3 yes
[  1685.830ms] c1 <- n2 yes
[  1685.830ms] c1 releases r1: done
