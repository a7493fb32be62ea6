# n1's counter is damaged: it is 142 years ahead. Its vote does not count for the
# locks that follow, whether it is asked for or handed over, and n2 and n3 are not
# raised to it. With n3 down, nobody can know that it is not right, and nobody has
# the lock.
@expect breaks nothing
@expect never confirm r1 c1.1, fence 4503599627370497
@expect never confirm r1 c2.2, fence 4503599627370499
@expect seen c1 <- n1 yes, fence 4503599627370497
@expect seen c1 -> n2 confirm r1 c1.1, fence 110474
@expect seen c1 HOLDS r1
@expect seen n1 pushes to c2.2: it is yours
@expect seen c2 <- n1 yes, fence 4503599627370499
@expect seen c2 <- n3 yes, fence 110476
@expect seen c2 HOLDS r1
@expect seen n3 goes down
@expect seen c1 acquires r1: no quorum
seed 7
nodes 3
clients 2
fenced
agreeing
counters 4503599627370496 0 0
ttl-max 1000ms
length 2000ms
delay 1ms
tail 0ms
late 0ms
tail-ppm 0
lose-ppm 0
cut-ppm 0
node-ppm 0 0 0
client-ppm 0 0
100ms c1 acquire r1 ttl 500ms hold 100ms
300ms c1 acquire r1 ttl 500ms hold 100ms keep
320ms c2 acquire r1 ttl 500ms wait 500ms hold 100ms
900ms n3 restart for 300ms
1000ms c1 acquire r1 ttl 500ms hold 50ms
1400ms c2 acquire r1 ttl 500ms hold 50ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     1.267ms] c2 is connected to n2
[     1.742ms] c1 is connected to n1
[     1.820ms] c2 is connected to n1
[     2.563ms] c1 is connected to n2
[     3.001ms] c2 is connected to n3
[     5.398ms] c1 is connected to n3
[   100.000ms] c1 wants r1 for 500ms
[   100.000ms] c1 -> n1 grant r1 c1.1 for 500ms
[   100.529ms] n1: grant r1 c1.1 for 500ms: no such script
[   101.894ms] c1 <- n1 no such script
[   101.894ms] c1 -> n1 grant r1 c1.1 for 500ms, whole script
[   102.296ms] n1: grant r1 c1.1 for 500ms, whole script: yes, fence 4503599627370497
[   102.561ms] c1 <- n1 yes, fence 4503599627370497
[   102.561ms] c1 -> n2 grant r1 c1.1 for 500ms
[   105.008ms] n2: grant r1 c1.1 for 500ms: no such script
[   106.378ms] c1 <- n2 no such script
[   106.378ms] c1 -> n2 grant r1 c1.1 for 500ms, whole script
[   106.556ms] n2: grant r1 c1.1 for 500ms, whole script: yes, fence 106557
[   107.069ms] c1 <- n2 yes, fence 106557
[   107.069ms] c1 -> n3 grant r1 c1.1 for 500ms
[   108.485ms] n3: grant r1 c1.1 for 500ms: no such script
[   109.755ms] c1 <- n3 no such script
[   109.755ms] c1 -> n3 grant r1 c1.1 for 500ms, whole script
[   110.473ms] n3: grant r1 c1.1 for 500ms, whole script: yes, fence 110474
[   111.740ms] c1 <- n3 yes, fence 110474
[   111.740ms] c1 -> n2 confirm r1 c1.1, fence 110474
[   112.446ms] n2: confirm r1 c1.1, fence 110474: no such script
[   113.456ms] c1 <- n2 no such script
[   113.456ms] c1 -> n2 confirm r1 c1.1, fence 110474, whole script
[   113.861ms] n2: confirm r1 c1.1, fence 110474, whole script: yes, fence 110474
[   114.451ms] c1 <- n2 yes, fence 110474
[   114.451ms] c1 HOLDS r1 until 595.561ms
[   114.451ms] c1 acquires r1: acquired
[   214.451ms] c1 gives r1 back
[   214.451ms] c1 -> n1 pass r1 c1.1, whole script
[   214.451ms] c1 -> n2 pass r1 c1.1, whole script
[   214.451ms] c1 -> n3 release r1 c1.1, whole script
[   214.734ms] n2: pass r1 c1.1, whole script: yes
[   215.011ms] c1 <- n2 yes
[   215.496ms] n1: pass r1 c1.1, whole script: yes
[   215.766ms] n3: release r1 c1.1, whole script: yes
[   217.579ms] c1 <- n3 yes
[   217.579ms] c1 releases r1: done
[   219.588ms] c1 <- n1 yes
[   300.000ms] c1 wants r1 for 500ms, kept
[   300.000ms] c1 -> n1 grant r1 c1.2 for 500ms
[   301.042ms] n1: grant r1 c1.2 for 500ms: yes, fence 4503599627370498
[   302.342ms] c1 <- n1 yes, fence 4503599627370498
[   302.342ms] c1 -> n2 grant r1 c1.2 for 500ms
[   304.243ms] n2: grant r1 c1.2 for 500ms: yes, fence 110475
[   304.499ms] c1 <- n2 yes, fence 110475
[   304.499ms] c1 -> n3 grant r1 c1.2 for 500ms
[   308.423ms] n3: grant r1 c1.2 for 500ms: yes, fence 110475
[   308.563ms] c1 <- n3 yes, fence 110475
[   308.563ms] c1 HOLDS r1 until 795.342ms
[   308.563ms] c1 acquires r1: acquired
[   320.000ms] c2 wants r1 for 500ms
[   320.000ms] c2 -> n1 grant r1 c2.1 for 500ms
[   320.156ms] n1: grant r1 c2.1 for 500ms: no, c1.2 for 481ms
[   321.493ms] c2 <- n1 no, c1.2 for 481ms
[   321.493ms] c2 -> n1 ask r1 c2.2 for 500ms
[   321.686ms] n1: ask r1 c2.2 for 500ms: no such script
[   322.276ms] c2 <- n1 no such script
[   322.276ms] c2 -> n1 ask r1 c2.2 for 500ms, whole script
[   324.481ms] c2 -> n2 ask r1 c2.2 for 500ms
[   324.931ms] n2: ask r1 c2.2 for 500ms: no such script
[   325.154ms] n1: ask r1 c2.2 for 500ms, whole script: no, queued
[   325.838ms] c2 <- n1 no, queued
[   325.838ms] c2 begins to listen at n1
[   325.838ms] c2 begins to listen at n2
[   325.838ms] c2 begins to listen at n3
[   326.151ms] c2 <- n2 no such script
[   326.151ms] c2 -> n2 ask r1 c2.2 for 500ms, whole script
[   326.607ms] c2 listens at n3
[   327.041ms] n2: ask r1 c2.2 for 500ms, whole script: no, queued
[   327.899ms] c2 <- n2 no, queued
[   331.185ms] c2 listens at n1
[   331.185ms] c2 -> n1 ask r1 c2.2 for 500ms
[   331.258ms] c2 listens at n2
[   331.258ms] c2 -> n2 ask r1 c2.2 for 500ms
[   331.602ms] n2: ask r1 c2.2 for 500ms: no, queued
[   331.856ms] c2 <- n2 no, queued
[   331.921ms] n1: ask r1 c2.2 for 500ms: no, queued
[   333.120ms] c2 <- n1 no, queued
[   391.699ms] c1 -> n1 extend r1 c1.2 for 500ms, fence 110475
[   391.699ms] c1 -> n2 extend r1 c1.2 for 500ms, fence 110475
[   391.699ms] c1 -> n3 extend r1 c1.2 for 500ms, fence 110475
[   392.260ms] n2: extend r1 c1.2 for 500ms, fence 110475: no such script
[   392.507ms] c1 <- n2 no such script
[   392.507ms] c1 -> n2 extend r1 c1.2 for 500ms, fence 110475, whole script
[   392.556ms] n3: extend r1 c1.2 for 500ms, fence 110475: no such script
[   393.036ms] n1: extend r1 c1.2 for 500ms, fence 110475: no such script
[   393.811ms] n2: extend r1 c1.2 for 500ms, fence 110475, whole script: yes, fence 110475
[   393.917ms] c1 <- n1 no such script
[   393.917ms] c1 -> n1 extend r1 c1.2 for 500ms, fence 110475, whole script
[   394.507ms] c1 <- n3 no such script
[   394.507ms] c1 -> n3 extend r1 c1.2 for 500ms, fence 110475, whole script
[   394.571ms] n1: extend r1 c1.2 for 500ms, fence 110475, whole script: yes, fence 4503599627370498
[   395.155ms] n3: extend r1 c1.2 for 500ms, fence 110475, whole script: yes, fence 110475
[   395.301ms] c1 <- n2 yes, fence 110475
[   395.301ms] c1 HOLDS r1 until 797.499ms
[   395.855ms] c1 <- n3 yes, fence 110475
[   395.855ms] c1 HOLDS r1 until 884.699ms
[   396.458ms] c1 <- n1 yes, fence 4503599627370498
[   408.563ms] c1 gives r1 back
[   408.563ms] c1 -> n1 pass r1 c1.2
[   408.563ms] c1 -> n2 pass r1 c1.2
[   408.563ms] c1 -> n3 release r1 c1.2
[   408.962ms] n2 pushes to c2.2: it is yours
[   408.962ms] n2: pass r1 c1.2: yes
[   409.692ms] c2 <- n2 pushes to c2.2
[   409.692ms] c2 -> n1 ask r1 c2.2 for 500ms
[   409.692ms] c2 -> n3 ask r1 c2.2 for 500ms
[   409.703ms] n3: release r1 c1.2: yes
[   409.733ms] n1 pushes to c2.2: it is yours
[   409.733ms] n1: pass r1 c1.2: yes
[   410.048ms] c1 <- n2 yes
[   410.128ms] n1: ask r1 c2.2 for 500ms: yes, fence 4503599627370499
[   410.170ms] c1 <- n1 yes
[   410.170ms] c1 releases r1: done
[   410.322ms] c2 <- n1 yes, fence 4503599627370499
[   410.583ms] n3: ask r1 c2.2 for 500ms: no such script
[   410.897ms] c1 <- n3 yes
[   411.006ms] c2 <- n1 pushes to c2.2
[   413.204ms] c2 <- n3 no such script
[   413.204ms] c2 -> n3 ask r1 c2.2 for 500ms, whole script
[   414.027ms] n3: ask r1 c2.2 for 500ms, whole script: yes, fence 110476
[   414.415ms] c2 <- n3 yes, fence 110476
[   414.415ms] c2 HOLDS r1 until 824.258ms
[   414.415ms] c2 acquires r1: acquired
[   420.865ms] c2 -> n1 ask r1 c2.2 for 500ms
[   421.086ms] n1: ask r1 c2.2 for 500ms: yes, fence 4503599627370499
[   421.651ms] c2 <- n1 yes, fence 4503599627370499
[   514.415ms] c2 gives r1 back
[   514.415ms] c2 -> n1 pass r1 c2.2, fence 110476, whole script
[   514.415ms] c2 -> n2 pass r1 c2.2, fence 110476, whole script
[   514.415ms] c2 -> n3 release r1 c2.2, whole script
[   515.008ms] n1: pass r1 c2.2, fence 110476, whole script: yes
[   515.929ms] c2 <- n1 yes
[   516.476ms] n2: pass r1 c2.2, fence 110476, whole script: yes
[   517.000ms] n3: release r1 c2.2, whole script: yes
[   517.765ms] c2 <- n2 yes
[   517.765ms] c2 releases r1: done
[   519.502ms] c2 <- n3 yes
[   900.000ms] n3 goes down
[   901.000ms] c1's connection to n3 is broken
[   901.000ms] c2's connection to n3 is broken
[   901.000ms] c2's listening connection to n3 is broken
[   963.849ms] c2 connects to n3
[   965.219ms] c2's connection to n3 is refused
[  1000.000ms] c1 wants r1 for 500ms
[  1000.000ms] c1 -> n1 grant r1 c1.3 for 500ms
[  1001.655ms] n1: grant r1 c1.3 for 500ms: yes, fence 4503599627370500
[  1001.918ms] c1 <- n1 yes, fence 4503599627370500
[  1001.918ms] c1 -> n2 grant r1 c1.3 for 500ms
[  1003.856ms] n2: grant r1 c1.3 for 500ms: yes, fence 110477
[  1004.703ms] c1 <- n2 yes, fence 110477
[  1004.703ms] c1 -> n1 pass r1 c1.3
[  1004.703ms] c1 -> n2 release r1 c1.3, fence 110477, whole script
[  1004.703ms] c1 acquires r1: no quorum
[  1004.876ms] n1: pass r1 c1.3: yes
[  1006.309ms] n2: release r1 c1.3, fence 110477, whole script: yes
[  1006.357ms] c1 <- n1 yes
[  1006.907ms] c1 <- n2 yes
[  1031.419ms] c1 connects to n3
[  1032.630ms] c1's connection to n3 is refused
[  1083.465ms] c1 connects to n3
[  1085.369ms] c1's connection to n3 is refused
[  1150.983ms] c2 connects to n3
[  1152.565ms] c2's connection to n3 is refused
[  1200.000ms] n3 is back, with its memory
[  1217.755ms] c1 connects to n3
[  1219.539ms] c1 is connected to n3
[  1400.000ms] c2 wants r1 for 500ms
[  1400.000ms] c2 -> n1 grant r1 c2.3 for 500ms
[  1401.530ms] n1: grant r1 c2.3 for 500ms: yes, fence 4503599627370500
[  1402.009ms] c2 <- n1 yes, fence 4503599627370500
[  1402.009ms] c2 -> n2 grant r1 c2.3 for 500ms
[  1402.279ms] n2: grant r1 c2.3 for 500ms: yes, fence 110477
[  1402.730ms] c2 <- n2 yes, fence 110477
[  1402.730ms] c2 -> n1 pass r1 c2.3
[  1402.730ms] c2 -> n2 release r1 c2.3, fence 110477, whole script
[  1402.730ms] c2 acquires r1: no quorum
[  1403.420ms] n2: release r1 c2.3, fence 110477, whole script: yes
[  1403.804ms] n1: pass r1 c2.3: yes
[  1404.261ms] c2 <- n1 yes
[  1404.886ms] c2 <- n2 yes
[  1581.400ms] c2 connects to n3
[  1583.676ms] c2 is connected to n3
[  1583.676ms] c2 begins to listen at n3
[  1585.760ms] c2 listens at n3
[  2000.000ms] faults stop
[  2000.000ms] everybody asks for r1
[  2000.000ms] c1 wants r1 for 1000ms
[  2000.000ms] c1 -> n1 grant r1 c1.4 for 1000ms
[  2000.000ms] c2 wants r1 for 1000ms
[  2000.000ms] c2 -> n1 grant r1 c2.4 for 1000ms
[  2000.450ms] n1: grant r1 c2.4 for 1000ms: yes, fence 4503599627370500
[  2000.874ms] n1: grant r1 c1.4 for 1000ms: no, c2.4 for 1000ms
[  2002.192ms] c1 <- n1 no, c2.4 for 1000ms
[  2002.192ms] c1 -> n1 ask r1 c1.5 for 1000ms
[  2002.570ms] c2 <- n1 yes, fence 4503599627370500
[  2002.570ms] c2 -> n2 grant r1 c2.4 for 1000ms
[  2002.844ms] n1: ask r1 c1.5 for 1000ms: no, queued
[  2003.117ms] n2: grant r1 c2.4 for 1000ms: yes, fence 110477
[  2003.412ms] c2 <- n2 yes, fence 110477
[  2003.412ms] c2 -> n3 grant r1 c2.4 for 1000ms
[  2004.105ms] c1 <- n1 no, queued
[  2004.105ms] c1 begins to listen at n1
[  2004.105ms] c1 begins to listen at n2
[  2004.105ms] c1 begins to listen at n3
[  2004.548ms] n3: grant r1 c2.4 for 1000ms: no such script
[  2004.882ms] c2 <- n3 no such script
[  2004.882ms] c2 -> n3 grant r1 c2.4 for 1000ms, whole script
[  2005.512ms] c1 listens at n2
[  2005.880ms] c1 listens at n1
[  2005.880ms] c1 -> n1 ask r1 c1.5 for 1000ms
[  2005.920ms] n3: grant r1 c2.4 for 1000ms, whole script: yes, fence 2005921
[  2005.997ms] c1 listens at n3
[  2006.437ms] n1: ask r1 c1.5 for 1000ms: no, queued
[  2007.394ms] c2 <- n3 yes, fence 2005921
[  2007.394ms] c2 -> n2 confirm r1 c2.4, fence 2005921
[  2007.649ms] c1 <- n1 no, queued
[  2008.865ms] n2: confirm r1 c2.4, fence 2005921: yes, fence 2005921
[  2009.650ms] c2 <- n2 yes, fence 2005921
[  2009.650ms] c2 HOLDS r1 until 2990.570ms
[  2009.650ms] c2 acquires r1: acquired
[  2011.650ms] c2 gives r1 back
[  2011.650ms] c2 -> n1 pass r1 c2.4
[  2011.650ms] c2 -> n2 pass r1 c2.4
[  2011.650ms] c2 -> n3 release r1 c2.4, whole script
[  2012.151ms] n1 pushes to c1.5: it is yours
[  2012.151ms] n1: pass r1 c2.4: yes
[  2012.831ms] n3: release r1 c2.4, whole script: yes
[  2013.119ms] n2: pass r1 c2.4: yes
[  2013.263ms] c2 <- n1 yes
[  2013.804ms] c1 <- n1 pushes to c1.5
[  2013.804ms] c1 -> n2 ask r1 c1.5 for 1000ms
[  2013.804ms] c1 -> n3 ask r1 c1.5 for 1000ms
[  2014.313ms] c2 <- n3 yes
[  2014.313ms] c2 releases r1: done
[  2014.379ms] n2: ask r1 c1.5 for 1000ms: yes, fence 2005922
[  2014.407ms] c2 <- n2 yes
[  2014.642ms] c1 <- n2 yes, fence 2005922
[  2014.843ms] n3: ask r1 c1.5 for 1000ms: no such script
[  2016.399ms] c1 <- n3 no such script
[  2016.399ms] c1 -> n3 ask r1 c1.5 for 1000ms, whole script
[  2017.324ms] n3: ask r1 c1.5 for 1000ms, whole script: yes, fence 2005922
[  2023.224ms] c1 <- n3 yes, fence 2005922
[  2023.224ms] c1 HOLDS r1 until 3001.804ms
[  2023.224ms] c1 acquires r1: acquired
[  2025.224ms] c1 gives r1 back
[  2025.224ms] c1 -> n1 pass r1 c1.5, fence 2005922
[  2025.224ms] c1 -> n2 pass r1 c1.5, fence 2005922
[  2025.224ms] c1 -> n3 release r1 c1.5, whole script
[  2026.097ms] n3: release r1 c1.5, whole script: yes
[  2026.317ms] n1: pass r1 c1.5, fence 2005922: yes
[  2026.422ms] c1 <- n3 yes
[  2026.560ms] n2: pass r1 c1.5, fence 2005922: yes
[  2026.932ms] c1 <- n2 yes
[  2026.932ms] c1 releases r1: done
[  2026.981ms] c1 <- n1 yes
