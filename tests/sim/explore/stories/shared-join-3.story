# One client shares the lock, another joins, and a third wants it exclusively:
# three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 191885 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
chosen
nodes 3
clients 3
shares
length 130ms
first c1
c1 acquire r1 ttl 100ms shared
c2 acquire r1 ttl 100ms shared
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
