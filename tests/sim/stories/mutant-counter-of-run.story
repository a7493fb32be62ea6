# One node, unguarded, that fails over and back in one process: its counter is
# an old one then, and of the same run. Trusted, it repeats a fence.
@mutant COUNTER_OF_RUN
@only fence
@expect breaks fence
seed 5
nodes 1
clients 1
fenced
broken memory
ttl-max 1000ms
length 700ms
10ms c1 acquire r1 ttl 1000ms hold 10ms
50ms n1 snapshot
60ms c1 acquire r1 ttl 1000ms hold 10ms
100ms n1 failback
110ms c1 acquire r1 ttl 1000ms hold 10ms
