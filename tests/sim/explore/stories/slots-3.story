# One of two slots is taken, and two clients want one: three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 378982 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
chosen
nodes 3
clients 3
slots 2
length 130ms
first c1
c1 acquire r1 ttl 100ms slots 2
c2 acquire r1 ttl 100ms slots 2
c3 acquire r1 ttl 100ms slots 2
c* n* lose-there
c* n* lose-back
c* n* cut
