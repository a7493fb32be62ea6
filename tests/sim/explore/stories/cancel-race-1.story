# One client cancels what another wants: one node.
@promise exclusion of belief
@bounds late 0 faults 0 states 354 ci
@bounds late 1 faults 0 states 3814 ci
@bounds late 0 faults 1 states 12373 ci
@bounds late 1 faults 1 states 166932 ci
chosen
nodes 1
clients 2
length 150ms
c1 acquire r1 ttl 100ms
c1 cancel
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
