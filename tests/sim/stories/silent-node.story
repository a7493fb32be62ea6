# A node is paused: it does not answer, and it executes everything when it goes
# on. The release follows the grant down the same connection and undoes it.
@expect breaks nothing
@expect seen c1 acquires r1: acquired
@expect seen n1 goes on
@expect seen n1: grant r1 c1.1 for 1000ms: yes
@expect seen n1: release r1 c1.1, whole script: yes
seed 4
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 1000ms
length 400ms
delay 0.1ms
5ms n1 pause for 300ms
10ms c1 acquire r1 ttl 1000ms hold 100ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.139ms] c1 is connected to n3
[     0.252ms] c1 is connected to n2
[     0.274ms] c1 is connected to n1
[     5.000ms] n1 is paused
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    60.000ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    60.035ms] n2: grant r1 c1.1 for 1000ms: yes
[    60.107ms] c1 <- n2 yes
[    60.107ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    60.254ms] n3: grant r1 c1.1 for 1000ms: yes
[    60.311ms] c1 <- n3 yes
[    60.311ms] c1 HOLDS r1 until 1048.000ms
[    60.311ms] c1 acquires r1: acquired
[   160.311ms] c1 gives r1 back
[   160.311ms] c1 -> n1 release r1 c1.1, whole script
[   160.311ms] c1 -> n2 pass r1 c1.1, whole script
[   160.311ms] c1 -> n3 release r1 c1.1, whole script
[   160.327ms] n2: pass r1 c1.1, whole script: yes
[   160.379ms] n3: release r1 c1.1, whole script: yes
[   160.529ms] c1 <- n3 yes
[   160.643ms] c1 <- n2 yes
[   160.643ms] c1 releases r1: done
[   305.000ms] n1 goes on
[   305.000ms] n1: grant r1 c1.1 for 1000ms: yes
[   305.000ms] n1: release r1 c1.1, whole script: yes
[   305.035ms] c1 <- n1 yes
[   305.049ms] c1 <- n1 yes
[   400.000ms] faults stop
[   400.000ms] everybody asks for r1
[   400.000ms] c1 wants r1 for 1000ms
[   400.000ms] c1 -> n1 grant r1 c1.2 for 1000ms
[   400.305ms] n1: grant r1 c1.2 for 1000ms: yes
[   400.366ms] c1 <- n1 yes
[   400.366ms] c1 -> n2 grant r1 c1.2 for 1000ms
[   400.434ms] n2: grant r1 c1.2 for 1000ms: yes
[   400.478ms] c1 <- n2 yes
[   400.478ms] c1 -> n3 grant r1 c1.2 for 1000ms
[   400.478ms] c1 HOLDS r1 until 1388.000ms
[   400.478ms] c1 acquires r1: acquired
[   400.601ms] n3: grant r1 c1.2 for 1000ms: yes
[   400.714ms] c1 <- n3 yes
[   400.714ms] c1 HOLDS r1 until 1388.366ms
[   402.478ms] c1 gives r1 back
[   402.478ms] c1 -> n1 pass r1 c1.2, whole script
[   402.478ms] c1 -> n2 release r1 c1.2, whole script
[   402.478ms] c1 -> n3 release r1 c1.2
[   402.507ms] n2: release r1 c1.2, whole script: yes
[   402.574ms] c1 <- n2 yes
[   402.675ms] n3: release r1 c1.2: yes
[   402.747ms] c1 <- n3 yes
[   402.747ms] c1 releases r1: done
[   402.923ms] n1: pass r1 c1.2, whole script: yes
[   402.966ms] c1 <- n1 yes
