# An attempt is cancelled: three nodes, one after the other.
@promise nothing is left behind
@bounds late 0 faults 0 states 89 ci
@bounds late 1 faults 0 states 2183 ci
@bounds late 0 faults 1 states 6849 ci
@bounds late 1 faults 1 states 144752 ci
chosen
nodes 3
clients 1
length 150ms
c1 acquire r1 ttl 100ms
c1 cancel
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
