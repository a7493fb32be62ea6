# One client releases, and another acquires: one node.
@promise exclusion of belief
@bounds late 0 faults 0 states 368 ci
@bounds late 1 faults 0 states 5649 ci
@bounds late 0 faults 1 states 14047 ci
@bounds late 1 faults 1 states 257384 ci
chosen
nodes 1
clients 2
length 150ms
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
