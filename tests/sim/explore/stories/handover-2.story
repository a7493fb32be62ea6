# One client releases, and another acquires: two nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 3542 ci
@bounds late 1 faults 0 states 39987
@bounds late 0 faults 1 states 177457
chosen
nodes 2
clients 2
length 150ms
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
