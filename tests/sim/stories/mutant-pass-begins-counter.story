# All nodes forget, their counters too, after c3 was told a fence. c1 and c2 take
# the lock without one, and c3 waits for it with one. c2 names it: nodes without
# a counter wake it alone, and its claim says what the counters have to be above.
# With the mutant the release of c2 begins them, which carries no such number.
@mutant PASS_BEGINS_COUNTER
@expect breaks fence
@expect seen n2 pushes to c3
seed 3
nodes 3
quorum 2
clients 3
fenced
broken memory
node-timeout 50ms
ttl-max 5000ms
length 400ms
delay 0.1ms
10ms c3 acquire r1 ttl 5000ms hold 10ms
40ms n1 flush
40ms n2 flush
40ms n3 flush
50ms c1 acquire r1 ttl 5000ms hold 60ms bare
60ms c2 acquire r1 ttl 5000ms wait 3000ms hold 30ms bare
70ms c3 acquire r1 ttl 5000ms wait 3000ms hold 20ms
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
[     0.041ms] c2 is connected to n2
[     0.057ms] c3 is connected to n1
[     0.061ms] c1 is connected to n2
[     0.063ms] c2 is connected to n3
[     0.135ms] c1 is connected to n3
[     0.147ms] c2 is connected to n1
[     0.248ms] c3 is connected to n3
[     0.254ms] c3 is connected to n2
[     0.260ms] c1 is connected to n1
[    10.000ms] c3 wants r1 for 5000ms
[    10.000ms] c3 -> n1 grant r1 c3.1 for 5000ms
[    10.045ms] n1: grant r1 c3.1 for 5000ms: no such script
[    10.092ms] c3 <- n1 no such script
[    10.092ms] c3 -> n1 grant r1 c3.1 for 5000ms, whole script
[    10.227ms] n1: grant r1 c3.1 for 5000ms, whole script: yes, fence 661943
[    10.289ms] c3 <- n1 yes, fence 661943
[    10.289ms] c3 -> n2 grant r1 c3.1 for 5000ms
[    10.399ms] n2: grant r1 c3.1 for 5000ms: no such script
[    10.463ms] c3 <- n2 no such script
[    10.463ms] c3 -> n2 grant r1 c3.1 for 5000ms, whole script
[    10.500ms] n2: grant r1 c3.1 for 5000ms, whole script: yes, fence 662114
[    10.513ms] c3 <- n2 yes, fence 662114
[    10.513ms] c3 -> n1 confirm r1 c3.1, fence 662114
[    10.745ms] n1: confirm r1 c3.1, fence 662114: no such script
[    10.883ms] c3 <- n1 no such script
[    10.883ms] c3 -> n1 confirm r1 c3.1, fence 662114, whole script
[    10.901ms] n1: confirm r1 c3.1, fence 662114, whole script: yes, fence 662114
[    10.943ms] c3 <- n1 yes, fence 662114
[    10.943ms] c3 -> n3 grant r1 c3.1 for 5000ms
[    10.943ms] c3 HOLDS r1 until 4958.000ms
[    10.943ms] c3 acquires r1: acquired
[    11.006ms] n3: grant r1 c3.1 for 5000ms: no such script
[    11.065ms] c3 <- n3 no such script
[    11.065ms] c3 -> n3 grant r1 c3.1 for 5000ms, whole script
[    11.090ms] n3: grant r1 c3.1 for 5000ms, whole script: yes, fence 662738
[    11.299ms] c3 <- n3 yes, fence 662738
[    11.299ms] c3 HOLDS r1 until 4958.289ms
[    20.943ms] c3 gives r1 back
[    20.943ms] c3 -> n1 pass r1 c3.1, whole script
[    20.943ms] c3 -> n2 release r1 c3.1, whole script
[    20.943ms] c3 -> n3 release r1 c3.1, whole script
[    20.997ms] n1: pass r1 c3.1, whole script: yes
[    21.000ms] n2: release r1 c3.1, whole script: yes
[    21.037ms] c3 <- n1 yes
[    21.048ms] n3: release r1 c3.1, whole script: yes
[    21.157ms] c3 <- n2 yes
[    21.157ms] c3 releases r1: done
[    21.193ms] c3 <- n3 yes
[    40.000ms] n1: FLUSHALL
[    40.000ms] n2: FLUSHALL
[    40.000ms] n3: FLUSHALL
[    50.000ms] c1 wants r1 for 5000ms
[    50.000ms] c1 -> n1 grant r1 c1.1 for 5000ms
[    50.061ms] n1: grant r1 c1.1 for 5000ms: yes
[    50.092ms] c1 <- n1 yes
[    50.092ms] c1 -> n2 grant r1 c1.1 for 5000ms
[    50.186ms] n2: grant r1 c1.1 for 5000ms: yes
[    50.203ms] c1 <- n2 yes
[    50.203ms] c1 -> n3 grant r1 c1.1 for 5000ms
[    50.203ms] c1 HOLDS r1 until 4998.000ms
[    50.203ms] c1 acquires r1: acquired
[    50.254ms] n3: grant r1 c1.1 for 5000ms: yes
[    50.421ms] c1 <- n3 yes
[    50.421ms] c1 HOLDS r1 until 4998.092ms
[    60.000ms] c2 wants r1 for 5000ms
[    60.000ms] c2 -> n1 grant r1 c2.1 for 5000ms
[    60.039ms] n1: grant r1 c2.1 for 5000ms: no
[    60.072ms] c2 <- n1 no
[    60.072ms] c2 -> n1 ask r1 c2.2 for 5000ms
[    60.107ms] n1: ask r1 c2.2 for 5000ms: no such script
[    60.133ms] c2 <- n1 no such script
[    60.133ms] c2 -> n1 ask r1 c2.2 for 5000ms, whole script
[    60.266ms] n1: ask r1 c2.2 for 5000ms, whole script: no, queued
[    60.414ms] c2 <- n1 no, queued
[    60.414ms] c2 begins to listen at n1
[    60.414ms] c2 begins to listen at n2
[    60.414ms] c2 begins to listen at n3
[    60.510ms] c2 listens at n2
[    60.604ms] c2 listens at n1
[    60.604ms] c2 -> n1 ask r1 c2.2 for 5000ms
[    60.606ms] c2 listens at n3
[    60.656ms] n1: ask r1 c2.2 for 5000ms: no, queued
[    60.695ms] c2 <- n1 no, queued
[    70.000ms] c3 wants r1 for 5000ms
[    70.000ms] c3 -> n1 grant r1 c3.2 for 5000ms
[    70.085ms] n1: grant r1 c3.2 for 5000ms: no, c1.1 for 4980ms
[    70.122ms] c3 <- n1 no, c1.1 for 4980ms
[    70.122ms] c3 -> n1 ask r1 c3.3 for 5000ms
[    70.253ms] n1: ask r1 c3.3 for 5000ms: no, queued
[    70.568ms] c3 <- n1 no, queued
[    70.568ms] c3 begins to listen at n1
[    70.568ms] c3 begins to listen at n2
[    70.568ms] c3 begins to listen at n3
[    70.653ms] c3 listens at n1
[    70.653ms] c3 -> n1 ask r1 c3.3 for 5000ms
[    70.666ms] c3 listens at n3
[    70.695ms] c2 -> n2 ask r1 c2.2 for 5000ms
[    70.787ms] n1: ask r1 c3.3 for 5000ms: no, queued
[    70.796ms] c3 listens at n2
[    70.907ms] n2: ask r1 c2.2 for 5000ms: no such script
[    70.957ms] c3 <- n1 no, queued
[    70.961ms] c2 <- n2 no such script
[    70.961ms] c2 -> n2 ask r1 c2.2 for 5000ms, whole script
[    70.996ms] n2: ask r1 c2.2 for 5000ms, whole script: no, queued
[    71.056ms] c2 <- n2 no, queued
[   110.203ms] c1 gives r1 back
[   110.203ms] c1 -> n1 pass r1 c1.1, whole script
[   110.203ms] c1 -> n2 release r1 c1.1, whole script
[   110.203ms] c1 -> n3 release r1 c1.1, whole script
[   110.231ms] n2: release r1 c1.1, whole script: yes
[   110.238ms] n3: release r1 c1.1, whole script: yes
[   110.245ms] n1 pushes to c2.2: it is yours
[   110.245ms] n1: pass r1 c1.1, whole script: yes
[   110.275ms] c1 <- n2 yes
[   110.292ms] c1 <- n3 yes
[   110.292ms] c1 releases r1: done
[   110.419ms] c2 <- n1 pushes to c2.2
[   110.419ms] c2 -> n2 ask r1 c2.2 for 5000ms
[   110.419ms] c2 -> n3 ask r1 c2.2 for 5000ms
[   110.456ms] n2: ask r1 c2.2 for 5000ms: yes
[   110.569ms] n3: ask r1 c2.2 for 5000ms: no such script
[   110.569ms] c2 <- n2 yes
[   110.569ms] c2 HOLDS r1 until 5008.604ms
[   110.569ms] c2 acquires r1: acquired
[   110.600ms] c2 <- n3 no such script
[   110.600ms] c2 -> n3 ask r1 c2.2 for 5000ms, whole script
[   110.616ms] c1 <- n1 yes
[   110.647ms] n3: ask r1 c2.2 for 5000ms, whole script: yes
[   110.660ms] c2 <- n3 yes
[   110.660ms] c2 HOLDS r1 until 5058.419ms
[   140.569ms] c2 gives r1 back
[   140.569ms] c2 -> n1 pass r1 c2.2, whole script
[   140.569ms] c2 -> n2 pass r1 c2.2, whole script
[   140.569ms] c2 -> n3 pass r1 c2.2, whole script
[   140.611ms] n3 pushes to c3.3: it is yours
[   140.611ms] n3: pass r1 c2.2, whole script: yes
[   140.627ms] n2 pushes to c3.3: it is yours
[   140.627ms] n2: pass r1 c2.2, whole script: yes
[   140.679ms] c3 <- n2 pushes to c3.3
[   140.746ms] n1 pushes to c3.3: it is yours
[   140.746ms] n1: pass r1 c2.2, whole script: yes
[   140.798ms] c3 <- n3 pushes to c3.3
[   140.798ms] c3 -> n3 confirm r1 c3.3, fence 299667
[   140.805ms] c2 <- n1 yes
[   140.819ms] c2 <- n2 yes
[   140.819ms] c2 releases r1: done
[   140.869ms] n3: confirm r1 c3.3, fence 299667: no such script
[   140.898ms] c2 <- n3 yes
[   140.902ms] c3 <- n1 pushes to c3.3
[   140.972ms] c3 <- n3 no such script
[   140.972ms] c3 -> n3 confirm r1 c3.3, fence 299667, whole script
[   140.993ms] n3: confirm r1 c3.3, fence 299667, whole script: yes, fence 299667
[   141.040ms] c3 <- n3 yes, fence 299667
[   141.040ms] c3 HOLDS r1 until 5018.653ms
[   141.040ms] BROKEN: a fence does not exceed an earlier one: c3 has r1 with 299667, after 662114
[   141.040ms] c3 acquires r1: acquired
