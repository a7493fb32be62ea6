# Each step of n1's clock is within the slack; together they are not. c1's vote
# there ends earlier with each, and it is told before c2 is granted.
@only exclusion
@expect breaks nothing
@expect seen c1 is told that r1 is lost
@expect seen c2 acquires r1: acquired
broken steps
seed 12
nodes 1
quorum 1
clients 2
fenced
slack 50ms
node-timeout 50ms
ttl-max 1000ms
length 1500ms
delay 0.1ms
10ms c1 acquire r1 ttl 500ms hold 600ms
20ms c2 crash for 350ms
100ms n1 step for 45ms
120ms c1 acquire r2 slot 2 ttl 60ms hold 1ms
150ms n1 step for 45ms
170ms c1 acquire r2 slot 2 ttl 60ms hold 1ms
200ms n1 step for 45ms
220ms c1 acquire r2 slot 2 ttl 60ms hold 1ms
250ms n1 step for 45ms
270ms c1 acquire r2 slot 2 ttl 60ms hold 1ms
395ms c2 acquire r1 ttl 100ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c2 connects to n1
[     0.139ms] c2 is connected to n1
[     0.194ms] c1 is connected to n1
[    10.000ms] c1 wants r1 for 500ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 550ms
[    10.144ms] n1: grant r1 c1.1 for 550ms: no such script
[    10.338ms] c1 <- n1 no such script
[    10.338ms] c1 -> n1 grant r1 c1.1 for 550ms, whole script
[    10.436ms] n1: grant r1 c1.1 for 550ms, whole script: yes, fence 24972
[    10.512ms] c1 <- n1 yes, fence 24972
[    10.512ms] c1 HOLDS r1 until 503.000ms
[    10.512ms] c1 acquires r1: acquired
[    20.000ms] c2 crashes
[    20.000ms] c2 drops its connection to n1, what was sent goes on
[   100.000ms] n1's clock is stepped by 45ms
[   120.000ms] c1 wants r2 for 60ms
[   120.000ms] c1 -> n1 grant r2 c1.2 for 110ms
[   120.324ms] n1: grant r2 c1.2 for 110ms: yes, fence 179860
[   120.428ms] c1 <- n1 yes, fence 179860
[   120.428ms] c1 HOLDS r2 until 177.400ms
[   120.428ms] c1 acquires r2: acquired
[   121.428ms] c1 gives r2 back
[   121.428ms] c1 -> n1 pass r2 c1.2, whole script
[   121.550ms] n1: pass r2 c1.2, whole script: yes
[   121.651ms] c1 <- n1 yes
[   121.651ms] c1 releases r2: done
[   150.000ms] n1's clock is stepped by 45ms
[   170.000ms] c1 wants r2 for 60ms
[   170.000ms] c1 -> n1 grant r2 c1.3 for 110ms
[   170.116ms] n1: grant r2 c1.3 for 110ms: yes, fence 179861
[   170.281ms] c1 <- n1 yes, fence 179861
[   170.281ms] c1 HOLDS r1 until 460.772ms
[   170.281ms] c1 HOLDS r2 until 227.400ms
[   170.281ms] c1 acquires r2: acquired
[   171.281ms] c1 gives r2 back
[   171.281ms] c1 -> n1 pass r2 c1.3
[   171.331ms] n1: pass r2 c1.3: yes
[   171.550ms] c1 <- n1 yes
[   171.550ms] c1 releases r2: done
[   200.000ms] n1's clock is stepped by 45ms
[   220.000ms] c1 wants r2 for 60ms
[   220.000ms] c1 -> n1 grant r2 c1.4 for 110ms
[   220.060ms] n1: grant r2 c1.4 for 110ms: yes, fence 179862
[   220.111ms] c1 <- n1 yes, fence 179862
[   220.111ms] c1 HOLDS r1 until 415.048ms
[   220.111ms] c1 HOLDS r2 until 277.400ms
[   220.111ms] c1 acquires r2: acquired
[   221.111ms] c1 gives r2 back
[   221.111ms] c1 -> n1 pass r2 c1.4
[   221.152ms] n1: pass r2 c1.4: yes
[   221.267ms] c1 <- n1 yes
[   221.267ms] c1 releases r2: done
[   250.000ms] n1's clock is stepped by 45ms
[   270.000ms] c1 wants r2 for 60ms
[   270.000ms] c1 -> n1 grant r2 c1.5 for 110ms
[   270.103ms] n1: grant r2 c1.5 for 110ms: yes, fence 179863
[   270.178ms] c1 <- n1 yes, fence 179863
[   270.178ms] c1 HOLDS r1 until 369.390ms
[   270.178ms] c1 HOLDS r2 until 327.400ms
[   270.178ms] c1 acquires r2: acquired
[   271.178ms] c1 gives r2 back
[   271.178ms] c1 -> n1 pass r2 c1.5
[   271.283ms] n1: pass r2 c1.5: yes
[   271.661ms] c1 <- n1 yes
[   271.661ms] c1 releases r2: done
[   319.390ms] c1 does not hold r1 any more
[   319.390ms] c1 is told that r1 is lost
[   369.390ms] c1 -> n1 pass r1 c1.1
[   369.527ms] n1: pass r1 c1.1: yes
[   369.557ms] c1 <- n1 yes
[   370.000ms] c2 connects to n1
[   370.144ms] c2 is connected to n1
[   395.000ms] c2 wants r1 for 100ms
[   395.000ms] c2 -> n1 grant r1 c2a.1 for 150ms
[   395.022ms] n1: grant r1 c2a.1 for 150ms: yes, fence 24973
[   395.065ms] c2 <- n1 yes, fence 24973
[   395.065ms] c2 HOLDS r1 until 492.000ms
[   395.065ms] c2 acquires r1: acquired
[   482.000ms] c2 does not hold r1 any more
[   482.000ms] c2 is told that r1 is lost
[   492.000ms] c2 -> n1 pass r1 c2a.1, whole script
[   492.059ms] n1: pass r1 c2a.1, whole script: yes
[   492.079ms] c2 <- n1 yes
[   610.512ms] c1 gives r1 back
[   610.512ms] c1 -> n1 pass r1 c1.1
[   610.724ms] n1: pass r1 c1.1: no key
[   610.783ms] c1 <- n1 no key
[   610.783ms] c1 releases r1: gone
[  1500.000ms] faults stop
[  1500.000ms] c2 gives r1 back
[  1500.000ms] c2 -> n1 pass r1 c2a.1
[  1500.050ms] n1: pass r1 c2a.1: no key
[  1500.072ms] c2 <- n1 no key
[  1500.072ms] c2 releases r1: gone
[  1500.072ms] everybody asks for r1
[  1500.072ms] c1 wants r1 for 1000ms
[  1500.072ms] c1 -> n1 grant r1 c1.6 for 1050ms
[  1500.072ms] c2 wants r1 for 1000ms
[  1500.072ms] c2 -> n1 grant r1 c2a.2 for 1050ms
[  1500.094ms] n1: grant r1 c1.6 for 1050ms: yes, fence 24974
[  1500.109ms] n1: grant r1 c2a.2 for 1050ms: no, c1.6 for 1050ms
[  1500.130ms] c2 <- n1 no, c1.6 for 1050ms
[  1500.130ms] c2 -> n1 ask r1 c2a.3 for 1050ms
[  1500.209ms] c1 <- n1 yes, fence 24974
[  1500.209ms] c1 HOLDS r1 until 2488.072ms
[  1500.209ms] c1 acquires r1: acquired
[  1500.209ms] n1: ask r1 c2a.3 for 1050ms: no such script
[  1500.290ms] c2 <- n1 no such script
[  1500.290ms] c2 -> n1 ask r1 c2a.3 for 1050ms, whole script
[  1500.322ms] n1: ask r1 c2a.3 for 1050ms, whole script: no, queued
[  1500.348ms] c2 <- n1 no, queued
[  1500.348ms] c2 begins to listen at n1
[  1500.413ms] c2 listens at n1
[  1500.413ms] c2 -> n1 ask r1 c2a.3 for 1050ms
[  1500.458ms] n1: ask r1 c2a.3 for 1050ms: no, queued
[  1500.538ms] c2 <- n1 no, queued
[  1502.209ms] c1 gives r1 back
[  1502.209ms] c1 -> n1 pass r1 c1.6
[  1502.313ms] n1 pushes to c2a.3: it is yours
[  1502.313ms] n1: pass r1 c1.6: yes
[  1502.330ms] c1 <- n1 yes
[  1502.330ms] c1 releases r1: done
[  1502.448ms] c2 <- n1 pushes to c2a.3
[  1502.448ms] c2 HOLDS r1 until 2488.413ms
[  1502.448ms] c2 acquires r1: acquired
[  1504.448ms] c2 gives r1 back
[  1504.448ms] c2 -> n1 pass r1 c2a.3, fence 24975
[  1504.512ms] n1: pass r1 c2a.3, fence 24975: yes
[  1504.537ms] c2 <- n1 yes
[  1504.537ms] c2 releases r1: done
