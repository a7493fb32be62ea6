# n3 is down for longer than the key lives that it may have: the release that is
# owed to it need not be sent any more, and must not be kept.
@mutant DEBT_FOR_EVER
@expect breaks debts
@expect seen c1 releases r1: done
seed 5
nodes 3
quorum 2
clients 1
node-timeout 50ms
ttl-max 1000ms
length 20000ms
delay 0.1ms
10ms c1 acquire r1 ttl 1000ms hold 40ms
20ms n3 restart for 19000ms
---
[     0.000ms] c1 connects to n1
[     0.000ms] c1 connects to n2
[     0.000ms] c1 connects to n3
[     0.181ms] c1 is connected to n3
[     0.243ms] c1 is connected to n1
[     0.266ms] c1 is connected to n2
[    10.000ms] c1 wants r1 for 1000ms
[    10.000ms] c1 -> n1 grant r1 c1.1 for 1000ms
[    10.139ms] n1: grant r1 c1.1 for 1000ms: yes
[    10.178ms] c1 <- n1 yes
[    10.178ms] c1 -> n2 grant r1 c1.1 for 1000ms
[    10.277ms] n2: grant r1 c1.1 for 1000ms: yes
[    10.325ms] c1 <- n2 yes
[    10.325ms] c1 -> n3 grant r1 c1.1 for 1000ms
[    10.325ms] c1 HOLDS r1 until 998.000ms
[    10.325ms] c1 acquires r1: acquired
[    10.362ms] n3: grant r1 c1.1 for 1000ms: yes
[    10.485ms] c1 <- n3 yes
[    10.485ms] c1 HOLDS r1 until 998.178ms
[    20.000ms] n3 goes down
[    20.100ms] c1's connection to n3 is broken
[    50.325ms] c1 gives r1 back
[    50.325ms] c1 -> n1 pass r1 c1.1, whole script
[    50.325ms] c1 -> n2 release r1 c1.1, whole script
[    50.340ms] n1: pass r1 c1.1, whole script: yes
[    50.374ms] c1 <- n1 yes
[    50.449ms] n2: release r1 c1.1, whole script: yes
[    50.466ms] c1 <- n2 yes
[    50.466ms] c1 releases r1: done
[   116.291ms] c1 connects to n3
[   116.436ms] c1's connection to n3 is refused
[   236.622ms] c1 connects to n3
[   236.743ms] c1's connection to n3 is refused
[   603.891ms] c1 connects to n3
[   604.165ms] c1's connection to n3 is refused
[   731.576ms] c1 connects to n3
[   731.740ms] c1's connection to n3 is refused
[  2204.729ms] c1 connects to n3
[  2204.930ms] c1's connection to n3 is refused
[  3148.815ms] c1 connects to n3
[  3149.046ms] c1's connection to n3 is refused
[  3968.917ms] c1 connects to n3
[  3969.235ms] c1's connection to n3 is refused
[  4974.702ms] c1 connects to n3
[  4974.934ms] c1's connection to n3 is refused
[  5142.852ms] c1 connects to n3
[  5142.968ms] c1's connection to n3 is refused
[  6285.495ms] c1 connects to n3
[  6285.753ms] c1's connection to n3 is refused
[  7003.767ms] c1 connects to n3
[  7003.995ms] c1's connection to n3 is refused
[  7609.074ms] c1 connects to n3
[  7609.208ms] c1's connection to n3 is refused
[  7685.424ms] c1 connects to n3
[  7685.865ms] c1's connection to n3 is refused
[  9458.919ms] c1 connects to n3
[  9458.919ms] BROKEN: more is owed than may be, or for longer: by c1 to n3, whose key is gone
