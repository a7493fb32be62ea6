# A lock is extended, and another client wants it: three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 102980 ci
@bounds late 1 faults 0 states 3671823
@bounds late 0 faults 1
chosen
nodes 3
clients 2
length 300ms
c1 acquire r1 ttl 100ms
c1 extend ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
