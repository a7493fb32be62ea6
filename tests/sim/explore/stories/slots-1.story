# Two slots, and three clients that want one.
@promise exclusion of belief
@bounds late 0 faults 0 states 5786 ci
@bounds late 1 faults 0 states 168887 ci
@bounds late 0 faults 1 states 567311
chosen
nodes 1
clients 3
slots 2
length 250ms
c1 acquire r1 ttl 100ms slots 2
c2 acquire r1 ttl 100ms slots 2
c3 acquire r1 ttl 100ms slots 2
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
