# c1 holds r1 by n1 and n2. n1 is a replica for a moment, and its memory becomes one that lacks it: the
# same process, the same connections, which still say the old run_id. The
# script sees another replid than the marker's, and n1 does not vote for c2.
@expect breaks nothing
@expect seen n1: grant r1 c2.1 for 1000ms: no, in quarantine
@expect seen c2 acquires r1: no quorum
seed 5
nodes 3
quorum 2
clients 2
guard on
node-timeout 50ms
ttl-max 1000ms
length 700ms
delay 0.1ms
1ms n1 snapshot
2ms c1 n3 refuse for 690ms
2ms c1 n3 cut
20ms c1 acquire r1 ttl 1000ms
100ms n1 failback
190ms c2 n2 refuse for 300ms
190ms c2 n2 cut
205ms c2 acquire r1 ttl 1000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.162ms] c2 is connected to n1
[     0.181ms] c1 is connected to n3
[     0.243ms] c1 is connected to n1
[     0.266ms] c1 is connected to n2
[     0.280ms] c2 is connected to n3
[     0.306ms] c2 is connected to n2
[     2.000ms] c1, n3: refuse
[     2.000ms] c1, n3: cut
[     2.100ms] c1's connection to n3 is broken
[    20.000ms] c1 wants r1 for 1000ms
[    20.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    20.139ms] n1: grant r1 c1.1 for 1000ms: no such script
[    20.178ms] c1 <- n1 no such script
[    20.178ms] c1 -> n1 grant r1 c1.1 for 1000ms, whole script
[    20.193ms] n1: grant r1 c1.1 for 1000ms, whole script: yes
[    20.227ms] c1 <- n1 yes
[    20.227ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    20.325ms] n2: grant r1 c1.1 for 1000ms: no such script
[    20.374ms] c1 <- n2 no such script
[    20.374ms] c1 -> n2 grant r1 c1.1 for 1000ms, whole script
[    20.497ms] n2: grant r1 c1.1 for 1000ms, whole script: yes
[    20.514ms] c1 <- n2 yes
[    20.514ms] c1 HOLDS r1 until 1008.000ms
[    20.514ms] c1 acquires r1: acquired
[    98.291ms] c1 connects to n3
[    98.391ms] c1's connection to n3 is refused
[   100.000ms] n1: fails over and back, with another's memory
[   190.000ms] c2, n2: refuse
[   190.000ms] c2, n2: cut
[   190.100ms] c2's connection to n2 is broken
[   205.000ms] c2 wants r1 for 1000ms
[   205.000ms] c2 -> n1 grant r1 c2.1 for 1000ms
[   205.048ms] n1: grant r1 c2.1 for 1000ms: no, in quarantine
[   205.231ms] c2 <- n1 no, in quarantine
[   205.231ms] c2 -> n1 pass r1 c2.1, whole script
[   205.231ms] c2 acquires r1: no quorum
[   205.273ms] n1: pass r1 c2.1, whole script: no key
[   205.437ms] c2 <- n1 no key
[   218.577ms] c1 connects to n3
[   218.677ms] c1's connection to n3 is refused
[   308.377ms] c2 connects to n2
[   308.477ms] c2's connection to n2 is refused
[   364.273ms] c2 connects to n2
[   364.373ms] c2's connection to n2 is refused
[   461.946ms] c2 connects to n2
[   462.046ms] c2's connection to n2 is refused
[   585.825ms] c1 connects to n3
[   585.925ms] c1's connection to n3 is refused
[   649.124ms] c2 connects to n2
[   649.293ms] c2 is connected to n2
[   700.000ms] faults stop
[   700.000ms] c1 gives r1 back
[   700.000ms] c1 -> n1 pass r1 c1.1, whole script
[   700.000ms] c1 -> n2 release r1 c1.1, whole script
[   700.047ms] n2: release r1 c1.1, whole script: yes
[   700.058ms] n1: pass r1 c1.1, whole script: no key
[   700.219ms] c1 <- n2 yes
[   700.359ms] c1 <- n1 no key
[   700.359ms] c1 releases r1: gone
[   713.336ms] c1 connects to n3
[   713.495ms] c1 is connected to n3
[   713.495ms] everybody asks for r1
[   713.495ms] c1 wants r1 for 1000ms
[   713.495ms] c1 -> n1 grant r1 c1.2 for 1000ms
[   713.495ms] c2 wants r1 for 1000ms
[   713.495ms] c2 -> n1 grant r1 c2.2 for 1000ms
[   713.526ms] n1: grant r1 c1.2 for 1000ms: no, in quarantine
[   713.565ms] n1: grant r1 c2.2 for 1000ms: no, in quarantine
[   713.572ms] c1 <- n1 no, in quarantine
[   713.572ms] c1 -> n2 grant r1 c1.2 for 1000ms
[   713.708ms] c2 <- n1 no, in quarantine
[   713.708ms] c2 -> n2 grant r1 c2.2 for 1000ms
[   713.762ms] n2: grant r1 c2.2 for 1000ms: yes
[   713.807ms] c2 <- n2 yes
[   713.807ms] c2 -> n3 grant r1 c2.2 for 1000ms
[   713.823ms] n2: grant r1 c1.2 for 1000ms: no, c2.2 for 1000ms
[   713.845ms] c1 <- n2 no, c2.2 for 1000ms
[   713.845ms] c1 -> n1 pass r1 c1.2
[   713.845ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   713.906ms] n3: grant r1 c2.2 for 1000ms: no such script
[   714.025ms] c2 <- n3 no such script
[   714.025ms] c2 -> n3 grant r1 c2.2 for 1000ms, whole script
[   714.044ms] n1: pass r1 c1.2: no key
[   714.044ms] n1: ask r1 c1.3 for 1000ms: no such script
[   714.155ms] c1 <- n1 no key
[   714.155ms] c1 <- n1 no such script
[   714.155ms] c1 -> n1 ask r1 c1.3 for 1000ms, whole script
[   714.207ms] n3: grant r1 c2.2 for 1000ms, whole script: yes
[   714.229ms] c2 <- n3 yes
[   714.229ms] c2 HOLDS r1 until 1701.708ms
[   714.229ms] c2 acquires r1: acquired
[   714.268ms] n1: ask r1 c1.3 for 1000ms, whole script: no, in quarantine
[   714.342ms] c1 <- n1 no, in quarantine
[   714.342ms] c1 -> n2 ask r1 c1.3 for 1000ms
[   714.467ms] n2: ask r1 c1.3 for 1000ms: no such script
[   714.727ms] c1 <- n2 no such script
[   714.727ms] c1 -> n2 ask r1 c1.3 for 1000ms, whole script
[   714.841ms] n2: ask r1 c1.3 for 1000ms, whole script: no, queued
[   714.862ms] c1 <- n2 no, queued
[   714.862ms] c1 begins to listen at n1
[   714.862ms] c1 begins to listen at n2
[   714.862ms] c1 begins to listen at n3
[   714.974ms] c1 listens at n2
[   714.974ms] c1 -> n2 ask r1 c1.3 for 1000ms
[   715.066ms] c1 listens at n1
[   715.102ms] n2: ask r1 c1.3 for 1000ms: no, queued
[   715.149ms] c1 <- n2 no, queued
[   715.221ms] c1 listens at n3
[   716.229ms] c2 gives r1 back
[   716.229ms] c2 -> n1 pass r1 c2.2
[   716.229ms] c2 -> n2 pass r1 c2.2, whole script
[   716.229ms] c2 -> n3 release r1 c2.2, whole script
[   716.257ms] n1: pass r1 c2.2: no key
[   716.270ms] n3: release r1 c2.2, whole script: yes
[   716.282ms] c2 <- n1 no key
[   716.368ms] n2 pushes to c1.3: it is free
[   716.368ms] n2: pass r1 c2.2, whole script: yes
[   716.388ms] c2 <- n3 yes
[   716.390ms] c1 <- n2 pushes to c1.3
[   716.390ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   716.390ms] c1 -> n2 ask r1 c1.3 for 1000ms
[   716.390ms] c1 -> n3 ask r1 c1.3 for 1000ms
[   716.434ms] n3: ask r1 c1.3 for 1000ms: no such script
[   716.442ms] c2 <- n2 yes
[   716.442ms] c2 releases r1: done
[   716.508ms] n2: ask r1 c1.3 for 1000ms: yes
[   716.578ms] n1: ask r1 c1.3 for 1000ms: no, in quarantine
[   716.592ms] c1 <- n2 yes
[   716.618ms] c1 <- n3 no such script
[   716.618ms] c1 -> n3 ask r1 c1.3 for 1000ms, whole script
[   716.639ms] n3: ask r1 c1.3 for 1000ms, whole script: yes
[   716.680ms] c1 <- n1 no, in quarantine
[   716.715ms] c1 <- n3 yes
[   716.715ms] c1 HOLDS r1 until 1704.390ms
[   716.715ms] c1 acquires r1: acquired
[   717.715ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   717.856ms] n1: ask r1 c1.3 for 1000ms: no, in quarantine
[   717.948ms] c1 <- n1 no, in quarantine
[   718.715ms] c1 gives r1 back
[   718.715ms] c1 -> n1 pass r1 c1.3
[   718.715ms] c1 -> n2 pass r1 c1.3, whole script
[   718.715ms] c1 -> n3 release r1 c1.3, whole script
[   718.866ms] n1: pass r1 c1.3: no key
[   718.890ms] n3: release r1 c1.3, whole script: yes
[   718.980ms] n2: pass r1 c1.3, whole script: yes
[   719.084ms] c1 <- n2 yes
[   719.087ms] c1 <- n3 yes
[   719.087ms] c1 releases r1: done
[   719.285ms] c1 <- n1 no key
