# A lock is exported, and another process adopts it by its token: three nodes.
@promise no silent loss
@bounds late 0 faults 0 states 661 ci
@bounds late 1 faults 0 states 19079
@bounds late 0 faults 1 states 76783
chosen
nodes 3
clients 2
length 150ms
c1 acquire r1 ttl 100ms
c1 export
c2 adopt r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
