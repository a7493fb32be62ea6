# Two clients want one resource: three nodes, asked at the same time.
@promise exclusion of belief
@bounds late 0 faults 0 states 83870 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
chosen
nodes 3
parallel
clients 2
length 250ms
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
