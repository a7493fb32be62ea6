# Two clients want a fence; the nodes are asked at the same time.
@promise fences increase
@bounds late 0 faults 0 states 386554 ci
@bounds late 1 faults 0 states 5491020
@bounds late 0 faults 1
chosen
nodes 3
parallel
clients 2
fenced
counters 1 5 3
length 130ms
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
