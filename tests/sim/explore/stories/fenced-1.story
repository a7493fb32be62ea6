# Two clients get a fence from one node, one after the other.
@promise fences increase
@bounds late 0 faults 0 states 400 ci
@bounds late 1 faults 0 states 5972 ci
@bounds late 0 faults 1 states 10335 ci
@bounds late 1 faults 1 states 166660 ci
chosen
nodes 1
clients 2
fenced
counters 1
length 130ms
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
