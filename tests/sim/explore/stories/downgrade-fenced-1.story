# A holder shares its exclusive lock and its fence; one client joins, and
# another wants it exclusively.
@promise fences increase
@bounds late 0 faults 0 states 11087 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
chosen
nodes 1
clients 3
shares
fenced
length 250ms
c1 acquire r1 ttl 100ms
c1 downgrade
c2 acquire r1 ttl 100ms shared
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
