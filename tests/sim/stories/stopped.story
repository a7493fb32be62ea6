# A holder is stopped for longer than its lock lasts; another gets the lock.
# The first thing that the stopped one learns is that it has lost it.
@expect breaks nothing
@expect seen c1 is stopped
@expect seen c2 acquires r1: acquired
@expect seen c1 goes on
@expect seen c1 is told that r1 is lost
seed 3
nodes 3
quorum 2
clients 2
node-timeout 50ms
ttl-max 300ms
length 700ms
delay 0.1ms
10ms c1 acquire r1 ttl 300ms keep
20ms c1 stop for 500ms
400ms c2 acquire r1 ttl 300ms hold 50ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.041ms] c2 is connected to n2
[     0.061ms] c1 is connected to n2
[     0.063ms] c2 is connected to n3
[     0.135ms] c1 is connected to n3
[     0.147ms] c2 is connected to n1
[     0.260ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 300ms, kept
[    10.000ms] c1 -> n1 grant r1 c1.1 for 300ms
[    10.061ms] n1: grant r1 c1.1 for 300ms: yes
[    10.092ms] c1 <- n1 yes
[    10.092ms] c1 -> n2 grant r1 c1.1 for 300ms
[    10.186ms] n2: grant r1 c1.1 for 300ms: yes
[    10.203ms] c1 <- n2 yes
[    10.203ms] c1 -> n3 grant r1 c1.1 for 300ms
[    10.203ms] c1 HOLDS r1 until 305.000ms
[    10.203ms] c1 acquires r1: acquired
[    10.254ms] n3: grant r1 c1.1 for 300ms: yes
[    10.421ms] c1 <- n3 yes
[    10.421ms] c1 HOLDS r1 until 305.092ms
[    20.000ms] c1 is stopped
[   400.000ms] c2 wants r1 for 300ms
[   400.000ms] c2 -> n1 grant r1 c2.1 for 300ms
[   400.039ms] n1: grant r1 c2.1 for 300ms: yes
[   400.072ms] c2 <- n1 yes
[   400.072ms] c2 -> n2 grant r1 c2.1 for 300ms
[   400.284ms] n2: grant r1 c2.1 for 300ms: yes
[   400.337ms] c2 <- n2 yes
[   400.337ms] c2 -> n3 grant r1 c2.1 for 300ms
[   400.337ms] c2 HOLDS r1 until 695.000ms
[   400.337ms] c2 acquires r1: acquired
[   400.487ms] n3: grant r1 c2.1 for 300ms: yes
[   400.518ms] c2 <- n3 yes
[   400.518ms] c2 HOLDS r1 until 695.072ms
[   450.337ms] c2 gives r1 back
[   450.337ms] c2 -> n1 pass r1 c2.1, whole script
[   450.337ms] c2 -> n2 release r1 c2.1, whole script
[   450.337ms] c2 -> n3 release r1 c2.1, whole script
[   450.372ms] n2: release r1 c2.1, whole script: yes
[   450.373ms] n1: pass r1 c2.1, whole script: yes
[   450.384ms] n3: release r1 c2.1, whole script: yes
[   450.397ms] c2 <- n3 yes
[   450.398ms] c2 <- n1 yes
[   450.398ms] c2 releases r1: done
[   450.432ms] c2 <- n2 yes
[   520.000ms] c1 goes on
[   520.000ms] c1 -> n1 pass r1 c1.1, whole script
[   520.000ms] c1 -> n2 release r1 c1.1, whole script
[   520.000ms] c1 -> n3 release r1 c1.1, whole script
[   520.000ms] c1 does not hold r1 any more
[   520.000ms] c1 is told that r1 is lost
[   520.027ms] n2: release r1 c1.1, whole script: no key
[   520.034ms] n3: release r1 c1.1, whole script: no key
[   520.041ms] n1: pass r1 c1.1, whole script: no key
[   520.072ms] c1 <- n2 no key
[   520.088ms] c1 <- n3 no key
[   520.412ms] c1 <- n1 no key
[   700.000ms] faults stop
[   700.000ms] c1 gives r1 back
[   700.000ms] c1 -> n1 pass r1 c1.1
[   700.000ms] c1 -> n2 release r1 c1.1
[   700.000ms] c1 -> n3 release r1 c1.1
[   700.036ms] n2: release r1 c1.1: no key
[   700.129ms] n1: pass r1 c1.1: no key
[   700.179ms] n3: release r1 c1.1: no key
[   700.267ms] c1 <- n1 no key
[   700.331ms] c1 <- n2 no key
[   700.331ms] c1 releases r1: gone
[   700.403ms] c1 <- n3 no key
[   700.403ms] everybody asks for r1
[   700.403ms] c1 wants r1 for 300ms
[   700.403ms] c1 -> n1 grant r1 c1.2 for 300ms
[   700.403ms] c2 wants r1 for 300ms
[   700.403ms] c2 -> n1 grant r1 c2.2 for 300ms
[   700.537ms] n1: grant r1 c2.2 for 300ms: yes
[   700.574ms] n1: grant r1 c1.2 for 300ms: no
[   700.685ms] c2 <- n1 yes
[   700.685ms] c2 -> n2 grant r1 c2.2 for 300ms
[   700.721ms] n2: grant r1 c2.2 for 300ms: yes
[   700.834ms] c2 <- n2 yes
[   700.834ms] c2 -> n3 grant r1 c2.2 for 300ms
[   700.834ms] c2 HOLDS r1 until 995.403ms
[   700.834ms] c2 acquires r1: acquired
[   700.876ms] n3: grant r1 c2.2 for 300ms: yes
[   701.164ms] c2 <- n3 yes
[   701.164ms] c2 HOLDS r1 until 995.685ms
[   701.371ms] c1 <- n1 no
[   701.371ms] c1 -> n1 ask r1 c1.3 for 300ms
[   701.398ms] n1: ask r1 c1.3 for 300ms: no such script
[   701.427ms] c1 <- n1 no such script
[   701.427ms] c1 -> n1 ask r1 c1.3 for 300ms, whole script
[   701.461ms] n1: ask r1 c1.3 for 300ms, whole script: no, queued
[   701.591ms] c1 <- n1 no, queued
[   701.591ms] c1 begins to listen at n1
[   701.591ms] c1 begins to listen at n2
[   701.591ms] c1 begins to listen at n3
[   701.709ms] c1 listens at n1
[   701.709ms] c1 -> n1 ask r1 c1.3 for 300ms
[   701.713ms] c1 listens at n2
[   701.821ms] c1 listens at n3
[   701.824ms] n1: ask r1 c1.3 for 300ms: no, queued
[   701.868ms] c1 <- n1 no, queued
[   702.834ms] c2 gives r1 back
[   702.834ms] c2 -> n1 pass r1 c2.2
[   702.834ms] c2 -> n2 release r1 c2.2
[   702.834ms] c2 -> n3 release r1 c2.2
[   702.856ms] n3: release r1 c2.2: yes
[   702.885ms] c2 <- n3 yes
[   702.887ms] n1 pushes to c1.3: it is yours
[   702.887ms] n1: pass r1 c2.2: yes
[   702.892ms] n2: release r1 c2.2: yes
[   702.926ms] c2 <- n1 yes
[   702.926ms] c2 releases r1: done
[   703.085ms] c2 <- n2 yes
[   703.159ms] c1 <- n1 pushes to c1.3
[   703.159ms] c1 -> n2 ask r1 c1.3 for 300ms
[   703.159ms] c1 -> n3 ask r1 c1.3 for 300ms
[   703.179ms] n2: ask r1 c1.3 for 300ms: no such script
[   703.221ms] n3: ask r1 c1.3 for 300ms: no such script
[   703.240ms] c1 <- n2 no such script
[   703.240ms] c1 -> n2 ask r1 c1.3 for 300ms, whole script
[   703.291ms] c1 <- n3 no such script
[   703.291ms] c1 -> n3 ask r1 c1.3 for 300ms, whole script
[   703.303ms] n2: ask r1 c1.3 for 300ms, whole script: yes
[   703.395ms] n3: ask r1 c1.3 for 300ms, whole script: yes
[   703.453ms] c1 <- n3 yes
[   703.453ms] c1 HOLDS r1 until 996.709ms
[   703.453ms] c1 acquires r1: acquired
[   703.654ms] c1 <- n2 yes
[   703.654ms] c1 HOLDS r1 until 998.159ms
[   705.453ms] c1 gives r1 back
[   705.453ms] c1 -> n1 pass r1 c1.3
[   705.453ms] c1 -> n2 release r1 c1.3
[   705.453ms] c1 -> n3 release r1 c1.3
[   705.478ms] n2: release r1 c1.3: yes
[   705.516ms] n1: pass r1 c1.3: yes
[   705.545ms] n3: release r1 c1.3: yes
[   705.563ms] c1 <- n1 yes
[   705.607ms] c1 <- n3 yes
[   705.607ms] c1 releases r1: done
[   705.787ms] c1 <- n2 yes
