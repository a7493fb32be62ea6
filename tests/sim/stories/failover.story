# The same as broken-failover, but guarded. The promoted replica has the marker,
# which names another memory than its own: it does not vote for c2, and only c1
# holds r1.
@expect breaks nothing
@expect seen n2 is back, as another server, its replica
@expect seen n2: grant r1 c2.1 for 1000ms, whole script: no, in quarantine
@expect seen c2 acquires r1: no quorum
seed 35
nodes 3
clients 2
guard on
ttl-max 1000ms
length 900ms
2ms c1 n3 refuse for 890ms
2ms c1 n3 cut
9.9ms n2 snapshot
10ms c1 acquire r1 ttl 1000ms
60ms n2 failover for 105ms
350ms c2 n1 refuse for 400ms
350ms c2 n1 cut
400ms c2 acquire r1 ttl 1000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.063ms] c2 is connected to n3
[     0.108ms] c1 is connected to n1
[     0.187ms] c2 is connected to n1
[     0.227ms] c2 is connected to n2
[     0.268ms] c1 is connected to n3
[     0.414ms] c1 is connected to n2
[     2.000ms] c1, n3: refuse
[     2.000ms] c1, n3: cut
[     2.100ms] c1's connection to n3 is broken
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.024ms] n1: grant r1 c1.1 for 1000ms: no such script
[    10.090ms] c1 <- n1 no such script
[    10.090ms] c1 -> n1 grant r1 c1.1 for 1000ms, whole script
[    10.137ms] n1: grant r1 c1.1 for 1000ms, whole script: yes
[    10.250ms] c1 <- n1 yes
[    10.250ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.406ms] n2: grant r1 c1.1 for 1000ms: no such script
[    10.430ms] c1 <- n2 no such script
[    10.430ms] c1 -> n2 grant r1 c1.1 for 1000ms, whole script
[    10.471ms] n2: grant r1 c1.1 for 1000ms, whole script: yes
[    10.647ms] c1 <- n2 yes
[    10.647ms] c1 HOLDS r1 until 998.000ms
[    10.647ms] c1 acquires r1: acquired
[    60.000ms] n2 goes down
[    60.100ms] c1's connection to n2 is broken
[    60.100ms] c2's connection to n2 is broken
[   103.963ms] c1 connects to n3
[   104.063ms] c1's connection to n3 is refused
[   131.579ms] c2 connects to n2
[   131.954ms] c2's connection to n2 is refused
[   161.019ms] c1 connects to n2
[   161.190ms] c1's connection to n2 is refused
[   165.000ms] n2 is back, as another server, its replica
[   299.207ms] c1 connects to n3
[   299.307ms] c1's connection to n3 is refused
[   336.204ms] c1 connects to n2
[   336.498ms] c1 is connected to n2
[   336.498ms] c1 -> n2 mark as in quarantine
[   336.782ms] n2: mark as in quarantine: yes
[   336.997ms] c1 <- n2 yes
[   350.000ms] c2, n1: refuse
[   350.000ms] c2, n1: cut
[   350.100ms] c2's connection to n1 is broken
[   369.423ms] c2 connects to n2
[   369.504ms] c2 is connected to n2
[   400.000ms] c2 wants r1 for 1000ms
[   400.000ms] c2 -> n2 grant r1 c2.1 for 1000ms
[   400.221ms] n2: grant r1 c2.1 for 1000ms: no such script
[   400.287ms] c2 <- n2 no such script
[   400.287ms] c2 -> n2 grant r1 c2.1 for 1000ms, whole script
[   400.388ms] n2: grant r1 c2.1 for 1000ms, whole script: no, in quarantine
[   400.586ms] c2 <- n2 no, in quarantine
[   400.586ms] c2 -> n2 pass r1 c2.1, whole script
[   400.586ms] c2 acquires r1: no quorum
[   400.634ms] n2: pass r1 c2.1, whole script: no key
[   400.933ms] c2 <- n2 no key
[   466.915ms] c1 connects to n3
[   467.015ms] c1's connection to n3 is refused
[   484.620ms] c2 connects to n1
[   484.720ms] c2's connection to n1 is refused
[   695.052ms] c2 connects to n1
[   695.152ms] c2's connection to n1 is refused
[   773.399ms] c2 connects to n1
[   773.550ms] c2 is connected to n1
[   898.000ms] c1 does not hold r1 any more
[   898.000ms] c1 is notified that r1 is lost
[   898.000ms] c1 begins to release r1
[   898.000ms] c1 -> n1 pass r1 c1.1, whole script
[   898.000ms] c1 -> n2 release r1 c1.1, whole script
[   898.117ms] n2: release r1 c1.1, whole script: no key
[   898.132ms] n1: pass r1 c1.1, whole script: yes
[   898.134ms] c1 <- n2 no key
[   898.164ms] c1 <- n1 yes
[   898.164ms] c1 releases r1: gone
[   900.000ms] the faults end
[   985.422ms] c1 connects to n3
[   985.728ms] c1 is connected to n3
[   985.728ms] all clients ask for r1
[   985.728ms] c1 wants r1 for 1000ms
[   985.728ms] c1 -> n1 grant r1 c1.2 for 1000ms
[   985.728ms] c2 wants r1 for 1000ms
[   985.728ms] c2 -> n1 grant r1 c2.2 for 1000ms
[   985.791ms] n1: grant r1 c2.2 for 1000ms: yes
[   985.823ms] n1: grant r1 c1.2 for 1000ms: no, c2.2 for 1000ms
[   985.832ms] c2 <- n1 yes
[   985.832ms] c2 -> n2 grant r1 c2.2 for 1000ms
[   985.874ms] c1 <- n1 no, c2.2 for 1000ms
[   985.874ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   985.906ms] n1: ask r1 c1.3 for 1000ms: no such script
[   985.907ms] n2: grant r1 c2.2 for 1000ms: no, in quarantine
[   985.941ms] c1 <- n1 no such script
[   985.941ms] c1 -> n1 ask r1 c1.3 for 1000ms, whole script
[   986.097ms] n1: ask r1 c1.3 for 1000ms, whole script: no, queued
[   986.100ms] c2 <- n2 no, in quarantine
[   986.100ms] c2 -> n3 grant r1 c2.2 for 1000ms
[   986.114ms] n3: grant r1 c2.2 for 1000ms: no such script
[   986.167ms] c2 <- n3 no such script
[   986.167ms] c2 -> n3 grant r1 c2.2 for 1000ms, whole script
[   986.167ms] c1 <- n1 no, queued
[   986.167ms] c1 subscribes at n1
[   986.167ms] c1 subscribes at n2
[   986.167ms] c1 subscribes at n3
[   986.193ms] n3: grant r1 c2.2 for 1000ms, whole script: yes
[   986.209ms] c2 <- n3 yes
[   986.209ms] c2 HOLDS r1 until 1973.728ms
[   986.209ms] c2 acquires r1: acquired
[   986.296ms] c1 is subscribed at n3
[   986.472ms] c1 is subscribed at n1
[   986.472ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   986.585ms] n1: ask r1 c1.3 for 1000ms: no, queued
[   986.807ms] c1 <- n1 no, queued
[   986.809ms] c1 is subscribed at n2
[   988.209ms] c2 begins to release r1
[   988.209ms] c2 -> n1 pass r1 c2.2, whole script
[   988.209ms] c2 -> n2 release r1 c2.2, whole script
[   988.209ms] c2 -> n3 release r1 c2.2, whole script
[   988.263ms] n1 hands off to c1.3: it is free
[   988.263ms] n1: pass r1 c2.2, whole script: yes
[   988.278ms] c1 <- n1 hands off to c1.3
[   988.278ms] c1 -> n1 ask r1 c1.3 for 1000ms
[   988.278ms] c1 -> n2 ask r1 c1.3 for 1000ms
[   988.278ms] c1 -> n3 ask r1 c1.3 for 1000ms
[   988.292ms] n2: ask r1 c1.3 for 1000ms: no such script
[   988.302ms] n3: release r1 c2.2, whole script: yes
[   988.319ms] c2 <- n3 yes
[   988.328ms] n1: ask r1 c1.3 for 1000ms: yes
[   988.337ms] c2 <- n1 yes
[   988.337ms] c2 releases r1: done
[   988.362ms] n2: release r1 c2.2, whole script: no key
[   988.415ms] c2 <- n2 no key
[   988.469ms] c1 <- n2 no such script
[   988.469ms] c1 -> n2 ask r1 c1.3 for 1000ms, whole script
[   988.483ms] c1 <- n1 yes
[   988.489ms] n2: ask r1 c1.3 for 1000ms, whole script: no, in quarantine
[   988.556ms] c1 <- n2 no, in quarantine
[   988.579ms] n3: ask r1 c1.3 for 1000ms: no such script
[   988.682ms] c1 <- n3 no such script
[   988.682ms] c1 -> n3 ask r1 c1.3 for 1000ms, whole script
[   988.734ms] n3: ask r1 c1.3 for 1000ms, whole script: yes
[   988.902ms] c1 <- n3 yes
[   988.902ms] c1 HOLDS r1 until 1976.278ms
[   988.902ms] c1 acquires r1: acquired
[   989.902ms] c1 -> n2 ask r1 c1.3 for 1000ms
[   990.017ms] n2: ask r1 c1.3 for 1000ms: no, in quarantine
[   990.083ms] c1 <- n2 no, in quarantine
[   990.902ms] c1 begins to release r1
[   990.902ms] c1 -> n1 pass r1 c1.3
[   990.902ms] c1 -> n2 pass r1 c1.3, whole script
[   990.902ms] c1 -> n3 release r1 c1.3, whole script
[   990.922ms] n3: release r1 c1.3, whole script: yes
[   990.922ms] n1: pass r1 c1.3: yes
[   990.930ms] n2: pass r1 c1.3, whole script: no key
[   990.952ms] c1 <- n2 no key
[   990.984ms] c1 <- n3 yes
[   991.051ms] c1 <- n1 yes
[   991.051ms] c1 releases r1: done
