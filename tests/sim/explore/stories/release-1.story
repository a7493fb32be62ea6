# A client acquires and releases: one node.
@promise nothing is left behind
@bounds late 0 faults 0 states 29 ci
@bounds late 1 faults 0 states 281 ci
@bounds late 0 faults 1 states 661 ci
@bounds late 1 faults 1 states 5326 ci
chosen
nodes 1
clients 1
length 150ms
c1 acquire r1 ttl 100ms
c1 release
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
