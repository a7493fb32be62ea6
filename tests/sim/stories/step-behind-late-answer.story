# c2's first answer from n1 after a step of 150 ms is late by 101 ms: 49 ms of it
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
11ms c2 n1 slow-back for 101ms
11.1ms n1 step for 150ms
11.2ms c2 acquire r1 ttl 200ms
114ms c2 acquire r1 ttl 200ms
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
[   112.015ms] c2 <- n1 no, c1.1 for 99ms
[   112.015ms] c2 <- n1 no, c1.1 for 79ms
[   114.000ms] c2 wants r1 for 200ms
[   114.000ms] c2 -> n1 grant r1 c2.2 for 250ms
[   114.015ms] n1: grant r1 c2.2 for 250ms: yes
[   114.053ms] c2 <- n1 yes
[   114.053ms] c2 -> n1 mark as in quarantine
[   114.053ms] c2 -> n1 release r1 c2.2
[   114.053ms] c2 acquires r1: no quorum
[   114.060ms] n1: mark as in quarantine: yes
[   114.065ms] n1: release r1 c2.2: yes
[   114.072ms] c2 <- n1 yes
[   114.072ms] c2 <- n1 yes
[   186.000ms] c1 does not hold r1 any more
[   186.000ms] c1 is told that r1 is lost
[   186.000ms] c1 gives r1 back
[   186.000ms] c1 -> n1 release r1 c1.1, whole script
[   186.004ms] n1: release r1 c1.1, whole script: no key
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
[   400.015ms] c1 -> n1 release r1 c1.2
[   400.021ms] c2 <- n1 no, in quarantine
[   400.021ms] c2 -> n1 release r1 c2.3
[   400.021ms] n1: mark as in quarantine: yes
[   400.021ms] n1: release r1 c1.2: no key
[   400.027ms] n1: release r1 c2.3: no key
[   400.045ms] c1 <- n1 yes
[   400.045ms] c1 <- n1 no key
[   400.050ms] c2 <- n1 no key
[   400.152ms] c1 -> n1 grant r1 c1.3 for 250ms
[   400.165ms] n1: grant r1 c1.3 for 250ms: no, in quarantine
[   400.175ms] c1 <- n1 no, in quarantine
[   400.175ms] c1 -> n1 release r1 c1.3
[   400.177ms] n1: release r1 c1.3: no key
[   400.190ms] c1 <- n1 no key
[   400.452ms] c2 -> n1 grant r1 c2.4 for 250ms
[   400.454ms] n1: grant r1 c2.4 for 250ms: no, in quarantine
[   400.462ms] c2 <- n1 no, in quarantine
[   400.462ms] c2 -> n1 release r1 c2.4
[   400.471ms] n1: release r1 c2.4: no key
[   400.473ms] c2 <- n1 no key
[   401.850ms] c1 -> n1 grant r1 c1.4 for 250ms
[   401.858ms] n1: grant r1 c1.4 for 250ms: no, in quarantine
[   401.862ms] c1 <- n1 no, in quarantine
[   401.862ms] c1 -> n1 release r1 c1.4
[   401.863ms] n1: release r1 c1.4: no key
[   401.878ms] c1 <- n1 no key
[   402.345ms] c2 -> n1 grant r1 c2.5 for 250ms
[   402.351ms] n1: grant r1 c2.5 for 250ms: no, in quarantine
[   402.361ms] c2 <- n1 no, in quarantine
[   402.361ms] c2 -> n1 release r1 c2.5
[   402.375ms] n1: release r1 c2.5: no key
[   402.379ms] c2 <- n1 no key
[   403.800ms] c2 -> n1 grant r1 c2.6 for 250ms
[   403.811ms] n1: grant r1 c2.6 for 250ms: no, in quarantine
[   403.815ms] c2 <- n1 no, in quarantine
[   403.815ms] c2 -> n1 release r1 c2.6
[   403.831ms] n1: release r1 c2.6: no key
[   403.838ms] c2 <- n1 no key
[   405.608ms] c1 -> n1 grant r1 c1.5 for 250ms
[   405.632ms] n1: grant r1 c1.5 for 250ms: no, in quarantine
[   405.645ms] c1 <- n1 no, in quarantine
[   405.645ms] c1 -> n1 release r1 c1.5
[   405.654ms] n1: release r1 c1.5: no key
[   405.667ms] c1 <- n1 no key
[   407.835ms] c2 -> n1 grant r1 c2.7 for 250ms
[   407.862ms] n1: grant r1 c2.7 for 250ms: no, in quarantine
[   407.869ms] c2 <- n1 no, in quarantine
[   407.869ms] c2 -> n1 release r1 c2.7
[   407.876ms] n1: release r1 c2.7: no key
[   407.890ms] c2 <- n1 no key
[   409.951ms] c1 -> n1 grant r1 c1.6 for 250ms
[   409.986ms] n1: grant r1 c1.6 for 250ms: no, in quarantine
[   409.998ms] c1 <- n1 no, in quarantine
[   409.998ms] c1 -> n1 release r1 c1.6
[   410.000ms] n1: release r1 c1.6: no key
[   410.006ms] c1 <- n1 no key
[   417.985ms] c1 -> n1 grant r1 c1.7 for 250ms
[   417.997ms] n1: grant r1 c1.7 for 250ms: no, in quarantine
[   418.013ms] c1 <- n1 no, in quarantine
[   418.013ms] c1 -> n1 release r1 c1.7
[   418.018ms] n1: release r1 c1.7: no key
[   418.026ms] c1 <- n1 no key
[   420.482ms] c2 -> n1 grant r1 c2.8 for 250ms
[   420.487ms] n1: grant r1 c2.8 for 250ms: no, in quarantine
[   420.502ms] c2 <- n1 no, in quarantine
[   420.502ms] c2 -> n1 release r1 c2.8
[   420.524ms] n1: release r1 c2.8: no key
[   420.531ms] c2 <- n1 no key
[   430.071ms] c1 -> n1 grant r1 c1.8 for 250ms
[   430.075ms] n1: grant r1 c1.8 for 250ms: no, in quarantine
[   430.076ms] c1 <- n1 no, in quarantine
[   430.076ms] c1 -> n1 release r1 c1.8
[   430.078ms] n1: release r1 c1.8: no key
[   430.095ms] c1 <- n1 no key
[   433.338ms] c2 -> n1 grant r1 c2.9 for 250ms
[   433.363ms] n1: grant r1 c2.9 for 250ms: no, in quarantine
[   433.365ms] c2 <- n1 no, in quarantine
[   433.365ms] c2 -> n1 release r1 c2.9
[   433.368ms] n1: release r1 c2.9: no key
[   433.370ms] c2 <- n1 no key
[   482.244ms] c2 -> n1 grant r1 c2.10 for 250ms
[   482.260ms] n1: grant r1 c2.10 for 250ms: no, in quarantine
[   482.279ms] c2 <- n1 no, in quarantine
[   482.279ms] c2 -> n1 release r1 c2.10
[   482.296ms] n1: release r1 c2.10: no key
[   482.299ms] c2 <- n1 no key
[   483.760ms] c1 -> n1 grant r1 c1.9 for 250ms
[   483.783ms] n1: grant r1 c1.9 for 250ms: no, in quarantine
[   483.800ms] c1 <- n1 no, in quarantine
[   483.800ms] c1 -> n1 release r1 c1.9
[   483.827ms] n1: release r1 c1.9: no key
[   483.839ms] c1 <- n1 no key
[   538.702ms] c2 -> n1 grant r1 c2.11 for 250ms
[   538.711ms] n1: grant r1 c2.11 for 250ms: no, in quarantine
[   538.716ms] c2 <- n1 no, in quarantine
[   538.716ms] c2 -> n1 release r1 c2.11
[   538.740ms] n1: release r1 c2.11: no key
[   538.749ms] c2 <- n1 no key
[   545.832ms] c1 -> n1 grant r1 c1.10 for 250ms
[   545.836ms] n1: grant r1 c1.10 for 250ms: no, in quarantine
[   545.842ms] c1 <- n1 no, in quarantine
[   545.842ms] c1 -> n1 release r1 c1.10
[   545.844ms] n1: release r1 c1.10: no key
[   545.855ms] c1 <- n1 no key
[   574.756ms] c1 -> n1 grant r1 c1.11 for 250ms
[   574.760ms] n1: grant r1 c1.11 for 250ms: no, in quarantine
[   574.765ms] c1 <- n1 no, in quarantine
[   574.765ms] c1 -> n1 release r1 c1.11
[   574.767ms] n1: release r1 c1.11: no key
[   574.773ms] c1 <- n1 no key
[   587.455ms] c1 -> n1 grant r1 c1.12 for 250ms
[   587.483ms] n1: grant r1 c1.12 for 250ms: no, in quarantine
[   587.489ms] c1 <- n1 no, in quarantine
[   587.489ms] c1 -> n1 release r1 c1.12
[   587.501ms] n1: release r1 c1.12: no key
[   587.505ms] c1 <- n1 no key
[   592.660ms] c2 -> n1 grant r1 c2.12 for 250ms
[   592.667ms] n1: grant r1 c2.12 for 250ms: no, in quarantine
[   592.670ms] c2 <- n1 no, in quarantine
[   592.670ms] c2 -> n1 release r1 c2.12
[   592.675ms] n1: release r1 c2.12: no key
[   592.693ms] c2 <- n1 no key
[   633.555ms] c1 -> n1 grant r1 c1.13 for 250ms
[   633.562ms] n1: grant r1 c1.13 for 250ms: no, in quarantine
[   633.577ms] c1 <- n1 no, in quarantine
[   633.577ms] c1 -> n1 release r1 c1.13
[   633.581ms] n1: release r1 c1.13: no key
[   633.584ms] c1 <- n1 no key
[   643.702ms] c2 -> n1 grant r1 c2.13 for 250ms
[   643.711ms] n1: grant r1 c2.13 for 250ms: no, in quarantine
[   643.725ms] c2 <- n1 no, in quarantine
[   643.725ms] c2 -> n1 release r1 c2.13
[   643.726ms] n1: release r1 c2.13: no key
[   643.732ms] c2 <- n1 no key
[   651.206ms] c1 -> n1 grant r1 c1.14 for 250ms
[   651.220ms] n1: grant r1 c1.14 for 250ms: no, in quarantine
[   651.228ms] c1 <- n1 no, in quarantine
[   651.228ms] c1 -> n1 release r1 c1.14
[   651.237ms] n1: release r1 c1.14: no key
[   651.295ms] c1 <- n1 no key
[   694.169ms] c1 -> n1 grant r1 c1.15 for 250ms
[   694.188ms] n1: grant r1 c1.15 for 250ms: no, in quarantine
[   694.208ms] c1 <- n1 no, in quarantine
[   694.208ms] c1 -> n1 release r1 c1.15
[   694.219ms] n1: release r1 c1.15: no key
[   694.222ms] c1 <- n1 no key
[   705.399ms] c2 -> n1 grant r1 c2.14 for 250ms
[   705.407ms] n1: grant r1 c2.14 for 250ms: no, in quarantine
[   705.426ms] c2 <- n1 no, in quarantine
[   705.426ms] c2 -> n1 release r1 c2.14
[   705.438ms] n1: release r1 c2.14: no key
[   705.441ms] c2 <- n1 no key
[   734.836ms] c1 -> n1 grant r1 c1.16 for 250ms
[   734.850ms] n1: grant r1 c1.16 for 250ms: no, in quarantine
[   734.860ms] c1 <- n1 no, in quarantine
[   734.860ms] c1 -> n1 release r1 c1.16
[   734.866ms] n1: release r1 c1.16: no key
[   734.884ms] c1 <- n1 no key
[   739.574ms] c2 -> n1 grant r1 c2.15 for 250ms
[   739.583ms] n1: grant r1 c2.15 for 250ms: no, in quarantine
[   739.585ms] c2 <- n1 no, in quarantine
[   739.585ms] c2 -> n1 release r1 c2.15
[   739.586ms] n1: release r1 c2.15: no key
[   739.597ms] c2 <- n1 no key
[   745.462ms] c2 -> n1 grant r1 c2.16 for 250ms
[   745.474ms] n1: grant r1 c2.16 for 250ms: no, in quarantine
[   745.478ms] c2 <- n1 no, in quarantine
[   745.478ms] c2 -> n1 release r1 c2.16
[   745.487ms] n1: release r1 c2.16: no key
[   745.493ms] c2 <- n1 no key
[   750.418ms] c1 -> n1 grant r1 c1.17 for 250ms
[   750.421ms] n1: grant r1 c1.17 for 250ms: no, in quarantine
[   750.422ms] c1 <- n1 no, in quarantine
[   750.422ms] c1 -> n1 release r1 c1.17
[   750.431ms] n1: release r1 c1.17: no key
[   750.438ms] c1 <- n1 no key
[   761.740ms] c1 -> n1 grant r1 c1.18 for 250ms
[   761.745ms] n1: grant r1 c1.18 for 250ms: no, in quarantine
[   761.752ms] c1 <- n1 no, in quarantine
[   761.752ms] c1 -> n1 release r1 c1.18
[   761.755ms] n1: release r1 c1.18: no key
[   761.763ms] c1 <- n1 no key
[   771.822ms] c1 -> n1 grant r1 c1.19 for 250ms
[   771.832ms] n1: grant r1 c1.19 for 250ms: no, in quarantine
[   771.856ms] c1 <- n1 no, in quarantine
[   771.856ms] c1 -> n1 release r1 c1.19
[   771.858ms] n1: release r1 c1.19: no key
[   771.861ms] c1 <- n1 no key
[   781.150ms] c2 -> n1 grant r1 c2.17 for 250ms
[   781.157ms] n1: grant r1 c2.17 for 250ms: no, in quarantine
[   781.171ms] c2 <- n1 no, in quarantine
[   781.171ms] c2 -> n1 release r1 c2.17
[   781.173ms] n1: release r1 c2.17: no key
[   781.207ms] c2 <- n1 no key
[   792.273ms] c2 -> n1 grant r1 c2.18 for 250ms
[   792.282ms] n1: grant r1 c2.18 for 250ms: no, in quarantine
[   792.299ms] c2 <- n1 no, in quarantine
[   792.299ms] c2 -> n1 release r1 c2.18
[   792.304ms] n1: release r1 c2.18: no key
[   792.315ms] c2 <- n1 no key
[   814.887ms] c1 -> n1 grant r1 c1.20 for 250ms
[   814.893ms] n1: grant r1 c1.20 for 250ms: no, in quarantine
[   814.905ms] c1 <- n1 no, in quarantine
[   814.905ms] c1 -> n1 release r1 c1.20
[   814.915ms] n1: release r1 c1.20: no key
[   814.919ms] c1 <- n1 no key
[   824.470ms] c2 -> n1 grant r1 c2.19 for 250ms
[   824.484ms] n1: grant r1 c2.19 for 250ms: no, in quarantine
[   824.492ms] c2 <- n1 no, in quarantine
[   824.492ms] c2 -> n1 release r1 c2.19
[   824.503ms] n1: release r1 c2.19: no key
[   824.506ms] c2 <- n1 no key
[   835.021ms] c1 -> n1 grant r1 c1.21 for 250ms
[   835.090ms] n1: grant r1 c1.21 for 250ms: no, in quarantine
[   835.104ms] c1 <- n1 no, in quarantine
[   835.104ms] c1 -> n1 release r1 c1.21
[   835.111ms] n1: release r1 c1.21: no key
[   835.114ms] c1 <- n1 no key
[   871.840ms] c2 -> n1 grant r1 c2.20 for 250ms
[   871.855ms] n1: grant r1 c2.20 for 250ms: no, in quarantine
[   871.885ms] c2 <- n1 no, in quarantine
[   871.885ms] c2 -> n1 release r1 c2.20
[   871.895ms] n1: release r1 c2.20: no key
[   871.909ms] c2 <- n1 no key
[   887.434ms] c1 -> n1 grant r1 c1.22 for 250ms
[   887.438ms] n1: grant r1 c1.22 for 250ms: no, in quarantine
[   887.451ms] c1 <- n1 no, in quarantine
[   887.451ms] c1 -> n1 release r1 c1.22
[   887.455ms] n1: release r1 c1.22: no key
[   887.457ms] c1 <- n1 no key
[   913.863ms] c2 -> n1 grant r1 c2.21 for 250ms
[   913.866ms] n1: grant r1 c2.21 for 250ms: no, in quarantine
[   913.906ms] c2 <- n1 no, in quarantine
[   913.906ms] c2 -> n1 release r1 c2.21
[   913.907ms] n1: release r1 c2.21: no key
[   913.911ms] c2 <- n1 no key
[   916.359ms] c2 -> n1 grant r1 c2.22 for 250ms
[   916.385ms] n1: grant r1 c2.22 for 250ms: no, in quarantine
[   916.389ms] c2 <- n1 no, in quarantine
[   916.389ms] c2 -> n1 release r1 c2.22
[   916.399ms] n1: release r1 c2.22: no key
[   916.404ms] c2 <- n1 no key
[   918.124ms] c1 -> n1 grant r1 c1.23 for 250ms
[   918.128ms] n1: grant r1 c1.23 for 250ms: no, in quarantine
[   918.146ms] c1 <- n1 no, in quarantine
[   918.146ms] c1 -> n1 release r1 c1.23
[   918.153ms] n1: release r1 c1.23: no key
[   918.154ms] c1 <- n1 no key
[   960.814ms] c2 -> n1 grant r1 c2.23 for 250ms
[   960.833ms] n1: grant r1 c2.23 for 250ms: no, in quarantine
[   960.839ms] c2 <- n1 no, in quarantine
[   960.839ms] c2 -> n1 release r1 c2.23
[   960.862ms] n1: release r1 c2.23: no key
[   960.864ms] c2 <- n1 no key
[   969.007ms] c1 -> n1 grant r1 c1.24 for 250ms
[   969.013ms] n1: grant r1 c1.24 for 250ms: no, in quarantine
[   969.021ms] c1 <- n1 no, in quarantine
[   969.021ms] c1 -> n1 release r1 c1.24
[   969.027ms] n1: release r1 c1.24: no key
[   969.032ms] c1 <- n1 no key
[   998.097ms] c2 -> n1 grant r1 c2.24 for 250ms
[   998.110ms] n1: grant r1 c2.24 for 250ms: no, in quarantine
[   998.116ms] c2 <- n1 no, in quarantine
[   998.116ms] c2 -> n1 release r1 c2.24
[   998.118ms] n1: release r1 c2.24: no key
[   998.119ms] c2 <- n1 no key
[  1001.840ms] c2 -> n1 grant r1 c2.25 for 250ms
[  1001.848ms] n1: grant r1 c2.25 for 250ms: no, in quarantine
[  1001.856ms] c2 <- n1 no, in quarantine
[  1001.856ms] c2 -> n1 release r1 c2.25
[  1001.863ms] n1: release r1 c2.25: no key
[  1001.873ms] c2 <- n1 no key
[  1017.942ms] c1 -> n1 grant r1 c1.25 for 250ms
[  1017.948ms] n1: grant r1 c1.25 for 250ms: no, in quarantine
[  1017.952ms] c1 <- n1 no, in quarantine
[  1017.952ms] c1 -> n1 release r1 c1.25
[  1017.956ms] n1: release r1 c1.25: no key
[  1017.974ms] c1 <- n1 no key
[  1043.521ms] c2 -> n1 grant r1 c2.26 for 250ms
[  1043.527ms] n1: grant r1 c2.26 for 250ms: no, in quarantine
[  1043.530ms] c2 <- n1 no, in quarantine
[  1043.530ms] c2 -> n1 release r1 c2.26
[  1043.538ms] n1: release r1 c2.26: no key
[  1043.544ms] c2 <- n1 no key
[  1076.377ms] c1 -> n1 grant r1 c1.26 for 250ms
[  1076.380ms] n1: grant r1 c1.26 for 250ms: no, in quarantine
[  1076.385ms] c1 <- n1 no, in quarantine
[  1076.385ms] c1 -> n1 release r1 c1.26
[  1076.403ms] n1: release r1 c1.26: no key
[  1076.406ms] c1 <- n1 no key
[  1081.537ms] c1 -> n1 grant r1 c1.27 for 250ms
[  1081.548ms] n1: grant r1 c1.27 for 250ms: no, in quarantine
[  1081.575ms] c1 <- n1 no, in quarantine
[  1081.575ms] c1 -> n1 release r1 c1.27
[  1081.588ms] n1: release r1 c1.27: no key
[  1081.593ms] c1 <- n1 no key
[  1089.413ms] c2 -> n1 grant r1 c2.27 for 250ms
[  1089.415ms] n1: grant r1 c2.27 for 250ms: no, in quarantine
[  1089.422ms] c2 <- n1 no, in quarantine
[  1089.422ms] c2 -> n1 release r1 c2.27
[  1089.428ms] n1: release r1 c2.27: no key
[  1089.431ms] c2 <- n1 no key
[  1131.892ms] c1 -> n1 grant r1 c1.28 for 250ms
[  1131.901ms] n1: grant r1 c1.28 for 250ms: no, in quarantine
[  1131.906ms] c1 <- n1 no, in quarantine
[  1131.906ms] c1 -> n1 release r1 c1.28
[  1131.925ms] n1: release r1 c1.28: no key
[  1131.929ms] c1 <- n1 no key
[  1137.250ms] c2 -> n1 grant r1 c2.28 for 250ms
[  1137.260ms] n1: grant r1 c2.28 for 250ms: no, in quarantine
[  1137.273ms] c2 <- n1 no, in quarantine
[  1137.273ms] c2 -> n1 release r1 c2.28
[  1137.279ms] n1: release r1 c2.28: no key
[  1137.287ms] c2 <- n1 no key
[  1164.584ms] c1 -> n1 grant r1 c1.29 for 250ms
[  1164.606ms] n1: grant r1 c1.29 for 250ms: no, in quarantine
[  1164.622ms] c1 <- n1 no, in quarantine
[  1164.622ms] c1 -> n1 release r1 c1.29
[  1164.637ms] n1: release r1 c1.29: no key
[  1164.646ms] c1 <- n1 no key
[  1181.515ms] c2 -> n1 grant r1 c2.29 for 250ms
[  1181.519ms] n1: grant r1 c2.29 for 250ms: no, in quarantine
[  1181.524ms] c2 <- n1 no, in quarantine
[  1181.524ms] c2 -> n1 release r1 c2.29
[  1181.527ms] n1: release r1 c2.29: no key
[  1181.543ms] c2 <- n1 no key
[  1207.535ms] c1 -> n1 grant r1 c1.30 for 250ms
[  1207.540ms] n1: grant r1 c1.30 for 250ms: no, in quarantine
[  1207.557ms] c1 <- n1 no, in quarantine
[  1207.557ms] c1 -> n1 release r1 c1.30
[  1207.573ms] n1: release r1 c1.30: no key
[  1207.576ms] c1 <- n1 no key
[  1215.962ms] c2 -> n1 grant r1 c2.30 for 250ms
[  1215.963ms] n1: grant r1 c2.30 for 250ms: no, in quarantine
[  1215.970ms] c2 <- n1 no, in quarantine
[  1215.970ms] c2 -> n1 release r1 c2.30
[  1215.972ms] n1: release r1 c2.30: no key
[  1215.999ms] c2 <- n1 no key
[  1228.645ms] c1 -> n1 grant r1 c1.31 for 250ms
[  1228.647ms] n1: grant r1 c1.31 for 250ms: no, in quarantine
[  1228.657ms] c1 <- n1 no, in quarantine
[  1228.657ms] c1 -> n1 release r1 c1.31
[  1228.669ms] n1: release r1 c1.31: no key
[  1228.693ms] c1 <- n1 no key
[  1241.888ms] c2 -> n1 grant r1 c2.31 for 250ms
[  1241.895ms] n1: grant r1 c2.31 for 250ms: no, in quarantine
[  1241.908ms] c2 <- n1 no, in quarantine
[  1241.908ms] c2 -> n1 release r1 c2.31
[  1241.915ms] n1: release r1 c2.31: no key
[  1241.918ms] c2 <- n1 no key
[  1264.291ms] c2 -> n1 grant r1 c2.32 for 250ms
[  1264.295ms] n1: grant r1 c2.32 for 250ms: no, in quarantine
[  1264.313ms] c2 <- n1 no, in quarantine
[  1264.313ms] c2 -> n1 release r1 c2.32
[  1264.316ms] n1: release r1 c2.32: no key
[  1264.318ms] c2 <- n1 no key
[  1272.908ms] c1 -> n1 grant r1 c1.32 for 250ms
[  1272.909ms] n1: grant r1 c1.32 for 250ms: no, in quarantine
[  1272.916ms] c1 <- n1 no, in quarantine
[  1272.916ms] c1 -> n1 release r1 c1.32
[  1272.919ms] n1: release r1 c1.32: no key
[  1272.924ms] c1 <- n1 no key
[  1291.619ms] c2 -> n1 grant r1 c2.33 for 250ms
[  1291.624ms] n1: grant r1 c2.33 for 250ms: no, in quarantine
[  1291.642ms] c2 <- n1 no, in quarantine
[  1291.642ms] c2 -> n1 release r1 c2.33
[  1291.658ms] n1: release r1 c2.33: no key
[  1291.660ms] c2 <- n1 no key
[  1333.343ms] c1 -> n1 grant r1 c1.33 for 250ms
[  1333.354ms] n1: grant r1 c1.33 for 250ms: no, in quarantine
[  1333.356ms] c1 <- n1 no, in quarantine
[  1333.356ms] c1 -> n1 release r1 c1.33
[  1333.365ms] n1: release r1 c1.33: no key
[  1333.367ms] c1 <- n1 no key
[  1334.953ms] c2 -> n1 grant r1 c2.34 for 250ms
[  1334.965ms] n1: grant r1 c2.34 for 250ms: no, in quarantine
[  1334.969ms] c2 <- n1 no, in quarantine
[  1334.969ms] c2 -> n1 release r1 c2.34
[  1334.996ms] n1: release r1 c2.34: no key
[  1335.002ms] c2 <- n1 no key
[  1354.527ms] c2 -> n1 grant r1 c2.35 for 250ms
[  1354.541ms] n1: grant r1 c2.35 for 250ms: no, in quarantine
[  1354.545ms] c2 <- n1 no, in quarantine
[  1354.545ms] c2 -> n1 release r1 c2.35
[  1354.553ms] n1: release r1 c2.35: no key
[  1354.588ms] c2 <- n1 no key
[  1360.420ms] c1 -> n1 grant r1 c1.34 for 250ms
[  1360.449ms] n1: grant r1 c1.34 for 250ms: no, in quarantine
[  1360.465ms] c1 <- n1 no, in quarantine
[  1360.465ms] c1 -> n1 release r1 c1.34
[  1360.469ms] n1: release r1 c1.34: no key
[  1360.492ms] c1 <- n1 no key
[  1371.126ms] c1 -> n1 grant r1 c1.35 for 250ms
[  1371.137ms] n1: grant r1 c1.35 for 250ms: no, in quarantine
[  1371.140ms] c1 <- n1 no, in quarantine
[  1371.140ms] c1 -> n1 release r1 c1.35
[  1371.150ms] n1: release r1 c1.35: no key
[  1371.158ms] c1 <- n1 no key
[  1378.027ms] c2 -> n1 grant r1 c2.36 for 250ms
[  1378.032ms] n1: grant r1 c2.36 for 250ms: no, in quarantine
[  1378.051ms] c2 <- n1 no, in quarantine
[  1378.051ms] c2 -> n1 release r1 c2.36
[  1378.064ms] n1: release r1 c2.36: no key
[  1378.076ms] c2 <- n1 no key
[  1380.191ms] c2 -> n1 grant r1 c2.37 for 250ms
[  1380.218ms] n1: grant r1 c2.37 for 250ms: no, in quarantine
[  1380.228ms] c2 <- n1 no, in quarantine
[  1380.228ms] c2 -> n1 release r1 c2.37
[  1380.232ms] n1: release r1 c2.37: no key
[  1380.238ms] c2 <- n1 no key
[  1380.494ms] c2 -> n1 grant r1 c2.38 for 250ms
[  1380.499ms] n1: grant r1 c2.38 for 250ms: no, in quarantine
[  1380.512ms] c2 <- n1 no, in quarantine
[  1380.512ms] c2 -> n1 release r1 c2.38
[  1380.520ms] n1: release r1 c2.38: no key
[  1380.523ms] c2 <- n1 no key
[  1389.372ms] c2 -> n1 grant r1 c2.39 for 250ms
[  1389.378ms] n1: grant r1 c2.39 for 250ms: no, in quarantine
[  1389.414ms] c2 <- n1 no, in quarantine
[  1389.414ms] c2 -> n1 release r1 c2.39
[  1389.426ms] n1: release r1 c2.39: no key
[  1389.435ms] c2 <- n1 no key
[  1413.589ms] c1 -> n1 grant r1 c1.36 for 250ms
[  1413.605ms] n1: grant r1 c1.36 for 250ms: no, in quarantine
[  1413.613ms] c1 <- n1 no, in quarantine
[  1413.613ms] c1 -> n1 release r1 c1.36
[  1413.617ms] n1: release r1 c1.36: no key
[  1413.637ms] c1 <- n1 no key
[  1429.515ms] c2 -> n1 grant r1 c2.40 for 250ms
[  1429.516ms] n1: grant r1 c2.40 for 250ms: no, in quarantine
[  1429.542ms] c2 <- n1 no, in quarantine
[  1429.542ms] c2 -> n1 release r1 c2.40
[  1429.543ms] n1: release r1 c2.40: no key
[  1429.560ms] c2 <- n1 no key
[  1469.898ms] c2 -> n1 grant r1 c2.41 for 250ms
[  1469.930ms] n1: grant r1 c2.41 for 250ms: no, in quarantine
[  1469.941ms] c2 <- n1 no, in quarantine
[  1469.941ms] c2 -> n1 release r1 c2.41
[  1469.962ms] n1: release r1 c2.41: no key
[  1469.966ms] c2 <- n1 no key
[  1471.930ms] c1 -> n1 grant r1 c1.37 for 250ms
[  1471.946ms] n1: grant r1 c1.37 for 250ms: no, in quarantine
[  1471.948ms] c1 <- n1 no, in quarantine
[  1471.948ms] c1 -> n1 release r1 c1.37
[  1471.960ms] n1: release r1 c1.37: no key
[  1471.974ms] c1 <- n1 no key
[  1490.293ms] c2 -> n1 grant r1 c2.42 for 250ms
[  1490.296ms] n1: grant r1 c2.42 for 250ms: no, in quarantine
[  1490.313ms] c2 <- n1 no, in quarantine
[  1490.313ms] c2 -> n1 release r1 c2.42
[  1490.315ms] n1: release r1 c2.42: no key
[  1490.331ms] c2 <- n1 no key
[  1527.531ms] c1 -> n1 grant r1 c1.38 for 250ms
[  1527.535ms] n1: grant r1 c1.38 for 250ms: no, in quarantine
[  1527.539ms] c1 <- n1 no, in quarantine
[  1527.539ms] c1 -> n1 release r1 c1.38
[  1527.542ms] n1: release r1 c1.38: no key
[  1527.565ms] c1 <- n1 no key
[  1546.736ms] c2 -> n1 grant r1 c2.43 for 250ms
[  1546.742ms] n1: grant r1 c2.43 for 250ms: no, in quarantine
[  1546.754ms] c2 <- n1 no, in quarantine
[  1546.754ms] c2 -> n1 release r1 c2.43
[  1546.760ms] n1: release r1 c2.43: no key
[  1546.766ms] c2 <- n1 no key
[  1584.455ms] c1 -> n1 grant r1 c1.39 for 250ms
[  1584.461ms] n1: grant r1 c1.39 for 250ms: no, in quarantine
[  1584.464ms] c1 <- n1 no, in quarantine
[  1584.464ms] c1 -> n1 release r1 c1.39
[  1584.466ms] n1: release r1 c1.39: no key
[  1584.471ms] c1 <- n1 no key
[  1600.045ms] c1 -> n1 mark as sound
[  1600.048ms] n1: mark as sound: yes
[  1600.050ms] c1 <- n1 yes
[  1600.462ms] c2 -> n1 mark as sound
[  1600.463ms] n1: mark as sound: no, '00010001000000000000' for -1ms
[  1600.531ms] c2 <- n1 no, '00010001000000000000' for -1ms
[  1603.739ms] c2 -> n1 grant r1 c2.44 for 250ms
[  1603.771ms] n1: grant r1 c2.44 for 250ms: yes
[  1603.785ms] c2 <- n1 yes
[  1603.785ms] c2 HOLDS r1 until 1799.739ms
[  1603.785ms] c2 acquires r1: acquired
[  1605.785ms] c2 gives r1 back
[  1605.785ms] c2 -> n1 release r1 c2.44
[  1605.786ms] n1: release r1 c2.44: yes
[  1605.807ms] c2 <- n1 yes
[  1605.807ms] c2 releases r1: done
[  1628.654ms] c1 -> n1 grant r1 c1.40 for 250ms
[  1628.663ms] n1: grant r1 c1.40 for 250ms: yes
[  1628.674ms] c1 <- n1 yes
[  1628.674ms] c1 HOLDS r1 until 1824.654ms
[  1628.674ms] c1 acquires r1: acquired
[  1630.674ms] c1 gives r1 back
[  1630.674ms] c1 -> n1 release r1 c1.40
[  1630.682ms] n1: release r1 c1.40: yes
[  1630.692ms] c1 <- n1 yes
[  1630.692ms] c1 releases r1: done
