# A release without a named successor: the gate hands the lock to a waiter, with
# a fence. Three nodes.
@promise fences increase
@reaches a lock claimed after a hand-off
@bounds late 0 faults 0 states 1006 ci
@bounds late 1 faults 0 states 29844 ci
@bounds late 0 faults 1 states 92299 ci
chosen
nodes 3
clients 2
fenced
counters 1 5 3
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
