# A kept lock, and another client wants it: three nodes.
@promise no silent loss
@bounds late 0 faults 0 states 9417 ci
@bounds late 1 faults 0 states 1190237
@bounds late 0 faults 1 states 3553922
chosen
nodes 3
clients 2
length 150ms
c1 acquire r1 ttl 100ms keep
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
