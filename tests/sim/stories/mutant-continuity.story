# n1 forgets, and is given its key back; the answer to that is lost with its
# connection. On the next one its extension says yes, as if nothing had been: the
# vote that had run out must not carry on.
@mutant CONTINUITY_LEFT_OUT
@expect breaks probation
@expect seen n1 is back, with none
@expect seen n1: repair r1 c1.1
@expect seen c1 drops its connection to n1
seed 2
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 30000ms
length 3000ms
delay 0.1ms
10ms c1 acquire r1 ttl 300ms keep
50ms n1 forget for 20ms
210.96ms c1 n1 lose-back
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.209ms] c1 is connected to n1
[     0.253ms] c1 is connected to n3
[     0.515ms] c1 is connected to n2
[    10.000ms] c1 wants r1 for 300ms, kept
[    10.000ms] c1 -> n1 grant r1 c1.1 for 300ms
[    10.311ms] n1: grant r1 c1.1 for 300ms: yes
[    10.459ms] c1 <- n1 yes
[    10.459ms] c1 -> n2 grant r1 c1.1 for 300ms
[    10.613ms] n2: grant r1 c1.1 for 300ms: yes
[    10.725ms] c1 <- n2 yes
[    10.725ms] c1 -> n3 grant r1 c1.1 for 300ms
[    10.725ms] c1 HOLDS r1 until 305.000ms
[    10.725ms] c1 acquires r1: acquired
[    10.828ms] n3: grant r1 c1.1 for 300ms: yes
[    10.887ms] c1 <- n3 yes
[    10.887ms] c1 HOLDS r1 until 305.459ms
[    50.000ms] n1 goes down
[    50.100ms] c1's connection to n1 is broken
[    70.000ms] n1 is back, with none
[   110.401ms] c1 -> n2 extend r1 c1.1 for 300ms
[   110.401ms] c1 -> n3 extend r1 c1.1 for 300ms
[   110.447ms] n3: extend r1 c1.1 for 300ms: no such script
[   110.466ms] n2: extend r1 c1.1 for 300ms: no such script
[   110.467ms] c1 <- n3 no such script
[   110.467ms] c1 -> n3 extend r1 c1.1 for 300ms, whole script
[   110.508ms] c1 <- n2 no such script
[   110.508ms] c1 -> n2 extend r1 c1.1 for 300ms, whole script
[   110.515ms] n3: extend r1 c1.1 for 300ms, whole script: yes
[   110.745ms] n2: extend r1 c1.1 for 300ms, whole script: yes
[   110.773ms] c1 <- n3 yes
[   110.927ms] c1 <- n2 yes
[   110.927ms] c1 HOLDS r1 until 405.401ms
[   193.095ms] c1 connects to n1
[   193.365ms] c1 is connected to n1
[   210.302ms] c1 -> n1 extend r1 c1.1 for 300ms
[   210.302ms] c1 -> n2 extend r1 c1.1 for 300ms
[   210.302ms] c1 -> n3 extend r1 c1.1 for 300ms
[   210.382ms] n2: extend r1 c1.1 for 300ms: yes
[   210.388ms] n3: extend r1 c1.1 for 300ms: yes
[   210.448ms] c1 <- n2 yes
[   210.473ms] n1: extend r1 c1.1 for 300ms: no such script
[   210.502ms] c1 <- n3 yes
[   210.502ms] c1 HOLDS r1 until 505.302ms
[   210.603ms] c1 <- n1 no such script
[   210.603ms] c1 -> n1 extend r1 c1.1 for 300ms, whole script
[   210.795ms] n1: extend r1 c1.1 for 300ms, whole script: no key
[   210.833ms] c1 <- n1 no key
[   210.833ms] c1 -> n1 repair r1 c1.1 for 300ms
[   210.888ms] n1: repair r1 c1.1 for 300ms: no such script
[   210.950ms] c1 <- n1 no such script
[   210.950ms] c1 -> n1 repair r1 c1.1 for 300ms, whole script
[   210.960ms] c1, n1: lose-back
[   211.084ms] n1: repair r1 c1.1 for 300ms, whole script: created
[   310.203ms] c1 -> n1 extend r1 c1.1 for 300ms
[   310.203ms] c1 -> n2 extend r1 c1.1 for 300ms
[   310.203ms] c1 -> n3 extend r1 c1.1 for 300ms
[   310.218ms] n2: extend r1 c1.1 for 300ms: yes
[   310.255ms] n3: extend r1 c1.1 for 300ms: yes
[   310.386ms] n1: extend r1 c1.1 for 300ms: yes
[   310.391ms] c1 <- n3 yes
[   310.547ms] c1 <- n2 yes
[   310.547ms] c1 HOLDS r1 until 605.203ms
[   410.104ms] c1 -> n1 extend r1 c1.1 for 300ms
[   410.104ms] c1 -> n2 extend r1 c1.1 for 300ms
[   410.104ms] c1 -> n3 extend r1 c1.1 for 300ms
[   410.167ms] n3: extend r1 c1.1 for 300ms: yes
[   410.258ms] c1 <- n3 yes
[   410.268ms] n1: extend r1 c1.1 for 300ms: yes
[   410.730ms] n2: extend r1 c1.1 for 300ms: yes
[   410.831ms] c1 <- n2 yes
[   410.831ms] c1 HOLDS r1 until 705.104ms
[   510.005ms] c1 -> n1 extend r1 c1.1 for 300ms
[   510.005ms] c1 -> n2 extend r1 c1.1 for 300ms
[   510.005ms] c1 -> n3 extend r1 c1.1 for 300ms
[   510.018ms] n1: extend r1 c1.1 for 300ms: yes
[   510.080ms] n3: extend r1 c1.1 for 300ms: yes
[   510.203ms] c1 <- n3 yes
[   510.251ms] n2: extend r1 c1.1 for 300ms: yes
[   510.459ms] c1 <- n2 yes
[   510.459ms] c1 HOLDS r1 until 805.005ms
[   609.906ms] c1 -> n1 extend r1 c1.1 for 300ms
[   609.906ms] c1 -> n2 extend r1 c1.1 for 300ms
[   609.906ms] c1 -> n3 extend r1 c1.1 for 300ms
[   609.936ms] n2: extend r1 c1.1 for 300ms: yes
[   610.038ms] n3: extend r1 c1.1 for 300ms: yes
[   610.045ms] n1: extend r1 c1.1 for 300ms: yes
[   610.067ms] c1 <- n2 yes
[   610.068ms] c1 <- n3 yes
[   610.068ms] c1 HOLDS r1 until 904.906ms
[   709.807ms] c1 -> n1 extend r1 c1.1 for 300ms
[   709.807ms] c1 -> n2 extend r1 c1.1 for 300ms
[   709.807ms] c1 -> n3 extend r1 c1.1 for 300ms
[   709.838ms] n2: extend r1 c1.1 for 300ms: yes
[   709.883ms] n1: extend r1 c1.1 for 300ms: yes
[   709.894ms] n3: extend r1 c1.1 for 300ms: yes
[   709.947ms] c1 <- n2 yes
[   710.154ms] c1 <- n3 yes
[   710.154ms] c1 HOLDS r1 until 1004.807ms
[   809.708ms] c1 -> n1 extend r1 c1.1 for 300ms
[   809.708ms] c1 -> n2 extend r1 c1.1 for 300ms
[   809.708ms] c1 -> n3 extend r1 c1.1 for 300ms
[   809.744ms] n3: extend r1 c1.1 for 300ms: yes
[   809.753ms] n2: extend r1 c1.1 for 300ms: yes
[   809.771ms] n1: extend r1 c1.1 for 300ms: yes
[   809.810ms] c1 <- n3 yes
[   809.857ms] c1 <- n2 yes
[   809.857ms] c1 HOLDS r1 until 1104.708ms
[   909.609ms] c1 -> n1 extend r1 c1.1 for 300ms
[   909.609ms] c1 -> n2 extend r1 c1.1 for 300ms
[   909.609ms] c1 -> n3 extend r1 c1.1 for 300ms
[   909.652ms] n2: extend r1 c1.1 for 300ms: yes
[   909.664ms] n3: extend r1 c1.1 for 300ms: yes
[   909.677ms] n1: extend r1 c1.1 for 300ms: yes
[   909.875ms] c1 <- n3 yes
[   909.909ms] c1 <- n2 yes
[   909.909ms] c1 HOLDS r1 until 1204.609ms
[  1009.510ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1009.510ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1009.510ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1009.542ms] n1: extend r1 c1.1 for 300ms: yes
[  1009.577ms] n3: extend r1 c1.1 for 300ms: yes
[  1009.635ms] c1 <- n3 yes
[  1009.650ms] n2: extend r1 c1.1 for 300ms: yes
[  1009.780ms] c1 <- n2 yes
[  1009.780ms] c1 HOLDS r1 until 1304.510ms
[  1109.411ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1109.411ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1109.411ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1109.425ms] n2: extend r1 c1.1 for 300ms: yes
[  1109.464ms] n3: extend r1 c1.1 for 300ms: yes
[  1109.553ms] c1 <- n3 yes
[  1109.602ms] n1: extend r1 c1.1 for 300ms: yes
[  1109.608ms] c1 <- n2 yes
[  1109.608ms] c1 HOLDS r1 until 1404.411ms
[  1209.312ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1209.312ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1209.312ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1209.382ms] n1: extend r1 c1.1 for 300ms: yes
[  1209.567ms] n2: extend r1 c1.1 for 300ms: yes
[  1209.595ms] n3: extend r1 c1.1 for 300ms: yes
[  1209.642ms] c1 <- n2 yes
[  1209.793ms] c1 <- n3 yes
[  1209.793ms] c1 HOLDS r1 until 1504.312ms
[  1309.213ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1309.213ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1309.213ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1309.243ms] n2: extend r1 c1.1 for 300ms: yes
[  1309.317ms] n1: extend r1 c1.1 for 300ms: yes
[  1309.334ms] n3: extend r1 c1.1 for 300ms: yes
[  1309.367ms] c1 <- n3 yes
[  1309.650ms] c1 <- n2 yes
[  1309.650ms] c1 HOLDS r1 until 1604.213ms
[  1409.114ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1409.114ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1409.114ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1409.168ms] n2: extend r1 c1.1 for 300ms: yes
[  1409.170ms] n3: extend r1 c1.1 for 300ms: yes
[  1409.184ms] n1: extend r1 c1.1 for 300ms: yes
[  1409.188ms] c1 <- n3 yes
[  1409.220ms] c1 <- n2 yes
[  1409.220ms] c1 HOLDS r1 until 1704.114ms
[  1509.015ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1509.015ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1509.015ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1509.061ms] n3: extend r1 c1.1 for 300ms: yes
[  1509.083ms] n2: extend r1 c1.1 for 300ms: yes
[  1509.122ms] c1 <- n3 yes
[  1509.126ms] c1 <- n2 yes
[  1509.126ms] c1 HOLDS r1 until 1804.015ms
[  1509.126ms] n1: extend r1 c1.1 for 300ms: yes
[  1608.916ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1608.916ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1608.916ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1608.976ms] n2: extend r1 c1.1 for 300ms: yes
[  1608.984ms] n3: extend r1 c1.1 for 300ms: yes
[  1609.023ms] n1: extend r1 c1.1 for 300ms: yes
[  1609.056ms] c1 <- n2 yes
[  1609.425ms] c1 <- n3 yes
[  1609.425ms] c1 HOLDS r1 until 1903.916ms
[  1708.817ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1708.817ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1708.817ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1708.867ms] n2: extend r1 c1.1 for 300ms: yes
[  1708.882ms] n1: extend r1 c1.1 for 300ms: yes
[  1708.888ms] n3: extend r1 c1.1 for 300ms: yes
[  1708.897ms] c1 <- n2 yes
[  1709.044ms] c1 <- n3 yes
[  1709.044ms] c1 HOLDS r1 until 2003.817ms
[  1808.718ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1808.718ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1808.718ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1808.731ms] n3: extend r1 c1.1 for 300ms: yes
[  1808.810ms] c1 <- n3 yes
[  1808.911ms] n2: extend r1 c1.1 for 300ms: yes
[  1808.932ms] n1: extend r1 c1.1 for 300ms: yes
[  1809.024ms] c1 <- n2 yes
[  1809.024ms] c1 HOLDS r1 until 2103.718ms
[  1908.619ms] c1 -> n1 extend r1 c1.1 for 300ms
[  1908.619ms] c1 -> n2 extend r1 c1.1 for 300ms
[  1908.619ms] c1 -> n3 extend r1 c1.1 for 300ms
[  1908.698ms] n1: extend r1 c1.1 for 300ms: yes
[  1908.788ms] n2: extend r1 c1.1 for 300ms: yes
[  1908.856ms] n3: extend r1 c1.1 for 300ms: yes
[  1908.903ms] c1 <- n3 yes
[  1909.012ms] c1 <- n2 yes
[  1909.012ms] c1 HOLDS r1 until 2203.619ms
[  2008.520ms] c1 -> n1 extend r1 c1.1 for 300ms
[  2008.520ms] c1 -> n2 extend r1 c1.1 for 300ms
[  2008.520ms] c1 -> n3 extend r1 c1.1 for 300ms
[  2008.591ms] n1: extend r1 c1.1 for 300ms: yes
[  2008.639ms] n2: extend r1 c1.1 for 300ms: yes
[  2008.684ms] c1 <- n2 yes
[  2008.694ms] n3: extend r1 c1.1 for 300ms: yes
[  2008.720ms] c1 <- n3 yes
[  2008.720ms] c1 HOLDS r1 until 2303.520ms
[  2108.421ms] c1 -> n1 extend r1 c1.1 for 300ms
[  2108.421ms] c1 -> n2 extend r1 c1.1 for 300ms
[  2108.421ms] c1 -> n3 extend r1 c1.1 for 300ms
[  2108.450ms] n2: extend r1 c1.1 for 300ms: yes
[  2108.470ms] n3: extend r1 c1.1 for 300ms: yes
[  2108.483ms] n1: extend r1 c1.1 for 300ms: yes
[  2108.483ms] c1 <- n2 yes
[  2108.499ms] c1 <- n3 yes
[  2108.499ms] c1 HOLDS r1 until 2403.421ms
[  2208.322ms] c1 -> n1 extend r1 c1.1 for 300ms
[  2208.322ms] c1 -> n2 extend r1 c1.1 for 300ms
[  2208.322ms] c1 -> n3 extend r1 c1.1 for 300ms
[  2208.340ms] n2: extend r1 c1.1 for 300ms: yes
[  2208.376ms] c1 <- n2 yes
[  2208.379ms] n1: extend r1 c1.1 for 300ms: yes
[  2208.469ms] n3: extend r1 c1.1 for 300ms: yes
[  2208.495ms] c1 <- n3 yes
[  2208.495ms] c1 HOLDS r1 until 2503.322ms
[  2210.302ms] c1 drops its connection to n1
[  2210.302ms] c1 connects to n1
[  2210.476ms] c1 is connected to n1
[  2210.476ms] c1 -> n1 kill client 1
[  2210.532ms] n1: kill client 1: yes
[  2210.591ms] c1 <- n1 yes
[  2308.223ms] c1 -> n1 extend r1 c1.1 for 300ms
[  2308.223ms] c1 -> n2 extend r1 c1.1 for 300ms
[  2308.223ms] c1 -> n3 extend r1 c1.1 for 300ms
[  2308.288ms] n3: extend r1 c1.1 for 300ms: yes
[  2308.296ms] n1: extend r1 c1.1 for 300ms: yes
[  2308.310ms] c1 <- n3 yes
[  2308.344ms] c1 <- n1 yes
[  2308.344ms] BROKEN: a repaired vote is counted at once: n1's for r1 by c1
[  2308.344ms] c1 HOLDS r1 until 2603.223ms
