# Two clients share the lock and release it, and a third wants it exclusively.
@promise exclusion of belief
@bounds late 0 faults 0 states 9959 ci
@bounds late 1 faults 0 states 382145
@bounds late 0 faults 1 states 997115
chosen
nodes 1
clients 3
shares
fenced
length 250ms
c1 acquire r1 ttl 100ms shared
c1 release
c2 acquire r1 ttl 100ms shared
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
