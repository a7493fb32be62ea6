# A release without a named successor: the gate hands the lock to a waiter, with
# a fence. One node.
@promise fences increase
@reaches a lock that was handed over
@bounds late 0 faults 0 states 14 ci
@bounds late 1 faults 0 states 302 ci
@bounds late 0 faults 1 states 623 ci
chosen
nodes 1
clients 2
fenced
length 130ms
first c1 c2
begun c1
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* n* lose-handoffs
c* n* cut-handoffs
