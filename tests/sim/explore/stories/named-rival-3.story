# The holder names the next waiter, and a third client wants the lock, too.
@promise exclusion of belief
@reaches a lock that was handed over
@bounds late 0 faults 0 states 8248 ci
@bounds late 1 faults 0
chosen
nodes 3
clients 3
length 130ms
first c1 c2 c3 c1
begun c2
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
c1 acquire r1 ttl 100ms
