# n1 has not answered c2 for 3.5 s when its clock is stepped by 80 ms. The clock
# may have run slow by 35 ms meanwhile, so 45 ms are certain, which is within
# the slack. But the step may have been larger, and was. c2 must not count the
# vote that c1 counts.
@only exclusion
@expect breaks nothing
@expect seen n1's clock is stepped by 80ms
@expect seen c2 -> n1 grant r1 c2.1
@expect seen c2 acquires r1: no quorum
nodes 1
clients 2
guard on
agreeing
node-timeout 20ms
ttl-max 200ms
slack 50ms
length 4s
delay 0.01ms
3500ms c1 acquire r1 ttl 200ms
3501ms n1 step for 80ms
3672ms c2 acquire r1 ttl 200ms
