# An owner holds the lock twice and releases it once, and another client wants
# it exclusively: three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 99803 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
chosen
nodes 3
clients 3
owns
length 90ms
first c1 c2
c1 acquire r1 ttl 100ms owner 1
c1 release
c2 acquire r1 ttl 100ms owner 1
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
