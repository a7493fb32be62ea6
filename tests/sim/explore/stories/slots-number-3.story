# One client requests one of three slots, and another one of two: three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 8174 ci
@bounds late 1 faults 0 states 465805
@bounds late 0 faults 1
chosen
nodes 3
clients 2
slots 2
length 250ms
c1 acquire r1 ttl 100ms slots 3
c2 acquire r1 ttl 100ms slots 2
c* n* lose-there
c* n* lose-back
c* n* cut
