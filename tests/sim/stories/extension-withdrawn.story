# n1 is flushed between two extensions of one lock. The first is not done with
# a vote that the second has found gone: its end would not have moved.
@expect breaks nothing
@expect seen n1: FLUSHALL
@expect seen c3 extends r1: done
@expect seen c3 -> n1 repair r1 c3.1
@expect seen c3 extends r1: done
seed 8396175179174425006
nodes 5
quorum 3
clients 3
fenced
guard auto
slack 9ms
node-timeout 50ms
ttl-max 30000ms
length 1824ms
delay 5ms
tail 3333.947335ms
late 0.141138ms
tail-ppm 0
lose-ppm 0
cut-ppm 0
node-ppm 4900 4900 4900 4900 -1831
client-ppm 2375 -2843 1633
109.369863ms c2 acquire r2 ttl 30000ms
140.027786ms c3 acquire r1 ttl 30000ms hold 238.323534ms keep
317.108835ms c3 extend ttl 30000ms
327.248028ms n1 flush
327.300433ms c3 extend ttl 27154ms
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
[     0.000ms] c3 connects to n5
[     2.208ms] c3 is connected to n4
[     3.383ms] c1 is connected to n3
[     3.468ms] c1 is connected to n1
[     4.832ms] c2 is connected to n5
[     5.244ms] c1 is connected to n4
[     6.483ms] c1 is connected to n5
[     7.695ms] c2 is connected to n2
[     8.003ms] c3 is connected to n5
[     8.088ms] c3 is connected to n2
[     9.175ms] c3 is connected to n3
[    10.618ms] c1 is connected to n2
[    13.542ms] c2 is connected to n3
[    13.936ms] c2 is connected to n4
[    14.866ms] c2 is connected to n1
[    17.769ms] c3 is connected to n1
[   109.369ms] c2 wants r2 for 30000ms
[   109.369ms] c2 -> n1 grant r2 c2.1 for 30009ms
[   120.267ms] n1: grant r2 c2.1 for 30009ms: no such script
[   123.479ms] c2 <- n1 no such script
[   123.479ms] c2 -> n1 grant r2 c2.1 for 30009ms, whole script
[   125.301ms] n1: grant r2 c2.1 for 30009ms, whole script: yes, fence 599268
[   131.703ms] c2 <- n1 yes, fence 599268
[   131.703ms] c2 -> n2 grant r2 c2.1 for 30009ms
[   139.710ms] n2: grant r2 c2.1 for 30009ms: no such script
[   140.027ms] c3 wants r1 for 30000ms, kept
[   140.027ms] c3 -> n1 grant r1 c3.1 for 30009ms
[   142.816ms] n1: grant r1 c3.1 for 30009ms: yes, fence 615843
[   145.901ms] c3 <- n1 yes, fence 615843
[   145.901ms] c3 -> n2 grant r1 c3.1 for 30009ms
[   149.740ms] c2 <- n2 no such script
[   149.740ms] c2 -> n2 grant r2 c2.1 for 30009ms, whole script
[   154.711ms] n2: grant r2 c2.1 for 30009ms, whole script: yes, fence 625193
[   155.284ms] n2: grant r1 c3.1 for 30009ms: yes, fence 621667
[   156.337ms] c2 <- n2 yes, fence 625193
[   156.337ms] c2 -> n3 grant r2 c2.1 for 30009ms
[   158.937ms] n3: grant r2 c2.1 for 30009ms: no such script
[   160.596ms] c2 <- n3 no such script
[   160.596ms] c2 -> n3 grant r2 c2.1 for 30009ms, whole script
[   161.494ms] c3 <- n2 yes, fence 621667
[   161.494ms] c3 -> n3 grant r1 c3.1 for 30009ms
[   163.852ms] n3: grant r1 c3.1 for 30009ms: no such script
[   168.054ms] c3 <- n3 no such script
[   168.054ms] c3 -> n3 grant r1 c3.1 for 30009ms, whole script
[   172.607ms] n3: grant r2 c2.1 for 30009ms, whole script: yes, fence 652157
[   174.197ms] n3: grant r1 c3.1 for 30009ms, whole script: yes, fence 653754
[   178.371ms] c2 <- n3 yes, fence 652157
[   178.371ms] c2 -> n1 confirm r2 c2.1, fence 652157
[   178.371ms] c2 -> n2 confirm r2 c2.1, fence 652157
[   181.792ms] c3 <- n3 yes, fence 653754
[   181.792ms] c3 -> n1 confirm r1 c3.1, fence 653754
[   181.792ms] c3 -> n2 confirm r1 c3.1, fence 653754
[   183.312ms] n2: confirm r2 c2.1, fence 652157: no such script
[   184.068ms] n1: confirm r1 c3.1, fence 653754: no such script
[   186.933ms] c3 <- n1 no such script
[   186.933ms] c3 -> n1 confirm r1 c3.1, fence 653754, whole script
[   187.236ms] n2: confirm r1 c3.1, fence 653754: no such script
[   188.404ms] c2 <- n2 no such script
[   188.404ms] c2 -> n2 confirm r2 c2.1, fence 652157, whole script
[   190.145ms] n1: confirm r2 c2.1, fence 652157: no such script
[   190.903ms] n1: confirm r1 c3.1, fence 653754, whole script: yes, fence 653754
[   193.409ms] n2: confirm r2 c2.1, fence 652157, whole script: yes, fence 652157
[   193.961ms] c3 <- n2 no such script
[   193.961ms] c3 -> n2 confirm r1 c3.1, fence 653754, whole script
[   194.726ms] c2 <- n2 yes, fence 652157
[   195.660ms] n2: confirm r1 c3.1, fence 653754, whole script: yes, fence 653754
[   197.401ms] c2 <- n1 no such script
[   197.401ms] c2 -> n1 confirm r2 c2.1, fence 652157, whole script
[   199.248ms] c3 <- n2 yes, fence 653754
[   199.588ms] n1: confirm r2 c2.1, fence 652157, whole script: yes, fence 652157
[   200.287ms] c2 <- n1 yes, fence 652157
[   200.287ms] c2 -> n4 grant r2 c2.1 for 30009ms
[   200.287ms] c2 -> n5 grant r2 c2.1 for 30009ms
[   200.287ms] c2 HOLDS r2 until 29892.042ms
[   200.287ms] c2 acquires r2: acquired
[   201.040ms] c3 <- n1 yes, fence 653754
[   201.040ms] c3 -> n4 grant r1 c3.1 for 30009ms
[   201.040ms] c3 -> n5 grant r1 c3.1 for 30009ms
[   201.040ms] c3 HOLDS r1 until 29789.610ms
[   201.040ms] c3 acquires r1: acquired
[   202.150ms] n5: grant r1 c3.1 for 30009ms: no such script
[   202.486ms] n4: grant r2 c2.1 for 30009ms: no such script
[   203.080ms] c3 <- n5 no such script
[   203.080ms] c3 -> n5 grant r1 c3.1 for 30009ms, whole script
[   203.606ms] n5: grant r2 c2.1 for 30009ms: no such script
[   206.401ms] n4: grant r1 c3.1 for 30009ms: no such script
[   206.593ms] c2 <- n5 no such script
[   206.593ms] c2 -> n5 grant r2 c2.1 for 30009ms, whole script
[   207.737ms] n5: grant r2 c2.1 for 30009ms, whole script: yes, fence 681317
[   208.943ms] c2 <- n4 no such script
[   208.943ms] c2 -> n4 grant r2 c2.1 for 30009ms, whole script
[   209.015ms] n5: grant r1 c3.1 for 30009ms, whole script: yes, fence 678367
[   210.101ms] c3 <- n5 yes, fence 678367
[   210.101ms] c3 HOLDS r1 until 29795.483ms
[   211.338ms] c2 <- n5 yes, fence 681317
[   211.338ms] c2 HOLDS r2 until 29914.375ms
[   214.906ms] c3 <- n4 no such script
[   214.906ms] c3 -> n4 grant r1 c3.1 for 30009ms, whole script
[   215.083ms] n4: grant r2 c2.1 for 30009ms, whole script: yes, fence 683637
[   217.289ms] c2 <- n4 yes, fence 683637
[   217.289ms] c2 HOLDS r2 until 29939.009ms
[   218.512ms] n4: grant r1 c3.1 for 30009ms, whole script: yes, fence 690094
[   219.525ms] c3 <- n4 yes, fence 690094
[   219.525ms] c3 HOLDS r1 until 29811.076ms
[   317.108ms] c3 wants r1 for another 30000ms
[   317.108ms] c3 -> n1 extend r1 c3.1 for 30009ms, fence 653754
[   317.108ms] c3 -> n2 extend r1 c3.1 for 30009ms, fence 653754
[   317.108ms] c3 -> n3 extend r1 c3.1 for 30009ms, fence 653754
[   317.108ms] c3 -> n4 extend r1 c3.1 for 30009ms, fence 653754
[   317.108ms] c3 -> n5 extend r1 c3.1 for 30009ms, fence 653754
[   318.478ms] n5: extend r1 c3.1 for 30009ms, fence 653754: no such script
[   319.451ms] n3: extend r1 c3.1 for 30009ms, fence 653754: no such script
[   321.151ms] n1: extend r1 c3.1 for 30009ms, fence 653754: no such script
[   321.295ms] n4: extend r1 c3.1 for 30009ms, fence 653754: no such script
[   321.352ms] c3 <- n3 no such script
[   321.352ms] c3 -> n3 extend r1 c3.1 for 30009ms, fence 653754, whole script
[   322.792ms] n3: extend r1 c3.1 for 30009ms, fence 653754, whole script: yes, fence 653754
[   324.278ms] c3 <- n3 yes, fence 653754
[   324.278ms] c3 HOLDS r1 until 29850.622ms
[   325.030ms] n2: extend r1 c3.1 for 30009ms, fence 653754: no such script
[   325.274ms] c3 <- n1 no such script
[   325.274ms] c3 -> n1 extend r1 c3.1 for 30009ms, fence 653754, whole script
[   326.976ms] n1: extend r1 c3.1 for 30009ms, fence 653754, whole script: yes, fence 653754
[   327.248ms] n1: FLUSHALL
[   327.300ms] c3 wants r1 for another 27154ms
[   327.300ms] c3 -> n1 extend r1 c3.1 for 27163ms, fence 653754
[   327.300ms] c3 -> n2 extend r1 c3.1 for 27163ms, fence 653754
[   327.300ms] c3 -> n3 extend r1 c3.1 for 27163ms, fence 653754
[   327.300ms] c3 -> n4 extend r1 c3.1 for 27163ms, fence 653754
[   327.300ms] c3 -> n5 extend r1 c3.1 for 27163ms, fence 653754
[   328.651ms] n1: extend r1 c3.1 for 27163ms, fence 653754: no key, fence 806074, in quarantine
[   328.987ms] n4: extend r1 c3.1 for 27163ms, fence 653754: no such script
[   331.248ms] n5: extend r1 c3.1 for 27163ms, fence 653754: no such script
[   332.943ms] c3 <- n4 no such script
[   332.943ms] c3 -> n4 extend r1 c3.1 for 30009ms, fence 653754, whole script
[   333.272ms] c3 <- n2 no such script
[   333.272ms] c3 -> n2 extend r1 c3.1 for 30009ms, fence 653754, whole script
[   333.641ms] n3: extend r1 c3.1 for 27163ms, fence 653754: yes, fence 653754
[   333.645ms] c3 <- n5 no such script
[   333.645ms] c3 -> n5 extend r1 c3.1 for 30009ms, fence 653754, whole script
[   333.875ms] c3 <- n1 yes, fence 653754
[   333.875ms] c3 <- n1 no key, fence 806074, in quarantine
[   334.025ms] c3 <- n4 no such script
[   334.025ms] c3 -> n4 extend r1 c3.1 for 27163ms, fence 653754, whole script
[   334.983ms] c3 <- n5 no such script
[   334.983ms] c3 -> n5 extend r1 c3.1 for 27163ms, fence 653754, whole script
[   336.561ms] n4: extend r1 c3.1 for 30009ms, fence 653754, whole script: yes, fence 690094
[   336.598ms] n5: extend r1 c3.1 for 30009ms, fence 653754, whole script: yes, fence 678367
[   336.734ms] n4: extend r1 c3.1 for 27163ms, fence 653754, whole script: yes, fence 690094
[   336.798ms] n5: extend r1 c3.1 for 27163ms, fence 653754, whole script: yes, fence 678367
[   338.828ms] c3 <- n5 yes, fence 678367
[   339.436ms] c3 <- n3 yes, fence 653754
[   340.001ms] n2: extend r1 c3.1 for 27163ms, fence 653754: no such script
[   342.528ms] n2: extend r1 c3.1 for 30009ms, fence 653754, whole script: yes, fence 653754
[   343.952ms] c3 <- n2 no such script
[   343.952ms] c3 -> n2 extend r1 c3.1 for 27163ms, fence 653754, whole script
[   343.952ms] c3 <- n2 yes, fence 653754
[   343.952ms] c3 HOLDS r1 until 29966.691ms
[   344.935ms] c3 <- n4 yes, fence 690094
[   344.935ms] c3 <- n4 yes, fence 690094
[   345.503ms] c3 extends r1: done
[   347.296ms] c3 <- n5 yes, fence 678367
[   347.296ms] c3 -> n1 repair r1 c3.1 for 27163ms, fence 653754
[   347.296ms] c3 extends r1: done
[   348.607ms] n1: repair r1 c3.1 for 27163ms, fence 653754: no such script
[   355.814ms] n2: extend r1 c3.1 for 27163ms, fence 653754, whole script: yes, fence 653754
[   356.860ms] c3 <- n2 yes, fence 653754
[   361.619ms] c3 <- n1 no such script
[   361.619ms] c3 -> n1 repair r1 c3.1 for 27163ms, fence 653754, whole script
[   364.222ms] n1: repair r1 c3.1 for 27163ms, fence 653754, whole script: created, fence 840105, in quarantine
[   369.324ms] c3 <- n1 created, fence 840105, in quarantine
[   438.975ms] c3 gives r1 back
[   438.975ms] c3 -> n1 pass r1 c3.1, whole script
[   438.975ms] c3 -> n2 pass r1 c3.1, whole script
[   438.975ms] c3 -> n3 release r1 c3.1, whole script
[   438.975ms] c3 -> n4 release r1 c3.1, whole script
[   438.975ms] c3 -> n5 release r1 c3.1, whole script
[   440.372ms] n3: release r1 c3.1, whole script: yes
[   441.461ms] n5: release r1 c3.1, whole script: yes
[   442.581ms] n2: pass r1 c3.1, whole script: yes
[   443.310ms] c3 <- n5 yes
[   443.512ms] c3 <- n3 yes
[   446.973ms] n1: pass r1 c3.1, whole script: yes
[   450.100ms] c3 <- n1 yes
[   450.100ms] c3 releases r1: done
[   453.201ms] c3 <- n2 yes
[   453.290ms] n4: release r1 c3.1, whole script: yes
[   466.833ms] c3 <- n4 yes
[  1824.000ms] faults stop
[  1824.000ms] c2 gives r2 back
[  1824.000ms] c2 -> n1 pass r2 c2.1, whole script
[  1824.000ms] c2 -> n2 release r2 c2.1, whole script
[  1824.000ms] c2 -> n3 release r2 c2.1, whole script
[  1824.000ms] c2 -> n4 release r2 c2.1, whole script
[  1824.000ms] c2 -> n5 release r2 c2.1, whole script
[  1825.183ms] n5: release r2 c2.1, whole script: yes
[  1825.394ms] n1: pass r2 c2.1, whole script: no key
[  1825.458ms] n3: release r2 c2.1, whole script: yes
[  1825.913ms] n2: release r2 c2.1, whole script: yes
[  1826.219ms] c2 <- n1 no key
[  1826.811ms] n4: release r2 c2.1, whole script: yes
[  1827.148ms] c2 <- n2 yes
[  1827.695ms] c2 <- n4 yes
[  1830.604ms] c2 <- n3 yes
[  1830.604ms] c2 releases r2: done
[  1836.655ms] c2 <- n5 yes
[  1836.655ms] everybody asks for r1
[  1836.655ms] c1 wants r1 for 30000ms
[  1836.655ms] c1 -> n1 grant r1 c1.1 for 30009ms
[  1836.655ms] c2 wants r1 for 30000ms
[  1836.655ms] c2 -> n1 grant r1 c2.2 for 30009ms
[  1836.655ms] c3 wants r1 for 30000ms
[  1836.655ms] c3 -> n1 grant r1 c3.2 for 30009ms
[  1837.760ms] n1: grant r1 c2.2 for 30009ms: no, in quarantine
[  1838.116ms] n1: grant r1 c3.2 for 30009ms: no, in quarantine
[  1838.607ms] c3 <- n1 no, in quarantine
[  1838.607ms] c3 -> n2 grant r1 c3.2 for 30009ms
[  1839.034ms] n2: grant r1 c3.2 for 30009ms: yes, fence 653755
[  1839.312ms] c2 <- n1 no, in quarantine
[  1839.312ms] c2 -> n2 grant r1 c2.2 for 30009ms
[  1839.975ms] c3 <- n2 yes, fence 653755
[  1839.975ms] c3 -> n3 grant r1 c3.2 for 30009ms
[  1841.323ms] n2: grant r1 c2.2 for 30009ms: no, c3.2 for 30007ms
[  1841.792ms] n1: grant r1 c1.1 for 30009ms: no, in quarantine
[  1842.291ms] c1 <- n1 no, in quarantine
[  1842.291ms] c1 -> n2 grant r1 c1.1 for 30009ms
[  1842.297ms] n3: grant r1 c3.2 for 30009ms: yes, fence 653755
[  1842.888ms] n2: grant r1 c1.1 for 30009ms: no, c3.2 for 30005ms
[  1843.047ms] c2 <- n2 no, c3.2 for 30007ms
[  1843.047ms] c2 -> n1 pass r1 c2.2
[  1843.047ms] c2 -> n1 ask r1 c2.3 for 30009ms
[  1843.241ms] c3 <- n3 yes, fence 653755
[  1843.241ms] c3 -> n4 grant r1 c3.2 for 30009ms
[  1844.267ms] c1 <- n2 no, c3.2 for 30005ms
[  1844.267ms] c1 -> n1 pass r1 c1.1, whole script
[  1844.267ms] c1 -> n1 ask r1 c1.2 for 30009ms
[  1845.221ms] n1: pass r1 c1.1, whole script: no key
[  1845.919ms] n4: grant r1 c3.2 for 30009ms: yes, fence 690095
[  1846.994ms] c3 <- n4 yes, fence 690095
[  1846.994ms] c3 -> n2 confirm r1 c3.2, fence 690095
[  1846.994ms] c3 -> n3 confirm r1 c3.2, fence 690095
[  1847.598ms] n3: confirm r1 c3.2, fence 690095: no such script
[  1850.836ms] c3 <- n3 no such script
[  1850.836ms] c3 -> n3 confirm r1 c3.2, fence 690095, whole script
[  1851.565ms] n3: confirm r1 c3.2, fence 690095, whole script: yes, fence 690095
[  1852.296ms] n1: ask r1 c1.2 for 30009ms: no such script
[  1852.385ms] n1: pass r1 c2.2: no key
[  1852.385ms] n1: ask r1 c2.3 for 30009ms: no such script
[  1853.248ms] c3 <- n3 yes, fence 690095
[  1853.831ms] c1 <- n1 no key
[  1855.629ms] c1 -> n2 ask r1 c1.2 for 30009ms
[  1855.650ms] c1 <- n1 no such script
[  1855.650ms] c1 -> n1 ask r1 c1.2 for 30009ms, whole script
[  1857.238ms] c2 <- n1 no key
[  1857.238ms] c2 <- n1 no such script
[  1857.238ms] c2 -> n1 ask r1 c2.3 for 30009ms, whole script
[  1857.550ms] n2: ask r1 c1.2 for 30009ms: no such script
[  1858.859ms] n1: ask r1 c1.2 for 30009ms, whole script: no, in quarantine
[  1859.598ms] c1 -> n3 ask r1 c1.2 for 30009ms
[  1859.877ms] c1 <- n1 no, in quarantine
[  1860.098ms] n3: ask r1 c1.2 for 30009ms: no such script
[  1860.381ms] n2: confirm r1 c3.2, fence 690095: yes, fence 690095
[  1860.441ms] n1: ask r1 c2.3 for 30009ms, whole script: no, in quarantine
[  1861.075ms] c3 <- n2 yes, fence 690095
[  1861.075ms] c3 -> n5 grant r1 c3.2 for 30009ms
[  1861.075ms] c3 HOLDS r1 until 31488.189ms
[  1861.075ms] c3 acquires r1: acquired
[  1861.793ms] n5: grant r1 c3.2 for 30009ms: yes, fence 678368
[  1863.071ms] c3 gives r1 back
[  1863.071ms] c3 -> n1 pass r1 c3.2
[  1863.071ms] c3 -> n2 pass r1 c3.2
[  1863.071ms] c3 -> n3 release r1 c3.2
[  1863.071ms] c3 -> n4 release r1 c3.2
[  1863.071ms] c3 -> n5 release r1 c3.2
[  1863.488ms] c2 <- n1 no, in quarantine
[  1863.488ms] c2 -> n2 ask r1 c2.3 for 30009ms
[  1863.533ms] n3: release r1 c3.2: yes
[  1864.162ms] c1 <- n3 no such script
[  1864.162ms] c1 -> n3 ask r1 c1.2 for 30009ms, whole script
[  1864.303ms] n1: pass r1 c3.2: no key
[  1864.389ms] n2: pass r1 c3.2: yes
[  1864.443ms] c3 <- n3 yes
[  1864.720ms] c3 <- n2 yes
[  1864.924ms] n5: release r1 c3.2: yes
[  1865.052ms] n4: release r1 c3.2: yes
[  1866.380ms] c3 <- n4 yes
[  1866.380ms] c3 releases r1: done
[  1866.647ms] c1 <- n2 no such script
[  1866.647ms] c1 -> n2 ask r1 c1.2 for 30009ms, whole script
[  1867.581ms] n2: ask r1 c1.2 for 30009ms, whole script: yes, fence 690096
[  1870.119ms] c3 <- n5 yes, fence 678368
[  1870.119ms] c3 <- n5 yes
[  1870.555ms] n3: ask r1 c1.2 for 30009ms, whole script: yes, fence 690096
[  1870.773ms] c1 <- n2 yes, fence 690096
[  1870.773ms] c1 -> n1 ask r1 c1.2 for 30009ms
[  1870.773ms] c1 -> n4 ask r1 c1.2 for 30009ms
[  1870.773ms] c1 -> n5 ask r1 c1.2 for 30009ms
[  1871.308ms] c2 -> n3 ask r1 c2.3 for 30009ms
[  1871.441ms] n1: ask r1 c1.2 for 30009ms: no, in quarantine
[  1871.668ms] c1 <- n3 yes, fence 690096
[  1871.875ms] n2: ask r1 c2.3 for 30009ms: no, queued
[  1872.000ms] n3: ask r1 c2.3 for 30009ms: no, queued
[  1872.853ms] c2 <- n2 no, queued
[  1872.853ms] c2 begins to listen at n1
[  1872.853ms] c2 begins to listen at n2
[  1872.853ms] c2 begins to listen at n3
[  1872.853ms] c2 begins to listen at n4
[  1872.853ms] c2 begins to listen at n5
[  1873.378ms] c3 <- n1 no key
[  1873.472ms] n4: ask r1 c1.2 for 30009ms: no such script
[  1873.942ms] c2 <- n3 no, queued
[  1874.686ms] n5: ask r1 c1.2 for 30009ms: no such script
[  1875.338ms] c2 listens at n2
[  1875.338ms] c2 -> n2 ask r1 c2.3 for 30009ms
[  1875.419ms] c2 listens at n4
[  1875.723ms] c1 <- n1 no, in quarantine
[  1876.056ms] c1 <- n4 no such script
[  1876.056ms] c1 -> n4 ask r1 c1.2 for 30009ms, whole script
[  1876.848ms] n4: ask r1 c1.2 for 30009ms, whole script: yes, fence 690096
[  1877.663ms] c1 <- n5 no such script
[  1877.663ms] c1 -> n5 ask r1 c1.2 for 30009ms, whole script
[  1878.643ms] c2 listens at n3
[  1878.643ms] c2 -> n3 ask r1 c2.3 for 30009ms
[  1878.718ms] n5: ask r1 c1.2 for 30009ms, whole script: yes, fence 678369
[  1879.162ms] n3: ask r1 c2.3 for 30009ms: no, queued
[  1879.380ms] n2: ask r1 c2.3 for 30009ms: no, queued
[  1879.706ms] c2 <- n2 no, queued
[  1879.994ms] c1 <- n5 yes, fence 678369
[  1879.994ms] c1 -> n5 confirm r1 c1.2, fence 690096
[  1881.786ms] c2 <- n3 no, queued
[  1882.812ms] c2 listens at n5
[  1883.195ms] n5: confirm r1 c1.2, fence 690096: no such script
[  1883.927ms] c1 <- n5 no such script
[  1883.927ms] c1 -> n5 confirm r1 c1.2, fence 690096, whole script
[  1884.818ms] c2 listens at n1
[  1884.824ms] n5: confirm r1 c1.2, fence 690096, whole script: yes, fence 690096
[  1887.967ms] c1 <- n5 yes, fence 690096
[  1887.967ms] c1 HOLDS r1 until 31483.264ms
[  1887.967ms] c1 acquires r1: acquired
[  1889.962ms] c1 gives r1 back
[  1889.962ms] c1 -> n1 pass r1 c1.2, fence 690096
[  1889.962ms] c1 -> n2 pass r1 c1.2, fence 690096, whole script
[  1889.962ms] c1 -> n3 release r1 c1.2, whole script
[  1889.962ms] c1 -> n4 pass r1 c1.2, fence 690096, whole script
[  1889.962ms] c1 -> n5 release r1 c1.2, whole script
[  1890.542ms] n1: pass r1 c1.2, fence 690096: no key
[  1890.659ms] n4: pass r1 c1.2, fence 690096, whole script: yes
[  1890.742ms] c1 <- n4 yes, fence 690096
[  1892.096ms] n2 pushes to c2.3: it is yours
[  1892.096ms] n2: pass r1 c1.2, fence 690096, whole script: yes
[  1892.731ms] n5: release r1 c1.2, whole script: yes
[  1893.010ms] c1 <- n1 no key
[  1893.201ms] c1 <- n4 yes
[  1893.633ms] c2 <- n2 pushes to c2.3
[  1893.633ms] c2 -> n1 ask r1 c2.3 for 30009ms
[  1893.633ms] c2 -> n3 ask r1 c2.3 for 30009ms
[  1893.633ms] c2 -> n4 ask r1 c2.3 for 30009ms
[  1893.633ms] c2 -> n5 ask r1 c2.3 for 30009ms
[  1894.902ms] n3: ask r1 c2.3 for 30009ms: no, queued
[  1895.268ms] c1 <- n2 yes
[  1895.773ms] n4: ask r1 c2.3 for 30009ms: yes, fence 690097
[  1895.957ms] n3: release r1 c1.2, whole script: yes
[  1896.070ms] c1 <- n5 yes
[  1896.070ms] c1 releases r1: done
[  1896.168ms] c2 <- n3 no, queued
[  1898.036ms] n5: ask r1 c2.3 for 30009ms: yes, fence 690097
[  1898.681ms] c2 <- n4 yes, fence 690097
[  1899.351ms] c2 <- n5 yes, fence 690097
[  1899.351ms] c2 HOLDS r1 until 31658.010ms
[  1899.351ms] c2 acquires r1: acquired
[  1899.576ms] n1: ask r1 c2.3 for 30009ms: no, in quarantine
[  1901.357ms] c2 gives r1 back
[  1901.357ms] c2 -> n1 pass r1 c2.3, fence 690097
[  1901.357ms] c2 -> n2 pass r1 c2.3, fence 690097, whole script
[  1901.357ms] c2 -> n3 pass r1 c2.3, fence 690097, whole script
[  1901.357ms] c2 -> n4 release r1 c2.3
[  1901.357ms] c2 -> n5 release r1 c2.3
[  1901.581ms] c1 <- n3 yes
[  1901.887ms] n3: pass r1 c2.3, fence 690097, whole script: no key
[  1903.152ms] n1: pass r1 c2.3, fence 690097: no key
[  1903.440ms] c2 <- n1 no, in quarantine
[  1906.221ms] n4: release r1 c2.3: yes
[  1906.229ms] n2: pass r1 c2.3, fence 690097, whole script: yes
[  1907.797ms] c2 <- n2 yes
[  1908.997ms] n5: release r1 c2.3: yes
[  1909.857ms] c2 <- n5 yes
[  1910.220ms] c2 <- n1 no key
[  1912.069ms] c2 <- n4 yes
[  1912.069ms] c2 releases r1: done
[  1912.526ms] c2 <- n3 no key
