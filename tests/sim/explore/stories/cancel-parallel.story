# An attempt is cancelled: three nodes, asked at the same time.
@promise nothing is left behind
@bounds late 0 faults 0 states 301 ci
@bounds late 1 faults 0 states 1933 ci
@bounds late 0 faults 1 states 18617 ci
@bounds late 1 faults 1 states 130687 ci
chosen
nodes 3
parallel
clients 1
length 150ms
c1 acquire r1 ttl 100ms
c1 cancel
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
