# One client shares the lock and releases it: three nodes.
@promise nothing is left behind
@bounds late 0 faults 0 states 684 ci
@bounds late 1 faults 0 states 16098 ci
@bounds late 0 faults 1 states 50197 ci
chosen
nodes 3
clients 1
shares
length 250ms
c1 acquire r1 ttl 100ms shared
c1 release
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
