# One client shares a lock that another wants exclusively: three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 11778 ci
@bounds late 1 faults 0 states 433121
chosen
nodes 3
clients 2
shares
length 250ms
c1 acquire r1 ttl 100ms shared
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
