# c3 asks n1 to confirm, which was flushed and has granted to c1. The script
# does not compare the token, as it should: both get one number.
@mutant CONFIRM_OF_ANYBODY
@only fence
@expect breaks fence
seed 3361257357618255282
nodes 3
quorum 2
clients 3
fenced
agreeing
node-timeout 50ms
ttl-max 1000ms
length 1836ms
delay 0.100000ms
tail 141.971029ms
late 0ms
tail-ppm 0
lose-ppm 0
cut-ppm 0
node-ppm 0 0 0
client-ppm -3308 3582 -4900
broken memory
1064.165510ms c3 acquire r1 slot 2 ttl 854ms wait 18.606334ms hold 1.968600ms
1268.400425ms c3 n2 lose-there
1450.544309ms c3 acquire r1 ttl 208ms wait 59.669538ms keep
1456.321985ms n1 flush
1469.826499ms c1 acquire r1 slot 2 ttl 837ms wait 8.925117ms hold 2.174437ms keep
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.000ms] c3 connects to n1
[     0.000ms] c3 connects to n2
[     0.000ms] c3 connects to n3
[     0.049ms] c1 is connected to n2
[     0.069ms] c1 is connected to n3
[     0.082ms] c3 is connected to n1
[     0.093ms] c3 is connected to n2
[     0.107ms] c2 is connected to n1
[     0.142ms] c1 is connected to n1
[     0.197ms] c2 is connected to n3
[     0.220ms] c2 is connected to n2
[     0.251ms] c3 is connected to n3
[  1064.165ms] c3 wants r1 for 854ms
[  1064.165ms] c3 -> n1 grant r1 c3.1 for 854ms
[  1064.183ms] n1: grant r1 c3.1 for 854ms: no such script
[  1064.399ms] c3 <- n1 no such script
[  1064.399ms] c3 -> n1 grant r1 c3.1 for 854ms, whole script
[  1064.488ms] n1: grant r1 c3.1 for 854ms, whole script: yes, fence 1064489
[  1064.518ms] c3 <- n1 yes, fence 1064489
[  1064.518ms] c3 -> n2 grant r1 c3.1 for 854ms
[  1064.655ms] n2: grant r1 c3.1 for 854ms: no such script
[  1064.751ms] c3 <- n2 no such script
[  1064.751ms] c3 -> n2 grant r1 c3.1 for 854ms, whole script
[  1064.905ms] n2: grant r1 c3.1 for 854ms, whole script: yes, fence 1064906
[  1064.925ms] c3 <- n2 yes, fence 1064906
[  1064.925ms] c3 -> n1 confirm r1 c3.1, fence 1064906
[  1065.484ms] n1: confirm r1 c3.1, fence 1064906: no such script
[  1065.501ms] c3 <- n1 no such script
[  1065.501ms] c3 -> n1 confirm r1 c3.1, fence 1064906, whole script
[  1065.561ms] n1: confirm r1 c3.1, fence 1064906, whole script: yes, fence 1064906
[  1065.605ms] c3 <- n1 yes, fence 1064906
[  1065.605ms] c3 -> n3 grant r1 c3.1 for 854ms
[  1065.605ms] c3 HOLDS r1 until 1911.778ms
[  1065.605ms] c3 acquires r1: acquired
[  1065.650ms] n3: grant r1 c3.1 for 854ms: no such script
[  1065.888ms] c3 <- n3 no such script
[  1065.888ms] c3 -> n3 grant r1 c3.1 for 854ms, whole script
[  1066.079ms] n3: grant r1 c3.1 for 854ms, whole script: yes, fence 1066080
[  1066.097ms] c3 <- n3 yes, fence 1066080
[  1066.097ms] c3 HOLDS r1 until 1912.132ms
[  1067.583ms] c3 gives r1 back
[  1067.583ms] c3 -> n1 pass r1 c3.1, whole script
[  1067.583ms] c3 -> n2 release r1 c3.1, whole script
[  1067.583ms] c3 -> n3 release r1 c3.1, whole script
[  1067.645ms] n3: release r1 c3.1, whole script: yes
[  1067.675ms] n2: release r1 c3.1, whole script: yes
[  1067.690ms] n1: pass r1 c3.1, whole script: yes
[  1067.753ms] c3 <- n1 yes
[  1067.802ms] c3 <- n2 yes
[  1067.802ms] c3 releases r1: done
[  1067.832ms] c3 <- n3 yes
[  1268.400ms] c3, n2: lose-there
[  1450.544ms] c3 wants r1 for 208ms, kept
[  1450.544ms] c3 -> n1 grant r1 c3.2 for 208ms
[  1450.590ms] n1: grant r1 c3.2 for 208ms: yes, fence 1064907
[  1450.642ms] c3 <- n1 yes, fence 1064907
[  1450.642ms] c3 -> n2 grant r1 c3.2 for 208ms
[  1456.321ms] n1: FLUSHALL
[  1469.826ms] c1 wants r1 for 837ms, kept
[  1469.826ms] c1 -> n1 grant r1 c1.1 for 837ms
[  1469.917ms] n1: grant r1 c1.1 for 837ms: yes, fence 1469918
[  1469.970ms] c1 <- n1 yes, fence 1469918
[  1469.970ms] c1 -> n2 grant r1 c1.1 for 837ms
[  1470.012ms] n2: grant r1 c1.1 for 837ms: yes, fence 1064907
[  1470.179ms] c1 <- n2 yes, fence 1064907
[  1470.179ms] c1 -> n2 confirm r1 c1.1, fence 1469918
[  1470.306ms] n2: confirm r1 c1.1, fence 1469918: no such script
[  1470.457ms] c1 <- n2 no such script
[  1470.457ms] c1 -> n2 confirm r1 c1.1, fence 1469918, whole script
[  1470.789ms] n2: confirm r1 c1.1, fence 1469918, whole script: yes, fence 1469918
[  1470.842ms] c1 <- n2 yes, fence 1469918
[  1470.842ms] c1 -> n3 grant r1 c1.1 for 837ms
[  1470.842ms] c1 HOLDS r1 until 2299.200ms
[  1470.842ms] c1 acquires r1: acquired
[  1470.909ms] n3: grant r1 c1.1 for 837ms: yes, fence 1066081
[  1470.984ms] c1 <- n3 yes, fence 1066081
[  1470.984ms] c1 HOLDS r1 until 2299.343ms
[  1473.024ms] c1 gives r1 back
[  1473.024ms] c1 -> n1 pass r1 c1.1, whole script
[  1473.024ms] c1 -> n2 release r1 c1.1, whole script
[  1473.024ms] c1 -> n3 release r1 c1.1, whole script
[  1473.037ms] n2: release r1 c1.1, whole script: yes
[  1473.046ms] n1: pass r1 c1.1, whole script: yes
[  1473.059ms] n3: release r1 c1.1, whole script: yes
[  1473.073ms] c1 <- n1 yes
[  1473.154ms] c1 <- n2 yes
[  1473.154ms] c1 releases r1: done
[  1473.204ms] c1 <- n3 yes
[  1500.888ms] c3 -> n3 grant r1 c3.2 for 208ms
[  1500.929ms] n3: grant r1 c3.2 for 208ms: yes, fence 1066082
[  1500.962ms] c3 <- n3 yes, fence 1066082
[  1500.962ms] c3 -> n1 confirm r1 c3.2, fence 1066082
[  1501.020ms] n1: confirm r1 c3.2, fence 1066082: yes, fence 1469918
[  1501.324ms] c3 <- n1 yes, fence 1469918
[  1501.324ms] c3 -> n3 confirm r1 c3.2, fence 1469918
[  1501.343ms] n3: confirm r1 c3.2, fence 1469918: no such script
[  1501.404ms] c3 <- n3 no such script
[  1501.404ms] c3 -> n3 confirm r1 c3.2, fence 1469918, whole script
[  1501.527ms] n3: confirm r1 c3.2, fence 1469918, whole script: yes, fence 1469918
[  1501.658ms] c3 <- n3 yes, fence 1469918
[  1501.658ms] c3 HOLDS r1 until 1655.468ms
[  1501.658ms] BROKEN: a fence does not exceed an earlier one: c3 has r1 with 1469918, after 1064906
[  1501.658ms] c3 acquires r1: acquired
