# A client acquires and releases: three nodes, asked at the same time.
@promise nothing is left behind
@bounds late 0 faults 0 states 785 ci
@bounds late 1 faults 0 states 10030 ci
@bounds late 0 faults 1 states 45170 ci
@bounds late 1 faults 1 states 617697 ci
chosen
nodes 3
parallel
clients 1
length 150ms
c1 acquire r1 ttl 100ms
c1 release
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
