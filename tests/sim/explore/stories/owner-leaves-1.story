# An owner holds the lock twice, the first one is released, and another client
# wants it exclusively.
@promise exclusion of belief
@bounds late 0 faults 0 states 13942 ci
@bounds late 1 faults 0 states 483282
@bounds late 0 faults 1 states 872236
chosen
nodes 1
clients 3
fenced
owns
length 250ms
c1 acquire r1 ttl 100ms owner 1
c1 release
c2 acquire r1 ttl 100ms owner 1
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
