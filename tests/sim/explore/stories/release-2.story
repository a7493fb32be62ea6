# A client acquires and releases: two nodes, one after the other.
@promise nothing is left behind
@bounds late 0 faults 0 states 117 ci
@bounds late 1 faults 0 states 1114 ci
@bounds late 0 faults 1 states 3831 ci
@bounds late 1 faults 1 states 38750 ci
chosen
nodes 2
clients 1
length 150ms
c1 acquire r1 ttl 100ms
c1 release
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
