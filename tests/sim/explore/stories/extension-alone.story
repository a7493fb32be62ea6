# A lock is extended, and no other client wants it.
@promise no silent loss
@bounds late 0 faults 0 states 801 ci
@bounds late 1 faults 0 states 17604 ci
@bounds late 0 faults 1 states 68661 ci
chosen
nodes 3
clients 1
length 250ms
c1 acquire r1 ttl 100ms
c1 extend ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
