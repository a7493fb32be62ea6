# c2 keeps its lock, and was handed it for a claim, which is shorter than its
# TTL. The clocks of n1 and n2 are stepped forward by less than the slack of the
# TTL before c2 has extended the lock. That must be harmless. With the mutant
# the keys have only the slack of the claim.
@mutant SLACK_OF_CLAIM
@expect breaks life
@expect seen c2 acquires r1: acquired
seed 5
nodes 3
clients 2
slack default
ttl-max 30000ms
length 2000ms
10ms c1 acquire r1 ttl 30000ms hold 40ms
20ms c2 acquire r1 ttl 30000ms wait 3000ms hold 1000ms keep
100ms n1 step for 1500ms
110ms n2 step for 1500ms
