# A holder shares its exclusive lock; one client joins, and another wants it
# exclusively.
@promise exclusion of belief
@bounds late 0 faults 0 states 9082 ci
@bounds late 1 faults 0 states 347230
@bounds late 0 faults 1 states 878106
chosen
nodes 1
clients 3
shares
length 250ms
c1 acquire r1 ttl 100ms
c1 downgrade
c2 acquire r1 ttl 100ms shared
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
