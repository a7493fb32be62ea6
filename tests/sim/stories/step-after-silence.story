# c2 has not heard n1 for 3.5 s when its clock is stepped by 80 ms. It may have
# run slow by 35 ms meanwhile, so that 45 ms are certain, which is within the
# slack; but it may have been more, and was: what c1 counts there is not counted
# by c2 as well.
@only exclusion
@expect breaks nothing
@expect seen n1's clock is stepped by 80ms
@expect seen c2 -> n1 grant r1 c2.1
@expect seen c2 acquires r1: no quorum
seed 1
nodes 1
quorum 1
clients 2
guard on
agreeing
node-timeout 20ms
ttl-max 200ms
slack 50ms
length 4s
delay 0.01ms
3500ms c1 acquire r1 ttl 200ms
3501ms n1 step for 80ms
3672ms c2 acquire r1 ttl 200ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c2 connects to n1
[     0.007ms] c2 is connected to n1
[     0.012ms] c1 is connected to n1
[  3500.000ms] c1 wants r1 for 200ms
[  3500.000ms] c1 -> n1 grant r1 c1.1 for 250ms
[  3500.004ms] n1: grant r1 c1.1 for 250ms: no such script
[  3500.009ms] c1 <- n1 no such script
[  3500.009ms] c1 -> n1 grant r1 c1.1 for 250ms, whole script
[  3500.017ms] n1: grant r1 c1.1 for 250ms, whole script: yes
[  3500.027ms] c1 <- n1 yes
[  3500.027ms] c1 HOLDS r1 until 3696.000ms
[  3500.027ms] c1 acquires r1: acquired
[  3501.000ms] n1's clock is stepped by 80ms
[  3672.000ms] c2 wants r1 for 200ms
[  3672.000ms] c2 -> n1 grant r1 c2.1 for 250ms
[  3672.022ms] n1: grant r1 c2.1 for 250ms: yes
[  3672.037ms] c2 <- n1 yes
[  3672.037ms] c2 -> n1 release r1 c2.1, whole script
[  3672.037ms] c2 acquires r1: no quorum
[  3672.044ms] n1: release r1 c2.1, whole script: yes
[  3672.056ms] c2 <- n1 yes
[  3676.000ms] c1 does not hold r1 any more
[  3676.000ms] c1 is told that r1 is lost
[  3676.000ms] c1 gives r1 back
[  3676.000ms] c1 -> n1 release r1 c1.1, whole script
[  3676.004ms] n1: release r1 c1.1, whole script: no key
[  3676.009ms] c1 <- n1 no key
[  3676.009ms] c1 releases r1: gone
[  4000.000ms] faults stop
[  4000.000ms] everybody asks for r1
[  4000.000ms] c1 wants r1 for 200ms
[  4000.000ms] c1 -> n1 grant r1 c1.2 for 250ms
[  4000.000ms] c2 wants r1 for 200ms
[  4000.000ms] c2 -> n1 grant r1 c2.2 for 250ms
[  4000.012ms] n1: grant r1 c1.2 for 250ms: yes
[  4000.015ms] n1: grant r1 c2.2 for 250ms: no, c1.2 for 250ms
[  4000.015ms] c1 <- n1 yes
[  4000.015ms] c1 -> n1 mark as in quarantine
[  4000.015ms] c1 -> n1 release r1 c1.2
[  4000.021ms] n1: mark as in quarantine: yes
[  4000.021ms] n1: release r1 c1.2: yes
[  4000.045ms] c1 <- n1 yes
[  4000.045ms] c1 <- n1 yes
[  4000.053ms] c2 <- n1 no, c1.2 for 250ms
[  4000.053ms] c2 -> n1 release r1 c2.2
[  4000.060ms] n1: release r1 c2.2: no key
[  4000.072ms] c2 <- n1 no key
[  4000.152ms] c1 -> n1 grant r1 c1.3 for 250ms
[  4000.165ms] n1: grant r1 c1.3 for 250ms: no, in quarantine
[  4000.175ms] c1 <- n1 no, in quarantine
[  4000.175ms] c1 -> n1 release r1 c1.3
[  4000.177ms] n1: release r1 c1.3: no key
[  4000.190ms] c1 <- n1 no key
[  4000.503ms] c2 -> n1 grant r1 c2.3 for 250ms
[  4000.515ms] n1: grant r1 c2.3 for 250ms: no, in quarantine
[  4000.521ms] c2 <- n1 no, in quarantine
[  4000.521ms] c2 -> n1 release r1 c2.3
[  4000.533ms] n1: release r1 c2.3: no key
[  4000.542ms] c2 <- n1 no key
[  4001.850ms] c1 -> n1 grant r1 c1.4 for 250ms
[  4001.858ms] n1: grant r1 c1.4 for 250ms: no, in quarantine
[  4001.862ms] c1 <- n1 no, in quarantine
[  4001.862ms] c1 -> n1 release r1 c1.4
[  4001.863ms] n1: release r1 c1.4: no key
[  4001.878ms] c1 <- n1 no key
[  4002.404ms] c2 -> n1 grant r1 c2.4 for 250ms
[  4002.410ms] n1: grant r1 c2.4 for 250ms: no, in quarantine
[  4002.433ms] c2 <- n1 no, in quarantine
[  4002.433ms] c2 -> n1 release r1 c2.4
[  4002.436ms] n1: release r1 c2.4: no key
[  4002.443ms] c2 <- n1 no key
[  4003.873ms] c2 -> n1 grant r1 c2.5 for 250ms
[  4003.882ms] n1: grant r1 c2.5 for 250ms: no, in quarantine
[  4003.884ms] c2 <- n1 no, in quarantine
[  4003.884ms] c2 -> n1 release r1 c2.5
[  4003.889ms] n1: release r1 c2.5: no key
[  4003.899ms] c2 <- n1 no key
[  4005.608ms] c1 -> n1 grant r1 c1.5 for 250ms
[  4005.632ms] n1: grant r1 c1.5 for 250ms: no, in quarantine
[  4005.645ms] c1 <- n1 no, in quarantine
[  4005.645ms] c1 -> n1 release r1 c1.5
[  4005.654ms] n1: release r1 c1.5: no key
[  4005.667ms] c1 <- n1 no key
[  4007.904ms] c2 -> n1 grant r1 c2.6 for 250ms
[  4007.918ms] n1: grant r1 c2.6 for 250ms: no, in quarantine
[  4007.922ms] c2 <- n1 no, in quarantine
[  4007.922ms] c2 -> n1 release r1 c2.6
[  4007.933ms] n1: release r1 c2.6: no key
[  4007.937ms] c2 <- n1 no key
[  4009.951ms] c1 -> n1 grant r1 c1.6 for 250ms
[  4009.986ms] n1: grant r1 c1.6 for 250ms: no, in quarantine
[  4009.998ms] c1 <- n1 no, in quarantine
[  4009.998ms] c1 -> n1 release r1 c1.6
[  4010.000ms] n1: release r1 c1.6: no key
[  4010.006ms] c1 <- n1 no key
[  4017.985ms] c1 -> n1 grant r1 c1.7 for 250ms
[  4017.997ms] n1: grant r1 c1.7 for 250ms: no, in quarantine
[  4018.013ms] c1 <- n1 no, in quarantine
[  4018.013ms] c1 -> n1 release r1 c1.7
[  4018.018ms] n1: release r1 c1.7: no key
[  4018.026ms] c1 <- n1 no key
[  4020.536ms] c2 -> n1 grant r1 c2.7 for 250ms
[  4020.551ms] n1: grant r1 c2.7 for 250ms: no, in quarantine
[  4020.559ms] c2 <- n1 no, in quarantine
[  4020.559ms] c2 -> n1 release r1 c2.7
[  4020.586ms] n1: release r1 c2.7: no key
[  4020.592ms] c2 <- n1 no key
[  4030.071ms] c1 -> n1 grant r1 c1.8 for 250ms
[  4030.075ms] n1: grant r1 c1.8 for 250ms: no, in quarantine
[  4030.076ms] c1 <- n1 no, in quarantine
[  4030.076ms] c1 -> n1 release r1 c1.8
[  4030.078ms] n1: release r1 c1.8: no key
[  4030.095ms] c1 <- n1 no key
[  4033.395ms] c2 -> n1 grant r1 c2.8 for 250ms
[  4033.402ms] n1: grant r1 c2.8 for 250ms: no, in quarantine
[  4033.416ms] c2 <- n1 no, in quarantine
[  4033.416ms] c2 -> n1 release r1 c2.8
[  4033.421ms] n1: release r1 c2.8: no key
[  4033.436ms] c2 <- n1 no key
[  4082.296ms] c2 -> n1 grant r1 c2.9 for 250ms
[  4082.318ms] n1: grant r1 c2.9 for 250ms: no, in quarantine
[  4082.325ms] c2 <- n1 no, in quarantine
[  4082.325ms] c2 -> n1 release r1 c2.9
[  4082.350ms] n1: release r1 c2.9: no key
[  4082.351ms] c2 <- n1 no key
[  4083.760ms] c1 -> n1 grant r1 c1.9 for 250ms
[  4083.783ms] n1: grant r1 c1.9 for 250ms: no, in quarantine
[  4083.800ms] c1 <- n1 no, in quarantine
[  4083.800ms] c1 -> n1 release r1 c1.9
[  4083.827ms] n1: release r1 c1.9: no key
[  4083.839ms] c1 <- n1 no key
[  4138.748ms] c2 -> n1 grant r1 c2.10 for 250ms
[  4138.751ms] n1: grant r1 c2.10 for 250ms: no, in quarantine
[  4138.753ms] c2 <- n1 no, in quarantine
[  4138.753ms] c2 -> n1 release r1 c2.10
[  4138.769ms] n1: release r1 c2.10: no key
[  4138.788ms] c2 <- n1 no key
[  4145.832ms] c1 -> n1 grant r1 c1.10 for 250ms
[  4145.836ms] n1: grant r1 c1.10 for 250ms: no, in quarantine
[  4145.842ms] c1 <- n1 no, in quarantine
[  4145.842ms] c1 -> n1 release r1 c1.10
[  4145.844ms] n1: release r1 c1.10: no key
[  4145.855ms] c1 <- n1 no key
[  4174.756ms] c1 -> n1 grant r1 c1.11 for 250ms
[  4174.760ms] n1: grant r1 c1.11 for 250ms: no, in quarantine
[  4174.765ms] c1 <- n1 no, in quarantine
[  4174.765ms] c1 -> n1 release r1 c1.11
[  4174.767ms] n1: release r1 c1.11: no key
[  4174.773ms] c1 <- n1 no key
[  4187.455ms] c1 -> n1 grant r1 c1.12 for 250ms
[  4187.483ms] n1: grant r1 c1.12 for 250ms: no, in quarantine
[  4187.489ms] c1 <- n1 no, in quarantine
[  4187.489ms] c1 -> n1 release r1 c1.12
[  4187.501ms] n1: release r1 c1.12: no key
[  4187.505ms] c1 <- n1 no key
[  4192.697ms] c2 -> n1 grant r1 c2.11 for 250ms
[  4192.713ms] n1: grant r1 c2.11 for 250ms: no, in quarantine
[  4192.716ms] c2 <- n1 no, in quarantine
[  4192.716ms] c2 -> n1 release r1 c2.11
[  4192.725ms] n1: release r1 c2.11: no key
[  4192.730ms] c2 <- n1 no key
[  4233.555ms] c1 -> n1 grant r1 c1.13 for 250ms
[  4233.562ms] n1: grant r1 c1.13 for 250ms: no, in quarantine
[  4233.577ms] c1 <- n1 no, in quarantine
[  4233.577ms] c1 -> n1 release r1 c1.13
[  4233.581ms] n1: release r1 c1.13: no key
[  4233.584ms] c1 <- n1 no key
[  4243.748ms] c2 -> n1 grant r1 c2.12 for 250ms
[  4243.772ms] n1: grant r1 c2.12 for 250ms: no, in quarantine
[  4243.781ms] c2 <- n1 no, in quarantine
[  4243.781ms] c2 -> n1 release r1 c2.12
[  4243.788ms] n1: release r1 c2.12: no key
[  4243.791ms] c2 <- n1 no key
[  4251.206ms] c1 -> n1 grant r1 c1.14 for 250ms
[  4251.220ms] n1: grant r1 c1.14 for 250ms: no, in quarantine
[  4251.228ms] c1 <- n1 no, in quarantine
[  4251.228ms] c1 -> n1 release r1 c1.14
[  4251.237ms] n1: release r1 c1.14: no key
[  4251.295ms] c1 <- n1 no key
[  4294.169ms] c1 -> n1 grant r1 c1.15 for 250ms
[  4294.188ms] n1: grant r1 c1.15 for 250ms: no, in quarantine
[  4294.208ms] c1 <- n1 no, in quarantine
[  4294.208ms] c1 -> n1 release r1 c1.15
[  4294.219ms] n1: release r1 c1.15: no key
[  4294.222ms] c1 <- n1 no key
[  4305.456ms] c2 -> n1 grant r1 c2.13 for 250ms
[  4305.461ms] n1: grant r1 c2.13 for 250ms: no, in quarantine
[  4305.479ms] c2 <- n1 no, in quarantine
[  4305.479ms] c2 -> n1 release r1 c2.13
[  4305.489ms] n1: release r1 c2.13: no key
[  4305.502ms] c2 <- n1 no key
[  4334.836ms] c1 -> n1 grant r1 c1.16 for 250ms
[  4334.850ms] n1: grant r1 c1.16 for 250ms: no, in quarantine
[  4334.860ms] c1 <- n1 no, in quarantine
[  4334.860ms] c1 -> n1 release r1 c1.16
[  4334.866ms] n1: release r1 c1.16: no key
[  4334.884ms] c1 <- n1 no key
[  4339.627ms] c2 -> n1 grant r1 c2.14 for 250ms
[  4339.629ms] n1: grant r1 c2.14 for 250ms: no, in quarantine
[  4339.635ms] c2 <- n1 no, in quarantine
[  4339.635ms] c2 -> n1 release r1 c2.14
[  4339.643ms] n1: release r1 c2.14: no key
[  4339.661ms] c2 <- n1 no key
[  4345.512ms] c2 -> n1 grant r1 c2.15 for 250ms
[  4345.525ms] n1: grant r1 c2.15 for 250ms: no, in quarantine
[  4345.527ms] c2 <- n1 no, in quarantine
[  4345.527ms] c2 -> n1 release r1 c2.15
[  4345.537ms] n1: release r1 c2.15: no key
[  4345.539ms] c2 <- n1 no key
[  4350.418ms] c1 -> n1 grant r1 c1.17 for 250ms
[  4350.421ms] n1: grant r1 c1.17 for 250ms: no, in quarantine
[  4350.422ms] c1 <- n1 no, in quarantine
[  4350.422ms] c1 -> n1 release r1 c1.17
[  4350.431ms] n1: release r1 c1.17: no key
[  4350.438ms] c1 <- n1 no key
[  4361.740ms] c1 -> n1 grant r1 c1.18 for 250ms
[  4361.745ms] n1: grant r1 c1.18 for 250ms: no, in quarantine
[  4361.752ms] c1 <- n1 no, in quarantine
[  4361.752ms] c1 -> n1 release r1 c1.18
[  4361.755ms] n1: release r1 c1.18: no key
[  4361.763ms] c1 <- n1 no key
[  4371.822ms] c1 -> n1 grant r1 c1.19 for 250ms
[  4371.832ms] n1: grant r1 c1.19 for 250ms: no, in quarantine
[  4371.856ms] c1 <- n1 no, in quarantine
[  4371.856ms] c1 -> n1 release r1 c1.19
[  4371.858ms] n1: release r1 c1.19: no key
[  4371.861ms] c1 <- n1 no key
[  4381.199ms] c2 -> n1 grant r1 c2.16 for 250ms
[  4381.200ms] n1: grant r1 c2.16 for 250ms: no, in quarantine
[  4381.210ms] c2 <- n1 no, in quarantine
[  4381.210ms] c2 -> n1 release r1 c2.16
[  4381.223ms] n1: release r1 c2.16: no key
[  4381.227ms] c2 <- n1 no key
[  4392.312ms] c2 -> n1 grant r1 c2.17 for 250ms
[  4392.320ms] n1: grant r1 c2.17 for 250ms: no, in quarantine
[  4392.327ms] c2 <- n1 no, in quarantine
[  4392.327ms] c2 -> n1 release r1 c2.17
[  4392.334ms] n1: release r1 c2.17: no key
[  4392.348ms] c2 <- n1 no key
[  4414.887ms] c1 -> n1 grant r1 c1.20 for 250ms
[  4414.893ms] n1: grant r1 c1.20 for 250ms: no, in quarantine
[  4414.905ms] c1 <- n1 no, in quarantine
[  4414.905ms] c1 -> n1 release r1 c1.20
[  4414.915ms] n1: release r1 c1.20: no key
[  4414.919ms] c1 <- n1 no key
[  4424.498ms] c2 -> n1 grant r1 c2.18 for 250ms
[  4424.500ms] n1: grant r1 c2.18 for 250ms: no, in quarantine
[  4424.534ms] c2 <- n1 no, in quarantine
[  4424.534ms] c2 -> n1 release r1 c2.18
[  4424.543ms] n1: release r1 c2.18: no key
[  4424.560ms] c2 <- n1 no key
[  4435.021ms] c1 -> n1 grant r1 c1.21 for 250ms
[  4435.090ms] n1: grant r1 c1.21 for 250ms: no, in quarantine
[  4435.104ms] c1 <- n1 no, in quarantine
[  4435.104ms] c1 -> n1 release r1 c1.21
[  4435.111ms] n1: release r1 c1.21: no key
[  4435.114ms] c1 <- n1 no key
[  4471.882ms] c2 -> n1 grant r1 c2.19 for 250ms
[  4471.887ms] n1: grant r1 c2.19 for 250ms: no, in quarantine
[  4471.898ms] c2 <- n1 no, in quarantine
[  4471.898ms] c2 -> n1 release r1 c2.19
[  4471.912ms] n1: release r1 c2.19: no key
[  4471.920ms] c2 <- n1 no key
[  4487.434ms] c1 -> n1 grant r1 c1.22 for 250ms
[  4487.438ms] n1: grant r1 c1.22 for 250ms: no, in quarantine
[  4487.451ms] c1 <- n1 no, in quarantine
[  4487.451ms] c1 -> n1 release r1 c1.22
[  4487.455ms] n1: release r1 c1.22: no key
[  4487.457ms] c1 <- n1 no key
[  4513.876ms] c2 -> n1 grant r1 c2.20 for 250ms
[  4513.887ms] n1: grant r1 c2.20 for 250ms: no, in quarantine
[  4513.890ms] c2 <- n1 no, in quarantine
[  4513.890ms] c2 -> n1 release r1 c2.20
[  4513.904ms] n1: release r1 c2.20: no key
[  4513.934ms] c2 <- n1 no key
[  4516.352ms] c2 -> n1 grant r1 c2.21 for 250ms
[  4516.362ms] n1: grant r1 c2.21 for 250ms: no, in quarantine
[  4516.377ms] c2 <- n1 no, in quarantine
[  4516.377ms] c2 -> n1 release r1 c2.21
[  4516.380ms] n1: release r1 c2.21: no key
[  4516.420ms] c2 <- n1 no key
[  4518.124ms] c1 -> n1 grant r1 c1.23 for 250ms
[  4518.128ms] n1: grant r1 c1.23 for 250ms: no, in quarantine
[  4518.146ms] c1 <- n1 no, in quarantine
[  4518.146ms] c1 -> n1 release r1 c1.23
[  4518.153ms] n1: release r1 c1.23: no key
[  4518.154ms] c1 <- n1 no key
[  4561.181ms] c2 -> n1 grant r1 c2.22 for 250ms
[  4561.182ms] n1: grant r1 c2.22 for 250ms: no, in quarantine
[  4561.186ms] c2 <- n1 no, in quarantine
[  4561.186ms] c2 -> n1 release r1 c2.22
[  4561.212ms] n1: release r1 c2.22: no key
[  4561.216ms] c2 <- n1 no key
[  4569.618ms] c1 -> n1 grant r1 c1.24 for 250ms
[  4569.624ms] n1: grant r1 c1.24 for 250ms: no, in quarantine
[  4569.632ms] c1 <- n1 no, in quarantine
[  4569.632ms] c1 -> n1 release r1 c1.24
[  4569.637ms] n1: release r1 c1.24: no key
[  4569.642ms] c1 <- n1 no key
[  4602.024ms] c2 -> n1 grant r1 c2.23 for 250ms
[  4602.034ms] n1: grant r1 c2.23 for 250ms: no, in quarantine
[  4602.039ms] c2 <- n1 no, in quarantine
[  4602.039ms] c2 -> n1 release r1 c2.23
[  4602.058ms] n1: release r1 c2.23: no key
[  4602.064ms] c2 <- n1 no key
[  4606.419ms] c2 -> n1 grant r1 c2.24 for 250ms
[  4606.442ms] n1: grant r1 c2.24 for 250ms: no, in quarantine
[  4606.444ms] c2 <- n1 no, in quarantine
[  4606.444ms] c2 -> n1 release r1 c2.24
[  4606.457ms] n1: release r1 c2.24: no key
[  4606.462ms] c2 <- n1 no key
[  4624.060ms] c1 -> n1 grant r1 c1.25 for 250ms
[  4624.065ms] n1: grant r1 c1.25 for 250ms: no, in quarantine
[  4624.070ms] c1 <- n1 no, in quarantine
[  4624.070ms] c1 -> n1 release r1 c1.25
[  4624.074ms] n1: release r1 c1.25: no key
[  4624.091ms] c1 <- n1 no key
[  4655.794ms] c2 -> n1 grant r1 c2.25 for 250ms
[  4655.796ms] n1: grant r1 c2.25 for 250ms: no, in quarantine
[  4655.798ms] c2 <- n1 no, in quarantine
[  4655.798ms] c2 -> n1 release r1 c2.25
[  4655.806ms] n1: release r1 c2.25: no key
[  4655.813ms] c2 <- n1 no key
[  4695.283ms] c1 -> n1 grant r1 c1.26 for 250ms
[  4695.286ms] n1: grant r1 c1.26 for 250ms: no, in quarantine
[  4695.291ms] c1 <- n1 no, in quarantine
[  4695.291ms] c1 -> n1 release r1 c1.26
[  4695.309ms] n1: release r1 c1.26: no key
[  4695.312ms] c1 <- n1 no key
[  4702.287ms] c1 -> n1 grant r1 c1.27 for 250ms
[  4702.298ms] n1: grant r1 c1.27 for 250ms: no, in quarantine
[  4702.325ms] c1 <- n1 no, in quarantine
[  4702.325ms] c1 -> n1 release r1 c1.27
[  4702.338ms] n1: release r1 c1.27: no key
[  4702.343ms] c1 <- n1 no key
[  4714.566ms] c2 -> n1 grant r1 c2.26 for 250ms
[  4714.574ms] n1: grant r1 c2.26 for 250ms: no, in quarantine
[  4714.583ms] c2 <- n1 no, in quarantine
[  4714.583ms] c2 -> n1 release r1 c2.26
[  4714.589ms] n1: release r1 c2.26: no key
[  4714.593ms] c2 <- n1 no key
[  4771.346ms] c1 -> n1 grant r1 c1.28 for 250ms
[  4771.355ms] n1: grant r1 c1.28 for 250ms: no, in quarantine
[  4771.360ms] c1 <- n1 no, in quarantine
[  4771.360ms] c1 -> n1 release r1 c1.28
[  4771.379ms] n1: release r1 c1.28: no key
[  4771.383ms] c1 <- n1 no key
[  4781.336ms] c2 -> n1 grant r1 c2.27 for 250ms
[  4781.344ms] n1: grant r1 c2.27 for 250ms: no, in quarantine
[  4781.350ms] c2 <- n1 no, in quarantine
[  4781.350ms] c2 -> n1 release r1 c2.27
[  4781.352ms] n1: release r1 c2.27: no key
[  4781.359ms] c2 <- n1 no key
[  4820.592ms] c1 -> n1 grant r1 c1.29 for 250ms
[  4820.614ms] n1: grant r1 c1.29 for 250ms: no, in quarantine
[  4820.630ms] c1 <- n1 no, in quarantine
[  4820.630ms] c1 -> n1 release r1 c1.29
[  4820.645ms] n1: release r1 c1.29: no key
[  4820.654ms] c1 <- n1 no key
[  4848.867ms] c2 -> n1 grant r1 c2.28 for 250ms
[  4848.873ms] n1: grant r1 c2.28 for 250ms: no, in quarantine
[  4848.875ms] c2 <- n1 no, in quarantine
[  4848.875ms] c2 -> n1 release r1 c2.28
[  4848.885ms] n1: release r1 c2.28: no key
[  4848.899ms] c2 <- n1 no key
[  4889.412ms] c1 -> n1 grant r1 c1.30 for 250ms
[  4889.416ms] n1: grant r1 c1.30 for 250ms: no, in quarantine
[  4889.433ms] c1 <- n1 no, in quarantine
[  4889.433ms] c1 -> n1 release r1 c1.30
[  4889.449ms] n1: release r1 c1.30: no key
[  4889.452ms] c1 <- n1 no key
[  4905.972ms] c2 -> n1 grant r1 c2.29 for 250ms
[  4905.978ms] n1: grant r1 c2.29 for 250ms: no, in quarantine
[  4905.985ms] c2 <- n1 no, in quarantine
[  4905.985ms] c2 -> n1 release r1 c2.29
[  4905.989ms] n1: release r1 c2.29: no key
[  4905.994ms] c2 <- n1 no key
[  4926.066ms] c1 -> n1 grant r1 c1.31 for 250ms
[  4926.069ms] n1: grant r1 c1.31 for 250ms: no, in quarantine
[  4926.078ms] c1 <- n1 no, in quarantine
[  4926.078ms] c1 -> n1 release r1 c1.31
[  4926.090ms] n1: release r1 c1.31: no key
[  4926.114ms] c1 <- n1 no key
[  4951.847ms] c2 -> n1 grant r1 c2.30 for 250ms
[  4951.851ms] n1: grant r1 c2.30 for 250ms: no, in quarantine
[  4951.867ms] c2 <- n1 no, in quarantine
[  4951.867ms] c2 -> n1 release r1 c2.30
[  4951.869ms] n1: release r1 c2.30: no key
[  4951.875ms] c2 <- n1 no key
[  4993.479ms] c2 -> n1 grant r1 c2.31 for 250ms
[  4993.481ms] n1: grant r1 c2.31 for 250ms: no, in quarantine
[  4993.508ms] c2 <- n1 no, in quarantine
[  4993.508ms] c2 -> n1 release r1 c2.31
[  4993.515ms] n1: release r1 c2.31: no key
[  4993.528ms] c2 <- n1 no key
[  5006.116ms] c1 -> n1 grant r1 c1.32 for 250ms
[  5006.118ms] n1: grant r1 c1.32 for 250ms: no, in quarantine
[  5006.125ms] c1 <- n1 no, in quarantine
[  5006.125ms] c1 -> n1 release r1 c1.32
[  5006.128ms] n1: release r1 c1.32: no key
[  5006.133ms] c1 <- n1 no key
[  5046.493ms] c2 -> n1 grant r1 c2.32 for 250ms
[  5046.500ms] n1: grant r1 c2.32 for 250ms: no, in quarantine
[  5046.504ms] c2 <- n1 no, in quarantine
[  5046.504ms] c2 -> n1 release r1 c2.32
[  5046.508ms] n1: release r1 c2.32: no key
[  5046.526ms] c2 <- n1 no key
[  5124.869ms] c1 -> n1 grant r1 c1.33 for 250ms
[  5124.880ms] n1: grant r1 c1.33 for 250ms: no, in quarantine
[  5124.881ms] c1 <- n1 no, in quarantine
[  5124.881ms] c1 -> n1 release r1 c1.33
[  5124.891ms] n1: release r1 c1.33: no key
[  5124.893ms] c1 <- n1 no key
[  5135.029ms] c2 -> n1 grant r1 c2.33 for 250ms
[  5135.032ms] n1: grant r1 c2.33 for 250ms: no, in quarantine
[  5135.035ms] c2 <- n1 no, in quarantine
[  5135.035ms] c2 -> n1 release r1 c2.33
[  5135.040ms] n1: release r1 c2.33: no key
[  5135.058ms] c2 <- n1 no key
[  5178.392ms] c2 -> n1 grant r1 c2.34 for 250ms
[  5178.407ms] n1: grant r1 c2.34 for 250ms: no, in quarantine
[  5178.410ms] c2 <- n1 no, in quarantine
[  5178.410ms] c2 -> n1 release r1 c2.34
[  5178.421ms] n1: release r1 c2.34: no key
[  5178.425ms] c2 <- n1 no key
[  5184.344ms] c1 -> n1 grant r1 c1.34 for 250ms
[  5184.372ms] n1: grant r1 c1.34 for 250ms: no, in quarantine
[  5184.389ms] c1 <- n1 no, in quarantine
[  5184.389ms] c1 -> n1 release r1 c1.34
[  5184.392ms] n1: release r1 c1.34: no key
[  5184.415ms] c1 <- n1 no key
[  5200.045ms] c1 -> n1 mark as sound
[  5200.055ms] n1: mark as sound: yes
[  5200.058ms] c1 <- n1 yes
[  5200.521ms] c2 -> n1 mark as sound
[  5200.548ms] n1: mark as sound: no, '00010001000000000000' for -1ms
[  5200.553ms] c2 <- n1 no, '00010001000000000000' for -1ms
[  5209.050ms] c1 -> n1 grant r1 c1.35 for 250ms
[  5209.061ms] n1: grant r1 c1.35 for 250ms: yes
[  5209.069ms] c1 <- n1 yes
[  5209.069ms] c1 HOLDS r1 until 5405.050ms
[  5209.069ms] c1 acquires r1: acquired
[  5211.069ms] c1 gives r1 back
[  5211.069ms] c1 -> n1 release r1 c1.35
[  5211.085ms] n1: release r1 c1.35: yes
[  5211.093ms] c1 <- n1 yes
[  5211.093ms] c1 releases r1: done
[  5232.455ms] c2 -> n1 grant r1 c2.35 for 250ms
[  5232.468ms] n1: grant r1 c2.35 for 250ms: yes
[  5232.473ms] c2 <- n1 yes
[  5232.473ms] c2 HOLDS r1 until 5428.455ms
[  5232.473ms] c2 acquires r1: acquired
[  5234.473ms] c2 gives r1 back
[  5234.473ms] c2 -> n1 release r1 c2.35
[  5234.481ms] n1: release r1 c2.35: yes
[  5234.516ms] c2 <- n1 yes
[  5234.516ms] c2 releases r1: done
