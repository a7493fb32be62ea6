# One client cancels what another wants: three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 40732 ci
@bounds late 1 faults 0 states 1254144
@bounds late 0 faults 1 states 4170591
chosen
nodes 3
clients 2
length 150ms
c1 acquire r1 ttl 100ms
c1 cancel
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
