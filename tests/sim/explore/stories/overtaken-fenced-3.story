# A lock that was handed over with a fence is released while nodes are still to
# hand it over.
@promise fences increase
@reaches a key handed to an abandoned token
@reaches a lock that was handed over
@bounds late 0 faults 0 states 5037 ci
@bounds late 1 faults 0 states 90459 ci
@bounds late 0 faults 1
chosen
nodes 3
clients 3
fenced
counters 1 5 3
length 130ms
first c1 c2 c3 c1
begun c2
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
c3 release
c* n* lose-there
c* n* lose-back
c* n* cut
c* n* lose-handoffs
c* n* cut-handoffs
