# c2's first answer from n1 after a step of 150 ms is late by 105 ms: 45 ms are
# certain, which is within the slack. The next answer shows the rest: n1 is
# excluded, and c2 does not count the vote that c1 counts.
@only exclusion
@expect breaks nothing
@expect seen n1's clock is stepped by 150ms
@expect seen c2 -> n1 grant r1 c2.2
@expect seen c2 acquires r1: no quorum
@expect seen n1: mark as in quarantine: yes
nodes 1
clients 2
guard on
agreeing
node-timeout 20ms
ttl-max 200ms
slack 50ms
length 400ms
delay 0.01ms
10ms c1 acquire r1 ttl 200ms
11ms c2 n1 slow-back for 105ms
11.1ms n1 step for 150ms
11.2ms c2 acquire r1 ttl 200ms
118ms c2 acquire r1 ttl 200ms
