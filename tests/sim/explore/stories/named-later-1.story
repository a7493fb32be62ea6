# The holder names the next waiter, and releases at any time: one node.
@promise exclusion of belief
@reaches a lock that was handed over
@bounds late 0 faults 0 states 201 ci
@bounds late 1 faults 0 states 3026 ci
@bounds late 0 faults 1 states 19325 ci
chosen
nodes 1
clients 3
length 130ms
first c1 c2 c3 c1
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* n* lose-handoffs
c* n* cut-handoffs
