# An owner holds the lock twice with one fence, and another client wants it
# exclusively.
@promise fences increase
@bounds late 0 faults 0 states 5580 ci
@bounds late 1 faults 0 states 150526 ci
@bounds late 0 faults 1
chosen
nodes 1
clients 3
fenced
owns
length 250ms
c1 acquire r1 ttl 100ms owner 1
c2 acquire r1 ttl 100ms owner 1
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
