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
[   366.916ms] c3 -> n1 release r1 c3.1, whole script
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
[   371.124ms] c2 -> n1 release r1 c2.1, whole script
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
[   373.150ms] n1: release r1 c3.1, whole script: no, c2.1 for 559ms
[   373.604ms] c2 <- n4 yes
[   374.523ms] n5: release r1 c2.1, whole script: yes
[   374.761ms] c3 <- n1 no, c2.1 for 559ms
[   374.795ms] c2 <- n5 no such script
[   376.721ms] n2: release r1 c3.1, whole script: no key
[   380.526ms] n1: release r1 c2.1, whole script: yes
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
[   715.950ms] c3 -> n1 release r1 c3.2
[   715.950ms] c3 -> n2 release r1 c3.2
[   715.950ms] c3 -> n3 release r1 c3.2
[   715.950ms] c3 -> n5 release r1 c3.2
[   718.085ms] n5: release r1 c3.2: yes
[   718.461ms] n1: release r1 c3.2: yes
[   718.875ms] c3 <- n5 yes
[   720.716ms] n2: release r1 c3.2: yes
[   721.191ms] c3 <- n1 yes
[   722.223ms] c3 <- n2 yes
[   724.472ms] n3: release r1 c3.2: yes
[   726.825ms] c3 <- n3 yes
[   840.000ms] faults stop
[   840.000ms] c3 gives r1 back
[   840.000ms] c3 -> n1 release r1 c3.2
[   840.000ms] c3 -> n2 release r1 c3.2
[   840.000ms] c3 -> n3 release r1 c3.2
[   840.000ms] c3 -> n5 release r1 c3.2
[   841.597ms] n3: release r1 c3.2: no key
[   841.685ms] n1: release r1 c3.2: no key
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
[  1086.082ms] c3 -> n1 release r1 c3.3
[  1086.082ms] c3 -> n2 release r1 c3.3
[  1086.082ms] c3 -> n3 release r1 c3.3
[  1086.082ms] c3 -> n4 release r1 c3.3, whole script
[  1086.082ms] c3 -> n5 release r1 c3.3
[  1086.593ms] n3: release r1 c3.3: no, c1.1 for 993ms
[  1086.640ms] n5: release r1 c3.3: no, c1.1 for 992ms
[  1086.988ms] n2: release r1 c3.3: no, c2.2 for 993ms
[  1087.191ms] c3 <- n3 no, c1.1 for 997ms
[  1087.301ms] c1 <- n3 yes, fence 1362853
[  1087.301ms] c1 -> n5 confirm r1 c1.1, fence 1362853
[  1087.303ms] c3 <- n5 no, c1.1 for 996ms
[  1087.497ms] c2 <- n5 no, c1.1 for 998ms
[  1087.497ms] c2 -> n1 release r1 c2.2
[  1087.497ms] c2 -> n2 release r1 c2.2, fence 1362853, whole script
[  1087.497ms] c2 -> n3 release r1 c2.2
[  1087.497ms] c2 -> n4 release r1 c2.2, fence 1105939, whole script
[  1087.497ms] c2 -> n5 release r1 c2.2
[  1088.279ms] c3 <- n3 no, c1.1 for 993ms
[  1088.397ms] n4: release r1 c2.2, fence 1105939, whole script: yes
[  1088.413ms] n1: release r1 c2.2: no, c1.1 for 991ms
[  1088.479ms] c3 <- n2 no, c2.2 for 993ms
[  1088.687ms] c1 <- n4 no, c2.2 for 997ms
[  1088.819ms] n4: release r1 c3.3, whole script: no key
[  1088.943ms] n3: release r1 c2.2: no, c1.1 for 991ms
[  1088.982ms] c2 <- n1 no, c1.1 for 991ms
[  1089.580ms] c3 <- n4 no key
[  1089.599ms] n5: release r1 c2.2: no, c1.1 for 989ms
[  1089.914ms] c2 <- n3 no, c1.1 for 991ms
[  1090.514ms] c2 <- n5 no, c1.1 for 989ms
[  1091.311ms] n1: release r1 c3.3: no, c1.1 for 988ms
[  1091.818ms] n5: confirm r1 c1.1, fence 1362853: no such script
[  1092.066ms] c2 <- n4 yes
[  1092.371ms] n2: release r1 c2.2, fence 1362853, whole script: yes
[  1092.571ms] c3 <- n1 no, c1.1 for 988ms
[  1092.679ms] c1 <- n5 no such script
[  1092.679ms] c1 -> n5 confirm r1 c1.1, fence 1362853, whole script
[  1092.743ms] c3 <- n5 no, c1.1 for 992ms
[  1093.932ms] n5: confirm r1 c1.1, fence 1362853, whole script: yes, fence 1362853
[  1095.246ms] c2 <- n2 yes
[  1095.309ms] c1 <- n5 yes, fence 1362853
[  1095.309ms] c1 HOLDS r1 until 2062.868ms
[  1095.309ms] c1 acquires r1: acquired
[  1095.339ms] c2 -> n1 grant r1 c2.3 for 1000ms
[  1095.339ms] c2 -> n2 grant r1 c2.3 for 1000ms
[  1095.339ms] c2 -> n3 grant r1 c2.3 for 1000ms
[  1095.339ms] c2 -> n4 grant r1 c2.3 for 1000ms
[  1095.339ms] c2 -> n5 grant r1 c2.3 for 1000ms
[  1096.101ms] n5: grant r1 c2.3 for 1000ms: no, c1.1 for 983ms
[  1097.302ms] c1 gives r1 back
[  1097.302ms] c1 -> n1 release r1 c1.1, whole script
[  1097.302ms] c1 -> n2 release r1 c1.1, whole script
[  1097.302ms] c1 -> n3 release r1 c1.1, whole script
[  1097.302ms] c1 -> n4 release r1 c1.1, whole script
[  1097.302ms] c1 -> n5 release r1 c1.1, whole script
[  1097.834ms] n5: release r1 c1.1, whole script: yes
[  1097.868ms] c2 <- n5 no, c1.1 for 983ms
[  1098.437ms] n2: grant r1 c2.3 for 1000ms: yes, fence 1362853
[  1098.548ms] n2: release r1 c1.1, whole script: no, c2.3 for 999ms
[  1098.554ms] n1: release r1 c1.1, whole script: yes
[  1098.616ms] n1: grant r1 c2.3 for 1000ms: yes, fence 1362854
[  1098.627ms] n4: grant r1 c2.3 for 1000ms: yes, fence 1105939
[  1099.097ms] c1 <- n5 yes
[  1099.205ms] c1 <- n1 yes
[  1099.551ms] n4: release r1 c1.1, whole script: no, c2.3 for 999ms
[  1099.965ms] c1 <- n4 no, c2.3 for 999ms
[  1100.312ms] c2 <- n2 yes, fence 1362853
[  1100.413ms] c3 -> n1 grant r1 c3.4 for 1000ms
[  1100.413ms] c3 -> n2 grant r1 c3.4 for 1000ms
[  1100.413ms] c3 -> n3 grant r1 c3.4 for 1000ms
[  1100.413ms] c3 -> n4 grant r1 c3.4 for 1000ms
[  1100.413ms] c3 -> n5 grant r1 c3.4 for 1000ms
[  1100.994ms] c2 <- n4 yes, fence 1105939
[  1101.181ms] c2 <- n1 yes, fence 1362854
[  1101.181ms] c2 -> n2 confirm r1 c2.3, fence 1362854
[  1101.181ms] c2 -> n4 confirm r1 c2.3, fence 1362854
[  1101.267ms] n3: grant r1 c3.4 for 1000ms: no, c1.1 for 978ms
[  1101.381ms] n2: grant r1 c3.4 for 1000ms: no, c2.3 for 997ms
[  1101.891ms] c1 <- n2 no, c2.3 for 999ms
[  1102.027ms] n5: grant r1 c3.4 for 1000ms: yes, fence 1362854
[  1102.086ms] n4: grant r1 c3.4 for 1000ms: no, c2.3 for 997ms
[  1102.463ms] n3: grant r1 c2.3 for 1000ms: no, c1.1 for 977ms
[  1102.654ms] c3 <- n5 yes, fence 1362854
[  1102.856ms] c3 <- n2 no, c2.3 for 997ms
[  1103.170ms] n2: confirm r1 c2.3, fence 1362854: no such script
[  1103.585ms] c2 <- n3 no, c1.1 for 977ms
[  1103.928ms] n4: confirm r1 c2.3, fence 1362854: yes, fence 1362854
[  1104.153ms] c3 <- n4 no, c2.3 for 997ms
[  1105.099ms] n3: release r1 c1.1, whole script: yes
[  1105.672ms] c2 <- n4 yes, fence 1362854
[  1106.984ms] c2 <- n2 no such script
[  1106.984ms] c2 -> n2 confirm r1 c2.3, fence 1362854, whole script
[  1107.379ms] c3 <- n3 no, c1.1 for 978ms
[  1107.379ms] c3 -> n1 release r1 c3.4
[  1107.379ms] c3 -> n2 release r1 c3.4
[  1107.379ms] c3 -> n3 release r1 c3.4
[  1107.379ms] c3 -> n4 release r1 c3.4
[  1107.379ms] c3 -> n5 release r1 c3.4, fence 1362854, whole script
[  1108.260ms] n1: grant r1 c3.4 for 1000ms: no, c2.3 for 990ms
[  1108.980ms] n2: release r1 c3.4: no, c2.3 for 989ms
[  1109.190ms] n3: release r1 c3.4: no key
[  1109.369ms] n4: release r1 c3.4: no, c2.3 for 989ms
[  1109.679ms] c1 <- n3 yes
[  1109.679ms] c1 releases r1: done
[  1109.932ms] n2: confirm r1 c2.3, fence 1362854, whole script: yes, fence 1362854
[  1110.004ms] c3 <- n1 no, c2.3 for 990ms
[  1111.102ms] c3 <- n4 no, c2.3 for 989ms
[  1112.306ms] n1: release r1 c3.4: no, c2.3 for 986ms
[  1112.444ms] c3 <- n3 no key
[  1112.902ms] c3 <- n2 no, c2.3 for 989ms
[  1113.542ms] c3 <- n1 no, c2.3 for 986ms
[  1114.221ms] n5: release r1 c3.4, fence 1362854, whole script: yes
[  1115.252ms] c3 <- n5 yes
[  1116.267ms] c2 <- n2 yes, fence 1362854
[  1116.267ms] c2 HOLDS r1 until 2088.204ms
[  1116.267ms] c2 acquires r1: acquired
[  1118.277ms] c2 gives r1 back
[  1118.277ms] c2 -> n1 release r1 c2.3
[  1118.277ms] c2 -> n2 release r1 c2.3
[  1118.277ms] c2 -> n3 release r1 c2.3
[  1118.277ms] c2 -> n4 release r1 c2.3
[  1118.277ms] c2 -> n5 release r1 c2.3
[  1119.887ms] n5: release r1 c2.3: no key
[  1120.077ms] n3: release r1 c2.3: no key
[  1120.689ms] c2 <- n5 no key
[  1121.049ms] n1: release r1 c2.3: yes
[  1121.232ms] c3 -> n1 grant r1 c3.5 for 1000ms
[  1121.232ms] c3 -> n2 grant r1 c3.5 for 1000ms
[  1121.232ms] c3 -> n3 grant r1 c3.5 for 1000ms
[  1121.232ms] c3 -> n4 grant r1 c3.5 for 1000ms
[  1121.232ms] c3 -> n5 grant r1 c3.5 for 1000ms
[  1121.563ms] n3: grant r1 c3.5 for 1000ms: yes, fence 1362854
[  1121.817ms] n2: release r1 c2.3: yes
[  1121.862ms] c2 <- n3 no key
[  1122.484ms] n4: release r1 c2.3: yes
[  1123.002ms] c2 <- n1 yes
[  1123.325ms] c3 <- n3 yes, fence 1362854
[  1123.760ms] n1: grant r1 c3.5 for 1000ms: yes, fence 1362855
[  1124.781ms] c3 <- n1 yes, fence 1362855
[  1124.932ms] n2: grant r1 c3.5 for 1000ms: yes, fence 1362855
[  1125.001ms] c2 <- n4 yes
[  1125.764ms] n5: grant r1 c3.5 for 1000ms: yes, fence 1362854
[  1125.804ms] c2 <- n2 yes
[  1125.804ms] c2 releases r1: done
[  1126.090ms] c3 <- n5 yes, fence 1362854
[  1126.090ms] c3 -> n3 confirm r1 c3.5, fence 1362855
[  1126.090ms] c3 -> n5 confirm r1 c3.5, fence 1362855
[  1126.243ms] n4: grant r1 c3.5 for 1000ms: yes, fence 1362855
[  1126.252ms] c3 <- n2 yes, fence 1362855
[  1126.831ms] n5: confirm r1 c3.5, fence 1362855: yes, fence 1362855
[  1127.105ms] c3 <- n4 yes, fence 1362855
[  1127.105ms] c3 HOLDS r1 until 2114.097ms
[  1127.105ms] c3 acquires r1: acquired
[  1129.114ms] c3 gives r1 back
[  1129.114ms] c3 -> n1 release r1 c3.5
[  1129.114ms] c3 -> n2 release r1 c3.5
[  1129.114ms] c3 -> n3 release r1 c3.5
[  1129.114ms] c3 -> n4 release r1 c3.5
[  1129.114ms] c3 -> n5 release r1 c3.5
[  1129.982ms] n2: release r1 c3.5: yes
[  1130.222ms] n1: release r1 c3.5: yes
[  1130.625ms] n4: release r1 c3.5: yes
[  1131.453ms] c3 <- n5 yes, fence 1362855
[  1131.829ms] n5: release r1 c3.5: yes
[  1131.873ms] c3 <- n1 yes
[  1132.225ms] c3 <- n5 yes
[  1132.414ms] c3 <- n4 yes
[  1132.414ms] c3 releases r1: done
[  1133.234ms] n3: confirm r1 c3.5, fence 1362855: yes, fence 1362855
[  1133.234ms] n3: release r1 c3.5: yes
[  1133.731ms] c3 <- n2 yes
[  1135.174ms] c3 <- n3 yes, fence 1362855
[  1139.256ms] c3 <- n3 yes
