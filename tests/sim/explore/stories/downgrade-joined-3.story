# A holder shares its exclusive lock, and one client joins: three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 72605 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
chosen
nodes 3
clients 2
shares
length 250ms
first c1
c1 acquire r1 ttl 100ms
c1 downgrade
c2 acquire r1 ttl 100ms shared
c* n* lose-there
c* n* lose-back
c* n* cut
