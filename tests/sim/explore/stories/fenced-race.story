# Two clients want a fence; the nodes are asked one after the other.
@promise fences increase
@bounds late 0 faults 0 states 12702 ci
@bounds late 1 faults 0 states 599950
@bounds late 0 faults 1 states 997796
chosen
nodes 3
clients 2
fenced
counters 1 5 3
length 130ms
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
