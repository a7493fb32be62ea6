# A lock is extended, and another client wants it: one node.
@promise exclusion of belief
@bounds late 0 faults 0 states 622 ci
@bounds late 1 faults 0 states 13043 ci
@bounds late 0 faults 1 states 37252 ci
chosen
nodes 1
clients 2
length 250ms
c1 acquire r1 ttl 100ms
c1 extend ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
