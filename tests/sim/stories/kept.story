# A kept lock: one node restarts with nothing in its memory. It is found out
# at the next renewal, gets the key back, and is not counted for ttl_max.
seed 2
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 300ms
length 700ms
delay 0.1ms
10ms c1 acquire r1 ttl 300ms keep
50ms n3 forget for 20ms
650ms c1 release
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
[    50.000ms] n3 goes down
[    50.100ms] c1's connection to n3 is broken
[    70.000ms] n3 is back, with its memory
[   110.459ms] c1 -> n1 extend r1 c1.1 for 300ms
[   110.459ms] c1 -> n2 extend r1 c1.1 for 300ms
[   110.524ms] n2: extend r1 c1.1 for 300ms: no such script
[   110.548ms] n1: extend r1 c1.1 for 300ms: no such script
[   110.566ms] c1 <- n2 no such script
[   110.566ms] c1 -> n2 extend r1 c1.1 for 300ms, whole script
[   110.730ms] c1 <- n1 no such script
[   110.730ms] c1 -> n1 extend r1 c1.1 for 300ms, whole script
[   110.803ms] n2: extend r1 c1.1 for 300ms, whole script: yes
[   110.901ms] n1: extend r1 c1.1 for 300ms, whole script: yes
[   110.985ms] c1 <- n2 yes
[   110.985ms] c1 HOLDS r1 until 305.725ms
[   111.031ms] c1 <- n1 yes
[   111.031ms] c1 HOLDS r1 until 405.459ms
[   193.095ms] c1 connects to n3
[   193.160ms] c1 is connected to n3
[   210.459ms] c1 -> n1 extend r1 c1.1 for 300ms
[   210.459ms] c1 -> n2 extend r1 c1.1 for 300ms
[   210.459ms] c1 -> n3 extend r1 c1.1 for 300ms
[   210.508ms] n3: extend r1 c1.1 for 300ms: no such script
[   210.539ms] n2: extend r1 c1.1 for 300ms: yes
[   210.605ms] c1 <- n2 yes
[   210.651ms] n1: extend r1 c1.1 for 300ms: yes
[   210.689ms] c1 <- n1 yes
[   210.689ms] c1 HOLDS r1 until 505.459ms
[   210.765ms] c1 <- n3 no such script
[   210.765ms] c1 -> n3 extend r1 c1.1 for 300ms, whole script
[   210.851ms] n3: extend r1 c1.1 for 300ms, whole script: yes
[   210.965ms] c1 <- n3 yes
[   310.459ms] c1 -> n1 extend r1 c1.1 for 300ms
[   310.459ms] c1 -> n2 extend r1 c1.1 for 300ms
[   310.459ms] c1 -> n3 extend r1 c1.1 for 300ms
[   310.474ms] n2: extend r1 c1.1 for 300ms: yes
[   310.511ms] n3: extend r1 c1.1 for 300ms: yes
[   310.515ms] n1: extend r1 c1.1 for 300ms: yes
[   310.576ms] c1 <- n1 yes
[   310.647ms] c1 <- n3 yes
[   310.647ms] c1 HOLDS r1 until 605.459ms
[   310.803ms] c1 <- n2 yes
[   410.459ms] c1 -> n1 extend r1 c1.1 for 300ms
[   410.459ms] c1 -> n2 extend r1 c1.1 for 300ms
[   410.459ms] c1 -> n3 extend r1 c1.1 for 300ms
[   410.522ms] n3: extend r1 c1.1 for 300ms: yes
[   410.593ms] n1: extend r1 c1.1 for 300ms: yes
[   410.613ms] c1 <- n3 yes
[   410.766ms] c1 <- n1 yes
[   410.766ms] c1 HOLDS r1 until 705.459ms
[   411.085ms] n2: extend r1 c1.1 for 300ms: yes
[   411.186ms] c1 <- n2 yes
[   510.459ms] c1 -> n1 extend r1 c1.1 for 300ms
[   510.459ms] c1 -> n2 extend r1 c1.1 for 300ms
[   510.459ms] c1 -> n3 extend r1 c1.1 for 300ms
[   510.534ms] n3: extend r1 c1.1 for 300ms: yes
[   510.642ms] n1: extend r1 c1.1 for 300ms: yes
[   510.657ms] c1 <- n3 yes
[   510.686ms] c1 <- n1 yes
[   510.686ms] c1 HOLDS r1 until 805.459ms
[   510.705ms] n2: extend r1 c1.1 for 300ms: yes
[   510.913ms] c1 <- n2 yes
[   610.459ms] c1 -> n1 extend r1 c1.1 for 300ms
[   610.459ms] c1 -> n2 extend r1 c1.1 for 300ms
[   610.459ms] c1 -> n3 extend r1 c1.1 for 300ms
[   610.489ms] n2: extend r1 c1.1 for 300ms: yes
[   610.591ms] n3: extend r1 c1.1 for 300ms: yes
[   610.620ms] c1 <- n2 yes
[   610.621ms] c1 <- n3 yes
[   610.621ms] c1 HOLDS r1 until 905.459ms
[   610.623ms] n1: extend r1 c1.1 for 300ms: yes
[   610.678ms] c1 <- n1 yes
[   650.000ms] c1 gives r1 back
[   650.000ms] c1 -> n1 release r1 c1.1
[   650.000ms] c1 -> n2 release r1 c1.1
[   650.000ms] c1 -> n3 release r1 c1.1
[   650.013ms] n1: release r1 c1.1: no such script
[   650.030ms] n2: release r1 c1.1: no such script
[   650.086ms] n3: release r1 c1.1: no such script
[   650.102ms] c1 <- n1 no such script
[   650.102ms] c1 -> n1 release r1 c1.1, whole script
[   650.139ms] c1 <- n2 no such script
[   650.139ms] c1 -> n2 release r1 c1.1, whole script
[   650.184ms] n2: release r1 c1.1, whole script: yes
[   650.241ms] n1: release r1 c1.1, whole script: yes
[   650.271ms] c1 <- n1 yes
[   650.288ms] c1 <- n2 yes
[   650.288ms] c1 releases r1: done
[   650.347ms] c1 <- n3 no such script
[   650.347ms] c1 -> n3 release r1 c1.1, whole script
[   650.383ms] n3: release r1 c1.1, whole script: yes
[   650.449ms] c1 <- n3 yes
[   700.000ms] faults stop
[   700.000ms] everybody asks for r1
[   700.000ms] c1 wants r1 for 300ms
[   700.000ms] c1 -> n1 grant r1 c1.2 for 300ms
[   700.075ms] n1: grant r1 c1.2 for 300ms: yes
[   700.274ms] c1 <- n1 yes
[   700.274ms] c1 -> n2 grant r1 c1.2 for 300ms
[   700.317ms] n2: grant r1 c1.2 for 300ms: yes
[   700.574ms] c1 <- n2 yes
[   700.574ms] c1 -> n3 grant r1 c1.2 for 300ms
[   700.574ms] c1 HOLDS r1 until 995.000ms
[   700.574ms] c1 acquires r1: acquired
[   700.629ms] n3: grant r1 c1.2 for 300ms: yes
[   700.839ms] c1 <- n3 yes
[   700.839ms] c1 HOLDS r1 until 995.274ms
[   702.574ms] c1 gives r1 back
[   702.574ms] c1 -> n1 release r1 c1.2
[   702.574ms] c1 -> n2 release r1 c1.2
[   702.574ms] c1 -> n3 release r1 c1.2
[   702.637ms] n1: release r1 c1.2: yes
[   702.640ms] n3: release r1 c1.2: yes
[   702.672ms] c1 <- n1 yes
[   702.698ms] c1 <- n3 yes
[   702.698ms] c1 releases r1: done
[   702.714ms] n2: release r1 c1.2: yes
[   702.843ms] c1 <- n2 yes
