# c2 has not heard n1 for 3.5 s when its clock is stepped by 80 ms. It may have
# run slow by 35 ms meanwhile, so that 45 ms are certain, which is within the
# slack; but it may have been more, and was: what c1 counts there is not counted
# by c2 as well.
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
