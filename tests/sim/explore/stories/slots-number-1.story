# One client has one of three slots, and others request one of two.
@promise exclusion of belief
@bounds late 0 faults 0 states 4758 ci
@bounds late 1 faults 0 states 148772 ci
@bounds late 0 faults 1 states 478650
chosen
nodes 1
clients 3
slots 2
length 250ms
c1 acquire r1 ttl 100ms slots 3
c2 acquire r1 ttl 100ms slots 2
c3 acquire r1 ttl 100ms slots 2
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
