# The counter of r1 is ahead of n1's clock. n1 restarts with its keys, so its
# counter belongs to another memory. c2 carries its owner's fence.
@mutant HOLD_WITHOUT_COUNTER
@expect breaks counter
seed 3
nodes 1
clients 4
fenced
owns
counters 10000000
agreeing
ttl-max 5000ms
length 1500ms
10ms c1 acquire r1 ttl 2000ms owner 1 hold 1000ms
100ms n1 restart for 10ms
300ms c2 acquire r1 ttl 500ms owner 1
