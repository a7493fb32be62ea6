# Two clients want one resource: one node.
@promise exclusion of belief
@bounds late 0 faults 0 states 222 ci
@bounds late 1 faults 0 states 2998 ci
@bounds late 0 faults 1 states 12802 ci
@bounds late 1 faults 1 states 210772 ci
chosen
nodes 1
clients 2
length 250ms
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
