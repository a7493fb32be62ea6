# c2 and c3 wait behind c1, which hands on to c2 and tells it of c3. While c2
# holds the lock, n3 forgets it all and is given c2's key again; c2 hands that on
# to c3 as well, which counts what n3 says.
@mutant HANDED_OVER_IN_QUARANTINE
@only amnesia
@expect breaks amnesia
@expect seen n3: FLUSHALL
@expect seen n3: repair r1 c2.2 for 300ms, whole script: created, in quarantine
@expect seen c2 gives r1 back
@expect seen n3 pushes to c3.2: it is yours
nodes 3
clients 3
guard on
node-timeout 100ms
ttl-max 400ms
length 900ms
10ms c1 acquire r1 ttl 300ms
20ms c2 acquire r1 ttl 300ms wait 700ms hold 250ms keep
30ms c3 acquire r1 ttl 300ms wait 700ms hold 100ms
60ms c1 release
100ms n3 flush
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.000ms] c3 connects to n1
[     0.000ms] c3 connects to n2
[     0.000ms] c3 connects to n3
[     0.066ms] c3 is connected to n1
[     0.070ms] c2 is connected to n1
[     0.075ms] c1 is connected to n2
[     0.121ms] c2 is connected to n3
[     0.125ms] c1 is connected to n1
[     0.161ms] c3 is connected to n3
[     0.222ms] c3 is connected to n2
[     0.335ms] c2 is connected to n2
[     0.367ms] c1 is connected to n3
[    10.000ms] c1 wants r1 for 300ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 300ms
[    10.049ms] n1: grant r1 c1.1 for 300ms: no such script
[    10.094ms] c1 <- n1 no such script
[    10.094ms] c1 -> n1 grant r1 c1.1 for 300ms, whole script
[    10.174ms] n1: grant r1 c1.1 for 300ms, whole script: yes
[    10.272ms] c1 <- n1 yes
[    10.272ms] c1 -> n2 grant r1 c1.1 for 300ms
[    10.380ms] n2: grant r1 c1.1 for 300ms: no such script
[    10.500ms] c1 <- n2 no such script
[    10.500ms] c1 -> n2 grant r1 c1.1 for 300ms, whole script
[    10.686ms] n2: grant r1 c1.1 for 300ms, whole script: yes
[    10.742ms] c1 <- n2 yes
[    10.742ms] c1 -> n3 grant r1 c1.1 for 300ms
[    10.742ms] c1 HOLDS r1 until 305.000ms
[    10.742ms] c1 acquires r1: acquired
[    10.896ms] n3: grant r1 c1.1 for 300ms: no such script
[    10.921ms] c1 <- n3 no such script
[    10.921ms] c1 -> n3 grant r1 c1.1 for 300ms, whole script
[    11.074ms] n3: grant r1 c1.1 for 300ms, whole script: yes
[    11.242ms] c1 <- n3 yes
[    11.242ms] c1 HOLDS r1 until 305.272ms
[    20.000ms] c2 wants r1 for 300ms, kept
[    20.000ms] c2 -> n1 grant r1 c2.1 for 300ms
[    20.221ms] n1: grant r1 c2.1 for 300ms: no, c1.1 for 290ms
[    20.378ms] c2 <- n1 no, c1.1 for 290ms
[    20.378ms] c2 -> n1 ask r1 c2.2 for 300ms
[    20.441ms] n1: ask r1 c2.2 for 300ms: no such script
[    20.561ms] c2 <- n1 no such script
[    20.561ms] c2 -> n1 ask r1 c2.2 for 300ms, whole script
[    20.713ms] n1: ask r1 c2.2 for 300ms, whole script: no, queued
[    21.092ms] c2 <- n1 no, queued
[    21.092ms] c2 begins to listen at n1
[    21.092ms] c2 begins to listen at n2
[    21.092ms] c2 begins to listen at n3
[    21.152ms] c2 listens at n2
[    21.170ms] c2 listens at n3
[    21.548ms] c2 listens at n1
[    21.548ms] c2 -> n1 ask r1 c2.2 for 300ms
[    21.626ms] n1: ask r1 c2.2 for 300ms: no, queued
[    21.740ms] c2 <- n1 no, queued
[    30.000ms] c3 wants r1 for 300ms
[    30.000ms] c3 -> n1 grant r1 c3.1 for 300ms
[    30.064ms] n1: grant r1 c3.1 for 300ms: no, c1.1 for 280ms
[    30.093ms] c3 <- n1 no, c1.1 for 280ms
[    30.093ms] c3 -> n1 ask r1 c3.2 for 300ms
[    30.130ms] n1: ask r1 c3.2 for 300ms: no, queued
[    30.197ms] c3 <- n1 no, queued
[    30.197ms] c3 begins to listen at n1
[    30.197ms] c3 begins to listen at n2
[    30.197ms] c3 begins to listen at n3
[    30.345ms] c3 listens at n1
[    30.345ms] c3 -> n1 ask r1 c3.2 for 300ms
[    30.377ms] c3 listens at n3
[    30.523ms] n1: ask r1 c3.2 for 300ms: no, queued
[    30.542ms] c3 <- n1 no, queued
[    30.614ms] c3 listens at n2
[    31.740ms] c2 -> n2 ask r1 c2.2 for 300ms
[    31.763ms] n2: ask r1 c2.2 for 300ms: no such script
[    31.835ms] c2 <- n2 no such script
[    31.835ms] c2 -> n2 ask r1 c2.2 for 300ms, whole script
[    31.881ms] n2: ask r1 c2.2 for 300ms, whole script: no, queued
[    31.907ms] c2 <- n2 no, queued
[    60.000ms] c1 gives r1 back
[    60.000ms] c1 -> n1 pass r1 c1.1, whole script
[    60.000ms] c1 -> n2 release r1 c1.1, whole script
[    60.000ms] c1 -> n3 release r1 c1.1, whole script
[    60.046ms] n1 pushes to c2.2: it is free
[    60.046ms] n1: pass r1 c1.1, whole script: yes
[    60.092ms] c1 <- n1 yes
[    60.115ms] c2 <- n1 pushes to c2.2
[    60.115ms] c2 -> n1 ask r1 c2.2 for 300ms
[    60.115ms] c2 -> n2 ask r1 c2.2 for 300ms
[    60.115ms] c2 -> n3 ask r1 c2.2 for 300ms
[    60.115ms] n2: release r1 c1.1, whole script: yes
[    60.127ms] n3: release r1 c1.1, whole script: yes
[    60.151ms] n3: ask r1 c2.2 for 300ms: no such script
[    60.166ms] c1 <- n2 yes
[    60.166ms] c1 releases r1: done
[    60.189ms] c1 <- n3 yes
[    60.204ms] n2: ask r1 c2.2 for 300ms: yes
[    60.220ms] c2 <- n3 no such script
[    60.220ms] c2 -> n3 ask r1 c2.2 for 300ms, whole script
[    60.234ms] n3: ask r1 c2.2 for 300ms, whole script: yes
[    60.242ms] n1: ask r1 c2.2 for 300ms: yes
[    60.295ms] c2 <- n1 yes
[    60.319ms] c2 <- n3 yes
[    60.319ms] c2 HOLDS r1 until 355.115ms
[    60.319ms] c2 acquires r1: acquired
[    60.649ms] c2 <- n2 yes
[   100.000ms] n3: FLUSHALL
[   108.944ms] c3 -> n1 ask r1 c3.2 for 300ms
[   108.944ms] c3 -> n2 ask r1 c3.2 for 300ms
[   109.016ms] n1: ask r1 c3.2 for 300ms: no, queued
[   109.067ms] n2: ask r1 c3.2 for 300ms: no, queued
[   109.073ms] c3 <- n1 no, queued
[   109.135ms] c3 <- n2 no, queued
[   113.748ms] c2 -> n1 extend r1 c2.2 for 300ms
[   113.748ms] c2 -> n2 extend r1 c2.2 for 300ms
[   113.748ms] c2 -> n3 extend r1 c2.2 for 300ms
[   113.813ms] n3: extend r1 c2.2 for 300ms: no such script
[   113.822ms] n2: extend r1 c2.2 for 300ms: no such script
[   113.844ms] c2 <- n2 no such script
[   113.844ms] c2 -> n2 extend r1 c2.2 for 300ms, whole script
[   113.870ms] n1: extend r1 c2.2 for 300ms: no such script
[   113.883ms] n2: extend r1 c2.2 for 300ms, whole script: yes
[   113.932ms] c2 <- n3 no such script
[   113.932ms] c2 -> n3 extend r1 c2.2 for 300ms, whole script
[   113.961ms] c2 <- n1 no such script
[   113.961ms] c2 -> n1 extend r1 c2.2 for 300ms, whole script
[   113.998ms] n3: extend r1 c2.2 for 300ms, whole script: no key, in quarantine
[   114.006ms] c2 <- n2 yes
[   114.019ms] n1: extend r1 c2.2 for 300ms, whole script: yes
[   114.053ms] c2 <- n3 no key, in quarantine
[   114.251ms] c2 <- n1 yes
[   114.251ms] c2 -> n3 repair r1 c2.2 for 300ms
[   114.251ms] c2 HOLDS r1 until 408.748ms
[   114.382ms] n3: repair r1 c2.2 for 300ms: no such script
[   114.510ms] c2 <- n3 no such script
[   114.510ms] c2 -> n3 repair r1 c2.2 for 300ms, whole script
[   114.635ms] n3: repair r1 c2.2 for 300ms, whole script: created, in quarantine
[   114.659ms] c2 <- n3 created, in quarantine
[   211.575ms] c3 -> n1 ask r1 c3.2 for 300ms
[   211.654ms] n1: ask r1 c3.2 for 300ms: no, queued
[   212.176ms] c3 <- n1 no, queued
[   213.649ms] c2 -> n1 extend r1 c2.2 for 300ms
[   213.649ms] c2 -> n2 extend r1 c2.2 for 300ms
[   213.649ms] c2 -> n3 extend r1 c2.2 for 300ms
[   213.673ms] n2: extend r1 c2.2 for 300ms: yes
[   213.676ms] n1: extend r1 c2.2 for 300ms: yes
[   213.687ms] n3: extend r1 c2.2 for 300ms: yes, in quarantine
[   213.748ms] c2 <- n1 yes
[   213.756ms] c2 <- n3 yes, in quarantine
[   213.991ms] c2 <- n2 yes
[   213.991ms] c2 HOLDS r1 until 508.649ms
[   300.849ms] c3 -> n1 ask r1 c3.2 for 300ms
[   300.887ms] n1: ask r1 c3.2 for 300ms: no, queued
[   301.024ms] c3 <- n1 no, queued
[   310.319ms] c2 gives r1 back
[   310.319ms] c2 -> n1 pass r1 c2.2, whole script
[   310.319ms] c2 -> n2 pass r1 c2.2, whole script
[   310.319ms] c2 -> n3 pass r1 c2.2, whole script
[   310.358ms] n2 pushes to c3.2: it is yours
[   310.358ms] n2: pass r1 c2.2, whole script: yes
[   310.413ms] n1 pushes to c3.2: it is yours
[   310.413ms] n1: pass r1 c2.2, whole script: yes
[   310.430ms] c2 <- n1 yes
[   310.437ms] c2 <- n2 yes
[   310.437ms] c2 releases r1: done
[   310.457ms] c3 <- n1 pushes to c3.2
[   310.472ms] c3 <- n2 pushes to c3.2
[   310.472ms] c3 HOLDS r1 until 403.944ms
[   310.472ms] c3 acquires r1: acquired
[   310.508ms] n3 pushes to c3.2: it is yours
[   310.508ms] n3: pass r1 c2.2, whole script: yes, in quarantine
[   310.508ms] BROKEN: a node that has forgotten votes: n3, r1: a vote by pass r1 c2.2, whole script
