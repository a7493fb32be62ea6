# c2's first answer from n1 after a step of 150 ms is late by 105 ms: 45 ms of it
# are certain, which is within the slack. The next answer tells the rest: n1 is
# barred, and what c1 counts there is not counted by c2 as well.
@only exclusion
@expect breaks nothing
@expect seen n1's clock is stepped by 150ms
@expect seen c2 -> n1 grant r1 c2.2
@expect seen c2 acquires r1: no quorum
@expect seen n1: mark as in quarantine: yes
seed 1
nodes 1
quorum 1
clients 2
guard on
agreeing
node-timeout 20ms
ttl-max 200ms
slack 50ms
length 400ms
delay 0.01ms
10ms c1 acquire r1 ttl 200ms
11ms c2 n1 slow-back for 105ms
11.1ms n1 step for 150ms
11.2ms c2 acquire r1 ttl 200ms
118ms c2 acquire r1 ttl 200ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c2 connects to n1
[     0.007ms] c2 is connected to n1
[     0.012ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 200ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 250ms
[    10.004ms] n1: grant r1 c1.1 for 250ms: no such script
[    10.009ms] c1 <- n1 no such script
[    10.009ms] c1 -> n1 grant r1 c1.1 for 250ms, whole script
[    10.017ms] n1: grant r1 c1.1 for 250ms, whole script: yes
[    10.027ms] c1 <- n1 yes
[    10.027ms] c1 HOLDS r1 until 206.000ms
[    10.027ms] c1 acquires r1: acquired
[    11.000ms] c2, n1: slow-back
[    11.100ms] n1's clock is stepped by 150ms
[    11.200ms] c2 wants r1 for 200ms
[    11.200ms] c2 -> n1 grant r1 c2.1 for 250ms
[    11.222ms] n1: grant r1 c2.1 for 250ms: no, c1.1 for 99ms
[    31.200ms] c2 -> n1 release r1 c2.1, whole script
[    31.200ms] c2 acquires r1: no quorum
[    31.206ms] n1: release r1 c2.1, whole script: no, c1.1 for 79ms
[   116.015ms] c2 <- n1 no, c1.1 for 99ms
[   116.015ms] c2 <- n1 no, c1.1 for 79ms
[   118.000ms] c2 wants r1 for 200ms
[   118.000ms] c2 -> n1 grant r1 c2.2 for 250ms
[   118.015ms] n1: grant r1 c2.2 for 250ms: yes
[   118.053ms] c2 <- n1 yes
[   118.053ms] c2 -> n1 mark as in quarantine
[   118.053ms] c2 -> n1 pass r1 c2.2, whole script
[   118.053ms] c2 acquires r1: no quorum
[   118.060ms] n1: mark as in quarantine: yes
[   118.065ms] n1: pass r1 c2.2, whole script: yes
[   118.072ms] c2 <- n1 yes
[   118.072ms] c2 <- n1 yes
[   186.000ms] c1 does not hold r1 any more
[   186.000ms] c1 is told that r1 is lost
[   186.000ms] c1 gives r1 back
[   186.000ms] c1 -> n1 pass r1 c1.1, whole script
[   186.004ms] n1: pass r1 c1.1, whole script: no key
[   186.009ms] c1 <- n1 no key
[   186.009ms] c1 releases r1: gone
[   400.000ms] faults stop
[   400.000ms] everybody asks for r1
[   400.000ms] c1 wants r1 for 200ms
[   400.000ms] c1 -> n1 grant r1 c1.2 for 250ms
[   400.000ms] c2 wants r1 for 200ms
[   400.000ms] c2 -> n1 grant r1 c2.3 for 250ms
[   400.012ms] n1: grant r1 c1.2 for 250ms: no, in quarantine
[   400.012ms] n1: grant r1 c2.3 for 250ms: no, in quarantine
[   400.015ms] c1 <- n1 no, in quarantine
[   400.015ms] c1 -> n1 mark as in quarantine
[   400.015ms] c1 -> n1 pass r1 c1.2
[   400.021ms] c2 <- n1 no, in quarantine
[   400.021ms] c2 -> n1 pass r1 c2.3
[   400.021ms] n1: mark as in quarantine: yes
[   400.021ms] n1: pass r1 c1.2: no key
[   400.027ms] n1: pass r1 c2.3: no key
[   400.045ms] c1 <- n1 yes
[   400.045ms] c1 <- n1 no key
[   400.050ms] c2 <- n1 no key
[   400.152ms] c1 -> n1 grant r1 c1.3 for 250ms
[   400.165ms] n1: grant r1 c1.3 for 250ms: no, in quarantine
[   400.175ms] c1 <- n1 no, in quarantine
[   400.175ms] c1 -> n1 pass r1 c1.3
[   400.177ms] n1: pass r1 c1.3: no key
[   400.190ms] c1 <- n1 no key
[   400.452ms] c2 -> n1 grant r1 c2.4 for 250ms
[   400.454ms] n1: grant r1 c2.4 for 250ms: no, in quarantine
[   400.462ms] c2 <- n1 no, in quarantine
[   400.462ms] c2 -> n1 pass r1 c2.4
[   400.471ms] n1: pass r1 c2.4: no key
[   400.473ms] c2 <- n1 no key
[   401.850ms] c1 -> n1 grant r1 c1.4 for 250ms
[   401.858ms] n1: grant r1 c1.4 for 250ms: no, in quarantine
[   401.862ms] c1 <- n1 no, in quarantine
[   401.862ms] c1 -> n1 pass r1 c1.4
[   401.863ms] n1: pass r1 c1.4: no key
[   401.878ms] c1 <- n1 no key
[   402.345ms] c2 -> n1 grant r1 c2.5 for 250ms
[   402.351ms] n1: grant r1 c2.5 for 250ms: no, in quarantine
[   402.361ms] c2 <- n1 no, in quarantine
[   402.361ms] c2 -> n1 pass r1 c2.5
[   402.375ms] n1: pass r1 c2.5: no key
[   402.379ms] c2 <- n1 no key
[   403.800ms] c2 -> n1 grant r1 c2.6 for 250ms
[   403.811ms] n1: grant r1 c2.6 for 250ms: no, in quarantine
[   403.815ms] c2 <- n1 no, in quarantine
[   403.815ms] c2 -> n1 pass r1 c2.6
[   403.831ms] n1: pass r1 c2.6: no key
[   403.838ms] c2 <- n1 no key
[   405.608ms] c1 -> n1 grant r1 c1.5 for 250ms
[   405.632ms] n1: grant r1 c1.5 for 250ms: no, in quarantine
[   405.645ms] c1 <- n1 no, in quarantine
[   405.645ms] c1 -> n1 pass r1 c1.5
[   405.654ms] n1: pass r1 c1.5: no key
[   405.667ms] c1 <- n1 no key
[   407.835ms] c2 -> n1 grant r1 c2.7 for 250ms
[   407.862ms] n1: grant r1 c2.7 for 250ms: no, in quarantine
[   407.869ms] c2 <- n1 no, in quarantine
[   407.869ms] c2 -> n1 pass r1 c2.7
[   407.876ms] n1: pass r1 c2.7: no key
[   407.890ms] c2 <- n1 no key
[   409.951ms] c1 -> n1 grant r1 c1.6 for 250ms
[   409.986ms] n1: grant r1 c1.6 for 250ms: no, in quarantine
[   409.998ms] c1 <- n1 no, in quarantine
[   409.998ms] c1 -> n1 pass r1 c1.6
[   410.000ms] n1: pass r1 c1.6: no key
[   410.006ms] c1 <- n1 no key
[   417.985ms] c1 -> n1 grant r1 c1.7 for 250ms
[   417.997ms] n1: grant r1 c1.7 for 250ms: no, in quarantine
[   418.013ms] c1 <- n1 no, in quarantine
[   418.013ms] c1 -> n1 pass r1 c1.7
[   418.018ms] n1: pass r1 c1.7: no key
[   418.026ms] c1 <- n1 no key
[   420.482ms] c2 -> n1 grant r1 c2.8 for 250ms
[   420.487ms] n1: grant r1 c2.8 for 250ms: no, in quarantine
[   420.502ms] c2 <- n1 no, in quarantine
[   420.502ms] c2 -> n1 pass r1 c2.8
[   420.524ms] n1: pass r1 c2.8: no key
[   420.531ms] c2 <- n1 no key
[   430.071ms] c1 -> n1 grant r1 c1.8 for 250ms
[   430.075ms] n1: grant r1 c1.8 for 250ms: no, in quarantine
[   430.076ms] c1 <- n1 no, in quarantine
[   430.076ms] c1 -> n1 pass r1 c1.8
[   430.078ms] n1: pass r1 c1.8: no key
[   430.095ms] c1 <- n1 no key
[   433.338ms] c2 -> n1 grant r1 c2.9 for 250ms
[   433.363ms] n1: grant r1 c2.9 for 250ms: no, in quarantine
[   433.365ms] c2 <- n1 no, in quarantine
[   433.365ms] c2 -> n1 pass r1 c2.9
[   433.368ms] n1: pass r1 c2.9: no key
[   433.370ms] c2 <- n1 no key
[   482.244ms] c2 -> n1 grant r1 c2.10 for 250ms
[   482.260ms] n1: grant r1 c2.10 for 250ms: no, in quarantine
[   482.279ms] c2 <- n1 no, in quarantine
[   482.279ms] c2 -> n1 pass r1 c2.10
[   482.296ms] n1: pass r1 c2.10: no key
[   482.299ms] c2 <- n1 no key
[   483.760ms] c1 -> n1 grant r1 c1.9 for 250ms
[   483.783ms] n1: grant r1 c1.9 for 250ms: no, in quarantine
[   483.800ms] c1 <- n1 no, in quarantine
[   483.800ms] c1 -> n1 pass r1 c1.9
[   483.827ms] n1: pass r1 c1.9: no key
[   483.839ms] c1 <- n1 no key
[   538.702ms] c2 -> n1 grant r1 c2.11 for 250ms
[   538.711ms] n1: grant r1 c2.11 for 250ms: no, in quarantine
[   538.716ms] c2 <- n1 no, in quarantine
[   538.716ms] c2 -> n1 pass r1 c2.11
[   538.740ms] n1: pass r1 c2.11: no key
[   538.749ms] c2 <- n1 no key
[   545.832ms] c1 -> n1 grant r1 c1.10 for 250ms
[   545.836ms] n1: grant r1 c1.10 for 250ms: no, in quarantine
[   545.842ms] c1 <- n1 no, in quarantine
[   545.842ms] c1 -> n1 pass r1 c1.10
[   545.844ms] n1: pass r1 c1.10: no key
[   545.855ms] c1 <- n1 no key
[   574.756ms] c1 -> n1 grant r1 c1.11 for 250ms
[   574.760ms] n1: grant r1 c1.11 for 250ms: no, in quarantine
[   574.765ms] c1 <- n1 no, in quarantine
[   574.765ms] c1 -> n1 pass r1 c1.11
[   574.767ms] n1: pass r1 c1.11: no key
[   574.773ms] c1 <- n1 no key
[   587.455ms] c1 -> n1 grant r1 c1.12 for 250ms
[   587.483ms] n1: grant r1 c1.12 for 250ms: no, in quarantine
[   587.489ms] c1 <- n1 no, in quarantine
[   587.489ms] c1 -> n1 pass r1 c1.12
[   587.501ms] n1: pass r1 c1.12: no key
[   587.505ms] c1 <- n1 no key
[   592.660ms] c2 -> n1 grant r1 c2.12 for 250ms
[   592.667ms] n1: grant r1 c2.12 for 250ms: no, in quarantine
[   592.670ms] c2 <- n1 no, in quarantine
[   592.670ms] c2 -> n1 pass r1 c2.12
[   592.675ms] n1: pass r1 c2.12: no key
[   592.693ms] c2 <- n1 no key
[   633.555ms] c1 -> n1 grant r1 c1.13 for 250ms
[   633.562ms] n1: grant r1 c1.13 for 250ms: no, in quarantine
[   633.577ms] c1 <- n1 no, in quarantine
[   633.577ms] c1 -> n1 pass r1 c1.13
[   633.581ms] n1: pass r1 c1.13: no key
[   633.584ms] c1 <- n1 no key
[   643.702ms] c2 -> n1 grant r1 c2.13 for 250ms
[   643.711ms] n1: grant r1 c2.13 for 250ms: no, in quarantine
[   643.725ms] c2 <- n1 no, in quarantine
[   643.725ms] c2 -> n1 pass r1 c2.13
[   643.726ms] n1: pass r1 c2.13: no key
[   643.732ms] c2 <- n1 no key
[   651.206ms] c1 -> n1 grant r1 c1.14 for 250ms
[   651.220ms] n1: grant r1 c1.14 for 250ms: no, in quarantine
[   651.228ms] c1 <- n1 no, in quarantine
[   651.228ms] c1 -> n1 pass r1 c1.14
[   651.237ms] n1: pass r1 c1.14: no key
[   651.295ms] c1 <- n1 no key
[   694.169ms] c1 -> n1 grant r1 c1.15 for 250ms
[   694.188ms] n1: grant r1 c1.15 for 250ms: no, in quarantine
[   694.208ms] c1 <- n1 no, in quarantine
[   694.208ms] c1 -> n1 pass r1 c1.15
[   694.219ms] n1: pass r1 c1.15: no key
[   694.222ms] c1 <- n1 no key
[   705.399ms] c2 -> n1 grant r1 c2.14 for 250ms
[   705.407ms] n1: grant r1 c2.14 for 250ms: no, in quarantine
[   705.426ms] c2 <- n1 no, in quarantine
[   705.426ms] c2 -> n1 pass r1 c2.14
[   705.438ms] n1: pass r1 c2.14: no key
[   705.441ms] c2 <- n1 no key
[   734.836ms] c1 -> n1 grant r1 c1.16 for 250ms
[   734.850ms] n1: grant r1 c1.16 for 250ms: no, in quarantine
[   734.860ms] c1 <- n1 no, in quarantine
[   734.860ms] c1 -> n1 pass r1 c1.16
[   734.866ms] n1: pass r1 c1.16: no key
[   734.884ms] c1 <- n1 no key
[   739.574ms] c2 -> n1 grant r1 c2.15 for 250ms
[   739.583ms] n1: grant r1 c2.15 for 250ms: no, in quarantine
[   739.585ms] c2 <- n1 no, in quarantine
[   739.585ms] c2 -> n1 pass r1 c2.15
[   739.586ms] n1: pass r1 c2.15: no key
[   739.597ms] c2 <- n1 no key
[   745.462ms] c2 -> n1 grant r1 c2.16 for 250ms
[   745.474ms] n1: grant r1 c2.16 for 250ms: no, in quarantine
[   745.478ms] c2 <- n1 no, in quarantine
[   745.478ms] c2 -> n1 pass r1 c2.16
[   745.487ms] n1: pass r1 c2.16: no key
[   745.493ms] c2 <- n1 no key
[   750.418ms] c1 -> n1 grant r1 c1.17 for 250ms
[   750.421ms] n1: grant r1 c1.17 for 250ms: no, in quarantine
[   750.422ms] c1 <- n1 no, in quarantine
[   750.422ms] c1 -> n1 pass r1 c1.17
[   750.431ms] n1: pass r1 c1.17: no key
[   750.438ms] c1 <- n1 no key
[   761.740ms] c1 -> n1 grant r1 c1.18 for 250ms
[   761.745ms] n1: grant r1 c1.18 for 250ms: no, in quarantine
[   761.752ms] c1 <- n1 no, in quarantine
[   761.752ms] c1 -> n1 pass r1 c1.18
[   761.755ms] n1: pass r1 c1.18: no key
[   761.763ms] c1 <- n1 no key
[   771.822ms] c1 -> n1 grant r1 c1.19 for 250ms
[   771.832ms] n1: grant r1 c1.19 for 250ms: no, in quarantine
[   771.856ms] c1 <- n1 no, in quarantine
[   771.856ms] c1 -> n1 pass r1 c1.19
[   771.858ms] n1: pass r1 c1.19: no key
[   771.861ms] c1 <- n1 no key
[   781.150ms] c2 -> n1 grant r1 c2.17 for 250ms
[   781.157ms] n1: grant r1 c2.17 for 250ms: no, in quarantine
[   781.171ms] c2 <- n1 no, in quarantine
[   781.171ms] c2 -> n1 pass r1 c2.17
[   781.173ms] n1: pass r1 c2.17: no key
[   781.207ms] c2 <- n1 no key
[   792.273ms] c2 -> n1 grant r1 c2.18 for 250ms
[   792.282ms] n1: grant r1 c2.18 for 250ms: no, in quarantine
[   792.299ms] c2 <- n1 no, in quarantine
[   792.299ms] c2 -> n1 pass r1 c2.18
[   792.304ms] n1: pass r1 c2.18: no key
[   792.315ms] c2 <- n1 no key
[   814.887ms] c1 -> n1 grant r1 c1.20 for 250ms
[   814.893ms] n1: grant r1 c1.20 for 250ms: no, in quarantine
[   814.905ms] c1 <- n1 no, in quarantine
[   814.905ms] c1 -> n1 pass r1 c1.20
[   814.915ms] n1: pass r1 c1.20: no key
[   814.919ms] c1 <- n1 no key
[   824.470ms] c2 -> n1 grant r1 c2.19 for 250ms
[   824.484ms] n1: grant r1 c2.19 for 250ms: no, in quarantine
[   824.492ms] c2 <- n1 no, in quarantine
[   824.492ms] c2 -> n1 pass r1 c2.19
[   824.503ms] n1: pass r1 c2.19: no key
[   824.506ms] c2 <- n1 no key
[   835.021ms] c1 -> n1 grant r1 c1.21 for 250ms
[   835.090ms] n1: grant r1 c1.21 for 250ms: no, in quarantine
[   835.104ms] c1 <- n1 no, in quarantine
[   835.104ms] c1 -> n1 pass r1 c1.21
[   835.111ms] n1: pass r1 c1.21: no key
[   835.114ms] c1 <- n1 no key
[   871.840ms] c2 -> n1 grant r1 c2.20 for 250ms
[   871.855ms] n1: grant r1 c2.20 for 250ms: no, in quarantine
[   871.885ms] c2 <- n1 no, in quarantine
[   871.885ms] c2 -> n1 pass r1 c2.20
[   871.895ms] n1: pass r1 c2.20: no key
[   871.909ms] c2 <- n1 no key
[   887.434ms] c1 -> n1 grant r1 c1.22 for 250ms
[   887.438ms] n1: grant r1 c1.22 for 250ms: no, in quarantine
[   887.451ms] c1 <- n1 no, in quarantine
[   887.451ms] c1 -> n1 pass r1 c1.22
[   887.455ms] n1: pass r1 c1.22: no key
[   887.457ms] c1 <- n1 no key
[   913.863ms] c2 -> n1 grant r1 c2.21 for 250ms
[   913.866ms] n1: grant r1 c2.21 for 250ms: no, in quarantine
[   913.906ms] c2 <- n1 no, in quarantine
[   913.906ms] c2 -> n1 pass r1 c2.21
[   913.907ms] n1: pass r1 c2.21: no key
[   913.911ms] c2 <- n1 no key
[   916.369ms] c2 -> n1 grant r1 c2.22 for 250ms
[   916.394ms] n1: grant r1 c2.22 for 250ms: no, in quarantine
[   916.398ms] c2 <- n1 no, in quarantine
[   916.398ms] c2 -> n1 pass r1 c2.22
[   916.408ms] n1: pass r1 c2.22: no key
[   916.413ms] c2 <- n1 no key
[   918.124ms] c1 -> n1 grant r1 c1.23 for 250ms
[   918.128ms] n1: grant r1 c1.23 for 250ms: no, in quarantine
[   918.146ms] c1 <- n1 no, in quarantine
[   918.146ms] c1 -> n1 pass r1 c1.23
[   918.153ms] n1: pass r1 c1.23: no key
[   918.154ms] c1 <- n1 no key
[   961.204ms] c2 -> n1 grant r1 c2.23 for 250ms
[   961.224ms] n1: grant r1 c2.23 for 250ms: no, in quarantine
[   961.229ms] c2 <- n1 no, in quarantine
[   961.229ms] c2 -> n1 pass r1 c2.23
[   961.253ms] n1: pass r1 c2.23: no key
[   961.255ms] c2 <- n1 no key
[   969.618ms] c1 -> n1 grant r1 c1.24 for 250ms
[   969.624ms] n1: grant r1 c1.24 for 250ms: no, in quarantine
[   969.632ms] c1 <- n1 no, in quarantine
[   969.632ms] c1 -> n1 pass r1 c1.24
[   969.637ms] n1: pass r1 c1.24: no key
[   969.642ms] c1 <- n1 no key
[  1002.070ms] c2 -> n1 grant r1 c2.24 for 250ms
[  1002.084ms] n1: grant r1 c2.24 for 250ms: no, in quarantine
[  1002.089ms] c2 <- n1 no, in quarantine
[  1002.089ms] c2 -> n1 pass r1 c2.24
[  1002.091ms] n1: pass r1 c2.24: no key
[  1002.093ms] c2 <- n1 no key
[  1006.469ms] c2 -> n1 grant r1 c2.25 for 250ms
[  1006.476ms] n1: grant r1 c2.25 for 250ms: no, in quarantine
[  1006.484ms] c2 <- n1 no, in quarantine
[  1006.484ms] c2 -> n1 pass r1 c2.25
[  1006.492ms] n1: pass r1 c2.25: no key
[  1006.501ms] c2 <- n1 no key
[  1024.060ms] c1 -> n1 grant r1 c1.25 for 250ms
[  1024.065ms] n1: grant r1 c1.25 for 250ms: no, in quarantine
[  1024.070ms] c1 <- n1 no, in quarantine
[  1024.070ms] c1 -> n1 pass r1 c1.25
[  1024.074ms] n1: pass r1 c1.25: no key
[  1024.091ms] c1 <- n1 no key
[  1055.838ms] c2 -> n1 grant r1 c2.26 for 250ms
[  1055.844ms] n1: grant r1 c2.26 for 250ms: no, in quarantine
[  1055.848ms] c2 <- n1 no, in quarantine
[  1055.848ms] c2 -> n1 pass r1 c2.26
[  1055.855ms] n1: pass r1 c2.26: no key
[  1055.862ms] c2 <- n1 no key
[  1095.283ms] c1 -> n1 grant r1 c1.26 for 250ms
[  1095.286ms] n1: grant r1 c1.26 for 250ms: no, in quarantine
[  1095.291ms] c1 <- n1 no, in quarantine
[  1095.291ms] c1 -> n1 pass r1 c1.26
[  1095.309ms] n1: pass r1 c1.26: no key
[  1095.312ms] c1 <- n1 no key
[  1102.287ms] c1 -> n1 grant r1 c1.27 for 250ms
[  1102.298ms] n1: grant r1 c1.27 for 250ms: no, in quarantine
[  1102.325ms] c1 <- n1 no, in quarantine
[  1102.325ms] c1 -> n1 pass r1 c1.27
[  1102.338ms] n1: pass r1 c1.27: no key
[  1102.343ms] c1 <- n1 no key
[  1114.621ms] c2 -> n1 grant r1 c2.27 for 250ms
[  1114.623ms] n1: grant r1 c2.27 for 250ms: no, in quarantine
[  1114.630ms] c2 <- n1 no, in quarantine
[  1114.630ms] c2 -> n1 pass r1 c2.27
[  1114.637ms] n1: pass r1 c2.27: no key
[  1114.639ms] c2 <- n1 no key
[  1171.346ms] c1 -> n1 grant r1 c1.28 for 250ms
[  1171.355ms] n1: grant r1 c1.28 for 250ms: no, in quarantine
[  1171.360ms] c1 <- n1 no, in quarantine
[  1171.360ms] c1 -> n1 pass r1 c1.28
[  1171.379ms] n1: pass r1 c1.28: no key
[  1171.383ms] c1 <- n1 no key
[  1181.387ms] c2 -> n1 grant r1 c2.28 for 250ms
[  1181.397ms] n1: grant r1 c2.28 for 250ms: no, in quarantine
[  1181.410ms] c2 <- n1 no, in quarantine
[  1181.410ms] c2 -> n1 pass r1 c2.28
[  1181.416ms] n1: pass r1 c2.28: no key
[  1181.424ms] c2 <- n1 no key
[  1220.592ms] c1 -> n1 grant r1 c1.29 for 250ms
[  1220.614ms] n1: grant r1 c1.29 for 250ms: no, in quarantine
[  1220.630ms] c1 <- n1 no, in quarantine
[  1220.630ms] c1 -> n1 pass r1 c1.29
[  1220.645ms] n1: pass r1 c1.29: no key
[  1220.654ms] c1 <- n1 no key
[  1248.932ms] c2 -> n1 grant r1 c2.29 for 250ms
[  1248.936ms] n1: grant r1 c2.29 for 250ms: no, in quarantine
[  1248.941ms] c2 <- n1 no, in quarantine
[  1248.941ms] c2 -> n1 pass r1 c2.29
[  1248.944ms] n1: pass r1 c2.29: no key
[  1248.960ms] c2 <- n1 no key
[  1289.412ms] c1 -> n1 grant r1 c1.30 for 250ms
[  1289.416ms] n1: grant r1 c1.30 for 250ms: no, in quarantine
[  1289.433ms] c1 <- n1 no, in quarantine
[  1289.433ms] c1 -> n1 pass r1 c1.30
[  1289.449ms] n1: pass r1 c1.30: no key
[  1289.452ms] c1 <- n1 no key
[  1306.042ms] c2 -> n1 grant r1 c2.30 for 250ms
[  1306.043ms] n1: grant r1 c2.30 for 250ms: no, in quarantine
[  1306.050ms] c2 <- n1 no, in quarantine
[  1306.050ms] c2 -> n1 pass r1 c2.30
[  1306.052ms] n1: pass r1 c2.30: no key
[  1306.079ms] c2 <- n1 no key
[  1326.066ms] c1 -> n1 grant r1 c1.31 for 250ms
[  1326.069ms] n1: grant r1 c1.31 for 250ms: no, in quarantine
[  1326.078ms] c1 <- n1 no, in quarantine
[  1326.078ms] c1 -> n1 pass r1 c1.31
[  1326.090ms] n1: pass r1 c1.31: no key
[  1326.114ms] c1 <- n1 no key
[  1351.915ms] c2 -> n1 grant r1 c2.31 for 250ms
[  1351.922ms] n1: grant r1 c2.31 for 250ms: no, in quarantine
[  1351.935ms] c2 <- n1 no, in quarantine
[  1351.935ms] c2 -> n1 pass r1 c2.31
[  1351.942ms] n1: pass r1 c2.31: no key
[  1351.945ms] c2 <- n1 no key
[  1393.550ms] c2 -> n1 grant r1 c2.32 for 250ms
[  1393.554ms] n1: grant r1 c2.32 for 250ms: no, in quarantine
[  1393.573ms] c2 <- n1 no, in quarantine
[  1393.573ms] c2 -> n1 pass r1 c2.32
[  1393.575ms] n1: pass r1 c2.32: no key
[  1393.578ms] c2 <- n1 no key
[  1406.116ms] c1 -> n1 grant r1 c1.32 for 250ms
[  1406.118ms] n1: grant r1 c1.32 for 250ms: no, in quarantine
[  1406.125ms] c1 <- n1 no, in quarantine
[  1406.125ms] c1 -> n1 pass r1 c1.32
[  1406.128ms] n1: pass r1 c1.32: no key
[  1406.133ms] c1 <- n1 no key
[  1446.561ms] c2 -> n1 grant r1 c2.33 for 250ms
[  1446.567ms] n1: grant r1 c2.33 for 250ms: no, in quarantine
[  1446.585ms] c2 <- n1 no, in quarantine
[  1446.585ms] c2 -> n1 pass r1 c2.33
[  1446.600ms] n1: pass r1 c2.33: no key
[  1446.603ms] c2 <- n1 no key
[  1524.869ms] c1 -> n1 grant r1 c1.33 for 250ms
[  1524.880ms] n1: grant r1 c1.33 for 250ms: no, in quarantine
[  1524.881ms] c1 <- n1 no, in quarantine
[  1524.881ms] c1 -> n1 pass r1 c1.33
[  1524.891ms] n1: pass r1 c1.33: no key
[  1524.893ms] c1 <- n1 no key
[  1535.118ms] c2 -> n1 grant r1 c2.34 for 250ms
[  1535.129ms] n1: grant r1 c2.34 for 250ms: no, in quarantine
[  1535.133ms] c2 <- n1 no, in quarantine
[  1535.133ms] c2 -> n1 pass r1 c2.34
[  1535.160ms] n1: pass r1 c2.34: no key
[  1535.166ms] c2 <- n1 no key
[  1578.494ms] c2 -> n1 grant r1 c2.35 for 250ms
[  1578.508ms] n1: grant r1 c2.35 for 250ms: no, in quarantine
[  1578.513ms] c2 <- n1 no, in quarantine
[  1578.513ms] c2 -> n1 pass r1 c2.35
[  1578.521ms] n1: pass r1 c2.35: no key
[  1578.556ms] c2 <- n1 no key
[  1584.344ms] c1 -> n1 grant r1 c1.34 for 250ms
[  1584.372ms] n1: grant r1 c1.34 for 250ms: no, in quarantine
[  1584.389ms] c1 <- n1 no, in quarantine
[  1584.389ms] c1 -> n1 pass r1 c1.34
[  1584.392ms] n1: pass r1 c1.34: no key
[  1584.415ms] c1 <- n1 no key
[  1600.045ms] c1 -> n1 mark as sound
[  1600.055ms] n1: mark as sound: yes
[  1600.058ms] c1 <- n1 yes
[  1600.462ms] c2 -> n1 mark as sound
[  1600.467ms] n1: mark as sound: no, '1|||d001000100000000' for -1ms
[  1600.485ms] c2 <- n1 no, '1|||d001000100000000' for -1ms
[  1609.050ms] c1 -> n1 grant r1 c1.35 for 250ms
[  1609.061ms] n1: grant r1 c1.35 for 250ms: yes
[  1609.069ms] c1 <- n1 yes
[  1609.069ms] c1 HOLDS r1 until 1805.050ms
[  1609.069ms] c1 acquires r1: acquired
[  1611.069ms] c1 gives r1 back
[  1611.069ms] c1 -> n1 pass r1 c1.35
[  1611.085ms] n1: pass r1 c1.35: yes
[  1611.093ms] c1 <- n1 yes
[  1611.093ms] c1 releases r1: done
[  1632.563ms] c2 -> n1 grant r1 c2.36 for 250ms
[  1632.576ms] n1: grant r1 c2.36 for 250ms: yes
[  1632.588ms] c2 <- n1 yes
[  1632.588ms] c2 HOLDS r1 until 1828.563ms
[  1632.588ms] c2 acquires r1: acquired
[  1634.588ms] c2 gives r1 back
[  1634.588ms] c2 -> n1 pass r1 c2.36
[  1634.615ms] n1: pass r1 c2.36: yes
[  1634.625ms] c2 <- n1 yes
[  1634.625ms] c2 releases r1: done
