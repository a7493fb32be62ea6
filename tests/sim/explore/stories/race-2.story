# Two clients want one resource: two nodes, one after the other.
@promise exclusion of belief
@bounds late 0 faults 0 states 874 ci
@bounds late 1 faults 0 states 13606 ci
@bounds late 0 faults 1 states 74638
chosen
nodes 2
clients 2
length 250ms
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
