# n3 votes for c2, whose other requests are slow, and forgets it. c1 puts its own
# key there and counts that at once, as it should not: its vote on n1 runs out,
# n1 votes for c2, and c2 has two votes, of which n3 has forgotten one.
@mutant REPAIRED_VOTE_COUNTS
@only exclusion
@expect breaks exclusion
@expect seen n3: FLUSHALL
@expect seen n3: repair r1 c1.1
nodes 3
clients 2
parallel
guard on
node-timeout 200ms
ttl-max 300ms
length 600ms
9ms c2 n1 slow-there for 100ms
9ms c2 n2 slow-there for 100ms
10ms c2 acquire r1 ttl 300ms
12ms c1 acquire r1 ttl 60ms keep
15ms n3 flush
40ms c1 n1 lose-there
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.000ms] c2 connects to n1
[     0.000ms] c2 connects to n2
[     0.000ms] c2 connects to n3
[     0.070ms] c2 is connected to n1
[     0.075ms] c1 is connected to n2
[     0.121ms] c2 is connected to n3
[     0.125ms] c1 is connected to n1
[     0.335ms] c2 is connected to n2
[     0.367ms] c1 is connected to n3
[     9.000ms] c2, n1: slow-there
[     9.000ms] c2, n2: slow-there
[    10.000ms] c2 wants r1 for 300ms
[    10.000ms] c2 -> n1 grant r1 c2.1 for 300ms
[    10.000ms] c2 -> n2 grant r1 c2.1 for 300ms
[    10.000ms] c2 -> n3 grant r1 c2.1 for 300ms
[    10.035ms] n3: grant r1 c2.1 for 300ms: no such script
[    10.105ms] c2 <- n3 no such script
[    10.105ms] c2 -> n3 grant r1 c2.1 for 300ms, whole script
[    10.119ms] n3: grant r1 c2.1 for 300ms, whole script: yes
[    10.203ms] c2 <- n3 yes
[    12.000ms] c1 wants r1 for 60ms, kept
[    12.000ms] c1 -> n1 grant r1 c1.1 for 60ms
[    12.000ms] c1 -> n2 grant r1 c1.1 for 60ms
[    12.000ms] c1 -> n3 grant r1 c1.1 for 60ms
[    12.049ms] n1: grant r1 c1.1 for 60ms: no such script
[    12.094ms] c1 <- n1 no such script
[    12.094ms] c1 -> n1 grant r1 c1.1 for 60ms, whole script
[    12.107ms] n2: grant r1 c1.1 for 60ms: no such script
[    12.153ms] n3: grant r1 c1.1 for 60ms: no, c2.1 for 298ms
[    12.174ms] n1: grant r1 c1.1 for 60ms, whole script: yes
[    12.178ms] c1 <- n3 no, c2.1 for 298ms
[    12.227ms] c1 <- n2 no such script
[    12.227ms] c1 -> n2 grant r1 c1.1 for 60ms, whole script
[    12.272ms] c1 <- n1 yes
[    12.413ms] n2: grant r1 c1.1 for 60ms, whole script: yes
[    12.470ms] c1 <- n2 yes
[    12.470ms] c1 HOLDS r1 until 69.400ms
[    12.470ms] c1 acquires r1: acquired
[    15.000ms] n3: FLUSHALL
[    31.989ms] c1 -> n1 extend r1 c1.1 for 60ms
[    31.989ms] c1 -> n2 extend r1 c1.1 for 60ms
[    31.989ms] c1 -> n3 extend r1 c1.1 for 60ms
[    32.036ms] n1: extend r1 c1.1 for 60ms: no such script
[    32.081ms] c1 <- n1 no such script
[    32.081ms] c1 -> n1 extend r1 c1.1 for 60ms, whole script
[    32.104ms] n2: extend r1 c1.1 for 60ms: no such script
[    32.142ms] n3: extend r1 c1.1 for 60ms: no such script
[    32.155ms] c1 <- n2 no such script
[    32.155ms] c1 -> n2 extend r1 c1.1 for 60ms, whole script
[    32.179ms] n2: extend r1 c1.1 for 60ms, whole script: yes
[    32.201ms] c1 <- n2 yes
[    32.203ms] n1: extend r1 c1.1 for 60ms, whole script: yes
[    32.233ms] c1 <- n1 yes
[    32.233ms] c1 HOLDS r1 until 89.389ms
[    32.310ms] c1 <- n3 no such script
[    32.310ms] c1 -> n3 extend r1 c1.1 for 60ms, whole script
[    32.438ms] n3: extend r1 c1.1 for 60ms, whole script: no key, in quarantine
[    32.500ms] c1 <- n3 no key, in quarantine
[    32.500ms] c1 -> n3 repair r1 c1.1 for 60ms
[    32.551ms] n3: repair r1 c1.1 for 60ms: no such script
[    32.618ms] c1 <- n3 no such script
[    32.618ms] c1 -> n3 repair r1 c1.1 for 60ms, whole script
[    32.687ms] n3: repair r1 c1.1 for 60ms, whole script: created, in quarantine
[    32.764ms] c1 <- n3 created, in quarantine
[    40.000ms] c1, n1: lose-there
[    51.970ms] c1 -> n1 extend r1 c1.1 for 60ms
[    51.970ms] c1 -> n2 extend r1 c1.1 for 60ms
[    51.970ms] c1 -> n3 extend r1 c1.1 for 60ms
[    52.023ms] n2: extend r1 c1.1 for 60ms: yes
[    52.051ms] c1 <- n2 yes
[    52.082ms] n3: extend r1 c1.1 for 60ms: yes, in quarantine
[    52.458ms] c1 <- n3 yes, in quarantine
[    52.458ms] c1 HOLDS r1 until 109.370ms
[    71.951ms] c1 -> n1 extend r1 c1.1 for 60ms
[    71.951ms] c1 -> n2 extend r1 c1.1 for 60ms
[    71.951ms] c1 -> n3 extend r1 c1.1 for 60ms
[    71.996ms] n2: extend r1 c1.1 for 60ms: yes
[    71.997ms] n3: extend r1 c1.1 for 60ms: yes, in quarantine
[    72.097ms] c1 <- n2 yes
[    72.127ms] c1 <- n3 yes, in quarantine
[    72.127ms] c1 HOLDS r1 until 129.351ms
[    91.932ms] c1 -> n1 extend r1 c1.1 for 60ms
[    91.932ms] c1 -> n2 extend r1 c1.1 for 60ms
[    91.932ms] c1 -> n3 extend r1 c1.1 for 60ms
[    91.982ms] n3: extend r1 c1.1 for 60ms: yes, in quarantine
[    92.031ms] n2: extend r1 c1.1 for 60ms: yes
[    92.179ms] c1 <- n2 yes
[    92.526ms] c1 <- n3 yes, in quarantine
[    92.526ms] c1 HOLDS r1 until 149.332ms
[   109.022ms] n2: grant r1 c2.1 for 300ms: no, c1.1 for 43ms
[   109.094ms] c2 <- n2 no, c1.1 for 43ms
[   109.221ms] n1: grant r1 c2.1 for 300ms: yes
[   109.378ms] c2 <- n1 yes
[   109.378ms] c2 HOLDS r1 until 305.000ms
[   109.378ms] BROKEN: two hold the same lock: r1 by c2 and by c1
[   109.378ms] c2 acquires r1: acquired
