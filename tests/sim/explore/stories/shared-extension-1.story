# A reader extends its lock, and another client wants it exclusively.
@promise exclusion of belief
@bounds late 0 faults 0 states 634 ci
@bounds late 1 faults 0 states 14012 ci
@bounds late 0 faults 1 states 38771 ci
chosen
nodes 1
clients 2
shares
length 250ms
c1 acquire r1 ttl 100ms shared
c1 extend ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
