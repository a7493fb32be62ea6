# A kept lock, and another client wants it: one node.
@promise no silent loss
@bounds late 0 faults 0 states 259 ci
@bounds late 1 faults 0 states 56117 ci
@bounds late 0 faults 1 states 77770 ci
chosen
nodes 1
clients 2
length 150ms
c1 acquire r1 ttl 100ms keep
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
