# n1 has forgotten its marker when c3 meets it, and c3 has met no other node: with
# guard auto it knows of no guard, and is handed there what it has just released.
# One node is no quorum. The next one has a marker, and what was granted before is
# void then.
@only amnesia
@expect breaks nothing
@expect seen n1: FLUSHALL
@expect seen n1: pass r1 c3.1, whole script: yes
@expect seen c3 <- n1 pushes to c3.3
seed 6130689877534749856
nodes 2
quorum 2
clients 3
fenced
careful
older c2
guard auto
node-timeout  50ms
ttl-max  300ms
length  601ms
delay  5ms
tail  71.899187ms
late  0.046914ms
tail-ppm 22569
lose-ppm 438
cut-ppm 2604
node-ppm 4575 4900
client-ppm 215 215 215
1.863846ms n1 flush
2.362479ms c3 acquire r1 ttl 300ms wait 4526ms hold 0.866812ms keep bare
26.339169ms c3 acquire r1 slot 2 ttl 300ms wait 1399ms hold 0.271494ms keep bare
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c3 connects to n1
[     0.000ms] c3 connects to n2
[     1.863ms] n1: FLUSHALL
[     2.362ms] c3 wants r1 for 300ms, kept
[     2.461ms] c2 is connected to n2
[     8.391ms] c1 is connected to n2
[     8.565ms] c1 is connected to n1
[     8.565ms] c1 -> n1 mark as in quarantine
[    10.066ms] c3 is connected to n1
[    10.066ms] c3 -> n1 grant r1 c3.1 for 300ms
[    10.075ms] n1: mark as in quarantine: yes
[    12.506ms] c1 <- n1 yes
[    14.766ms] c2 is connected to n1
[    14.766ms] c2 -> n1 mark as in quarantine
[    15.507ms] n1: mark as in quarantine: no, '1|||d001000100000000' for -1ms
[    17.084ms] c2 <- n1 no, '1|||d001000100000000' for -1ms
[    18.076ms] n1: grant r1 c3.1 for 300ms: yes
[    22.208ms] c3 <- n1 yes
[    26.339ms] c3 wants r1 for 300ms, kept
[    26.339ms] c3 -> n1 grant r1 c3.2 for 300ms
[    27.189ms] n1: grant r1 c3.2 for 300ms: no
[    27.827ms] c3 <- n1 no
[    27.827ms] c3 -> n1 ask r1 c3.3 for 300ms
[    30.206ms] n1: ask r1 c3.3 for 300ms: no such script
[    33.004ms] c3 <- n1 no such script
[    33.004ms] c3 -> n1 ask r1 c3.3 for 300ms, whole script
[    37.215ms] n1: ask r1 c3.3 for 300ms, whole script: no, queued
[    48.839ms] c3 <- n1 no, queued
[    48.839ms] c3 begins to listen at n1
[    53.244ms] c3 listens at n1
[    53.244ms] c3 -> n1 ask r1 c3.3 for 300ms
[    56.674ms] n1: ask r1 c3.3 for 300ms: no, queued
[    59.292ms] c3 <- n1 no, queued
[    72.206ms] c3 -> n1 pass r1 c3.1, whole script
[    74.741ms] n1 pushes to c3.3: it is yours
[    74.741ms] n1: pass r1 c3.1, whole script: yes
[    77.817ms] c3 <- n1 yes
[    78.409ms] c3 <- n1 pushes to c3.3
[   128.431ms] c3 -> n1 pass r1 c3.3
[   129.273ms] n1: pass r1 c3.3: yes
[   135.126ms] c3 <- n1 yes
[   154.474ms] c3 -> n1 ask r1 c3.5 for 300ms
[   161.764ms] n1: ask r1 c3.5 for 300ms: yes
[   171.319ms] c3 <- n1 yes
[   180.753ms] c3 is connected to n2
[   180.753ms] c3 -> n2 release r1 c3.1, whole script
[   180.753ms] c3 -> n1 mark as in quarantine
[   180.753ms] c3 -> n1 pass r1 c3.5
[   180.753ms] c3 -> n1 ask r1 c3.6 for 300ms
[   180.753ms] c3 begins to listen at n2
[   185.764ms] n2: release r1 c3.1, whole script: no key
[   187.238ms] n1: mark as in quarantine: no, '1|||d001000100000000' for -1ms
[   187.238ms] n1: pass r1 c3.5: yes
[   187.238ms] n1: ask r1 c3.6 for 300ms: no, in quarantine
[   191.836ms] c3 <- n1 no, '1|||d001000100000000' for -1ms
[   191.836ms] c3 <- n1 yes
[   191.836ms] c3 -> n2 pass r1 c3.5, whole script
[   191.836ms] c3 <- n1 no, in quarantine
[   191.836ms] c3 -> n2 ask r1 c3.6 for 300ms
[   194.789ms] n2: pass r1 c3.5, whole script: no key
[   195.117ms] c3 <- n2 no key
[   195.668ms] c3 <- n2 no key
[   196.996ms] n2: ask r1 c3.6 for 300ms: no such script
[   199.528ms] c3 <- n2 no such script
[   199.528ms] c3 -> n2 ask r1 c3.6 for 300ms, whole script
[   206.187ms] n2: ask r1 c3.6 for 300ms, whole script: yes
[   212.100ms] c3 <- n2 yes
[   212.100ms] c3 -> n1 ask r1 c3.6 for 300ms
[   219.027ms] n1: ask r1 c3.6 for 300ms: no, in quarantine
[   243.795ms] c3 <- n1 no, in quarantine
[   243.795ms] c3 -> n1 pass r1 c3.6
[   243.795ms] c3 -> n2 pass r1 c3.6
[   251.606ms] n1: pass r1 c3.6: no key
[   253.853ms] n2: pass r1 c3.6: yes
[   256.278ms] c3 <- n2 yes
[   260.606ms] c3 <- n1 no key
[   265.519ms] c3 -> n1 grant r1 c3.7 for 300ms
[   269.220ms] n1: grant r1 c3.7 for 300ms: no such script
[   281.405ms] c3 <- n1 no such script
[   281.405ms] c3 -> n1 grant r1 c3.7 for 300ms, whole script
[   289.290ms] n1: grant r1 c3.7 for 300ms, whole script: no, in quarantine
[   290.196ms] c3 <- n1 no, in quarantine
[   290.196ms] c3 -> n1 pass r1 c3.7
[   298.426ms] n1: pass r1 c3.7: no key
[   303.824ms] c3 <- n1 no key
[   354.242ms] c3 -> n1 ask r1 c3.8 for 300ms
[   382.755ms] c3 -> n2 ask r1 c3.8 for 300ms
[   384.067ms] n2: ask r1 c3.8 for 300ms: yes
[   387.328ms] c3 <- n2 yes
[   437.351ms] c3 -> n1 pass r1 c3.8
[   437.351ms] c3 -> n2 pass r1 c3.8
[   458.212ms] n2: pass r1 c3.8: yes
[   460.412ms] n1: ask r1 c3.8 for 300ms: no, in quarantine
[   460.412ms] n1: pass r1 c3.8: no key
[   461.586ms] c3 <- n2 yes
[   462.008ms] c3 <- n1 no, in quarantine
[   462.462ms] c3 <- n1 no key
[   475.003ms] c3 -> n1 grant r1 c3.9 for 300ms
[   477.041ms] n1: grant r1 c3.9 for 300ms: no, in quarantine
[   481.169ms] c3 <- n1 no, in quarantine
[   481.169ms] c3 -> n1 pass r1 c3.9
[   485.273ms] n1: pass r1 c3.9: no key
[   488.928ms] c3 <- n1 no key
[   527.447ms] c3 listens at n2
[   601.000ms] faults stop
[   601.000ms] c3 cancels r1
[   601.000ms] c3 cancels r1
[   601.000ms] c3 acquires r1: cancelled
[   601.000ms] c3 acquires r1: cancelled
[   601.000ms] everybody asks for r1
[   601.000ms] c1 wants r1 for 300ms
[   601.000ms] c1 -> n1 grant r1 c1.1 for 300ms
[   601.000ms] c2 wants r1 for 300ms
[   601.000ms] c2 -> n1 grant r1 c2.1 for 300ms
[   601.000ms] c3 wants r1 for 300ms
[   601.000ms] c3 -> n1 ask r1 c3.10 for 300ms
[   602.224ms] n1: grant r1 c1.1 for 300ms: no, in quarantine
[   602.514ms] n1: ask r1 c3.10 for 300ms: no, in quarantine
[   604.312ms] c3 <- n1 no, in quarantine
[   604.312ms] c3 -> n2 ask r1 c3.10 for 300ms
[   604.722ms] n1: grant r1 c2.1 for 300ms: no, in quarantine
[   605.049ms] c2 <- n1 no, in quarantine
[   605.049ms] c2 -> n1 pass r1 c2.1, whole script
[   605.291ms] c1 <- n1 no, in quarantine
[   605.291ms] c1 -> n1 pass r1 c1.1, whole script
[   607.424ms] c2 <- n1 no right
[   607.424ms] c2 -> n1 release r1 c2.1, whole script
[   607.496ms] n2: ask r1 c3.10 for 300ms: yes, fence 1016775
[   607.540ms] n1: pass r1 c1.1, whole script: no key
[   609.035ms] n1: release r1 c2.1, whole script: no key
[   609.232ms] c3 <- n2 yes, fence 1016775
[   609.232ms] c3 -> n1 ask r1 c3.10 for 300ms
[   610.020ms] c2 -> n1 grant r1 c2.2 for 300ms
[   610.426ms] n1: ask r1 c3.10 for 300ms: no, in quarantine
[   610.533ms] c2 <- n1 no key
[   611.757ms] n1: grant r1 c2.2 for 300ms: no, in quarantine
[   611.932ms] c1 -> n1 grant r1 c1.2 for 300ms
[   612.481ms] c2 <- n1 no, in quarantine
[   612.481ms] c2 -> n1 release r1 c2.2
[   613.166ms] c1 <- n1 no key
[   613.172ms] c2 -> n1 grant r1 c2.3 for 300ms
[   613.705ms] n1: release r1 c2.2: no key
[   614.117ms] n1: grant r1 c1.2 for 300ms: no, in quarantine
[   614.241ms] c2 <- n1 no key
[   615.414ms] c1 <- n1 no, in quarantine
[   615.414ms] c1 -> n1 pass r1 c1.2
[   615.654ms] c3 <- n1 no, in quarantine
[   615.654ms] c3 -> n1 pass r1 c3.10
[   615.654ms] c3 -> n2 pass r1 c3.10
[   615.773ms] n1: grant r1 c2.3 for 300ms: no, in quarantine
[   616.532ms] n1: pass r1 c3.10: no key
[   616.951ms] c2 <- n1 no, in quarantine
[   616.951ms] c2 -> n1 release r1 c2.3
[   617.176ms] c3 -> n1 grant r1 c3.11 for 300ms
[   617.579ms] n1: release r1 c2.3: no key
[   617.973ms] n2: pass r1 c3.10: yes
[   618.802ms] n1: grant r1 c3.11 for 300ms: no, in quarantine
[   619.677ms] c2 <- n1 no key
[   620.245ms] c2 -> n1 grant r1 c2.4 for 300ms
[   621.689ms] c3 <- n2 yes
[   622.063ms] n1: pass r1 c1.2: no key
[   623.122ms] c3 <- n1 no key
[   623.122ms] c3 <- n1 no, in quarantine
[   623.122ms] c3 -> n1 pass r1 c3.11
[   624.634ms] n1: pass r1 c3.11: no key
[   625.102ms] c3 <- n1 no key
[   626.325ms] c1 <- n1 no key
[   626.505ms] n1: grant r1 c2.4 for 300ms: no, in quarantine
[   629.134ms] c2 <- n1 no, in quarantine
[   629.134ms] c2 -> n1 release r1 c2.4
[   629.269ms] c1 -> n1 grant r1 c1.3 for 300ms
[   629.748ms] n1: release r1 c2.4: no key
[   630.480ms] c2 <- n1 no key
[   630.725ms] c3 -> n1 ask r1 c3.12 for 300ms
[   631.210ms] n1: ask r1 c3.12 for 300ms: no, in quarantine
[   632.084ms] n1: grant r1 c1.3 for 300ms: no, in quarantine
[   634.495ms] c1 <- n1 no, in quarantine
[   634.495ms] c1 -> n1 pass r1 c1.3
[   635.280ms] n1: pass r1 c1.3: no key
[   638.663ms] c3 <- n1 no, in quarantine
[   638.663ms] c3 -> n2 ask r1 c3.12 for 300ms
[   640.457ms] c1 <- n1 no key
[   643.260ms] n2: ask r1 c3.12 for 300ms: yes, fence 1016775
[   643.599ms] c3 <- n2 yes, fence 1016775
[   643.599ms] c3 -> n1 ask r1 c3.12 for 300ms
[   645.301ms] n1: ask r1 c3.12 for 300ms: no, in quarantine
[   650.675ms] c3 <- n1 no, in quarantine
[   650.675ms] c3 -> n1 pass r1 c3.12
[   650.675ms] c3 -> n2 pass r1 c3.12
[   651.476ms] c1 -> n1 grant r1 c1.4 for 300ms
[   653.049ms] n1: grant r1 c1.4 for 300ms: no, in quarantine
[   653.092ms] c3 -> n1 grant r1 c3.13 for 300ms
[   654.274ms] n2: pass r1 c3.12: yes
[   654.325ms] n1: pass r1 c3.12: no key
[   655.898ms] n1: grant r1 c3.13 for 300ms: no, in quarantine
[   656.741ms] c3 <- n2 yes
[   657.904ms] c1 <- n1 no, in quarantine
[   657.904ms] c1 -> n1 pass r1 c1.4
[   659.088ms] n1: pass r1 c1.4: no key
[   659.663ms] c1 <- n1 no key
[   669.147ms] c2 -> n1 grant r1 c2.5 for 300ms
[   670.049ms] c3 <- n1 no key
[   670.049ms] c3 <- n1 no, in quarantine
[   670.049ms] c3 -> n1 pass r1 c3.13
[   670.819ms] n1: grant r1 c2.5 for 300ms: no, in quarantine
[   672.320ms] c2 <- n1 no, in quarantine
[   672.320ms] c2 -> n1 release r1 c2.5
[   674.080ms] n1: release r1 c2.5: no key
[   674.147ms] n1: pass r1 c3.13: no key
[   676.029ms] c2 <- n1 no key
[   676.045ms] c3 <- n1 no key
[   703.831ms] c1 -> n1 grant r1 c1.5 for 300ms
[   706.826ms] n1: grant r1 c1.5 for 300ms: no, in quarantine
[   712.393ms] c1 <- n1 no, in quarantine
[   712.393ms] c1 -> n1 pass r1 c1.5
[   715.401ms] n1: pass r1 c1.5: no key
[   716.979ms] c1 <- n1 no key
[   732.660ms] c2 -> n1 grant r1 c2.6 for 300ms
[   737.529ms] n1: grant r1 c2.6 for 300ms: no, in quarantine
[   739.078ms] c2 <- n1 no, in quarantine
[   739.078ms] c2 -> n1 release r1 c2.6
[   740.571ms] n1: release r1 c2.6: no key
[   741.715ms] c2 <- n1 no key
[   766.590ms] c1 -> n1 grant r1 c1.6 for 300ms
[   769.210ms] n1: grant r1 c1.6 for 300ms: no, in quarantine
[   771.251ms] c1 <- n1 no, in quarantine
[   771.251ms] c1 -> n1 pass r1 c1.6
[   775.694ms] n1: pass r1 c1.6: no key
[   778.108ms] c1 <- n1 no key
[   845.321ms] c3 -> n1 ask r1 c3.14 for 300ms
[   851.139ms] n1: ask r1 c3.14 for 300ms: no, in quarantine
[   855.222ms] c3 <- n1 no, in quarantine
[   855.222ms] c3 -> n2 ask r1 c3.14 for 300ms
[   856.997ms] n2: ask r1 c3.14 for 300ms: yes, fence 1016775
[   857.421ms] c3 <- n2 yes, fence 1016775
[   857.421ms] c3 -> n1 ask r1 c3.14 for 300ms
[   858.361ms] n1: ask r1 c3.14 for 300ms: no, in quarantine
[   860.233ms] c3 <- n1 no, in quarantine
[   860.233ms] c3 -> n1 pass r1 c3.14
[   860.233ms] c3 -> n2 pass r1 c3.14
[   860.747ms] c3 -> n1 grant r1 c3.15 for 300ms
[   861.859ms] n2: pass r1 c3.14: yes
[   862.538ms] n1: pass r1 c3.14: no key
[   862.538ms] n1: grant r1 c3.15 for 300ms: no, in quarantine
[   865.979ms] c3 <- n2 yes
[   869.468ms] c3 <- n1 no key
[   869.468ms] c3 <- n1 no, in quarantine
[   869.468ms] c3 -> n1 pass r1 c3.15
[   871.691ms] n1: pass r1 c3.15: no key
[   872.587ms] c3 <- n1 no key
[   932.551ms] c1 -> n1 grant r1 c1.7 for 300ms
[   933.531ms] n1: grant r1 c1.7 for 300ms: no, in quarantine
[   934.030ms] c1 <- n1 no, in quarantine
[   934.030ms] c1 -> n1 pass r1 c1.7
[   934.780ms] c2 -> n1 grant r1 c2.7 for 300ms
[   936.416ms] n1: pass r1 c1.7: no key
[   937.128ms] c1 <- n1 no key
[   941.330ms] n1: grant r1 c2.7 for 300ms: no, in quarantine
[   943.072ms] c2 <- n1 no, in quarantine
[   943.072ms] c2 -> n1 release r1 c2.7
[   943.827ms] n1: release r1 c2.7: no key
[   945.676ms] c2 <- n1 no key
[   950.964ms] c1 -> n1 grant r1 c1.8 for 300ms
[   956.508ms] n1: grant r1 c1.8 for 300ms: no, in quarantine
[   960.690ms] c1 <- n1 no, in quarantine
[   960.690ms] c1 -> n1 pass r1 c1.8
[   961.458ms] n1: pass r1 c1.8: no key
[   964.370ms] c1 <- n1 no key
[  1312.241ms] c1 -> n1 mark as sound
[  1316.574ms] n1: mark as sound: yes
[  1316.804ms] c2 -> n1 mark as sound
[  1317.500ms] c1 <- n1 yes
[  1319.127ms] n1: mark as sound: no, '1|||d001000100000000' for -1ms
[  1320.847ms] c2 <- n1 no, '1|||d001000100000000' for -1ms
[  1346.365ms] c3 -> n1 ask r1 c3.16 for 300ms
[  1348.054ms] n1: ask r1 c3.16 for 300ms: yes, fence 1751657
[  1349.505ms] c3 <- n1 yes, fence 1751657
[  1349.505ms] c3 -> n2 ask r1 c3.16 for 300ms
[  1351.083ms] n2: ask r1 c3.16 for 300ms: yes, fence 1016775
[  1352.185ms] c3 <- n2 yes, fence 1016775
[  1352.185ms] c3 -> n2 confirm r1 c3.16, fence 1751657
[  1354.683ms] n2: confirm r1 c3.16, fence 1751657: no such script
[  1355.784ms] c3 <- n2 no such script
[  1355.784ms] c3 -> n2 confirm r1 c3.16, fence 1751657, whole script
[  1356.498ms] n2: confirm r1 c3.16, fence 1751657, whole script: yes, fence 1751657
[  1357.854ms] c3 <- n2 yes, fence 1751657
[  1357.854ms] c3 HOLDS r1 until 1641.302ms
[  1357.854ms] c3 acquires r1: acquired
[  1359.854ms] c3 gives r1 back
[  1359.854ms] c3 -> n1 pass r1 c3.16, fence 1751657
[  1359.854ms] c3 -> n2 release r1 c3.16
[  1360.588ms] n2: release r1 c3.16: yes
[  1361.045ms] n1: pass r1 c3.16, fence 1751657: yes
[  1362.211ms] c3 <- n1 yes
[  1364.239ms] c3 <- n2 yes
[  1364.239ms] c3 releases r1: done
[  1719.750ms] c1 -> n1 grant r1 c1.9 for 300ms
[  1722.406ms] n1: grant r1 c1.9 for 300ms: yes, fence 1751658
[  1723.335ms] c1 <- n1 yes, fence 1751658
[  1723.335ms] c1 -> n2 grant r1 c1.9 for 300ms
[  1725.295ms] n2: grant r1 c1.9 for 300ms: no such script
[  1725.788ms] c1 <- n2 no such script
[  1725.788ms] c1 -> n2 grant r1 c1.9 for 300ms, whole script
[  1727.390ms] n2: grant r1 c1.9 for 300ms, whole script: yes, fence 1751658
[  1730.278ms] c1 <- n2 yes, fence 1751658
[  1730.278ms] c1 HOLDS r1 until 2014.686ms
[  1730.278ms] c1 acquires r1: acquired
[  1732.277ms] c1 gives r1 back
[  1732.277ms] c1 -> n1 pass r1 c1.9
[  1732.277ms] c1 -> n2 release r1 c1.9, whole script
[  1733.666ms] n1: pass r1 c1.9: yes
[  1734.401ms] c1 <- n1 yes
[  1737.009ms] n2: release r1 c1.9, whole script: yes
[  1740.417ms] c1 <- n2 yes
[  1740.417ms] c1 releases r1: done
[  1781.417ms] c2 -> n1 grant r1 c2.8 for 300ms
[  1782.008ms] n1: grant r1 c2.8 for 300ms: yes, fence 1751659
[  1786.455ms] c2 <- n1 yes, fence 1751659
[  1786.455ms] c2 -> n2 grant r1 c2.8 for 300ms
[  1788.621ms] n2: grant r1 c2.8 for 300ms: yes, fence 1751659
[  1794.976ms] c2 <- n2 yes, fence 1751659
[  1794.976ms] c2 HOLDS r1 until 2076.353ms
[  1794.976ms] c2 acquires r1: acquired
[  1796.976ms] c2 gives r1 back
[  1796.976ms] c2 -> n1 release r1 c2.8
[  1796.976ms] c2 -> n2 pass r1 c2.8, whole script
[  1799.455ms] n1: release r1 c2.8: yes
[  1800.857ms] c2 <- n1 yes
[  1801.246ms] c2 <- n2 no right
[  1801.246ms] c2 -> n2 release r1 c2.8, whole script
[  1803.241ms] n2: release r1 c2.8, whole script: yes
[  1804.764ms] c2 <- n2 yes
[  1804.764ms] c2 releases r1: done
