# n3's clock is stepped, and when its counter has taken the fence over, its vote
# has just run out. Its counter stands at the fence all the same, and three others
# still vote: a quorum of counters and a quorum of votes need not be the same
# nodes.
@only agreed
@expect breaks nothing
@expect seen n3: confirm r1 c3.2, fence 1362852, whole script: yes, fence 1362852
@expect seen c3 HOLDS r1
seed 1622965566158920920
nodes 5
quorum 3
clients 3
parallel
fenced
careful
node-timeout  50ms
ttl-max  1000ms
length  840ms
delay  5ms
tail  58.320567ms
late  0.111486ms
tail-ppm 15238
lose-ppm 1178
cut-ppm 6550
node-ppm -3373 4900 4900 1925 3674
client-ppm 3815 -4900 -4900
muted 81604378627
muted 171798691841
muted 94489280512
20.289943ms n3 step for 30.667029ms
335.519732ms c2 acquire r1 ttl 587ms hold 1.626398ms
361.791754ms c3 acquire r1 ttl 1000ms wait 5.890910ms hold 307.182839ms keep
645.323662ms c3 acquire r1 ttl 73ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c1 connects to n4
[     0.000ms] c1 connects to n5
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.000ms] c2 connects to n4
[     0.000ms] c2 connects to n5
[     0.000ms] c3 connects to n1
[     0.000ms] c3 connects to n2
[     0.000ms] c3 connects to n3
[     0.000ms] c3 connects to n4
[     0.000ms]   and lost, with all that follows
[     0.000ms] c3 connects to n5
[     2.659ms] c2 is connected to n4
[     3.758ms] c1 is connected to n1
[     4.005ms] c3 is connected to n5
[     6.029ms] c3 is connected to n1
[     6.883ms] c1 is connected to n4
[     7.527ms] c3 is connected to n2
[     8.211ms] c2 is connected to n1
[    11.998ms] c3 is connected to n3
[    12.614ms] c1 is connected to n2
[    15.028ms] c2 is connected to n5
[    15.715ms] c1 is connected to n3
[    20.289ms] n3's clock is stepped by 30ms
[    21.351ms] c1 is connected to n5
[    26.527ms] c2 is connected to n3
[    28.105ms] c2 is connected to n2
[   335.519ms] c2 wants r1 for 587ms
[   335.519ms] c2 -> n1 grant r1 c2.1 for 587ms
[   335.519ms] c2 -> n2 grant r1 c2.1 for 587ms
[   335.519ms] c2 -> n3 grant r1 c2.1 for 587ms
[   335.519ms] c2 -> n4 grant r1 c2.1 for 587ms
[   335.519ms] c2 -> n5 grant r1 c2.1 for 587ms
[   336.474ms] n3: grant r1 c2.1 for 587ms: no such script
[   337.756ms] n4: grant r1 c2.1 for 587ms: no such script
[   338.732ms] n5: grant r1 c2.1 for 587ms: no such script
[   338.738ms] n1: grant r1 c2.1 for 587ms: no such script
[   340.029ms] c2 <- n3 no such script
[   340.029ms] c2 -> n3 grant r1 c2.1 for 587ms, whole script
[   342.433ms] c2 <- n1 no such script
[   342.433ms] c2 -> n1 grant r1 c2.1 for 587ms, whole script
[   342.665ms] n3: grant r1 c2.1 for 587ms, whole script: yes, fence 1105938
[   344.926ms] n1: grant r1 c2.1 for 587ms, whole script: yes, fence 1060682
[   344.994ms] c2 <- n4 no such script
[   344.994ms] c2 -> n4 grant r1 c2.1 for 587ms, whole script
[   345.624ms] c2 <- n3 yes, fence 1105938
[   346.357ms] n4: grant r1 c2.1 for 587ms, whole script: yes, fence 1063204
[   347.991ms] c2 <- n5 no such script
[   347.991ms] c2 -> n5 grant r1 c2.1 for 587ms, whole script
[   349.384ms] c2 <- n1 yes, fence 1060682
[   353.128ms] c2 <- n4 yes, fence 1063204
[   353.128ms] c2 -> n1 confirm r1 c2.1, fence 1105938
[   353.128ms] c2 -> n4 confirm r1 c2.1, fence 1105938
[   354.310ms] n5: grant r1 c2.1 for 587ms, whole script: yes, fence 1066157
[   356.290ms] c2 <- n5 yes, fence 1066157
[   356.290ms] c2 -> n5 confirm r1 c2.1, fence 1105938
[   356.528ms] n4: confirm r1 c2.1, fence 1105938: no such script
[   360.278ms] c2 <- n4 no such script
[   360.278ms] c2 -> n4 confirm r1 c2.1, fence 1105938, whole script
[   360.650ms] n2: grant r1 c2.1 for 587ms: no such script
[   360.986ms] n1: confirm r1 c2.1, fence 1105938: no such script
[   361.791ms] c3 wants r1 for 1000ms, kept
[   361.791ms] c3 -> n1 grant r1 c3.1 for 1000ms
[   361.791ms] c3 -> n2 grant r1 c3.1 for 1000ms
[   361.791ms] c3 -> n3 grant r1 c3.1 for 1000ms
[   361.791ms] c3 -> n5 grant r1 c3.1 for 1000ms
[   362.341ms] c2 <- n1 no such script
[   362.341ms] c2 -> n1 confirm r1 c2.1, fence 1105938, whole script
[   362.743ms] n3: grant r1 c3.1 for 1000ms: no, c2.1 for 566ms
[   364.900ms] n4: confirm r1 c2.1, fence 1105938, whole script: yes, fence 1105938
[   365.202ms] n1: confirm r1 c2.1, fence 1105938, whole script: yes, fence 1105938
[   365.535ms] n1: grant r1 c3.1 for 1000ms: no, c2.1 for 566ms
[   366.916ms] c3 -> n1 pass r1 c3.1, whole script
[   366.916ms] c3 -> n2 release r1 c3.1, whole script
[   366.916ms] c3 -> n3 release r1 c3.1, whole script
[   366.916ms] c3 -> n5 release r1 c3.1, whole script
[   366.916ms] c3 acquires r1: deadline
[   367.845ms] n5: grant r1 c3.1 for 1000ms: no, c2.1 for 574ms
[   368.722ms] n5: release r1 c3.1, whole script: no, c2.1 for 573ms
[   368.803ms] c3 <- n3 no, c2.1 for 566ms
[   369.172ms] c2 <- n4 yes, fence 1105938
[   369.490ms] c2 <- n1 yes, fence 1105938
[   369.490ms] c2 HOLDS r1 until 917.501ms
[   369.490ms] c2 acquires r1: acquired
[   369.975ms] c3 <- n1 no, c2.1 for 566ms
[   371.124ms] c2 gives r1 back
[   371.124ms] c2 -> n1 pass r1 c2.1, whole script
[   371.124ms] c2 -> n2 release r1 c2.1, whole script
[   371.124ms] c2 -> n3 release r1 c2.1, whole script
[   371.124ms] c2 -> n4 release r1 c2.1, whole script
[   371.124ms] c2 -> n5 release r1 c2.1, whole script
[   371.238ms] c3 <- n5 no, c2.1 for 574ms
[   371.327ms] n2: grant r1 c3.1 for 1000ms: no such script
[   372.368ms] n2: release r1 c2.1, whole script: no key
[   372.539ms] n4: release r1 c2.1, whole script: yes
[   372.854ms] n5: confirm r1 c2.1, fence 1105938: no such script
[   372.951ms] c3 <- n5 no, c2.1 for 573ms
[   373.150ms] n1: pass r1 c3.1, whole script: no, c2.1 for 559ms
[   373.604ms] c2 <- n4 yes
[   374.523ms] n5: release r1 c2.1, whole script: yes
[   374.761ms] c3 <- n1 no, c2.1 for 559ms
[   374.795ms] c2 <- n5 no such script
[   376.721ms] n2: release r1 c3.1, whole script: no key
[   380.526ms] n1: pass r1 c2.1, whole script: yes
[   380.880ms] n3: release r1 c2.1, whole script: yes
[   381.334ms] c2 <- n5 yes
[   381.646ms] n3: release r1 c3.1, whole script: no key
[   382.600ms] c3 <- n2 no such script
[   382.600ms] c3 <- n2 no key
[   383.055ms] c2 <- n3 yes
[   383.055ms] c2 releases r1: done
[   383.421ms] c2 <- n1 yes
[   391.185ms] c2 <- n2 no such script
[   391.185ms] c2 <- n2 no key
[   393.081ms] c3 <- n3 no key
[   645.323ms] c3 wants r1 for 73ms
[   645.323ms] c3 -> n1 grant r1 c3.2 for 73ms
[   645.323ms] c3 -> n2 grant r1 c3.2 for 73ms, whole script
[   645.323ms] c3 -> n3 grant r1 c3.2 for 73ms
[   645.323ms] c3 -> n5 grant r1 c3.2 for 73ms
[   647.624ms] n5: grant r1 c3.2 for 73ms: yes, fence 1066158
[   647.956ms] n2: grant r1 c3.2 for 73ms, whole script: yes, fence 1362852
[   648.332ms] n1: grant r1 c3.2 for 73ms: yes, fence 1105939
[   652.045ms] c3 <- n1 yes, fence 1105939
[   657.288ms] c3 <- n2 yes, fence 1362852
[   660.438ms] n3: grant r1 c3.2 for 73ms: yes, fence 1105939
[   665.866ms] c3 <- n3 yes, fence 1105939
[   665.866ms] c3 -> n1 confirm r1 c3.2, fence 1362852
[   665.866ms] c3 -> n3 confirm r1 c3.2, fence 1362852
[   676.562ms] n1: confirm r1 c3.2, fence 1362852: yes, fence 1362852
[   677.536ms] c3 <- n5 yes, fence 1066158
[   677.536ms] c3 -> n5 confirm r1 c3.2, fence 1362852
[   677.969ms] n3: confirm r1 c3.2, fence 1362852: no such script
[   679.748ms] c3 <- n1 yes, fence 1362852
[   681.878ms] c3 <- n3 no such script
[   681.878ms] c3 -> n3 confirm r1 c3.2, fence 1362852, whole script
[   684.743ms] n3: confirm r1 c3.2, fence 1362852, whole script: yes, fence 1362852
[   685.810ms] c3 <- n3 yes, fence 1362852
[   685.810ms] c3 HOLDS r1 until 715.939ms
[   685.810ms] c3 acquires r1: acquired
[   691.488ms] n5: confirm r1 c3.2, fence 1362852: no such script
[   692.641ms] c3 <- n5 no such script
[   708.706ms] c3 does not hold r1 any more
[   708.706ms] c3 is told that r1 is lost
[   715.950ms] c3 -> n1 pass r1 c3.2
[   715.950ms] c3 -> n2 release r1 c3.2
[   715.950ms] c3 -> n3 release r1 c3.2
[   715.950ms] c3 -> n5 release r1 c3.2
[   718.085ms] n5: release r1 c3.2: yes
[   718.461ms] n1: pass r1 c3.2: yes
[   718.875ms] c3 <- n5 yes
[   720.716ms] n2: release r1 c3.2: yes
[   721.191ms] c3 <- n1 yes
[   722.223ms] c3 <- n2 yes
[   724.472ms] n3: release r1 c3.2: yes
[   726.825ms] c3 <- n3 yes
[   840.000ms] faults stop
[   840.000ms] c3 gives r1 back
[   840.000ms] c3 -> n1 pass r1 c3.2
[   840.000ms] c3 -> n2 release r1 c3.2
[   840.000ms] c3 -> n3 release r1 c3.2
[   840.000ms] c3 -> n5 release r1 c3.2
[   841.597ms] n3: release r1 c3.2: no key
[   841.685ms] n1: pass r1 c3.2: no key
[   841.792ms] n5: release r1 c3.2: no key
[   842.601ms] n2: release r1 c3.2: no key
[   842.771ms] c3 <- n1 no key
[   843.121ms] c3 <- n5 no key
[   843.141ms] c3 <- n3 no key
[   843.141ms] c3 releases r1: gone
[   845.397ms] c3 <- n2 no key
[  1004.963ms] c3 drops its connection to n4
[  1074.603ms] c3 connects to n4
[  1078.623ms] c3 is connected to n4
[  1078.623ms] everybody asks for r1
[  1078.623ms] c1 wants r1 for 1000ms
[  1078.623ms] c1 -> n1 grant r1 c1.1 for 1000ms
[  1078.623ms] c1 -> n2 grant r1 c1.1 for 1000ms
[  1078.623ms] c1 -> n3 grant r1 c1.1 for 1000ms
[  1078.623ms] c1 -> n4 grant r1 c1.1 for 1000ms
[  1078.623ms] c1 -> n5 grant r1 c1.1 for 1000ms
[  1078.623ms] c2 wants r1 for 1000ms
[  1078.623ms] c2 -> n1 grant r1 c2.2 for 1000ms
[  1078.623ms] c2 -> n2 grant r1 c2.2 for 1000ms, whole script
[  1078.623ms] c2 -> n3 grant r1 c2.2 for 1000ms
[  1078.623ms] c2 -> n4 grant r1 c2.2 for 1000ms
[  1078.623ms] c2 -> n5 grant r1 c2.2 for 1000ms
[  1078.623ms] c3 wants r1 for 1000ms
[  1078.623ms] c3 -> n1 grant r1 c3.3 for 1000ms
[  1078.623ms] c3 -> n2 grant r1 c3.3 for 1000ms
[  1078.623ms] c3 -> n3 grant r1 c3.3 for 1000ms
[  1078.623ms] c3 -> n4 grant r1 c3.3 for 1000ms
[  1078.623ms] c3 -> n5 grant r1 c3.3 for 1000ms
[  1079.163ms] n5: grant r1 c1.1 for 1000ms: yes, fence 1066159
[  1079.579ms] n2: grant r1 c2.2 for 1000ms, whole script: yes, fence 1362853
[  1079.640ms] n1: grant r1 c1.1 for 1000ms: yes, fence 1362853
[  1079.762ms] n3: grant r1 c1.1 for 1000ms: yes, fence 1362853
[  1079.849ms] n2: grant r1 c3.3 for 1000ms: no, c2.2 for 1000ms
[  1079.854ms] n2: grant r1 c1.1 for 1000ms: no, c2.2 for 1000ms
[  1080.371ms] n3: grant r1 c2.2 for 1000ms: no, c1.1 for 999ms
[  1080.580ms] n4: grant r1 c2.2 for 1000ms: yes, fence 1105939
[  1080.787ms] c1 <- n5 yes, fence 1066159
[  1080.854ms] c1 <- n2 no, c2.2 for 1000ms
[  1081.258ms] n5: grant r1 c2.2 for 1000ms: no, c1.1 for 998ms
[  1081.612ms] n1: grant r1 c2.2 for 1000ms: no, c1.1 for 998ms
[  1082.144ms] c2 <- n1 no, c1.1 for 998ms
[  1082.232ms] c2 <- n4 yes, fence 1105939
[  1082.313ms] c2 <- n2 yes, fence 1362853
[  1082.602ms] c1 <- n1 yes, fence 1362853
[  1082.606ms] c2 <- n3 no, c1.1 for 999ms
[  1083.014ms] n3: grant r1 c3.3 for 1000ms: no, c1.1 for 997ms
[  1083.063ms] n5: grant r1 c3.3 for 1000ms: no, c1.1 for 996ms
[  1083.511ms] n4: grant r1 c3.3 for 1000ms: no, c2.2 for 997ms
[  1083.876ms] n4: grant r1 c1.1 for 1000ms: no, c2.2 for 997ms
[  1083.887ms] n1: grant r1 c3.3 for 1000ms: no, c1.1 for 995ms
[  1083.990ms] c3 <- n2 no, c2.2 for 1000ms
[  1085.987ms] c3 <- n1 no, c1.1 for 995ms
[  1086.082ms] c3 <- n4 no, c2.2 for 997ms
[  1086.082ms] c3 -> n3 release r1 c3.3
[  1086.082ms] c3 -> n5 release r1 c3.3
[  1086.082ms] c3 -> n1 ask r1 c3.4 for 1000ms
[  1086.593ms] n3: release r1 c3.3: no, c1.1 for 993ms
[  1086.640ms] n5: release r1 c3.3: no, c1.1 for 992ms
[  1087.191ms] c3 <- n3 no, c1.1 for 997ms
[  1087.301ms] c1 <- n3 yes, fence 1362853
[  1087.301ms] c1 -> n5 confirm r1 c1.1, fence 1362853
[  1087.303ms] c3 <- n5 no, c1.1 for 996ms
[  1087.497ms] c2 <- n5 no, c1.1 for 998ms
[  1087.497ms] c2 -> n2 release r1 c2.2, fence 1362853, whole script
[  1087.497ms] c2 -> n4 release r1 c2.2, fence 1105939, whole script
[  1087.497ms] c2 -> n1 ask r1 c2.3 for 1000ms
[  1088.279ms] c3 <- n3 no, c1.1 for 993ms
[  1088.397ms] n4: release r1 c2.2, fence 1105939, whole script: yes
[  1088.413ms] n1: ask r1 c2.3 for 1000ms: no such script
[  1088.687ms] c1 <- n4 no, c2.2 for 997ms
[  1088.982ms] c2 <- n1 no such script
[  1088.982ms] c2 -> n1 ask r1 c2.3 for 1000ms, whole script
[  1091.311ms] n1: ask r1 c3.4 for 1000ms: no such script
[  1091.818ms] n5: confirm r1 c1.1, fence 1362853: no such script
[  1092.066ms] c2 <- n4 yes
[  1092.259ms] n1: ask r1 c2.3 for 1000ms, whole script: no, queued
[  1092.371ms] n2: release r1 c2.2, fence 1362853, whole script: yes
[  1092.571ms] c3 <- n1 no such script
[  1092.571ms] c3 -> n1 ask r1 c3.4 for 1000ms, whole script
[  1092.679ms] c1 <- n5 no such script
[  1092.679ms] c1 -> n5 confirm r1 c1.1, fence 1362853, whole script
[  1092.743ms] c3 <- n5 no, c1.1 for 992ms
[  1093.932ms] n5: confirm r1 c1.1, fence 1362853, whole script: yes, fence 1362853
[  1094.824ms] c2 <- n1 no, queued
[  1094.824ms] c2 begins to listen at n1
[  1094.824ms] c2 begins to listen at n2
[  1094.824ms] c2 begins to listen at n3
[  1094.824ms] c2 begins to listen at n4
[  1094.824ms] c2 begins to listen at n5
[  1095.246ms] c2 <- n2 yes
[  1095.309ms] c1 <- n5 yes, fence 1362853
[  1095.309ms] c1 HOLDS r1 until 2062.868ms
[  1095.309ms] c1 acquires r1: acquired
[  1097.302ms] c1 gives r1 back
[  1097.302ms] c1 -> n1 pass r1 c1.1, whole script
[  1097.302ms] c1 -> n2 release r1 c1.1, whole script
[  1097.302ms] c1 -> n3 release r1 c1.1, whole script
[  1097.302ms] c1 -> n4 release r1 c1.1, whole script
[  1097.302ms] c1 -> n5 release r1 c1.1, whole script
[  1097.431ms] c2 listens at n3
[  1097.834ms] n5: release r1 c1.1, whole script: yes
[  1098.545ms] c2 listens at n2
[  1098.548ms] n2: release r1 c1.1, whole script: no key
[  1098.554ms] n1 pushes to c2.3: it is yours
[  1098.554ms] n1: pass r1 c1.1, whole script: yes
[  1099.097ms] c1 <- n5 yes
[  1099.205ms] c1 <- n1 yes
[  1099.236ms] c2 listens at n1
[  1099.236ms] c2 -> n1 ask r1 c2.3 for 1000ms
[  1099.551ms] n4: release r1 c1.1, whole script: no key
[  1099.965ms] c1 <- n4 no key
[  1100.418ms] n1: ask r1 c3.4 for 1000ms, whole script: no, queued
[  1101.760ms] c2 listens at n5
[  1101.891ms] c1 <- n2 no key
[  1102.009ms] n1: ask r1 c2.3 for 1000ms: yes, fence 1362854
[  1102.056ms] c2 listens at n4
[  1102.162ms] c3 <- n1 no, queued
[  1102.162ms] c3 begins to listen at n1
[  1102.162ms] c3 begins to listen at n2
[  1102.162ms] c3 begins to listen at n3
[  1102.162ms] c3 begins to listen at n4
[  1102.162ms] c3 begins to listen at n5
[  1103.961ms] c2 <- n1 yes, fence 1362854
[  1103.961ms] c2 -> n2 ask r1 c2.3 for 1000ms
[  1103.961ms] c2 -> n3 ask r1 c2.3 for 1000ms
[  1103.961ms] c2 -> n4 ask r1 c2.3 for 1000ms
[  1103.961ms] c2 -> n5 ask r1 c2.3 for 1000ms
[  1104.243ms] c3 listens at n2
[  1105.099ms] n3: release r1 c1.1, whole script: yes
[  1105.408ms] n3: ask r1 c2.3 for 1000ms: no such script
[  1105.594ms] c2 <- n1 pushes to c2.3
[  1106.064ms] n5: ask r1 c2.3 for 1000ms: no such script
[  1106.379ms] c2 <- n3 no such script
[  1106.379ms] c2 -> n3 ask r1 c2.3 for 1000ms, whole script
[  1106.565ms] c3 listens at n4
[  1106.937ms] c3 listens at n5
[  1106.979ms] c2 <- n5 no such script
[  1106.979ms] c2 -> n5 ask r1 c2.3 for 1000ms, whole script
[  1107.060ms] n2: ask r1 c2.3 for 1000ms: no such script
[  1107.249ms] n4: ask r1 c2.3 for 1000ms: no such script
[  1107.742ms] n5: ask r1 c2.3 for 1000ms, whole script: yes, fence 1362854
[  1108.935ms] c2 <- n2 no such script
[  1108.935ms] c2 -> n2 ask r1 c2.3 for 1000ms, whole script
[  1109.508ms] c2 <- n5 yes, fence 1362854
[  1109.617ms] c2 <- n4 no such script
[  1109.617ms] c2 -> n4 ask r1 c2.3 for 1000ms, whole script
[  1109.679ms] c1 <- n3 yes
[  1109.679ms] c1 releases r1: done
[  1110.491ms] c3 listens at n1
[  1110.491ms] c3 -> n1 ask r1 c3.4 for 1000ms
[  1110.925ms] n2: ask r1 c2.3 for 1000ms, whole script: yes, fence 1362853
[  1112.365ms] n4: ask r1 c2.3 for 1000ms, whole script: yes, fence 1105939
[  1113.232ms] c3 listens at n3
[  1113.503ms] n3: ask r1 c2.3 for 1000ms, whole script: yes, fence 1362854
[  1114.109ms] c2 <- n4 yes, fence 1105939
[  1114.109ms] c2 -> n4 confirm r1 c2.3, fence 1362854
[  1114.626ms] c2 <- n3 yes, fence 1362854
[  1114.626ms] c2 HOLDS r1 until 2096.826ms
[  1114.626ms] c2 acquires r1: acquired
[  1114.739ms] c2 <- n2 yes, fence 1362853
[  1115.418ms] n1: ask r1 c3.4 for 1000ms: no, queued
[  1116.636ms] c2 gives r1 back
[  1116.636ms] c2 -> n1 pass r1 c2.3, fence 1362854
[  1116.636ms] c2 -> n2 pass r1 c2.3, fence 1362854, whole script
[  1116.636ms] c2 -> n3 pass r1 c2.3, fence 1362854, whole script
[  1116.636ms] c2 -> n4 pass r1 c2.3, fence 1362854, whole script
[  1116.636ms] c2 -> n5 pass r1 c2.3, fence 1362854, whole script
[  1116.654ms] c3 <- n1 no, queued
[  1118.053ms] n1 pushes to c3.4: it is yours
[  1118.053ms] n1: pass r1 c2.3, fence 1362854: yes
[  1118.245ms] n5 pushes to c3.4: it is yours
[  1118.245ms] n5: pass r1 c2.3, fence 1362854, whole script: yes
[  1118.315ms] n4: confirm r1 c2.3, fence 1362854: yes, fence 1362854
[  1118.436ms] n3 pushes to c3.4: it is yours
[  1118.436ms] n3: pass r1 c2.3, fence 1362854, whole script: yes
[  1119.008ms] c3 <- n1 pushes to c3.4
[  1119.048ms] c2 <- n5 yes
[  1119.584ms] n2 pushes to c3.4: it is yours
[  1119.584ms] n2: pass r1 c2.3, fence 1362854, whole script: yes
[  1120.221ms] c2 <- n3 yes
[  1120.342ms] n4 pushes to c3.4: it is yours
[  1120.342ms] n4: pass r1 c2.3, fence 1362854, whole script: yes
[  1120.833ms] c2 <- n4 yes, fence 1362854
[  1121.175ms] c3 <- n4 pushes to c3.4
[  1121.440ms] c3 <- n2 pushes to c3.4
[  1121.440ms] c3 HOLDS r1 until 2078.947ms
[  1121.440ms] c3 acquires r1: acquired
[  1123.406ms] c3 <- n5 pushes to c3.4
[  1123.450ms] c3 gives r1 back
[  1123.450ms] c3 -> n1 pass r1 c3.4, fence 1362855
[  1123.450ms] c3 -> n2 release r1 c3.4
[  1123.450ms] c3 -> n3 release r1 c3.4
[  1123.450ms] c3 -> n4 release r1 c3.4, whole script
[  1123.450ms] c3 -> n5 release r1 c3.4
[  1124.304ms] n3: release r1 c3.4: yes
[  1124.356ms] n2: release r1 c3.4: yes
[  1125.064ms] n5: release r1 c3.4: yes
[  1125.543ms] c2 <- n4 yes
[  1125.543ms] c2 releases r1: done
[  1125.691ms] c3 <- n5 yes
[  1125.847ms] c3 <- n2 yes
[  1125.919ms] c2 <- n2 yes
[  1125.978ms] n1: pass r1 c3.4, fence 1362855: yes
[  1126.187ms] n4: release r1 c3.4, whole script: yes
[  1126.447ms] c2 <- n1 yes
[  1126.948ms] c3 <- n4 yes
[  1126.948ms] c3 releases r1: done
[  1126.952ms] c3 <- n3 pushes to c3.4
[  1126.952ms] c3 -> n3 pass r1 c3.4, whole script
[  1126.999ms] c3 <- n1 yes
[  1128.763ms] n3: pass r1 c3.4, whole script: no key
[  1130.417ms] c3 <- n3 yes
[  1132.017ms] c3 <- n3 no key
