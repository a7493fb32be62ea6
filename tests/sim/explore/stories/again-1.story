# A client's second attempt after one that a node has failed: one node. The
# client's own old keys must not exclude it.
@promise nothing is left behind
@bounds late 0 faults 0 states 29 ci
@bounds late 1 faults 0 states 13111 ci
@bounds late 0 faults 1 states 13044 ci
chosen
nodes 1
clients 1
length 150ms
c1 acquire r1 ttl 100ms wait 80ms
c1 release
c* n* lose-there
c* n* lose-back
c* n* cut
n* busy for 30ms
