# One unguarded node fails over and back in one process: then its counter is an
# old one of the same run. If it is trusted, a fence is issued again.
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
