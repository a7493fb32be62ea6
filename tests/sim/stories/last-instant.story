# The timer of an extension and that of its lock are due at one instant, and the
# extension's comes first: it tells the loss itself instead of trying for ever.
@expect breaks nothing
@expect seen c1 extends r1: lost
@expect seen c1 is told that r1 is lost
seed 3900410413758315648
nodes 2
clients 1
node-timeout 100ms
ttl-max 1000ms
length 1360ms
tail 201.455288ms
late 0ms
tail-ppm 375
lose-ppm 3521
cut-ppm 3991
node-ppm 4900 3517
client-ppm 716
57.541652ms c1 acquire r1 ttl 1000ms wait 14.418987ms keep
114.672312ms c* n2 lose-back
365.064634ms c1 extend ttl 1000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.167ms] c1 is connected to n1
[     0.178ms] c1 is connected to n2
[    57.541ms] c1 wants r1 for 1000ms, kept
[    57.541ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    57.595ms] n1: grant r1 c1.1 for 1000ms: yes
[    57.655ms] c1 <- n1 yes
[    57.655ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    57.705ms] n2: grant r1 c1.1 for 1000ms: yes
[    57.789ms] c1 <- n2 yes
[    57.789ms] c1 HOLDS r1 until 1044.834ms
[    57.789ms] c1 acquires r1: acquired
[   114.672ms] c1, n2: lose-back
[   365.064ms] c1 wants r1 for another 1000ms
[   365.064ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   365.064ms] c1 -> n2 extend r1 c1.1 for 1000ms
[   365.101ms] n1: extend r1 c1.1 for 1000ms: no such script
[   365.135ms] n2: extend r1 c1.1 for 1000ms: no such script
[   365.578ms] c1 <- n1 no such script
[   365.578ms] c1 -> n1 extend r1 c1.1 for 1000ms, whole script
[   365.598ms] n1: extend r1 c1.1 for 1000ms, whole script: yes
[   365.840ms] c1 <- n1 yes
[   365.840ms] c1 HOLDS r1 until 1044.948ms
[   390.488ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   390.488ms] c1 -> n2 extend r1 c1.1 for 1000ms
[   390.544ms] n2: extend r1 c1.1 for 1000ms: no such script
[   390.591ms] n1: extend r1 c1.1 for 1000ms: yes
[   390.647ms] c1 <- n1 yes
[   466.081ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   466.103ms] n1: extend r1 c1.1 for 1000ms: yes
[   466.146ms] c1 <- n1 yes
[   469.724ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   469.760ms] n1: extend r1 c1.1 for 1000ms: yes
[   469.819ms] c1 <- n1 yes
[   475.069ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   475.203ms] n1: extend r1 c1.1 for 1000ms: yes
[   475.234ms] c1 <- n1 yes
[   494.916ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   495.169ms] n1: extend r1 c1.1 for 1000ms: yes
[   495.243ms] c1 <- n1 yes
[   497.684ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   497.780ms] n1: extend r1 c1.1 for 1000ms: yes
[   497.974ms] c1 <- n1 yes
[   506.154ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   506.175ms] n1: extend r1 c1.1 for 1000ms: yes
[   506.250ms] c1 <- n1 yes
[   506.398ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   506.610ms] n1: extend r1 c1.1 for 1000ms: yes
[   506.680ms] c1 <- n1 yes
[   544.706ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   544.964ms] n1: extend r1 c1.1 for 1000ms: yes
[   545.096ms] c1 <- n1 yes
[   557.698ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   557.769ms] n1: extend r1 c1.1 for 1000ms: yes
[   557.913ms] c1 <- n1 yes
[   604.095ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   604.112ms] n1: extend r1 c1.1 for 1000ms: yes
[   604.130ms] c1 <- n1 yes
[   676.422ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   676.509ms] n1: extend r1 c1.1 for 1000ms: yes
[   676.663ms] c1 <- n1 yes
[   725.230ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   725.259ms] n1: extend r1 c1.1 for 1000ms: yes
[   725.330ms] c1 <- n1 yes
[   735.140ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   735.184ms] n1: extend r1 c1.1 for 1000ms: yes
[   735.277ms] c1 <- n1 yes
[   828.234ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   828.340ms] n1: extend r1 c1.1 for 1000ms: yes
[   828.570ms] c1 <- n1 yes
[   886.570ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   886.638ms] n1: extend r1 c1.1 for 1000ms: yes
[   886.831ms] c1 <- n1 yes
[   933.429ms] c1 -> n1 extend r1 c1.1 for 1000ms
[   933.429ms]   and the connection breaks, before it
[   933.529ms] c1's connection to n1 is broken
[   945.019ms] c1 does not hold r1 any more
[   945.019ms] c1 extends r1: lost
[   945.019ms] c1 is told that r1 is lost
[  1020.881ms] c1 connects to n1
[  1021.003ms] c1 is connected to n1
[  1021.003ms] c1 -> n1 kill client 1
[  1021.158ms] n1: kill client 1: yes
[  1021.191ms] c1 <- n1 yes
[  1044.948ms] c1 -> n1 pass r1 c1.1, whole script
[  1044.948ms] c1 -> n2 release r1 c1.1, whole script
[  1045.046ms] n1: pass r1 c1.1, whole script: yes
[  1045.121ms] n2: release r1 c1.1, whole script: yes
[  1045.157ms] c1 <- n1 yes
[  1360.000ms] faults stop
[  1360.000ms] c1 gives r1 back
[  1360.000ms] c1 -> n1 pass r1 c1.1
[  1360.000ms] c1 -> n2 release r1 c1.1, whole script
[  1360.023ms] n2: release r1 c1.1, whole script: no key
[  1360.209ms] n1: pass r1 c1.1: no key
[  1360.489ms] c1 <- n1 no key
[  1459.928ms] c1 releases r1: unreachable
[  1464.277ms] c1 drops its connection to n2
[  1581.138ms] c1 connects to n2
[  1581.643ms] c1 is connected to n2
[  1581.643ms] c1 -> n2 kill client 1
[  1581.643ms] c1 -> n2 release r1 c1.1, whole script
[  1581.643ms] c1 -> n2 release r1 c1.1, whole script
[  1581.661ms] n2: kill client 1: yes
[  1581.667ms] n2: release r1 c1.1, whole script: no key
[  1581.740ms] n2: release r1 c1.1, whole script: no key
[  1581.779ms] c1 <- n2 yes
[  1581.779ms] c1 <- n2 no key
[  1581.844ms] c1 <- n2 no key
[  1581.844ms] everybody asks for r1
[  1581.844ms] c1 wants r1 for 1000ms
[  1581.844ms] c1 -> n1 grant r1 c1.2 for 1000ms
[  1581.947ms] n1: grant r1 c1.2 for 1000ms: yes
[  1582.037ms] c1 <- n1 yes
[  1582.037ms] c1 -> n2 grant r1 c1.2 for 1000ms
[  1582.112ms] n2: grant r1 c1.2 for 1000ms: yes
[  1582.167ms] c1 <- n2 yes
[  1582.167ms] c1 HOLDS r1 until 2569.137ms
[  1582.167ms] c1 acquires r1: acquired
[  1584.166ms] c1 gives r1 back
[  1584.166ms] c1 -> n1 pass r1 c1.2
[  1584.166ms] c1 -> n2 release r1 c1.2
[  1584.184ms] n1: pass r1 c1.2: yes
[  1584.259ms] c1 <- n1 yes
[  1584.323ms] n2: release r1 c1.2: yes
[  1584.499ms] c1 <- n2 yes
[  1584.499ms] c1 releases r1: done
