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
[  3672.037ms] c2 -> n1 pass r1 c2.1, whole script
[  3672.037ms] c2 acquires r1: no quorum
[  3672.044ms] n1: pass r1 c2.1, whole script: yes
[  3672.056ms] c2 <- n1 yes
[  3676.000ms] c1 does not hold r1 any more
[  3676.000ms] c1 is told that r1 is lost
[  3676.000ms] c1 gives r1 back
[  3676.000ms] c1 -> n1 pass r1 c1.1, whole script
[  3676.004ms] n1: pass r1 c1.1, whole script: no key
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
[  4000.015ms] c1 -> n1 pass r1 c1.2
[  4000.021ms] n1: mark as in quarantine: yes
[  4000.021ms] n1: pass r1 c1.2: yes
[  4000.045ms] c1 <- n1 yes
[  4000.045ms] c1 <- n1 yes
[  4000.053ms] c2 <- n1 no, c1.2 for 250ms
[  4000.053ms] c2 -> n1 ask r1 c2.3 for 250ms
[  4000.060ms] n1: ask r1 c2.3 for 250ms: no such script
[  4000.072ms] c2 <- n1 no such script
[  4000.072ms] c2 -> n1 ask r1 c2.3 for 250ms, whole script
[  4000.085ms] n1: ask r1 c2.3 for 250ms, whole script: no, in quarantine
[  4000.090ms] c2 <- n1 no, in quarantine
[  4000.090ms] c2 -> n1 pass r1 c2.3
[  4000.090ms] c2 -> n1 grant r1 c2.4 for 250ms
[  4000.102ms] n1: pass r1 c2.3: no key
[  4000.102ms] n1: grant r1 c2.4 for 250ms: no, in quarantine
[  4000.111ms] c2 <- n1 no key
[  4000.125ms] c2 <- n1 no, in quarantine
[  4000.125ms] c2 -> n1 pass r1 c2.4
[  4000.128ms] n1: pass r1 c2.4: no key
[  4000.135ms] c2 <- n1 no key
[  4000.152ms] c1 -> n1 grant r1 c1.3 for 250ms
[  4000.165ms] n1: grant r1 c1.3 for 250ms: no, in quarantine
[  4000.175ms] c1 <- n1 no, in quarantine
[  4000.175ms] c1 -> n1 pass r1 c1.3
[  4000.177ms] n1: pass r1 c1.3: no key
[  4000.190ms] c1 <- n1 no key
[  4001.850ms] c1 -> n1 grant r1 c1.4 for 250ms
[  4001.858ms] n1: grant r1 c1.4 for 250ms: no, in quarantine
[  4001.862ms] c1 <- n1 no, in quarantine
[  4001.862ms] c1 -> n1 pass r1 c1.4
[  4001.863ms] n1: pass r1 c1.4: no key
[  4001.878ms] c1 <- n1 no key
[  4003.893ms] c2 -> n1 ask r1 c2.5 for 250ms
[  4003.902ms] n1: ask r1 c2.5 for 250ms: no, in quarantine
[  4003.904ms] c2 <- n1 no, in quarantine
[  4003.904ms] c2 -> n1 pass r1 c2.5
[  4003.904ms] c2 -> n1 grant r1 c2.6 for 250ms
[  4003.909ms] n1: pass r1 c2.5: no key
[  4003.918ms] n1: grant r1 c2.6 for 250ms: no, in quarantine
[  4003.919ms] c2 <- n1 no key
[  4003.923ms] c2 <- n1 no, in quarantine
[  4003.923ms] c2 -> n1 pass r1 c2.6
[  4003.933ms] n1: pass r1 c2.6: no key
[  4003.938ms] c2 <- n1 no key
[  4005.608ms] c1 -> n1 grant r1 c1.5 for 250ms
[  4005.632ms] n1: grant r1 c1.5 for 250ms: no, in quarantine
[  4005.645ms] c1 <- n1 no, in quarantine
[  4005.645ms] c1 -> n1 pass r1 c1.5
[  4005.654ms] n1: pass r1 c1.5: no key
[  4005.667ms] c1 <- n1 no key
[  4009.951ms] c1 -> n1 grant r1 c1.6 for 250ms
[  4009.986ms] n1: grant r1 c1.6 for 250ms: no, in quarantine
[  4009.998ms] c1 <- n1 no, in quarantine
[  4009.998ms] c1 -> n1 pass r1 c1.6
[  4010.000ms] n1: pass r1 c1.6: no key
[  4010.006ms] c1 <- n1 no key
[  4011.962ms] c2 -> n1 ask r1 c2.7 for 250ms
[  4011.978ms] n1: ask r1 c2.7 for 250ms: no, in quarantine
[  4011.985ms] c2 <- n1 no, in quarantine
[  4011.985ms] c2 -> n1 pass r1 c2.7
[  4011.985ms] c2 -> n1 grant r1 c2.8 for 250ms
[  4012.012ms] n1: pass r1 c2.7: no key
[  4012.012ms] n1: grant r1 c2.8 for 250ms: no, in quarantine
[  4012.019ms] c2 <- n1 no key
[  4012.026ms] c2 <- n1 no, in quarantine
[  4012.026ms] c2 -> n1 pass r1 c2.8
[  4012.032ms] n1: pass r1 c2.8: no key
[  4012.046ms] c2 <- n1 no key
[  4017.985ms] c1 -> n1 grant r1 c1.7 for 250ms
[  4017.997ms] n1: grant r1 c1.7 for 250ms: no, in quarantine
[  4018.013ms] c1 <- n1 no, in quarantine
[  4018.013ms] c1 -> n1 pass r1 c1.7
[  4018.018ms] n1: pass r1 c1.7: no key
[  4018.026ms] c1 <- n1 no key
[  4030.071ms] c1 -> n1 grant r1 c1.8 for 250ms
[  4030.075ms] n1: grant r1 c1.8 for 250ms: no, in quarantine
[  4030.076ms] c1 <- n1 no, in quarantine
[  4030.076ms] c1 -> n1 pass r1 c1.8
[  4030.078ms] n1: pass r1 c1.8: no key
[  4030.095ms] c1 <- n1 no key
[  4037.699ms] c2 -> n1 ask r1 c2.9 for 250ms
[  4037.722ms] n1: ask r1 c2.9 for 250ms: no, in quarantine
[  4037.729ms] c2 <- n1 no, in quarantine
[  4037.729ms] c2 -> n1 pass r1 c2.9
[  4037.729ms] c2 -> n1 grant r1 c2.10 for 250ms
[  4037.753ms] n1: pass r1 c2.9: no key
[  4037.753ms] n1: grant r1 c2.10 for 250ms: no, in quarantine
[  4037.755ms] c2 <- n1 no key
[  4037.755ms] c2 <- n1 no, in quarantine
[  4037.755ms] c2 -> n1 pass r1 c2.10
[  4037.771ms] n1: pass r1 c2.10: no key
[  4037.790ms] c2 <- n1 no key
[  4083.760ms] c1 -> n1 grant r1 c1.9 for 250ms
[  4083.783ms] n1: grant r1 c1.9 for 250ms: no, in quarantine
[  4083.800ms] c1 <- n1 no, in quarantine
[  4083.800ms] c1 -> n1 pass r1 c1.9
[  4083.827ms] n1: pass r1 c1.9: no key
[  4083.839ms] c1 <- n1 no key
[  4094.178ms] c2 -> n1 ask r1 c2.11 for 250ms
[  4094.195ms] n1: ask r1 c2.11 for 250ms: no, in quarantine
[  4094.198ms] c2 <- n1 no, in quarantine
[  4094.198ms] c2 -> n1 pass r1 c2.11
[  4094.198ms] c2 -> n1 grant r1 c2.12 for 250ms
[  4094.207ms] n1: pass r1 c2.11: no key
[  4094.212ms] c2 <- n1 no key
[  4094.221ms] n1: grant r1 c2.12 for 250ms: no, in quarantine
[  4094.230ms] c2 <- n1 no, in quarantine
[  4094.230ms] c2 -> n1 pass r1 c2.12
[  4094.237ms] n1: pass r1 c2.12: no key
[  4094.240ms] c2 <- n1 no key
[  4145.262ms] c2 -> n1 ask r1 c2.13 for 250ms
[  4145.268ms] n1: ask r1 c2.13 for 250ms: no, in quarantine
[  4145.286ms] c2 <- n1 no, in quarantine
[  4145.286ms] c2 -> n1 pass r1 c2.13
[  4145.286ms] c2 -> n1 grant r1 c2.14 for 250ms
[  4145.295ms] n1: pass r1 c2.13: no key
[  4145.295ms] n1: grant r1 c2.14 for 250ms: no, in quarantine
[  4145.309ms] c2 <- n1 no key
[  4145.309ms] c2 <- n1 no, in quarantine
[  4145.309ms] c2 -> n1 pass r1 c2.14
[  4145.316ms] n1: pass r1 c2.14: no key
[  4145.335ms] c2 <- n1 no key
[  4145.832ms] c1 -> n1 grant r1 c1.10 for 250ms
[  4145.836ms] n1: grant r1 c1.10 for 250ms: no, in quarantine
[  4145.842ms] c1 <- n1 no, in quarantine
[  4145.842ms] c1 -> n1 pass r1 c1.10
[  4145.844ms] n1: pass r1 c1.10: no key
[  4145.855ms] c1 <- n1 no key
[  4174.756ms] c1 -> n1 grant r1 c1.11 for 250ms
[  4174.760ms] n1: grant r1 c1.11 for 250ms: no, in quarantine
[  4174.765ms] c1 <- n1 no, in quarantine
[  4174.765ms] c1 -> n1 pass r1 c1.11
[  4174.767ms] n1: pass r1 c1.11: no key
[  4174.773ms] c1 <- n1 no key
[  4179.457ms] c2 -> n1 ask r1 c2.15 for 250ms
[  4179.469ms] n1: ask r1 c2.15 for 250ms: no, in quarantine
[  4179.472ms] c2 <- n1 no, in quarantine
[  4179.472ms] c2 -> n1 pass r1 c2.15
[  4179.472ms] c2 -> n1 grant r1 c2.16 for 250ms
[  4179.481ms] n1: pass r1 c2.15: no key
[  4179.481ms] n1: grant r1 c2.16 for 250ms: no, in quarantine
[  4179.483ms] c2 <- n1 no key
[  4179.491ms] c2 <- n1 no, in quarantine
[  4179.491ms] c2 -> n1 pass r1 c2.16
[  4179.504ms] n1: pass r1 c2.16: no key
[  4179.508ms] c2 <- n1 no key
[  4187.455ms] c1 -> n1 grant r1 c1.12 for 250ms
[  4187.483ms] n1: grant r1 c1.12 for 250ms: no, in quarantine
[  4187.489ms] c1 <- n1 no, in quarantine
[  4187.489ms] c1 -> n1 pass r1 c1.12
[  4187.501ms] n1: pass r1 c1.12: no key
[  4187.505ms] c1 <- n1 no key
[  4215.163ms] c2 -> n1 ask r1 c2.17 for 250ms
[  4215.171ms] n1: ask r1 c2.17 for 250ms: no, in quarantine
[  4215.177ms] c2 <- n1 no, in quarantine
[  4215.177ms] c2 -> n1 pass r1 c2.17
[  4215.177ms] c2 -> n1 grant r1 c2.18 for 250ms
[  4215.185ms] n1: pass r1 c2.17: no key
[  4215.185ms] n1: grant r1 c2.18 for 250ms: no, in quarantine
[  4215.199ms] c2 <- n1 no key
[  4215.218ms] c2 <- n1 no, in quarantine
[  4215.218ms] c2 -> n1 pass r1 c2.18
[  4215.227ms] n1: pass r1 c2.18: no key
[  4215.245ms] c2 <- n1 no key
[  4233.555ms] c1 -> n1 grant r1 c1.13 for 250ms
[  4233.562ms] n1: grant r1 c1.13 for 250ms: no, in quarantine
[  4233.577ms] c1 <- n1 no, in quarantine
[  4233.577ms] c1 -> n1 pass r1 c1.13
[  4233.581ms] n1: pass r1 c1.13: no key
[  4233.584ms] c1 <- n1 no key
[  4247.389ms] c2 -> n1 ask r1 c2.19 for 250ms
[  4247.394ms] n1: ask r1 c2.19 for 250ms: no, in quarantine
[  4247.405ms] c2 <- n1 no, in quarantine
[  4247.405ms] c2 -> n1 pass r1 c2.19
[  4247.405ms] c2 -> n1 grant r1 c2.20 for 250ms
[  4247.419ms] n1: pass r1 c2.19: no key
[  4247.419ms] n1: grant r1 c2.20 for 250ms: no, in quarantine
[  4247.427ms] c2 <- n1 no key
[  4247.427ms] c2 <- n1 no, in quarantine
[  4247.427ms] c2 -> n1 pass r1 c2.20
[  4247.442ms] n1: pass r1 c2.20: no key
[  4247.472ms] c2 <- n1 no key
[  4251.206ms] c1 -> n1 grant r1 c1.14 for 250ms
[  4251.220ms] n1: grant r1 c1.14 for 250ms: no, in quarantine
[  4251.228ms] c1 <- n1 no, in quarantine
[  4251.228ms] c1 -> n1 pass r1 c1.14
[  4251.237ms] n1: pass r1 c1.14: no key
[  4251.295ms] c1 <- n1 no key
[  4289.406ms] c2 -> n1 ask r1 c2.21 for 250ms
[  4289.416ms] n1: ask r1 c2.21 for 250ms: no, in quarantine
[  4289.430ms] c2 <- n1 no, in quarantine
[  4289.430ms] c2 -> n1 pass r1 c2.21
[  4289.430ms] c2 -> n1 grant r1 c2.22 for 250ms
[  4289.433ms] n1: pass r1 c2.21: no key
[  4289.433ms] n1: grant r1 c2.22 for 250ms: no, in quarantine
[  4289.473ms] c2 <- n1 no key
[  4289.473ms] c2 <- n1 no, in quarantine
[  4289.473ms] c2 -> n1 pass r1 c2.22
[  4289.498ms] n1: pass r1 c2.22: no key
[  4289.503ms] c2 <- n1 no key
[  4294.169ms] c1 -> n1 grant r1 c1.15 for 250ms
[  4294.188ms] n1: grant r1 c1.15 for 250ms: no, in quarantine
[  4294.208ms] c1 <- n1 no, in quarantine
[  4294.208ms] c1 -> n1 pass r1 c1.15
[  4294.219ms] n1: pass r1 c1.15: no key
[  4294.222ms] c1 <- n1 no key
[  4333.897ms] c2 -> n1 ask r1 c2.23 for 250ms
[  4333.907ms] n1: ask r1 c2.23 for 250ms: no, in quarantine
[  4333.912ms] c2 <- n1 no, in quarantine
[  4333.912ms] c2 -> n1 pass r1 c2.23
[  4333.912ms] c2 -> n1 grant r1 c2.24 for 250ms
[  4333.932ms] n1: pass r1 c2.23: no key
[  4333.936ms] n1: grant r1 c2.24 for 250ms: no, in quarantine
[  4333.937ms] c2 <- n1 no key
[  4333.937ms] c2 <- n1 no, in quarantine
[  4333.937ms] c2 -> n1 pass r1 c2.24
[  4333.951ms] n1: pass r1 c2.24: no key
[  4333.956ms] c2 <- n1 no key
[  4334.836ms] c1 -> n1 grant r1 c1.16 for 250ms
[  4334.850ms] n1: grant r1 c1.16 for 250ms: no, in quarantine
[  4334.860ms] c1 <- n1 no, in quarantine
[  4334.860ms] c1 -> n1 pass r1 c1.16
[  4334.866ms] n1: pass r1 c1.16: no key
[  4334.884ms] c1 <- n1 no key
[  4337.662ms] c2 -> n1 ask r1 c2.25 for 250ms
[  4337.664ms] n1: ask r1 c2.25 for 250ms: no, in quarantine
[  4337.665ms] c2 <- n1 no, in quarantine
[  4337.665ms] c2 -> n1 pass r1 c2.25
[  4337.665ms] c2 -> n1 grant r1 c2.26 for 250ms
[  4337.673ms] n1: pass r1 c2.25: no key
[  4337.673ms] n1: grant r1 c2.26 for 250ms: no, in quarantine
[  4337.681ms] c2 <- n1 no key
[  4337.683ms] c2 <- n1 no, in quarantine
[  4337.683ms] c2 -> n1 pass r1 c2.26
[  4337.689ms] n1: pass r1 c2.26: no key
[  4337.692ms] c2 <- n1 no key
[  4350.418ms] c1 -> n1 grant r1 c1.17 for 250ms
[  4350.421ms] n1: grant r1 c1.17 for 250ms: no, in quarantine
[  4350.422ms] c1 <- n1 no, in quarantine
[  4350.422ms] c1 -> n1 pass r1 c1.17
[  4350.431ms] n1: pass r1 c1.17: no key
[  4350.438ms] c1 <- n1 no key
[  4361.740ms] c1 -> n1 grant r1 c1.18 for 250ms
[  4361.745ms] n1: grant r1 c1.18 for 250ms: no, in quarantine
[  4361.752ms] c1 <- n1 no, in quarantine
[  4361.752ms] c1 -> n1 pass r1 c1.18
[  4361.755ms] n1: pass r1 c1.18: no key
[  4361.763ms] c1 <- n1 no key
[  4371.822ms] c1 -> n1 grant r1 c1.19 for 250ms
[  4371.832ms] n1: grant r1 c1.19 for 250ms: no, in quarantine
[  4371.856ms] c1 <- n1 no, in quarantine
[  4371.856ms] c1 -> n1 pass r1 c1.19
[  4371.858ms] n1: pass r1 c1.19: no key
[  4371.861ms] c1 <- n1 no key
[  4383.565ms] c2 -> n1 ask r1 c2.27 for 250ms
[  4383.573ms] n1: ask r1 c2.27 for 250ms: no, in quarantine
[  4383.579ms] c2 <- n1 no, in quarantine
[  4383.579ms] c2 -> n1 pass r1 c2.27
[  4383.579ms] c2 -> n1 grant r1 c2.28 for 250ms
[  4383.581ms] n1: pass r1 c2.27: no key
[  4383.586ms] n1: grant r1 c2.28 for 250ms: no, in quarantine
[  4383.588ms] c2 <- n1 no key
[  4383.588ms] c2 <- n1 no, in quarantine
[  4383.588ms] c2 -> n1 pass r1 c2.28
[  4383.598ms] n1: pass r1 c2.28: no key
[  4383.611ms] c2 <- n1 no key
[  4414.887ms] c1 -> n1 grant r1 c1.20 for 250ms
[  4414.893ms] n1: grant r1 c1.20 for 250ms: no, in quarantine
[  4414.905ms] c1 <- n1 no, in quarantine
[  4414.905ms] c1 -> n1 pass r1 c1.20
[  4414.915ms] n1: pass r1 c1.20: no key
[  4414.919ms] c1 <- n1 no key
[  4427.830ms] c2 -> n1 ask r1 c2.29 for 250ms
[  4427.836ms] n1: ask r1 c2.29 for 250ms: no, in quarantine
[  4427.843ms] c2 <- n1 no, in quarantine
[  4427.843ms] c2 -> n1 pass r1 c2.29
[  4427.843ms] c2 -> n1 grant r1 c2.30 for 250ms
[  4427.847ms] n1: pass r1 c2.29: no key
[  4427.847ms] n1: grant r1 c2.30 for 250ms: no, in quarantine
[  4427.852ms] c2 <- n1 no key
[  4427.863ms] c2 <- n1 no, in quarantine
[  4427.863ms] c2 -> n1 pass r1 c2.30
[  4427.865ms] n1: pass r1 c2.30: no key
[  4427.871ms] c2 <- n1 no key
[  4435.021ms] c1 -> n1 grant r1 c1.21 for 250ms
[  4435.090ms] n1: grant r1 c1.21 for 250ms: no, in quarantine
[  4435.104ms] c1 <- n1 no, in quarantine
[  4435.104ms] c1 -> n1 pass r1 c1.21
[  4435.111ms] n1: pass r1 c1.21: no key
[  4435.114ms] c1 <- n1 no key
[  4453.781ms] c2 -> n1 ask r1 c2.31 for 250ms
[  4453.783ms] n1: ask r1 c2.31 for 250ms: no, in quarantine
[  4453.810ms] c2 <- n1 no, in quarantine
[  4453.810ms] c2 -> n1 pass r1 c2.31
[  4453.810ms] c2 -> n1 grant r1 c2.32 for 250ms
[  4453.817ms] n1: pass r1 c2.31: no key
[  4453.817ms] n1: grant r1 c2.32 for 250ms: no, in quarantine
[  4453.830ms] c2 <- n1 no key
[  4453.830ms] c2 <- n1 no, in quarantine
[  4453.830ms] c2 -> n1 pass r1 c2.32
[  4453.835ms] n1: pass r1 c2.32: no key
[  4453.853ms] c2 <- n1 no key
[  4481.136ms] c2 -> n1 ask r1 c2.33 for 250ms
[  4481.139ms] n1: ask r1 c2.33 for 250ms: no, in quarantine
[  4481.141ms] c2 <- n1 no, in quarantine
[  4481.141ms] c2 -> n1 pass r1 c2.33
[  4481.141ms] c2 -> n1 grant r1 c2.34 for 250ms
[  4481.147ms] n1: pass r1 c2.33: no key
[  4481.157ms] n1: grant r1 c2.34 for 250ms: no, in quarantine
[  4481.165ms] c2 <- n1 no key
[  4481.165ms] c2 <- n1 no, in quarantine
[  4481.165ms] c2 -> n1 pass r1 c2.34
[  4481.176ms] n1: pass r1 c2.34: no key
[  4481.180ms] c2 <- n1 no key
[  4487.434ms] c1 -> n1 grant r1 c1.22 for 250ms
[  4487.438ms] n1: grant r1 c1.22 for 250ms: no, in quarantine
[  4487.451ms] c1 <- n1 no, in quarantine
[  4487.451ms] c1 -> n1 pass r1 c1.22
[  4487.455ms] n1: pass r1 c1.22: no key
[  4487.457ms] c1 <- n1 no key
[  4500.723ms] c2 -> n1 ask r1 c2.35 for 250ms
[  4500.750ms] n1: ask r1 c2.35 for 250ms: no, in quarantine
[  4500.756ms] c2 <- n1 no, in quarantine
[  4500.756ms] c2 -> n1 pass r1 c2.35
[  4500.756ms] c2 -> n1 grant r1 c2.36 for 250ms
[  4500.769ms] n1: pass r1 c2.35: no key
[  4500.769ms] n1: grant r1 c2.36 for 250ms: no, in quarantine
[  4500.774ms] c2 <- n1 no key
[  4500.804ms] c2 <- n1 no, in quarantine
[  4500.804ms] c2 -> n1 pass r1 c2.36
[  4500.810ms] n1: pass r1 c2.36: no key
[  4500.828ms] c2 <- n1 no key
[  4502.945ms] c2 -> n1 ask r1 c2.37 for 250ms
[  4502.958ms] n1: ask r1 c2.37 for 250ms: no, in quarantine
[  4502.970ms] c2 <- n1 no, in quarantine
[  4502.970ms] c2 -> n1 pass r1 c2.37
[  4502.970ms] c2 -> n1 grant r1 c2.38 for 250ms
[  4502.997ms] n1: pass r1 c2.37: no key
[  4502.997ms] n1: grant r1 c2.38 for 250ms: no, in quarantine
[  4503.007ms] c2 <- n1 no key
[  4503.007ms] c2 <- n1 no, in quarantine
[  4503.007ms] c2 -> n1 pass r1 c2.38
[  4503.012ms] n1: pass r1 c2.38: no key
[  4503.025ms] c2 <- n1 no key
[  4511.867ms] c2 -> n1 ask r1 c2.39 for 250ms
[  4511.875ms] n1: ask r1 c2.39 for 250ms: no, in quarantine
[  4511.877ms] c2 <- n1 no, in quarantine
[  4511.877ms] c2 -> n1 pass r1 c2.39
[  4511.877ms] c2 -> n1 grant r1 c2.40 for 250ms
[  4511.884ms] n1: pass r1 c2.39: no key
[  4511.889ms] n1: grant r1 c2.40 for 250ms: no, in quarantine
[  4511.920ms] c2 <- n1 no key
[  4511.920ms] c2 <- n1 no, in quarantine
[  4511.920ms] c2 -> n1 pass r1 c2.40
[  4511.922ms] n1: pass r1 c2.40: no key
[  4511.947ms] c2 <- n1 no key
[  4518.124ms] c1 -> n1 grant r1 c1.23 for 250ms
[  4518.128ms] n1: grant r1 c1.23 for 250ms: no, in quarantine
[  4518.146ms] c1 <- n1 no, in quarantine
[  4518.146ms] c1 -> n1 pass r1 c1.23
[  4518.153ms] n1: pass r1 c1.23: no key
[  4518.154ms] c1 <- n1 no key
[  4552.276ms] c2 -> n1 ask r1 c2.41 for 250ms
[  4552.278ms] n1: ask r1 c2.41 for 250ms: no, in quarantine
[  4552.295ms] c2 <- n1 no, in quarantine
[  4552.295ms] c2 -> n1 pass r1 c2.41
[  4552.295ms] c2 -> n1 grant r1 c2.42 for 250ms
[  4552.327ms] n1: pass r1 c2.41: no key
[  4552.327ms] n1: grant r1 c2.42 for 250ms: no, in quarantine
[  4552.338ms] c2 <- n1 no key
[  4552.338ms] c2 <- n1 no, in quarantine
[  4552.338ms] c2 -> n1 pass r1 c2.42
[  4552.341ms] n1: pass r1 c2.42: no key
[  4552.358ms] c2 <- n1 no key
[  4569.618ms] c1 -> n1 grant r1 c1.24 for 250ms
[  4569.624ms] n1: grant r1 c1.24 for 250ms: no, in quarantine
[  4569.632ms] c1 <- n1 no, in quarantine
[  4569.632ms] c1 -> n1 pass r1 c1.24
[  4569.637ms] n1: pass r1 c1.24: no key
[  4569.642ms] c1 <- n1 no key
[  4613.207ms] c2 -> n1 ask r1 c2.43 for 250ms
[  4613.209ms] n1: ask r1 c2.43 for 250ms: no, in quarantine
[  4613.225ms] c2 <- n1 no, in quarantine
[  4613.225ms] c2 -> n1 pass r1 c2.43
[  4613.225ms] c2 -> n1 grant r1 c2.44 for 250ms
[  4613.230ms] n1: pass r1 c2.43: no key
[  4613.231ms] n1: grant r1 c2.44 for 250ms: no, in quarantine
[  4613.243ms] c2 <- n1 no key
[  4613.243ms] c2 <- n1 no, in quarantine
[  4613.243ms] c2 -> n1 pass r1 c2.44
[  4613.245ms] n1: pass r1 c2.44: no key
[  4613.312ms] c2 <- n1 no key
[  4624.060ms] c1 -> n1 grant r1 c1.25 for 250ms
[  4624.065ms] n1: grant r1 c1.25 for 250ms: no, in quarantine
[  4624.070ms] c1 <- n1 no, in quarantine
[  4624.070ms] c1 -> n1 pass r1 c1.25
[  4624.074ms] n1: pass r1 c1.25: no key
[  4624.091ms] c1 <- n1 no key
[  4639.983ms] c2 -> n1 ask r1 c2.45 for 250ms
[  4640.015ms] n1: ask r1 c2.45 for 250ms: no, in quarantine
[  4640.029ms] c2 <- n1 no, in quarantine
[  4640.029ms] c2 -> n1 pass r1 c2.45
[  4640.029ms] c2 -> n1 grant r1 c2.46 for 250ms
[  4640.030ms] n1: pass r1 c2.45: no key
[  4640.031ms] n1: grant r1 c2.46 for 250ms: no, in quarantine
[  4640.051ms] c2 <- n1 no key
[  4640.051ms] c2 <- n1 no, in quarantine
[  4640.051ms] c2 -> n1 pass r1 c2.46
[  4640.054ms] n1: pass r1 c2.46: no key
[  4640.055ms] c2 <- n1 no key
[  4662.551ms] c2 -> n1 ask r1 c2.47 for 250ms
[  4662.556ms] n1: ask r1 c2.47 for 250ms: no, in quarantine
[  4662.565ms] c2 <- n1 no, in quarantine
[  4662.565ms] c2 -> n1 pass r1 c2.47
[  4662.565ms] c2 -> n1 grant r1 c2.48 for 250ms
[  4662.576ms] n1: pass r1 c2.47: no key
[  4662.577ms] c2 <- n1 no key
[  4662.591ms] n1: grant r1 c2.48 for 250ms: no, in quarantine
[  4662.596ms] c2 <- n1 no, in quarantine
[  4662.596ms] c2 -> n1 pass r1 c2.48
[  4662.600ms] n1: pass r1 c2.48: no key
[  4662.607ms] c2 <- n1 no key
[  4685.043ms] c2 -> n1 ask r1 c2.49 for 250ms
[  4685.046ms] n1: ask r1 c2.49 for 250ms: no, in quarantine
[  4685.060ms] c2 <- n1 no, in quarantine
[  4685.060ms] c2 -> n1 pass r1 c2.49
[  4685.060ms] c2 -> n1 grant r1 c2.50 for 250ms
[  4685.080ms] n1: pass r1 c2.49: no key
[  4685.080ms] n1: grant r1 c2.50 for 250ms: no, in quarantine
[  4685.085ms] c2 <- n1 no key
[  4685.119ms] c2 <- n1 no, in quarantine
[  4685.119ms] c2 -> n1 pass r1 c2.50
[  4685.132ms] n1: pass r1 c2.50: no key
[  4685.146ms] c2 <- n1 no key
[  4695.283ms] c1 -> n1 grant r1 c1.26 for 250ms
[  4695.286ms] n1: grant r1 c1.26 for 250ms: no, in quarantine
[  4695.291ms] c1 <- n1 no, in quarantine
[  4695.291ms] c1 -> n1 pass r1 c1.26
[  4695.309ms] n1: pass r1 c1.26: no key
[  4695.312ms] c1 <- n1 no key
[  4702.287ms] c1 -> n1 grant r1 c1.27 for 250ms
[  4702.298ms] n1: grant r1 c1.27 for 250ms: no, in quarantine
[  4702.325ms] c1 <- n1 no, in quarantine
[  4702.325ms] c1 -> n1 pass r1 c1.27
[  4702.338ms] n1: pass r1 c1.27: no key
[  4702.343ms] c1 <- n1 no key
[  4740.404ms] c2 -> n1 ask r1 c2.51 for 250ms
[  4740.407ms] n1: ask r1 c2.51 for 250ms: no, in quarantine
[  4740.413ms] c2 <- n1 no, in quarantine
[  4740.413ms] c2 -> n1 pass r1 c2.51
[  4740.413ms] c2 -> n1 grant r1 c2.52 for 250ms
[  4740.422ms] n1: pass r1 c2.51: no key
[  4740.432ms] c2 <- n1 no key
[  4740.442ms] n1: grant r1 c2.52 for 250ms: no, in quarantine
[  4740.449ms] c2 <- n1 no, in quarantine
[  4740.449ms] c2 -> n1 pass r1 c2.52
[  4740.455ms] n1: pass r1 c2.52: no key
[  4740.460ms] c2 <- n1 no key
[  4771.346ms] c1 -> n1 grant r1 c1.28 for 250ms
[  4771.355ms] n1: grant r1 c1.28 for 250ms: no, in quarantine
[  4771.360ms] c1 <- n1 no, in quarantine
[  4771.360ms] c1 -> n1 pass r1 c1.28
[  4771.379ms] n1: pass r1 c1.28: no key
[  4771.383ms] c1 <- n1 no key
[  4805.978ms] c2 -> n1 ask r1 c2.53 for 250ms
[  4805.984ms] n1: ask r1 c2.53 for 250ms: no, in quarantine
[  4805.994ms] c2 <- n1 no, in quarantine
[  4805.994ms] c2 -> n1 pass r1 c2.53
[  4805.994ms] c2 -> n1 grant r1 c2.54 for 250ms
[  4805.997ms] n1: pass r1 c2.53: no key
[  4805.997ms] n1: grant r1 c2.54 for 250ms: no, in quarantine
[  4806.000ms] c2 <- n1 no key
[  4806.004ms] c2 <- n1 no, in quarantine
[  4806.004ms] c2 -> n1 pass r1 c2.54
[  4806.007ms] n1: pass r1 c2.54: no key
[  4806.016ms] c2 <- n1 no key
[  4814.166ms] c2 -> n1 ask r1 c2.55 for 250ms
[  4814.168ms] n1: ask r1 c2.55 for 250ms: no, in quarantine
[  4814.171ms] c2 <- n1 no, in quarantine
[  4814.171ms] c2 -> n1 pass r1 c2.55
[  4814.171ms] c2 -> n1 grant r1 c2.56 for 250ms
[  4814.186ms] n1: pass r1 c2.55: no key
[  4814.194ms] n1: grant r1 c2.56 for 250ms: no, in quarantine
[  4814.213ms] c2 <- n1 no key
[  4814.213ms] c2 <- n1 no, in quarantine
[  4814.213ms] c2 -> n1 pass r1 c2.56
[  4814.219ms] n1: pass r1 c2.56: no key
[  4814.223ms] c2 <- n1 no key
[  4820.592ms] c1 -> n1 grant r1 c1.29 for 250ms
[  4820.614ms] n1: grant r1 c1.29 for 250ms: no, in quarantine
[  4820.630ms] c1 <- n1 no, in quarantine
[  4820.630ms] c1 -> n1 pass r1 c1.29
[  4820.645ms] n1: pass r1 c1.29: no key
[  4820.654ms] c1 <- n1 no key
[  4846.215ms] c2 -> n1 ask r1 c2.57 for 250ms
[  4846.228ms] n1: ask r1 c2.57 for 250ms: no, in quarantine
[  4846.234ms] c2 <- n1 no, in quarantine
[  4846.234ms] c2 -> n1 pass r1 c2.57
[  4846.234ms] c2 -> n1 grant r1 c2.58 for 250ms
[  4846.251ms] n1: pass r1 c2.57: no key
[  4846.251ms] n1: grant r1 c2.58 for 250ms: no, in quarantine
[  4846.259ms] c2 <- n1 no key
[  4846.259ms] c2 <- n1 no, in quarantine
[  4846.259ms] c2 -> n1 pass r1 c2.58
[  4846.263ms] n1: pass r1 c2.58: no key
[  4846.275ms] c2 <- n1 no key
[  4879.388ms] c2 -> n1 ask r1 c2.59 for 250ms
[  4879.398ms] n1: ask r1 c2.59 for 250ms: no, in quarantine
[  4879.407ms] c2 <- n1 no, in quarantine
[  4879.407ms] c2 -> n1 pass r1 c2.59
[  4879.407ms] c2 -> n1 grant r1 c2.60 for 250ms
[  4879.413ms] n1: pass r1 c2.59: no key
[  4879.415ms] c2 <- n1 no key
[  4879.417ms] n1: grant r1 c2.60 for 250ms: no, in quarantine
[  4879.423ms] c2 <- n1 no, in quarantine
[  4879.423ms] c2 -> n1 pass r1 c2.60
[  4879.427ms] n1: pass r1 c2.60: no key
[  4879.429ms] c2 <- n1 no key
[  4889.412ms] c1 -> n1 grant r1 c1.30 for 250ms
[  4889.416ms] n1: grant r1 c1.30 for 250ms: no, in quarantine
[  4889.433ms] c1 <- n1 no, in quarantine
[  4889.433ms] c1 -> n1 pass r1 c1.30
[  4889.449ms] n1: pass r1 c1.30: no key
[  4889.452ms] c1 <- n1 no key
[  4892.915ms] c2 -> n1 ask r1 c2.61 for 250ms
[  4892.917ms] n1: ask r1 c2.61 for 250ms: no, in quarantine
[  4892.948ms] c2 <- n1 no, in quarantine
[  4892.948ms] c2 -> n1 pass r1 c2.61
[  4892.948ms] c2 -> n1 grant r1 c2.62 for 250ms
[  4892.966ms] n1: pass r1 c2.61: no key
[  4892.966ms] n1: grant r1 c2.62 for 250ms: no, in quarantine
[  4892.971ms] c2 <- n1 no key
[  4893.005ms] c2 <- n1 no, in quarantine
[  4893.005ms] c2 -> n1 pass r1 c2.62
[  4893.009ms] n1: pass r1 c2.62: no key
[  4893.015ms] c2 <- n1 no key
[  4914.739ms] c2 -> n1 ask r1 c2.63 for 250ms
[  4914.751ms] n1: ask r1 c2.63 for 250ms: no, in quarantine
[  4914.758ms] c2 <- n1 no, in quarantine
[  4914.758ms] c2 -> n1 pass r1 c2.63
[  4914.758ms] c2 -> n1 grant r1 c2.64 for 250ms
[  4914.793ms] n1: pass r1 c2.63: no key
[  4914.793ms] n1: grant r1 c2.64 for 250ms: no, in quarantine
[  4914.799ms] c2 <- n1 no key
[  4914.801ms] c2 <- n1 no, in quarantine
[  4914.801ms] c2 -> n1 pass r1 c2.64
[  4914.805ms] n1: pass r1 c2.64: no key
[  4914.811ms] c2 <- n1 no key
[  4926.066ms] c1 -> n1 grant r1 c1.31 for 250ms
[  4926.069ms] n1: grant r1 c1.31 for 250ms: no, in quarantine
[  4926.078ms] c1 <- n1 no, in quarantine
[  4926.078ms] c1 -> n1 pass r1 c1.31
[  4926.090ms] n1: pass r1 c1.31: no key
[  4926.114ms] c1 <- n1 no key
[  4951.714ms] c2 -> n1 ask r1 c2.65 for 250ms
[  4951.729ms] n1: ask r1 c2.65 for 250ms: no, in quarantine
[  4951.735ms] c2 <- n1 no, in quarantine
[  4951.735ms] c2 -> n1 pass r1 c2.65
[  4951.735ms] c2 -> n1 grant r1 c2.66 for 250ms
[  4951.743ms] n1: pass r1 c2.65: no key
[  4951.751ms] c2 <- n1 no key
[  4951.772ms] n1: grant r1 c2.66 for 250ms: no, in quarantine
[  4951.789ms] c2 <- n1 no, in quarantine
[  4951.789ms] c2 -> n1 pass r1 c2.66
[  4951.806ms] n1: pass r1 c2.66: no key
[  4951.813ms] c2 <- n1 no key
[  5006.116ms] c1 -> n1 grant r1 c1.32 for 250ms
[  5006.118ms] n1: grant r1 c1.32 for 250ms: no, in quarantine
[  5006.125ms] c1 <- n1 no, in quarantine
[  5006.125ms] c1 -> n1 pass r1 c1.32
[  5006.128ms] n1: pass r1 c1.32: no key
[  5006.133ms] c1 <- n1 no key
[  5020.589ms] c2 -> n1 ask r1 c2.67 for 250ms
[  5020.593ms] n1: ask r1 c2.67 for 250ms: no, in quarantine
[  5020.601ms] c2 <- n1 no, in quarantine
[  5020.601ms] c2 -> n1 pass r1 c2.67
[  5020.601ms] c2 -> n1 grant r1 c2.68 for 250ms
[  5020.606ms] n1: pass r1 c2.67: no key
[  5020.615ms] n1: grant r1 c2.68 for 250ms: no, in quarantine
[  5020.618ms] c2 <- n1 no key
[  5020.624ms] c2 <- n1 no, in quarantine
[  5020.624ms] c2 -> n1 pass r1 c2.68
[  5020.637ms] n1: pass r1 c2.68: no key
[  5020.646ms] c2 <- n1 no key
[  5124.869ms] c1 -> n1 grant r1 c1.33 for 250ms
[  5124.880ms] n1: grant r1 c1.33 for 250ms: no, in quarantine
[  5124.881ms] c1 <- n1 no, in quarantine
[  5124.881ms] c1 -> n1 pass r1 c1.33
[  5124.891ms] n1: pass r1 c1.33: no key
[  5124.893ms] c1 <- n1 no key
[  5147.586ms] c2 -> n1 ask r1 c2.69 for 250ms
[  5147.588ms] n1: ask r1 c2.69 for 250ms: no, in quarantine
[  5147.590ms] c2 <- n1 no, in quarantine
[  5147.590ms] c2 -> n1 pass r1 c2.69
[  5147.590ms] c2 -> n1 grant r1 c2.70 for 250ms
[  5147.596ms] n1: pass r1 c2.69: no key
[  5147.597ms] n1: grant r1 c2.70 for 250ms: no, in quarantine
[  5147.606ms] c2 <- n1 no key
[  5147.615ms] c2 <- n1 no, in quarantine
[  5147.615ms] c2 -> n1 pass r1 c2.70
[  5147.627ms] n1: pass r1 c2.70: no key
[  5147.633ms] c2 <- n1 no key
[  5174.282ms] c2 -> n1 ask r1 c2.71 for 250ms
[  5174.286ms] n1: ask r1 c2.71 for 250ms: no, in quarantine
[  5174.299ms] c2 <- n1 no, in quarantine
[  5174.299ms] c2 -> n1 pass r1 c2.71
[  5174.299ms] c2 -> n1 grant r1 c2.72 for 250ms
[  5174.307ms] n1: pass r1 c2.71: no key
[  5174.307ms] n1: grant r1 c2.72 for 250ms: no, in quarantine
[  5174.319ms] c2 <- n1 no key
[  5174.319ms] c2 <- n1 no, in quarantine
[  5174.319ms] c2 -> n1 pass r1 c2.72
[  5174.323ms] n1: pass r1 c2.72: no key
[  5174.332ms] c2 <- n1 no key
[  5184.344ms] c1 -> n1 grant r1 c1.34 for 250ms
[  5184.372ms] n1: grant r1 c1.34 for 250ms: no, in quarantine
[  5184.389ms] c1 <- n1 no, in quarantine
[  5184.389ms] c1 -> n1 pass r1 c1.34
[  5184.392ms] n1: pass r1 c1.34: no key
[  5184.415ms] c1 <- n1 no key
[  5193.336ms] c2 -> n1 ask r1 c2.73 for 250ms
[  5193.339ms] n1: ask r1 c2.73 for 250ms: no, in quarantine
[  5193.346ms] c2 <- n1 no, in quarantine
[  5193.346ms] c2 -> n1 pass r1 c2.73
[  5193.346ms] c2 -> n1 grant r1 c2.74 for 250ms
[  5193.352ms] n1: pass r1 c2.73: no key
[  5193.352ms] n1: grant r1 c2.74 for 250ms: no, in quarantine
[  5193.372ms] c2 <- n1 no key
[  5193.397ms] c2 <- n1 no, in quarantine
[  5193.397ms] c2 -> n1 pass r1 c2.74
[  5193.405ms] n1: pass r1 c2.74: no key
[  5193.412ms] c2 <- n1 no key
[  5200.045ms] c1 -> n1 mark as sound
[  5200.055ms] n1: mark as sound: yes
[  5200.058ms] c1 <- n1 yes
[  5200.090ms] c2 -> n1 mark as sound
[  5200.092ms] n1: mark as sound: no, '1|||d001000100000000' for -1ms
[  5200.094ms] c2 <- n1 no, '1|||d001000100000000' for -1ms
[  5209.050ms] c1 -> n1 grant r1 c1.35 for 250ms
[  5209.061ms] n1: grant r1 c1.35 for 250ms: yes
[  5209.069ms] c1 <- n1 yes
[  5209.069ms] c1 HOLDS r1 until 5405.050ms
[  5209.069ms] c1 acquires r1: acquired
[  5211.069ms] c1 gives r1 back
[  5211.069ms] c1 -> n1 pass r1 c1.35
[  5211.085ms] n1: pass r1 c1.35: yes
[  5211.093ms] c1 <- n1 yes
[  5211.093ms] c1 releases r1: done
[  5283.269ms] c2 -> n1 ask r1 c2.75 for 250ms
[  5283.279ms] n1: ask r1 c2.75 for 250ms: yes
[  5283.284ms] c2 <- n1 yes
[  5283.284ms] c2 HOLDS r1 until 5479.269ms
[  5283.284ms] c2 acquires r1: acquired
[  5285.284ms] c2 gives r1 back
[  5285.284ms] c2 -> n1 pass r1 c2.75
[  5285.297ms] n1: pass r1 c2.75: yes
[  5285.318ms] c2 <- n1 yes
[  5285.318ms] c2 releases r1: done
