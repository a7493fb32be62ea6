# A kept lock of one node, which is renewed as long as it is held.
@promise no silent loss
@bounds late 0 faults 0 states 20 ci
@bounds late 1 faults 0 states 3486 ci
@bounds late 0 faults 1 states 4772 ci
@bounds late 1 faults 1 states 411575 ci
chosen
nodes 1
clients 1
length 150ms
c1 acquire r1 ttl 100ms keep
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
