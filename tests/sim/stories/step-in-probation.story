# n3's key for r1 was put back at 31 ms, and c1's extension at 236 ms comes after
# its probation. The answer is slow, and before it is heard n3's clock is stepped
# so far that the key runs out, and c2 puts n3 into quarantine. A key that has run
# out is not put back by whatever happens at its node next: the vote counts.
@only probation
@expect breaks nothing
@expect seen n3: repair r1 c1.1 for 290ms, whole script: created
@expect seen n3's clock is stepped by 400ms
@expect seen c2 -> n3 mark as in quarantine
@expect seen c1 <- n3 yes
seed 9
nodes 3
quorum 2
clients 2
parallel
guard on
slack 90ms
node-timeout 150ms
ttl-max 200ms
length 330ms
delay 0.02ms
5ms c2 acquire r2 ttl 200ms keep
10ms c1 acquire r1 ttl 200ms keep
30ms n3 lose-key r1
31ms c1 extend ttl 200ms
235ms c1 n3 slow-back for 55ms
236ms c1 extend ttl 200ms
240ms n3 step for 400ms
242ms c2 extend ttl 200ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.020ms] c1 is connected to n1
[     0.031ms] c2 is connected to n3
[     0.043ms] c1 is connected to n2
[     0.061ms] c1 is connected to n3
[     0.073ms] c2 is connected to n2
[     0.084ms] c2 is connected to n1
[     5.000ms] c2 wants r2 for 200ms, kept
[     5.000ms] c2 -> n1 grant r2 c2.1 for 290ms
[     5.000ms] c2 -> n2 grant r2 c2.1 for 290ms
[     5.000ms] c2 -> n3 grant r2 c2.1 for 290ms
[     5.006ms] n3: grant r2 c2.1 for 290ms: no such script
[     5.011ms] n2: grant r2 c2.1 for 290ms: no such script
[     5.018ms] c2 <- n3 no such script
[     5.018ms] c2 -> n3 grant r2 c2.1 for 290ms, whole script
[     5.021ms] n1: grant r2 c2.1 for 290ms: no such script
[     5.022ms] n3: grant r2 c2.1 for 290ms, whole script: yes
[     5.026ms] c2 <- n3 yes
[     5.043ms] c2 <- n2 no such script
[     5.043ms] c2 -> n2 grant r2 c2.1 for 290ms, whole script
[     5.060ms] n2: grant r2 c2.1 for 290ms, whole script: yes
[     5.077ms] c2 <- n2 yes
[     5.077ms] c2 HOLDS r2 until 201.000ms
[     5.077ms] c2 acquires r2: acquired
[     5.089ms] c2 <- n1 no such script
[     5.089ms] c2 -> n1 grant r2 c2.1 for 290ms, whole script
[     5.105ms] n1: grant r2 c2.1 for 290ms, whole script: yes
[     5.121ms] c2 <- n1 yes
[    10.000ms] c1 wants r1 for 200ms, kept
[    10.000ms] c1 -> n1 grant r1 c1.1 for 290ms
[    10.000ms] c1 -> n2 grant r1 c1.1 for 290ms
[    10.000ms] c1 -> n3 grant r1 c1.1 for 290ms
[    10.003ms] n1: grant r1 c1.1 for 290ms: yes
[    10.014ms] n3: grant r1 c1.1 for 290ms: yes
[    10.018ms] n2: grant r1 c1.1 for 290ms: yes
[    10.018ms] c1 <- n1 yes
[    10.020ms] c1 <- n3 yes
[    10.020ms] c1 HOLDS r1 until 206.000ms
[    10.020ms] c1 acquires r1: acquired
[    10.030ms] c1 <- n2 yes
[    30.000ms] n3 loses the key of r1
[    31.000ms] c1 wants r1 for another 200ms
[    31.000ms] c1 -> n1 extend r1 c1.1 for 290ms
[    31.000ms] c1 -> n2 extend r1 c1.1 for 290ms
[    31.000ms] c1 -> n3 extend r1 c1.1 for 290ms
[    31.002ms] n2: extend r1 c1.1 for 290ms: no such script
[    31.010ms] c1 <- n2 no such script
[    31.010ms] c1 -> n2 extend r1 c1.1 for 290ms, whole script
[    31.023ms] n3: extend r1 c1.1 for 290ms: no such script
[    31.035ms] c1 <- n3 no such script
[    31.035ms] c1 -> n3 extend r1 c1.1 for 290ms, whole script
[    31.056ms] n1: extend r1 c1.1 for 290ms: no such script
[    31.064ms] c1 <- n1 no such script
[    31.064ms] c1 -> n1 extend r1 c1.1 for 290ms, whole script
[    31.075ms] n1: extend r1 c1.1 for 290ms, whole script: yes
[    31.079ms] n2: extend r1 c1.1 for 290ms, whole script: yes
[    31.087ms] n3: extend r1 c1.1 for 290ms, whole script: no key
[    31.087ms] c1 <- n2 yes
[    31.098ms] c1 <- n1 yes
[    31.098ms] c1 HOLDS r1 until 227.000ms
[    31.098ms] c1 extends r1: done
[    31.109ms] c1 <- n3 no key
[    31.109ms] c1 -> n3 repair r1 c1.1 for 290ms
[    31.127ms] n3: repair r1 c1.1 for 290ms: no such script
[    31.155ms] c1 <- n3 no such script
[    31.155ms] c1 -> n3 repair r1 c1.1 for 290ms, whole script
[    31.168ms] n3: repair r1 c1.1 for 290ms, whole script: created
[    31.199ms] c1 <- n3 created
[    71.633ms] c2 -> n1 extend r2 c2.1 for 290ms
[    71.633ms] c2 -> n2 extend r2 c2.1 for 290ms
[    71.633ms] c2 -> n3 extend r2 c2.1 for 290ms
[    71.638ms] n3: extend r2 c2.1 for 290ms: yes
[    71.651ms] n2: extend r2 c2.1 for 290ms: yes
[    71.666ms] n1: extend r2 c2.1 for 290ms: yes
[    71.701ms] c2 <- n3 yes
[    71.718ms] c2 <- n1 yes
[    71.718ms] c2 HOLDS r2 until 267.633ms
[    71.727ms] c2 <- n2 yes
[    97.638ms] c1 -> n1 extend r1 c1.1 for 290ms
[    97.638ms] c1 -> n2 extend r1 c1.1 for 290ms
[    97.638ms] c1 -> n3 extend r1 c1.1 for 290ms
[    97.645ms] n2: extend r1 c1.1 for 290ms: yes
[    97.646ms] n3: extend r1 c1.1 for 290ms: yes
[    97.647ms] n1: extend r1 c1.1 for 290ms: yes
[    97.657ms] c1 <- n3 yes
[    97.669ms] c1 <- n2 yes
[    97.681ms] c1 <- n1 yes
[    97.681ms] c1 HOLDS r1 until 293.638ms
[   138.233ms] c2 -> n1 extend r2 c2.1 for 290ms
[   138.233ms] c2 -> n2 extend r2 c2.1 for 290ms
[   138.233ms] c2 -> n3 extend r2 c2.1 for 290ms
[   138.246ms] n1: extend r2 c2.1 for 290ms: yes
[   138.249ms] c2 <- n1 yes
[   138.258ms] n3: extend r2 c2.1 for 290ms: yes
[   138.258ms] n2: extend r2 c2.1 for 290ms: yes
[   138.264ms] c2 <- n3 yes
[   138.264ms] c2 HOLDS r2 until 334.233ms
[   138.266ms] c2 <- n2 yes
[   164.239ms] c1 -> n1 extend r1 c1.1 for 290ms
[   164.239ms] c1 -> n2 extend r1 c1.1 for 290ms
[   164.239ms] c1 -> n3 extend r1 c1.1 for 290ms
[   164.244ms] n2: extend r1 c1.1 for 290ms: yes
[   164.262ms] n1: extend r1 c1.1 for 290ms: yes
[   164.270ms] c1 <- n1 yes
[   164.275ms] c1 <- n2 yes
[   164.275ms] c1 HOLDS r1 until 360.239ms
[   164.277ms] n3: extend r1 c1.1 for 290ms: yes
[   164.291ms] c1 <- n3 yes
[   204.833ms] c2 -> n1 extend r2 c2.1 for 290ms
[   204.833ms] c2 -> n2 extend r2 c2.1 for 290ms
[   204.833ms] c2 -> n3 extend r2 c2.1 for 290ms
[   204.847ms] n3: extend r2 c2.1 for 290ms: yes
[   204.848ms] n1: extend r2 c2.1 for 290ms: yes
[   204.857ms] n2: extend r2 c2.1 for 290ms: yes
[   204.863ms] c2 <- n3 yes
[   204.864ms] c2 <- n2 yes
[   204.864ms] c2 HOLDS r2 until 400.833ms
[   204.876ms] c2 <- n1 yes
[   230.839ms] c1 -> n1 extend r1 c1.1 for 290ms
[   230.839ms] c1 -> n2 extend r1 c1.1 for 290ms
[   230.839ms] c1 -> n3 extend r1 c1.1 for 290ms
[   230.850ms] n3: extend r1 c1.1 for 290ms: yes
[   230.856ms] n1: extend r1 c1.1 for 290ms: yes
[   230.899ms] c1 <- n3 yes
[   230.909ms] n2: extend r1 c1.1 for 290ms: yes
[   230.920ms] c1 <- n1 yes
[   230.961ms] c1 <- n2 yes
[   230.961ms] c1 HOLDS r1 until 426.839ms
[   235.000ms] c1, n3: slow-back
[   236.000ms] c1 wants r1 for another 200ms
[   236.000ms] c1 -> n1 extend r1 c1.1 for 290ms
[   236.000ms] c1 -> n2 extend r1 c1.1 for 290ms
[   236.000ms] c1 -> n3 extend r1 c1.1 for 290ms
[   236.012ms] n2: extend r1 c1.1 for 290ms: yes
[   236.021ms] n3: extend r1 c1.1 for 290ms: yes
[   236.025ms] n1: extend r1 c1.1 for 290ms: yes
[   236.037ms] c1 <- n1 yes
[   236.052ms] c1 <- n2 yes
[   236.052ms] c1 HOLDS r1 until 432.000ms
[   236.052ms] c1 extends r1: done
[   240.000ms] n3's clock is stepped by 400ms
[   242.000ms] c2 wants r2 for another 200ms
[   242.000ms] c2 -> n1 extend r2 c2.1 for 290ms
[   242.000ms] c2 -> n2 extend r2 c2.1 for 290ms
[   242.000ms] c2 -> n3 extend r2 c2.1 for 290ms
[   242.013ms] n2: extend r2 c2.1 for 290ms: yes
[   242.022ms] n1: extend r2 c2.1 for 290ms: yes
[   242.027ms] n3: extend r2 c2.1 for 290ms: no key
[   242.029ms] c2 <- n3 no key
[   242.029ms] c2 -> n3 mark as in quarantine
[   242.044ms] c2 <- n1 yes
[   242.045ms] c2 <- n2 yes
[   242.045ms] c2 -> n3 repair r2 c2.1 for 290ms
[   242.045ms] c2 HOLDS r2 until 438.000ms
[   242.045ms] c2 extends r2: done
[   242.046ms] n3: mark as in quarantine: yes
[   242.056ms] n3: repair r2 c2.1 for 290ms: created, in quarantine
[   242.070ms] c2 <- n3 yes
[   242.070ms] c2 <- n3 created, in quarantine
[   290.045ms] c1 <- n3 yes
[   302.639ms] c1 -> n1 extend r1 c1.1 for 290ms
[   302.639ms] c1 -> n2 extend r1 c1.1 for 290ms
[   302.639ms] c1 -> n3 extend r1 c1.1 for 290ms
[   302.650ms] n1: extend r1 c1.1 for 290ms: yes
[   302.652ms] n3: extend r1 c1.1 for 290ms: no key, in quarantine
[   302.663ms] c1 <- n1 yes
[   302.666ms] n2: extend r1 c1.1 for 290ms: yes
[   302.676ms] c1 <- n3 no key, in quarantine
[   302.676ms] c1 -> n3 mark as in quarantine
[   302.680ms] n3: mark as in quarantine: yes
[   302.696ms] c1 <- n3 yes
[   302.702ms] c1 <- n2 yes
[   302.702ms] c1 -> n3 repair r1 c1.1 for 290ms
[   302.702ms] c1 HOLDS r1 until 498.639ms
[   302.722ms] n3: repair r1 c1.1 for 290ms: created, in quarantine
[   302.733ms] c1 <- n3 created, in quarantine
[   308.634ms] c2 -> n1 extend r2 c2.1 for 290ms
[   308.634ms] c2 -> n2 extend r2 c2.1 for 290ms
[   308.634ms] c2 -> n3 extend r2 c2.1 for 290ms
[   308.638ms] n1: extend r2 c2.1 for 290ms: yes
[   308.650ms] n2: extend r2 c2.1 for 290ms: yes
[   308.661ms] n3: extend r2 c2.1 for 290ms: yes, in quarantine
[   308.670ms] c2 <- n1 yes
[   308.682ms] c2 <- n2 yes
[   308.682ms] c2 HOLDS r2 until 504.634ms
[   308.721ms] c2 <- n3 yes, in quarantine
[   330.000ms] faults stop
[   330.000ms] c1 gives r1 back
[   330.000ms] c1 -> n1 pass r1 c1.1, whole script
[   330.000ms] c1 -> n2 release r1 c1.1, whole script
[   330.000ms] c1 -> n3 release r1 c1.1, whole script
[   330.000ms] c2 gives r2 back
[   330.000ms] c2 -> n1 pass r2 c2.1, whole script
[   330.000ms] c2 -> n2 release r2 c2.1, whole script
[   330.000ms] c2 -> n3 release r2 c2.1, whole script
[   330.005ms] n3: release r2 c2.1, whole script: yes
[   330.006ms] n1: pass r2 c2.1, whole script: yes
[   330.010ms] n2: release r1 c1.1, whole script: yes
[   330.014ms] n1: pass r1 c1.1, whole script: yes
[   330.015ms] c2 <- n3 yes
[   330.019ms] c1 <- n1 yes
[   330.025ms] c1 <- n2 yes
[   330.025ms] c1 releases r1: done
[   330.031ms] n2: release r2 c2.1, whole script: yes
[   330.039ms] n3: release r1 c1.1, whole script: yes
[   330.041ms] c2 <- n1 yes
[   330.041ms] c2 releases r2: done
[   330.062ms] c1 <- n3 yes
[   330.091ms] c2 <- n2 yes
[   330.091ms] everybody asks for r1
[   330.091ms] c1 wants r1 for 200ms
[   330.091ms] c1 -> n1 grant r1 c1.2 for 290ms
[   330.091ms] c1 -> n2 grant r1 c1.2 for 290ms
[   330.091ms] c1 -> n3 grant r1 c1.2 for 290ms
[   330.091ms] c2 wants r1 for 200ms
[   330.091ms] c2 -> n1 grant r1 c2.2 for 290ms
[   330.091ms] c2 -> n2 grant r1 c2.2 for 290ms
[   330.091ms] c2 -> n3 grant r1 c2.2 for 290ms
[   330.098ms] n2: grant r1 c2.2 for 290ms: yes
[   330.098ms] n1: grant r1 c1.2 for 290ms: yes
[   330.098ms] n1: grant r1 c2.2 for 290ms: no, c1.2 for 290ms
[   330.101ms] n3: grant r1 c1.2 for 290ms: no, in quarantine
[   330.101ms] c1 <- n1 yes
[   330.105ms] n3: grant r1 c2.2 for 290ms: no, in quarantine
[   330.106ms] c2 <- n1 no, c1.2 for 290ms
[   330.107ms] c2 <- n2 yes
[   330.107ms] c1 <- n3 no, in quarantine
[   330.114ms] n2: grant r1 c1.2 for 290ms: no, c2.2 for 290ms
[   330.128ms] c2 <- n3 no, in quarantine
[   330.128ms] c2 -> n2 release r1 c2.2
[   330.128ms] c2 -> n3 release r1 c2.2
[   330.128ms] c2 -> n1 ask r1 c2.3 for 290ms
[   330.130ms] c1 <- n2 no, c2.2 for 290ms
[   330.130ms] c1 -> n1 pass r1 c1.2
[   330.130ms] c1 -> n3 release r1 c1.2
[   330.130ms] c1 -> n1 ask r1 c1.3 for 290ms
[   330.133ms] n1: ask r1 c2.3 for 290ms: no such script
[   330.141ms] n3: release r1 c1.2: no key
[   330.144ms] c2 <- n1 no such script
[   330.144ms] c2 -> n1 ask r1 c2.3 for 290ms, whole script
[   330.149ms] c1 <- n3 no key
[   330.161ms] n2: release r1 c2.2: yes
[   330.171ms] n1: ask r1 c2.3 for 290ms, whole script: no, queued
[   330.186ms] n1: pass r1 c1.2: yes
[   330.191ms] n1: ask r1 c1.3 for 290ms: yes
[   330.198ms] c1 <- n1 yes
[   330.199ms] c2 <- n1 no, queued
[   330.199ms] c2 begins to listen at n1
[   330.199ms] c2 begins to listen at n2
[   330.199ms] c2 begins to listen at n3
[   330.206ms] n3: release r1 c2.2: no key
[   330.213ms] c2 <- n2 yes
[   330.214ms] c2 listens at n1
[   330.214ms] c2 -> n1 ask r1 c2.3 for 290ms
[   330.224ms] n1: ask r1 c2.3 for 290ms: no, queued
[   330.228ms] c1 <- n1 yes
[   330.228ms] c1 -> n2 ask r1 c1.3 for 290ms
[   330.228ms] c1 -> n3 ask r1 c1.3 for 290ms
[   330.230ms] c2 listens at n2
[   330.230ms] c2 listens at n3
[   330.230ms] c2 <- n1 no, queued
[   330.232ms] c2 <- n3 no key
[   330.254ms] n3: ask r1 c1.3 for 290ms: no such script
[   330.265ms] c1 <- n3 no such script
[   330.265ms] c1 -> n3 ask r1 c1.3 for 290ms, whole script
[   330.279ms] n3: ask r1 c1.3 for 290ms, whole script: no, in quarantine
[   330.285ms] n2: ask r1 c1.3 for 290ms: no such script
[   330.288ms] c1 <- n3 no, in quarantine
[   330.292ms] c1 <- n2 no such script
[   330.292ms] c1 -> n2 ask r1 c1.3 for 290ms, whole script
[   330.359ms] n2: ask r1 c1.3 for 290ms, whole script: yes
[   330.368ms] c1 <- n2 yes
[   330.368ms] c1 HOLDS r1 until 526.130ms
[   330.368ms] c1 acquires r1: acquired
[   331.368ms] c1 -> n3 ask r1 c1.3 for 290ms
[   331.384ms] n3: ask r1 c1.3 for 290ms: no, in quarantine
[   331.398ms] c1 <- n3 no, in quarantine
[   332.368ms] c1 gives r1 back
[   332.368ms] c1 -> n1 pass r1 c1.3
[   332.368ms] c1 -> n2 release r1 c1.3
[   332.368ms] c1 -> n3 pass r1 c1.3, whole script
[   332.371ms] n3: pass r1 c1.3, whole script: no key
[   332.378ms] n1 pushes to c2.3: it is yours
[   332.378ms] n1: pass r1 c1.3: yes
[   332.380ms] c1 <- n1 yes
[   332.384ms] c1 <- n3 no key
[   332.396ms] c2 <- n1 pushes to c2.3
[   332.396ms] c2 -> n2 ask r1 c2.3 for 290ms
[   332.396ms] c2 -> n3 ask r1 c2.3 for 290ms
[   332.403ms] n3: ask r1 c2.3 for 290ms: no, in quarantine
[   332.404ms] n2: release r1 c1.3: yes
[   332.412ms] n2: ask r1 c2.3 for 290ms: yes
[   332.423ms] c2 <- n2 yes
[   332.423ms] c2 HOLDS r1 until 526.214ms
[   332.423ms] c2 acquires r1: acquired
[   332.425ms] c2 <- n3 no, in quarantine
[   332.518ms] c1 <- n2 yes
[   332.518ms] c1 releases r1: done
[   334.423ms] c2 gives r1 back
[   334.423ms] c2 -> n1 pass r1 c2.3
[   334.423ms] c2 -> n2 release r1 c2.3
[   334.423ms] c2 -> n3 pass r1 c2.3, whole script
[   334.431ms] n2: release r1 c2.3: yes
[   334.435ms] n3: pass r1 c2.3, whole script: no key
[   334.439ms] c2 <- n3 no key
[   334.446ms] c2 <- n2 yes
[   334.448ms] n1: pass r1 c2.3: yes
[   334.481ms] c2 <- n1 yes
[   334.481ms] c2 releases r1: done
